//! Table files: what is written is read, and what is damaged is refused.

use std::fs;

use hazel_core::Color;
use hazel_table::file::{
    Bundle, Content, Fault, Id, LARGE, MakeSymbols, NewForm, NewPart, NewTable, Part, Source,
    Symbols, Table, TableFile, TableFileError,
};
use hazel_table::packed::{Section, Swap, runs_of};
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};

const WHITE: Part = Part { content: Content::Wdl, turn: Color::White };
const BLACK: Part = Part { content: Content::Wdl, turn: Color::Black };
/// The part that the tests write raw.
const RAW: Part = Part { content: Content::LowerDistance, turn: Color::Black };
const DISTANCE: Part = Part { content: Content::Distance, turn: Color::White };

/// A table with these symbols, in the order in which they are stored.
fn table<'a>(key: &str, parts: Vec<(Part, Vec<u16>, Option<Swap>)>) -> NewTable<'a> {
    let parts = parts.into_iter().map(|(part, list, swap)| {
        let symbols = make(list, swap);
        let form = if part == RAW { NewForm::Raw(symbols) } else { NewForm::Packed(symbols) };
        NewPart { part, form }
    });
    NewTable {
        key: key.to_owned(),
        sources: vec![Source { key: "KvK".to_owned(), id: Id([7; 16]) }],
        counts: vec![1, 200, 30_000],
        lacks_checks: false,
        parts: parts.collect(),
    }
}

fn make<'a>(list: Vec<u16>, swap: Option<Swap>) -> MakeSymbols<'a> {
    Box::new(move || {
        let list = list.clone();
        Symbols {
            swap,
            length: list.len() as u64,
            highest: list.iter().copied().max().unwrap_or(0),
            runs: Box::new(move |show| runs_of(&list)(show)),
        }
    })
}

/// Rows and columns of all symbols change places.
fn swap(length: u64, rows: u32, columns: u32) -> Option<Swap> {
    Swap::new(&[Section { length, rows, columns }])
}

/// A small file with a bit of everything: two tables, all forms that are written, swapped dimensions.
fn example() -> Vec<u8> {
    let mut bundle = Bundle::new();
    let wavy =
        |length: u32, step: u32| (0..length).map(|i| (i * i / step % 5) as u16).collect::<Vec<_>>();
    let distances: Vec<u16> = (0..5000_u32).map(|i| (i * i % 401) as u16).collect();
    let columns = (0..4000).map(|index| index % 40 / 4).collect();
    let swap = swap(4000, 100, 40);
    bundle.add(table("KRvK", vec![(WHITE, wavy(4000, 700), None), (BLACK, vec![3; 77], None)]));
    bundle.add(table(
        "KQvK",
        vec![(RAW, wavy(99, 7), None), (DISTANCE, distances, None), (WHITE, columns, swap)],
    ));
    bundle.to_bytes()
}

/// The symbols of a part in the order in which they are stored, or the first fault.
fn list(file: &TableFile, table: &Table, part: Part) -> Result<Vec<u16>, Fault> {
    let mut list = vec![];
    let add = |symbol, count| list.extend(std::iter::repeat_n(symbol, count as usize));
    file.each_run(table, part, add)?;
    Ok(list)
}

/// All that can be read from a file, or the first fault.
fn read_all(bytes: Vec<u8>) -> Result<Vec<(String, u8, u64, u16)>, Fault> {
    let file = TableFile::from_bytes(bytes)?;
    let mut all = Vec::new();
    for table in file.tables() {
        for part in table.parts() {
            let number = part.number();
            for (index, symbol) in (0..).zip(list(&file, table, part)?) {
                all.push((table.key.clone(), number, index, symbol));
            }
        }
    }
    Ok(all)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_written_is_read_again(
        runs in proptest::collection::vec((0_u16..6, 1_usize..40), 1..80),
        other in proptest::collection::vec(any::<u8>(), 0..200),
        rows in 1_u32..9,
    ) {
        let symbols = runs.into_iter().flat_map(|(symbol, length)| vec![symbol; length]);
        let symbols: Vec<u16> = symbols.collect();
        let columns = symbols.len() as u32 / rows;
        let fitting = symbols[..(rows * columns) as usize].repeat(2);
        let other: Vec<u16> = other.into_iter().map(u16::from).collect();
        let section = Section { length: u64::from(rows * columns), rows, columns };
        let swap = Swap::new(&[section, Section { rows: columns, columns: rows, ..section }]);
        let mut bundle = Bundle::new();
        bundle.add(table("KBlvKN", vec![
            (BLACK, symbols.clone(), None), (DISTANCE, other.clone(), None), (RAW, symbols.clone(), None),
        ]));
        bundle.add(table("KNvKN", vec![(BLACK, fitting.clone(), swap)]));
        let bytes = bundle.to_bytes();
        prop_assert_eq!(&bundle.to_bytes(), &bytes);
        let file = TableFile::from_bytes(bytes).expect("a file that was just written");
        prop_assert_eq!(file.verify(), Ok(()));
        for (key, part, written) in [
            ("KBlvKN", BLACK, symbols.clone()),
            ("KBlvKN", RAW, symbols),
            ("KBlvKN", DISTANCE, other),
            ("KNvKN", BLACK, fitting),
        ] {
            let table = file.find(key).expect("it was added");
            prop_assert_eq!(table.len(part), Some(written.len() as u64));
            let list = list(&file, table, part).expect("undamaged");
            prop_assert_eq!(&list, &written);
            for (stored, symbol) in (0..).zip(list) {
                let index = table.swap(part).map_or(stored, |swap| swap.seen(stored));
                prop_assert_eq!(file.get(table, part, index), Ok(symbol));
            }
            let beyond = Fault::Missing { part: part.number(), index: written.len() as u64 };
            prop_assert_eq!(file.get(table, part, written.len() as u64), Err(beyond));
        }
    }

    #[test]
    fn any_bytes_behind_the_mark_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        assert!(TableFile::from_bytes(bytes.clone()).is_err());
        let marked = [&example()[..12], &bytes].concat();
        assert!(TableFile::from_bytes(marked).is_err());
    }
}

