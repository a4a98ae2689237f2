//! Game trees as pictures: text for a terminal, DOT for Graphviz, SVG by our own layout.
//!
//! The two players are told apart by shape (square and circle), the principal variation by thick lines, children that
//! were cut off by a dashed stub with the reason. The caption counts what was visited.

use crate::dot::quoted;
use crate::layout;
use crate::svg::{document, escape};
use std::fmt::Write;

/// A tree to draw. Vertex 0 is the root; children have larger numbers than their parents.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// A line under the picture.
    pub caption: String,
    /// The names of the players with square and round vertices.
    pub players: [String; 2],
}

/// One position in a drawn tree.
#[derive(Clone, Debug, Default)]
pub struct Vertex {
    /// What stands in it: short; a board is a block of lines.
    pub label: String,
    /// What stands beside it: its utility, its window.
    pub note: String,
    /// The move that led here; empty for the root.
    pub edge: String,
    /// The player to move: 0 is drawn square, 1 round.
    pub player: usize,
    /// The numbers of its children.
    pub children: Vec<usize>,
    /// Whether it lies on the line of best play.
    pub principal: bool,
    /// Why it was not searched, if it was not.
    pub cut: Option<String>,
}

/// An indented list, one position a line.
pub fn text(tree: &Tree) -> String {
    let mut out = String::new();
    // A stack of vertices with the prefix of their line and whether they are the last child.
    let mut stack = vec![(0usize, String::new(), true)];
    while let Some((index, prefix, last)) = stack.pop() {
        let Some(vertex) = tree.vertices.get(index) else { continue };
        let (branch, below) = match (index, last) {
            (0, _) => ("", ""),
            (_, true) => ("`- ", "   "),
            (_, false) => ("|- ", "|  "),
        };
        let (open, close) = if vertex.player == 0 { ('[', ']') } else { ('(', ')') };
        let _ = write!(out, "{prefix}{branch}");
        if !vertex.edge.is_empty() {
            let _ = write!(out, "{} ", vertex.edge);
        }
        let _ = write!(out, "{open}{}{close}", vertex.label);
        if !vertex.note.is_empty() {
            let _ = write!(out, " {}", vertex.note);
        }
        if vertex.principal {
            out.push_str(" *");
        }
        if let Some(reason) = &vertex.cut {
            let _ = write!(out, " -- cut: {reason}");
        }
        out.push('\n');
        for (nth, &child) in vertex.children.iter().enumerate().rev() {
            stack.push((child, format!("{prefix}{below}"), nth + 1 == vertex.children.len()));
        }
    }
    let [square, round] = &tree.players;
    let _ = writeln!(out, "{} ([ ] {square} to move, ( ) {round} to move, * best play)", tree.caption);
    out
}

/// A Graphviz document.
pub fn dot(tree: &Tree) -> String {
    let mut out =
        String::from("digraph tree {\n  node [fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\"];\n");
    let _ = writeln!(out, "  label={};", quoted(&tree.caption));
    for (index, vertex) in tree.vertices.iter().enumerate() {
        let shape = if vertex.player == 0 { "box" } else { "ellipse" };
        let style = match (&vertex.cut, vertex.principal) {
            (Some(_), _) => ", style=dashed",
            (None, true) => ", penwidth=3",
            (None, false) => "",
        };
        let label = match (&vertex.cut, vertex.note.is_empty()) {
            (Some(reason), _) => format!("{}\ncut: {reason}", vertex.label),
            (None, true) => vertex.label.clone(),
            (None, false) => format!("{}\n{}", vertex.label, vertex.note),
        };
        let _ = writeln!(out, "  n{index} [shape={shape}, label={}{style}];", quoted(&label));
        for &child in &vertex.children {
            let below = &tree.vertices[child];
            let style = match (&below.cut, vertex.principal && below.principal) {
                (Some(_), _) => ", style=dashed",
                (None, true) => ", penwidth=3",
                (None, false) => "",
            };
            let _ = writeln!(out, "  n{index} -> n{child} [label={}{style}];", quoted(&below.edge));
        }
    }
    out.push_str("}\n");
    out
}

