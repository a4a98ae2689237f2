//! Retrograde analysis against a solver that shares nothing with it, on random games full of loops.
//!
//! A random game is a graph: positions in a few tiers, each with a player to move, an end or some moves, within the tier
//! in circles or down to lower ones. Players need not alternate.

mod common;

use athos_core::random::Random;
use athos_core::{
    Code, Described, Game, Outcome, Player, Retrograde, RuleOption, RuleSet, RulesError, Run, Tiered, Value,
};
use athos_solve::{Folder, Options, Tables, solve, solve_with_loops, verify};
use common::{GO_ON, QUIET, tables};
use std::sync::Arc;

const TIERS: usize = 3;

#[derive(Clone)]
struct Tangle {
    seed: u64,
    positions: Arc<Vec<Place>>,
    per_tier: usize,
}

#[derive(Clone)]
struct Place {
    /// Nobody ever stands here.
    gap: bool,
    turn: Player,
    outcome: Option<Outcome>,
    moves: Vec<u32>,
}

impl Tangle {
    fn new(seed: u64, per_tier: usize) -> Tangle {
        let mut random = Random::new(seed);
        let ends = [Outcome::Winner(Player::One), Outcome::Winner(Player::Two), Outcome::Draw];
        let mut positions: Vec<Place> = Vec::new();
        for id in 0..TIERS * per_tier {
            let turn = Player::BOTH[random.below(2)];
            let gap = random.below(10) == 0;
            let over = gap || random.below(8) == 0;
            let outcome = over.then(|| ends[random.below(3)]);
            let first = id / per_tier * per_tier;
            let moves = (0..if over { 0 } else { 1 + random.below(4) }).map(|_| {
                let inside = first == 0 || random.below(4) > 0;
                (if inside { first + random.below(per_tier) } else { random.below(first) }) as u32
            });
            positions.push(Place { gap, turn, outcome, moves: moves.collect() });
        }
        // Moves to gaps lead on; a position left without a move is over.
        for id in 0..positions.len() {
            let kept: Vec<u32> =
                positions[id].moves.iter().copied().filter(|&to| !positions[to as usize].gap).collect();
            if kept.is_empty() && positions[id].outcome.is_none() {
                positions[id].outcome = Some(Outcome::Draw);
            }
            positions[id].moves = kept;
        }
        Tangle { seed, positions: Arc::new(positions), per_tier }
    }

    fn place(&self, position: u32) -> &Place {
        &self.positions[position as usize]
    }

    /// Values by iteration: in round k everything that ends within k plies is known, the rest counts as drawn.
    fn fixed_point(&self) -> Vec<Value> {
        let over = |place: &Place| place.outcome.map(|outcome| Value::over(outcome.for_player(place.turn)));
        let mut values: Vec<Value> = self.positions.iter().map(|place| over(place).unwrap_or(Value::DRAW)).collect();
        loop {
            let value = |place: &Place| {
                let after =
                    place.moves.iter().map(|&to| values[to as usize].before_move(self.place(to).turn == place.turn));
                over(place).or_else(|| after.max()).unwrap_or(Value::DRAW)
            };
            let next: Vec<Value> = self.positions.iter().map(value).collect();
            if next == values {
                return values;
            }
            values = next;
        }
    }
}

impl Game for Tangle {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        self.positions.len() as u32 - 1
    }

    fn turn(&self, position: &u32) -> Player {
        self.place(*position).turn
    }

    fn outcome(&self, position: &u32) -> Option<Outcome> {
        self.place(*position).outcome
    }

    fn moves(&self, position: &u32, out: &mut Vec<u32>) {
        out.extend(&self.place(*position).moves);
    }

    fn play(&self, _position: &u32, m: u32) -> u32 {
        m
    }
}

impl Tiered for Tangle {
    fn tiers(&self) -> usize {
        TIERS
    }

    fn tier_name(&self, tier: usize) -> String {
        format!("tangle-{tier}")
    }

    fn tier_len(&self, _tier: usize) -> u64 {
        self.per_tier as u64
    }

    fn child_tiers(&self, tier: usize) -> Vec<usize> {
        (0..tier).collect()
    }

