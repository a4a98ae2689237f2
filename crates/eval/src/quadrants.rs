//! Values of the games of quadrants: from a proof on disk, and by the solver that knows their threats.
//!
//! Whether a position is won, drawn or lost is known, not how soon. The position comes first; what time is left is
//! shared among its moves, one for all symmetric ones.

use crate::proofs::{self, QuadrantVisitor};
use crate::{Best, EvalError, Known, Source};
use athos_core::{Described, FullGame, Game, Value, Wdl};
use athos_games::quadrants::{Packed, Placement, QuadrantGame, Stones, pack_canonical};
use athos_prove::exact::Solvable;
use athos_prove::search;
use athos_prove::strategy::Strategy;
use athos_prove::table::Table;
use athos_search::{End, Limits};
use std::any::Any;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The longest time that is waited for anything.
const AGES: Duration = Duration::from_secs(1 << 30);

/// The sources of a game of quadrants, and what would make it better known.
pub struct Found<G: FullGame> {
    /// In the order to be asked.
    pub list: Vec<Box<dyn Source<G>>>,
    /// The command for a proof that is not there yet.
    pub hint: Option<String>,
}

/// The sources of a game; `None` if it is of another kind.
pub fn find<G: FullGame>(game: &G, memory: usize, threads: usize) -> Result<Option<Found<G>>, EvalError> {
    match proofs::visit(&game.spec(), "", Find { memory, threads })? {
        // The visitor was given the same game, so the types are the same, which only the compiler cannot see.
        Some(found) => Ok(found?.downcast::<Found<G>>().ok().map(|found| *found)),
        None => Ok(None),
    }
}

struct Find {
    memory: usize,
    threads: usize,
}

impl QuadrantVisitor for Find {
    type Output = Result<Box<dyn Any>, EvalError>;

    fn visit<T: Solvable>(self, game: QuadrantGame<T>) -> Result<Box<dyn Any>, EvalError>
    where
        QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
    {
        let solver = Arc::new(Solver { table: Table::new(self.memory), threads: self.threads });
        let strategy = proofs::strategy(&game)?;
        let hint = (strategy.is_none() && proofs::provable(&game))
            .then(|| format!("`athos solve {} --weak` makes a proof of the start's value", game.spec()));
        let mut list: Vec<Box<dyn Source<QuadrantGame<T>>>> = Vec::new();
        if let Some(strategy) = strategy {
            list.push(Box::new(Proof { strategy, solver: Arc::clone(&solver) }));
        }
        list.push(Box::new(solver));
        Ok(Box::new(Found { list, hint }))
    }
}

fn value(wdl: Wdl) -> Value {
    Value { wdl, plies: None }
}

/// The solver, with a table that all positions share.
struct Solver {
    table: Table,
    threads: usize,
}

impl Solver {
    /// The value of every move for the player who makes it. `known` is what is known already; the others are solved until
    /// the deadline.
    fn moves<T: Solvable>(
        &self,
        game: &QuadrantGame<T>,
        position: &Stones,
        limits: search::Limits<'_>,
        known: impl Fn(Placement<T>, &Stones) -> Option<Wdl>,
    ) -> Vec<(Placement<T>, Option<Value>)> {
        // 1. Moves that need no search.
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let mut open: Vec<(Packed, Stones)> = Vec::new();
        let mut found: HashMap<Packed, Option<Wdl>> = HashMap::new();
        let values: Vec<(Placement<T>, Result<Wdl, Packed>)> = moves
            .into_iter()
            .map(|m| {
                let next = game.play(position, m);
                let over = game.outcome(&next).map(|outcome| outcome.for_player(position.turn()));
                let value = over.or_else(|| known(m, &next)).ok_or_else(|| {
                    let packed = pack_canonical(&next).0;
                    if found.insert(packed, None).is_none() {
                        open.push((packed, next));
                    }
                    packed
                });
                (m, value)
            })
            .collect();

        // 2. The others, each with its share of the time.
        let count = open.len();
        for (index, (packed, next)) in open.into_iter().enumerate() {
            let now = Instant::now();
            let share = limits.deadline.map(|end| now + end.saturating_duration_since(now) / (count - index) as u32);
            if limits.ended() {
                break;
            }
            let limits = search::Limits { deadline: share, ..limits };
            let exact = T::solve(game, &next, &self.table, limits, self.threads);
            found.insert(packed, exact.ok().map(|exact| -exact.wdl));
        }
        let known = |packed: Packed| found.get(&packed).copied().flatten();
        values.into_iter().map(|(m, wdl)| (m, wdl.map_or_else(known, Some).map(value))).collect()
    }
}

