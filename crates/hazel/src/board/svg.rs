//! A board as a picture in SVG.
//!
//! The picture needs nothing beside it: no fonts beyond a plain one for the coordinates, no style sheets, no scripts. Each
//! man is drawn once under a name and then used.

use std::fmt::{self, Write};

use hazel_core::{Color, Piece, Position, Query, Square};
use hazel_notation::to_fen;

use super::men::{Part, parts};
use super::terminal::letter;
use super::{Marks, NO_MARKS, files, is_light, ranks};

/// The side of a square.
const SQUARE: usize = 100;
/// The frame around the board, where the coordinates are.
const FRAME: usize = 44;
/// The side of the picture.
const SIDE: usize = 8 * SQUARE + 2 * FRAME;

const FRAME_COLOR: &str = "#4b3a2f";
const COORDINATES: &str = "#e7d9c1";
const LIGHT: &str = "#ecdcc0";
const DARK: &str = "#a9805b";
const CHECK: &str = "#c8281e";

/// What a side's men are drawn with: filling, outline, lines.
const fn colors(color: Color) -> [&'static str; 3] {
    match color {
        Color::White => ["#fffdf6", "#2a2522", "#2a2522"],
        Color::Black => ["#3a3532", "#14110f", "#e9e2d6"],
    }
}

/// The picture of a position, as seen from `side`.
pub(crate) fn draw(position: &Position, side: Color) -> String {
    draw_marked(position, NO_MARKS, side)
}

/// The same with marks on empty squares: a disc in the colour of the side, two discs for both.
pub(crate) fn draw_marked(position: &Position, marks: Marks, side: Color) -> String {
    let mut svg = String::with_capacity(16 * 1024);
    // Writing to a `String` does not fail.
    let _ = write_picture(position, marks, side, &mut svg);
    svg
}

