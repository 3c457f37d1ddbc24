"""The random player: every legal move is as likely as any other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pozzetto.game.chance import pick
from pozzetto.game.shapes import Shapes
from pozzetto.game.views import View


class Random:
    """Picks uniformly among the legal moves."""

    def __init__(self, shapes: Shapes) -> None:
        del shapes  # it looks at nothing

    def choose(self, view: View, moves: Sequence[int], random: Callable[[], float]) -> int:
        """A legal move, each as likely as any other."""
        return moves[pick(random, len(moves))]
