//! Figures: lines over a linear or logarithmic axis, and horizontal bars. Series differ by marker and dash as well as by
//! colour (Okabe and Ito's palette), so they survive a black-and-white print.

use crate::svg::{document, escape};
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

const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#222222"];
const DASHES: [&str; 3] = ["", " stroke-dasharray=\"7 4\"", " stroke-dasharray=\"2 4\""];

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 46.0;
const BOTTOM: f64 = 56.0;

/// A number as people write it on an axis: 2000, 1.5, 10⁶.
pub fn number(value: f64) -> String {
    let exponent = value.abs().log10();
    if value != 0.0 && exponent >= 4.0 && (exponent - exponent.round()).abs() < 1e-9 {
        let digits: String = (exponent.round() as i64)
            .to_string()
            .chars()
            .map(|c| ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][c.to_digit(10).unwrap_or(0) as usize])
            .collect();
        return format!("10{digits}");
    }
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.3}").trim_end_matches('0').to_string() }
}

/// Round steps of 1, 2 or 5 times a power of ten, about `count` of them.
fn steps(low: f64, high: f64, count: f64) -> Vec<f64> {
    let raw = ((high - low) / count).max(f64::MIN_POSITIVE);
    let power = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|step| *step >= raw).unwrap_or(raw);
    let first = (low / step).ceil() as i64;
    (first..).map(|n| n as f64 * step).take_while(|tick| *tick <= high + step * 1e-9).take(50).collect()
}

/// The lines as an SVG document.
pub fn lines(figure: &Lines) -> String {
    let usable = |&(x, y): &(f64, f64)| x.is_finite() && y.is_finite() && (!figure.logarithmic || y > 0.0);
    let points: Vec<(f64, f64)> =
        figure.series.iter().flat_map(|(_, points)| points.iter().copied().filter(|point| usable(point))).collect();
    let bounds = |values: &mut dyn Iterator<Item = f64>| {
        let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        if low > high { (0.0, 1.0) } else { (low, if high > low { high } else { low + 1.0 }) }
    };
    let scale = |y: f64| if figure.logarithmic { y.log10() } else { y };
    let (x_low, x_high) = bounds(&mut points.iter().map(|point| point.0));
    let (y_low, y_high) = match bounds(&mut points.iter().map(|point| scale(point.1))) {
        (low, high) if figure.logarithmic => (low.floor(), high.ceil().max(low.floor() + 1.0)),
        (low, high) => (low.min(0.0), high),
    };
    let at_x = |x: f64| LEFT + (x - x_low) / (x_high - x_low) * (WIDTH - LEFT - RIGHT);
    let at_y = |y: f64| HEIGHT - BOTTOM - (y - y_low) / (y_high - y_low) * (HEIGHT - TOP - BOTTOM);

    let mut body = String::new();
    let y_ticks = if figure.logarithmic {
        (y_low as i64..=y_high as i64).map(|power| power as f64).collect()
    } else {
        steps(y_low, y_high, 6.0)
    };
    for tick in y_ticks {
        let (y, shown) = (at_y(tick), number(if figure.logarithmic { 10f64.powf(tick) } else { tick }));
        let _ = writeln!(
            body,
            "<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"#dddddd\"/><text x=\"{:.1}\" y=\"{:.1}\" font-size=\"12\" \
             text-anchor=\"end\" fill=\"#333333\">{shown}</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            y + 4.0
        );
    }
    for tick in steps(x_low, x_high, 8.0) {
        let x = at_x(tick);
        let _ = writeln!(
            body,
            "<path d=\"M{x:.1} {:.1}v5\" stroke=\"#333333\"/><text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"12\" \
             text-anchor=\"middle\" fill=\"#333333\">{}</text>",
            HEIGHT - BOTTOM,
            HEIGHT - BOTTOM + 20.0,
            number(tick)
        );
    }
    for (index, (name, points)) in figure.series.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let kept: Vec<(f64, f64)> =
            points.iter().filter(|point| usable(point)).map(|&(x, y)| (at_x(x), at_y(scale(y)))).collect();
        let path: Vec<String> = kept.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        if kept.len() > 1 {
            let _ = writeln!(
                body,
                "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{}/>",
                path.join("L"),
                DASHES[index % DASHES.len()]
            );
        }
        for (x, y) in kept {
            let _ = writeln!(body, "{}", marker(index, x, y, colour));
        }
        let key_y = TOP + 14.0 + index as f64 * 22.0;
        let _ = writeln!(
            body,
            "{}<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" fill=\"#222222\">{}</text>",
            marker(index, WIDTH - RIGHT + 20.0, key_y, colour),
            WIDTH - RIGHT + 32.0,
            key_y + 4.0,
            escape(name)
        );
    }
    let _ = writeln!(
        body,
        "<path d=\"M{LEFT} {TOP}V{:.1}H{:.1}\" fill=\"none\" stroke=\"#333333\"/>\
         <text x=\"{LEFT}\" y=\"26\" font-size=\"16\" fill=\"#222222\">{}</text>\
         <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" text-anchor=\"middle\" fill=\"#222222\">{}</text>\
         <text transform=\"translate(18 {:.1}) rotate(-90)\" font-size=\"13\" text-anchor=\"middle\" fill=\"#222222\">{}</text>",
        HEIGHT - BOTTOM,
        WIDTH - RIGHT,
        escape(&figure.title),
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 14.0,
        escape(&figure.x_label),
        (TOP + HEIGHT - BOTTOM) / 2.0,
        escape(&figure.y_label)
    );
    document(WIDTH as usize, HEIGHT as usize, &figure.title, &body)
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
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" text-anchor=\"end\" fill=\"#222222\">{}</text>\
             <rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{long:.1}\" height=\"{:.1}\" fill=\"#0072b2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" fill=\"#222222\">{}</text>",
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
        "<text x=\"20\" y=\"26\" font-size=\"16\" fill=\"#222222\">{}</text>\
         <text x=\"{left:.1}\" y=\"{:.1}\" font-size=\"13\" fill=\"#222222\">{}</text>",
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
    fn numbers_are_short() {
        let shown: Vec<String> = [0.0, 2000.0, 1.5, 1e6, 0.25].into_iter().map(number).collect();
        assert_eq!(shown, ["0", "2000", "1.5", "10⁶", "0.25"]);
    }

    #[test]
    fn every_point_and_bar_is_drawn_and_hopeless_data_is_survived() {
        let series = vec![
            ("a".to_string(), vec![(1.0, 10.0), (2.0, 1000.0)]),
            ("b".to_string(), vec![(1.0, 0.0), (2.0, f64::NAN)]),
        ];
        let figure = Lines { logarithmic: true, series, ..Lines::default() };
        let svg = lines(&figure);
        assert_eq!(svg.matches("<circle").count(), 3, "two points and the key");
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        let empty = lines(&Lines::default()) + &bars(&Bars::default());
        assert!(!empty.contains("NaN") && !empty.contains("inf"));
        let figure =
            Bars { bars: vec![("none".into(), 4.0, "4".into()), ("all".into(), 0.0, "0".into())], ..Bars::default() };
        assert_eq!(bars(&figure).matches("<rect").count(), 3, "two bars and the background");
    }
}
