//! Drives [`hazel_fuzz::tape`] with libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| hazel_fuzz::tape(input));
