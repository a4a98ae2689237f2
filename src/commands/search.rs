//! `athos search`: one search, with chosen switches, and everything it counted.

use super::Answer;
use crate::game_argument::{GameArgument, PositionArgument};
use crate::json;
use crate::printed_report::{Asked, PrintedReport};
use crate::search_arguments::{EvaluationArguments, LimitArguments, ScoringName, SwitchArguments};
use anyhow::ensure;
use athos_core::random::Random;
use athos_core::{FullGame, Score, Value};
use athos_games::registry::Visitor;
use athos_search::random::random_move;
use athos_search::{
    End, MonteCarlo, Report, Scoring, Settings, Statistics, Switches, alpha_beta, minimax, monte_carlo, proof_number,
};
use clap::ValueEnum;
use std::io::Write;
use std::time::Duration;

/// Searches a position and reports what was found and what it cost.
///
/// Alpha-beta begins with every sound switch on; --with and --without change that. Scores are for the player to move.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    #[command(flatten)]
    position: PositionArgument,
    /// How to search
    #[arg(long, value_enum, default_value = "alpha-beta")]
    algorithm: Algorithm,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    switches: SwitchArguments,
    /// Threads for alpha-beta
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Whether the distance of a win counts. When left out: it does if any of --depth, --time and --nodes is given, and
    /// does not in a search that ends only when the value is proven
    #[arg(long, value_enum)]
    scoring: Option<ScoringName>,
    #[command(flatten)]
    evaluation: EvaluationArguments,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Algorithm {
    /// The whole tree
    Minimax,
    /// What minimax finds, without the lines that cannot matter
    AlphaBeta,
    /// Proof-number search: who wins, without distances
    Pn,
    /// Monte Carlo tree search with proven values
    Mcts,
    /// Any legal move
    Random,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    args.game.visit(Search { args, out })
}

struct Search<'a> {
    args: &'a Args,
    out: &'a mut dyn Write,
}

impl Visitor for Search<'_> {
    type Output = anyhow::Result<Answer>;

    fn visit<G: FullGame>(self, game: G) -> anyhow::Result<Answer> {
        let args = self.args;
        let position = args.position.read(&game)?;
        let evaluation = args.evaluation.evaluation.for_game::<G>(args.evaluation.seed)?;
        let limits = args.limits.limits();
        let proof = if args.limits.any() { Scoring::Distance } else { Scoring::Outcome };
        let scoring = args.scoring.map_or(proof, Scoring::from);
        let named = !(args.switches.with.is_empty() && args.switches.without.is_empty());
        ensure!(
            args.algorithm == Algorithm::AlphaBeta || !named,
            "--with and --without are about alpha-beta: its switches mean nothing to {}",
            word(args.algorithm)
        );
        let switches = args.switches.switches(Switches::sound())?;
        let settings = Settings { switches, scoring, limits, threads: args.threads.into() };
        let report = match args.algorithm {
            Algorithm::Minimax => minimax(&game, &evaluation, &position, scoring, &settings.limits, &mut ()),
            Algorithm::AlphaBeta => alpha_beta(&game, &evaluation, &position, &settings)?,
            Algorithm::Pn => proof_number(&game, &position, &settings.limits)?,
            Algorithm::Mcts => {
                let options = MonteCarlo { seed: args.evaluation.seed, ..MonteCarlo::default() };
                monte_carlo(&game, &evaluation, &position, &options, &settings.limits)
            }
            Algorithm::Random => random(&game, &position, args.evaluation.seed),
        };
        let asked = Asked {
            algorithm: word(args.algorithm),
            switches: (args.algorithm == Algorithm::AlphaBeta).then(|| switches.to_string()),
            evaluation: matches!(args.algorithm, Algorithm::Minimax | Algorithm::AlphaBeta)
                .then(|| args.evaluation.evaluation.word()),
        };
        let printed = PrintedReport::new(&game, &position, &report, asked);
        match args.json {
            true => json::write_line(&printed, self.out)?,
            false => write!(self.out, "{}", printed.text(G::PLAYERS))?,
        }
        Ok(Answer::Done)
    }
}

fn word(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Minimax => "minimax",
        Algorithm::AlphaBeta => "alpha-beta",
        Algorithm::Pn => "pn",
        Algorithm::Mcts => "mcts",
        Algorithm::Random => "random",
    }
}

/// A report that knows one legal move, and nothing else.
fn random<G: FullGame>(game: &G, position: &G::Position, seed: u64) -> Report<G::Move> {
    let mut moves = Vec::new();
    let best = random_move(game, position, &mut Random::new(seed), &mut moves);
    let over = game.outcome(position).map(|outcome| Value::over(outcome.for_player(game.turn(position))));
    Report {
        best,
        score: over.map_or(Score::Estimate(0), Score::Proven),
        line: best.into_iter().collect(),
        depth: 0,
        statistics: Statistics { nodes: 1, expanded: 1, moves: moves.len() as u64, ..Statistics::default() },
        iterations: Vec::new(),
        time: Duration::ZERO,
        end: if over.is_some() { End::Proven } else { End::Depth },
    }
}
