//! Tiers: positions with the same number of guards and dragons are solved together.
//!
//! A capture takes a dragon, a conversion makes a dragon of a guard, and nothing else changes the numbers, so tiers come
//! in the order of guards, then of dragons. A rank counts blocks (where king and guards stand), then the player to move,
//! then where the dragons stand; [`index`](super::index) has the numbering. Positions that the rules cannot bring about,
//! with guards that should have been converted, are gaps.
//!
//! A king on the last row has ended the game whatever else stands on the board. Such positions are a tier of their own
//! with one rank for each winner and player to move: who looks at it needs to know no more.

use super::bits::{GOAL, bit, cell};
use super::index::{Block, binomial, closed, index, number, numbered, open_up, unpack};
use super::options::{ConversionChain, WinOrder};
use super::{DRAGONS, GUARDS, GUARDS_AND_DRAGONS, KING, MadKing, Position};
use athos_core::{Game, Outcome, Player, Run, Tiered};

/// The tier of positions with the king on the last row.
pub const GOAL_TIER: usize = 0;

/// How many guards and dragons the positions of a tier have; `None` for the goal tier.
pub fn material(tier: usize) -> Option<(u32, u32)> {
    let mut tiers = (0..=GUARDS).flat_map(|guards| (0..=GUARDS_AND_DRAGONS - guards).map(move |d| (guards, d)));
    tiers.nth(tier.checked_sub(GOAL_TIER + 1)?)
}

/// The tier of positions with these numbers, which must be possible.
pub fn tier_of(guards: u32, dragons: u32) -> usize {
    let smaller: u32 = (0..guards).map(|guards| GUARDS_AND_DRAGONS - guards + 1).sum();
    GOAL_TIER + 1 + (smaller + dragons) as usize
}

/// How many ways there are to place the dragons in a block.
pub fn placements(guards: u32, dragons: u32) -> u32 {
    binomial(super::index::CELLS as u32 - 1 - guards, dragons)
}

impl MadKing {
    /// Whether left and right may be exchanged.
    pub(super) fn mirrors(&self) -> bool {
        self.conversion_chain != ConversionChain::SinglePass
    }

    fn goal_rank(turn: Player, winner: Player) -> u64 {
        (2 * turn.index() + winner.index()) as u64
    }

    /// A position with the king on the last row; `None` where the rules give no such winner.
    fn goal_position(&self, rank: u64) -> Option<Position> {
        let turn = Player::BOTH[(rank / 2) as usize & 1];
        let position = Position { king: bit(cell(4, 2)), guards: 0, dragons: 0, turn };
        match Player::BOTH[(rank % 2) as usize] {
            KING => Some(position),
            DRAGONS if self.win_order == WinOrder::GoalFirst => None,
            DRAGONS => Some(Position { dragons: bit(cell(4, 1)) | bit(cell(4, 3)) | bit(cell(3, 2)), ..position }),
        }
    }
}

impl Tiered for MadKing {
    fn tiers(&self) -> usize {
        tier_of(GUARDS, GUARDS_AND_DRAGONS - GUARDS) + 1
    }

    fn tier_name(&self, tier: usize) -> String {
        match material(tier) {
            Some((guards, dragons)) => format!("g{guards}d{dragons}"),
            None => "goal".into(),
        }
    }

    fn tier_len(&self, tier: usize) -> u64 {
        match material(tier) {
            Some((guards, dragons)) => {
                let blocks = index(self.mirrors())[guards as usize].list().len();
                2 * blocks as u64 * u64::from(placements(guards, dragons))
            }
            None => 4,
        }
    }

    fn child_tiers(&self, tier: usize) -> Vec<usize> {
        let Some((guards, dragons)) = material(tier) else { return Vec::new() };
        let mut tiers = vec![GOAL_TIER];
        for converted in 0..=guards {
            // Three dragons make the first of another guard; one of them cannot be the dragon just captured.
            let enough = |left: u32| converted == 0 || left >= 3;
            if dragons > 0 && enough(dragons - 1) {
                tiers.push(tier_of(guards - converted, dragons - 1 + converted));
            }
            if converted > 0 && enough(dragons) {
                tiers.push(tier_of(guards - converted, dragons + converted));
            }
        }
        tiers.sort_unstable();
        tiers
    }

    fn is_loopy(&self, tier: usize) -> bool {
        material(tier).is_some_and(|(_, dragons)| dragons > 0)
    }

    fn rank(&self, position: &Position) -> (usize, u64) {
        if position.king & GOAL != 0 {
            let winner = match self.outcome(position) {
                Some(Outcome::Winner(winner)) => winner,
                _ => KING,
            };
            return (GOAL_TIER, MadKing::goal_rank(position.turn, winner));
        }
        let (guards, dragons) = (position.guards.count_ones(), position.dragons.count_ones());
        if guards > GUARDS || guards + dragons > GUARDS_AND_DRAGONS {
            return (self.tiers(), 0);
        }
        let mut block = Block { king: position.king, guards: position.guards };
        let mut placed = position.dragons;
        let (found, mirrored) = index(self.mirrors())[guards as usize].find(&block);
        if mirrored {
            block = block.mirror();
            placed = super::bits::mirror(placed);
        }
        let half = 2 * found + position.turn.index();
        let within = number(closed(placed, block.king | block.guards));
        (tier_of(guards, dragons), half as u64 * u64::from(placements(guards, dragons)) + u64::from(within))
    }

    fn unrank(&self, tier: usize, rank: u64) -> Option<Position> {
        let Some((guards, dragons)) = material(tier) else { return self.goal_position(rank) };
        let placements = u64::from(placements(guards, dragons));
        let half = (rank / placements) as usize;
        let block = index(self.mirrors())[guards as usize].list().get(half / 2)?;
        let within = numbered((rank % placements) as u32, dragons);
        let position = Position {
            king: block.king,
            guards: block.guards,
            dragons: unpack(open_up(within, block.taken())),
            turn: Player::BOTH[half % 2],
        };
        (self.overdue(&position) == 0).then_some(position)
    }

    /// Who moves first changes the start and nothing else.
    fn solved_as(&self) -> MadKing {
        MadKing { first: MadKing::default().first, ..self.clone() }
    }

    /// Half a block: one player to move, all placements of the dragons. A rank of the goal tier counts as one position.
    fn run(&self, tier: usize, rank: u64) -> Run {
        let Some((guards, dragons)) = material(tier) else {
            return Run { ranks: 1, turn: Player::BOTH[(rank / 2) as usize & 1], weight: 1 };
        };
        let placements = u64::from(placements(guards, dragons));
        let half = (rank / placements) as usize;
        let block = index(self.mirrors())[guards as usize].list().get(half / 2);
        let alone = block.is_none_or(|block| !self.mirrors() || block.mirror() == *block);
        let ranks = placements - rank % placements;
        Run { ranks, turn: Player::BOTH[half % 2], weight: if alone { 1 } else { 2 } }
    }
}
