//! From one depth to the next: iterative deepening, aspiration windows, and several threads.
//!
//! Threads share nothing but the table and the watch. They all search the same position to the same depth, each with
//! ties broken in its own way, so that they meet different parts of the tree first and find each other's results in the
//! table; the first to finish ends the round. Entries of the table are facts (see [`table`](crate::table)), so every
//! thread finds the value that one thread alone would find.

use crate::alpha_beta::{Window, Worker};
use crate::evaluator::Evaluator;
use crate::limits::{End, Limits, Watch};
use crate::points::{Found, Scoring, is_decided};
use crate::recorder::{Observer, Recorder, Tree};
use crate::report::{Iteration, Report, Statistics};
use crate::switches::{Switch, Switches};
use crate::table::{Table, TableError};
use athos_core::{Keyed, Score, Symmetric, Value};

/// How alpha-beta is to search.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The enhancements.
    pub switches: Switches,
    /// Whether the distance of a win counts.
    pub scoring: Scoring,
    /// What it may spend.
    pub limits: Limits,
    /// How many threads; 0 counts as 1.
    pub threads: usize,
}

/// Alpha-beta from `position`.
///
/// A table is made within the limits if the switches want one; [`alpha_beta_with`] keeps one from search to search.
///
/// ```
/// use athos_core::{Game, Value};
/// use athos_games::Nim;
/// use athos_search::{Own, Settings, alpha_beta};
///
/// let nim = Nim::default();
/// let report = alpha_beta(&nim, &Own, &nim.start(), &Settings::default()).unwrap();
/// assert_eq!(report.value(), Some(Value::win(11)));
/// ```
pub fn alpha_beta<G: Keyed + Symmetric, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    settings: &Settings,
) -> Result<Report<G::Move>, TableError> {
    let table = match settings.switches.has(Switch::Table) {
        true => Some(Table::new(settings.limits.memory)?),
        false => None,
    };
    Ok(alpha_beta_with(game, evaluator, position, settings, table.as_ref(), &mut |_| ()))
}

/// The same with a table that already knows something, telling of every depth as it is finished. The table must come from
/// the same game, evaluator, scoring and switches.
pub fn alpha_beta_with<G: Keyed + Symmetric, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    settings: &Settings,
    table: Option<&Table>,
    on_depth: &mut dyn FnMut(&Iteration<G::Move>),
) -> Report<G::Move> {
    let watch = Watch::start(&settings.limits);
    let workers = (0..settings.threads.max(1) as u32).map(|thread| {
        let (switches, scoring) = (settings.switches, settings.scoring);
        Worker { thread, ..Worker::new(game, evaluator, switches, scoring, table, &watch, ()) }
    });
    deepen(workers.collect(), position, settings, &watch, on_depth)
}

/// The same on one thread, and the tree it walked, up to `nodes` nodes. Of iterative deepening, the last depth is kept.
pub fn record_alpha_beta<G: Keyed + Symmetric, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    settings: &Settings,
    nodes: usize,
) -> Result<(Report<G::Move>, Tree<G>), TableError> {
    let table = match settings.switches.has(Switch::Table) {
        true => Some(Table::new(settings.limits.memory)?),
        false => None,
    };
    let mut recorder = Recorder::new(game, nodes);
    let settings = Settings { threads: 1, ..settings.clone() };
    let watch = Watch::start(&settings.limits);
    let worker =
        Worker::new(game, evaluator, settings.switches, settings.scoring, table.as_ref(), &watch, &mut recorder);
    let report = deepen(vec![worker], position, &settings, &watch, &mut |_| ());
    Ok((report, recorder.into_tree()))
}

fn deepen<G: Keyed + Symmetric, E: Evaluator<G>, O: Observer<G> + Send>(
    mut workers: Vec<Worker<'_, G, E, O>>,
    position: &G::Position,
    settings: &Settings,
    watch: &Watch,
    on_depth: &mut dyn FnMut(&Iteration<G::Move>),
) -> Report<G::Move> {
    let switches = settings.switches;
    let game = workers[0].game;
    let last = settings.limits.last_depth();
    let first = if switches.has(Switch::Deepening) { last.min(1) } else { last };
    let mut done: Option<(u32, Found)> = None;
    let mut line = Vec::new();
    let mut iterations = Vec::new();
    let mut end = End::Depth;
    for depth in first..=last {
        // Every depth needs a few times the room of the one before; a single search of unknown size all there is.
        if let Some(table) = workers[0].table {
            table.make_room(if depth == first && first > 1 { u64::MAX } else { 8 * total(&workers).filled });
        }
        // Step 1. Search this depth, with a narrow window first if the last depth says where.
        let target = done.filter(|(_, found)| switches.has(Switch::Aspiration) && !is_decided(found.points));
        let found = match target {
            Some((_, found)) => aspire(&mut workers, position, depth, found.points, watch),
            None => round(&mut workers, position, depth, Window::FULL, watch),
        };
        // Step 2. A search that was stopped leaves what the last depth found.
        let Some((found, winner)) = found else {
            end = watch.end().unwrap_or(End::Cancelled);
            break;
        };
        line.clone_from(&workers[winner].lines[0]);
        done = Some((depth, found));
        let statistics = total(&workers);
        let proven = found.complete && statistics.beamed == 0;
        let iteration = Iteration {
            depth,
            best: line.first().copied(),
            line: line.clone(),
            score: score(settings, found.points, proven),
            nodes: statistics.nodes,
            time: watch.elapsed(),
        };
        on_depth(&iteration);
        iterations.push(iteration);
        // Step 3. What is proven does not change with depth.
        if proven {
            end = End::Proven;
            break;
        }
        for worker in &mut workers {
            worker.first = line.first().copied();
            worker.memory.fade();
        }
    }
    let statistics = total(&workers);
    let (depth, score) = match (done, iterations.last()) {
        (Some((depth, _)), Some(iteration)) => (depth.min(statistics.max_ply), iteration.score),
        _ => {
            line = unfinished_line(&workers[0], game, position);
            (0, guess(&workers[0], position))
        }
    };
    Report { best: line.first().copied(), score, line, depth, statistics, iterations, time: watch.elapsed(), end }
}

