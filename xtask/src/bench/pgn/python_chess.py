"""Reads a PGN file with python-chess and prints as JSON how many games and plies there are, and the CPU time.

    python python_chess.py moves|trees FILE

`moves` plays the moves and keeps nothing of them; `trees` builds games with their variations.
"""

import json
import sys
import time

import chess.pgn


class Counter(chess.pgn.BaseVisitor):
    """Counts the moves of main lines, which python-chess has played before it tells them."""

    def begin_game(self):
        self.plies = 0

    def begin_variation(self):
        return chess.pgn.SKIP

    def visit_move(self, board, move):
        self.plies += 1

    def result(self):
        return self.plies


def read(file, what):
    """The number of plies of the next game; None at the end."""
    if what == "moves":
        return chess.pgn.read_game(file, Visitor=Counter)
    game = chess.pgn.read_game(file)
    return None if game is None else game.end().ply() - game.ply()


def main():
    what, path = sys.argv[1:]
    games = plies = 0
    start = time.process_time()
    with open(path, encoding="utf-8") as file:
        while (found := read(file, what)) is not None:
            games += 1
            plies += found
    seconds = time.process_time() - start
    print(json.dumps({"games": games, "plies": plies, "seconds": seconds}))


if __name__ == "__main__":
    main()
