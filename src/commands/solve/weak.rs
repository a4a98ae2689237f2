//! `athos solve --weak`: a proof of the start's value, which says how to win against every defence.
//!
//! What is known so far goes to a checkpoint every half minute and when the run is stopped; the next run goes on there.

use super::{Answer, Args};
use crate::progress::Progress;
use crate::{interrupt, json, units, words};
use anyhow::{Context, anyhow, bail};
use athos_core::{Described, FullGame, Game, Notation, Outcome, Player, Value, Wdl};
use athos_eval::proofs::{self, QuadrantVisitor};
use athos_games::quadrants::{Placement, QuadrantGame, Stones};
use athos_prove::exact::Solvable;
use athos_prove::file::{Contents, FileError};
use athos_prove::prove::{self, ProveError, Settings};
use athos_prove::search::Limits;
use athos_prove::strategy::Strategy;
use serde::Serialize;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// The table of a proof from the start is never fuller than this.
const ENOUGH_MEMORY: u64 = 1 << 30;
const CHECKPOINT_EVERY: Duration = Duration::from_secs(30);

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let answer = proofs::visit(&args.game.game, &args.game.rules, Prove { args, out })?;
    answer.unwrap_or_else(|| Err(no_proofs(&args.game.game)))
}

fn no_proofs(game: &str) -> anyhow::Error {
    anyhow!(
        "there are no proofs from the start of {game}: --weak is for pentago-swap; `athos eval {game}` proves single \
         positions"
    )
}

struct Prove<'a> {
    args: &'a Args,
    out: &'a mut dyn Write,
}

/// The answer, in the shape of the JSON.
#[derive(Serialize)]
struct Proved {
    game: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    rules: String,
    file: String,
    /// Whether it was there already.
    kept: bool,
    /// Positions that have a move in the proof.
    positions: usize,
    bytes: u64,
    /// Visited by this run.
    nodes: u64,
    seconds: f64,
    position: String,
    turn: &'static str,
    value: Value,
    winner: &'static str,
    #[serde(rename = "move")]
    first_move: Option<String>,
}

impl QuadrantVisitor for Prove<'_> {
    type Output = anyhow::Result<Answer>;

    fn visit<T: Solvable>(self, game: QuadrantGame<T>) -> anyhow::Result<Answer>
    where
        QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
    {
        if !proofs::provable(&game) {
            return Err(no_proofs(&game.spec()));
        }
        let (args, out) = (self.args, self.out);
        let begun = Instant::now();

        // 1. The proof that is there, or a new one.
        let file = proofs::proof_file(&game)?;
        let kept = match finished(&game, &file) {
            Ok(kept) => kept,
            Err(error @ FileError::Io { .. }) => return Err(error.into()),
            Err(error) => {
                eprintln!("{}: {error}; it is made anew", file.display());
                None
            }
        };
        let (strategy, nodes, kept) = match kept {
            Some(strategy) => (strategy, 0, true),
            None => {
                let (strategy, nodes) = self::prove(&game, &file, args)?;
                (strategy, nodes, false)
            }
        };

        // 2. What it says.
        let start = game.start();
        let proved = Proved {
            game: <QuadrantGame<T> as Described>::ID,
            rules: game.rules_text(),
            file: file.display().to_string(),
            kept,
            positions: strategy.moves.len(),
            bytes: fs::metadata(&file).with_context(|| format!("cannot read {}", file.display()))?.len(),
            nodes,
            seconds: begun.elapsed().as_secs_f64(),
            position: game.show_position(&start),
            turn: QuadrantGame::<T>::PLAYERS[game.turn(&start).index()],
            value: Value { wdl: Wdl::Win, plies: None },
            winner: QuadrantGame::<T>::PLAYERS[strategy.attacker.index()],
            first_move: strategy.reply(&game, &start).map(|m| game.show_move(m)),
        };
        if args.json {
            json::write_line(&proved, out)?;
            return Ok(Answer::Done);
        }
        match kept {
            true => writeln!(out, "nothing to do: the proof was there")?,
            false => {
                writeln!(out, "proved in {} with {} nodes", units::time(begun.elapsed()), units::large(nodes as f64))?
            }
        }
        let positions = units::of(proved.positions as u64, "position", "positions");
        writeln!(out, "a move for {positions} up to symmetry, {}, in {}", units::bytes(proved.bytes), proved.file)?;
        let wins = words::outcome_in_words(Outcome::Winner(strategy.attacker), QuadrantGame::<T>::PLAYERS);
        let first = proved.first_move.map_or(String::new(), |m| format!(", beginning with {m}"));
        writeln!(out, "{}\n{} to move: {wins}{first}", proved.position, proved.turn)?;
        Ok(Answer::Done)
    }
}

/// The proof of the start that is there, if one is.
fn finished<T: Solvable>(game: &QuadrantGame<T>, file: &Path) -> Result<Option<Strategy>, FileError>
where
    QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
{
    let contents = match Contents::read(file) {
        Err(FileError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => return Ok(None),
        other => other?,
    };
    let strategy = Strategy::from_contents(game, &contents)?;
    match strategy.root == game.start() {
        true => Ok(Some(strategy)),
        false => Err(FileError::Nonsense(format!("it begins with {}", game.show_position(&strategy.root)))),
    }
}

/// Proves that the first player wins, writes the proof and counts the nodes.
fn prove<T: Solvable>(game: &QuadrantGame<T>, file: &Path, args: &Args) -> anyhow::Result<(Strategy, u64)>
where
    QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
{
    // 1. The plan.
    let checkpoint = proofs::checkpoint_file(game)?;
    if let Some(folder) = checkpoint.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let memory = args.resources.memory_up_to(ENOUGH_MEMORY);
    let stop = interrupt::stop_flag()?;
    let first = QuadrantGame::<T>::PLAYERS[Player::One.index()];
    let progress = Progress::new();
    if !args.json {
        let goes_on = if checkpoint.exists() { "; going on where an earlier run ended" } else { "" };
        progress.say(&format!("plan: a proof that {first} wins, with {} of memory{goes_on}", units::bytes(memory)));
    }

    // 2. The proof.
    progress.begin_open();
    let mut nodes = 0;
    let mut report = |state: &prove::Progress| {
        nodes = state.nodes;
        let speed = nodes as f64 / state.elapsed.as_secs_f64().max(1e-9);
        progress.tell(format!(
            "{} nodes ({} a second), proof number {}, disproof number {}",
            units::count(nodes),
            units::large(speed),
            units::count(state.numbers.proof.into()),
            units::count(state.numbers.disproof.into())
        ));
    };
    let settings = Settings {
        memory: usize::try_from(memory).unwrap_or(usize::MAX),
        limits: Limits { stop: Some(stop), ..Limits::default() },
        checkpoint: Some(&checkpoint),
        every: CHECKPOINT_EVERY,
    };
    let strategy = prove::prove_to_file(game, &game.start(), Player::One, &settings, file, &mut report);
    progress.end();

    // 3. What to do where there is none.
    match strategy {
        Ok(strategy) => Ok((strategy, nodes)),
        Err(ProveError::Stopped(_)) => {
            bail!("stopped; what is known so far stays in {}, and the same command goes on", checkpoint.display())
        }
        Err(ProveError::Disproved) => bail!("{}: it is proven that {first} does not win", game.spec()),
        Err(ProveError::File(error)) => Err(error.into()),
    }
}
