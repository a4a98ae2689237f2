//! Points: one whole number for estimates and proofs, inside the search only.
//!
//! Estimates lie between `-MAX_ESTIMATE` and `MAX_ESTIMATE`. A game won at `ply` is worth [`WIN`] minus that ply, so a
//! quick win is worth more than a slow one and a slow loss more than a quick one; every proven win or loss lies beyond
//! all estimates. A drawn game is worth 0, like an even estimate: what tells them apart is kept beside the number (see
//! `Found`). Plies count from the root while the search runs; the table counts from the position itself.

use athos_core::{MAX_ESTIMATE, Outcome, Player, Score, Value, Wdl};

/// A game won at the root. Wins further away are worth less, by one a ply.
pub const WIN: i32 = MAX_ESTIMATE + 50_000;

/// Larger than everything, and its negative smaller.
pub const INFINITE: i32 = WIN + 1;

/// No search goes deeper than this, so that recursion, table entries and [`WIN`] have room.
pub const MAX_PLIES: u32 = 1000;

/// Whether a win is worth more the sooner it comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scoring {
    /// It is: proven scores say in how many plies.
    #[default]
    Distance,
    /// A win is a win. With `win-stop` any win ends the search for a better one, so proofs are far smaller; distances
    /// stay unknown.
    Outcome,
}

impl Scoring {
    /// What a ply takes off a win.
    #[inline]
    pub(crate) fn decay(self) -> i32 {
        match self {
            Scoring::Distance => 1,
            Scoring::Outcome => 0,
        }
    }

    /// The points of a finished game, for `player`, when it ended `ply` plies from the root.
    #[inline]
    pub(crate) fn finished(self, outcome: Outcome, player: Player, ply: u32) -> i32 {
        let win = WIN - self.decay() * ply as i32;
        match outcome.for_player(player) {
            Wdl::Win => win,
            Wdl::Draw => 0,
            Wdl::Loss => -win,
        }
    }

    /// Points as the report says them. `proven` vouches that no estimate had a part in them.
    pub(crate) fn score(self, points: i32, proven: bool) -> Score {
        let value = |wdl| {
            let plies = (WIN - points.abs()) as u16;
            Value { wdl, plies: (self == Scoring::Distance).then_some(plies) }
        };
        match (proven, is_decided(points)) {
            (true, true) => Score::Proven(value(if points > 0 { Wdl::Win } else { Wdl::Loss })),
            (true, false) => Score::Proven(Value::DRAW),
            (false, _) => Score::Estimate(points.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)),
        }
    }
}

/// Whether the points say that somebody wins.
#[inline]
pub(crate) fn is_decided(points: i32) -> bool {
    points.abs() > MAX_ESTIMATE
}

/// What was found out about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    /// Its points for the player to move, or a bound of them.
    pub points: i32,
    /// Whether they rest on finished games alone, so that a deeper search would find the same.
    pub complete: bool,
}

impl Found {
    /// The answer of a search that was stopped; nobody may use it.
    pub const NOTHING: Found = Found { points: 0, complete: false };

    /// The same as the other player sees it, unless it is the same player.
    #[inline]
    pub fn seen_from(self, same_player: bool) -> Found {
        Found { points: if same_player { self.points } else { -self.points }, ..self }
    }
}
