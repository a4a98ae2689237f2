//! Proof-number search: who wins, asked as a question with yes or no for an answer.
//!
//! Depth-first (df-pn): a position has a proof number, the least number of positions that must still be decided to show
//! that the attacker wins, and a disproof number, the same for showing that he does not. The search always follows the
//! position that would decide most with least, down to thresholds beyond which a sister is better.
//!
//! **Draws** take two runs: does the player to move win? If not, does the opponent? The question is part of the key.
//!
//! **Loops.** Endless play is no win, so a position that repeats one of its ancestors (up to symmetry) counts as
//! disproven on this path. A proof never rests on that: it ends in finished games alone. A disproof may, and then it is
//! only true on paths through that ancestor. So each disproof carries the ply of the highest ancestor it leans on. When
//! that is the position itself or something below, the disproof stands on its own feet (the defender can play round in
//! circles there for ever) and is stored; otherwise it serves its parent and is forgotten. A disproof that leans on the
//! end of the longest line this search can follow is never believed.
//!
//! **Memory** is a table of fixed size, four places a bucket; the place with the least work behind it is replaced.

use crate::limits::{End, Eye, Limits, Watch};
use crate::points::MAX_PLIES;
use crate::report::{Report, Statistics};
use crate::table::TableError;
use athos_core::{Keyed, Outcome, Player, Score, Symmetric, Value, Wdl, mix};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Proof and disproof numbers from here on mean "never".
const NEVER: u32 = (1 << 22) - 1;

/// The disproof leans on nothing.
const ALONE: i32 = i32::MAX;
/// The disproof leans on the length of the line.
const TOO_LONG: i32 = -1;

/// How much is left to prove and to disprove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
    /// For a disproof: the ply of the highest ancestor it leans on.
    leans_on: i32,
}

impl Numbers {
    const PROVEN: Numbers = Numbers { proof: 0, disproof: NEVER, leans_on: ALONE };

    fn disproven(leans_on: i32) -> Numbers {
        Numbers { proof: NEVER, disproof: 0, leans_on }
    }
}

struct Child<G: Keyed> {
    m: G::Move,
    next: G::Position,
    key: u64,
    check: u16,
    numbers: Numbers,
}

/// Decides a position: win, draw or loss, without distance.
///
/// The report's `nodes` counts visits of positions in the course of the search, both runs together.
pub fn proof_number<G: Keyed + Symmetric>(
    game: &G,
    position: &G::Position,
    limits: &Limits,
) -> Result<Report<G::Move>, TableError> {
    let watch = Watch::start(limits);
    let mut statistics = Statistics::default();
    let turn = game.turn(position);
    let mut table = ProofTable::new(limits.memory)?;
    let mut best = None;
    let mut value = game.outcome(position).map(|outcome| outcome.for_player(turn));
    let mut end = End::Proven;
    if value.is_none() {
        // Step 1. Does the player to move win?
        let mine = Search::ask(game, turn, position, &mut table, &watch, &mut statistics);
        best = mine.best;
        value = match mine.answer {
            Some(true) => Some(Wdl::Win),
            // Step 2. If not, does the opponent?
            Some(false) => {
                let other = Search::ask(game, turn.other(), position, &mut table, &watch, &mut statistics);
                best = other.best.or(best);
                other.answer.map(|wins| if wins { Wdl::Loss } else { Wdl::Draw })
            }
            None => None,
        };
        if value.is_none() {
            end = watch.end().unwrap_or(End::Depth);
        }
    }
    statistics.places = table.places();
    Ok(Report {
        best,
        score: value.map_or(Score::Estimate(0), |wdl| Score::Proven(Value { wdl, plies: None })),
        line: best.into_iter().collect(),
        depth: statistics.max_ply,
        statistics,
        iterations: Vec::new(),
        time: watch.elapsed(),
        end,
    })
}

struct Asked<M> {
    answer: Option<bool>,
    best: Option<M>,
}

struct Search<'a, G: Keyed> {
    game: &'a G,
    attacker: Player,
    table: &'a mut ProofTable,
    eye: Eye<'a>,
    statistics: &'a mut Statistics,
    moves: Vec<G::Move>,
    /// The children of all positions from the root to the current one, one after the other.
    children: Vec<Child<G>>,
    /// The plies of the positions from the root to the current one.
    path: FxHashMap<u64, i32>,
    best: Option<G::Move>,
}

