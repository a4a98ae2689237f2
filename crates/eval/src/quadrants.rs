//! Values of the games of quadrants: from a proof on disk, and by the solver that knows their threats.
//!
//! Whether a position is won, drawn or lost is known, not how soon. The position comes first; what time is left is
//! shared among its moves, one for all symmetric ones. Memory is shared out in the beginning: to solve Pentago from the end
//! takes a gigabyte with 18 stones and less with every stone more; the table gets the rest.

use crate::proofs::{self, QuadrantVisitor};
use crate::{Best, EvalError, Known, Source};
use athos_core::{Described, FullGame, Game, Value, Wdl};
use athos_games::quadrants::{Packed, Placement, QuadrantGame, Stones, pack_canonical};
use athos_prove::backward::LEAST_STONES;
use athos_prove::exact::{Exact, Solvable};
use athos_prove::search::{self, Stopped};
use athos_prove::strategy::Strategy;
use athos_prove::table::Table;
use athos_search::{End, Limits};
use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The longest time that is waited for anything.
const AGES: Duration = Duration::from_secs(1 << 30);
/// What the program takes for itself.
const PROGRAM: usize = 12 << 20;
/// Positions that the search may visit for a move before all moves are solved from the end.
const SOON: u64 = 2_000;

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
        let solver = Arc::new(Solver::new::<T>(self.memory, self.threads));
        let strategy = proofs::strategy(&game)?;
        let hint = match T::memory_from_the_end(LEAST_STONES) {
            Some(needed) => (needed > solver.spare).then(|| {
                let enough = Solver::enough(needed).div_ceil(1 << 20);
                format!("with `--memory {enough}` every position with {LEAST_STONES} stones or more is solved")
            }),
            None => (strategy.is_none() && proofs::provable(&game))
                .then(|| format!("`athos solve {} --weak` makes a proof of the start's value", game.spec())),
        };
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
    /// Bytes beside the table, to solve positions from the end; one at a time takes them.
    spare: usize,
    spare_in_use: Mutex<()>,
    threads: usize,
}

/// Every move with its value, as far as it is known, and what ended the search for the others.
type Moves<T> = (Vec<(Placement<T>, Option<Value>)>, Option<Stopped>);

impl Solver {
    /// A solver that takes this much memory in all.
    fn new<T: Solvable>(memory: usize, threads: usize) -> Solver {
        let memory = memory.saturating_sub(PROGRAM).max(memory / 2);
        let needs = (LEAST_STONES..=36).filter_map(T::memory_from_the_end);
        let spare = needs.filter(|needed| *needed <= memory / 4 * 3).max().unwrap_or(0);
        Solver { table: Table::new(memory - spare), spare, spare_in_use: Mutex::new(()), threads }
    }

    /// The memory of a solver that can spare so much.
    fn enough(spare: usize) -> usize {
        spare.div_ceil(3) * 4 + PROGRAM
    }

    /// Whether all moves of a position can be solved from the end.
    fn can_spare<T: Solvable>(&self, position: &Stones) -> bool {
        T::memory_from_the_end(position.taken().count_ones()).is_some_and(|needed| needed <= self.spare)
    }

    fn solve<T: Solvable>(
        &self,
        game: &QuadrantGame<T>,
        position: &Stones,
        limits: search::Limits<'_>,
    ) -> Result<Exact<T>, Stopped> {
        let turn = self.spare_in_use.try_lock();
        let memory = Some(if turn.is_ok() { self.spare } else { 0 });
        T::solve(game, position, &self.table, search::Limits { memory, ..limits }, self.threads)
    }

