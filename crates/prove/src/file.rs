//! Proofs on disk. docs/PROOFS.md has the format.

use crate::strategy::Strategy;
use athos_core::{Described, Player};
use athos_games::quadrants::{QuadrantGame, Twist, pack, unpack};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The first bytes of a proof.
pub const MAGIC: &[u8; 8] = b"ATHOSPRF";
/// The version of the format.
pub const VERSION: u32 = 1;

/// What is wrong with a proof file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Reading or writing failed.
    #[error("{path}: {source}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is something else.
    #[error("not a proof of Athos: the first bytes are not {:?}", MAGIC.escape_ascii().to_string())]
    Magic,
    /// Another version of the format.
    #[error("version {0} of the format, and this program reads version {VERSION}")]
    Version(u32),
    /// It ends too early.
    #[error("the file ends after {found} bytes, inside {part}")]
    Truncated {
        /// How long it is.
        found: usize,
        /// What should be there.
        part: &'static str,
    },
    /// Bytes follow the end.
    #[error("{0} bytes too many at the end")]
    TooLong(usize),
    /// Some bits have changed.
    #[error("the checksum of {0} is wrong: the file is damaged")]
    Checksum(&'static str),
    /// A proof about another game or other rules.
    #[error("a proof for {found}, not for {expected}")]
    Game {
        /// What the file says.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// Checksums agree and yet it makes no sense.
    #[error("{0}")]
    Nonsense(String),
}

/// The bytes of a proof, taken apart but not judged: whose game, where it begins, who wins, a move for every position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The game and its rules, such as `pentago-swap:off,opponent_wins`.
    pub game: String,
    /// The number of the position where it begins.
    pub root: u64,
    /// Who wins: 0 the first player, 1 the second.
    pub attacker: u8,
    /// Numbers of positions, ascending, each with the code of a move.
    pub moves: Vec<(u64, u16)>,
}

/// How a game and its rules are named in a proof.
pub fn game_name<G: Described>(game: &G) -> String {
    format!("{}:{}", G::ID, game.rules().join(","))
}

/// Reads numbers from the front of some bytes.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize, part: &'static str) -> Result<&'a [u8], FileError> {
        let end = self.at.checked_add(count).filter(|end| *end <= self.bytes.len());
        let end = end.ok_or(FileError::Truncated { found: self.bytes.len(), part })?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn number(&mut self, count: usize, part: &'static str) -> Result<u64, FileError> {
        Ok(self.take(count, part)?.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }
}

fn nonsense<T>(reason: impl Into<String>) -> Result<T, FileError> {
    Err(FileError::Nonsense(reason.into()))
}

