"""How fast hands are played, told beside a clock that any machine has.

Run as `python tests/benchmarks/speed.py [RULESET …]`. Random playouts of python-chess, a
pure Python engine too, are the clock: rounds of both take turns in one process on one
core, and what counts is the median of their ratios. Hands are whole, with the full list
of legal moves at every decision; the tables of melds are filled in a first, uncounted
round. Exits with 1 when a ratio stays below its floor: other work on the machine only ever
lowers it, so a low one is measured again.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable
from time import process_time

import chess

from pozzetto.game.shapes import Shapes
from pozzetto.lab.run import play_hand
from pozzetto.players import make
from pozzetto.rulebook.library import load

ROUNDS = 7
SECONDS = 1.0
WARM_UP = 1_000
ATTEMPTS = 3
CLOCK = 34_700
"""The plies a second of the machine on which the floors were set."""
FLOORS = {("burraco", "greedy"): 400, ("burraco", "random"): 350}
"""Hands a second on that machine below which something is wrong."""


def plies() -> int:
    """The plies of one random game of chess."""
    board = chess.Board()
    count = 0
    while count < 400:
        moves = list(board.legal_moves)
        if not moves or board.is_insufficient_material() or board.halfmove_clock >= 100:
            break
        board.push(random.choice(moves))
        count += 1
    return count


class Hands:
    """Hands of a ruleset, one after the other, all seats played by one player."""

    def __init__(self, ruleset: str, player: str) -> None:
        rules = load(ruleset)
        self.shapes = Shapes(rules)
        self.players = [make(player, self.shapes)] * len(rules.seats)
        self.number = 0

    def play(self) -> int:
        """Play the next hand."""
        play_hand(self.shapes, self.players, seed=1, hand=self.number)
        self.number += 1
        return 1


def rate(work: Callable[[], int]) -> float:
    """How much work is done in a second of processor time."""
    done, start = 0, process_time()
    while (spent := process_time() - start) < SECONDS:
        done += work()
    return done / spent


def scaled(hands: Hands) -> tuple[float, str]:
    """Hands a second where the clock makes its plies, and what was measured here."""
    rounds = [(rate(hands.play), rate(plies)) for _ in range(ROUNDS)]
    ratio = statistics.median(played / clock for played, clock in rounds)
    played, clock = (statistics.median(values) for values in zip(*rounds, strict=True))
    return ratio * CLOCK, f"{played:.0f} hands/s beside {clock:.0f} plies/s"


def main(rulesets: list[str]) -> int:
    """Measure, print, and say whether every floor holds."""
    random.seed(1)
    below = 0
    for ruleset in rulesets:
        for player in ("greedy", "random"):
            hands = Hands(ruleset, player)
            for _ in range(WARM_UP):
                hands.play()
            floor = FLOORS.get((ruleset, player), 0)
            for _ in range(ATTEMPTS):
                reached, measured = scaled(hands)
                print(
                    f"{ruleset} {player}: {measured}, {reached:.0f} hands/s where the clock "
                    f"makes {CLOCK} (floor {floor})",
                    flush=True,
                )
                if reached >= floor:
                    break
            below += reached < floor
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["burraco"]))
