//! Where tables are: one folder for a game and its rules, one file a tier, and a lock against a second solver.

use crate::SolveError;
use crate::table::{BlockCache, Header, Table, TableError, Width};
use athos_core::{Described, Tiered};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

/// The folder that was set in this process.
static CHOSEN: RwLock<Option<PathBuf>> = RwLock::new(None);

/// From now on tables are looked for in this folder; `None` for where they were looked for at first.
pub fn set_data_folder(folder: Option<PathBuf>) {
    *CHOSEN.write().unwrap_or_else(PoisonError::into_inner) = folder;
}

/// The folder for all of Athos's tables: the one that was set, else `$ATHOS_DATA`, else the platform's place for data;
/// `None` when there is none of them.
pub fn data_folder() -> Option<PathBuf> {
    if let Some(folder) = CHOSEN.read().unwrap_or_else(PoisonError::into_inner).clone() {
        return Some(folder);
    }
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let platform = || match std::env::consts::OS {
        "macos" => variable("HOME").map(|home| home.join("Library/Application Support")),
        "windows" => variable("LOCALAPPDATA"),
        _ => variable("XDG_DATA_HOME").or_else(|| variable("HOME").map(|home| home.join(".local/share"))),
    };
    variable("ATHOS_DATA").or_else(|| platform().map(|folder| folder.join("athos")))
}

/// The right to write into a folder.
#[derive(Debug)]
pub struct Lock(File);

impl Drop for Lock {
    /// Closing the file would do, were it not for a process that another thread is just starting: until it becomes another
    /// program, it holds the file open too.
    fn drop(&mut self) {
        self.0.unlock().ok();
    }
}

/// The folder of a game with certain rules under the folder of all of Athos's data. It need not exist.
pub fn game_folder<G: Described>(game: &G, data: &Path) -> PathBuf {
    let rules = match game.rules_text() {
        rules if rules.is_empty() => "default".to_string(),
        rules => rules.chars().map(|c| if c == '/' || c == '\\' || c == ':' { '_' } else { c }).collect(),
    };
    data.join(G::ID).join(rules)
}

/// The folder of one game's tables.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    spec: String,
}

impl Folder {
    /// The folder of a game under the folder of all tables. It need not exist.
    pub fn of<G: Tiered + Described>(game: &G, data: &Path) -> Folder {
        let solved = game.solved_as();
        Folder { path: game_folder(&solved, data), spec: solved.spec() }
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The game and rules whose tables these are.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The file of a tier.
    pub fn file<G: Tiered>(&self, game: &G, tier: usize) -> PathBuf {
        self.path.join(format!("{}.table", game.tier_name(tier)))
    }

    /// What the header of a tier's table must say.
    pub fn header<G: Tiered>(&self, game: &G, tier: usize, width: Width) -> Header {
        Header::new(self.spec.clone(), game.tier_name(tier), game.tier_len(tier), width)
    }

    /// Opens the table of a tier.
    pub fn open<G: Tiered>(&self, game: &G, tier: usize, cache: &Arc<BlockCache>) -> Result<Table, TableError> {
        Table::open(&self.file(game, tier), &self.header(game, tier, Width::Narrow), Arc::clone(cache))
    }

    /// Makes the folder and takes its lock, which is given back when the answer is dropped, also by a process that dies.
    pub fn lock(&self) -> Result<Lock, SolveError> {
        let io = |file: &Path| {
            let file = file.to_path_buf();
            move |source| SolveError::Table(TableError::Io { file, source })
        };
        std::fs::create_dir_all(&self.path).map_err(io(&self.path))?;
        let file = self.path.join("solve.lock");
        let open = File::options().write(true).create(true).truncate(false).open(&file);
        let lock = open.map_err(io(&file))?;
        match lock.try_lock() {
            Ok(()) => Ok(Lock(lock)),
            Err(TryLockError::WouldBlock) => Err(SolveError::Locked(self.path.clone())),
            Err(TryLockError::Error(source)) => Err(io(&file)(source)),
        }
    }
}
