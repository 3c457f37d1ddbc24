"""Intervals of studies drawn again and again from hands that were played: how often they hold
the truth, with a number of hands fixed before and with play that stops at a width."""

from __future__ import annotations

from random import Random

import pytest

from given import burraco_rules, fibur_rules
from pozzetto.errors import PozzettoError
from pozzetto.lab.matches import Played
from pozzetto.lab.measures import measures
from pozzetto.lab.run import Run, played
from pozzetto.lab.tally import Pair, Tally
from pozzetto.lab.until import wanted

RULESETS = (burraco_rules(), fibur_rules())
MEASURES = {measure.name: measure for measure in measures(RULESETS)}
STUDIES = 500
WITHIN = 3 * (0.95 * 0.05 / STUDIES) ** 0.5
"""Three standard errors of a proportion of 0.95 over so many studies."""


@pytest.fixture(scope="module")
def deals() -> list[Played]:
    run = Run(rulesets=RULESETS, players=("greedy",) * 4, seed=2026)
    return list(played(run, 320, workers=1))


def pair(tally: Tally, name: str) -> Pair:
    found = tally.pairs(name)
    assert found is not None
    return found[0]


def truth(deals: list[Played], name: str) -> float:
    whole = Tally(RULESETS, [MEASURES[name]])
    for deal in deals:
        whole.add(deal)
    return pair(whole, name).difference.mean


def holds(found: Pair, true: float) -> bool:
    low, high = found.difference.low, found.difference.high
    assert low is not None
    assert high is not None
    return low <= true <= high


def test_intervals_of_hands_hold_the_truth_in_95_of_100_studies(deals: list[Played]) -> None:
    names = ["points", "closed", "burracos", "turns", "pickup_size"]
    true = {name: truth(deals, name) for name in names}
    covered = dict.fromkeys(names, 0)
    random = Random(1)
    for _ in range(STUDIES):
        study = Tally(RULESETS, [MEASURES[name] for name in names])
        for _ in range(200):
            study.add(deals[int(random.random() * len(deals))])
        for name in names:
            covered[name] += holds(pair(study, name), true[name])
    for name in names:
        assert covered[name] / STUDIES == pytest.approx(0.95, abs=WITHIN), name


def test_intervals_of_matches_hold_the_truth_in_95_of_100_studies(deals: list[Played]) -> None:
    # the population are the forty blocks of eight deals
    names = ["match_points", "match_hands", "match_minutes"]
    true = {name: truth(deals, name) for name in names}
    blocks = [deals[start : start + 8] for start in range(0, 320, 8)]
    covered = dict.fromkeys(names, 0)
    random = Random(2)
    for _ in range(STUDIES):
        study = Tally(RULESETS, [MEASURES[name] for name in names])
        for _ in range(40):
            for deal in blocks[int(random.random() * len(blocks))]:
                study.add(deal)
        for name in names:
            covered[name] += holds(pair(study, name), true[name])
    for name in names:
        assert covered[name] / STUDIES == pytest.approx(0.95, abs=WITHIN), name


@pytest.mark.parametrize("text", ["points=±12", "closed=±2.5%", "turns=0.7", "pickup_size=+-0.06"])
def test_stopping_at_a_width_leaves_the_intervals_their_95_per_cent(
    deals: list[Played], text: str
) -> None:
    goal = wanted(text, tuple(MEASURES.values()))
    name = goal.measure.name
    true, random, covered, lengths = truth(deals, name), Random(3), 0, set()
    for _ in range(STUDIES):
        study = Tally(RULESETS, [goal.measure])
        while not goal.stops(study):
            study.add(deals[int(random.random() * len(deals))])
        found = pair(study, name)
        assert found.difference.half_width is not None
        assert found.difference.half_width <= goal.width
        lengths.add(study.deals)
        covered += holds(found, true)
    # the stop depends on the cards, or this would test nothing
    assert len(lengths) > 1
    assert min(lengths) >= 200
    assert covered / STUDIES == pytest.approx(0.95, abs=WITHIN)


def test_play_stops_only_at_fixed_numbers_of_deals(deals: list[Played]) -> None:
    goal = wanted("points=±500", tuple(MEASURES.values()))
    study = Tally(RULESETS, [goal.measure])
    stops = []
    for deal in deals:
        study.add(deal)
        if goal.stops(study):
            stops.append(study.deals)
    assert stops == [200, 300]


def test_a_difference_hardly_ever_seen_does_not_stop_play(deals: list[Played]) -> None:
    # a hand that never differs has an interval of no width, and that says nothing
    goal = wanted("stalemate=±1", tuple(MEASURES.values()))
    study = Tally(RULESETS, [goal.measure])
    for deal in deals:
        study.add(deal)
    assert pair(study, "stalemate").difference.half_width == 0
    assert not goal.satisfied(study.pairs("stalemate"))


@pytest.mark.parametrize(
    ("text", "name", "width"),
    [
        ("points=±5", "points", 5),
        (" points = 5 ", "points", 5),
        ("points=+-2.5", "points", 2.5),
        ("points=+/-2.5", "points", 2.5),
        ("turns=.5", "turns", 0.5),
        # a share is read in per cent, as it is printed
        ("closed=±1%", "closed", 0.01),
        ("closed=2", "closed", 0.02),
    ],
)
def test_what_is_wanted_can_be_written_in_several_ways(text: str, name: str, width: float) -> None:
    found = wanted(text, tuple(MEASURES.values()))
    assert (found.measure.name, found.width) == (name, width)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("points", "'points' is no measure and width"),
        ("points=wide", "is no measure and width"),
        ("points=-5", "is no measure and width"),
        ("points=0", "Nothing is ever known to ±0"),
        ("points=0." + "0" * 200 + "1", "Nothing is ever known to ±0"),
        ("points=" + "9" * 400, "A width above 1,000,000,000 asks nothing"),
        ("points=5%", "points is not measured in per cent, but in points"),
        ("point=5", "no measure 'point' here; there are points, .*Did you mean points?"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, sentence: str) -> None:
    with pytest.raises(PozzettoError, match=sentence):
        wanted(text, tuple(MEASURES.values()))
