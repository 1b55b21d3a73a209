//! How much memory there is, as far as the system tells.

use std::fs;

use crate::report::Failure;

/// What a proof may use unless the user says otherwise. A small game needs less, and a large table takes a moment to make.
const USUAL: u64 = 1 << 30;
const SMALL: u64 = 64 << 20;
/// The same where little is free.
const LITTLE: u64 = USUAL / 4;

/// The memory that a proof may use: what was asked for, if so much is free.
pub(super) fn granted(asked: Option<u64>, is_small: bool) -> Result<usize, Failure> {
    let available = available();
    let usual = match available {
        _ if is_small => SMALL,
        Some(free) if free < 2 * USUAL => LITTLE,
        _ => USUAL,
    };
    let bytes = asked.unwrap_or(usual);
    match available {
        Some(free) if bytes > free => Err(Failure::outside(format!(
            "{} of memory can't be had: {} are free",
            gibibytes(bytes),
            gibibytes(free)
        ))
        .help("give --memory a smaller number; the proof may take longer with it")),
        _ => Ok(usize::try_from(bytes).unwrap_or(usize::MAX)),
    }
}

/// The most memory that this program has held so far, if the system knows.
pub(super) fn peak() -> Option<u64> {
    field("/proc/self/status", "VmHWM:")
}

/// Bytes as people say them.
#[allow(clippy::cast_precision_loss, reason = "two digits are shown")]
pub(super) fn gibibytes(bytes: u64) -> String {
    format!("{:.2} GiB", bytes as f64 / f64::from(1 << 30))
}

/// What can be had without taking it from others.
fn available() -> Option<u64> {
    field("/proc/meminfo", "MemAvailable:")
}

/// A line `name number kB` of a file.
fn field(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kibibytes.checked_mul(1024)
}
