//! Counts of lines of play, the same by the library and on squares.

use hazel_solve::Game;

/// Of Peasants' Chess on 8x8, from one ply on.
pub(crate) const PEASANTS: [u64; 9] =
    [8, 64, 582, 5_368, 54_360, 558_208, 6_146_460, 68_396_382, 802_573_460];

/// The number of ways to play `depth` moves on, at least one. Nobody plays on in a finished game.
pub(crate) fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if game.finished(position).is_some() {
        return 0;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut position = position.clone();
    let count = |mv| {
        let undo = game.play(&mut position, mv);
        let count = perft(game, &position, depth - 1);
        game.unplay(&mut position, mv, undo);
        count
    };
    moves.into_iter().map(count).sum()
}
