"""A desk: what a process keeps to play one ruleset hand after hand."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes
from pozzetto.players import Player, make

MOST_REMEMBERED = 320_000
"""Answers about melds that a process keeps before it starts afresh. They are what makes
play fast, and grow ever more slowly, but without end: at about 300 bytes each this holds a
process under 150 MB however many hands and rulesets it plays. It stands here because it is
a bound for a process, which may play several rulesets, and not for one ruleset's table."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What a process keeps to play one ruleset."""

    rules: Rules
    shapes: Shapes
    players: dict[str, Player]

    def player(self, name: str) -> Player:
        """The player of this name, at these rules."""
        if name not in self.players:
            self.players[name] = make(name, self.shapes)
        return self.players[name]


_desks = threading.local()


def desk_of(rules: Rules) -> Desk:
    """The desk of these rules in this process."""
    known: list[Desk] = _desks.__dict__.setdefault("known", [])
    for desk in known:
        if desk.rules == rules:
            return desk
    desk = Desk(rules, Shapes(rules), {})
    known.append(desk)
    return desk


def tidy() -> None:
    """Clear every desk where they remember too much; to be called between deals."""
    known: list[Desk] = _desks.__dict__.setdefault("known", [])
    if sum(desk.shapes.remembered for desk in known) > MOST_REMEMBERED:
        known.clear()
