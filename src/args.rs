//! The command line, as clap sees it.

use crate::commands::{
    arena, engine, eval, games, help, lab, line, machine, moves, perft, play, replay, search, show, solve, stats, tree,
    verify,
};
use clap::{Parser, Subcommand};

/// Solves, plays, analyses and draws two-player games of perfect information.
#[derive(Parser)]
#[command(name = "athos", version, disable_help_subcommand = true, max_term_width = 100)]
pub struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Subcommand)]
pub enum Command {
    /// List the games, their players and their rule options
    Games(games::Args),
    /// Draw a position, or print a game's rules
    Show(show::Args),
    /// List the legal moves and the positions they lead to
    Moves(moves::Args),
    /// Count move sequences
    Perft(perft::Args),
    /// Say what a position is worth, and every move in it
    Eval(eval::Args),
    /// Search a position and report what was found and what it cost
    Search(search::Args),
    /// Draw the tree that a search walks
    Tree(tree::Args),
    /// Draw the best play as a Moore machine
    Machine(machine::Args),
    /// Compare algorithms and switches, reproduce the published tables
    Lab(lab::Args),
    /// Solve a game: the value of every position, in tables
    Solve(solve::Args),
    /// Check tables independently of what made them
    Verify(verify::Args),
    /// Count who wins in a solved game, and the longest wins
    Stats(stats::Args),
    /// Play a line of best play from a solved game
    Line(line::Args),
    /// Play matches and tournaments between engines
    Arena(Box<arena::Args>),
    /// Play a game in the terminal
    Play(play::Args),
    /// Show a recorded game move by move
    Replay(replay::Args),
    /// Speak the engine protocol on standard input and output
    Engine(engine::Args),
    /// Explain a command, or all rule options (`help rules`)
    Help(help::Args),
}
