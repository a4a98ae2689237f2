//! The analysis of threats equals the plain rules: what wins at once, which moves are not refuted at once, which
//! replies are safe. 20,000 random positions a game; a million with ATHOS_FULL set.

use athos_core::random::Random;
use athos_core::{Game, Outcome, Player};
use athos_games::quadrants::{Attack, Defence, QuadrantGame, Stones, Twist, attack, defend, survey};
use athos_games::registry::build;
use athos_games::{Pentago, PentagoSwap};
use std::collections::HashSet;

fn wins_at_once<T: Twist>(game: &QuadrantGame<T>, position: &Stones, player: Player) -> bool {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.into_iter().any(|m| game.outcome(&game.play(position, m)) == Some(Outcome::Winner(player)))
}

/// Whether a reply ends the game without a win for the attacker, and the replies after which the game goes on and the
/// attacker does not win at once: by the rules alone.
fn plain_defence<T: Twist>(game: &QuadrantGame<T>, position: &Stones) -> (bool, HashSet<Stones>, u32) {
    let attacker = position.turn().other();
    let (mut refuted, mut safe, mut count) = (false, HashSet::new(), 0);
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    for m in moves {
        let next = game.play(position, m);
        match game.outcome(&next) {
            Some(Outcome::Winner(winner)) if winner == attacker => {}
            Some(_) => refuted = true,
            None if wins_at_once(game, &next, attacker) => {}
            None => {
                safe.insert(next);
                count += 1;
            }
        }
    }
    (refuted, safe, count)
}

#[derive(Default)]
struct Seen {
    wins: usize,
    refuted: usize,
    forced: usize,
    lost: usize,
    candidates: usize,
    rejected: usize,
}

fn check_defence<T: Twist>(game: &QuadrantGame<T>, position: &Stones, seen: &mut Seen) -> (bool, u32) {
    let mut replies = Vec::new();
    let answer = defend(game, position, &mut replies);
    let (refuted, safe, count) = plain_defence(game, position);
    match answer {
        Defence::Refutes(m) => {
            let outcome = game.outcome(&game.play(position, m));
            assert!(outcome.is_some_and(|outcome| outcome != Outcome::Winner(position.turn().other())), "{position:?}");
            assert!(replies.is_empty());
            seen.refuted += 1;
        }
        Defence::Goes => {
            assert!(!refuted, "{position:?}");
            assert_eq!(replies.len(), count as usize, "{position:?}");
            assert!(replies.iter().all(|&m| safe.contains(&game.play(position, m))), "{position:?}");
            seen.lost += usize::from(count == 0);
            seen.forced += usize::from((1..4).contains(&count));
        }
    }
    (refuted, count)
}

fn check_attack<T: Twist>(game: &QuadrantGame<T>, position: &Stones, random: &mut Random, seen: &mut Seen) {
    let mut listed = Vec::new();
    match attack(game, position, &mut listed) {
        Attack::Wins(m) => {
            assert_eq!(game.outcome(&game.play(position, m)), Some(Outcome::Winner(position.turn())), "{position:?}");
            seen.wins += 1;
        }
        Attack::Goes => {
            assert!(!wins_at_once(game, position, position.turn()), "{position:?}");
            // Any one move of all, and one of those listed.
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let picked = [random.pick(&moves).copied(), random.pick(&listed).map(|listed| listed.0)];
            for m in picked.into_iter().flatten() {
                let next = game.play(position, m);
                let listed = listed.iter().find(|listed| listed.0 == m).map(|listed| listed.1);
                let expected = match game.outcome(&next) {
                    Some(_) => None,
                    None => {
                        let (refuted, count) = check_defence(game, &next, seen);
                        (!refuted).then_some(count)
                    }
                };
                assert_eq!(listed, expected, "{position:?} {m:?}");
                *if listed.is_some() { &mut seen.candidates } else { &mut seen.rejected } += 1;
            }
        }
    }
}

/// A survey says what wins, what draws, which moves do not lose at once, and which of those are sure to win.
fn check_survey<T: Twist>(game: &QuadrantGame<T>, position: &Stones, random: &mut Random) {
    let player = position.turn();
    let mut listed = Vec::new();
    let found = survey(game, position, &mut listed);
    assert_eq!(found.wins.is_some(), wins_at_once(game, position, player), "{position:?}");
    if let Some(m) = found.wins {
        assert_eq!(game.outcome(&game.play(position, m)), Some(Outcome::Winner(player)), "{position:?}");
        return;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut draw = false;
    for &m in &moves {
        let next = game.play(position, m);
        let outcome = game.outcome(&next);
        draw |= outcome == Some(Outcome::Draw);
        let safe = outcome.is_none() && !wins_at_once(game, &next, player.other());
        assert_eq!(listed.iter().any(|listed| listed.0 == m), safe, "{position:?} {m:?}");
    }
    assert_eq!(found.draws.is_some(), draw, "{position:?}");
    if let Some(m) = found.draws {
        assert_eq!(game.outcome(&game.play(position, m)), Some(Outcome::Draw), "{position:?}");
    }
    if let Some(&(m, replies)) = random.pick(&listed) {
        let (refuted, _, count) = plain_defence(game, &game.play(position, m));
        assert_eq!(replies == 0, count == 0 && !refuted, "{position:?} {m:?}");
        assert!(replies == count || refuted, "{position:?} {m:?}");
    }
}

/// A random position with this many stones, in a game that goes on.
fn random_position<T: Twist>(game: &QuadrantGame<T>, random: &mut Random, stones: u32) -> Stones {
    loop {
        let mut sets = [0u64; 2];
        for stone in 0..stones {
            let free = loop {
                let bit = 1 << random.below(36);
                if (sets[0] | sets[1]) & bit == 0 {
                    break bit;
                }
            };
            sets[stone as usize % 2] |= free;
        }
        if let Some(position) = Stones::new(sets[0], sets[1])
            && game.outcome(&position).is_none()
        {
            return position;
        }
    }
}

fn check<T: Twist>(game: QuadrantGame<T>, share: usize) {
    let full = std::env::var_os("ATHOS_FULL").is_some();
    let positions = if full { 1_000_000 } else { 20_000 } / share;
    let (mut random, mut seen) = (Random::new(5), Seen::default());
    // A survey is checked move by move, which takes its time.
    let mut surveyed = positions / 40;
    for _ in 0..positions {
        let stones = 11 + random.below(25) as u32;
        let position = random_position(&game, &mut random, stones);
        check_attack(&game, &position, &mut random, &mut seen);
        if surveyed > 0 {
            check_survey(&game, &position, &mut random);
            surveyed -= 1;
        }
    }
    let Seen { wins, refuted, forced, lost, candidates, rejected } = seen;
    for count in [wins, refuted, forced, lost, candidates, rejected] {
        assert!(count > positions / 200, "{wins} {refuted} {forced} {lost} {candidates} {rejected}");
    }
    if !full {
        eprintln!("{positions} of the {} positions of a full run (ATHOS_FULL)", positions * 50);
    }
}

#[test]
fn pentago() {
    check(Pentago::default(), 1);
}

#[test]
fn pentago_swap() {
    check(PentagoSwap::default(), 1);
}

#[test]
fn pentago_without_a_win_on_place() {
    check(build::<Pentago>("win_on_place=off").unwrap(), 4);
}

#[test]
fn pentago_swap_by_other_rules() {
    for rules in ["win_before_swap=on", "self_lose=draw", "self_lose=draw,win_before_swap=on"] {
        check(build::<PentagoSwap>(rules).unwrap(), 4);
    }
}
