//! `athos solve`: the value of every position of a game, into tables.
//!
//! The plan is said before anything is done. A run goes on where an earlier one ended, whether that was finished,
//! stopped by Ctrl-C or killed; tables that cannot be trusted are named and made anew.

mod sweep;
mod weak;

use super::Answer;
use crate::game_argument::GameArgument;
use crate::progress::Progress;
use crate::resources::ResourceArguments;
use crate::{interrupt, json, tables, units};
use anyhow::anyhow;
use athos_core::{FullGame, Retrograde, Tiered, Value};
use athos_games::registry::{self, TieredVisitor};
use athos_solve::table::TableError;
use athos_solve::{Event, Folder, Options, Plan, SolveError, Summary, Way, solve, solve_with_loops};
use serde::Serialize;
use std::io::{ErrorKind, Write};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// Solves a game: the value of every position, in tables on disk.
///
/// Tables and proofs are under $ATHOS_DATA, else in the platform's folder for data. Run it again to go on after an interruption.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    /// The value of every position, in tables; this is what happens without any option
    #[arg(long, conflicts_with = "weak")]
    strong: bool,
    /// A proof of the start's value alone, with a winning reply to every defence (pentago-swap)
    #[arg(long)]
    weak: bool,
    #[command(flatten)]
    resources: ResourceArguments,
    /// Solve every combination of these rule options, such as `rows=3..5,columns=3..5`, and list who wins
    #[arg(long, value_name = "RANGES", conflicts_with = "weak")]
    sweep: Option<String>,
    /// Print the list of --sweep as a Markdown table
    #[arg(long, requires = "sweep", conflicts_with = "json")]
    markdown: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    if args.weak {
        return weak::run(args, out);
    }
    match &args.sweep {
        Some(ranges) => sweep::run(args, ranges, out),
        None => registry::visit_tiered(&args.game.game, &args.game.rules, Solve { args, out })?,
    }
}

/// How a game is solved: `solve` or `solve_with_loops`.
type Solver<G> = fn(&G, &Folder, Options<'_>) -> Result<Summary, SolveError>;

struct Solve<'a> {
    args: &'a Args,
    out: &'a mut dyn Write,
}

impl TieredVisitor for Solve<'_> {
    type Output = anyhow::Result<Answer>;

    fn visit<G: FullGame + Tiered>(self, game: G) -> anyhow::Result<Answer> {
        self.solve(&game, solve)
    }

    fn visit_loopy<G: FullGame + Retrograde>(self, game: G) -> anyhow::Result<Answer> {
        self.solve(&game, solve_with_loops)
    }
}

/// The answer, in the shape of the JSON.
#[derive(Serialize)]
struct Solved {
    game: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    rules: String,
    folder: String,
    /// Tiers solved in this run, and those that were there already.
    solved: usize,
    kept: usize,
    /// What was wrong with the tables that were made anew.
    rebuilt: Vec<String>,
    ranks: u64,
    bytes: u64,
    seconds: f64,
    position: String,
    turn: &'static str,
    value: Value,
    winner: Option<&'static str>,
}

impl Solve<'_> {
    fn solve<G: FullGame + Tiered>(self, game: &G, solver: Solver<G>) -> anyhow::Result<Answer> {
        let (args, out) = (self.args, self.out);
        let data = athos_eval::tables::data_folder()?;
        let folder = Folder::of(game, &data);
        let watch = Watch::new(game, !args.json);
        let summary = watch.run(game, &folder, solver, &args.resources, interrupt::stop_flag()?);
        let summary = summary.map_err(|error| explained(error, &folder))?;
        let found = tables::open(game)?;
        let start = game.start();
        let turn = game.turn(&start);
        let value = found.value(&start)?;
        let solved = Solved {
            game: G::ID,
            rules: game.rules_text(),
            folder: found.folder().path().display().to_string(),
            solved: summary.solved,
            kept: summary.kept,
            rebuilt: watch.rebuilt(),
            ranks: summary.ranks,
            bytes: summary.bytes,
            seconds: summary.time.as_secs_f64(),
            position: game.show_position(&start),
            turn: G::PLAYERS[turn.index()],
            value,
            winner: value.winner(turn).map(|player| G::PLAYERS[player.index()]),
        };
        if args.json {
            json::write_line(&solved, out)?;
            return Ok(Answer::Done);
        }
        let speed = summary.ranks as f64 / summary.time.as_secs_f64().max(1e-9);
        let tiers = units::of(summary.solved as u64, "tier", "tiers");
        match summary.solved {
            0 => writeln!(out, "nothing to do: all {} tiers were there", summary.kept)?,
            _ => writeln!(
                out,
                "{tiers} with {} ranks solved in {} ({} a second), {} kept",
                units::count(summary.ranks),
                units::time(summary.time),
                units::large(speed),
                summary.kept
            )?,
        }
        writeln!(out, "{} of tables in {}", units::bytes(summary.bytes), solved.folder)?;
        let code = found.code(&start)?;
        writeln!(out, "{}\n{} to move: {}", solved.position, solved.turn, tables::code_in_words(code, G::PLAYERS))?;
        Ok(Answer::Done)
    }
}

