//! Figures. Series differ by marker, dash, hatching or letters as well as by colour (Okabe and Ito's palette), so they
//! survive a black-and-white print.
//!
//! | figure | shows |
//! | --- | --- |
//! | [`lines`] | how something grows: series over a linear or logarithmic axis |
//! | [`scatter`] | many measurements and their mean |
//! | [`histogram`] | how often what comes up |
//! | [`bars`] | one length for each name |
//! | [`stacked`] | how each whole is divided |
//! | [`intervals`] | estimates with their errors |

mod bars;
mod frame;
mod histogram;
mod intervals;
mod lines;
mod scatter;
mod stacked;

pub use bars::{Bars, bars};
pub use histogram::{Histogram, histogram};
pub use intervals::{Estimate, Intervals, intervals};
pub use lines::{Lines, lines};
pub use scatter::{Scatter, ScatterSeries, scatter};
pub use stacked::{Stacked, stacked};

use crate::svg::escape;

const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#222222"];
const DASHES: [&str; 3] = ["", " stroke-dasharray=\"7 4\"", " stroke-dasharray=\"2 4\""];

const INK: &str = "#222222";
/// Axes and what is written along them.
const AXIS: &str = "#333333";
const GRID: &str = "#dddddd";

/// The width of figures.
const WIDTH: f64 = 760.0;
const TOP: f64 = 46.0;

/// A number as people write it on an axis: 2000, 1.5, 10⁶.
pub fn number(value: f64) -> String {
    let exponent = value.abs().log10();
    let is_power = value > 0.0 && (exponent - exponent.round()).abs() < 1e-9;
    if is_power && !(-2.5..=3.5).contains(&exponent) {
        let digit = |c: char| match c {
            '-' => '⁻',
            c => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][c.to_digit(10).unwrap_or(0) as usize],
        };
        return format!("10{}", (exponent.round() as i64).to_string().chars().map(digit).collect::<String>());
    }
    match format!("{value:.3}").trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".into(),
        shown => shown.into(),
    }
}

/// Round steps of 1, 2 or 5 times a power of ten, about `count` of them.
fn steps(low: f64, high: f64, count: f64) -> Vec<f64> {
    let step = round_step((high - low) / count);
    let first = (low / step - 1e-9).ceil() as i64;
    (first..).map(|n| n as f64 * step).take_while(|tick| *tick <= high + step * 1e-9).take(50).collect()
}

/// The least of 1, 2 or 5 times a power of ten that is not below `raw`.
fn round_step(raw: f64) -> f64 {
    let raw = raw.max(f64::MIN_POSITIVE);
    let power = 10f64.powf(raw.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|step| *step >= raw * (1.0 - 1e-9)).unwrap_or(raw)
}

/// The smallest and the largest of some values; 0 and 1 for none, never equal.
fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    if low > high { (0.0, 1.0) } else { (low, if high > low { high } else { low + 1.0 }) }
}

/// One of four shapes, by the number of the series.
fn marker(series: usize, x: f64, y: f64, colour: &str) -> String {
    match series % 4 {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>"),
        1 => format!("<rect x=\"{:.1}\" y=\"{:.1}\" width=\"7\" height=\"7\" fill=\"{colour}\"/>", x - 3.5, y - 3.5),
        2 => format!("<path d=\"M{x:.1} {:.1}l4.5 8h-9z\" fill=\"{colour}\"/>", y - 5.0),
        _ => format!("<path d=\"M{x:.1} {:.1}l5 5l-5 5l-5 -5z\" fill=\"{colour}\"/>", y - 5.0),
    }
}

/// A name beside a figure: on two lines, and shortened, when it is longer than `fit` characters. The whole name is its
/// title.
fn label(x: f64, y: f64, anchor: &str, name: &str, fit: usize) -> String {
    let lines = wrapped(name, fit);
    let top = y - (lines.len() as f64 - 1.0) * 7.0;
    let spans: String = lines
        .iter()
        .enumerate()
        .map(|(index, line)| {
            let y = top + index as f64 * 14.0;
            format!("<tspan x=\"{x:.1}\" y=\"{y:.1}\">{}</tspan>", escape(line))
        })
        .collect();
    let title = escape(name);
    format!("<text font-size=\"13\" text-anchor=\"{anchor}\" fill=\"{INK}\"><title>{title}</title>{spans}</text>")
}

/// A text on one line or two, of about `fit` characters; broken after a blank or a sign where there is one.
fn wrapped(text: &str, fit: usize) -> Vec<String> {
    let all: Vec<char> = text.chars().collect();
    if all.len() <= fit {
        return vec![text.to_string()];
    }
    let breaks = |&at: &usize| !all[at - 1].is_alphanumeric() && all[at - 1] != '-';
    let at = (fit / 2..=fit).rev().find(breaks).unwrap_or(fit);
    let (first, rest) = all.split_at(at);
    let mut second: String = rest.iter().take(fit).collect();
    if rest.len() > fit {
        second.pop();
        second.push('…');
    }
    vec![first.iter().collect::<String>().trim_end().to_string(), second]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown: Vec<String> =
            [0.0, 2000.0, 1.5, 1e6, 0.25, 0.1, 1e-4, -50.0, -0.0].into_iter().map(number).collect();
        assert_eq!(shown, ["0", "2000", "1.5", "10⁶", "0.25", "0.1", "10⁻⁴", "-50", "0"]);
        assert_eq!(steps(-0.3, 1.0, 6.0), [0.0, 0.5, 1.0]);
    }

    #[test]
    fn long_names_are_broken_where_they_may_be() {
        assert_eq!(wrapped("mcts", 22), ["mcts"]);
        assert_eq!(wrapped("alpha-beta:depth=6,without=table", 22), ["alpha-beta:depth=6,", "without=table"]);
        assert_eq!(wrapped(&"x".repeat(60), 10), ["x".repeat(10), "x".repeat(9) + "…"]);
    }

    #[test]
    fn figures_without_data_and_with_hopeless_data_are_still_figures() {
        let hopeless = vec![(f64::NAN, 1.0), (1.0, f64::INFINITY), (1.0, -1.0)];
        let series = ScatterSeries { name: "a".into(), dots: hopeless.clone(), line: hopeless.clone() };
        let estimate = |value, low, high| Estimate { name: "a".into(), value, low, high, text: String::new() };
        let figures = [
            lines(&Lines::default()),
            lines(&Lines { logarithmic: true, series: vec![("a".into(), hopeless)], ..Lines::default() }),
            bars(&Bars::default()),
            scatter(&Scatter::default()),
            scatter(&Scatter { logarithmic: true, series: vec![series], ..Scatter::default() }),
            histogram(&Histogram::default()),
            stacked(&Stacked::default()),
            stacked(&Stacked { parts: vec!["w".into()], rows: vec![("a".into(), vec![0])], ..Stacked::default() }),
            intervals(&Intervals::default()),
            intervals(&Intervals {
                rows: vec![
                    estimate(f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY),
                    estimate(f64::NAN, f64::NAN, f64::NAN),
                ],
                ..Intervals::default()
            }),
        ];
        for figure in figures {
            assert!(!figure.contains("NaN") && !figure.contains("inf"), "{figure}");
            assert!(figure.starts_with("<svg") && figure.ends_with("</svg>\n"));
        }
    }
}
