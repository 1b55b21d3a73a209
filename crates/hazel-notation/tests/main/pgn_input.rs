//! PGN comes in whole from wherever it lies, is cut between games, and is worked on in order.

use std::io::{self, Cursor, Read, Write};
use std::ops::ControlFlow;
use std::panic::catch_unwind;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use hazel_notation::San;
use hazel_notation::pgn::{
    Chunk, Chunks, Input, InputError, Problem, TagValue, Text, Visitor, in_order, read_games,
};
use proptest::collection::vec;
use proptest::prelude::{Strategy, prop_assert, prop_assert_eq, prop_oneof};
use proptest::{proptest, sample};

type Encoder = fn(&[u8]) -> Vec<u8>;

const ENCODERS: [(&str, Encoder); 3] = [("zstd", by_zstd), ("gzip", by_gzip), ("bzip2", by_bzip2)];

#[test]
fn compressed_text_is_read_like_plain_text() {
    let text = games(3000);
    assert_eq!(read(text.clone()), text);
    for (name, encode) in ENCODERS {
        assert_eq!(read(encode(&text)), text, "{name}");
    }
}

#[test]
fn members_one_after_the_other_are_all_read() {
    let parts = [games(40), games(300), Vec::new(), games(7)];
    for (name, encode) in ENCODERS {
        let members = parts.iter().flat_map(|part| encode(part)).collect();
        assert_eq!(read(members), parts.concat(), "{name}");
    }
}

#[test]
fn frames_that_zstd_skips_are_skipped() {
    let skipped = b"\x53\x2A\x4D\x18\x05\x00\x00\x00hello";
    let text = games(40);
    let file = [skipped.as_slice(), &by_zstd(&text), skipped, &by_zstd(&text), skipped].concat();
    assert_eq!(read(file), [text.clone(), text].concat());
}

#[test]
fn a_compressed_stream_that_breaks_off_gives_all_it_has_and_an_error() {
    let text = games(700);
    for (name, encode) in ENCODERS {
        let whole = encode(&text);
        for length in (4..whole.len()).step_by(100) {
            let broken = whole[..length].to_vec();
            let (given, error) = read_broken(broken.clone());
            assert_eq!(given.len(), decodable(name, &broken), "{name}, {length} bytes");
            assert!(text.starts_with(&given), "{name}, {length} bytes");
            let InputError::Read { offset, compressed, .. } = error else {
                panic!("{name}, {length} bytes: {error}")
            };
            assert_eq!(offset, given.len() as u64);
            assert_eq!(compressed, Some(length as u64));
        }
    }
}

#[test]
fn damage_is_reported_after_what_came_before() {
    let text = games(3000);
    for (name, encode) in ENCODERS {
        let whole = encode(&text);
        let mut damaged = [whole.clone(), whole.clone()].concat();
        damaged[whole.len()] ^= 0xFF;
        let (given, _) = read_broken(damaged);
        // The last step of the decoder is lost.
        assert!(given.len() + (1 << 14) >= text.len(), "{name}");
        assert!(text.starts_with(&given), "{name}");

        for place in (20..whole.len()).step_by(997) {
            let mut damaged = whole.clone();
            damaged[place] ^= 0x55;
            let (_, error) = read_broken(damaged);
            assert!(matches!(error, InputError::Read { .. }), "{name}, byte {place}: {error}");
        }
    }
}

#[test]
fn a_wrong_checksum_is_reported_after_the_whole_text() {
    let text = games(300);
    let mut file = by_gzip(&text);
    let checksum = file.len() - 8;
    file[checksum] ^= 1;
    let (given, error) = read_broken(file);
    assert_eq!(given, text);
    assert!(error.to_string().starts_with("`test`, byte "), "{error}");
    assert!(error.to_string().contains(" of the text, byte "), "{error}");
}

