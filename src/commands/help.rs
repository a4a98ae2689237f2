//! `athos help`, and what `athos` alone prints.

use super::Answer;
use anyhow::bail;
use athos_games::registry;
use clap::CommandFactory;
use std::io::Write;

/// Explains a command or a topic.
#[derive(clap::Args)]
pub struct Args {
    /// A command, or `rules` for the rule options of all games
    topic: Option<String>,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    match args.topic.as_deref() {
        None => overview(out),
        Some("rules") => rules(out),
        Some(topic) => {
            let mut command = crate::args::Args::command();
            // Building fills in each subcommand's full name for its usage line.
            command.build();
            match command.find_subcommand_mut(topic) {
                Some(subcommand) => write!(out, "{}", subcommand.render_long_help())?,
                None => bail!("no help on '{topic}': it is a command (see `athos help`) or `rules`"),
            }
            Ok(Answer::Done)
        }
    }
}

/// The commands at a glance.
pub fn overview(out: &mut dyn Write) -> anyhow::Result<Answer> {
    write!(out, "{}", crate::args::Args::command().render_long_help())?;
    Ok(Answer::Done)
}

fn rules(out: &mut dyn Write) -> anyhow::Result<Answer> {
    writeln!(
        out,
        "Rule options are written key=value,key=value: after --rules, or after the game's name and a colon."
    )?;
    writeln!(out, "    athos show three-musketeers --rules rows=4,columns=4")?;
    writeln!(out, "    athos perft matches:pile=9,play=normal 3")?;
    for id in registry::IDS {
        let game = registry::load(id, "")?;
        writeln!(out, "\n{id}")?;
        for option in game.options() {
            writeln!(out, "  {}={}", option.name, option.values)?;
            writeln!(out, "      {} (default {})", option.help, option.default)?;
        }
    }
    Ok(Answer::Done)
}
