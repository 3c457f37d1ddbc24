"""Run the examples of README.md and docs/, and compare what they print with what is shown.

    python tools/examples.py PAGE...    write what each command of a page prints into it

A page is read from top to bottom, in an empty folder:

- A block with a title (```yaml title="club.yaml") is a file, and so is a block after a
  line that ends in "in `club.yaml`:". It is written before anything below it runs.
- A `console` block holds commands, each after `$ `, and what they print. A line `…` stands
  for any lines. `$ echo $?` shows the status of the command before it; `cat`, `head -N`, `cp`,
  `cd`, `python FILE` and `> FILE` are known; `pip install -e` offers the entry points of the
  project here, without a build, and `pytest` then runs its tests.
- A `python` block with `>>>` is checked line by line; names last to the end of the page.
- A `yaml` block is a ruleset, part of one, a table or cases: whichever its keys say.
- Any other block (`text`, `sh`, …) is only shown.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import yaml

import pozzetto
from pozzetto import cli
from pozzetto.rulebook import schema, shelf
from pozzetto.text.cases import cases_in, judge
from pozzetto.text.cases.file import READERS
from pozzetto.text.written_table import KEYS as TABLE_KEYS

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

MANY = 300
"""An example that plays more deals than this is shortened, and only its outline compared,
unless POZZETTO_LONG_EXAMPLES is set."""
FEW = 20

_FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_NAMED = re.compile(r"\bin\s+`([\w.-]+)`:\s*$", re.IGNORECASE)
_ANY = "…"


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a page: what it is, the file that it is, and where it stands."""

    lang: str
    title: str
    body: str
    start: int
    line: int


@dataclass(frozen=True, slots=True)
class Ran:
    """A command of a page: what is shown under it, and what it printed."""

    command: str
    shown: str
    came: str
    status: int
    line: int
    shortened: bool = False

    @property
    def fits(self) -> bool:
        """Whether it printed what is shown."""
        if self.shortened:
            return outline(self.shown) <= outline(self.came)
        parts = [re.escape(part) for part in re.split(rf"(?m)^{_ANY}\n?", self.shown)]
        return re.fullmatch("(?:.*\n)*".join(parts), self.came) is not None


@dataclass(slots=True)
class Page:
    """A page being read: the files it has shown, and what went wrong."""

    path: Path
    ran: list[Ran] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    files: list[Block] = field(default_factory=list)
    names: dict[str, Any] = field(default_factory=dict)
    status: int = 0
    installed: str = ""

    def say(self, line: int, what: str) -> None:
        """Something on this line is not so."""
        self.wrong.append(f"{os.path.relpath(self.path, ROOT)}:{line}: {what}")


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    for found in _FENCE.finditer(text):
        title = re.search(r'title="(.*?)"', found[2])
        named = _NAMED.search(text[: found.start()].rstrip().rpartition("\n\n")[2])
        name = title[1] if title else named[1] if named else ""
        line = text.count("\n", 0, found.start()) + 2
        yield Block(found[1], name, found[3], found.start(3), line)


def run(path: Path) -> Page:
    """Everything a page shows, run in an empty folder."""
    page = Page(path)
    with TemporaryDirectory() as folder, chdir(folder), _plain(), _able_to_install(page):
        for block in blocks(path.read_text("utf-8")):
            if block.title:
                Path(block.title).write_text(block.body, "utf-8")
                page.files.append(block)
            if block.lang == "console":
                _run_console(block, page)
            elif block.lang == "python" and not block.title:
                _run_python(block, page)
            elif block.lang == "yaml" and not block.title:
                _check_yaml(block, page)
        # a file that a command reads is tried by it, and may be shown for its faults
        read = " ".join(ran.command for ran in page.ran)
        for block in page.files:
            if block.lang == "yaml" and block.title not in read:
                _check_yaml(block, page)
    for ran in page.ran:
        if not ran.fits:
            page.say(ran.line, f"$ {ran.command}\n--- shown\n{ran.shown}--- came\n{ran.came}")
    return page


