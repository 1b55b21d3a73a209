//! Drives [`hazel_fuzz::fen`] with libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| hazel_fuzz::fen(input));
