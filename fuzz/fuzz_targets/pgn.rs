//! Drives [`hazel_fuzz::pgn`] with libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| hazel_fuzz::pgn(input));
