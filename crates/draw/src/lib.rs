//! Pictures of games.
