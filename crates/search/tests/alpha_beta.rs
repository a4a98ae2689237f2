//! Alpha-beta with any sound switches finds exactly what plain minimax finds.

mod common;

use athos_core::random::Random;
use athos_core::{FullGame, Game, Player, Score};
use athos_games::registry::{Visitor, build};
use athos_games::{Matches, Nim, nim::Heaps};
use athos_search::{Evaluator, Hashed, Limits, Own, Scoring, Settings, Switch, Switches, Zero, alpha_beta};
use common::doors::Doors;
use common::{at, for_every_game, full, move_points, plain, points, positions};

/// All single switches, all pairs, all of them, all but one, and some hundred random sets.
fn sets() -> Vec<Switches> {
    let sound: Vec<Switch> = Switch::sound().collect();
    let mut sets = vec![Switches::NONE, Switches::sound()];
    for (index, &one) in sound.iter().enumerate() {
        sets.push([one].into_iter().collect());
        sets.push(Switches::sound().without(one.name()).unwrap());
        sets.extend(sound[..index].iter().map(|&other| [one, other].into_iter().collect::<Switches>()));
    }
    let mut random = Random::new(7);
    for _ in 0..if full() { 3000 } else { 300 } {
        let bits = random.next_u64();
        let mut set: Switches = sound.iter().copied().filter(|&switch| bits & (1 << switch as u32) != 0).collect();
        set.aspiration_width = 1 + (bits >> 60) as i32;
        sets.push(set);
    }
    sets
}

/// Every set in turn, on every position, with every evaluator: each position gets a part of the sets, so that all sets
/// meet all kinds of positions.
fn check<G: FullGame, E: Evaluator<G>>(game: &G, evaluator: &E, scoring: Scoring, depth: u32, seed: u64) {
    let sets = sets();
    let positions = positions(game, seed, 6);
    for (index, position) in positions.iter().enumerate() {
        let expected = plain(game, evaluator, position, scoring, depth);
        let worth = move_points(game, evaluator, position, scoring, depth);
        for switches in sets.iter().skip(index).step_by(positions.len()) {
            // A table of sixteen places is replaced all the time; a large one never.
            let memory = if index % 2 == 0 { 256 } else { 1 << 18 };
            let limits = Limits { memory, ..Limits::depth(depth) };
            let settings = Settings { switches: *switches, scoring, limits, threads: 1 };
            let report = alpha_beta(game, evaluator, position, &settings).unwrap();
            let found = points(report.score);
            assert_eq!(found, points(expected.score), "{} with {switches}", at(game, position));
            assert!(report.is_proven() || !expected.is_proven(), "{} with {switches}", at(game, position));
            let best = worth.iter().find(|(m, _)| Some(*m) == report.best).map(|&(_, points)| points);
            assert_eq!(best, Some(found), "best move of {} with {switches}", at(game, position));
            assert_eq!(report.line.first().copied(), report.best);
        }
    }
}

#[test]
fn sound_switches_keep_the_value_with_the_games_estimate() {
    struct Check(u32);
    impl Visitor for Check {
        type Output = ();
        fn visit<G: FullGame>(self, game: G) {
            check(&game, &Own, Scoring::Distance, self.0, 1);
            check(&game, &Own, Scoring::Outcome, self.0 - 1, 2);
        }
    }
    for_every_game(Check);
}

#[test]
fn sound_switches_keep_the_value_with_a_hashed_estimate() {
    struct Check(u32);
    impl Visitor for Check {
        type Output = ();
        fn visit<G: FullGame>(self, game: G) {
            check(&game, &Hashed { seed: 3, spread: 2 }, Scoring::Distance, self.0, 3);
            check(&game, &Hashed { seed: 4, spread: 1 }, Scoring::Distance, self.0 - 1, 4);
            check(&game, &Hashed { seed: 5, spread: 40 }, Scoring::Outcome, self.0, 5);
        }
    }
    for_every_game(Check);
}

