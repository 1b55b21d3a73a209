//! The first field: where the men stand.
//!
//! It is most of a FEN, and which character comes next can't be foreseen, so neither reader nor writer branches on it.
//! Both go through *planes*: the seven bits of ASCII, each as the set of squares whose character has it. Eight
//! characters become eight planes, and the other way round, by exchanging rows and columns of eight by eight bits.
//!
//! ```text
//! bit  6543210        P 1010000   plane 6: all men    plane 3: knights, kings
//!                     N 1001110   plane 5: Black's    plane 2: knights
//!                     B 1000010   plane 4: pawns,     plane 1: knights, bishops, rooks, kings
//!                     R 1010010     rooks, queens     plane 0: queens, kings
//!                     Q 1010001
//!                     K 1001011   1 to 8 have bits 5 and 4 and not 6, a slash has 5 and neither
//! ```
//!
//! The reader lays characters out on the board by a table of how many squares each stands for, and looks afterwards
//! whether each slash fell on the end of a rank. If not, a second reader, which is in no hurry, finds out what is wrong.
//! The writer has a table which says, for each set of occupied files, in what order men and digits follow each other.
#![allow(
    clippy::indexing_slicing,
    reason = "tables of 256 are indexed by bytes, and the board by what stays on it"
)]

use arrayvec::ArrayVec;
use hazel_core::{Bitboard, Board, Color, Query, Rank, Role};

use super::error::{FenError, FenErrorKind, FenField};
use super::read::{Reading, is_blank};
use crate::cursor::Cursor;
use crate::letters;

/// How many places a character takes: a man or a slash one, a digit as many as it says, anything else none.
static PLACES: [u8; 256] = {
    let mut places = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        places[byte] = match byte as u8 {
            digit @ b'1'..=b'8' => digit - b'0',
            b'/' => 1,
            letter => letters::role(letter.to_ascii_uppercase()).is_some() as u8,
        };
        byte += 1;
    }
    places
};

/// Reads the men, the eighth rank first, onto an empty board. Returns the first square of each digit.
#[inline(always)]
pub(super) fn read(
    cursor: &mut Cursor<'_>,
    reading: Reading,
    board: &mut Board,
) -> Result<Bitboard, FenError> {
    // 1. Lay the characters out, nine places to a rank: a8 is 0, its slash 8, h1 is 70. What is more is cut off by the
    //    mask, and noticed by where it ends.
    let mut laid_out = [0u8; 128];
    let (mut at, mut length) = (0usize, 0usize);
    for &byte in cursor.rest() {
        let places = PLACES[usize::from(byte)];
        if places == 0 {
            break;
        }
        laid_out[at & 127] = byte;
        at += usize::from(places);
        length += 1;
    }
    // 2. Cut the slashes off and turn the rest into planes.
    let mut ranks = [0; 8];
    let mut slashes = true;
    for (rank, planes) in ranks.iter_mut().enumerate() {
        let start = 9 * (7 - rank);
        let mut characters = [0; 8];
        characters.copy_from_slice(&laid_out[start..start + 8]);
        *planes = transpose(u64::from_le_bytes(characters));
        slashes &= rank == 0 || laid_out[start + 8] == b'/';
    }
    let plane =
        |bit: usize| Bitboard(u64::from_le_bytes(ranks.map(|rank| (rank >> (8 * bit)) as u8)));
    let men = plane(6);
    let digits = plane(4) - men;
    let stray_slashes = plane(5) - plane(4) - men;
    // 3. With a slash in every ninth place and nowhere else, no rank is too short and no digit reaches over an end.
    let fits = at == 71 && slashes && stray_slashes.is_empty();
    let ends = cursor.rest().get(length).is_none_or(|&byte| is_end(byte, reading));
    if !fits || !ends || (reading == Reading::Strict && !digits_are_apart(men, digits)) {
        return Err(explain(*cursor, reading));
    }
    cursor.advance(length);
    let [zero, one, knights, three, four, black] = [0, 1, 2, 3, 4, 5].map(|bit| plane(bit) & men);
    // From pawns to kings, as the letters above tell them apart.
    let roles =
        [four - one - zero, knights, men - three - four, four & one, four & zero, three & zero];
    *board = Board::from_sets(roles, black).unwrap_or_default();
    Ok(digits)
}

/// Exchanges rows and columns of the eight by eight bits in eight bytes.
#[inline(always)]
fn transpose(bits: u64) -> u64 {
    let swap = |bits: u64, by: u32, mask: u64| {
        let differing = (bits ^ (bits >> by)) & mask;
        bits ^ differing ^ (differing << by)
    };
    let bits = swap(bits, 7, 0x00AA00AA00AA00AA);
    let bits = swap(bits, 14, 0x0000CCCC0000CCCC);
    swap(bits, 28, 0x00000000F0F0F0F0)
}

/// Whether the field may end before this byte.
fn is_end(byte: u8, reading: Reading) -> bool {
    byte == b' ' || (reading == Reading::Lenient && is_blank(byte))
}

/// Whether there is no more than one digit to each run of empty squares.
fn digits_are_apart(men: Bitboard, digits: Bitboard) -> bool {
    let empty = !men;
    let runs = empty - empty.east();
    runs.len() == digits.len()
}

