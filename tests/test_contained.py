"""Strangers' plugins contained: whatever one answers or raises, prints or changes, what comes of
it is an answer, or a sentence that names the plugin, where it comes from, and the hook."""

from __future__ import annotations

import json
import os
import signal
import sys
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from plugged import nothing_joined, plugged, ruleset, written
from pozzetto import cli
from pozzetto.errors import IllegalMove, PluginError, PozzettoError, RulesetError
from pozzetto.fence import fenced
from pozzetto.lab.simulate import simulate
from pozzetto.rulebook import shelf
from test_plugins_refused import FINISHED, WAYS, hooked

__all__ = ["nothing_joined"]

STRANGE = '''
import itertools
from pozzetto.api import *

named = cards


class Evil:
    """Every question about it fails, each in another way."""

    def __repr__(self): raise LookupError
    def __str__(self): raise GeneratorExit
    def __eq__(self, other): raise SystemExit(4)
    def __hash__(self): raise MemoryError
    def __bool__(self): raise ValueError
    def __len__(self): raise OSError
    def __iter__(self): raise BrokenPipeError
    def __call__(self, *given): raise EOFError


class Odd(Exception):
    def __str__(self): raise KeyboardInterrupt
    __repr__ = __str__


class Text(dict):
    def items(self): raise RuntimeError("no items")
    values = __iter__ = items


async def later(): return []


async def sometimes(): yield 5


def deep():
    found = ()
    for _ in range(5000):
        found = (found,)
    return found


def fails():
    yield Line("fine", 1, 5)
    raise Odd


def endless():
    return endless()

'''
ANSWERS = (
    "10 ** 5000", "float('nan')", "1.5", "b'bytes'", "''", "Evil()", "[Evil()]", "{'x': Evil()}",
    "{Ellipsis: 5}", "Text(en='x')", "deep()", "later()", "sometimes()", "fails()",
    "itertools.count()", "lambda *given: Evil()",
)  # fmt: skip
"""Answers that no hook expects."""
LINES = (
    "[Line('x', 10 ** 5000, 1)]", "[Line('x', 1, 10 ** 5000)]", "[Line('x', 1, float('nan'))]",
    "[Line('x', True, 1)]", "[Line('x', 1, 2.0)]", "[Line('X y', 1, 1)]", "[Line(Evil(), 1, 1)]",
    "[Line('x', 1, 1, title=Text(en='x'))]", "[Line('x', 1, 1, title=5)]", "[Line(None, None, 3)]",
    "7", "'text'", "{'x': 1}",
)  # fmt: skip
OBJECTIONS = (
    "Objection(5)", "Objection(Evil())", "Objection('x', Evil())", "Objection('x', 'A B')",
    "Objection(Text(en='x'))", "True",
)  # fmt: skip
OWN: dict[str, tuple[str, ...]] = {
    "pozzetto_score": LINES,
    "pozzetto_score_adjust": LINES,
    "pozzetto_meld_objection": OBJECTIONS,
    "pozzetto_move_objection": OBJECTIONS,
    "pozzetto_owes": OBJECTIONS,
    "pozzetto_score_round": ("True", "None", "points + 1_000_001", "-10 ** 5000"),
    "pozzetto_setup": ("(1,) * 1000", "'text' * 1000", "2 ** 70", "[1]"),
    "pozzetto_hand_end": ("'late' * 1000", "'too late'", "7"),
    "pozzetto_events": ("'time'", "7", "[5]"),
    "pozzetto_match_end": (
        "Outcome(reason=5, winner=0)",
        "Outcome(reason=Evil(), winner=None)",
        "Outcome(reason=MatchEnd.HOUSE, winner=9)",
        "Outcome(reason=MatchEnd.HOUSE, winner=True)",
        "Outcome(reason=MatchEnd.HOUSE, winner=Evil())",
        "Outcome(reason=MatchEnd.TARGET, winner=0)",
    ),
    "pozzetto_options": (
        "None",
        "{'x': {'default': {1}, 'description': 'a set is no JSON'}}",
        "{'x': {'default': 10 ** 5000, 'description': 'too long for JSON'}}",
        "{'x': {'default': float('nan'), 'description': 'no JSON either'}}",
        "{'x': {'default': 5, 'description': 5}}",
    ),
}
"""Of each hook answers that are nearly right."""
FINE = {
    # an empty text is a fact; what makes a player is called when there is a hand to play
    "pozzetto_setup": {"''"},
    "pozzetto_players": {"{'x': Evil()}"},
}
"""What a hook takes all the same."""
RAISES = (
    "raise Odd", "raise KeyboardInterrupt", "import os; os._exit(9)", "raise GeneratorExit",
    "raise SystemExit(Evil())", "raise SyntaxError(Evil())", "raise BaseException(Evil())",
    "raise SyntaxError('x', (Evil(), 'y', Evil(), Evil()))", "return endless()", "raise EOFError",
    "raise MemoryError", "raise StopIteration", "import asyncio; raise asyncio.CancelledError",
)  # fmt: skip
ALL_RAISED_IN = ("pozzetto_options", "pozzetto_score")
"""Hooks in which everything is raised; the others have the same guard as the last."""
OFTEN_RAISED = 3


