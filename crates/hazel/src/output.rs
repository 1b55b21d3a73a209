//! Answers on standard output, as a table, JSON or CSV.

use std::fmt::Write as _;
use std::io::{BufWriter, Write};

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use serde::Serialize;

use crate::arguments::Format;
use crate::report::Failure;

/// What a command has found. Its fields are the fields of the JSON document.
pub(crate) trait Answer: Serialize {
    /// For people, with or without colours. Ends with a line break.
    fn text(&self, colors: bool) -> String;

    /// For spreadsheets: the header, then rows of the same length.
    fn rows(&self) -> impl Iterator<Item = Vec<String>>;
}

/// Prints an answer.
pub(crate) fn print(answer: &impl Answer, format: Format) -> Result<(), Failure> {
    let out = || BufWriter::new(std::io::stdout().lock());
    match format {
        Format::Table => write(answer.text(has_colors()).as_bytes()),
        Format::Json => json(answer, out()),
        Format::Csv => csv(answer.rows(), out()),
    }
}

/// Writes to standard output; colours are left out where it isn't a terminal.
pub(crate) fn write(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| Failure::output(&error))
}

/// Whether standard output shows colours: a terminal that knows them, and nobody objects.
pub(crate) fn has_colors() -> bool {
    anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
}

/// Written as it is made, since it may be long.
fn json(answer: &impl Answer, mut out: impl Write) -> Result<(), Failure> {
    let written = serde_json::to_writer_pretty(&mut out, answer).map_err(std::io::Error::from);
    let ended = written.and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush());
    ended.map_err(|error| Failure::output(&error))
}

fn csv(rows: impl Iterator<Item = Vec<String>>, out: impl Write) -> Result<(), Failure> {
    let mut writer = csv::Writer::from_writer(out);
    for row in rows {
        writer.write_record(row).map_err(|error| match error.into_kind() {
            csv::ErrorKind::Io(error) => Failure::output(&error),
            kind => Failure::outside(format!("the answer can't be written as CSV: {kind:?}")),
        })?;
    }
    writer.flush().map_err(|error| Failure::output(&error))
}

/// A line under the header and one under the last row, no more.
const RULED: TableStyle = TableStyle::new()
    .header_separator(LineStyle::new('─', '─', '─', '─'))
    .bottom_border(LineStyle::new('─', '─', '─', '─'));

/// Rows under a header, columns of numbers to the right. `numbers` are the indices of those columns.
pub(crate) fn table(
    header: &[&str],
    rows: impl IntoIterator<Item = Vec<String>>,
    numbers: &[usize],
) -> String {
    let mut table = Table::new();
    table.load_style(RULED).set_header(header);
    table.add_rows(rows);
    for column in table.column_iter_mut() {
        column.set_padding((0, 1));
    }
    for &index in numbers {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt() + "\n"
}

/// Names and values below each other.
pub(crate) fn facts(facts: &[(&str, String)]) -> String {
    let width = facts.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    facts.iter().fold(String::new(), |mut text, (name, value)| {
        // Writing to a `String` does not fail.
        let _ = writeln!(text, "{name:width$}  {value}");
        text
    })
}

/// Bars below each other, the longest for the largest number, with the number and its share of all.
pub(crate) fn chart(rows: &[(String, u64)]) -> String {
    /// Cells of the longest bar, and into how many steps a cell is divided.
    const CELLS: u64 = 40;
    const EIGHTHS: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let largest = rows.iter().map(|row| row.1).max().unwrap_or(0).max(1);
    let all = rows.iter().map(|row| row.1).sum::<u64>().max(1);
    let numbers: Vec<String> = rows.iter().map(|row| grouped(row.1)).collect();
    let number_width = numbers.iter().map(String::len).max().unwrap_or(0);
    rows.iter().zip(numbers).fold(String::new(), |mut text, ((name, value), number)| {
        let wide = |number: u64| u128::from(number);
        let eighths = (wide(*value) * wide(CELLS) * 8).div_ceil(wide(largest)) as usize;
        let mut bar = "█".repeat(eighths / 8);
        bar.extend((eighths % 8).checked_sub(1).map(|last| EIGHTHS[last]));
        let share = percent(*value, all);
        // Writing to a `String` does not fail.
        let line = format!("  {name:>width$} {number:>number_width$} {share:>6} {bar}");
        let _ = writeln!(text, "{}", line.trim_end());
        text
    })
}

/// How much of a whole, in percent with one digit after the point.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    format!("{:.1}%", 100.0 * ratio(part, whole.max(1)))
}

/// One number by another, to as many digits as a person reads.
#[allow(clippy::cast_precision_loss, reason = "nobody counts to 52 bits")]
pub(crate) fn ratio(a: u64, b: u64) -> f64 {
    a as f64 / b as f64
}

/// The speed; 0 where the clock has not moved.
#[allow(clippy::cast_precision_loss, reason = "nobody times to 52 bits")]
pub(crate) fn per_second(count: u64, seconds: f64) -> u64 {
    if seconds > 0.0 { (count as f64 / seconds) as u64 } else { 0 }
}

/// A time in the unit that suits it.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        1.0.. => format!("{seconds:.2} s"),
        0.001.. => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{:.0} µs", seconds * 1e6),
    }
}

/// A number with its digits in groups of three.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (119_060_324, "119,060,324")];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn times_have_a_unit_that_suits() {
        let cases = [
            (0.0, "0 µs"),
            (0.000_25, "250 µs"),
            (0.001, "1.0 ms"),
            (0.9876, "987.6 ms"),
            (61.0, "61.00 s"),
        ];
        for (seconds, text) in cases {
            assert_eq!(time(seconds), text);
        }
    }

    #[test]
    fn facts_are_aligned() {
        assert_eq!(facts(&[("a", "1".into()), ("long", "2".into())]), "a     1\nlong  2\n");
    }

    #[test]
    fn csv_quotes_what_needs_it() {
        let rows = [["a", "b"], ["1,2", "x\"y"]].map(|row| row.map(str::to_owned).to_vec());
        let mut out = Vec::new();
        csv(rows.into_iter(), &mut out).expect("rows");
        assert_eq!(out, b"a,b\n\"1,2\",\"x\"\"y\"\n");
    }
}
