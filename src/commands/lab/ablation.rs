//! `athos lab ablation`: what is each switch worth?
//!
//! A fixed set of positions is searched to a fixed depth with plain minimax, with plain alpha-beta, with each switch
//! alone, with all sound switches one after the other, and with all but one. Sound switches may change the cost and
//! nothing else; every row says whether the values stayed.

use super::super::Answer;
use super::report_e;
use super::table::Table;
use crate::game_argument::GameArgument;
use crate::{json, units};
use athos_core::random::Random;
use athos_core::{FullGame, Game, MAX_ESTIMATE, Score, Value, Wdl};
use athos_eval::{Evaluation, EvaluationName};
use athos_games::registry::Visitor;
use athos_search::points::WIN;
use athos_search::{Limits, Report, Scoring, Settings, Switch, Switches, alpha_beta, minimax};
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

/// Turns every switch on and off.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    /// Search to this depth; each game has its own when left out
    #[arg(long, value_name = "PLIES")]
    depth: Option<u32>,
    /// How many positions: the start, and others from random games
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    positions: u32,
    /// Chooses the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Table memory of one search, in bytes: enough for its nodes, and quickly made.
pub const MEMORY: usize = 8 << 20;

/// How often a search is run to time it.
const REPEATS: usize = 3;

/// The depth at which plain minimax takes about a second.
fn usual_depth(id: &str) -> u32 {
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
    pub game: String,
    pub depth: u32,
    pub positions: Vec<String>,
    /// The scores by plain minimax, for the player to move.
    pub scores: Vec<String>,
    pub rows: Vec<Row>,
}

/// One set of switches on all positions.
#[derive(Serialize)]
pub struct Row {
    pub group: Group,
    /// The switch that the row is about, if it is about one.
    pub switch: Option<&'static str>,
    pub switches: String,
    pub nodes: u64,
    pub seconds: f64,
    /// Positions whose value is that of plain minimax.
    pub kept: usize,
}

/// What a row compares.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    Plain,
    Alone,
    Cumulative,
    AllButOne,
    Unsound,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let (ablation, report_e) = args.game.visit(Measure { args })?;
    if args.json {
        #[derive(Serialize)]
        struct Both<'a> {
            #[serde(flatten)]
            ablation: &'a Ablation,
            #[serde(skip_serializing_if = "Option::is_none")]
            report_e: Option<report_e::Comparison>,
        }
        json::write_line(&Both { ablation: &ablation, report_e }, out)?;
        return Ok(Answer::Done);
    }
    let mut tables = ablation.tables();
    tables.extend(report_e.map(|comparison| comparison.table()));
    let texts: Vec<String> = tables.iter().map(Table::text).collect();
    write!(out, "{}", texts.join("\n"))?;
    Ok(Answer::Done)
}

struct Measure<'a> {
    args: &'a Args,
}

impl Visitor for Measure<'_> {
    type Output = anyhow::Result<(Ablation, Option<report_e::Comparison>)>;

    fn visit<G: FullGame>(self, game: G) -> Self::Output {
        let Args { depth, positions, seed, .. } = self.args;
        let ablation = measure(&game, *depth, *positions as usize, *seed)?;
        Ok((ablation, report_e::compare(&game)?))
    }
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

/// Searches everything.
pub fn measure<G: FullGame>(game: &G, depth: Option<u32>, count: usize, seed: u64) -> anyhow::Result<Ablation> {
    let depth = depth.unwrap_or_else(|| usual_depth(G::ID));
    let positions = positions(game, count, seed);
    let evaluation = EvaluationName::Own.for_game::<G>(seed)?;

    // Step 1. What plain minimax finds.
    let mut plain = Tally::new(Group::Plain, None, "minimax".into());
    let mut expected = Vec::new();
    let mut scores = Vec::new();
    for position in &positions {
        let report = minimax(game, &evaluation, position, Scoring::Distance, &Limits::depth(depth), &mut ());
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
            let mut report = search(game, &evaluation, position, switches, depth, MEMORY)?;
            for _ in 1..REPEATS {
                let again = search(game, &evaluation, position, switches, depth, MEMORY)?;
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

/// One search.
pub fn search<G: FullGame>(
    game: &G,
    evaluation: &Evaluation,
    position: &G::Position,
    switches: Switches,
    depth: u32,
    memory: usize,
) -> anyhow::Result<Report<G::Move>> {
    let limits = Limits { memory, ..Limits::depth(depth) };
    let settings = Settings { switches, scoring: Scoring::Distance, limits, threads: 1 };
    Ok(alpha_beta(game, evaluation, position, &settings)?)
}

/// The start, and unfinished positions of random games, each a few plies further on.
fn positions<G: Game>(game: &G, count: usize, seed: u64) -> Vec<G::Position> {
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

    /// The tables.
    pub fn tables(&self) -> Vec<Table> {
        let mut positions = Table::new(
            format!("{}: positions, and what minimax finds at depth {}", self.game, self.depth),
            &["position", "score for the player to move"],
        );
        positions.rows = self
            .positions
            .iter()
            .zip(&self.scores)
            .map(|(position, score)| vec![position.clone(), score.clone()])
            .collect();
        let mut tables = vec![positions];
        let plain = self.group(Group::Plain).last().map_or(1, |row| row.nodes).max(1) as f64;
        for (group, title, note) in [
            (Group::Plain, "Without switches", "Times of alpha-beta are the fastest of three runs of each search."),
            (Group::Alone, "One switch alone (and what it needs)", ""),
            (Group::Cumulative, "One after the other: each row adds a switch", ""),
            (Group::AllButOne, "All sound switches but one", ""),
            (
                Group::Unsound,
                "All sound switches and one that changes the question",
                "Values may differ here: such a search looks further in some lines, or less far in others.",
            ),
        ] {
            let mut table = Table::new(title, &["switches", "nodes", "of plain alpha-beta", "time", "value kept"]);
            for row in self.group(group) {
                let name = match (group, row.switch) {
                    (Group::Plain, _) if row.switches == "none" => "plain alpha-beta".to_string(),
                    (Group::Plain, _) | (_, None) => row.switches.clone(),
                    (Group::Alone, Some(_)) => row.switches.clone(),
                    (Group::Cumulative | Group::Unsound, Some(name)) => format!("+ {name}"),
                    (Group::AllButOne, Some(name)) => format!("- {name}"),
                };
                table.rows.push(vec![
                    name,
                    units::count(row.nodes),
                    format!("{:.1} %", 100.0 * row.nodes as f64 / plain),
                    units::time(Duration::from_secs_f64(row.seconds)),
                    format!("{} of {}", row.kept, self.positions.len()),
                ]);
            }
            table.note = note.to_string();
            tables.push(table);
        }
        tables
    }
}