/// Somebody who tells what a run does: on standard error, with a bar for each tier if that is a terminal.
struct Watch {
    tier_names: Vec<String>,
    tier_lens: Vec<u64>,
    talkative: bool,
    progress: Progress,
    rebuilt: Mutex<Vec<String>>,
}

impl Watch {
    /// A talkative one says the plan and which tables are made anew; bars are shown in any case.
    fn new<G: Tiered>(game: &G, talkative: bool) -> Watch {
        Watch {
            tier_names: (0..game.tiers()).map(|tier| game.tier_name(tier)).collect(),
            tier_lens: (0..game.tiers()).map(|tier| game.tier_len(tier)).collect(),
            talkative,
            progress: Progress::new(),
            rebuilt: Mutex::default(),
        }
    }

    /// Solves into the folder.
    fn run<G: FullGame + Tiered>(
        &self,
        game: &G,
        folder: &Folder,
        solver: Solver<G>,
        resources: &ResourceArguments,
        stop: &AtomicBool,
    ) -> Result<Summary, SolveError> {
        let report = |event: Event<'_>| self.hear(event, folder);
        let options = Options {
            workers: resources.workers(),
            memory: resources.memory(),
            plain: false,
            tiers: None,
            stop,
            report: &report,
        };
        let solved = solver(game, folder, options);
        self.progress.end();
        solved
    }

    fn rebuilt(&self) -> Vec<String> {
        self.rebuilt.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }

    fn hear(&self, event: Event<'_>, folder: &Folder) {
        match event {
            Event::Planned(plan) if self.talkative => self.progress.say(&self.plan(plan, folder)),
            Event::Rebuilding { error, .. } => {
                let error = error.to_string();
                if self.talkative {
                    self.progress.say(&format!("{error}; it is made anew"));
                }
                self.rebuilt.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(error);
            }
            Event::Started { tier } => {
                let place = format!("{} ({} of {})", self.tier_names[tier], tier + 1, self.tier_names.len());
                self.progress.begin(place, self.tier_lens[tier]);
            }
            Event::Decided { ranks, .. } => self.progress.advance(ranks),
            Event::Planned(_) | Event::Kept { .. } | Event::Written { .. } => {}
        }
    }

    fn plan(&self, plan: &Plan, folder: &Folder) -> String {
        let way = match plan.way {
            Way::Kernel => "by the game's own kernel",
            Way::InMemory => "each in memory with those it leads to",
            Way::FromDisk => "each in memory alone, the others read from disk: slow",
        };
        format!(
            "plan: {} ranks (positions up to symmetry) in {}, {way}\n      \
             at most {} of memory; at most {} of disk, before compression, in {}",
            units::count(plan.ranks),
            units::of(self.tier_names.len() as u64, "tier", "tiers"),
            units::bytes(plan.memory),
            units::bytes(plan.table_bytes),
            folder.path().display()
        )
    }
}

/// What to do about it.
fn explained(error: SolveError, folder: &Folder) -> anyhow::Error {
    let spec = folder.spec();
    match error {
        SolveError::Memory { tier, needed, allowed } => anyhow!(
            "{spec} needs {} of memory for tier {tier}, and {} may be taken; --memory {} would do",
            units::bytes(needed),
            units::bytes(allowed),
            units::megabytes(needed)
        ),
        SolveError::OutOfMemory(bytes) => {
            anyhow!("the system refused {} of memory; --memory MB plans with less", units::bytes(bytes))
        }
        SolveError::Locked(path) => anyhow!(
            "another process is solving {spec} into {}; wait for it, or stop it and run this again",
            path.display()
        ),
        SolveError::Stopped => anyhow!(
            "stopped; the tiers that are finished stay in {}, and the same command goes on",
            folder.path().display()
        ),
        SolveError::Table(TableError::Io { file, source }) if source.kind() == ErrorKind::StorageFull => anyhow!(
            "{}: the disk is full; the tiers that are finished can be used, and the same command goes on when there \
             is room",
            file.display()
        ),
        error => error.into(),
    }
}
