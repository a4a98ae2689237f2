//! What a game is.
//!
//! A two-player game of perfect information is five functions: [`Game`]. Everything more that a game can offer is a
//! capability, a trait of its own, so that an algorithm which needs one says so in its bounds and a game which lacks
//! it fails to compile instead of failing at run time:
//!
//! | capability | offers | law |
//! | --- | --- | --- |
//! | [`Notation`] | positions and moves as text | reading what was shown gives the same thing back |
//! | [`Keyed`] | an incremental 64-bit hash | the incremental key equals the key from scratch |
//! | [`Symmetric`] | a group of symmetries | mapping commutes with playing |
//! | [`Evaluate`] | a static estimate | bounded, and blind to symmetry |
//! | [`Described`] | a name, rule options, a page of rules | the rules it reports build the same game |
//! | [`Scenic`] | what a picture of a position shows | |
//! | [`Tiered`], [`Retrograde`] | an order for solving from the end, and walking backwards | unranking a rank gives it back |
//!
//! [`laws`] states these laws once, for all games (those of tiers are held by the solver's own tests). [`AnyGame`] hides the types behind strings, for everything that
//! talks to people or to other programs; search and solving stay generic and fast.
//!
//! The words are used in one sense throughout: a *position* is what a game is in between two *moves*; a *move* by one
//! *player* is one *ply*; an *outcome* is how a finished game ended; a [`Value`] is proven and for the player to move;
//! a [`Score`] may be an estimate; a *key* is a hash.

pub mod any;
mod code;
pub mod describe;
mod game;
mod key;
pub mod laws;
mod notation;
mod outcome;
mod perft;
mod player;
pub mod random;
pub mod record;
mod referee;
mod scene;
mod symmetry;
mod tiers;
mod value;

pub use any::{AnyGame, Dynamic, FullGame, MoveView, PositionView};
pub use code::{Code, Codes};
pub use describe::{Described, RuleOption, RuleSet, RulesError, Values};
pub use game::{Evaluate, Game, MAX_ESTIMATE};
pub use key::{Keyed, mix};
pub use notation::{Notation, NotationError};
pub use outcome::Outcome;
pub use perft::{divide, perft};
pub use player::Player;
pub use record::{Record, RecordError, RecordOutcome};
pub use referee::{Referee, Stop};
pub use scene::{BoardScene, Finish, Piece, Scene, Scenic, Shade};
pub use symmetry::Symmetric;
pub use tiers::{Crew, LoopKernel, Retrograde, Run, TierKernel, Tiered, Unsolved};
pub use value::{Score, Value, Wdl};
