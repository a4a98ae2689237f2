//! The file format: what is written comes back, and nothing damaged or foreign is believed.

use athos_core::Code;
use athos_core::random::Random;
use athos_solve::table::{BlockCache, Header, Table, TableError, TableWriter, Width};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn header(count: u64, width: Width) -> Header {
    Header::new("game:rules=1".into(), "tier-1".into(), count, width)
}

/// Writes random codes, in pieces of random length that come in random order, and gives them back.
fn write(file: &Path, count: u64, width: Width, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let codes: Vec<u8> = (0..count as usize * width.bytes()).map(|_| random.below(7) as u8).collect();
    let mut pieces = vec![0];
    while pieces[pieces.len() - 1] < count {
        pieces.push(count.min(pieces[pieces.len() - 1] + 1 + random.below(50_000) as u64));
    }
    let mut pieces: Vec<_> = pieces.windows(2).map(|ends| ends[0]..ends[1]).collect();
    let writer = TableWriter::create(file, header(count, width)).unwrap();
    while !pieces.is_empty() {
        let ranks = pieces.swap_remove(random.below(pieces.len()));
        let bytes = ranks.start as usize * width.bytes()..ranks.end as usize * width.bytes();
        writer.put(ranks.start, &codes[bytes]).unwrap();
    }
    assert!(!file.exists(), "the name is given last");
    writer.finish().commit().unwrap();
    codes
}

fn open(file: &Path, expected: &Header) -> Result<Table, TableError> {
    Table::open(file, expected, Arc::new(BlockCache::new(1 << 20)))
}

#[test]
fn what_is_written_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    for (seed, width) in [(1, Width::Narrow), (2, Width::Wide)] {
        for count in [0, 1, 16_383, 16_384, 16_385, 300_001] {
            let file = folder.path().join(format!("{seed}-{count}"));
            let codes = write(&file, count, width, seed);
            let table = open(&file, &header(count, width)).unwrap();
            table.check().unwrap();
            let mut read = Vec::new();
            table.read(0..count, &mut read).unwrap();
            assert!(read == codes);
            let mut random = Random::new(seed);
            for _ in 0..2000.min(count) {
                let rank = random.below(count as usize);
                let expected = match width {
                    Width::Narrow => Code::widen(codes[rank]),
                    Width::Wide => Code(u16::from_le_bytes([codes[2 * rank], codes[2 * rank + 1]])),
                };
                assert_eq!(table.code(rank as u64).unwrap(), expected);
            }
            assert_eq!(table.code(count).unwrap(), Code::GAP);
        }
    }
}

#[test]
fn the_order_of_writing_leaves_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let (file, other) = (folder.path().join("a"), folder.path().join("b"));
    let codes = write(&file, 200_000, Width::Narrow, 5);
    let writer = TableWriter::create(&other, header(200_000, Width::Narrow)).unwrap();
    std::thread::scope(|scope| {
        for (first, part) in (0..).step_by(7001).zip(codes.chunks(7001)) {
            let writer = &writer;
            scope.spawn(move || writer.put(first, part).unwrap());
        }
    });
    writer.finish().commit().unwrap();
    assert!(std::fs::read(file).unwrap() == std::fs::read(other).unwrap());
}

#[test]
fn many_threads_may_ask_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a");
    let codes = write(&file, 500_000, Width::Narrow, 6);
    // A cache of a few blocks, so that threads drive each other's blocks out.
    let table = Table::open(&file, &header(500_000, Width::Narrow), Arc::new(BlockCache::new(1 << 16))).unwrap();
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let (table, codes) = (&table, &codes);
            scope.spawn(move || {
                let mut random = Random::new(seed);
                for _ in 0..5000 {
                    let rank = random.below(codes.len());
                    assert_eq!(table.code(rank as u64).unwrap(), Code::widen(codes[rank]));
                }
            });
        }
    });
}

