//! Leaping to remembered states, above all where one hash stands for several moments.

use hazel_core::{CacheCounts, Move, Position, Setup, Square};
use hazel_tape::{Address, Familiar, HalfmoveCounts, Leaper, PieceSquareStatistics, Tape};
use proptest::prelude::{ProptestConfig, any, prop_assert_eq};
use proptest::proptest;

use crate::games::{Game, Random, game, quiet};

fn replayed<S: hazel_tape::Follower + Clone>(tape: &Tape, address: Address) -> S {
    let mut familiar = Familiar::<S>::new(tape);
    familiar.to_address(address).expect("on the tape");
    familiar.state().clone()
}

/// Knights go out and back at random: every position comes again and again, with other clocks.
fn shuffle(game: &mut Game, random: &mut Random, plies: usize) {
    use Square::{A3, B1, B8, C6, F3, F6, G1, G8};
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        let shuffles: Vec<_> = [(B1, A3), (G1, F3), (B8, C6), (G8, F6)]
            .into_iter()
            .flat_map(|(home, away)| [quiet(home, away), quiet(away, home)])
            .filter(|m| moves.contains(m))
            .collect();
        game.play(shuffles[random.below(shuffles.len())]);
    }
}

type All = (Setup, (HalfmoveCounts, PieceSquareStatistics));

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_leap_arrives_where_replaying_would((game, mut random) in game(), places in 1usize..200) {
        let mut leaper = Leaper::new(Familiar::<All>::new(&game.tape), places);
        let targets: Vec<_> = (0..10).map(|_| game.address(&mut random)).collect();
        for _ in 0..30 {
            let address = targets[random.below(targets.len())];
            leaper.to_address(address).expect("on the tape");
            prop_assert_eq!(leaper.familiar().address(), address);
            prop_assert_eq!(leaper.familiar().state(), &replayed(&game.tape, address));
        }
        let counts = leaper.counts();
        prop_assert_eq!(counts.hits + counts.misses + counts.collisions, 30);
    }

    #[test]
    fn repetitions_are_not_mistaken_for_each_other(seed in any::<u64>(), places in 1usize..64) {
        let mut random = Random(seed | 1);
        let mut main = Game::new(Position::initial());
        shuffle(&mut main, &mut random, 120);
        // A branch in which the same positions come by other ways and, after a pawn move, with other clocks.
        let fork = main.tape.address_of_ply(40).expect("on the tape");
        let tape = main.tape.branch_at(fork).expect("on the tape");
        let mut branch = Game { tape, positions: main.positions[..=40].to_vec() };
        branch.play(quiet(Square::H2, Square::H3));
        branch.play(Move::NONE);
        shuffle(&mut branch, &mut random, 80);
        let mut leaper = Leaper::new(Familiar::<All>::new(&main.tape), places);
        for _ in 0..200 {
            let game = if random.below(2) == 0 { &main } else { &branch };
            leaper.follow(&game.tape).expect("the same start");
            let ply = random.below(game.positions.len());
            leaper.to_ply(ply as u64).expect("on the tape");
            let address = leaper.familiar().address();
            prop_assert_eq!(leaper.familiar().state(), &replayed(&game.tape, address));
            prop_assert_eq!(leaper.familiar().state().0, *game.positions[ply].setup());
        }
    }
}

/// The order of moves doesn't show in the hash, but in the clock: the errant hit that a cache of bare hashes has.
#[test]
fn a_transposition_with_another_clock_is_a_collision() {
    use Square::{B1, B8, C3, C6, E2, E3, E6, E7};
    let play = |moves: [(Square, Square); 4]| {
        let mut game = Game::new(Position::initial());
        for (from, to) in moves {
            game.play(quiet(from, to));
        }
        game
    };
    let pawns_last = play([(B1, C3), (B8, C6), (E2, E3), (E7, E6)]);
    let pawns_first = play([(E2, E3), (E7, E6), (B1, C3), (B8, C6)]);
    assert_eq!(pawns_last.tape.head_hash(), pawns_first.tape.head_hash());
    assert_eq!(pawns_last.tape.len(), pawns_first.tape.len(), "even the address is the same");

    let mut leaper = Leaper::new(Familiar::<Setup>::new(&pawns_last.tape), 64);
    leaper.to_ply(4).expect("on the tape");
    assert_eq!(leaper.familiar().state().state.halfmoves, 0);
    leaper.follow(&pawns_first.tape).expect("the same start");
    leaper.to_ply(4).expect("on the tape");
    assert_eq!(leaper.familiar().state().state.halfmoves, 2);
    assert_eq!((leaper.counts().hits, leaper.counts().collisions), (0, 1));
}

#[test]
fn what_is_remembered_is_found_again_though_positions_repeat() {
    let mut game = Game::new(Position::initial());
    shuffle(&mut game, &mut Random(5), 200);
    let mut leaper = Leaper::new(Familiar::<Setup>::new(&game.tape), 1 << 14);
    for ply in 0..=200 {
        leaper.to_ply(ply).expect("on the tape");
    }
    let first = leaper.counts();
    assert_eq!((first.hits, first.misses, first.collisions), (0, 201, 0));
    let told = leaper.familiar().woken();
    leaper.to_ply(200).expect("on the tape");
    assert_eq!((leaper.counts().hits, leaper.familiar().woken()), (1, told), "no step was made");
    for ply in 0..=200 {
        leaper.to_ply(ply).expect("on the tape");
    }
    // What two addresses claim is lost to one of them.
    assert!(leaper.counts().hits > 190, "{:?}", leaper.counts());
    assert!(leaper.counts().misses <= 201 + 2 * first.evictions);
    assert!(leaper.to_ply(201).is_err() && leaper.to_address(Address::new(1 << 40)).is_err());
    assert_eq!(leaper.familiar().ply(), 200);
}

#[test]
fn where_nothing_is_remembered_it_goes_on_from_the_nearest_that_is() {
    let mut game = Game::new(Position::initial());
    shuffle(&mut game, &mut Random(7), 1000);
    let ply = |ply: u64| game.tape.address_of_ply(ply).expect("on the tape").get();
    let mut leaper = Leaper::new(Familiar::<All>::new(&game.tape), 1 << 14);
    leaper.to_ply(600).expect("on the tape");
    leaper.to_ply(900).expect("on the tape");
    // From 0, and from both sides: the one before, the one behind, and none that is farther than where it stands.
    for (from, target, nearest) in [(0, 890, 900), (0, 610, 600), (1000, 905, 900), (700, 701, 700)]
    {
        leaper.to_ply(from).expect("on the tape");
        let told = leaper.familiar().woken();
        leaper.to_ply(target).expect("on the tape");
        let distance = ply(target).abs_diff(ply(nearest));
        assert_eq!(leaper.familiar().woken() - told, distance, "from {from} to {target}");
        let address = leaper.familiar().address();
        assert_eq!(leaper.familiar().state(), &replayed(&game.tape, address));
    }
    assert_eq!(
        leaper.counts().hits,
        1,
        "it was at the start twice; nothing else was the very same"
    );
}

#[test]
fn with_one_place_every_new_state_drives_out_the_last() {
    let mut game = Game::new(Position::initial());
    game.play_randomly(&mut Random(5), 10);
    let mut leaper = Leaper::new(Familiar::<Setup>::new(&game.tape), 0);
    for ply in [1, 2, 3, 3] {
        leaper.to_ply(ply).expect("on the tape");
    }
    let expected = CacheCounts { hits: 1, misses: 3, collisions: 0, evictions: 2 };
    assert_eq!(leaper.counts(), expected);
}
