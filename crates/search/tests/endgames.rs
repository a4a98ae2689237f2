//! Small endgames of every game: alpha-beta, proof-number search and Monte Carlo agree about their values.

mod common;

use athos_core::random::Random;
use athos_core::{FullGame, Game, Player, Value, Wdl};
use athos_games::Matches;
use athos_games::registry::{Visitor, build, visit};
use athos_search::{
    End, Limits, MonteCarlo, Scoring, Settings, Zero, alpha_beta, exact, minimax, monte_carlo, proof_number,
};
use common::doors::Doors;
use common::{at, full};

/// Games, and how many plies before their end their endgames begin at most.
const ENDGAMES: &[(&str, usize)] = &[
    ("matches", 12),
    ("nim", 9),
    ("three-musketeers", 5),
    ("three-musketeers:stuck=pass", 5),
    ("mad-king", 3),
    ("pentago", 2),
    ("pentago-swap", 2),
];

/// Positions at most `plies` plies before the end of random games.
fn endgames<G: Game>(game: &G, plies: usize, count: usize) -> Vec<G::Position> {
    let mut random = Random::new(11);
    let mut moves = Vec::new();
    let mut found = Vec::new();
    while found.len() < count {
        let mut line = vec![game.start()];
        while line.len() < 500 {
            moves.clear();
            game.moves(&line[line.len() - 1], &mut moves);
            let Some(&m) = random.pick(&moves) else { break };
            line.push(game.play(&line[line.len() - 1], m));
        }
        let back = 1 + random.below(plies);
        if game.outcome(&line[line.len() - 1]).is_some() && line.len() > back {
            found.push(line[line.len() - 1 - back]);
        }
    }
    found
}

#[test]
fn three_searches_agree_on_endgames() {
    struct Agree(usize);
    impl Visitor for Agree {
        type Output = ();
        fn visit<G: FullGame>(self, game: G) {
            let count = 1000;
            let nodes = if full() { 200_000 } else { 20_000 };
            let limits = Limits { nodes: Some(nodes), memory: 1 << 18, ..Limits::default() };
            let mut decided = [0; 3];
            for position in endgames(&game, self.0, count) {
                let by_depth = exact(&game, &position, &limits, false).unwrap().value.map(|value| value.wdl);
                let by_proof = proof_number(&game, &position, &limits).unwrap();
                let options = MonteCarlo { playout_plies: 30, ..MonteCarlo::default() };
                let few = Limits { nodes: Some(nodes / 20), memory: 1 << 20, ..Limits::default() };
                let by_chance = monte_carlo(&game, &Zero, &position, &options, &few);
                let best = |m: Option<G::Move>| game.play(&position, m.unwrap());
                let values = [by_depth, by_proof.value().map(|v| v.wdl), by_chance.value().map(|v| v.wdl)];
                let known: Vec<Wdl> = values.iter().flatten().copied().collect();
                assert!(known.windows(2).all(|pair| pair[0] == pair[1]), "{}: {values:?}", at(&game, &position));
                for (count, value) in decided.iter_mut().zip(values) {
                    *count += usize::from(value.is_some());
                }
                // The move that proves it keeps the value.
                for (report, value) in [(&by_proof, values[1]), (&by_chance, values[2])] {
                    if let Some(value) = value {
                        let next = best(report.best);
                        let same_player = game.turn(&next) == game.turn(&position);
                        let after = exact(&game, &next, &limits, false).unwrap().value;
                        if let Some(after) = after {
                            assert_eq!(after.before_move(same_player).wdl, value, "{}", at(&game, &position));
                        }
                    }
                }
            }
            println!("{}: decided by depth, by proof, by chance: {decided:?} of {count}", game.spec());
            assert!(decided[0] > count / 2 && decided[1] > count / 2 && decided[2] > count / 4, "{decided:?}");
        }
    }
    for &(spec, plies) in ENDGAMES {
        visit(spec, "", Agree(plies)).unwrap();
    }
}

#[test]
fn exact_values_are_those_of_plain_minimax() {
    struct Agree(usize);
    impl Visitor for Agree {
        type Output = ();
        fn visit<G: FullGame>(self, game: G) {
            let depth = self.0.min(4) as u32;
            for position in endgames(&game, depth as usize, 60) {
                let found = exact(&game, &position, &Limits::depth(depth), true).unwrap();
                let plain = |position: &G::Position, depth| {
                    minimax(&game, &Zero, position, Scoring::Distance, &Limits::depth(depth), &mut ()).value()
                };
                // A draw can be proven without playing out every line, so only wins and losses must be the same.
                let decided = |value: Option<Value>| value.filter(|value| value.wdl != Wdl::Draw);
                assert_eq!(decided(found.value), decided(plain(&position, depth)), "{}", at(&game, &position));
                assert_eq!(found.end == End::Proven, found.moves.iter().all(|(_, value)| value.is_some()));
                for (m, value) in found.moves {
                    let next = game.play(&position, m);
                    let same_player = game.turn(&next) == game.turn(&position);
                    let expected = plain(&next, depth - 1).map(|value| value.before_move(same_player));
                    assert_eq!(decided(value), decided(expected), "{} {}", at(&game, &position), game.show_move(m));
                }
            }
        }
    }
    for &(spec, plies) in ENDGAMES {
        visit(spec, "", Agree(plies)).unwrap();
    }
}

#[test]
fn proofs_in_games_full_of_loops_are_right() {
    let mut seen = [0; 3];
    for seed in 0..if full() { 40_000 } else { 4_000 } {
        let game = Doors::random(seed, 4 + seed as usize % 9);
        let values = game.solve();
        for (index, &expected) in values.iter().enumerate().step_by(3) {
            let position = ((index / 2) as u8, Player::BOTH[index % 2]);
            // A table of four places forgets nearly everything; proofs must be right all the same.
            let memory = if seed % 2 == 0 { 64 } else { 1 << 16 };
            let limits = Limits { nodes: Some(200_000), memory, ..Limits::default() };
            let report = proof_number(&game, &position, &limits).unwrap();
            if let Some(value) = report.value() {
                assert_eq!(value.wdl, expected, "seed {seed}, position {position:?}");
                seen[(value.wdl as i8 + 1) as usize] += 1;
            } else {
                assert!(memory == 64, "seed {seed}, position {position:?}: undecided with a large table");
            }
            // Alpha-beta with the table never proves what is not so either.
            let settings = Settings { limits: Limits { memory, ..Limits::depth(9) }, ..Settings::default() };
            let report = alpha_beta(&game, &Zero, &position, &settings).unwrap();
            assert!(report.value().is_none_or(|value| value.wdl == expected), "seed {seed}, position {position:?}");
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

#[test]
fn unknown_says_which_limit_ended_it() {
    let game: Matches = build("pile=1000").unwrap();
    let start = game.start();
    let found = exact(&game, &start, &Limits { nodes: Some(5000), ..Limits::default() }, true).unwrap();
    assert_eq!((found.value, found.end), (None, End::Nodes));
    let found = exact(&game, &start, &Limits::depth(20), true).unwrap();
    assert_eq!((found.value, found.end), (None, End::Depth));
    let game: Matches = build("pile=21").unwrap();
    let found = exact(&game, &game.start(), &Limits::default(), true).unwrap();
    assert_eq!(found.value.map(|value| value.wdl), Some(Wdl::Loss));
    assert_eq!(found.end, End::Proven);
}
