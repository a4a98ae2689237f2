//! The recorded tree is the tree that was walked.

mod common;

use athos_core::{FullGame, Game};
use athos_games::Matches;
use athos_games::registry::{Visitor, build};
use athos_search::recorder::{Kind, Pruned};
use athos_search::{
    Hashed, Limits, Recorder, Scoring, Settings, Switch, Switches, Tree, Zero, minimax, record_alpha_beta,
};
use common::{at, for_every_game, positions};

/// Whether the points of every node follow from those of its children.
fn check_tree<G: FullGame>(game: &G, tree: &Tree<G>, whole: bool) {
    for (index, node) in tree.nodes.iter().enumerate() {
        let place = at(game, &node.position);
        assert!(node.parent.is_none_or(|parent| parent < index && tree.nodes[parent].children.contains(&index)));
        let moves = game.count_moves(&node.position);
        match node.kind {
            Kind::Finished => assert!(game.outcome(&node.position).is_some(), "{place}"),
            Kind::Horizon | Kind::Known => assert!(node.children.is_empty(), "{place}"),
            Kind::Forced => {}
            Kind::Inner => {
                let live = node.children.iter().filter(|&&child| !tree.nodes[child].superseded).count();
                assert_eq!(live + node.pruned.len(), moves, "{place}: every move is searched or left out for a reason");
                let best = node.children.iter().filter(|&&child| !tree.nodes[child].superseded).map(|&child| {
                    let child = &tree.nodes[child];
                    if child.turn == node.turn { child.points } else { -child.points }
                });
                if let Some(best) = best.max().filter(|_| whole) {
                    assert_eq!(best, node.points, "{place}: a node is worth the best of its moves");
                }
            }
        }
    }
}

#[test]
fn every_node_is_there_and_worth_the_best_of_its_moves() {
    struct Check(u32);
    impl Visitor for Check {
        type Output = ();
        fn visit<G: FullGame>(self, game: G) {
            let evaluator = Hashed { seed: 1, spread: 5 };
            for position in positions(&game, 3, 3) {
                for switches in ["none", "win-stop", "table", "pvs,table,killers", "win-stop,table,ordering,history"] {
                    let settings = Settings {
                        switches: Switches::read(switches).unwrap(),
                        limits: Limits { memory: 1 << 14, ..Limits::depth(self.0.min(6)) },
                        ..Settings::default()
                    };
                    let (report, tree) =
                        record_alpha_beta(&game, &evaluator, &position, &settings, usize::MAX).unwrap();
                    assert_eq!(tree.nodes.len() as u64, report.statistics.nodes);
                    assert_eq!(tree.omitted, 0);
                    // With mate bounds a node may be left before any move is searched.
                    check_tree(&game, &tree, !settings.switches.has(Switch::WinStop));
                }
                let mut recorder = Recorder::new(&game, usize::MAX);
                let limits = Limits::depth(self.0.min(3));
                let report = minimax(&game, &evaluator, &position, Scoring::Distance, &limits, &mut recorder);
                let tree = recorder.into_tree();
                assert_eq!(tree.nodes.len() as u64, report.statistics.nodes);
                check_tree(&game, &tree, true);
            }
        }
    }
    for_every_game(Check);
}

#[test]
fn a_full_recorder_counts_what_it_leaves_out() {
    let game: Matches = build("pile=9").unwrap();
    let mut recorder = Recorder::new(&game, 50);
    minimax(&game, &Zero, &game.start(), Scoring::Outcome, &Limits::depth(40), &mut recorder);
    let tree = recorder.into_tree();
    assert_eq!((tree.nodes.len(), tree.omitted), (50, 177 - 50));
}

#[test]
fn pruned_moves_have_their_reason() {
    let game: Matches = build("pile=7").unwrap();
    let settings = Settings {
        switches: Switches::read("win-stop").unwrap(),
        scoring: Scoring::Outcome,
        limits: Limits::depth(40),
        threads: 1,
    };
    let (report, tree) = record_alpha_beta(&game, &Zero, &game.start(), &settings, 1000).unwrap();
    assert_eq!((report.statistics.nodes, tree.nodes.len()), (32, 32));
    let reasons: Vec<Pruned> = tree.nodes.iter().flat_map(|node| &node.pruned).map(|&(_, reason)| reason).collect();
    assert!(!reasons.is_empty() && reasons.iter().all(|&reason| reason == Pruned::WinStop));
}
