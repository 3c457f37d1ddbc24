"""How many observations it takes: by the formula, and by how often a difference is found."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from pozzetto.lab.power import Need, detectable, need, needed
from pozzetto.lab.share import Share
from pozzetto.lab.statistics import Sums, estimate, of_moments
from pozzetto.lab.student import t_quantile


def test_the_number_needed_is_that_of_the_formula() -> None:
    # (1.96 x 100 / 5)^2 = 1536.6; t with some 1,500 degrees of freedom is 1.96152: 1539.0
    assert needed(100, 5) == 1540
    # twice the width, a quarter of the observations
    assert needed(100, 10) == pytest.approx(needed(100, 5) / 4, abs=2)
    # few: t with 4 degrees of freedom is 2.776, and 2.776 / sqrt(5) = 1.24 is the first
    # below 1.25; t with 3 is 3.182, and 3.182 / sqrt(4) = 1.59
    assert needed(1, 1.25) == 5
    assert needed(0, 1) == 2


def test_a_width_that_nobody_can_pay_for_is_answered_at_once() -> None:
    # (1.959964 x 300 / 0.0001)^2 = 3.4573e13; counting up from a wrong t never came to an end
    assert needed(300, 1e-4) == pytest.approx(3.45731e13, rel=1e-4)
    assert needed(1e6, 1e-9) == pytest.approx(3.84146e30, rel=1e-4)


def test_t_comes_down_to_the_normal_quantile() -> None:
    # z = 1.95996398454; t is above it by (z^3 + z) / 4n, 2.3722 / n
    for freedom in (10**5, 10**7, 10**7 + 1, 10**9, 10**15):
        above = 2.37227 / freedom
        assert t_quantile(freedom) == pytest.approx(1.95996398454 + above, abs=1e-9)


@pytest.mark.parametrize("width", [0.02, 0.1, 0.7])
def test_no_fewer_would_do(width: float) -> None:
    count = needed(1, width)
    assert t_quantile(count - 1) / sqrt(count) <= width
    assert t_quantile(count - 2) / sqrt(count - 1) > width


def test_a_detectable_difference_is_found_four_times_of_five() -> None:
    size, studies, random = 100, 2000, Random(8)
    # a deviation of 1 is known; its error is 0.1, and t + 0.8416 of them are 0.2826
    size_of_it = detectable(of_moments(size, 0.0, 1.0))
    assert size_of_it is not None
    assert size_of_it == pytest.approx((1.98422 + 0.84162) / 10, abs=1e-5)
    found = 0
    for _ in range(studies):
        sums = Sums()
        for _ in range(size):
            sums.add(round(1000 * random.gauss(size_of_it, 1)))
        found += estimate(sums, 1000).excludes_zero
    # three standard errors of 0.8 over 2,000 studies are 0.027
    assert found / studies == pytest.approx(0.8, abs=0.027)
    assert detectable(of_moments(1, 2.0, 0.0)) is None


def test_a_pilot_of_ones_knows_its_deviation_exactly() -> None:
    # +1 and -1 in turn: the fourth power is the square of the second, so the variance of a
    # population of such is not in doubt; the deviation is sqrt(100/99)
    found = need([1.0, -1.0] * 50, 0.1)
    assert found is not None
    assert found.low == found.count == found.high == needed(sqrt(100 / 99), 0.1)


def test_a_pilot_says_how_far_it_can_be_wrong() -> None:
    studies, held = 200, 0
    for study in range(studies):
        random = Random(study)
        found = need([random.gauss(3, 1) for _ in range(200)], 0.05)
        assert found is not None
        held += found.low <= needed(1, 0.05) <= found.high
    # 95 of 100 to within three standard errors, 0.046
    assert held / studies == pytest.approx(0.95, abs=0.046)


@pytest.mark.parametrize("differences", [[], [3.0], [2.0, 2.0, 2.0]])
def test_a_pilot_without_variation_says_nothing(differences: list[float]) -> None:
    assert need(differences, 1) is None


def test_what_a_pilot_hardly_ever_saw_takes_until_it_is_seen() -> None:
    # five of 200 differed: 30 differ in 30 / 0.025 = 1200, and by Wilson's interval of the five,
    # 0.0107247 to 0.0571784, in 525 to 2798
    few = Need(count=300, low=200, high=400)
    assert few.seen_apart(Share(5, 200), 30) == Need(count=1200, low=525, high=2798)
    assert few.seen_apart(Share(150, 200), 30) == few
