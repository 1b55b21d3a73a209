//! Where a game starts, as its tags say.

use hazel_core::Position;

use super::problem::ProblemKind;
use crate::parse_fen;

/// What the tags seen so far say about the start.
#[derive(Clone, Copy, Default)]
pub(super) struct Start {
    fen: Option<Position>,
    /// The tag SetUp says that the tag FEN doesn't count.
    ignores_fen: bool,
    /// There is a FEN that can't be read, or the game is of another variant.
    is_unknown: bool,
}

impl Start {
    /// Whether a tag of this name matters.
    #[inline]
    pub(super) fn depends_on(name: &[u8]) -> bool {
        matches!(name, b"FEN" | b"SetUp" | b"Variant")
    }

    /// Takes notice of a tag, and says what is wrong with it.
    #[cold]
    pub(super) fn tag(&mut self, name: &[u8], value: &str) -> Option<ProblemKind> {
        match name {
            b"SetUp" => self.ignores_fen = value == "0",
            b"FEN" => match parse_fen(value) {
                Ok(position) => self.fen = Some(position),
                Err(error) => {
                    self.is_unknown = true;
                    return Some(ProblemKind::Fen(Box::new(error)));
                }
            },
            b"Variant" if !is_chess(value) => {
                self.is_unknown = true;
                return Some(ProblemKind::Variant(value.to_owned()));
            }
            _ => {}
        }
        None
    }

    /// Whether moves can be played from here.
    pub(super) fn is_known(self) -> bool {
        !self.is_unknown
    }

    /// The position; the initial one where it isn't known.
    pub(super) fn position(self) -> Position {
        let fen = self.fen.filter(|_| self.is_known() && !self.ignores_fen);
        fen.unwrap_or_default()
    }
}

/// Whether a name of a variant stands for chess as it is played here, Chess960 among it. Blanks and capitals don't
/// matter.
fn is_chess(variant: &str) -> bool {
    const NAMES: [&str; 15] = [
        "",
        "?",
        "chess",
        "standard",
        "standardchess",
        "normal",
        "regular",
        "orthodox",
        "fromposition",
        "chess960",
        "960",
        "fischerandom",
        "fischerandomchess",
        "fischerrandom",
        "fischerrandomchess",
    ];
    let mut plain: String = variant.to_lowercase();
    plain.retain(|character| !matches!(character, ' ' | '_' | '-'));
    NAMES.contains(&plain.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_chess_are_known_in_any_spelling() {
        for name in [
            "",
            "Standard",
            "From Position",
            "Chess 960",
            "chess960",
            "Fischer-Random",
            "fischerandom",
        ] {
            assert!(is_chess(name), "{name}");
        }
        for name in ["Atomic", "Crazyhouse", "Chess 2", "King of the Hill"] {
            assert!(!is_chess(name), "{name}");
        }
    }
}
