//! `athos play`: a game in the terminal, between people or against a random player.

mod in_progress;

use super::Answer;
use crate::game_argument::{GameArgument, about_position};
use crate::seed::new_seed;
use anyhow::{Context, bail};
use athos_core::random::Random;
use athos_core::{AnyGame, Referee};
use in_progress::GameInProgress;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Plays a game in the terminal.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    /// Who plays: `human` (a person at this terminal) or `random`, for each player in the order of `athos games`, or by
    /// name, such as `dragons=random`; people where nothing is said
    #[arg(value_name = "PLAYER", num_args = 0..=2)]
    players: Vec<String>,
    /// Begin at this position instead of the start
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Append the record of the game to this file when it ends
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Seed of the random player; a new one each time when left out
    #[arg(long)]
    seed: Option<u64>,
    /// A draw when the same position comes up this often; 0 for never
    #[arg(long, value_name = "TIMES", default_value_t = 3)]
    repetition: usize,
    /// A draw after this many plies
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
}

/// Who makes the moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PlayerKind {
    /// A person at this terminal.
    Human,
    /// Any legal move, each equally likely.
    Random,
}

impl PlayerKind {
    fn name(self) -> &'static str {
        match self {
            PlayerKind::Human => "human",
            PlayerKind::Random => "random",
        }
    }

    fn read(text: &str) -> anyhow::Result<PlayerKind> {
        match text {
            "human" => Ok(PlayerKind::Human),
            "random" => Ok(PlayerKind::Random),
            _ => bail!("no player '{}': it is human or random", text.escape_debug()),
        }
    }
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let game = args.game.load()?;
    let first = about_position(game.view(args.position.as_deref().unwrap_or(&game.start())))?;
    let kinds = read_players(&args.players, game.as_ref())?;
    let referee = Referee {
        repetition: Some(args.repetition).filter(|&times| times > 0),
        plies: args.plies,
        ..Referee::default()
    };
    let mut file = args.record.as_deref().map(open_record).transpose()?;
    let seed = args.seed.unwrap_or_else(new_seed);

    let [one, two] = game.players();
    writeln!(
        out,
        "{}: {one} ({}) and {two} ({}). {}",
        game.title(),
        kinds[0].name(),
        kinds[1].name(),
        in_progress::HELP
    )?;
    if kinds.contains(&PlayerKind::Random) {
        writeln!(out, "The random player's seed is {seed}.")?;
    }
    let mut progress = GameInProgress::new(game.as_ref(), kinds, referee, first);
    let played = progress.run(&mut std::io::stdin().lock(), &mut Random::new(seed), out);
    // What was played is kept even when reading or writing failed.
    if let (Some(file), Some(path)) = (&mut file, &args.record) {
        progress.record().write_line(file)?;
        writeln!(out, "Record appended to {}.", path.display())?;
    }
    played?;
    Ok(Answer::Done)
}

/// The kinds of both players, from words such as `random` or `dragons=random`.
fn read_players(words: &[String], game: &dyn AnyGame) -> anyhow::Result<[PlayerKind; 2]> {
    let mut kinds = [PlayerKind::Human; 2];
    for (place, word) in words.iter().enumerate() {
        match word.split_once('=') {
            None => kinds[place] = PlayerKind::read(word)?,
            Some((name, kind)) => match game.players().iter().position(|player| *player == name) {
                Some(player) => kinds[player] = PlayerKind::read(kind)?,
                None => bail!("no player '{}': there are {}", name.escape_debug(), game.players().join(" and ")),
            },
        }
    }
    Ok(kinds)
}

fn open_record(path: &Path) -> anyhow::Result<File> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.with_context(|| format!("cannot write {}", path.display()))
}
