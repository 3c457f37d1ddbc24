"""Hand records: written, read and played again exactly; whatever is damaged is refused."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pozzetto.errors import Fault, RecordError
from pozzetto.game.deal import deal_hand
from pozzetto.game.moves import ADD, DIRECTOR, LAY, index_of, shape_of, what
from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes
from pozzetto.game.table import Table
from pozzetto.lab.run import play_hand
from pozzetto.players import NAMES, make, takes_budget
from pozzetto.rulebook.compiler import NOT_RULES
from pozzetto.rulebook.library import load, names
from pozzetto.text.notation import Move, Turn
from pozzetto.text.record import Book, Comment, Record, recorded
from pozzetto.text.record_reading import MOST_FAULTS, read_records, records_in
from pozzetto.text.record_text import (
    FORMS,
    as_data,
    head_text,
    json_line,
    written_records,
)
from pozzetto.text.replay import replay

HANDS = int(os.environ.get("POZZETTO_RECORD_HANDS", "20"))
"""Hands of every ruleset, so that each player plays five; 10,000 take about half an hour."""
TO_A_FILE = 20
SEED = 23
PLAYERS = [f"{name}:2" if takes_budget(name) else name for name in NAMES]
"""Every player, but whoever plays hands out in thought plays two: records do not ask how well."""
every_ruleset = pytest.mark.parametrize("name", names())


@cache
def shapes_of(name: str) -> Shapes:
    return Shapes(load(name))


def played(name: str, hand: int, player: str, seed: int = SEED) -> tuple[Table, Record]:
    """A hand, and its record as it was played."""
    shapes = shapes_of(name)
    seats = len(shapes.rules.seats)
    table = play_hand(shapes, [make(player, shapes)] * seats, seed, hand)
    dealt = deal_hand(shapes.rules, seed, hand)
    return table, recorded(table, dealt, players=[player] * seats, number=hand + 1)


@cache
def a_hand() -> Record:
    """One hand of burraco."""
    return played("burraco", 0, "greedy")[1]


def text_of(*records: Record) -> str:
    return "".join(written_records(records))


def faults(text: str | bytes) -> list[Fault]:
    with pytest.raises(RecordError) as caught:
        list(read_records(text, "hands.txt"))
    return list(caught.value.faults)


# --- written, read and played again


@every_ruleset
def test_a_hand_is_read_and_played_again_exactly(name: str) -> None:
    book = Book.of(load(name))
    # so many to a file, whose rules are compiled but once
    for start in range(0, HANDS, TO_A_FILE):
        hands = range(start, min(start + TO_A_FILE, HANDS))
        tables, records = [], []
        for hand in hands:
            table, record = played(name, hand, PLAYERS[hand % len(PLAYERS)])
            tables.append(table)
            records.append(replace(record, book=book))
        text = text_of(*records)
        read = list(read_records(text))
        assert read == records
        assert text_of(*read) == text
        assert list(read_records("".join(map(json_line, records)))) == records
        for each, table, record in zip(read, tables, records, strict=True):
            came = replay(each)
            assert came.parting is None
            assert came.table is not None
            # the same moves, told apart by nothing but the numbering of their melds
            assert spelled(came.table) == spelled(table)
            assert came.sheets == record.sheets


def spelled(table: Table) -> list[Any]:
    """The log with every meld spelled out."""
    melds = table.shapes.melds
    moves = [(entry & 15, entry >> 4) for entry in table.log]
    return [
        (seat, what(move), index_of(move), melds[shape_of(move)])
        if what(move) in (LAY, ADD)
        else (seat, move)
        for seat, move in moves
    ]


@every_ruleset
def test_the_rules_of_a_record_are_the_rules_it_was_played_by(name: str) -> None:
    rules = load(name)
    (read,) = read_records(text_of(played(name, 0, "greedy")[1]))
    assert read.rules == rules
    assert {**rules.book, **read.rules.book, "cites": 0, "title": 0, "summary": 0} == {
        **rules.book, "cites": 0, "title": 0, "summary": 0,
    }  # fmt: skip


def test_rules_changed_on_the_spot_are_kept_as_they_are() -> None:
    rules = load("burraco", ["burracos.clean.points=300", "pozzetti=none", "melds.set=none"])
    table = play_hand(shapes := Shapes(rules), [make("greedy", shapes)] * 4, SEED, 1)
    record = recorded(table, deal_hand(rules, SEED, 1), players=["greedy"] * 4)
    (read,) = read_records(text_of(record))
    assert read.rules == rules
    assert read.book.name == rules.name
    assert replay(read).ok


def test_nothing_has_to_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of(a_hand())
    monkeypatch.setattr("pozzetto.rulebook.library._shelves", lambda: iter(()))
    (read,) = read_records(text)
    assert replay(read).ok


def test_a_file_holds_hands_of_several_rulesets() -> None:
    hands = [a_hand(), played("burraco", 1, "greedy")[1], played("burraco-2p", 0, "greedy")[1]]
    text = text_of(*hands)
    assert text.count("pozzetto record 1\n") == 2
    assert list(read_records(text)) == hands
    assert list(read_records("".join(map(json_line, hands)))) == hands


def test_everything_a_record_can_hold_comes_back() -> None:
    cards = a_hand().deck[:4]
    record = replace(
        a_hand(),
        number=7,
        note="the last table, second round",
        players=("Anna", "Bruno: the elder", "# 3", ""),
        scores=(1995, -110),
        drawn=tuple((kind,) for kind in cards),
        turns=(*a_hand().turns[:3], Turn(DIRECTOR, (Move("time"),)), *a_hand().turns[3:]),
        comments=(
            Comment("hand", 0, "# before the hand"),
            Comment("deck", 2, "# in the deck"),
            Comment("turns", 0, "# before the turns"),
            Comment("turns", 1, "#"),
            Comment("turns", 1, "# two of them"),
            Comment("end", 0, "# before the end"),
        ),
    )
    book = replace(record.book, comments=(Comment("ruleset", 0, "# at the top"),))
    record = replace(record, book=book)
    text = text_of(record)
    assert list(read_records(text)) == [record]
    assert text_of(*read_records(text)) == text
    assert list(read_records(json_line(record))) == [record]
    assert text.splitlines()[:2] == ["pozzetto record 1", "# at the top"]


def test_a_hand_may_stop_before_its_end() -> None:
    whole, shapes = a_hand(), shapes_of("burraco")
    dealt = deal_hand(shapes.rules, SEED, 0)
    table = Table.dealt(shapes, dealt)
    for _ in range(8):
        table.apply(table.legal()[0])
    record = recorded(table, dealt, players=whole.players)
    text = text_of(record)
    assert text.endswith("\nended: no\nend\n")
    (read,) = read_records(text)
    assert read == record
    assert replay(read).ok
    assert replay(read).score == ()


def test_names_are_made_harmless() -> None:
    record = replace(a_hand(), players=("\x1b[31mred", "a\nb", "c\u202ed", "  e "), note="\r\n")
    assert record.players == ("\ufffd[31mred", "a\ufffdb", "c\ufffdd", "e")
    (read,) = read_records(text_of(record))
    assert read.players == record.players
    # the same from a file that somebody else has written
    text = text_of(a_hand()).replace("  E: greedy", "  E: gr\x1bdy")
    assert next(read_records(text)).players[1] == "gr\ufffddy"


# --- tolerated


@pytest.mark.parametrize("ends", ["\r\n", "\n\n", "  \n", "\t\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_mean_nothing(ends: str, mark: str) -> None:
    for text in (text_of(a_hand()), json_line(a_hand())):
        changed = mark + text.replace("\n", ends)
        assert list(read_records(changed)) == [a_hand()]
        assert list(read_records(changed.encode())) == [a_hand()]


def test_what_is_written_otherwise_is_read_the_same() -> None:
    text = text_of(a_hand())
    lines = text.splitlines()
    start = lines.index("deck:")
    deck = " ".join(line.strip() for line in lines[start + 1 : start + 7])
    lines[start + 1 : start + 7] = [f"    {deck.lower()}"]
    assert list(read_records("\n".join(lines))) == [a_hand()]
    turned = text.replace("scores: NS 0, EW 0", "scores:EW 0,NS 0")
    assert list(read_records(turned)) == [a_hand()]


# --- refused

TEXT = text_of(a_hand())
DAMAGED = {
    "newer": (
        "pozzetto record 1\n", "pozzetto record 2\n",
        "this is a record of format 2, and this pozzetto reads format 1: "
        "it was written by a newer one",
    ),
    "older": (
        "pozzetto record 1\n", "pozzetto record 0\n",
        "this is a record of format 0, older than the format 1 that this pozzetto reads: "
        "there never was such a one",
    ),
    "no version": (
        "pozzetto record 1\n", "pozzetto record one\n",
        "`one` is no version of a record: write `pozzetto record 1`",
    ),
    "something else": (
        "pozzetto record 1\n", "ruleset\n",
        "this is no hand record: it does not begin with `pozzetto record 1`",
    ),
    "no name": (
        "ruleset: burraco", "ruleset: bur\u200braco", "`bur\ufffdraco` is no ruleset's name",
    ),
    "no fingerprint": (
        f"fingerprint: {a_hand().book.fingerprint}", "fingerprint: 5ab4",
        "a fingerprint is 64 digits and letters from a to f",
    ),
    "no epoch": ("epoch: 1", "epoch: first", "`first` is no epoch, a number"),
    "rules missing": (
        "pozzetto record 1\nruleset: burraco\n", "pozzetto record 1\n",
        "`ruleset` is missing in the head of the record",
    ),
    "rules not YAML": (
        "  deck: {packs: 2, jokers: 4}", "  deck: {packs: 2, jokers: 4",
        None,
    ),
    "rules unknown": (
        "  deck: {packs: 2, jokers: 4}", "  dekc: {packs: 2, jokers: 4}",
        "`dekc` is no key of a ruleset; did you mean `deck`?",
    ),
    "number": ("hand 1\n", "hand one\n", "`one` is no whole number"),
    "unknown key": ("dealer: ", "dealt by: ", None),
    "a key of nothing": (
        "lift: ", "lifted: ", "`lifted` is no key in the hand; did you mean `lift`?",
    ),
    "twice": ("dealer: N\n", "dealer: N\ndealer: N\n", None),
    "no seat": ("dealer: N", "dealer: X", "there is no seat 'X', but N, E, S, W"),
    "who plays": ("  W: greedy", "  Q: greedy", "`Q: greedy` cannot stand here: "
                  "there are N, E, S, W"),
    "a player twice": ("  W: greedy", "  S: greedy", "`S` is named a second time"),
    "a total": ("scores: NS 0, EW 0", "scores: NS 0, EW x", "`x` is no whole number"),
    "a team": ("scores: NS 0, EW 0", "scores: NS 0, NE 0", "there is no team `NE`, but NS, EW"),
    "a team missing": ("scores: NS 0, EW 0", "scores: NS 0", "EW is missing"),
    "a value missing": ("lift: ", "lift: -", None),
    "no card": ("  stock: 41", "  stock: 4Z", "`4Z` is no whole number"),
    "a part twice": ("  stock: 41", "  pile: 41", "`pile` is named a second time"),
    "the director": (
        "turns:\n", "turns:\n  *: void\n",
        "'void' is nothing that a director calls: there is time",
    ),
    "no turn": ("turns:\n", "turns:\n  draw\n", None),
    "no move": ("turns:\n", "turns:\n  N: drawn\n", None),
    "no such seat": ("turns:\n", "turns:\n  X: draw\n", "there is no seat 'X', but N, E, S, W"),
    "beside the turns": ("turns:\n", "turns: 3\n", "`turns` is written on the lines under it"),
    "under a value": ("dealer: N\n", "dealer: N\n  E\n", "no lines stand under `dealer`"),
    "the end": (
        "ended: closed by W", "ended: closed by X",
        "`closed by X` is no end of a hand: there are `closed by ` and a seat, "
        "stock, stalemate, limit, void, no",
    ),
    "the score": ("score: NS ", "score: NS 1", None),
    "a sheet": ("sheet:\n", "sheet:\n  NS cards 5\n", None),
    "after the end": (
        "\nend\n", "\nend\nend\n", "the hand is over at its `end`, and a further line follows",
    ),
    "no key at all": (
        "\nend\n", "\nend of it\n", "nothing can follow `end`",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_told_with_its_line(name: str) -> None:
    before, after, sentence = DAMAGED[name]
    assert TEXT.count(before) >= 1
    text = TEXT.replace(before, after, 1)
    at = text[: TEXT.index(before)].count("\n") + 1
    found = faults(text)
    assert all(fault.file == "hands.txt" and fault.line for fault in found)
    reached = range(at, at + max(before.count("\n"), after.count("\n")) + 2)
    told = [fault for fault in found if fault.line in reached]
    assert told, [str(fault) for fault in found]
    if sentence is not None:
        assert sentence in [fault.message for fault in told]


def test_every_fault_is_told_at_once() -> None:
    text = TEXT.replace("dealer: N", "dealer: X").replace("lift: ", "lift: x")
    text = text.replace("  S: greedy\n", "") + TEXT[TEXT.index("\nhand 1") :].replace(
        "scores: NS 0, EW 0", "scores: 0"
    )
    found = faults(text)
    lines = text.splitlines()
    assert [(fault.message, lines[fault.line - 1]) for fault in found] == [
        ("`players` lacks S", "players:"),
        ("there is no seat 'X', but N, E, S, W", "dealer: X"),
        ("`x30` is no whole number", "lift: x30"),
        ("there is no team `0`, but NS, EW", "scores: 0"),
    ]


def test_the_hands_before_the_first_fault_are_given() -> None:
    hands = [played("burraco", hand, "greedy")[1] for hand in range(3)]
    text = text_of(*hands).replace("hand 2\n", "hand two\n")
    reading = read_records(text)
    assert next(reading) == hands[0]
    with pytest.raises(RecordError, match="`two` is no whole number"):
        next(reading)


@pytest.mark.parametrize("key", ["deck", "dealt"])
def test_a_deck_of_other_cards_is_told_card_by_card(key: str) -> None:
    lines = TEXT.splitlines()
    at = lines.index(f"{key}:")
    lines[at + 1] = lines[at + 1][:-2] + "9Z"
    assert faults("\n".join(lines))[0].line == at + 2
    lines[at + 1] = lines[at + 1][:-2] + "JK"
    if key == "deck":
        told = faults("\n".join(lines))
        assert any(fault.message.startswith("the deck has 5 of JK") for fault in told)
        assert {fault.line for fault in told} == {at + 1}
    else:
        # nothing in the text itself shows it: playing the hand does
        (read,) = read_records("\n".join(lines))
        came = replay(read)
        assert came.parting is not None
        assert (came.parting.at, came.parting.line) == ("dealt", at + 2)


def test_rules_that_the_fingerprint_does_not_stand_for_are_refused() -> None:
    sentence = (
        "these are not the rules that the fingerprint stands for: the file was changed, "
        "or is damaged"
    )
    for before, after in (
        ("largest: 9", "largest: 8"),
        ("  house_rules: []\n", "  house_rules: []\n  extends: burraco\n"),
        ("  house_rules: []\n", ""),
    ):
        (fault,) = faults(TEXT.replace(before, after))
        assert (fault.message, fault.line) == (sentence, 3)
    # rules of another epoch have another fingerprint, which cannot be proved any more
    other = TEXT.replace("epoch: 1", "epoch: 2").replace("points: 200", "points: 250")
    (read,) = read_records(other)
    assert (read.book.epoch, read.rules.tiers[0].points) == (2, 250)


def test_impossible_rules_are_told_at_their_line() -> None:
    text = TEXT.replace("epoch: 1", "epoch: 2").replace("cards: 11", "cards: 99")
    (fault,) = faults(text)
    assert text.splitlines()[fault.line - 1].strip().startswith("deal:")


def test_a_file_that_breaks_off_anywhere_is_refused() -> None:
    hands = [a_hand(), played("burraco", 1, "greedy")[1]]
    lines = text_of(*hands).splitlines(keepends=True)
    whole = {len(lines), lines.index("end\n") + 1, lines.index("end\n") + 2}
    for cut in range(len(lines)):
        text = "".join(lines[:cut])
        if cut in whole:
            assert list(read_records(text)) == hands[:1]
            continue
        told = faults(text)[-1].message
        if cut >= lines.index("hand 1\n"):
            assert "breaks off" in told
    # within its last line, too
    for cut in range(2, 12):
        assert faults(TEXT[:-cut])


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff", "   \r\n"])
def test_an_empty_file_is_refused(text: str) -> None:
    (fault,) = faults(text)
    assert fault.message == "the file is empty: a record begins with `pozzetto record 1`"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (b"\xff\xfe", 1, "not UTF-8"),
        (TEXT.encode() + b"\xc3", TEXT.count("\n") + 1, "not UTF-8"),
        (b"\x89PNG\r\n", 1, "not UTF-8"),
        (b"1,2,3\n", 1, "no hand record"),
        (b"# only this\n", 1, "there is no hand in it"),
        (b"a" * (1024 * 1024 + 1), 1, "more than 1,048,576 bytes"),
        (head_text(a_hand().book).encode(), head_text(a_hand().book).count("\n"), "no hand in it"),
    ],
)
def test_what_is_no_record_is_refused(text: bytes, line: int, words: str) -> None:
    (fault,) = faults(text)
    assert fault.line == line
    assert words in fault.message


def test_reading_stops_after_many_faults() -> None:
    found = faults(TEXT.replace("turns:\n", "turns:\n" + "  X: draw\n" * 500))
    assert len(found) == MOST_FAULTS + 1
    assert found[-1].message == f"reading stops here, after {MOST_FAULTS} faults"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none.txt", tmp_path):
        with pytest.raises(RecordError, match="the file cannot be read"):
            list(records_in(str(path)))
    path = tmp_path / "hands.txt"
    path.write_text(TEXT, encoding="utf-8")
    assert list(records_in(str(path))) == [a_hand()]


@pytest.mark.parametrize("form", FORMS)
def test_whatever_is_damaged_nothing_but_a_record_error_comes(form: str) -> None:
    random = Random(3)
    hand = FORMS[form](a_hand())
    whole = head_text(a_hand().book) + hand if form == "text" else hand
    signs = "0129aZ:,{}[]\"'# \n\t\\=*-\x00é"
    for _ in range(250):
        text = list(whole)
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(text))
            text[at : at + random.randint(0, 2)] = random.choice(signs)
        try:
            read = list(read_records("".join(text)))
        except RecordError as error:
            lines = [fault.line for fault in error.faults]
        else:
            lines = []
        assert 0 not in lines
        for record in [] if lines else read:
            replay(record)
            assert list(read_records(text_of(record))) == [record]


# --- JSON Lines

JSON: dict[str, Any] = as_data(a_hand())


def test_a_line_of_json_holds_the_same() -> None:
    line = json_line(a_hand())
    assert line.endswith("}\n")
    assert line.count("\n") == 1
    data = json.loads(line)
    assert data["format"] == "pozzetto record 1"
    assert data["rules"] == {
        key: value for key, value in load("burraco").book.items() if key not in NOT_RULES
    }
    assert data["players"] == dict.fromkeys("NESW", "greedy")
    assert data["turns"] == [turn.written(a_hand().rules) for turn in a_hand().turns]
    assert data["score"] == dict(zip(("NS", "EW"), a_hand().score, strict=True))
    assert data["sheet"]["NS"][0].keys() == {"what", "count", "points"}


BAD_JSON: dict[str, tuple[dict[str, Any], str]] = {
    "format": ({"format": "pozzetto record 9"}, "a record of format 9"),
    "no format": ({"format": None}, "this is no hand record"),
    "rules": ({"rules": []}, "the rules are a mapping of keys to values"),
    "a rule": ({"rules": {**JSON["rules"], "seats": 4}}, "seats"),
    "hand": ({"hand": 1.5}, "`hand` cannot hold 1.5"),
    "truth": ({"hand": True}, "`hand` cannot hold true"),
    "players": ({"players": ["a"]}, '`players` cannot be ["a"]'),
    "a player": ({"players": {"N": ["a"]}}, '`players` cannot hold ["a"]'),
    "lift": ({"lift": 36.0}, "`lift` cannot hold 36.0"),
    "deck": ({"deck": 3}, "`deck` cannot be 3"),
    "turns": ({"turns": {}}, "`turns` cannot be {}"),
    "a turn": ({"turns": [1]}, "'1' is no turn"),
    "sheet": ({"sheet": {"NS": [{"what": "x"}]}}, "a line of the `sheet` has"),
    "unknown": ({"colour": "red"}, "`colour` is no key in the hand"),
    "comments": ({"comments": [["turns", 1]]}, "a comment is written"),
}


@pytest.mark.parametrize("name", BAD_JSON)
def test_json_that_is_no_record_is_refused(name: str) -> None:
    change, sentence = BAD_JSON[name]
    text = json_line(a_hand()) + json.dumps({**JSON, **change}) + "\n"
    found = faults(text)
    assert all(fault.line == 2 for fault in found)
    assert any(sentence in fault.message for fault in found), list(map(str, found))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "no whole JSON object"),
        ('{"format": "pozzetto record 1", "format": 1}', '`"format"` is written twice'),
        ('{"format": NaN}', "NaN is no number"),
        ('{"a": ' * 100_000, "no JSON that a record could hold"),
        ('{"epoch": ' + "9" * 10_000 + "}", "no JSON that a record could hold"),
        ("[]", "a line of JSON is an object"),
        ('{"rules": ' + '{"values": ' * 60 + "1" + "}" * 61, "nested deeper than 50 levels"),
    ],
)
def test_lines_that_are_no_json_are_refused(line: str, words: str) -> None:
    found = faults(json_line(a_hand()) + line)
    assert words in found[0].message
    assert found[0].line == 2


def test_the_rules_of_json_lines_are_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [played("burraco", hand, "greedy")[1] for hand in range(3)]
    read: list[Rules] = [record.rules for record in read_records("".join(map(json_line, hands)))]
    assert read[0] is read[1] is read[2]
