//! Legal moves in one pass.
//!
//! 1. What threatens the king: the men that give check, and the lines on which a man is pinned, orthogonal and diagonal
//!    ones apart, since a man pinned on one kind can never move along the other.
//! 2. The king: to squares that are not attacked once the king itself no longer shields them. In double check that is
//!    all.
//! 3. Everyone else: to squares that answer the check (any square, if there is none), and for pinned men within the
//!    pin.
//! 4. En passant and castling, each with its own conditions.
//!
//! No move is made and tried. The pass is generic over the colour, so that directions are constants, and over a
//! [`Sink`]: one collects moves, one only counts them and never looks at a single move.

use crate::{
    Bitboard, Castling, Color, Move, MoveKind, MoveList, Position, Query, Rank, Role, Side, Square,
    attacks,
};

impl Position {
    /// All legal moves, in no particular order.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(&mut moves);
        moves
    }

    /// How many legal moves there are, without listing them.
    #[inline]
    pub fn count_legal_moves(&self) -> usize {
        let mut count = Count(0);
        self.generate(&mut count);
        count.0 as usize
    }

    /// Whether there is any legal move.
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    #[inline(always)]
    fn generate(&self, sink: &mut impl Sink) {
        match self.turn() {
            Color::White => generate::<true>(self, sink),
            Color::Black => generate::<false>(self, sink),
        }
    }
}

/// What becomes of the moves that are found.
trait Sink {
    /// A man that is not a pawn may go from `from` to any of `targets`, taking what stands there of `enemies`.
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard);

    /// Pawns may go to `targets`, each from the square `step` before it.
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind);

    /// Pawns may go to `targets` on the last rank, each from the square `step` before it, and become one of four.
    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool);

    /// A move of its own kind.
    fn special(&mut self, from: Square, to: Square, kind: MoveKind);
}

impl Sink for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        for to in targets & enemies {
            self.push(Move::new(from, to, MoveKind::Capture));
        }
        for to in targets - enemies {
            self.push(Move::new(from, to, MoveKind::Quiet));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        for to in targets {
            self.push(Move::new(before(to, step), to, kind));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool) {
        for to in targets {
            for role in Role::PROMOTIONS {
                let kind = MoveKind::promotion(role, capture).expect("a role that pawns become");
                self.push(Move::new(before(to, step), to, kind));
            }
        }
    }

    #[inline(always)]
    fn special(&mut self, from: Square, to: Square, kind: MoveKind) {
        self.push(Move::new(from, to, kind));
    }
}

/// Counts moves and forgets them.
struct Count(u32);

impl Sink for Count {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveKind) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i8, _: bool) {
        self.0 += 4 * targets.len();
    }

    #[inline(always)]
    fn special(&mut self, _: Square, _: Square, _: MoveKind) {
        self.0 += 1;
    }
}

#[inline(always)]
fn before(to: Square, step: i8) -> Square {
    Square::wrapping((to as u8).wrapping_sub(step as u8))
}

#[inline(always)]
fn forward<const WHITE: bool>(set: Bitboard) -> Bitboard {
    if WHITE { set.north() } else { set.south() }
}

