//! The exact value of a position: win, draw or loss.
//!
//! Two questions with yes or no for an answer: does the player to move win outright, and if not, does the opponent?
//! Neither is known to be the easier one beforehand, so the search takes turns, with twice the effort every time.

use crate::backward::{self, LEAST_STONES, MoveValues};
use crate::search::{Limits, Search, Stopped};
use crate::table::Table;
use athos_core::{Game, Player, Wdl};
use athos_games::Pentago;
use athos_games::pentago::Rotation;
use athos_games::pentago_swap::Swap;
use athos_games::quadrants::{Defence, Placement, QuadrantGame, Stones, Twist, defend};

/// A proven value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact<T> {
    /// For the player to move.
    pub wdl: Wdl,
    /// A move that keeps it, if the game is not over; where every move loses, one that does not lose at once, if any.
    pub best: Option<Placement<T>>,
    /// Positions visited.
    pub nodes: u64,
}

/// What the first turn of each question may cost.
const FIRST_EFFORT: u64 = 500;

/// The value of a position. The table may hold what searches of the same game by the same rules left in it.
pub fn exact<T: Twist>(
    game: &QuadrantGame<T>,
    position: &Stones,
    table: &Table,
    limits: Limits<'_>,
) -> Result<Exact<T>, Stopped> {
    exact_counted(game, position, table, limits, &mut 0)
}

/// The same, with the number of positions visited added to `nodes` even if the limits come first.
pub fn exact_counted<T: Twist>(
    game: &QuadrantGame<T>,
    position: &Stones,
    table: &Table,
    limits: Limits<'_>,
    nodes: &mut u64,
) -> Result<Exact<T>, Stopped> {
    let begun = *nodes;
    let player = position.turn();
    if let Some(outcome) = game.outcome(position) {
        return Ok(Exact { wdl: outcome.for_player(player), best: None, nodes: 0 });
    }

    // 1. Both questions in turns, until one is answered with yes or both with no.
    let mut effort = FIRST_EFFORT;
    let mut answers = [None; 2];
    while answers != [Some(false); 2] {
        for (question, attacker) in [player, player.other()].into_iter().enumerate() {
            if answers[question].is_some() {
                continue;
            }
            // A question alone needs no turns.
            let alone = answers[1 - question].is_some();
            let left = limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(*nodes - begun));
            let granted = if alone { left } else { effort.min(left) };
            let mut search = Search::new(game, attacker, table, Limits { nodes: Some(granted), ..limits });
            let answer = search.prove(position);
            *nodes += search.nodes;
            match answer {
                Ok(true) => return Ok(won(game, position, &search, player, *nodes - begun)),
                Ok(false) => answers[question] = Some(false),
                Err(Stopped::Nodes) if granted < left => {}
                Err(stopped) => return Err(stopped),
            }
        }
        effort *= 2;
    }

    // 2. A draw: a move after which the opponent does not win.
    let mut search = Search::new(game, player.other(), table, limits);
    let best = drawing_move(game, position, &mut search);
    *nodes += search.nodes;
    Ok(Exact { wdl: Wdl::Draw, best: best?, nodes: *nodes - begun })
}

/// The value after a search proved that its attacker wins.
fn won<T: Twist>(
    game: &QuadrantGame<T>,
    position: &Stones,
    search: &Search<'_, T>,
    player: Player,
    nodes: u64,
) -> Exact<T> {
    if search.attacker() == player {
        return Exact { wdl: Wdl::Win, best: search.winning_move(position), nodes };
    }
    let mut replies = Vec::new();
    defend(game, position, &mut replies);
    if replies.is_empty() {
        game.moves(position, &mut replies);
    }
    Exact { wdl: Wdl::Loss, best: replies.first().copied(), nodes }
}

/// A move of the player to move after which the attacker of the search does not win, if there is one.
fn drawing_move<T: Twist>(
    game: &QuadrantGame<T>,
    position: &Stones,
    search: &mut Search<'_, T>,
) -> Result<Option<Placement<T>>, Stopped> {
    let mut replies = Vec::new();
    if let Defence::Refutes(m) = defend(game, position, &mut replies) {
        return Ok(Some(m));
    }
    // Those that the table knows come first.
    replies.sort_by_key(|m| search.known_answer(&game.play(position, *m)) != Some(false));
    for m in replies {
        if !search.prove(&game.play(position, m))? {
            return Ok(Some(m));
        }
    }
    Ok(None)
}

