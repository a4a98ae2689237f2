//! `athos verify`: believes no table and no proof. Values are derived again by the plain rules, checksums are computed
//! again, proofs are played out.

mod proof;

use super::Answer;
use crate::game_argument::GameArgument;
use crate::progress::Progress;
use crate::resources::ResourceArguments;
use crate::{interrupt, json, tables, units};
use anyhow::Context;
use athos_core::{FullGame, Tiered};
use athos_games::published;
use athos_games::registry::{self, TieredVisitor};
use athos_solve::table::{BlockCache, Header, Table, TableError};
use athos_solve::verify::{Contradiction, Options, Scope, verify};
use athos_solve::{SolveError, Tables, stats};
use serde::Serialize;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Derives the values of a game's tables again, plays out a proof, or checks a file of either.
///
/// A value must follow from the values after the moves: a win in n plies has a move to the same win in n - 1 and none to a
/// quicker one, a loss in n has only losing moves, the slowest with n - 1, and a draw has a move that keeps it and none that
/// wins. Where the totals of a game are published, those of the tables are compared with them. A file is checked by its
/// header and its checksums. A proof is played against every defence, to the end. Exit code 1 means that something is wrong.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgument,
    /// Every position of every tier, instead of some chosen at random
    #[arg(long)]
    full: bool,
    /// How many positions are chosen at random; all are taken if there are no more
    #[arg(long, value_name = "N", default_value_t = 1_000_000, conflicts_with = "full")]
    count: u64,
    /// The same seed chooses the same positions
    #[arg(long, default_value_t = 1, conflicts_with = "full")]
    seed: u64,
    #[command(flatten)]
    resources: ResourceArguments,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let id = args.game.game.split(':').next().unwrap_or_default();
    let file = Path::new(&args.game.game);
    if !registry::IDS.contains(&id) && proof::is_proof(file) {
        return proof::verify_file(file, args.json, out);
    }
    if !registry::IDS.contains(&id) && (file.is_file() || args.game.game.ends_with(".table")) {
        return verify_file(file, args.json, out);
    }
    if let Some(answer) = proof::verify_game(&args.game.game, &args.game.rules, args.json, out)? {
        return Ok(answer);
    }
    registry::visit_tiered(&args.game.game, &args.game.rules, Verify { args, out })?
}

struct Verify<'a> {
    args: &'a Args,
    out: &'a mut dyn Write,
}

/// The answer, in the shape of the JSON.
#[derive(Serialize)]
struct Verified {
    game: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    rules: String,
    passed: bool,
    full: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// How many ranks were looked at, of how many.
    checked: u64,
    ranks: u64,
    /// How many of them contradict the rules.
    wrong: u64,
    examples: Vec<Wrong>,
    /// How many tiers have published totals.
    published_tiers: usize,
    /// What differs from them.
    published_differences: Vec<String>,
}

#[derive(Serialize)]
struct Wrong {
    tier: String,
    rank: u64,
    position: Option<String>,
    stored: String,
    derived: String,
}

#[derive(Serialize)]
struct Damaged {
    passed: bool,
    error: String,
}

impl TieredVisitor for Verify<'_> {
    type Output = anyhow::Result<Answer>;

    fn visit<G: FullGame + Tiered>(self, game: G) -> anyhow::Result<Answer> {
        let (args, out) = (self.args, self.out);
        let data = athos_eval::tables::data_folder()?;
        let found = match Tables::open(&game, &data) {
            Err(error) if error.is_damage() => return damaged(&error, args.json, out),
            _ => tables::open(&game)?,
        };

        // 1. Every value, or some of them, from the values after the moves.
        let ranks: u64 = (0..game.tiers()).map(|tier| game.tier_len(tier)).sum();
        let full = args.full || args.count >= ranks;
        let scope = match full {
            true => Scope::All,
            false => Scope::Random { positions: args.count, seed: args.seed },
        };
        let progress = Progress::new();
        if !full {
            progress.begin("random positions".into(), args.count);
        }
        let tier_in_work = Mutex::new(None);
        let report = |tier: usize, ranks: u64| {
            let mut in_work = tier_in_work.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            if full && *in_work != Some(tier) {
                *in_work = Some(tier);
                progress.begin(game.tier_name(tier), game.tier_len(tier));
            }
            progress.advance(ranks);
        };
        let memory = args.resources.memory().unwrap_or(u64::MAX);
        let options = Options {
            workers: args.resources.workers(),
            in_memory: full && unpacked(&game) < memory,
            stop: interrupt::stop_flag()?,
            report: &report,
        };
        let verdict = match verify(&game, &data, scope, options) {
            Ok(verdict) => verdict,
            Err(SolveError::Table(error)) if error.is_damage() => return damaged(&error, args.json, out),
            Err(error) => return Err(error.into()),
        };

        // 2. The totals, where they are known.
        let mut published_tiers = 0;
        let mut differences = Vec::new();
        for tier in 0..game.tiers() {
            let Some(totals) = published::totals(&game.solved_as().spec(), tier) else { continue };
            progress.begin(format!("totals of {}", game.tier_name(tier)), 1);
            published_tiers += 1;
            let counts = stats::count(&found, tier, options.workers)?;
            let counted = counts.iter().flat_map(|count| {
                [0, 1].map(|winner| (count.wins[winner], count.longest[winner].as_ref().map_or(0, |longest| longest.0)))
            });
            for (index, (counted, published)) in counted.zip(totals).enumerate().filter(|(_, (a, b))| a != *b) {
                differences.push(format!(
                    "tier {}, {} to move: {} win {} positions, the longest in {} plies; published are {} and {}",
                    game.tier_name(tier),
                    G::PLAYERS[index / 2],
                    G::PLAYERS[index % 2],
                    units::count(counted.0),
                    counted.1,
                    units::count(published.0),
                    published.1
                ));
            }
        }
        drop(progress);

        let verified = Verified {
            game: G::ID,
            rules: game.rules_text(),
            passed: verdict.wrong == 0 && differences.is_empty(),
            full,
            seed: (!full).then_some(args.seed),
            checked: verdict.checked,
            ranks,
            wrong: verdict.wrong,
            examples: verdict.examples.iter().map(|example| Wrong::new(&game, example)).collect(),
            published_tiers,
            published_differences: differences,
        };
        match args.json {
            true => json::write_line(&verified, out)?,
            false => write!(out, "{}", verified.text())?,
        }
        Ok(if verified.passed { Answer::Done } else { Answer::No })
    }
}

