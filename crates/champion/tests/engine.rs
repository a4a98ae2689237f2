//! The match engine plays by the rules, in time, the same way twice, and says nothing that the solver denies.
//!
//! The soak plays 200 moves a game; 10,000 with ATHOS_FULL set.

use athos_champion::{MatchEngine, Settings, Shallow, Thought};
use athos_core::random::Random;
use athos_core::{Game, Notation, Outcome, Player, Score, Wdl};
use athos_games::quadrants::{Placement, QuadrantGame, Stones, Twist, Worths, survey};
use athos_games::registry::build;
use athos_games::{Pentago, PentagoSwap};
use athos_prove::exact::exact;
use athos_prove::prove::{Settings as ProofSettings, prove};
use athos_prove::search::Limits as SolverLimits;
use athos_prove::table::Table;
use athos_search::{End, Limits};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const MEMORY: usize = 4 << 20;

fn engine<T: Twist>(game: &QuadrantGame<T>, seed: u64) -> MatchEngine<T> {
    MatchEngine::new(game.clone(), &Settings { memory_bytes: MEMORY, seed, ..Settings::default() }).unwrap()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn think<T: Twist>(engine: &mut MatchEngine<T>, position: &Stones, limits: &Limits) -> Thought<T> {
    engine.think(position, limits, &mut |_| ())
}

fn legal<T: Twist>(game: &QuadrantGame<T>, position: &Stones) -> Vec<Placement<T>> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// Random moves, none of which loses at once, up to so many stones; the game goes on.
fn quiet_position<T: Twist>(game: &QuadrantGame<T>, random: &mut Random, stones: u32) -> Stones {
    loop {
        let mut position = game.start();
        while position.taken().count_ones() < stones {
            let mut moves = Vec::new();
            survey(game, &position, &mut moves);
            let Some((m, _)) = random.pick(&moves) else { break };
            position = game.play(&position, *m);
        }
        if position.taken().count_ones() == stones {
            return position;
        }
    }
}

/// Plays games against itself with tiny limits: every move is legal, no thought visits many more nodes than it may, and
/// none takes absurdly long. The clock is not asked for more, because a busy machine may take the processor away.
fn soak<T: Twist>(game: QuadrantGame<T>) {
    let moves = if std::env::var_os("ATHOS_FULL").is_some() { 10_000 } else { 200 };
    let (mut engine, mut random, mut played) = (engine(&game, 1), Random::new(1), 0);
    while played < moves {
        let mut position = quiet_position(&game, &mut random, 2);
        while game.outcome(&position).is_none() {
            let (limits, most) = match played % 3 {
                0 => (nodes(2_000), 2_000),
                1 => (Limits { time: Some(Duration::from_millis(10)), ..Limits::default() }, u64::MAX),
                _ => (Limits { depth: Some(1), nodes: Some(500), ..Limits::default() }, 500),
            };
            let thought = think(&mut engine, &position, &limits);
            let m = thought.best.expect("the game goes on");
            assert!(legal(&game, &position).contains(&m), "{position:?} {m:?}");
            assert!(thought.line.first() == Some(&m));
            // The moves of one position are counted together, and so are the last positions of the solver.
            assert!(thought.statistics.nodes <= most.saturating_add(2_000), "{} nodes", thought.statistics.nodes);
            assert!(thought.time < Duration::from_secs(5), "{:?}", thought.time);
            position = game.play(&position, m);
            played += 1;
        }
        let thought = think(&mut engine, &position, &nodes(100));
        assert_eq!((thought.best, thought.end), (None, End::Proven));
    }
    if moves < 10_000 {
        eprintln!("{moves} of the 10000 moves of a full run (ATHOS_FULL)");
    }
}

#[test]
fn a_soak_of_pentago() {
    soak(Pentago::default());
}

#[test]
fn a_soak_of_pentago_swap() {
    soak(PentagoSwap::default());
}

#[test]
fn other_rules_are_kept() {
    for rules in ["win_before_swap=on", "self_lose=draw"] {
        let game = build::<PentagoSwap>(rules).unwrap();
        let (mut engine, mut position) = (engine(&game, 2), game.start());
        while game.outcome(&position).is_none() {
            let m = think(&mut engine, &position, &nodes(500)).best.unwrap();
            assert!(legal(&game, &position).contains(&m), "{rules}: {position:?} {m:?}");
            position = game.play(&position, m);
        }
    }
}

#[test]
fn equal_seeds_and_nodes_give_equal_games() {
    let game = PentagoSwap::default();
    let play = |seed: u64| {
        let (mut engine, mut position, mut told) = (engine(&game, seed), game.start(), Vec::new());
        while game.outcome(&position).is_none() {
            let thought = think(&mut engine, &position, &nodes(5_000));
            told.push((thought.best, thought.score, thought.depth, thought.statistics.nodes, thought.line));
            position = game.play(&position, thought.best.unwrap());
        }
        told
    };
    assert_eq!(play(7), play(7));
}

/// What the engine calls proven is what the solver finds, and its move keeps it.
fn proven_values<T: Twist>(game: QuadrantGame<T>, stones: u32) {
    let (mut engine, mut random, table) = (engine(&game, 3), Random::new(4), Table::new(1 << 22));
    let value = |position: &Stones| exact(&game, position, &table, SolverLimits::default()).unwrap().wdl;
    let mut told = [0; 3];
    for _ in 0..60 {
        let position = quiet_position(&game, &mut random, stones);
        let thought = think(&mut engine, &position, &nodes(200_000));
        if let Score::Proven(found) = thought.score {
            assert_eq!(found.wdl, value(&position), "{}", position.taken());
            let next = game.play(&position, thought.best.unwrap());
            assert_eq!(-value(&next), found.wdl, "{}", position.taken());
            told[(found.wdl as i8 + 1) as usize] += 1;
        }
    }
    assert!(told[0] > 3 && told[2] > 3, "{told:?}");
}

#[test]
fn proven_values_are_those_of_the_solver() {
    proven_values(Pentago::default(), 24);
    proven_values(PentagoSwap::default(), 16);
}

#[test]
fn wins_in_one_and_in_three_are_played_and_a_only_move_is_found() {
    let game = Pentago::default();
    let position = game.read_position("WWWW../BB.BB./....../....../....../...... w").unwrap();
    let thought = think(&mut engine(&game, 1), &position, &nodes(1));
    assert_eq!(thought.best.map(|m| game.show_move(m)).as_deref(), Some("e6"));
    assert_eq!(thought.score, Score::Proven(athos_core::Value::win(1)));
    let (mut random, mut threes) = (Random::new(9), 0);
    while threes < 5 {
        let position = quiet_position(&game, &mut random, 13);
        let thought = think(&mut engine(&game, 1), &position, &nodes(1));
        if thought.score == Score::Proven(athos_core::Value::win(3)) {
            let next = game.play(&position, thought.best.unwrap());
            for reply in legal(&game, &next) {
                let after = game.play(&next, reply);
                let won = match game.outcome(&after) {
                    Some(outcome) => outcome == Outcome::Winner(position.turn()),
                    None => survey(&game, &after, &mut Vec::new()).wins.is_some(),
                };
                assert!(won, "{position:?} {reply:?}");
            }
            threes += 1;
        }
    }
}

/// Where everything loses, the engine still avoids what loses at once, if anything does.
#[test]
fn a_lost_position_is_defended() {
    let (game, mut random, mut lost) = (PentagoSwap::default(), Random::new(12), 0);
    let mut engine = engine(&game, 1);
    while lost < 5 {
        let position = quiet_position(&game, &mut random, 12);
        let mut safe = Vec::new();
        survey(&game, &position, &mut safe);
        let thought = think(&mut engine, &position, &nodes(100_000));
        if let Score::Proven(value) = thought.score
            && value.wdl == Wdl::Loss
            && !safe.is_empty()
        {
            assert!(safe.iter().any(|(m, _)| Some(*m) == thought.best), "{position:?}");
            lost += 1;
        }
    }
}

#[test]
fn a_proof_answers_at_once() {
    let game = PentagoSwap::default();
    let root = game.read_position("..BWB./BWWBWW/..B.W./BW..../.BWB../W.B... w").unwrap();
    let settings = ProofSettings {
        memory: 1 << 22,
        limits: SolverLimits::default(),
        checkpoint: None,
        every: Duration::from_secs(60),
    };
    let proof = Arc::new(prove(&game, &root, Player::One, &settings, &mut |_| ()).unwrap());
    let settings = Settings { memory_bytes: MEMORY, proof: Some(proof.clone()), ..Settings::default() };
    let mut engine = MatchEngine::new(game.clone(), &settings).unwrap();
    let (mut position, mut random) = (root, Random::new(1));
    while game.outcome(&position).is_none() {
        let m = if position.turn() == Player::One {
            let thought = think(&mut engine, &position, &nodes(1));
            assert_eq!(thought.best, proof.reply(&game, &position));
            thought.best.unwrap()
        } else {
            *random.pick(&legal(&game, &position)).unwrap()
        };
        position = game.play(&position, m);
    }
    assert_eq!(game.outcome(&position), Some(Outcome::Winner(Player::One)));
}

#[test]
fn a_cancelled_thought_still_has_a_move() {
    let game = Pentago::default();
    let limits = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    let thought = think(&mut engine(&game, 1), &game.start(), &limits);
    assert!(thought.best.is_some());
    assert_eq!(thought.end, End::Cancelled);
}

#[test]
fn memory_that_cannot_be_had_is_an_error() {
    let settings = Settings { memory_bytes: usize::MAX / 2, ..Settings::default() };
    assert!(MatchEngine::new(Pentago::default(), &settings).is_err());
}

/// The shallow player beats the random one, and repeats itself with the same random numbers.
#[test]
fn a_shallow_player_sees_what_it_should() {
    let game = PentagoSwap::default();
    let mut shallow = Shallow::new(game.clone()).unwrap();
    let mut play = |seed: u64| {
        let (mut random, mut position, mut moves) = (Random::new(seed), game.start(), Vec::new());
        let first = Player::BOTH[(seed % 2) as usize];
        while game.outcome(&position).is_none() {
            let m = match position.turn() == first {
                true => shallow.choose(&position, &Worths::plain(), 1, &mut random).unwrap(),
                false => *random.pick(&legal(&game, &position)).unwrap(),
            };
            moves.push(m);
            position = game.play(&position, m);
        }
        (game.outcome(&position) == Some(Outcome::Winner(first)), moves)
    };
    for seed in 0..10 {
        let (won, moves) = play(seed);
        assert!(won);
        assert_eq!(play(seed).1, moves);
    }
}
