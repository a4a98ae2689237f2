//! `athos engine`: the engine protocol on standard input and output.

use super::Answer;
use athos_arena::comp424::play_at;
use athos_arena::protocol::{serve, value_limits};
use athos_arena::{Spec, own_players, player};
use std::io::{BufReader, Write, stdin};

/// Speaks the engine protocol (docs/ENGINE-PROTOCOL.md) on standard input and output.
#[derive(clap::Args)]
pub struct Args {
    /// Who plays: `athos`, `perfect`, `alpha-beta:depth=6`, `level-3`, … (see `athos help players`)
    #[arg(long, value_name = "PLAYER", default_value = "athos")]
    player: String,
    /// The game until another is set, such as `mad-king` or `matches:pile=9`
    #[arg(long, value_name = "GAME", default_value = athos_games::registry::IDS[0])]
    game: String,
    /// Play Pentago-Swap at a server of the course COMP 424 instead, such as `localhost:8123`
    #[arg(long, value_name = "HOST:PORT", conflicts_with = "game")]
    comp424: Option<String>,
    /// The name to play by at that server
    #[arg(long, requires = "comp424", default_value = "Athos")]
    name: String,
    /// Games to play there, one after the other
    #[arg(long, value_name = "N", requires = "comp424", default_value_t = 1)]
    games: u32,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let game = if args.comp424.is_some() { "pentago-swap" } else { &args.game };
    let game = athos_games::registry::load(game, "")?;
    let spec = Spec::read(&args.player, &own_players(game.id()))?;
    if let Some(address) = &args.comp424 {
        let mut player = player(game.id(), "", &spec)?;
        for _ in 0..args.games {
            writeln!(out, "{}", play_at(address, &args.name, player.as_mut())?)?;
            out.flush()?;
        }
        return Ok(Answer::Done);
    }
    serve((game.id(), &game.rules_text()), &spec, value_limits(), BufReader::new(stdin()), out)?;
    Ok(Answer::Done)
}
