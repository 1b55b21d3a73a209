//! Legal moves in one pass.
//!
//! 1. What threatens the king: the men that give check, and the men that are pinned, apart for each of the four lines
//!    through the king, since a pinned man can move along its own line only.
//! 2. The king: to squares that are not attacked once the king itself no longer shields them. In double check that is
//!    all.
//! 3. Everyone else: to squares that answer the check (any square, if there is none), and for pinned men along the pin.
//! 4. Castling and en passant, each with its own conditions.
//!
//! No move is made and tried. The pass is generic over the colour, so that directions are constants, and over a
//! [`Sink`]: one collects moves, one only counts them and never looks at a single move.

use crate::lanes::{Lanes, Line, Star, Vector};
use crate::{
    Bitboard, Castling, Color, Move, MoveKind, MoveList, Position, Query, Rank, Role, Side, Square,
    attacks,
};

impl Position {
    /// All legal moves, in no particular order.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.list_legal_moves(&mut moves);
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

    /// Appends all legal moves to `moves`: [`legal_moves`](Position::legal_moves) without its copy of 1 KiB.
    #[inline(never)]
    pub fn list_legal_moves(&self, moves: &mut MoveList) {
        self.generate(moves);
    }

    #[inline(always)]
    fn generate(&self, sink: &mut impl Sink) {
        match self.turn() {
            Color::White => generate::<true>(self, sink),
            Color::Black => generate::<false>(self, sink),
        }
    }
}

/// What everyone but the king has to mind.
struct Field {
    occupied: Bitboard,
    enemies: Bitboard,
    /// Squares that answer the check, if there is one.
    answers: Bitboard,
    /// Squares among them that are not taken by an own man.
    targets: Bitboard,
    king: Square,
    /// Own men that are pinned.
    pinned: Bitboard,
    /// For each line, the men that are pinned along another one and so can't move along this one.
    bound: Lanes,
}

/// What becomes of the moves that are found.
trait Sink {
    /// The king may go from `from` to any of `targets`.
    fn king(&mut self, from: Square, targets: Bitboard, enemies: Bitboard);

    /// Knights (none of them pinned), orthogonal and diagonal sliders may go wherever the field lets them; a queen is
    /// among both.
    fn pieces(&mut self, men: [Bitboard; 3], field: &Field);

    /// Pawns may go to `targets`, each from the square `step` before it.
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind);

    /// Pawns may go to `targets` on the last rank, each from the square `step` before it, and become one of four.
    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool);

    /// A move of its own kind.
    fn special(&mut self, from: Square, to: Square, kind: MoveKind);
}

impl Sink for MoveList {
    #[inline(always)]
    fn king(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        push_all(self, from, targets, enemies);
    }

