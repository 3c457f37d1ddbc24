"""Players: each sees a view of its seat and picks one of the legal moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Protocol

from pozzetto.errors import PozzettoError
from pozzetto.game.rules import Rules
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


def names(rules: Rules) -> tuple[str, ...]:
    """Every player that there is under some rules, those of its house rules among them.

    Raises PozzettoError where one of these is called as another is.
    """
    for name in rules.house.players:
        if name in _PLAYERS:
            raise PozzettoError(
                f"A house rule of {rules.name} brings a player {name!r}, and there is one already."
            )
    return (*NAMES, *rules.house.players)


def make(name: str, shapes: Shapes) -> Player:
    """The player of that name, ready for a set of rules.

    Raises PozzettoError for a name that no player has.
    """
    known = names(shapes.rules)
    if name not in known:
        near = get_close_matches(name, known, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise PozzettoError(f"There is no player {name!r}{hint}; there are {', '.join(known)}.")
    made: Player = (_PLAYERS | dict(shapes.rules.house.players))[name](shapes)
    return made
