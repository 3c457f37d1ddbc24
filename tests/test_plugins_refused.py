"""House rules that cannot be played: each is refused with a sentence that says which one, where
it comes from, what was asked of it and under which ruleset."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pozzetto
from plugged import distribution, nothing_joined, plugged, ruleset, written
from pozzetto import cli
from pozzetto.errors import PluginError, PozzettoError, RulesetError
from pozzetto.game.match import Match
from pozzetto.lab.simulate import simulate
from pozzetto.rulebook import hookspecs, shelf
from pozzetto.rulebook.joining import HOOKS
from pozzetto.rulebook.plugin_module import arguments

__all__ = ["nothing_joined"]

FINISHED = {
    "held": {"N": "", "E": "KS", "S": "4C", "W": "AD"},
    "pozzetti": {"NS": "taken", "EW": "taken"},
    "ended": "stock",
}
TIER = "burracos: {odd: {cards: 7, points: 500, by: bad}}"


def refused(folder: Path, code: str, *, name: str = "bad", **settings: str) -> str:
    """The sentences that refuse a ruleset with this house rule."""
    with pytest.raises(PozzettoError) as error:
        plugged(folder, name, code, **settings)
    return str(error.value)


# --- finding one


def test_one_that_is_missing(tmp_path: Path) -> None:
    shelf.join(str(written(tmp_path, "long-runs", "")))
    with pytest.raises(RulesetError) as error:
        pozzetto.load(ruleset(tmp_path, "long-rums"))
    (fault,) = error.value.faults
    assert fault.message == (
        "the house rule `long-rums` under club: no such plugin is installed or given as a file; "
        "did you mean `long-runs`?"
    )
    assert (fault.line, fault.column, fault.path) == (2, 15, "house_rules[0]")


def test_two_of_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    distribution(tmp_path, "from-rome", {"twin": "roman_rule"})
    distribution(tmp_path, "from-turin", {"twin": "turin_rule"}, version="2.1")
    with pytest.raises(RulesetError) as error:
        pozzetto.load(ruleset(tmp_path, "twin"))
    assert "the house rule `twin` under club: two plugins have this name" in str(error.value)
    assert "from-rome 1.0 and from-turin 2.1; only one can be meant" in str(error.value)
    # neither was imported to find that out
    assert not {"roman_rule", "turin_rule"} & set(sys.modules)


def test_a_file_beside_an_installed_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    distribution(tmp_path, "from-rome", {"twin": "roman_rule"})
    told = refused(tmp_path, "", name="twin")
    assert "two plugins have this name: from-rome 1.0 and file twin.py" in told


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("latin.py", b"# caff\xe8", "latin.py): the file cannot be read: it is no text in UTF-8"),
        ("large.py", b"#" * 1_000_001, "the file is larger than 1000000 bytes"),
        ("folder.py", None, "the file cannot be read: Is a directory"),
        ("rule.txt", b"", "a plugin's file is called as the plugin, such as my_rule.py"),
        ("2nd.py", b"", "a plugin's file is called as the plugin, such as my_rule.py"),
        ("standard.py", b"", "a plugin's file is called as the plugin, such as my_rule.py"),
        ("gone.py", b"?", "the file cannot be read: No such file or directory"),
    ],
)
def test_a_file_that_is_none(tmp_path: Path, name: str, content: bytes | None, why: str) -> None:
    file = tmp_path / name
    if content is None:
        file.mkdir()
    elif content != b"?":
        file.write_bytes(content)
    with pytest.raises(PluginError, match=re.escape(why)):
        shelf.join(str(file))


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("x = (", "it cannot be imported: SyntaxError: '(' was never closed (bad.py, line 1)"),
        ("\nimport nowhere", "it cannot be imported: ModuleNotFoundError: No module named 'nowher"),
        ("raise SystemExit(0)", "it cannot be imported: SystemExit: 0 (bad.py, line 1)"),
        ("API = 2", "it is written for version 2 of pozzetto.api, and this is version 1"),
        ("NEEDS = 'pozzetti'", "its NEEDS have to be a list of names, not 'pozzetti'"),
        ("CONFLICTS = 3", "its CONFLICTS have to be a list of names, not 3"),
    ],
)
def test_one_that_cannot_be_imported(tmp_path: Path, code: str, why: str) -> None:
    told = refused(tmp_path, code)
    assert f"club.yaml:2:15: the house rule `bad` (file bad.py) under club: {why}" in told


def test_an_entry_point_that_is_no_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    distribution(tmp_path, "far-away", {"far": "far_rule:RULE", "gone": "gone_rule"})
    (tmp_path / "far_rule.py").write_text("RULE = 5\n", "utf-8")
    with pytest.raises(RulesetError) as error:
        pozzetto.load(ruleset(tmp_path, "far"))
    start = "the house rule `far` (far-away 1.0) under club: "
    assert f"{start}its entry point has to name a module, not far_rule:RULE" in str(error.value)
    with pytest.raises(RulesetError, match="cannot be imported: ModuleNotFoundError: No module na"):
        pozzetto.load(ruleset(tmp_path, "gone"))


# --- hooks that are none


@pytest.mark.parametrize(
    ("code", "hook", "why"),
    [
        (
            "def pozzetto_scores(position): ...",
            "pozzetto_scores",
            "there is no such hook; did you mean `pozzetto_score`?",
        ),
        (
            "def pozzetto_score(table): ...",
            "pozzetto_score",
            "it asks for `table`, which this hook does not give (it gives: position, team, options",
        ),
        (
            "def pozzetto_events(options): ...",
            "pozzetto_events",
            "it asks for `options`, which this hook does not give (it gives: none at all)",
        ),
        (
            "def pozzetto_score(*, position): ...",
            "pozzetto_score",
            "it has to take `position` as an ordinary argument, with no star before it",
        ),
        ("pozzetto_score = 5", "pozzetto_score", "it has to be a function, not 5"),
    ],
)
def test_a_function_that_is_no_hook(tmp_path: Path, code: str, hook: str, why: str) -> None:
    told = refused(tmp_path, code)
    assert f"the house rule `bad` (file bad.py) in {hook} under club: {why}" in told


def test_an_argument_with_a_default_is_given_all_the_same(tmp_path: Path) -> None:
    code = """\
    from pozzetto.api import Line
    def pozzetto_score(team, position=None, options=None):
        return [Line("turns", 1, position.turns + options.get("none", 3))]
    """
    game = plugged(tmp_path, "turns", code)
    line = game.score(game.table(FINISHED))["NS"][-1]
    assert (line.what, line.points) == ("turns", 3)


# --- whatever they answer, or raise


def _load(make: Callable[..., pozzetto.Game]) -> None:
    make()


def _meld(make: Callable[..., pozzetto.Game]) -> None:
    make().meld("3H 4H 5H")


def _tier(make: Callable[..., pozzetto.Game]) -> None:
    game = make(more=TIER)
    game.burraco(game.meld("3H 4H 5H 6H 7H 8H 9H"))


def _legal(make: Callable[..., pozzetto.Game]) -> None:
    game = make()
    game.legal(game.deal(1))


def _turn(make: Callable[..., pozzetto.Game]) -> None:
    game = make()
    game.play(game.table({"held": {"N": "KC 4D 9S"}}), "N: draw, discard KC")


def _deal(make: Callable[..., pozzetto.Game]) -> None:
    make().deal(1)


def _score(make: Callable[..., pozzetto.Game]) -> None:
    game = make()
    game.score(game.table(FINISHED))


def _match(make: Callable[..., pozzetto.Game]) -> None:
    assert Match(rules=make().rules, totals=(0, 0)).outcome


WAYS: dict[str, tuple[Callable[[Callable[..., pozzetto.Game]], None], str, str]] = {
    "pozzetto_options": (_load, "5", "it has to answer a JSON Schema for each option"),
    "pozzetto_explain": (_load, "5", "it answered `5`, where a sentence is expected"),
    "pozzetto_meld_objection": (_meld, "5", "where a sentence, an Objection or None is expected"),
    "pozzetto_tier": (_tier, "'yes'", "it answered `'yes'`, where True or False is expected"),
    "pozzetto_kinds": (_load, "[5]", "where a kind of meld with a name in small letters is exp"),
    "pozzetto_move_objection": (_legal, "5", "where a sentence, an Objection or None is expected"),
    "pozzetto_owes": (_legal, "{}", "where a sentence, an Objection or None is expected"),
    "pozzetto_hand_end": (_turn, "'Too Late'", "where one word in small letters, or None is exp"),
    "pozzetto_events": (_load, "['rain']", "where an event that a director calls (time) is exp"),
    "pozzetto_setup": (_deal, "[1]", "it answered `[1]`, where a number, a text, true or false"),
    "pozzetto_score": (_score, "[5]", "where Lines, each with a word in small letters and whole"),
    "pozzetto_score_adjust": (_score, "[5]", "where Lines, each with a word in small letters"),
    "pozzetto_score_round": (_score, "0.5", "it answered `0.5`, where a whole number of points is"),
    "pozzetto_match_end": (_match, "5", "it answered `5`, where an Outcome, its winner the number"),
    "pozzetto_measures": (_load, "[5]", "where HouseMeasures with a name in small letters, a tit"),
    "pozzetto_players": (_load, "5", "it answered `5`, where a mapping of names to players is"),
}
"""Of each hook: what asks it, an answer of the wrong sort, and what is said of it."""


def test_every_hook_is_answered_wrongly_here() -> None:
    assert set(WAYS) == {*HOOKS, "pozzetto_options"}


def hooked(hook: str, body: str) -> str:
    given = ", ".join(arguments(vars(hookspecs)[hook]))
    return f"def {hook}({given}):\n    {body}\n"


@pytest.mark.parametrize("hook", WAYS)
def test_an_answer_of_the_wrong_sort(hook: str, tmp_path: Path) -> None:
    ask, answer, why = WAYS[hook]
    with pytest.raises(PozzettoError) as error:
        ask(lambda **more: plugged(tmp_path, "bad", hooked(hook, f"return {answer}"), **more))
    told = str(error.value)
    assert f"the house rule `bad` (file bad.py) in {hook} under club: " in told
    assert why in told


@pytest.mark.parametrize("raised", ["1 / 0", "raise SystemExit(3)"])
@pytest.mark.parametrize("hook", WAYS)
def test_whatever_is_raised(hook: str, raised: str, tmp_path: Path) -> None:
    ask, _, _ = WAYS[hook]
    with pytest.raises(PozzettoError) as error:
        ask(lambda **more: plugged(tmp_path, "bad", hooked(hook, raised), **more))
    what = "SystemExit: 3" if "raise" in raised else "ZeroDivisionError: division by zero"
    told = str(error.value)
    assert (
        f"the house rule `bad` (file bad.py) in {hook} under club: {what} (bad.py, line 2" in told
    )


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("{'points': {'description': 'x'}}", "the option `points` has no default"),
        ("{'points': {'default': 1}}", "the option `points` has no description"),
        (
            "{'points': {'type': 'many', 'default': 1, 'description': 'x'}}",
            "its options are no JSON Schema",
        ),
        ("{'points': 5}", "it has to answer a JSON Schema for each option"),
    ],
)
def test_options_that_are_no_schema(options: str, why: str, tmp_path: Path) -> None:
    told = refused(tmp_path, f"def pozzetto_options(): return {options}")
    assert f"the house rule `bad` (file bad.py) in pozzetto_options under club: {why}" in told


def test_options_written_wrongly_are_told_with_their_place(tmp_path: Path) -> None:
    code = """\
    def pozzetto_options():
        return {"points": {"type": "integer", "minimum": 5, "default": 9, "description": "pay"}}
    """
    shelf.join(str(written(tmp_path, "bad", code)))
    file = tmp_path / "club.yaml"
    file.write_text("extends: burraco\nhouse_rules:\n  - bad: {points: 4, pionts: 7}\n", "utf-8")
    with pytest.raises(RulesetError) as error:
        pozzetto.load(file)
    assert [(fault.line, fault.column, fault.message) for fault in error.value.faults] == [
        (3, 11, "house rule `bad`: `points` has to be at least 5, not 4"),
        (3, 22, "house rule `bad`: `pionts` is no key of `bad`; did you mean `points`?"),
    ]


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        # whatever JSON Schema can say of an option has its sentence
        ("'type': 'integer'", "", "`x` has to be a whole number, not empty"),
        ("'type': 'number', 'minimum': 1", "0.5", "`x` has to be at least 1, not 0.5"),
        ("'type': 'number'", "few", "`x` has to be a number, not the text `few`"),
        ("'type': ['integer', 'null']", "few", "`x` has to be a whole number or empty, not the"),
        (
            "'anyOf': [{'const': 'all'}, {'type': 'integer', 'maximum': 9}]",
            "10",
            "`x` has to be at",
        ),
        (
            "'anyOf': [{'const': 'all'}, {'type': 'integer'}]",
            "al",
            "or a whole number; did you mean",
        ),
        ("'oneOf': [{'type': 'integer'}, {'minimum': 3}]", "5", "`x` does not fit `oneOf: "),
        ("'multipleOf': 5", "7", "`x` does not fit `multipleOf: 5`"),
        ("'const': 5", "7", "`x` does not fit `const: 5`"),
        ("'type': 'string', 'pattern': '[a-c]+'", "d", "`x` does not fit `pattern: [a-c]+`"),
        ("'required': ['y']", "{z: 1}", "`x` needs `y`"),
        ("'additionalProperties': False", "{z: 1}", "`z` is no key of `x`"),
        ("'propertyNames': {'maxLength': 1}", "{zz: 1}", "has to have at most 1 characters, not 2"),
        ("'$ref': '#/nowhere'", "1", "its options are no JSON Schema: "),
        ("'$ref': '#/properties/bad/properties/x'", "1", "its options are no JSON Schema: "),
        ("'pattern': '('", "a", "its options are no JSON Schema: "),
    ],
)
def test_options_that_break_any_rule_of_a_schema(
    option: str, value: str, why: str, tmp_path: Path
) -> None:
    code = f"def pozzetto_options(): return {{'x': {{{option}, 'default': 5, 'description': 'd'}}}}"
    assert why in refused(tmp_path, code, entry=f"bad: {{x: {value}}}")


KIND = """\
class Kind:
    name = {name!r}
    {methods}

