//! Pictures of games: what people would rather look at than read.
//!
//! Positions are drawn from a [`Scene`](athos_core::Scene), which a game describes without knowing how it is drawn:
//! [`text`] draws for a terminal, [`svg`] for a page or a paper. [`tree`] draws game trees (placed by [`layout`]),
//! [`machine`] strategies, [`plot`] figures. Colour is never the only sign: things differ by letter, shape or line as
//! well.

mod dot;
pub mod layout;
pub mod machine;
pub mod pieces;
pub mod plot;
pub mod svg;
pub mod text;
pub mod tree;
