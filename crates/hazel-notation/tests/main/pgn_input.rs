//! PGN comes in whole from wherever it lies, is cut between games, and is worked on in order.

mod chunks;
mod files;
mod threads;

use std::io::{Cursor, Write};

use hazel_notation::pgn::{Chunks, Input, InputError};
use proptest::collection::vec;
use proptest::prelude::{Strategy, prop_oneof};
use proptest::sample;

type Encoder = fn(&[u8]) -> Vec<u8>;

const ENCODERS: [(&str, Encoder); 3] = [("zstd", by_zstd), ("gzip", by_gzip), ("bzip2", by_bzip2)];

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
