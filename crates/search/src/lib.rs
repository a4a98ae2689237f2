//! Search: every algorithm of the textbook, for any game.
//!
//! | file | what |
//! | --- | --- |
//! | `minimax` | the whole tree: the reference for everything else |
//! | `alpha_beta`, `ordering`, `transposition`, `forced`, `horizon`, `deepening` | alpha-beta with sixteen [`Switches`], on any number of threads |
//! | [`induction`], [`machine`] | small games solved whole, and the best play as a Moore machine |
//! | [`table`] | the transposition table, and when an entry may stand for a search |
//! | [`exact()`] | the value of a position and of every move, with distances |
//! | `proof_number` | df-pn: who wins, with a table of fixed size, sound in games with loops |
//! | `monte_carlo` | UCT with proven values; [`random`] moves and playouts |
//! | [`recorder`] | the tree a search walked, with windows, values and what was left out |
//!
//! Everything is generic over the game and compiled for each game by itself. A search says what it needs of a game in
//! its bounds; texts are nobody's business here.

#![warn(missing_docs)]

mod alpha_beta;
mod deepening;
mod evaluator;
mod exact;
mod forced;
mod horizon;
pub mod induction;
mod limits;
pub mod machine;
mod minimax;
mod monte_carlo;
mod ordering;
pub mod points;
mod proof_number;
pub mod random;
pub mod recorder;
mod report;
mod switches;
pub mod table;
mod transposition;

pub use deepening::{Settings, alpha_beta, alpha_beta_with, record_alpha_beta};
pub use evaluator::{Evaluator, Hashed, Own, Zero};
pub use exact::{Exact, exact};
pub use limits::{End, Limits};
pub use minimax::minimax;
pub use monte_carlo::{MonteCarlo, monte_carlo, monte_carlo_with};
pub use points::Scoring;
pub use proof_number::proof_number;
pub use recorder::{Observer, Recorder, Tree};
pub use report::{Iteration, Report, Statistics};
pub use switches::{Switch, SwitchError, Switches};
pub use table::{Bound, Table, TableError};
