//! Laws of tapes and familiars, on random games.

use std::fmt::Debug;

use hazel_core::{
    Alteration, Board, Mailbox, Material, Pawns, Piece, Position, Query as _, Setup, Square, State,
    Zobrist,
};
use hazel_tape::{
    Address, BeyondEnd, Cursor, Familiar, Follower, HalfmoveCounts, Interest, Menagerie,
    PawnStructure, PieceSquareStatistics, ResumeError, Step, Tape,
};
use proptest::prelude::{ProptestConfig, prop_assert, prop_assert_eq};
use proptest::proptest;

use crate::games::{Game, Random, game};

/// Runs a check for every state that comes with tapes.
macro_rules! for_all_states {
    ($check:ident($($argument:expr),*)) => {
        $check::<Board>($($argument),*);
        $check::<Mailbox>($($argument),*);
        $check::<Setup>($($argument),*);
        $check::<State>($($argument),*);
        $check::<Zobrist<Position>>($($argument),*);
        $check::<Zobrist<Pawns>>($($argument),*);
        $check::<Material>($($argument),*);
        $check::<PawnStructure>($($argument),*);
        $check::<HalfmoveCounts>($($argument),*);
        $check::<PieceSquareStatistics>($($argument),*);
        $check::<(Board, State)>($($argument),*);
    };
}

/// The state at an address, told everything from the start.
fn from_scratch<S: Follower>(tape: &Tape, address: Address) -> S {
    let mut state = S::at_start(tape.start());
    let entries = tape.entries_from(Address::START).take(address.get() as usize);
    entries.for_each(|(_, a)| state.alter(a));
    state
}

fn there_and_back<S: Follower + Clone + PartialEq + Debug>(tape: &Tape) {
    let mut familiar = Familiar::<S>::new(tape);
    let mut seen = vec![familiar.state().clone()];
    while familiar.forward().is_some() {
        seen.push(familiar.state().clone());
    }
    assert_eq!(familiar.address(), tape.end());
    while let Some(expected) = seen.pop() {
        assert_eq!(familiar.state(), &expected, "at {}", familiar.address());
        assert_eq!(familiar.back().is_none(), seen.is_empty());
    }
    assert_eq!(familiar.address(), Address::START);
}

fn seeking<S: Follower + PartialEq + Debug>(game: &Game, random: &mut Random) {
    let mut familiar = Familiar::<S>::new(&game.tape);
    for _ in 0..12 {
        let address = game.address(random);
        familiar.to_address(address).expect("on the tape");
        assert_eq!(familiar.state(), &from_scratch::<S>(&game.tape, address), "at {address}");
        let ply = random.below(game.positions.len()) as u64;
        familiar.to_ply(ply).expect("on the tape");
        assert_eq!(familiar.ply(), ply);
        let address = familiar.address();
        assert_eq!(familiar.state(), &from_scratch::<S>(&game.tape, address), "at {address}");
    }
    familiar.to_end();
    assert_eq!(familiar.state(), &from_scratch::<S>(&game.tape, game.tape.end()));
    familiar.to_start();
    assert_eq!(familiar.state(), &S::at_start(game.tape.start()));
}

/// What depends on the position alone is that of the position.
fn at_plies<S: Follower + PartialEq + Debug>(game: &Game) {
    let mut familiar = Familiar::<S>::new(&game.tape);
    for (ply, position) in game.positions.iter().enumerate() {
        familiar.to_ply(ply as u64).expect("on the tape");
        assert_eq!(familiar.state(), &S::at_start(position), "after {ply} plies");
    }
}

fn filtering<S: Follower + PartialEq + Debug>(tape: &Tape, random: &mut Random) {
    let mut filtered = Familiar::<S>::new(tape);
    let mut told_all = Familiar::<S>::with_interest(tape, Interest::ALL);
    let wanted = |interest: Interest, low: u64, high: u64| {
        let way = tape.entries_from(Address::new(low)).take((high - low) as usize);
        way.filter(|(_, a)| interest.contains(Step::class(*a))).count() as u64
    };
    let mut expected = 0;
    for _ in 0..6 {
        let from = filtered.address().get();
        let to = random.below(tape.len() as usize + 1) as u64;
        expected += wanted(S::INTEREST, from.min(to), from.max(to));
        filtered.to_address(Address::new(to)).expect("on the tape");
        told_all.to_address(Address::new(to)).expect("on the tape");
        assert_eq!(filtered.state(), told_all.state());
        assert_eq!(filtered.woken(), expected);
    }
    assert!(filtered.woken() <= told_all.woken());
}

fn parking<S: Follower + Clone + PartialEq + Debug + Send>(game: &Game, random: &mut Random) {
    let mut familiar = Familiar::<S>::new(&game.tape);
    familiar.to_address(game.address(random)).expect("on the tape");
    let (parked, tape) = (familiar.clone().park(), game.tape.clone());
    assert_eq!((parked.address, parked.hash), (familiar.address(), familiar.hash()));
    let target = game.address(random);
    familiar.to_address(target).expect("on the tape");
    let elsewhere = std::thread::scope(|scope| {
        let there = scope.spawn(move || {
            let mut resumed = Familiar::resume(&tape, parked).expect("the same tape");
            resumed.to_address(target).expect("on the tape");
            (resumed.state().clone(), resumed.woken())
        });
        there.join().expect("no panic")
    });
    assert_eq!(elsewhere, (familiar.state().clone(), familiar.woken()));
}