@pytest.mark.parametrize("hook", WAYS)
def test_no_answer_of_a_hook_breaks_anything(hook: str, tmp_path: Path) -> None:
    ask, _, _ = WAYS[hook]
    told = {}
    wrong = ANSWERS + OWN.get(hook, ())
    for answer in wrong:
        code = STRANGE + hooked(hook, f"return {answer}")
        # an objection is as good as any; and what is never awaited is closed, so that Python
        # does not complain of it
        with fenced(), warnings.catch_warnings(), suppress(IllegalMove):
            warnings.simplefilter("error")
            try:
                ask(lambda code=code, **more: plugged(tmp_path, "bad", code, **more))
            except (PluginError, RulesetError) as error:
                told[answer] = str(error)
    start = f"the house rule `bad` (file bad.py) in {hook} under club: "
    for answer, said in told.items():
        assert start in said, answer
        assert len(said) < 500, answer
        assert "asking.py" not in said, answer
    assert {*wrong} - {*told} == FINE.get(hook, set())


@pytest.mark.parametrize("hook", WAYS)
def test_whatever_a_hook_raises_is_told_of_it(hook: str, tmp_path: Path) -> None:
    ask, _, _ = WAYS[hook]
    for raised in RAISES if hook in ALL_RAISED_IN else RAISES[:OFTEN_RAISED]:
        code = STRANGE + hooked(hook, raised)
        with pytest.raises(PozzettoError) as caught, fenced():
            ask(lambda code=code, **more: plugged(tmp_path, "bad", code, **more))
        start = f"the house rule `bad` (file bad.py) in {hook} under club: "
        assert start in str(caught.value), raised
        assert "bad.py, line" in str(caught.value) or "SyntaxError" in raised, raised


KIND = """
class Court:
    name = "court"
    def judge(self, cards): {judge}
    def candidates(self, counts): {candidates}
    def extensions(self, shape, counts): {extensions}

def pozzetto_kinds(options):
    return [Court()]
"""


@pytest.mark.parametrize(
    "shape",
    [
        "Shape('court', 0, 0, (99, 1, 2), (False,) * 3)",
        "Shape('court', 0, 0, ('JH', 'QS', 'KD'), (False,) * 3)",
        "Shape('court', 0, 0, [23, 11, 38], (False,) * 3)",
        "Shape('court', 0, 0, Evil(), (False,) * 3)",
        "Shape('court', 0, 0, named('JH QS KD'), (False,))",
        "Shape('court', 0, 0, named('JH QS KD'), (0, 0, 0))",
        "Shape('court', 'red', 0, named('JH QS KD'), (False,) * 3)",
        "Shape('court', 0, Evil(), named('JH QS KD'), (False,) * 3)",
        "Shape(Evil(), 0, 0, named('JH QS KD'), (False,) * 3)",
        # made of cards that nobody has
        "Shape('court', 0, 0, named('JH QS AC'), (False,) * 3)",
        "Shape('court', 0, 0, named('JH JH JH'), (False,) * 3)",
    ],
)
def test_a_shape_that_is_badly_made_is_told_of_its_kind(shape: str, tmp_path: Path) -> None:
    code = STRANGE + KIND.format(
        judge=f"return {shape}", candidates=f"return [{shape}]", extensions=f"return [{shape}]"
    )
    game = plugged(tmp_path, "bad", code)
    start = "the house rule `bad` (file bad.py) in pozzetto_kinds under club: it answered "
    with fenced(), pytest.raises(PluginError) as caught:
        game.meld("JH QS KD")
    assert str(caught.value).startswith(start)
    with fenced(), pytest.raises(PluginError) as caught:
        game.legal(game.table({"phase": "play", "held": {"N": "JH QS KD 4C"}}))
    assert str(caught.value).startswith(start)


