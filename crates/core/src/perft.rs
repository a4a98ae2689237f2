//! Perft: counting move sequences, the classic test of a move generator.
//!
//! One buffer serves the whole walk: each level appends its moves behind those of the level above and drops them when
//! it returns. The last ply is counted, not walked.

use crate::Game;

/// The number of sequences of exactly `depth` moves from `position`. Finished games are not extended.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    walk(game, position, depth, &mut Vec::new())
}

/// The same count split by first move, in the order of the moves.
pub fn divide<G: Game>(game: &G, position: &G::Position, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    if depth > 0 {
        game.moves(position, &mut moves);
    }
    moves.into_iter().map(|m| (m, perft(game, &game.play(position, m), depth - 1))).collect()
}

fn walk<G: Game>(game: &G, position: &G::Position, depth: u32, buffer: &mut Vec<G::Move>) -> u64 {
    match depth {
        0 => 1,
        1 => game.count_moves(position) as u64,
        _ => {
            let first = buffer.len();
            game.moves(position, buffer);
            let mut count = 0;
            for index in first..buffer.len() {
                let next = game.play(position, buffer[index]);
                count += walk(game, &next, depth - 1, buffer);
            }
            buffer.truncate(first);
            count
        }
    }
}
