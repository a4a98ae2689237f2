//! The arguments of a new tournament, and the header they make.

use crate::seed::new_seed;
use anyhow::{Context, anyhow, bail};
use athos_arena::conditions::GRACE;
use athos_arena::openings::Source;
use athos_arena::statistics::Sprt;
use athos_arena::tournament::read_openings;
use athos_arena::{Conditions, Engine, Format, Header, header};
use athos_games::registry;
use clap::ValueEnum;
use std::collections::{BTreeMap, HashSet};

/// What is to be played.
#[derive(clap::Args)]
pub struct NewArguments {
    /// The game, such as `mad-king`, with rule options after a colon if you like: `matches:pile=9`
    #[arg(required_unless_present_any = ["resume", "check"])]
    pub game: Option<String>,
    /// Who plays, two or more: players of Athos (see `athos help players`), programs, or `comp424://HOST:PORT`
    #[arg(value_name = "PLAYER", requires = "game")]
    players: Vec<String>,
    /// Rule options: `key=value,key=value` (see `athos help rules`)
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub rules: String,
    /// Who plays whom: a match of two, a round-robin of more when left out
    #[arg(long, value_enum)]
    format: Option<FormatName>,
    /// Games that each two who meet play against each other
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// Time for a move, such as 2s or 500ms
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// Time for each player's first move
    #[arg(long, value_name = "TIME")]
    first_move: Option<String>,
    /// Time for a whole game, and what each move adds: 60s+1s
    #[arg(long, value_name = "TIME+TIME")]
    clock: Option<String>,
    /// How much later an answer may come; 50ms when left out, 1s for --check
    #[arg(long, value_name = "TIME")]
    pub grace: Option<String>,
    /// Nodes for a move
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
    /// Plies to look ahead
    #[arg(long, value_name = "N")]
    depth: Option<String>,
    /// Memory for each player, such as 500MB
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
    /// A draw when the same position comes up this often, 0 for never; 3 when left out
    #[arg(long, value_name = "TIMES")]
    repetition: Option<String>,
    /// A draw after this many plies
    #[arg(long, value_name = "N")]
    plies: Option<String>,
    /// What a fault means: a loss, or a random move in its place where the player can go on; loss when left out
    #[arg(long, value_name = "loss|random")]
    on_fault: Option<String>,
    /// Random plies before each pair of games; 0 to begin at the start
    #[arg(long, value_name = "N", default_value_t = 2)]
    opening_plies: u32,
    /// Take random openings that favour nobody, as far as that is known
    #[arg(long, conflicts_with = "openings")]
    balanced: bool,
    /// Take openings from this file: a position a line, or `start moves MOVE MOVE ...`
    #[arg(long, value_name = "FILE", conflicts_with = "opening_plies")]
    openings: Option<String>,
    /// End as soon as it is known whether the first is stronger by the first number of Elo points or by the second: 0,5
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// What everything random follows from; a new one each time when left out
    #[arg(long)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatName {
    /// Two against each other
    Match,
    /// Each against each
    RoundRobin,
    /// The first against all others
    Gauntlet,
}

impl NewArguments {
    /// The header of the tournament that was asked for.
    pub fn header(&self) -> anyhow::Result<Header> {
        let game = registry::load(self.game.as_deref().unwrap_or_default(), &self.rules)?;
        let settings = self.settings();
        Conditions::read(&settings).map_err(|error| anyhow!("--{error}"))?;
        let openings = match &self.openings {
            Some(path) => read_openings(game.as_ref(), path)?.source().clone(),
            None if self.opening_plies == 0 => Source::Start,
            None => Source::Random { plies: self.opening_plies, balanced: self.balanced },
        };
        if openings != Source::Start && self.players.iter().any(|player| player.starts_with("comp424://")) {
            bail!("agents of COMP 424 can only play from the start: add --opening-plies 0");
        }
        Ok(Header {
            athos_arena: Header::VERSION,
            version: env!("CARGO_PKG_VERSION").into(),
            game: game.id().into(),
            rules: game.rules_text(),
            players: game.players().map(String::from),
            entrants: entrants(&self.players, game.id())?,
            format: self.format.map_or(Format::for_entrants(self.players.len()), |format| match format {
                FormatName::Match => Format::Match,
                FormatName::RoundRobin => Format::RoundRobin,
                FormatName::Gauntlet => Format::Gauntlet,
            }),
            games: self.games,
            seed: self.seed.unwrap_or_else(new_seed),
            openings,
            sprt: self.sprt.as_deref().map(read_sprt).transpose().context("--sprt")?,
            settings,
        })
    }

    /// The options that bear on the games, as they were given; the grace always, where it matters.
    fn settings(&self) -> BTreeMap<String, String> {
        let timed = self.time.is_some() || self.first_move.is_some() || self.clock.is_some();
        let grace = self.grace.clone().or_else(|| timed.then(|| format!("{}ms", GRACE.as_millis())));
        let given = [
            ("time", &self.time),
            ("first-move", &self.first_move),
            ("clock", &self.clock),
            ("grace", &grace),
            ("nodes", &self.nodes),
            ("depth", &self.depth),
            ("memory", &self.memory),
            ("repetition", &self.repetition),
            ("plies", &self.plies),
            ("on-fault", &self.on_fault),
        ];
        given.into_iter().filter_map(|(key, value)| Some((key.to_string(), value.clone()?))).collect()
    }
}

/// The engines with their names, of which no two are the same.
fn entrants(texts: &[String], game: &str) -> anyhow::Result<Vec<header::Entrant>> {
    let mut names = HashSet::new();
    let entrants = texts.iter().map(|text| {
        let engine = Engine::read(text, game)?;
        let numbered = (2..).map(|number| format!("{} #{number}", engine.name()));
        let name = std::iter::once(engine.name().to_string()).chain(numbered).find(|name| !names.contains(name));
        let name = name.unwrap_or_default();
        names.insert(name.clone());
        Ok(header::Entrant { name, spec: text.clone() })
    });
    entrants.collect()
}

/// `0,5`, or what [`Sprt::read`] reads.
fn read_sprt(text: &str) -> anyhow::Result<Sprt> {
    let bare =
        text.split_once(',').and_then(|(elo0, elo1)| Some((elo0.trim().parse().ok()?, elo1.trim().parse().ok()?)));
    Ok(match bare {
        Some((elo0, elo1)) => Sprt::new(elo0, elo1)?,
        None => Sprt::read(text)?,
    })
}