@pytest.mark.parametrize("answer", ["None", "7", "'text'", "sometimes()", "itertools.count()"])
def test_what_enumerates_has_to_be_a_list(answer: str, tmp_path: Path) -> None:
    code = STRANGE + KIND.format(
        judge="return None", candidates=f"return {answer}", extensions="return ()"
    )
    game = plugged(tmp_path, "bad", code)
    table = game.table({"phase": "play", "held": {"N": "JH QS KD 4C"}})
    if answer == "None":
        assert game.legal(table)
        return
    with pytest.raises(PluginError) as caught:
        game.legal(table)
    assert str(caught.value).startswith(
        "the house rule `bad` (file bad.py) in pozzetto_kinds under club: it answered "
    )
    assert "Shapes of the kind `court`" in str(caught.value)


MEASURE = """
def pozzetto_measures(options):
    one = dict(name="odd", title="odd", sentence="Odd.", count=lambda position: {count})
    return [HouseMeasure(unit={unit!r}, **one)]
"""


@pytest.mark.parametrize(
    ("unit", "count", "why"),
    [
        ("hands", "10 ** 5000", "it answered a number of 5,001 digits or so, where a whole number"),
        ("hands", "1.0", "it answered `1.0`, where a whole number, at most 1,000,000 either way,"),
        ("hands", "float('nan')", "it answered `nan`, where a whole number"),
        ("hands", "True", "it answered `True`, where a whole number"),
        ("hands", "Evil()", "it answered `<Evil>`, where a whole number"),
        ("hands", "later()", "it answered a coroutine, as `async` functions do, where a whole"),
        ("share", "2", "it answered `2`, where 1 or 0 of the measure `odd`, which is a share, is"),
        ("share", "Evil()", "it answered `<Evil>`, where 1 or 0 of the measure `odd`"),
        ("share", "True", ""),
        ("hands", "-1_000_000", ""),
    ],
)
def test_what_a_measure_counts(unit: str, count: str, why: str, tmp_path: Path) -> None:
    game = plugged(tmp_path, "bad", STRANGE + MEASURE.format(unit=unit, count=count))
    if not why:
        assert simulate(game.rules, 1, 1, workers=1).figure("odd")
        return
    with fenced(), pytest.raises(PluginError) as caught:
        simulate(game.rules, 1, 1, workers=1)
    told = str(caught.value)
    assert f"the house rule `bad` (file bad.py) in pozzetto_measures under club: {why}" in told
    # which hand it was, to see it again
    assert told.endswith(", in hand 0 of seed 1")


# --- what may not be changed

CHANGES = """
from pozzetto.api import Tier
def change(thing, name="kind", value="zzz"):
    object.__setattr__(thing, name, value)

def pozzetto_meld_objection(shape):
    {objects}

def pozzetto_tier(shape, tier):
    {tells}
    return False

def pozzetto_score(position, team):
    for each in position.melds(team):
        {scores}
    return ()
"""


