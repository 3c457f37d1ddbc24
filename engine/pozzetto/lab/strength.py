"""How far the stronger of two unequal sides wins: the part of skill, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pozzetto.lab.measure import Measure
from pozzetto.lab.statistics import Estimate
from pozzetto.language import Translator

if TYPE_CHECKING:
    from pozzetto.lab.compare import Comparison


def strength(found: Comparison, called: Sequence[str], _: Translator) -> list[str]:
    """Which side is the stronger, and how much it wins, under each ruleset; nothing where the
    sides are equal."""
    rows = {row.measure.name: row for row in found.rows}
    if "won_hand" not in rows:
        return []
    told = []
    for index, name in enumerate(called):
        own = {
            key: row.differences[0].base if index == 0 else row.differences[index - 1].other
            for key, row in rows.items()
        }
        hands = own["won_hand"]
        names = {"name": name, "first": found.sides[0], "second": found.sides[1]}
        if hands.low is None or hands.high is None or hands.low <= 0.5 <= hands.high:
            neither = _("Under {name} neither {first} nor {second} is surely the stronger.")
            told.append(neither.format_map(names))
            continue
        weaker = hands.mean < 0.5
        shares = []
        for key, share in (
            ("won_hand", _("{share} of the hands")),
            ("won_match", _("{share} of the matches")),
            ("won_round", _("{share} of the rounds")),
        ):
            if key in own and own[key].error is not None:
                size = share_told(rows[key].measure, own[key], _, turned=weaker)
                shares.append(share.format(share=size))
        wins = _("Under {name} the stronger side, {stronger}, wins {shares}.")
        stronger = names["second" if weaker else "first"]
        told.append(wins.format(name=name, stronger=stronger, shares=", ".join(shares)))
    return told


def share_told(measure: Measure, share: Estimate, _: Translator, *, turned: bool = False) -> str:
    """A share with its interval, also where all or none of those seen were so; `turned`, what
    is left of the whole.
    """
    if turned:
        share = share.taken_from(1)
    if share.low is not None and share.high is not None and not share.error:
        # all or none of those that were seen
        ends = (measure.amount(each, translated=_) for each in (share.mean, share.low, share.high))
        return "{} % ({}–{})".format(*ends)
    return share.written(lambda number, sign: measure.amount(number, sign, _), unit=" %")
