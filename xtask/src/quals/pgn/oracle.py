"""Reads PGN files with python-chess and prints one line of JSON for each game.

The names of the files come on standard input, one in each line. A line of output has the file (its number in the
list), the result behind the moves (of the tag where there is none), the moves of the main line in SAN, the FEN of the
last position and the number of errors.
"""

import io
import json
import logging
import sys

import chess.pgn


class Builder(chess.pgn.GameBuilder):
    """Builds a game, and remembers the result behind the moves: the game itself keeps only that of the tag."""

    def begin_game(self):
        self.last_result = None
        super().begin_game()

    def visit_result(self, result):
        self.last_result = result
        super().visit_result(result)

    def result(self):
        return super().result(), self.last_result


def read_text(path):
    """The text of a file; nothing in it says whether it is UTF-8 or Latin-1."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def known(result):
    """The result that a tag names, if it names one."""
    return result if result in ("1-0", "0-1", "1/2-1/2") else "*"


def replayed(game):
    """The moves of the main line in SAN and the last position, as far as python-chess knows the rules."""
    try:
        board = game.board()
    except ValueError:
        return "", ""
    moves = []
    for move in game.mainline_moves():
        moves.append(board.san(move))
        board.push(move)
    return " ".join(moves), board.fen()


def main():
    # Errors are counted; what python-chess says about them would only be noise.
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    for number, path in enumerate(sys.stdin.read().splitlines()):
        text = io.StringIO(read_text(path), newline=None)
        while True:
            try:
                found = chess.pgn.read_game(text, Visitor=Builder)
            except IndexError:
                # python-chess itself fails on some texts; where it would go on in the file isn't known then.
                print(json.dumps({"file": number, "result": "failed", "moves": "", "last": "", "errors": 1}))
                break
            if found is None or found[0] is None:
                break
            game, last_result = found
            moves, last = replayed(game)
            line = {
                "file": number,
                "result": last_result or known(game.headers.get("Result")),
                "moves": moves,
                "last": last,
                "errors": len(game.errors),
            }
            print(json.dumps(line))


if __name__ == "__main__":
    main()
