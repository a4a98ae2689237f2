//! How long exact values of Pentago take, by number of stones, on random and on quiet positions from fixed seeds:
//! median, 90th percentile and worst of 30, in milliseconds of one processor, and how many had no answer within twenty
//! seconds. Beside them the constant time of girving's solver of midgames (one thread, Zen 3), for orientation.
//!
//! `cargo bench -p athos-prove --bench exact -- 18 20` measures 18 and 20 stones only.

use athos_core::Game;
use athos_core::random::Random;
use athos_games::Pentago;
use athos_games::quadrants::{Attack, Stones, attack};
use athos_prove::exact::exact_pentago;
use athos_prove::search::Limits;
use athos_prove::table::Table;
use std::time::{Duration, Instant};

const POSITIONS: usize = 30;
const STONES: [u32; 7] = [24, 22, 20, 19, 18, 16, 14];
const PATIENCE: Duration = Duration::from_secs(20);

/// A position after random play. In quiet play nobody who can help it leaves the opponent a win at once.
fn position(game: &Pentago, random: &mut Random, stones: u32, quiet: bool) -> Stones {
    loop {
        let mut position = game.start();
        while position.taken().count_ones() < stones {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            if quiet {
                moves.retain(|m| {
                    let next = game.play(&position, *m);
                    game.outcome(&next).is_none() && attack(game, &next, &mut Vec::new()) == Attack::Goes
                });
            }
            let Some(m) = random.pick(&moves) else { break };
            position = game.play(&position, *m);
        }
        if position.taken().count_ones() == stones && game.outcome(&position).is_none() {
            return position;
        }
    }
}

/// Time that this thread spent on a processor so far, where the system tells (Linux). It counts in steps of some
/// milliseconds.
fn processor_time() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// The time that some work takes. Other programs that run meanwhile do not count, if it takes long enough.
fn time(work: impl FnOnce()) -> Duration {
    let (begun, before) = (Instant::now(), processor_time());
    work();
    let spent = processor_time().zip(before).map(|(after, before)| after - before).filter(|spent| !spent.is_zero());
    spent.unwrap_or_else(|| begun.elapsed())
}

fn girving(stones: u32) -> &'static str {
    match stones {
        24 => "12",
        22 => "100",
        20 => "890",
        19 => "2500",
        18 => "10400",
        _ => "-",
    }
}

fn main() {
    let asked: Vec<u32> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let game = Pentago::default();
    let mut table = Table::new(1 << 28);
    println!("stones  play     median ms   90 % ms   worst ms  open  girving ms");
    for stones in STONES.into_iter().filter(|stones| asked.is_empty() || asked.contains(stones)) {
        for (name, quiet) in [("random", false), ("quiet", true)] {
            let mut random = Random::new(u64::from(stones));
            let (mut times, mut open) = (Vec::new(), 0);
            for _ in 0..POSITIONS {
                let position = position(&game, &mut random, stones, quiet);
                table.clear();
                let limits = Limits { deadline: Some(Instant::now() + PATIENCE), ..Limits::default() };
                let solve = || open += usize::from(exact_pentago(&game, &position, &table, limits, 1).is_err());
                times.push(time(solve).as_secs_f64() * 1e3);
            }
            times.sort_by(f64::total_cmp);
            let [median, most, worst] = [POSITIONS / 2, POSITIONS * 9 / 10, POSITIONS - 1].map(|index| times[index]);
            println!(
                "{stones:>6}  {name:<6} {median:>11.3} {most:>9.3} {worst:>10.3} {open:>5}  {:>10}",
                girving(stones)
            );
        }
    }
}
