//! `athos arena`: matches and tournaments between engines.

mod check;
mod header;

use super::Answer;
use crate::interrupt;
use crate::progress::Progress;
use crate::units;
use anyhow::{Context, bail};
use athos_arena::header::quote;
use athos_arena::report::{Ending, Report};
use athos_arena::{Event, Header, Ledger, Tournament};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Plays matches and tournaments between engines, under limits, and says what the results mean.
///
/// An engine is a player of Athos, such as `alpha-beta:depth=6`, `mcts:time=2s`, `perfect`, `level-3` or `random`, or a
/// program that speaks the engine protocol, given by its path or command line. Games are played in pairs from the same
/// opening with the sides exchanged. Exit code 1 says that an engine lost a game by a fault.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    new: header::NewArguments,
    /// Continue the tournament of this file, or of the games.jsonl in this folder
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "output"])]
    resume: Option<PathBuf>,
    /// Check step by step whether this program speaks the engine protocol, in GAME or in all that it plays
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["resume", "players", "output", "json"])]
    check: Option<String>,
    /// Games at once; one for each core when left out. No more than that where players are held to a time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Write games.jsonl, report.html, report.json and report.txt to this folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// The file of games in a tournament's folder.
pub const GAMES: &str = "games.jsonl";

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Answer> {
    if let Some(command) = &args.check {
        let game = args.new.game.as_deref().map(|game| (game, args.new.rules.as_str()));
        return check::run(command, game, args.new.grace.as_deref(), out);
    }
    let (header, mut ledger, file) = match (&args.resume, &args.output) {
        (Some(path), _) => {
            let file = if path.is_dir() { path.join(GAMES) } else { path.clone() };
            let (header, ledger) = Ledger::resume(&file, |_| ())?;
            (header, ledger, Some(file))
        }
        (None, Some(folder)) => {
            let header = args.new.header()?;
            let (ledger, file) = begin(folder, &header)?;
            (header, ledger, Some(file))
        }
        (None, None) => {
            let header = args.new.header()?;
            let ledger = Ledger::new(&header);
            (header, ledger, None)
        }
    };
    let tournament = Tournament::new(header)?;
    let header = tournament.header();
    let at_once = tournament.games_at_once(args.concurrency.map(usize::from));
    let all = tournament.schedule().len();
    let left = all - ledger.done().len().min(all);
    if !args.json {
        let games = units::of(left, "game", "games");
        writeln!(out, "{games} to play, {at_once} at once; the seed is {}.", header.seed)?;
        for entrant in header.entrants.iter().filter(|entrant| entrant.spec.starts_with("comp424://")) {
            writeln!(out, "An agent of COMP 424 is waited for at {}, for each game anew.", entrant.name)?;
        }
        out.flush()?;
    }

    let progress = Progress::new();
    progress.begin("games".into(), left);
    let stop = interrupt::stop_flag()?;
    let ending = tournament.run(&mut ledger, at_once, stop, &mut |event| {
        if let Event::Ends { .. } = event {
            progress.advance(1);
        }
    })?;
    progress.end();

    let report = Report { header, statistics: ledger.statistics(), ending };
    if let Some(folder) = file.as_deref().map(|file| file.parent().unwrap_or(Path::new(""))) {
        write_reports(&report, folder)?;
    }
    match args.json {
        true => writeln!(out, "{:#}", report.json())?,
        false => write!(out, "{}", report.text())?,
    }
    if ending == Ending::Interrupted {
        out.flush()?;
        bail!("stopped after {} of {all} games; {}", ledger.done().len(), how_to_go_on(args, header, file.as_deref()));
    }
    let lost_by_fault = ledger.statistics().entrants().iter().any(|entrant| !entrant.faults.is_empty());
    Ok(if lost_by_fault { Answer::No } else { Answer::Done })
}

/// A folder with a new file of games.
fn begin(folder: &Path, header: &Header) -> anyhow::Result<(Ledger, PathBuf)> {
    // What cannot be played leaves no file behind.
    Tournament::new(header.clone())?;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let file = folder.join(GAMES);
    if file.exists() {
        let shown = file.display().to_string();
        bail!("{shown} is there already: `athos arena --resume {}` continues it", quote(&shown));
    }
    Ok((Ledger::create(&file, header)?, file))
}

fn write_reports(report: &Report<'_>, folder: &Path) -> anyhow::Result<()> {
    let texts = [
        ("report.txt", report.text()),
        ("report.json", format!("{:#}\n", report.json())),
        ("report.html", report.html()),
    ];
    for (name, text) in texts {
        let path = folder.join(name);
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// The command that continues a tournament that was stopped.
fn how_to_go_on(args: &Args, header: &Header, file: Option<&Path>) -> String {
    let Some(file) = file else {
        return format!("without --output nothing was kept, and this begins anew: {}", header.command());
    };
    let mut command = format!("to go on: athos arena --resume {}", quote(&file.display().to_string()));
    if let Some(games) = args.concurrency {
        command += &format!(" --concurrency {games}");
    }
    command + if args.json { " --json" } else { "" }
}
