//! Drives [`hazel_fuzz::table`] with libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| hazel_fuzz::table(input));
