//! Each game against its plain reference: the same moves, leading to the same positions, and the same outcome, on
//! 100,000 positions met in random games of each rule set.
//!
//! Outcomes and the texts of all moves are compared everywhere. Where there are more than 64 moves, what they lead to is
//! compared for all of them in one position out of ten, and for 16 random ones in the others: most of the time would
//! go into writing positions.

mod reference;

use athos_core::random::Random;
use athos_core::{Described, FullGame, Outcome};
use athos_games::registry::build;
use athos_games::{Matches, Nim, Pentago, PentagoSwap};
use reference::Reference;

const POSITIONS: usize = 100_000;
const LONGEST_GAME: usize = 200;
const MANY_MOVES: usize = 64;
const SAMPLE: usize = 16;

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
    let mut fast: Vec<(String, G::Move)> = moves.iter().map(|&m| (game.show_move(m), m)).collect();
    let mut slow = plain.moves(&plain_position);
    fast.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    slow.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    let fast_texts: Vec<&str> = fast.iter().map(|(text, _)| text.as_str()).collect();
    let slow_texts: Vec<&str> = slow.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(fast_texts, slow_texts, "{}, moves of {text}", game.spec());

    let same_next = |index: usize| {
        let (move_text, m) = &fast[index];
        let next = game.show_position(&game.play(position, *m));
        assert_eq!(next, plain.show(&slow[index].1), "{}, {move_text} in {text}", game.spec());
    };
    if moves.len() <= MANY_MOVES || random.below(10) == 0 {
        (0..moves.len()).for_each(same_next);
    } else {
        (0..SAMPLE).for_each(|_| same_next(random.below(moves.len())));
    }
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

/// Compares boards of quadrants with stones put anywhere: random games seldom see a full board.
fn agree_on_stones<G: FullGame>(rules: &str, plain: &reference::quadrants::Plain) {
    let game: G = build(rules).unwrap();
    let mut random = Random::new(2);
    for _ in 0..POSITIONS / 5 {
        let mut cells = [b'.'; 36];
        let stones = random.below(37);
        for stone in 0..stones {
            let free: Vec<usize> = (0..36).filter(|&cell| cells[cell] == b'.').collect();
            cells[free[random.below(free.len())]] = [b'W', b'B'][stone % 2];
        }
        let rows: Vec<&str> = cells.chunks(6).map(|row| std::str::from_utf8(row).unwrap()).collect();
        let turn = ["w", "b"][stones % 2];
        let position = game.read_position(&format!("{} {turn}", rows.join("/"))).unwrap();
        compare(&game, &position, plain, &mut random);
    }
}

fn quadrants_agree<G: FullGame>(rules: &str, plain: &reference::quadrants::Plain, perft_2: u64) {
    let start = plain.read("....../....../....../....../....../...... w");
    assert_eq!(reference::perft(plain, &start, 2), perft_2);
    agree::<G>(rules, plain);
    agree_on_stones::<G>(rules, plain);
}

#[test]
fn pentago() {
    use reference::quadrants::{Plain, Twist};
    for (win_on_place, placement_wins) in [("on", true), ("off", false)] {
        let plain = Plain { twist: Twist::Turn, placement_wins, giving_five_draws: false };
        quadrants_agree::<Pentago>(&format!("win_on_place={win_on_place}"), &plain, 80_640);
    }
}

#[test]
fn pentago_swap() {
    use reference::quadrants::{Plain, Twist};
    for (win_before_swap, placement_wins) in [("off", false), ("on", true)] {
        for (self_lose, giving_five_draws) in [("opponent_wins", false), ("draw", true)] {
            let rules = format!("win_before_swap={win_before_swap},self_lose={self_lose}");
            let plain = Plain { twist: Twist::Swap, placement_wins, giving_five_draws };
            quadrants_agree::<PentagoSwap>(&rules, &plain, 45_360);
        }
    }
}
