//! One finished game of a tournament: [`athos_core::Record`] and what a referee knows besides.
//!
//! A game is one line of JSON. It has every field of a record, under the same names, so that whatever reads records reads
//! these too, and further:
//!
//! | field | type | meaning |
//! | --- | --- | --- |
//! | `index` | number | the game's number in the schedule, from 0 |
//! | `pair` | number | the number of its pair: two games from one opening with the sides exchanged |
//! | `opening` | number | the number of its opening; `position` is where that leads, `moves` begin there |
//! | `engines` | two numbers | which entrant had which side |
//! | `seed` | number | what random choices of the players begin with |
//! | `result` | two numbers | the points: `[1,0]`, `[0,1]` or `[0.5,0.5]` |
//! | `fault` | object or null | `{"player":0,"kind":"late","detail":"…"}`: the fault that ended the game |
//! | `plies` | array of objects | for each of `moves`: `player`, `ms`, and where known `nodes`, `depth`, `score`, `loses_value`, `fault` |
//!
//! Whatever has two entries is in the order of the game's players, and a `player` is 0 or 1 in that order. A ply's
//! `fault` says that the referee moved in the player's place, and why. `loses_value` is known where the exact values
//! before and after are: true when a win became less, or a draw became a loss.

use athos_core::{Outcome, Player, Record};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game itself: rules, players, first position, moves, outcome.
    #[serde(flatten)]
    pub record: Record,
    /// The number in the schedule.
    pub index: u64,
    /// The number of the pair.
    pub pair: u64,
    /// The number of the opening.
    pub opening: u64,
    /// The entrants, by number, in the order of the game's players.
    pub engines: [usize; 2],
    /// What random choices of the players begin with.
    pub seed: u64,
    /// Who gets the points: of a game that ended by a fault, too.
    #[serde(with = "points")]
    pub result: Outcome,
    /// The fault that ended the game.
    pub fault: Option<Fault>,
    /// What is known of each move.
    pub plies: Vec<PlyRecord>,
}

impl GameRecord {
    /// The entrant that had this side.
    pub fn entrant(&self, player: Player) -> usize {
        self.engines[player.index()]
    }
}

/// What is known of one move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlyRecord {
    /// Who moved.
    #[serde(with = "player_number")]
    pub player: Player,
    /// The time that was charged, in milliseconds.
    pub ms: f64,
    /// Nodes visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies looked ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// What the engine thought of its position: a value or an estimate, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// Whether the move gave away part of the exact value, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loses_value: Option<bool>,
    /// Why the referee moved in the player's place, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultKind>,
}

impl PlyRecord {
    /// A move of which only the time is known.
    pub fn new(player: Player, ms: f64) -> PlyRecord {
        PlyRecord { player, ms, nodes: None, depth: None, score: None, loses_value: None, fault: None }
    }
}

/// A player's fault that ended a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// Whose fault it was.
    #[serde(with = "player_number")]
    pub player: Player,
    /// What kind of fault.
    pub kind: FaultKind,
    /// What happened, in words.
    pub detail: String,
}

/// What a player can do wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// Answered after its time.
    Late,
    /// Played a move that the rules forbid.
    Illegal,
    /// Ended, or closed its output, in the middle of a game.
    Crash,
    /// Did not answer at all.
    Hang,
    /// Answered with something that is no move, or with too much of it.
    Garbage,
    /// Used more memory than allowed.
    Memory,
    /// Anything else; the detail says what.
    Other,
}

impl FaultKind {
    /// All kinds, in the order of tables.
    pub const ALL: [FaultKind; 7] = [
        FaultKind::Late,
        FaultKind::Illegal,
        FaultKind::Crash,
        FaultKind::Hang,
        FaultKind::Garbage,
        FaultKind::Memory,
        FaultKind::Other,
    ];
}

/// The word that records use.
impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FaultKind::Late => "late",
            FaultKind::Illegal => "illegal",
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::Garbage => "garbage",
            FaultKind::Memory => "memory",
            FaultKind::Other => "other",
        })
    }
}

/// A player as 0 or 1.
mod player_number {
    use super::Player;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(player.index() as u8)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Player, D::Error> {
        let number = usize::deserialize(deserializer)?;
        let player = Player::BOTH.get(number).copied();
        player.ok_or_else(|| Error::custom(format!("a player is 0 or 1, not {number}")))
    }
}

/// An outcome as the points of both players.
mod points {
    use super::{Outcome, Player};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub fn serialize<S: Serializer>(result: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
        match result {
            Outcome::Winner(Player::One) => [1, 0].serialize(serializer),
            Outcome::Winner(Player::Two) => [0, 1].serialize(serializer),
            Outcome::Draw => [0.5, 0.5].serialize(serializer),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        match <[f64; 2]>::deserialize(deserializer)? {
            [1.0, 0.0] => Ok(Outcome::Winner(Player::One)),
            [0.0, 1.0] => Ok(Outcome::Winner(Player::Two)),
            [0.5, 0.5] => Ok(Outcome::Draw),
            [one, two] => Err(Error::custom(format!("a result is [1,0], [0,1] or [0.5,0.5], not [{one},{two}]"))),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use athos_core::RecordOutcome;

    /// A short game of Nim that the second entrant wins with the first side.
    pub(crate) fn example() -> GameRecord {
        GameRecord {
            record: Record {
                athos: Record::VERSION,
                game: "nim".into(),
                players: ["perfect".into(), "random".into()],
                position: "1,1,0 1".into(),
                moves: vec!["a1".into()],
                outcome: Some(RecordOutcome::Winner("first".into())),
                reason: "crash".into(),
                ..Record::default()
            },
            index: 7,
            pair: 3,
            opening: 3,
            engines: [1, 0],
            seed: u64::MAX - 1,
            result: Outcome::Winner(Player::One),
            fault: Some(Fault { player: Player::Two, kind: FaultKind::Crash, detail: "ended with status 1".into() }),
            plies: vec![PlyRecord {
                nodes: Some(12),
                depth: Some(2),
                score: Some("win in 2 plies".into()),
                loses_value: Some(false),
                ..PlyRecord::new(Player::One, 0.25)
            }],
        }
    }

    #[test]
    fn a_line_is_read_back_and_is_a_record_too() {
        let game = example();
        let line = serde_json::to_string(&game).unwrap();
        assert_eq!(serde_json::from_str::<GameRecord>(&line).unwrap(), game);
        let record = Record::read_lines(line.as_bytes()).next().unwrap().unwrap();
        assert_eq!(record, game.record);
        assert!(record.replay(athos_games::registry::load("nim", "").unwrap().as_ref()).is_ok());
        for part in [r#""result":[1,0]"#, r#""fault":{"player":1,"kind":"crash""#, r#""plies":[{"player":0,"ms":0.25,"#]
        {
            assert!(line.contains(part), "{part} in {line}");
        }
    }

    #[test]
    fn impossible_points_and_players_are_refused() {
        let line = serde_json::to_string(&example()).unwrap();
        let refuse =
            |old: &str, new: &str| serde_json::from_str::<GameRecord>(&line.replace(old, new)).unwrap_err().to_string();
        assert!(refuse("[1,0]", "[1,1]").starts_with("a result is [1,0], [0,1] or [0.5,0.5], not [1,1]"));
        assert!(refuse("\"player\":1", "\"player\":2").starts_with("a player is 0 or 1, not 2"));
    }
}