#[test]
fn every_flipped_bit_is_noticed() {
    let bytes = example();
    let whole = read_all(bytes.clone()).expect("undamaged");
    assert!(whole.len() > 9000);
    for byte in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[byte] ^= 1 << (byte % 8);
        assert!(read_all(damaged).is_err(), "a flipped bit in byte {byte} goes unnoticed");
    }
}

#[test]
fn a_probe_of_a_damaged_block_is_refused_and_others_are_answered() {
    let mut rng = fastrand::Rng::with_seed(1);
    let symbols: Vec<u16> = (0..400_000).map(|_| rng.u16(0..5)).collect();
    let mut bundle = Bundle::new();
    bundle.add(table("KRvK", vec![(WHITE, symbols.clone(), None)]));
    let mut bytes = bundle.to_bytes();
    assert!(bytes.len() > 60_000, "it needs several blocks: {}", bytes.len());
    bytes[50_000] ^= 1;
    let file = TableFile::from_bytes(bytes).expect("header and directory are undamaged");
    let table = file.find("KRvK").expect("it was added");
    assert_eq!(file.get(table, WHITE, 5), Ok(symbols[5]));
    let checksum = |fault| matches!(fault, Fault::Checksum { byte, .. } if byte <= 50_000);
    let refused = (0..symbols.len() as u64).filter(|&index| match file.get(table, WHITE, index) {
        Ok(symbol) => {
            assert_eq!(symbol, symbols[index as usize]);
            false
        }
        Err(fault) => checksum(fault),
    });
    let refused = refused.count();
    assert!(refused > 0 && refused < symbols.len() / 2);
    assert!(file.verify().is_err_and(checksum));
}

#[test]
fn a_file_that_ends_early_is_refused() {
    let bytes = example();
    for length in (0..bytes.len()).step_by(7) {
        assert!(TableFile::from_bytes(bytes[..length].to_vec()).is_err());
    }
}

#[test]
fn foreign_files_and_other_versions_are_named() {
    assert_eq!(TableFile::from_bytes(b"PNG".to_vec()).unwrap_err(), Fault::Foreign);
    for (byte, found, revision) in [(8, 1, 4), (10, 2, 3)] {
        let mut bytes = example();
        bytes[byte] -= 1;
        let fault = TableFile::from_bytes(bytes).unwrap_err();
        assert_eq!(fault, Fault::Version { found, revision });
        assert!(fault.to_string().contains(&format!("version {found}.{revision} of")));
    }
}

#[test]
fn the_id_changes_with_the_content_and_with_the_sources() {
    let id = |symbol: u16, source: u8| {
        let mut new = table("KRvK", vec![(WHITE, vec![0, 1, symbol], None)]);
        new.sources[0].id = Id([source; 16]);
        let mut bundle = Bundle::new();
        bundle.add(new);
        let file = TableFile::from_bytes(bundle.to_bytes()).expect("just written");
        let table = file.find("KRvK").expect("it was added");
        (table.id, table.sources.clone(), table.counts.clone())
    };
    assert_eq!(id(1, 1), id(1, 1));
    assert_ne!(id(1, 1).0, id(0, 1).0);
    assert_ne!(id(1, 1).0, id(1, 2).0);
    assert_eq!(id(1, 9).1, [Source { key: "KvK".to_owned(), id: Id([9; 16]) }]);
    assert_eq!(id(1, 1).2, [1, 200, 30_000]);
}

