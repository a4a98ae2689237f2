//! Depth-first proof-number search for one question: does the attacker win outright?
//!
//! A position has two numbers, how many positions must still be proved to prove it and disproved to disprove it. The
//! search always works where the fewest are missing; it goes down until a threshold is passed, remembers the numbers in a
//! table and comes back. What makes it fast here:
//!
//! 1. Moves come from the analysis of threats: no move that is refuted at once, no reply that loses at once.
//! 2. A move starts with the number of replies to it as its proof number, so that the search forces where it can.
//! 3. Thresholds a quarter above the second best, so that it does not jump to and fro.
//! 4. Moves are looked up in the table only when their turn comes: most never are.
//! 5. A reply whose sibling was just proved is tried with the same refutation before anything else.

use crate::table::{Known, NEVER, NO_MOVE, Numbers, Table, add};
use athos_core::{Game, Player, Symmetric};
use athos_games::quadrants::{
    Attack, Defence, Placement, QuadrantGame, Stones, Twist, attack, defend, inverse, pack_canonical,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// How long a search may go on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// When to end.
    pub deadline: Option<Instant>,
    /// Ends the search when set by another thread.
    pub stop: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// Whether time is up or somebody asked to stop.
    pub fn ended(&self) -> bool {
        let asked = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        asked || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// A search that was ended by its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the limits ended the search before it had an answer")]
pub struct Stopped;

/// Calls for progress every so many positions.
const PULSE: u64 = 1 << 10;

/// Reads the clock every so many positions: within a millisecond.
const LOOK: u64 = 1 << 6;

/// One search: a question, a table, limits.
pub struct Search<'a, T: Twist> {
    game: &'a QuadrantGame<T>,
    attacker: Player,
    table: &'a Table,
    limits: Limits<'a>,
    /// Positions visited.
    pub nodes: u64,
    pulse: Option<&'a mut dyn FnMut(u64, Numbers)>,
    /// The position whose proof was asked for, and its numbers.
    root: (Stones, Numbers),
    spare: Vec<Vec<Child<T>>>,
}

/// A move from a position in hand, and what is known of where it leads.
#[derive(Clone, Copy)]
struct Child<T> {
    m: Placement<T>,
    position: Stones,
    key: u64,
    numbers: Numbers,
}

impl<'a, T: Twist> Search<'a, T> {
    /// A search for the attacker's win, with a table that searches of the same game may share.
    pub fn new(game: &'a QuadrantGame<T>, attacker: Player, table: &'a Table, limits: Limits<'a>) -> Search<'a, T> {
        let root = (Stones::default(), Numbers { proof: 1, disproof: 1 });
        Search { game, attacker, table, limits, nodes: 0, pulse: None, root, spare: Vec::new() }
    }

    /// Calls `pulse` every thousand positions or so with their number and with the numbers of the root.
    pub fn with_pulse(mut self, pulse: &'a mut dyn FnMut(u64, Numbers)) -> Search<'a, T> {
        self.pulse = Some(pulse);
        self
    }

    /// Whether the attacker wins outright. The game is not over.
    pub fn prove(&mut self, position: &Stones) -> Result<bool, Stopped> {
        self.root = (*position, Numbers { proof: 1, disproof: 1 });
        self.improve(position, Numbers { proof: NEVER, disproof: NEVER }).map(|numbers| numbers.disproof != 0)
    }

    /// Who is to win.
    pub fn attacker(&self) -> Player {
        self.attacker
    }

    /// What the table knows the answer to be.
    pub fn known_answer(&self, position: &Stones) -> Option<bool> {
        self.look_up(position).and_then(Numbers::answer)
    }

    /// A move of the attacker, who is to move, that the table knows to win, or that wins at once or after any reply.
    pub fn winning_move(&self, position: &Stones) -> Option<Placement<T>> {
        let mut moves = Vec::new();
        match attack(self.game, position, &mut moves) {
            Attack::Wins(m) => Some(m),
            Attack::Goes => match moves.iter().find(|(_, replies)| *replies == 0) {
                Some((m, _)) => Some(*m),
                None => self.known_move(position),
            },
        }
    }

    /// The question is part of the key; with bit 15 no key is 0.
    fn key(&self, position: &Stones) -> (u64, usize) {
        let (packed, symmetry) = pack_canonical(position);
        (packed | 1 << 15 | (self.attacker.index() as u64) << 31, symmetry)
    }

    fn look_up(&self, position: &Stones) -> Option<Numbers> {
        self.table.get(self.key(position).0).map(|known| known.numbers)
    }

    pub(crate) fn known_move(&self, position: &Stones) -> Option<Placement<T>> {
        let (key, symmetry) = self.key(position);
        let known = self.table.get(key).filter(|known| known.numbers == Numbers::PROVED)?;
        let image = self.game.map_position(symmetry, position);
        Some(self.game.map_move(inverse(symmetry), &image, Placement::from_code(known.m)?))
    }

    fn remember(&self, position: &Stones, numbers: Numbers, m: Option<Placement<T>>, work: u64) {
        let (key, symmetry) = self.key(position);
        let m = m.and_then(|m| self.game.map_move(symmetry, position, m).code()).unwrap_or(NO_MOVE);
        self.table.put(key, Known { numbers, m }, work);
    }

    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.limits.nodes.is_some_and(|nodes| self.nodes > nodes) {
            return Err(Stopped);
        }
        if self.nodes.is_multiple_of(PULSE)
            && let Some(pulse) = &mut self.pulse
        {
            pulse(self.nodes, self.root.1);
        }
        if self.nodes.is_multiple_of(LOOK) && self.limits.ended() {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Works on a position until one of its numbers reaches its limit, and remembers them.
    fn improve(&mut self, position: &Stones, limit: Numbers) -> Result<Numbers, Stopped> {
        self.count_node()?;
        let begun = self.nodes;
        let mut children = self.spare.pop().unwrap_or_default();
        children.clear();
        let result = if position.turn() == self.attacker {
            self.improve_attack(position, limit, &mut children)
        } else {
            self.improve_defence(position, limit, &mut children).map(|numbers| (numbers, None))
        };
        self.spare.push(children);
        let (numbers, m) = result?;
        self.remember(position, numbers, m, self.nodes - begun + 1);
        Ok(numbers)
    }

    fn improve_attack(
        &mut self,
        position: &Stones,
        limit: Numbers,
        children: &mut Vec<Child<T>>,
    ) -> Result<(Numbers, Option<Placement<T>>), Stopped> {
        // 1. Moves, the least replies first. Their positions are made when they are looked up.
        let mut moves = Vec::new();
        if let Attack::Wins(m) = attack(self.game, position, &mut moves) {
            return Ok((Numbers::PROVED, Some(m)));
        }
        moves.sort_unstable_by_key(|&(m, replies)| (replies, m.cell));
        match moves.first() {
            None => return Ok((Numbers::DISPROVED, None)),
            Some(&(m, 0)) => return Ok((Numbers::PROVED, Some(m))),
            Some(_) => {}
        }
        let mut fresh = moves.iter().peekable();
        loop {
            // 2. The most promising move. The proof number is the least of all, the disproof number the sum.
            let (mut best, mut least, mut second) = (0, NEVER, NEVER);
            for (index, child) in children.iter().enumerate() {
                let proof = child.numbers.proof;
                if proof < least {
                    (best, second, least) = (index, least, proof);
                } else if proof < second {
                    second = proof;
                }
            }
            while let Some(&&(m, replies)) = fresh.peek()
                && replies <= least
            {
                fresh.next();
                let next = self.game.play(position, m);
                let key = self.key(&next).0;
                if children.iter().any(|child| child.key == key) {
                    continue;
                }
                let known = self.table.get(key).map(|known| known.numbers);
                let numbers = known.unwrap_or(Numbers { proof: replies, disproof: 1 });
                children.push(Child { m, position: next, key, numbers });
                if numbers.proof < least {
                    (best, second, least) = (children.len() - 1, least, numbers.proof);
                } else if numbers.proof < second {
                    second = numbers.proof;
                }
            }
            if let Some((_, replies)) = fresh.peek() {
                second = second.min(*replies);
            }
            let known = children.iter().fold(0, |sum, child| add(sum, child.numbers.disproof));
            let disproof = add(known, fresh.len() as u32);
            let numbers = match least {
                0 => Numbers::PROVED,
                NEVER => Numbers::DISPROVED,
                proof => Numbers { proof, disproof },
            };
            if *position == self.root.0 {
                self.root.1 = numbers;
            }
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                return Ok((numbers, (least == 0).then_some(children[best].m)));
            }

            // 3. Work on it until another is more promising by a quarter.
            let child = children[best];
            let child_limit = Numbers {
                proof: limit.proof.min(second.saturating_add(second / 4 + 1).min(NEVER)),
                disproof: (limit.disproof - disproof + child.numbers.disproof).min(NEVER),
            };
            children[best].numbers = self.improve(&child.position, child_limit)?;
        }
    }

    fn improve_defence(
        &mut self,
        position: &Stones,
        limit: Numbers,
        children: &mut Vec<Child<T>>,
    ) -> Result<Numbers, Stopped> {
        // 1. Replies, with what the table knows of them.
        let mut replies = Vec::new();
        if let Defence::Refutes(_) = defend(self.game, position, &mut replies) {
            return Ok(Numbers::DISPROVED);
        }
        for m in replies {
            let next = self.game.play(position, m);
            let key = self.key(&next).0;
            children.push(Child { m, position: next, key, numbers: Numbers { proof: 1, disproof: 1 } });
        }
        children.sort_unstable_by_key(|child| child.key);
        children.dedup_by_key(|child| child.key);
        for child in children.iter_mut() {
            if let Some(known) = self.table.get(child.key) {
                child.numbers = known.numbers;
            }
        }
        if children.iter().any(|child| child.numbers.disproof == 0) {
            return Ok(Numbers::DISPROVED);
        }
        children.retain(|child| child.numbers.proof != 0);
        let mut model = None;
        loop {
            // 2. What refuted one reply may refute the others.
            if let Some(model) = model.take()
                && let Some(m) = self.known_move(&model)
            {
                children.retain(|child| !self.simulate(&child.position, &model, m));
            }

            // 3. The most promising reply. The disproof number is the least of all, the proof number the sum.
            let (mut best, mut least, mut second, mut proof) = (0, NEVER, NEVER, 0);
            for (index, child) in children.iter().enumerate() {
                let disproof = child.numbers.disproof;
                proof = add(proof, child.numbers.proof);
                if disproof < least {
                    (best, second, least) = (index, least, disproof);
                } else if disproof < second {
                    second = disproof;
                }
            }
            let numbers = if children.is_empty() { Numbers::PROVED } else { Numbers { proof, disproof: least } };
            if *position == self.root.0 {
                self.root.1 = numbers;
            }
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                return Ok(numbers);
            }

            // 4. Work on it until another is more promising by a quarter.
            let child = children[best];
            let child_limit = Numbers {
                proof: (limit.proof - proof + child.numbers.proof).min(NEVER),
                disproof: limit.disproof.min(second.saturating_add(second / 4 + 1).min(NEVER)),
            };
            let numbers = self.improve(&child.position, child_limit)?;
            match numbers.answer() {
                Some(false) => return Ok(Numbers::DISPROVED),
                Some(true) => {
                    model = Some(child.position);
                    children.swap_remove(best);
                }
                None => children[best].numbers = numbers,
            }
        }
    }

    /// Whether the attacker, to move in `position`, wins with the moves that win in `model`, `m` to begin with, as far
    /// as the table knows them. What it proves it remembers. The attacker has no win at once in `position`.
    fn simulate(&self, position: &Stones, model: &Stones, m: Placement<T>) -> bool {
        if position.taken() & m.cell.bit() != 0 {
            return false;
        }
        let (next, model) = (self.game.play(position, m), self.game.play(model, m));
        if self.game.outcome(&next).is_some() || self.game.outcome(&model).is_some() {
            return false;
        }
        let mut replies = Vec::new();
        if let Defence::Refutes(_) = defend(self.game, &next, &mut replies) {
            return false;
        }
        let proved = replies.iter().all(|&reply| {
            let next = self.game.play(&next, reply);
            if self.look_up(&next) == Some(Numbers::PROVED) {
                return true;
            }
            if model.taken() & reply.cell.bit() != 0 {
                return false;
            }
            let model = self.game.play(&model, reply);
            self.known_move(&model).is_some_and(|m| self.simulate(&next, &model, m))
        });
        if proved {
            self.remember(position, Numbers::PROVED, Some(m), 1);
        }
        proved
    }
}