impl<'a, G: Keyed + Symmetric> Search<'a, G> {
    fn ask(
        game: &'a G,
        attacker: Player,
        position: &G::Position,
        table: &'a mut ProofTable,
        watch: &'a Watch,
        statistics: &'a mut Statistics,
    ) -> Asked<G::Move> {
        let mut search = Search {
            game,
            attacker,
            table,
            eye: Eye::new(watch),
            statistics,
            moves: Vec::new(),
            children: Vec::new(),
            path: FxHashMap::default(),
            best: None,
        };
        let (key, check) = search.name(position);
        let numbers = search.decide(position, key, check, 0, NEVER, NEVER);
        let answer = match numbers {
            _ if search.eye.stopped() => None,
            Numbers { proof: 0, .. } => Some(true),
            Numbers { disproof: 0, leans_on: ALONE, .. } => Some(false),
            _ => None,
        };
        Asked { answer, best: search.best }
    }

    /// The key of a position, up to symmetry, with the question in it.
    fn name(&self, position: &G::Position) -> (u64, u16) {
        let canonical = self.game.canonical(position).0;
        let mut hasher = FxHasher::default();
        canonical.hash(&mut hasher);
        let question = mix(self.attacker.index() as u64);
        (self.game.key(&canonical) ^ question, (hasher.finish() >> 40) as u16)
    }

    /// Works on a position until it is decided or its numbers reach the limits.
    fn decide(&mut self, position: &G::Position, key: u64, check: u16, ply: i32, proof: u32, disproof: u32) -> Numbers {
        // Step 1. List the children with what is known about them.
        self.statistics.nodes += 1;
        self.statistics.expanded += 1;
        self.statistics.max_ply = self.statistics.max_ply.max(ply as u32);
        let before = self.statistics.nodes;
        let attacks = self.game.turn(position) == self.attacker;
        let first = self.children.len();
        self.path.insert(key, ply);
        self.list_children(position, ply);

        let numbers = loop {
            // Step 2. The position's numbers: the attacker needs one child, the defender's must all be proven.
            let (numbers, chosen, second) = self.sum_up(first, attacks);
            if numbers.proof >= proof || numbers.disproof >= disproof || numbers.proof == 0 || numbers.disproof == 0 {
                if ply == 0 {
                    self.best = Some(self.children[first + chosen].m);
                }
                break numbers;
            }
            if self.eye.tick() {
                break numbers;
            }
            // Step 3. The most promising child, until a sister is better by a quarter.
            let child = &self.children[first + chosen];
            let (next, key, check, old) = (child.next, child.key, child.check, child.numbers);
            let patience = second.saturating_add(second / 4).saturating_add(1);
            let (child_proof, child_disproof) = match attacks {
                true => (proof.min(patience), disproof - (numbers.disproof - old.disproof)),
                false => (proof - (numbers.proof - old.proof), disproof.min(patience)),
            };
            let found = self.decide(&next, key, check, ply + 1, child_proof, child_disproof);
            self.children[first + chosen].numbers = found;
            if self.eye.stopped() {
                break found;
            }
        };

        // Step 4. A disproof that leans on nothing above stands alone.
        self.path.remove(&key);
        self.children.truncate(first);
        let leans_on = if numbers.leans_on >= ply { ALONE } else { numbers.leans_on };
        let numbers = Numbers { leans_on, ..numbers };
        if !self.eye.stopped() && (numbers.disproof > 0 || leans_on == ALONE) {
            let work = self.statistics.nodes - before;
            self.statistics.filled += u64::from(self.table.store(key, check, numbers, work));
        }
        numbers
    }

    fn list_children(&mut self, position: &G::Position, ply: i32) {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        self.statistics.moves += self.moves.len() as u64;
        for index in 0..self.moves.len() {
            let m = self.moves[index];
            let next = self.game.play(position, m);
            let (mut key, mut check) = (0, 0);
            let numbers = match self.game.outcome(&next) {
                Some(Outcome::Winner(winner)) if winner == self.attacker => Numbers::PROVEN,
                Some(_) => Numbers::disproven(ALONE),
                None => {
                    (key, check) = self.name(&next);
                    self.look_up(&next, key, check, ply)
                }
            };
            self.children.push(Child { m, next, key, check, numbers });
        }
    }

