//! The header of a table file: what it holds and how, with a checksum over itself.

use super::TableError;
use std::path::Path;

/// The version of the format that this program reads and writes.
pub const VERSION: u32 = 1;

const MAGIC: &[u8; 8] = b"ATHOSTBL";
/// The length of the part before the texts.
const FIXED: usize = 64;
/// How many bytes a block has before compression.
const BLOCK_BYTES: u32 = 16 * 1024;
/// Texts in a header are no longer than this, so that a wrong length in a damaged file asks for no memory.
const MAX_TEXT: usize = 4096;

/// How wide a code is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// One byte, distances up to 126 plies.
    Narrow = 1,
    /// Two bytes, little end first, distances up to 32765 plies.
    Wide = 2,
}

impl Width {
    /// Bytes a code.
    pub fn bytes(self) -> usize {
        self as usize
    }
}

/// What a table file says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game and its rules, as [`Described::spec`](athos_core::Described::spec) writes them.
    pub spec: String,
    /// The name of the tier.
    pub tier: String,
    /// How many ranks the tier has.
    pub count: u64,
    /// How wide a code is.
    pub width: Width,
    /// Set when everything else is in the file.
    pub finished: bool,
    /// The length of the file.
    pub file_len: u64,
    /// Where the index of blocks begins.
    pub index_offset: u64,
    /// The checksum of the index.
    pub index_crc: u32,
}

impl Header {
    /// The header of a table that is still being written.
    pub fn new(spec: String, tier: String, count: u64, width: Width) -> Header {
        Header { spec, tier, count, width, finished: false, file_len: 0, index_offset: 0, index_crc: 0 }
    }

    /// How many ranks a block holds; the last one may hold fewer.
    pub fn block_ranks(&self) -> u64 {
        u64::from(BLOCK_BYTES) / self.width.bytes() as u64
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.count.div_ceil(self.block_ranks()) as usize
    }

    /// How many ranks a certain block holds.
    pub fn ranks_in_block(&self, block: usize) -> usize {
        (self.count - block as u64 * self.block_ranks()).min(self.block_ranks()) as usize
    }

    /// The length of the header, where the first block begins.
    pub fn byte_len(&self) -> usize {
        FIXED + self.spec.len() + self.tier.len() + 4
    }

    /// The bytes in the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.byte_len());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([u8::from(self.finished), self.width as u8, 1, 0]);
        bytes.extend(self.count.to_le_bytes());
        bytes.extend(self.file_len.to_le_bytes());
        bytes.extend((self.block_ranks() as u32).to_le_bytes());
        bytes.extend((self.blocks() as u32).to_le_bytes());
        bytes.extend(self.index_offset.to_le_bytes());
        bytes.extend(self.index_crc.to_le_bytes());
        bytes.extend(0u32.to_le_bytes());
        bytes.extend((self.spec.len() as u16).to_le_bytes());
        bytes.extend((self.tier.len() as u16).to_le_bytes());
        bytes.extend(0u32.to_le_bytes());
        bytes.extend(self.spec.as_bytes());
        bytes.extend(self.tier.as_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the header of a whole file.
    pub fn read(file: &Path, bytes: &[u8]) -> Result<Header, TableError> {
        let truncated = |expected: usize| TableError::Truncated {
            file: file.into(),
            expected: expected as u64,
            found: bytes.len() as u64,
        };
        let damaged = || TableError::Damaged { file: file.into(), part: "the header".into() };

        // 1. Is it a table, and of this version?
        let known = bytes.len().min(MAGIC.len());
        if bytes[..known] != MAGIC[..known] || bytes.is_empty() {
            return Err(TableError::NotATable(file.into()));
        }
        let fixed: &[u8; FIXED] = bytes.first_chunk().ok_or_else(|| truncated(FIXED))?;
        let word = |at: usize| u32::from_le_bytes([fixed[at], fixed[at + 1], fixed[at + 2], fixed[at + 3]]);
        let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
        if word(8) != VERSION {
            return Err(TableError::OtherVersion { file: file.into(), found: word(8) });
        }

        // 2. Is the header whole?
        let spec_len = usize::from(u16::from_le_bytes([fixed[56], fixed[57]]));
        let tier_len = usize::from(u16::from_le_bytes([fixed[58], fixed[59]]));
        let end = FIXED + spec_len + tier_len;
        if spec_len > MAX_TEXT || tier_len > MAX_TEXT {
            return Err(damaged());
        }
        let crc = bytes.get(end..end + 4).ok_or_else(|| truncated(end + 4))?;
        if crc != crc32fast::hash(&bytes[..end]).to_le_bytes() {
            return Err(damaged());
        }

        // 3. What does it say?
        let text = |range: std::ops::Range<usize>| String::from_utf8(bytes[range].to_vec()).map_err(|_| damaged());
        let header = Header {
            spec: text(FIXED..FIXED + spec_len)?,
            tier: text(FIXED + spec_len..end)?,
            count: long(16),
            width: if fixed[13] == 1 { Width::Narrow } else { Width::Wide },
            finished: fixed[12] == 1,
            file_len: long(24),
            index_offset: long(40),
            index_crc: word(48),
        };
        match header.to_bytes() == bytes[..end + 4] {
            true => Ok(header),
            false => Err(damaged()),
        }
    }
}
