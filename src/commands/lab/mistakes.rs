//! `athos lab mistakes`: how often search alone gives a value away.
//!
//! Alpha-beta plays without tables from random openings, against an opponent who plays from the tables and, among equal
//! moves, sets the most traps. A mistake is a move that turns a win into a draw or a loss, or a draw into a loss. The
//! openings are those in which there is something to lose: drawn ones if the game has any, else openings that are won
//! for the player who searches. Search takes both sides in turns.

use super::super::Answer;
use super::table::Table as Figures;
use crate::game_argument::GameArgument;
use crate::search_arguments::{LimitArguments, SwitchArguments};
use crate::{json, tables, units};
use anyhow::{bail, ensure};
use athos_core::random::Random;
use athos_core::{FullGame, Player, Tiered, Wdl};
use athos_games::registry::{self, TieredVisitor};
use athos_search::{Own, Settings, Switches, Table, alpha_beta_with};
use athos_solve::Tables;
use serde::Serialize;
use std::collections::HashMap;
use std::io::Write;

/// Counts the mistakes of search in a solved game.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    switches: SwitchArguments,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// A game ends after this many plies, the opening not counted
    #[arg(long, value_name = "N", default_value_t = 80, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    plies: u32,
    /// Random plies of an opening, at most
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=1000))]
    opening: u32,
    /// Chooses the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Tell every mistake
    #[arg(long)]
    list: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Openings that are tried before giving up.
const TRIES: usize = 100_000;

/// What was counted.
#[derive(Serialize)]
struct Mistakes {
    game: String,
    switches: String,
    games: u32,
    seed: u64,
    /// Moves that search made.
    moves: usize,
    /// Those of them made where some move was a mistake.
    tempted: usize,
    mistakes: Vec<Mistake>,
    /// Mistakes for each tempted move.
    rate: f64,
    /// The rate lies in here with a probability of 95 %.
    interval: [f64; 2],
    /// Mistakes for each move.
    rate_of_all: f64,
    /// The mean depth of its searches, and the nodes of one.
    depth: f64,
    nodes: f64,
}

/// A move that gave something away.
#[derive(Serialize)]
struct Mistake {
    position: String,
    #[serde(rename = "move")]
    m: String,
    had: Wdl,
    left: Wdl,
    depth: u32,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    ensure!(args.limits.any(), "say how long it may search: --time SECONDS, --nodes N or --depth PLIES");
    let mistakes = registry::visit_tiered(&args.game.game, &args.game.rules, Measure { args })??;
    match args.json {
        true => json::write_line(&mistakes, out)?,
        false => write!(out, "{}", mistakes.text(args.list))?,
    }
    Ok(Answer::Done)
}

struct Measure<'a> {
    args: &'a Args,
}

impl TieredVisitor for Measure<'_> {
    type Output = anyhow::Result<Mistakes>;

    fn visit<G: FullGame + Tiered>(self, game: G) -> anyhow::Result<Mistakes> {
        let args = self.args;
        let tables = tables::open(&game)?;
        let switches = args.switches.switches(Switches::playing())?;
        let settings = Settings { switches, limits: args.limits.limits(), threads: 1, ..Settings::default() };
        let mut contest = Match { tables: &tables, settings: &settings, plies: args.plies, moves: Vec::new() };
        let mut random = Random::new(args.seed);
        for number in 0..args.games {
            let searcher = Player::BOTH[number as usize % 2];
            let opening = opening(&tables, searcher, args.opening, &mut random)?;
            contest.play(opening, searcher)?;
        }
        let moves = contest.moves;
        let mistakes: Vec<Mistake> = moves.iter().filter_map(|made| made.mistake(&game)).collect();
        let (made, tempted) = (moves.len(), moves.iter().filter(|made| made.tempted).count());
        let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
        Ok(Mistakes {
            game: game.spec(),
            switches: switches.to_string(),
            games: args.games,
            seed: args.seed,
            moves: made,
            tempted,
            rate: share(mistakes.len(), tempted),
            interval: interval(mistakes.len(), tempted),
            rate_of_all: share(mistakes.len(), made),
            depth: moves.iter().map(|made| f64::from(made.depth)).sum::<f64>() / made.max(1) as f64,
            nodes: moves.iter().map(|made| made.nodes as f64).sum::<f64>() / made.max(1) as f64,
            mistakes,
        })
    }
}

