"""New kinds of meld that plugins bring, their faults told of them; and melds lent to plugins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from pozzetto.game.cards import KINDS
from pozzetto.game.house import Kind
from pozzetto.game.melds import RUN, SET, Meld
from pozzetto.game.scoring import Line
from pozzetto.rulebook.shelf import NAME

if TYPE_CHECKING:
    from pozzetto.rulebook.asking import Asked


def lent(meld: Meld) -> Meld:
    """A meld for a plugin to look at: what it does to it, frozen as it is, reaches no table."""
    return Meld(meld.kind, meld.of, meld.low, meld.cards, meld.wild, meld.parked)


def check_unchanged(ask: Asked, given: Meld | Line, kept: Meld | Line) -> None:
    """Raises PluginError where a plugin has changed the copy of a meld, or of a score line,
    that it was given."""
    # the same values, not equal ones: nothing that a plugin put there is asked
    if any(getattr(given, name, None) is not getattr(kept, name) for name in kept.__slots__):
        what = "meld" if isinstance(kept, Meld) else "score line"
        raise ask.plugin.error(
            f"it changed the {what} that it was given, and a hook changes nothing", ask.hook
        )


def kinds(house: dict[str, Any], every: Sequence[Asked]) -> None:
    """Every plugin's kinds of meld."""
    found: dict[str, Kind] = {}
    for ask in every:
        for kind in ask.several("kinds of meld"):
            name = ask.guarded("", partial(getattr, kind, "name", None))
            if not isinstance(name, str) or not NAME.fullmatch(name):
                ask.wrong(kind, "a kind of meld with a name in small letters")
            if name in (RUN, SET, *found):
                raise ask.plugin.error(f"there is a kind of meld `{name}` already", ask.hook)
            for method in ("judge", "candidates", "extensions"):
                if not callable(getattr(kind, method, None)):
                    raise ask.plugin.error(
                        f"the kind of meld `{name}` has no `{method}`: a kind has to "
                        "enumerate its melds as well as judge them, or nobody would lay them",
                        ask.hook,
                    )
            found[name] = _AskedKind(ask, kind)
    house["kinds"] = tuple(found.values())


class _AskedKind:
    """A plugin's kind of meld, its faults told of the plugin."""

    def __init__(self, ask: Asked, kind: Kind) -> None:
        self.name: str = kind.name
        self._ask = ask
        self._kind = kind

    def judge(self, cards: tuple[int, ...]) -> Meld | None:
        """The meld of this kind that the cards make, if any."""
        found = self._safely("judge", lambda: self._kind.judge(cards))
        return None if found is None else self._meld(found, cards.count)

    def candidates(self, counts: tuple[int, ...]) -> list[Meld]:
        """Every meld that can be laid from these cards."""
        found = self._safely("candidates", lambda: self._all(self._kind.candidates(counts)))
        return [self._meld(each, counts.__getitem__) for each in found]

    def extensions(self, shape: Meld, counts: tuple[int, ...]) -> list[Meld]:
        """Every meld that comes of adding one of these cards."""
        given = lent(shape)
        found = self._safely("extensions", lambda: self._all(self._kind.extensions(given, counts)))
        check_unchanged(self._ask, given, shape)
        has = shape.cards.count
        return [self._meld(each, lambda kind: has(kind) + counts[kind]) for each in found]

    def _all(self, answer: object) -> tuple[Any, ...]:
        return self._ask.all_of(answer, f"Shapes of the kind `{self.name}`")

    def _safely(self, method: str, asked: Callable[[], Any]) -> Any:
        return self._ask.guarded(f"the kind `{self.name}` failed in `{method}`: ", asked)

    def _meld(self, meld: object, available: Callable[[int], int]) -> Meld:
        # well made, and of cards that are there: the engine counts on that
        wanted = f"a Shape of the kind `{self.name}`"
        if not isinstance(meld, Meld) or type(meld.kind) is not str or meld.kind != self.name:
            self._ask.wrong(meld, wanted)
        well_made = (
            isinstance(meld.cards, tuple)
            and all(type(kind) is int and 0 <= kind < KINDS for kind in meld.cards)
            and isinstance(meld.wild, tuple)
            and [*map(type, meld.wild)] == [bool] * len(meld.cards)
            and type(meld.of) is type(meld.low) is int
            and type(meld.parked) is bool
        )
        if not well_made:
            numbers = "its cards numbers, and of each True or False whether it is wild"
            self._ask.wrong(meld, f"{wanted}, {numbers},")
        if any(meld.cards.count(kind) > available(kind) for kind in meld.cards):
            self._ask.wrong(meld, f"{wanted} that is made of the cards it is asked about")
        return meld
