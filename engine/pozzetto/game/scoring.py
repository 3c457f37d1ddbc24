"""The score sheet of a finished hand, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pozzetto.game.state import NOBODY, State

MELDED, BURRACO, HELD = "cards_melded", "burraco", "cards_held"
CLOSING, UNTAKEN, UNOPENED = "closing", "pozzetto_untaken", "unopened_pozzetto"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score sheet: what is counted, how many of it, and the points.

    `what` is `cards_melded`, `burraco.` and the tier's name, `cards_held`, `closing`,
    `pozzetto_untaken` or `unopened_pozzetto`; or, in a line of the `plugin` named, a word of
    that house rule, called `title` (one text, or one a language).
    """

    what: str
    count: int
    points: int
    plugin: str = ""
    title: str | Mapping[str, str] = field(default="", compare=False)


def sheets(state: State) -> tuple[tuple[Line, ...], ...]:
    """The score sheet of each team (IT-SCO-01 … 06), house rules and all; a hand that is
    void has no lines.

    First every rule pays what it pays; then each that adjusts sees the lines so far, in
    the ruleset's order; what rounds comes last.
    """
    void = state.ended == "limit" and not state.rules.ends.limit_counts
    if void or state.ended == "void":
        return tuple(() for _ in state.rules.teams)
    return tuple(tuple(_sheet(state, team)) for team in range(len(state.rules.teams)))


def score(state: State) -> tuple[int, ...]:
    """The hand's score of each team; it may be negative (IT-SCO-07)."""
    return tuple(sum(line.points for line in sheet) for sheet in sheets(state))


def _sheet(state: State, team: int) -> list[Line]:
    house = state.rules.house
    lines = [line for ask in house.scores for line in ask(state, team)]
    for adjust in house.adjusts:
        lines += adjust(state, team, tuple(lines))
    for rounded in house.rounds:
        lines += rounded(sum(line.points for line in lines))
    return lines


def ordinary_lines(state: State, team: int) -> list[Line]:
    """What the ordinary rules pay a team for a finished hand."""
    rules, shapes = state.rules, state.shapes
    melds = state.melds[team]
    lines = []
    if melds:
        cards = sum(shapes.sizes[shape] for shape in melds)
        lines.append(Line(MELDED, cards, sum(shapes.points[shape] for shape in melds)))
    for index, tier in enumerate(rules.tiers):
        count = sum(shapes.tiers[shape] == index for shape in melds)
        if count:
            lines.append(Line(f"{BURRACO}.{tier.name}", count, count * tier.points))
    flat = _pays_flat(state, team)
    held = [
        kind
        for seat in rules.seats_of(team)
        if not (flat and rules.scoring.unopened_cost == "flat" and seat == state.unopened[team])
        for kind in state.hands[seat].cards()
    ]
    if held:
        lines.append(Line(HELD, len(held), -sum(rules.values[kind] for kind in held)))
    if state.ended == "closed" and rules.team_of[state.closer] == team:
        earned = state.took[team] != NOBODY or not rules.scoring.closing_if_pozzetto_taken
        if earned and rules.scoring.closing:
            lines.append(Line(CLOSING, 1, rules.scoring.closing))
    if rules.pozzetti is not None and state.took[team] == NOBODY:
        nobody = all(taker == NOBODY for taker in state.took)
        if not (nobody and rules.scoring.untaken_unless_nobody_took):
            lines.append(Line(UNTAKEN, 1, rules.scoring.pozzetto_untaken))
    if flat:
        lines.append(Line(UNOPENED, 1, rules.scoring.unopened_flat))
    return lines


def _pays_flat(state: State, team: int) -> bool:
    # whether a pozzetto taken on the discard and not opened costs a flat amount (2.14)
    scoring = state.rules.scoring
    if state.unopened[team] == NOBODY or scoring.unopened_cost == "cards":
        return False
    if not scoring.unopened_flat_if_opponents_closed:
        return True
    return state.ended == "closed" and state.rules.team_of[state.closer] != team
