//! The file of a tournament: its [`Header`], then a line for each game as it ends.
//!
//! Lines are appended whole. A program that is killed in the middle of one leaves a torn line, known by its missing line
//! end: it is passed over by readers and cut off before the tournament goes on, and its game is played again. Games stand
//! in the order in which they ended, which is not the schedule's when several are played at once. The file is locked
//! while a tournament writes it, so that it is never continued twice at the same time.

use crate::game_record::GameRecord;
use crate::header::Header;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// Why a tournament's file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The operating system refuses.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: std::io::Error,
    },
    /// Another program writes the file.
    #[error("{0}: another tournament is writing to this file")]
    Locked(PathBuf),
    /// A line is wrong.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        reason: String,
    },
}

/// Reads a tournament's file game by game.
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    header: Header,
    games: u64,
}

impl Reader<BufReader<File>> {
    /// Opens a file and reads its header.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let file = File::open(path).map_err(|error| JournalError::Io { path: path.into(), error })?;
        Reader::new(BufReader::new(file), path)
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads the header; `path` is for messages.
    pub fn new(input: R, path: &Path) -> Result<Self, JournalError> {
        let mut lines = Lines { input, path: path.into(), number: 0, whole_bytes: 0, text: Vec::new() };
        if !lines.advance()? {
            lines.number = 1;
            return Err(lines.refuse("a tournament's header was expected".into()));
        }
        let header: Header =
            serde_json::from_slice(&lines.text).map_err(|error| lines.refuse(format!("no header: {error}")))?;
        if header.athos_arena != Header::VERSION {
            let reason = format!("schema version {}; this program reads {}", header.athos_arena, Header::VERSION);
            return Err(lines.refuse(reason));
        }
        let games = header.schedule().map_err(|error| lines.refuse(error.to_string()))?.len();
        Ok(Reader { lines, header, games })
    }

    /// What the tournament is.
    pub fn header(&self) -> &Header {
        &self.header
    }

    fn next_game(&mut self) -> Result<Option<GameRecord>, JournalError> {
        if !self.lines.advance()? {
            return Ok(None);
        }
        let game: GameRecord =
            serde_json::from_slice(&self.lines.text).map_err(|error| self.lines.refuse(error.to_string()))?;
        let [one, two] = game.engines;
        if game.index >= self.games || one == two || one.max(two) >= self.header.entrants.len() {
            return Err(self.lines.refuse(format!("game {} is not one of this tournament", game.index)));
        }
        Ok(Some(game))
    }
}

/// The games in the order of the file. A torn last line is passed over.
impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<GameRecord, JournalError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_game().transpose()
    }
}

/// Lines that were finished, one at a time.
#[derive(Debug)]
struct Lines<R> {
    input: R,
    path: PathBuf,
    number: u64,
    /// The length of all lines so far that were finished.
    whole_bytes: u64,
    text: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// Reads the next line into `text`; false at the end of the file and at a line without end.
    fn advance(&mut self) -> Result<bool, JournalError> {
        self.text.clear();
        let read = self.input.read_until(b'\n', &mut self.text);
        read.map_err(|error| JournalError::Io { path: self.path.clone(), error })?;
        if self.text.last() != Some(&b'\n') {
            return Ok(false);
        }
        self.whole_bytes += self.text.len() as u64;
        self.number += 1;
        Ok(true)
    }

    fn refuse(&self, reason: String) -> JournalError {
        JournalError::Line { path: self.path.clone(), line: self.number, reason }
    }
}

/// A tournament's file that is being written.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    done: Done,
}

impl Journal {
    /// Begins a file; one that exists is an error, never overwritten.
    pub fn create(path: &Path, header: &Header) -> Result<Journal, JournalError> {
        let file = OpenOptions::new().append(true).create_new(true).open(path);
        let file = file.map_err(|error| JournalError::Io { path: path.into(), error })?;
        let mut journal = Journal { file, path: path.into(), done: Done::default() };
        journal.lock()?;
        journal.append_line(header)?;
        Ok(journal)
    }

    /// Continues a file: hands every game that it holds to `each`, cuts a torn line off, and is ready for more.
    pub fn resume(path: &Path, mut each: impl FnMut(GameRecord)) -> Result<(Header, Journal), JournalError> {
        let io = |error| JournalError::Io { path: path.into(), error };
        let file = OpenOptions::new().read(true).append(true).open(path).map_err(io)?;
        let mut journal = Journal { file, path: path.into(), done: Done::default() };
        journal.lock()?;
        let mut reader = Reader::new(BufReader::new(&journal.file), path)?;
        while let Some(game) = reader.next_game()? {
            if !journal.done.insert(game.index) {
                return Err(reader.lines.refuse(format!("game {} was there before", game.index)));
            }
            each(game);
        }
        let Reader { header, lines, .. } = reader;
        journal.file.set_len(lines.whole_bytes).map_err(io)?;
        Ok((header, journal))
    }

