//! Many measurements as dots, and a line through their means.

use super::frame::{Frame, key_entry};
use super::lines::line;
use super::{COLOURS, marker};
use std::fmt::Write;

/// A figure with one or more series of dots.
#[derive(Clone, Debug, Default)]
pub struct Scatter {
    /// What the figure shows.
    pub title: String,
    /// What the horizontal axis counts.
    pub x_label: String,
    /// What the vertical axis counts.
    pub y_label: String,
    /// Whether the vertical axis is logarithmic; points at or below zero are then left out.
    pub logarithmic: bool,
    /// The series.
    pub series: Vec<ScatterSeries>,
}

/// Dots of one kind.
#[derive(Clone, Debug, Default)]
pub struct ScatterSeries {
    /// Its name.
    pub name: String,
    /// The measurements.
    pub dots: Vec<(f64, f64)>,
    /// What is drawn through them, such as their means.
    pub line: Vec<(f64, f64)>,
}

/// Lines with more points than this have no markers.
const MARKED: usize = 60;

/// The dots as an SVG document. Dots of different series at the same place stand side by side.
pub fn scatter(figure: &Scatter) -> String {
    let points = figure.series.iter().flat_map(|series| series.dots.iter().chain(&series.line).copied());
    let frame = Frame::around(points, figure.logarithmic, true);
    let mut body = frame.grid();
    let middle = (figure.series.len().max(1) - 1) as f64 / 2.0;
    for (index, series) in figure.series.iter().enumerate() {
        let aside = (index as f64 - middle) * 3.0;
        let placed = series.dots.iter().filter_map(|&dot| frame.at(dot));
        let dots: String = placed.map(|(x, y)| format!("M{:.1} {y:.1}h0", x + aside)).collect();
        let cap = if index % 2 == 0 { "round" } else { "square" };
        let colour = COLOURS[index % COLOURS.len()];
        if !dots.is_empty() {
            let _ = writeln!(
                body,
                "<path d=\"{dots}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"3\" stroke-linecap=\"{cap}\" \
                 stroke-opacity=\"0.35\"/>"
            );
        }
    }
    for (index, series) in figure.series.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        body.push_str(&line(&frame, index, &series.line));
        if series.line.len() <= MARKED {
            for (x, y) in series.line.iter().filter_map(|&point| frame.at(point)) {
                let _ = writeln!(body, "{}", marker(index, x, y, colour));
            }
        }
        let _ = writeln!(body, "{}", key_entry(index, colour, &series.name));
    }
    frame.finish(&figure.title, &figure.x_label, &figure.y_label, body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dot_is_drawn() {
        let dots: Vec<(f64, f64)> = (1..=70).map(|n| (f64::from(n), f64::from(n * n))).collect();
        let series = ScatterSeries { name: "a".into(), dots: dots.clone(), line: dots };
        let svg = scatter(&Scatter { series: vec![series.clone(), series], ..Scatter::default() });
        assert_eq!(svg.matches("h0").count(), 140);
        assert_eq!(svg.matches("<circle").count(), 1, "a long line has no markers, but the key has");
    }
}
