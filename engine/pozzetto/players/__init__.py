"""Players: each sees a view of its seat and picks one of the legal moves.

From the weakest to the strongest: `random`, `greedy`, `club`, `expert`. The expert takes a
budget, the playouts it makes for a decision, which is part of its name: `expert:50`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Protocol

from pozzetto.errors import PozzettoError
from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes
from pozzetto.game.views import View
from pozzetto.players.club import Club
from pozzetto.players.expert import Expert
from pozzetto.players.greedy import Greedy
from pozzetto.players.random import Random
from pozzetto.rulebook.yaml_tree import shown

MOST_PLAYOUTS = 100_000
"""The largest budget that is taken for meant."""


class Player(Protocol):
    """Whoever chooses moves. A player keeps nothing from one move to the next, so one
    serves any number of seats and hands."""

    def choose(self, view: View, moves: Sequence[int], random: Callable[[], float]) -> int:
        """One of the legal moves (at least one is given), for the seat that the view
        shows; any chance comes from `random`."""
        ...


_PLAYERS: dict[str, Callable[[Shapes], Player]] = {
    "random": Random,
    "greedy": Greedy,
    "club": Club,
    "expert": Expert,
}
_WITH_BUDGET: dict[str, Callable[[Shapes, int], Player]] = {"expert": Expert}

NAMES: tuple[str, ...] = tuple(_PLAYERS)
"""The players, from the weakest to the strongest."""


def is_player(name: str) -> bool:
    """Whether a player has this name: one of `NAMES`, or `expert:50` with its budget."""
    kind, colon, budget = name.partition(":")
    if not colon:
        return kind in _PLAYERS
    number = budget.isascii() and budget.isdecimal() and budget == budget.lstrip("0")
    return kind in _WITH_BUDGET and number and 0 < int(budget[:9]) <= MOST_PLAYOUTS


def takes_budget(name: str) -> bool:
    """Whether this player can be told how many playouts to make for a decision."""
    return name.partition(":")[0] in _WITH_BUDGET


def with_budget(name: str, playouts: int | None) -> str:
    """The name of the same player with this budget, where it takes one and one is given."""
    if playouts is None or not takes_budget(name):
        return name
    return f"{name.partition(':')[0]}:{playouts}"


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


def check_name(name: str, rules: Rules) -> None:
    """Raises PozzettoError where no player of some rules has this name, saying which there are,
    or what a budget may be."""
    known = names(rules)
    if name in known or is_player(name):
        return
    kind, colon, _ = name.partition(":")
    told = repr(shown(name))
    if colon and kind in _WITH_BUDGET:
        raise PozzettoError(
            f"The budget of {told} cannot be used: it is how many playouts {kind} makes for a "
            f"decision, a whole number from 1 to {MOST_PLAYOUTS:,}, as in {kind}:50."
        )
    if colon and kind in known:
        raise PozzettoError(
            f"{told} cannot be had: {kind} takes no budget, only {', '.join(_WITH_BUDGET)} does."
        )
    near = get_close_matches(name, known, n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    *most, last = known
    there_are = f"there are {', '.join(most)} and {last}"
    raise PozzettoError(f"There is no player called {told}; {there_are}{hint}.")


def make(name: str, shapes: Shapes) -> Player:
    """The player of that name, ready for a set of rules.

    Raises PozzettoError for a name that no player has (see `check_name`).
    """
    rules = shapes.rules
    check_name(name, rules)
    if name in rules.house.players:
        made: Player = rules.house.players[name](shapes)
        return made
    kind, colon, budget = name.partition(":")
    if colon:
        return _WITH_BUDGET[kind](shapes, int(budget))
    return _PLAYERS[kind](shapes)
