"""Means, intervals and differences: worked by hand, and counted over many studies."""

from __future__ import annotations

from itertools import pairwise
from math import comb, isclose, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pozzetto.lab.statistics import DIFFERENCE, SHARE, PairSums, Sums, correlation, estimate
from pozzetto.lab.student import t_quantile, two_sided

FIRST = [2, 4, 4, 4, 5, 5, 7, 9]
SECOND = [3, 5, 4, 6, 5, 8, 8, 9]
INTEGERS = st.integers(-3000, 3000)


def summed(values: list[int]) -> Sums:
    sums = Sums()
    for value in values:
        sums.add(value)
    return sums


def paired(first: list[int], second: list[int]) -> PairSums:
    pairs = PairSums.empty()
    for one, two in zip(first, second, strict=True):
        pairs.add(one, two)
    return pairs


def test_a_mean_worked_by_hand() -> None:
    # sum 40, squares 232: 8 observations, mean 5, squared deviations 32
    found = estimate(summed(FIRST))
    assert (found.count, found.mean) == (8, 5.0)
    assert found.deviation == pytest.approx(sqrt(32 / 7))
    assert found.error == pytest.approx(sqrt(32 / 7 / 8))
    # t for 7 degrees of freedom is 2.364624
    assert found.low == pytest.approx(5 - 2.364624 * sqrt(4 / 7), abs=1e-6)
    assert found.high == pytest.approx(5 + 2.364624 * sqrt(4 / 7), abs=1e-6)
    assert found.half_width == pytest.approx(2.364624 * sqrt(4 / 7), abs=1e-6)
    assert found.excludes_zero


def test_observations_may_count_parts_of_a_whole() -> None:
    whole, halves = estimate(summed(FIRST)), estimate(summed(FIRST), 2)
    assert halves.mean == whole.mean / 2
    assert halves.deviation == whole.deviation / 2  # type: ignore[operator]
    assert halves.error == pytest.approx(whole.error / 2)  # type: ignore[operator]


def test_a_proportion_is_a_mean_of_noughts_and_ones() -> None:
    found = estimate(summed([1] * 30 + [0] * 70))
    assert found.mean == 0.3
    assert found.error == pytest.approx(sqrt(0.3 * 0.7 / 99))


def test_one_observation_has_no_interval() -> None:
    found = estimate(summed([7]))
    assert found.mean == 7.0
    assert (found.deviation, found.error, found.low, found.high) == (None,) * 4
    assert found.half_width is None
    assert not found.excludes_zero


def test_no_observation_has_no_mean() -> None:
    with pytest.raises(ValueError, match="no observations"):
        estimate(Sums())


def test_what_never_varies_has_an_interval_of_no_width() -> None:
    found = estimate(summed([4, 4, 4]))
    assert (found.mean, found.deviation, found.low, found.high) == (4.0, 0.0, 4.0, 4.0)


@pytest.mark.parametrize(
    ("freedom", "tabled"),
    [
        (1, 12.706204736), (2, 4.302652730), (3, 3.182446305), (4, 2.776445105),
        (5, 2.570581836), (10, 2.228138852), (29, 2.045229642), (30, 2.042272456),
        (100, 1.983971519), (200, 1.971896224), (1000, 1.962339081), (10**7, 1.959964222),
    ],
)  # fmt: skip
def test_students_t_is_the_tabled_one(freedom: int, tabled: float) -> None:
    assert t_quantile(freedom) == pytest.approx(tabled, abs=2e-9)


def test_students_t_falls_smoothly_where_its_formula_changes() -> None:
    around = [t_quantile(freedom) for freedom in range(197, 205)]
    steps = [one - two for one, two in pairwise(around)]
    assert all(0 < later < earlier for earlier, later in pairwise(steps))


def test_a_paired_difference_worked_by_hand() -> None:
    # differences 1 1 0 2 0 3 1 0: sum 8, squares 16, mean 1, squared deviations 8
    found = estimate(paired(FIRST, SECOND).differences)
    assert found.mean == 1.0
    assert found.error == pytest.approx(sqrt(8 / 7 / 8))


def test_a_correlation_worked_by_hand() -> None:
    # deviations: 32 and 32 about means 5 and 6; products 268 - 8*5*6 = 28
    assert correlation(paired(FIRST, SECOND)) == pytest.approx(28 / 32)


def test_a_correlation_is_exact_at_its_ends_and_none_without_variation() -> None:
    assert correlation(paired(FIRST, FIRST)) == 1.0
    assert correlation(paired(FIRST, [-3 * value for value in FIRST])) == -1.0
    assert correlation(paired(FIRST, [5] * 8)) is None


