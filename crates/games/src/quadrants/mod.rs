//! Games on a board of four quadrants: put a stone on the board, then twist it; five in a row wins.
//!
//! Pentago turns a quadrant, Pentago-Swap exchanges two. All else is the same and stands here, once:
//!
//! | file | concept |
//! | --- | --- |
//! | `stones.rs` | the bits: quadrants, cells, the stones of both players |
//! | `lines.rs` | the 32 lines of five, and who has one |
//! | `symmetry.rs` | the 8 symmetries of the square |
//! | `game.rs` | the rules over any [`Twist`], the key, the picture |
//! | `evaluation.rs` | an estimate from open lines |
//! | `notation.rs` | text of positions and moves |
//! | `arrangements.rs` | all that a few twists can make of a board |
//! | `threats.rs` | moves that win at once and moves that prevent it, for all twists together |
//! | `survey.rs` | all moves worth a look in a position |
//! | `patterns.rs` | an estimate that is learned |
//! | `packed.rs` | a position as one number, up to symmetry |
//!
//! The bits of a quadrant lie side by side, so whatever a quadrant holds of one colour is a number below 512, and
//! everything that is asked of a board is four looks into tables of 512 entries. The tables are made at compile time
//! and have 40 KiB together.

mod arrangements;
mod evaluation;
mod game;
mod lines;
mod notation;
mod packed;
mod patterns;
mod stones;
mod survey;
mod symmetry;
mod threats;

pub use arrangements::{Arrangement, Arrangements};
pub use game::{FiveGiven, Placement, QuadrantGame, Twist};
pub(crate) use lines::complete_lines;
pub use lines::{LINES, completing_cells, has_five, line_counts};
pub use notation::read_quadrant;
pub use packed::{Packed, pack, pack_canonical, unpack};
pub use patterns::{PATTERNS, PHASES, Worths, WorthsError, patterns, phase};
pub use stones::{CELLS, CONTENTS, Cell, Quadrant, SIZE, Stones, content};
pub use survey::{Survey, survey};
pub use symmetry::{
    ANTICLOCKWISE, CLOCKWISE, SYMMETRIES, inverse, map_cell, map_content, map_quadrant, map_stones, mirrors,
};
pub use threats::{Attack, Defence, attack, defend};
