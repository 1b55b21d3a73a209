//! The chart of `hazel table stats` as a picture in SVG: a bar for each number of men, as long as there are positions.

use std::fmt::{self, Write};

use hazel_table::{Answered, Coverage};

/// The height of a bar and its gap, the left margin with the numbers, the longest bar, and room for counts behind it.
const ROW: usize = 28;
const LEFT: usize = 90;
const LONGEST: usize = 600;
const RIGHT: usize = 180;
/// Where the first bar begins, below the legend.
const TOP: usize = 70;

/// What is drawn in which colour.
const EXACT: &str = "#2f6f4f";
const BOUNDS: &str = "#a9c49a";
const OPEN: &str = "#e5cf9a";
const NOTHING: &str = "#d8d2c8";
const INK: &str = "#2a2522";

/// The picture.
pub(super) fn draw(coverage: &Coverage) -> String {
    let mut svg = String::new();
    // Writing to a `String` does not fail.
    let _ = write_picture(coverage, &mut svg);
    svg
}

fn write_picture(coverage: &Coverage, out: &mut String) -> fmt::Result {
    let (width, height) = (LEFT + LONGEST + RIGHT, TOP + ROW * coverage.by_men.len() + 20);
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" font-family="sans-serif" font-size="14">"#
    )?;
    writeln!(out, "<title>Positions of games answered by tables, by men</title>")?;
    writeln!(out, r##"<rect width="{width}" height="{height}" fill="#ffffff"/>"##)?;
    let names = [(EXACT, "exact"), (BOUNDS, "by bounds"), (OPEN, "open"), (NOTHING, "no table")];
    for (number, (color, name)) in names.into_iter().enumerate() {
        let x = LEFT + 120 * number;
        writeln!(out, r#"<rect x="{x}" y="20" width="16" height="16" fill="{color}"/>"#)?;
        writeln!(out, r#"<text x="{}" y="33" fill="{INK}">{name}</text>"#, x + 24)?;
    }
    let longest = coverage.by_men.values().map(Answered::all).max().unwrap_or(0);
    for (row, (men, answered)) in coverage.by_men.iter().enumerate() {
        let y = TOP + ROW * row;
        writeln!(
            out,
            r#"<text x="{}" y="{}" text-anchor="end" fill="{INK}">{men} men</text>"#,
            LEFT - 12,
            y + 16
        )?;
        let end = write_bar(answered, longest, y, out)?;
        let count = crate::output::grouped(answered.all());
        writeln!(out, r#"<text x="{}" y="{}" fill="{INK}">{count}</text>"#, end + 8, y + 16)?;
    }
    writeln!(out, "</svg>")
}

/// Draws the four parts of a bar and says where it ends.
fn write_bar(
    answered: &Answered,
    longest: u64,
    y: usize,
    out: &mut String,
) -> Result<usize, fmt::Error> {
    let at = |count: u64| {
        LEFT + (u128::from(count) * LONGEST as u128 / u128::from(longest.max(1))) as usize
    };
    let known = answered.answered();
    let ends = [0, answered.exact, known, known + answered.open, answered.all()].map(at);
    for (ends, color) in ends.windows(2).zip([EXACT, BOUNDS, OPEN, NOTHING]) {
        let (x, width) = (ends[0], ends[1] - ends[0]);
        if width > 0 {
            writeln!(
                out,
                r#"<rect x="{x}" y="{y}" width="{width}" height="{}" fill="{color}"/>"#,
                ROW - 6
            )?;
        }
    }
    Ok(ends[4])
}
