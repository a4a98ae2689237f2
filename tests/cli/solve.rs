//! `solve`: what it says, and that no interruption, damage or rival harms the tables.

use crate::{Run, athos_in, command, refusal};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

/// A game of 61,440 ranks in 10 tiers.
pub const SMALL: &str = "three-musketeers:rows=3,columns=4";
/// A game of 1.3 million ranks in 14 tiers: large enough to be caught at work.
const LARGER: &str = "three-musketeers:rows=4,columns=4";

/// Runs `athos solve`, which must succeed.
pub fn solve(data: &Path, game: &str) -> Run {
    let run = athos_in(data, &["solve", game], "");
    assert_eq!(run.code, 0, "{}", run.err);
    run
}

/// The folder of a game's tables.
pub fn folder(data: &Path, game: &str) -> PathBuf {
    let (id, rules) = game.split_once(':').unwrap_or((game, "default"));
    data.join(id).join(rules)
}

/// All files of a folder with their bytes, the lock apart.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a folder").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    let read = |path: PathBuf| (name(&path), std::fs::read(&path).expect("a file"));
    entries.filter(|path| !path.ends_with("solve.lock")).map(read).collect()
}

/// How many tables are finished.
fn finished(folder: &Path) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    entries.filter(|entry| entry.as_ref().is_ok_and(|entry| entry.path().extension() == Some("table".as_ref()))).count()
}

#[test]
fn the_plan_comes_first_and_a_second_run_has_nothing_to_do() {
    let data = tempfile::tempdir().unwrap();
    let run = solve(data.path(), SMALL);
    let path = folder(data.path(), SMALL).display().to_string();
    assert!(run.err.starts_with("plan: 61,440 ranks (positions up to symmetry) in 10 tiers, "), "{}", run.err);
    assert!(run.err.contains("of memory") && run.err.contains("of disk") && run.err.contains(&path), "{}", run.err);
    assert!(run.out.starts_with("10 tiers with 61,440 ranks solved in "), "{}", run.out);
    assert!(run.out.ends_with("GGGM/GGMG/MGGG m\nmusketeers to move: musketeers win in 17 plies\n"), "{}", run.out);
    assert!(solve(data.path(), SMALL).out.starts_with("nothing to do: all 10 tiers were there\n"));

    let run = athos_in(data.path(), &["solve", SMALL, "--json"], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((answer["solved"].as_u64(), answer["kept"].as_u64()), (Some(0), Some(10)));
    assert_eq!(answer["value"], serde_json::json!({"kind": "win", "plies": 17}));
    assert_eq!(answer["winner"], "musketeers");
}

#[test]
fn a_run_killed_at_ten_moments_leaves_the_tables_of_an_undisturbed_one() {
    let (data, undisturbed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let path = folder(data.path(), LARGER);
    for moment in 0..10 {
        let mut child = command(data.path(), &["solve", LARGER]).spawn().unwrap();
        while finished(&path) <= moment && child.try_wait().unwrap().is_none() {}
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(finished(&path) >= 10);
    solve(data.path(), LARGER);
    solve(undisturbed.path(), LARGER);
    let expected = files(&folder(undisturbed.path(), LARGER));
    assert_eq!(expected.len(), 14);
    assert!(files(&path) == expected, "other tables: {:?}", files(&path).keys());
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_finished_and_says_how_to_go_on() {
    // 77 million ranks: the interrupt comes after the first of 18 tiers.
    let game = "three-musketeers:rows=4";
    let data = tempfile::tempdir().unwrap();
    let path = folder(data.path(), game);
    let mut child = command(data.path(), &["solve", game, "--threads", "1"]).spawn().unwrap();
    while finished(&path) == 0 && child.try_wait().unwrap().is_none() {}
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("athos: stopped; the tiers that are finished stay in "), "{said}");
    assert!((1..18).contains(&finished(&path)));
    assert_eq!(files(&path).len(), finished(&path), "unfinished files are left behind");
}

#[test]
fn damaged_tables_are_named_and_made_anew() {
    let data = tempfile::tempdir().unwrap();
    let path = folder(data.path(), SMALL);
    solve(data.path(), SMALL);
    let whole = files(&path);
    let file = |tier: usize| path.join(format!("guards-{tier:02}.table"));
    let bytes = |tier: usize| whole[&format!("guards-{tier:02}.table")].clone();

    // Cut short, a bit flipped in the header and in a block, a table of another tier, no table at all.
    let flipped = |tier: usize, at: usize| {
        let mut bytes = bytes(tier);
        bytes[at] ^= 4;
        bytes
    };
    let damage = [
        (2, bytes(2)[..bytes(2).len() / 2].to_vec(), "cut short"),
        (3, flipped(3, 20), "damaged"),
        (4, flipped(4, 400), "damaged"),
        (5, bytes(6), "not of"),
        (7, b"nonsense".to_vec(), "not a table"),
        (8, Vec::new(), ""),
    ];
    for (tier, bytes, _) in &damage {
        std::fs::write(file(*tier), bytes).unwrap();
    }
    let verdict = athos_in(data.path(), &["verify", SMALL], "");
    assert_eq!(verdict.code, 1, "{}{}", verdict.out, verdict.err);
    assert!(verdict.out.contains("guards-02.table"), "{}", verdict.out);
    let question = athos_in(data.path(), &["eval", SMALL], "");
    assert_eq!(question.code, 2);
    assert!(question.err.contains("guards-02.table") && question.err.contains("`athos solve "), "{}", question.err);

    let run = solve(data.path(), SMALL);
    for (tier, _, word) in damage {
        let line = run.err.lines().find(|line| line.contains(file(tier).to_str().unwrap())).unwrap_or_default();
        assert!(line.contains(word) && line.ends_with("; it is made anew"), "tier {tier}: {}", run.err);
    }
    assert!(run.out.starts_with("6 tiers ") && run.out.contains("4 kept"), "{}", run.out);
    assert!(files(&path) == whole);
}

#[test]
fn only_one_process_solves_into_a_folder() {
    let data = tempfile::tempdir().unwrap();
    let path = folder(data.path(), SMALL);
    std::fs::create_dir_all(&path).unwrap();
    let lock = File::create(path.join("solve.lock")).unwrap();
    lock.lock().unwrap();
    let run = athos_in(data.path(), &["solve", SMALL, "--json"], "");
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(
        run.err.starts_with("athos: another process is solving ") && run.err.contains("wait for it"),
        "{}",
        run.err
    );
    lock.unlock().unwrap();
    solve(data.path(), SMALL);
}

#[test]
fn what_cannot_be_solved_is_refused_with_a_way_out() {
    let said = refusal(&["solve", "three-musketeers", "--memory", "100", "--json"]);
    assert!(said.contains("needs") && said.contains("100 MB may be taken; --memory "), "{said}");
    assert!(refusal(&["solve", "pentago"]).starts_with("athos: pentago has no tiers: too many positions for a table"));
    assert!(refusal(&["solve", "nim", "--weak"]).contains("no proofs"));
    assert!(refusal(&["solve", "nim", "--sweep", "rows=3..5"]).contains("nim has no option 'rows'"));
    assert!(refusal(&["solve", "nim", "--sweep", "play=misere"]).contains("no range such as"));
    for command in ["stats", "line", "verify"] {
        let said = refusal(&[command, "nim"]);
        assert_eq!(said, "athos: there are no tables of nim yet; `athos solve nim` makes them");
    }
}
