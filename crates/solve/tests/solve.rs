//! Solving: small games against theory and against other solvers, runs that are stopped, killed or starved.

mod common;

use athos_core::{Described, Game, Player, Tiered, Value, Wdl};
use athos_games::registry::build;
use athos_games::{Matches, Nim, ThreeMusketeers};
use athos_solve::table::TableError;
use athos_solve::{Event, Folder, Options, ProbeError, SolveError, Tables, solve, verify};
use common::{GO_ON, QUIET, solve_into, tables};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Solves, then hands every position of every tier and its value to `look`.
fn solve_and_look<G: Tiered + Described>(game: &G, look: impl Fn(&G::Position, Value)) {
    let data = tempfile::tempdir().unwrap();
    solve_into(game, data.path()).unwrap();
    let tables = Tables::open(game, data.path()).unwrap();
    assert!(tables.is_complete());
    for tier in 0..game.tiers() {
        for position in (0..game.tier_len(tier)).filter_map(|rank| game.unrank(tier, rank)) {
            look(&position, tables.value(&position).unwrap());
        }
    }
    let options = verify::Options { workers: 2, in_memory: true, stop: &GO_ON, report: &|_, _| {} };
    let verdict = verify::verify(game, data.path(), verify::Scope::All, options).unwrap();
    assert_eq!(verdict.wrong, 0);
    assert_eq!(verdict.checked, (0..game.tiers()).map(|tier| game.tier_len(tier)).sum::<u64>());
}

#[test]
fn nim_agrees_with_boutons_theory() {
    for rules in ["", "play=misere", "heaps=2+7+1+4"] {
        let game: Nim = build(rules).unwrap();
        solve_and_look(&game, |position, value| {
            assert_eq!(value.wdl == Wdl::Win, game.wins(position), "{rules} {:?}", position.sizes());
        });
    }
}

#[test]
fn matches_agree_with_theory() {
    for rules in ["", "play=normal,terminal=0", "pile=30,takes=1+3+4"] {
        let game: Matches = build(rules).unwrap();
        solve_and_look(&game, |pile, value| {
            assert_eq!(value.wdl == Wdl::Win, game.wins(pile.left), "{rules} {pile:?}")
        });
    }
}

#[test]
fn long_wins_get_wide_tables() {
    let game: Matches = build("pile=300,takes=1,play=normal,terminal=0").unwrap();
    solve_and_look(&game, |pile, value| assert_eq!(value.plies, Some(pile.left as u16)));
}

#[test]
fn positions_beyond_the_start_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let game: Matches = build("pile=5").unwrap();
    solve_into(&game, data.path()).unwrap();
    let tables = Tables::open(&game, data.path()).unwrap();
    let beyond = Matches::default().start();
    assert!(matches!(tables.value(&beyond), Err(ProbeError::Outside)));
}

#[test]
fn a_run_stopped_at_random_moments_goes_on_to_the_same_tables() {
    let game: ThreeMusketeers = build("rows=3,columns=4").unwrap();
    let data = tempfile::tempdir().unwrap();
    solve_into(&game, data.path()).unwrap();
    for plain in [false, true] {
        let again = tempfile::tempdir().unwrap();
        let folder = Folder::of(&game, again.path());
        let mut stops = 0;
        for round in 1.. {
            let (stop, heard) = (AtomicBool::new(false), AtomicU64::new(0));
            // Stops a little later each time, in the middle of tiers.
            let report = |_: Event<'_>| {
                if heard.fetch_add(1, Ordering::Relaxed) == round * 7 {
                    stop.store(true, Ordering::Relaxed);
                }
            };
            match solve(&game, &folder, Options { plain, stop: &stop, report: &report, ..QUIET }) {
                Ok(_) => break,
                Err(SolveError::Stopped) => stops += 1,
                Err(error) => panic!("{error}"),
            }
        }
        assert!(stops >= 3, "{stops}");
        assert!(tables(&game, data.path()) == tables(&game, again.path()));
    }
}

const INTO: &str = "ATHOS_TEST_SOLVE_INTO";