/// What the search may cost in Pentago before solving from the end is cheaper, by stones: an eighth of that, roughly.
fn forward_effort(stones: u32) -> Option<u64> {
    match stones.checked_sub(LEAST_STONES)? {
        0 => Some(30_000),
        1 => Some(10_000),
        2 => Some(3_000),
        3 => Some(1_000),
        4 => Some(350),
        5 => Some(120),
        6 => Some(50),
        _ => Some(20),
    }
}

/// The value of a position of Pentago. With 18 stones or more the effort is bounded: what the search does not find soon
/// is solved from the end. Where the limits leave too little memory for that, the search goes on as it does with fewer
/// stones, and [`Stopped::Memory`] says so if time is up before it has an answer.
pub fn exact_pentago(
    game: &Pentago,
    position: &Stones,
    table: &Table,
    limits: Limits<'_>,
    threads: usize,
) -> Result<Exact<Rotation>, Stopped> {
    // 1. Whether it may be solved from the end.
    let stones = position.taken().count_ones();
    let (Some(effort), Some(needed)) = (forward_effort(stones), backward::memory(stones)) else {
        return exact(game, position, table, limits);
    };
    if limits.memory.is_some_and(|memory| memory < needed) {
        let too_little = |stopped| if stopped == Stopped::Time { Stopped::Memory(needed) } else { stopped };
        return exact(game, position, table, limits).map_err(too_little);
    }

    // 2. The search, then the other way.
    let granted = limits.nodes.map_or(effort, |nodes| nodes.min(effort));
    match exact(game, position, table, Limits { nodes: Some(granted), ..limits }) {
        Err(Stopped::Nodes) if limits.nodes.is_none_or(|nodes| nodes > effort) => {}
        answer => return answer,
    }
    let moves = backward::solve(game, position, limits, threads)?;
    let best = moves.into_iter().reduce(|best, other| if other.1 > best.1 { other } else { best });
    let (best, wdl) = best.map_or((None, Wdl::Draw), |(m, wdl)| (Some(m), wdl));
    Ok(Exact { wdl, best, nodes: effort })
}

/// Twists of which it is known how their game is best solved.
pub trait Solvable: Twist {
    /// The value of a position, by [`exact_pentago`] or [`exact`].
    fn solve(
        game: &QuadrantGame<Self>,
        position: &Stones,
        table: &Table,
        limits: Limits<'_>,
        threads: usize,
    ) -> Result<Exact<Self>, Stopped>;

    /// Bytes that solving a position with so many stones from the end takes beside the table; `None` where that is not
    /// done.
    fn memory_from_the_end(_stones: u32) -> Option<usize> {
        None
    }

    /// The value of every move for the player who makes it, by [`backward`]; `None` where that is not done.
    fn moves_from_the_end(
        _game: &QuadrantGame<Self>,
        _position: &Stones,
        _limits: Limits<'_>,
        _threads: usize,
    ) -> Option<Result<MoveValues<Self>, Stopped>> {
        None
    }
}

impl Solvable for Rotation {
    fn solve(
        game: &Pentago,
        position: &Stones,
        table: &Table,
        limits: Limits<'_>,
        threads: usize,
    ) -> Result<Exact<Rotation>, Stopped> {
        exact_pentago(game, position, table, limits, threads)
    }

    fn memory_from_the_end(stones: u32) -> Option<usize> {
        backward::memory(stones)
    }

    fn moves_from_the_end(
        game: &Pentago,
        position: &Stones,
        limits: Limits<'_>,
        threads: usize,
    ) -> Option<Result<MoveValues<Rotation>, Stopped>> {
        backward::memory(position.taken().count_ones())?;
        Some(backward::solve(game, position, limits, threads))
    }
}

impl Solvable for Swap {
    fn solve(
        game: &QuadrantGame<Swap>,
        position: &Stones,
        table: &Table,
        limits: Limits<'_>,
        _threads: usize,
    ) -> Result<Exact<Swap>, Stopped> {
        exact(game, position, table, limits)
    }
}
