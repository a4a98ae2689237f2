//! Threats: what wins at once, and what prevents it, for all twists together.
//!
//! One question is asked: can the *attacker* win outright? The other player, the *defender*, is content with a draw.
//! [`attack`] looks from the attacker's turn three plies ahead and counts, for every move that is not refuted at once,
//! the replies after which the attacker still does not win at once. [`defend`] lists those replies from the defender's
//! turn. A search for a forced win needs no other moves than these.
//!
//! A five is made at the end of a turn, in some arrangement of the quadrants. Per arrangement the stones on all 32
//! lines are counted bit by bit in a few machine words. A line of four stones and an empty cell is a threat there, which
//! only a stone on that cell stops, or a five of the defender in the same arrangement, for then both have one. So each
//! arrangement has a set of cells that stop all its threats, and a reply is safe when its cell lies in the sets of all
//! arrangements that the attacker can reach from it. A line of three and two empty cells becomes a threat by a stone on
//! either, which is all that placing a stone changes.
//!
//! Cost: some 1 (Pentago-Swap) or 5 (Pentago) microseconds for all moves of a position, instead of milliseconds.

use super::arrangements::{Arrangement, Arrangements};
use super::game::{FiveGiven, Placement, QuadrantGame, Twist};
use super::stones::{Cell, Quadrant, Stones, content};
use athos_core::Player;

/// Every cell and more: the set that excludes nothing.
pub(super) const ANY: u64 = u64::MAX;

/// A number of stones from 0 to 5 for every line, bit by bit.
type Counts = [u32; 3];

/// The lines of one arrangement that matter.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub attacker_five: bool,
    /// Four stones of the attacker and an empty cell.
    pub attacker_fours: u32,
    /// Three stones of the attacker and two empty cells.
    pub attacker_threes: u32,
    pub defender_five: bool,
    pub defender_fours: u32,
}

/// The stones of both players, counted for every pair of variants of the two upper and of the two lower quadrants.
pub(super) struct Tally {
    attacker: [[Counts; 16]; 2],
    defender: [[Counts; 16]; 2],
    pub empty: u64,
}

impl Tally {
    pub fn new<T: Twist>(tables: &Arrangements<T>, position: &Stones, attacker: Player) -> Tally {
        let half = |stones: u64, left: Quadrant, right: Quadrant| -> [Counts; 16] {
            let (left_held, right_held) = (content(stones, left), content(stones, right));
            std::array::from_fn(|pair| {
                let [x0, x1] = tables.counts[left.index()][pair / 4][left_held];
                let [y0, y1] = tables.counts[right.index()][pair % 4][right_held];
                let carry = x0 & y0;
                [x0 ^ y0, x1 ^ y1 ^ carry, (x1 & y1) | (carry & (x1 | y1))]
            })
        };
        let halves = |stones: u64| {
            [
                half(stones, Quadrant::TopLeft, Quadrant::TopRight),
                half(stones, Quadrant::BottomLeft, Quadrant::BottomRight),
            ]
        };
        Tally {
            attacker: halves(position.of(attacker)),
            defender: halves(position.of(attacker.other())),
            empty: position.empty(),
        }
    }

    #[inline]
    pub fn see(&self, arrangement: &Arrangement) -> Seen {
        // No line has more than five stones, so the highest bit is only ever set once.
        let sum = |halves: &[[Counts; 16]; 2]| {
            let [x0, x1, x2] = halves[0][arrangement.top & 15];
            let [y0, y1, y2] = halves[1][arrangement.bottom & 15];
            let carry = x0 & y0;
            [x0 ^ y0, x1 ^ y1 ^ carry, x2 | y2 | (x1 & y1) | (carry & (x1 | y1))]
        };
        let [a0, a1, a2] = sum(&self.attacker);
        let [d0, d1, d2] = sum(&self.defender);
        let (no_attacker, no_defender) = (!(a0 | a1 | a2), !(d0 | d1 | d2));
        Seen {
            attacker_five: a2 & a0 != 0,
            attacker_fours: a2 & !a0 & no_defender,
            attacker_threes: a1 & a0 & no_defender,
            defender_five: d2 & d0 != 0,
            defender_fours: d2 & !d0 & no_attacker,
        }
    }