    /// What is known about an unfinished child, or a first guess: as many to decide as there are moves.
    fn look_up(&mut self, next: &G::Position, key: u64, check: u16, ply: i32) -> Numbers {
        if let Some(&ancestor) = self.path.get(&key) {
            return Numbers::disproven(ancestor);
        }
        self.statistics.probes += 1;
        if let Some(known) = self.table.probe(key, check) {
            self.statistics.hits += 1;
            self.statistics.answered += u64::from(known.proof == 0 || known.disproof == 0);
            self.statistics.revisited += u64::from(known.proof > 0 && known.disproof > 0);
            return known;
        }
        if ply + 1 >= MAX_PLIES as i32 {
            return Numbers::disproven(TOO_LONG);
        }
        let moves = (self.game.count_moves(next) as u32).clamp(1, NEVER - 1);
        match self.game.turn(next) == self.attacker {
            true => Numbers { proof: 1, disproof: moves, leans_on: ALONE },
            false => Numbers { proof: moves, disproof: 1, leans_on: ALONE },
        }
    }

    /// The numbers of a position from those of its children; the child to work on; the number of the second best.
    fn sum_up(&self, first: usize, attacks: bool) -> (Numbers, usize, u32) {
        // Seen from whoever chooses here: `need` of one child, `all` of all children.
        let (mut least, mut second, mut chosen) = (u32::MAX, NEVER, 0);
        let mut sum = 0u32;
        let mut leans_on_any = ALONE;
        let mut leans_on_best = TOO_LONG;
        let mut settled = true;
        for (index, child) in self.children[first..].iter().enumerate() {
            let Numbers { proof, disproof, leans_on } = child.numbers;
            let (need, all) = if attacks { (proof, disproof) } else { (disproof, proof) };
            sum = if all == NEVER { NEVER } else { sum.saturating_add(all).min(NEVER) };
            settled &= all == 0;
            if need < least {
                (second, least, chosen) = (least.min(NEVER), need, index);
            } else {
                second = second.min(need);
            }
            if disproof == 0 {
                leans_on_any = leans_on_any.min(leans_on);
                if leans_on > leans_on_best {
                    leans_on_best = leans_on;
                }
            }
        }
        let least = least.min(NEVER);
        // A sum that is full is not yet "never": only a settled choice is.
        let sum = if settled { 0 } else { sum.clamp(1, NEVER - 1) };
        let sum = if least == 0 { NEVER } else { sum };
        let least = if settled { NEVER } else { least };
        let numbers = match attacks {
            true => Numbers { proof: least, disproof: sum, leans_on: leans_on_any },
            false => Numbers { proof: sum, disproof: least, leans_on: leans_on_best },
        };
        match numbers.disproof {
            0 => (numbers, chosen, second),
            _ => (Numbers { leans_on: ALONE, ..numbers }, chosen, second),
        }
    }
}

/// One place: 64 bits of key; 22 of proof, 22 of disproof, 4 of work, 16 of a second hash.
#[derive(Clone, Copy, bytemuck::Zeroable)]
struct Slot {
    key: u64,
    data: u64,
}

struct ProofTable {
    buckets: Box<[[Slot; 4]]>,
}

impl ProofTable {
    fn new(bytes: usize) -> Result<ProofTable, TableError> {
        let count = (bytes / size_of::<[Slot; 4]>()).max(1);
        let buckets = bytemuck::allocation::try_zeroed_slice_box(count).map_err(|()| TableError { bytes })?;
        Ok(ProofTable { buckets })
    }

    fn places(&self) -> u64 {
        self.buckets.len() as u64 * 4
    }

    fn bucket(&mut self, key: u64) -> &mut [Slot; 4] {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &mut self.buckets[index as usize]
    }

    fn probe(&mut self, key: u64, check: u16) -> Option<Numbers> {
        let slots = self.bucket(key);
        let slot =
            slots.iter().find(|slot| slot.key == key && slot.data >> 48 == u64::from(check) && slot.data != 0)?;
        let (proof, disproof) = (slot.data as u32 & NEVER, (slot.data >> 22) as u32 & NEVER);
        (proof != disproof || proof > 0).then_some(Numbers { proof, disproof, leans_on: ALONE })
    }

    /// Remembers the numbers; true when the place was empty.
    fn store(&mut self, key: u64, check: u16, numbers: Numbers, work: u64) -> bool {
        let effort = u64::from((64 - work.leading_zeros()) / 2).min(15);
        let data = u64::from(numbers.proof) | u64::from(numbers.disproof) << 22 | effort << 44 | u64::from(check) << 48;
        let slots = self.bucket(key);
        let same = slots.iter().position(|slot| slot.data == 0 || slot.key == key && slot.data >> 48 == data >> 48);
        let least = (0..4).min_by_key(|&index| slots[index].data >> 44 & 15).unwrap_or(0);
        let slot = &mut slots[same.unwrap_or(least)];
        let was_empty = slot.data == 0;
        *slot = Slot { key, data };
        was_empty
    }
}
