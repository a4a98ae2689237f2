//! `athos train`: what patterns are worth, learned from self-play.

use super::Answer;
use crate::game_argument::GameArgument;
use crate::json;
use crate::output::OutputArgument;
use anyhow::{Context, anyhow};
use athos_core::{Described, FullGame};
use athos_draw::plot::{Lines, lines};
use athos_eval::proofs::{self, QuadrantVisitor};
use athos_games::quadrants::{Placement, QuadrantGame, Stones};
use athos_prove::exact::Solvable;
use athos_train::{Round, Score, Settings, train};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Learns what patterns are worth, from games of a player against itself (pentago, pentago-swap).
///
/// The same seed gives the same worths on any machine. After every round a match against the round before and one against
/// the plain estimate show what was learned.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    /// Chooses everything that is random
    #[arg(long, default_value_t = Settings::default().seed)]
    seed: u64,
    /// Games of self-play a round
    #[arg(long, default_value_t = Settings::default().games)]
    games: u64,
    /// Rounds; each plays with what the one before learned
    #[arg(long, default_value_t = Settings::default().rounds)]
    rounds: u32,
    /// Games of each match after a round
    #[arg(long, default_value_t = Settings::default().match_games)]
    match_games: u64,
    /// Draw the learning curve into this file (SVG)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgument,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let trained = proofs::visit(&args.game.game, &args.game.rules, Train { args, out })?;
    trained.ok_or_else(|| anyhow!("{} has nothing to learn: pentago and pentago-swap have", args.game.game))?
}

struct Train<'a> {
    args: &'a Args,
    out: &'a mut dyn Write,
}

/// A round, in the shape of the JSON.
#[derive(Serialize)]
struct RoundRow {
    round: u32,
    positions: usize,
    solved: usize,
    error: f64,
    against_previous: ScoreRow,
    against_plain: ScoreRow,
}

#[derive(Serialize)]
struct ScoreRow {
    won: u64,
    drawn: u64,
    lost: u64,
    percent: f64,
}

impl From<Score> for ScoreRow {
    fn from(score: Score) -> ScoreRow {
        ScoreRow { won: score.won, drawn: score.drawn, lost: score.lost, percent: score.percent() }
    }
}

impl From<&Round> for RoundRow {
    fn from(round: &Round) -> RoundRow {
        RoundRow {
            round: round.number,
            positions: round.positions,
            solved: round.solved,
            error: round.error,
            against_previous: round.against_previous.into(),
            against_plain: round.against_plain.into(),
        }
    }
}

/// The answer, in the shape of the JSON.
#[derive(Serialize)]
struct Trained {
    game: &'static str,
    seed: u64,
    games: u64,
    rounds: Vec<RoundRow>,
    worths: String,
}

impl RoundRow {
    fn line(&self) -> String {
        let score =
            |score: &ScoreRow| format!("+{} ={} -{} ({:.1} %)", score.won, score.drawn, score.lost, score.percent);
        format!(
            "round {}: {} positions, {} of them solved, mean squared error {:.3}; against the round before {}, against \
             the plain estimate {}",
            self.round,
            self.positions,
            self.solved,
            self.error,
            score(&self.against_previous),
            score(&self.against_plain)
        )
    }
}

impl QuadrantVisitor for Train<'_> {
    type Output = anyhow::Result<Answer>;

    fn visit<T: Solvable>(self, game: QuadrantGame<T>) -> anyhow::Result<Answer>
    where
        QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
    {
        let Train { args, out } = self;
        let &Args { seed, games, rounds, match_games, .. } = args;
        let mut told = Vec::new();
        let mut written = Ok(());
        let worths = train(&game, &Settings { seed, games, rounds, match_games }, &mut |round| {
            let row = RoundRow::from(round);
            if !args.json && written.is_ok() {
                written = writeln!(out, "{}", row.line()).and_then(|()| out.flush());
            }
            told.push(row);
        })?;
        written?;
        if let Some(path) = &args.plot {
            let svg = lines(&curve(&game.spec(), &told));
            std::fs::write(path, svg).with_context(|| format!("cannot write {}", path.display()))?;
        }
        let command = format!(
            "athos train {} --seed {seed} --games {games} --rounds {rounds} --match-games {match_games}",
            game.spec()
        );
        let text = worths.show(&format!("What patterns are worth, as this command learns it:\n{command}"));
        if args.json {
            let trained = Trained { game: id(&game), seed, games, rounds: told, worths: text };
            json::write_line(&trained, out)?;
        } else {
            args.output.write(&text, out)?;
        }
        Ok(Answer::Done)
    }
}

fn id<G: FullGame>(_: &G) -> &'static str {
    G::ID
}

/// The learning curve: points in a hundred against the plain estimate and against the round before, by round.
fn curve(spec: &str, rounds: &[RoundRow]) -> Lines {
    let series = |score: fn(&RoundRow) -> &ScoreRow| {
        let points = rounds.iter().map(|row| (f64::from(row.round), score(row).percent));
        std::iter::once((0.0, 50.0)).chain(points).collect::<Vec<_>>()
    };
    Lines {
        title: format!("{spec}: what self-play teaches"),
        x_label: "round".into(),
        y_label: "points in a hundred".into(),
        logarithmic: false,
        series: vec![
            ("against the plain estimate".into(), series(|row| &row.against_plain)),
            ("against the round before".into(), series(|row| &row.against_previous)),
        ],
    }
}
