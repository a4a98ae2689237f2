//! The report of a search as people and programs read it.

use crate::units;
use athos_core::{FullGame, Outcome, Player, Score, Value};
use athos_search::{End, Report};
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;

/// A report in plain words: its fields are the fields of the JSON.
#[derive(Serialize)]
pub struct PrintedReport {
    pub game: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rules: String,
    pub position: String,
    pub turn: &'static str,
    pub algorithm: &'static str,
    /// The switches that were on, for alpha-beta.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub switches: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<&'static str>,
    pub best: Option<String>,
    /// Proven, for the player to move.
    pub value: Option<Value>,
    /// Estimated, for the player to move, in the evaluation's points.
    pub score: Option<i32>,
    pub proven: bool,
    pub winner: Option<&'static str>,
    pub line: Vec<String>,
    /// Why the search ended.
    pub end: String,
    pub depth: u32,
    pub max_depth: u32,
    pub nodes: u64,
    pub leaves: u64,
    pub finished: u64,
    pub evaluations: u64,
    pub branching: f64,
    pub cutoffs: u64,
    pub first_cutoffs: u64,
    pub probes: u64,
    pub hits: u64,
    pub answered: u64,
    pub revisited: u64,
    pub table_places: u64,
    pub table_filled: u64,
    pub table_fill: f64,
    pub forced: u64,
    pub beamed: u64,
    pub extended: u64,
    pub researched: u64,
    pub seconds: f64,
    pub nodes_per_second: f64,
    pub iterations: Vec<PrintedIteration>,
    #[serde(skip)]
    reason: &'static str,
}

/// One depth of iterative deepening.
#[derive(Serialize)]
pub struct PrintedIteration {
    pub depth: u32,
    pub best: Option<String>,
    pub value: Option<Value>,
    pub score: Option<i32>,
    pub nodes: u64,
    pub seconds: f64,
}

/// What a search was asked to be.
pub struct Asked {
    pub algorithm: &'static str,
    pub switches: Option<String>,
    pub evaluation: Option<&'static str>,
}

fn parts(score: Score) -> (Option<Value>, Option<i32>) {
    match score {
        Score::Proven(value) => (Some(value), None),
        Score::Estimate(points) => (None, Some(points)),
    }
}

impl PrintedReport {
    /// The report of a search of `position`.
    pub fn new<G: FullGame>(game: &G, position: &G::Position, report: &Report<G::Move>, asked: Asked) -> PrintedReport {
        let (value, score) = parts(report.score);
        let turn = game.turn(position);
        let counts = &report.statistics;
        let text = |m: &G::Move| game.show_move(*m);
        PrintedReport {
            game: G::ID,
            rules: game.rules_text(),
            position: game.show_position(position),
            turn: G::PLAYERS[turn.index()],
            algorithm: asked.algorithm,
            switches: asked.switches,
            evaluation: asked.evaluation,
            best: report.best.as_ref().map(text),
            value,
            score,
            proven: value.is_some(),
            winner: value.and_then(|value| value.winner(turn)).map(|player| G::PLAYERS[player.index()]),
            line: report.line.iter().map(text).collect(),
            end: report.end.to_string(),
            depth: report.depth,
            max_depth: counts.max_ply,
            nodes: counts.nodes,
            leaves: counts.leaves,
            finished: counts.finished,
            evaluations: counts.evaluations,
            branching: counts.branching(),
            cutoffs: counts.cutoffs,
            first_cutoffs: counts.first_cutoffs,
            probes: counts.probes,
            hits: counts.hits,
            answered: counts.answered,
            revisited: counts.revisited,
            table_places: counts.places,
            table_filled: counts.filled,
            table_fill: counts.fill(),
            forced: counts.forced,
            beamed: counts.beamed,
            extended: counts.extended,
            researched: counts.researched,
            seconds: report.time.as_secs_f64(),
            nodes_per_second: report.nodes_per_second(),
            iterations: report
                .iterations
                .iter()
                .map(|iteration| {
                    let (value, score) = parts(iteration.score);
                    let best = iteration.best.as_ref().map(text);
                    let seconds = iteration.time.as_secs_f64();
                    PrintedIteration { depth: iteration.depth, best, value, score, nodes: iteration.nodes, seconds }
                })
                .collect(),
            reason: reason(report.end),
        }
    }

