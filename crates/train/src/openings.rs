//! Random beginnings, so that games differ.

use athos_core::Game;
use athos_core::random::Random;
use athos_games::quadrants::{QuadrantGame, Stones, Twist, survey};

/// The position after a number of random moves, none of which loses at once.
pub(crate) fn opening<T: Twist>(game: &QuadrantGame<T>, plies: u32, random: &mut Random) -> Stones {
    let mut moves = Vec::new();
    loop {
        let mut position = game.start();
        while position.taken().count_ones() < plies {
            moves.clear();
            survey(game, &position, &mut moves);
            let Some((m, _)) = random.pick(&moves) else { break };
            position = game.play(&position, *m);
        }
        if position.taken().count_ones() == plies {
            return position;
        }
    }
}
