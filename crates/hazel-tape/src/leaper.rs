//! Familiars that remember where they have been.
//!
//! A familiar replays the way to where it goes. On a long tape that is visited again and again, it is better to
//! remember states and to leap to them. They are found by the hash that the tape has at an address, and here lies a
//! trap: one hash stands for many moments. A repetition, a transposition in another branch, or a true collision have
//! the same hash, but not the same clocks, nor the same statistics; a cache that trusts the hash hands out a state that
//! never was there.
//!
//! So the witness of a remembered state is its history: it is used only if its tape says the very same up to the very
//! same address, which shared segments make cheap to compare. That is exact for any state, of chess or not, and can't
//! be had from [`hazel_core::Cache`], whose witness is the position itself, that is, what we'd like to know.
//!
//! Where nothing is remembered of an address itself, a state of the same history nearby is the next best: the way is
//! replayed from there. For that, what is remembered is also sorted by address.

use std::collections::BTreeSet;

use hazel_core::{Alter, Alteration, CacheCounts};

use crate::familiar::OtherStart;
use crate::{Address, BeyondEnd, Familiar, Step, Tape};

/// A familiar with a memory of a fixed number of states, to which it leaps instead of replaying.
///
/// ```
/// use hazel_core::{Alteration, Position, Setup};
/// use hazel_tape::{Familiar, Leaper, Tape};
///
/// let mut tape = Tape::new(Position::initial());
/// tape.extend([Alteration::TICK, Alteration::TURN].repeat(500));
/// let mut leaper = Leaper::new(Familiar::<Setup>::new(&tape), 64);
/// for ply in [400, 0, 400] {
///     leaper.to_ply(ply)?;
/// }
/// assert_eq!(leaper.counts().hits, 1);
/// assert_eq!(leaper.familiar().state().state.halfmoves, 400);
/// # Ok::<(), hazel_tape::BeyondEnd>(())
/// ```
#[derive(Debug)]
pub struct Leaper<S, A: Step = Alteration> {
    familiar: Familiar<S, A>,
    places: Vec<Option<Place<S, A>>>,
    /// The places that are taken, by address.
    taken: BTreeSet<(Address, usize)>,
    counts: CacheCounts,
}

/// How many places on each side are looked at; others belong to other branches too often to be worth it.
const TRIES: usize = 4;

#[derive(Debug)]
struct Place<S, A: Step> {
    hash: u64,
    address: Address,
    tape: Tape<A>,
    state: S,
}

impl<S: Alter<A> + Clone, A: Step> Leaper<S, A> {
    /// A leaper that remembers up to `places` states, at least one. A new one takes the place of an old one.
    pub fn new(familiar: Familiar<S, A>, places: usize) -> Leaper<S, A> {
        let places = std::iter::repeat_with(|| None).take(places.max(1)).collect();
        Leaper { familiar, places, taken: BTreeSet::new(), counts: CacheCounts::default() }
    }

    /// The familiar, to be asked. It can't be moved but by the leaper, so that all that is remembered stays true.
    pub fn familiar(&self) -> &Familiar<S, A> {
        &self.familiar
    }

    /// How often a state was found, was not, or was one with the same hash at the same address that another way had led
    /// to: a collision, which a cache of bare hashes would have taken for a hit.
    pub fn counts(&self) -> CacheCounts {
        self.counts
    }

    /// Goes to an address: by a leap if the state there is remembered. Else it goes step by step, from where it is or by
    /// a leap to what is remembered nearer, and then remembers the state.
    ///
    /// # Errors
    /// If it is beyond the end; the familiar stays where it is.
    pub fn to_address(&mut self, address: Address) -> Result<(), BeyondEnd> {
        self.familiar.tape().check(address)?;
        let segment = self.familiar.reader().segment(address.segment());
        let hash = segment.hash_at(address.offset());
        let index = self.index(hash, address);
        match &self.places[index] {
            Some(place) if place.hash == hash && place.address == address => {
                if place.tape.agrees_until(self.familiar.tape(), address) {
                    self.counts.hits += 1;
                    self.familiar.place(address, place.state.clone());
                    return Ok(());
                }
                self.counts.collisions += 1;
            }
            _ => self.counts.misses += 1,
        }
        self.approach(address);
        self.familiar.to_address(address)?;
        let (tape, state) = (self.familiar.tape().clone(), self.familiar.state().clone());
        let old = self.places[index].replace(Place { hash, address, tape, state });
        self.counts.evictions += u64::from(old.is_some());
        if let Some(old) = old {
            self.taken.remove(&(old.address, index));
        }
        self.taken.insert((address, index));
        Ok(())
    }

    /// Goes to where `ply` plies have just ended, like [`to_address`](Leaper::to_address).
    ///
    /// # Errors
    /// If there are fewer; the familiar stays where it is.
    pub fn to_ply(&mut self, ply: u64) -> Result<(), BeyondEnd> {
        let tape = self.familiar.tape();
        let beyond = || BeyondEnd::Ply { ply, plies: tape.plies() };
        let address = tape.address_of_ply(ply).ok_or_else(beyond)?;
        self.to_address(address)
    }

    /// Goes on with another tape, like [`Familiar::follow`]. What is remembered of other tapes is kept.
    ///
    /// # Errors
    /// If that tape begins elsewhere; the familiar stays on its own.
    pub fn follow(&mut self, tape: &Tape<A>) -> Result<(), OtherStart> {
        self.familiar.follow(tape)
    }

    /// Leaps to what is remembered nearest to an address, if that is nearer than where the familiar is.
    fn approach(&mut self, target: Address) {
        let distance = |address: Address| address.get().abs_diff(target.get());
        let (before, behind) = (self.taken.range(..(target, 0)), self.taken.range((target, 0)..));
        let mut near: Vec<_> =
            before.rev().take(TRIES).chain(behind.take(TRIES)).copied().collect();
        near.retain(|&(address, _)| distance(address) < distance(self.familiar.address()));
        near.sort_by_key(|&(address, _)| distance(address));
        let fits =
            |place: &&Place<S, A>| place.tape.agrees_until(self.familiar.tape(), place.address);
        let places = near.into_iter().filter_map(|(_, index)| self.places[index].as_ref());
        if let Some(Place { address, state, .. }) = places.into_iter().find(fits) {
            self.familiar.place(*address, state.clone());
        }
    }

    /// The place of a state. The address takes part, so that repetitions don't drive each other out.
    fn index(&self, hash: u64, address: Address) -> usize {
        let mixed = hash.wrapping_add(address.get().wrapping_mul(0x9E37_79B9_7F4A_7C15));
        // The high bits of a product spread numbers evenly over any number of places.
        ((u128::from(mixed) * self.places.len() as u128) >> 64) as usize
    }
}
