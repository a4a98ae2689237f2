//! Switches: every enhancement of alpha-beta, on or off alone.
//!
//! *Sound* switches change how much work a search does and never what it finds: with any set of them the root has
//! exactly the points that plain minimax gives it at the same depth. The others change the question (they look further
//! in some lines, or less far in others) and say so here.

use std::fmt;

/// One enhancement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Switch {
    /// Stop at the best possible value: no move is better than one that wins (in one ply, where distances count).
    WinStop,
    /// Remember positions in a transposition table.
    Table,
    /// Symmetric positions share their place in the table.
    Symmetry,
    /// Try moves in the order of the estimates they lead to.
    Ordering,
    /// Try the move that the table remembers first.
    TableMove,
    /// Then moves that cut off at the same ply elsewhere.
    Killers,
    /// Then moves that cut off often.
    History,
    /// Before searching any move, look whether one leads to a position in the table that cuts off.
    Etc,
    /// Search to depth 1, 2, 3, … and start each with the best move of the one before.
    Deepening,
    /// Begin each depth with a narrow window around the points of the one before.
    Aspiration,
    /// Search all moves but the first with a window of width zero, and again if they surprise.
    Pvs,
    /// Play a win in one ply without search, and search no move that allows the opponent one.
    Forced,
    /// Look further where the estimate at the horizon is above a threshold. Changes the value.
    Selective,
    /// From some ply on, search only the moves that look best. The result is not proven.
    Beam,
    /// At the horizon, follow noisy moves until the position is quiet. Changes the value.
    Quiescence,
    /// Accept table entries of a deeper search than the one asked for. Changes the value, mostly for the better.
    Deeper,
}

/// How a switch is listed: its name, what it does.
struct Entry {
    switch: Switch,
    name: &'static str,
    help: &'static str,
}

const ENTRIES: [Entry; 16] = [
    Entry { switch: Switch::WinStop, name: "win-stop", help: "stop at the best possible value" },
    Entry { switch: Switch::Table, name: "table", help: "remember positions in a transposition table" },
    Entry { switch: Switch::Symmetry, name: "symmetry", help: "symmetric positions share their place in the table" },
    Entry { switch: Switch::Ordering, name: "ordering", help: "try moves in the order of the estimates they lead to" },
    Entry { switch: Switch::TableMove, name: "table-move", help: "try the move that the table remembers first" },
    Entry { switch: Switch::Killers, name: "killers", help: "try moves early that cut off at the same ply elsewhere" },
    Entry { switch: Switch::History, name: "history", help: "try moves early that cut off often" },
    Entry {
        switch: Switch::Etc,
        name: "etc",
        help: "look for a move into the table that cuts off before searching any",
    },
    Entry { switch: Switch::Deepening, name: "deepening", help: "search to depth 1, 2, 3, … in turn" },
    Entry { switch: Switch::Aspiration, name: "aspiration", help: "begin each depth with a narrow window" },
    Entry { switch: Switch::Pvs, name: "pvs", help: "search all moves but the first with a window of width zero" },
    Entry { switch: Switch::Forced, name: "forced", help: "win in one, block in one, without search" },
    Entry { switch: Switch::Selective, name: "selective", help: "look further where the estimate passes a threshold" },
    Entry { switch: Switch::Beam, name: "beam", help: "search only the best-looking moves from some ply on" },
    Entry { switch: Switch::Quiescence, name: "quiescence", help: "follow noisy moves beyond the horizon" },
    Entry { switch: Switch::Deeper, name: "deeper", help: "accept table entries of deeper searches" },
];

impl Switch {
    /// All switches, in the order of listings.
    pub fn all() -> impl Iterator<Item = Switch> {
        ENTRIES.iter().map(|entry| entry.switch)
    }

    /// The sound ones.
    pub fn sound() -> impl Iterator<Item = Switch> {
        Switch::all().filter(|switch| switch.is_sound())
    }

