//! Wholes divided into parts: a bar of full length for each, its parts told apart by colour, hatching and a letter.

use super::{INK, TOP, WIDTH, label};
use crate::svg::{document, escape};
use std::fmt::Write;

/// A figure with one divided bar per name.
#[derive(Clone, Debug, Default)]
pub struct Stacked {
    /// What the figure shows.
    pub title: String,
    /// What the parts are, such as wins, draws, losses: at most four. Their first letters stand in the bars.
    pub parts: Vec<String>,
    /// The bars, top to bottom: name, and how much of each part.
    pub rows: Vec<(String, Vec<u64>)>,
}

/// Fill and text of the parts: both can be read in grey, and black or white letters on them.
const FILLS: [(&str, &str); 4] =
    [("#0072b2", "#fffffe"), ("#c8c8c8", "#222221"), ("#e69f00", "#222221"), ("#cc79a7", "#222221")];
const BAR: f64 = 26.0;
const ROW: f64 = 38.0;

/// The bars as an SVG document.
pub fn stacked(figure: &Stacked) -> String {
    let longest_name = figure.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).clamp(6, 30);
    let left = 30.0 + longest_name as f64 * 7.4;
    let full = WIDTH - left - 70.0;
    let mut body =
        format!("<text x=\"20\" y=\"26\" font-size=\"16\" fill=\"{INK}\">{}</text>\n", escape(&figure.title));
    let mut x = left;
    for (part, name) in figure.parts.iter().enumerate() {
        body.push_str(&segment(part, x, TOP, 22.0, 16.0));
        let _ = writeln!(
            body,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" fill=\"{INK}\">{}</text>",
            x + 30.0,
            TOP + 13.0,
            escape(name)
        );
        x += 60.0 + name.chars().count() as f64 * 7.4;
    }
    for (index, (name, amounts)) in figure.rows.iter().enumerate() {
        let y = TOP + 34.0 + index as f64 * ROW;
        let _ = writeln!(body, "{}", label(left - 10.0, y + 18.0, "end", name, 30));
        let whole: u64 = amounts.iter().sum();
        let mut x = left;
        for (part, &amount) in amounts.iter().enumerate().filter(|(_, amount)| **amount > 0) {
            let share = amount as f64 / whole as f64;
            let wide = share * full;
            let named = figure.parts.get(part).map_or("", String::as_str);
            let text = segment_text(named, amount, share, wide);
            let title = escape(named);
            let _ = writeln!(
                body,
                "<g><title>{title}: {amount} of {whole}</title>{}<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" \
                 font-weight=\"600\" text-anchor=\"middle\" fill=\"{}\">{}</text></g>",
                segment(part, x, y, wide, BAR),
                x + wide / 2.0,
                y + 18.0,
                FILLS[part % FILLS.len()].1,
                escape(&text)
            );
            x += wide;
        }
        let _ = writeln!(
            body,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" fill=\"{INK}\">{whole}</text>",
            left + full + 8.0,
            y + 18.0
        );
    }
    let height = TOP + 40.0 + figure.rows.len() as f64 * ROW;
    document(WIDTH as usize, height as usize, &figure.title, &body)
}

/// What fits into a part of this width: letter, amount and share, or less.
fn segment_text(name: &str, amount: u64, share: f64, wide: f64) -> String {
    let letter = name.chars().next().map_or(String::new(), |c| c.to_uppercase().collect());
    let texts = [format!("{letter} {amount} ({:.0} %)", share * 100.0), format!("{letter} {amount}"), letter];
    texts.into_iter().find(|text| text.chars().count() as f64 * 7.6 + 8.0 <= wide).unwrap_or_default()
}

/// A part of a bar: plain, plain, hatched one way, hatched the other way.
fn segment(part: usize, x: f64, y: f64, wide: f64, high: f64) -> String {
    let fill = FILLS[part % FILLS.len()].0;
    let mut out = format!("<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" fill=\"{fill}\"/>");
    if part % FILLS.len() < 2 {
        return out;
    }
    let mut hatching = String::new();
    let mut start = -high + 4.0;
    while start < wide {
        // A stroke at 45 degrees from the bottom edge upwards, cut off where the part ends.
        let (from, to) = (start.max(0.0), (start + high).min(wide));
        let rise = |along: f64| if part.is_multiple_of(2) { y + high - (along - start) } else { y + (along - start) };
        let _ = write!(hatching, "M{:.1} {:.1}L{:.1} {:.1}", x + from, rise(from), x + to, rise(to));
        start += 9.0;
    }
    let _ = write!(
        out,
        "<path d=\"{hatching}\" fill=\"none\" stroke=\"#ffffff\" stroke-opacity=\"0.45\" stroke-width=\"1.5\"/>"
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_drawn_with_their_numbers() {
        let parts = ["wins", "draws", "losses"].map(String::from).to_vec();
        let svg = stacked(&Stacked { title: "t".into(), parts, rows: vec![("a".into(), vec![30, 0, 10])] });
        assert_eq!(svg.matches("<rect").count(), 6, "the background, three in the key, two parts");
        assert!(svg.contains(">W 30 (75 %)<") && svg.contains(">L 10 (25 %)<"));
        assert_eq!(segment_text("draws", 1, 0.002, 3.0), "");
    }
}