#[test]
fn what_is_not_supported_is_refused_by_its_name() {
    let mut tar = vec![0; 512];
    tar[257..262].copy_from_slice(b"ustar");
    let files: [(&[u8], &str); 13] = [
        (b"\xFD7zXZ\0\0", "an xz file"),
        (b"7z\xBC\xAF\x27\x1C\0", "a 7z archive"),
        (b"PK\x03\x04\0", "a zip archive"),
        (b"PK\x05\x06\0", "a zip archive"),
        (b"\xFF\xFE[\0", "UTF-16 text"),
        (b"\xFE\xFF\0[", "UTF-16 text"),
        (&tar, "a tar archive"),
        (b"HZLTAPE\x01", "a tape file"),
        (b"Scid.si\0\x01\x90", "a part of a Scid database"),
        (b"\xEF\xBB\xBF\n<!DOCTYPE html>", "an HTML page"),
        (b"<HTML><body>1. e4", "an HTML page"),
        (&[0; 512], "no text"),
        (b"\x01\x02\x03\x04e4 e5".repeat(9).leak(), "no text"),
    ];
    for (file, expected) in files {
        assert!(refused(input(file.to_vec())).contains(expected));
        for (_, encode) in ENCODERS {
            let error = chunks(encode(file)).next().unwrap().map(|_| ());
            assert!(refused(error).contains(expected));
        }
    }
    // Stray characters are left to the reader.
    let stray = b"1. e4 \0\x1A\0 e5 *\n";
    assert_eq!(read(stray.to_vec()), stray);
    let mut twice = chunks(by_gzip(&by_zstd(b"*")));
    assert!(refused(twice.next().unwrap()).contains("compressed twice"));
    assert!(twice.next().is_none());
}

#[test]
fn a_path_that_is_no_file_is_refused_with_its_name() {
    let directory = Input::open(env!("CARGO_TARGET_TMPDIR"));
    assert!(matches!(directory, Err(InputError::Directory { .. })));
    assert!(refused(directory).contains(env!("CARGO_TARGET_TMPDIR")));

    let missing = Input::open("no/such/file.pgn");
    assert!(matches!(missing, Err(InputError::Open { .. })));
    assert!(refused(missing).starts_with("can't open `no/such/file.pgn`: "));
}

#[test]
fn the_content_of_a_file_decides_and_not_its_name() {
    let text = games(30);
    for (name, encode) in ENCODERS {
        let path = file(&format!("{name}.pgn"), &encode(&text));
        let input = Input::open(&path).unwrap();
        assert_eq!(input.name(), path.display().to_string());
        assert_eq!(text_of(Chunks::new(input)), text);
    }
    let path = file("plain.pgn.gz", &text);
    assert_eq!(text_of(Chunks::new(Input::open(path).unwrap())), text);
}

#[test]
fn progress_runs_from_nothing_to_the_size_of_the_file() {
    let text = games(3000);
    let plain: Encoder = <[u8]>::to_vec;
    for (name, encode) in ENCODERS.into_iter().chain([("plain", plain)]) {
        let bytes = encode(&text);
        let input = Input::open(file(&format!("progress.{name}"), &bytes)).unwrap();
        let (size, progress) = (input.size(), input.progress());
        assert_eq!(size, Some(bytes.len() as u64));
        let mut seen = vec![progress.bytes()];
        for chunk in Chunks::new(input).with_size(1 << 16) {
            chunk.unwrap();
            seen.push(progress.bytes());
        }
        assert!(seen.is_sorted() && seen[0] < 1000, "{name}: {seen:?}");
        assert_eq!(seen.last().copied(), size, "{name}");
    }
    assert_eq!(input(text).unwrap().size(), None);
}

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

