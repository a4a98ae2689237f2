//! `athos solve --sweep`: who wins on every board of a family, and in how many plies.
//!
//! Tables that exist are asked. Games without tables are solved into a temporary folder, which does not outlive its
//! game: a sweep costs time and leaves nothing behind.

use super::{Args, Solver, Watch};
use crate::commands::Answer;
use crate::{interrupt, json, tables, units};
use anyhow::{Context, bail, ensure};
use athos_core::{Code, FullGame, Retrograde, Tiered, Value};
use athos_games::registry::{self, LoadError, TieredVisitor};
use athos_solve::{Folder, SolveError, Tables, solve, solve_with_loops};
use serde::Serialize;
use serde_json::{Map, json};
use std::io::Write;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

/// No sweep is larger than this.
const MOST: usize = 10_000;

/// A rule option and the numbers it runs through.
struct Axis {
    option: String,
    numbers: RangeInclusive<u32>,
}

/// What came of one combination.
#[derive(Serialize)]
#[serde(untagged)]
enum Found {
    Solved(Solved),
    Unsolved { error: String },
}

#[derive(Serialize)]
struct Solved {
    position: String,
    turn: &'static str,
    value: Value,
    winner: Option<&'static str>,
    ranks: u64,
    #[serde(skip)]
    words: String,
}

/// Runs the command.
pub fn run(args: &Args, ranges: &str, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let game = args.game.load()?;
    let axes = axes(ranges)?;
    for axis in &axes {
        let known = || game.options().iter().map(|option| option.name).collect::<Vec<_>>().join(", ");
        let is_known = game.options().iter().any(|option| option.name == axis.option);
        ensure!(is_known, "--sweep: {} has no option '{}'; there are {}", game.id(), axis.option, known());
    }
    let stop = interrupt::stop_flag()?;
    let names: Vec<&str> = axes.iter().map(|axis| axis.option.as_str()).collect();
    if args.markdown {
        writeln!(out, "| {} | start | winner | plies | ranks |", names.join(" | "))?;
        writeln!(out, "|{}", " --- |".repeat(names.len() + 4))?;
    }
    let mut boards = Vec::new();
    for numbers in combinations(&axes)? {
        let pairs: Vec<String> = names.iter().zip(&numbers).map(|(name, number)| format!("{name}={number}")).collect();
        let rules = match args.game.rules.as_str() {
            "" => pairs.join(","),
            rules => format!("{rules},{}", pairs.join(",")),
        };
        let found = match registry::visit_tiered(&args.game.game, &rules, Board { args, stop }) {
            Ok(found) => found?,
            Err(LoadError::Rules { error, .. }) => Found::Unsolved { error: error.error.reason },
            Err(error) => return Err(error.into()),
        };
        if args.markdown {
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            writeln!(out, "| {} | {} |", numbers.join(" | "), found.markdown())?;
        } else if !args.json {
            writeln!(out, "{}  {}", pairs.join(" "), found.text())?;
        }
        out.flush()?;
        if args.json {
            let rules: Map<_, _> = names.iter().zip(numbers).map(|(name, n)| (name.to_string(), json!(n))).collect();
            boards.push(json!({ "rules": rules, "result": found }));
        }
    }
    if args.json {
        json::write_line(&json!({ "game": game.id(), "rules": game.rules_text(), "boards": boards }), out)?;
    }
    Ok(Answer::Done)
}

/// Reads `rows=3..5,columns=4`.
fn axes(text: &str) -> anyhow::Result<Vec<Axis>> {
    let mut axes: Vec<Axis> = Vec::new();
    for part in text.split(',') {
        let axis = part.split_once('=').and_then(|(option, range)| {
            let (first, last) = range.split_once("..").unwrap_or((range, range));
            let (first, last): (u32, u32) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
            (first <= last).then(|| Axis { option: option.trim().to_string(), numbers: first..=last })
        });
        let axis = axis.with_context(|| format!("--sweep: '{part}' is no range such as rows=3..5"))?;
        ensure!(axes.iter().all(|other| other.option != axis.option), "--sweep: '{}' is given twice", axis.option);
        axes.push(axis);
    }
    Ok(axes)
}