    /// The empty cells on lines of an arrangement.
    #[inline]
    pub fn open_cells(&self, arrangement: &Arrangement, lines: u32) -> u64 {
        Bits(lines).fold(0, |cells, line| cells | arrangement.lines[line]) & self.empty
    }

    /// The cells that stop every line of four: with two open cells among them, none does.
    #[inline]
    pub fn stopping(&self, arrangement: &Arrangement, fours: u32) -> u64 {
        Bits(fours).fold(ANY, |cells, line| cells & arrangement.lines[line] & self.empty)
    }

    pub fn any_cell(&self) -> Cell {
        Cell::of_bit(self.empty & self.empty.wrapping_neg())
    }
}

/// The places of the bits of a set, from the lowest.
struct Bits(u32);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros() as usize & 31;
        self.0 &= self.0 - 1;
        Some(place)
    }
}

/// The places of the bits of a set of cells.
struct Places(u64);

impl Iterator for Places {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(place)
    }
}

/// What the attacker, who is to move, can do. With [`attack`]'s list it is complete: a move that is not on the list
/// does not win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack<T> {
    /// This move wins at once; nothing was listed.
    Wins(Placement<T>),
    /// No move wins at once. Those that may win later are listed.
    Goes,
}

/// What the defender, who is to move, can do. With [`defend`]'s list it is complete: after a reply that is not on the
/// list the attacker has won or wins at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence<T> {
    /// This reply ends the game without a win for the attacker; nothing was listed.
    Refutes(Placement<T>),
    /// No reply ends the game so. Those after which it goes on, and the attacker does not win at once, are listed.
    Goes,
}

/// The attacker is the player to move, in a game that is not over. Appends the moves that may win, each with the number
/// of replies that [`defend`] lists after it; a move with no reply wins.
pub fn attack<T: Twist>(game: &QuadrantGame<T>, position: &Stones, out: &mut Vec<(Placement<T>, u32)>) -> Attack<T> {
    match T::ALL.len() {
        6 => attack_on::<T, 6, 12, 12>(game, position, out),
        _ => attack_on::<T, 8, 29, 64>(game, position, out),
    }
}

/// The attacker is the player who is not to move, in a game that is not over. Appends the replies after which the game
/// goes on and the attacker does not win at once.
pub fn defend<T: Twist>(game: &QuadrantGame<T>, position: &Stones, out: &mut Vec<Placement<T>>) -> Defence<T> {
    match T::ALL.len() {
        6 => defend_on::<T, 6, 12, 12>(game, position, out),
        _ => defend_on::<T, 8, 29, 64>(game, position, out),
    }
}

/// [`attack`] with room for so many twists and arrangements: the sizes let the compiler unroll and use wide registers.
fn attack_on<T: Twist, const TWISTS: usize, const EVEN: usize, const ODD: usize>(
    game: &QuadrantGame<T>,
    position: &Stones,
    out: &mut Vec<(Placement<T>, u32)>,
) -> Attack<T> {
    let tables = T::arrangements();
    let tally = Tally::new(tables, position, position.turn());
    let empty = tally.empty;
    let cells_left = empty.count_ones();

    // 1. A five by the stone alone, or after one twist.
    let here = tally.see(&tables.even[0]);
    if game.placement_wins && here.attacker_fours != 0 {
        let open = tally.open_cells(&tables.even[0], here.attacker_fours);
        return Attack::Wins(Placement { cell: Cell::of_bit(open & open.wrapping_neg()), twist: None });
    }
    let mut allowed = [empty; TWISTS];
    let mut odd_seen = [here; ODD];
    for (twist, arrangement) in tables.odd[..TWISTS].iter().enumerate() {
        let seen = tally.see(arrangement);
        odd_seen[twist] = seen;
        if seen.defender_five {
            allowed[twist] = 0;
        } else if seen.attacker_five {
            return Attack::Wins(Placement { cell: tally.any_cell(), twist: Some(T::ALL[twist]) });
        } else if seen.attacker_fours != 0 {
            let open = tally.open_cells(arrangement, seen.attacker_fours);
            let cell = Cell::of_bit(open & open.wrapping_neg());
            return Attack::Wins(Placement { cell, twist: Some(T::ALL[twist]) });
        }
    }
    if cells_left == 1 {
        return Attack::Goes;
    }

    // 2. What the defender's next turn can end: a five of the defender refutes the move, unless the move takes its cell.
    let mut even_seen = [here; EVEN];
    let mut refuting = [0u64; EVEN];
    let mut five_by = [0u64; EVEN];
    for (index, arrangement) in tables.even.iter().enumerate() {
        let seen = tally.see(arrangement);
        even_seen[index] = seen;
        refuting[index] = if seen.defender_five { ANY } else { tally.open_cells(arrangement, seen.defender_fours) };
        five_by[index] = if seen.attacker_five { ANY } else { tally.open_cells(arrangement, seen.attacker_fours) };
    }
    let mut any_allowed = 0;
    for (twist, arrangement) in tables.odd[..TWISTS].iter().enumerate() {
        let next = &arrangement.next[..TWISTS];
        let mut cells = next.iter().fold(0, |cells, &index| cells | refuting[usize::from(index)]);
        if game.placement_wins {
            cells |= tally.open_cells(arrangement, odd_seen[twist].defender_fours);
        }
        if cells != 0 {
            allowed[twist] &= if cells.count_ones() == 1 { cells } else { 0 };
        }
        if game.five_given == FiveGiven::Draws {
            allowed[twist] &= !next.iter().fold(0, |cells, &index| cells | five_by[usize::from(index)]);
        }
        any_allowed |= allowed[twist];
    }
    if any_allowed == 0 {
        return Attack::Goes;
    }

    // 3. The replies to each move.
    let threats = Threats { odd_seen, even_seen, five_by };
    let listed = out.len();
    threats.count_replies(game, tables, &tally, &allowed, out);

    // 4. If the defender's stone fills the board, what does not give a five refutes.
    if cells_left == 2 {
        let mut index = 0;
        out.retain(|(_, replies)| {
            index += 1;
            index <= listed || *replies == 0
        });
    }
    Attack::Goes
}