/// Not a test of its own: the process that the next test kills. It is slowed down so that there is time to.
#[test]
fn solve_in_a_child() {
    let Some(data) = std::env::var_os(INTO) else { return };
    let game: ThreeMusketeers = build("rows=3,columns=4").unwrap();
    let report = |event: Event<'_>| {
        if matches!(event, Event::Decided { .. }) {
            std::thread::sleep(std::time::Duration::from_micros(200));
        }
    };
    solve(&game, &Folder::of(&game, data.as_ref()), Options { report: &report, ..QUIET }).unwrap();
}

#[test]
fn every_tier_is_on_the_disk_before_the_next_is_begun() {
    let game: ThreeMusketeers = build("rows=3,columns=4").unwrap();
    let data = tempfile::tempdir().unwrap();
    let folder = Folder::of(&game, data.path());
    let report = |event: Event<'_>| {
        if let Event::Started { tier } = event {
            assert!((0..tier).all(|earlier| folder.file(&game, earlier).exists()), "before tier {tier}");
        }
    };
    for plain in [false, true] {
        solve(&game, &folder, Options { report: &report, plain, ..QUIET }).unwrap();
        std::fs::remove_dir_all(folder.path()).unwrap();
    }
}

#[test]
fn a_killed_process_loses_at_most_what_was_in_work() {
    let game: ThreeMusketeers = build("rows=3,columns=4").unwrap();
    let (data, undisturbed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    solve_into(&game, undisturbed.path()).unwrap();
    let mut random = athos_core::random::Random::new(11);
    for _ in 0..10 {
        let mut command = std::process::Command::new(std::env::current_exe().unwrap());
        let command = command.args(["--exact", "solve_in_a_child"]).env(INTO, data.path());
        let mut child = command.stdout(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(random.below(60) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        if Folder::of(&game, data.path()).path().exists() {
            let whole = tables(&game, undisturbed.path());
            assert!(tables(&game, data.path()).iter().all(|(name, bytes)| whole[name] == *bytes));
        }
    }
    solve_into(&game, data.path()).unwrap();
    assert!(tables(&game, data.path()) == tables(&game, undisturbed.path()));
}

#[test]
fn damaged_tables_are_named_and_made_anew() {
    let game: ThreeMusketeers = build("rows=3,columns=4").unwrap();
    let data = tempfile::tempdir().unwrap();
    let folder = Folder::of(&game, data.path());
    solve_into(&game, data.path()).unwrap();
    let whole = tables(&game, data.path());

    let damage = |tier: usize, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = std::fs::read(folder.file(&game, tier)).unwrap();
        change(&mut bytes);
        std::fs::write(folder.file(&game, tier), bytes).unwrap();
    };
    damage(2, &|bytes| bytes.truncate(bytes.len() / 2));
    damage(5, &|bytes| {
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
    });
    damage(7, &|bytes| *bytes = whole["guards-06.table"].clone());
    let rebuilt = Mutex::new(Vec::new());
    let report = |event: Event<'_>| {
        if let Event::Rebuilding { tier, error } = event {
            assert!(error.to_string().contains(&format!("guards-{tier:02}.table")), "{error}");
            rebuilt.lock().unwrap().push(tier);
        }
    };
    let summary = solve(&game, &folder, Options { report: &report, ..QUIET }).unwrap();
    assert_eq!(rebuilt.into_inner().unwrap(), [2, 5, 7]);
    assert_eq!((summary.solved, summary.kept), (3, game.tiers() - 3));
    assert!(tables(&game, data.path()) == whole);
}

#[test]
fn only_one_process_solves_into_a_folder() {
    let game = Matches::default();
    let data = tempfile::tempdir().unwrap();
    let folder = Folder::of(&game, data.path());
    let lock = folder.lock().unwrap();
    let error = solve_into(&game, data.path()).unwrap_err();
    assert!(error.to_string().contains("another process is solving into this folder"), "{error}");
    drop(lock);
    solve_into(&game, data.path()).unwrap();
}

#[test]
fn too_little_memory_is_said_before_anything_is_done() {
    let game: ThreeMusketeers = build("rows=5,columns=5").unwrap();
    let data = tempfile::tempdir().unwrap();
    let folder = Folder::of(&game, data.path());
    match solve(&game, &folder, Options { memory: Some(100 << 20), ..QUIET }) {
        Err(SolveError::Memory { needed, allowed, .. }) => {
            assert_eq!(allowed, 100 << 20);
            let plan = athos_solve::Plan::new(&game, None, None, 2, Some(needed)).unwrap();
            assert_eq!(plan.way, athos_solve::Way::FromDisk);
        }
        other => panic!("{other:?}"),
    }
    assert!(!folder.path().exists());
}

#[test]
fn with_little_memory_the_tables_are_the_same() {
    let game: ThreeMusketeers = build("rows=3,columns=3").unwrap();
    let (data, again) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    solve_into(&game, data.path()).unwrap();
    let least = athos_solve::Plan::new(&game, None, None, 2, None).unwrap().memory;
    let ways = Mutex::new(Vec::new());
    let report = |event: Event<'_>| {
        if let Event::Planned(plan) = event {
            ways.lock().unwrap().push(plan.way);
        }
    };
    let options = Options { plain: true, memory: Some(least - 1), report: &report, ..QUIET };
    solve(&game, &Folder::of(&game, again.path()), options).unwrap();
    assert_eq!(ways.into_inner().unwrap(), [athos_solve::Way::FromDisk]);
    assert!(tables(&game, data.path()) == tables(&game, again.path()));
}

