//! Laws of single positions of the pawn games: rules as on squares, keys, canonical forms and bounds.

use hazel_games::pawns::{Board, PawnMove, Pawns, Rules, Shortcuts};
use hazel_solve::{Game, Options, Outcome, Prover};

use super::naive::Position;
use super::soundness::{Failure, board, differs, game, seen_by_mover, shortcuts, value};

/// The laws for one game, with all that they need.
pub(crate) struct Laws {
    rules: Rules,
    /// The game with each set of shortcuts, all of them first.
    games: Vec<Pawns>,
}

impl Laws {
    pub(crate) fn new(rules: Rules) -> Laws {
        Laws { rules, games: shortcuts().into_iter().map(|(_, set)| game(rules, set)).collect() }
    }

    /// Checks all laws for positions with their values.
    ///
    /// # Errors
    /// At the first that doesn't hold.
    pub(crate) fn check(
        &self,
        positions: impl IntoIterator<Item = (Position, Outcome)>,
    ) -> Result<(), Failure> {
        // One that uses no shortcuts, so that it believes nothing that is to be checked.
        let plain = game(self.rules, Shortcuts::NONE);
        let options = Options { memory: 4 << 20, ..Options::default() };
        let plain = Prover::new(&plain, &options)?;
        for (position, outcome) in positions {
            let board = board(&position);
            let broken = self
                .rules_are_those_on_squares(&position, &board)
                .or_else(|| self.bounds_contain(&board, outcome))
                .or_else(|| self.canonical_forms_are_as_good(&board));
            if let Some(law) = broken {
                return Err(differs(&self.games[0], &board, law));
            }
            let canonical = self.games[0].canonical(&board).0;
            if canonical != board && value(&plain, &canonical)? != outcome {
                return Err(differs(
                    &self.games[0],
                    &board,
                    "its canonical form has another value",
                ));
            }
        }
        Ok(())
    }

    /// The law of moves, ends, playing and keys that is broken.
    fn rules_are_those_on_squares(
        &self,
        position: &Position,
        before: &Board,
    ) -> Option<&'static str> {
        let game = &self.games[0];
        if game.position(game.key(before)) != Some(*before) {
            return Some("its key names another position");
        }
        if game.finished(before) != position.finished() {
            return Some("it ends otherwise");
        }
        if position.finished().is_some() {
            return None;
        }
        let mut moves = Vec::new();
        game.moves(before, &mut moves);
        let on_squares = position.moves();
        if moves.len() != on_squares.len() {
            return Some("it has another number of moves");
        }
        for mv in on_squares {
            let (from, to) = (seen_by_mover(position, mv.from), seen_by_mover(position, mv.to));
            let ours = PawnMove { from, to };
            if !moves.contains(&ours) {
                return Some("a move is missing");
            }
            let mut after = *before;
            let undo = game.play(&mut after, ours);
            if after != board(&position.play(mv)) {
                return Some("a move leads elsewhere");
            }
            // Lost positions aren't among those that are given.
            if game.finished(&after) == Some(Outcome::LOSS) {
                let broken = self.canonical_forms_are_as_good(&after);
                if broken.is_some() {
                    return broken;
                }
            }
            game.unplay(&mut after, ours, undo);
            if after != *before {
                return Some("a move isn't taken back");
            }
        }
        None
    }

    fn bounds_contain(&self, board: &Board, outcome: Outcome) -> Option<&'static str> {
        let hold = self.games.iter().all(|game| outcome.is_within(game.bounds(board)));
        (!hold).then_some("its bounds don't contain its value")
    }

    /// The law of canonical forms that is broken.
    fn canonical_forms_are_as_good(&self, board: &Board) -> Option<&'static str> {
        for (index, game) in self.games.iter().enumerate() {
            let (canonical, files) = game.canonical(board);
            let key = game.key(&canonical);
            if game.canonical(&canonical).0 != canonical {
                return Some("its canonical form isn't canonical");
            }
            if game.position(key) != Some(canonical) {
                return Some("the key of its canonical form names another position");
            }
            if index == 0 && game.canonical(&self.mirrored(board)).0 != canonical {
                return Some("its mirror image has another canonical form");
            }
            let finished = game.finished(board);
            if finished != game.finished(&canonical) {
                return Some("its canonical form ends otherwise");
            }
            if finished.is_some() {
                continue;
            }
            let (mut here, mut there) = (Vec::new(), Vec::new());
            game.moves(board, &mut here);
            game.moves(&canonical, &mut there);
            if here.len() != there.len() {
                return Some("its canonical form has another number of moves");
            }
            for mv in there {
                let restored = game.restore(&files, mv);
                let Some(place) = here.iter().position(|mv| *mv == restored) else {
                    return Some("a move of its canonical form isn't one of its own");
                };
                here.swap_remove(place);
                let (mut after, mut canonical_after) = (*board, canonical);
                game.play(&mut after, restored);
                game.play(&mut canonical_after, mv);
                if game.canonical(&after).0 != game.canonical(&canonical_after).0 {
                    return Some("a move of its canonical form leads elsewhere");
                }
            }
        }
        None
    }

    /// The board with its files in reverse order, square by square.
    fn mirrored(&self, board: &Board) -> Board {
        let last = self.rules.files - 1;
        let image = |pawns: u64| {
            let squares = (0..64_u8).filter(|square| pawns >> square & 1 != 0);
            squares.fold(0_u64, |set, square| set | 1 << (square / 8 * 8 + last - square % 8))
        };
        let en_passant = board.en_passant().map(|file| last - file);
        Board::new(&self.rules, image(board.mine()), image(board.theirs()), en_passant)
            .expect("an image of a position")
    }
}
