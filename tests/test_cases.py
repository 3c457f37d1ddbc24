"""Cases files: every case of ours holds, and what the reader and the judge say of others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from given import burraco_rules, two_player_rules
from pozzetto.errors import CasesError
from pozzetto.text.cases import Case, Result, cases_in, judge, read_cases

HERE = Path(__file__).parent / "cases"


def _ours() -> Iterator[object]:
    for file in sorted(HERE.glob("*.yaml")):
        for case in cases_in(str(file)):
            yield pytest.param(case, id=f"{file.stem}:{case.line}:{case.label}")


@pytest.mark.parametrize("case", list(_ours()))
def test_case(case: Case) -> None:
    result = judge(case)
    assert result.passed, str(result)


def test_there_are_cases_for_every_ruleset() -> None:
    assert {file.stem for file in HERE.glob("*.yaml")} >= {
        "burraco",
        "burraco-2p",
        "burraco-chiuso",
        "burraco-deal",
        "burraco-feburit",
        "burraco-fibur",
        "burraco-international",
        "burraco-reale",
        "burraco-royal",
    }


# --- judging: a wrong expectation does not hold


def judged(text: str) -> list[Result]:
    return [judge(case) for case in read_cases(text, "some.yaml", burraco_rules())]


def told(text: str) -> str:
    (result,) = judged(text)
    return "; ".join(map(str, result.differences))


@pytest.mark.parametrize(
    ("case", "what"),
    [
        ("{cards: 3H 4H 5H, is: set}", "is: expected set, came run"),
        ("{cards: 3H 4H 5H, wilds: 1}", "wilds: expected 1, came 0"),
        ("{cards: 3H 4H 5H, clean: false}", "clean: expected false, came true"),
        ("{cards: 3H 4H 5H, burraco: clean}", "burraco: expected clean, came none"),
        ("{cards: 3H 4H 5H, turned: 2}", "turned: expected 2, came 0"),
        ("{cards: 3H 4H JK, reads: 3H 4H JK=5H}", "reads: expected 3H 4H JK=5H"),
        ("{cards: 3H 4H JK, reads: 3H 4H 6H}", "came JK=2H 3H 4H"),
        ("{cards: 3H 4H 5H, refused: true}", "came the run 3H 4H 5H"),
        ("{cards: 3H 4H, refused: false}", "refused: expected accepted, came too-few-cards"),
        ("{cards: 3H 4H, refused: no-meld}", "expected no-meld, came too-few-cards"),
        ("{cards: 3H 4H, refused: too-few-cards}", ""),
        ("{cards: 3H 4H, refused: melds.smallest}", ""),
        ("{cards: 3H 4H JK, reads: JK 3H 4H}", ""),
    ],
)
def test_melds(case: str, what: str) -> None:
    came = told(f"ruleset: burraco\nmelds:\n  - {case}\n")
    assert what in came
    assert bool(what) == bool(came)


TABLE = """
ruleset: burraco
plays:
  - table:
      held: {N: 3H 4H 5H KD 9C, E: 7C}
      melds: {NS: [QS KS JK=AS]}
      pile: 8D 9D
    do: [%s]
    expect: %s