    /// Whether the root keeps exactly the points of plain minimax.
    pub fn is_sound(self) -> bool {
        !matches!(self, Switch::Selective | Switch::Beam | Switch::Quiescence | Switch::Deeper)
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        ENTRIES[self as usize].name
    }

    /// What it does, in a line.
    pub fn help(self) -> &'static str {
        ENTRIES[self as usize].help
    }
}

/// A set of switches, with the numbers that some of them need.
///
/// ```
/// use athos_search::{Switch, Switches};
///
/// let switches = Switches::read("sound").unwrap().with("beam=3:7").unwrap().without("killers").unwrap();
/// assert!(switches.has(Switch::Table) && !switches.has(Switch::Killers));
/// assert_eq!((switches.beam_width, switches.beam_from), (3, 7));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switches {
    bits: u32,
    /// Selective: how many plies further.
    pub selective_plies: u32,
    /// Selective: the estimate for the player to move above which to look further.
    pub selective_threshold: i32,
    /// Beam: how many moves are searched.
    pub beam_width: u32,
    /// Beam: from which ply on; the root's moves are ply 0.
    pub beam_from: u32,
    /// Aspiration: the half width of the first window.
    pub aspiration_width: i32,
}

impl Switches {
    /// Plain alpha-beta.
    pub const NONE: Switches = Switches {
        bits: 0,
        selective_plies: 2,
        selective_threshold: 35,
        beam_width: 3,
        beam_from: 7,
        aspiration_width: 16,
    };

    /// Everything that is sound.
    pub fn sound() -> Switches {
        Switch::sound().collect()
    }

    /// What plays best: the sound ones that pay, and deeper entries.
    pub fn playing() -> Switches {
        let mut switches = Switches::sound();
        switches.set(Switch::Forced, false);
        switches.set(Switch::Etc, false);
        switches.set(Switch::Deeper, true);
        switches
    }

    /// Whether a switch is on.
    #[inline]
    pub fn has(&self, switch: Switch) -> bool {
        self.bits & (1 << switch as u32) != 0
    }

    /// Turns a switch on or off.
    pub fn set(&mut self, switch: Switch, on: bool) {
        match on {
            true => self.bits |= 1 << switch as u32,
            false => self.bits &= !(1 << switch as u32),
        }
    }

    /// Whether only sound switches are on.
    pub fn is_sound(&self) -> bool {
        self.iter().all(Switch::is_sound)
    }

    /// The switches that are on.
    pub fn iter(&self) -> impl Iterator<Item = Switch> {
        let switches = *self;
        Switch::all().filter(move |&switch| switches.has(switch))
    }

    /// Reads names joined by commas; `none`, `sound` and `playing` name whole sets.
    pub fn read(text: &str) -> Result<Switches, SwitchError> {
        Switches::NONE.with(text)
    }

    /// These switches and those that `text` names, with their numbers: `beam=WIDTH:FROM`, `selective=PLIES:THRESHOLD`,
    /// `aspiration=WIDTH`.
    pub fn with(mut self, text: &str) -> Result<Switches, SwitchError> {
        for word in words(text) {
            let (name, numbers) = word.split_once('=').map_or((word, None), |(name, numbers)| (name, Some(numbers)));
            for switch in named(name)? {
                self.set(switch, true);
            }
            if let Some(numbers) = numbers {
                self.read_numbers(name, numbers)?;
            }
        }
        Ok(self)
    }

    /// These switches less those that `text` names.
    pub fn without(mut self, text: &str) -> Result<Switches, SwitchError> {
        for word in words(text) {
            for switch in named(word)? {
                self.set(switch, false);
            }
        }
        Ok(self)
    }

