//! Short names of positions in pictures: the notation without the player to move, who is told by shape.

use athos_core::{FullGame, Scene};

/// `7`, `3,4,5`, or a board in one line with runs of empty cells as digits.
pub fn in_a_line<G: FullGame>(game: &G, position: &G::Position) -> String {
    without_player(&game.show_short(position)).to_string()
}

/// The same, a board as a block of its rows.
pub fn in_a_block<G: FullGame>(game: &G, position: &G::Position) -> String {
    without_player(&game.show_position(position)).replace('/', "\n")
}

/// Whether positions of the game are boards.
pub fn is_board<G: FullGame>(game: &G) -> bool {
    matches!(game.scene(&game.start()), Scene::Board(_))
}

fn without_player(text: &str) -> &str {
    text.rsplit_once(' ').map_or(text, |(board, _)| board)
}
