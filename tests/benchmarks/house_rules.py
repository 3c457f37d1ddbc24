"""What house rules cost: hands a second with a plugin beside those without one.

Run as `python tests/benchmarks/house_rules.py`. The plugins below change nothing, so that
the same hands are played with each; slices of all take turns in one process on one core,
and what counts is the median of their ratios of processor time. Exits with 1 when a plugin
costs more than it may, measured again a few times, since other work on the machine disturbs.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from time import process_time

from pozzetto.game.scoring import score
from pozzetto.game.shapes import Shapes
from pozzetto.lab.run import play_hand
from pozzetto.players import make
from pozzetto.rulebook import shelf
from pozzetto.rulebook.library import load

WARM_UP = 600
SLICE, ROUNDS = 20, 15
ATTEMPTS = 5

PLUGINS = {
    # asked about each meld once, and kept: a shape plugin
    "of-melds": "SUITS_ALIKE = True\n\n"
    "def pozzetto_meld_objection(shape, options):\n    return None\n",
    # asked about every move of every list: a plain plugin at the table
    "of-moves": "def pozzetto_move_objection(position, move, options):\n"
    "    if move.what == 'take' and position.turns < 0:\n        return 'never'\n",
    # asked when the hand is counted
    "of-scores": "def pozzetto_score_adjust(position, team, lines, options):\n    return ()\n",
}
MOST = {"of-melds": 0.05, "of-moves": 0.30, "of-scores": 0.05}
"""The part of the hands a second that each may cost."""


class Played:
    """Hands of a ruleset, one after the other, all seats played by the greedy player."""

    def __init__(self, *house_rules: str) -> None:
        rules = load("burraco", [f"house_rules=[{', '.join(house_rules)}]"])
        self.shapes = Shapes(rules)
        self.players = [make("greedy", self.shapes)] * len(rules.seats)

    def play(self, first: int, count: int) -> float:
        """The seconds of processor time that these hands take."""
        start = process_time()
        for hand in range(first, first + count):
            score(play_hand(self.shapes, self.players, 1, hand))
        return process_time() - start


def costs() -> dict[str, float]:
    """For each plugin the part of the hands a second that it costs."""
    plain = Played()
    with_one = {name: Played(name) for name in PLUGINS}
    for desk in (plain, *with_one.values()):
        desk.play(0, WARM_UP)
    ratios: dict[str, list[float]] = {name: [] for name in PLUGINS}
    for turn in range(ROUNDS):
        first = WARM_UP + turn * SLICE
        own = plain.play(first, SLICE)
        for name, desk in with_one.items():
            ratios[name].append(own / desk.play(first, SLICE))
    return {name: 1 - statistics.median(each) for name, each in ratios.items()}


def main() -> int:
    """Measure, print, and say whether none costs too much."""
    with tempfile.TemporaryDirectory() as folder:
        for name, code in PLUGINS.items():
            file = Path(folder, f"{name.replace('-', '_')}.py")
            file.write_text(code, encoding="utf-8")
            shelf.join(str(file))
        for _ in range(ATTEMPTS):
            found = costs()
            for name, cost in found.items():
                print(
                    f"{name}: {cost:+.1%} of the hands a second (at most {MOST[name]:.0%})",
                    flush=True,
                )
            if all(cost <= MOST[name] for name, cost in found.items()):
                return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
