"""Distributions: how often each value came, kept exactly."""

from __future__ import annotations

import pytest

from given import burraco_rules, fibur_rules
from pozzetto.lab.compare import Comparison, compare
from pozzetto.lab.distributions import Distributions, Histogram
from pozzetto.lab.result import ENDS, HandResult

SEED = 30


def histogram(*values: int, parts: int = 1) -> Histogram:
    made = Histogram(parts)
    made.add(*values)
    return made


def hand(points: tuple[int, int], turns: int, burracos: tuple[int, int], ended: str) -> HandResult:
    return HandResult(
        shift=0,
        points=points,
        ended=ENDS.index(ended),
        closer=-1,
        burracos=((burracos[0], 0), (0, burracos[1])),
        took=(1, 1),
        unopened=(0, 0),
        melds=(3, 3),
        turns=turns,
        pickups=1,
        picked_up=4,
        first=0,
    )


def test_a_histogram_tells_shares_means_and_quantiles() -> None:
    # in halves: 0, 0, 1, 2½
    found = histogram(5, 0, 2, 0, parts=2)
    assert found.count == 4
    assert found.mean == (0 + 0 + 1 + 2.5) / 4
    assert [found.quantile(share) for share in (0, 0.25, 0.5, 0.51, 0.75, 1)] == [
        0,
        0,
        0,
        1,
        1,
        2.5,
    ]
    assert found.share(0, 1) == 0.5
    assert found.share(1, 2.5) == 0.25
    assert list(found.bins([0, 1, 2, 3])) == [0.5, 0.25, 0.25]
    assert found.data() == {"count": 4, "values": [[0, 2], [1, 1], [2.5, 1]]}


def test_a_histogram_of_nothing_has_no_mean() -> None:
    assert Histogram().share(0, 1) == 0
    with pytest.raises(ValueError, match="no observations, no mean"):
        _ = Histogram().mean
    with pytest.raises(ValueError, match="no observations, no quantile"):
        Histogram().quantile(0.5)


def test_a_deal_is_counted_hand_by_hand_and_its_change_once() -> None:
    seen = Distributions(2)
    # played on both sides, as unequal players do
    base = (hand((100, 50), 30, (1, 0), "closed"), hand((80, 0), 34, (0, 0), "stock"))
    other = (hand((100, 90), 30, (1, 2), "closed"), hand((80, 1), 20, (0, 0), "closed"))
    seen.add((base, other))
    seen.add((base, base))
    (change,) = seen.changes
    # 41 points more in four hands of teams; then none
    assert change.data() == {"count": 2, "values": [[0, 1], [41 / 4, 1]]}
    assert seen.spreads[0].points.data() == {
        "count": 8,
        "values": [[0, 2], [50, 2], [80, 2], [100, 2]],
    }
    assert seen.spreads[1].turns.data() == {"count": 4, "values": [[20, 1], [30, 2], [34, 1]]}
    assert seen.spreads[1].burracos.data() == {"count": 4, "values": [[0, 2], [1, 1], [3, 1]]}
    assert seen.spreads[1].ends() == {"closed": 0.75, "stock": 0.25, "stalemate": 0, "limit": 0}


@pytest.fixture(scope="module")
def both() -> tuple[Comparison, Distributions]:
    seen = Distributions(2)
    rulesets = (burraco_rules(), fibur_rules())
    found = compare(rulesets, 40, SEED, ["greedy", "random"], workers=1, watch=seen.add)
    return found, seen


def test_what_is_seen_is_what_is_compared(both: tuple[Comparison, Distributions]) -> None:
    found, seen = both
    (change,) = seen.changes
    assert change.count == found.pairs == 40
    points = found.row("points").differences[0]
    assert change.mean == pytest.approx(points.difference.mean)
    for index, spread in enumerate(seen.spreads):
        for name, mean in (
            ("points", spread.points.mean),
            ("turns", spread.turns.mean),
            ("burracos", spread.burracos.mean),
            *spread.ends().items(),
        ):
            each = found.row(name).differences[0]
            assert mean == pytest.approx((each.base, each.other)[index].mean), name
