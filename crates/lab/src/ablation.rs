//! What is each switch worth?
//!
//! A set of positions is searched to a fixed depth with plain minimax, with plain alpha-beta, with each switch alone,
//! with all sound switches one after the other, and with all but one. Sound switches may change the cost and nothing
//! else; every row says whether the values stayed.

use crate::LabError;
use athos_core::random::Random;
use athos_core::{FullGame, Game, MAX_ESTIMATE, Score, Value, Wdl};
use athos_eval::{Evaluation, EvaluationName};
use athos_search::points::WIN;
use athos_search::{End, Limits, Report, Scoring, Settings, Switch, Switches, alpha_beta, minimax};
use serde::Serialize;

/// Table memory of one search, in bytes: enough for its nodes, and quickly made.
pub const MEMORY: usize = 8 << 20;

/// The depth at which plain minimax takes about a second.
pub fn usual_depth(id: &str) -> u32 {
    match id {
        "matches" => 24,
        "nim" => 6,
        "three-musketeers" => 7,
        "mad-king" => 5,
        _ => 2,
    }
}

/// What was measured.
#[derive(Serialize)]
pub struct Ablation {
    /// The game and its rules.
    pub game: String,
    /// How deep everything was searched.
    pub depth: u32,
    /// What was searched.
    pub positions: Vec<String>,
    /// The scores by plain minimax, for the player to move.
    pub scores: Vec<String>,
    /// One for each set of switches.
    pub rows: Vec<Row>,
}

/// One set of switches on all positions.
#[derive(Serialize)]
pub struct Row {
    /// What it compares.
    pub group: Group,
    /// The switch that the row is about, if it is about one.
    pub switch: Option<&'static str>,
    /// Those that are on.
    pub switches: String,
    /// Nodes visited, all positions together.
    pub nodes: u64,
    /// Time taken, all positions together: for each the fastest run.
    pub seconds: f64,
    /// Positions whose value is that of plain minimax.
    pub kept: usize,
}

/// What a row compares.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// No switch.
    Plain,
    /// One switch, and what it needs.
    Alone,
    /// One more than the row before.
    Cumulative,
    /// All sound ones but one.
    AllButOne,
    /// All sound ones, and one that changes the question.
    Unsound,
}

/// The switches that another one needs to do anything.
fn needs(switch: Switch) -> &'static [Switch] {
    match switch {
        Switch::Symmetry | Switch::TableMove | Switch::Deeper => &[Switch::Table],
        Switch::Etc => &[Switch::Table, Switch::Ordering],
        Switch::Aspiration => &[Switch::Deepening],
        _ => &[],
    }
}

/// Searches all positions with every set of switches, each `repeats` times for its time. `limits` bound each search beside
/// the depth; a search that they end is an error.
pub fn measure<G: FullGame>(
    game: &G,
    positions: &[G::Position],
    depth: u32,
    repeats: usize,
    limits: &Limits,
) -> Result<Ablation, LabError> {
    let evaluation = EvaluationName::Own.for_game::<G>(1)?;
    let limits = Limits { depth: Some(depth), ..limits.clone() };
    let whole = |report: Report<G::Move>| match report.end {
        End::Proven | End::Depth => Ok(report),
        end => Err(LabError::Limit(end)),
    };

    // Step 1. What plain minimax finds.
    let mut plain = Tally::new(Group::Plain, None, "minimax".into());
    let mut expected = Vec::new();
    let mut scores = Vec::new();
    for position in positions {
        let report = whole(minimax(game, &evaluation, position, Scoring::Distance, &limits, &mut ()))?;
        expected.push(points(report.score));
        scores.push(report.score.to_string());
        plain.add(&report, points(report.score));
    }
    let mut rows = vec![plain.row];

    // Step 2. Every set of switches.
    for (group, switch, switches) in sets() {
        let mut tally = Tally::new(group, switch, switches.to_string());
        for (position, &expected) in positions.iter().zip(&expected) {
            // These searches are short: the fastest of a few is the one that was least disturbed.
            let mut report = whole(search(game, &evaluation, position, switches, &limits)?)?;
            for _ in 1..repeats {
                let again = search(game, &evaluation, position, switches, &limits)?;
                report.time = report.time.min(again.time);
            }
            tally.add(&report, expected);
        }
        rows.push(tally.row);
    }
    let positions = positions.iter().map(|position| game.show_position(position)).collect();
    Ok(Ablation { game: game.spec(), depth, positions, scores, rows })
}

