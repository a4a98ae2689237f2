//! The match engine: one thought at a time, never late, never beyond its memory.
//!
//! A thought goes through stages, and each may end it:
//!
//! 1. A proof that knows the position has the move.
//! 2. What wins at once, or after any reply, is played; so is the only move that does not lose at once.
//! 3. The solver asks whether the player wins, and whether the opponent does: the longer, the fuller the board.
//! 4. Alpha-beta by the learned estimate, deeper and deeper. After every depth the solver asks of the best move whether it
//!    loses, and if so, the next best takes its place.
//! 5. What is left of the time is spent on that question alone.
//!
//! A win is played as found, a draw by the estimate among moves that keep it, and a loss by the move whose refutation
//! takes the solver longest. One thread. All memory is taken at the beginning.

use crate::alpha_beta::{AlphaBeta, is_decided};
use crate::clock::Clock;
use crate::root::{Root, Standing};
use athos_core::random::Random;
use athos_core::{Game, Score, Value, Wdl};
use athos_games::quadrants::{Placement, QuadrantGame, Stones, Twist, Worths, survey};
use athos_prove::exact::exact_counted;
use athos_prove::search::Search;
use athos_prove::strategy::Strategy;
use athos_prove::table::Table as ProofTable;
use athos_search::points::WIN;
use athos_search::{End, Iteration, Limits, Report, Statistics, Table};
use std::sync::Arc;

/// No game lasts longer.
const MAX_DEPTH: u32 = 36;

/// What an engine is given once.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Bytes for its tables, in all.
    pub memory_bytes: usize,
    /// Chooses between moves that are worth the same.
    pub seed: u64,
    /// A strategy that wins from the start, if there is one.
    pub proof: Option<Arc<Strategy>>,
    /// What patterns are worth, if not what the game says.
    pub worths: Option<Arc<Worths>>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { memory_bytes: 64 << 20, seed: 1, proof: None, worths: None }
    }
}

