//! A small harness: the engine against others, from random openings, each with both colours.
//!
//! `cargo run --release -p athos-champion --example duel -- GAME OPPONENT GAMES MILLISECONDS [SEED]`

use athos_champion::reports::{ReportC, ReportD};
use athos_champion::{MatchEngine, Settings};
use athos_core::random::Random;
use athos_core::{Game, Notation, Outcome, Player, Score};
use athos_games::quadrants::{Placement, QuadrantGame, Stones, Twist, Worths, survey};
use athos_games::{Pentago, PentagoSwap};
use athos_search::random::random_move;
use athos_search::{Limits, MonteCarlo, Zero, monte_carlo};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A few random plies that lose nothing at once.
fn opening<T: Twist>(game: &QuadrantGame<T>, random: &mut Random, plies: u32) -> Stones {
    loop {
        let mut position = game.start();
        for _ in 0..plies {
            let mut moves = Vec::new();
            survey(game, &position, &mut moves);
            let Some((m, _)) = random.pick(&moves) else { break };
            position = game.play(&position, *m);
        }
        if position.taken().count_ones() == plies {
            return position;
        }
    }
}

fn duel<T: Twist>(game: QuadrantGame<T>, opponent: &str, games: u64, time: Duration, seed: u64)
where
    QuadrantGame<T>: Notation<Position = Stones, Move = Placement<T>>,
{
    let limits = Limits { time: Some(time), ..Limits::default() };
    let plies: u32 = std::env::var("PLIES").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    let verbose = std::env::var_os("VERBOSE").is_some();
    let mut score = [[0u32; 3]; 2];
    let (mut latest, mut proven_at) = (Duration::ZERO, Vec::new());
    let memory_bytes = 256 << 20;
    let plain = Arc::new(Worths::plain());
    let mut engine = MatchEngine::new(game.clone(), &Settings { memory_bytes, seed, ..Settings::default() }).unwrap();
    let settings = Settings { memory_bytes, seed, worths: Some(plain), ..Settings::default() };
    let mut other = MatchEngine::new(game.clone(), &settings).unwrap();
    for index in 0..games {
        let mut random = Random::new(seed * 1000 + index / 2);
        let mut position = opening(&game, &mut random, plies);
        let ours = Player::BOTH[(index % 2) as usize];
        let mut report_d = ReportD::new(Some(time), None, seed + index);
        let mut proven = 0;
        while game.outcome(&position).is_none() {
            let m = if position.turn() == ours {
                let begun = Instant::now();
                let thought = engine.think(&position, &limits, &mut |_| ());
                latest = latest.max(begun.elapsed());
                if verbose {
                    println!(
                        "{} {:?} {:?} d{} n{}",
                        game.show_position(&position),
                        thought.best.map(|m| game.show_move(m)),
                        thought.score,
                        thought.depth,
                        thought.statistics.nodes
                    );
                }
                if matches!(thought.score, Score::Proven(_)) && proven == 0 {
                    proven = position.taken().count_ones();
                }
                thought.best
            } else {
                match opponent {
                    "random" => random_move(&game, &position, &mut random, &mut Vec::new()),
                    "report-c" => ReportC::default().choose(&game, &position),
                    "report-d" => report_d.choose(&game, &position),
                    "plain" => other.think(&position, &limits, &mut |_| ()).best,
                    _ => {
                        let options = MonteCarlo { seed: seed + index, ..MonteCarlo::default() };
                        let limits = Limits { memory: 256 << 20, ..limits.clone() };
                        monte_carlo(&game, &Zero, &position, &options, &limits).best
                    }
                }
            };
            position = game.play(&position, m.unwrap());
        }
        let result = match game.outcome(&position) {
            Some(Outcome::Winner(winner)) if winner == ours => 0,
            Some(Outcome::Draw) => 1,
            _ => 2,
        };
        proven_at.push(proven);
        score[ours.index()][result] += 1;
        if result != 0 {
            println!(
                "game {index} as {ours:?}: {} {}",
                ["won", "drawn", "lost"][result],
                game.show_position(&position)
            );
        }
    }
    let mean = proven_at.iter().sum::<u32>() as f64 / proven_at.len() as f64;
    println!(
        "{opponent}: first {:?} second {:?} (won, drawn, lost); slowest {latest:?}; proven at {mean:.1} stones",
        score[0], score[1]
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number =
        |index: usize, default: u64| arguments.get(index).and_then(|text| text.parse().ok()).unwrap_or(default);
    let (opponent, games, time) = (arguments[2].as_str(), number(3, 10), Duration::from_millis(number(4, 100)));
    match arguments[1].as_str() {
        "pentago" => duel(Pentago::default(), opponent, games, time, number(5, 1)),
        _ => duel(PentagoSwap::default(), opponent, games, time, number(5, 1)),
    }
}
