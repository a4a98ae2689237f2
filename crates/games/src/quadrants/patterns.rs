//! An estimate that is learned: what patterns of stones are worth, by how full the board is.
//!
//! The patterns are lines with stones of one player only, counted by kind of line and by number of stones; the same after
//! every single twist, of which the best and the total count; and stones in the middle of a quadrant. Both players have
//! a worth for each, because it matters who is to move, and the move itself has one. The worths are whole numbers in a
//! text file, one for each game, that `athos train` writes; an estimate is the sum of worths times counts.
//!
//! All 32 lines are counted at once, bit by bit. Cost: some 200 nanoseconds.

use super::arrangements::Arrangement;
use super::game::{QuadrantGame, Twist};
use super::lines::LINES;
use super::stones::{Cell, Quadrant, SIZE, Stones, content};
use athos_core::MAX_ESTIMATE;
use std::fmt::Write;

/// The kinds of lines, as they are called in files of worths.
const KINDS: [&str; 5] = ["edge", "middle", "inner", "long", "short"];

/// How many counts a player has: lines of each kind with 1 to 4 stones; the best and the total of lines with 2 to 4
/// stones after a twist; stones in the middle of a quadrant.
const OF_PLAYER: usize = 4 * KINDS.len() + 3 + 3 + 1;

/// How many counts a position has: those of the player to move, those of the opponent, and 1 for the move.
pub const PATTERNS: usize = 2 * OF_PLAYER + 1;

/// How many phases a game has.
pub const PHASES: usize = 6;

/// The stones with which each phase begins.
const PHASE_BEGINS: [u32; PHASES] = [0, 6, 10, 14, 18, 24];

const MIDDLES: u64 = Cell::at(1, 1).bit() | Cell::at(1, 4).bit() | Cell::at(4, 1).bit() | Cell::at(4, 4).bit();

/// The lines of each kind: rows and columns at the edge of the board, through the middles of quadrants and along the
/// inner border; long and short diagonals.
const LINES_OF_KIND: [u32; KINDS.len()] = {
    let mut sets = [0; KINDS.len()];
    let mut line = 0;
    while line < LINES.len() {
        let through_middles = LINES[line] & MIDDLES != 0;
        let at_edge = (LINES[line] & edge_cells()).count_ones() == 5;
        let kind = match (line >= 24, through_middles, at_edge) {
            (false, _, true) => 0,
            (false, true, false) => 1,
            (false, false, false) => 2,
            (true, true, _) => 3,
            (true, false, _) => 4,
        };
        sets[kind] |= 1 << line;
        line += 1;
    }
    sets
};

const fn edge_cells() -> u64 {
    let mut cells = 0;
    let mut index = 0;
    while index < SIZE {
        cells |= Cell::at(0, index).bit() | Cell::at(SIZE - 1, index).bit();
        cells |= Cell::at(index, 0).bit() | Cell::at(index, SIZE - 1).bit();
        index += 1;
    }
    cells
}

/// The phase of a position.
#[inline]
pub fn phase(position: &Stones) -> usize {
    let stones = position.taken().count_ones();
    PHASE_BEGINS.iter().filter(|begin| **begin <= stones).count() - 1
}

/// The counts of a position: of the player to move, of the opponent, and 1.
#[inline]
pub fn patterns<T: Twist>(position: &Stones) -> [i16; PATTERNS] {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("popcnt") {
        // SAFETY: the processor has the instruction, which is all that the function asks for.
        return unsafe { patterns_with_popcnt::<T>(position) };
    }
    patterns_plainly::<T>(position)
}

/// The same code with an instruction that counts bits.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn patterns_with_popcnt<T: Twist>(position: &Stones) -> [i16; PATTERNS] {
    patterns_plainly::<T>(position)
}

#[inline(always)]
fn patterns_plainly<T: Twist>(position: &Stones) -> [i16; PATTERNS] {
    let tables = T::arrangements();
    let player = position.turn();
    let sets = [position.of(player), position.of(player.other())];
    let contents = sets.map(|stones| Quadrant::ALL.map(|quadrant| content(stones, quadrant)));

    // Lines with 1 to 4 stones of a player and none of the other, for both, in one arrangement.
    let open_lines = |arrangement: &Arrangement| -> [[u32; 4]; 2] {
        let variants =
            [arrangement.top >> 2 & 3, arrangement.top & 3, arrangement.bottom >> 2 & 3, arrangement.bottom & 3];
        let counts = contents.map(|contents| {
            let part = |quadrant: usize| tables.counts[quadrant][variants[quadrant]][contents[quadrant]];
            let add = |[x0, x1, x2]: [u32; 3], [y0, y1]: [u32; 2]| {
                let carry = x0 & y0;
                [x0 ^ y0, x1 ^ y1 ^ carry, x2 | x1 & y1 | carry & (x1 | y1)]
            };
            let [first, second] = part(0);
            [1, 2, 3].into_iter().fold([first, second, 0], |sum, quadrant| add(sum, part(quadrant)))
        });
        let free = [counts[1], counts[0]].map(|[ones, twos, fours]| !(ones | twos | fours));
        std::array::from_fn(|side| {
            let ([ones, twos, fours], free) = (counts[side], free[side]);
            [ones & !twos & !fours & free, twos & !ones & free, ones & twos & free, fours & !ones & free]
        })
    };

    let mut all = [0i16; PATTERNS];
    let (own, others) = all.split_at_mut(OF_PLAYER);
    let now = open_lines(&tables.even[0]);
    for (side, counts) in [own, &mut others[..OF_PLAYER]].into_iter().enumerate() {
        for (kind, lines) in LINES_OF_KIND.iter().enumerate() {
            for stones in 0..4 {
                counts[4 * kind + stones] = (now[side][stones] & lines).count_ones() as i16;
            }
        }
        counts[OF_PLAYER - 1] = (sets[side] & MIDDLES).count_ones() as i16;
    }
    for arrangement in &tables.odd[..T::ALL.len()] {
        let lines = open_lines(arrangement);
        for side in 0..2 {
            let counts = &mut all[side * OF_PLAYER + 4 * KINDS.len()..][..6];
            for stones in 0..3 {
                let count = lines[side][stones + 1].count_ones() as i16;
                counts[stones] = counts[stones].max(count);
                counts[3 + stones] += count;
            }
        }
    }
    all[PATTERNS - 1] = 1;
    all
}

