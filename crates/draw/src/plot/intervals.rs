//! Estimates with their errors: a dot and whiskers for each name.

use super::{AXIS, GRID, INK, TOP, WIDTH, bounds, label, number, steps};
use crate::svg::{document, escape};
use std::fmt::Write;

/// A figure with one estimate per name.
#[derive(Clone, Debug, Default)]
pub struct Intervals {
    /// What the figure shows.
    pub title: String,
    /// What is estimated, with its unit.
    pub x_label: String,
    /// The estimates, top to bottom.
    pub rows: Vec<Estimate>,
}

/// An estimate and the interval around it. Ends that are not finite are drawn as far as the axis goes.
#[derive(Clone, Debug, Default)]
pub struct Estimate {
    /// Of what.
    pub name: String,
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The same in words, at the right.
    pub text: String,
}

const ROW: f64 = 36.0;
const TEXT: f64 = 170.0;

/// The estimates as an SVG document. The axis always shows 0.
pub fn intervals(figure: &Intervals) -> String {
    let longest_name = figure.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).clamp(6, 30);
    let left = 30.0 + longest_name as f64 * 7.4;
    let right = WIDTH - TEXT;
    let finite = figure.rows.iter().flat_map(|row| [row.low, row.value, row.high]).filter(|end| end.is_finite());
    let (low, high) = bounds(finite.chain([0.0]));
    let margin = (high - low) * 0.06;
    let (low, high) = (low - margin, high + margin);
    let at = |value: f64| left + (value.clamp(low, high) - low) / (high - low) * (right - left);
    let bottom = TOP + figure.rows.len() as f64 * ROW;

    let mut body =
        format!("<text x=\"20\" y=\"26\" font-size=\"16\" fill=\"{INK}\">{}</text>\n", escape(&figure.title));
    for tick in steps(low, high, 6.0) {
        let (x, stroke) = (at(tick), if tick == 0.0 { AXIS } else { GRID });
        let _ = writeln!(
            body,
            "<path d=\"M{x:.1} {TOP}V{bottom:.1}\" stroke=\"{stroke}\"/><text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"12\" \
             text-anchor=\"middle\" fill=\"{AXIS}\">{}</text>",
            bottom + 18.0,
            number(tick)
        );
    }
    for (index, row) in figure.rows.iter().enumerate() {
        let y = TOP + index as f64 * ROW + ROW / 2.0;
        let _ = writeln!(body, "{}", label(left - 10.0, y + 4.0, "end", &row.name, 30));
        if !(row.low.is_nan() || row.high.is_nan()) {
            let cap =
                |end: f64| if end.is_finite() { format!("M{:.1} {:.1}v14", at(end), y - 7.0) } else { String::new() };
            let _ = writeln!(
                body,
                "<path d=\"M{:.1} {y:.1}H{:.1}{}{}\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\"/>",
                at(row.low),
                at(row.high),
                cap(row.low),
                cap(row.high)
            );
        }
        if row.value.is_finite() {
            let _ = writeln!(body, "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#0072b2\"/>", at(row.value));
        }
        let _ = writeln!(
            body,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" fill=\"{INK}\">{}</text>",
            right + 12.0,
            y + 4.0,
            escape(&row.text)
        );
    }
    let _ = writeln!(
        body,
        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" text-anchor=\"middle\" fill=\"{INK}\">{}</text>",
        (left + right) / 2.0,
        bottom + 40.0,
        escape(&figure.x_label)
    );
    document(WIDTH as usize, (bottom + 54.0) as usize, &figure.title, &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_stands_within_its_whiskers() {
        let row = Estimate { name: "a".into(), value: 10.0, low: -5.0, high: 25.0, text: "10 ± 15".into() };
        let svg = intervals(&Intervals { rows: vec![row], ..Intervals::default() });
        assert_eq!(svg.matches("<circle").count(), 1);
        assert_eq!(svg.matches("v14").count(), 2);
        assert!(svg.contains("10 ± 15"));
    }
}