    fn is_loopy(&self, _tier: usize) -> bool {
        true
    }

    fn rank(&self, position: &u32) -> (usize, u64) {
        (*position as usize / self.per_tier, u64::from(*position) % self.per_tier as u64)
    }

    fn unrank(&self, tier: usize, rank: u64) -> Option<u32> {
        let id = (tier * self.per_tier) as u32 + rank as u32;
        (!self.place(id).gap).then_some(id)
    }

    fn run(&self, tier: usize, rank: u64) -> Run {
        let place = self.place((tier * self.per_tier) as u32 + rank as u32);
        Run { ranks: 1, turn: place.turn, weight: 1 }
    }
}

impl Retrograde for Tangle {
    fn predecessors(&self, position: &u32, out: &mut Vec<u32>) {
        let tier = *position as usize / self.per_tier;
        for from in (tier * self.per_tier) as u32..((tier + 1) * self.per_tier) as u32 {
            let place = self.place(from);
            if !place.gap {
                out.extend(place.moves.iter().filter(|to| *to == position).map(|_| from));
            }
        }
    }
}

impl Described for Tangle {
    const ID: &'static str = "tangle";
    const TITLE: &'static str = "Tangle";
    const PLAYERS: [&'static str; 2] = ["first", "second"];
    const OPTIONS: &'static [RuleOption] =
        &[RuleOption { name: "seed", values: athos_core::Values::Text("a number"), default: "0", help: "which graph" }];
    const RULES_PAGE: &'static str = "";

    fn with_rules(rules: &RuleSet) -> Result<Tangle, RulesError> {
        Ok(Tangle::new(rules.number("seed", 0, 0..=usize::MAX)? as u64, 100))
    }

    fn rules(&self) -> Vec<String> {
        vec![self.seed.to_string()]
    }
}

#[test]
fn loops_are_solved_as_the_fixed_point_says() {
    let (mut wins, mut draws, mut longest) = (0, 0, 0);
    for seed in 0..60 {
        let game = Tangle::new(seed, [40, 300, 2500][seed as usize % 3]);
        let data = tempfile::tempdir().unwrap();
        let summary = solve_with_loops(&game, &Folder::of(&game, data.path()), QUIET).unwrap();
        assert_eq!(summary.solved, TIERS);
        let solved = Tables::open(&game, data.path()).unwrap();
        for (position, value) in (0..).zip(game.fixed_point()) {
            if game.place(position).gap {
                let (tier, rank) = game.rank(&position);
                assert_eq!(solved.table(tier).unwrap().code(rank).unwrap(), Code::GAP);
                continue;
            }
            assert_eq!(solved.value(&position).unwrap(), value, "seed {seed}, position {position}");
            wins += u32::from(value.plies.is_some());
            draws += u32::from(value == Value::DRAW);
            longest = longest.max(value.plies.unwrap_or(0));
        }
        let options = verify::Options { workers: 2, in_memory: true, stop: &GO_ON, report: &|_, _| {} };
        assert_eq!(verify::verify(&game, data.path(), verify::Scope::All, options).unwrap().wrong, 0);
    }
    assert!(wins > 1000 && draws > 1000 && longest > 8, "{wins} wins, {draws} draws, longest {longest}");
}

#[test]
fn the_number_of_threads_leaves_no_trace() {
    let game = Tangle::new(7, 5000);
    let (one, three) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    solve_with_loops(&game, &Folder::of(&game, one.path()), Options { workers: 1, ..QUIET }).unwrap();
    solve_with_loops(&game, &Folder::of(&game, three.path()), Options { workers: 3, ..QUIET }).unwrap();
    assert!(tables(&game, one.path()) == tables(&game, three.path()));
}

#[test]
fn a_game_that_hides_its_loops_is_found_out() {
    let game = Tangle::new(3, 100);
    let data = tempfile::tempdir().unwrap();
    let error = solve(&game, &Folder::of(&game, data.path()), QUIET).unwrap_err();
    assert_eq!(error.to_string(), "tier tangle-0 has loops, which this game cannot be walked back through");
}