/// What the patterns are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worths {
    /// By phase and pattern.
    pub by_phase: [[i32; PATTERNS]; PHASES],
}

/// What is wrong with a text of worths.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorthsError {
    /// A line is not the one that belongs there.
    #[error("line {line}: '{expected}' and {PHASES} whole numbers belong here")]
    Line {
        /// Its number.
        line: usize,
        /// The pattern.
        expected: String,
    },
    /// Something follows the last pattern.
    #[error("line {0}: nothing may follow the last pattern")]
    TooLong(usize),
}

impl Worths {
    /// The worths by which the estimate is that of [`Evaluate`](athos_core::Evaluate) for these games: lines of any kind
    /// by their stones, and middles, alike for both players.
    pub fn plain() -> Worths {
        let mut worths = [0; PATTERNS];
        for (side, sign) in [(0, 1), (1, -1)] {
            let of_player = &mut worths[side * OF_PLAYER..][..OF_PLAYER];
            for (index, worth) in of_player[..4 * KINDS.len()].iter_mut().enumerate() {
                *worth = sign * super::evaluation::LINE_WORTH[index % 4 + 1];
            }
            of_player[OF_PLAYER - 1] = sign * super::evaluation::MIDDLE_WORTH;
        }
        Worths { by_phase: [worths; PHASES] }
    }

    /// An estimate for the player to move.
    #[inline]
    pub fn evaluate<T: Twist>(&self, _game: &QuadrantGame<T>, position: &Stones) -> i32 {
        let counts = patterns::<T>(position);
        let worths = &self.by_phase[phase(position)];
        let sum: i32 = worths.iter().zip(counts).map(|(worth, count)| worth * i32::from(count)).sum();
        sum.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }

    /// The text of a file of worths: a line a pattern, a column a phase, after lines of remarks that begin with `#`.
    pub fn show(&self, remarks: &str) -> String {
        let mut text: String = remarks.lines().map(|remark| format!("# {remark}\n")).collect();
        let _ = writeln!(text, "# {:<28}{}", "stones, from", columns(PHASE_BEGINS.map(|begin| begin as i32)));
        for pattern in 0..PATTERNS {
            let _ = writeln!(text, "{:<30}{}", name(pattern), columns(self.by_phase.map(|worths| worths[pattern])));
        }
        text
    }

    /// Reads what [`Worths::show`] wrote.
    pub fn read(text: &str) -> Result<Worths, WorthsError> {
        let mut worths = Worths { by_phase: [[0; PATTERNS]; PHASES] };
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
        for pattern in 0..PATTERNS {
            let expected = name(pattern);
            let (index, line) = lines.next().unwrap_or((text.lines().count(), ""));
            let error = || WorthsError::Line { line: index + 1, expected: expected.clone() };
            let numbers = line.strip_prefix(expected.as_str()).ok_or_else(error)?;
            let numbers: Result<Vec<i32>, _> = numbers.split_whitespace().map(str::parse).collect();
            let numbers: [i32; PHASES] = numbers.ok().and_then(|numbers| numbers.try_into().ok()).ok_or_else(error)?;
            for (phase, number) in numbers.into_iter().enumerate() {
                worths.by_phase[phase][pattern] = number;
            }
        }
        match lines.next() {
            Some((index, _)) => Err(WorthsError::TooLong(index + 1)),
            None => Ok(worths),
        }
    }
}

fn columns(numbers: [i32; PHASES]) -> String {
    numbers.iter().map(|number| format!("{number:>7}")).collect()
}

/// What a pattern is called in a file.
fn name(pattern: usize) -> String {
    if pattern == PATTERNS - 1 {
        return "to move".to_string();
    }
    let whose = if pattern < OF_PLAYER { "own" } else { "other" };
    let index = pattern % OF_PLAYER;
    match index.checked_sub(4 * KINDS.len()) {
        None => format!("{whose} {} line of {}", KINDS[index / 4], index % 4 + 1),
        Some(index @ 0..3) => format!("{whose} best twist, lines of {}", index + 2),
        Some(index @ 3..6) => format!("{whose} all twists, lines of {}", index - 1),
        Some(_) => format!("{whose} middle"),
    }
}
