"""Re-pricing: the same play at other prices, worked by hand on the golden hands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pozzetto.cli import run
from pozzetto.errors import PozzettoError
from pozzetto.game.match import MatchEnd
from pozzetto.game.rules import Rules
from pozzetto.lab.repricing import Counting
from pozzetto.lab.rescore import Pricing, RescoredMatch, matches
from pozzetto.lab.simulate import Records, simulate
from pozzetto.rulebook.library import load
from pozzetto.text.record import Record
from pozzetto.text.record_reading import read_records, records_in
from pozzetto.text.record_text import FORMS, JSON, TEXT, head_text

GAMES = Path(__file__).parent / "games"
# NS 110, EW 680: EW 2C 2C 3C 2D with the twin two, a clean and a dirty burraco; E closed
BURRACO_HAND = GAMES / "burraco.txt"
# NS 415, EW 730: NS a semi-clean and a dirty burraco, EW a clean one; E closed
FIBUR_HAND = GAMES / "burraco-fibur.txt"


def golden(path: Path) -> Record:
    (record,) = records_in(str(path))
    return record


def chained(record: Record, times: int) -> Iterator[Record]:
    """The same hand so many times, each going on from the totals of the one before."""
    for number in range(times):
        scores = tuple(points * number for points in record.score)
        yield replace(record, number=number + 1, scores=scores)


def match_of(record: Record, times: int, rules: Rules) -> RescoredMatch:
    pricing = Pricing(rules)
    (match,) = matches(map(pricing.rescored, chained(record, times)), rules)
    return match


# --- one hand


@pytest.mark.parametrize(
    ("hand", "under", "changes", "score"),
    [
        (BURRACO_HAND, "burraco", [], (110, 680)),
        # E closed: 100 becomes 150
        (BURRACO_HAND, "burraco", ["scoring.closing.points=150"], (110, 730)),
        # one clean burraco of EW: 200 becomes 300
        (BURRACO_HAND, "burraco", ["burracos.clean.points=300"], (110, 780)),
        # S's unopened pozzetto costs 100, no more the 130 of its cards
        (
            BURRACO_HAND,
            "burraco",
            ["scoring.unopened_pozzetto={cost: flat, points: -100}"],
            (140, 680),
        ),
        (FIBUR_HAND, "burraco-fibur", [], (415, 730)),
        # burraco knows no semi-clean burraco: NS's 150 is a dirty one, 100
        (FIBUR_HAND, "burraco", [], (365, 730)),
        (FIBUR_HAND, "burraco-fibur", ["burracos.semi_clean.points=600"], (865, 730)),
    ],
)
def test_a_hand_at_other_prices(
    hand: Path, under: str, changes: list[str], score: tuple[int, ...]
) -> None:
    found = Pricing(load(under, changes)).rescored(golden(hand))
    assert found.why is None
    assert found.score == score


def test_a_meld_that_the_others_refuse_has_no_price() -> None:
    # without paired twos one of 2C 2C is a wild card, and 2D is another
    found = Pricing(load("burraco-fibur")).rescored(golden(BURRACO_HAND))
    assert found.priced == ()
    assert found.played == (110, 680)
    assert str(found.why).startswith("EW laid 2C 2C 3C 2D=4C: Of wild cards a meld takes at most 1")


def test_a_second_set_of_a_rank_has_no_price_where_one_is_allowed() -> None:
    several = load("burraco", ["melds.set.one_per_rank=false"])
    written: list[str] = []
    simulate(several, 30, 3, ["random"], workers=1, records=Records(TEXT, written.append))
    counted = {True: 0, False: 0}
    for record in read_records("".join(written)):
        found = Pricing(load("burraco")).rescored(record)
        repeated = any(
            "set" in str(found.why) and "already" in str(found.why) for _ in [found] if found.why
        )
        counted[repeated] += 1
        assert (found.why is None) == bool(found.priced)
    assert min(counted.values()) > 0


def test_a_wild_that_may_move_is_read_anew_and_a_locked_one_is_not() -> None:
    # a joker that lies as an ace below the two may lie above the five
    written: list[str] = []
    simulate(load("burraco"), 40, 3, ["random"], workers=1, records=Records(TEXT, written.append))
    records = list(read_records("".join(written)))
    moves, locked = (
        Pricing(
            load(
                "burraco",
                [
                    "melds.run.ace=[high]",
                    "melds.run.paired_twos=false",
                    f"melds.wilds.move={how}",
                ],
            )
        )
        for how in ("end_free", "locked")
    )
    apart = [
        {record.number for record in records if pricing.rescored(record).why is not None}
        for pricing in (moves, locked)
    ]
    assert apart[0] < apart[1]


def test_a_hand_that_is_not_over_has_no_price() -> None:
    record = golden(FIBUR_HAND)
    short = replace(record, turns=record.turns[:5], ended="", sheets=())
    found = Pricing(load("burraco-fibur")).rescored(short)
    assert (found.played, found.priced, str(found.why)) == ((), (), "it is not over")


def test_a_record_that_does_not_hold_has_no_price() -> None:
    record = golden(FIBUR_HAND)
    found = Pricing(load("burraco-fibur")).rescored(replace(record, ended="stock"))
    assert found.priced == ()
    assert "it does not go as recorded: the end of the hand" in str(found.why)


@pytest.mark.parametrize(
    ("under", "changes", "sentence"),
    [
        ("burraco-2p", [], "is for N"),
        ("burraco", ["deck.jokers=2"], "2 packs and 2 jokers"),
        (
            "burraco",
            ["pozzetti=none", "closing.needs.pozzetto=not_needed"],
            "is played with 2 pozzetti, and burraco.* with none",
        ),
    ],
)
def test_other_games_are_refused(under: str, changes: list[str], sentence: str) -> None:
    with pytest.raises(PozzettoError, match=sentence):
        Pricing(load(under, changes)).rescored(golden(FIBUR_HAND))


# --- matches


def test_a_match_is_told_by_both() -> None:
    match = match_of(golden(FIBUR_HAND), 4, load("burraco"))
    # by its own rules four hands: 4 x 415 and 4 x 730, 1260 apart: 16 to 4
    played = match.played
    assert played.totals == (1660, 2920)
    assert played.outcome is not None
    assert (played.outcome.winner, played.outcome.reason) == (1, MatchEnd.HANDS)
    assert (played.after, played.victory_points) == (4, (4, 16))
    # by burraco 365 and 730 a hand: EW has 2190 after three, and wins by the target of 2000
    priced = match.priced
    assert priced is not None
    assert priced.totals == (1460, 2920)
    assert priced.outcome is not None
    assert (priced.outcome.winner, priced.outcome.reason) == (1, MatchEnd.TARGET)
    assert (priced.after, priced.victory_points) == (3, ())


def test_another_team_may_win() -> None:
    rules = load("burraco-fibur", ["burracos.semi_clean.points=600"])
    match = match_of(golden(FIBUR_HAND), 4, rules)
    # NS 4 x 865 = 3460 against 2920: 540 apart, 13 to 7
    assert match.priced is not None
    assert match.priced.totals == (3460, 2920)
    assert match.priced.victory_points == (13, 7)
    assert match.priced.outcome is not None
    assert match.priced.outcome.winner == 0
    counting = Counting(rules)
    counting.add(match)
    found = counting.summary()
    assert (found.hands, found.priced, found.matches, found.turned_matches) == (4, 4, 1, 1)
    assert found.turned is not None
    assert found.turned.mean == 1


def test_a_match_with_a_hand_without_a_price_has_no_total() -> None:
    match = match_of(golden(BURRACO_HAND), 2, load("burraco-fibur"))
    assert match.played.totals == (220, 1360)
    assert match.played.outcome is None
    assert match.priced is None


def test_hands_that_do_not_go_on_are_matches_of_their_own() -> None:
    rules = load("burraco-fibur")
    pricing = Pricing(rules)
    record = golden(FIBUR_HAND)
    hands = [*chained(record, 2), record, replace(record, players=("a", "b", "c", "d"))]
    found = matches(map(pricing.rescored, hands), rules)
    assert [len(match.hands) for match in found] == [2, 1, 1]


# --- the proof: where only a bonus changes, and nobody looks at prices, re-pricing is the same
# as playing it


@pytest.mark.parametrize(
    "change",
    ["burracos.clean.points=350", "scoring.closing.points=0", "values={3: 25}"],
)
@pytest.mark.parametrize("form", [TEXT, JSON])
def test_re_pricing_and_simulation_agree(change: str, form: str) -> None:
    # players at random choose by number, whatever a move pays
    base, other = load("burraco"), load("burraco", [change])
    written: list[str] = []
    before = simulate(base, 40, 7, ["random"], workers=1, records=Records(form, written.append))
    after = simulate(other, 40, 7, ["random"], workers=1)
    pricing, counting = Pricing(other), Counting(other)
    hands = map(pricing.rescored, read_records("".join(written)))
    for match in matches(hands, other):
        counting.add(match)
    rows = {row.measure.name: row for row in counting.summary().rows}
    assert counting.summary().priced == 40
    for name in ("points", "spread", "negative"):
        assert rows[name].played == before.figure(name)
        assert rows[name].priced == after.figure(name)
    assert rows["points"].difference.mean != 0


# --- the command


@pytest.fixture
def evening(tmp_path: Path) -> str:
    """A file with a match of four hands, and a hand that has no price by burraco-fibur."""
    path = tmp_path / "evening.txt"
    fibur, other = golden(FIBUR_HAND), golden(BURRACO_HAND)
    texts = [head_text(fibur.book), *map(FORMS[TEXT], chained(fibur, 4))]
    path.write_text("".join([*texts, head_text(other.book), FORMS[TEXT](other)]), "utf-8")
    return str(path)


def test_the_command_tells_matches_means_and_what_has_no_price(evening: str, capsys: Any) -> None:
    change = "burracos.semi_clean.points=600"
    words = ["rescore", evening, "--under", "burraco-fibur", "--set", change, "--lang", "en"]
    assert run(words) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "NS 1660 3460" in lines
    assert "won by EW NS" in lines
    assert "victory points NS 4, EW 16 NS 13, EW 7" in lines
    assert f"4 of 5 hands counted at the prices of burraco-fibur[{change}]" in " ".join(lines)
    # the same hand four times: no figure varies
    assert "points of NS 415.0 865.0 +450.0" in lines
    assert "1 hand has no price:" in lines


def test_the_command_tells_a_program(evening: str, capsys: Any) -> None:
    assert run(["rescore", evening, evening, "--under", "burraco-fibur", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["under"], told["hands"], told["priced"]) == ("burraco-fibur", 10, 8)
    first, second, *_ = told["matches"]
    assert first["played"]["victory_points"] == {"NS": 4, "EW": 16}
    assert first["priced"]["winner"] == "EW"
    assert first["hands"][0]["priced"] == {"NS": 415, "EW": 730}
    assert second["priced"] is None
    assert second["hands"][0]["why"].startswith("EW laid 2C 2C 3C 2D=4C")


def test_nothing_with_a_price_is_a_no(capsys: Any) -> None:
    assert run(["rescore", str(BURRACO_HAND), "--under", "burraco-fibur"]) == 1
    assert "0 of 1 hand counted" in capsys.readouterr().out


def test_another_game_is_told_with_its_place(capsys: Any) -> None:
    assert run(["rescore", str(BURRACO_HAND), "--under", "burraco-2p"]) == 2
    said = capsys.readouterr().err
    assert "burraco.txt:" in said
    assert "hand 1: This hand was played by NS (N S) against EW (E W)" in said


def test_a_house_rule_is_counted_with_the_facts_of_the_deal(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    kept: list[str] = []
    rules = load("burraco")
    simulate(rules, 6, 3, ("random",), workers=1, records=Records(TEXT, kept.append))
    path.write_text("".join(kept), encoding="utf-8")
    # the cutter's side earns 100 for a lift of just so many cards: of the first hand's
    first = next(iter(records_in(str(path))))
    changes = [f"house_rules=[{{exact-cut: {{cards: {first.lift}}}}}]"]
    found = Pricing(load("burraco", changes)).rescored(first)
    assert found.priced is not None
    was = [sum(line.points for line in sheet) for sheet in first.sheets]
    now = [sum(line.points for line in sheet) for sheet in found.priced]
    # the cutter sits at the dealer's right
    cutting = rules.team_of[(first.dealer - 1) % 4]
    assert now[cutting] == was[cutting] + 100
    assert now[1 - cutting] == was[1 - cutting]
