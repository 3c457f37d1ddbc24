"""What a run is played by: the versions of the engine, of Python and of its players, and the
fingerprints of its rules. Two runs with the same ones play the same hands."""

from __future__ import annotations

import ast
import inspect
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes
from pozzetto.players import make
from pozzetto.rulebook.compiler import RULES_EPOCH

if TYPE_CHECKING:
    from pozzetto.lab.run import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions:
    """What a run is played by. `players` are those that play, each by name with the sha256
    of what it is written in; `fingerprints` are those of the rulesets, in order."""

    pozzetto: str
    python: str
    epoch: int
    players: tuple[tuple[str, str], ...]
    fingerprints: tuple[str, ...]


def versions(run: Run) -> Versions:
    """What a run would be played by here and now."""
    names = dict.fromkeys(run.players)
    return Versions(
        pozzetto=pozzetto_version(),
        python=platform.python_version(),
        epoch=RULES_EPOCH,
        players=tuple((name, player_version(name, run.rulesets[0])) for name in names),
        fingerprints=tuple(rules.fingerprint for rules in run.rulesets),
    )


@cache
def pozzetto_version() -> str:
    """The version of the engine that is installed."""
    try:
        return version("pozzetto")
    except PackageNotFoundError:
        return "not installed"


def player_version(name: str, rules: Rules) -> str:
    """The sha256 of the module that a player is written in, with those beside it that it
    imports; where its text is not at hand, the engine's version."""
    texts: dict[str, str] = {}
    waiting = [type(make(name, Shapes(rules))).__module__]
    while waiting:
        module = waiting.pop()
        if module in texts or module not in sys.modules:
            continue
        try:
            text = inspect.getsource(sys.modules[module])
        except (OSError, TypeError):
            return pozzetto_version()
        # line ends are those of the system
        texts[module] = "\n".join(text.splitlines())
        waiting += _imported_beside(module, text)
    whole = "\0".join(f"{module}\0{texts[module]}" for module in sorted(texts))
    return sha256(whole.encode("utf-8")).hexdigest()


def _imported_beside(module: str, text: str) -> Iterator[str]:
    # the modules of its own package that a module imports by name
    beside = module.rpartition(".")[0] + "."
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        yield from (name for name in names if name.startswith(beside))
