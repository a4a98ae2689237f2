//! The games of Athos.
//!
//! One folder a game: its rules (`mod.rs`), its text (`notation.rs`), its symmetries, its key, its estimate, and its
//! page of rules for people (`rules.md`). A game's folder is the only place that knows its bits. [`registry`] finds a
//! game by its name and rule options.
//!
//! | folder | game | positions |
//! | --- | --- | --- |
//! | [`three_musketeers`] | Three Musketeers, with boards from 3x3 to 6x6 | two sets of cells |
//! | [`mad_king`] | The Mad King!, report E's game | three sets of cells |
//! | [`pentago`] | Pentago: place a stone, turn a quadrant | two sets of cells |
//! | [`pentago_swap`] | Pentago-Swap: place a stone, exchange two quadrants | the same |
//! | [`mod@matches`] | Matches, report B's misère subtraction game | a number |
//! | [`nim`] | Nim | up to eight heaps |

pub mod features;
pub mod grid;
pub mod heaps;
pub mod mad_king;
pub mod matches;
pub mod nim;
pub mod pentago;
pub mod pentago_swap;
pub mod published;
pub mod quadrants;
pub mod registry;
pub mod three_musketeers;

pub use mad_king::MadKing;
pub use matches::Matches;
pub use nim::Nim;
pub use pentago::Pentago;
pub use pentago_swap::PentagoSwap;
pub use three_musketeers::ThreeMusketeers;