#[test]
fn the_id_stays_when_a_table_is_packed_and_shares_a_file() {
    let symbols: Vec<u16> = (0..4000_u32).map(|index| (index * index / 700 % 5) as u16).collect();
    let write = |is_raw, swap, others: Vec<NewTable<'static>>| {
        let mut new = table("KRvK", vec![(WHITE, symbols.clone(), swap)]);
        if is_raw {
            new.parts[0].form = NewForm::Raw(make(symbols.clone(), swap));
        }
        let mut bundle = Bundle::new();
        bundle.add(new);
        for other in others {
            bundle.add(other);
        }
        let file = TableFile::from_bytes(bundle.to_bytes()).expect("just written");
        assert_eq!(file.verify(), Ok(()));
        file.find("KRvK").map(|table| table.id)
    };
    let other = table("KQvK", vec![(WHITE, vec![4; 900], None), (BLACK, vec![1, 0], None)]);
    let expected = write(true, None, vec![]);
    assert_eq!(write(false, None, vec![]), expected);
    assert_eq!(write(false, None, vec![other]), expected);
    assert_ne!(write(false, swap(4000, 100, 40), vec![]), expected);
}

#[test]
fn a_large_part_has_a_dictionary_of_its_own_and_is_copied_with_it() {
    fn small<'a>() -> NewTable<'a> {
        table("KQvK", vec![(WHITE, [1, 1, 0].repeat(50), None)])
    }
    let large = |turn| {
        let symbols = move || Symbols {
            swap: None,
            length: LARGE + 1000,
            highest: 4,
            runs: Box::new(|show| {
                show(4, LARGE);
                (0..1000).for_each(|symbol| show(symbol % 7 % 5, 1));
            }),
        };
        let part = Part { content: Content::Wdl, turn };
        NewPart { part, form: NewForm::Large(Box::new(symbols)) }
    };
    let mut bundle = Bundle::new();
    let parts = vec![large(Color::White), large(Color::Black)];
    bundle.add(NewTable { parts, ..table("KRvK", vec![]) });
    bundle.add(small());
    let bytes = bundle.to_bytes();
    let file = TableFile::from_bytes(bytes.clone()).expect("just written");
    assert_eq!(file.verify(), Ok(()));
    assert_eq!(file.models().len(), 3);
    let rooks = file.find("KRvK").expect("it was added");
    assert_eq!(file.get(rooks, BLACK, LARGE + 6), Ok(1));
    let parts = rooks.parts().map(|part| NewPart { part, form: NewForm::Copied(&file, rooks) });
    let mut copies = Bundle::new();
    copies.add(NewTable { parts: parts.collect(), ..table("KRvK", vec![]) });
    copies.add(small());
    assert!(copies.to_bytes() == bytes);
}

#[test]
fn a_newer_file_takes_the_place_of_an_older_one_that_stays_readable_while_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("KRvK.hzt");
    let write = |symbol| {
        let mut bundle = Bundle::new();
        bundle.add(table("KRvK", vec![(WHITE, vec![symbol; 10], None)]));
        bundle.write(&path).expect("it can be written");
        TableFile::open(&path).expect("it can be read")
    };
    let first = |file: &TableFile| file.get(&file.tables()[0], WHITE, 0);
    let (older, newer) = (write(1), write(2));
    assert_eq!((first(&older), first(&newer)), (Ok(1), Ok(2)));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left");
}

#[test]
fn errors_name_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("not-there.hzt");
    let error = TableFile::open(&path).unwrap_err();
    assert!(matches!(error, TableFileError::Io { .. }) && error.to_string().contains("not-there"));
    fs::write(&path, b"text").expect("it can be written");
    let error = TableFile::open(&path).unwrap_err().to_string();
    assert!(error.contains("not-there.hzt: not a table file"), "{error}");
}

#[test]
fn the_example_of_the_documentation_is_what_is_written() {
    let mut new =
        table("KRvK", vec![(WHITE, vec![4; 1000], None), (BLACK, [0, 0, 2].repeat(8), None)]);
    new.sources[0].id = Id(*b"0123456789abcdef");
    new.counts = vec![5, 300];
    let mut bundle = Bundle::new();
    bundle.add(new);
    let page = include_str!("../../../../docs/table-format.md");
    let hex = page.split("```").find_map(|block| block.strip_prefix("hex\n")).expect("an example");
    let bytes = hex.lines().flat_map(|line| line.split_whitespace().skip(1));
    let bytes = bytes.map(|byte| u8::from_str_radix(byte, 16).expect("hexadecimal"));
    assert_eq!(bundle.to_bytes(), bytes.collect::<Vec<_>>());
}