/// Every combination, the last option running fastest.
fn combinations(axes: &[Axis]) -> anyhow::Result<Vec<Vec<u32>>> {
    let mut all = vec![Vec::new()];
    for axis in axes {
        let more = axis.numbers.clone().count();
        if all.len().saturating_mul(more) > MOST {
            bail!("--sweep: more than {} combinations", units::count(MOST as u64));
        }
        let longer = |numbers: &Vec<u32>, number| numbers.iter().copied().chain([number]).collect();
        all = all.iter().flat_map(|numbers| axis.numbers.clone().map(move |n| longer(numbers, n))).collect();
    }
    Ok(all)
}

struct Board<'a> {
    args: &'a Args,
    stop: &'a AtomicBool,
}

impl TieredVisitor for Board<'_> {
    type Output = anyhow::Result<Found>;

    fn visit<G: FullGame + Tiered>(self, game: G) -> anyhow::Result<Found> {
        self.find(&game, solve)
    }

    fn visit_loopy<G: FullGame + Retrograde>(self, game: G) -> anyhow::Result<Found> {
        self.find(&game, solve_with_loops)
    }
}

impl Board<'_> {
    fn find<G: FullGame + Tiered>(self, game: &G, solver: Solver<G>) -> anyhow::Result<Found> {
        if let Ok(tables) = tables::open(game) {
            return Found::solved(&tables);
        }
        let data = tempfile::tempdir().context("cannot make a temporary folder")?;
        let watch = Watch::new(game, false);
        match watch.run(game, &Folder::of(game, data.path()), solver, &self.args.resources, self.stop) {
            Ok(_) => Found::solved(&Tables::open(game, data.path())?),
            Err(SolveError::Memory { needed, .. }) => {
                Ok(Found::Unsolved { error: format!("too big: needs {} of memory", units::bytes(needed)) })
            }
            Err(SolveError::Stopped) => bail!("stopped"),
            Err(error) => Err(error.into()),
        }
    }
}

impl Found {
    fn solved<G: FullGame + Tiered>(tables: &Tables<G>) -> anyhow::Result<Found> {
        let game = tables.game();
        let start = game.start();
        let turn = game.turn(&start);
        let code: Code = tables.code(&start)?;
        let value = tables.value(&start)?;
        Ok(Found::Solved(Solved {
            position: game.show_position(&start),
            turn: G::PLAYERS[turn.index()],
            value,
            winner: value.winner(turn).map(|player| G::PLAYERS[player.index()]),
            ranks: (0..game.tiers()).map(|tier| game.tier_len(tier)).sum(),
            words: tables::code_in_words(code, G::PLAYERS),
        }))
    }

    fn text(&self) -> String {
        match self {
            Found::Solved(solved) => format!("{}  {}", solved.position, solved.words),
            Found::Unsolved { error } => error.clone(),
        }
    }

    fn markdown(&self) -> String {
        match self {
            Found::Solved(solved) => {
                let plies = solved.value.plies.map_or("-".into(), |plies| plies.to_string());
                let winner = solved.winner.unwrap_or("draw");
                format!("`{}` | {winner} | {plies} | {}", solved.position, units::count(solved.ranks))
            }
            Found::Unsolved { error } => format!("{error} | - | - | -"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_inclusive_and_run_through_all_combinations() {
        let axes = axes("rows=3..4, columns=5").unwrap();
        assert_eq!(combinations(&axes).unwrap(), [[3, 5], [4, 5]]);
        for wrong in ["rows", "rows=5..3", "rows=a", "rows=3,rows=4", ""] {
            assert!(super::axes(wrong).is_err(), "{wrong}");
        }
        assert!(combinations(&super::axes("pile=1..20000").unwrap()).is_err());
    }
}