/// All sets of switches, by what they compare.
fn sets() -> Vec<(Group, Option<Switch>, Switches)> {
    let mut sets = vec![(Group::Plain, None, Switches::NONE)];
    let with_needs = |switch: Switch| needs(switch).iter().copied().chain([switch]).collect::<Switches>();
    sets.extend(Switch::sound().map(|switch| (Group::Alone, Some(switch), with_needs(switch))));
    let mut sum = Switches::NONE;
    for switch in Switch::sound() {
        sum.set(switch, true);
        sets.push((Group::Cumulative, Some(switch), sum));
    }
    for switch in Switch::sound() {
        let mut rest = Switches::sound();
        rest.set(switch, false);
        sets.push((Group::AllButOne, Some(switch), rest));
    }
    for switch in Switch::all().filter(|switch| !switch.is_sound()) {
        let mut more = Switches::sound();
        more.set(switch, true);
        // A beam is only worth looking at where it bites.
        (more.beam_from, more.beam_width) = (1, 3);
        sets.push((Group::Unsound, Some(switch), more));
    }
    sets
}

struct Tally {
    row: Row,
}

impl Tally {
    fn new(group: Group, switch: Option<Switch>, switches: String) -> Tally {
        Tally { row: Row { group, switch: switch.map(Switch::name), switches, nodes: 0, seconds: 0.0, kept: 0 } }
    }

    fn add<M>(&mut self, report: &Report<M>, expected: i32) {
        self.row.nodes += report.statistics.nodes;
        self.row.seconds += report.time.as_secs_f64();
        // Switches that are not sound prove who wins and not how soon.
        let kept = match report.value() {
            Some(Value { wdl, plies: None }) if wdl != Wdl::Draw => {
                expected.abs() > MAX_ESTIMATE && (expected > 0) == (wdl == Wdl::Win)
            }
            _ => points(report.score) == expected,
        };
        self.row.kept += usize::from(kept);
    }
}

/// One search on one thread.
pub fn search<G: FullGame>(
    game: &G,
    evaluation: &Evaluation,
    position: &G::Position,
    switches: Switches,
    limits: &Limits,
) -> Result<Report<G::Move>, LabError> {
    let settings = Settings { switches, scoring: Scoring::Distance, limits: limits.clone(), threads: 1 };
    Ok(alpha_beta(game, evaluation, position, &settings)?)
}

/// The start, and unfinished positions of random games, each a few plies further on.
pub fn positions<G: Game>(game: &G, count: usize, seed: u64) -> Vec<G::Position> {
    let mut random = Random::new(seed);
    let mut moves = Vec::new();
    let mut found = vec![game.start()];
    while found.len() < count {
        let mut position = game.start();
        for _ in 0..2 * found.len() {
            moves.clear();
            game.moves(&position, &mut moves);
            let Some(&m) = random.pick(&moves) else { break };
            let next = game.play(&position, m);
            if game.outcome(&next).is_some() {
                break;
            }
            position = next;
        }
        found.push(position);
    }
    found
}

/// Proven and estimated scores as one number, for comparison.
fn points(score: Score) -> i32 {
    match score {
        Score::Estimate(points) => points,
        Score::Proven(value) => {
            let distance = i32::from(value.plies.unwrap_or(0));
            match value.wdl {
                Wdl::Win => WIN - distance,
                Wdl::Draw => 0,
                Wdl::Loss => distance - WIN,
            }
        }
    }
}

impl Ablation {
    /// The rows of one kind.
    pub fn group(&self, group: Group) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.group == group)
    }
}
