"""What a plugin brings to simulations: its measures and its players, their faults told of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pozzetto.game.position import Position
from pozzetto.game.state import State
from pozzetto.rulebook.answers import MOST_COUNTED, HouseMeasure, is_text
from pozzetto.rulebook.shelf import NAME
from pozzetto.rulebook.yaml_tree import shown

if TYPE_CHECKING:
    from pozzetto.rulebook.asking import Asked

WORD = re.compile("[a-z0-9_-]{1,60}")


def measures(house: dict[str, Any], every: Sequence[Asked]) -> None:
    """Every plugin's measures, each with what counts it."""
    found: dict[str, tuple[HouseMeasure, Callable[[State], int]]] = {}
    for ask in every:
        for measure in ask.several():
            if not (
                isinstance(measure, HouseMeasure)
                and isinstance(measure.name, str)
                and WORD.fullmatch(measure.name)
                and isinstance(measure.unit, str)
                and callable(measure.count)
                and is_text(measure.title)
                and is_text(measure.sentence)
            ):
                ask.wrong(
                    measure, "HouseMeasures with a name in small letters, a title and a sentence"
                )
            if measure.name in found:
                raise ask.plugin.error(f"there is a measure `{measure.name}` already", ask.hook)
            found[measure.name] = measure, _counted(ask, measure)
    house["measures"] = tuple(found.values())


def _counted(ask: Asked, measure: HouseMeasure) -> Callable[[State], int]:
    doing = f"the measure `{measure.name}` failed: "

    def count(state: State) -> int:
        answer = ask.guarded(doing, lambda: measure.count(Position(state)))
        if not isinstance(answer, int) or abs(answer) > MOST_COUNTED:
            ask.wrong(answer, f"a whole number, {MOST_COUNTED:,} at most")
        if measure.unit == "share" and answer not in (0, 1):
            ask.wrong(answer, "1 or 0, for its unit is `share`")
        return int(answer)

    return count


def players(house: dict[str, Any], every: Sequence[Asked]) -> None:
    """Every plugin's players, by their names."""
    found: dict[str, Callable[[Any], _AskedPlayer]] = {}
    for ask in every:
        answer = ask()
        if not isinstance(answer, Mapping):
            ask.wrong(answer, "a mapping of names to players")
        for name, make in answer.items():
            if not isinstance(name, str) or not NAME.fullmatch(name) or not callable(make):
                ask.wrong(answer, "a mapping of names in small letters to what makes a player")
            if name in found:
                raise ask.plugin.error(f"there is a player `{shown(name)}` already", ask.hook)
            found[name] = _made_by(ask, name, make)
    house["players"] = found


def _made_by(ask: Asked, name: str, make: Callable[[Any], Any]) -> Callable[[Any], _AskedPlayer]:
    return lambda shapes: _AskedPlayer(ask, name, make, shapes)


class _AskedPlayer:
    """A plugin's player, its faults told of the plugin."""

    def __init__(self, ask: Asked, name: str, make: Callable[[Any], Any], shapes: Any) -> None:
        self._ask = ask
        self._doing = f"the player `{name}` failed: "
        self._choose = ask.guarded(self._doing, lambda: make(shapes).choose)

    def choose(self, view: Any, moves: Sequence[int], random: Callable[[], float]) -> int:
        """The move that the plugin's player chooses."""
        move = self._ask.guarded(self._doing, lambda: self._choose(view, moves, random))
        if move not in moves:
            self._ask.wrong(move, "one of the moves that a player is given")
        return int(move)
