//! Speed.
use athos_champion::Shallow;
use athos_core::Game;
use athos_core::random::Random;
use athos_games::quadrants::*;
use athos_games::{Pentago, PentagoSwap};
fn cpu() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    told.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1e6
}
fn run<T: Twist>(game: QuadrantGame<T>, depth: u32) {
    let mut random = Random::new(3);
    let mut positions = vec![];
    while positions.len() < 12 {
        let mut position = game.start();
        let stones = 4 + 2 * (positions.len() as u32 / 3);
        while position.taken().count_ones() < stones {
            let mut moves = Vec::new();
            survey(&game, &position, &mut moves);
            let Some((m, _)) = random.pick(&moves) else { break };
            position = game.play(&position, *m);
        }
        let mut moves = Vec::new();
        if position.taken().count_ones() == stones
            && survey(&game, &position, &mut moves).wins.is_none()
            && moves.len() > 20
        {
            positions.push(position);
        }
    }
    let mut player = Shallow::new(game.clone()).unwrap();
    let begun = cpu();
    for p in &positions {
        let b = cpu();
        let m = player.choose(p, &Worths::plain(), depth, &mut random);
        print!("{:.0}ms {} ", cpu() - b, m.and_then(|m| m.code()).unwrap_or(999));
    }
    println!("\ntotal {:.0} ms", cpu() - begun);
}
fn main() {
    let d = std::env::args().nth(1).unwrap().parse().unwrap();
    run(Pentago::default(), d);
    run(PentagoSwap::default(), d);
}
