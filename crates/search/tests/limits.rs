//! Limits hold, whatever the machine is doing.

mod common;

use athos_core::FullGame;
use athos_games::registry::{Visitor, visit};
use athos_search::{
    End, Limits, MonteCarlo, Own, Scoring, Settings, alpha_beta, exact, minimax, monte_carlo, proof_number,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Runs every search under these limits and gives how each ended, with the nodes it used.
struct EverySearch(Limits);

impl Visitor for EverySearch {
    type Output = Vec<(End, u64)>;

    fn visit<G: FullGame>(self, game: G) -> Vec<(End, u64)> {
        let (limits, start) = (self.0, game.start());
        let mut ends = Vec::new();
        for threads in [1, 3] {
            let settings = Settings { limits: limits.clone(), threads, ..Settings::default() };
            let report = alpha_beta(&game, &Own, &start, &settings).unwrap();
            assert!(report.best.is_some(), "a search that is cut short still has a move");
            ends.push((report.end, report.statistics.nodes));
        }
        let report = minimax(&game, &Own, &start, Scoring::Distance, &limits, &mut ());
        assert!(report.best.is_some() && !report.is_proven());
        ends.push((report.end, report.statistics.nodes));
        let report = proof_number(&game, &start, &limits).unwrap();
        ends.push((report.end, report.statistics.nodes));
        let report = monte_carlo(&game, &Own, &start, &MonteCarlo::default(), &limits);
        ends.push((report.end, report.statistics.nodes));
        let found = exact(&game, &start, &limits, true).unwrap();
        ends.push((found.end, found.statistics.nodes));
        ends
    }
}

#[test]
fn no_search_uses_more_nodes_than_it_may() {
    for nodes in [1, 10, 1000, 4999] {
        for game in ["pentago", "mad-king", "three-musketeers"] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            for (index, (end, used)) in visit(game, "", EverySearch(limits)).unwrap().into_iter().enumerate() {
                assert_eq!(end, End::Nodes, "{game}, search {index}");
                // Threads look at the common count in turns, so each may be one stretch ahead.
                let slack = if index == 1 { 3 * 64 } else { 1 };
                assert!(used <= nodes + slack, "{game}, search {index}: {used} of {nodes}");
            }
        }
    }
}

#[test]
fn a_search_without_time_ends_at_once() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    for (index, (end, used)) in visit("pentago", "", EverySearch(limits)).unwrap().into_iter().enumerate() {
        assert_eq!(end, End::Time, "search {index}");
        assert!(used <= 3, "search {index} visited {used} nodes");
    }
}

#[test]
fn time_ends_every_search() {
    let limits = Limits { time: Some(Duration::from_millis(30)), ..Limits::default() };
    assert!(visit("pentago", "", EverySearch(limits)).unwrap().into_iter().all(|(end, _)| end == End::Time));
}

#[test]
fn cancelling_ends_every_search() {
    let cancel = Arc::new(AtomicBool::new(true));
    let limits = Limits { cancel: Some(cancel.clone()), ..Limits::default() };
    let ends = visit("mad-king", "", EverySearch(limits.clone())).unwrap();
    assert!(ends.into_iter().all(|(end, used)| end == End::Cancelled && used <= 3));
    // From another thread, while the search runs.
    cancel.store(false, Ordering::Relaxed);
    let canceller = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        cancel.store(true, Ordering::Relaxed);
    });
    let ends = visit("mad-king", "", EverySearch(limits)).unwrap();
    assert!(ends.into_iter().all(|(end, _)| end == End::Cancelled));
    canceller.join().unwrap();
}

#[test]
fn a_finished_game_needs_no_search() {
    struct Finished;
    impl Visitor for Finished {
        type Output = ();
        fn visit<G: FullGame>(self, game: G) {
            let end = athos_search::random::playout(
                &game,
                game.start(),
                10_000,
                &mut athos_core::random::Random::new(5),
                &mut Vec::new(),
            );
            let Some(outcome) = game.outcome(&end) else { return };
            let value = athos_core::Value::over(outcome.for_player(game.turn(&end)));
            let settings = Settings::default();
            let reports = [
                alpha_beta(&game, &Own, &end, &settings).unwrap(),
                minimax(&game, &Own, &end, Scoring::Distance, &Limits::default(), &mut ()),
                monte_carlo(&game, &Own, &end, &MonteCarlo::default(), &Limits::default()),
            ];
            for report in reports {
                assert_eq!((report.value(), report.best, report.end), (Some(value), None, End::Proven));
            }
            let report = proof_number(&game, &end, &Limits::default()).unwrap();
            assert_eq!(report.value().map(|value| value.wdl), Some(value.wdl));
            assert_eq!(exact(&game, &end, &Limits::default(), true).unwrap().value, Some(value));
        }
    }
    for game in athos_games::registry::IDS {
        visit(game, "", Finished).unwrap();
    }
}
