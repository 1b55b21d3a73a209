//! A board made of characters.

use anstyle::{Ansi256Color, Style};
use hazel_core::{Color, Piece, Position, Query, Role, Square};

use super::{Marks, NO_MARKS, files, is_light, ranks};

/// What the men are drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Symbols {
    /// Letters, as in FEN.
    Letters,
    /// Chess symbols, White's in outline.
    Figures,
    /// Chess symbols, all filled, on coloured squares: the colour says whose they are.
    Colored,
}

/// Draws a position as seen from `side`, one line per rank and one for the files, without line breaks.
pub(crate) fn draw(position: &Position, side: Color, symbols: Symbols) -> Vec<String> {
    draw_marked(position, NO_MARKS, side, symbols)
}

/// The same with marks on empty squares: a ring for White, a disc for Black, half of each for both. In letters they are `+`,
/// `-` and `*`.
pub(crate) fn draw_marked(
    position: &Position,
    marks: Marks,
    side: Color,
    symbols: Symbols,
) -> Vec<String> {
    let in_check = position.is_check().then(|| position.king(position.turn()));
    draw_squares(position, in_check, marks, side, symbols)
}

/// The same for men that needn't make a position, as in the middle of a move.
pub(crate) fn draw_men(
    men: &impl Query,
    in_check: Option<Square>,
    side: Color,
    symbols: Symbols,
) -> Vec<String> {
    draw_squares(men, in_check, NO_MARKS, side, symbols)
}

fn draw_squares(
    men: &impl Query,
    in_check: Option<Square>,
    marks: Marks,
    side: Color,
    symbols: Symbols,
) -> Vec<String> {
    let square = |square: Square| {
        let piece = men.piece_at(square);
        // What stands for an empty square, in letters and in figures.
        let (letter_there, mark) = match marks.map(|marked| marked.contains(square)) {
            [false, false] => ('.', None),
            [true, false] => ('+', Some('○')),
            [false, true] => ('-', Some('●')),
            [true, true] => ('*', Some('◐')),
        };
        match symbols {
            Symbols::Letters => format!(" {}", piece.map_or(letter_there, letter)),
            Symbols::Figures => format!(" {}", piece.map_or(mark.unwrap_or('·'), figure)),
            Symbols::Colored => {
                let empty = mark.unwrap_or(' ');
                colored(square, piece, empty, in_check == Some(square))
            }
        }
    };
    let mut lines: Vec<String> = ranks(side)
        .map(|rank| {
            let squares = files(side).map(|file| square(Square::new(file, rank)));
            format!("{rank} {}", squares.collect::<String>())
        })
        .collect();
    // A coloured square is three characters wide, a plain one two.
    let (gap, end) = if symbols == Symbols::Colored { ("  ", " ") } else { (" ", "") };
    let names: Vec<String> = files(side).map(|file| file.to_string()).collect();
    lines.push(format!("   {}{end}", names.join(gap)));
    lines
}

/// The letter of a piece, as in FEN.
pub(crate) fn letter(piece: Piece) -> char {
    let letter = match piece.role {
        Role::Pawn => 'p',
        Role::Knight => 'n',
        Role::Bishop => 'b',
        Role::Rook => 'r',
        Role::Queen => 'q',
        Role::King => 'k',
    };
    if piece.color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

fn figure(piece: Piece) -> char {
    let figures = match piece.color {
        Color::White => ['♙', '♘', '♗', '♖', '♕', '♔'],
        Color::Black => ['♟', '♞', '♝', '♜', '♛', '♚'],
    };
    figures[piece.role.index()]
}

fn colored(square: Square, piece: Option<Piece>, empty: char, in_check: bool) -> String {
    // Of the palette of 256 colours that terminals share: light and dark green squares, on which both white and black
    // men stand out, and red for a check.
    let background = match (in_check, is_light(square)) {
        (true, _) => 160,
        (false, true) => 108,
        (false, false) => 65,
    };
    let foreground = if piece.is_some_and(|piece| piece.color == Color::White) { 231 } else { 16 };
    let style = Style::new()
        .bg_color(Some(Ansi256Color(background).into()))
        .fg_color(Some(Ansi256Color(foreground).into()));
    let figure = piece.map_or(empty, |piece| figure(Piece { color: Color::Black, ..piece }));
    format!("{style} {figure} {style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(fen: &str, side: Color, symbols: Symbols) -> String {
        let position = hazel_notation::parse_fen(fen).expect("a position");
        draw(&position, side, symbols).join("\n")
    }

    const FEN: &str = "r3k3/8/8/8/4Pp2/8/3Q4/K6N w q - 0 1";

    #[test]
    fn white_sees_the_first_rank_below() {
        let expected = "\
8  r . . . k . . .
7  . . . . . . . .
6  . . . . . . . .
5  . . . . . . . .
4  . . . . P p . .
3  . . . . . . . .
2  . . . Q . . . .
1  K . . . . . . N
   a b c d e f g h";
        assert_eq!(picture(FEN, Color::White, Symbols::Letters), expected);
    }

    #[test]
    fn black_sees_it_above_and_the_h_file_on_the_left() {
        let expected = "\
1  ♘ · · · · · · ♔
2  · · · · ♕ · · ·
3  · · · · · · · ·
4  · · ♟ ♙ · · · ·
5  · · · · · · · ·
6  · · · · · · · ·
7  · · · · · · · ·
8  · · · ♚ · · · ♜
   h g f e d c b a";
        assert_eq!(picture(FEN, Color::Black, Symbols::Figures), expected);
    }

    #[test]
    fn marks_stand_on_empty_squares_alone() {
        let position = hazel_notation::parse_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").expect("legal");
        let marks = [0x0000_0000_0000_3838, 0x3838_0000_0000_0020].map(hazel_core::Bitboard);
        let drawn = |symbols| draw_marked(&position, marks, Color::White, symbols);
        let lines = drawn(Symbols::Figures);
        assert_eq!([&lines[0], &lines[1]], ["8  · · · ● ♚ ● · ·", "7  · · · ● ● ● · ·"]);
        assert_eq!([&lines[6], &lines[7]], ["2  · · · ○ ○ ○ · ·", "1  · · · ○ ♔ ◐ · ·"]);
        assert_eq!(drawn(Symbols::Letters)[7], "1  . . . + K * . .");
        let plain = anstream::adapter::strip_str(&drawn(Symbols::Colored)[7]).to_string();
        assert_eq!(plain, "1           ○  ♚  ◐       ");
    }

    #[test]
    fn colours_are_of_the_square_and_the_man() {
        let lines = picture("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", Color::White, Symbols::Colored);
        // The king on e1 is in check; a1 beside it is an empty dark square.
        assert!(lines.contains("\u{1b}[38;5;231m\u{1b}[48;5;160m ♚ \u{1b}[0m"), "{lines:?}");
        let last_rank = lines.lines().nth(7).expect("the first rank");
        assert!(
            last_rank.starts_with("1 \u{1b}[38;5;16m\u{1b}[48;5;65m   \u{1b}[0m"),
            "{last_rank:?}"
        );
        let plain = anstream::adapter::strip_str(&lines).to_string();
        assert_eq!(plain.lines().next(), Some("8              ♚          "));
        assert_eq!(plain.lines().last(), Some("   a  b  c  d  e  f  g  h "));
    }
}
