//! A moment of fuzzing as an ordinary test: the same laws on the seeds, on mutations of them and on noise, always the
//! same ones.

use std::fs;
use std::path::Path;

use fastrand::Rng;
use hazel_core::{Alteration, Ben};
use hazel_fuzz::{TARGETS, Target};
use hazel_notation::{Epd, parse_fen};
use hazel_solve::Journal;
use hazel_solve::certificate::Certificate;
use hazel_table::MaterialKey;
use hazel_table::file::TableFile;
use hazel_tape::Tape;

/// How many inputs each law gets.
const INPUTS: usize = 3_000;

#[test]
fn laws_hold_on_the_seeds_and_on_mutations_of_them() {
    for (number, target) in TARGETS.into_iter().enumerate() {
        let seeds = seeds(target);
        let mut rng = Rng::with_seed(number as u64);
        for seed in &seeds {
            check(target, seed);
        }
        for _ in 0..INPUTS {
            check(target, &mutated(&seeds, &mut rng));
        }
    }
}

/// Otherwise the mutations would say little about anything but errors. Former findings among the seeds may be unreadable.
#[test]
fn most_seeds_are_read() {
    for target in TARGETS {
        let seeds = seeds(target);
        let read = seeds.iter().filter(|seed| {
            let text = String::from_utf8_lossy(seed);
            match target.0 {
                "ben" => <[u8; 32]>::try_from(seed.as_slice()).is_ok_and(|bytes| {
                    Ben::from_bytes(bytes).is_ok_and(|ben| ben.position().is_ok())
                }),
                "certificate" => Certificate::read(seed.as_slice()).is_ok(),
                "epd" => Epd::parse(&text).is_ok(),
                "journal" => Journal::from_bytes(seed, "pawns files=2").is_ok(),
                "key" => text.parse::<MaterialKey>().is_ok(),
                "pgn" => hazel_notation::pgn::read_trees(seed, |_| ()) > 0,
                "table" => {
                    TableFile::from_bytes((*seed).clone()).is_ok_and(|file| file.verify().is_ok())
                }
                "tape" => Tape::<Alteration>::from_bytes((*seed).clone()).is_ok(),
                _ => parse_fen(text.lines().next().unwrap_or_default()).is_ok(),
            }
        });
        assert!(2 * read.count() > seeds.len(), "most seeds of {} are not read", target.0);
    }
}

fn seeds((name, _): Target) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(name);
    let entries = fs::read_dir(&folder).expect("each law has a folder of seeds");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} has no seeds", folder.display());
    files.iter().map(|file| fs::read(file).expect("a seed can be read")).collect()
}

/// Runs a law; if it is broken, the panic is preceded by the input.
fn check((name, law): Target, input: &[u8]) {
    let told = Told { name, input };
    law(input);
    std::mem::forget(told);
}

/// Prints the input when a panic passes by.
struct Told<'a> {
    name: &'a str,
    input: &'a [u8],
}

impl Drop for Told<'_> {
    fn drop(&mut self) {
        eprintln!("{} breaks on `{}`: {:?}", self.name, self.input.escape_ascii(), self.input);
    }
}

/// A seed with a few changes, or two spliced, or now and then pure noise.
fn mutated(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let pick = |rng: &mut Rng| seeds[rng.usize(0..seeds.len())].clone();
    let mut input = match rng.u8(0..16) {
        0 => (0..rng.usize(0..80)).map(|_| rng.u8(..)).collect(),
        1..=3 => {
            let (mut head, tail) = (pick(rng), pick(rng));
            head.truncate(rng.usize(0..=head.len()));
            head.extend_from_slice(&tail[rng.usize(0..=tail.len())..]);
            head
        }
        _ => pick(rng),
    };
    // Characters that mean something somewhere come more often than others.
    let telling = b" /-0123456789abcdefghKQRBNPkqrnpwx=+#O\n;\"\xFF";
    for _ in 0..rng.usize(0..4) {
        let byte = if rng.bool() { telling[rng.usize(0..telling.len())] } else { rng.u8(..) };
        let at = rng.usize(0..=input.len());
        match rng.u8(0..4) {
            0 => input.insert(at, byte),
            1 if at < input.len() => drop(input.remove(at)),
            2 if at < input.len() => input[at] ^= 1 << rng.u8(0..8),
            _ if at < input.len() => input[at] = byte,
            _ => {}
        }
    }
    input
}
