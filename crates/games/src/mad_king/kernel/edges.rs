//! From block to block: where a move of the king or a guard leads, whatever the dragons do.
//!
//! The dragons stay where they are, but the cells they have are closed up without the king and the guards, so a move
//! changes the numbers of the cells between the one that is left and the one that is reached.

use crate::mad_king::bits::{BOARD, GOAL, beside, bit, cells, jumps, mirror};
use crate::mad_king::index::{Block, Blocks, close_up, open_up, pack, unpack};

/// A move of the king's player between blocks with as many guards.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The block it leads to.
    pub to: u32,
    /// The cell that is left, among the free cells of the other block.
    left: u8,
    /// The cell that is reached, among the free cells of this block.
    reached: u8,
    /// Whether the other block is met mirrored.
    mirrored: bool,
}

/// The edges of all blocks with a certain number of guards.
#[derive(Debug)]
pub struct Edges<'a> {
    blocks: &'a Blocks,
    list: Vec<Edge>,
    /// Where the edges of each block begin, and where the last ones end.
    starts: Vec<u32>,
}

impl<'a> Edges<'a> {
    /// Finds them all.
    pub fn new(blocks: &'a Blocks) -> Edges<'a> {
        let mut edges = Edges { blocks, list: Vec::new(), starts: vec![0] };
        for block in blocks.list() {
            let free = BOARD & !(block.king | block.guards);
            for from in cells(block.guards) {
                for to in cells(beside(bit(from)) & free) {
                    edges.push(
                        block,
                        Block { guards: block.guards ^ bit(from) ^ bit(to), ..*block },
                        bit(from),
                        bit(to),
                    );
                }
            }
            for to in cells((beside(block.king) | jumps(block.king, block.guards)) & free & !GOAL) {
                edges.push(block, Block { king: bit(to), ..*block }, block.king, bit(to));
            }
            edges.starts.push(edges.list.len() as u32);
        }
        edges
    }

    fn push(&mut self, here: &Block, there: Block, from: u32, to: u32) {
        let index = |cell: u32, taken: u32| close_up(pack(cell), taken).trailing_zeros() as u8;
        let (number, mirrored) = self.blocks.find(&there);
        self.list.push(Edge {
            to: number as u32,
            left: if mirrored { index(mirror(from), there.mirror().taken()) } else { index(from, there.taken()) },
            reached: index(to, here.taken()),
            mirrored,
        });
    }

    /// The edges of a block.
    pub fn of(&self, block: usize) -> &[Edge] {
        &self.list[self.starts[block] as usize..self.starts[block + 1] as usize]
    }

    /// The cell that must be free of dragons there, if their placements have the same numbers here and there.
    #[inline(always)]
    pub fn unchanged(&self, edge: &Edge) -> Option<u8> {
        (edge.left == edge.reached && !edge.mirrored).then_some(edge.left)
    }

    /// Dragons of the other block as seen in this one, closed up here and there; `None` when one of them stands where
    /// the moving piece came from.
    #[inline(always)]
    pub fn back(&self, block: usize, edge: &Edge, dragons: u32) -> Option<u32> {
        if dragons >> edge.left & 1 != 0 {
            return None;
        }
        if edge.mirrored {
            return Some(self.back_mirrored(block, edge, dragons));
        }
        let below = (1 << edge.left) - 1;
        let closed = dragons & below | dragons >> 1 & !below;
        let below = (1 << edge.reached) - 1;
        Some(closed & below | (closed & !below) << 1)
    }

    #[inline(never)]
    fn back_mirrored(&self, block: usize, edge: &Edge, dragons: u32) -> u32 {
        let [here, there] = [block, edge.to as usize].map(|block| self.blocks.list()[block].taken());
        close_up(pack(mirror(unpack(open_up(dragons, there)))), here)
    }
}
