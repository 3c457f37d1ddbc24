"""What each layer of the Python API costs: the same random hands, played through each.

Run as `python tools/layers.py [HANDS]`. Every layer plays the same moves; the tables of
melds are filled before the clock starts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from time import process_time

import pozzetto
from pozzetto.game.moves import what
from pozzetto.text.notation import as_move

Step = Callable[[pozzetto.Game, pozzetto.Table, Random], None]


def packed(game: pozzetto.Game, table: pozzetto.Table, random: Random) -> None:
    """Packed ints: list the legal ones, make one of them."""
    moves = table.legal()
    table.advance(moves[int(random.random() * len(moves))])


def checked(game: pozzetto.Game, table: pozzetto.Table, random: Random) -> None:
    """The same, but the move is judged before it is made."""
    moves = table.legal()
    table.apply(moves[int(random.random() * len(moves))])


def one_object(game: pozzetto.Game, table: pozzetto.Table, random: Random) -> None:
    """Packed ints, and a Move object of the one that is made."""
    moves = table.legal()
    move = moves[int(random.random() * len(moves))]
    as_move(table, move)
    table.advance(move)


def objects(game: pozzetto.Game, table: pozzetto.Table, random: Random) -> None:
    """A Move object of every legal move; the one chosen is made as a packed int."""
    count = len(game.legal(table))
    table.advance(table.legal()[int(random.random() * count)])


def text(game: pozzetto.Game, table: pozzetto.Table, random: Random) -> None:
    """Every legal move written, and the one chosen played as a written turn."""
    moves = [str(move) for move in game.legal(table)]
    move = moves[int(random.random() * len(moves))]
    game.play(table, f"{game.rules.seats[table.to_move]}: {move}")


LAYERS: dict[str, Step] = {
    "packed ints, advance": packed,
    "packed ints, apply": checked,
    "a Move of the move made": one_object,
    "a Move of every legal move": objects,
    "text in and out": text,
}


def play(game: pozzetto.Game, step: Step, hands: int) -> tuple[int, int, float]:
    """Play so many hands: the moves made, a checksum of them, and the seconds it took."""
    made = checksum = 0
    start = process_time()
    for hand in range(hands):
        table, random = game.deal(1, hand), Random(hand)
        while not table.ended:
            step(game, table, random)
        made += len(table.log)
        checksum += sum(what(entry >> 4) for entry in table.log)
    return made, checksum, process_time() - start


def main(hands: int) -> None:
    """Measure and print."""
    game = pozzetto.load("burraco")
    first = play(game, packed, hands)
    told = sys.stdout.write
    told(f"{hands} hands of burraco, {first[0]:,} random moves\n\n")
    told(f"{'layer':<28}{'hands/s':>9}{'us a move':>11}{'times':>7}\n")
    base = 0.0
    for name, step in LAYERS.items():
        made, checksum, seconds = min(
            (play(game, step, hands) for _ in range(3)), key=lambda each: each[2]
        )
        assert (made, checksum) == first[:2], f"{name} played other moves"
        base = base or seconds
        cost = f"{seconds / made * 1e6:>11.1f}{seconds / base:>7.1f}"
        told(f"{name:<28}{hands / seconds:>9.0f}{cost}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
