//! Where text is cut.

use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;

use hazel_notation::San;
use hazel_notation::pgn::{
    Chunk, Chunks, Input, InputError, Problem, TagValue, Text, Visitor, read_games,
};
use proptest::prelude::{prop_assert, prop_assert_eq};
use proptest::proptest;

use super::{ENCODERS, by_zstd, chunks, games, input, odd_text, read};

#[test]
fn an_empty_file_has_no_chunks() {
    assert!(chunks(Vec::new()).next().is_none());
    assert!(chunks(b"\xEF\xBB\xBF".to_vec()).next().is_none());
    for (_, encode) in ENCODERS {
        assert!(chunks(encode(b"")).next().is_none());
    }
}

#[test]
fn a_byte_order_mark_is_dropped_and_counted() {
    let text = games(3);
    let marked = [b"\xEF\xBB\xBF".as_slice(), &text].concat();
    for file in [marked.clone(), by_zstd(&marked)] {
        let first = chunks(file).next().unwrap().unwrap();
        assert_eq!(first, Chunk { text: text.clone(), number: 0, offset: 3, line: 1 });
    }
}

#[test]
fn a_failing_reader_gives_its_text_first() {
    let text = games(3000);
    let reader = Stumbling { text: Cursor::new(text.clone()), steps: 0 };
    let mut chunks = Chunks::new(Input::from_reader("test", reader).unwrap());
    let mut given = Vec::new();
    let error = loop {
        match chunks.next().unwrap() {
            Ok(chunk) => given.extend(chunk.text),
            Err(error) => break error,
        }
    };
    assert_eq!(given, text);
    assert_eq!(error.to_string(), format!("`test`, byte {}: out of paper", text.len()));
    assert!(chunks.next().is_none());
}

#[test]
fn what_has_no_game_is_text_unless_it_never_ends() {
    assert_eq!(read(vec![b'x'; 5000]), vec![b'x'; 5000]);

    let endless = io::repeat(b'x').take(3 * Chunks::LONGEST_GAME as u64);
    let rest = b"\n\n[Event \"?\"]\n\n*\n";
    let input = Input::from_reader("endless", endless.chain(rest.as_slice())).unwrap();
    let mut chunks = Chunks::new(input);
    let error = chunks.next().unwrap().unwrap_err();
    assert!(matches!(error, InputError::GameTooLong { line: 1, offset: 0, .. }), "{error}");
    let next = chunks.next().unwrap().unwrap();
    assert_eq!((next.text.as_slice(), next.line), (&rest[2..], 3));
    assert_eq!(next.offset, 3 * Chunks::LONGEST_GAME as u64 + 2);
    assert!(chunks.next().is_none());
}

#[test]
fn text_without_tags_is_cut_where_the_reader_says() {
    let text = b"1. e4 *\n".repeat(1000);
    let chunks: Vec<Chunk> =
        Chunks::new(input(text.clone()).unwrap()).with_size(600).flatten().collect();
    assert!(chunks.len() > text.len() / 600);
    for chunk in chunks {
        let games = chunk.text.trim_ascii();
        assert!(games.starts_with(b"1.") && games.ends_with(b"*"));
    }
}

#[test]
fn a_short_file_is_one_chunk() {
    let text = games(1000);
    assert!(text.len() < Chunks::SIZE);
    let all: Vec<Chunk> = chunks(text.clone()).flatten().collect();
    assert_eq!(all, [Chunk { text, number: 0, offset: 0, line: 1 }]);
}

proptest! {
    #[test]
    fn cuts_change_nothing(text in odd_text(), size in 1..2000usize) {
        let mut given = Vec::new();
        for (number, chunk) in Chunks::new(input(text.clone()).unwrap()).with_size(size).enumerate() {
            let chunk = chunk.unwrap();
            prop_assert!(!chunk.text.is_empty());
            prop_assert_eq!(chunk.number, number);
            prop_assert_eq!(chunk.offset, given.len() as u64);
            prop_assert_eq!(chunk.line, given.split(|&byte| byte == b'\n').count() as u64);
            given.extend(chunk.text);
        }
        prop_assert_eq!(given, text);
    }

    #[test]
    fn what_is_read_does_not_depend_on_cuts(text in odd_text(), size in 1..2000usize) {
        let mut whole = Recorder::default();
        read_games(&text, &mut whole);
        let mut pieces = Recorder::default();
        for chunk in Chunks::new(input(text).unwrap()).with_size(size) {
            let chunk = chunk.unwrap();
            pieces.offset = chunk.offset as usize;
            read_games(&chunk.text, &mut pieces);
        }
        let differing = pieces.seen.iter().zip(&whole.seen).find(|(piece, whole)| piece != whole);
        prop_assert_eq!(differing, None);
        prop_assert_eq!(pieces.seen.len(), whole.seen.len());
    }
}

/// Writes down what is read, and where.
#[derive(Default)]
struct Recorder {
    offset: usize,
    seen: Vec<(String, usize)>,
}

impl Recorder {
    fn see(&mut self, what: impl std::fmt::Debug, at: usize) {
        self.seen.push((format!("{what:?}"), self.offset + at));
    }
}

impl Visitor for Recorder {
    fn begin_game(&mut self, at: usize) {
        self.see("game", at);
    }

    fn tag(&mut self, name: &[u8], _: TagValue<'_>, at: usize) {
        self.see(name, at);
    }

    fn san(&mut self, san: San, at: usize) -> ControlFlow<()> {
        self.see(san, at);
        ControlFlow::Continue(())
    }

    fn comment(&mut self, _: Text<'_>, at: usize) {
        self.see("comment", at);
    }

    fn problem(&mut self, problem: Problem) {
        self.see(&problem.kind, problem.at);
    }
}

/// Is interrupted every other time, and fails at the end.
struct Stumbling {
    text: Cursor<Vec<u8>>,
    steps: usize,
}

impl Read for Stumbling {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.steps += 1;
        if self.steps.is_multiple_of(2) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        match self.text.read(room)? {
            0 => Err(io::Error::other("out of paper")),
            count => Ok(count),
        }
    }
}
