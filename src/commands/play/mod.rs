//! `athos play`: a game in the terminal, between people, engines, or both.

mod in_progress;
mod seat;

use super::Answer;
use crate::game_argument::{GameArgument, about_position};
use crate::seed::new_seed;
use anyhow::{Context, bail};
use athos_arena::MoveLimits;
use athos_arena::quantities::read_time;
use athos_core::{AnyGame, Referee};
use in_progress::GameInProgress;
use seat::{HUMAN, Seat};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Plays a game in the terminal.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    /// Who plays: `human` (a person at this terminal), a player such as `athos`, `level-3`, `alpha-beta:depth=6` or
    /// `random`, or the command line of a program, for each player in the order of `athos games`, or by name, such as
    /// `dragons=athos`; two people when nobody is named, and athos against one who is named alone
    #[arg(value_name = "PLAYER", num_args = 0..=2)]
    players: Vec<String>,
    /// Begin at this position instead of the start
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Append the record of the game to this file when it ends
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Time that an engine has for a move, such as 2s
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    time: Option<Duration>,
    /// What the engines leave to chance follows from it; a new one each time when left out
    #[arg(long)]
    seed: Option<u64>,
    /// A draw when the same position comes up this often; 0 for never
    #[arg(long, value_name = "TIMES", default_value_t = 3)]
    repetition: usize,
    /// A draw after this many plies
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let game = args.game.load()?;
    let first = about_position(game.view(args.position.as_deref().unwrap_or(&game.start())))?;
    let mut seats = read_seats(&args.players, game.as_ref())?;
    let referee = Referee {
        repetition: Some(args.repetition).filter(|&times| times > 0),
        plies: args.plies,
        ..Referee::default()
    };
    let mut file = args.record.as_deref().map(open_record).transpose()?;

    let [one, two] = game.players();
    let names = [seats[0].name(), seats[1].name()];
    writeln!(out, "{}: {one} ({}) and {two} ({}). {}", game.title(), names[0], names[1], in_progress::HELP)?;
    if !seats.iter().all(Seat::is_human) {
        let seed = args.seed.unwrap_or_else(new_seed);
        writeln!(out, "The seed is {seed}.")?;
        for (side, seat) in (0..).zip(&mut seats) {
            seat.begin(athos_core::mix(seed.wrapping_add(side)))?;
        }
    }
    let limits = MoveLimits { time: args.time, ..MoveLimits::default() };
    let mut progress = GameInProgress::new(game.as_ref(), seats, limits, referee, first);
    let played = progress.run(&mut std::io::stdin().lock(), out);
    // What was played is kept even when reading or writing failed.
    if let (Some(file), Some(path)) = (&mut file, &args.record) {
        progress.record().write_line(file)?;
        writeln!(out, "Record appended to {}.", path.display())?;
    }
    played?;
    Ok(Answer::Done)
}

/// Both seats, from words such as `random` or `dragons=random`.
fn read_seats(words: &[String], game: &dyn AnyGame) -> anyhow::Result<[Seat; 2]> {
    let mut texts: [Option<&str>; 2] = [None; 2];
    for (place, word) in words.iter().enumerate() {
        let named = word.split_once('=').filter(|(name, _)| !name.contains([':', '/', ' ']));
        match named {
            None => texts[place] = Some(word),
            Some((name, text)) => match game.players().iter().position(|player| *player == name) {
                Some(player) => texts[player] = Some(text),
                None => bail!("no player '{}': there are {}", name.escape_debug(), game.players().join(" and ")),
            },
        }
    }
    // Somebody who sits down alone is given an opponent.
    let absent = if words.len() == 1 && texts.contains(&Some(HUMAN)) { "athos" } else { HUMAN };
    let [one, two] = texts.map(|text| Seat::read(text.unwrap_or(absent), game));
    Ok([one?, two?])
}

fn open_record(path: &Path) -> anyhow::Result<File> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.with_context(|| format!("cannot write {}", path.display()))
}
