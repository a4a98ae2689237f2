//! Horizontal bars.

use super::{INK, TOP};
use crate::svg::{document, escape};
use std::fmt::Write;

/// A figure with one bar per name.
#[derive(Clone, Debug, Default)]
pub struct Bars {
    /// What the figure shows.
    pub title: String,
    /// What the bars measure.
    pub x_label: String,
    /// The bars, top to bottom: name, length, and the text at its end.
    pub bars: Vec<(String, f64, String)>,
}

/// The bars as an SVG document.
pub fn bars(figure: &Bars) -> String {
    const BAR: f64 = 24.0;
    let longest_name = figure.bars.iter().map(|(name, _, _)| name.chars().count()).max().unwrap_or(0) as f64;
    let left = 30.0 + longest_name * 7.2;
    let width = left + 560.0;
    let height = TOP + figure.bars.len() as f64 * BAR + 40.0;
    let largest = figure.bars.iter().map(|(_, length, _)| *length).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let mut body = String::new();
    for (index, (name, length, text)) in figure.bars.iter().enumerate() {
        let y = TOP + index as f64 * BAR;
        let long = (length.max(0.0) / largest * 420.0).max(1.0);
        let _ = writeln!(
            body,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" text-anchor=\"end\" fill=\"{INK}\">{}</text>\
             <rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{long:.1}\" height=\"{:.1}\" fill=\"#0072b2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" fill=\"{INK}\">{}</text>",
            left - 10.0,
            y + 16.0,
            escape(name),
            y + 3.0,
            BAR - 6.0,
            left + long + 8.0,
            y + 16.0,
            escape(text)
        );
    }
    let _ = writeln!(
        body,
        "<text x=\"20\" y=\"26\" font-size=\"16\" fill=\"{INK}\">{}</text>\
         <text x=\"{left:.1}\" y=\"{:.1}\" font-size=\"13\" fill=\"{INK}\">{}</text>",
        escape(&figure.title),
        height - 14.0,
        escape(&figure.x_label)
    );
    document(width.ceil() as usize, height.ceil() as usize, &figure.title, &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bar_is_drawn() {
        let figure =
            Bars { bars: vec![("none".into(), 4.0, "4".into()), ("all".into(), 0.0, "0".into())], ..Bars::default() };
        assert_eq!(bars(&figure).matches("<rect").count(), 3, "two bars and the background");
    }
}