/// From the foot of one row to the head of the next.
const GAP: f64 = 48.0;
/// The height of a line of text.
const LINE: f64 = 14.0;

/// The size of all vertices of a picture: half the width, half the height.
struct Size {
    half: f64,
    radius: f64,
}

impl Size {
    fn of(tree: &Tree) -> Size {
        let lines = || tree.vertices.iter().map(lines);
        let tallest = lines().map(|lines| lines.len()).max().unwrap_or(1);
        let widest = lines().flatten().map(|line| line.chars().count()).max().unwrap_or(1);
        let round = if tree.vertices.iter().any(is_block) { 8.0 } else { 5.0 };
        let half = (widest as f64 * 3.7 + round).max(18.0);
        Size { half, radius: tallest as f64 * LINE / 2.0 + round }
    }
}

/// What stands in a vertex: its label, then its note or why it was cut.
fn lines(vertex: &Vertex) -> Vec<String> {
    let below = match &vertex.cut {
        Some(reason) => format!("\u{2702} {reason}"),
        None => vertex.note.clone(),
    };
    vertex.label.lines().map(String::from).chain((!below.is_empty()).then_some(below)).collect()
}

/// Whether the label is a board.
fn is_block(vertex: &Vertex) -> bool {
    vertex.label.contains('\n')
}

/// An SVG document.
pub fn svg(tree: &Tree) -> String {
    let children: Vec<Vec<usize>> = tree.vertices.iter().map(|vertex| vertex.children.clone()).collect();
    let places = layout::tidy(&children);
    let size = Size::of(tree);
    let (column, row) = (2.0 * size.half + 14.0, 2.0 * size.radius + GAP);
    let at = |index: usize| {
        (places[index].x * column + size.half + 24.0, places[index].depth as f64 * row + size.radius + 24.0)
    };
    let mut body = String::new();
    for (index, vertex) in tree.vertices.iter().enumerate() {
        let (x, y) = at(index);
        for &child in &vertex.children {
            let (below, (to_x, to_y)) = (&tree.vertices[child], at(child));
            let style = match (&below.cut, vertex.principal && below.principal) {
                (Some(_), _) => "stroke=\"#999999\" stroke-dasharray=\"5 4\"",
                (None, true) => "stroke=\"#0072b2\" stroke-width=\"4\"",
                (None, false) => "stroke=\"#666666\"",
            };
            let (head, foot) = (to_y - size.radius, y + size.radius);
            let _ = writeln!(body, "<path d=\"M{x:.1} {foot:.1}L{to_x:.1} {head:.1}\" {style}/>");
            let (mid_x, mid_y) = ((x + 3.0 * to_x) / 4.0, (foot + 3.0 * head) / 4.0);
            let _ = writeln!(
                body,
                "<text x=\"{mid_x:.1}\" y=\"{mid_y:.1}\" font-size=\"11\" text-anchor=\"middle\" fill=\"#444444\" \
                 paint-order=\"stroke\" stroke=\"#ffffff\" stroke-width=\"4\">{}</text>",
                escape(&below.edge)
            );
        }
    }
    for (index, vertex) in tree.vertices.iter().enumerate() {
        let (x, y) = at(index);
        let _ = writeln!(body, "{}", vertex_svg(vertex, x, y, &size));
    }
    let width = places.iter().map(|place| place.x).fold(0.0, f64::max) * column + 2.0 * size.half + 48.0;
    let depth = places.iter().map(|place| place.depth).max().unwrap_or(0) as f64;
    let height = depth * row + 2.0 * size.radius + 100.0;
    let [square, round] = &tree.players;
    let key = format!("Square: {square} to move; round: {round} to move; thick: best play; dashed: cut.");
    for (text, line) in [(&tree.caption, 38.0), (&key, 18.0)] {
        let _ = writeln!(
            body,
            "<text x=\"24\" y=\"{:.1}\" font-size=\"14\" fill=\"#222222\">{}</text>",
            height - line,
            escape(text)
        );
    }
    let caption_width = tree.caption.chars().count().max(key.chars().count()) as f64 * 7.4 + 48.0;
    document(width.max(caption_width).ceil() as usize, height.ceil() as usize, &tree.caption, &body)
}

