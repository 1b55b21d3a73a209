//! Drives [`hazel_fuzz::epd`] with libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| hazel_fuzz::epd(input));
