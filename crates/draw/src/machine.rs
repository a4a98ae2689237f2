//! Moore machines as pictures: states with their output, transitions labelled by the opponent's move.
//!
//! States stand in columns by their distance from the start; inside a column they are ordered by where their
//! predecessors stand, which keeps most lines from crossing. Final states have a double outline.

use crate::dot::quoted;
use crate::svg::{document, escape};
use std::collections::VecDeque;
use std::fmt::Write;

/// A machine to draw.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// The states; the first is the start.
    pub states: Vec<State>,
    /// From state, to state, on which input.
    pub transitions: Vec<(usize, usize, String)>,
    /// A line under the picture.
    pub caption: String,
}

/// A state to draw.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Its name.
    pub name: String,
    /// What the machine says in it; empty for a state that says nothing.
    pub output: String,
    /// Whether the game is over in it.
    pub last: bool,
}

/// A table: one state a line.
pub fn text(machine: &Machine) -> String {
    let mut out = String::new();
    for (index, state) in machine.states.iter().enumerate() {
        let _ = write!(out, "{}{}", if index == 0 { "-> " } else { "   " }, state.name);
        if !state.output.is_empty() {
            let _ = write!(out, " / {}", state.output);
        }
        if state.last {
            out.push_str(" (end)");
        }
        let from_here = machine.transitions.iter().filter(|(from, _, _)| *from == index);
        let steps: Vec<String> =
            from_here.map(|(_, to, input)| format!("{input}: {}", machine.states[*to].name)).collect();
        if !steps.is_empty() {
            let _ = write!(out, "   {}", steps.join(", "));
        }
        out.push('\n');
    }
    let _ = writeln!(out, "{}", machine.caption);
    out
}

/// A Graphviz document.
pub fn dot(machine: &Machine) -> String {
    let mut out = String::from("digraph machine {\n  rankdir=LR;\n  start [shape=point];\n");
    let _ = writeln!(out, "  label={};", quoted(&machine.caption));
    for (index, state) in machine.states.iter().enumerate() {
        let shape = if state.last { "doublecircle" } else { "circle" };
        let label =
            if state.output.is_empty() { state.name.clone() } else { format!("{}\n/ {}", state.name, state.output) };
        let _ = writeln!(out, "  s{index} [shape={shape}, label={}];", quoted(&label));
    }
    out.push_str("  start -> s0;\n");
    for (from, to, input) in &machine.transitions {
        let _ = writeln!(out, "  s{from} -> s{to} [label={}];", quoted(input));
    }
    out.push_str("}\n");
    out
}

const COLUMN: f64 = 150.0;
const ROW: f64 = 84.0;

/// An SVG document.
pub fn svg(machine: &Machine) -> String {
    let columns = columns(machine);
    let tallest = columns.iter().map(Vec::len).max().unwrap_or(0) as f64;
    let longest = machine.states.iter().map(|state| state.name.chars().count()).max().unwrap_or(1) as f64;
    let (radius_x, radius_y) = ((longest * 4.0 + 8.0).max(26.0), 26.0);
    let column_width = COLUMN + 2.0 * radius_x;
    let mut at = vec![(0.0, 0.0); machine.states.len()];
    for (column, states) in columns.iter().enumerate() {
        let top = (tallest - states.len() as f64) * ROW / 2.0;
        for (row, &state) in states.iter().enumerate() {
            at[state] = (60.0 + radius_x + column as f64 * column_width, 50.0 + top + row as f64 * ROW);
        }
    }
    let mut body = String::from(concat!(
        "<defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" ",
        "orient=\"auto\"><path d=\"M0 0L10 5L0 10z\" fill=\"#444444\"/></marker></defs>\n"
    ));
    if let Some(&(x, y)) = at.first() {
        let _ = writeln!(
            body,
            "<path d=\"M14 {y:.1}H{:.1}\" stroke=\"#444444\" marker-end=\"url(#arrow)\"/>",
            x - radius_x - 1.0
        );
    }
    for (from, to, inputs) in merged(machine) {
        body.push_str(&transition_svg(at[from], at[to], radius_x, radius_y, &inputs));
    }
    for (state, &(x, y)) in machine.states.iter().zip(&at) {
        body.push_str(&state_svg(state, x, y, radius_x, radius_y));
    }
    let width = 120.0 + columns.len().saturating_sub(1) as f64 * column_width + 2.0 * radius_x;
    let height = 64.0 + tallest * ROW;
    let _ = writeln!(
        body,
        "<text x=\"24\" y=\"{:.1}\" font-size=\"14\" fill=\"#222222\">{}</text>",
        height - 20.0,
        escape(&machine.caption)
    );
    let caption_width = machine.caption.chars().count() as f64 * 7.4 + 48.0;
    document(width.max(caption_width).ceil() as usize, height.ceil() as usize, &machine.caption, &body)
}

