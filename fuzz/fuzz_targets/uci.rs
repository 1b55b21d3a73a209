//! Drives [`hazel_fuzz::uci`] with libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| hazel_fuzz::uci(input));