    /// A table of names and figures.
    pub fn text(&self, players: [&'static str; 2]) -> String {
        let mut out = String::new();
        let mut line = |name: &str, text: String| {
            let _ = writeln!(out, "{name:<16}{text}");
        };
        line("position", format!("{} ({} to move)", self.position, self.turn));
        line(
            "algorithm",
            match &self.switches {
                Some(switches) => format!("{} with {}", self.algorithm, switches.replace(',', ", ")),
                None => self.algorithm.to_string(),
            },
        );
        if let Some(evaluation) = self.evaluation {
            line("evaluation", evaluation.to_string());
        }
        line("best move", self.best.clone().unwrap_or_else(|| "none: the game is over".into()));
        match (self.value, self.score) {
            (Some(value), _) => line("value", format!("{value}, proven: {}", self.winner_in_words(players))),
            (_, score) => line("score", format!("{:+} points, an estimate", score.unwrap_or(0))),
        }
        line("line", self.line.join(" "));
        line("ended by", format!("{}: {}", self.end, self.reason));
        line("depth", format!("{} finished; longest line {}", plies(self.depth), plies(self.max_depth)));
        line("nodes", units::count(self.nodes));
        line(
            "leaves",
            format!("{}, {} of them finished games", units::count(self.leaves), units::count(self.finished)),
        );
        line("evaluations", units::count(self.evaluations));
        line("branching", format!("{:.2} moves a position", self.branching));
        line(
            "cutoffs",
            match self.cutoffs {
                0 => "0".to_string(),
                cutoffs => format!(
                    "{}, {:.1} % by the first move",
                    units::count(cutoffs),
                    percent(self.first_cutoffs, cutoffs)
                ),
            },
        );
        if self.probes > 0 {
            let (probes, hits) = (units::count(self.probes), units::count(self.hits));
            line("table probes", format!("{probes}, {hits} known ({:.1} %)", percent(self.hits, self.probes)));
            let (answered, revisited) = (units::count(self.answered), units::count(self.revisited));
            line("subtrees", format!("{answered} answered by the table, {revisited} revisited"));
        }
        if self.table_places > 0 {
            let name = if self.algorithm == "mcts" { "tree size" } else { "table fill" };
            let (filled, places) = (units::count(self.table_filled), units::count(self.table_places));
            line(name, format!("{filled} of {places} places ({:.1} %)", 100.0 * self.table_fill));
        }
        for (name, count) in [
            ("forced moves", self.forced),
            ("left by beam", self.beamed),
            ("extended", self.extended),
            ("searched again", self.researched),
        ] {
            if count > 0 {
                line(name, units::count(count));
            }
        }
        line("time", units::time(Duration::from_secs_f64(self.seconds)));
        if self.seconds > 0.0 {
            line("speed", format!("{} nodes per second", units::large(self.nodes_per_second)));
        }
        out
    }

    fn winner_in_words(&self, players: [&'static str; 2]) -> String {
        let player = |name| if players[0] == name { Player::One } else { Player::Two };
        let outcome = self.winner.map_or(Outcome::Draw, |name| Outcome::Winner(player(name)));
        crate::words::outcome_in_words(outcome, players)
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn plies(count: u32) -> String {
    units::of(count.into(), "ply", "plies")
}

/// Why a search ended, in words.
pub fn reason(end: End) -> &'static str {
    match end {
        End::Proven => "more depth would not change it",
        End::Depth => "the depth asked for was reached",
        End::Nodes => "the nodes were used up",
        End::Time => "the time was used up",
        End::Memory => "the memory was used up",
        End::Cancelled => "it was cancelled",
    }
}