fn in_company<S: Follower + PartialEq + Debug + 'static>(
    menagerie: &Menagerie,
    alone: &mut Familiar<S>,
) {
    alone.to_address(menagerie.cursor().address()).expect("on the tape");
    assert_eq!(menagerie.get::<S>(), Some(alone.state()));
    assert_eq!(menagerie.woken::<S>(), Some(alone.woken()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn forward_then_back_is_identity_at_every_address((game, _) in game()) {
        for_all_states!(there_and_back(&game.tape));
    }

    #[test]
    fn any_state_at_any_address_is_that_from_scratch((game, mut random) in game()) {
        for_all_states!(seeking(&game, &mut random));
    }

    #[test]
    fn states_of_positions_are_those_of_the_positions((game, _) in game()) {
        at_plies::<Board>(&game);
        at_plies::<Mailbox>(&game);
        at_plies::<Setup>(&game);
        at_plies::<State>(&game);
        at_plies::<Zobrist<Position>>(&game);
        at_plies::<Zobrist<Pawns>>(&game);
        at_plies::<Material>(&game);
        at_plies::<PawnStructure>(&game);
    }

    #[test]
    fn interest_changes_nothing_but_how_often_one_is_woken((game, mut random) in game()) {
        for_all_states!(filtering(&game.tape, &mut random));
    }

    #[test]
    fn a_parked_familiar_goes_on_in_another_thread((game, mut random) in game()) {
        for_all_states!(parking(&game, &mut random));
    }

    #[test]
    fn there_is_a_position_exactly_between_plies((game, _) in game()) {
        let mut familiar = Familiar::<Setup>::new(&game.tape);
        let mut blinkered = Familiar::<Setup>::with_interest(&game.tape, Interest::MEN);
        let mut boundaries = 0;
        loop {
            let (address, ply) = (familiar.address(), familiar.ply());
            let is_boundary = game.tape.address_of_ply(ply) == Some(address);
            let expected = is_boundary.then(|| game.positions[ply as usize]);
            prop_assert_eq!(familiar.position(), expected);
            prop_assert_eq!(blinkered.position(), None);
            boundaries += usize::from(is_boundary);
            blinkered.forward();
            if familiar.forward().is_none() {
                break;
            }
        }
        prop_assert_eq!(boundaries, game.positions.len());
    }

    #[test]
    fn hashes_and_plies_on_the_tape_are_those_of_the_game((game, _) in game()) {
        let tape = &game.tape;
        let mut hash = Zobrist::<Position>::of(tape.start());
        let mut plies = 0;
        let mut cursor = Cursor::default();
        loop {
            let address = cursor.address();
            prop_assert_eq!(tape.hash_at(address), Some(hash.bits()));
            prop_assert_eq!(tape.ply_at(address), Some(plies));
            let Some(entry) = cursor.forward(tape) else { break };
            prop_assert_eq!(tape.get(address), Some(entry));
            hazel_core::Alter::alter(&mut hash, entry);
            plies += u64::from(entry == Alteration::TURN);
            if entry == Alteration::TURN {
                prop_assert_eq!(tape.address_of_ply(plies), Some(cursor.address()));
            }
        }
        prop_assert_eq!((tape.plies(), tape.head_hash()), (plies, hash.bits()));
        prop_assert_eq!(plies as usize + 1, game.positions.len());
        let beyond = Address::new(tape.len() + 1);
        prop_assert_eq!((tape.get(tape.end()), tape.hash_at(beyond)), (None, None));
        prop_assert_eq!((tape.ply_at(beyond), tape.address_of_ply(plies + 1)), (None, None));
        prop_assert_eq!(tape.address_of_ply(0), Some(Address::START));
    }

    #[test]
    fn counts_and_statistics_are_those_of_counting((game, mut random) in game()) {
        let ply = random.below(game.positions.len());
        let mut familiar = Familiar::<(HalfmoveCounts, PieceSquareStatistics)>::new(&game.tape);
        familiar.to_end();
        familiar.to_ply(ply as u64).expect("on the tape");
        let (counts, statistics) = familiar.state();
        let played = &game.positions[..=ply];
        let men = |position: &Position| {
            let pawns = Board::role(position.board(), hazel_core::Role::Pawn);
            (pawns, position.board().occupied().len())
        };
        // A pawn moved or a man vanished, or else nothing is zeroing.
        let zeroing = played.windows(2).filter(|pair| men(&pair[0]) != men(&pair[1])).count();
        prop_assert_eq!((counts.plies, counts.zeroing), (ply as u64, zeroing as u64));
        prop_assert_eq!(statistics.plies(), ply as u64);
        for piece in Piece::all() {
            for square in Square::all() {
                let stood = played[1..].iter().filter(|p| p.piece_at(square) == Some(piece));
                prop_assert_eq!(statistics.plies_on(piece, square), stood.count() as u64);
            }
        }
    }

    #[test]
    fn a_menagerie_is_its_members_alone((game, mut random) in game()) {
        let tape = &game.tape;
        let mut menagerie = Menagerie::new(tape);
        menagerie.admit::<Setup>().admit::<PawnStructure>().admit::<Setup>();
        let mut alone = (Familiar::<Setup>::new(tape), Familiar::<PawnStructure>::new(tape));
        let mut late = Familiar::<PieceSquareStatistics>::new(tape);
        for round in 0..10 {
            match round {
                3 => prop_assert_eq!(menagerie.forward(), tape.get(alone.0.address())),
                4 => {
                    let before = alone.0.address().get().checked_sub(1).map(Address::new);
                    let entry = before.and_then(|before| tape.get(before));
                    prop_assert_eq!(menagerie.back(), entry.map(|entry| !entry));
                }
                5 => menagerie.to_end(),
                6 => menagerie.to_start(),
                7 => menagerie.to_ply(tape.plies()).expect("on the tape"),
                8 => prop_assert_eq!(menagerie.forward(), None),
                9 => {
                    // A branch that ends before, and then goes its own way.
                    let fork = game.address(&mut random);
                    let mut branch = tape.branch_at(fork).expect("on the tape");
                    branch.push(Alteration::TICK);
                    menagerie.follow(&branch).expect("the same start");
                    prop_assert_eq!(menagerie.cursor().address(), tape.fork(&branch).expect("the same start"));
                    prop_assert_eq!(menagerie.tape().end(), branch.end());
                }
                _ => menagerie.to_address(game.address(&mut random)).expect("on the tape"),
            }
            if round == 2 {
                prop_assert!(menagerie.get::<PieceSquareStatistics>().is_none());
                menagerie.admit::<PieceSquareStatistics>();
            }
            in_company(&menagerie, &mut alone.0);
            in_company(&menagerie, &mut alone.1);
            if round >= 2 {
                in_company(&menagerie, &mut late);
            }
        }
    }
}

#[test]
fn beyond_the_end_everyone_stays_where_they_are() {
    let mut game = Game::new(Position::initial());
    game.play_randomly(&mut Random(7), 3);
    let tape = &game.tape;
    let beyond = Address::new(tape.len() + 1);
    let by_address = BeyondEnd::Address { address: beyond, end: tape.end() };
    let by_ply = BeyondEnd::Ply { ply: 4, plies: 3 };

    let mut cursor = Cursor::new(Address::new(2));
    assert_eq!(cursor.to_address(tape, beyond), Err(by_address));
    assert_eq!(cursor.to_ply(tape, 4), Err(by_ply));
    assert_eq!(cursor.address(), Address::new(2));
    let mut familiar = Familiar::<Setup>::new(tape);
    familiar.to_ply(2).expect("on the tape");
    assert_eq!(familiar.to_address(beyond), Err(by_address));
    assert_eq!(familiar.to_ply(4), Err(by_ply));
    assert_eq!(familiar.position(), Some(game.positions[2]));
    let mut menagerie = Menagerie::new(tape);
    menagerie.admit::<Setup>();
    assert_eq!(menagerie.to_address(beyond), Err(by_address));
    assert_eq!(menagerie.to_ply(4), Err(by_ply));
    assert_eq!(menagerie.get(), Some(game.positions[0].setup()));
    assert_eq!(
        by_address.to_string(),
        format!("address {beyond} is beyond the end of the tape, {}", tape.end())
    );
    assert_eq!(by_ply.to_string(), "ply 4 is beyond the end of the tape, which has 3");
    assert_eq!(Address::new(43).to_string(), "0x2B");
}

#[test]
fn a_familiar_is_not_resumed_on_another_tape() {
    let mut game = Game::new(Position::initial());
    game.play_randomly(&mut Random(7), 9);
    let mut familiar = Familiar::<Board>::new(&game.tape);
    familiar.to_end();
    let parked = familiar.park();
    let short = Tape::new(Position::initial());
    let error = Familiar::resume(&short, parked).expect_err("too short");
    assert!(matches!(error, ResumeError::BeyondEnd(_)), "{error}");
    let mut other = Game::new(Position::initial());
    other.play_randomly(&mut Random(99), 20);
    let error = Familiar::resume(&other.tape, parked).expect_err("another game");
    assert!(error.to_string().starts_with("another tape: the hash at address 0x"), "{error}");
}

#[test]
fn what_is_cheap_can_be_sent() {
    fn sendable<T: Send + 'static>() {}
    fn copied<T: Copy>() {}
    sendable::<Familiar<PieceSquareStatistics>>();
    sendable::<Menagerie>();
    sendable::<Tape>();
    sendable::<Cursor>();
    copied::<Cursor>();
}