/// What the arrangements of both parities show, from the attacker's turn.
pub(super) struct Threats<const EVEN: usize, const ODD: usize> {
    /// Of the arrangements after one turn; those after three are seen when they are needed.
    pub odd_seen: [Seen; ODD],
    pub even_seen: [Seen; EVEN],
    /// The cells, in each arrangement after two turns, where a stone gives the attacker five.
    pub five_by: [u64; EVEN],
}

impl<const EVEN: usize, const ODD: usize> Threats<EVEN, ODD> {
    /// Appends the moves to the cells that are allowed with each twist, each with its number of replies after which the
    /// game goes on and the attacker does not win at once.
    pub fn count_replies<T: Twist, const TWISTS: usize>(
        &self,
        game: &QuadrantGame<T>,
        tables: &Arrangements<T>,
        tally: &Tally,
        allowed: &[u64; TWISTS],
        out: &mut Vec<(Placement<T>, u32)>,
    ) {
        let Threats { odd_seen, even_seen, five_by } = self;
        let empty = tally.empty;

        // 1. The cells that stop all threats of an arrangement, before the move and by it: `stop` and `after`. If two
        //    cells are left, the defender's stone fills the board and nothing threatens.
        let threatening = empty.count_ones() > 2;
        let mut stop = [ANY; ODD];
        let mut excuse = [0u64; ODD];
        let mut after = [[ANY; ODD]; 36];
        let mut stop_here = [ANY; EVEN];
        let mut after_here = [[ANY; EVEN]; 36];
        if threatening {
            for (index, arrangement) in tables.odd.iter().enumerate() {
                let seen = if index < TWISTS { odd_seen[index] } else { tally.see(arrangement) };
                if seen.defender_five {
                    excuse[index] = ANY;
                    continue;
                }
                excuse[index] = tally.open_cells(arrangement, seen.defender_fours);
                stop[index] = if seen.attacker_five { 0 } else { tally.stopping(arrangement, seen.attacker_fours) };
                for cell in Places(tally.open_cells(arrangement, seen.attacker_fours)) {
                    after[cell][index] = 0;
                }
                for line in Bits(seen.attacker_threes) {
                    let open = arrangement.lines[line] & empty;
                    let (low, high) = (open & open.wrapping_neg(), open & (open - 1));
                    after[low.trailing_zeros() as usize][index] &= high;
                    after[high.trailing_zeros() as usize][index] &= low;
                }
            }
            if game.placement_wins {
                for (index, arrangement) in tables.even.iter().enumerate() {
                    let seen = even_seen[index];
                    stop_here[index] = tally.stopping(arrangement, seen.attacker_fours);
                    for line in Bits(seen.attacker_threes) {
                        let open = arrangement.lines[line] & empty;
                        let (low, high) = (open & open.wrapping_neg(), open & (open - 1));
                        after_here[low.trailing_zeros() as usize][index] &= high;
                        after_here[high.trailing_zeros() as usize][index] &= low;
                    }
                }
            }
        }

        // 2. For every cell: the safe replies by arrangement, then their number by twist.
        for place in Places(allowed.iter().fold(0, |any, cells| any | cells)) {
            let bit = 1u64 << place;
            let rest = empty & !bit;
            let stops: [u64; ODD] = std::array::from_fn(|index| (stop[index] & after[place][index]) | excuse[index]);
            let mut replies = [0u32; EVEN];
            for (index, arrangement) in tables.even.iter().enumerate() {
                if five_by[index] & bit != 0 {
                    continue;
                }
                let cells =
                    arrangement.next[..TWISTS].iter().fold(rest, |cells, &next| cells & stops[usize::from(next)]);
                replies[index] = (cells & stop_here[index] & after_here[place][index]).count_ones();
            }
            for (twist, arrangement) in tables.odd[..TWISTS].iter().enumerate() {
                if allowed[twist] & bit != 0 {
                    let count = arrangement.next[..TWISTS].iter().map(|&index| replies[usize::from(index)]).sum();
                    out.push((Placement { cell: Cell::of_bit(bit), twist: Some(T::ALL[twist]) }, count));
                }
            }
        }
    }
}