/// The states by distance from the start, each column ordered by the mean place of its predecessors.
fn columns(machine: &Machine) -> Vec<Vec<usize>> {
    let count = machine.states.len();
    let mut distance = vec![usize::MAX; count];
    let mut queue = VecDeque::new();
    if count > 0 {
        distance[0] = 0;
        queue.push_back(0);
    }
    while let Some(state) = queue.pop_front() {
        for (_, to, _) in machine.transitions.iter().filter(|(from, _, _)| *from == state) {
            if distance[*to] == usize::MAX {
                distance[*to] = distance[state] + 1;
                queue.push_back(*to);
            }
        }
    }
    // Final states stand at the end, where all lines lead.
    let last_column = (0..count).filter(|&s| distance[s] != usize::MAX).map(|s| distance[s]).max().unwrap_or(0);
    let mut columns = vec![Vec::new(); last_column + 1];
    for (state, drawn) in machine.states.iter().enumerate() {
        let column = if drawn.last { last_column } else { distance[state].min(last_column) };
        columns[column].push(state);
    }
    let mut row = vec![0.0; count];
    for column in &mut columns {
        let weight = |state: usize| {
            let before: Vec<f64> =
                machine.transitions.iter().filter(|(_, to, _)| *to == state).map(|(from, _, _)| row[*from]).collect();
            before.iter().sum::<f64>() / before.len().max(1) as f64
        };
        let mut weighted: Vec<(f64, usize)> = column.iter().map(|&state| (weight(state), state)).collect();
        weighted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let middle = (weighted.len() as f64 - 1.0) / 2.0;
        *column = weighted.into_iter().map(|(_, state)| state).collect();
        for (place, &state) in column.iter().enumerate() {
            row[state] = place as f64 - middle;
        }
    }
    columns
}

/// Transitions between the same two states as one line with all their inputs.
fn merged(machine: &Machine) -> Vec<(usize, usize, String)> {
    let mut lines: Vec<(usize, usize, String)> = Vec::new();
    for (from, to, input) in &machine.transitions {
        match lines.iter_mut().find(|line| line.0 == *from && line.1 == *to) {
            Some(line) => line.2 = format!("{}, {input}", line.2),
            None => lines.push((*from, *to, input.clone())),
        }
    }
    lines
}

fn transition_svg(from: (f64, f64), to: (f64, f64), radius_x: f64, radius_y: f64, inputs: &str) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    // Where the straight line leaves and enters the ellipses.
    let reach = 1.0 / ((dx / radius_x).powi(2) + (dy / radius_y).powi(2)).sqrt().max(1e-9);
    let (start, end) = ((from.0 + dx * reach, from.1 + dy * reach), (to.0 - dx * reach, to.1 - dy * reach));
    // Lines over several columns bow upwards, past the states between.
    let bow = if dx > 2.0 * (COLUMN + radius_x) { dx * 0.12 } else { 0.0 };
    let middle = ((start.0 + end.0) / 2.0, (start.1 + end.1) / 2.0 - bow);
    // Near its own state, where the lines of different states have not met yet.
    let label = (start.0 * 0.78 + end.0 * 0.22, start.1 * 0.78 + end.1 * 0.22 - bow * 0.35 - 3.0);
    format!(
        "<path d=\"M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"#444444\" marker-end=\"url(#arrow)\"/>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"12\" text-anchor=\"middle\" fill=\"#0072b2\" paint-order=\"stroke\" \
         stroke=\"#ffffff\" stroke-width=\"4\">{}</text>\n",
        start.0,
        start.1,
        middle.0,
        middle.1,
        end.0,
        end.1,
        label.0,
        label.1,
        escape(inputs)
    )
}

fn state_svg(state: &State, x: f64, y: f64, radius_x: f64, radius_y: f64) -> String {
    let mut out = format!(
        "<ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{radius_x:.1}\" ry=\"{radius_y:.1}\" fill=\"#ffffff\" stroke=\"#222222\" \
         stroke-width=\"1.5\"/>\n"
    );
    if state.last {
        let _ = writeln!(
            out,
            "<ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{:.1}\" ry=\"{:.1}\" fill=\"none\" stroke=\"#222222\"/>",
            radius_x - 4.0,
            radius_y - 4.0
        );
    }
    let name_y = if state.output.is_empty() { y + 5.0 } else { y - 1.0 };
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{name_y:.1}\" font-size=\"13\" text-anchor=\"middle\" fill=\"#222222\">{}</text>",
        escape(&state.name)
    );
    if !state.output.is_empty() {
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"12\" text-anchor=\"middle\" fill=\"#444444\">/ {}</text>",
            y + 15.0,
            escape(&state.output)
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The machine that plays Matches from seven.
    fn seven() -> Machine {
        let state = |name: &str, output: &str| State { name: name.into(), output: output.into(), last: name == "W" };
        let states = vec![state("7", "2"), state("4", "3"), state("3", "2"), state("2", "1"), state("W", "")];
        let step = |from, to, input: &str| (from, to, input.to_string());
        let transitions =
            vec![step(0, 1, "1"), step(0, 2, "2"), step(0, 3, "3"), step(1, 4, "1"), step(2, 4, "1"), step(3, 4, "1")];
        Machine { states, transitions, caption: "5 states, 6 transitions.".into() }
    }

    #[test]
    fn every_form_shows_every_state_and_transition() {
        let machine = seven();
        assert_eq!(text(&machine).lines().next(), Some("-> 7 / 2   1: 4, 2: 3, 3: 2"));
        assert_eq!(dot(&machine).matches(" -> s").count(), 7, "six transitions and the start");
        let svg = svg(&machine);
        assert_eq!(svg.matches("<ellipse").count(), 6, "five states, one of them final");
        assert_eq!(svg.matches("marker-end").count(), 7);
    }

    #[test]
    fn states_stand_in_columns_by_distance() {
        assert_eq!(columns(&seven()), [vec![0], vec![1, 2, 3], vec![4]]);
        assert_eq!(svg(&Machine::default()).matches("<ellipse").count(), 0);
    }
}