fn write_picture(position: &Position, marks: Marks, side: Color, out: &mut String) -> fmt::Result {
    let fen = to_fen(position);
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" width="{SIDE}" height="{SIDE}" role="img">"#
    )?;
    writeln!(out, "<title>{fen}</title>")?;
    write_definitions(position, out)?;
    writeln!(out, r#"<rect width="{SIDE}" height="{SIDE}" rx="10" fill="{FRAME_COLOR}"/>"#)?;
    write_coordinates(side, out)?;
    write_turn(position.turn(), side, out)?;
    writeln!(out, r#"<g transform="translate({FRAME} {FRAME})">"#)?;
    let board = 8 * SQUARE;
    writeln!(out, r#"<rect width="{board}" height="{board}" fill="{LIGHT}"/>"#)?;
    write_dark_squares(side, out)?;
    let in_check = position.is_check().then(|| position.king(position.turn()));
    for (square, x, y) in squares(side) {
        if in_check == Some(square) {
            writeln!(
                out,
                r#"<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="url(#check)"/>"#
            )?;
        }
        if let Some(piece) = position.piece_at(square) {
            writeln!(out, r##"<use href="#{}" x="{x}" y="{y}"/>"##, name(piece))?;
        } else {
            write_marks(marks.map(|marked| marked.contains(square)), x, y, out)?;
        }
    }
    out.write_str("</g>\n</svg>\n")
}

/// The squares with their upper left corners.
fn squares(side: Color) -> impl Iterator<Item = (Square, usize, usize)> {
    ranks(side).enumerate().flat_map(move |(row, rank)| {
        files(side)
            .enumerate()
            .map(move |(column, file)| (Square::new(file, rank), column * SQUARE, row * SQUARE))
    })
}

/// The name under which a man is drawn: `wk` is the white king.
fn name(piece: Piece) -> String {
    let color = match piece.color {
        Color::White => 'w',
        Color::Black => 'b',
    };
    format!("{color}{}", letter(piece).to_ascii_lowercase())
}

/// The men that are on the board, and the glow of a check.
fn write_definitions(position: &Position, out: &mut String) -> fmt::Result {
    writeln!(out, "<defs>")?;
    for piece in Piece::all().filter(|&piece| position.pieces(piece).any()) {
        let [fill, outline, line] = colors(piece.color);
        writeln!(
            out,
            r#"<g id="{}" fill="{fill}" stroke="{outline}" stroke-width="3.2" stroke-linejoin="round" stroke-linecap="round">"#,
            name(piece)
        )?;
        for part in parts(piece.role) {
            match part {
                Part::Shape(path) => writeln!(out, r#"<path d="{path}"/>"#)?,
                Part::Line(path) => {
                    writeln!(
                        out,
                        r#"<path d="{path}" fill="none" stroke="{line}" stroke-width="2.8"/>"#
                    )?;
                }
                Part::Ball(x, y, r) => writeln!(out, r#"<circle cx="{x}" cy="{y}" r="{r}"/>"#)?,
                Part::Spot(x, y, r) => {
                    writeln!(
                        out,
                        r#"<circle cx="{x}" cy="{y}" r="{r}" fill="{line}" stroke="none"/>"#
                    )?;
                }
            }
        }
        writeln!(out, "</g>")?;
    }
    if position.is_check() {
        writeln!(
            out,
            r#"<radialGradient id="check"><stop offset="0.3" stop-color="{CHECK}"/><stop offset="1" stop-color="{CHECK}" stop-opacity="0.15"/></radialGradient>"#
        )?;
    }
    writeln!(out, "</defs>")
}

fn write_dark_squares(side: Color, out: &mut String) -> fmt::Result {
    write!(out, r#"<path fill="{DARK}" d=""#)?;
    for (_, x, y) in squares(side).filter(|&(square, ..)| !is_light(square)) {
        write!(out, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")?;
    }
    writeln!(out, r#""/>"#)
}

/// The marks of a square: in its middle, or White's on the left of Black's.
fn write_marks(marked: [bool; 2], x: usize, y: usize, out: &mut String) -> fmt::Result {
    let across =
        if marked == [true, true] { [SQUARE * 7 / 20, SQUARE * 13 / 20] } else { [SQUARE / 2; 2] };
    for (color, _) in Color::ALL.into_iter().zip(marked).filter(|(_, marked)| *marked) {
        let [fill, outline, _] = colors(color);
        let [x, y] = [x + across[color.index()], y + SQUARE / 2];
        writeln!(
            out,
            r#"<circle cx="{x}" cy="{y}" r="13" fill="{fill}" stroke="{outline}" stroke-width="2.5"/>"#
        )?;
    }
    Ok(())
}

fn write_coordinates(side: Color, out: &mut String) -> fmt::Result {
    writeln!(
        out,
        r#"<g fill="{COORDINATES}" font-family="Helvetica, Arial, sans-serif" font-size="24" text-anchor="middle">"#
    )?;
    for (index, (file, rank)) in files(side).zip(ranks(side)).enumerate() {
        let middle = FRAME + index * SQUARE + SQUARE / 2;
        // Text stands on its line, so the middle of a letter is about a third of its size above.
        let (below, beside) = (SIDE - FRAME / 2 + 8, middle + 8);
        writeln!(out, r#"<text x="{middle}" y="{below}">{file}</text>"#)?;
        writeln!(out, r#"<text x="{}" y="{beside}">{rank}</text>"#, FRAME / 2)?;
    }
    writeln!(out, "</g>")
}

/// A disc of the colour that is to move, at that side's end of the right edge.
fn write_turn(turn: Color, side: Color, out: &mut String) -> fmt::Result {
    let y = if turn == side { SIDE - FRAME - SQUARE / 2 } else { FRAME + SQUARE / 2 };
    let [fill, ..] = colors(turn);
    writeln!(
        out,
        r#"<circle cx="{}" cy="{y}" r="10" fill="{fill}" stroke="{COORDINATES}" stroke-width="2.5"/>"#,
        SIDE - FRAME / 2
    )
}
