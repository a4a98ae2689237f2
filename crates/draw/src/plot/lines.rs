//! Lines over a linear or logarithmic axis.

use super::frame::{Frame, key_entry};
use super::{COLOURS, DASHES, marker};
use std::fmt::Write;

/// A figure with one or more series of points.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// What the figure shows.
    pub title: String,
    /// What the horizontal axis counts.
    pub x_label: String,
    /// What the vertical axis counts.
    pub y_label: String,
    /// Whether the vertical axis is logarithmic; points at or below zero are then left out.
    pub logarithmic: bool,
    /// The series: name and points.
    pub series: Vec<(String, Vec<(f64, f64)>)>,
}

/// The lines as an SVG document.
pub fn lines(figure: &Lines) -> String {
    let points = figure.series.iter().flat_map(|(_, points)| points.iter().copied());
    let frame = Frame::around(points, figure.logarithmic, true);
    let mut body = frame.grid();
    for (index, (name, points)) in figure.series.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        body.push_str(&line(&frame, index, points));
        for (x, y) in points.iter().filter_map(|&point| frame.at(point)) {
            let _ = writeln!(body, "{}", marker(index, x, y, colour));
        }
        let _ = writeln!(body, "{}", key_entry(index, colour, name));
    }
    frame.finish(&figure.title, &figure.x_label, &figure.y_label, body)
}

/// The line of a series through those of its points that have a place.
pub(super) fn line(frame: &Frame, series: usize, points: &[(f64, f64)]) -> String {
    let placed = points.iter().filter_map(|&point| frame.at(point));
    let path: Vec<String> = placed.map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    if path.len() < 2 {
        return String::new();
    }
    let (colour, dash) = (COLOURS[series % COLOURS.len()], DASHES[series % DASHES.len()]);
    format!("<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/>\n", path.join("L"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_drawn_that_has_a_place() {
        let series = vec![
            ("a".to_string(), vec![(1.0, 10.0), (2.0, 1000.0)]),
            ("b".to_string(), vec![(1.0, 0.0), (2.0, f64::NAN)]),
        ];
        let svg = lines(&Lines { logarithmic: true, series, ..Lines::default() });
        assert_eq!(svg.matches("<circle").count(), 3, "two points and the key");
    }
}
