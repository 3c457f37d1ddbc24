"""Seating: which automatic player sits where, and how unequal ones change places."""

from __future__ import annotations

from collections.abc import Sequence

from pozzetto import players as computers
from pozzetto.errors import PozzettoError
from pozzetto.game.rules import Rules

Seating = tuple[str, ...]
"""The name of the player in each seat."""


def seat_players(rules: Rules, names: Sequence[str]) -> Seating:
    """The player of each seat, from one name for all, one for each team or each seat."""
    if isinstance(names, str):
        names = names.split(",")
    for name in names:
        computers.check_name(name, rules)
    seats, teams = len(rules.seats), len(rules.teams)
    if len(names) == 1:
        return tuple(names) * seats
    if len(names) == seats:
        return tuple(names)
    if len(names) == teams:
        return tuple(names[team] for team in rules.team_of)
    wanted = sorted({1, teams, seats})
    raise PozzettoError(
        f"{len(names)} players were named; {rules.name} takes {_listed(wanted)}: "
        f"one for all, one a team or one a seat."
    )


def seatings(rules: Rules, players: Seating) -> tuple[tuple[int, Seating], ...]:
    """Every way to seat the players that makes it fair, each with its shift.

    A deal is played once for each: with a shift of k the players of team 0 sit as team k,
    and so on around. Where all teams are equally manned there is one way, and no shift.
    """
    seats_of = [rules.seats_of(team) for team in range(len(rules.teams))]
    if len(set(players)) > 1 and len(set(map(len, seats_of))) > 1:
        raise PozzettoError(
            f"The teams of {rules.name} are of different sizes, so unequal players cannot "
            f"change sides. Name one player for all."
        )
    found: dict[Seating, int] = {}
    for shift in range(len(seats_of)):
        seated = list(players)
        for side, seats in enumerate(seats_of):
            for taken, own in zip(seats_of[(side + shift) % len(seats_of)], seats, strict=False):
                seated[taken] = players[own]
        found.setdefault(tuple(seated), shift)
    return tuple((shift, seated) for seated, shift in found.items())


def side_names(rules: Rules, players: Seating) -> tuple[str, ...]:
    """What the sides are called, by their players; empty where all sides are the same."""
    sides = [
        tuple(players[seat] for seat in rules.seats_of(team)) for team in range(len(rules.teams))
    ]
    if len(set(sides)) == 1:
        return ()
    names = [" + ".join(dict.fromkeys(side)) for side in sides]
    if len(set(names)) < len(names):
        # teams of different sizes may be played by players of one name
        names = [f"{team} ({name})" for team, name in zip(rules.teams, names, strict=True)]
    return tuple(names)


def _listed(numbers: Sequence[int]) -> str:
    words = [str(number) for number in numbers]
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]