@pytest.mark.parametrize(
    ("where", "hook"),
    [("objects", "pozzetto_meld_objection"), ("tells", "pozzetto_tier")],
)
def test_a_frozen_meld_that_is_changed_all_the_same(where: str, hook: str, tmp_path: Path) -> None:
    doing = {"objects": "...", "tells": "...", "scores": "...", where: "change(shape)"}
    game = plugged(
        tmp_path,
        "bad",
        CHANGES.format(**doing),
        more="burracos: {odd: {cards: 7, points: 500, by: bad}}",
    )
    with pytest.raises(PluginError) as caught:
        game.burraco(game.meld("3H 4H 5H 6H 7H 8H 9H"))
    assert str(caught.value) == (
        f"the house rule `bad` (file bad.py) in {hook} under club: it changed the meld that it was "
        "given, and a hook changes nothing"
    )


@pytest.mark.parametrize(
    "change",
    [
        "object.__setattr__(shape, 'kind', Evil())",
        "object.__delattr__(shape, 'wild')",
        "object.__setattr__(shape, 'cards', shape.cards[:2])",
    ],
)
def test_in_whatever_way_it_is_changed(change: str, tmp_path: Path) -> None:
    code = STRANGE + hooked("pozzetto_meld_objection", change)
    game = plugged(tmp_path, "bad", code)
    with fenced(), pytest.raises(PluginError, match="it changed the meld that it was given, and a"):
        game.meld("3H 4H 5H")


def test_a_score_line_that_is_changed(tmp_path: Path) -> None:
    code = """\
    def pozzetto_score_adjust(position, team, lines):
        object.__setattr__(lines[0], "points", 1000)
        return ()
    """
    game = plugged(tmp_path, "bad", code)
    with pytest.raises(PluginError) as caught:
        game.score(game.table(FINISHED))
    assert str(caught.value) == (
        "the house rule `bad` (file bad.py) in pozzetto_score_adjust under club: it changed the "
        "score line that it was given, and a hook changes nothing"
    )


def test_a_tier_that_is_changed_changes_no_rule(tmp_path: Path) -> None:
    doing = {"objects": "...", "tells": "change(tier, 'points', 9)", "scores": "..."}
    more = "burracos: {odd: {cards: 7, points: 500, by: bad}}"
    game = plugged(tmp_path, "bad", CHANGES.format(**doing), more=more)
    assert game.burraco(game.meld("3H 4H 5H 6H 7H 8H 9H")) == "clean"
    assert game.rules.tiers[0].points == 500


def test_a_meld_on_the_table_that_is_changed(tmp_path: Path) -> None:
    doing = {"objects": "...", "tells": "...", "scores": "change(each)"}
    game = plugged(tmp_path, "bad", CHANGES.format(**doing))
    with pytest.raises(PluginError, match="`bad`: a meld that it was given has been changed"):
        simulate(game.rules, 5, 1, workers=1)


# --- at the command line

NOISY = """
import sys
print("noise", end="")

def pozzetto_options():
    sys.stdout.write("noise")
    return {}

def pozzetto_hand_end(position, options):
    print("noise")

def pozzetto_score(position, team, options):
    sys.stdout.write("noise")
    return ()
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table whose hand is over."""
    file = tmp_path / "over.yaml"
    file.write_text(json.dumps(FINISHED), "utf-8")
    return file


def offered(folder: Path, code: str) -> list[str]:
    """A ruleset with one house rule, and the words that offer it."""
    return [str(ruleset(folder, "bad")), "--plugin", str(written(folder, "bad", code))]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_a_plugin_prints_goes_to_the_error_stream(
    workers: str, tmp_path: Path, table: Path, capfd: Any
) -> None:
    words = offered(tmp_path, NOISY)
    simulated = ["simulate", *words, "--hands", "2", "--workers", workers]
    for called in (
        ["check", *words],
        simulated,
        ["score", str(table), "--in", *words],
        ["plugins", "bad", *words[1:]],
    ):
        assert cli.run([*called, "--json"]) == 0
        out, err = capfd.readouterr()
        assert json.loads(out)
        assert "noise" in err
        # and where people read it
        assert cli.run(called) == 0
        out, err = capfd.readouterr()
        assert out
        assert "noise" not in out
        assert "noise" in err
    # nothing of it is left behind
    sys.stdout.write("mine\n")
    assert capfd.readouterr().out == "mine\n"
    assert os._exit.__module__ == "posix" or os.name == "nt"


