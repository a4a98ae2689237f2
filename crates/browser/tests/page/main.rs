//! The page in a real browser: what a player, an analyst and a teacher do with it.

mod analyse;
mod learn;
mod looks;
mod play;
mod sturdy;
