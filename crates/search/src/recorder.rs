//! Recording: the tree that a search really walked, with its windows, values, and what it left out and why.
//!
//! A search tells an [`Observer`] of every node; the unit type is the observer that does not listen and costs nothing.
//! [`Recorder`] writes the tree down until it has as many nodes as it may have.

use crate::points::{INFINITE, WIN, is_decided};
use crate::table::Bound;
use athos_core::{Game, Player, Wdl};

/// What a node turned out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Its moves were searched.
    Inner,
    /// The game is over there.
    Finished,
    /// At the horizon: its points are an estimate.
    Horizon,
    /// The table knew it.
    Known,
    /// Decided by a win in one, without search.
    Forced,
}

/// Why a move was not searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruned {
    /// An earlier move was already too good for the opponent to allow.
    Cutoff,
    /// An earlier move already had the best possible value.
    WinStop,
    /// It allows the opponent a win in one ply.
    Blunder,
    /// It was beyond the beam.
    Beam,
}

/// Listens to a search.
pub trait Observer<G: Game> {
    /// A new search of the whole tree begins; what was heard before is superseded.
    fn restart(&mut self) {}
    /// A node is entered by `m` (the root by none), with this window for the player to move there.
    fn enter(&mut self, _m: Option<G::Move>, _position: &G::Position, _alpha: i32, _beta: i32) {}
    /// What the current node is.
    fn label(&mut self, _kind: Kind) {}
    /// A move of the current node is left out.
    fn prune(&mut self, _m: G::Move, _reason: Pruned) {}
    /// The current node is left, with these points for the player to move there.
    fn leave(&mut self, _points: i32) {}
}

impl<G: Game> Observer<G> for () {}

impl<G: Game, O: Observer<G>> Observer<G> for &mut O {
    fn restart(&mut self) {
        (**self).restart();
    }

    fn enter(&mut self, m: Option<G::Move>, position: &G::Position, alpha: i32, beta: i32) {
        (**self).enter(m, position, alpha, beta);
    }

    fn label(&mut self, kind: Kind) {
        (**self).label(kind);
    }

    fn prune(&mut self, m: G::Move, reason: Pruned) {
        (**self).prune(m, reason);
    }

    fn leave(&mut self, points: i32) {
        (**self).leave(points);
    }
}

/// A node of a recorded tree.
#[derive(Clone, Debug)]
pub struct Node<G: Game> {
    /// The node above; `None` for the root.
    pub parent: Option<usize>,
    /// The move that led here; `None` for the root.
    pub m: Option<G::Move>,
    /// The position.
    pub position: G::Position,
    /// Who moves there.
    pub turn: Player,
    /// The window it was searched with, for the player to move.
    pub window: (i32, i32),
    /// The points it came out with, for the player to move.
    pub points: i32,
    /// What it is.
    pub kind: Kind,
    /// The nodes below, in the order of the search.
    pub children: Vec<usize>,
    /// The moves left out, and why.
    pub pruned: Vec<(G::Move, Pruned)>,
    /// Searched again with a wider window: a later sibling has the same move.
    pub superseded: bool,
}

impl<G: Game> Node<G> {
    /// How the points are meant: fewer than the window are a bound from above, more a bound from below.
    pub fn bound(&self) -> Bound {
        Bound::of(self.points, self.window.0, self.window.1)
    }
}

/// A recorded tree. Node 0 is the root, if anything was recorded.
#[derive(Clone, Debug)]
pub struct Tree<G: Game> {
    /// The nodes, parents before their children.
    pub nodes: Vec<Node<G>>,
    /// Nodes that were searched and found no room.
    pub omitted: u64,
}

/// Writes a tree down.
pub struct Recorder<G: Game> {
    game: G,
    limit: usize,
    tree: Tree<G>,
    /// The nodes from the root to the current one.
    path: Vec<usize>,
    /// How many levels below the last of `path` the search is, in nodes without room.
    below: usize,
}

impl<G: Game> Recorder<G> {
    /// A recorder of at most `limit` nodes.
    pub fn new(game: &G, limit: usize) -> Recorder<G> {
        let tree = Tree { nodes: Vec::new(), omitted: 0 };
        Recorder { game: game.clone(), limit, tree, path: Vec::new(), below: 0 }
    }

    /// What was recorded.
    pub fn into_tree(self) -> Tree<G> {
        self.tree
    }

    fn current(&mut self) -> Option<&mut Node<G>> {
        match self.below {
            0 => self.path.last().map(|&index| &mut self.tree.nodes[index]),
            _ => None,
        }
    }
}

impl<G: Game> Observer<G> for Recorder<G> {
    fn restart(&mut self) {
        self.tree.nodes.clear();
        self.tree.omitted = 0;
        self.path.clear();
        self.below = 0;
    }

    fn enter(&mut self, m: Option<G::Move>, position: &G::Position, alpha: i32, beta: i32) {
        if self.below > 0 || self.tree.nodes.len() >= self.limit {
            self.below += 1;
            self.tree.omitted += 1;
            return;
        }
        let index = self.tree.nodes.len();
        let parent = self.path.last().copied();
        if let Some(parent) = parent {
            let last = self.tree.nodes[parent].children.last().copied();
            if let Some(last) = last.filter(|&last| self.tree.nodes[last].m == m) {
                self.tree.nodes[last].superseded = true;
            }
            self.tree.nodes[parent].children.push(index);
        }
        self.tree.nodes.push(Node {
            parent,
            m,
            position: *position,
            turn: self.game.turn(position),
            window: (alpha, beta),
            points: 0,
            kind: Kind::Inner,
            children: Vec::new(),
            pruned: Vec::new(),
            superseded: false,
        });
        self.path.push(index);
    }

    fn label(&mut self, kind: Kind) {
        if let Some(node) = self.current() {
            node.kind = kind;
        }
    }

    fn prune(&mut self, m: G::Move, reason: Pruned) {
        if let Some(node) = self.current() {
            node.pruned.push((m, reason));
        }
    }

    fn leave(&mut self, points: i32) {
        if let Some(node) = self.current() {
            node.points = points;
            self.path.pop();
        } else {
            self.below -= 1;
        }
    }
}

/// Who wins, if points say so: `Some` beyond all estimates.
pub fn decided(points: i32) -> Option<Wdl> {
    is_decided(points).then_some(if points > 0 { Wdl::Win } else { Wdl::Loss })
}

/// Points as people read them: `12`, `win in 3`, `loss in 2`, `∞`. Plies count from the root.
pub fn points_text(points: i32) -> String {
    match decided(points) {
        _ if points.abs() >= INFINITE => if points > 0 { "∞" } else { "-∞" }.to_string(),
        None => points.to_string(),
        Some(wdl) if points.abs() == WIN => wdl.to_string(),
        Some(wdl) => format!("{wdl} in {}", WIN - points.abs()),
    }
}
