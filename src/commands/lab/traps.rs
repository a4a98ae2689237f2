//! `athos lab traps`: does it pay to choose among equal moves?
//!
//! From random openings with nothing decided, a player who knows the tables meets one who plays at random. It plays once the
//! first of the best moves and once the one that sets most traps (`Tables::traps`), from the same openings with the same
//! random numbers, on both sides in turns.

use super::super::Answer;
use super::mistakes::opening;
use super::table::Table;
use crate::game_argument::GameArgument;
use crate::{json, tables, units};
use athos_core::random::Random;
use athos_core::{FullGame, Outcome, Player, Tiered};
use athos_games::registry::{self, TieredVisitor};
use athos_solve::Tables;
use serde::Serialize;
use std::io::Write;

/// Plays from tables against random play, with and without traps.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    /// Games to play with and without traps
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// A game ends after this many plies, the opening not counted
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    plies: u32,
    /// Random plies of an opening, at most
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=1000))]
    opening: u32,
    /// Chooses openings and random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What was counted.
#[derive(Serialize)]
struct Comparison {
    game: String,
    games: u32,
    plies: u32,
    seed: u64,
    /// The first of the best moves, then traps.
    rows: [Row; 2],
}

#[derive(Clone, Default, Serialize)]
struct Row {
    won: u32,
    lost: u32,
    /// Plies of the games that were won, on average.
    length: f64,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let comparison = registry::visit_tiered(&args.game.game, &args.game.rules, Compare { args })??;
    match args.json {
        true => json::write_line(&comparison, out)?,
        false => write!(out, "{}", comparison.table().text())?,
    }
    Ok(Answer::Done)
}

struct Compare<'a> {
    args: &'a Args,
}

impl TieredVisitor for Compare<'_> {
    type Output = anyhow::Result<Comparison>;

    fn visit<G: FullGame + Tiered>(self, game: G) -> anyhow::Result<Comparison> {
        let Args { games, plies, seed, .. } = *self.args;
        let tables = tables::open(&game)?;
        let mut random = Random::new(seed);
        let mut rows = [Row::default(), Row::default()];
        for number in 0..games {
            let player = Player::BOTH[number as usize % 2];
            let start = opening(&tables, player, self.args.opening, &mut random)?;
            let seed = random.next_u64();
            for (row, traps) in rows.iter_mut().zip([false, true]) {
                match play(&tables, start, player, traps, plies, &mut Random::new(seed))? {
                    Some((Outcome::Winner(winner), length)) if winner == player => {
                        row.won += 1;
                        row.length += f64::from(length);
                    }
                    Some((Outcome::Winner(_), _)) => row.lost += 1,
                    _ => {}
                }
            }
        }
        rows.iter_mut().for_each(|row| row.length /= f64::from(row.won.max(1)));
        Ok(Comparison { game: game.spec(), games, plies, seed, rows })
    }
}

/// One game: how it ended and after how many plies; `None` when it did not.
fn play<G: FullGame + Tiered>(
    tables: &Tables<G>,
    start: G::Position,
    player: Player,
    traps: bool,
    plies: u32,
    random: &mut Random,
) -> anyhow::Result<Option<(Outcome, u32)>> {
    let game = tables.game();
    let (mut position, mut moves) = (start, Vec::new());
    for ply in 0..=plies {
        if let Some(outcome) = game.outcome(&position) {
            return Ok(Some((outcome, ply)));
        }
        let next = match (game.turn(&position) == player, traps) {
            (true, true) => tables.traps(&position)?.first().map(|trap| trap.choice.position),
            (true, false) => tables.choices(&position)?.first().map(|choice| choice.position),
            (false, _) => {
                moves.clear();
                game.moves(&position, &mut moves);
                random.pick(&moves).map(|&m| game.play(&position, m))
            }
        };
        let Some(next) = next else { break };
        position = next;
    }
    Ok(None)
}

impl Comparison {
    fn table(&self) -> Table {
        let title = format!("Perfect against random play in {}, from openings with nothing decided", self.game);
        let mut table = Table::new(title, &["", "games", "won", "lost", "plies of a win"]);
        for (name, row) in ["first best move", "most traps"].into_iter().zip(&self.rows) {
            let won = format!("{:.1} %", 100.0 * f64::from(row.won) / f64::from(self.games));
            let cells = [units::count(self.games.into()), won, row.lost.to_string(), format!("{:.1}", row.length)];
            table.rows.push([name.to_string()].into_iter().chain(cells).collect());
        }
        table.note = format!("Games end after {} plies; seed {}.", self.plies, self.seed);
        table
    }
}
