//! The ledger of a tournament: which games are done and what they add up to, in a file or in memory.

use crate::game_record::GameRecord;
use crate::header::Header;
use crate::journal::{Done, Journal, JournalError, Reader};
use crate::statistics::Statistics;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often what was written is brought to the disk: a game may be lost to a power cut, never to a kill.
const SYNC: Duration = Duration::from_secs(1);

/// Games that have ended.
#[derive(Debug)]
pub struct Ledger {
    journal: Option<Journal>,
    done: Done,
    statistics: Statistics,
    synced: Instant,
}

impl Ledger {
    /// In memory.
    pub fn new(header: &Header) -> Ledger {
        Ledger {
            journal: None,
            done: Done::default(),
            statistics: Statistics::new(header.entrants.len()),
            synced: Instant::now(),
        }
    }

    /// In a new file.
    pub fn create(path: &Path, header: &Header) -> Result<Ledger, JournalError> {
        Ok(Ledger { journal: Some(Journal::create(path, header)?), ..Ledger::new(header) })
    }

    /// In a file that was begun before; `each` sees every game that it holds.
    pub fn resume(path: &Path, mut each: impl FnMut(&GameRecord)) -> Result<(Header, Ledger), JournalError> {
        let entrants = Reader::open(path)?.header().entrants.len();
        let mut statistics = Statistics::new(entrants);
        let (header, journal) = Journal::resume(path, |game| {
            statistics.add(&game);
            each(&game);
        })?;
        let done = journal.done().clone();
        Ok((header, Ledger { journal: Some(journal), done, statistics, synced: Instant::now() }))
    }

    /// Adds a game that has ended: to the file first.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), JournalError> {
        if let Some(journal) = &mut self.journal {
            journal.append(game)?;
            if self.synced.elapsed() >= SYNC {
                journal.sync()?;
                self.synced = Instant::now();
            }
        }
        self.done.insert(game.index);
        self.statistics.add(game);
        Ok(())
    }

    /// Brings everything to the disk.
    pub fn sync(&self) -> Result<(), JournalError> {
        self.journal.as_ref().map_or(Ok(()), Journal::sync)
    }

    /// The games that have ended.
    pub fn done(&self) -> &Done {
        &self.done
    }

    /// What they add up to.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}
