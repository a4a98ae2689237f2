//! `athos engine`: the engine protocol on standard input and output.

use super::Answer;
use athos_arena::Spec;
use athos_arena::protocol::{Patience, serve};
use std::io::{BufReader, Write, stdin};

/// Speaks the engine protocol (docs/ENGINE-PROTOCOL.md) on standard input and output.
#[derive(clap::Args)]
pub struct Args {
    /// Who plays: `athos`, `perfect`, `alpha-beta:depth=6`, `mcts:time=2s`, `random`, …
    #[arg(long, value_name = "PLAYER", default_value = "athos")]
    player: String,
    /// The game until another is set, such as `mad-king` or `matches:pile=9`
    #[arg(long, value_name = "GAME", default_value = athos_games::registry::IDS[0])]
    game: String,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let spec = Spec::read(&args.player, &[])?;
    let game = athos_games::registry::load(&args.game, "")?;
    serve((game.id(), &game.rules_text()), &spec, Patience::default(), BufReader::new(stdin()), out)?;
    Ok(Answer::Done)
}
