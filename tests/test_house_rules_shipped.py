"""The house rules that come along: their cases, and that they hold in any company.

Every pair of them and some triples play hands in which nothing may go wrong: no card is
lost, nobody is without a move, what is listed is accepted and what is refused is not listed,
a sheet is the sum of its lines, and a hand's record plays the same hand again. In the suite
few hands are played; `POZZETTO_HOUSE_HANDS=200` plays as many as one wants.
"""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from pozzetto import cli
from pozzetto.errors import IllegalMove, RulesetError
from pozzetto.game.cards import JOKER, cards
from pozzetto.game.chance import cut_size, stream
from pozzetto.game.deal import deal, deal_hand
from pozzetto.game.moves import ADD, DISCARD, DRAW, LAY, TAKE, discard, what
from pozzetto.game.rules import Rules
from pozzetto.game.scoring import score, sheets
from pozzetto.game.shapes import Shapes
from pozzetto.game.state import State
from pozzetto.game.table import Table
from pozzetto.game.views import View
from pozzetto.players import make
from pozzetto.rulebook.library import load, names
from pozzetto.rulebook.plugins import found
from pozzetto.rulebook.portrait import portrait
from pozzetto.text.cases import Case, cases_in, judge
from pozzetto.text.record import Book, Record, recorded
from pozzetto.text.record_reading import read_records
from pozzetto.text.record_text import written_records
from pozzetto.text.replay import replay
from pozzetto.words.sheet import explain

HERE = Path(__file__).parent / "house"
HANDS = int(os.environ.get("POZZETTO_HOUSE_HANDS", "3"))
SHIPPED: dict[str, dict[str, object]] = {
    "bonus-suit": {},
    "exact-cut": {"cards": 36},
    "few-melds": {},
    "lone-two": {},
    "no-clean": {},
    "opening-minimum": {"who": "all"},
    "time-out": {"turns": 30},
}
"""Every house rule that comes along, with options by which it acts in ordinary hands."""

PAIRS = list(combinations(SHIPPED, 2))
TRIPLES = sorted(Random(63).sample(list(combinations(SHIPPED, 3)), 12))


def house(*rules: str, base: str = "burraco") -> Rules:
    """A ruleset with these house rules."""
    listed = ", ".join(
        f"{{{name}: {{{', '.join(f'{key}: {value}' for key, value in SHIPPED[name].items())}}}}}"
        for name in rules
    )
    return load(base, [f"house_rules=[{listed}]"])


# --- the cases


def _cases() -> list[object]:
    return [
        pytest.param(case, id=f"{file.name.removesuffix('.cases.yaml')}:{case.label}")
        for file in sorted(HERE.glob("*.cases.yaml"))
        for case in cases_in(str(file))
    ]


@pytest.mark.parametrize("case", _cases())
def test_case(case: Case) -> None:
    result = judge(case)
    assert result.passed, str(result)


def test_every_house_rule_has_cases() -> None:
    files = [file.name for file in HERE.glob("*.cases.yaml")]
    for name in SHIPPED:
        assert any(file.startswith(name) for file in files)


def test_the_judge_judges_them_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["judge", *map(str, sorted(HERE.glob("*.cases.yaml")))]) == 0
    assert "0 failed" in capsys.readouterr().out


# --- each by itself


@pytest.mark.parametrize("name", SHIPPED)
def test_each_says_what_it_is_in_two_languages(name: str) -> None:
    told = portrait(found(name))
    assert set(told["explained"]) == {"en", "it"}
    assert told["distribution"] == "pozzetto"
    assert told["about"]
    for lang in ("en", "it"):
        section = explain(house(name), lang).sections[-1]
        assert f"[{name}]" in str(section.texts)


