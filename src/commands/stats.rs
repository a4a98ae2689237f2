//! `athos stats`: who wins how often in a solved game, and the longest wins.

use super::Answer;
use crate::game_argument::GameArgument;
use crate::resources::ResourceArguments;
use crate::{json, tables, units};
use athos_core::{FullGame, Player, Tiered};
use athos_games::registry::{self, TieredVisitor};
use athos_solve::stats::{Count, count};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// Counts the positions of a solved game: who wins, and how long it takes at most.
///
/// Every position counts, also where the tables keep one for all that are symmetric. A longest win is told with a position:
/// the winner hurries, the loser delays.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    #[command(flatten)]
    resources: ResourceArguments,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    registry::visit_tiered(&args.game.game, &args.game.rules, Stats { args, out })?
}

struct Stats<'a> {
    args: &'a Args,
    out: &'a mut dyn Write,
}

/// The answer, in the shape of the JSON.
#[derive(Serialize)]
struct Counted {
    game: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    rules: String,
    tiers: Vec<Row>,
    /// All tiers together, for each player to move.
    total: Vec<Row>,
}

/// One tier with one player to move.
#[derive(Clone, Serialize)]
struct Row {
    tier: String,
    turn: &'static str,
    positions: u64,
    wins: BTreeMap<&'static str, u64>,
    draws: u64,
    longest: BTreeMap<&'static str, Longest>,
}

#[derive(Clone, Serialize)]
struct Longest {
    plies: u16,
    position: String,
}

impl TieredVisitor for Stats<'_> {
    type Output = anyhow::Result<Answer>;

    fn visit<G: FullGame + Tiered>(self, game: G) -> anyhow::Result<Answer> {
        let tables = tables::open(&game)?;
        let mut rows = Vec::new();
        let mut total = Player::BOTH.map(|turn| Row::empty::<G>("all".into(), turn));
        for tier in 0..game.tiers() {
            for count in count(&tables, tier, self.args.resources.workers())? {
                let row = Row::new(&game, &count);
                total[count.turn.index()].add(&row);
                if row.positions > 0 {
                    rows.push(row);
                }
            }
        }
        let counted = Counted { game: G::ID, rules: game.rules_text(), tiers: rows, total: total.to_vec() };
        match self.args.json {
            true => json::write_line(&counted, self.out)?,
            false => write!(self.out, "{}", counted.text(G::PLAYERS))?,
        }
        Ok(Answer::Done)
    }
}

impl Row {
    fn empty<G: FullGame>(tier: String, turn: Player) -> Row {
        let turn = G::PLAYERS[turn.index()];
        let wins = G::PLAYERS.into_iter().map(|player| (player, 0)).collect();
        Row { tier, turn, positions: 0, wins, draws: 0, longest: BTreeMap::new() }
    }

    fn new<G: FullGame + Tiered>(game: &G, count: &Count<G::Position>) -> Row {
        let mut row = Row::empty::<G>(game.tier_name(count.tier), count.turn);
        row.positions = count.positions;
        row.draws = count.draws;
        for (player, name) in G::PLAYERS.into_iter().enumerate() {
            row.wins.insert(name, count.wins[player]);
            if let Some((plies, position)) = &count.longest[player] {
                row.longest.insert(name, Longest { plies: *plies, position: game.show_position(position) });
            }
        }
        row
    }

    fn add(&mut self, other: &Row) {
        self.positions += other.positions;
        self.draws += other.draws;
        for (player, wins) in &other.wins {
            *self.wins.entry(player).or_default() += wins;
        }
        for (player, longest) in &other.longest {
            if self.longest.get(player).is_none_or(|mine| longest.plies > mine.plies) {
                self.longest.insert(player, longest.clone());
            }
        }
    }

    fn cells(&self, players: [&'static str; 2]) -> Vec<String> {
        let mut cells = vec![self.tier.clone(), self.turn.to_string(), units::count(self.positions)];
        let longest = players.map(|player| self.longest.get(player));
        for (player, longest) in players.into_iter().zip(longest) {
            cells.push(units::count(self.wins[player]));
            cells.push(longest.map_or("-".into(), |longest| longest.plies.to_string()));
        }
        cells.push(units::count(self.draws));
        cells.extend(longest.map(|longest| longest.map_or("-".into(), |longest| longest.position.clone())));
        cells
    }
}

impl Counted {
    fn text(&self, players: [&'static str; 2]) -> String {
        let mut table = vec![vec!["tier".into(), "to move".into(), "positions".into()]];
        table[0].extend(players.into_iter().flat_map(|player| [format!("{player} win"), "longest".into()]));
        table[0].push("draws".into());
        table[0].extend(players.map(|player| format!("longest of {player}")));
        table.extend(self.tiers.iter().chain(&self.total).map(|row| row.cells(players)));
        let widths: Vec<usize> = (0..table[0].len())
            .map(|column| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
            .collect();
        let mut out = String::new();
        for row in &table {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match column {
                0 | 1 | 8 | 9 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
            out += cells.collect::<Vec<_>>().join("  ").trim_end();
            out.push('\n');
        }
        out
    }
}
