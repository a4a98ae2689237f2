//! The random player: any legal move, each equally likely. What every other player must beat.

use athos_core::Game;
use athos_core::random::Random;

/// A random legal move; `None` when the game is over. `moves` is room to work in.
pub fn random_move<G: Game>(
    game: &G,
    position: &G::Position,
    random: &mut Random,
    moves: &mut Vec<G::Move>,
) -> Option<G::Move> {
    moves.clear();
    game.moves(position, moves);
    random.pick(moves).copied()
}

/// Plays random moves for at most `plies` plies. Gives the position reached.
pub fn playout<G: Game>(
    game: &G,
    mut position: G::Position,
    plies: u32,
    random: &mut Random,
    moves: &mut Vec<G::Move>,
) -> G::Position {
    for _ in 0..plies {
        let Some(m) = random_move(game, &position, random, moves) else { break };
        position = game.play(&position, m);
    }
    position
}
