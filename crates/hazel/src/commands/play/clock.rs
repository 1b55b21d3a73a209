//! The clocks of the two sides.

use std::fmt;
use std::time::{Duration, Instant};

/// Where the time comes from; a test has its own.
pub(super) trait Time {
    /// The time since some moment in the past.
    fn now(&self) -> Duration;
}

/// The time of the machine.
pub(super) struct RealTime(Instant);

impl RealTime {
    pub(super) fn new() -> RealTime {
        RealTime(Instant::now())
    }
}

impl Time for RealTime {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Two clocks, of which at most one runs. A side may have none.
pub(super) struct Clocks<'a> {
    time: &'a dyn Time,
    left: [Option<Duration>; 2],
    increment: Duration,
    /// Which side's clock runs, and since when.
    running: Option<(usize, Duration)>,
}

impl<'a> Clocks<'a> {
    /// So much time each side has, and so much each move adds.
    pub(super) fn new(
        time: &'a dyn Time,
        left: [Option<Duration>; 2],
        increment: Duration,
    ) -> Clocks<'a> {
        Clocks { time, left, increment, running: None }
    }

    /// A side is to move. If it was already, its time goes on.
    pub(super) fn start(&mut self, side: usize) {
        self.halt();
        self.running = Some((side, self.time.now()));
    }

    /// The side that was to move has moved, in time or not.
    pub(super) fn stop(&mut self) {
        let side = self.running.map(|(side, _)| side);
        self.halt();
        if let Some(side) = side
            && self.fallen() != Some(side)
        {
            self.add(side, self.increment);
        }
    }

    /// Nobody is to move any more.
    pub(super) fn halt(&mut self) {
        if let Some((side, _)) = self.running {
            self.left[side] = self.left(side);
            self.running = None;
        }
    }

    /// Gives a side more time.
    pub(super) fn add(&mut self, side: usize, time: Duration) {
        self.left[side] = self.left[side].map(|left| left.saturating_add(time));
    }

    /// Takes time from a side.
    pub(super) fn take(&mut self, side: usize, time: Duration) {
        self.left[side] = self.left[side].map(|left| left.saturating_sub(time));
    }

    /// The side whose time is over, if one's is.
    pub(super) fn fallen(&self) -> Option<usize> {
        (0..2).find(|&side| self.left(side) == Some(Duration::ZERO))
    }

    /// The time that a side has left at this moment.
    fn left(&self, side: usize) -> Option<Duration> {
        let spent = match self.running {
            Some((running, since)) if running == side => self.time.now().saturating_sub(since),
            _ => Duration::ZERO,
        };
        self.left[side].map(|left| left.saturating_sub(spent))
    }

    /// The time of a side as it is shown; `None` without a clock.
    pub(super) fn shown(&self, side: usize) -> Option<Shown> {
        self.left(side).map(Shown)
    }
}

/// Minutes and seconds. Started seconds are counted, so that 0:00 means that the time is over.
pub(super) struct Shown(Duration);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs() + u64::from(self.0.subsec_nanos() > 0);
        write!(f, "{}:{:02}", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
pub(super) mod fake {
    use std::cell::Cell;

    use super::{Duration, Time};

    /// A time that goes on by so many seconds whenever somebody looks.
    pub(in super::super) struct Ticking {
        now: Cell<Duration>,
        step: Duration,
    }

    impl Ticking {
        pub(in super::super) fn by(seconds: u64) -> Ticking {
            Ticking { now: Cell::default(), step: Duration::from_secs(seconds) }
        }
    }

    impl Time for Ticking {
        fn now(&self) -> Duration {
            self.now.set(self.now.get() + self.step);
            self.now.get()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    struct Set(Cell<u64>);

    impl Time for Set {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.get())
        }
    }

    fn shown(clocks: &Clocks<'_>) -> [Option<String>; 2] {
        [0, 1].map(|side| clocks.shown(side).map(|shown| shown.to_string()))
    }

    #[test]
    fn only_the_side_to_move_spends_time_and_a_move_adds_some() {
        let time = Set(Cell::new(500));
        let limits = [Some(Duration::from_mins(1)), Some(Duration::from_secs(90))];
        let mut clocks = Clocks::new(&time, limits, Duration::from_secs(2));
        clocks.start(0);
        time.0.set(10_400);
        assert_eq!(shown(&clocks), [Some("0:51".to_owned()), Some("1:30".to_owned())]);
        clocks.stop();
        assert_eq!(shown(&clocks)[0].as_deref(), Some("0:53"));
        clocks.start(1);
        time.0.set(11_400);
        clocks.halt();
        assert_eq!(shown(&clocks), [Some("0:53".to_owned()), Some("1:29".to_owned())]);
        time.0.set(99_999);
        assert_eq!(clocks.fallen(), None, "no clock runs");
    }

    #[test]
    fn a_flag_falls_when_no_time_is_left() {
        let time = Set(Cell::new(0));
        let mut clocks = Clocks::new(&time, [None, Some(Duration::from_secs(5))], Duration::ZERO);
        clocks.start(0);
        time.0.set(1_000_000);
        assert_eq!((clocks.fallen(), clocks.shown(0).is_none()), (None, true), "it has no clock");
        clocks.stop();
        clocks.start(1);
        time.0.set(1_004_999);
        assert_eq!(clocks.fallen(), None);
        time.0.set(1_005_000);
        assert_eq!(clocks.fallen(), Some(1));
        assert_eq!(shown(&clocks)[1].as_deref(), Some("0:00"));
    }

    #[test]
    fn what_is_taken_leaves_nothing_below_zero() {
        let time = Set(Cell::new(0));
        let mut clocks = Clocks::new(&time, [None, Some(Duration::from_secs(15))], Duration::ZERO);
        clocks.add(1, Duration::from_secs(10));
        clocks.take(1, Duration::from_secs(10));
        clocks.add(0, Duration::from_secs(10));
        assert_eq!(shown(&clocks), [None, Some("0:15".to_owned())]);
        clocks.take(1, Duration::from_secs(20));
        assert_eq!(clocks.fallen(), Some(1));
    }
}
