"""Players: each sees a view of its seat and picks one of the legal moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Protocol

from pozzetto.errors import PozzettoError
from pozzetto.game.shapes import Shapes
from pozzetto.game.views import View
from pozzetto.players.greedy import Greedy
from pozzetto.players.random import Random


class Player(Protocol):
    """Whoever chooses moves. A player keeps nothing from one move to the next, so one
    serves any number of seats and hands."""

    def choose(self, view: View, moves: Sequence[int], random: Callable[[], float]) -> int:
        """One of the legal moves (at least one is given), for the seat that the view
        shows; any chance comes from `random`."""
        ...


_PLAYERS: dict[str, Callable[[Shapes], Player]] = {"greedy": Greedy, "random": Random}

NAMES: tuple[str, ...] = tuple(_PLAYERS)


def make(name: str, shapes: Shapes) -> Player:
    """The player of that name, ready for a set of rules.

    Raises PozzettoError for a name that no player has.
    """
    if name not in _PLAYERS:
        near = get_close_matches(name, NAMES, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise PozzettoError(f"There is no player {name!r}{hint}; there are {', '.join(NAMES)}.")
    return _PLAYERS[name](shapes)
