//! Speed.
use athos_champion::{MatchEngine, Settings};
use athos_core::random::Random;
use athos_core::{Game, Notation};
use athos_games::quadrants::*;
use athos_games::{Pentago, PentagoSwap};
use athos_search::Limits;
use std::hint::black_box;
use std::time::{Duration, Instant};
fn run<T: Twist>(game: QuadrantGame<T>)
where
    QuadrantGame<T>: Notation<Position = Stones, Move = Placement<T>>,
{
    let mut random = Random::new(3);
    let mut positions = vec![];
    while positions.len() < 2000 {
        let mut position = game.start();
        loop {
            let mut moves = Vec::new();
            survey(&game, &position, &mut moves);
            let Some((m, _)) = random.pick(&moves) else { break };
            position = game.play(&position, *m);
            positions.push(position);
        }
    }
    let time = |name: &str, f: &mut dyn FnMut(&Stones)| {
        let b = Instant::now();
        for _ in 0..20 {
            for p in &positions {
                f(p);
            }
        }
        println!("{name}: {:?}", b.elapsed() / (20 * positions.len() as u32));
    };
    time("evaluate", &mut |p| {
        black_box(T::worths().evaluate(&game, p));
    });
    let mut out = Vec::new();
    time("survey", &mut |p| {
        out.clear();
        black_box(survey(&game, p, &mut out));
    });
    time("attack", &mut |p| {
        out.clear();
        black_box(attack(&game, p, &mut out));
    });
    let mut out2 = Vec::new();
    time("defend", &mut |p| {
        out2.clear();
        black_box(defend(&game, p, &mut out2));
    });
    time("patterns", &mut |p| {
        black_box(patterns::<T>(p));
    });
    time("pack", &mut |p| {
        black_box(pack_canonical(p));
    });
}
fn main() {
    run(Pentago::default());
    run(PentagoSwap::default());
}