def pozzetto_kinds(options):
    return [Kind()]
"""
ALL = "judge = candidates = extensions = lambda self, *given: ()"


@pytest.mark.parametrize(
    ("name", "methods", "why"),
    [
        ("court", "def judge(self, cards): ...", "the kind of meld `court` has no `candidates`: a"),
        ("run", ALL, "there is a kind of meld `run` already"),
        ("My Court", ALL, "where a kind of meld with a name in small letters is expected"),
    ],
)
def test_a_kind_of_meld_that_is_none(name: str, methods: str, why: str, tmp_path: Path) -> None:
    told = refused(tmp_path, KIND.format(name=name, methods=methods))
    assert f"the house rule `bad` (file bad.py) in pozzetto_kinds under club: {why}" in told or (
        "pozzetto_kinds under club: it answered" in told and why in told
    )


def test_a_kind_that_fails_while_it_is_asked(tmp_path: Path) -> None:
    methods = "candidates = extensions = lambda self, *given: 1 / 0; judge = lambda self, cards: 5"
    game = plugged(tmp_path, "bad", KIND.format(name="court", methods=methods))
    start = "the house rule `bad` (file bad.py) in pozzetto_kinds under club: "
    with pytest.raises(PluginError) as error:
        game.legal(game.table({"phase": "play"}))
    assert str(error.value).startswith(
        f"{start}the kind `court` failed in `candidates`: ZeroDivisionError"
    )
    with pytest.raises(PluginError) as error:
        game.meld("JH QS KD")
    assert (
        str(error.value) == f"{start}it answered `5`, where a Shape of the kind `court` is expected"
    )


PLAYER = """\
class Player:
    def __init__(self, shapes):
        {make}

    def choose(self, view, moves, random):
        {choose}

