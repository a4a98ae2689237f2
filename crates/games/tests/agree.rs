//! Each game against its plain reference: the same moves, leading to the same positions, and the same outcome, on
//! 100,000 positions met in random games of each rule set.

mod reference;

use athos_core::random::Random;
use athos_core::{Described, FullGame, Outcome};
use athos_games::registry::build;
use athos_games::{Matches, Nim, Pentago, PentagoSwap};
use reference::Reference;

const POSITIONS: usize = 100_000;
const LONGEST_GAME: usize = 200;

fn agree<G: FullGame>(rules: &str, plain: &impl Reference) {
    let game: G = build(rules).unwrap();
    let mut random = Random::new(1);
    let mut compared = 0;
    while compared < POSITIONS {
        let mut position = game.start();
        for _ in 0..LONGEST_GAME {
            let next = compare(&game, &position, plain, &mut random);
            compared += 1;
            let Some(next) = next else { break };
            position = next;
        }
    }
}

/// Compares one position and plays a random move.
fn compare<G: FullGame>(
    game: &G,
    position: &G::Position,
    plain: &impl Reference,
    random: &mut Random,
) -> Option<G::Position> {
    let text = game.show_position(position);
    let plain_position = plain.read(&text);
    assert_eq!(plain.show(&plain_position), text, "{}", game.spec());

    let outcome = game.outcome(position).map(|outcome| match outcome {
        Outcome::Winner(player) => <G as Described>::PLAYERS[player.index()],
        Outcome::Draw => "draw",
    });
    assert_eq!(outcome, plain.outcome(&plain_position), "{}, outcome of {text}", game.spec());

    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut fast: Vec<(String, String)> =
        moves.iter().map(|&m| (game.show_move(m), game.show_position(&game.play(position, m)))).collect();
    let mut slow: Vec<(String, String)> =
        plain.moves(&plain_position).iter().map(|(m, next)| (m.clone(), plain.show(next))).collect();
    fast.sort();
    slow.sort();
    assert_eq!(fast, slow, "{}, moves of {text}", game.spec());
    random.pick(&moves).map(|&m| game.play(position, m))
}

#[test]
fn matches() {
    use reference::matches::Plain;
    agree::<Matches>("", &Plain { takes: vec![1, 2, 3], misere: true, terminal: 1 });
    let plain = Plain { takes: vec![1, 3, 4], misere: false, terminal: 0 };
    agree::<Matches>("takes=1+3+4,play=normal,terminal=0,pile=90", &plain);
    agree::<Matches>("takes=2+5,pile=60", &Plain { takes: vec![2, 5], misere: true, terminal: 1 });
}

#[test]
fn nim() {
    use reference::nim::Plain;
    agree::<Nim>("", &Plain { misere: false });
    agree::<Nim>("heaps=5+6+7+8,play=misere", &Plain { misere: true });
}

#[test]
fn pentago() {
    use reference::quadrants::{Plain, Twist};
    for placement_wins in [true, false] {
        let rules = if placement_wins { "win_on_place=on" } else { "win_on_place=off" };
        agree::<Pentago>(rules, &Plain { twist: Twist::Turn, placement_wins, giving_five_draws: false });
    }
}

#[test]
fn pentago_swap() {
    use reference::quadrants::{Plain, Twist};
    for (win_before_swap, placement_wins) in [("off", false), ("on", true)] {
        for (self_lose, giving_five_draws) in [("opponent_wins", false), ("draw", true)] {
            let rules = format!("win_before_swap={win_before_swap},self_lose={self_lose}");
            agree::<PentagoSwap>(&rules, &Plain { twist: Twist::Swap, placement_wins, giving_five_draws });
        }
    }
}
