//! Drives [`hazel_fuzz::moves`] with libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| hazel_fuzz::moves(input));
