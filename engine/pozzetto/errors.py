"""What can go wrong, as one tree.

    PozzettoError
    ├── NotationError   text that cannot be read
    ├── IllegalMove     a move that is not allowed here (carries its Refusal)
    ├── RulesetError    mistakes in a ruleset (carries all its Faults)
    ├── CasesError      mistakes in a cases file (carries all its Faults)
    ├── RecordError     mistakes in a hand record (carries all its Faults)
    └── PluginError     a house rule is at fault (names plugin, hook and ruleset)

Only the command line turns one of these into text and an exit status.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pozzetto.game.refusals import Refusal


class PozzettoError(Exception):
    """The base of every error that pozzetto raises on purpose.

    `file` is the file that it is about, empty where it is about none; the sentence names it
    too.
    """

    file: str

    def __init__(self, *words: object, file: str = "") -> None:
        super().__init__(*words)
        self.file = file


class NotationError(PozzettoError):
    """A text is not cards, a meld, a move or a table."""


class IllegalMove(PozzettoError):
    """The rules refuse a move; `refusal` says which rule and why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return self.refusal.sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One mistake in a file: what is wrong, and where.

    `line` and `column` count from 1; 0 means that the place is not known.
    `path` is the dotted key path (`melds.wilds.most`), empty for the whole file.
    """

    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    path: str = ""

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        inside = f" ({self.path})" if self.path else ""
        return f"{place}: {self.message}{inside}" if place else f"{self.message}{inside}"


class _Faulty(PozzettoError):
    """An error that carries every fault found, not only the first."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


class RulesetError(_Faulty):
    """A ruleset cannot be used; `faults` says why, each with its place."""


class CasesError(_Faulty):
    """A cases file cannot be used; `faults` says why, each with its place."""


class RecordError(_Faulty):
    """A hand record cannot be used; `faults` says why, each with its line."""


class PluginError(PozzettoError):
    """A house rule cannot be used, or failed while it was asked.

    `plugin` is its name, `origin` the distribution or file it comes from, `hook` the
    function that was asked and `ruleset` the rules it was asked for; each is empty where it
    does not apply. What the plugin itself raised, if anything, is the `__cause__`.
    """

    def __init__(
        self, message: str, *, plugin: str, origin: str = "", hook: str = "", ruleset: str = ""
    ) -> None:
        _, of_a_file, file = origin.partition("file ")
        super().__init__(message, file=file if of_a_file else "")
        self.message = message
        self.plugin = plugin
        self.origin = origin
        self.hook = hook
        self.ruleset = ruleset

    def __str__(self) -> str:
        where = [f"the house rule `{self.plugin}`"]
        if self.origin:
            where.append(f"({self.origin})")
        if self.hook:
            where.append(f"in {self.hook}")
        if self.ruleset:
            where.append(f"under {self.ruleset}")
        return f"{' '.join(where)}: {self.message}"

    def __reduce__(self) -> tuple[Callable[..., PluginError], tuple[object, ...]]:
        # it comes back from workers, where its words would else be lost
        return _plugin_error, (self.message, self.plugin, self.origin, self.hook, self.ruleset)


def _plugin_error(message: str, plugin: str, origin: str, hook: str, ruleset: str) -> PluginError:
    return PluginError(message, plugin=plugin, origin=origin, hook=hook, ruleset=ruleset)