/// What the points mean under these settings: with switches that look further in some lines than in others, the
/// distance of a win is not the least one.
fn score(settings: &Settings, points: i32, proven: bool) -> Score {
    match settings.scoring.score(points, proven) {
        Score::Proven(value) if !settings.switches.is_sound() => Score::Proven(Value { plies: None, ..value }),
        score => score,
    }
}

/// A narrow window around `points`; the side that is missed is opened.
fn aspire<G: Keyed + Symmetric, E: Evaluator<G>, O: Observer<G> + Send>(
    workers: &mut [Worker<'_, G, E, O>],
    position: &G::Position,
    depth: u32,
    points: i32,
    watch: &Watch,
) -> Option<(Found, usize)> {
    let width = workers[0].switches.aspiration_width;
    let mut window = Window { alpha: points - width, beta: points + width };
    loop {
        let (found, winner) = round(workers, position, depth, window, watch)?;
        if found.points <= window.alpha && window.alpha > Window::FULL.alpha {
            window.alpha = Window::FULL.alpha;
        } else if found.points >= window.beta && window.beta < Window::FULL.beta {
            window.beta = Window::FULL.beta;
        } else {
            return Some((found, winner));
        }
        workers[winner].statistics.researched += 1;
    }
}

/// One depth, one window, all threads. `None` when the search was stopped; else what the first to finish found, and
/// which thread that was.
fn round<G: Keyed + Symmetric, E: Evaluator<G>, O: Observer<G> + Send>(
    workers: &mut [Worker<'_, G, E, O>],
    position: &G::Position,
    depth: u32,
    window: Window,
    watch: &Watch,
) -> Option<(Found, usize)> {
    watch.begin_round();
    workers.iter_mut().for_each(|worker| worker.eye.reopen());
    let search = |worker: &mut Worker<'_, G, E, O>| {
        let found = worker.search(position, depth, window);
        (!worker.eye.stopped() && watch.end_round()).then_some(found)
    };
    if let [worker] = workers {
        return search(worker).map(|found| (found, 0));
    }
    std::thread::scope(|scope| {
        let threads: Vec<_> = workers.iter_mut().map(|worker| scope.spawn(|| search(worker))).collect();
        let found = threads.into_iter().map(|thread| thread.join().ok().flatten());
        found.enumerate().filter_map(|(thread, found)| Some((found?, thread))).next()
    })
}

fn total<G: Keyed + Symmetric, E: Evaluator<G>, O: Observer<G>>(workers: &[Worker<'_, G, E, O>]) -> Statistics {
    let mut statistics = Statistics::default();
    workers.iter().for_each(|worker| statistics.add(&worker.statistics));
    statistics.places = workers[0].table.map_or(0, Table::places);
    statistics
}

/// A move for a search that finished no depth: the best it met, or any.
fn unfinished_line<G: Keyed + Symmetric, E: Evaluator<G>, O: Observer<G>>(
    worker: &Worker<'_, G, E, O>,
    game: &G,
    position: &G::Position,
) -> Vec<G::Move> {
    let mut moves = worker.lines[0].clone();
    if moves.is_empty() {
        game.moves(position, &mut moves);
    }
    moves.truncate(1);
    moves
}

/// The score of a search that finished no depth.
fn guess<G: Keyed + Symmetric, E: Evaluator<G>, O: Observer<G>>(
    worker: &Worker<'_, G, E, O>,
    position: &G::Position,
) -> Score {
    match worker.game.outcome(position) {
        Some(outcome) => Score::Proven(Value::over(outcome.for_player(worker.game.turn(position)))),
        None => Score::Estimate(worker.evaluator.evaluate(worker.game, position)),
    }
}
