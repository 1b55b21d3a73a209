//! Slider attacks by arithmetic on one line at a time: slow, short, and usable at compile time and in the build script.
//!
//! On a line with occupancy `o` and a slider on bit `r`, `o - 2r` borrows up to the first blocker above the slider; the
//! same on the reversed board finds the one below. (Known as hyperbola quintessence, or o^(o-2r).)

/// The squares that a rook (or a bishop, if `diagonal`) on `square` attacks, given the occupied squares.
pub(crate) const fn slider(square: u8, occupied: u64, diagonal: bool) -> u64 {
    let (first, second) = if diagonal {
        (diagonal_of(square), antidiagonal_of(square))
    } else {
        (rank_of(square), file_of(square))
    };
    along(square, occupied, first) | along(square, occupied, second)
}

/// The squares whose occupancy matters to a slider: its empty-board attacks less the last square of each ray.
pub(crate) const fn relevant(square: u8, diagonal: bool) -> u64 {
    let mut edges = 0;
    if square & 7 != 0 {
        edges |= 0x0101010101010101;
    }
    if square & 7 != 7 {
        edges |= 0x8080808080808080;
    }
    if square >> 3 != 0 {
        edges |= 0xFF;
    }
    if square >> 3 != 7 {
        edges |= 0xFF << 56;
    }
    slider(square, 0, diagonal) & !edges
}

const fn along(square: u8, occupied: u64, line: u64) -> u64 {
    let slider = 1u64 << square;
    let blockers = occupied & line & !slider;
    let up = blockers.wrapping_sub(slider << 1);
    let down = blockers.reverse_bits().wrapping_sub(slider.reverse_bits() << 1).reverse_bits();
    // Both differ from the occupancy exactly up to and including the first blocker on their side.
    (up ^ down) & line & !slider
}

const fn rank_of(square: u8) -> u64 {
    0xFF << (square & 56)
}

const fn file_of(square: u8) -> u64 {
    0x0101010101010101 << (square & 7)
}

const fn diagonal_of(square: u8) -> u64 {
    let up = (square >> 3) as i32 - (square & 7) as i32;
    if up >= 0 { 0x8040201008040201 << (8 * up) } else { 0x8040201008040201 >> (-8 * up) }
}

const fn antidiagonal_of(square: u8) -> u64 {
    let up = (square >> 3) as i32 + (square & 7) as i32 - 7;
    if up >= 0 { 0x0102040810204080 << (8 * up) } else { 0x0102040810204080 >> (-8 * up) }
}