fn vertex_svg(vertex: &Vertex, x: f64, y: f64, size: &Size) -> String {
    let (fill, stroke, dashes) = match (&vertex.cut, vertex.principal) {
        (Some(_), _) => ("#f4f4f4", "#999999", " stroke-dasharray=\"4 3\""),
        (None, true) => ("#dcecf7", "#0072b2", ""),
        (None, false) => ("#ffffff", "#444444", ""),
    };
    let pen = if vertex.principal { 3 } else { 1 };
    let Size { half, radius } = size;
    let mut out = match vertex.player {
        0 => format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"2\"",
            x - half,
            y - radius,
            2.0 * half,
            2.0 * radius
        ),
        // A board does not fit into an ellipse; strongly rounded corners say the same.
        _ if is_block(vertex) => format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"20\"",
            x - half,
            y - radius,
            2.0 * half,
            2.0 * radius
        ),
        _ => format!("<ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{half:.1}\" ry=\"{radius:.1}\""),
    };
    let _ = write!(out, " fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{pen}\"{dashes}/>");
    let lines = lines(vertex);
    let label_lines = vertex.label.lines().count();
    for (index, line) in lines.iter().enumerate() {
        let line_y = y + 4.0 + (index as f64 - (lines.len() - 1) as f64 / 2.0) * LINE;
        let font = match index < label_lines {
            true if is_block(vertex) => "font-size=\"12\" font-family=\"monospace\" fill=\"#222222\"",
            true => "font-size=\"13\" fill=\"#222222\"",
            false => "font-size=\"11\" fill=\"#444444\"",
        };
        let _ =
            write!(out, "<text x=\"{x:.1}\" y=\"{line_y:.1}\" {font} text-anchor=\"middle\">{}</text>", escape(line));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Tree {
        let vertex = |label: &str, edge: &str, player, children: &[usize]| Vertex {
            label: label.into(),
            edge: edge.into(),
            player,
            children: children.into(),
            ..Vertex::default()
        };
        let mut vertices = vec![
            vertex("3", "", 0, &[1, 3]),
            vertex("2", "1", 1, &[2]),
            vertex("1", "1", 0, &[]),
            vertex("\"1\" & <", "2", 1, &[]),
        ];
        vertices[0].principal = true;
        vertices[1].principal = true;
        vertices[3].cut = Some("beta".into());
        Tree { vertices, caption: "4 positions.".into(), players: ["first".into(), "second".into()] }
    }

    #[test]
    fn text_is_an_indented_list() {
        let expected = concat!(
            "[3] *\n",
            "|- 1 (2) *\n",
            "|  `- 1 [1]\n",
            "`- 2 (\"1\" & <) -- cut: beta\n",
            "4 positions. ([ ] first to move, ( ) second to move, * best play)\n",
        );
        assert_eq!(text(&small()), expected);
    }

    #[test]
    fn special_characters_are_safe_everywhere() {
        let dot = dot(&small());
        assert!(dot.contains("label=\"\\\"1\\\" & <\\ncut: beta\", style=dashed"), "{dot}");
        let svg = svg(&small());
        assert!(svg.contains("&quot;1&quot; &amp; &lt;"), "{svg}");
        assert_eq!(svg.matches("<rect").count(), 3, "the background and two square positions");
        assert_eq!(svg.matches("<ellipse").count(), 2);
    }
}