"""


@pytest.mark.parametrize(
    ("moves", "expect", "what"),
    [
        ("N: draw", "{held: {E: 7D}}", "held of E: expected 7D, came 7C"),
        ("N: draw", "{melds: {NS: [QS KS AS]}}", "melds of NS: expected QS KS AS"),
        ("N: draw", "{melds: {NS: [3H 4H 6H]}}", "came QS KS JK=AS"),
        ("N: draw", "{melds: {NS: []}}", "melds of NS: expected none, came QS KS JK=AS"),
        ("N: draw", "{melds: {NS: [QS KS JK]}}", "came QS KS JK=AS"),
        ("N: draw", "{melds: {EW: [QS KS JK=AS]}}", "came none"),
        ("N: draw", "{pile: 9D 8D}", "pile: expected 9D 8D, came 8D 9D"),
        ("N: draw", "{stock: 3}", "stock: expected 3, came"),
        ("N: draw", "{pozzetti: {NS: taken}}", "pozzetti of NS: expected taken, came waiting"),
        ("N: draw", "{to_move: E}", "to_move: expected E, came N"),
        ("N: draw", "{phase: draw}", "phase: expected draw, came play"),
        ("N: draw", "{ended: stock}", "ended: expected stock, came no"),
        ("N: draw", "{score: {NS: 3}}", "score: expected the hand over"),
        ("N: draw", "{legal: [draw]}", "legal: expected draw, came refused by turn.already_drawn"),
        ("N: draw", "{legal: draw}", "came refused by turn.already_drawn"),
        ("N: draw", "{not_legal: [discard KD]}", "not_legal: expected discard KD refused"),
        ('""', "{legal_exactly: [draw]}", "expected nothing but draw, came take"),
        ('""', "{legal_exactly: [draw, take, agree]}", "expected agree, came"),
        ("N: take", "{legal_exactly: [draw]}", "expected draw, came A card has already"),
        ("N: draw", "{refused: true}", "refused: expected a refusal, came accepted"),
        ("N: discard KD", "{refused: already-drawn}", "expected already-drawn, came draw-first"),
        ("N: discard KD", "{refused: draw-first, phase: play}", "phase: expected play, came draw"),
        (
            "N: discard KD",
            "{refused: false}",
            "N: discard KD: expected accepted, came refused by turn.draw_first",
        ),
        ('"N: draw, draw, draw"', "{refused: true}", "N: draw: expected accepted"),
        ("N: draw", "{held: {E: 7C}, phase: play, to_move: N, ended: no}", ""),
        ("N: draw", "{ended: false, refused: false}", ""),
        ("N: discard KD", "{refused: turn.draw_first}", ""),
        ('""', "{legal_exactly: [take, draw]}", ""),
        ("N: take, N: discard KD", "{held: {N: 9C 8D 9D 5H 4H 3H}}", ""),
    ],
)
def test_plays(moves: str, expect: str, what: str) -> None:
    if moves == '""':
        moves = ""
    came = told(TABLE % (moves, expect))
    assert what in came
    assert bool(what) == bool(came)


def test_sets_compare_by_their_cards_and_runs_as_they_lie() -> None:
    text = """
plays:
  - table: {melds: {NS: [9S 9H 9D 2C, 4C JK=5C 6C]}}
    expect: {melds: {NS: [2C 9D 9S 9H, 4C JK 6C]}}
"""
    assert told(text) == ""


def test_an_unopened_pozzetto_may_be_named_in_two_ways() -> None:
    text = """
plays:
  - table: {to_move: E, pozzetti: {NS: unopened by N}}
    expect: {pozzetti: {NS: %s}}
"""
    assert told(text % "unopened") == ""
    assert told(text % "unopened by N") == ""
    assert "came unopened by N" in told(text % "unopened by S")
    assert "came unopened by N" in told(text % "taken")


def test_legal_exactly_knows_equal_moves() -> None:
    text = """
plays:
  - table: {phase: play, held: {N: JK KD}, melds: {NS: [5C 6C 7C]}}
    expect: {legal_exactly: [%s, discard JK, discard KD]}
"""
    assert told(text % "add JK to M1") == ""
    assert told(text % "add JK=8C to M1") == ""
    assert "add JK to M1" in told(text % "discard JK")


SCORE = """
scores:
  - table:
      ended: stock
      scores: {NS: 1990, EW: 0}
      held: {N: 3C, S: 4C, E: 3D, W: 4D}
      melds: {NS: [7S 7H 7D], EW: [KS KH KD]}
      pozzetti: {NS: taken, EW: taken}
      stock: 2
    %s
