//! `athos help`: a command, all rule options, or all players.

use super::Answer;
use anyhow::bail;
use athos_games::registry;
use clap::CommandFactory;
use std::io::Write;

/// Explains a command or a topic.
#[derive(clap::Args)]
pub struct Args {
    /// A command, `rules` for the rule options of all games, or `players` for the players of all games
    topic: Option<String>,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    match args.topic.as_deref() {
        None => overview(out),
        Some("rules") => rules(out),
        Some("players") => players(out),
        Some(topic) => {
            let mut command = crate::args::Args::command();
            // Building fills in each subcommand's full name for its usage line.
            command.build();
            match command.find_subcommand_mut(topic) {
                Some(subcommand) => write!(out, "{}", subcommand.render_long_help())?,
                None => bail!("no help on '{topic}': it is a command (see `athos help`), `rules` or `players`"),
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

fn players(out: &mut dyn Write) -> anyhow::Result<Answer> {
    writeln!(out, "A player is written kind:option=value,option=value. The kinds, and the options of each:")?;
    for (kind, about, options) in athos_arena::KINDS_IN_WORDS {
        writeln!(out, "  {kind:<11} {about}{}{options}", if options.is_empty() { "" } else { "; takes " })?;
    }
    writeln!(out, "All of them take depth, nodes, time (2s, 500ms), memory (500MB), mistakes (10%) and name.")?;
    writeln!(out, "    athos play pentago human mcts:time=2s")?;
    writeln!(out, "    athos arena mad-king alpha-beta:depth=4 alpha-beta:depth=6,without=table+killers")?;
    writeln!(out, "A program that speaks the engine protocol is given by its path or command line.")?;
    for id in registry::IDS {
        writeln!(out, "\n{id}")?;
        for level in athos_arena::levels(id) {
            writeln!(out, "  {:<9} {:<9} {} ({})", level.id, level.name, level.about, level.spec)?;
        }
        for name in athos_arena::programs(id) {
            writeln!(out, "  {name:<9} the program of a report (docs/RESULTS.md)")?;
        }
    }
    Ok(Answer::Done)
}
