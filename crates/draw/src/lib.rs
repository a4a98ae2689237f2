//! Pictures of games: what people would rather look at than read.
//!
//! A picture is made from a [`Scene`](athos_core::Scene), which a game describes without knowing how it is drawn:
//! [`text`] draws for a terminal, [`svg`] for a page or a paper. Colour is never the only sign: pieces differ by letter
//! and shape too.

pub mod pieces;
pub mod svg;
pub mod text;