#[test]
fn one_thread_is_the_callers() {
    let here = thread::current().id();
    let work = |_: &Chunk| thread::current().id();
    let chunks = || chunks(games(100)).with_size(700);
    let take = |result: Result<thread::ThreadId, InputError>| {
        if result.unwrap() == here { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    assert!(in_order(chunks(), 1, work, take).is_continue());
    assert!(in_order(chunks(), 0, work, take).is_continue());
    assert!(in_order(chunks(), 2, work, take).is_break());
}

#[test]
fn breaking_off_stops_the_work() {
    for threads in 1..4 {
        let begun = AtomicUsize::new(0);
        let work = |chunk: &Chunk| {
            begun.fetch_add(1, Ordering::Relaxed);
            chunk.number
        };
        let broken = in_order(chunks(games(3000)).with_size(700), threads, work, |number| {
            let number = number.unwrap();
            if number == 5 { ControlFlow::Break(number) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(broken, ControlFlow::Break(5));
        assert!(begun.into_inner() <= 6 + 2 * threads + 2);
    }
}

#[test]
fn a_panic_is_passed_on() {
    for threads in 1..4 {
        let chunks = || chunks(games(3000)).with_size(700);
        let in_work = catch_unwind(|| {
            let work = |chunk: &Chunk| assert!(chunk.number != 20, "chunk twenty");
            in_order(chunks(), threads, work, |_| ControlFlow::<()>::Continue(()))
        });
        assert_eq!(in_work.unwrap_err().downcast_ref(), Some(&"chunk twenty"));

        let in_take = catch_unwind(|| {
            let take = |number: Result<usize, InputError>| {
                assert!(number.unwrap() != 20, "result twenty");
                ControlFlow::<()>::Continue(())
            };
            in_order(chunks(), threads, |chunk| chunk.number, take)
        });
        assert_eq!(in_take.unwrap_err().downcast_ref(), Some(&"result twenty"));
    }
}

#[test]
fn errors_come_in_order_too() {
    let text = games(300);
    let whole = by_bzip2(&text);
    for threads in 1..4 {
        let broken = chunks(whole[..whole.len() - 3].to_vec()).with_size(700);
        let mut given = Vec::new();
        let mut errors = 0;
        let flow = in_order(
            broken,
            threads,
            |chunk| chunk.text.clone(),
            |result| {
                assert_eq!(errors, 0);
                match result {
                    Ok(text) => given.extend(text),
                    Err(_) => errors += 1,
                }
                ControlFlow::<()>::Continue(())
            },
        );
        assert!(flow.is_continue());
        assert_eq!((given, errors), (text.clone(), 1));
    }
}

/// The first chunk isn't done before as many are begun as may be, and a little later, so that the others would run ahead
/// if they could.
#[test]
fn threads_do_not_run_far_ahead() {
    for threads in 2..5 {
        let limit = 2 * threads + 2;
        let size = 4096;
        let text = games(3000);
        let read = Arc::new(AtomicUsize::new(0));
        let reader = Watched { text: Cursor::new(text), read: read.clone() };
        let chunks = Chunks::new(Input::from_reader("test", reader).unwrap());
        let (begun, done, used) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        let most = Mutex::new((0, 0));
        let work = |chunk: &Chunk| {
            begun.fetch_add(1, Ordering::SeqCst);
            let mut patience = 1000;
            while chunk.number == 0 && patience > 0 {
                thread::yield_now();
                patience -= usize::from(begun.load(Ordering::SeqCst) >= limit);
            }
            let ahead = begun.load(Ordering::SeqCst) - done.load(Ordering::SeqCst);
            used.fetch_add(chunk.text.len(), Ordering::SeqCst);
            let held = read.load(Ordering::SeqCst).saturating_sub(used.load(Ordering::SeqCst));
            let mut most = most.lock().unwrap();
            *most = (most.0.max(ahead), most.1.max(held));
        };
        let flow = in_order(chunks.with_size(size), threads, work, |_| {
            done.fetch_add(1, Ordering::SeqCst);
            ControlFlow::<()>::Continue(())
        });
        assert!(flow.is_continue());
        let (ahead, held) = most.into_inner().unwrap();
        assert_eq!(ahead, limit);
        // One chunk for each thread, one that is being filled, and what was read ahead of that.
        assert!(held <= (threads + 2) * size + (1 << 16) + 512, "{held} bytes at once");
    }
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

    #[test]
    fn threads_change_nothing(text in odd_text(), size in 1..2000usize, threads in 1..6usize) {
        let chunks = || Chunks::new(input(text.clone()).unwrap()).with_size(size);
        let alone: Vec<Chunk> = chunks().flatten().collect();
        let mut together = Vec::new();
        let flow = in_order(chunks(), threads, Chunk::clone, |chunk| {
            together.push(chunk.unwrap());
            ControlFlow::<()>::Continue(())
        });
        prop_assert!(flow.is_continue());
        prop_assert_eq!(together, alone);
    }
}

/// Games, things that look like games, and neither.
fn odd_text() -> impl Strategy<Value = Vec<u8>> {
    let pieces: Vec<&[u8]> = vec![
        b"[Event \"?\"]\n",
        b"\n[ Event\t \"x",
        b"\n\n[Event \"",
        b"\n \t\r\n[Event \"x\"]",
        b"[Eve",
        b"nt \"",
        b"\n",
        b"\r\n",
        b" ",
        b"1. e4 {",
        b"} *",
        b"1-0\n",
        b"[White \"?\"]\n",
        b"{ ",
        b"} ",
        b"; ",
        b"(",
        b"1... c5)",
        b"[Event",
        b"\0\xFF",
        b"[",
        b"%",
        b"\n%",
        b"\r",
        b"1.",
        b"*\n\n",
    ];
    let short = vec(sample::select(pieces), 0..400).prop_map(|pieces| pieces.concat());
    let long = (1..200usize).prop_map(games);
    prop_oneof![3 => short, 1 => long]
}

/// Games that differ, with a blank line between any two.
fn games(count: usize) -> Vec<u8> {
    let mut text = Vec::new();
    for game in 0..count {
        let noise = game.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (round, moves) = (noise >> 7, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n".repeat(noise % 13));
        write!(text, "[Event \"{noise:x}\"]\n[Round \"{round}\"]\n\n{moves}*\n\n").unwrap();
    }
    text
}

fn by_zstd(text: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn by_gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn by_bzip2(text: &[u8]) -> Vec<u8> {
    // The smallest blocks, so that there are several.
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::new(1));
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// How much of a broken stream can be decoded in the smallest of steps.
fn decodable(name: &str, broken: &[u8]) -> usize {
    let mut decoder: Box<dyn Read + '_> = match name {
        "zstd" => Box::new(zstd::Decoder::with_buffer(broken).unwrap()),
        "gzip" => Box::new(flate2::bufread::GzDecoder::new(broken)),
        _ => Box::new(bzip2::bufread::BzDecoder::new(broken)),
    };
    let reads = std::iter::repeat_with(|| decoder.read(&mut [0; 16]));
    reads.map_while(Result::ok).take_while(|&count| count > 0).sum()
}

fn input(bytes: Vec<u8>) -> Result<Input, InputError> {
    Input::from_reader("test", Cursor::new(bytes))
}

fn chunks(bytes: Vec<u8>) -> Chunks {
    Chunks::new(input(bytes).unwrap())
}

fn read(bytes: Vec<u8>) -> Vec<u8> {
    text_of(chunks(bytes))
}

fn text_of(chunks: Chunks) -> Vec<u8> {
    chunks.flat_map(|chunk| chunk.unwrap().text).collect()
}

/// The text before the error, and the error, which is the last item.
fn read_broken(bytes: Vec<u8>) -> (Vec<u8>, InputError) {
    let mut text = Vec::new();
    let mut chunks = chunks(bytes);
    loop {
        match chunks.next().expect("an error is expected") {
            Ok(chunk) => text.extend(chunk.text),
            Err(error) => {
                assert!(chunks.next().is_none());
                return (text, error);
            }
        }
    }
}

fn refused<T>(result: Result<T, InputError>) -> String {
    result.err().expect("it should be refused").to_string()
}

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("pgn-input-{name}"));
    std::fs::write(&path, bytes).unwrap();
    path
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

/// Says how much has been read.
struct Watched {
    text: Cursor<Vec<u8>>,
    read: Arc<AtomicUsize>,
}

impl Read for Watched {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let count = self.text.read(room)?;
        self.read.fetch_add(count, Ordering::SeqCst);
        Ok(count)
    }
}
