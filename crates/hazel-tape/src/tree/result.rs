//! How a game ended.

/// Who won, as far as it is known. How it is written is a matter of notation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum GameResult {
    /// White won.
    WhiteWins,
    /// Black won.
    BlackWins,
    /// Nobody won.
    Draw,
    /// The game goes on, was broken off, or nobody knows.
    #[default]
    Unknown,
}
