//! Laws that hold in every position and for every move.

use hazel_core::{
    Alter, Alteration, Ben, Board, Change, Color, Hashed, Mailbox, Material, Pawns, Perft,
    Position, Query, Setup, Square, Zobrist,
};
use proptest::prelude::*;

use crate::{oracle, walk};

/// A random game: which start, which seed.
fn games() -> impl Strategy<Value = (usize, u64)> {
    (0..walk::fens().count(), any::<u64>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn unplaying_restores_everything((start, seed) in games()) {
        for (position, m) in walk::game(start, seed, 60) {
            let stream = position.stream(m);
            let mut played = position;
            played.play(m);
            prop_assert_eq!(played, position.after(m));
            played.unplay(&stream);
            prop_assert_eq!(played, position);
        }
    }

    #[test]
    fn all_that_follow_the_stream_agree((start, seed) in games()) {
        let first = walk::game(start, seed, 1).next();
        let Some((first, _)) = first else { return Ok(()) };
        let mut setup = *first.setup();
        let mut mailbox = Mailbox::from(first.board());
        let mut hash = Zobrist::<Position>::of(&first);
        let mut pawns = Zobrist::<Pawns>::of(&first);
        let mut material = Material::of(&first);
        for (position, m) in walk::game(start, seed, 60) {
            let after = position.after(m);
            let mut followed = position;
            followed.play_with(m, &mut ((&mut setup, &mut mailbox), (&mut hash, (&mut pawns, &mut material))));
            prop_assert_eq!(followed, after);
            prop_assert_eq!(setup, *after.setup());
            prop_assert_eq!(mailbox, Mailbox::from(after.board()));
            prop_assert_eq!(hash, Zobrist::of(&after));
            prop_assert_eq!(pawns, Zobrist::of(&after));
            prop_assert_eq!(material, Material::of(&after));
        }
    }

    #[test]
    fn streams_keep_their_order((start, seed) in games()) {
        for (position, _) in walk::game(start, seed, 60) {
            for m in position.legal_moves() {
                let stream = position.stream(m);
                let mut board = *position.board();
                let mut rank = 0;
                let mut metadata = vec![];
                for &alteration in &*stream {
                    prop_assert!(board.admits(alteration), "{:?} in {:?}", alteration, position);
                    board.alter(alteration);
                    let (at, kind) = match alteration.change() {
                        Change::EnPassant { .. } => (0, Some(0)),
                        Change::Remove(..) => (1, None),
                        Change::Place(..) => (2, None),
                        Change::Revoke(right) if position.setup().castling_rights().any(|r| r == right) => (3, Some(1 + right.color as u32 * 2 + right.side as u32)),
                        Change::Tick | Change::Reset(_) => (4, Some(5)),
                        Change::Turn => (5, Some(6)),
                        other => panic!("{other:?} is nothing that a move does"),
                    };
                    prop_assert!(at >= rank, "{:?}", stream);
                    rank = at;
                    metadata.extend(kind);
                }
                prop_assert_eq!(stream.last(), Some(&Alteration::TURN));
                let all = metadata.len();
                metadata.dedup();
                prop_assert_eq!(all, metadata.len(), "{:?}", stream);
            }
        }
    }

    #[test]
    fn ben_loses_nothing((start, seed) in games()) {
        for (position, _) in walk::game(start, seed, 60) {
            let ben = Ben::from(&position);
            prop_assert_eq!(Ben::from_bytes(*ben.as_bytes()), Ok(ben));
            prop_assert_eq!(ben.position(), Ok(position));
            prop_assert_eq!(ben.setup(), *position.setup());
        }
    }

    #[test]
    fn malformed_ben_never_panics(bytes in any::<[u8; 32]>(), men in 0..33u32, flags in any::<u8>()) {
        let mut bytes = bytes;
        // Random bytes are nearly always refused at once; these come further.
        bytes[..8].copy_from_slice(&(!0u64 << (64 - men.max(1))).to_le_bytes());
        bytes[24..].fill(0);
        bytes[24] = 1;
        bytes[25] = flags;
        if let Ok(ben) = Ben::from_bytes(bytes) {
            prop_assert_eq!(ben.as_bytes(), &bytes);
            if let Ok(position) = ben.position() {
                prop_assert_eq!(position.count_legal_moves(), position.legal_moves().len());
            }
        }
    }

    #[test]
    fn a_hash_stands_for_its_witness((start, seed) in games()) {
        let mut seen = std::collections::HashMap::new();
        for (position, _) in walk::game(start, seed, 200) {
            let hash = Zobrist::<Position>::of(&position);
            let witness = Position::witness(&position);
            prop_assert_eq!(*seen.entry(hash).or_insert(witness), witness);
        }
    }

    #[test]
    fn the_position_seen_from_the_other_side_has_as_many_moves((start, seed) in games()) {
        for (position, _) in walk::game(start, seed, 40) {
            let flipped = flipped(&position);
            prop_assert_eq!(Perft::default().count(&flipped, 2), Perft::default().count(&position, 2));
            prop_assert_eq!(flipped.is_check(), position.is_check());
        }
    }

    #[test]
    fn the_position_in_a_mirror_has_as_many_moves((start, seed) in games()) {
        // Castling is not symmetric, everything else is.
        for (position, _) in walk::game(start, seed, 40) {
            let mut setup = *position.setup();
            setup.state.castling = hazel_core::Castling::NONE;
            let plain = setup.validate().expect("rights can always be given up");
            setup.board = setup.board.mirrored();
            setup.state.en_passant =
                setup.state.en_passant.map(|file| hazel_core::File::ALL[7 - file.index()]);
            let mirrored = setup.validate().expect("a mirror keeps a position legal");
            prop_assert_eq!(Perft::default().count(&mirrored, 2), Perft::default().count(&plain, 2));
        }
    }
}

fn flipped(position: &Position) -> Position {
    let mut setup: Setup = *position.setup();
    setup.board = setup.board.flipped();
    setup.state.turn = !setup.state.turn;
    setup.state.castling = hazel_core::Castling::new(position.castling().rooks().flip_ranks());
    setup.validate().expect("seen from the other side, a position stays legal")
}

#[test]
fn attackers_are_those_that_could_capture() {
    // Put a target on each empty square in turn and ask who may take it, pins aside.
    for fen in walk::fens() {
        let position = oracle::position(fen);
        let board: &Board = position.board();
        for square in Square::all() {
            for color in Color::ALL {
                let attackers = board.attackers(square, color, board.occupied());
                for from in Square::all() {
                    let attacks = board.piece_at(from).is_some_and(|piece| {
                        piece.color == color && reaches(board, piece.role, color, from, square)
                    });
                    assert_eq!(attackers.contains(from), attacks, "{fen} {from} {square}");
                }
            }
        }
    }
}

/// Whether a man attacks a square, by walking there.
fn reaches(board: &Board, role: hazel_core::Role, color: Color, from: Square, to: Square) -> bool {
    use hazel_core::Role;
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    let straight = (files == 0) != (ranks == 0);
    let slanted = files != 0 && files.abs() == ranks.abs();
    let up = if color == Color::White { 1 } else { -1 };
    let shape = match role {
        Role::Pawn => return files.abs() == 1 && ranks == up,
        Role::Knight => return files.abs() * ranks.abs() == 2,
        Role::King => return files.abs().max(ranks.abs()) == 1,
        Role::Bishop => slanted,
        Role::Rook => straight,
        Role::Queen => straight || slanted,
    };
    let step = (files.signum(), ranks.signum());
    shape
        && std::iter::successors(from.offset(step.0, step.1), |at| at.offset(step.0, step.1))
            .take_while(|&at| at != to)
            .all(|at| board.piece_at(at).is_none())
}
