//! A search as it was walked, in the numbers of textbooks: one player maximises, the other minimises, and every number is
//! the utility of the game's first player.
//!
//! The nodes stand in the order of the search, parents before their children, so that walking them depth first is the
//! search again, step by step.

use crate::LabError;
use athos_core::{FullGame, Player};
use athos_eval::EvaluationName;
use athos_search::points::INFINITE;
use athos_search::recorder::{self, Kind, Pruned, decided};
use athos_search::table::Bound;
use athos_search::{End, Limits, Recorder, Report, Scoring, Settings, Switches, Tree, minimax, record_alpha_beta};
use serde::Serialize;
use std::collections::HashMap;

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// The whole tree.
    Minimax,
    /// Alpha-beta with these switches.
    AlphaBeta(Switches),
}

/// A recorded search.
#[derive(Clone, Debug, Serialize)]
pub struct ShownTree {
    /// How it was searched.
    pub algorithm: &'static str,
    /// The switches that were on.
    pub switches: String,
    /// The depth, if it was limited.
    pub depth: Option<u32>,
    /// Nodes visited by the whole search. Of iterative deepening only the last depth is recorded.
    pub visited: u64,
    /// Moves left out.
    pub cut: usize,
    /// Nodes that the table knew.
    pub hits: usize,
    /// The best line.
    pub line: Vec<String>,
    /// The nodes, in the order of the search.
    pub nodes: Vec<ShownNode>,
}

/// A node of it.
#[derive(Clone, Debug, Serialize)]
pub struct ShownNode {
    /// The node above; null for the root.
    pub parent: Option<usize>,
    /// The move that led here.
    #[serde(rename = "move")]
    pub m: Option<String>,
    /// The position.
    pub position: String,
    /// Who moves there, by name.
    pub turn: &'static str,
    /// Plies from the root.
    pub ply: usize,
    /// Whether the player who maximises moves there.
    pub max: bool,
    /// What the maximiser has for certain elsewhere; null for nothing yet.
    pub alpha: Option<i32>,
    /// What the minimiser has for certain elsewhere; null for nothing yet.
    pub beta: Option<i32>,
    /// The utility it came out with: 1, 0 and -1 for a tree without estimates.
    pub value: i32,
    /// The same in words: `+1`, `win`, `+12`.
    pub text: String,
    /// Whether it is exact, or the least or the most that it can be.
    pub bound: &'static str,
    /// What the node is: inner, finished, horizon, known, forced.
    pub kind: &'static str,
    /// Moves left out, and why: cutoff, win-stop, blunder, beam.
    pub pruned: Vec<ShownPruned>,
    /// Searched again with a wider window: a later sibling has the same move.
    pub superseded: bool,
    /// Where a position that the table knew was searched first.
    pub hit: Option<usize>,
}

/// A move that was left out.
#[derive(Clone, Debug, Serialize)]
pub struct ShownPruned {
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// Why.
    pub reason: &'static str,
}

/// Searches a position and shows the tree, if it has at most `most` nodes. `limits` bound the search; without a depth it
/// goes to the end of the game.
pub fn recorded<G: FullGame>(
    game: &G,
    position: &G::Position,
    algorithm: Algorithm,
    limits: &Limits,
    most: usize,
) -> Result<ShownTree, LabError> {
    let evaluation = EvaluationName::Own.for_game::<G>(1)?;
    let scoring = Scoring::Outcome;
    let (report, tree): (Report<G::Move>, Tree<G>) = match algorithm {
        Algorithm::Minimax => {
            let mut recorder = Recorder::new(game, most);
            let report = minimax(game, &evaluation, position, scoring, limits, &mut recorder);
            (report, recorder.into_tree())
        }
        Algorithm::AlphaBeta(switches) => {
            let settings = Settings { switches, scoring, limits: limits.clone(), threads: 1 };
            record_alpha_beta(game, &evaluation, position, &settings, most)?
        }
    };
    if tree.omitted > 0 || report.end == End::Nodes {
        return Err(LabError::TooManyNodes(most));
    }
    if !matches!(report.end, End::Proven | End::Depth) {
        return Err(LabError::Limit(report.end));
    }
    let (name, switches) = match algorithm {
        Algorithm::Minimax => ("minimax", String::new()),
        Algorithm::AlphaBeta(switches) => ("alpha-beta", switches.to_string()),
    };
    let nodes = shown(game, &tree);
    Ok(ShownTree {
        algorithm: name,
        switches,
        depth: limits.depth,
        visited: report.statistics.nodes,
        cut: tree.nodes.iter().map(|node| node.pruned.len()).sum(),
        hits: tree.nodes.iter().filter(|node| node.kind == Kind::Known).count(),
        line: report.line.iter().map(|&m| game.show_move(m)).collect(),
        nodes,
    })
}