    /// The games that are in the file.
    pub fn done(&self) -> &Done {
        &self.done
    }

    /// Appends a game.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), JournalError> {
        self.append_line(game)?;
        self.done.insert(game.index);
        Ok(())
    }

    /// Brings everything that was appended to the disk.
    pub fn sync(&self) -> Result<(), JournalError> {
        self.file.sync_data().map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }

    fn append_line(&mut self, value: &impl serde::Serialize) -> Result<(), JournalError> {
        let io = |error| JournalError::Io { path: self.path.clone(), error };
        let mut line = serde_json::to_vec(value).map_err(|error| io(error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(io)
    }

    fn lock(&self) -> Result<(), JournalError> {
        match self.file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => Err(JournalError::Locked(self.path.clone())),
            Err(TryLockError::Error(error)) => Err(JournalError::Io { path: self.path.clone(), error }),
        }
    }
}

/// A set of games, by number: nearly all of the first ones, so that only where it begins to have gaps matters.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// All games below this number.
    below: u64,
    beyond: BTreeSet<u64>,
}

impl Done {
    /// Whether the game is there.
    pub fn contains(&self, index: u64) -> bool {
        index < self.below || self.beyond.contains(&index)
    }

    /// Adds a game; false when it was there.
    pub fn insert(&mut self, index: u64) -> bool {
        let new = index >= self.below && self.beyond.insert(index);
        while self.beyond.remove(&self.below) {
            self.below += 1;
        }
        new
    }

    /// How many games are there.
    pub fn len(&self) -> u64 {
        self.below + self.beyond.len() as u64
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{game_record, header};

    fn game(index: u64) -> GameRecord {
        GameRecord { index, ..game_record::tests::example() }
    }

    #[test]
    fn a_file_torn_anywhere_is_continued_with_each_game_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let header = header::tests::example();
        let mut journal = Journal::create(&path, &header).unwrap();
        assert!(matches!(Journal::create(&path, &header), Err(JournalError::Io { .. })), "it exists");
        let begun = std::fs::metadata(&path).unwrap().len() as usize;
        for index in [0, 2, 1, 5] {
            journal.append(&game(index)).unwrap();
        }
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        let near_line_end = |end: &usize| whole[end - 1] == b'\n' || whole.get(*end) == Some(&b'\n');
        for end in (begun..=whole.len()).filter(|end| end % 37 == 0 || near_line_end(end)) {
            std::fs::write(&path, &whole[..end]).unwrap();
            let mut seen = Vec::new();
            let (read, mut journal) = Journal::resume(&path, |game| seen.push(game.index)).unwrap();
            assert_eq!(read, header);
            assert_eq!(seen.len() as u64, journal.done().len());
            for index in (0..6).filter(|index| !seen.contains(index)) {
                assert!(!journal.done().contains(index));
                journal.append(&game(index)).unwrap();
            }
            drop(journal);
            let mut indices: Vec<u64> = Reader::open(&path).unwrap().map(|game| game.unwrap().index).collect();
            indices.sort();
            assert_eq!(indices, [0, 1, 2, 3, 4, 5], "torn after {end} bytes");
        }
        std::fs::write(&path, &whole[..begun - 1]).unwrap();
        let error = Journal::resume(&path, |_| ()).unwrap_err().to_string();
        assert!(error.ends_with("games.jsonl, line 1: a tournament's header was expected"), "{error}");
    }

    #[test]
    fn only_one_writes_and_every_game_is_there_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let mut journal = Journal::create(&path, &header::tests::example()).unwrap();
        journal.append(&game(3)).unwrap();
        assert!(matches!(Journal::resume(&path, |_| ()), Err(JournalError::Locked(_))));
        journal.append(&game(3)).unwrap();
        drop(journal);
        let error = Journal::resume(&path, |_| ()).unwrap_err().to_string();
        assert!(error.ends_with("line 3: game 3 was there before"), "{error}");
    }

    #[test]
    fn foreign_lines_are_named() {
        let header = serde_json::to_string(&header::tests::example()).unwrap();
        let first = |text: String| match Reader::new(text.as_bytes(), Path::new("f")) {
            Ok(mut reader) => reader.next().map(|game| game.unwrap_err().to_string()),
            Err(error) => Some(error.to_string()),
        };
        assert_eq!(first(format!("{header}\n")), None);
        let stranger = |game: GameRecord| first(format!("{header}\n{}\n", serde_json::to_string(&game).unwrap()));
        let refused = Some("f, line 2: game 20 is not one of this tournament".to_string());
        assert_eq!(stranger(game(20)), refused);
        assert_eq!(stranger(GameRecord { engines: [2, 0], ..game(20) }), refused);
        assert!(first("{}\n".into()).unwrap().starts_with("f, line 1: no header: missing field"));
        let newer = header.replace("\"athos_arena\":1", "\"athos_arena\":2");
        assert_eq!(first(newer + "\n").unwrap(), "f, line 1: schema version 2; this program reads 1");
    }
}
