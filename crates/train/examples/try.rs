//! Try.
use athos_games::quadrants::*;
use athos_train::*;
fn run<T: Twist>(game: QuadrantGame<T>, s: Settings, out: &str) {
    let b = std::time::Instant::now();
    let w = train(&game, &s, &mut |r| {
        println!(
            "{} pos {} solved {} err {:.3} prev {:?} {:.1} plain {:?} {:.1} {:?}",
            r.number,
            r.positions,
            r.solved,
            r.error,
            r.against_previous,
            r.against_previous.percent(),
            r.against_plain,
            r.against_plain.percent(),
            b.elapsed()
        )
    })
    .unwrap();
    std::fs::write(out, w.show("try")).unwrap();
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n = |i: usize| a[i].parse::<u64>().unwrap();
    let s = Settings { seed: n(2), games: n(3), rounds: n(4) as u32, match_games: n(5) };
    if a[1] == "pentago" {
        run(athos_games::Pentago::default(), s, &a[6])
    } else {
        run(athos_games::PentagoSwap::default(), s, &a[6])
    }
}
