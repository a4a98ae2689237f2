//! `athos lab levels`: the ladder of a game's levels, each against the one below.
//!
//! A level should get 60 to 80 % of the points against the one below: less is no step, more is a wall. All levels but the
//! last are limited by depth alone; the last is given a number of nodes here, so that everything can be repeated.

use super::super::Answer;
use super::table::Table;
use crate::game_argument::GameArgument;
use crate::progress::Progress;
use crate::{interrupt, json};
use anyhow::{Context, bail, ensure};
use athos_arena::header::Entrant;
use athos_arena::openings::Source;
use athos_arena::report::Ending;
use athos_arena::statistics::{Interval, part};
use athos_arena::{Event, Format, Header, Ledger, Level, Tournament, levels};
use athos_core::AnyGame;
use athos_draw::plot::{Estimate, Intervals, intervals};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Measures the ladder of a game's levels: each against the one below.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    /// Games for each step
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    /// Chooses openings and mistakes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes a move for the last level
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Draw the ladder to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// What was found.
#[derive(Serialize)]
struct Ladder {
    game: String,
    games: u64,
    seed: u64,
    steps: Vec<Step>,
}

/// A level against the one below.
#[derive(Serialize)]
struct Step {
    level: &'static str,
    name: &'static str,
    spec: &'static str,
    /// The share of the points against the level below; `None` for the first.
    against_below: Option<Interval>,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let game = args.game.load()?;
    let all = levels(game.id());
    ensure!(!all.is_empty(), "{} has no levels", game.id());
    let progress = Progress::new();
    let stop = interrupt::stop_flag()?;
    let step = |(index, level): (usize, &Level)| {
        let below = index.checked_sub(1).map(|below| &all[below]);
        let against_below =
            below.map(|below| measure(args, game.as_ref(), level, below, &progress, stop)).transpose()?;
        anyhow::Ok(Step { level: level.id, name: level.name, spec: level.spec, against_below })
    };
    let steps = all.iter().enumerate().map(step).collect::<anyhow::Result<_>>()?;
    progress.end();
    let ladder = Ladder { game: game.id().into(), games: args.games, seed: args.seed, steps };
    if let Some(path) = &args.svg {
        std::fs::write(path, ladder.picture()).with_context(|| format!("cannot write {}", path.display()))?;
    }
    match args.json {
        true => json::write_line(&ladder, out)?,
        false => write!(out, "{}", ladder.table().text())?,
    }
    Ok(Answer::Done)
}

/// The share of the points that a level gets against the one below.
fn measure(
    args: &Args,
    game: &dyn AnyGame,
    level: &Level,
    below: &Level,
    progress: &Progress,
    stop: &AtomicBool,
) -> anyhow::Result<Interval> {
    let entrant = |level: &Level| {
        let spec = if level.spec == "athos" { format!("athos:nodes={}", args.nodes) } else { level.spec.into() };
        Entrant { name: level.id.into(), spec }
    };
    let header = Header {
        athos_arena: Header::VERSION,
        version: env!("CARGO_PKG_VERSION").into(),
        game: game.id().into(),
        rules: game.rules_text(),
        players: game.players().map(String::from),
        entrants: vec![entrant(level), entrant(below)],
        format: Format::Match,
        games: args.games,
        seed: args.seed,
        openings: Source::Random { plies: 2, balanced: false },
        sprt: None,
        settings: BTreeMap::new(),
    };
    let mut ledger = Ledger::new(&header);
    let tournament = Tournament::new(header)?;
    progress.begin(format!("{} against {}", level.id, below.id), args.games);
    let at_once = tournament.games_at_once(None);
    let ending = tournament.run(&mut ledger, at_once, stop, &mut |event| {
        if let Event::Ends { .. } = event {
            progress.advance(1);
        }
    })?;
    if ending == Ending::Interrupted {
        bail!("stopped");
    }
    let tally = ledger.statistics().meeting(0, 1).context("no games")?.tally();
    part(tally.points(), tally.games() as f64).context("no games")
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

impl Ladder {
    fn table(&self) -> Table {
        let mut table = Table::new(
            format!("{}: the points of each level against the one below, {} games a step", self.game, self.games),
            &["level", "name", "player", "points", "interval"],
        );
        table.rows = self
            .steps
            .iter()
            .map(|step| {
                let [points, interval] = step.against_below.map_or(["".into(), "".into()], |share| {
                    [percent(share.rate), format!("{} to {}", percent(share.low), percent(share.high))]
                });
                vec![step.level.into(), step.name.into(), step.spec.into(), points, interval]
            })
            .collect();
        table.note = "Intervals hold the truth in 95 of 100 cases. A step should be 60 to 80 %.".into();
        table
    }

    fn picture(&self) -> String {
        let rows = self.steps.iter().filter_map(|step| {
            let share = step.against_below?;
            Some(Estimate {
                name: format!("{} {}", step.level, step.name),
                value: share.rate * 100.0,
                low: share.low * 100.0,
                high: share.high * 100.0,
                text: percent(share.rate),
            })
        });
        intervals(&Intervals {
            title: format!("{}: each level against the one below", self.game),
            x_label: format!("points in {} games, per cent", self.games),
            rows: rows.collect(),
        })
    }
}
