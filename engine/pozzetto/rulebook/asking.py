"""Asking a plugin: its functions called as the game calls its own, their answers checked.

Whatever goes wrong inside a plugin is told of the plugin, its hook and the ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from pozzetto.errors import PluginError
from pozzetto.game.refusals import Refusal
from pozzetto.game.scoring import Line
from pozzetto.rulebook.answers import (
    WHOLE,
    Objection,
    OwnWords,
    is_text,
    is_unsaid,
    is_whole,
    is_word,
)
from pozzetto.rulebook.foreign import written

if TYPE_CHECKING:
    from pozzetto.rulebook.plugins import Plugin

Tell: TypeAlias = Callable[[str, str, Mapping[str, Any], object], None]
"""Told of a call: the plugin, the hook, what it was given, and the answer."""

MOST_ANSWERS = 10_000
"""One answer has no more things in it: a list may have no end."""

_tell: Tell | None = None
_now: Asked | None = None
_last: Asked | None = None


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


def asked_last() -> tuple[str, str] | None:
    """The plugin and the hook that were asked last, if any ever was."""
    return None if _last is None else (_last.plugin.name, _last.hook)


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
        return self._ask(given)

    def several(self, wanted: str, *given: Any) -> tuple[Any, ...]:
        """All that the plugin answers, where it may answer several things: `wanted` says which.
        None is none of them."""
        found: tuple[Any, ...] = self._ask(given, wanted)
        return found

    def _ask(self, given: tuple[Any, ...], several: str = "") -> Any:
        global _now, _last
        given += self.options
        before, _now = _now, self
        _last = self
        try:
            if self.places is None:
                answer = self.function(*given)
            else:
                answer = self.function(*[given[place] for place in self.places])
            if several:
                answer = self.all_of(answer, several)
        except PluginError:
            raise
        # whatever it raises, even what leaves the program, is told of it
        except BaseException as error:
            raise self.plugin.failed(error, self.hook) from error
        finally:
            _now = before
        if _tell is not None:
            told_of = dict(zip(self.given, given, strict=True))
            _tell(self.plugin.name, self.hook, told_of, answer)
        return answer

    def guarded(self, doing: str, call: Callable[[], Any]) -> Any:
        """What code that a hook has brought answers; `doing` says what it was called for.
        Raises PluginError for whatever it raises."""
        global _now
        before, _now = _now, self
        try:
            return call()
        except PluginError:
            raise
        except BaseException as error:
            raise self.plugin.failed(error, self.hook, doing) from error
        finally:
            _now = before

    def all_of(self, answer: object, wanted: str) -> tuple[Any, ...]:
        """The things in an answer that may be several, which `wanted` names."""
        if answer is None:
            return ()
        if not isinstance(answer, Iterable) or isinstance(answer, str | bytes | Mapping):
            self.wrong(answer, f"a list of {wanted}")
        found = tuple(islice(answer, MOST_ANSWERS + 1))
        if len(found) > MOST_ANSWERS:
            message = f"it answered more than {MOST_ANSWERS:,} {wanted} at once"
            raise self.plugin.error(message, self.hook)
        return found

    def wrong(self, answer: object, expected: str) -> NoReturn:
        """Refuse an answer of the wrong sort."""
        message = f"it answered {written(answer)}, where {expected} is expected"
        raise self.plugin.error(message, self.hook)

    def refusal(self, *given: Any) -> Refusal | None:
        """What it objects to, as a refusal."""
        answer = self._ask(given)
        if answer is None:
            return None
        objection = answer if isinstance(answer, Objection) else Objection(answer)
        if not is_text(objection.sentence):
            self.wrong(answer, "a sentence, an Objection or None")
        code = objection.code
        if not is_unsaid(code) and not is_word(code):
            self.wrong(code, "a word in small letters as the code of an Objection")
        name = self.plugin.name
        return Refusal(
            code=f"{name}.{code}" if code else name,
            key=f"house_rules.{name}",
            value=dict(self.plugin.data) or None,
            plugin=name,
            words={"sentence": OwnWords(objection.sentence)},
        )

    def lines(self, *given: Any) -> list[Line]:
        """Score lines, each with the plugin's name."""
        return [self._line(each) for each in self.several("Lines", *given)]

    def _line(self, line: object) -> Line:
        if not isinstance(line, Line) or not is_word(line.what):
            self.wrong(line, "Lines, each with a word in small letters and whole numbers")
        for part, number in (("count", line.count), ("points", line.points)):
            if not is_whole(number):
                self.wrong(number, f"{WHOLE} as the {part} of the Line `{line.what}`")
        if not is_unsaid(line.title) and not is_text(line.title):
            self.wrong(line.title, f"a text as the title of the Line `{line.what}`")
        name = self.plugin.name
        what = name if line.what == name else f"{name}.{line.what}"
        return replace(line, what=what, plugin=name)
