//! Exact values: against values proven elsewhere, and against plain minimax on late positions.

use athos_core::random::Random;
use athos_core::{Game, Notation, Outcome, Wdl};
use athos_games::quadrants::{QuadrantGame, Stones, Twist};
use athos_games::registry::build;
use athos_games::{Pentago, PentagoSwap};
use athos_prove::backward;
use athos_prove::exact::{Exact, exact, exact_pentago};
use athos_prove::search::{Limits, Stopped};
use athos_prove::table::Table;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The rules and nothing else.
fn minimax<T: Twist>(game: &QuadrantGame<T>, position: &Stones, seen: &mut HashMap<Stones, Wdl>) -> Wdl {
    if let Some(outcome) = game.outcome(position) {
        return outcome.for_player(position.turn());
    }
    if let Some(known) = seen.get(position) {
        return *known;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut best = Wdl::Loss;
    for m in moves {
        best = best.max(-minimax(game, &game.play(position, m), seen));
        if best == Wdl::Win {
            break;
        }
    }
    seen.insert(*position, best);
    best
}

/// A random position with this many stones, in a game that goes on.
fn random_position<T: Twist>(game: &QuadrantGame<T>, random: &mut Random, stones: usize) -> Stones {
    loop {
        let mut sets = [0u64; 2];
        for stone in 0..stones {
            let free = std::iter::repeat_with(|| 1u64 << random.below(36)).find(|bit| (sets[0] | sets[1]) & bit == 0);
            sets[stone % 2] |= free.unwrap_or_default();
        }
        if let Some(position) = Stones::new(sets[0], sets[1])
            && game.outcome(&position).is_none()
        {
            return position;
        }
    }
}

fn wins_at_once<T: Twist>(game: &QuadrantGame<T>, position: &Stones) -> bool {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.into_iter().any(|m| game.outcome(&game.play(position, m)) == Some(Outcome::Winner(position.turn())))
}

fn agrees_with_minimax<T: Twist>(
    game: QuadrantGame<T>,
    count: usize,
    solve: impl Fn(&QuadrantGame<T>, &Stones) -> Exact<T>,
) {
    let mut random = Random::new(11);
    let mut kinds = [0; 3];
    for index in 0..count {
        // Every other position has no win at once, or hardly any would be lost.
        let position = loop {
            let position = random_position(&game, &mut random, 36 - 1 - index % 4);
            if index % 2 == 0 || !wins_at_once(&game, &position) {
                break position;
            }
        };
        let mut seen = HashMap::new();
        let expected = minimax(&game, &position, &mut seen);
        let found = solve(&game, &position);
        assert_eq!(found.wdl, expected, "{game:?} {}", game.show_position(&position));
        let best = found.best.unwrap();
        let kept = -minimax(&game, &game.play(&position, best), &mut seen);
        assert_eq!(kept, expected, "{game:?} {} {}", game.show_position(&position), game.show_move(best));
        kinds[(expected as i8 + 1) as usize] += 1;
    }
    assert!(kinds.iter().all(|kind| *kind > count / 100), "{game:?}: {kinds:?} losses, draws, wins");
}

fn by_search<T: Twist>(game: &QuadrantGame<T>, position: &Stones) -> Exact<T> {
    exact(game, position, &Table::new(1 << 14), Limits::default()).unwrap()
}

#[test]
fn pentago_search_agrees_with_minimax() {
    agrees_with_minimax(Pentago::default(), 2_000, by_search);
    agrees_with_minimax(build::<Pentago>("win_on_place=off").unwrap(), 500, by_search);
}

#[test]
fn pentago_swap_search_agrees_with_minimax() {
    agrees_with_minimax(PentagoSwap::default(), 2_000, by_search);
    for rules in ["win_before_swap=on", "self_lose=draw", "self_lose=draw,win_before_swap=on"] {
        agrees_with_minimax(build::<PentagoSwap>(rules).unwrap(), 500, by_search);
    }
}

#[test]
fn pentago_from_the_end_agrees_with_minimax() {
    for (rules, count) in [("", 2_000), ("win_on_place=off", 500)] {
        agrees_with_minimax(build::<Pentago>(rules).unwrap(), count, |game, position| {
            let moves = backward::solve(game, position, Limits::default(), 1).unwrap();
            let (best, wdl) = *moves.iter().max_by_key(|(_, wdl)| *wdl).unwrap();
            Exact { wdl, best: Some(best), nodes: 0 }
        });
    }
}

/// The two ways to solve share no code but the rules and the fives.
#[test]
fn both_ways_agree_on_pentago_with_more_cells_left() {
    let (game, mut random) = (Pentago::default(), Random::new(13));
    for index in 0..60 {
        let position = random_position(&game, &mut random, 24 + index % 8);
        let moves = backward::solve(&game, &position, Limits::default(), 1 + index % 2).unwrap();
        let best = moves.iter().map(|(_, wdl)| *wdl).max();
        assert_eq!(Some(by_search(&game, &position).wdl), best, "{}", game.show_position(&position));
        let (m, wdl) = *random.pick(&moves).unwrap();
        let next = game.play(&position, m);
        let over = game.outcome(&next).map(|outcome| outcome.for_player(position.turn()));
        assert_eq!(over.unwrap_or_else(|| -by_search(&game, &next).wdl), wdl, "{}", game.show_position(&next));
    }
}

/// A quiet position with 18 stones whose value the search does not find soon.
const HARD: &str = "WW.B../BWB.W./WB.B../WB..W./....B./..WWBB w";

/// Time and the flag end both ways to solve, before anything else happens; memory is asked for before it is taken.
#[test]
fn limits_end_every_way_to_solve() {
    let (game, table) = (Pentago::default(), Table::new(1 << 20));
    let position = game.read_position(HARD).unwrap();
    let asked = AtomicBool::new(true);
    let now = Instant::now();
    let limits = Limits::default();
    for (limits, expected) in [
        (Limits { stop: Some(&asked), ..limits }, Stopped::Asked),
        (Limits { deadline: Some(now), ..limits }, Stopped::Time),
        (Limits { nodes: Some(100), ..limits }, Stopped::Nodes),
    ] {
        assert_eq!(exact_pentago(&game, &position, &table, limits, 2), Err(expected));
        let swap = PentagoSwap::default();
        assert_eq!(exact(&swap, &swap.start(), &table, limits), Err(expected));
    }
    assert_eq!(backward::solve(&game, &position, Limits { stop: Some(&asked), ..limits }, 2), Err(Stopped::Asked));
    assert_eq!(backward::solve(&game, &position, Limits { deadline: Some(now), ..limits }, 2), Err(Stopped::Time));

    let needed = backward::memory(18).unwrap();
    assert!((1_000_000_000..1_100_000_000).contains(&needed), "{needed}");
    assert_eq!(backward::memory(17), None);
    let short = Limits { memory: Some(needed - 1), ..limits };
    assert_eq!(backward::solve(&game, &position, short, 1), Err(Stopped::Memory(needed)));
    let short = Limits { memory: Some(0), deadline: Some(Instant::now() + Duration::from_millis(50)), ..limits };
    assert_eq!(exact_pentago(&game, &position, &table, short, 1), Err(Stopped::Memory(needed)));
}

fn lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| line.split_once('\t'))
}

#[test]
fn pentago_values_proven_elsewhere() {
    let (game, table) = (Pentago::default(), Table::new(1 << 24));
    let mut count = 0;
    for (text, value) in lines(include_str!("data/pentago.tsv")) {
        let position = game.read_position(text).unwrap();
        let found = exact_pentago(&game, &position, &table, Limits::default(), 1).unwrap();
        assert_eq!(found.wdl.to_string(), value, "{text}");
        count += 1;
    }
    assert_eq!(count, 120);
}

#[test]
fn pentago_swap_values_proven_elsewhere() {
    let (game, table) = (PentagoSwap::default(), Table::new(1 << 26));
    let mut count = 0;
    for (text, value) in lines(include_str!("data/pentago-swap.tsv")) {
        let position = game.read_position(text).unwrap();
        let found = exact(&game, &position, &table, Limits::default()).unwrap();
        assert_eq!(found.wdl.to_string(), value, "{text}");
        count += 1;
    }
    assert_eq!(count, 60);
}
