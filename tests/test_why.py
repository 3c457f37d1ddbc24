"""Why two rulesets come out otherwise: where hands part, and by which key."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from given import two_player_rules
from plugged import nothing_joined
from pozzetto import cli
from pozzetto.cli import group
from pozzetto.errors import PozzettoError
from pozzetto.game.deal import deal_hand
from pozzetto.game.moves import LAY, what
from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes
from pozzetto.game.table import Table
from pozzetto.lab.deeds import Deed, deed, deeds, packed
from pozzetto.lab.desk import desk_of
from pozzetto.lab.example import Example
from pozzetto.lab.parting import DEAL, PLAY, SCORE, Pair, part_deals
from pozzetto.lab.run import Run, play_hand, played
from pozzetto.lab.share import Share
from pozzetto.lab.why import SEVERAL, Why, why
from pozzetto.players import make
from pozzetto.rulebook import shelf
from pozzetto.rulebook.library import load
from pozzetto.rulebook.variants import Variant, one_key_at_a_time
from pozzetto.text.notation import Turn
from pozzetto.text.record import Record
from pozzetto.text.replay import replay
from pozzetto.words import diff

__all__ = ["nothing_joined"]

SEED = 7
BURRACO, FIBUR = load("burraco"), load("burraco-fibur")


def burraco(*changes: str) -> Rules:
    return load("burraco", changes)


def asked(base: Rules, other: Rules, hands: int = 40, player: str = "greedy", **more: Any) -> Why:
    return why(base, other, hands, SEED, (player,), **{"workers": 1, **more})


def counts(found: Why) -> dict[str, int]:
    return {each.key: each.share.count for each in found.reasons}


def results(rules: Rules, hands: int, player: str) -> list[Any]:
    run = Run(rulesets=(rules,), players=(player,) * len(rules.seats), seed=SEED)
    return [deal[0][0] for deal in played(run, hands, workers=1)]


# --- shares


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        # Wilson (1927), as tables print it; of none: z² / (n + z²) with z² = 3.841459
        (0, 10, 0.0, 3.841459 / 13.841459),
        (10, 10, 10 / 13.841459, 1.0),
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_the_interval_of_a_share(count: int, of: int, low: float, high: float) -> None:
    share = Share(count, of)
    assert share.mean == count / of
    assert share.low == pytest.approx(low, abs=6e-5)
    assert share.high == pytest.approx(high, abs=6e-5)


# --- deeds


def test_deeds_mean_the_same_whatever_number_a_meld_has() -> None:
    shapes, others = Shapes(BURRACO), Shapes(FIBUR)
    # another hand first, so that melds are numbered otherwise
    play_hand(others, [make("random", others)] * 4, SEED, 1)
    table = play_hand(shapes, [make("random", shapes)] * 4, SEED, 0)
    again = Table.dealt(others, deal_hand(FIBUR, SEED, 0))
    moves = 0
    for done in deeds(table)[:-1]:
        move = packed(others, done)  # type: ignore[arg-type]
        if move is None or again.refusal(move) is not None:
            break
        again.advance(move)
        moves += 1
    assert moves > 30
    assert deeds(again)[:moves] == deeds(table)[:moves]
    assert any(what(entry >> 4) == LAY for entry in again.log[:moves])
    for entry in table.log:
        assert packed(shapes, deed(shapes, entry & 15, entry >> 4)) == entry >> 4


# --- reasons


def test_a_ruleset_never_parts_from_itself() -> None:
    found = asked(BURRACO, BURRACO)
    assert (found.differ, found.reasons, found.examples) == (Share(0, 40), (), ())
    assert found.parted == {DEAL: 0, PLAY: 0, SCORE: 0}


def test_a_bonus_changes_no_play_but_the_count_of_every_hand_that_is_closed() -> None:
    # the random player knows no prices, and only a team that closes is paid the bonus
    found = asked(BURRACO, burraco("scoring.closing.points=200"), 60, "random")
    closed = sum(result.closer >= 0 for result in results(BURRACO, 60, "random"))
    assert 0 < closed < 60
    assert found.parted == {DEAL: 0, PLAY: 0, SCORE: closed}
    assert counts(found) == {"scoring.closing.points": closed}
    (reason,) = found.reasons
    assert (reason.base, reason.other, reason.share) == ("100", "200", Share(closed, 60))
    for example in found.examples:
        base, other = example.records
        assert base.turns == other.turns
        (moves,) = [each.data()["moves"] for each in found.partings if each.deal == example.deal]
        assert moves == sum(len(turn.moves) for turn in base.turns if isinstance(turn, Turn))
        # 100 points more for the team that closed, and none for the other one
        assert sorted(b - a for a, b in zip(base.score, other.score, strict=True)) == [0, 100]
        assert other.ended.startswith("closed by")


def test_what_a_closing_needs_parts_hands_where_somebody_could_close() -> None:
    # greedy picks the best of what is legal, and that no burraco is needed only allows more:
    # so what it does otherwise is just what the base refuses
    found = asked(BURRACO, burraco("closing.needs.burraco=none"), 80)
    assert found.parted[PLAY] == found.differ.count > 0
    assert counts(found) == {"closing.needs.burraco": found.differ.count}
    for example in found.examples:
        came = replay(example.other.record, BURRACO).parting
        assert came is not None
        assert came.refusal is not None
        assert came.refusal.key == "closing.needs.burraco"
        assert example.other.did.endswith(f": {came.move}")


def test_both_keys_count_where_either_is_enough() -> None:
    # ten cards a hand, or pozzetti of ten: each by itself moves cards in every deal
    other = burraco("deal.cards=10", "pozzetti.piles=[10, 10]")
    found = asked(BURRACO, other, 5)
    assert found.parted == {DEAL: 5, PLAY: 0, SCORE: 0}
    assert counts(found) == {"deal.cards": 5, "pozzetti.piles": 5}
    assert [example.keys for example in found.examples] == [("deal.cards", "pozzetti.piles")] * 3


def test_it_takes_several_where_none_is_enough() -> None:
    # a flat amount of nothing costs nothing, and an amount is not due where only cards count;
    # greedy plays without a thought of either
    base = burraco("scoring.unopened_pozzetto.points=0")
    other = burraco("scoring.unopened_pozzetto.points=-100", "scoring.unopened_pozzetto.cost=both")
    # a reason that is missed, or wrong, is so in every hand with a pozzetto left unopened
    found = asked(base, other, 30, "greedy")
    unopened = sum(any(result.unopened) for result in results(base, 30, "greedy"))
    assert unopened > 1
    assert found.parted == {DEAL: 0, PLAY: 0, SCORE: unopened}
    assert counts(found) == {SEVERAL: unopened}
    assert found.tried == ("scoring.unopened_pozzetto.cost", "scoring.unopened_pozzetto.points")
    assert found.examples[0].keys == ()
    alone = asked(BURRACO, burraco("scoring.unopened_pozzetto.cost=both"), 30, "greedy")
    key = "scoring.unopened_pozzetto.cost"
    assert counts(alone) == {key: unopened}


def test_a_key_that_play_does_not_ask_is_no_reason_for_a_player_of_chance() -> None:
    # the bonus changes no move, so the player must be asked with the chance it had in play
    changes = ("scoring.closing.points=200", "melds.run.paired_twos=false")
    found = asked(BURRACO, burraco(*changes), 60, "random")
    assert found.parted[PLAY] > 5
    reasons = counts(found)
    assert reasons["melds.run.paired_twos"] == found.parted[PLAY]
    assert reasons.get("scoring.closing.points", 0) == found.parted[SCORE]


@pytest.mark.parametrize("player", ["greedy", "random"])
def test_reasons_are_those_of_hands_played_freely(player: str) -> None:
    # a variant that by itself does what both did, and then parts from the base just there, is
    # a reason; one that goes on with the base is none. One that parts earlier shows neither.
    variants = tuple(each for each in one_key_at_a_time(BURRACO, FIBUR) if each.rules)
    seated = (player,) * 4
    pair = Pair(base=BURRACO, other=FIBUR, variants=variants, players=seated, seed=SEED)
    shown = 0
    for found in part_deals(pair, range(25)):
        if found is None or found.at != PLAY:
            continue
        base = deeds(table_of(BURRACO, player, found.deal))
        for variant in variants:
            assert variant.rules is not None
            done = deeds(table_of(variant.rules, player, found.deal))
            parted = where_they_part(base, done)
            if parted >= found.moves:
                assert (variant.key in found.keys) == (parted == found.moves)
                shown += 1
    assert shown > 60


def where_they_part(first: Sequence[Deed], second: Sequence[Deed]) -> int:
    together = zip(first, second, strict=False)
    parts = (index for index, (one, other) in enumerate(together) if one != other)
    return next(parts, len(first))


def table_of(rules: Rules, player: str, hand: int) -> Table:
    shapes = desk_of(rules).shapes
    return play_hand(shapes, [make(player, shapes)] * 4, SEED, hand)


def test_decks_that_differ_part_at_the_deal() -> None:
    # without two of its jokers the deck of 108 cards cannot lie as it did
    found = asked(BURRACO, burraco("deck.jokers=2"), 6)
    assert found.parted == {DEAL: 6, PLAY: 0, SCORE: 0}
    assert counts(found) == {"deck.jokers": 6}
    assert {(example.at, example.turn) for example in found.examples} == {(DEAL, 0)}
    for example in found.examples:
        assert example.base.did != example.other.did


def test_a_part_that_is_enough_stands_for_the_whole() -> None:
    # the deal of closed burraco turns no card up, and takes the pozzetti from the stock;
    # without a cut it must take them from there, so the cut is changed with all of `deal`
    found = asked(BURRACO, load("burraco-chiuso"), 4)
    assert counts(found) == {"deal.pozzetti_from": 4, "deal.upcard": 4}
    assert "deal" in found.tried
    assert "pozzetti.when_stock_ends" in found.unsplit


@pytest.mark.parametrize(
    ("change", "led"),
    [
        # a hand of five turns never comes to where these part
        ("hand_ends.limit.turns=12", "hand_ends.limit.turns=5"),
        ("scoring.closing.points=200", "hand_ends.limit.turns=5"),
    ],
)
def test_a_variant_that_cannot_be_led_so_far_is_no_reason(change: str, led: str) -> None:
    variant = Variant(key="led", base=None, other=None, rules=burraco(led))
    pair = Pair(
        base=BURRACO, other=burraco(change), variants=(variant,), players=("random",) * 4, seed=SEED
    )
    found = [each for each in part_deals(pair, range(20)) if each]
    assert found
    assert {each.keys for each in found} == {()}


def test_a_variant_that_refuses_what_both_did_is_no_reason() -> None:
    # the closing is paid more, but only a team with a clean burraco could close at all
    dearer, clean = "scoring.closing.points=200", "closing.needs.burraco={wilds: 0}"
    variant = Variant(key="led", base=None, other=None, rules=burraco(dearer, clean))
    players = ("random",) * 4
    pair = Pair(
        base=BURRACO, other=burraco(dearer), variants=(variant,), players=players, seed=SEED
    )
    hands = results(BURRACO, 60, "random")
    seen = set()
    for found in part_deals(pair, range(60)):
        if found is not None:
            hand = hands[found.deal]
            has_clean = hand.burracos[BURRACO.team_of[hand.closer]][0] > 0
            assert found.keys == (("led",) if has_clean else ())
            seen.add(has_clean)
    assert False in seen


def test_what_no_hand_depends_on_is_not_tried() -> None:
    found = asked(BURRACO, burraco("match.target=1000", "draw_for_deal=none"), 3)
    assert (found.tried, found.unsplit, found.differ.count) == ((), (), 0)


@pytest.mark.parametrize(("rule", "at"), [("few-melds", PLAY), ("no-clean", SCORE)])
def test_house_rules_are_a_reason_like_any_key(rule: str, at: str) -> None:
    # nothing else differs, so whatever parts, parts by them
    found = why(load("burraco"), load("burraco", [f"house_rules=[{rule}]"]), 10, workers=1)
    assert found.tried == (f"house_rules.{rule}",)
    assert found.parted[at] == found.differ.count > 0
    assert [(each.key, each.share.count) for each in found.reasons] == [
        (f"house_rules.{rule}", found.differ.count)
    ]


def test_a_hand_that_ends_earlier_parts_at_its_end() -> None:
    found = asked(BURRACO, burraco("hand_ends.limit.turns=12"), 5)
    assert counts(found) == {"hand_ends.limit.turns": 5}
    for example in found.examples:
        # the base goes on with a thirteenth turn
        assert (example.turn, example.other.ended, example.other.did) == (13, "limit", "")
        assert len(example.other.record.turns) == 12
        assert example.base.did.startswith(f"{seat_after(example.line[0])}: ")


def test_a_hand_that_ends_later_parts_where_the_base_ended() -> None:
    found = asked(burraco("hand_ends.limit.turns=12"), BURRACO, 5)
    for example in found.examples:
        assert (example.turn, example.base.ended, example.base.did) == (13, "limit", "")
        assert example.other.did.startswith(f"{seat_after(example.line[0])}: ")


def seat_after(seat: str) -> str:
    return "NESWN"["NESW".index(seat) + 1]


# --- hands to look at


@pytest.fixture(scope="module")
def fibur() -> Why:
    return asked(BURRACO, FIBUR, 30)


def test_the_shares_add_up(fibur: Why) -> None:
    assert sum(fibur.parted.values()) == fibur.differ.count
    assert sum(counts(fibur).values()) >= fibur.differ.count
    shares = [each.share.count for each in fibur.reasons]
    assert shares == sorted(shares, reverse=True)
    same = [
        one.record == other.record
        for one, other in zip(*map(recorded_hands, (BURRACO, FIBUR)), strict=True)
    ]
    assert same.count(False) == fibur.differ.count


def recorded_hands(rules: Rules) -> list[Any]:
    run = Run(rulesets=(rules,), players=("greedy",) * 4, seed=SEED, form="text")
    return [deal[0][0] for deal in played(run, 30, workers=1)]


def test_each_of_the_top_reasons_has_a_hand(fibur: Why) -> None:
    assert len(fibur.examples) == 3
    keys = [reason.key for reason in fibur.reasons[:3]]
    for key, example in zip(keys, fibur.examples, strict=False):
        assert key in example.keys


def test_the_hands_are_told_as_they_are_recorded(fibur: Why) -> None:
    assert any(example.at == PLAY for example in fibur.examples)
    for example in fibur.examples:
        for record in example.records:
            assert replay(record).ok
            assert record.number == example.deal + 1
            assert f"seed {SEED}, deal {example.deal}: " in record.note
        if example.at == PLAY:
            told_in_turn(example)


def told_in_turn(example: Example) -> None:
    """Whether both records say, in that turn, what the example says, and the same before."""
    before = [record.turns[: example.turn - 1] for record in example.records]
    assert before[0] == before[1]
    for side in (example.base, example.other):
        if side.did:
            seat, move = side.did.split(": ")
            turn = turn_of(side.record, example.turn)
            if example.line.startswith(f"{seat}: "):
                assert f"{turn}, ".startswith(f"{example.line}, {move}, ")
            else:
                assert f"{turn}, ".startswith(f"{side.did}, ")


def turn_of(record: Record, number: int) -> str:
    turn = record.turns[number - 1]
    assert isinstance(turn, Turn)
    return turn.written(record.rules)


def test_any_number_of_workers_and_any_chunks_give_the_same_answer(fibur: Why) -> None:
    told: list[tuple[int, int]] = []
    again = asked(
        BURRACO, FIBUR, 30, workers=2, chunk=7, progress=lambda done, of: told.append((done, of))
    )
    assert again.data() == fibur.data()
    assert told[-1] == (30, 30)


def test_the_data_is_plain(fibur: Why) -> None:
    data = json.loads(json.dumps(fibur.data()))
    assert data["differ"]["hands"] == fibur.differ.count
    assert data["differ"]["low"] < data["differ"]["mean"] < data["differ"]["high"]
    assert set(data["parted"]) == {"deal", "play", "score"}
    assert len(data["partings"]) == fibur.differ.count
    for parting in data["partings"]:
        assert set(parting) == {"deal", "at", "moves", "keys"}
    for reason in data["reasons"]:
        assert set(reason) == {"key", "base", "other", "hands", "mean", "low", "high"}
    for example in data["examples"]:
        assert set(example) == {"deal", "at", "turn", "line", "keys", "base", "other"}


def test_what_cannot_be_paired_is_refused() -> None:
    with pytest.raises(PozzettoError, match="cannot be compared deal by deal"):
        asked(BURRACO, two_player_rules())


# --- the command


def run(*arguments: str, **environment: str) -> Any:
    words = ["compare", *arguments, "--workers", "1"]
    return CliRunner(env={"LANGUAGE": "en", **environment}).invoke(group, words)


@pytest.mark.parametrize("columns", [40, 80])
def test_it_is_told_and_fits_the_page(columns: int) -> None:
    result = run("burraco", "burraco-fibur", "--hands", "20", "--why", COLUMNS=str(columns))
    assert result.exit_code == 0
    *lines, last = result.stdout.splitlines()
    assert max(map(len, lines)) <= columns
    told = " ".join(" ".join(lines).split())
    assert re.search(
        r"Why\? Of the first 20 hands \d+ went otherwise under burraco-fibur than under "
        r"burraco, \d+\.\d % \(\d+\.\d–\d+\.\d\): 0 dealt otherwise, ",
        told,
    )
    assert "because of burracos.semi_clean burraco: There is no such rule." in told
    assert last == (
        "To repeat: pozzetto compare burraco burraco-fibur --hands 20 --seed 1 "
        "--players greedy --why"
    )


def test_the_hands_shown_can_be_replayed(tmp_path: Path) -> None:
    for name in ("hands.txt", "hands.jsonl"):
        path = tmp_path / name
        result = run(
            *("burraco", "burraco-fibur", "--hands", "20", "--why", "--why-hands", "30"),
            *("--records", str(path), "--json"),
        )
        assert result.exit_code == 0
        found = json.loads(result.stdout)["why"]["burraco-fibur"]
        assert found["hands"] == 30
        hands = [example["deal"] + 1 for example in found["examples"] for _ in range(2)]
        came = CliRunner().invoke(group, ["replay", str(path), "--json"])
        replayed = json.loads(came.stdout)
        assert (replayed["ok"], replayed["parted"]) == (6, 0)
        assert [hand["hand"] for hand in replayed["hands"]] == hands
        assert [hand["ruleset"] for hand in replayed["hands"]] == ["burraco", "burraco-fibur"] * 3


def test_nothing_is_said_without_being_asked() -> None:
    result = run("burraco", "burraco-fibur", "--hands", "2", "--json")
    assert "why" not in json.loads(result.stdout)


def test_several_rulesets_have_a_why_each() -> None:
    result = run("burraco", "burraco", "burraco-fibur", "--hands", "3", "--why", "--json")
    data = json.loads(result.stdout)["why"]
    assert list(data) == ["burraco", "burraco-fibur"]
    assert data["burraco"]["differ"]["hands"] == 0


@pytest.mark.parametrize("option", ["--why-hands=3", "--records=hands.txt"])
def test_what_says_more_of_why_needs_it(option: str) -> None:
    result = run("burraco", "burraco-fibur", option)
    assert result.exit_code == 2
    assert "--why" in result.output


def test_no_other_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("extends: burraco\n", encoding="utf-8")
    result = run("burraco", str(path), "--hands", "2", "--why", "--records", str(path))
    assert isinstance(result.exception, PozzettoError)
    assert path.read_text("utf-8") == "extends: burraco\n"


def test_the_same_rules_leave_nothing_to_explain() -> None:
    result = run("burraco", "burraco", "--set", "match.target=1000", "--hands", "3", "--why")
    assert "Why? There is nothing to explain: the rules by which" in result.stdout


def test_each_house_rule_is_tried_alone() -> None:
    base = load("burraco", ["house_rules=[exact-cut, few-melds]"])
    other = load("burraco", ["house_rules=[no-clean, {few-melds: {most: 1}}, lone-two]"])
    # one taken away, one with other options, two added, each where it stands in the other
    variants = {each.key: each for each in one_key_at_a_time(base, other)}
    alone = {
        key.removeprefix("house_rules."): each.rules.book["house_rules"]
        for key, each in variants.items()
        if each.rules is not None
    }
    assert alone == {
        "exact-cut": ["few-melds"],
        "few-melds": ["exact-cut", {"few-melds": {"most": 1}}],
        "no-clean": ["no-clean", "exact-cut", "few-melds"],
        "lone-two": ["exact-cut", "few-melds", "lone-two"],
    }
    assert (variants["house_rules.few-melds"].base, variants["house_rules.few-melds"].other) == (
        "{}",
        "{most: 1}",
    )


def test_a_house_rule_is_the_cause_by_its_name(capsys: Any) -> None:
    # of two that are added only one can change what is played: no-clean is counted at the end
    words = ["compare", "burraco", "burraco", "--set", "house_rules=[no-clean, few-melds]"]
    assert cli.run([*words, "--hands", "10", "--workers", "1", "--why"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "because of house rule few-melds" in out
    assert "B: A side lays at most 2 melds before it has taken its pozzetto" in out
    assert "burraco + no-clean + few-melds" in out


def test_a_house_rule_that_tells_nothing_of_its_options_is_told_with_them(tmp_path: Path) -> None:
    code = '"""Quiet."""\nAPI = 1\n\ndef pozzetto_options():\n    '
    code += 'return {"points": {"type": "integer", "default": 5, "description": "x"}}\n'
    file = tmp_path / "quiet.py"
    file.write_text(code, "utf-8")
    shelf.join(str(file))
    first, second = (
        load("burraco", [f"house_rules=[{{quiet: {{points: {points}}}}}]"]) for points in (1, 2)
    )
    (row,) = diff(first, second).rows
    assert (row.first, row.second) == ("Quiet. [quiet] (points: 1)", "Quiet. [quiet] (points: 2)")
