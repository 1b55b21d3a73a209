//! How pgn-reader and shakmaty read a game.

use std::ops::ControlFlow;

use pgn_reader::{Outcome, RawTag, SanPlus, Visitor};
use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

use super::game::Game;
use crate::peer;

/// Writes down a game.
pub(super) struct Recorder;

/// What the tags say: a game without moves, and where it starts, if shakmaty takes that.
pub(super) struct Tags {
    game: Game,
    start: Option<Chess>,
}

/// A game so far.
pub(super) struct Replayed {
    game: Game,
    position: Chess,
    /// A move couldn't be played, and so couldn't those after it.
    is_stuck: bool,
}

impl Visitor for Recorder {
    type Tags = Tags;
    type Movetext = Replayed;
    type Output = Game;

    fn begin_tags(&mut self) -> ControlFlow<Game, Tags> {
        let game = Game { result: "*".to_owned(), ..Game::default() };
        ControlFlow::Continue(Tags { game, start: Some(Chess::default()) })
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Game> {
        let value = value.decode_utf8_lossy();
        match name {
            // What the value means is left to the caller.
            b"Result" => {
                tags.game.result = match value.as_ref() {
                    "1/2" => "1/2-1/2".to_owned(),
                    "1-0" | "0-1" | "1/2-1/2" => value.into_owned(),
                    _ => "*".to_owned(),
                };
            }
            b"FEN" => tags.start = peer::read(&value).ok(),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Game, Replayed> {
        let is_stuck = tags.start.is_none();
        let position = tags.start.unwrap_or_default();
        ControlFlow::Continue(Replayed { game: tags.game, position, is_stuck })
    }

    fn san(&mut self, replayed: &mut Replayed, san: SanPlus) -> ControlFlow<Game> {
        let Replayed { game, position, is_stuck } = replayed;
        if *is_stuck {
            // The result still comes.
            return ControlFlow::Continue(());
        }
        if let Ok(m) = san.san.to_move(position) {
            let san = SanPlus::from_move_and_play_unchecked(position, m);
            san.append_to_string(game.next_move());
        } else if san.san == San::Null
            && let Some(after) = pass(position)
        {
            game.next_move().push_str("--");
            *position = after;
        } else {
            *is_stuck = true;
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, replayed: &mut Replayed, outcome: Outcome) -> ControlFlow<Game> {
        replayed.game.result = outcome.to_string();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, replayed: Replayed) -> Game {
        Game { last: peer::fen(&replayed.position), ..replayed.game }
    }
}

/// The position after a null move, which counts as a move; `None` in check. Shakmaty plays none.
fn pass(position: &Chess) -> Option<Chess> {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.swap_turn();
    setup.halfmoves = position.halfmoves() + 1;
    setup.fullmoves = position.fullmoves();
    if position.turn().is_black() {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    setup.position(CastlingMode::Chess960).ok()
}
