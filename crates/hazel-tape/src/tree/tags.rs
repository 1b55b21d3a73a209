//! What is known about a game.
//!
//! The seven tags of the roster are always there, first and in the standard's order; a game that doesn't have one has
//! its "unknown" value. So nobody asks whether a tag is missing or unknown. Other tags follow as they came.
//!
//! All text lies in one string. A reader fills the tags of each game of a file in turn and allocates nothing for it.

use std::fmt;
use std::ops::Range;

/// The roster: names and what stands for "unknown".
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Names and values, the seven of the roster first.
///
/// Names are compared exactly. They and the values may be any text; what can be written is a matter of notation.
///
/// ```
/// use hazel_tape::tree::Tags;
///
/// let mut tags = Tags::new();
/// tags.set("ECO", "C50");
/// tags.set("White", "Greco");
/// assert_eq!(tags.get("White"), Some("Greco"));
/// assert!(tags.is_unknown("Black"));
/// assert_eq!(tags.iter().nth(7), Some(("ECO", "C50")));
/// ```
#[derive(Clone)]
pub struct Tags {
    text: String,
    /// Where the roster's values are; `None` for the unknown ones.
    roster: [Option<Range<usize>>; 7],
    /// Where the names and values of the others are.
    others: Vec<(Range<usize>, Range<usize>)>,
}

impl Tags {
    /// All of the roster, each unknown.
    pub const fn new() -> Tags {
        Tags { text: String::new(), roster: [const { None }; 7], others: Vec::new() }
    }

    /// Forgets all but the roster, which becomes unknown. What was allocated stays for the next game.
    pub fn clear(&mut self) {
        self.text.clear();
        self.roster = [const { None }; 7];
        self.others.clear();
    }

    /// The value of the first tag of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        match slot(name) {
            Some(slot) => Some(self.roster_value(slot)),
            None => self.iter().skip(ROSTER.len()).find(|tag| tag.0 == name).map(|tag| tag.1),
        }
    }

    /// Gives a tag a value. A new one goes to the end; of several with this name, the first is changed.
    pub fn set(&mut self, name: &str, value: &str) {
        if let Some(slot) = slot(name) {
            self.set_roster(slot, value);
        } else if let Some(place) =
            self.others.iter().position(|tag| self.text[tag.0.clone()] == *name)
        {
            self.others[place].1 = self.append(value);
        } else {
            return self.push(name, value);
        }
        self.tidy();
    }

    /// Adds a tag at the end, even if there is one of this name; a tag of the roster that is unknown gets the value
    /// instead. So a reader loses no tag that is twice in a file.
    pub fn push(&mut self, name: &str, value: &str) {
        match slot(name) {
            Some(slot) if self.roster[slot].is_none() => self.set_roster(slot, value),
            _ => {
                let name = self.append(name);
                let value = self.append(value);
                self.others.push((name, value));
            }
        }
    }

    /// Takes all tags of this name away and says whether there was one. One of the roster becomes unknown.
    pub fn remove(&mut self, name: &str) -> bool {
        let known = slot(name).is_some_and(|slot| self.roster[slot].take().is_some());
        let before = self.others.len();
        self.others.retain(|tag| self.text[tag.0.clone()] != *name);
        let removed = known || self.others.len() < before;
        self.tidy();
        removed
    }

    /// The names and values: the roster, then the others in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let roster = (0..ROSTER.len()).map(|slot| (ROSTER[slot].0, self.roster_value(slot)));
        let others = self.others.iter();
        roster.chain(others.map(|(n, v)| (&self.text[n.clone()], &self.text[v.clone()])))
    }

    /// Whether there is no such tag, or it is one of the roster and has the standard's value for "unknown".
    pub fn is_unknown(&self, name: &str) -> bool {
        match slot(name) {
            Some(slot) => self.roster[slot].is_none(),
            None => self.get(name).is_none(),
        }
    }

    fn roster_value(&self, slot: usize) -> &str {
        self.roster[slot].clone().map_or(ROSTER[slot].1, |range| &self.text[range])
    }

    fn set_roster(&mut self, slot: usize, value: &str) {
        self.roster[slot] = (value != ROSTER[slot].1).then(|| self.append(value));
    }

    /// Writes the text anew, without what nothing points to any more. Only editing leaves such things.
    fn tidy(&mut self) {
        let text = std::mem::take(&mut self.text);
        let others = self.others.iter_mut().flat_map(|tag| [&mut tag.0, &mut tag.1]);
        for range in self.roster.iter_mut().flatten().chain(others) {
            let start = self.text.len();
            self.text.push_str(&text[range.clone()]);
            *range = start..self.text.len();
        }
    }

    fn append(&mut self, text: &str) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(text);
        start..self.text.len()
    }
}

impl Default for Tags {
    fn default() -> Tags {
        Tags::new()
    }
}

impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Tags {}

/// As a map.
impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// The place of a name in the roster.
fn slot(name: &str) -> Option<usize> {
    ROSTER.iter().position(|tag| tag.0 == name)
}