"""


@pytest.mark.parametrize(
    ("expect", "what"),
    [
        ("score: {NS: 5, EW: 21}", "score of EW: expected 21, came 20"),
        ("totals: {NS: 1996}", "totals of NS: expected 1996, came 1995"),
        ("match: won by NS", "match: expected won by NS, came goes on"),
        ("lines: {NS: [{what: cards_melded, points: 15}]}", "cards_held -10"),
        ("lines: {EW: []}", "lines of EW: expected none"),
        (
            "lines: {NS: [{what: cards_melded, points: 15, count: 3}, "
            "{what: cards_held, points: -10}]}",
            "",
        ),
    ],
)
def test_scores(expect: str, what: str) -> None:
    came = told(SCORE % expect)
    assert what in came
    assert bool(what) == bool(came)


@pytest.mark.parametrize(
    ("case", "what"),
    [
        ("drawn: {N: 3C, E: KD, S: 9H, W: 5S}, dealer: E", "dealer: expected E, came N"),
        ("drawn: {N: 3C, E: KD, S: 9H, W: 5S}, order: [N, E, S, W]", "came N E W S"),
        ("drawn: {N: 3C, E: KD, S: 9H, W: 5S}, teams: [[N, S], [E, W]]", "teams"),
        ("drawn: {N: 3C, E: KD, S: 9H, W: 5S}, teams: [[S, E], [W, N]], dealer: N", ""),
    ],
)
def test_draws(case: str, what: str) -> None:
    came = told(f"draws:\n  - {{{case}}}\n")
    assert what in came
    assert bool(what) == bool(came)


@pytest.mark.parametrize(
    ("case", "what"),
    [
        ("lift: 21, refused: false", "refused: expected accepted, came lift-too-small"),
        ("lift: 22, refused: true", "refused: expected a refusal, came accepted"),
        ("lift: 64, refused: deal.cut.leaves", ""),
        ("dealer: E, cutter: S", "cutter: expected S, came N"),
        ("expect: {stock: 40}", "stock: expected 40, came 41"),
        ("expect: {held: {N: 3C}}", "held of N: expected 3C"),
        ("expect: {pile: 3C 4C, pozzetto_cards: [3C]}", "pozzetto_cards: expected 3C"),
        ("expect: {stock: 3C}", "stock: expected 3C"),
    ],
)
def test_deals(case: str, what: str) -> None:
    came = told(f"deals:\n  - {{{case}}}\n")
    assert what in came
    assert bool(what) == bool(came)


@pytest.mark.parametrize(
    ("case", "what"),
    [
        ("seat: N, sees: {held: {N: 3H}}", "held of N: expected 3H, came 3H 4H"),
        ("seat: N, sees: {held: {E: 5S}}", "held of E: expected 5S, came none"),
        ("seat: N, sees: {pile: 10C}", "pile: expected 10C, came 8D 10C"),
        ("seat: N, sees: {counts: {E: 3, stock: 4}}", "count of E: expected 3, came 1"),
        ("seat: N, sees: {melds: {NS: [3C 4C 5C]}}", "melds of NS: expected 3C 4C 5C"),
        ("seat: N, hides: [N]", "hides: expected N, came N sees it"),
        ("seat: N, hides: [pile]", "hides: expected pile"),
        ("seat: N, hides: [E, S, W, stock, pozzetti]", ""),
        ("seat: E, hides: [N], sees: {counts: {N: 2, pozzetti: 2, pile: 2}}", ""),
    ],
)
def test_views(case: str, what: str) -> None:
    table = "table: {held: {N: 3H 4H, E: 5S}, pile: 8D 10C}"
    came = told(f"views:\n  - {{{table}, {case}}}\n")
    assert what in came
    assert bool(what) == bool(came)


@pytest.mark.parametrize(
    ("case", "what"),
    [
        ("dealers: [N, S]", "dealers: expected N S, came N E"),
        ("match: goes on", "match: expected goes on, came won by NS"),
        ("totals: {EW: 1}", "totals of EW: expected 1, came 700"),
        ("match: won by NS, dealers: [W, N], totals: {NS: 2000, EW: 700}", ""),
    ],
)
def test_matches(case: str, what: str) -> None:
    came = told(f"matches:\n  - {{hands: [{{NS: 1200, EW: 300}}, {{NS: 800, EW: 400}}], {case}}}\n")
    assert what in came
    assert bool(what) == bool(came)


def test_a_match_that_was_over_before() -> None:
    came = told("matches:\n  - {hands: [{NS: 2000, EW: 0}, {NS: 1, EW: 1}], match: won by NS}\n")
    assert "hand 2" in came


def test_a_case_is_called_by_its_name_or_its_place() -> None:
    text = "melds:\n  - {name: 1995, cards: 3H 4H, is: run}\n  - {cards: 3H 4H 5H, is: run}\n"
    named, nameless = judged(text)
    assert str(named).startswith("some.yaml:2: 1995: refused")
    assert not named.passed
    assert nameless.case.label == "melds 2"
    assert nameless.passed
    assert nameless.as_data()["line"] == 3
    assert named.as_data()["differences"][0]["what"] == "refused"


def test_turns_may_be_quoted() -> None:
    text = """
plays:
  - table: {phase: play, held: {N: 3H 4H, E: 5H}}
    do:
      - "N: discard 3H"
      - E: draw, discard 5H
    expect: {to_move: S}
"""
    assert told(text) == ""


# --- reading: every fault at once, each with its place


def faults(text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(CasesError) as caught:
        read_cases(text, "some.yaml", burraco_rules())
    return [(fault.line, fault.column, fault.path) for fault in caught.value.faults]


def test_every_fault_of_a_file_is_told_with_its_place() -> None:
    text = """\
