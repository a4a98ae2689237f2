//! Writing a table: many threads hand in codes in any order, the file comes out the same.
//!
//! Whoever completes a block compresses it, outside all locks; blocks then wait until those before them are in the file.
//! The file has a temporary name until it is whole and on the disk.

use super::{Header, TableError};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// How hard the compressor tries. Higher levels gain little on such short blocks and cost much time.
const LEVEL: i32 = 1;

thread_local! {
    static PACKER: RefCell<Option<zstd::bulk::Compressor<'static>>> = const { RefCell::new(None) };
}

/// A table in the making.
#[derive(Debug)]
pub struct TableWriter {
    header: Header,
    file: PathBuf,
    temporary: Temporary,
    /// Blocks of which a part has come: how many bytes, and the block.
    parts: Mutex<BTreeMap<usize, (usize, Vec<u8>)>>,
    output: Mutex<Output>,
}

#[derive(Debug)]
struct Output {
    file: BufWriter<File>,
    /// Packed blocks that wait for an earlier one.
    waiting: BTreeMap<usize, Vec<u8>>,
    /// How many blocks are in the file.
    written: usize,
    index: Vec<u8>,
    len: u64,
}

/// A table with all its blocks written, not yet safe on the disk.
#[derive(Debug)]
pub struct Finished {
    header: Header,
    file: PathBuf,
    temporary: Temporary,
    output: Output,
}

/// A file that is removed again unless it gets another name: a failed run leaves no rubbish and frees a full disk.
#[derive(Debug)]
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).ok();
    }
}

impl TableWriter {
    /// Begins a table that will be called `file`.
    pub fn create(file: &Path, header: Header) -> Result<TableWriter, TableError> {
        let mut temporary = file.as_os_str().to_owned();
        temporary.push(".tmp");
        let temporary = Temporary(temporary.into());
        let open = || OpenOptions::new().write(true).create(true).truncate(true).open(&temporary.0);
        let mut output = BufWriter::with_capacity(1 << 20, open().map_err(TableError::io(&temporary.0))?);
        output.write_all(&header.to_bytes()).map_err(TableError::io(&temporary.0))?;
        let len = header.byte_len() as u64;
        let output = Output { file: output, waiting: BTreeMap::new(), written: 0, index: Vec::new(), len };
        let (parts, output) = (Mutex::default(), Mutex::new(output));
        Ok(TableWriter { header, file: file.into(), temporary, parts, output })
    }

    /// Takes the codes of ranks from `first` on, as bytes of the table's width. Every rank must come exactly once.
    pub fn put(&self, first: u64, codes: &[u8]) -> Result<(), TableError> {
        let width = self.header.width.bytes();
        let block_len = self.header.block_ranks() as usize * width;
        let mut at = first as usize * width;
        let mut codes = codes;
        while !codes.is_empty() {
            let (block, within) = (at / block_len, at % block_len);
            let whole = self.header.ranks_in_block(block) * width;
            let (now, later) = codes.split_at(codes.len().min(whole - within));
            if now.len() == whole {
                self.pack(block, now)?;
            } else if let Some(complete) = self.join(block, whole, within, now) {
                self.pack(block, &complete)?;
            }
            at += now.len();
            codes = later;
        }
        Ok(())
    }

    /// Adds a part to a block; gives the block when nothing is missing any more.
    fn join(&self, block: usize, whole: usize, within: usize, part: &[u8]) -> Option<Vec<u8>> {
        let mut parts = self.parts.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let (filled, bytes) = parts.entry(block).or_insert_with(|| (0, vec![0; whole]));
        bytes[within..within + part.len()].copy_from_slice(part);
        *filled += part.len();
        if *filled == whole { parts.remove(&block).map(|(_, bytes)| bytes) } else { None }
    }

    fn pack(&self, block: usize, bytes: &[u8]) -> Result<(), TableError> {
        let io = || TableError::io(&self.temporary.0);
        let packed = PACKER.with_borrow_mut(|packer| -> std::io::Result<Vec<u8>> {
            match packer {
                Some(packer) => packer.compress(bytes),
                None => packer.insert(zstd::bulk::Compressor::new(LEVEL)?).compress(bytes),
            }
        });
        let packed = packed.map_err(io())?;
        let mut output = self.output.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        output.waiting.insert(block, packed);
        output.write_ready().map_err(io())
    }

    /// Ends the writing of blocks. All ranks must have come.
    pub fn finish(self) -> Finished {
        let output = self.output.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        debug_assert_eq!(output.written, self.header.blocks());
        Finished { header: self.header, file: self.file, temporary: self.temporary, output }
    }
}

impl Output {
    fn write_ready(&mut self) -> std::io::Result<()> {
        while let Some(packed) = self.waiting.remove(&self.written) {
            self.index.extend((packed.len() as u32).to_le_bytes());
            self.index.extend(crc32fast::hash(&packed).to_le_bytes());
            self.file.write_all(&packed)?;
            self.len += packed.len() as u64;
            self.written += 1;
        }
        Ok(())
    }
}

impl Finished {
    /// Completes the file, waits until it is on the disk and gives it its name. Tells its length.
    pub fn commit(mut self) -> Result<u64, TableError> {
        let temporary = self.temporary.0.clone();
        self.complete().map_err(TableError::io(&temporary))?;
        std::fs::rename(&temporary, &self.file).map_err(TableError::io(&self.file))?;
        // The new name must survive a power failure too. Not every system can sync a folder; there it does by itself.
        if let Some(folder) = self.file.parent().and_then(|folder| File::open(folder).ok()) {
            folder.sync_all().ok();
        }
        Ok(self.header.file_len)
    }

    fn complete(&mut self) -> std::io::Result<()> {
        let output = &mut self.output;
        output.file.write_all(&output.index)?;
        self.header.finished = true;
        self.header.index_offset = output.len;
        self.header.index_crc = crc32fast::hash(&output.index);
        self.header.file_len = output.len + output.index.len() as u64;
        output.file.flush()?;
        output.file.seek(SeekFrom::Start(0))?;
        output.file.write_all(&self.header.to_bytes())?;
        output.file.flush()?;
        output.file.get_ref().sync_all()
    }
}
