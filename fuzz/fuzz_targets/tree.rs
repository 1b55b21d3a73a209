//! Drives [`hazel_fuzz::tree`] with libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| hazel_fuzz::tree(input));