/// The system refused the memory.
#[derive(Clone, Debug, thiserror::Error)]
pub enum MemoryError {
    /// For the table of the search.
    #[error(transparent)]
    Search(#[from] athos_search::TableError),
    /// For the tables of the solver.
    #[error(transparent)]
    Solver(#[from] athos_prove::table::NoMemory),
}

/// A thought's answer.
pub type Thought<T> = Report<Placement<T>>;

/// The engine.
pub struct MatchEngine<T: Twist> {
    game: QuadrantGame<T>,
    worths: Arc<Worths>,
    proof: Option<Arc<Strategy>>,
    random: Random,
    table: Table,
    /// What the solver knows, from one move to the next.
    proofs: ProofTable,
    /// What it finds when it measures how long refutations take.
    scratch: ProofTable,
}

impl<T: Twist> MatchEngine<T> {
    /// An engine for a game. Of its memory, five eighths are the solver's, a quarter is the search's, a sixteenth is for
    /// measuring; the rest is room for everything else.
    pub fn new(game: QuadrantGame<T>, settings: &Settings) -> Result<MatchEngine<T>, MemoryError> {
        let sixteenth = settings.memory_bytes / 16;
        Ok(MatchEngine {
            game,
            worths: settings.worths.clone().unwrap_or_else(|| Arc::new(T::worths().clone())),
            proof: settings.proof.clone(),
            random: Random::new(settings.seed),
            table: Table::new(4 * sixteenth)?,
            proofs: ProofTable::try_new(10 * sixteenth)?,
            scratch: ProofTable::try_new(sixteenth)?,
        })
    }

    /// The rules that it plays by.
    pub fn game(&self) -> &QuadrantGame<T> {
        &self.game
    }

    /// Thinks about a position within limits of time, nodes and depth; the memory is that of the settings. A position
    /// that the solver visits counts as 16 nodes. `on_info` is told of every depth.
    pub fn think(
        &mut self,
        position: &Stones,
        limits: &Limits,
        on_info: &mut dyn FnMut(&Iteration<Placement<T>>),
    ) -> Thought<T> {
        let mut clock = Clock::start(limits);
        let mut thinking = Thinking {
            game: &self.game,
            worths: &self.worths,
            table: &self.table,
            proofs: &self.proofs,
            position,
            clock: &mut clock,
            last_depth: limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
            on_info,
            iterations: Vec::new(),
            depth: 0,
        };
        let proof = self.proof.as_deref();
        let mut answer = thinking.answer(proof, &mut self.random);
        if let Answer { score: Score::Proven(Value { wdl: Wdl::Loss, .. }), candidates, .. } = &answer
            && candidates.len() > 1
        {
            self.scratch.clear();
            answer.best = thinking.hardest(&answer.candidates, &self.scratch).or(answer.best);
        }
        let (iterations, depth) = (std::mem::take(&mut thinking.iterations), thinking.depth);
        let line = match answer.best {
            None => Vec::new(),
            Some(m) => {
                let next = self.game.play(position, m);
                let search = AlphaBeta::new(&self.game, &self.worths, &self.table, &mut clock);
                std::iter::once(m).chain(search.line(&next, depth.saturating_sub(1) as usize)).collect()
            }
        };
        self.table.grow_old();
        let proven = matches!(answer.score, Score::Proven(_)).then_some(End::Proven);
        Report {
            best: answer.best,
            score: answer.score,
            line,
            depth,
            statistics: Statistics { nodes: clock.nodes, ..Statistics::default() },
            iterations,
            time: clock.elapsed(),
            end: proven.or(clock.end()).unwrap_or(End::Depth),
        }
    }
}

/// What was decided.
struct Answer<T> {
    best: Option<Placement<T>>,
    score: Score,
    /// The moves to choose from when all are lost.
    candidates: Vec<Led<T>>,
}

/// A move and where it leads.
type Led<T> = (Placement<T>, Stones);

impl<T> Answer<T> {
    fn proven(best: Placement<T>, wdl: Wdl, plies: Option<u16>) -> Answer<T> {
        Answer { best: Some(best), score: Score::Proven(Value { wdl, plies }), candidates: Vec::new() }
    }
}

/// One thought on its way.
struct Thinking<'a, T: Twist> {
    game: &'a QuadrantGame<T>,
    worths: &'a Worths,
    table: &'a Table,
    proofs: &'a ProofTable,
    position: &'a Stones,
    clock: &'a mut Clock,
    last_depth: u32,
    on_info: &'a mut dyn FnMut(&Iteration<Placement<T>>),
    iterations: Vec<Iteration<Placement<T>>>,
    depth: u32,
}

impl<T: Twist> Thinking<'_, T> {
    fn answer(&mut self, proof: Option<&Strategy>, random: &mut Random) -> Answer<T> {
        let (game, position) = (self.game, self.position);
        let player = position.turn();
        if let Some(outcome) = game.outcome(position) {
            let score = Score::Proven(Value::over(outcome.for_player(player)));
            return Answer { best: None, score, candidates: Vec::new() };
        }

        // 1. The proof.
        if let Some(m) = proof.and_then(|proof| proof.reply(game, position)) {
            return Answer::proven(m, Wdl::Win, None);
        }

        // 2. What anybody can see.
        let mut surveyed = Vec::new();
        let seen = survey(game, position, &mut surveyed);
        if let Some(m) = seen.wins {
            return Answer::proven(m, Wdl::Win, Some(1));
        }
        if let Some((m, _)) = surveyed.iter().find(|(_, replies)| *replies == 0) {
            return Answer::proven(*m, Wdl::Win, Some(3));
        }
        if surveyed.is_empty() {
            return match seen.draws {
                Some(m) => Answer::proven(m, Wdl::Draw, None),
                None => self.lost_at_once(),
            };
        }
        let mut root = Root::new(game, self.worths, position, &surveyed, random);
        self.tell(&root);
        if let ([only], None) = (root.moves.as_slice(), seen.draws) {
            let (best, points) = (Some(only.m), only.points);
            return Answer { best, score: score(points), candidates: Vec::new() };
        }

        // 3. Win, draw or loss, if the solver can tell.
        let share = solver_share(position.taken().count_ones());
        self.clock.open(share);
        let mut drawn = false;
        let solved = self.clock.solve(None, |limits| {
            let mut visited = 0;
            let solved = exact_counted(game, position, self.proofs, limits, &mut visited);
            (solved.ok(), visited)
        });
        match solved.map(|exact| (exact.wdl, exact.best)) {
            Some((Wdl::Win, Some(m))) => return Answer::proven(m, Wdl::Win, None),
            Some((Wdl::Loss, _)) => return self.lost(&root, None),
            Some((Wdl::Draw, best)) => {
                drawn = true;
                if let Some(known) = root.moves.iter_mut().find(|known| Some(known.m) == best) {
                    known.standing = Standing::Safe;
                }
            }
            _ => {}
        }

        // 4. Deeper and deeper, and never into what the solver can refute.
        self.clock.open(share + (1.0 - share) * 0.75);
        for depth in 2..=self.last_depth {
            let before = self.clock.nodes;
            let searched = self.search_to(&mut root, depth);
            match root.best() {
                None => return self.lost(&root, seen.draws),
                Some(best) if is_decided(best.points) && best.points > 0 => {
                    return Answer::proven(best.m, Wdl::Win, None);
                }
                Some(best) if searched && is_decided(best.points) => return self.lost(&root, seen.draws),
                Some(_) => {}
            }
            if !searched {
                break;
            }
            let effort = (self.clock.nodes - before) / 64 + 50;
            self.verify(&mut root, Some(effort));
            self.table.make_room(2 * self.clock.nodes);
        }

        // 5. The last doubts.
        self.clock.open(1.0);
        self.verify(&mut root, None);
        let safe = root.moves.iter().find(|known| known.standing == Standing::Safe);
        match (root.best(), drawn, safe) {
            (_, true, Some(safe)) => Answer::proven(safe.m, Wdl::Draw, None),
            (Some(best), _, _) => Answer { best: Some(best.m), score: score(best.points), candidates: Vec::new() },
            (None, _, _) => self.lost(&root, seen.draws),
        }
    }