/// [`defend`] with room for so many twists and arrangements: the sizes let the compiler unroll and use wide registers.
fn defend_on<T: Twist, const TWISTS: usize, const EVEN: usize, const ODD: usize>(
    game: &QuadrantGame<T>,
    position: &Stones,
    out: &mut Vec<Placement<T>>,
) -> Defence<T> {
    let tables = T::arrangements();
    let tally = Tally::new(tables, position, position.turn().other());
    let empty = tally.empty;
    let last = empty.count_ones() == 1;

    // 1. Ends without a win for the attacker.
    let here = tally.see(&tables.even[0]);
    if game.placement_wins && here.defender_fours != 0 {
        let open = tally.open_cells(&tables.even[0], here.defender_fours);
        return Defence::Refutes(Placement { cell: Cell::of_bit(open & open.wrapping_neg()), twist: None });
    }
    let mut odd_seen = [here; TWISTS];
    for (twist, arrangement) in tables.odd[..TWISTS].iter().enumerate() {
        let seen = tally.see(arrangement);
        odd_seen[twist] = seen;
        let given = seen.attacker_five && game.five_given == FiveGiven::Draws;
        let full = last && !seen.attacker_five;
        if seen.defender_five || given || full {
            return Defence::Refutes(Placement { cell: tally.any_cell(), twist: Some(T::ALL[twist]) });
        }
        if seen.defender_fours != 0 {
            let open = tally.open_cells(arrangement, seen.defender_fours);
            let cell = Cell::of_bit(open & open.wrapping_neg());
            return Defence::Refutes(Placement { cell, twist: Some(T::ALL[twist]) });
        }
    }
    if last {
        return Defence::Goes;
    }

    // 2. The cells that stop all threats of each arrangement.
    let mut stops = [ANY; EVEN];
    for (index, arrangement) in tables.even.iter().enumerate() {
        let seen = tally.see(arrangement);
        if !seen.defender_five {
            let excuse = tally.open_cells(arrangement, seen.defender_fours);
            let stop = if seen.attacker_five { 0 } else { tally.stopping(arrangement, seen.attacker_fours) };
            stops[index] = stop | excuse;
        }
    }

    // 3. The replies that stop all that the attacker can reach.
    for (twist, arrangement) in tables.odd[..TWISTS].iter().enumerate() {
        let seen = odd_seen[twist];
        if seen.attacker_five {
            continue;
        }
        let mut cells = arrangement.next[..TWISTS].iter().fold(empty, |cells, &next| cells & stops[usize::from(next)]);
        if game.placement_wins {
            cells &= tally.stopping(arrangement, seen.attacker_fours);
        }
        out.extend(Places(cells).map(|place| Placement { cell: Cell::of_bit(1 << place), twist: Some(T::ALL[twist]) }));
    }
    Defence::Goes
}
