"""The program where things go wrong around it: real processes, with real streams and files."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import pytest

from pozzetto.cli import COMMANDS, run

Item = TypeVar("Item")
Answer = TypeVar("Answer")

posix = pytest.mark.skipif(os.name == "nt", reason="needs the streams and signals of POSIX")
has_full_disk = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")

PROGRAM = (sys.executable, "-c", "from pozzetto.cli import main; main()")
SEVERAL = """
import json, sys
from pozzetto.cli import run
for words in json.loads(sys.argv[1]):
    try:
        run(words)
    except SystemExit:
        pass
    sys.stdout.write("\\n== end\\n")
    sys.stdout.flush()
"""
"""Commands one after the other in one process, which starts but once."""

UNSET = {"COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING", "PYTHONUTF8", "LC_ALL"}
PATIENCE = 60
EARLIER = "pozzetto record 1\n"
"""A file of records that was there before, with no hand in it."""

OWN = """\
extends: burraco
title: My café’s game
scoring:
  closing: {points: 150}
"""
CASES = """\
ruleset: burraco
melds:
  - {name: a run, cards: 3H 4H 5H, is: run}
  - {cards: 2S 2H 2D, refused: true}
"""
TABLE = """\
to_move: N
held: {N: 4H 5H JK 2C 9D}
melds: {NS: [6H 7H 8H]}
pile: QS KS
"""
FINISHED = """\
ended: closed by N
held: {N: "", E: KS 9H, S: 4C, W: AD}
melds: {NS: [3H 4H 5H 6H 7H 8H 9H], EW: [KD KC KH]}
pozzetti: {NS: taken, EW: waiting}
pozzetto_cards: [3S 3S 4S 4S 5S 5S 6S 6S 7S 7S 8S]
"""

QUICK = ("--hands", "2", "--workers", "1")
WAYS: Mapping[str, tuple[str, ...]] = {
    "list": (),
    "explain": ("own.yaml",),
    "diff": ("burraco", "burraco-fibur"),
    "meld": ("3H 4H JK 6H 7H 8H 9H",),
    "may": ("table.yaml", "N: draw, add 4H 5H JK to M1, discard 2C"),
    "judge": ("cases.yaml",),
    "check": ("own.yaml",),
    "show": ("own.yaml", "--resolved"),
    "plugins": (),
    "new": ("plugin", "my-rule", "--show"),
    "schema": (),
    "deal": ("own.yaml",),
    "score": ("finished.yaml",),
    "vp": ("300",),
    "simulate": ("own.yaml", *QUICK),
    "compare": ("burraco", "own.yaml", *QUICK, "--explain", "--why"),
    "ladder": ("own.yaml", *QUICK, "--rungs", "random,greedy", "--untimed"),
    "replay": ("hands.txt",),
    "rescore": ("hands.txt", "--under", "own.yaml"),
    "export": ("kept.study",),
}
"""Each command, called so that it has something to print."""

AS_LONG_AS_IT_IS = {
    "show",
    "new",
    "schema",
    "meld",
    "may",
    "vp",
    "judge",
    "check",
    "replay",
    "export",
}
"""They print files and sentences, a line each, which the terminal itself breaks."""

PRINTS = [
    ("--help",),
    ("--version",),
    ("meld", "3H 4H 5H", "--json"),
    ("deal",),
    ("schema",),
    ("simulate", *QUICK),
]
"""Every way in which something comes to be printed."""


def environment(**more: str) -> dict[str, str]:
    """The environment without what the tests themselves set."""
    kept = {name: value for name, value in os.environ.items() if name not in UNSET}
    return kept | {"LANGUAGE": "en", "PYTHONDONTWRITEBYTECODE": "1"} | more


def ran(
    *words: str, program: Sequence[str] = PROGRAM, **settings: Any
) -> subprocess.CompletedProcess[str]:
    """The program, run to its end."""
    settings = {
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "env": environment(),
        "encoding": "utf-8",
        "timeout": PATIENCE,
        **settings,
    }
    return subprocess.run([*program, *words], check=False, **settings)


def several(commands: Iterable[Sequence[str]], **settings: Any) -> list[str]:
    """What each of several commands prints; nothing may be said on the error stream."""
    came = ran(
        json.dumps([list(words) for words in commands]),
        program=(sys.executable, "-c", SEVERAL),
        **settings,
    )
    assert came.returncode == 0, came.stderr
    assert came.stderr == ""
    return came.stdout.split("\n== end\n")[:-1]


def at_once(work: Callable[[Item], Answer], items: Iterable[Item]) -> list[Answer]:
    """The answers for all items, asked side by side."""
    with ThreadPoolExecutor(4) as pool:
        return list(pool.map(work, items))


def every_way() -> list[tuple[str, ...]]:
    return [(name, *words) for name, words in WAYS.items()]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of every kind that can be read."""
    folder = tmp_path_factory.mktemp("place")
    texts = {
        "own.yaml": OWN,
        "cases.yaml": CASES,
        "table.yaml": TABLE,
        "finished.yaml": FINISHED,
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    playing = ("simulate", "own.yaml", *QUICK)
    keeping = [("--records", f"hands.{end}") for end in ("txt", "jsonl")]
    several([(*playing, *words) for words in [*keeping, ("--study", "kept.study")]], cwd=folder)
    return folder


EXTRA = [
    ("show", "own.yaml"),
    ("replay", "hands.jsonl"),
    ("replay", "hands.txt", "--under", "own.yaml"),
]


@pytest.fixture(scope="module")
def answers(place: Path) -> list[str]:
    """What every command prints into a pipe where nothing is wrong."""
    env = environment(TERM="xterm", LANG="C.UTF-8")
    return several([*every_way(), *EXTRA], cwd=place, env=env)


def test_no_command_is_left_out() -> None:
    assert set(WAYS) == set(COMMANDS)


# --- streams


@posix
def test_a_closed_pipe_ends_it_without_a_word() -> None:
    def piped(words: tuple[str, ...]) -> tuple[int, str]:
        reading, writing = os.pipe()
        os.close(reading)
        came = ran(*words, stdout=writing)
        os.close(writing)
        return came.returncode, came.stderr

    assert at_once(piped, PRINTS) == [(141, "")] * len(PRINTS)


@posix
def test_an_error_that_nobody_hears_keeps_its_status() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    for words in (("bogus",), ("meld", "3Z"), ("judge", "no/such.yaml")):
        assert ran(*words, stderr=writing).returncode == 2
    came = ran("simulate", *QUICK, stderr=writing)
    assert came.returncode == 0
    assert "points a hand" in came.stdout
    os.close(writing)


@posix
def test_it_runs_without_any_streams(tmp_path: Path) -> None:
    def close() -> None:
        os.closerange(0, 3)

    streams: dict[str, Any] = {"stdout": None, "stderr": None, "preexec_fn": close, "cwd": tmp_path}
    assert ran("simulate", *QUICK, "--records", "hands.txt", **streams).returncode == 0
    assert (tmp_path / "hands.txt").read_text(encoding="utf-8").startswith("pozzetto record")
    assert ran("bogus", **streams).returncode == 2


@has_full_disk
def test_a_full_disk_is_told_in_a_sentence() -> None:
    def onto_full(words: tuple[str, ...]) -> tuple[int, str]:
        with open("/dev/full", "w") as full:
            came = ran(*words, stdout=full)
        return came.returncode, came.stderr

    sentence = "error: the output cannot be written: No space left on device.\n"
    assert at_once(onto_full, PRINTS) == [(2, sentence)] * len(PRINTS)


@has_full_disk
def test_a_full_disk_under_the_errors_keeps_the_status() -> None:
    with open("/dev/full", "w") as full:
        assert ran("bogus", stderr=full).returncode == 2
        assert ran("meld", "3Z", stdout=full, stderr=full).returncode == 2


@posix
def test_a_disk_that_fills_leaves_no_half_written_file(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    words = ("simulate", "--hands", "30", "--workers", "1", "--records", "hands.txt")
    came = ran(*words, cwd=tmp_path, preexec_fn=little_room)
    assert (came.returncode, came.stdout) == (2, "")
    assert came.stderr == "error: hands.txt cannot be written: File too large.\n"
    assert list(tmp_path.iterdir()) == []
    # and what had the name before is still there
    (tmp_path / "hands.txt").write_text("before")
    assert ran(*words, cwd=tmp_path, preexec_fn=little_room).returncode == 2
    assert [path.name for path in tmp_path.iterdir()] == ["hands.txt"]
    assert (tmp_path / "hands.txt").read_text() == "before"


# --- files and folders


def obeying_permissions() -> None:
    """Let even root obey permissions, as everybody else does."""
    if os.geteuid() == 0:
        import ctypes

        drop_from_bounding_set, override = 24, (1, 2)
        for capability in override:
            ctypes.CDLL(None).prctl(drop_from_bounding_set, capability, 0, 0, 0)


@posix
@pytest.mark.skipif(
    sys.platform != "linux" and getattr(os, "geteuid", lambda: 1)() == 0,
    reason="root may write everywhere",
)
def test_a_folder_that_is_read_only(place: Path, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"cwd": tmp_path, "preexec_fn": obeying_permissions}
    (tmp_path / "own.yaml").write_text(OWN, encoding="utf-8")
    (tmp_path / "secret.yaml").write_text(OWN, encoding="utf-8")
    (tmp_path / "secret.yaml").chmod(0)
    tmp_path.chmod(0o555)
    try:
        kept = ran("simulate", "own.yaml", *QUICK, "--records", "hands.txt", **settings)
        played = ran("simulate", "own.yaml", *QUICK, **settings)
        asked = [(name, "secret.yaml") for name in ("check", "judge", "score", "replay")]
        read = ran(json.dumps(asked), program=(sys.executable, "-c", SEVERAL), **settings)
    finally:
        tmp_path.chmod(0o755)
    assert (kept.returncode, kept.stdout) == (2, "")
    assert kept.stderr == "error: hands.txt cannot be written: Permission denied.\n"
    assert (played.returncode, played.stderr) == (0, "")
    told = (read.stdout + read.stderr).count("the file cannot be read: Permission denied")
    assert told == len(asked)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["own.yaml", "secret.yaml"]


@posix
def test_no_home_and_nothing_else_in_the_environment(place: Path) -> None:
    said = several(every_way(), cwd=place, env={})
    assert all(said)


def written_otherwise(text: str) -> bytes:
    """The text as an editor of Windows may save it."""
    return b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode("utf-8")


def test_windows_line_ends_and_a_byte_order_mark(
    place: Path, answers: list[str], tmp_path: Path
) -> None:
    for path in place.iterdir():
        if path.suffix == ".study":
            (tmp_path / path.name).write_bytes(path.read_bytes())
            continue
        text = path.read_text(encoding="utf-8")
        (tmp_path / path.name).write_bytes(written_otherwise(text))
    assert several([*every_way(), *EXTRA], cwd=tmp_path) == answers


# --- terminals


def test_forty_columns(place: Path) -> None:
    laid_out = [words for words in every_way() if words[0] not in AS_LONG_AS_IT_IS]
    helps = [("--help",), *((name, "--help") for name in COMMANDS)]
    for lang in ("en", "it"):
        settings = environment(COLUMNS="40", LANGUAGE=lang, PYTHONIOENCODING="utf-8")
        for words, text in zip(
            [*laid_out, *helps],
            several([*laid_out, *helps], cwd=place, env=settings),
            strict=True,
        ):
            long = [line for line in text.splitlines() if len(line) > 40]
            # a command to be copied stays on its line
            assert [line for line in long if "pozzetto " not in line] == [], (words, lang)


def on_a_terminal(
    commands: list[tuple[str, ...]],
    more: Mapping[str, str] = MappingProxyType({}),
    columns: int = 80,
) -> list[str]:
    """What each of several commands brings to a terminal of so many columns."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen(
        [sys.executable, "-c", SEVERAL, json.dumps(commands)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(TERM="xterm", PYTHONIOENCODING="utf-8") | dict(more),
    ) as running:
        os.close(theirs)
        said = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:
                break
            if not piece:
                break
            said += piece
        running.wait(PATIENCE)
    os.close(ours)
    return said.decode("utf-8").replace("\r\n", "\n").split("\n== end\n")[:-1]


STYLED = [
    ("meld", "3H 4H 5H"),
    ("deal",),
    ("meld", "3Z"),
    ("compare", "burraco", "burraco-fibur", "--hands", "2", "--workers", "1"),
]


@posix
def test_colour_comes_to_terminals_that_want_it() -> None:
    for words, text in zip(STYLED, on_a_terminal(STYLED), strict=True):
        assert "\x1b[" in text, words


@posix
@pytest.mark.parametrize("how", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_none_is_wanted(how: dict[str, str]) -> None:
    *plain, compared = on_a_terminal(STYLED, how)
    assert not any("\x1b" in text for text in plain)
    # a bar that moves is no colour
    assert not re.search(r"\x1b\[[0-9;]*(3[0-9]|4[0-9]|9[0-7])m", compared)


@posix
def test_a_narrow_terminal_tells_its_width() -> None:
    (text,) = on_a_terminal([("explain",)], {"NO_COLOR": "1"}, columns=40)
    assert 30 < max(map(len, text.splitlines())) <= 40


def test_no_colour_but_on_a_terminal(answers: list[str]) -> None:
    assert not any("\x1b" in text for text in answers)


# --- signs and letters


@pytest.mark.parametrize(
    "how",
    [
        {"PYTHONIOENCODING": "ascii", "LANG": "C"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    ],
    ids=["asked for", "locale"],
)
def test_ascii_is_enough(place: Path, how: dict[str, str]) -> None:
    for lang in ("en", "it"):
        asked = [*every_way(), ("show", "own.yaml"), *((name, "--help") for name in COMMANDS)]
        said = several(asked, cwd=place, env=environment(LANGUAGE=lang, **how), encoding="ascii")
        for words, text in zip(asked, said, strict=True):
            # no codes of signs that nobody has put into letters, but where they are written
            if words[0] not in ("schema", "show"):
                assert not re.search(r"\\(x[0-9a-f]{2}|u[0-9a-f]{4})", text), words
    told = dict(zip(asked, said, strict=True))
    assert re.search(r"\bKS\b", told["deal", "own.yaml"])
    assert "+/-" in told["simulate", "own.yaml", *QUICK]
    assert "title: My cafe's game" in told["show", "own.yaml"].splitlines()


def test_every_sign_has_letters_or_a_code() -> None:
    text = "è perché più è “lì” José ♠A ±1 → … € 😀"
    came = "e' perche' piu' e' \"li'\" Jose' SA +/-1 -> ... \\u20ac \\U0001f600"
    assert text.encode("ascii", "pozzetto.plain").decode("ascii") == came
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("utf-8", "pozzetto.plain")


@posix
def test_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9\x1b[31m.yaml")
    try:
        (tmp_path / name).write_text("ruleset: burraco\nmelds: [{cards: 3Z, is: run}]\n")
    except OSError:
        pytest.skip("no such names here")
    came = ran("judge", name, cwd=tmp_path)
    assert came.returncode == 2
    assert re.fullmatch(r"caf\S+\.yaml:2:[0-9]+: .*\n", came.stderr)
    assert "\x1b" not in came.stderr


EVIL = r"\e[31m\e]0;mine\a[bold]red[/bold]\x9b1m‮<b>&"
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def test_text_from_files_is_only_text(tmp_path: Path) -> None:
    book = f'extends: burraco\ntitle: "{EVIL}"\nsummary: "{EVIL}"\n'
    texts = {
        "[bold]x.yaml": book,
        "cases.yaml": f'ruleset: burraco\nmelds: [{{name: "{EVIL}", cards: 3H 4H 5H, is: set}}]\n',
        "faulty.yaml": f'extends: "{EVIL}"\n"{EVIL}": "{EVIL}"\nmelds: "{EVIL}"\n',
        "finished.yaml": f'name: "{EVIL}"\n{FINISHED}',
        "table.yaml": f'{TABLE}"{EVIL}": 1\n',
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    asked: list[tuple[str, ...]] = [
        ("explain", "[bold]x.yaml"),
        ("diff", "burraco", "[bold]x.yaml"),
        ("show", "[bold]x.yaml"),
        ("show", "[bold]x.yaml", "--resolved"),
        ("check", "[bold]x.yaml", "faulty.yaml"),
        ("deal", "[bold]x.yaml"),
        ("score", "finished.yaml"),
        ("judge", "cases.yaml"),
        ("compare", "burraco", "[bold]x.yaml", "--hands", "2", "--workers", "1"),
        ("simulate", "[bold]x.yaml", *QUICK),
    ]
    for words, text in zip(asked, several(asked, cwd=tmp_path), strict=True):
        assert not CONTROL.search(text), words
        if words[0] in ("compare", "simulate"):
            assert "[bold]x" in text
    for words in (("may", "table.yaml", "N: draw"), ("score", "table.yaml"), ("meld", "\x1b[1m3Z")):
        came = ran(*words, cwd=tmp_path)
        assert came.returncode == 2
        assert came.stderr
        assert not CONTROL.search(came.stderr), words


# --- Ctrl-C


def interrupted(
    folder: Path, *words: str, times: int = 1, after: float | None = None
) -> tuple[int, str]:
    """The status and the errors of a command that Ctrl-C stops, while it writes a file or
    after so many seconds."""
    with subprocess.Popen(
        [*PROGRAM, *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        encoding="utf-8",
        start_new_session=True,
    ) as running:
        if after is None:
            there, until = len(list(folder.iterdir())), time.monotonic() + PATIENCE
            while len(list(folder.iterdir())) == there and time.monotonic() < until:
                time.sleep(0.01)
        time.sleep(0.3 if after is None else after)
        for _ in range(times):
            # as a terminal does it, to every process
            os.killpg(running.pid, signal.SIGINT)
            time.sleep(0.02)
        try:
            _, said = running.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            raise
    for _ in range(200):
        try:
            os.killpg(running.pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.02)
    else:
        pytest.fail("processes are left")
    return running.returncode, said


LONG = ("simulate", "--hands", "1000000", "--records", "hands.txt")


@posix
@pytest.mark.parametrize(("workers", "times"), [("1", 1), ("2", 1), ("2", 3)])
def test_ctrl_c_leaves_no_file(tmp_path: Path, workers: str, times: int) -> None:
    status, said = interrupted(tmp_path, *LONG, "--workers", workers, times=times)
    assert status == 130
    assert re.fullmatch(r"Stopped after [0-9,]+ of 1,000,000 \w+; nothing was kept.\n", said)
    assert list(tmp_path.iterdir()) == []


@posix
def test_ctrl_c_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "hands.txt").write_text(EARLIER)
    status, _ = interrupted(tmp_path, *LONG, "--workers", "1")
    assert status == 130
    assert [path.name for path in tmp_path.iterdir()] == ["hands.txt"]
    assert (tmp_path / "hands.txt").read_text() == EARLIER


@posix
def test_ctrl_c_at_any_moment(tmp_path: Path) -> None:
    def stopped(delay: float) -> int:
        folder = tmp_path / str(delay)
        folder.mkdir()
        status, _ = interrupted(folder, *LONG, "--workers", "2", after=delay)
        assert list(folder.iterdir()) == []
        return status

    assert 0 not in at_once(stopped, [0.0, 0.1, 0.2, 0.3, 0.4, 0.6])


@posix
def test_ctrl_c_while_a_file_is_awaited(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    status, said = interrupted(tmp_path, "judge", "pipe.yaml", after=1.0)
    assert (status, said.strip()) == (130, "")


@pytest.mark.parametrize(
    "words",
    [
        ["explain", "nosuch"],
        ["meld", "3H 4H 5X"],
        ["compare", "burraco", "burraco-2p"],
        ["simulate", "burraco", "--hands", "0"],
        ["vp", "100", "--hands", "2", "--in", "burraco-fibur"],
        ["judge", "nosuch.yaml"],
        ["replay", "nosuch.txt"],
        ["meld"],
    ],
)
def test_a_program_is_told_as_data_what_cannot_be_used(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*words, "--json"]) == 2
    shown = capsys.readouterr()
    (fault,) = json.loads(shown.out)["faults"]
    assert fault["message"]
    assert set(fault) == {"message", "file", "line", "column", "path"}


def test_records_never_take_the_place_of_anything_else(tmp_path: Path) -> None:
    own, child = tmp_path / "own.yaml", tmp_path / "child.yaml"
    own.write_text(OWN, encoding="utf-8")
    child.write_text("extends: own.yaml\n", encoding="utf-8")
    for ruleset in (own, child):
        assert run(["simulate", str(ruleset), "--hands", "1", "--records", str(own)]) == 2
        assert own.read_text(encoding="utf-8") == OWN


@posix
def test_records_can_be_written_into_a_pipe() -> None:
    words = [*PROGRAM, "simulate", "--hands", "1", "--workers", "1", "--json"]
    read, write = os.pipe()
    with os.fdopen(read, encoding="utf-8") as stream:
        ran = subprocess.run(
            [*words, "--records", f"/dev/fd/{write}"],
            pass_fds=[write],
            capture_output=True,
            check=True,
        )
        os.close(write)
        assert stream.readline() == "pozzetto record 1\n"
    assert json.loads(ran.stdout)["hands"] == 1


def test_memory_that_runs_out_is_no_fault_of_pozzetto(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none_left(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("pozzetto.lab.simulate.played", none_left)
    assert run(["simulate", "burraco", "--hands", "1"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: there is not enough memory for this.")
    assert "unforeseen" not in told
