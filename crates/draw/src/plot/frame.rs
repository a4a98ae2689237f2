//! The frame of a figure with two axes: scales, ticks, labels, and the key beside it.

use super::{AXIS, GRID, INK, TOP, WIDTH, bounds, label, marker, number, steps};
use crate::svg::{document, escape};
use std::fmt::Write;

pub(super) const HEIGHT: f64 = 420.0;
pub(super) const LEFT: f64 = 84.0;
pub(super) const RIGHT: f64 = 190.0;
pub(super) const BOTTOM: f64 = 56.0;

/// Two axes.
pub(super) struct Frame {
    x: (f64, f64),
    y: (f64, f64),
    logarithmic: bool,
    /// The right end of the horizontal axis, in the drawing's units.
    right: f64,
}

impl Frame {
    /// Axes that hold these points, with room for a key when `key`.
    pub fn around(points: impl Iterator<Item = (f64, f64)> + Clone, logarithmic: bool, key: bool) -> Frame {
        let scale = |y: f64| if logarithmic { y.log10() } else { y };
        let points = points.filter(|&point| usable(point, logarithmic));
        let x = bounds(points.clone().map(|point| point.0));
        let y = match bounds(points.map(|point| scale(point.1))) {
            (low, high) if logarithmic => (low.floor(), high.ceil().max(low.floor() + 1.0)),
            (low, high) => (low.min(0.0), high),
        };
        Frame { x, y, logarithmic, right: WIDTH - if key { RIGHT } else { 30.0 } }
    }

    /// Where a point is drawn; `None` when it has no place.
    pub fn at(&self, point: (f64, f64)) -> Option<(f64, f64)> {
        usable(point, self.logarithmic).then(|| {
            let y = if self.logarithmic { point.1.log10() } else { point.1 };
            (self.at_x(point.0), self.at_y(y))
        })
    }

    pub fn at_x(&self, x: f64) -> f64 {
        LEFT + (x - self.x.0) / (self.x.1 - self.x.0) * (self.right - LEFT)
    }

    /// `y` is on the axis' own scale.
    fn at_y(&self, y: f64) -> f64 {
        HEIGHT - BOTTOM - (y - self.y.0) / (self.y.1 - self.y.0) * (HEIGHT - TOP - BOTTOM)
    }

    /// Grid lines and ticks, to be drawn first.
    pub fn grid(&self) -> String {
        let mut body = String::new();
        let (y_low, y_high) = self.y;
        let y_ticks = if self.logarithmic {
            (y_low as i64..=y_high as i64).map(|power| power as f64).collect()
        } else {
            steps(y_low, y_high, 6.0)
        };
        for tick in y_ticks {
            let (y, shown) = (self.at_y(tick), number(if self.logarithmic { 10f64.powf(tick) } else { tick }));
            let _ = writeln!(
                body,
                "<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"{GRID}\"/><text x=\"{:.1}\" y=\"{:.1}\" font-size=\"12\" \
                 text-anchor=\"end\" fill=\"{AXIS}\">{shown}</text>",
                self.right,
                LEFT - 8.0,
                y + 4.0
            );
        }
        for tick in steps(self.x.0, self.x.1, 8.0) {
            let x = self.at_x(tick);
            let _ = writeln!(
                body,
                "<path d=\"M{x:.1} {:.1}v5\" stroke=\"{AXIS}\"/><text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"12\" \
                 text-anchor=\"middle\" fill=\"{AXIS}\">{}</text>",
                HEIGHT - BOTTOM,
                HEIGHT - BOTTOM + 20.0,
                number(tick)
            );
        }
        body
    }

    /// The whole document: what was drawn, with axes and texts around it.
    pub fn finish(&self, title: &str, x_label: &str, y_label: &str, mut body: String) -> String {
        let _ = writeln!(
            body,
            "<path d=\"M{LEFT} {TOP}V{:.1}H{:.1}\" fill=\"none\" stroke=\"{AXIS}\"/>\
             <text x=\"{LEFT}\" y=\"26\" font-size=\"16\" fill=\"{INK}\">{}</text>\
             <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" text-anchor=\"middle\" fill=\"{INK}\">{}</text>\
             <text transform=\"translate(18 {:.1}) rotate(-90)\" font-size=\"13\" text-anchor=\"middle\" fill=\"{INK}\">{}</text>",
            HEIGHT - BOTTOM,
            self.right,
            escape(title),
            (LEFT + self.right) / 2.0,
            HEIGHT - 14.0,
            escape(x_label),
            (TOP + HEIGHT - BOTTOM) / 2.0,
            escape(y_label)
        );
        document(WIDTH as usize, HEIGHT as usize, title, &body)
    }
}

fn usable((x, y): (f64, f64), logarithmic: bool) -> bool {
    x.is_finite() && y.is_finite() && (!logarithmic || y > 0.0)
}

/// One entry of the key on the right: the marker and the name of a series.
pub(super) fn key_entry(index: usize, colour: &str, name: &str) -> String {
    let y = TOP + 14.0 + index as f64 * 34.0;
    let (x, text) = (WIDTH - RIGHT + 20.0, WIDTH - RIGHT + 32.0);
    format!("{}{}", marker(index, x, y, colour), label(text, y + 4.0, "start", name, 22))
}