/// The bytes of the largest tier and those it leads to, unpacked.
fn unpacked<G: Tiered>(game: &G) -> u64 {
    let bytes = |tier: usize| -> u64 {
        game.child_tiers(tier).into_iter().chain([tier]).map(|tier| 2 * game.tier_len(tier)).sum()
    };
    (0..game.tiers()).map(bytes).max().unwrap_or(0)
}

fn damaged(error: &TableError, as_json: bool, out: &mut dyn Write) -> anyhow::Result<Answer> {
    match as_json {
        true => json::write_line(&Damaged { passed: false, error: error.to_string() }, out)?,
        false => writeln!(out, "FAILED: {error}")?,
    }
    Ok(Answer::No)
}

impl Wrong {
    fn new<G: FullGame + Tiered>(game: &G, example: &Contradiction<G::Position>) -> Wrong {
        Wrong {
            tier: game.tier_name(example.tier),
            rank: example.rank,
            position: example.position.as_ref().map(|position| game.show_position(position)),
            stored: tables::code_in_words(example.stored, G::PLAYERS),
            derived: tables::code_in_words(example.derived, G::PLAYERS),
        }
    }
}

impl Verified {
    fn text(&self) -> String {
        let mut out = String::new();
        for Wrong { tier, rank, position, stored, derived } in &self.examples {
            let position = position.as_deref().unwrap_or("no position");
            out += &format!("tier {tier}, rank {rank}, {position}: stored: {stored}; derived: {derived}\n");
        }
        for difference in &self.published_differences {
            out += &format!("{difference}\n");
        }
        let which = match self.seed {
            Some(seed) => format!("{} positions chosen by seed {seed}", units::count(self.checked)),
            None => format!("all {} ranks", units::count(self.checked)),
        };
        out += &match self.wrong {
            0 => format!("{which}: every value follows from the values after its moves\n"),
            wrong => format!("{which}: {} do not follow from the values after their moves\n", units::count(wrong)),
        };
        if self.published_tiers > 0 && self.published_differences.is_empty() {
            out += &format!("totals of {} tiers: as published\n", self.published_tiers);
        }
        out + if self.passed { "passed\n" } else { "FAILED\n" }
    }
}

#[derive(Serialize)]
struct VerifiedFile {
    file: String,
    passed: bool,
    table_of: String,
    tier: String,
    ranks: u64,
    bytes: u64,
}

/// Checks what a file says of itself.
fn verify_file(file: &Path, as_json: bool, out: &mut dyn Write) -> anyhow::Result<Answer> {
    // More than any header has.
    let mut beginning = Vec::new();
    let open = File::open(file).and_then(|handle| handle.take(1 << 16).read_to_end(&mut beginning));
    open.with_context(|| format!("cannot read {}", file.display()))?;
    let checked = Header::read(file, &beginning).and_then(|header| {
        let table = Table::open(file, &header, Arc::new(BlockCache::new(0)))?;
        table.check().map(|()| header)
    });
    let header = match checked {
        Ok(header) => header,
        Err(error @ TableError::Io { .. }) => return Err(error.into()),
        Err(error) => return damaged(&error, as_json, out),
    };
    let verified = VerifiedFile {
        file: file.display().to_string(),
        passed: true,
        table_of: header.spec,
        tier: header.tier,
        ranks: header.count,
        bytes: header.file_len,
    };
    match as_json {
        true => json::write_line(&verified, out)?,
        false => writeln!(
            out,
            "{}: a finished table of {}, tier {}, {} ranks in {}; every checksum is right\npassed",
            verified.file,
            verified.table_of,
            verified.tier,
            units::count(verified.ranks),
            units::bytes(verified.bytes)
        )?,
    }
    Ok(Answer::Done)
}
