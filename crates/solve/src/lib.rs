//! Strong solutions.
