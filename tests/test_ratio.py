"""Ratios of sums: worked by hand, and how often their intervals hold the truth."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pozzetto.lab.ratio import (
    RatioPairSums,
    RatioSums,
    ratio,
    ratio_correlation,
    ratio_difference,
)
from pozzetto.lab.statistics import PairSums, correlation, estimate

COUNTS = st.integers(0, 60)


def summed(values: list[tuple[int, int]]) -> RatioSums:
    sums = RatioSums()
    for above, below in values:
        sums.add(above, below)
    return sums


def paired(first: list[tuple[int, int]], second: list[tuple[int, int]]) -> RatioPairSums:
    pairs = RatioPairSums()
    for one, two in zip(first, second, strict=True):
        pairs.add(one, two)
    return pairs


FIRST = [(6, 2), (8, 2), (4, 1)]
SECOND = [(9, 3), (5, 1), (7, 3)]


def test_a_ratio_worked_by_hand() -> None:
    # 18 cards for 5 pick-ups, 3.6 each; the hands are -1.2, +0.8 and +0.4 cards off that,
    # and a hand has 5/3 pick-ups, so they add -0.72, +0.48 and +0.24 to the ratio
    found = ratio(summed(FIRST))
    assert (found.count, found.mean) == (3, 3.6)
    assert found.deviation == pytest.approx(sqrt((0.72**2 + 0.48**2 + 0.24**2) / 2))
    assert found.error == pytest.approx(sqrt((0.72**2 + 0.48**2 + 0.24**2) / 2 / 3))


def test_a_difference_of_ratios_worked_by_hand() -> None:
    # 21/7 = 3: off by 0, +2, -2, which over 7/3 add 0, +6/7, -6/7; less the three above
    added = [0 + 0.72, 6 / 7 - 0.48, -6 / 7 - 0.24]
    pairs = paired(FIRST, SECOND)
    found = ratio_difference(pairs)
    assert found.mean == pytest.approx(-0.6)
    assert found.deviation == pytest.approx(sqrt(sum(each**2 for each in added) / 2))
    together = 0 * -0.72 + 6 / 7 * 0.48 - 6 / 7 * 0.24
    spreads = (0.72**2 + 0.48**2 + 0.24**2) * 2 * (6 / 7) ** 2
    assert ratio_correlation(pairs) == pytest.approx(together / sqrt(spreads))


@given(st.lists(st.tuples(COUNTS, COUNTS), min_size=2))
def test_a_mean_is_the_ratio_to_one_each(values: list[tuple[int, int]]) -> None:
    plain = PairSums.empty()
    for first, second in values:
        plain.add(first, second)
    ratios = paired([(one, 1) for one, _ in values], [(two, 1) for _, two in values])
    for found, expected in (
        (ratio(ratios.first, 2), estimate(plain.first, 2)),
        (ratio_difference(ratios, 2), estimate(plain.differences, 2)),
    ):
        assert found.count == expected.count
        assert found.mean == pytest.approx(expected.mean)
        assert found.deviation == pytest.approx(expected.deviation)
    if correlation(plain) is not None:
        assert ratio_correlation(ratios) == pytest.approx(correlation(plain))


@given(st.lists(st.tuples(COUNTS, COUNTS), min_size=2))
def test_a_ratio_differs_from_itself_by_exactly_nothing(values: list[tuple[int, int]]) -> None:
    pairs = paired(values, values)
    if not pairs.first.below:
        with pytest.raises(ValueError, match="nothing below the line"):
            ratio_difference(pairs)
        return
    found = ratio_difference(pairs)
    assert (found.mean, found.low, found.high) == (0.0, 0.0, 0.0)
    assert ratio_correlation(pairs) in (1.0, None)


def test_one_observation_has_no_interval_and_none_has_no_ratio() -> None:
    assert ratio(summed([(7, 2)])).mean == 3.5
    assert ratio(summed([(7, 2)])).low is None
    with pytest.raises(ValueError, match="nothing below the line"):
        ratio(RatioSums())


def test_the_interval_of_a_difference_covers_the_truth_in_95_of_100_studies() -> None:
    # one to six pick-ups of about three cards each under the first rules, of four under the
    # second, the number of pick-ups shared by the deal
    random, studies, size = Random(77), 2000, 60
    covered = 0
    for _ in range(studies):
        pairs = RatioPairSums()
        for _ in range(size):
            times = 1 + int(random.random() * 6)
            more = times + int(random.random() * 2)
            first = sum(1 + int(random.random() * 5) for _ in range(times))
            second = sum(1 + int(random.random() * 7) for _ in range(more))
            pairs.add((first, times), (second, more))
        found = ratio_difference(pairs)
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 1 <= found.high
    # three standard errors of a proportion of 0.95 over 2,000 studies are 0.0146
    assert covered / studies == pytest.approx(0.95, abs=0.0146)
