//! Drives [`hazel_fuzz::certificate`] with libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| hazel_fuzz::certificate(input));
