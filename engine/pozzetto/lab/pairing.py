"""Which rulesets can be compared deal by deal, and what they are called beside one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pozzetto.errors import PozzettoError
from pozzetto.game.rules import Rules


def comparable(rulesets: Sequence[Rules]) -> Rules:
    """The base of these rulesets, the first. Raises PozzettoError where they are fewer than
    two, or seat other numbers of players or teams, or partners in other places."""
    if len(rulesets) < 2:
        raise PozzettoError("A comparison needs at least two rulesets.")
    base = rulesets[0]
    for rules in rulesets[1:]:
        for what in ("seats", "teams"):
            ours, theirs = len(getattr(base, what)), len(getattr(rules, what))
            if ours != theirs:
                raise PozzettoError(
                    f"{base.name} and {rules.name} cannot be compared deal by deal: "
                    f"{base.name} has {ours} {what}, {rules.name} has {theirs}."
                )
        if rules.team_of != base.team_of:
            raise PozzettoError(
                f"{base.name} and {rules.name} cannot be compared deal by deal: "
                f"their partners sit in different places."
            )
    return base


def same(base: Rules, other: Rules) -> bool:
    """Whether they are the same rules, whatever they are called."""
    if base.fingerprint and base.fingerprint == other.fingerprint:
        return True
    return base == other


def dealt_alike(base: Rules, other: Rules) -> bool:
    """Whether both deal the same cards of a shuffled deck to the same places."""
    return _dealt(base) == _dealt(other)


def distinct_names(rulesets: Sequence[Rules]) -> Iterator[str]:
    """The names of the rulesets, told apart where different ones are called the same. The
    base's own rules may come again under its name."""
    used: dict[str, Rules] = {}
    for index, rules in enumerate(rulesets):
        name, number = rules.name, 1
        while name in used and not (index == 1 and same(used[name], rules)):
            number += 1
            name = f"{rules.name} ({number})"
        used[name] = rules
        yield name


def _dealt(rules: Rules) -> tuple[object, ...]:
    # all that decides which card of a shuffled deck goes where, but for jokers: decks that
    # differ in those still share the order of the others
    piles = rules.pozzetti.piles if rules.pozzetti else ()
    return (rules.deal, rules.packs, piles)
