//! A pawn game whose order of moves is bent by the score.

use hazel_games::pawns::{Board, Files, PawnMove, Pawns};
use hazel_solve::{Game, Outcome, Question};

/// The score is in thousandths of a win; in such steps it is about as large as the counts in the order of moves.
const SCORE_STEP: i32 = 13;

/// The game as it is, but for the order of moves. No patterns are seen, so that nothing else bends it.
pub(super) struct Weighted {
    pub(super) game: Pawns,
    /// How many times the score after a move, in steps, is added to its rank, if at least a draw is wanted and if a win is.
    pub(super) added: [i32; 2],
}

impl Game for Weighted {
    type Position = Board;
    type Move = PawnMove;
    type Undo = Board;
    type Transform = Files;

    fn start(&self) -> Board {
        self.game.start()
    }

    fn finished(&self, board: &Board) -> Option<Outcome> {
        self.game.finished(board)
    }

    fn moves(&self, board: &Board, moves: &mut Vec<PawnMove>) {
        self.game.moves(board, moves);
    }

    fn play(&self, board: &mut Board, mv: PawnMove) -> Board {
        self.game.play(board, mv)
    }

    fn unplay(&self, board: &mut Board, mv: PawnMove, undo: Board) {
        self.game.unplay(board, mv, undo);
    }

    fn key(&self, board: &Board) -> u128 {
        self.game.key(board)
    }

    fn position(&self, key: u128) -> Option<Board> {
        self.game.position(key)
    }

    fn canonical(&self, board: &Board) -> (Board, Files) {
        self.game.canonical(board)
    }

    fn restore(&self, files: &Files, mv: PawnMove) -> PawnMove {
        self.game.restore(files, mv)
    }

    fn bounds(&self, board: &Board) -> Outcome {
        self.game.bounds(board)
    }

    fn rank(&self, question: Question, before: &Board, mv: PawnMove, after: &Board) -> i32 {
        let [for_a_draw, for_a_win] = self.added;
        let times = match question {
            Question::Draw => for_a_draw,
            Question::Win => for_a_win,
        };
        self.game.rank(question, before, mv, after) + times * (self.game.score(after) / SCORE_STEP)
    }
}