/// A position after some random plies in which `searcher` has something to lose: a draw, or a win where there are no draws.
pub fn opening<G: FullGame + Tiered>(
    tables: &Tables<G>,
    searcher: Player,
    plies: u32,
    random: &mut Random,
) -> anyhow::Result<G::Position> {
    let game = tables.game();
    let drawn = tables.value(&game.start())?.wdl == Wdl::Draw;
    let mut moves = Vec::new();
    for _ in 0..TRIES {
        let mut position = game.start();
        for _ in 0..=random.below(plies as usize) {
            moves.clear();
            game.moves(&position, &mut moves);
            match random.pick(&moves) {
                Some(&m) => position = game.play(&position, m),
                None => break,
            }
        }
        if game.outcome(&position).is_some() {
            continue;
        }
        let value = tables.value(&position)?.wdl;
        let own = if game.turn(&position) == searcher { value } else { -value };
        if own == if drawn { Wdl::Draw } else { Wdl::Win } {
            return Ok(position);
        }
    }
    bail!("no opening of at most {plies} plies leaves {} anything to lose", G::PLAYERS[searcher.index()])
}

/// Search against tables.
struct Match<'a, G: FullGame + Tiered> {
    tables: &'a Tables<G>,
    settings: &'a Settings,
    plies: u32,
    /// What search did.
    moves: Vec<Made<G>>,
}

/// A move that search made.
struct Made<G: FullGame> {
    position: G::Position,
    m: G::Move,
    had: Wdl,
    left: Wdl,
    /// Whether some move would have been a mistake.
    tempted: bool,
    depth: u32,
    nodes: u64,
}

impl<G: FullGame + Tiered> Match<'_, G> {
    /// Plays until the game is over, repeats itself or has nothing left to lose.
    fn play(&mut self, opening: G::Position, searcher: Player) -> anyhow::Result<()> {
        let game = self.tables.game();
        let mut memory = Table::new(self.settings.limits.memory)?;
        let mut seen: HashMap<G::Position, u32> = HashMap::new();
        let mut position = opening;
        for _ in 0..self.plies {
            let times = seen.entry(position).or_default();
            *times += 1;
            if *times == 3 || game.outcome(&position).is_some() {
                break;
            }
            if game.turn(&position) != searcher {
                let traps = self.tables.traps(&position)?;
                let Some(trap) = traps.first() else { break };
                position = trap.choice.position;
                continue;
            }
            memory.grow_old();
            let report = alpha_beta_with(game, &Own, &position, self.settings, Some(&memory), &mut |_| ());
            let choices = self.tables.choices(&position)?;
            let (Some(m), Some(best), Some(worst)) = (report.best, choices.first(), choices.last()) else { break };
            let left = choices.iter().find(|choice| choice.m == m).map_or(worst, |choice| choice);
            self.moves.push(Made {
                position,
                m,
                had: best.value.wdl,
                left: left.value.wdl,
                tempted: worst.value.wdl < best.value.wdl,
                depth: report.depth,
                nodes: report.statistics.nodes,
            });
            if left.value.wdl == Wdl::Loss {
                break;
            }
            position = left.position;
        }
        Ok(())
    }
}

impl<G: FullGame> Made<G> {
    fn mistake(&self, game: &G) -> Option<Mistake> {
        (self.left < self.had).then(|| Mistake {
            position: game.show_position(&self.position),
            m: game.show_move(self.m),
            had: self.had,
            left: self.left,
            depth: self.depth,
        })
    }
}

/// Wilson's interval of 95 % for a share of which `part` in `whole` is a sample.
fn interval(part: usize, whole: usize) -> [f64; 2] {
    const Z: f64 = 1.959_964;
    let (n, p) = (whole.max(1) as f64, part as f64 / whole.max(1) as f64);
    let centre = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    [centre - half, centre + half].map(|bound| (bound / (1.0 + Z * Z / n)).clamp(0.0, 1.0))
}

impl Mistakes {
    fn text(&self, list: bool) -> String {
        let percent = |share: f64| format!("{:.2} %", 100.0 * share);
        let title = format!("Mistakes of alpha-beta in {}, without tables", self.game);
        let mut table = Figures::new(title, &["", "moves", "mistakes", "rate"]);
        let mistakes = self.mistakes.len() as u64;
        let mut row = |what: &str, moves: usize, rate: f64| {
            table.rows.push(vec![what.into(), units::count(moves as u64), units::count(mistakes), percent(rate)]);
        };
        row("where a mistake was possible", self.tempted, self.rate);
        row("all moves", self.moves, self.rate_of_all);
        table.note = format!(
            "The first rate is between {} and {} with 95 %. {}, seed {}; depth {:.1} and {} nodes a move on average.",
            percent(self.interval[0]),
            percent(self.interval[1]),
            units::of(self.games.into(), "game", "games"),
            self.seed,
            self.depth,
            units::large(self.nodes)
        );
        let told = self.mistakes.iter().filter(|_| list).map(|mistake| {
            let Mistake { position, m, had, left, depth } = mistake;
            format!("{position}: {m} makes a {left} of a {had} (depth {depth})\n")
        });
        told.collect::<String>() + &table.text()
    }
}
