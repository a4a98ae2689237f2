//! A long proof from beginning to end: search, checkpoints on the way, and the strategy at the end.
//!
//! Every so often the table goes to disk, without the entries that cost next to nothing, so that an interrupted proof
//! begins where it was. A checkpoint that is damaged or about something else is an error, never a wrong answer: the
//! numbers in it steer the search, and what they claim to be proved is checked when the strategy is.

use crate::file::{FileError, game_name, write_whole};
use crate::search::{Limits, Search, Stopped};
use crate::strategy::{Strategy, StrategyError};
use crate::table::{Numbers, Table};
use athos_core::{Described, Player};
use athos_games::quadrants::{QuadrantGame, Stones, Twist, pack};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

/// What a proof may use.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// Bytes for the table.
    pub memory: usize,
    /// When to give up.
    pub limits: Limits<'a>,
    /// Where to keep what is known, if anywhere: read at the beginning if it is there.
    pub checkpoint: Option<&'a Path>,
    /// How often to write it.
    pub every: Duration,
}

/// How far a proof has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions visited by this run.
    pub nodes: u64,
    /// The numbers of the root; they are 0 in the end.
    pub numbers: Numbers,
    /// Since the run began.
    pub elapsed: Duration,
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// The limits came first. With a checkpoint, the next run goes on from here.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The opposite is proven.
    #[error("it is proven that this player does not win from here")]
    Disproved,
    /// Something is wrong with a file.
    #[error(transparent)]
    File(#[from] FileError),
}

const MAGIC: &[u8; 8] = b"ATHOSCKP";
/// Entries that cost fewer positions than this are not worth writing.
const LEAST_WORK: u64 = 4;

/// Proves that a player wins from a position and writes the proof. Only when that is safe on disk is the checkpoint removed:
/// a run that is killed at any moment leaves one or the other.
pub fn prove_to_file<T: Twist>(
    game: &QuadrantGame<T>,
    root: &Stones,
    attacker: Player,
    settings: &Settings<'_>,
    file: &Path,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Strategy, ProveError>
where
    QuadrantGame<T>: Described,
{
    let strategy = prove(game, root, attacker, settings, progress)?;
    strategy.contents(game).write(file)?;
    settings.checkpoint.map_or(Ok(()), remove)?;
    Ok(strategy)
}

/// Proves that a player wins from a position, and how. The game is not over. A checkpoint stays: whoever keeps the
/// strategy may remove it.
pub fn prove<T: Twist>(
    game: &QuadrantGame<T>,
    root: &Stones,
    attacker: Player,
    settings: &Settings<'_>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Strategy, ProveError>
where
    QuadrantGame<T>: Described,
{
    // 1. What an earlier run left.
    let about = format!("{} {} {}", game_name(game), pack(root), attacker.index());
    let table = Table::new(settings.memory);
    if let Some(path) = settings.checkpoint {
        load(&table, path, &about)?;
    }

    // 2. The search. A checkpoint that cannot be written ends nothing; at the end of the run it is an error.
    let begun = Instant::now();
    let mut written = begun;
    let mut pulse = |nodes: u64, numbers: Numbers| {
        progress(&Progress { nodes, numbers, elapsed: begun.elapsed() });
        if let Some(path) = settings.checkpoint
            && written.elapsed() >= settings.every
        {
            let _ = save(&table, path, &about);
            written = Instant::now();
        }
    };
    let answer = Search::new(game, attacker, &table, settings.limits).with_pulse(&mut pulse).prove(root);
    let strategy = match answer {
        Ok(false) => return Err(ProveError::Disproved),
        Ok(true) => Strategy::extract(game, root, attacker, &table, settings.limits),
        Err(stopped) => Err(StrategyError::Stopped(stopped)),
    };

    // 3. What remains on disk for the next run.
    match strategy {
        Ok(strategy) => Ok(strategy),
        Err(StrategyError::NoWin) => Err(ProveError::Disproved),
        Err(StrategyError::Stopped(stopped)) => {
            settings.checkpoint.map_or(Ok(()), |path| save(&table, path, &about))?;
            Err(stopped.into())
        }
    }
}

fn io(path: &Path) -> impl Fn(std::io::Error) -> FileError + '_ {
    |source| FileError::Io { path: path.to_path_buf(), source }
}

fn remove(path: &Path) -> Result<(), FileError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(io(path)(error)),
        _ => Ok(()),
    }
}

/// Writes a checkpoint: magic, checksum of the rest, and compressed: what it is about, a line break, the entries.
fn save(table: &Table, path: &Path, about: &str) -> Result<(), FileError> {
    let mut bytes = format!("{about}\n").into_bytes();
    for (key, data) in table.entries_worth(LEAST_WORK) {
        bytes.extend(key.to_le_bytes());
        bytes.extend(data.to_le_bytes());
    }
    let compressed = zstd::bulk::compress(&bytes, 1).map_err(io(path))?;
    let mut file = MAGIC.to_vec();
    file.extend(crc32fast::hash(&compressed).to_le_bytes());
    file.extend(compressed);
    write_whole(path, &file)
}

/// Reads a checkpoint, if there is one.
fn load(table: &Table, path: &Path, about: &str) -> Result<(), FileError> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        other => other.map_err(io(path))?,
    };
    let nonsense =
        |reason: &str| FileError::Nonsense(format!("{}: {reason}; remove it to begin again", path.display()));
    let compressed = bytes.strip_prefix(MAGIC.as_slice()).ok_or_else(|| nonsense("not a checkpoint"))?;
    let (checksum, compressed) = compressed.split_at_checked(4).ok_or_else(|| nonsense("the file is cut short"))?;
    if checksum != crc32fast::hash(compressed).to_le_bytes() {
        return Err(nonsense("the checksum is wrong"));
    }
    let bytes = zstd::decode_all(compressed).map_err(io(path))?;
    let entries = bytes.strip_prefix(format!("{about}\n").as_bytes());
    let entries = entries.ok_or_else(|| nonsense("a checkpoint of another proof"))?;
    for entry in entries.chunks_exact(16) {
        let word = |at: usize| entry[at..at + 8].iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        table.insert((word(0), word(8)));
    }
    Ok(())
}
