//! `athos lab random`: how often perfect play beats random play.
//!
//! Exactly, by adding up over all lines (one pass over the piles), and by playing games from a seed. The perfect player
//! plays the first of its best moves; the random one any legal move, each equally likely; the last match is really
//! taken.

use super::super::Answer;
use super::table::Table;
use crate::game_argument::GameArgument;
use crate::{json, units};
use anyhow::ensure;
use athos_core::random::Random;
use athos_core::{Described, FullGame, Game, Outcome, Player};
use athos_games::Matches;
use athos_games::matches::{Pile, Take};
use athos_games::registry::{Visitor, build};
use athos_lab::strategy::played_to_the_last_match;
use athos_search::induction::Values;
use serde::Serialize;
use std::collections::HashMap;
use std::io::Write;

/// Plays perfect against random play.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    /// Up to this many matches
    #[arg(long, value_name = "MATCHES", default_value_t = 21, value_parser = clap::value_parser!(u32).range(1..=1000))]
    to: u32,
    /// Games to simulate for each pile and side
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Chooses the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What was found.
#[derive(Serialize)]
pub struct Chances {
    rules: String,
    games: u32,
    seed: u64,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    matches: u32,
    /// Perfect play moves first.
    first: Chance,
    /// Perfect play moves second.
    second: Chance,
    /// 1 - 3^-k for n = 4k + 1, else 1, where the rules are report B's.
    theory: Option<f64>,
}

#[derive(Serialize)]
struct Chance {
    exact: f64,
    simulated: f64,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    struct Load;
    impl Visitor for Load {
        type Output = anyhow::Result<Matches>;
        fn visit<G: FullGame>(self, game: G) -> anyhow::Result<Matches> {
            ensure!(G::ID == Matches::ID, "lab random is about matches, not {}", G::ID);
            Ok(build(&played_to_the_last_match(game)?.rules_text())?)
        }
    }
    let game = args.game.visit(Load)?;
    let chances = measure(&game, args.to, args.games, args.seed)?;
    match args.json {
        true => json::write_line(&chances, out)?,
        false => write!(out, "{}", chances.table().text())?,
    }
    Ok(Answer::Done)
}

/// Computes and plays, for piles up to `to`.
pub fn measure(game: &Matches, to: u32, games: u32, seed: u64) -> anyhow::Result<Chances> {
    let perfect = (0..=to).map(|left| {
        let position = Pile { left, turn: Player::One };
        Ok(Values::of(game, &position, usize::MAX)?.best(game, &position).map(|(m, _)| m))
    });
    let perfect = perfect.collect::<anyhow::Result<Vec<_>>>()?;
    let mut duel = Duel { game, perfect, known: HashMap::new(), random: Random::new(seed) };
    let plain = game.rules_text().split(',').all(|option| option == "terminal=0" || option.starts_with("pile="));
    let rows = (1..=to).map(|matches| {
        let mut chance = |turn| {
            let position = Pile { left: matches, turn };
            Chance { exact: duel.exact(position), simulated: duel.simulated(position, games) }
        };
        let theory = match matches % 4 {
            1 => 1.0 - 3f64.powi(-(matches as i32 / 4)),
            _ => 1.0,
        };
        Row { matches, first: chance(Player::One), second: chance(Player::Two), theory: plain.then_some(theory) }
    });
    Ok(Chances { rules: game.spec(), games, seed, rows: rows.collect() })
}

/// The perfect player is player one.
struct Duel<'a> {
    game: &'a Matches,
    /// The perfect move for every number of matches; `None` where the game is over.
    perfect: Vec<Option<Take>>,
    /// The exact chances that are known already.
    known: HashMap<Pile, f64>,
    random: Random,
}

impl Duel<'_> {
    fn legal(&self, position: &Pile) -> Vec<Take> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves
    }

    /// The chance that perfect play wins. Small piles first, so that nothing is computed twice or deeply nested.
    fn exact(&mut self, position: Pile) -> f64 {
        for left in 0..=position.left {
            for turn in [Player::One, Player::Two] {
                let position = Pile { left, turn };
                if !self.known.contains_key(&position) {
                    let chance = self.chance(&position);
                    self.known.insert(position, chance);
                }
            }
        }
        self.known[&position]
    }

    fn chance(&self, position: &Pile) -> f64 {
        if let Some(outcome) = self.game.outcome(position) {
            return f64::from(u8::from(outcome == Outcome::Winner(Player::One)));
        }
        let after = |m| self.known[&self.game.play(position, m)];
        match position.turn {
            Player::One => self.perfect[position.left as usize].map_or(0.0, after),
            Player::Two => {
                let moves = self.legal(position);
                moves.iter().map(|&m| after(m)).sum::<f64>() / moves.len() as f64
            }
        }
    }

    /// The part of `games` games that perfect play wins.
    fn simulated(&mut self, position: Pile, games: u32) -> f64 {
        let wins = (0..games).filter(|_| {
            let mut position = position;
            loop {
                if let Some(outcome) = self.game.outcome(&position) {
                    return outcome == Outcome::Winner(Player::One);
                }
                let m = match position.turn {
                    Player::One => self.perfect[position.left as usize],
                    Player::Two => {
                        let moves = self.legal(&position);
                        self.random.pick(&moves).copied()
                    }
                };
                let Some(m) = m else { return false };
                position = self.game.play(&position, m);
            }
        });
        wins.count() as f64 / f64::from(games)
    }
}

impl Chances {
    /// The table.
    pub fn table(&self) -> Table {
        let head = ["matches", "first, exact", "theory", "simulated", "second, exact", "simulated"];
        let title = format!("How often perfect play beats random play in {}, moving first and second", self.rules);
        let mut table = Table::new(title, &head);
        for row in &self.rows {
            let shown = |chance: f64| format!("{chance:.5}");
            table.rows.push(vec![
                row.matches.to_string(),
                shown(row.first.exact),
                row.theory.map(shown).unwrap_or_default(),
                shown(row.first.simulated),
                shown(row.second.exact),
                shown(row.second.simulated),
            ]);
        }
        table.note =
            format!("{} for each pile and side, seed {}.", units::of(self.games.into(), "game", "games"), self.seed);
        if self.rows.iter().any(|row| row.theory.is_some()) {
            table.note += "\nTheory: 1 - 3^-k for n = 4k + 1 matches, else 1. Report B names 1 and 5 as the only exceptions; \
                           9, 13, 17, … are exceptions too.";
        }
        table
    }
}
