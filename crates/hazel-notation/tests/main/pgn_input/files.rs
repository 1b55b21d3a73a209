//! Files and pipes, compressed or not.

use std::io::Read;
use std::path::PathBuf;

use hazel_notation::pgn::{Chunks, Input, InputError};

use super::{ENCODERS, Encoder, by_gzip, by_zstd, chunks, games, input, read, text_of};

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