/// The limits as the solver takes them, from now.
fn from_now(limits: &Limits) -> search::Limits<'_> {
    search::Limits {
        nodes: limits.nodes,
        deadline: limits.time.map(|time| Instant::now() + time.min(AGES)),
        stop: limits.cancel.as_deref(),
    }
}

/// The limit that left something unknown.
fn limit<M>(value: Option<Value>, moves: &[(M, Option<Value>)]) -> Option<End> {
    (value.is_none() || moves.iter().any(|(_, value)| value.is_none())).then_some(End::Time)
}

impl<T: Solvable> Source<QuadrantGame<T>> for Arc<Solver>
where
    QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
{
    fn method(&self) -> &'static str {
        "search"
    }

    fn ask(
        &self,
        game: &QuadrantGame<T>,
        position: &Stones,
        every_move: bool,
        limits: &Limits,
    ) -> Result<Known<Placement<T>>, EvalError> {
        let limits = from_now(limits);
        let exact = T::solve(game, position, &self.table, limits, self.threads).ok();
        let known = |m: Placement<T>, _: &Stones| {
            let exact = exact.filter(|exact| exact.wdl == Wdl::Loss || exact.best == Some(m));
            exact.map(|exact| exact.wdl)
        };
        let moves = if every_move { self.moves(game, position, limits, known) } else { Vec::new() };
        let value = exact.map(|exact| value(exact.wdl));
        Ok(Known { value, limit: limit(value, &moves), moves })
    }

    fn best(
        &self,
        game: &QuadrantGame<T>,
        position: &Stones,
        limits: &Limits,
    ) -> Result<Option<Best<Placement<T>>>, EvalError> {
        let exact = T::solve(game, position, &self.table, from_now(limits), self.threads).ok();
        Ok(exact.and_then(|exact| Some(Best { value: value(exact.wdl), moves: vec![exact.best?], method: "search" })))
    }
}

/// A proof, and the solver for moves that it says nothing about.
struct Proof {
    strategy: Strategy,
    solver: Arc<Solver>,
}

impl<T: Solvable> Source<QuadrantGame<T>> for Proof
where
    QuadrantGame<T>: FullGame<Position = Stones, Move = Placement<T>>,
{
    fn method(&self) -> &'static str {
        "proof"
    }

    fn ask(
        &self,
        game: &QuadrantGame<T>,
        position: &Stones,
        every_move: bool,
        limits: &Limits,
    ) -> Result<Known<Placement<T>>, EvalError> {
        let player = position.turn();
        let for_player = |winner| if winner == player { Wdl::Win } else { Wdl::Loss };
        let Some(wdl) = self.strategy.winner(game, position).map(for_player) else {
            return Ok(Known { value: None, moves: Vec::new(), limit: None });
        };
        let known = |_: Placement<T>, next: &Stones| match wdl {
            Wdl::Loss => Some(wdl),
            _ => self.strategy.winner(game, next).map(for_player),
        };
        let moves = if every_move { self.solver.moves(game, position, from_now(limits), known) } else { Vec::new() };
        Ok(Known { value: Some(value(wdl)), limit: limit(Some(value(wdl)), &moves), moves })
    }

    fn best(
        &self,
        game: &QuadrantGame<T>,
        position: &Stones,
        _: &Limits,
    ) -> Result<Option<Best<Placement<T>>>, EvalError> {
        let reply = self.strategy.reply(game, position);
        Ok(reply.map(|m| Best { value: value(Wdl::Win), moves: vec![m], method: "proof" }))
    }
}
