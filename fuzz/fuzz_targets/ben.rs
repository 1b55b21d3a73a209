//! Drives [`hazel_fuzz::ben`] with libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| hazel_fuzz::ben(input));
