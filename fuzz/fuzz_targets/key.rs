//! Drives [`hazel_fuzz::key`] with libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| hazel_fuzz::key(input));