@contextmanager
def _plain() -> Iterator[None]:
    # as in a terminal of 80 columns, in English; and hands are played here, not elsewhere
    told = {"COLUMNS": "80", "LANGUAGE": "en", "NO_COLOR": "1"}
    with patch.dict(os.environ, told), patch("pozzetto.lab.workers.cores", lambda: 1):
        yield


@contextmanager
def _able_to_install(page: Page) -> Iterator[None]:
    # a folder for what `pip install -e` would tell of a project, and an end to it
    before, modules = sys.path[:], set(sys.modules)
    with TemporaryDirectory() as page.installed:
        sys.path.insert(0, page.installed)
        try:
            yield
        finally:
            installed = sys.path[: len(sys.path) - len(before)]
            sys.path[:] = before
            for name in set(sys.modules) - modules:
                file = getattr(sys.modules[name], "__file__", None) or ""
                if os.path.dirname(file) in installed:
                    del sys.modules[name]


def _install(page: Page) -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    about = Path(page.installed, f"{project['name'].replace('-', '_')}-0.dist-info")
    about.mkdir()
    meta = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (about / "METADATA").write_text(meta, "utf-8")
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
    sys.path.insert(0, os.getcwd())


def _run_pytest(words: list[str], page: Page) -> str:
    command = [sys.executable, "-m", "pytest", "-p", "pozzetto.testing", *words]
    path = os.pathsep.join([os.getcwd(), page.installed])
    env = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    # no other plugin that happens to be installed, of which some take long to start
    env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    ran = subprocess.run(command, capture_output=True, text=True, env=env)
    page.status = ran.returncode
    # how long it takes differs from one time to the next
    return re.sub(r"in \d+\.\d+s", "in 0.45s", ran.stdout + ran.stderr)


def _run_console(block: Block, page: Page) -> None:
    for number, command, shown in commands(block):
        words, shortened = _shortened(command, shown)
        came = _run(words, page)
        page.ran.append(
            Ran(command, shown, came, page.status, block.line + number, shortened=shortened)
        )


def commands(block: Block) -> Iterator[tuple[int, str, str]]:
    """The commands of a console block: the line of each, and what is shown under it."""
    lines = block.body.splitlines(keepends=True)
    starts = [index for index, line in enumerate(lines) if line.startswith("$ ")]
    for start, end in pairwise([*starts, len(lines)]):
        shown = "".join(lines[start + 1 : end])
        # an empty line parts two commands
        shown = shown[:-1] if shown.endswith("\n\n") and end < len(lines) else shown
        yield start, lines[start][2:].rstrip(), "" if shown == "\n" else shown


def _shortened(command: str, shown: str) -> tuple[list[str], bool]:
    words = shlex.split(command)
    if words[:2] not in (["pozzetto", "simulate"], ["pozzetto", "compare"]):
        return words, False
    if shown and os.environ.get("POZZETTO_LONG_EXAMPLES"):
        return words, False
    hands = 2000
    if "--hands" in words:
        index = words.index("--hands")
        hands = int(words[index + 1])
        if hands > MANY:
            del words[index : index + 2]
    return ([*words, "--hands", str(FEW)], True) if hands > MANY else (words, False)


def outline(text: str) -> set[str]:
    """The measures that a table of figures has."""
    return set(re.findall(r"^  (\w[\w ,-]*?)  .*\d", text, re.MULTILINE))


