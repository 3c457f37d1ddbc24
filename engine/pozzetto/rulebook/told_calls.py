"""A call of a house rule told on one line, for its author."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pozzetto.game.actions import Action
from pozzetto.game.cards import written
from pozzetto.game.deal import Dealt
from pozzetto.game.match import Match
from pozzetto.game.melds import Meld
from pozzetto.game.melds import written as meld_written
from pozzetto.game.position import Position
from pozzetto.game.rules import Tier
from pozzetto.game.scoring import Line
from pozzetto.rulebook.answers import Objection
from pozzetto.rulebook.foreign import plainly
from pozzetto.rulebook.yaml_tree import shown


def call_line(plugin: str, hook: str, given: Mapping[str, Any], answer: object) -> str:
    """`bonus-suit: pozzetto_score(position: N to move, turn 12; team: NS) -> nothing`."""
    position = given.get("position")
    words = [
        f"{name}: {_told(name, value, position)}"
        for name, value in given.items()
        if name != "options"
    ]
    return f"{plugin}: {hook}({'; '.join(words)}) -> {_told('', answer, None)}"


def _told(name: str, value: object, position: Position | None) -> str:
    match value:
        case Position():
            seat = value.rules.seats[value.seat]
            return f"{value.ended or f'{seat} to move'}, turn {value.turns}"
        case Meld():
            return f"{value.kind} {meld_written(value)}"
        case Action():
            meld = f" {meld_written(value.shape)}" if value.shape is not None else ""
            cards = f" {written(value.cards)}" if value.cards and not meld else ""
            return f"{value.what}{meld}{cards}"
        case Tier():
            return value.name
        case Dealt():
            return f"dealer {value.dealer}, lift {value.lift}"
        case Match():
            return f"totals {' '.join(map(str, value.totals))}"
        case Line():
            return f"{value.what} {_told('', value.points, None)}"
        case Objection():
            return _told("", value.sentence, None)
        case None:
            return "nothing"
        case tuple() | list():
            return ", ".join(_told("", each, None) for each in value) or "nothing"
        case int() if name == "team" and position is not None:
            return position.rules.teams[value]
    return shown(value) if isinstance(value, str) else plainly(value)