@given(st.lists(st.tuples(INTEGERS, INTEGERS), min_size=2), st.randoms())
def test_sums_do_not_depend_on_how_they_were_split(
    pairs: list[tuple[int, int]], random: Random
) -> None:
    whole = PairSums.empty()
    parts = [PairSums.empty() for _ in range(3)]
    for pair in pairs:
        whole.add(*pair)
        random.choice(parts).add(*pair)
    assert parts[2] + parts[0] + parts[1] == whole
    assert whole.differences == summed([second - first for first, second in pairs])


@given(st.lists(INTEGERS, min_size=2))
def test_a_thing_differs_from_itself_by_exactly_nothing(values: list[int]) -> None:
    pairs = paired(values, values)
    found = estimate(pairs.differences)
    assert (found.mean, found.low, found.high) == (0.0, 0.0, 0.0)
    assert correlation(pairs) in (1.0, None)


@pytest.mark.parametrize("size", [5, 40])
def test_the_interval_covers_the_truth_in_95_of_100_studies(size: int) -> None:
    # sums of three dice are near enough to normal, and have a mean of 10.5
    random, studies = Random(2026), 4000
    covered = 0
    for _ in range(studies):
        rolls = [sum(int(random.random() * 6) + 1 for _ in range(3)) for _ in range(size)]
        found = estimate(summed(rolls))
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 10.5 <= found.high
    # three standard errors of a proportion of 0.95 over 4,000 studies are 0.0103
    assert isclose(covered / studies, 0.95, abs_tol=0.0103)


@pytest.mark.parametrize(
    ("t", "freedom", "tabled"),
    [
        # with one degree of freedom 1 - 2 atan(t) / pi, with two 1 - t / sqrt(t^2 + 2)
        (0.0, 5, 1.0), (1.0, 1, 0.5), (3**0.5, 1, 1 / 3), (1.0, 2, 1 - 1 / sqrt(3)),
        (-1.0, 2, 1 - 1 / sqrt(3)), (5.0, 2, 1 - 5 / sqrt(27)),
        # from tables of Student's t, and of the normal for many
        (2.228138852, 10, 0.05), (3.169272667, 10, 0.01), (2.085963447, 20, 0.05),
        (2.575829304, 10**7, 0.01), (1.644853627, 10**7, 0.1),
    ],
)  # fmt: skip
def test_how_rare_a_t_is_by_chance(t: float, freedom: int, tabled: float) -> None:
    assert two_sided(t, freedom) == pytest.approx(tabled, rel=2e-6)


def test_how_rare_goes_on_where_nothing_is_left_of_one() -> None:
    # with two degrees of freedom 1 - t / sqrt(t^2 + 2) is 1 / t^2 for a large t
    assert two_sided(1e8, 2) == pytest.approx(1e-16, rel=1e-6)
    assert two_sided(float("inf"), 3) == 0
    assert 0 < two_sided(30, 2000) < 1e-150


@pytest.mark.parametrize("freedom", [1, 2, 9, 400])
def test_an_interval_that_touches_zero_has_a_chance_of_five_per_cent(freedom: int) -> None:
    assert two_sided(t_quantile(freedom), freedom) == pytest.approx(0.05, abs=1e-12)


def test_the_chance_of_a_mean_worked_by_hand() -> None:
    # 1, 2 and 3: mean 2, error 1/sqrt(3), so t = 2 sqrt(3) with two degrees of freedom
    t = 2 * sqrt(3)
    assert estimate(summed([1, 2, 3])).chance == pytest.approx(1 - t / sqrt(t * t + 2))
    assert estimate(summed([4, 4, 4])).chance == 0
    assert estimate(summed([0, 0])).chance == 1
    assert estimate(summed([7])).chance is None


# --- shares


@pytest.mark.parametrize(
    ("seen", "low", "high"),
    [
        # Wilson with z = 1.959964, z² = 3.841459: none of ten, 0 … z²/(10 + z²)
        ([0] * 10, 0.0, 3.841459 / 13.841459),
        ([1] * 10, 1 - 3.841459 / 13.841459, 1.0),
        # one of two: ½ ± z √(½ + z²/4) / (2 + z²)
        ([0, 1], 0.5 - 0.405469, 0.5 + 0.405469),
        # one of eight: (1 + z²/2 ± z √(7/8 + z²/4)) / (8 + z²)
        ([1] + [0] * 7, 0.022418, 0.470888),
    ],
)
def test_the_interval_of_a_share_never_leaves_it(seen: list[int], low: float, high: float) -> None:
    found = estimate(summed(seen), bounds=SHARE)
    assert found.low == pytest.approx(low, abs=5e-6)
    assert found.high == pytest.approx(high, abs=5e-6)
    assert found.mean == sum(seen) / len(seen)


