//! Reading a table: the file is mapped, and only the blocks that are asked for are touched.

use super::{BlockCache, Header, TableError, Width};
use athos_core::Code;
use memmap2::Mmap;
use std::cell::RefCell;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

thread_local! {
    static UNPACKER: RefCell<Option<zstd::bulk::Decompressor<'static>>> = const { RefCell::new(None) };
}

/// One tier's values, on disk.
#[derive(Debug)]
pub struct Table {
    file: PathBuf,
    map: Mmap,
    header: Header,
    /// Where each block begins, and where the last one ends.
    offsets: Vec<u64>,
    /// The checksum of each block as it is in the file.
    crcs: Vec<u32>,
    cache: Arc<BlockCache>,
    number: u64,
}

impl Table {
    /// Opens a finished table and checks its header, its length and its index, but not yet its blocks.
    ///
    /// `expected` is what the table must be of; its fields about the file itself are not looked at.
    pub fn open(file: &Path, expected: &Header, cache: Arc<BlockCache>) -> Result<Table, TableError> {
        let handle = File::open(file).map_err(TableError::io(file))?;
        // SAFETY: a finished table is never changed in place: it is written under another name, and replaced by
        // renaming, which leaves this mapping on the old file. Should a stranger cut the file short nevertheless, the
        // process is stopped by a signal, as with any mapped file; it does not go on with wrong bytes unnoticed.
        let map = unsafe { Mmap::map(&handle) }.map_err(TableError::io(file))?;
        let header = Header::read(file, &map)?;
        let found = map.len() as u64;

        // 1. It must be finished, of the right tier, and whole.
        if !header.finished {
            return Err(TableError::Unfinished(file.into()));
        }
        let describe = |header: &Header| format!("{}, {}, {} ranks", header.spec, header.tier, header.count);
        if describe(&header) != describe(expected) {
            let (expected, found) = (describe(expected), describe(&header));
            return Err(TableError::Foreign { file: file.into(), expected, found });
        }
        if found < header.file_len {
            return Err(TableError::Truncated { file: file.into(), expected: header.file_len, found });
        }

        // 2. The index says where the blocks are.
        let damaged = || TableError::Damaged { file: file.into(), part: "the index of blocks".into() };
        let index = usize::try_from(header.index_offset).ok().and_then(|at| map.get(at..)).ok_or_else(damaged)?;
        if found != header.file_len || index.len() != header.blocks() * 8 || crc32fast::hash(index) != header.index_crc
        {
            return Err(damaged());
        }
        let mut offsets = vec![header.byte_len() as u64];
        let mut crcs = Vec::with_capacity(header.blocks());
        for entry in index.chunks_exact(8) {
            let begin = offsets[crcs.len()];
            offsets.push(begin + u64::from(u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]])));
            crcs.push(u32::from_le_bytes([entry[4], entry[5], entry[6], entry[7]]));
        }
        if offsets.last() != Some(&header.index_offset) {
            return Err(damaged());
        }
        let number = cache.register();
        Ok(Table { file: file.into(), map, header, offsets, crcs, cache, number })
    }

    /// What the table is of.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The code of a rank; a gap if the tier has no such rank.
    pub fn code(&self, rank: u64) -> Result<Code, TableError> {
        if rank >= self.header.count {
            return Ok(Code::GAP);
        }
        let block = (rank / self.header.block_ranks()) as usize;
        let at = (rank % self.header.block_ranks()) as usize;
        self.cache.with(
            self.number,
            block,
            |out| self.unpack(block, out),
            |bytes| read_code(self.header.width, bytes, at),
        )
    }

    /// Unpacks a block into a buffer, which is emptied first.
    pub fn unpack(&self, block: usize, out: &mut Vec<u8>) -> Result<(), TableError> {
        let damaged = || TableError::Damaged { file: self.file.clone(), part: format!("block {block}") };
        let packed = self.checked(block)?;
        let len = self.header.ranks_in_block(block) * self.header.width.bytes();
        out.clear();
        out.reserve(len);
        let unpacked = UNPACKER.with_borrow_mut(|unpacker| {
            if unpacker.is_none() {
                *unpacker = zstd::bulk::Decompressor::new().ok();
            }
            unpacker.as_mut().and_then(|unpacker| unpacker.decompress_to_buffer(packed, out).ok())
        });
        if unpacked == Some(len) { Ok(()) } else { Err(damaged()) }
    }

    /// Compares the checksum of every block. Reads the whole file, unpacks nothing.
    pub fn check(&self) -> Result<(), TableError> {
        (0..self.crcs.len()).try_for_each(|block| self.checked(block).map(|_| ()))
    }

    /// The codes of some ranks, in order: narrow as bytes, wide as pairs of bytes.
    pub fn read(&self, ranks: std::ops::Range<u64>, out: &mut Vec<u8>) -> Result<(), TableError> {
        let width = self.header.width.bytes();
        let per_block = self.header.block_ranks();
        let end = ranks.end.min(self.header.count);
        let mut unpacked = Vec::new();
        let mut rank = ranks.start;
        while rank < end {
            let block = rank / per_block;
            self.unpack(block as usize, &mut unpacked)?;
            let upto = end.min((block + 1) * per_block);
            out.extend(&unpacked[(rank % per_block) as usize * width..(upto - block * per_block) as usize * width]);
            rank = upto;
        }
        Ok(())
    }

    /// The packed bytes of a block, if their checksum is right.
    fn checked(&self, block: usize) -> Result<&[u8], TableError> {
        let bytes = &self.map[self.offsets[block] as usize..self.offsets[block + 1] as usize];
        match crc32fast::hash(bytes) == self.crcs[block] {
            true => Ok(bytes),
            false => Err(TableError::Damaged { file: self.file.clone(), part: format!("block {block}") }),
        }
    }
}

/// The code at a place in unpacked bytes.
pub(crate) fn read_code(width: Width, bytes: &[u8], at: usize) -> Code {
    match width {
        Width::Narrow => Code::widen(bytes[at]),
        Width::Wide => Code(u16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]])),
    }
}