/// The temporary file of a tier is a device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_clear_error_and_keeps_what_is_finished() {
    let game: ThreeMusketeers = build("rows=3,columns=3").unwrap();
    let data = tempfile::tempdir().unwrap();
    let folder = Folder::of(&game, data.path());
    std::fs::create_dir_all(folder.path()).unwrap();
    std::os::unix::fs::symlink("/dev/full", folder.path().join("guards-04.table.tmp")).unwrap();
    match solve_into(&game, data.path()) {
        Err(SolveError::Table(TableError::Io { file, source })) => {
            assert!(file.ends_with("guards-04.table.tmp"));
            assert_eq!(source.kind(), std::io::ErrorKind::StorageFull);
        }
        other => panic!("{other:?}"),
    }
    let usable = Tables::open(&game, data.path()).unwrap();
    assert!(!usable.is_complete());
    let position = game.unrank(3, 5).unwrap();
    usable.value(&position).unwrap();
    let missing = usable.value(&game.unrank(4, 5).unwrap()).unwrap_err().to_string();
    assert!(missing.contains("guards-04.table"), "{missing}");
    solve_into(&game, data.path()).unwrap();
}

#[test]
fn wrong_values_do_not_pass_verification() {
    let game: Matches = build("pile=12").unwrap();
    let data = tempfile::tempdir().unwrap();
    solve_into(&game, data.path()).unwrap();
    let folder = Folder::of(&game, data.path());
    // A table with good checksums and a wrong value: 9 matches, said to be won by the other player.
    let header = folder.header(&game, 9, athos_solve::table::Width::Narrow);
    let writer = athos_solve::table::TableWriter::create(&folder.file(&game, 9), header).unwrap();
    let value = Tables::open(&game, data.path()).unwrap().code(&game.unrank(9, 0).unwrap()).unwrap();
    let wrong = if value.winner() == Some(Player::One) { 4 } else { 252 };
    writer.put(0, &[wrong, wrong]).unwrap();
    writer.finish().commit().unwrap();
    let options = verify::Options { workers: 2, in_memory: false, stop: &GO_ON, report: &|_, _| {} };
    for scope in [verify::Scope::All, verify::Scope::Random { positions: 1000, seed: 1 }] {
        let verdict = verify::verify(&game, data.path(), scope, options).unwrap();
        assert!(verdict.wrong > 0);
        assert_eq!(verdict.examples[0].tier, 9);
    }
    let tier = verify::verify(&game, data.path(), verify::Scope::Tier(8), options).unwrap();
    assert_eq!((tier.checked, tier.wrong), (2, 0));
}
