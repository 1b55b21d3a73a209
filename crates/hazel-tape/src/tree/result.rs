//! How a game ended.

use hazel_core::Color;

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

impl GameResult {
    /// The side that won.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw | GameResult::Unknown => None,
        }
    }

    /// What `color` gets for it, in half points: 2, 1 or 0; `None` where the result is unknown.
    pub fn half_points(self, color: Color) -> Option<u8> {
        match (self, self.winner()) {
            (GameResult::Unknown, _) => None,
            (_, None) => Some(1),
            (_, Some(winner)) => Some(if winner == color { 2 } else { 0 }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_together_get_two_half_points_where_the_result_is_known() {
        for result in [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw] {
            let [white, black] = Color::ALL.map(|color| result.half_points(color));
            assert_eq!(white.zip(black).map(|(white, black)| white + black), Some(2));
        }
        assert_eq!(GameResult::WhiteWins.half_points(Color::White), Some(2));
        assert_eq!(GameResult::BlackWins.half_points(Color::White), Some(0));
        assert_eq!(GameResult::Unknown.half_points(Color::White), None);
        assert_eq!(GameResult::BlackWins.winner(), Some(Color::Black));
    }
}
