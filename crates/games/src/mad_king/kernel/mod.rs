//! The fast way to solve a tier: retrograde analysis on blocks.
//!
//! A block, the dragons' placements around a fixed king and fixed guards, is a few kilobytes: one byte of code and one
//! byte of open moves for each placement and player. Dragons' moves stay inside it. Moves of king and guards lead to
//! about ten other blocks, in the same order of placements but for the few cells between the two ends of the move. So
//! each distance is one pass over the blocks in which something may happen: a block takes back its own dragons' moves,
//! then fetches from the blocks around it what was decided there for the dragons to move. Nobody writes into a block
//! but the thread that has it, and what it reads from others was written at the distance before: the outcome does not
//! depend on the threads.
//!
//! It writes the same codes as the generic solver, which a test compares, byte for byte.

mod backward;
mod edges;
mod far;
mod forward;
mod sets;

use super::bits::BOARD;
use super::index::{Block, CELLS, index, open_up, unpack};
use super::options::{ConversionChain, ConversionWhen};
use super::tiers::material;
use super::{DRAGONS, KING, MadKing};
use athos_core::{Code, Codes, Crew, LoopKernel, Tiered, Unsolved};
use backward::{Inside, News, settle};
use edges::Edges;
use far::{FAR, Far};
use forward::Forward;
use sets::{Sets, Unfold};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Open moves of a position where the game is over: more than can ever be closed.
const OVER: u8 = 0xff;
/// Open moves that are added where leaving the tier keeps a draw, so that the last one is never closed.
const KEPT_DRAW: u8 = 0x80;

/// Solves tiers of The Mad King!
#[derive(Debug)]
pub struct Kernel {
    game: MadKing,
}

impl Kernel {
    /// A kernel for these rules.
    pub fn new(game: &MadKing) -> Kernel {
        Kernel { game: game.clone() }
    }
}

/// Half a block: all placements of dragons with one player to move.
struct Half<'a> {
    codes: &'a mut [u8],
    /// Moves inside the tier that are not known to lose.
    open: &'a mut [u8],
    /// The distances at which something is decided here, as bits.
    due: u128,
}

/// What is the same for all blocks of a tier.
struct Tier<'a> {
    blocks: &'a [Block],
    edges: Edges<'a>,
    inside: Vec<Inside>,
    sets: Sets,
    /// Whether guards may stand among three dragons without being converted.
    pending: bool,
    /// Whether moves of the king's player convert guards.
    king_converts: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn read<T>(shared: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    shared.read().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn write<T>(shared: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    shared.write().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn zeros(len: u64) -> Result<Vec<u8>, Unsolved> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(len).unwrap_or(usize::MAX)).map_err(|_| Unsolved::OutOfMemory(len))?;
    bytes.resize(len as usize, 0);
    Ok(bytes)
}

impl LoopKernel for Kernel {
    /// Codes, open moves, and the news of two distances: half a bit each for half the placements at most.
    fn memory(&self, tier: usize) -> u64 {
        let len = self.game.tier_len(tier);
        2 * len + len / 4
    }

    fn solve_tier(&self, tier: usize, children: &[&Codes], crew: &dyn Crew) -> Result<Codes, Unsolved> {
        let len = self.game.tier_len(tier);
        let (mut codes, mut open) = (zeros(len)?, zeros(len)?);
        // The goal tier has no loops and is never asked for.
        let Some((guards, dragons)) = material(tier) else { return Ok(Codes::default()) };
        let blocks = &index(self.game.mirrors())[guards as usize];
        let work = Tier {
            blocks: blocks.list(),
            edges: Edges::new(blocks),
            inside: blocks.list().iter().map(|block| Inside::new(&self.game, block)).collect(),
            sets: Sets::new(CELLS as u32 - 1 - guards, dragons),
            pending: self.game.conversion_chain != ConversionChain::Fixpoint,
            king_converts: self.game.conversion_when == ConversionWhen::EveryMove,
        };
        // 1. Near the end of the game: by whole blocks.
        let far = Mutex::default();
        let nearer = {
            let halves = halves(&mut codes, &mut open, work.sets.len());
            let forward = Forward::new(&self.game, tier, children);
            let look = LookForwards { tier: &work, forward, halves: &halves, far: &far, crew };
            each_block(work.blocks.len(), crew, &look)?;
            work.look_backwards(&halves, crew)?
        };

        // 2. Far from it: one by one.
        let known = far.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let half_len = work.sets.len();
        let known = match nearer {
            true => HashMap::new(),
            false => Far { game: &self.game, tier, codes: &mut codes, open: &mut open, half_len, known }.solve()?,
        };

        // 3. What is left is a draw.
        work.settle(&halves(&mut codes, &mut open, half_len), crew)?;
        let mut far: Vec<(u64, Code)> = known.into_iter().filter(|(_, code)| code.narrow().is_none()).collect();
        far.retain(|&(rank, code)| codes[rank as usize] == Codes::byte(code));
        far.sort_unstable();
        Ok(Codes { narrow: codes, far })
    }
}

/// Codes and open moves by blocks, each for whoever takes it.
fn halves<'a>(codes: &'a mut [u8], open: &'a mut [u8], len: usize) -> Vec<Mutex<[Half<'a>; 2]>> {
    let blocks = codes.chunks_mut(2 * len).zip(open.chunks_mut(2 * len));
    let halves = blocks.map(|(codes, open)| {
        let ((king, dragons), (king_open, dragons_open)) = (codes.split_at_mut(len), open.split_at_mut(len));
        Mutex::new([Half { codes: king, open: king_open, due: 0 }, Half { codes: dragons, open: dragons_open, due: 0 }])
    });
    halves.collect()
}

