//! Positions as SVG: a calm board with coordinates, pieces by shape, light and dark by fill. No script, no font files,
//! no colour that carries meaning alone.

use crate::pieces::silhouette;
use athos_core::{BoardScene, Piece, Scene, Shade};
use std::fmt::Write;

const CELL: usize = 60;
const MARGIN: usize = 34;
/// Heaps longer than this end in their number.
const LONGEST_HEAP: u32 = 60;

const INK: &str = "#222222";
const PAPER: &str = "#ffffff";
const FIELD: &str = "#f2efe8";
const LINE: &str = "#b9b2a3";
const GOAL: &str = "#dfe7d3";
/// Fill, outline and letter of dark and of light pieces: both are readable in grey.
const DARK: (&str, &str, &str) = ("#1f4e79", "#0b2239", PAPER);
const LIGHT: (&str, &str, &str) = ("#ffffff", "#222222", INK);

/// The picture as an SVG document; `title` is its accessible name.
pub fn scene(scene: &Scene, title: &str) -> String {
    match scene {
        Scene::Board(board) => board_svg(board, title),
        Scene::Heaps(heaps) => heaps_svg(heaps, title),
    }
}

/// Text made safe for element content and attribute values.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A document with its size, its title and a background.
pub fn document(width: usize, height: usize, title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"system-ui, sans-serif\">\n\
         <title>{title}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\n{body}</svg>\n"
    )
}

fn board_svg(board: &BoardScene, title: &str) -> String {
    let (width, height) = (board.columns * CELL, board.rows * CELL);
    let mut body = String::new();
    let mut draw = |element: String| {
        body.push_str(&element);
        body.push('\n');
    };
    draw(format!("<g transform=\"translate({MARGIN} 12)\">"));
    draw(format!("<rect width=\"{width}\" height=\"{height}\" fill=\"{FIELD}\" stroke=\"{LINE}\"/>"));
    if let Some(row) = board.goal_row {
        draw(format!("<rect y=\"{}\" width=\"{width}\" height=\"{CELL}\" fill=\"{GOAL}\"/>", row * CELL));
    }
    let (block_rows, block_columns) = board.blocks.unwrap_or((board.rows, board.columns));
    let stroke = |index: usize, block: usize| if index.is_multiple_of(block) { 4 } else { 1 };
    for row in 1..board.rows {
        let (y, pen) = (row * CELL, stroke(row, block_rows));
        draw(format!("<path d=\"M0 {y}H{width}\" stroke=\"{LINE}\" stroke-width=\"{pen}\"/>"));
    }
    for column in 1..board.columns {
        let (x, pen) = (column * CELL, stroke(column, block_columns));
        draw(format!("<path d=\"M{x} 0V{height}\" stroke=\"{LINE}\" stroke-width=\"{pen}\"/>"));
    }
    for row in 0..board.rows {
        let y = row * CELL + CELL / 2 + 5;
        draw(format!(
            "<text x=\"-12\" y=\"{y}\" font-size=\"16\" text-anchor=\"end\" fill=\"{INK}\">{}</text>",
            board.rows - row
        ));
    }
    for column in 0..board.columns {
        let (x, y, file) = (column * CELL + CELL / 2, height + 20, (b'a' + column as u8) as char);
        draw(format!("<text x=\"{x}\" y=\"{y}\" font-size=\"16\" text-anchor=\"middle\" fill=\"{INK}\">{file}</text>"));
    }
    for (index, piece) in board.cells.iter().enumerate() {
        if let Some(piece) = piece {
            let (x, y) = (index % board.columns * CELL, index / board.columns * CELL);
            draw(format!("<g transform=\"translate({x} {y})\">{}</g>", piece_svg(piece)));
        }
    }
    draw("</g>".into());
    document(width + MARGIN + 12, height + MARGIN + 8, title, &body)
}

/// A piece in a cell of [`CELL`] units.
fn piece_svg(piece: &Piece) -> String {
    let (fill, outline, letter_fill) = match piece.shade {
        Shade::Dark => DARK,
        Shade::Light => LIGHT,
    };
    let name = escape(piece.name);
    match silhouette(piece.name) {
        Some(path) => format!(
            "<path transform=\"scale({})\" d=\"{path}\" fill=\"{fill}\" stroke=\"{outline}\" stroke-width=\"5\" \
             stroke-linejoin=\"round\"><title>{name}</title></path>",
            CELL as f64 / 100.0
        ),
        None => {
            let (c, r) = (CELL / 2, CELL * 2 / 5);
            format!(
                "<circle cx=\"{c}\" cy=\"{c}\" r=\"{r}\" fill=\"{fill}\" stroke=\"{outline}\" stroke-width=\"3\">\
                 <title>{name}</title></circle>\
                 <text x=\"{c}\" y=\"{}\" font-size=\"22\" text-anchor=\"middle\" fill=\"{letter_fill}\">{}</text>",
                c + 8,
                escape(&piece.letter.to_string())
            )
        }
    }
}

fn heaps_svg(heaps: &[u32], title: &str) -> String {
    let mut body = String::new();
    let longest = heaps.iter().map(|&size| size.min(LONGEST_HEAP)).max().unwrap_or(0) as usize;
    for (heap, &size) in heaps.iter().enumerate() {
        let top = 16 + heap * 74;
        if heaps.len() > 1 {
            let letter = (b'a' + heap as u8) as char;
            let _ = writeln!(body, "<text x=\"14\" y=\"{}\" font-size=\"18\" fill=\"{INK}\">{letter}</text>", top + 34);
        }
        for object in 0..size.min(LONGEST_HEAP) as usize {
            let x = 40 + object * 14 + object / 5 * 8;
            let _ = writeln!(
                body,
                "<rect x=\"{x}\" y=\"{}\" width=\"5\" height=\"46\" rx=\"2\" fill=\"#d9b77e\" stroke=\"#8a6d3b\"/>\
                 <ellipse cx=\"{}\" cy=\"{}\" rx=\"5\" ry=\"7\" fill=\"#8c2f1b\"/>",
                top + 8,
                x as f64 + 2.5,
                top + 8
            );
        }
        let x = 52 + size.min(LONGEST_HEAP) as usize * 14 + size.min(LONGEST_HEAP) as usize / 5 * 8;
        let _ = writeln!(body, "<text x=\"{x}\" y=\"{}\" font-size=\"18\" fill=\"{INK}\">{size}</text>", top + 36);
    }
    document(140 + longest * 14 + longest / 5 * 8, 20 + heaps.len() * 74, title, &body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_core::Player;

    #[test]
    fn a_board_has_a_shape_for_every_piece() {
        let piece = |letter, name, owner| Some(Piece { letter, name, owner, shade: Shade::Light });
        let cells = vec![
            piece('K', "king", Player::One),
            piece('D', "dragon", Player::Two),
            piece('<', "stranger", Player::Two),
            None,
        ];
        let board = BoardScene { rows: 2, columns: 2, blocks: None, goal_row: Some(1), cells };
        let svg = scene(&Scene::Board(board), "a & b");
        assert!(svg.contains("<title>a &amp; b</title>"));
        assert!(svg.contains("<title>king</title>") && svg.contains("<title>dragon</title>"));
        assert!(svg.contains("&lt;</text>"));
        assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
    }
}
