//! Drives [`hazel_fuzz::journal`] with libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| hazel_fuzz::journal(input));
