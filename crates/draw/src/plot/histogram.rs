//! How often what comes up: upright bars over an axis of numbers.

use super::frame::Frame;
use super::round_step;
use std::fmt::Write;

/// A figure of whole numbers and how often each came up.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    /// What the figure shows.
    pub title: String,
    /// What the numbers are.
    pub x_label: String,
    /// What came up so often.
    pub y_label: String,
    /// Numbers and counts, in order.
    pub counts: Vec<(usize, u64)>,
}

/// Bars at most.
const BARS: f64 = 40.0;

/// The histogram as an SVG document. Many numbers are put together by 2, 5, 10 and so on; the label then says so.
pub fn histogram(figure: &Histogram) -> String {
    let low = figure.counts.first().map_or(0, |(number, _)| *number);
    let high = figure.counts.last().map_or(0, |(number, _)| *number);
    let width = round_step(((high - low + 1) as f64 / BARS).max(1.0)).round() as usize;
    let mut bins: Vec<(usize, u64)> = Vec::new();
    for &(number, count) in &figure.counts {
        let first = number / width * width;
        match bins.last_mut() {
            Some((bin, all)) if *bin == first => *all += count,
            _ => bins.push((first, count)),
        }
    }
    // A bar stands around its numbers: half a number to the left and to the right of them.
    let left = |bin: usize| bin as f64 - 0.5;
    let right = |bin: usize| left(bin) + width as f64;
    let ends = bins.iter().flat_map(|&(bin, count)| [(left(bin), 0.0), (right(bin), count as f64)]);
    let frame = Frame::around(ends, false, false);
    let mut body = frame.grid();
    for &(bin, count) in &bins {
        let (Some((x, y)), Some((_, base))) = (frame.at((left(bin), count as f64)), frame.at((0.0, 0.0))) else {
            continue;
        };
        let wide = (frame.at_x(right(bin)) - x - 1.5).clamp(1.0, 60.0);
        let middle = (x + frame.at_x(right(bin))) / 2.0;
        let numbers = if width == 1 { bin.to_string() } else { format!("{bin} to {}", bin + width - 1) };
        let _ = writeln!(
            body,
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{:.1}\" fill=\"#0072b2\"><title>{numbers}: \
             {count}</title></rect>",
            middle - wide / 2.0,
            (base - y).max(0.5)
        );
    }
    let x_label = if width == 1 { figure.x_label.clone() } else { format!("{}, by {width}", figure.x_label) };
    frame.finish(&figure.title, &x_label, &figure.y_label, body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_numbers_are_put_together() {
        let bars = |counts: Vec<(usize, u64)>| {
            let svg = histogram(&Histogram { counts, x_label: "plies".into(), ..Histogram::default() });
            (svg.matches("<rect").count() - 1, svg.contains("plies, by "))
        };
        assert_eq!(bars(vec![(3, 5), (4, 1), (9, 2)]), (3, false));
        assert_eq!(bars((0..100).map(|number| (number, 1)).collect()), (20, true));
    }
}
