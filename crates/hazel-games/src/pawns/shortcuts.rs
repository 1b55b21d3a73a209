//! Which ideas a search may use.

/// What makes solving quicker, each to be switched off by itself. None changes an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "they are switches, independent of each other")]
pub struct Shortcuts {
    /// A position and its mirror image are one.
    pub mirror: bool,
    /// Empty files at the side are removed, runs of them collapsed, and the islands between them are turned and ordered
    /// each on its own.
    pub islands: bool,
    /// Files in which nobody can ever move, capture or be captured again are emptied.
    pub fixed: bool,
    /// Pawns that nobody can stop any more are counted out.
    pub races: bool,
    /// Who can never reach his goal any more doesn't win.
    pub dead: bool,
    /// Moves that close the game are tried first.
    pub order: bool,
    /// What a search has learned about patterns of pawns says which moves are tried earlier than by that order.
    pub patterns: bool,
}

impl Shortcuts {
    /// All of them.
    pub const ALL: Shortcuts = Shortcuts::each(true);
    /// None.
    pub const NONE: Shortcuts = Shortcuts::each(false);
    /// Their names.
    pub const NAMES: [&str; 7] =
        ["mirror", "islands", "fixed", "races", "dead", "order", "patterns"];

    const fn each(on: bool) -> Shortcuts {
        Shortcuts {
            mirror: on,
            islands: on,
            fixed: on,
            races: on,
            dead: on,
            order: on,
            patterns: on,
        }
    }

    /// The same with the one of this name switched off; `None` if there is no such name.
    pub fn without(mut self, name: &str) -> Option<Shortcuts> {
        *match name {
            "mirror" => &mut self.mirror,
            "islands" => &mut self.islands,
            "fixed" => &mut self.fixed,
            "races" => &mut self.races,
            "dead" => &mut self.dead,
            "order" => &mut self.order,
            "patterns" => &mut self.patterns,
            _ => return None,
        } = false;
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::Shortcuts;

    #[test]
    fn every_name_switches_something_off_and_together_all() {
        let mut all = Shortcuts::ALL;
        for name in Shortcuts::NAMES {
            let before = all;
            all = all.without(name).expect("a name");
            assert_ne!(all, before, "{name}");
        }
        assert_eq!(all, Shortcuts::NONE);
        assert_eq!(all.without("speed"), None);
    }
}