#[inline(always)]
fn generate<const WHITE: bool>(position: &Position, sink: &mut impl Sink) {
    let us = if WHITE { Color::White } else { Color::Black };
    let board = position.board();
    let (own, enemies, occupied) = (board.color(us), board.color(!us), board.occupied());
    let king = position.king(us);
    let diagonal_enemies = board.diagonal_sliders(!us);
    let orthogonal_enemies = board.orthogonal_sliders(!us);
    let enemy_pawns = board.men(!us, Role::Pawn);
    let enemy_knights = board.men(!us, Role::Knight);

    // 1. Checks and pins.
    let diagonal_view = attacks::bishop(king, occupied);
    let orthogonal_view = attacks::rook(king, occupied);
    let checkers = (diagonal_view & diagonal_enemies)
        | (orthogonal_view & orthogonal_enemies)
        | (attacks::knight(king) & enemy_knights)
        | (attacks::pawn(us, king) & enemy_pawns);
    // Behind an own man in view there may be a slider that pins it.
    let mut diagonal_pins = Bitboard::EMPTY;
    for pinner in
        (attacks::bishop(king, occupied ^ (diagonal_view & own)) & diagonal_enemies) - diagonal_view
    {
        diagonal_pins |= attacks::between(king, pinner) | pinner.bitboard();
    }
    let mut orthogonal_pins = Bitboard::EMPTY;
    for pinner in (attacks::rook(king, occupied ^ (orthogonal_view & own)) & orthogonal_enemies)
        - orthogonal_view
    {
        orthogonal_pins |= attacks::between(king, pinner) | pinner.bitboard();
    }

    // 2. The king. Sliders see through it, since it won't be there any more.
    let mut danger = attacks::pawns(!us, enemy_pawns) | attacks::king(position.king(!us));
    let castling_rooks = position.castling().rooks_of(us);
    if ((attacks::king(king) - own - danger) | castling_rooks).any() {
        let through_king = occupied ^ king.bitboard();
        for knight in enemy_knights {
            danger |= attacks::knight(knight);
        }
        for slider in diagonal_enemies {
            danger |= attacks::bishop(slider, through_king);
        }
        for slider in orthogonal_enemies {
            danger |= attacks::rook(slider, through_king);
        }
        sink.piece(king, attacks::king(king) - own - danger, enemies);
    }
    if checkers.several() {
        return;
    }

    // 3. Everyone else.
    let answers = match checkers.first() {
        None => Bitboard::FULL,
        Some(checker) => attacks::between(king, checker) | checker.bitboard(),
    };
    let targets = answers - own;
    let pinned = diagonal_pins | orthogonal_pins;

    for from in board.men(us, Role::Knight) - pinned {
        sink.piece(from, attacks::knight(from) & targets, enemies);
    }
    let sliders = board.diagonal_sliders(us) - orthogonal_pins;
    for from in sliders - diagonal_pins {
        sink.piece(from, attacks::bishop(from, occupied) & targets, enemies);
    }
    for from in sliders & diagonal_pins {
        sink.piece(from, attacks::bishop(from, occupied) & targets & diagonal_pins, enemies);
    }
    let sliders = board.orthogonal_sliders(us) - diagonal_pins;
    for from in sliders - orthogonal_pins {
        sink.piece(from, attacks::rook(from, occupied) & targets, enemies);
    }
    for from in sliders & orthogonal_pins {
        sink.piece(from, attacks::rook(from, occupied) & targets & orthogonal_pins, enemies);
    }
    pawns::<WHITE>(
        board.men(us, Role::Pawn),
        [diagonal_pins, orthogonal_pins],
        answers,
        enemies,
        occupied,
        sink,
    );

    // 4. En passant and castling.
    if let Some(target) = position.en_passant_square() {
        for from in position.setup().en_passant_captures() {
            sink.special(from, target, MoveKind::EnPassant);
        }
    }
    if castling_rooks.any() && checkers.is_empty() {
        for side in Side::ALL {
            if let Some(rook) = position.castling().rook(us, side, king) {
                let king_to = Square::new(side.king_file(), us.rank(Rank::First));
                let rook_to = Castling::rook_square(us, side.rook_file());
                let king_path = attacks::between(king, king_to) | king_to.bitboard();
                let rook_path = attacks::between(rook, rook_to) | rook_to.bitboard();
                let others = occupied ^ king.bitboard() ^ rook.bitboard();
                // In Chess960 the rook may have been all that stood between the king and a check along the rank.
                let open = ((king_path | rook_path) & others).is_empty();
                let safe = (king_path & danger).is_empty() && !orthogonal_pins.contains(rook);
                if open && safe {
                    sink.special(king, king_to, MoveKind::Castling);
                }
            }
        }
    }
}

/// Pawns move as a set: all steps forwards at once, then all captures to each side.
#[inline(always)]
fn pawns<const WHITE: bool>(
    pawns: Bitboard,
    [diagonal_pins, orthogonal_pins]: [Bitboard; 2],
    answers: Bitboard,
    enemies: Bitboard,
    occupied: Bitboard,
    sink: &mut impl Sink,
) {
    let us = if WHITE { Color::White } else { Color::Black };
    let step: i8 = if WHITE { 8 } else { -8 };
    let third = us.rank(Rank::Third).bitboard();
    let last = us.rank(Rank::Eighth).bitboard();

    // Steps. A pawn pinned along its file stays on it; one pinned along the rank has no square to go to.
    let steppers = pawns - diagonal_pins;
    let steps = (forward::<WHITE>(steppers - orthogonal_pins)
        | (forward::<WHITE>(steppers & orthogonal_pins) & orthogonal_pins))
        - occupied;
    let double_steps = forward::<WHITE>(steps & third) - occupied;
    sink.pawns((steps & answers) - last, step, MoveKind::Quiet);
    sink.pawns(double_steps & answers, 2 * step, MoveKind::Quiet);

    // Captures. A pawn pinned on a diagonal may take along it.
    let takers = pawns - orthogonal_pins;
    let free = forward::<WHITE>(takers - diagonal_pins);
    let bound = forward::<WHITE>(takers & diagonal_pins);
    let victims = enemies & answers;
    let east = (free.east() | (bound.east() & diagonal_pins)) & victims;
    let west = (free.west() | (bound.west() & diagonal_pins)) & victims;
    sink.pawns(east - last, step + 1, MoveKind::Capture);
    sink.pawns(west - last, step - 1, MoveKind::Capture);

    if (pawns & us.rank(Rank::Seventh).bitboard()).any() {
        sink.promotions(steps & answers & last, step, false);
        sink.promotions(east & last, step + 1, true);
        sink.promotions(west & last, step - 1, true);
    }
}