ruleset: burraco
plai: []
melds:
  - {burraco: cleen}
  - {cards: 3H 4Z, wilds: -1, is: 3}
plays:
  - name: [x]
    clauses: IT-CLO-05
    seed: x
    table: {held: {X: 3H, N: KS KS KS}}
    do:
      - N: drow
      - Q: draw
      - N:
      - "draw"
    expect: {held: {N: 3Z}, phase: x, wrong: 1, legal: [dra], refused: 3}
  - expect: {refused: true}
  - 7
scores:
  - {score: {NS: 3}}
  - {table: {ended: stock}, score: {NS: x}, match: won by X}
draws:
  - {drawn: {N: 3C, E: KD, S: 9H, W: KD}, dealer: N}
deals:
  - {deck: 3C 4C, lift: 30, refused: true}
  - {deck: 3Z, refused: true}
views:
  - {table: {}, hides: [N]}
  - {seat: N, hides: [Q], sees: {counts: {Q: 3}}}
matches:
  - {hands: [{NS: 3}], dealers: [Q]}
"""
    assert faults(text) == [
        (2, 1, "plai"),
        (4, 5, "melds[0]"),
        (4, 6, "melds[0].burraco"),
        (5, 6, "melds[1].cards"),
        (5, 20, "melds[1].wilds"),
        (5, 31, "melds[1].is"),
        (7, 5, "plays[0].name"),
        (8, 5, "plays[0].clauses"),
        (9, 5, "plays[0].seed"),
        (10, 20, "plays[0].table.held.X"),
        (10, 27, "plays[0].table.held.N"),
        (12, 9, "plays[0].do[0].N"),
        (13, 9, "plays[0].do[1].Q"),
        (14, 9, "plays[0].do[2].N"),
        (15, 9, "plays[0].do[3]"),
        (16, 21, "plays[0].expect.held.N"),
        (16, 29, "plays[0].expect.phase"),
        (16, 39, "plays[0].expect.wrong"),
        (16, 57, "plays[0].expect.legal[0]"),
        (16, 63, "plays[0].expect.refused"),
        (17, 14, "plays[1].expect.refused"),
        (18, 5, "plays[2]"),
        (20, 5, "scores[0]"),
        (21, 6, "scores[1].table"),
        (21, 6, "scores[1].table"),
        (21, 37, "scores[1].score.NS"),
        (21, 45, "scores[1].match"),
        (23, 6, "draws[0].drawn"),
        (25, 6, "deals[0].deck"),
        (26, 6, "deals[1].deck"),
        (28, 5, "views[0]"),
        (29, 23, "views[1].hides[0]"),
        (29, 43, "views[1].sees.counts.Q"),
        (31, 14, "matches[0].hands[0]"),
        (31, 34, "matches[0].dealers[0]"),
    ]


def test_melds_of_a_table_that_the_rules_refuse_are_a_fault() -> None:
    text = """
plays:
  - table: {melds: {NS: [3H 4H 6H]}, held: {N: 3H}, ended: closed by N}
    expect: {stock: 1}
