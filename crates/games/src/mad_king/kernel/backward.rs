//! Distance by distance, backwards: what a position decided at one distance means for those a move before it.
//!
//! A mover who can reach a win has one, a ply further away; a mover whose last open move turns out to lose is lost. A
//! code may be written before its distance comes, because leaving the tier is worth so much: for the winner it stands
//! unless a nearer win is found, for the loser it counts once no open move is left.

use super::edges::Edge;
use super::{Half, Tier};
use crate::mad_king::MadKing;
use crate::mad_king::bits;
use crate::mad_king::index::{Block, close_up, open_up, pack, unpack};
use athos_core::{Code, Player};

/// The placements of dragons in a block that were decided for the dragons to move at one distance, as sets of numbers;
/// empty when there are none.
#[derive(Clone, Debug, Default)]
pub struct News {
    /// By winner.
    numbers: [Vec<u64>; 2],
}

/// The code of a win, narrow.
pub fn won(winner: Player, plies: usize) -> u8 {
    match winner {
        Player::One => 255 - plies as u8,
        Player::Two => 1 + plies as u8,
    }
}

/// The places of the ones in a word.
struct Ones(u64);

impl Iterator for Ones {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let place = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        place
    }
}

/// Which of up to 64 bytes are this one, as bits.
#[inline(always)]
fn equal(bytes: &[u8], byte: u8) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const LOW: u64 = 0x7f * ONES;
    // Bytes that are not there count as 0.
    let mut padded = [0; 64];
    padded[..bytes.len()].copy_from_slice(bytes);
    let (eights, _) = padded.as_chunks::<8>();
    eights.iter().enumerate().fold(0, |found, (place, &eight)| {
        let differing = u64::from_le_bytes(eight) ^ (u64::from(byte) * ONES);
        // The high bit of each byte that does not differ; then these bits side by side.
        let same = !(((differing & LOW) + LOW) | differing | LOW);
        found | ((same >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * place)
    })
}

impl Half<'_> {
    /// Finds what is decided at this distance, 64 placements in a row at a time, from the place `from` on: the next
    /// place where something is, and which of its placements each player wins, as bits.
    #[inline(always)]
    fn next_decided(&self, turn: Player, distance: usize, from: usize) -> Option<(usize, [u64; 2])> {
        let (one, two) = (won(Player::One, distance), won(Player::Two, distance));
        for place in from..self.codes.len().div_ceil(64) {
            let first = 64 * place;
            let chunk = &self.codes[first..self.codes.len().min(first + 64)];
            if let Some(chunk) = chunk.first_chunk::<64>()
                && !chunk.iter().fold(false, |any, &code| any | (code == one) | (code == two))
            {
                continue;
            }
            // These codes are never 0, so what is missing from a short chunk is not among them.
            let mut words = [equal(chunk, one), equal(chunk, two)];
            if distance > 0 {
                // A loss counts once no move is open.
                words[turn.other().index()] &= equal(&self.open[first..first + chunk.len()], 0);
            }
            if words != [0; 2] {
                return Some((place, words));
            }
        }
        None
    }

    /// A move reaches a position that `turn`, who moves here, wins in one ply less.
    #[inline(always)]
    fn reach_win(&mut self, turn: Player, number: usize, plies: usize) {
        let (code, old) = (won(turn, plies), self.codes[number]);
        // A game that is over has the code of a win in 0, or is a gap.
        let better = match turn {
            Player::One => old > 1 && old < code,
            Player::Two => old > code && old < 255,
        };
        if better {
            self.codes[number] = code;
            self.due |= 1 << plies;
        }
    }

    /// A move reaches a position that `turn`, who moves here, loses in one ply less.
    #[inline(always)]
    fn reach_loss(&mut self, turn: Player, number: usize, plies: usize) {
        let open = self.open[number].wrapping_sub(1);
        self.open[number] = open;
        if open == 0 {
            self.close(turn, number, plies);
        }
    }

    /// No open move is left: lost, unless leaving the tier is better or takes longer.
    fn close(&mut self, turn: Player, number: usize, plies: usize) {
        const DRAW: u8 = 0x80;
        let (code, old) = (won(turn.other(), plies), self.codes[number]);
        let lost = match turn {
            _ if old == DRAW => code,
            Player::One if old < DRAW => old.max(code),
            Player::Two if old > DRAW => old.min(code),
            _ => return,
        };
        self.codes[number] = lost;
        if let Some(plies) = Code::widen(lost).plies() {
            self.due |= 1 << plies;
        }
    }
}

/// What moves of dragons do inside a block: all that is needed to take them back.
#[derive(Debug)]
pub struct Inside {
    /// By closed-up cell, the free cells around it.
    around: [u32; 32],
    /// The free cells beside each guard.
    beside: Vec<u32>,
    /// The king's open way to the goal.
    way: u32,
}

