"""The score sheet where cases files do not reach: hands that do not count."""

from __future__ import annotations

from dataclasses import replace

import pytest

from given import burraco_rules
from pozzetto.game.scoring import MELDED, UNTAKEN, Line, score, sheets
from pozzetto.game.shapes import Shapes
from pozzetto.game.table import Table
from pozzetto.text.position import set_up

MELDS = {"melds": {"NS": ["7S 7H 7D"]}, "held": {"N": "", "E": "", "S": "", "W": ""}}


def at_the_end(ended: str, *, limit_counts: bool = True) -> Table:
    """A table with one meld of 15 points that ended so."""
    rules = burraco_rules()
    rules = replace(rules, ends=replace(rules.ends, limit_counts=limit_counts))
    return set_up({**MELDS, "ended": ended}, Shapes(rules)).table


@pytest.mark.parametrize("ended", ["stock", "stalemate", "limit"])
def test_a_hand_that_counts_has_its_lines(ended: str) -> None:
    table = at_the_end(ended)
    assert sheets(table) == (
        (Line(MELDED, 3, 15), Line(UNTAKEN, 1, -100)),
        (Line(UNTAKEN, 1, -100),),
    )
    assert score(table) == (-85, -100)


def test_a_hand_that_does_not_count_has_none() -> None:
    for table in (at_the_end("void"), at_the_end("limit", limit_counts=False)):
        assert sheets(table) == ((), ())
        assert score(table) == (0, 0)
    # only the bound on turns is meant
    assert score(at_the_end("stock", limit_counts=False)) == (-85, -100)