#[test]
fn sound_switches_keep_the_value_where_positions_come_up_again_and_again() {
    let sets = sets();
    for seed in 0..if full() { 20_000 } else { 2_000 } {
        let game = Doors::random(seed, 4 + seed as usize % 9);
        let evaluator = Hashed { seed, spread: 3 };
        let depth = 3 + seed as u32 % 6;
        let scoring = if seed % 3 == 0 { Scoring::Outcome } else { Scoring::Distance };
        let expected = points(plain(&game, &evaluator, &game.start(), scoring, depth).score);
        for switches in sets.iter().skip(seed as usize % 50).step_by(50) {
            let limits = Limits { memory: 1 << 14, ..Limits::depth(depth) };
            let settings = Settings { switches: *switches, scoring, limits, threads: 1 };
            let report = alpha_beta(&game, &evaluator, &game.start(), &settings).unwrap();
            assert_eq!(points(report.score), expected, "seed {seed}, depth {depth}, with {switches}");
        }
    }
}

#[test]
fn no_switch_proves_what_is_not_so() {
    let mut random = Random::new(1);
    let mut proven = 0;
    for seed in 0..if full() { 50_000 } else { 5_000 } {
        let game = Doors::random(seed, 4 + seed as usize % 9);
        let bits = random.next_u64();
        let mut switches: Switches = Switch::all().filter(|&switch| bits & (1 << switch as u32) != 0).collect();
        (switches.beam_width, switches.beam_from) = (1 + (bits >> 40) as u32 % 2, (bits >> 44) as u32 % 4);
        (switches.selective_plies, switches.selective_threshold) = ((bits >> 48) as u32 % 5, (bits >> 52) as i32 % 3);
        let limits = Limits { memory: 1 << 14, ..Limits::depth(1 + seed as u32 % 7) };
        let settings = Settings { switches, limits, ..Settings::default() };
        let report = alpha_beta(&game, &Hashed { seed, spread: 3 }, &game.start(), &settings).unwrap();
        if let Some(value) = report.value() {
            assert_eq!(value.wdl, game.solve()[0], "seed {seed} with {switches}");
            assert_eq!(report.statistics.beamed, 0, "seed {seed} with {switches}");
            proven += 1;
        }
    }
    assert!(proven > 1000, "only {proven} proven");
}

#[test]
fn switches_that_change_the_question_change_nothing_when_it_stays_the_same() {
    struct Check(u32);
    impl Visitor for Check {
        type Output = ();
        fn visit<G: FullGame>(self, game: G) {
            for position in positions(&game, 8, 4) {
                let expected = plain(&game, &Own, &position, Scoring::Distance, self.0).score;
                // A beam wider than any list of moves, an extension nothing reaches, an evaluator without noise.
                for text in ["beam=1000:0,ordering", "selective=2:1000000,table", "quiescence,pvs"] {
                    let switches = Switches::read(text).unwrap();
                    let settings = Settings { switches, limits: Limits::depth(self.0), ..Settings::default() };
                    let found = alpha_beta(&game, &Own, &position, &settings).unwrap().score;
                    match (found, expected) {
                        // The distance is not claimed with such switches.
                        (Score::Proven(found), Score::Proven(expected)) => assert_eq!(found.wdl, expected.wdl),
                        _ => assert_eq!(points(found), points(expected), "{} with {text}", at(&game, &position)),
                    }
                }
            }
        }
    }
    for_every_game(Check);
}