def test_help_goes_where_it_went(capsys: Any) -> None:
    assert cli.run(["check", "--help"]) == 0
    assert "Usage: pozzetto check" in capsys.readouterr().out


@pytest.mark.parametrize("leaving", ["raise SystemExit(9)", "os._exit(9)", "sys.exit(9)"])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_no_rule_leaves_the_program_unheard(
    leaving: str, workers: str, tmp_path: Path, capsys: Any
) -> None:
    code = f"import os, sys\ndef pozzetto_score(position, team):\n    {leaving}\n"
    words = ["simulate", *offered(tmp_path, code), "--hands", "2", "--workers", workers]
    assert cli.run(words) == 2
    assert capsys.readouterr().err == (
        "error: the house rule `bad` (file bad.py) in pozzetto_score under club: SystemExit: 9 "
        "(bad.py, line 3), in hand 0 of seed 1\n"
    )


def test_a_worker_that_is_killed_tells_what_it_played(tmp_path: Path, capsys: Any) -> None:
    code = """\
    import os, signal
    def pozzetto_score(position, team):
        os.kill(os.getpid(), signal.SIGKILL)
    """
    assert cli.run(["simulate", *offered(tmp_path, code), "--hands", "2", "--seed", "7"]) == 2
    assert "died while it played hand 0 of seed 7 under club (house rules: bad). Was it killed" in (
        capsys.readouterr().err
    )


def test_only_a_signal_is_ctrl_c(tmp_path: Path, table: Path, capsys: Any) -> None:
    raising = "def pozzetto_score(position, team):\n    raise KeyboardInterrupt\n"
    words = ["score", str(table), "--in"]
    assert cli.run([*words, *offered(tmp_path, raising)]) == 2
    assert capsys.readouterr().err.endswith("under club: KeyboardInterrupt (bad.py, line 2)\n")
    pressed = """\
    import os, signal, time
    def pozzetto_score(position, team):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
    """
    assert cli.run([*words, *offered(tmp_path, pressed)]) == 130
    assert "house rule" not in capsys.readouterr().err
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_without_a_fence_whoever_interrupts_is_heard(tmp_path: Path) -> None:
    code = "def pozzetto_score(position, team):\n    raise KeyboardInterrupt\n"
    game = plugged(tmp_path, "bad", code)
    table = game.table(FINISHED)
    with pytest.raises(KeyboardInterrupt):
        game.score(table)
    with fenced(), pytest.raises(PluginError):
        game.score(table)


def test_what_nobody_foresaw_is_a_sentence(
    tmp_path: Path, table: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(shelf, "_in_use", set())
    # rules are shared, and frozen only against who means no harm
    code = """\
    def pozzetto_score(position, team):
        object.__setattr__(position.rules, "teams", 5)
        return ()
    """
    words = ["score", str(table), "--in", *offered(tmp_path, code)]
    assert cli.run(words) == 2
    err = capsys.readouterr().err
    assert err.startswith("error: this went wrong unforeseen: TypeError: ")
    assert err.endswith(
        "; a house rule may have changed what it was given (`bad`), or it is a fault of pozzetto. "
        "--debug shows where it came from.\n"
    )
    assert "Traceback" not in err
    assert cli.run([*words, "--debug"]) == 2
    assert capsys.readouterr().err.startswith("Traceback (most recent call last):\n")
    assert cli.run([*words, "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["faults"][0]["message"].startswith("this went wrong")


def test_a_trace_of_calls_shows_whatever_it_is(tmp_path: Path, table: Path, capsys: Any) -> None:
    code = STRANGE + hooked("pozzetto_score", "return [Line('x', 1, 10 ** 5000)]")
    words = ["score", str(table), "--in", *offered(tmp_path, code), "--trace-hooks"]
    assert cli.run(words) == 2
    assert "pozzetto_score(position: stock, turn 0; team: NS) -> x <int>" in capsys.readouterr().err