impl Inside {
    /// For the cells of a block.
    pub fn new(game: &MadKing, block: &Block) -> Inside {
        let taken = block.taken();
        let free = bits::BOARD & !(block.king | block.guards);
        let closed = |set: u32| close_up(pack(set & free), taken);
        let cells = free.count_ones();
        let mut around = [0; 32];
        for (cell, around) in (0..cells).zip(&mut around) {
            *around = closed(bits::around(unpack(open_up(1 << cell, taken))));
        }
        let beside = bits::cells(block.guards).map(|guard| closed(bits::beside(bits::bit(guard))));
        let way = game.open_way(block.king);
        Inside { around, beside: beside.collect(), way: closed(way) }
    }

    /// Whether a guard has three of the dragons beside it.
    fn converts(&self, dragons: u32) -> bool {
        self.beside.iter().any(|beside| (beside & dragons).count_ones() >= 3)
    }
}

impl Tier<'_> {
    /// Takes back the dragons' steps that lead to what the king's player has to move in and is decided at `distance`.
    #[inline(always)]
    pub fn take_back_dragons(&self, inside: &Inside, king: &Half<'_>, dragons: &mut Half<'_>, distance: usize) {
        let mut from = 0;
        while let Some((place, words)) = king.next_decided(Player::One, distance, from) {
            from = place + 1;
            for (winner, word) in Player::BOTH.into_iter().zip(words) {
                // Where the way to the goal is free, the look forwards has counted the moves that led there.
                let counted = winner == Player::One && distance == 1 && inside.way != 0;
                for bit in Ones(word) {
                    let set = self.sets.list()[64 * place + bit];
                    if counted && set & inside.way == 0 || self.pending && inside.converts(set) {
                        continue;
                    }
                    self.take_back_steps(inside, set, winner, dragons, distance);
                }
            }
        }
    }

    /// Takes back the dragons' steps that lead to these dragons.
    #[inline(always)]
    fn take_back_steps(&self, inside: &Inside, set: u32, winner: Player, dragons: &mut Half<'_>, distance: usize) {
        let mut left = set;
        while left != 0 {
            let to = left & left.wrapping_neg();
            left ^= to;
            let others = set ^ to;
            let mut from = inside.around[to.trailing_zeros() as usize] & !set;
            while from != 0 {
                let before = self.sets.number(others | from & from.wrapping_neg());
                from &= from - 1;
                match winner {
                    Player::One => dragons.reach_loss(Player::Two, before, distance + 1),
                    Player::Two => dragons.reach_win(Player::Two, before, distance + 1),
                }
            }
        }
    }

    /// Takes back the moves of king and guards, along one edge, that lead to the news of the other block.
    #[inline(always)]
    pub fn take_back_king(&self, block: usize, edge: &Edge, news: &News, king: &mut Half<'_>, distance: usize) {
        for winner in Player::BOTH {
            let mut reach = |number: usize| match winner {
                Player::One => king.reach_win(Player::One, number, distance + 1),
                Player::Two => king.reach_loss(Player::One, number, distance + 1),
            };
            let words = news.numbers[winner.index()].iter().enumerate();
            match self.edges.unchanged(edge) {
                Some(left) => {
                    for ((place, &word), &bad) in words.zip(self.sets.having(left)) {
                        for bit in Ones(word & !bad) {
                            reach(64 * place + bit);
                        }
                    }
                }
                None => {
                    for (place, &word) in words {
                        for bit in Ones(word) {
                            if let Some(set) = self.edges.back(block, edge, self.sets.list()[64 * place + bit]) {
                                reach(self.sets.number(set));
                            }
                        }
                    }
                }
            }
        }
    }

    /// What was decided at `distance` for the dragons to move and can have come about by a quiet move.
    #[inline(always)]
    pub fn news(&self, inside: &Inside, dragons: &Half<'_>, distance: usize) -> News {
        let mut news = News::default();
        let converts = |place: usize, bit: usize| inside.converts(self.sets.list()[64 * place + bit]);
        let mut from = 0;
        while let Some((place, words)) = dragons.next_decided(Player::Two, distance, from) {
            from = place + 1;
            for (numbers, mut word) in news.numbers.iter_mut().zip(words) {
                if self.pending && self.king_converts {
                    word = Ones(word).filter(|&bit| !converts(place, bit)).fold(0, |word, bit| word | 1 << bit);
                }
                if word != 0 {
                    if numbers.is_empty() {
                        numbers.resize(dragons.codes.len().div_ceil(64), 0);
                    }
                    numbers[place] = word;
                }
            }
        }
        news
    }
}

impl News {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.numbers.iter().all(|numbers| numbers.is_empty())
    }
}

/// Makes a draw of what could be lost by leaving the tier but need not.
pub fn settle(half: &mut Half<'_>, turn: Player) {
    let lost = won(turn.other(), 0);
    for (code, &open) in half.codes.iter_mut().zip(&*half.open) {
        let loses = match turn {
            Player::One => *code > lost && *code < 0x80,
            Player::Two => *code < lost && *code > 0x80,
        };
        if loses && open != 0 {
            *code = 0x80;
        }
    }
}
