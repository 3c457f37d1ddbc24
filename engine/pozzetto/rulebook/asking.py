"""Asking a plugin: its functions called as the game calls its own, their answers checked.

Whatever goes wrong inside a plugin is told of the plugin, its hook and the ruleset.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from pozzetto.errors import PluginError
from pozzetto.game.refusals import Refusal
from pozzetto.game.scoring import Line
from pozzetto.rulebook.answers import MOST_COUNTED, Objection, OwnWords, is_text
from pozzetto.rulebook.yaml_tree import shown

if TYPE_CHECKING:
    from pozzetto.rulebook.plugins import Plugin

Tell: TypeAlias = Callable[[str, str, Mapping[str, Any], object], None]
"""Told of a call: the plugin, the hook, what it was given, and the answer."""

WORD = re.compile("[a-z0-9_.-]{1,60}")

_tell: Tell | None = None
_now: Asked | None = None


@contextmanager
def tracing(tell: Tell) -> Iterator[None]:
    """Tell of every call of a hook while this lasts."""
    global _tell
    before, _tell = _tell, tell
    try:
        yield
    finally:
        _tell = before


def is_tracing() -> bool:
    """Whether calls are told of now."""
    return _tell is not None


def asked_now() -> tuple[str, str] | None:
    """The plugin and the hook that are asked just now, if any is: what does not come back."""
    return None if _now is None else (_now.plugin.name, _now.hook)


class Asked:
    """One hook of one plugin."""

    __slots__ = ("function", "given", "hook", "options", "places", "plugin")

    def __init__(
        self,
        plugin: Plugin,
        hook: str,
        function: Callable[..., Any],
        names: tuple[str, ...],
        given: tuple[str, ...],
    ) -> None:
        """`names` are the arguments that the function takes, `given` those that the hook
        gives, its options the last where it has any."""
        self.plugin = plugin
        self.hook = hook
        self.function = function
        self.given = given
        self.options = (plugin.options,) if "options" in given else ()
        # where the function's own arguments stand among those given; None where they are all
        self.places = None if names == given else [given.index(name) for name in names]

    def __call__(self, *given: Any) -> Any:
        """What the plugin answers. Raises PluginError for whatever it raises."""
        return self._ask(given, None)

    def several(self, *given: Any) -> tuple[Any, ...]:
        """All that the plugin answers, where it may answer several things."""
        found: tuple[Any, ...] = self._ask(given, tuple)
        return found

    def _ask(self, given: tuple[Any, ...], collect: Callable[[Any], Any] | None) -> Any:
        global _now
        given += self.options
        _now = self
        try:
            if self.places is None:
                answer = self.function(*given)
            else:
                answer = self.function(*[given[place] for place in self.places])
            if collect is not None and answer is not None:
                answer = collect(answer)
        except PluginError:
            raise
        # a hook that leaves the program must not take it along silently
        except (Exception, SystemExit) as error:
            raise self.plugin.failed(error, self.hook) from error
        _now = None
        if _tell is not None:
            told_of = dict(zip(self.given, given, strict=True))
            _tell(self.plugin.name, self.hook, told_of, answer)
        return () if collect is not None and answer is None else answer

    def guarded(self, doing: str, call: Callable[[], Any]) -> Any:
        """What code that a hook has brought answers; `doing` says what it was called for.
        Raises PluginError for whatever it raises."""
        global _now
        _now = self
        try:
            answer = call()
        except PluginError:
            raise
        except (Exception, SystemExit) as error:
            raise self.plugin.failed(error, self.hook, doing) from error
        _now = None
        return answer

    def wrong(self, answer: object, expected: str) -> NoReturn:
        """Refuse an answer of the wrong sort."""
        found = "nothing" if answer is None else f"`{shown(repr(answer))}`"
        raise self.plugin.error(f"it answered {found}, where {expected} is expected", self.hook)

    def refusal(self, *given: Any) -> Refusal | None:
        """What it objects to, as a refusal."""
        answer = self._ask(given, None)
        if answer is None:
            return None
        objection = answer if isinstance(answer, Objection) else Objection(answer)
        if not is_text(objection.sentence):
            self.wrong(answer, "a sentence, an Objection or None")
        name = self.plugin.name
        return Refusal(
            code=f"{name}.{objection.code}" if objection.code else name,
            key=f"house_rules.{name}",
            value=dict(self.plugin.data) or None,
            plugin=name,
            words={"sentence": OwnWords(objection.sentence)},
        )

    def lines(self, *given: Any) -> list[Line]:
        """Score lines, each with the plugin's name."""
        found = []
        for line in self.several(*given):
            if not (
                isinstance(line, Line)
                and isinstance(line.what, str)
                and WORD.fullmatch(line.what)
                and all(
                    isinstance(number, int)
                    and not isinstance(number, bool)
                    and abs(number) <= MOST_COUNTED
                    for number in (line.count, line.points)
                )
                and (not line.title or is_text(line.title))
            ):
                self.wrong(line, "Lines, each with a word in small letters and whole numbers")
            name = self.plugin.name
            what = name if line.what == name else f"{name}.{line.what}"
            found.append(replace(line, what=what, plugin=name))
        return found
