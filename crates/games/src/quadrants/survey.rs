//! All that a player should look at: what wins or draws at once, and the moves that do not lose at once.
//!
//! [`attack`](super::attack) and [`defend`](super::defend) answer for a player who wants to win, or not to lose, and
//! nothing else. A search that weighs positions needs both: every move after which the game goes on and the opponent does
//! not win at once, and how many replies leave the opponent alive. It costs about as much as an attack.

use super::game::{FiveGiven, Placement, QuadrantGame, Twist};
use super::stones::{Cell, Stones};
use super::threats::{ANY, Tally, Threats};

/// What the player to move can do at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survey<T> {
    /// A move that wins at once; nothing else was looked at.
    pub wins: Option<Placement<T>>,
    /// A move that ends the game as a draw, if nothing wins at once.
    pub draws: Option<Placement<T>>,
}

/// Looks around in a game that is not over. Appends, unless a move wins at once, the moves after which the game goes on
/// and the opponent does not win at once; each with the number of replies after which the game goes on and the player
/// does not win at once. A move with no reply wins; a reply that ends the game as a draw makes the number at least 1.
pub fn survey<T: Twist>(game: &QuadrantGame<T>, position: &Stones, out: &mut Vec<(Placement<T>, u32)>) -> Survey<T> {
    match T::ALL.len() {
        6 => survey_on::<T, 6, 12, 12>(game, position, out),
        _ => survey_on::<T, 8, 29, 64>(game, position, out),
    }
}

fn survey_on<T: Twist, const TWISTS: usize, const EVEN: usize, const ODD: usize>(
    game: &QuadrantGame<T>,
    position: &Stones,
    out: &mut Vec<(Placement<T>, u32)>,
) -> Survey<T> {
    let tables = T::arrangements();
    let tally = Tally::new(tables, position, position.turn());
    let empty = tally.empty;
    let last = empty.count_ones() == 1;
    let lowest = |cells: u64| Cell::of_bit(cells & cells.wrapping_neg());
    let wins = |cell, twist| Survey { wins: Some(Placement { cell, twist }), draws: None };

    // 1. What ends the game: a five by the stone alone, or whatever is there after one twist.
    let here = tally.see(&tables.even[0]);
    if game.placement_wins && here.attacker_fours != 0 {
        return wins(lowest(tally.open_cells(&tables.even[0], here.attacker_fours)), None);
    }
    let mut draws = None;
    let mut odd_seen = [here; ODD];
    let mut allowed = [empty; TWISTS];
    for (twist, arrangement) in tables.odd[..TWISTS].iter().enumerate() {
        let seen = tally.see(arrangement);
        odd_seen[twist] = seen;
        let five_by = match (seen.attacker_five, seen.attacker_fours) {
            (true, _) => empty,
            (false, fours) => tally.open_cells(arrangement, fours),
        };
        let twisted = Some(T::ALL[twist]);
        if five_by != 0 && !seen.defender_five {
            return wins(lowest(five_by), twisted);
        }
        let given = seen.defender_five && five_by == 0;
        if five_by != 0 || (given && game.five_given == FiveGiven::Draws) || (last && !given) {
            let cell = if five_by != 0 { lowest(five_by) } else { tally.any_cell() };
            draws = draws.or(Some(Placement { cell, twist: twisted }));
        }
        if seen.defender_five {
            allowed[twist] = 0;
        }
    }
    let survey = Survey { wins: None, draws };
    if last {
        return survey;
    }

    // 2. Where the opponent wins at once, the stone must take the cell that it needs or make five there as well. Where
    //    the opponent can end the game otherwise, no move is sure to win.
    let mut even_seen = [here; EVEN];
    let mut safe = [ANY; EVEN];
    let mut sure = [ANY; EVEN];
    let mut five_by = [0u64; EVEN];
    for (index, arrangement) in tables.even.iter().enumerate() {
        let seen = tally.see(arrangement);
        even_seen[index] = seen;
        five_by[index] = if seen.attacker_five { ANY } else { tally.open_cells(arrangement, seen.attacker_fours) };
        sure[index] = if seen.defender_five { 0 } else { tally.stopping(arrangement, seen.defender_fours) };
        safe[index] = sure[index] | five_by[index];
        if game.five_given == FiveGiven::Draws {
            sure[index] &= !five_by[index];
        }
    }
    let mut sure_by = [empty; TWISTS];
    for (twist, arrangement) in tables.odd[..TWISTS].iter().enumerate() {
        for &next in &arrangement.next[..TWISTS] {
            allowed[twist] &= safe[usize::from(next)];
            sure_by[twist] &= sure[usize::from(next)];
        }
        if game.placement_wins {
            allowed[twist] &= tally.stopping(arrangement, odd_seen[twist].defender_fours);
        }
    }

    // 3. The replies to each move.
    let listed = out.len();
    let threats = Threats { odd_seen, even_seen, five_by };
    threats.count_replies(game, tables, &tally, &allowed, out);
    for (m, replies) in out[listed..].iter_mut().filter(|(_, replies)| *replies == 0) {
        let twist = T::ALL.iter().position(|twist| Some(*twist) == m.twist).unwrap_or_default();
        *replies = u32::from(sure_by[twist] & m.cell.bit() == 0);
    }
    survey
}