    /// The value of every move for the player who makes it. `known` is what is known already; the others are solved until
    /// the limits end it.
    fn moves<T: Solvable>(
        &self,
        game: &QuadrantGame<T>,
        position: &Stones,
        limits: search::Limits<'_>,
        known: impl Fn(Placement<T>, &Stones) -> Option<Wdl>,
    ) -> Moves<T> {
        // 1. Moves that need no search.
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let mut open: Vec<(Packed, Stones)> = Vec::new();
        let mut found: HashMap<Packed, Wdl> = HashMap::new();
        let values: Vec<(Placement<T>, Result<Wdl, Packed>)> = moves
            .into_iter()
            .map(|m| {
                let next = game.play(position, m);
                let over = game.outcome(&next).map(|outcome| outcome.for_player(position.turn()));
                let value = over.or_else(|| known(m, &next)).ok_or_else(|| {
                    let packed = pack_canonical(&next).0;
                    if open.iter().all(|(other, _)| *other != packed) {
                        open.push((packed, next));
                    }
                    packed
                });
                (m, value)
            })
            .collect();

        // 2. What a short search finds. Where it does not find everything, all from the end, if that can be done.
        if self.can_spare::<T>(position) {
            let soon = search::Limits { nodes: Some(limits.nodes.map_or(SOON, |nodes| nodes.min(SOON))), ..limits };
            open.retain(|(packed, next)| {
                let exact = self.solve(game, next, soon);
                exact.map(|exact| found.insert(*packed, -exact.wdl)).is_err()
            });
            if !open.is_empty()
                && let Ok(_turn) = self.spare_in_use.try_lock()
                && let Some(Ok(all)) = T::moves_from_the_end(game, position, limits, self.threads)
            {
                return (all.into_iter().map(|(m, wdl)| (m, Some(value(wdl)))).collect(), None);
            }
        }

        // 3. The others, each with its share of the time.
        let (count, mut stopped) = (open.len(), None);
        for (index, (packed, next)) in open.into_iter().enumerate() {
            let now = Instant::now();
            let share = limits.deadline.map(|end| now + end.saturating_duration_since(now) / (count - index) as u32);
            match self.solve(game, &next, search::Limits { deadline: share, ..limits }) {
                Ok(exact) => {
                    found.insert(packed, -exact.wdl);
                }
                Err(reason) => stopped = Some(reason),
            }
        }
        let known = |packed: Packed| found.get(&packed).copied();
        (values.into_iter().map(|(m, wdl)| (m, wdl.map_or_else(known, Some).map(value))).collect(), stopped)
    }
}

/// The limits as the solver takes them, from now.
fn from_now(limits: &Limits) -> search::Limits<'_> {
    search::Limits {
        nodes: limits.nodes,
        deadline: limits.time.map(|time| Instant::now() + time.min(AGES)),
        stop: limits.cancel.as_deref(),
        memory: None,
    }
}

/// The limit that left something unknown, as reports name it.
fn end(stopped: Stopped) -> End {
    match stopped {
        Stopped::Time => End::Time,
        Stopped::Asked => End::Cancelled,
        Stopped::Nodes => End::Nodes,
        Stopped::Memory(_) => End::Memory,
    }
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
        // 1. The position. If all moves can be solved from the end, its value may come from theirs.
        let limits = from_now(limits);
        let from_moves = every_move && self.can_spare::<T>(position);
        let nodes = if from_moves { Some(limits.nodes.map_or(SOON, |nodes| nodes.min(SOON))) } else { limits.nodes };
        let exact = self.solve(game, position, search::Limits { nodes, ..limits });
        if !every_move {
            let limit = exact.err().map(end);
            return Ok(Known { value: exact.ok().map(|exact| value(exact.wdl)), moves: Vec::new(), limit });
        }

        // 2. Its moves.
        let known = |m: Placement<T>, _: &Stones| {
            let exact = exact.ok().filter(|exact| exact.wdl == Wdl::Loss || exact.best == Some(m));
            exact.map(|exact| exact.wdl)
        };
        let (moves, stopped) = self.moves(game, position, limits, known);
        let of_moves = || moves.iter().map(|(_, value)| value.map(|value| value.wdl)).collect::<Option<Vec<Wdl>>>();
        let wdl = exact.ok().map(|exact| exact.wdl).or_else(|| of_moves()?.into_iter().max());
        let limit = if wdl.is_none() { stopped.or(exact.err()) } else { stopped };
        Ok(Known { value: wdl.map(value), moves, limit: limit.map(end) })
    }

    fn best(
        &self,
        game: &QuadrantGame<T>,
        position: &Stones,
        limits: &Limits,
    ) -> Result<Option<Best<Placement<T>>>, EvalError> {
        let exact = self.solve(game, position, from_now(limits)).ok();
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
        let (moves, stopped) = match every_move {
            true => self.solver.moves(game, position, from_now(limits), known),
            false => (Vec::new(), None),
        };
        Ok(Known { value: Some(value(wdl)), moves, limit: stopped.map(end) })
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