    #[inline(always)]
    fn pieces(&mut self, [knights, orthogonal, diagonal]: [Bitboard; 3], field: &Field) {
        for from in knights {
            push_all(self, from, attacks::knight(from) & field.targets, field.enemies);
        }
        let mut push = |from: Square, mut targets: Bitboard| {
            if field.pinned.contains(from) {
                targets &= attacks::line(field.king, from);
            }
            push_all(self, from, targets & field.targets, field.enemies);
        };
        diagonal.into_iter().for_each(|from| push(from, attacks::bishop(from, field.occupied)));
        orthogonal.into_iter().for_each(|from| push(from, attacks::rook(from, field.occupied)));
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

#[inline(always)]
fn push_all(moves: &mut MoveList, from: Square, targets: Bitboard, enemies: Bitboard) {
    for to in targets {
        let kind = if enemies.contains(to) { MoveKind::Capture } else { MoveKind::Quiet };
        moves.push(Move::new(from, to, kind));
    }
}

#[inline(always)]
fn before(to: Square, step: i8) -> Square {
    Square::wrapping((to as u8).wrapping_sub(step as u8))
}

/// Counts moves and forgets them.
struct Count(u32);

impl Sink for Count {
    #[inline(always)]
    fn king(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn pieces(&mut self, [knights, orthogonal, diagonal]: [Bitboard; 3], field: &Field) {
        let free = Lanes::pair(orthogonal, diagonal).minus(field.bound);
        let slides = Star::slide(free, !field.occupied);
        self.0 += slides.count_with(Star::leap(knights), field.targets);
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
fn generate<const WHITE: bool>(position: &Position, sink: &mut impl Sink) {
    let us = if WHITE { Color::White } else { Color::Black };
    let board = position.board();
    let (own, enemies, occupied) = (board.color(us), board.color(!us), board.occupied());
    let king = position.king(us);
    let enemy_pawns = board.men(!us, Role::Pawn);
    let enemy_knights = board.men(!us, Role::Knight);
    let enemy_sliders = Lanes::pair(board.orthogonal_sliders(!us), board.diagonal_sliders(!us));

    // 1. Checks and pins. Where an enemy slider's attack meets the king's view, either they see each other and meet on
    //    the empty squares between them, or one man stands between and they meet on it.
    let threats = Star::slide(enemy_sliders, !(occupied ^ king.bitboard()));
    let view = Star::slide(Lanes::splat(king.bitboard()), !occupied);
    let meeting = threats.meet(view);
    let checkers = (view.lines().and(enemy_sliders).union())
        .plus(attacks::knight(king) & enemy_knights)
        .plus(attacks::pawn(us, king) & enemy_pawns);
    let pins = meeting.and(Lanes::splat(own));
    let pinned = pins.union();

    // 2. The king. The threats flowed through it, since it won't be there any more.
    let danger = threats.lines().or(Star::leap(enemy_knights).lines()).union()
        | attacks::pawns(!us, enemy_pawns)
        | attacks::king(position.king(!us));
    sink.king(king, attacks::king(king) - own - danger, enemies);
    if checkers.several() {
        return;
    }

    // 3. Everyone else.
    let answers =
        if checkers.any() { checkers.plus(meeting.union() - occupied) } else { Bitboard::FULL };
    let field = Field {
        occupied,
        enemies,
        answers,
        targets: answers - own,
        king,
        pinned,
        bound: Lanes::splat(pinned).minus(pins),
    };
    let knights = board.men(us, Role::Knight) - pinned;
    sink.pieces([knights, board.orthogonal_sliders(us), board.diagonal_sliders(us)], &field);
    pawns::<WHITE>(board.men(us, Role::Pawn), &field, sink);

    // 4. Castling and en passant.
    if position.castling().rooks_of(us).any() && checkers.is_empty() {
        for side in Side::ALL {
            if let Some(rook) = position.castling().rook(us, side, king) {
                let king_to = Square::new(side.king_file(), us.rank(Rank::First));
                let rook_to = Castling::rook_square(us, side.rook_file());
                let king_path = attacks::path(king, king_to);
                let rook_path = attacks::path(rook, rook_to);
                let others = occupied ^ king.bitboard() ^ rook.bitboard();
                let open = ((king_path | rook_path) & others).is_empty();
                // In Chess960 the rook may have been all that stood between the king and a check along the rank.
                let pinned = pins.get(Line::Rank).contains(rook);
                let safe = (king_path & danger).is_empty() && !pinned;
                if open && safe {
                    sink.special(king, king_to, MoveKind::Castling);
                }
            }
        }
    }
    if let Some(target) = position.en_passant_square() {
        for from in position.setup().en_passant_captures() {
            sink.special(from, target, MoveKind::EnPassant);
        }
    }
}

/// Pawns move as a set: all steps forwards at once, then all captures to each side.
#[inline(always)]
fn pawns<const WHITE: bool>(pawns: Bitboard, field: &Field, sink: &mut impl Sink) {
    let us = if WHITE { Color::White } else { Color::Black };
    let forward = |set: Bitboard| if WHITE { set.north() } else { set.south() };
    let step: i8 = if WHITE { 8 } else { -8 };
    let last = us.rank(Rank::Eighth).bitboard();

    let steps = forward(pawns - field.bound.get(Line::File)) - field.occupied;
    let double_steps = forward(steps & us.rank(Rank::Third).bitboard()) - field.occupied;
    let steps = steps & field.answers;
    sink.pawns(steps - last, step, MoveKind::Quiet);
    sink.pawns(double_steps & field.answers, 2 * step, MoveKind::Quiet);

    let (to_east, to_west) = if WHITE {
        (Line::Diagonal, Line::Antidiagonal)
    } else {
        (Line::Antidiagonal, Line::Diagonal)
    };
    let victims = field.enemies & field.answers;
    let east = forward(pawns - field.bound.get(to_east)).east() & victims;
    let west = forward(pawns - field.bound.get(to_west)).west() & victims;
    sink.pawns(east - last, step + 1, MoveKind::Capture);
    sink.pawns(west - last, step - 1, MoveKind::Capture);

    if about_to_promote(pawns, us) {
        sink.promotions(steps & last, step, false);
        sink.promotions(east & last, step + 1, true);
        sink.promotions(west & last, step - 1, true);
    }
}

/// Whether promotions need looking for at all; most positions have none.
#[inline(always)]
fn about_to_promote(pawns: Bitboard, us: Color) -> bool {
    (pawns & us.rank(Rank::Seventh).bitboard()).any()
}
