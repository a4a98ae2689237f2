//! `athos games`: what there is to play.

use super::Answer;
use crate::json;
use athos_core::Values;
use athos_games::registry;
use serde::Serialize;
use std::io::Write;

/// Lists the games.
#[derive(clap::Args)]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GameEntry {
    id: &'static str,
    title: &'static str,
    players: [&'static str; 2],
    start: String,
    options: Vec<OptionEntry>,
}

#[derive(Serialize)]
struct OptionEntry {
    name: &'static str,
    default: &'static str,
    /// The words it may be, where it is one of a few.
    choices: Option<&'static [&'static str]>,
    /// The least and the largest number, where it is a number.
    range: Option<[usize; 2]>,
    /// What it may be, in words.
    values: String,
    help: &'static str,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let mut entries = Vec::new();
    for id in registry::IDS {
        let game = registry::load(id, "")?;
        let options = game.options().iter().map(|option| OptionEntry {
            name: option.name,
            default: option.default,
            choices: if let Values::Choices(words) = option.values { Some(words) } else { None },
            range: if let Values::Number(least, most) = option.values { Some([least, most]) } else { None },
            values: option.values.to_string(),
            help: option.help,
        });
        entries.push(GameEntry {
            id,
            title: game.title(),
            players: game.players(),
            start: game.start(),
            options: options.collect(),
        });
    }
    if args.json {
        json::write_line(&entries, out)?;
        return Ok(Answer::Done);
    }
    for entry in &entries {
        writeln!(out, "{:<18}{} ({} and {})", entry.id, entry.title, entry.players[0], entry.players[1])?;
        for option in &entry.options {
            writeln!(out, "  {:<18}{} [{}]", option.name, option.values, option.default)?;
        }
    }
    writeln!(out, "\nRules of a game: athos show GAME --rules. What the options mean: athos help rules.")?;
    Ok(Answer::Done)
}