/// Says what is wrong with a placement that can't be read.
#[cold]
fn explain(mut cursor: Cursor<'_>, reading: Reading) -> FenError {
    const FIELD: FenField = FenField::Placement;
    let fault = |cursor: Cursor<'_>, kind| FenError::new(kind, FIELD, cursor.column());
    if cursor.peek().is_none_or(|byte| is_end(byte, reading)) {
        return FenError::unexpected(cursor, FIELD, "the men");
    }
    for rank in Rank::ALL.into_iter().rev() {
        let (mut files, mut after_digit) = (0, false);
        while let Some(byte) = cursor.peek().filter(|&byte| byte != b'/') {
            let (squares, digit) = (PLACES[usize::from(byte)], byte.is_ascii_digit());
            if squares == 0 {
                break;
            }
            if files + squares > 8 {
                return fault(cursor, FenErrorKind::RankTooLong(rank));
            }
            if digit && after_digit && reading == Reading::Strict {
                return FenError::unexpected(cursor, FIELD, "a piece or `/` after a digit");
            }
            files += squares;
            after_digit = digit;
            cursor.advance(1);
        }
        let slash = cursor.peek() == Some(b'/');
        if !slash && cursor.peek().is_some_and(|byte| !is_end(byte, reading)) {
            return FenError::unexpected(cursor, FIELD, "a piece, a digit from 1 to 8 or `/`");
        }
        if files < 8 {
            return fault(cursor, FenErrorKind::RankTooShort { rank, squares: files });
        }
        if !slash {
            return fault(cursor, FenErrorKind::TooFewRanks(8 - rank as u8));
        }
        // The slash after the last rank is the one to point at.
        cursor.advance(usize::from(rank != Rank::First));
    }
    fault(cursor, FenErrorKind::TooManyRanks)
}

/// The characters of a rank with a certain set of occupied files.
#[derive(Clone, Copy)]
struct Template {
    /// For each character, the file of a man (0 to 7) or seven more than the digit (8 to 15).
    sources: [u8; 8],
    length: u8,
}

static TEMPLATES: [Template; 256] = {
    let mut templates = [Template { sources: [0; 8], length: 0 }; 256];
    let mut occupied = 0;
    while occupied < 256 {
        let template = &mut templates[occupied];
        let (mut file, mut run) = (0u8, 0u8);
        // One file more than there are, to close the last run; it is never occupied.
        while file <= 8 {
            let man = occupied >> file & 1 != 0;
            if run > 0 && (man || file == 8) {
                template.sources[template.length as usize] = 7 + run;
                template.length += 1;
                run = 0;
            }
            if man {
                template.sources[template.length as usize] = file;
                template.length += 1;
            } else {
                run += 1;
            }
            file += 1;
        }
        occupied += 1;
    }
    templates
};

/// Writes the men. The text needs room for eight characters more than the longest placement, which has 71.
#[inline(always)]
pub(super) fn write<const N: usize>(board: &Board, text: &mut ArrayVec<u8, N>) {
    let [pawns, knights, bishops, rooks, queens, kings] = Role::ALL.map(|role| board.role(role));
    let planes = [
        queens | kings,
        knights | bishops | rooks | kings,
        knights,
        knights | kings,
        pawns | rooks | queens,
        board.color(Color::Black),
        board.occupied(),
    ];
    // All letters come first, since they are the same work for every rank.
    let mut letters = [0; 8];
    for (rank, letters) in letters.iter_mut().enumerate() {
        for (bit, plane) in planes.iter().enumerate() {
            *letters |= (plane.0 >> (8 * rank) & 0xFF) << (8 * bit);
        }
        *letters = transpose(*letters);
    }
    let occupied = board.occupied().0.to_le_bytes();
    for rank in (0..8).rev() {
        let mut sources = *b"........12345678";
        sources[..8].copy_from_slice(&letters[rank].to_le_bytes());
        let template = &TEMPLATES[usize::from(occupied[rank])];
        // Eight characters are written whatever the length, and those that are too many overwritten.
        let characters = template.sources.map(|source| sources[usize::from(source & 15)]);
        let length = text.len() + usize::from(template.length);
        let _ = text.try_extend_from_slice(&characters);
        text.truncate(length);
        if rank > 0 {
            text.push(b'/');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_exchanges_rows_and_columns() {
        for row in 0..8 {
            for column in 0..8 {
                assert_eq!(transpose(1 << (8 * row + column)), 1 << (8 * column + row));
            }
        }
    }

    /// The characters of a rank, with a letter for each occupied file, counted one by one.
    fn by_hand(occupied: u8) -> String {
        let mut text = String::new();
        let mut run = 0;
        for file in 0..8u8 {
            if occupied >> file & 1 == 0 {
                run += 1;
                continue;
            }
            if run > 0 {
                text.push(char::from(b'0' + run));
                run = 0;
            }
            text.push(char::from(b'a' + file));
        }
        if run > 0 {
            text.push(char::from(b'0' + run));
        }
        text
    }

    #[test]
    fn templates_put_men_and_digits_in_order() {
        for occupied in 0..=255u8 {
            let Template { sources, length } = TEMPLATES[usize::from(occupied)];
            let characters = sources.iter().take(usize::from(length));
            let text: String =
                characters.map(|&s| char::from(b"abcdefgh12345678"[usize::from(s)])).collect();
            assert_eq!(text, by_hand(occupied), "{occupied:08b}");
        }
    }

    #[test]
    fn digits_are_apart_if_there_is_one_to_a_run() {
        for occupied in 0..=255u8 {
            let men = Bitboard(u64::from(occupied) | !0xFF);
            let runs = by_hand(occupied).chars().filter(char::is_ascii_digit).count() as u32;
            for digits in 0..=8u32 {
                let first_squares = Bitboard((1 << digits) - 1);
                assert_eq!(digits_are_apart(men, first_squares), digits == runs);
            }
        }
    }
}