def test_a_share_of_both_sides_of_a_hand() -> None:
    # four hands of two sides: 0, 1, 2, 1 of them, ½ of all. The hands vary as eight coins would,
    # √(p (1 − p)/8) of the mean, but only three are known of their variance and not seven:
    # 8 × (t of 7 / t of 3)² = 8 × (2.364624 / 3.182446)² = 4.41664 independent sides
    found = estimate(summed([0, 1, 2, 1]), 2, bounds=SHARE)
    assert found.mean == 0.5
    reach = 1.959964 * sqrt(0.25 * 4.41664 + 0.960365) / (4.41664 + 3.841459)
    assert found.low == pytest.approx(0.5 - reach, abs=1e-5)
    assert found.high == pytest.approx(0.5 + reach, abs=1e-5)
    # where both sides always share alike, three hands are no more than six independent sides:
    # ½ ± z √(6/4 + z²/4) / (6 + z²) = ½ ± 1.959964 × 1.568555 / 9.841459; one says nothing
    alike = estimate(summed([1, 1, 1]), 2, bounds=SHARE)
    assert (alike.low, alike.high) == pytest.approx((0.187614, 0.812386), abs=1e-5)
    assert estimate(summed([1]), 2, bounds=SHARE).low is None


def test_few_hands_of_which_each_side_wins_one_do_not_seem_sure() -> None:
    # One of two sides in nine hands, both in the tenth: of 20 sides 11, p = 0.55. The mean of a
    # hand varies by 0.0225 / 10, which would be 0.2475 / 0.00225 = 110 sides, made 94 by the
    # ratio of t, 2.093024 of 19 and 2.262157 of 9; but 20 sides were seen
    few = estimate(summed([1] * 9 + [2]), 2, bounds=SHARE)
    reach = 1.959964 * sqrt(0.2475 * 20 + 0.960365) / 23.841459
    centre = (11 + 1.920729) / 23.841459
    assert (few.low, few.high) == pytest.approx((centre - reach, centre + reach), abs=1e-5)
    # forty such hands do tell: 440 sides by their variance, × (1.990450 / 2.022691)² = 426.09
    many = estimate(summed(([1] * 9 + [2]) * 4), 2, bounds=SHARE)
    reach = 1.959964 * sqrt(0.2475 * 426.085 + 0.960365) / 429.926
    centre = (0.55 * 426.085 + 1.920729) / 429.926
    assert (many.low, many.high) == pytest.approx((centre - reach, centre + reach), abs=1e-5)


def test_a_share_of_sides_that_change_places_is_covered_also_in_few_hands() -> None:
    # the cards favour one side of the table, so that of two equal players each mostly wins once:
    # by the variance alone, which is often none at all, 10 hands held the truth in 77 of 100
    random, part, covered = Random(5), 0.5, 0
    for _ in range(400):
        luck = [random.gauss(0, 1) for _ in range(10)]
        won = [
            (luck_of + random.gauss(0, 0.3) > 0) + (-luck_of + random.gauss(0, 0.3) > 0)
            for luck_of in luck
        ]
        found = estimate(summed(list(map(int, won))), 2, bounds=SHARE)
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= part <= found.high
    assert covered >= 0.95 * 400


def test_the_difference_of_two_shares_has_ends_too() -> None:
    found = estimate(summed([0, 1]), bounds=DIFFERENCE)
    # Student's t alone would reach from -5.9 to 6.9
    assert (found.low, found.mean, found.high) == (-1.0, 0.5, 1.0)
    many = [0, 1, 0, -1] * 100
    bounded, free = estimate(summed(many), bounds=DIFFERENCE), estimate(summed(many))
    assert (bounded.low, bounded.high) == (free.low, free.high)


@pytest.mark.parametrize(("part", "count"), [(0.03, 100), (0.02, 200), (0.5, 20), (0.9, 30)])
def test_a_share_is_covered_as_often_as_it_is_said(part: float, count: int) -> None:
    # exactly, by the binomial law; mean ± t errors holds 0.03 in 80 of 100 studies of 100 hands
    covered = 0.0
    for hits in range(count + 1):
        found = estimate(summed([1] * hits + [0] * (count - hits)), bounds=SHARE)
        assert found.low is not None
        assert found.high is not None
        if found.low <= part <= found.high:
            covered += comb(count, hits) * part**hits * (1 - part) ** (count - hits)
    assert 0.93 <= covered <= 0.98


def test_a_share_is_written_so_that_it_can_be() -> None:
    def tell(value: float, sign: str) -> str:
        return f"{100 * value:{sign}.1f}"

    few = estimate(summed([1] + [0] * 7), bounds=SHARE)
    assert few.written(tell, unit=" %") == "12.5 % (2.2–47.1)"
    # half of an interval fits where the mean is far enough from both ends
    many = estimate(summed([1] * 300 + [0] * 700), bounds=SHARE)
    assert many.written(tell, unit=" %") == "30.0 ± 2.8 %"
    assert estimate(summed([0] * 8), bounds=SHARE).written(tell, unit=" %") == "0.0 %"
    apart = estimate(summed([0, 1]), bounds=DIFFERENCE)
    assert apart.written(tell, "+", unit=" %") == "+50.0 % (-100.0 – 100.0)"
