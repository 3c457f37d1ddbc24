"""Holm's correction: worked by hand, and how often a table without differences has a mark."""

from __future__ import annotations

from random import Random

import pytest

from pozzetto.lab.holm import holm


@pytest.mark.parametrize(
    ("chances", "corrected"),
    [
        ([], []),
        ([0.03], [0.03]),
        # 0.005 x 4, 0.01 x 3, 0.03 x 2, and 0.04 x 1 is raised to what came before it
        ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),
        # two equal ones are both corrected as the first of them
        ([0.02, 0.02, 0.5], [0.06, 0.06, 0.5]),
        # never more than 1
        ([0.9, 0.6, 0.8], [1.0, 1.0, 1.0]),
        # what Bonferroni would refuse (0.02 x 3 = 0.06) holds beside two clearer ones
        ([0.001, 0.002, 0.02], [0.003, 0.004, 0.02]),
    ],
)
def test_worked_by_hand(chances: list[float], corrected: list[float]) -> None:
    assert holm(chances) == pytest.approx(corrected)


def test_in_one_table_of_twenty_at_most_anything_is_marked_by_chance() -> None:
    random, tables = Random(4), 4000
    marked = sum(min(holm([random.random() for _ in range(30)])) <= 0.05 for _ in range(tables))
    # exactly 1 - (1 - 0.05/30)**30 = 4.88 % for measures that have nothing to do with one
    # another; three standard errors of it are 1.02 %
    assert marked / tables == pytest.approx(0.0488, abs=0.0102)
    # and without the correction nearly every table would have a mark: 1 - 0.95**30 = 78.5 %
    plain = sum(min(random.random() for _ in range(30)) <= 0.05 for _ in range(tables))
    assert plain / tables == pytest.approx(0.785, abs=0.02)
