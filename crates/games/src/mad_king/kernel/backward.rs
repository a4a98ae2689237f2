//! Distance by distance, backwards: what a position decided at one distance means for those a move before it.
//!
//! A mover who can reach a win has one, a ply further away; a mover whose last open move turns out to lose is lost. A
//! code may be written before its distance comes, because leaving the tier is worth so much: for the winner it stands
//! unless a nearer win is found, for the loser it counts once no open move is left.

use super::edges::Edge;
use super::sets::Sets;
use super::{Half, Tier};
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

/// The numbers in a set of numbers.
#[inline]
fn each_number(words: &[u64], mut work: impl FnMut(usize)) {
    for (place, &word) in words.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            work(64 * place + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

impl Half<'_> {
    /// Calls `found` for every number decided at this distance in favour of `winner`.
    fn each_decided(&self, turn: Player, winner: Player, distance: usize, mut found: impl FnMut(usize)) {
        let code = won(winner, distance);
        let wins = turn == winner || distance == 0;
        for (place, chunk) in self.codes.chunks(64).enumerate() {
            if chunk.iter().fold(false, |any, &other| any | (other == code)) {
                for (at, &other) in chunk.iter().enumerate() {
                    let number = 64 * place + at;
                    if other == code && (wins || self.open[number] == 0) {
                        found(number);
                    }
                }
            }
        }
    }

    /// A move reaches a position that `turn`, who moves here, wins in one ply less.
    #[inline]
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
    #[inline]
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
    around: Vec<u32>,
    /// The free cells beside each guard.
    beside: Vec<u32>,
}

impl Inside {
    /// For the cells of a block, from closed up to the board and back.
    pub fn new(block: &Block) -> Inside {
        let taken = block.taken();
        let free = bits::BOARD & !(block.king | block.guards);
        let closed = |set: u32| close_up(pack(set & free), taken);
        let cells = free.count_ones();
        let around = (0..cells).map(|cell| closed(bits::around(unpack(open_up(1 << cell, taken)))));
        let beside = bits::cells(block.guards).map(|guard| closed(bits::beside(bits::bit(guard))));
        Inside { around: around.collect(), beside: beside.collect() }
    }

    /// Whether a guard has three of the dragons beside it.
    fn converts(&self, dragons: u32) -> bool {
        self.beside.iter().any(|beside| (beside & dragons).count_ones() >= 3)
    }

    /// Calls `found` for every set of dragons with a step to this one.
    #[inline]
    fn each_before(&self, dragons: u32, mut found: impl FnMut(u32)) {
        let mut left = dragons;
        while left != 0 {
            let to = left & left.wrapping_neg();
            left ^= to;
            let others = dragons ^ to;
            let mut from = self.around[to.trailing_zeros() as usize] & !dragons;
            while from != 0 {
                found(others | from & from.wrapping_neg());
                from &= from - 1;
            }
        }
    }
}

impl Tier<'_> {
    /// Takes back the dragons' steps that lead to what the king's player has to move in and is decided at `distance`.
    pub fn take_back_dragons(&self, inside: &Inside, king: &Half<'_>, dragons: &mut Half<'_>, distance: usize) {
        let sets: &Sets = &self.sets;
        for winner in Player::BOTH {
            king.each_decided(Player::One, winner, distance, |number| {
                let set = sets.list()[number];
                if self.pending && inside.converts(set) {
                    return;
                }
                match winner {
                    Player::One => inside.each_before(set, |set| {
                        dragons.reach_loss(Player::Two, sets.number(set), distance + 1);
                    }),
                    Player::Two => inside.each_before(set, |set| {
                        dragons.reach_win(Player::Two, sets.number(set), distance + 1);
                    }),
                }
            });
        }
    }

    /// Takes back the moves of king and guards, along one edge, that lead to the news of the other block.
    pub fn take_back_king(&self, block: usize, edge: &Edge, news: &News, king: &mut Half<'_>, distance: usize) {
        for winner in Player::BOTH {
            each_number(&news.numbers[winner.index()], |number| {
                let Some(set) = self.edges.back(block, edge, self.sets.list()[number]) else { return };
                let number = self.sets.number(set);
                match winner {
                    Player::One => king.reach_win(Player::One, number, distance + 1),
                    Player::Two => king.reach_loss(Player::One, number, distance + 1),
                }
            });
        }
    }

    /// What was decided at `distance` for the dragons to move and can have come about by a quiet move.
    pub fn news(&self, inside: &Inside, dragons: &Half<'_>, distance: usize) -> News {
        let mut news = News::default();
        for winner in Player::BOTH {
            let numbers = &mut news.numbers[winner.index()];
            dragons.each_decided(Player::Two, winner, distance, |number| {
                if self.pending && self.king_converts && inside.converts(self.sets.list()[number]) {
                    return;
                }
                if numbers.is_empty() {
                    numbers.resize(dragons.codes.len().div_ceil(64), 0);
                }
                numbers[number / 64] |= 1 << (number % 64);
            });
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
