//! Positions for a terminal: a board with file letters and rank digits, heaps as strokes.

use athos_core::{BoardScene, Piece, Player, Scene};

/// Whether to use colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Plain text.
    None,
    /// ANSI escapes, in the terminal's own palette.
    Ansi,
}

/// Heaps longer than this are not drawn in full; their size is always printed.
const LONGEST_HEAP: u32 = 60;

/// The picture, with a newline at the end.
pub fn scene(scene: &Scene, colour: Colour) -> String {
    match scene {
        Scene::Board(board) => board_text(board, colour),
        Scene::Heaps(heaps) => heaps_text(heaps),
    }
}

fn board_text(board: &BoardScene, colour: Colour) -> String {
    let (block_rows, block_columns) = board.blocks.unwrap_or((board.rows, board.columns));
    let mut out = String::new();
    for row in 0..board.rows {
        if row > 0 && row % block_rows == 0 {
            out.push_str(&format!("   {}\n", ruler(board.columns, block_columns)));
        }
        out.push_str(&format!("{:>2} ", board.rows - row));
        for column in 0..board.columns {
            if column > 0 && column % block_columns == 0 {
                out.push_str(" |");
            }
            out.push(' ');
            out.push_str(&cell_text(board.cells.get(row * board.columns + column).copied().flatten(), colour));
        }
        if board.goal_row == Some(row) {
            out.push_str("  <- goal");
        }
        out.push('\n');
    }
    out.push_str("   ");
    for column in 0..board.columns {
        if column > 0 && column % block_columns == 0 {
            out.push_str("  ");
        }
        out.push_str(&format!(" {}", (b'a' + column as u8) as char));
    }
    out.push('\n');
    out
}

/// The line between two rows of blocks: dashes, with a cross where a column of blocks ends.
fn ruler(columns: usize, block_columns: usize) -> String {
    let dashes = |cells: usize| "-".repeat(2 * cells + 1);
    let blocks: Vec<String> = (0..columns).step_by(block_columns).map(|_| dashes(block_columns)).collect();
    blocks.join("+")
}

fn cell_text(piece: Option<Piece>, colour: Colour) -> String {
    match (piece, colour) {
        (None, Colour::None) => ".".into(),
        (None, Colour::Ansi) => "\x1b[2m.\x1b[0m".into(),
        (Some(piece), Colour::None) => piece.letter.into(),
        (Some(piece), Colour::Ansi) => {
            let code = match piece.owner {
                Player::One => "1;36",
                Player::Two => "1;33",
            };
            format!("\x1b[{code}m{}\x1b[0m", piece.letter)
        }
    }
}

fn heaps_text(heaps: &[u32]) -> String {
    let mut out = String::new();
    for (heap, &size) in heaps.iter().enumerate() {
        if heaps.len() > 1 {
            out.push_str(&format!("{}  ", (b'a' + heap as u8) as char));
        }
        for object in 0..size.min(LONGEST_HEAP) {
            out.push_str(if object > 0 && object % 5 == 0 { " |" } else { "|" });
        }
        let more = if size > LONGEST_HEAP { " …" } else { "" };
        out.push_str(&format!("{more}  {size}\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_games::registry;

    fn drawn(game: &str, colour: Colour) -> String {
        let game = registry::load(game, "").unwrap();
        scene(&game.scene(&game.start()).unwrap(), colour)
    }

    #[test]
    fn heaps_are_strokes_in_fives() {
        assert_eq!(drawn("nim", Colour::None), "a  |||  3\nb  ||||  4\nc  |||||  5\n");
        assert_eq!(drawn("matches:pile=7", Colour::None), "||||| ||  7\n");
        assert!(drawn("matches:pile=1000", Colour::None).ends_with("…  1000\n"));
    }

    #[test]
    fn blocks_are_divided_by_lines() {
        let board = BoardScene { rows: 4, columns: 4, blocks: Some((2, 2)), goal_row: Some(3), cells: vec![None; 16] };
        let expected = concat!(
            " 4  . . | . .\n",
            " 3  . . | . .\n",
            "   -----+-----\n",
            " 2  . . | . .\n",
            " 1  . . | . .  <- goal\n",
            "    a b   c d\n",
        );
        assert_eq!(scene(&Scene::Board(board), Colour::None), expected);
    }
}