def test_the_suit_is_shown_by_the_upcard() -> None:
    rules = house("bonus-suit")
    shapes = Shapes(rules)
    seen = set()
    for hand in range(60):
        dealt = deal_hand(rules, 8, hand)
        fact = Table.dealt(shapes, dealt).facts["bonus-suit"]
        (upcard,) = dealt.pile
        assert fact == (None if upcard == JOKER else "SHDC"[upcard // 13])
        seen.add(fact)
    assert seen >= set("SHDC")
    jokers = (hand for hand in range(500) if deal_hand(rules, 8, hand).pile == (JOKER,))
    shown = Table.dealt(shapes, deal_hand(rules, 8, next(jokers)))
    assert shown.facts["bonus-suit"] is None


def test_where_no_card_is_turned_up_the_last_of_the_stock_shows_it() -> None:
    rules = house("bonus-suit", base="burraco-chiuso")
    dealt = deal_hand(rules, 8, 0)
    assert not dealt.pile
    assert dealt.stock[-1] != JOKER
    fact = Table.dealt(Shapes(rules), dealt).facts["bonus-suit"]
    assert fact == "SHDC"[dealt.stock[-1] // 13]


@pytest.mark.parametrize(("lift", "points"), [(22, 100), (23, 0)])
def test_a_cut_of_exactly_22_is_paid_where_a_hand_is_dealt(lift: int, points: int) -> None:
    rules = load("burraco", ["house_rules=[exact-cut]"])
    plain = load("burraco")
    for dealer, team in ((0, 1), (1, 0)):
        sheet = []
        for each in (rules, plain):
            dealt = deal(each, deal_hand(each, 1, 1).deck, dealer, lift)
            table = Table.dealt(Shapes(each), dealt)
            table.ended = "stock"
            sheet.append(score(table))
        differs = [with_it - without for with_it, without in zip(*sheet, strict=True)]
        assert differs[team] == points
        assert differs[1 - team] == 0


def test_how_often_exactly_22_are_lifted_in_simulations() -> None:
    # binomial, 108 cards with chance 1/3, within 22 to 63: 0.0011142, that is 22 in 20,000
    # hands, with a standard deviation of 4.7
    rules = load("burraco")
    found = sum(cut_size(rules, 1, hand) == 22 for hand in range(20_000))
    assert 22 - 4 * 4.7 < found < 22 + 4 * 4.7


def test_an_exact_cut_needs_a_cut() -> None:
    with pytest.raises(RulesetError, match=r"needs the ruleset to have `deal\.cut`"):
        load("burraco-chiuso", ["house_rules=[exact-cut]"])


def test_few_melds_needs_pozzetti() -> None:
    with pytest.raises(RulesetError, match="needs the ruleset to have `pozzetti`"):
        load(
            "burraco",
            ["house_rules=[few-melds]", "pozzetti=none", "deal.pozzetti_from=stock"],
        )


# --- in any company


@pytest.mark.parametrize("rules", [*PAIRS, *TRIPLES], ids="+".join)
def test_in_any_company(rules: tuple[str, ...]) -> None:
    under = house(*rules)
    shapes = Shapes(under)
    _replays([_play(shapes, 1, hand, ("greedy", "random")[hand % 2]) for hand in range(HANDS)])


@pytest.mark.parametrize("base", names())
def test_all_that_fit_under_every_ruleset(base: str) -> None:
    fit = [name for name in SHIPPED if name != "exact-cut" or load(base).deal.cut]
    shapes = Shapes(house(*fit, base=base))
    _replays([_play(shapes, 2, hand, ("random", "greedy")[hand % 2]) for hand in range(HANDS)])


def _play(shapes: Shapes, seed: int, hand: int, player: str) -> tuple[Table, Record]:
    rules = shapes.rules
    dealt = deal_hand(rules, seed, hand)
    table = Table.dealt(shapes, dealt, totals=(1500, 0))
    choose = make(player, shapes).choose
    random = stream(seed, hand, "shipped")
    deck = sorted(rules.deck)
    while not table.ended:
        moves = table.legal()
        assert moves, f"hand {hand}: nobody can move at {table.turns}"
        _consistent(table, moves, random())
        table.apply(choose(View(table, table.to_move), moves, random))
        assert table.cards() == deck
    for sheet, points in zip(sheets(table), score(table), strict=True):
        assert points == sum(line.points for line in sheet)
    players = (player,) * len(rules.seats)
    return table, recorded(table, dealt, players=players, number=hand + 1, book=Book.of(rules))


def _consistent(table: Table, moves: list[int], chance: float) -> None:
    # every move listed is accepted, and every other one refused, the table staying as it is
    before = _facts(table)
    others = [DRAW, TAKE, *map(discard, range(53))]
    if table.drawn and table.owed < 0:
        others += table.shapes.new_melds(table.hand, table.ranks_laid(table.team))
    others = [move for move in others if move not in moves]
    # a few of each, another few every time
    for move in _some(moves, chance):
        assert table.refusal(move) is None
    for move in _some(others, chance):
        refused = table.refusal(move)
        assert refused is not None
        assert refused.sentence
        with pytest.raises(IllegalMove):
            table.apply(move)
    assert _facts(table) == before
    assert {what(move) for move in moves} <= {DRAW, TAKE, LAY, ADD, DISCARD, 5, 6}


def _some(moves: list[int], chance: float) -> list[int]:
    step = len(moves) // 4 + 1
    return moves[int(chance * step) :: step]


def _facts(table: Table) -> str:
    facts = {name: getattr(table, name) for name in State.__slots__}
    facts["hands"] = [each.cards() for each in table.hands]
    del facts["rules"], facts["shapes"]
    return str(facts)


def _replays(hands: list[tuple[Table, Record]]) -> None:
    # all in one file, whose rules are compiled but once
    records = read_records("".join(written_records(record for _, record in hands)))
    for (table, _), read in zip(hands, records, strict=True):
        came = replay(read)
        assert came.parting is None, came.parting.sentence
        assert came.table is not None
        assert came.table.outcome() == table.outcome()
        assert sheets(came.table) == sheets(table)


# --- trials


def test_a_trial_has_all_that_a_state_has() -> None:
    table = Table.dealt(Shapes(load("burraco")), deal_hand(load("burraco"), 1, 1))
    trial = table.trial()
    for name in State.__slots__:
        if name != "hands":
            assert getattr(trial, name) == getattr(table, name)
    trial.hand.put(cards("AS")[0])
    trial.pile.append(0)
    trial.melds[trial.team].append(0)
    assert table.hand.size == 11
    assert len(table.pile) == 1
    assert table.melds == [[], []]
    assert replace(table.rules) == trial.rules