def pozzetto_players(options):
    return {{{name!r}: Player}}
"""


@pytest.mark.parametrize(
    ("make", "choose", "why"),
    [
        (
            "1 / 0",
            "...",
            "the player `odd` failed: ZeroDivisionError: division by zero (bad.py, li",
        ),
        (
            "...",
            "1 / 0",
            "the player `odd` failed: ZeroDivisionError: division by zero (bad.py, li",
        ),
        (
            "...",
            "return -1",
            "it answered `-1`, where one of the moves that a player is given is e",
        ),
    ],
)
def test_a_player_that_fails(make: str, choose: str, why: str, tmp_path: Path) -> None:
    game = plugged(tmp_path, "bad", PLAYER.format(make=make, choose=choose, name="odd"))
    with pytest.raises(PluginError) as error:
        simulate(game.rules, 1, 1, ("odd",), workers=1)
    start = "the house rule `bad` (file bad.py) in pozzetto_players under club: "
    assert f"{start}{why}" in str(error.value)


def test_a_player_or_a_measure_that_there_is_already(tmp_path: Path) -> None:
    game = plugged(tmp_path, "bad", PLAYER.format(make="...", choose="...", name="greedy"))
    with pytest.raises(PozzettoError, match="of club brings a player 'greedy', and there is one"):
        simulate(game.rules, 1, 1, ("greedy",), workers=1)
    code = """\
    from pozzetto.api import HouseMeasure
    ONE = HouseMeasure(name="x", title="x", unit="x", sentence="x", count=lambda position: 1)
    def pozzetto_measures(options):
        return [ONE, ONE]
    """
    told = refused(tmp_path, code)
    start = "the house rule `bad` (file bad.py) in pozzetto_measures under club: "
    assert f"{start}there is a measure `x` already" in told


def test_a_measure_that_fails(tmp_path: Path) -> None:
    code = """\
    from pozzetto.api import HouseMeasure
    def pozzetto_measures(options):
        count = lambda position: position.closer / 0
        return [HouseMeasure(name="x", title="x", unit="x", sentence="x", count=count)]
    """
    game = plugged(tmp_path, "bad", code)
    with pytest.raises(PluginError) as error:
        simulate(game.rules, 1, 1, workers=1)
    start = "the house rule `bad` (file bad.py) in pozzetto_measures under club: "
    assert str(error.value).startswith(f"{start}the measure `x` failed: ZeroDivisionError")


# --- what does not go together


def together(folder: Path, *plugins: tuple[str, str], more: str = "") -> str:
    for name, code in plugins:
        shelf.join(str(written(folder, name, code)))
    with pytest.raises(RulesetError) as error:
        pozzetto.load(ruleset(folder, *(name for name, _ in plugins), more=more))
    return str(error.value)


def test_needs_and_conflicts(tmp_path: Path) -> None:
    start = "the house rule `bad` (file bad.py) under club: "
    told = refused(tmp_path, "NEEDS = ['bonus-suit']")
    assert f"{start}it needs the house rule `bonus-suit`, which is not named" in told
    told = refused(tmp_path, "NEEDS = ['pozzetti']", more="pozzetti: none\n")
    assert f"{start}it needs the ruleset to have `pozzetti`, which is none here" in told
    told = together(tmp_path, ("bad", "CONFLICTS = ['other']"), ("other", ""))
    assert f"{start}it cannot be played together with `other`" in told
    assert plugged(tmp_path, "bad", "NEEDS = ['pozzetti']").rules.house.plugins == ("bad",)


def test_only_one_rounds(tmp_path: Path) -> None:
    code = "def pozzetto_score_round(points): return points"
    told = together(tmp_path, ("bad", code), ("worse", code))
    assert "`worse` (file worse.py) in pozzetto_score_round under club: `bad` rounds the sc" in told


def test_one_named_twice_is_told_with_its_line_beside_all_else(tmp_path: Path) -> None:
    rounds = "def pozzetto_score_round(points): return points"
    for name, code in (("bad", rounds), ("other", f"CONFLICTS = ['bad']\n{rounds}")):
        shelf.join(str(written(tmp_path, name, code)))
    file = tmp_path / "club.yaml"
    file.write_text(
        "extends: burraco\nmatch: {target: 0}\nhouse_rules:\n  - bad\n  - nobody\n  - other\n"
        "  - bad\n",
        "utf-8",
    )
    with pytest.raises(RulesetError) as error:
        pozzetto.load(file)
    first, *told = error.value.faults
    assert [(each.line, each.message.partition("under club: ")[2]) for each in told] == [
        (5, "no such plugin is installed or given as a file"),
        (6, "it cannot be played together with `bad`"),
        (6, "`bad` rounds the score already, and only one may"),
        (7, "the ruleset names it twice"),
    ]
    assert (first.line, first.path) == (2, "match.target")


def test_one_that_cannot_be_loaded_is_not_missing_besides(tmp_path: Path) -> None:
    told = together(tmp_path, ("bad", "NEEDS = ['worse']"), ("worse", "1 / 0"))
    assert "it cannot be imported: ZeroDivisionError" in told
    assert "which is not named" not in told


@pytest.mark.parametrize("api", ["'1'", "1.0", "True", "None"])
def test_an_api_that_is_no_number(api: str, tmp_path: Path) -> None:
    assert f"its API has to be a whole number, not {api}" in refused(tmp_path, f"API = {api}")


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("async def pozzetto_score(position): ...", "it is `async`, and has to be a plain functi"),
        ("async def pozzetto_score(position): yield", "it is `async`, and has to be a plain func"),
        ("pozzetto_score = dict", "it has to be a plain function, not <class 'dict'>"),
    ],
)
def test_a_function_that_nobody_can_ask(tmp_path: Path, code: str, why: str) -> None:
    told = refused(tmp_path, code)
    assert f"the house rule `bad` (file bad.py) in pozzetto_score under club: {why}" in told


def test_a_docstring_that_is_none(tmp_path: Path) -> None:
    assert plugged(tmp_path, "bad", "__doc__ = 5").rules.house.plugins == ("bad",)


def test_one_module_under_two_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    distribution(tmp_path, "from-rome", {"one": "kit_one_rule", "two": "kit_one_rule"})
    (tmp_path / "kit_one_rule.py").write_text("", "utf-8")
    with pytest.raises(RulesetError, match="another plugin of this ruleset is the same module"):
        pozzetto.load(ruleset(tmp_path, "one", "two"))


# --- at the command line


def test_debug_shows_the_authors_own_lines(tmp_path: Path, capsys: Any) -> None:
    file = written(tmp_path, "bad", "def pozzetto_explain(options):\n    return 1 / 0\n")
    words = ["check", str(ruleset(tmp_path, "bad")), "--plugin", str(file)]
    assert cli.run(words) == 2
    assert capsys.readouterr().err == ""
    assert cli.run([*words, "--debug"]) == 2
    came = capsys.readouterr()
    assert came.err.splitlines()[:3] == [
        "Traceback (most recent call last):",
        '  File "bad.py", line 2, in pozzetto_explain',
        "    return 1 / 0",
    ]
    assert came.err.endswith("ZeroDivisionError: division by zero\n")
    assert "in pozzetto_explain under club: ZeroDivisionError" in came.out


def test_debug_shows_them_from_a_worker_too(tmp_path: Path, capsys: Any) -> None:
    file = written(tmp_path, "bad", "def pozzetto_score(position):\n    return 1 / 0\n")
    words = ["simulate", str(ruleset(tmp_path, "bad")), "--plugin", str(file)]
    assert cli.run([*words, "--hands", "100", "--workers", "2", "--debug"]) == 2
    err = capsys.readouterr().err
    assert '  File "bad.py", line 2, in pozzetto_score\n    return 1 / 0\n' in err
    assert "error: the house rule `bad` (file bad.py) in pozzetto_score under club: Zero" in err


def test_the_text_of_a_plugin_is_only_text(tmp_path: Path, capsys: Any) -> None:
    code = '''\
    """\\x1b[2J[red]gone[/red]"""
    from pozzetto.api import Line
    BAD = "\\x1b[31m[bold]no[/bold]\\x07\\r {mover} %s"
    def pozzetto_meld_objection(shape):
        return BAD if len(shape.cards) == 3 else None
    def pozzetto_explain(options):
        return BAD
    def pozzetto_score(position, team):
        return [Line("x", 1, 5, title=BAD)]
    '''
    file, club = written(tmp_path, "bad", code), ruleset(tmp_path, "bad")
    (tmp_path / "done.yaml").write_text(
        'held: {N: "", E: KS, S: 4C, W: AD}\npozzetti: {NS: taken, EW: taken}\nended: stock\n'
    )
    for words in (
        ["meld", "3H 4H 5H", "--in", str(club)],
        ["explain", str(club)],
        ["explain", str(club), "house_rules"],
        ["diff", "burraco", str(club)],
        ["plugins", "bad"],
        ["score", str(tmp_path / "done.yaml"), "--in", str(club)],
        ["meld", "3H 4H 5H", "--in", str(club), "--trace-hooks"],
    ):
        cli.run([*words, "--plugin", str(file)])
        came = capsys.readouterr()
        said = came.out + came.err
        assert "no[/bold]" in said or "gone" in said, words
        assert not set(said) & set("\x1b\x07\r"), words


# --- nothing runs by itself

MARKER = "open({path!r}, 'w').close()\n"


def test_reading_runs_no_file_and_imports_nothing_unnamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    marker = tmp_path / "ran"
    code = MARKER.format(path=str(marker))
    # beside the ruleset, on the path, installed: but not named, or not both offered and named
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("marks", "kit_marking"):
        (tmp_path / f"{name}.py").write_text(code, "utf-8")
    distribution(tmp_path, "kit-marking", {"marking": "kit_marking"})
    naming = ruleset(tmp_path, "marks")
    plain = tmp_path / "plain.yaml"
    plain.write_text("extends: burraco\n", "utf-8")
    (tmp_path / "own.cases.yaml").write_text(
        "ruleset: club.yaml\nmelds:\n  - {cards: 3H 4H 5H, is: run}\n", "utf-8"
    )
    assert cli.run(["simulate", "plain.yaml", "--hands", "1", "--records", "one.txt"]) == 0
    record = (tmp_path / "one.txt").read_text("utf-8")
    assert "house_rules: []" in record
    (tmp_path / "named.txt").write_text(record.replace("house_rules: []", "house_rules: [marks]"))
    for words in (
        ["check", "club.yaml"],
        ["show", "club.yaml", "--resolved"],
        ["diff", "plain.yaml", "club.yaml"],
        ["judge", "own.cases.yaml"],
        ["replay", "named.txt"],
        ["simulate", "club.yaml", "--hands", "1"],
    ):
        assert cli.run(words) in (0, 2), words
    for words in (["plugins"], ["list"], ["replay", "one.txt"], ["check", "plain.yaml"]):
        assert cli.run([*words, "--plugin", "marks.py"]) == 0, words
    assert not marker.exists()
    assert "kit_marking" not in sys.modules
    # and it is a marker: offered and named, it runs
    assert cli.run(["check", str(naming), "--plugin", "marks.py"]) == 0
    assert marker.exists()
    capsys.readouterr()