#[test]
fn threads_find_what_one_finds() {
    struct Check(u32);
    impl Visitor for Check {
        type Output = ();
        fn visit<G: FullGame>(self, game: G) {
            let evaluator = Hashed { seed: 9, spread: 3 };
            for position in positions(&game, 6, 8) {
                let expected = plain(&game, &evaluator, &position, Scoring::Distance, self.0);
                let worth = move_points(&game, &evaluator, &position, Scoring::Distance, self.0);
                for (threads, switches) in [(2, "sound"), (3, "table,ordering"), (4, "sound"), (2, "win-stop,pvs")] {
                    let switches = Switches::read(switches).unwrap();
                    let limits = Limits { memory: 1 << 16, ..Limits::depth(self.0) };
                    let settings = Settings { switches, limits, threads, ..Settings::default() };
                    let report = alpha_beta(&game, &evaluator, &position, &settings).unwrap();
                    assert_eq!(points(report.score), points(expected.score), "{}", at(&game, &position));
                    let best = worth.iter().find(|(m, _)| Some(*m) == report.best).map(|&(_, points)| points);
                    assert_eq!(best, Some(points(expected.score)), "{}", at(&game, &position));
                }
            }
        }
    }
    for_every_game(Check);
}

#[test]
fn nim_is_played_by_the_theory() {
    for play in ["normal", "misere"] {
        let game: Nim = build(&format!("heaps=7+7+7,play={play}")).unwrap();
        for number in 0..512u16 {
            let sizes = [number / 64, number / 8 % 8, number % 8].map(|size| size as u8);
            let position = Heaps::new(&sizes, Player::One).unwrap();
            for scoring in [Scoring::Outcome, Scoring::Distance] {
                let limits = Limits { memory: 1 << 16, ..Limits::default() };
                let settings = Settings { scoring, limits, ..Settings::default() };
                let report = alpha_beta(&game, &Zero, &position, &settings).unwrap();
                let value = report.value().unwrap();
                assert_eq!(value.wdl == athos_core::Wdl::Win, game.wins(&position), "{sizes:?} {play}");
                assert_eq!(value.wdl == athos_core::Wdl::Loss, !game.wins(&position), "{sizes:?} {play}");
            }
        }
    }
}

#[test]
fn matches_are_played_by_the_theory() {
    for rules in ["", "takes=1+3+4", "takes=2+5", "takes=1-5", "takes=2-3,terminal=0", "takes=1+4"] {
        for play in ["misere", "normal"] {
            for pile in 1..=40 {
                let comma = if rules.is_empty() { "" } else { "," };
                let game: Matches = build(&format!("pile={pile},play={play}{comma}{rules}")).unwrap();
                for switches in ["table,win-stop,deepening", "sound", "table"] {
                    let switches = Switches::read(switches).unwrap();
                    let limits = Limits { memory: 1 << 14, ..Limits::default() };
                    let settings = Settings { switches, limits, ..Settings::default() };
                    let report = alpha_beta(&game, &Zero, &game.start(), &settings).unwrap();
                    let won = report.value().map(|value| value.wdl == athos_core::Wdl::Win);
                    assert_eq!(won, Some(game.wins(pile)), "{pile} {play} {rules} with {}", settings.switches);
                }
            }
        }
    }
}

#[test]
fn node_counts_are_those_of_report_b() {
    let piles = [5, 7, 9, 12, 15];
    let count = |scoring, switches: &str, minimax: bool| {
        piles.map(|pile| {
            let game: Matches = build(&format!("pile={pile}")).unwrap();
            let start = game.start();
            let settings = Settings {
                switches: Switches::read(switches).unwrap(),
                scoring,
                limits: Limits::depth(40),
                threads: 1,
            };
            let report = match minimax {
                true => plain(&game, &Zero, &start, scoring, 40),
                false => alpha_beta(&game, &Zero, &start, &settings).unwrap(),
            };
            assert_eq!(report.value().map(|value| value.wdl == athos_core::Wdl::Win), Some(pile % 4 != 1));
            report.statistics.nodes
        })
    };
    assert_eq!(count(Scoring::Outcome, "none", true), [15, 52, 177, 1104, 6872]);
    assert_eq!(count(Scoring::Outcome, "win-stop", false), [15, 32, 113, 456, 1600]);
    // The same with an open window, as the report's pseudo-code has it.
    assert_eq!(count(Scoring::Outcome, "none", false), [15, 45, 134, 578, 2205]);
}