impl Contents {
    /// The bytes of the file.
    pub fn to_bytes(&self) -> Result<Vec<u8>, FileError> {
        // 1. The payload: differences of the numbers, seven bits a byte, then all cells, then all twists.
        let mut payload = Vec::new();
        let mut last = 0;
        for (packed, _) in &self.moves {
            let mut difference = packed - last;
            last = *packed;
            while difference >= 128 {
                payload.push(difference as u8 | 128);
                difference >>= 7;
            }
            payload.push(difference as u8);
        }
        payload.extend(self.moves.iter().map(|(_, m)| (m / 8) as u8));
        payload.extend(self.moves.iter().map(|(_, m)| (m % 8) as u8));
        let compressed = zstd::bulk::compress(&payload, 12)
            .map_err(|source| FileError::Io { path: PathBuf::from("(memory)"), source })?;

        // 2. The header and its checksum, the payload and its own.
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.game.len() as u16).to_le_bytes());
        bytes.extend(self.game.as_bytes());
        bytes.extend(self.root.to_le_bytes());
        bytes.push(self.attacker);
        bytes.extend((self.moves.len() as u64).to_le_bytes());
        bytes.extend((payload.len() as u64).to_le_bytes());
        bytes.extend((compressed.len() as u64).to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.extend(&compressed);
        bytes.extend(crc32fast::hash(&compressed).to_le_bytes());
        Ok(bytes)
    }

    /// Takes the bytes of a file apart.
    pub fn from_bytes(bytes: &[u8]) -> Result<Contents, FileError> {
        // 1. The header.
        let mut reader = Reader { bytes, at: 0 };
        const HEADER: &str = "the header";
        if !bytes.starts_with(MAGIC) {
            return Err(FileError::Magic);
        }
        reader.take(MAGIC.len(), HEADER)?;
        let version = reader.number(4, HEADER)? as u32;
        if version != VERSION {
            return Err(FileError::Version(version));
        }
        let length = reader.number(2, HEADER)? as usize;
        let game = String::from_utf8_lossy(reader.take(length, HEADER)?).into_owned();
        let root = reader.number(8, HEADER)?;
        let attacker = reader.number(1, HEADER)? as u8;
        let (count, full, packed) = (reader.number(8, HEADER)?, reader.number(8, HEADER)?, reader.number(8, HEADER)?);
        let checksum = crc32fast::hash(&bytes[..reader.at]);
        if reader.number(4, HEADER)? != u64::from(checksum) {
            return Err(FileError::Checksum(HEADER));
        }

        // 2. The payload.
        const PAYLOAD: &str = "the payload";
        let compressed = reader.take(packed as usize, PAYLOAD)?;
        if reader.number(4, PAYLOAD)? != u64::from(crc32fast::hash(compressed)) {
            return Err(FileError::Checksum(PAYLOAD));
        }
        if reader.at != bytes.len() {
            return Err(FileError::TooLong(bytes.len() - reader.at));
        }
        let mut payload = Vec::new();
        let decoder = zstd::Decoder::new(compressed);
        let Ok(_) = decoder.and_then(|decoder| decoder.take(full.saturating_add(1)).read_to_end(&mut payload)) else {
            return nonsense("the payload cannot be decompressed");
        };
        if payload.len() as u64 != full || count > full {
            return nonsense(format!("{} bytes of payload where the header says {full}", payload.len()));
        }

        // 3. The positions, then the moves.
        let count = count as usize;
        let mut reader = Reader { bytes: &payload, at: 0 };
        let mut numbers = Vec::with_capacity(count);
        let mut last = 0u64;
        for _ in 0..count {
            let (mut difference, mut shift) = (0u64, 0);
            loop {
                let byte = reader.number(1, PAYLOAD)?;
                if shift > 63 {
                    return nonsense("a number of more than 64 bits");
                }
                difference |= (byte & 127) << shift;
                shift += 7;
                if byte < 128 {
                    break;
                }
            }
            match last.checked_add(difference) {
                Some(number) if difference > 0 || numbers.is_empty() => last = number,
                _ => return nonsense("the positions are not in ascending order"),
            }
            numbers.push(last);
        }
        let (cells, twists) = (reader.take(count, PAYLOAD)?, reader.take(count, PAYLOAD)?);
        if reader.at != payload.len() {
            return nonsense(format!("{} bytes of payload too many", payload.len() - reader.at));
        }
        let codes = cells.iter().zip(twists).map(|(cell, twist)| u16::from(*cell) * 8 + u16::from(*twist));
        Ok(Contents { game, root, attacker, moves: numbers.into_iter().zip(codes).collect() })
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Contents, FileError> {
        let bytes = fs::read(path).map_err(|source| FileError::Io { path: path.to_path_buf(), source })?;
        Contents::from_bytes(&bytes)
    }

    /// Writes a file: under another name first, so that whatever happens a file of this name is whole.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        write_whole(path, &self.to_bytes()?)
    }
}

/// Writes a file that is either there and whole or not there.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let part = path.with_extension("part");
    let write = || {
        let mut file = File::create(&part)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)
    };
    write().map_err(|source| FileError::Io { path: path.to_path_buf(), source })
}

impl Strategy {
    /// As it is written to disk.
    pub fn contents<T: Twist>(&self, game: &QuadrantGame<T>) -> Contents
    where
        QuadrantGame<T>: Described,
    {
        Contents {
            game: game_name(game),
            root: pack(&self.root),
            attacker: self.attacker.index() as u8,
            moves: self.moves.iter().map(|(packed, m)| (*packed, *m)).collect(),
        }
    }

    /// From what was read, if it is about this game by these rules. Whether it wins is for the checker to say.
    pub fn from_contents<T: Twist>(game: &QuadrantGame<T>, contents: &Contents) -> Result<Strategy, FileError>
    where
        QuadrantGame<T>: Described,
    {
        let expected = game_name(game);
        if contents.game != expected {
            return Err(FileError::Game { found: contents.game.clone(), expected });
        }
        let Some(root) = unpack(contents.root) else { return nonsense("it begins with no position of the game") };
        let Some(&attacker) = Player::BOTH.get(usize::from(contents.attacker)) else {
            return nonsense(format!("there is no player {}", contents.attacker));
        };
        let moves: BTreeMap<u64, u16> = contents.moves.iter().copied().collect();
        Ok(Strategy { root, attacker, moves })
    }
}
