//! How long exact values of Pentago take, by number of stones: median, 90th percentile and worst, in time of one processor.
//!
//! Positions come from fixed seeds, fifty of each kind:
//!
//! - *random*: after random play;
//! - *quiet*: after random play in which nobody who can help it leaves the opponent a win at once;
//! - *self-play*: after six such plies, both sides choose by the evaluation among the moves that leave no win at once.
//!
//! With 18 stones or more every value is found. Below, a position is given up after [`PATIENCE`] nodes; those stay *open*,
//! and their time counts as it is.
//!
//! The last lines hold solving from the end (a constant effort for a number of stones) against the search alone, on the
//! quiet position that costs the search the most: the worst case is what the one saves the other.
//!
//! `cargo bench -p athos-prove --bench exact -- 18 20` measures 18 and 20 stones only.

use athos_core::random::Random;
use athos_core::{Evaluate, Game};
use athos_games::Pentago;
use athos_games::pentago::Rotation;
use athos_games::quadrants::{Attack, Placement, Stones, attack};
use athos_prove::backward::{self, LEAST_STONES};
use athos_prove::exact::{exact, exact_pentago};
use athos_prove::search::Limits;
use athos_prove::table::Table;
use std::time::Duration;

const POSITIONS: usize = 50;
const STONES: [u32; 8] = [24, 22, 20, 19, 18, 16, 14, 12];
/// Nodes for a position with fewer stones than can be solved from the end: some two seconds.
const PATIENCE: u64 = 200_000;
const MEMORY: usize = 1 << 28;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Random,
    Quiet,
    SelfPlay,
}

impl Style {
    const ALL: [(&'static str, Style); 3] =
        [("random", Style::Random), ("quiet", Style::Quiet), ("self-play", Style::SelfPlay)];

    fn choose(self, game: &Pentago, random: &mut Random, position: &Stones) -> Option<Placement<Rotation>> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        if self != Style::Random {
            moves.retain(|m| {
                let next = game.play(position, *m);
                game.outcome(&next).is_none() && attack(game, &next, &mut Vec::new()) == Attack::Goes
            });
        }
        if self == Style::SelfPlay && position.taken().count_ones() >= 6 {
            return moves.into_iter().min_by_key(|m| game.evaluate(&game.play(position, *m)));
        }
        random.pick(&moves).copied()
    }

    fn position(self, game: &Pentago, random: &mut Random, stones: u32) -> Stones {
        loop {
            let mut position = game.start();
            while position.taken().count_ones() < stones {
                let Some(m) = self.choose(game, random, &position) else { break };
                position = game.play(&position, m);
            }
            if position.taken().count_ones() == stones && game.outcome(&position).is_none() {
                return position;
            }
        }
    }
}

/// Time that this thread has spent on a processor: what other programs do meanwhile does not count.
#[cfg(unix)]
fn clock() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn clock() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}

fn time<R>(work: impl FnOnce() -> R) -> (R, Duration) {
    let before = clock();
    let result = work();
    (result, clock() - before)
}

/// With three digits that count.
fn shown(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    let (number, unit) = match micros {
        ..1e3 => (micros, "us"),
        ..1e6 => (micros / 1e3, "ms"),
        _ => (micros / 1e6, "s"),
    };
    let digits = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    format!("{number:.digits$} {unit}")
}

fn main() {
    let asked: Vec<u32> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let game = Pentago::default();
    let mut table = Table::new(MEMORY);
    println!("stones  play          median       90 %      worst  open");
    let mut from_the_end = Vec::new();
    for stones in STONES.into_iter().filter(|stones| asked.is_empty() || asked.contains(stones)) {
        let bounded = stones >= LEAST_STONES;
        let mut hardest = (0, game.start());
        for (name, play) in Style::ALL {
            let mut random = Random::new(u64::from(stones));
            let (mut times, mut open) = (Vec::new(), 0);
            for _ in 0..POSITIONS {
                let position = play.position(&game, &mut random, stones);
                table.clear();
                let limits = Limits { nodes: (!bounded).then_some(PATIENCE), ..Limits::default() };
                let (answer, spent) = time(|| exact_pentago(&game, &position, &table, limits, 1));
                open += usize::from(answer.is_err());
                let nodes = answer.map_or(PATIENCE, |answer| answer.nodes);
                if play == Style::Quiet && nodes > hardest.0 {
                    hardest = (nodes, position);
                }
                times.push(spent);
            }
            times.sort();
            let [median, most, worst] =
                [POSITIONS / 2, POSITIONS * 9 / 10, POSITIONS - 1].map(|index| shown(times[index]));
            println!("{stones:>6}  {name:<9} {median:>10} {most:>10} {worst:>10}  {open:>4}");
        }
        if bounded {
            let position = hardest.1;
            let (_, end) = time(|| backward::solve(&game, &position, Limits::default(), 1).is_ok());
            table.clear();
            let limits = Limits { nodes: Some(PATIENCE), ..Limits::default() };
            let (answer, search) = time(|| exact(&game, &position, &table, limits));
            from_the_end.push((stones, end, search, answer.is_err()));
        }
    }
    if !from_the_end.is_empty() {
        println!("\nstones  from the end  search alone     ratio");
    }
    for (stones, end, search, open) in from_the_end {
        let (search_shown, ratio) = (shown(search), search.as_secs_f64() / end.as_secs_f64());
        let sign = if open { ">" } else { " " };
        println!("{stones:>6}  {:>12}  {sign}{search_shown:>11}  {sign}{ratio:>8.1}", shown(end));
    }
}