def _run(words: list[str], page: Page) -> str:
    target = words[words.index(">") + 1] if ">" in words else ""
    words = words[: words.index(">")] if target else words
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n")
    if words[0] == "pozzetto":
        # each command is a process of its own, which knows only the house rules it is given
        with redirect_stdout(printed), redirect_stderr(printed), patch.object(shelf, "_joined", {}):
            try:
                page.status = cli.run(words[1:])
            except SystemExit as leaving:
                page.status = int(leaving.code or 0)
    elif words == ["echo", "$?"]:
        print(page.status, file=printed)
    elif words[0] == "cat":
        printed.write(Path(words[1]).read_text("utf-8"))
    elif words[0] == "cp":
        shutil.copy(words[1], words[2])
    elif words[0] == "cd":
        os.chdir(words[1])
    elif words[:2] == ["pip", "install"]:
        _install(page)
    elif words[0] == "pytest":
        printed.write(_run_pytest(words[1:], page))
    elif words[0] == "head":
        lines = Path(words[2]).read_text("utf-8").splitlines(keepends=True)
        printed.write("".join(lines[: int(words[1][1:])]))
    elif words[0] == "python":
        ran = subprocess.run([sys.executable, *words[1:]], capture_output=True, text=True)
        printed.write(ran.stdout + ran.stderr)
        page.status = ran.returncode
    else:
        raise ValueError(f"{page.path}: an example calls {words[0]}, which is not known here")
    printed.seek(0)
    text = printed.read()
    if target:
        Path(target).write_text(text, "utf-8")
        return ""
    # tables fill their lines with spaces
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def _run_python(block: Block, page: Page) -> None:
    if ">>>" not in block.body:
        exec(compile(block.body, f"{page.path}:{block.line}", "exec"), page.names)
        return
    name = os.path.relpath(page.path, ROOT)
    test = doctest.DocTestParser().get_doctest(block.body, page.names, name, name, block.line - 1)
    told = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    if runner.run(test, out=told.write, clear_globs=False).failed:
        page.say(block.line, told.getvalue())
    page.names.update(test.globs)


def _check_yaml(block: Block, page: Page) -> None:
    """Whether a block can be used for what its keys say it is."""
    try:
        data = yaml.safe_load(block.body)
        _use(data, block)
    except (pozzetto.PozzettoError, yaml.YAMLError) as error:
        page.say(block.line, str(error))


def _use(data: Any, block: Block) -> None:
    keys = set(data)
    lists = [isinstance(data[key], list) for key in keys - {"ruleset"}]
    if keys <= {"ruleset", *READERS} and all(lists):
        name = block.title or "shown-cases.yaml"
        text = block.body if "ruleset" in keys else f"ruleset: burraco\n{block.body}"
        Path(name).write_text(text, "utf-8")
        for case in cases_in(name):
            result = judge(case)
            if not result.passed:
                raise pozzetto.PozzettoError(str(result))
    elif keys <= set(schema.schema()["properties"]):
        name = block.title or "shown-ruleset.yaml"
        text = block.body if "extends" in keys else f"extends: burraco\n{block.body}"
        Path(name).write_text(text, "utf-8")
        pozzetto.load(f"./{name}")
    elif keys <= {*TABLE_KEYS, "ruleset", "seed"}:
        ruleset = data.pop("ruleset", "burraco")
        data.pop("seed", None)
        pozzetto.load(ruleset).table(data)
    elif keys <= {"table", "do", "expect", "ruleset", "name", "seed"}:
        pozzetto.load(data.get("ruleset", "burraco")).table(data["table"])
    else:
        raise pozzetto.PozzettoError("this is no ruleset, table or cases: use a `text` block")


def written(path: Path) -> str:
    """The page with what its commands print, where that is not what is shown."""
    text = path.read_text("utf-8")
    ran = iter(run(path).ran)
    pieces, done = [], 0
    for block in blocks(text):
        if block.lang != "console":
            continue
        body = []
        lines = block.body.splitlines(keepends=True)
        body += lines[: next(i for i, line in enumerate(lines) if line.startswith("$ "))]
        found = list(commands(block))
        for index, (_, command, shown) in enumerate(found):
            each = next(ran)
            body.append(f"$ {command}\n{shown if each.fits else each.came}")
            body.append("\n" if index + 1 < len(found) else "")
        pieces += [text[done : block.start], "".join(body)]
        done = block.start + len(block.body)
    return "".join([*pieces, text[done:]])


def main(arguments: list[str]) -> int:
    """Write what the commands of these pages print into them; tell what else is wrong."""
    wrong = 0
    for name in arguments:
        path = Path(name).resolve()
        text = written(path)
        if text != path.read_text("utf-8"):
            path.write_text(text, "utf-8")
            sys.stdout.write(f"{name}: written\n")
        for each in run(path).wrong:
            wrong += 1
            sys.stdout.write(f"{each}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