fn shown<G: FullGame>(game: &G, tree: &Tree<G>) -> Vec<ShownNode> {
    let utility = Utility { estimates: tree.nodes.iter().any(|node| node.kind == Kind::Horizon) };
    let mut first = HashMap::new();
    let mut plies: Vec<usize> = Vec::with_capacity(tree.nodes.len());
    let mut nodes = Vec::with_capacity(tree.nodes.len());
    for (index, node) in tree.nodes.iter().enumerate() {
        let ply = node.parent.map_or(0, |parent| plies[parent] + 1);
        plies.push(ply);
        // The table may know a position by its mirror image.
        let seen = *first.entry(game.canonical(&node.position).0).or_insert(index);
        let max = node.turn == Player::One;
        let (alpha, beta) = if max { node.window } else { (-node.window.1, -node.window.0) };
        let points = if max { node.points } else { -node.points };
        nodes.push(ShownNode {
            parent: node.parent,
            m: node.m.map(|m| game.show_move(m)),
            position: game.show_position(&node.position),
            turn: G::PLAYERS[node.turn.index()],
            ply,
            max,
            alpha: (alpha > -INFINITE).then(|| utility.number(alpha)),
            beta: (beta < INFINITE).then(|| utility.number(beta)),
            value: utility.number(points),
            text: utility.text(points),
            bound: bound(node, max),
            kind: match node.kind {
                Kind::Inner => "inner",
                Kind::Finished => "finished",
                Kind::Horizon => "horizon",
                Kind::Known => "known",
                Kind::Forced => "forced",
            },
            pruned: node.pruned.iter().map(|&(m, reason)| pruned(game.show_move(m), reason)).collect(),
            superseded: node.superseded,
            hit: (node.kind == Kind::Known && seen < index).then_some(seen),
        });
    }
    nodes
}

fn bound<G: FullGame>(node: &recorder::Node<G>, max: bool) -> &'static str {
    match (node.kind, node.bound(), max) {
        (Kind::Finished | Kind::Horizon, ..) | (_, Bound::Exact, _) => "exact",
        (_, Bound::AtLeast, true) | (_, Bound::AtMost, false) => "least",
        (_, Bound::AtMost, true) | (_, Bound::AtLeast, false) => "most",
    }
}

fn pruned(m: String, reason: Pruned) -> ShownPruned {
    let reason = match reason {
        Pruned::Cutoff => "cutoff",
        Pruned::WinStop => "win-stop",
        Pruned::Blunder => "blunder",
        Pruned::Beam => "beam",
    };
    ShownPruned { m, reason }
}

/// Points as utilities of the first player.
struct Utility {
    /// Whether there are estimates: then a win must be more than any of them.
    estimates: bool,
}

impl Utility {
    fn number(&self, points: i32) -> i32 {
        match decided(points) {
            Some(_) if !self.estimates => points.signum(),
            _ => points,
        }
    }

    fn text(&self, points: i32) -> String {
        match decided(points) {
            Some(wdl) if self.estimates => wdl.to_string(),
            Some(_) => format!("{:+}", points.signum()),
            None if self.estimates => format!("{points:+}"),
            None => "0".to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use athos_games::Matches;
    use athos_games::registry::build;

    fn tree(algorithm: Algorithm, depth: Option<u32>, most: usize) -> Result<ShownTree, LabError> {
        let game: Matches = build("pile=9").unwrap();
        let limits = Limits { depth, ..Limits::default() };
        recorded(&game, &athos_core::Game::start(&game), algorithm, &limits, most)
    }

    /// Nine matches: the second player wins, and minimax visits every line of play.
    #[test]
    fn a_tree_is_the_search() {
        let whole = tree(Algorithm::Minimax, None, 200).unwrap();
        assert_eq!(whole.nodes.len() as u64, whole.visited);
        assert_eq!((whole.nodes[0].value, whole.nodes[0].text.as_str()), (-1, "-1"));
        for (index, node) in whole.nodes.iter().enumerate() {
            assert!(node.parent.is_none_or(|parent| parent < index && whole.nodes[parent].ply + 1 == node.ply));
            // The value of an inner node is the best of those below for the player to move.
            let below = whole.nodes.iter().filter(|child| child.parent == Some(index)).map(|child| child.value);
            let best = if node.max { below.max() } else { below.min() };
            assert_eq!(best.unwrap_or(node.value), node.value);
        }
        let cut = tree(Algorithm::AlphaBeta(Switches::read("win-stop").unwrap()), None, 200).unwrap();
        assert!(cut.nodes.len() < whole.nodes.len() && cut.cut > 0);
        assert_eq!(cut.nodes[0].value, -1);
    }

    #[test]
    fn hits_point_back_and_too_many_nodes_are_refused() {
        let known = tree(Algorithm::AlphaBeta(Switches::read("table").unwrap()), None, 200).unwrap();
        assert!(known.hits > 0);
        for (index, node) in known.nodes.iter().enumerate() {
            if let Some(first) = node.hit {
                assert!(first < index && known.nodes[first].position == node.position);
            }
        }
        assert!(matches!(tree(Algorithm::Minimax, None, 5), Err(LabError::TooManyNodes(5))));
    }
}