/// Opens a table and reads all of it.
fn read_all(file: &Path, expected: &Header) -> Result<Vec<u8>, TableError> {
    let table = open(file, expected)?;
    let mut codes = Vec::new();
    table.read(0..expected.count, &mut codes)?;
    Ok(codes)
}

fn file_of(error: &TableError) -> PathBuf {
    match error {
        TableError::Missing(file) | TableError::Unfinished(file) | TableError::NotATable(file) => file.clone(),
        TableError::Truncated { file, .. } | TableError::Damaged { file, .. } | TableError::Foreign { file, .. } => {
            file.clone()
        }
        TableError::OtherVersion { file, .. } | TableError::Io { file, .. } => file.clone(),
    }
}

#[test]
fn a_bit_flipped_anywhere_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let (file, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    let count = 40_000;
    write(&file, count, Width::Narrow, 7);
    let bytes = std::fs::read(&file).unwrap();
    let header_len = header(count, Width::Narrow).byte_len();
    // Every bit of header and index, and some of the blocks.
    let places =
        (0..header_len).chain((header_len..bytes.len() - 64).step_by(397)).chain(bytes.len() - 64..bytes.len());
    for place in places {
        for bit in 0..8 {
            let mut flipped = bytes.clone();
            flipped[place] ^= 1 << bit;
            std::fs::write(&broken, &flipped).unwrap();
            let error =
                read_all(&broken, &header(count, Width::Narrow)).expect_err(&format!("byte {place}, bit {bit}"));
            assert_eq!(file_of(&error), broken);
            assert!(error.is_damage(), "{error}");
            match place {
                0..8 => assert!(matches!(error, TableError::NotATable(_)), "{error}"),
                8..12 => assert!(matches!(error, TableError::OtherVersion { .. }), "{error}"),
                56..60 => {} // A wrong length of the texts may reach beyond the end of the file.
                _ => assert!(matches!(error, TableError::Damaged { .. }), "byte {place}: {error}"),
            }
        }
    }
}

#[test]
fn a_file_cut_anywhere_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let (file, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    write(&file, 40_000, Width::Wide, 8);
    let bytes = std::fs::read(&file).unwrap();
    for len in (0..200).chain((200..bytes.len()).step_by(101)).chain(bytes.len() - 20..bytes.len()) {
        std::fs::write(&broken, &bytes[..len]).unwrap();
        match read_all(&broken, &header(40_000, Width::Wide)) {
            Err(TableError::Truncated { file, .. }) => assert_eq!(file, broken),
            Err(TableError::NotATable(_)) if len == 0 => {}
            other => panic!("{len}: {other:?}"),
        }
    }
    std::fs::write(&broken, [&bytes[..], b"more"].concat()).unwrap();
    assert!(matches!(read_all(&broken, &header(40_000, Width::Wide)), Err(TableError::Damaged { .. })));
}

#[test]
fn foreign_and_unfinished_tables_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a");
    write(&file, 100, Width::Narrow, 9);
    let other = |spec: &str, tier: &str, count| Header::new(spec.into(), tier.into(), count, Width::Narrow);
    for expected in
        [other("game", "tier-1", 100), other("game:rules=1", "tier-2", 100), other("game:rules=1", "tier-1", 99)]
    {
        assert!(matches!(open(&file, &expected), Err(TableError::Foreign { .. })));
    }
    let missing = open(&folder.path().join("b"), &header(100, Width::Narrow)).unwrap_err();
    assert!(matches!(missing, TableError::Missing(_)));
    assert!(!missing.is_damage());

    let unfinished = folder.path().join("c");
    std::fs::write(&unfinished, header(100, Width::Narrow).to_bytes()).unwrap();
    assert!(matches!(open(&unfinished, &header(100, Width::Narrow)), Err(TableError::Unfinished(_))));
    std::fs::write(&unfinished, b"something else").unwrap();
    assert!(matches!(open(&unfinished, &header(100, Width::Narrow)), Err(TableError::NotATable(_))));
}