    /// Searches the moves to a depth; true if it came to the end of it.
    fn search_to(&mut self, root: &mut Root<T>, depth: u32) -> bool {
        let mut search = AlphaBeta::new(self.game, self.worths, self.table, self.clock);
        let searched = root.search(&mut search, depth);
        if searched {
            self.tell(root);
        }
        searched
    }

    /// Tells of a depth that was searched.
    fn tell(&mut self, root: &Root<T>) {
        self.depth = root.depth;
        if let Some(best) = root.best() {
            let (score, nodes, time) = (score(best.points), self.clock.nodes, self.clock.elapsed());
            let iteration = Iteration { depth: root.depth, best: Some(best.m), line: vec![best.m], score, nodes, time };
            (self.on_info)(&iteration);
            self.iterations.push(iteration);
        }
    }

    /// Asks of the best move whether the opponent wins after it, of the next best if so, and so on.
    fn verify(&mut self, root: &mut Root<T>, effort: Option<u64>) {
        let attacker = self.position.turn().other();
        while !self.clock.stage_over() {
            let Some(best) = root.best_mut() else { return };
            if best.standing == Standing::Safe {
                return;
            }
            let next = best.next;
            let answer = self.clock.solve(effort, |limits| {
                let mut search = Search::new(self.game, attacker, self.proofs, limits);
                let answer = search.prove(&next);
                (answer, search.nodes)
            });
            match answer {
                Ok(true) => best.standing = Standing::Lost,
                Ok(false) => best.standing = Standing::Safe,
                Err(_) => return,
            }
        }
    }

    /// The answer when every move after which the game goes on loses, but not at once; there may be one that draws.
    fn lost(&self, root: &Root<T>, draws: Option<Placement<T>>) -> Answer<T> {
        if let Some(m) = draws {
            return Answer::proven(m, Wdl::Draw, None);
        }
        let mut moves = root.moves.clone();
        moves.sort_by_key(|known| -known.points);
        let candidates: Vec<_> = moves.iter().map(|known| (known.m, known.next)).collect();
        let score = Score::Proven(Value { wdl: Wdl::Loss, plies: None });
        Answer { best: moves.first().map(|known| known.m), score, candidates }
    }

    /// The answer when every move loses at once: one that leaves it to the opponent to find the win.
    fn lost_at_once(&self) -> Answer<T> {
        let mut moves = Vec::new();
        self.game.moves(self.position, &mut moves);
        let wins_after = |m: &Placement<T>| {
            let next = self.game.play(self.position, *m);
            if self.game.outcome(&next).is_some() {
                return usize::MAX;
            }
            let mut replies = Vec::new();
            self.game.moves(&next, &mut replies);
            replies.iter().filter(|reply| self.game.outcome(&self.game.play(&next, **reply)).is_some()).count()
        };
        let best = moves.into_iter().min_by_key(wins_after);
        Answer { best, score: Score::Proven(Value::loss(2)), candidates: Vec::new() }
    }

    /// Of moves that all lose, the one whose refutation takes the solver longest: with four times the effort a round,
    /// those are left that are not refuted yet.
    fn hardest(&mut self, candidates: &[Led<T>], scratch: &ProofTable) -> Option<Placement<T>> {
        self.clock.open(1.0);
        let attacker = self.position.turn().other();
        let mut left = candidates.to_vec();
        let mut effort = 16;
        while left.len() > 1 && !self.clock.stage_over() {
            let mut unrefuted = Vec::new();
            let mut longest = (0, left[0]);
            for &(m, next) in &left {
                let (answer, nodes) = self.clock.solve(Some(effort), |limits| {
                    let mut search = Search::new(self.game, attacker, scratch, limits);
                    let answer = search.prove(&next);
                    ((answer, search.nodes), search.nodes)
                });
                if answer.is_err() {
                    unrefuted.push((m, next));
                } else if nodes > longest.0 {
                    longest = (nodes, (m, next));
                }
                if self.clock.stage_over() {
                    break;
                }
            }
            left = if unrefuted.is_empty() { vec![longest.1] } else { unrefuted };
            effort *= 4;
            if effort > 1 << 20 {
                break;
            }
        }
        left.first().map(|left| left.0)
    }
}

/// The share of a thought that the solver has for the position itself, by stones on the board.
fn solver_share(stones: u32) -> f64 {
    match stones {
        0..6 => 0.1,
        6..10 => 0.3,
        10..14 => 0.4,
        _ => 0.5,
    }
}

/// The score of points from the root.
fn score(points: i32) -> Score {
    match points {
        _ if !is_decided(points) => Score::Estimate(points),
        1.. => Score::Proven(Value { wdl: Wdl::Win, plies: Some((WIN - points) as u16).filter(|plies| *plies <= 3) }),
        _ => Score::Proven(Value { wdl: Wdl::Loss, plies: None }),
    }
}
