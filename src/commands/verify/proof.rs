//! The check of a proof: the winner's moves against every defence, by the rules alone.

use super::Answer;
use crate::progress::Progress;
use crate::{json, units, words};
use anyhow::{anyhow, bail};
use athos_core::{Described, FullGame, Game, Notation, Outcome, Player};
use athos_eval::proofs::{self, QuadrantVisitor};
use athos_games::quadrants::{Placement, QuadrantGame, Stones, unpack};
use athos_prove::check::check;
use athos_prove::exact::Solvable;
use athos_prove::file::{Contents, FileError, MAGIC};
use serde::Serialize;
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

/// Whether a file is a proof, by its first bytes or its name.
pub fn is_proof(file: &Path) -> bool {
    let mut first = [0; MAGIC.len()];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut first));
    file.extension() == Some("proof".as_ref()) || read.is_ok() && first == *MAGIC
}

/// Checks the proof of a game's start in the folder of its data; `None` for games without proofs.
pub fn verify_game(spec: &str, rules: &str, as_json: bool, out: &mut dyn Write) -> anyhow::Result<Option<Answer>> {
    struct Verify<'a>(bool, &'a mut dyn Write);
    impl QuadrantVisitor for Verify<'_> {
        type Output = anyhow::Result<Answer>;
        fn visit<T: Solvable>(self, game: QuadrantGame<T>) -> anyhow::Result<Answer>
        where
            QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
        {
            let (file, spec) = (proofs::proof_file(&game)?, game.spec());
            match Contents::read(&file) {
                Err(FileError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => {
                    match proofs::provable(&game) {
                        true => bail!("there is no proof of {spec} yet; `athos solve {spec} --weak` makes it"),
                        false => bail!("there are neither tables nor proofs of {spec}"),
                    }
                }
                contents => verdict(&game, &file, contents, true, self.0, self.1),
            }
        }
    }
    proofs::visit(spec, rules, Verify(as_json, out))?.transpose()
}

/// Checks a file.
pub fn verify_file(file: &Path, as_json: bool, out: &mut dyn Write) -> anyhow::Result<Answer> {
    struct Verify<'a>(&'a Path, Contents, bool, &'a mut dyn Write);
    impl QuadrantVisitor for Verify<'_> {
        type Output = anyhow::Result<Answer>;
        fn visit<T: Solvable>(self, game: QuadrantGame<T>) -> anyhow::Result<Answer>
        where
            QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
        {
            verdict(&game, self.0, Ok(self.1), false, self.2, self.3)
        }
    }
    let contents = match Contents::read(file) {
        Ok(contents) => contents,
        Err(error @ FileError::Io { .. }) => return Err(error.into()),
        Err(error) => return rejected(file, &error.to_string(), as_json, out),
    };
    // A file that names a game of no proofs is as wrong as any other.
    let name = contents.game.clone();
    let spec = match proofs::spec(&name) {
        Ok(spec) => spec,
        Err(error) => return rejected(file, &format!("{error:#}"), as_json, out),
    };
    match proofs::visit(&spec, "", Verify(file, contents, as_json, &mut *out)) {
        Ok(Some(answer)) => answer,
        Ok(None) => rejected(file, &format!("there are no proofs of {name}"), as_json, out),
        Err(error) => rejected(file, &error.to_string(), as_json, out),
    }
}

/// The answer, in the shape of the JSON.
#[derive(Serialize)]
struct Verified {
    file: String,
    passed: bool,
    proof_of: String,
    position: String,
    winner: &'static str,
    positions: u64,
    replies: u64,
    unused: u64,
}

#[derive(Serialize)]
struct Rejected {
    file: String,
    passed: bool,
    error: String,
}

fn rejected(file: &Path, error: &str, as_json: bool, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let file = file.display().to_string();
    match as_json {
        true => json::write_line(&Rejected { file, passed: false, error: error.to_string() }, out)?,
        false => writeln!(out, "{file}: {error}\nFAILED")?,
    }
    Ok(Answer::No)
}

/// Plays a proof out.
fn verdict<T: Solvable>(
    game: &QuadrantGame<T>,
    file: &Path,
    contents: Result<Contents, FileError>,
    from_start: bool,
    as_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<Answer>
where
    QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
{
    // 1. Every defence.
    let contents = match contents {
        Ok(contents) => contents,
        Err(error @ FileError::Io { .. }) => return Err(error.into()),
        Err(error) => return rejected(file, &error.to_string(), as_json, out),
    };
    let progress = Progress::new();
    progress.begin("positions".into(), contents.moves.len() as u64);
    let checked = check(game, &contents, |_, _| progress.advance(1));
    drop(progress);
    let checked = match checked {
        Ok(checked) => checked,
        Err(fault) => return rejected(file, &fault.to_string(), as_json, out),
    };

    // 2. Where it begins, and who wins.
    let root = unpack(contents.root).ok_or_else(|| anyhow!("{} is the number of no position", contents.root))?;
    let position = game.show_position(&root);
    if from_start && root != game.start() {
        return rejected(file, &format!("it begins with {position}, not with the start"), as_json, out);
    }
    let winner = Player::BOTH[usize::from(contents.attacker)];
    let verified = Verified {
        file: file.display().to_string(),
        passed: true,
        proof_of: game.spec(),
        position,
        winner: <QuadrantGame<T> as Described>::PLAYERS[winner.index()],
        positions: checked.positions,
        replies: checked.replies,
        unused: checked.unused,
    };
    if as_json {
        json::write_line(&verified, out)?;
        return Ok(Answer::Done);
    }
    writeln!(
        out,
        "{}: a proof of {}\n{}: {}\n{} with a move up to symmetry, {} tried, each of them lost\npassed",
        verified.file,
        verified.proof_of,
        verified.position,
        words::outcome_in_words(Outcome::Winner(winner), QuadrantGame::<T>::PLAYERS),
        units::of(verified.positions, "position", "positions"),
        units::of(verified.replies, "reply", "replies"),
    )?;
    Ok(Answer::Done)
}