/// Something to do with every block of a tier.
trait BlockWork: Sync {
    /// Does it for one block. Inlined always, so that it is compiled with the instructions of who calls it.
    fn block(&self, number: usize);
}

/// Does the work for every block, with the instructions for bits that newer processors have, if this is one.
fn each_block(blocks: usize, crew: &dyn Crew, work: &impl BlockWork) -> Result<(), Unsolved> {
    let whole = crew.each(blocks, &|number| {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn with_new_instructions(work: &impl BlockWork, number: usize) {
                work.block(number);
            }
            if is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt")
            {
                // SAFETY: the processor has the instructions, as the lines above have asked.
                return unsafe { with_new_instructions(work, number) };
            }
        }
        work.block(number);
    });
    if whole { Ok(()) } else { Err(Unsolved::Stopped) }
}

/// The first look at every block.
struct LookForwards<'a, 'h> {
    tier: &'a Tier<'a>,
    forward: Forward<'a>,
    halves: &'a [Mutex<[Half<'h>; 2]>],
    /// Codes too far for a byte.
    far: &'a Mutex<HashMap<u64, Code>>,
    crew: &'a dyn Crew,
}

impl BlockWork for LookForwards<'_, '_> {
    #[inline(always)]
    fn block(&self, number: usize) {
        let (block, sets) = (&self.tier.blocks[number], &self.tier.sets);
        let cells = (BOARD & !(block.king | block.guards)).count_ones();
        let places: Vec<u32> = (0..cells).map(|cell| unpack(open_up(1 << cell, block.taken()))).collect();
        let unfold = Unfold::new(&places);
        for (turn, half) in [KING, DRAGONS].into_iter().zip(&mut *lock(&self.halves[number])) {
            let first = (2 * number + turn.index()) * sets.len();
            self.forward.look(block, turn, sets, &unfold, half, |number, code| {
                lock(self.far).insert((first + number) as u64, code);
            });
        }
        self.crew.decided(sets.len() as u64);
    }
}

/// One distance in every block.
struct LookBackwards<'a, 'h> {
    tier: &'a Tier<'a>,
    halves: &'a [Mutex<[Half<'h>; 2]>],
    news: &'a [Vec<RwLock<News>>; 2],
    distance: usize,
    /// Set when more may be decided later.
    busy: AtomicBool,
}

impl BlockWork for LookBackwards<'_, '_> {
    #[inline(always)]
    fn block(&self, number: usize) {
        if self.tier.pass(number, &self.halves[number], self.news, self.distance) {
            self.busy.store(true, Ordering::Relaxed);
        }
    }
}

impl Tier<'_> {
    /// Distance by distance, as far as a byte goes. Whether nothing further away is left.
    fn look_backwards(&self, halves: &[Mutex<[Half<'_>; 2]>], crew: &dyn Crew) -> Result<bool, Unsolved> {
        // The news of the distance in work and of the next one, in turns.
        let news: [Vec<RwLock<News>>; 2] = [(); 2].map(|()| self.blocks.iter().map(|_| RwLock::default()).collect());
        let first = |number: usize| {
            *write(&news[0][number]) = self.news(&self.inside[number], &lock(&halves[number])[1], 0);
        };
        if !crew.each(self.blocks.len(), &first) {
            return Err(Unsolved::Stopped);
        }
        for distance in 0..usize::from(FAR) - 1 {
            let work = LookBackwards { tier: self, halves, news: &news, distance, busy: AtomicBool::new(false) };
            each_block(self.blocks.len(), crew, &work)?;
            if !work.busy.into_inner() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn settle(&self, halves: &[Mutex<[Half<'_>; 2]>], crew: &dyn Crew) -> Result<(), Unsolved> {
        let whole = crew.each(self.blocks.len(), &|number| {
            let [king, dragons] = &mut *lock(&halves[number]);
            settle(king, KING);
            settle(dragons, DRAGONS);
            crew.decided(self.sets.len() as u64);
        });
        if whole { Ok(()) } else { Err(Unsolved::Stopped) }
    }

    /// One block at one distance. Says whether more may be decided here later.
    #[inline(always)]
    fn pass(
        &self,
        number: usize,
        halves: &Mutex<[Half<'_>; 2]>,
        news: &[Vec<RwLock<News>>; 2],
        distance: usize,
    ) -> bool {
        let [king, dragons] = &mut *lock(halves);
        if king.due >> distance & 1 != 0 {
            self.take_back_dragons(&self.inside[number], king, dragons, distance);
        }
        for edge in self.edges.of(number) {
            let there = read(&news[distance % 2][edge.to as usize]);
            if !there.is_empty() {
                self.take_back_king(number, edge, &there, king, distance);
            }
        }
        let next = &news[(distance + 1) % 2][number];
        if dragons.due >> (distance + 1) & 1 != 0 {
            *write(next) = self.news(&self.inside[number], dragons, distance + 1);
        } else if !read(next).is_empty() {
            *write(next) = News::default();
        }
        (king.due | dragons.due) >> (distance + 1) != 0
    }
}
