//! The men as vector drawings, each in a square of 100 by 100.
//!
//! A man is a list of parts, drawn one over the other. They were designed for this program: one outline of one width,
//! the same foot under every man, and seams that show in light lines on the black men, whose outlines don't.

use hazel_core::Role;

/// A part of a drawing. Paths are in the notation of SVG.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Part {
    /// A filled and outlined shape.
    Shape(&'static str),
    /// A line on it.
    Line(&'static str),
    /// A filled and outlined disc: x, y, radius.
    Ball(f32, f32, f32),
    /// A spot in the colour of the lines: x, y, radius.
    Spot(f32, f32, f32),
}

use Part::{Ball, Line, Shape, Spot};

const FOOT: Part = Shape("M25 88V83Q25 76 32 76H68Q75 76 75 83V88Z");
const FOOT_SEAM: Part = Line("M34 76H66");
/// Between the crown and the body of queen and king.
const BELT: Part = Line("M34 66H66");

const PAWN: [Part; 5] = [
    Shape("M43 51C43 62 38 68 33 76H67C62 68 57 62 57 51Z"),
    Shape("M37 51Q35 51 35 48.5Q35 46 37 46H63Q65 46 65 48.5Q65 51 63 51Z"),
    Ball(50., 34., 13.),
    Shape("M28 88V83Q28 76 35 76H65Q72 76 72 83V88Z"),
    Line("M37 76H63"),
];

const KNIGHT: [Part; 6] = [
    Shape(
        "M31 76C31 64 44 60 46 50C40 54 36 55 33 59C30 63 24 62 21 58C18 54 20 50 23 46C28 39 30 31 38 24L39 14L48 21\
         C64 23 74 40 71 76Z",
    ),
    Line("M53 27C61 33 65 46 64 62"),
    Spot(39., 34., 2.6),
    Spot(25.5, 54., 1.5),
    FOOT,
    FOOT_SEAM,
];

const BISHOP: [Part; 7] = [
    Shape("M42 62C42 67 37 71 32 76H68C63 71 58 67 58 62Z"),
    Shape("M50 21C62 30 67 39 67 46C67 53 63 58 58 60H42C37 58 33 53 33 46C33 39 38 30 50 21Z"),
    Line("M58 33L48 46"),
    Shape("M37 64Q35 64 35 61.5Q35 59 37 59H63Q65 59 65 61.5Q65 64 63 64Z"),
    Ball(50., 16.5, 5.),
    FOOT,
    FOOT_SEAM,
];

const ROOK: [Part; 5] = [
    Shape("M37 42H63V62Q64 70 69 76H31Q36 70 37 62Z"),
    Shape("M29 20H39V27H45V20H55V27H61V20H71V35Q71 39 67 42H33Q29 39 29 35Z"),
    Line("M38 42H62"),
    FOOT,
    FOOT_SEAM,
];

const QUEEN: [Part; 8] = [
    Shape("M33 66L19 36L35 52L37 27L50 50L63 27L65 52L81 36L67 66Q68 72 69 76H31Q32 72 33 66Z"),
    BELT,
    Ball(19., 33., 5.),
    Ball(37., 23.5, 5.),
    Ball(63., 23.5, 5.),
    Ball(81., 33., 5.),
    FOOT,
    FOOT_SEAM,
];

const KING: [Part; 5] = [
    Shape("M47 9H53V15H59V21H53V29H47V21H41V15H47Z"),
    Shape(
        "M50 28C58 28 60 36 60 36C72 30 83 38 79 50C77 57 70 62 67 66Q68 72 69 76H31Q32 72 33 66C30 62 23 57 21 50\
         C17 38 28 30 40 36C40 36 42 28 50 28Z",
    ),
    BELT,
    FOOT,
    FOOT_SEAM,
];

/// The drawing of a role.
pub(crate) const fn parts(role: Role) -> &'static [Part] {
    match role {
        Role::Pawn => &PAWN,
        Role::Knight => &KNIGHT,
        Role::Bishop => &BISHOP,
        Role::Rook => &ROOK,
        Role::Queen => &QUEEN,
        Role::King => &KING,
    }
}
