//! States that a tape's start is enough to begin with.

use hazel_core::{Alter, Alteration};

use crate::{Interest, Step};

/// A state that follows tapes from their start: how it begins, and what it needs to be told.
///
/// The law: it must be the same whether it is told everything or only what is of its interest. What follows alterations
/// but needs more than a start to begin with is given to [`Familiar::starting_with`](crate::Familiar::starting_with).
pub trait Follower<A: Step = Alteration>: Alter<A> {
    /// The classes of steps that can change it.
    const INTEREST: Interest;

    /// The state before the first step.
    fn at_start(start: &A::Start) -> Self;
}

/// Both follow; each is told what either is interested in.
impl<A: Step, S: Follower<A>, T: Follower<A>> Follower<A> for (S, T) {
    const INTEREST: Interest = S::INTEREST.with(T::INTEREST);

    fn at_start(start: &A::Start) -> (S, T) {
        (S::at_start(start), T::at_start(start))
    }
}