"""
    assert [path for _, _, path in faults(text)] == [
        "plays[0].table.melds.NS[0]",
        "plays[0].table.held.N",
    ]


def test_the_ruleset_must_be_named_and_known() -> None:
    for text, line in (("\nmelds: []\n", 1), ("melds: []\nruleset: buraco\n", 2)):
        with pytest.raises(CasesError) as caught:
            read_cases(text, "some.yaml")
        (fault,) = caught.value.faults
        assert fault.path == "ruleset"
        assert fault.line == line
    assert "burraco" in fault.message


def test_a_ruleset_may_be_a_path_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text("name: house\nextends: burraco\nvalues: {JK: 50}\n")
    file = tmp_path / "cases.yaml"
    file.write_text("ruleset: house.yaml\nmelds:\n  - {cards: 3H 4H 5H, is: run}\n")
    assert [judge(case).passed for case in cases_in(str(file))] == [True]
    (tmp_path / "house.yaml").write_text("name: house\nextends: burraco\nvalues: {JK: x}\n")
    with pytest.raises(CasesError) as caught:
        cases_in(str(file))
    (fault,) = caught.value.faults
    assert fault.file.endswith("house.yaml")
    assert fault.line == 3


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(CasesError) as caught:
        cases_in("no/such/file.yaml")
    assert caught.value.faults[0].file == "no/such/file.yaml"


def test_a_file_that_is_no_yaml() -> None:
    assert faults("melds: [x") == [(2, 1, "")]
    assert faults("- 3\n") == [(1, 1, "")]


def test_other_rules_have_other_seats() -> None:
    text = "plays:\n  - {table: {held: {E: 3H}}, expect: {stock: 1}}\n"
    with pytest.raises(CasesError):
        read_cases(text, "", two_player_rules())


@pytest.mark.parametrize(
    ("case", "wanted"),
    [
        ("melds: [{cards: 3H 4H 5H}]", "is, wilds, clean, burraco, reads, turned or refused"),
        ("plays: [{}]", "expect"),
        ("plays: [{do: [N: draw]}]", "expect"),
        ("plays: [{do: [N: draw], expect: {}}]", "expect"),
        ("plays: [{do: [N: draw], expect: {held: {}, legal: []}}]", "expect"),
        ("draws: [{drawn: {N: 3C, E: KD, S: 9H, W: 5S}}]", "dealer, order or teams"),
        ("draws: [{drawn: {N: 3C, E: KD, S: 9H, W: 5S}, order: []}]", "dealer, order or teams"),
        ("deals: [{lift: 30}]", "expect, cutter or refused"),
        ("deals: [{expect: {}}]", "expect, cutter or refused"),
        ("views: [{seat: N}]", "sees or hides"),
        ("views: [{seat: N, sees: {held: {}}, hides: []}]", "sees or hides"),
        ("matches: [{hands: [{NS: 3, EW: 4}]}]", "dealers, totals or match"),
    ],
)
def test_a_case_that_says_nothing_to_check_is_a_fault(case: str, wanted: str) -> None:
    with pytest.raises(CasesError) as caught:
        read_cases(f"ruleset: burraco\n{case}\n", "some.yaml")
    (fault,) = caught.value.faults
    assert fault.message == f"this case says nothing to check: write {wanted}"
    assert fault.line == 2


def test_a_score_needs_something_to_compare() -> None:
    with pytest.raises(CasesError, match="nothing to check: write score, totals, match or lines"):
        judged(SCORE % "name: x")


def test_a_case_may_expect_that_there_is_nothing() -> None:
    text = "plays:\n  - {table: {ended: stock}, expect: {legal_exactly: []}}\n"
    assert told(text) == ""
    assert told("deals:\n  - {refused: false}\n") == ""


@pytest.mark.parametrize("text", ["ruleset: burraco\n", "plays: []\nmelds: []\n"])
def test_a_file_without_a_case_is_a_fault(text: str) -> None:
    with pytest.raises(CasesError, match="this file holds no case"):
        read_cases(text, "some.yaml", burraco_rules())
    assert faults(text) == [(1, 1, "")]


def test_the_end_that_is_expected_is_one_that_can_come() -> None:
    text = "plays:\n  - {table: {ended: closed by N}, expect: {ended: %s}}\n"
    assert told(text % "Closed by n") == ""
    assert told(text % "stock") == "ended: expected stock, came closed by N"
    assert faults(text % "cosed by N") == [(2, 44, "plays[0].expect.ended")]


def test_a_stock_beyond_the_deck_is_a_fault_of_the_stock() -> None:
    text = "plays:\n  - table:\n      pile: 3H\n      stock: 500\n    expect: {stock: 500}\n"
    assert faults(text) == [(4, 7, "plays[0].table.stock")]


def test_a_ruleset_that_is_a_folder_is_told_where_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").mkdir()
    file = tmp_path / "cases.yaml"
    file.write_text("\nruleset: house.yaml\nmelds:\n  - {cards: 3H 4H 5H, is: run}\n")
    with pytest.raises(CasesError) as caught:
        cases_in(str(file))
    (fault,) = caught.value.faults
    assert (fault.file, fault.line, fault.path) == (str(file), 2, "ruleset")
    assert "this is a folder" in fault.message
    assert "house.yaml" in fault.message


def test_a_misspelt_refusal_is_a_fault_with_the_nearest() -> None:
    text = "ruleset: burraco\nmelds:\n  - {cards: 4C 5C, refused: to-few-cards}\n"
    with pytest.raises(CasesError) as caught:
        read_cases(text, "c.yaml")
    (fault,) = caught.value.faults
    assert (fault.line, fault.path) == (3, "melds[0].refused")
    assert "too-few-cards" in fault.message
    for known in ("too-few-cards", "melds.smallest", "turn.order"):
        assert len(read_cases(text.replace("to-few-cards", known), "c.yaml")) == 1