    fn read_numbers(&mut self, name: &str, text: &str) -> Result<(), SwitchError> {
        let wrong = |form| SwitchError::Numbers { name: name.to_string(), text: text.to_string(), form };
        let pair = || -> Option<(u32, u32)> {
            let (first, second) = text.split_once(':')?;
            Some((first.parse().ok()?, second.parse().ok()?))
        };
        match name {
            "beam" => {
                let numbers = pair().filter(|&(width, _)| width > 0).ok_or_else(|| wrong("beam=WIDTH:FROM"))?;
                (self.beam_width, self.beam_from) = numbers;
            }
            "selective" => {
                let (plies, threshold) = pair()
                    .filter(|&(plies, threshold)| plies <= 64 && threshold <= 1_000_000)
                    .ok_or_else(|| wrong("selective=PLIES:THRESHOLD, with at most 64 plies"))?;
                (self.selective_plies, self.selective_threshold) = (plies, threshold as i32);
            }
            "aspiration" => {
                let width: Option<u32> = text.parse().ok().filter(|width| (1..=1_000_000).contains(width));
                self.aspiration_width = width.ok_or_else(|| wrong("aspiration=WIDTH, from 1 to 1000000"))? as i32;
            }
            _ => return Err(wrong("the name alone")),
        }
        Ok(())
    }
}

impl Default for Switches {
    fn default() -> Switches {
        Switches::sound()
    }
}

impl FromIterator<Switch> for Switches {
    fn from_iter<T: IntoIterator<Item = Switch>>(switches: T) -> Switches {
        let mut set = Switches::NONE;
        switches.into_iter().for_each(|switch| set.set(switch, true));
        set
    }
}

/// The names, joined by commas, as [`Switches::read`] reads them.
impl fmt::Display for Switches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bits == 0 {
            return f.write_str("none");
        }
        for (index, switch) in self.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{}", switch.name())?;
            match switch {
                Switch::Beam => write!(f, "={}:{}", self.beam_width, self.beam_from)?,
                Switch::Selective => write!(f, "={}:{}", self.selective_plies, self.selective_threshold)?,
                Switch::Aspiration if self.aspiration_width != Switches::NONE.aspiration_width => {
                    write!(f, "={}", self.aspiration_width)?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// What is wrong with a text of switches.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SwitchError {
    /// No switch and no set has this name.
    #[error("no switch '{name}'; there are {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The numbers do not fit.
    #[error("{name}={text}: write {form}")]
    Numbers {
        /// The switch.
        name: String,
        /// What was written behind it.
        text: String,
        /// What would be right.
        form: &'static str,
    },
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|word| !word.is_empty())
}

/// The switches of a name: one, or a set.
fn named(name: &str) -> Result<Vec<Switch>, SwitchError> {
    match name {
        "none" => Ok(Vec::new()),
        "sound" => Ok(Switch::sound().collect()),
        "playing" => Ok(Switches::playing().iter().collect()),
        _ => match ENTRIES.iter().find(|entry| entry.name == name) {
            Some(entry) => Ok(vec![entry.switch]),
            None => {
                let names: Vec<&str> = ENTRIES.iter().map(|entry| entry.name).collect();
                let known = format!("{}, and the sets none, sound, playing", names.join(", "));
                Err(SwitchError::Unknown { name: name.to_string(), known })
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_reads_back() {
        assert!(ENTRIES.iter().enumerate().all(|(index, entry)| entry.switch as usize == index));
        for switch in Switch::all() {
            let set: Switches = [switch].into_iter().collect();
            assert_eq!(Switches::read(&set.to_string()), Ok(set));
        }
        let set = Switches::read("sound,beam=5:2,selective=4:90").unwrap();
        assert_eq!(Switches::read(&set.to_string()), Ok(set));
        assert_eq!(Switches::read("none").unwrap(), Switches::NONE);
        assert_eq!(Switches::NONE.to_string(), "none");
        assert!(Switches::sound().is_sound() && !Switches::playing().is_sound());
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let message = |text| Switches::read(text).unwrap_err().to_string();
        assert!(message("tabel").starts_with("no switch 'tabel'; there are win-stop, table, symmetry"));
        assert_eq!(message("beam=3"), "beam=3: write beam=WIDTH:FROM");
        assert_eq!(message("beam=0:3"), "beam=0:3: write beam=WIDTH:FROM");
        assert_eq!(message("table=3"), "table=3: write the name alone");
        assert!(message("aspiration=0").contains("aspiration=WIDTH"));
    }
}
