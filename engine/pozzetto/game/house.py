"""House rules: what plugins add to a ruleset, as plain functions for the game to ask.

The rulebook fills a `House` from the plugins that a ruleset names; the game asks its
functions, in the ruleset's order, the ordinary rules (`standard`) first. Where no plugin
acts a tuple is empty, or holds the ordinary rule alone, and asking costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from pozzetto.errors import PluginError

if TYPE_CHECKING:
    from pozzetto.game.deal import Dealt
    from pozzetto.game.match import Match, Outcome
    from pozzetto.game.melds import Meld
    from pozzetto.game.refusals import Refusal, Spoken
    from pozzetto.game.rules import Rules, Tier
    from pozzetto.game.scoring import Line
    from pozzetto.game.state import State


class Kind(Protocol):
    """A kind of meld besides runs and sets, called `name`: it judges cards, and enumerates
    its melds, since automatic players lay only what is enumerated. All three are pure."""

    name: str

    def judge(self, cards: tuple[int, ...]) -> Meld | None:
        """The meld of this kind that exactly these cards make; None when they make none."""

    def candidates(self, counts: tuple[int, ...]) -> Iterable[Meld]:
        """Every meld of this kind that can be laid from so many cards of each kind."""

    def extensions(self, shape: Meld, counts: tuple[int, ...]) -> Iterable[Meld]:
        """Every meld that comes of adding one of these cards to a meld of this kind."""


@dataclass(frozen=True, slots=True)
class Watch:
    """What one plugin objects to: `judge` answers, for a table, with what judges moves there.
    `verbs` are the moves that it is asked about, as bits (`moves.DRAW` and so on); of those
    in `alike` its answer does not hang on the cards."""

    judge: Callable[[State], Callable[[int], Refusal | None]]
    verbs: int
    alike: int


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What the plugins of one ruleset answer, hook by hook.

    `names` are the plugins in the ruleset's order, `standard` first. `tiers` pairs a
    plugin's name with what it says of a meld and a tier; `setups` a plugin's name with the
    fact that it finds in a deal. `events`: what a director may call. `owed_after`: the
    moves (bit `moves.DRAW` and so on) after which something may begin to be owed. `marks` tell each
    plugin's name, options and the sha256 of its code: what a fingerprint covers. `suits_alike`:
    no plugin tells suits apart when it judges melds. `remake` is
    the function, with its arguments, that makes the same house in another process.
    """

    names: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = ()
    meld_objections: tuple[Callable[[Meld, Rules], Refusal | None], ...] = ()
    tiers: tuple[tuple[str, Callable[[Meld, Tier], bool]], ...] = ()
    setups: tuple[tuple[str, Callable[[Dealt], object]], ...] = ()
    events: frozenset[str] = frozenset()
    move_objections: tuple[Watch, ...] = ()
    owes: tuple[Callable[[State], Refusal | None], ...] = ()
    owed_after: int = 0
    hand_ends: tuple[Callable[[State], str | None], ...] = ()
    scores: tuple[Callable[[State, int], Sequence[Line]], ...] = ()
    adjusts: tuple[Callable[[State, int, Sequence[Line]], Sequence[Line]], ...] = ()
    rounds: tuple[Callable[[int], Sequence[Line]], ...] = ()
    match_ends: tuple[Callable[[Match], Outcome | None], ...] = ()
    measures: tuple[tuple[Any, Callable[[State], int]], ...] = ()
    players: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    explained: Mapping[str, Spoken] = field(default_factory=dict)
    marks: tuple[tuple[str, Mapping[str, Any], str], ...] = ()
    suits_alike: bool = True
    remake: tuple[Callable[..., House], tuple[Any, ...]] | None = None

    @property
    def plugins(self) -> tuple[str, ...]:
        """The plugins besides the ordinary rules."""
        return self.names[1:]

    @property
    def judges_melds(self) -> bool:
        """Whether a plugin has a say in what a meld is, or what it pays."""
        return bool(self.kinds) or len(self.meld_objections) > 1 or len(self.tiers) > 1

    @property
    def watches_moves(self) -> bool:
        """Whether moves have to be asked about one by one."""
        return bool(self.move_objections or self.owes)

    def kind(self, name: str) -> Kind:
        """The kind of meld of this name that a plugin adds. Raises PluginError where none does:
        only who changed a meld that is not to be changed can have made one of such a kind."""
        for kind in self.kinds:
            if kind.name == name:
                return kind
        raise PluginError(
            "a meld that it was given has been changed, and a house rule changes nothing",
            plugin=", ".join(self.plugins),
        )

    def __reduce__(self) -> tuple[Callable[..., House], tuple[Any, ...]]:
        return self.remake or (standard_house, ())


@cache
def standard_house() -> House:
    """The ordinary rules alone, without any plugin."""
    # the ordinary rules are written with what stands on this module
    from pozzetto.game.standard import HOUSE

    return HOUSE
