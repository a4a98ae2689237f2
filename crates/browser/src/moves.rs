//! Games to be clicked: finished games that are not long, and the clicks that make their moves.

use athos_core::AnyGame;

/// A finished game of at most `longest` plies with its positions, the first included: the first one found by playing at
/// random with the seeds 1, 2, 3, …
pub fn short_game(game: &dyn AnyGame, longest: usize) -> (Vec<String>, Vec<String>) {
    for seed in 1..10_000_u64 {
        let mut chance = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let (mut moves, mut positions) = (Vec::new(), vec![game.start()]);
        loop {
            let view = game.view(positions.last().expect("never empty")).expect("positions of games can be read");
            if view.outcome.is_some() {
                return (moves, positions);
            }
            if moves.len() == longest {
                break;
            }
            // A xorshift generator: any numbers will do.
            chance ^= chance << 13;
            chance ^= chance >> 7;
            chance ^= chance << 17;
            let chosen = &view.moves[(chance % view.moves.len() as u64) as usize];
            moves.push(chosen.text.clone());
            positions.push(chosen.position.clone());
        }
    }
    panic!("{} has no finished game of {longest} plies among many", game.id());
}

/// The parts of the page that make a move when they are clicked in this order (`data-part`).
pub fn clicks(game: &str, m: &str) -> Vec<String> {
    match game {
        "matches" => vec![format!("take:a{m}")],
        "nim" => vec![format!("take:{m}")],
        "pentago" if m.len() > 2 => vec![format!("cell:{}", &m[..2]), format!("turn:{}", &m[2..])],
        "pentago-swap" if m.len() > 2 => {
            vec![format!("cell:{}", &m[..2]), format!("quadrant:{}", &m[2..4]), format!("quadrant:{}", &m[4..])]
        }
        "pentago" | "pentago-swap" => vec![format!("cell:{m}")],
        _ => vec![format!("cell:{}", &m[..2]), format!("cell:{}", &m[2..])],
    }
}
