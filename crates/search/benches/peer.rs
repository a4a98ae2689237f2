//! Alpha-beta beside the crate `minimax`, a well-made general searcher, in one run.
//!
//! Both get the same games through the same functions, the same estimate, the same depth, the same table memory and a
//! fresh table. The peer searches with its own best settings: as it comes, and with its countermove tables; the faster
//! one counts. The best of several runs in turn counts for each, and serial times are the thread's own processor time
//! where the system tells it, so that a busy machine disturbs neither. What is printed is the peer's time over Athos's:
//! above 1, Athos is faster.

use athos_core::FullGame;
use athos_games::registry::{Visitor, visit};
use athos_search::{Evaluator, Limits, Settings, Switches, alpha_beta};
use minimax::{Evaluation, IterativeOptions, IterativeSearch, ParallelOptions, ParallelSearch, Strategy, Winner};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::marker::PhantomData;
use std::time::{Duration, Instant};

const TABLE_BYTES: usize = 64 << 20;
const RUNS: usize = 3;

/// The peer knows games by type alone, so a position carries a reference to its rules.
struct State<G: FullGame> {
    game: &'static G,
    position: G::Position,
    key: u64,
}

impl<G: FullGame> Clone for State<G> {
    fn clone(&self) -> State<G> {
        State { ..*self }
    }
}

struct Adapted<G>(PhantomData<G>);

impl<G: FullGame> minimax::Game for Adapted<G> {
    type S = State<G>;
    type M = G::Move;

    fn generate_moves(state: &State<G>, moves: &mut Vec<G::Move>) -> Option<Winner> {
        state.game.moves(&state.position, moves);
        if moves.is_empty() { Self::get_winner(state) } else { None }
    }

    fn apply(state: &mut State<G>, m: G::Move) -> Option<State<G>> {
        let key = state.game.key_after(state.key, &state.position, m);
        Some(State { game: state.game, position: state.game.play(&state.position, m), key })
    }

    fn get_winner(state: &State<G>) -> Option<Winner> {
        let outcome = state.game.outcome(&state.position)?;
        Some(match outcome.winner() {
            None => Winner::Draw,
            Some(winner) if winner == state.game.turn(&state.position) => Winner::PlayerToMove,
            Some(_) => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(state: &State<G>) -> u64 {
        state.key
    }

    fn table_index(m: G::Move) -> u16 {
        let mut hasher = DefaultHasher::new();
        m.hash(&mut hasher);
        (hasher.finish() % 4096) as u16
    }

    fn max_table_index() -> u16 {
        4095
    }
}

/// The game's estimate, in the peer's narrower range, for both.
#[derive(Clone)]
struct Narrow<G>(PhantomData<G>);

fn narrow(estimate: i32) -> i32 {
    estimate.clamp(-30_000, 30_000)
}

impl<G: FullGame> minimax::Evaluator for Narrow<G> {
    type G = Adapted<G>;

    fn evaluate(&self, state: &State<G>) -> Evaluation {
        narrow(state.game.evaluate(&state.position)) as Evaluation
    }
}

impl<G: FullGame> Evaluator<G> for Narrow<G> {
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        narrow(game.evaluate(position))
    }
}

/// The processor time that this thread has used; the wall clock where there is no such figure.
fn thread_time() -> Duration {
    let used = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = used.and_then(|text| text.split(' ').next()?.parse().ok());
    static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    nanoseconds.map_or_else(|| BEGUN.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

/// How long something takes, on one thread.
fn serial(work: impl FnOnce()) -> Duration {
    let begun = thread_time();
    work();
    thread_time() - begun
}

/// How long something takes, on several threads.
fn parallel(work: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    work();
    begun.elapsed()
}

struct Compare {
    depth: u8,
}

impl Visitor for Compare {
    type Output = ();

    fn visit<G: FullGame>(self, game: G) {
        let game: &'static G = Box::leak(Box::new(game));
        let position = game.start();
        let state = State { game, position, key: game.key(&position) };
        let limits = Limits { memory: TABLE_BYTES, ..Limits::depth(u32::from(self.depth)) };
        let athos = |threads| {
            let settings =
                Settings { switches: Switches::playing(), limits: limits.clone(), threads, ..Settings::default() };
            alpha_beta(game, &Narrow(PhantomData), &position, &settings).expect("memory for the table");
        };
        let plain = || IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
        let countermoves = || plain().with_countermoves().with_countermove_history();
        let peer_serial = |options: IterativeOptions| {
            let mut search = IterativeSearch::new(Narrow::<G>(PhantomData), options);
            search.set_max_depth(self.depth);
            search.choose_move(&state);
        };
        let peer_parallel = |options: IterativeOptions| {
            let threads = ParallelOptions::new().with_num_threads(2);
            let mut search = ParallelSearch::new(Narrow::<G>(PhantomData), options, threads);
            search.set_max_depth(self.depth);
            search.choose_move(&state);
        };
        let mut best = [Duration::MAX; 4];
        for _ in 0..RUNS {
            best[0] = best[0].min(serial(|| athos(1)));
            best[1] = best[1].min(serial(|| peer_serial(plain()))).min(serial(|| peer_serial(countermoves())));
            best[2] = best[2].min(parallel(|| athos(2)));
            best[3] = best[3].min(parallel(|| peer_parallel(plain()))).min(parallel(|| peer_parallel(countermoves())));
        }
        let ratio = |athos: Duration, peer: Duration| peer.as_secs_f64() / athos.as_secs_f64();
        println!(
            "{:<17} depth {:>2}: serial {:>8.1?} against {:>8.1?}, ratio {:>5.2}; 2 threads {:>8.1?} against {:>8.1?}, ratio {:>5.2}",
            G::ID,
            self.depth,
            best[0],
            best[1],
            ratio(best[0], best[1]),
            best[2],
            best[3],
            ratio(best[2], best[3])
        );
    }
}

fn main() {
    println!("peer: the crate minimax 0.6; ratio: its time over Athos's time to the same depth");
    for (spec, depth) in [("three-musketeers", 15), ("pentago", 5), ("mad-king", 10)] {
        visit(spec, "", Compare { depth }).expect("a game of the registry");
    }
}
