//! What bit sets are worth: each game's generator against its plain reference, counting the same move sequences in the
//! same run. The counts must agree. Prints two ratios per game: with the last ply counted without listing it, as `perft`
//! does, and with every move of every ply listed and played. The plain generator is written to be read: it also makes
//! the text of every move.

#[path = "../tests/reference/mod.rs"]
mod reference;

use athos_core::{FullGame, perft};
use athos_games::{MadKing, Matches, Nim, Pentago, PentagoSwap, ThreeMusketeers};
use reference::Reference;
use reference::quadrants::{Plain, Twist};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Repeats until the clock can be trusted, and gives the time of one repetition.
fn time(mut work: impl FnMut() -> u64) -> (u64, Duration) {
    let begun = Instant::now();
    let mut repetitions = 0;
    loop {
        let count = black_box(work());
        repetitions += 1;
        if begun.elapsed() > Duration::from_millis(500) {
            return (count, begun.elapsed() / repetitions);
        }
    }
}

/// The same count, with the last ply listed and played like the others.
fn walk<G: FullGame>(game: &G, position: &G::Position, depth: u32, buffer: &mut Vec<G::Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let first = buffer.len();
    game.moves(position, buffer);
    let mut count = 0;
    for index in first..buffer.len() {
        count += walk(game, &game.play(position, buffer[index]), depth - 1, buffer);
    }
    buffer.truncate(first);
    count
}

fn compare<G: FullGame + Default>(depth: u32, plain: &impl Reference) {
    let game = G::default();
    let (fast_count, fast) = time(|| perft(&game, &game.start(), depth));
    let start = plain.read(&game.show_position(&game.start()));
    assert_eq!(plain.show(&start), game.show_position(&game.start()), "{}", G::ID);
    let (plain_count, slow) = time(|| reference::perft(plain, &start, depth));
    assert_eq!(fast_count, plain_count, "{}", G::ID);
    let (walked_count, walked) = time(|| walk(&game, &game.start(), depth, &mut Vec::new()));
    assert_eq!(fast_count, walked_count, "{}", G::ID);
    println!(
        "{:<18} perft {depth}: {fast_count:>9} sequences, {:>7.1} million/s, {:>6.1} times the plain generator, \
         {:>6.1} times with every ply played",
        G::ID,
        fast_count as f64 / fast.as_secs_f64() / 1e6,
        slow.as_secs_f64() / fast.as_secs_f64(),
        slow.as_secs_f64() / walked.as_secs_f64()
    );
}

fn main() {
    compare::<ThreeMusketeers>(8, &reference::three_musketeers::Plain { stuck: "musketeers", early: false });
    compare::<MadKing>(5, &reference::mad_king::Plain::default());
    let turn = Plain { twist: Twist::Turn, placement_wins: true, giving_five_draws: false };
    compare::<Pentago>(2, &turn);
    compare::<PentagoSwap>(2, &Plain { twist: Twist::Swap, placement_wins: false, ..turn });
    compare::<Matches>(10, &reference::matches::Plain { takes: vec![1, 2, 3], misere: true, terminal: 1 });
    compare::<Nim>(5, &reference::nim::Plain { misere: false });
}
