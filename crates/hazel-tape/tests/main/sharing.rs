//! What tapes share and what they don't.

use hazel_core::{Alteration, Position, Setup};
use hazel_tape::{Address, Familiar, Menagerie, OtherStart, Tape};
use proptest::prelude::{ProptestConfig, prop_assert, prop_assert_eq};
use proptest::proptest;

use crate::games::{Game, Random, game};

fn entries(tape: &Tape) -> Vec<Alteration> {
    tape.entries_from(Address::START).map(|(_, a)| a).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn branches_do_not_disturb_each_other((game, mut random) in game()) {
        let ply = random.below(game.positions.len());
        let address = game.tape.address_of_ply(ply as u64).expect("on the tape");
        let before = entries(&game.tape);
        let branch = game.tape.branch_at(address).expect("on the tape");
        prop_assert_eq!(branch.head_hash(), game.tape.hash_at(address).expect("on the tape"));
        prop_assert_eq!((branch.plies(), branch.end()), (ply as u64, address));

        // Both go on from there, and a third one from the end.
        let positions = game.positions[..=ply].to_vec();
        let mut branched = Game { tape: branch, positions };
        let (mut main, mut third) = (game.clone(), game.clone());
        branched.play_randomly(&mut random, 130);
        main.play_randomly(&mut random, 60);
        third.play_randomly(&mut random, 60);
        prop_assert_eq!(entries(&game.tape), before.clone());
        for grown in [&branched, &main, &third] {
            let mut familiar = Familiar::<Setup>::new(&grown.tape);
            for (ply, position) in grown.positions.iter().enumerate() {
                familiar.to_ply(ply as u64).expect("on the tape");
                prop_assert_eq!(familiar.position(), Some(*position));
            }
        }

        // What came before is shared: every full segment, and nothing is copied but one.
        let full = address.get() / 464;
        prop_assert!(branched.tape.shared_segments(&game.tape) >= full);
        prop_assert!(main.tape.shared_segments(&third.tape) >= game.tape.len() / 464);
    }

    #[test]
    fn tapes_part_where_their_entries_do((game, mut random) in game()) {
        let address = game.address(&mut random);
        let mut branch = game.tape.branch_at(address).expect("on the tape");
        prop_assert_eq!(game.tape.fork(&branch), Some(address));
        branch.extend([Alteration::TICK, Alteration::TURN].repeat(random.below(400)));
        // The same entries again, sharing nothing.
        let mut copy = Tape::new(*branch.start());
        copy.extend(entries(&branch));
        prop_assert_eq!(branch.fork(&copy), Some(branch.end()));
        prop_assert_eq!(branch.shared_segments(&copy), 0);

        let (ours, theirs) = (entries(&game.tape), entries(&copy));
        let common = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count() as u64;
        for other in [&branch, &copy] {
            prop_assert_eq!(game.tape.fork(other), Some(Address::new(common)));
            prop_assert_eq!(other.fork(&game.tape), Some(Address::new(common)));
            for entries in 0..=game.tape.len() {
                let agrees = game.tape.agrees_until(other, Address::new(entries));
                prop_assert_eq!(agrees, entries <= common);
            }
        }
    }

    #[test]
    fn a_familiar_follows_from_branch_to_branch((game, mut random) in game()) {
        let fork = random.below(game.positions.len());
        let address = game.tape.address_of_ply(fork as u64).expect("on the tape");
        let tape = game.tape.branch_at(address).expect("on the tape");
        let mut other = Game { tape, positions: game.positions[..=fork].to_vec() };
        other.play_randomly(&mut random, 50);
        let mut familiar = Familiar::<Setup>::new(&game.tape);
        for target in [&game, &other, &game, &other] {
            familiar.follow(&target.tape).expect("the same start");
            let ply = random.below(target.positions.len());
            familiar.to_ply(ply as u64).expect("on the tape");
            prop_assert_eq!(familiar.position(), Some(target.positions[ply]));
        }
    }
}

#[test]
fn a_clone_shares_all_and_a_push_copies_one_segment() {
    let mut tape = Tape::new(Position::initial());
    tape.extend([Alteration::TICK, Alteration::TURN].repeat(1000));
    let mut clone = tape.clone();
    assert_eq!(clone.shared_segments(&tape), 5, "four full segments and the last one");
    clone.push(Alteration::TURN);
    assert_eq!(clone.shared_segments(&tape), 4);
    assert_eq!((tape.len(), clone.len()), (2000, 2001));
}

#[test]
fn no_ops_are_not_kept() {
    let mut tape = Tape::new(Position::initial());
    tape.push(Alteration::NOOP);
    tape.extend([Alteration::NOOP, Alteration::TICK, Alteration::NOOP]);
    assert_eq!(entries(&tape), [Alteration::TICK]);
}

#[test]
fn segments_are_filled_to_the_last_entry() {
    for len in [0, 1, 463, 464, 465, 927, 928, 929] {
        let mut tape: Tape = Tape::new(Position::initial());
        tape.extend(std::iter::repeat_n(Alteration::TURN, len));
        assert_eq!((tape.len(), tape.plies()), (len as u64, len as u64));
        assert_eq!(tape.is_empty(), len == 0);
        assert_eq!(tape.address_of_ply(len as u64), Some(tape.end()));
        assert_eq!(tape.entries_from(Address::START).count(), len);
        assert_eq!(tape.entries_from(tape.end()).count(), 0);
        assert_eq!(tape.entries_from(Address::new(2000)).count(), 0);
        let branch = tape.branch_at(tape.end()).expect("on the tape");
        assert_eq!(branch.shared_segments(&tape), len as u64 / 464 + 1);
        assert!(tape.branch_at(Address::new(len as u64 + 1)).is_none());
    }
}

#[test]
fn a_tape_with_another_start_is_not_followed() {
    let mut game = Game::new(Position::initial());
    game.play_randomly(&mut Random(3), 4);
    let other: Tape = Tape::new(game.position());
    let mut familiar = Familiar::<Setup>::new(&game.tape);
    familiar.to_end();
    assert_eq!(familiar.follow(&other), Err(OtherStart));
    let mut menagerie = Menagerie::new(&game.tape);
    menagerie.to_end();
    assert_eq!(menagerie.follow(&other), Err(OtherStart));
    assert_eq!(menagerie.cursor().address(), game.tape.end());
    assert_eq!(familiar.position(), Some(game.position()));
    assert_eq!(game.tape.fork(&other), None);
    assert!(!game.tape.agrees_until(&other, Address::START));
    assert_eq!(
        OtherStart.to_string(),
        "the tape begins elsewhere: expected one with the same start"
    );
}
