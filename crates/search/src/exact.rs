//! Exact values: what a position and each of its moves are worth, with distances, within limits.
//!
//! Depth by depth, every move that is not yet decided is searched to that depth with the full window and no estimates.
//! A value counts only when it rests on finished games alone, so the first depth that decides a move also gives its
//! distance: a shorter win would have been found at a smaller depth. One table serves all moves and depths.
//!
//! Endless play is never decided here: a draw that nobody can avoid but by playing on for ever stays unknown, whatever
//! the limits. Retrograde analysis is the tool for that.

use crate::alpha_beta::{Window, Worker};
use crate::evaluator::Zero;
use crate::limits::{End, Limits, Watch};
use crate::points::Scoring;
use crate::report::Statistics;
use crate::switches::Switches;
use crate::table::{Table, TableError};
use athos_core::{Keyed, Score, Symmetric, Value, Wdl};
use std::time::Duration;

/// What is known about a position and its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Exact<M> {
    /// The value for the player to move; `None` when the limits did not suffice.
    pub value: Option<Value>,
    /// Every legal move in the game's order, with its value for the player who makes it, counted from before the move.
    pub moves: Vec<(M, Option<Value>)>,
    /// What ended the search: `Proven` when nothing is unknown.
    pub end: End,
    /// The deepest search that was finished.
    pub depth: u32,
    /// What it cost.
    pub statistics: Statistics,
    /// How long it took.
    pub time: Duration,
}

/// The value of a position and, if `every_move`, of each of its moves; otherwise the search ends as soon as the
/// position's value is known.
pub fn exact<G: Keyed + Symmetric>(
    game: &G,
    position: &G::Position,
    limits: &Limits,
    every_move: bool,
) -> Result<Exact<G::Move>, TableError> {
    let watch = Watch::start(limits);
    let mut answer = Exact {
        value: None,
        moves: Vec::new(),
        end: End::Proven,
        depth: 0,
        statistics: Statistics::default(),
        time: Duration::ZERO,
    };
    // Step 1. A finished game.
    if let Some(outcome) = game.outcome(position) {
        answer.value = Some(Value::over(outcome.for_player(game.turn(position))));
        return Ok(answer);
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    answer.moves = moves.into_iter().map(|m| (m, None)).collect();
    let table = Table::new(limits.memory)?;
    let switches = Switches::sound().without("aspiration,deepening,forced").unwrap_or_default();
    let mut worker = Worker::new(game, &Zero, switches, Scoring::Distance, Some(&table), &watch, ());

    // Step 2. Depth by depth, decide the moves that are open.
    let last = limits.last_depth();
    answer.end = End::Depth;
    for depth in 1..=last {
        table.make_room(8 * worker.statistics.filled);
        for (m, value) in answer.moves.iter_mut().filter(|(_, value)| value.is_none()) {
            let next = game.play(position, *m);
            let found = worker.search(&next, depth - 1, Window::FULL);
            if worker.eye.stopped() {
                break;
            }
            if let Score::Proven(after) = Scoring::Distance.score(found.points, found.complete) {
                *value = Some(after.before_move(game.turn(&next) == game.turn(position)));
            }
        }
        if let Some(end) = watch.end() {
            answer.end = end;
            break;
        }
        answer.depth = depth;
        // Step 3. A win found at this depth is the quickest; otherwise all moves must be known.
        let known = answer.moves.iter().all(|(_, value)| value.is_some());
        let best = answer.moves.iter().filter_map(|(_, value)| *value).max();
        answer.value = best.filter(|best| known || best.wdl == Wdl::Win);
        if known || (answer.value.is_some() && !every_move) {
            answer.end = End::Proven;
            break;
        }
    }
    answer.statistics = worker.statistics;
    answer.statistics.places = table.places();
    answer.time = watch.elapsed();
    Ok(answer)
}
