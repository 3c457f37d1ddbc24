"""Why two rulesets come to other results: in how many hands they part, where, and by which
rule, with a few hands to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pozzetto.game.rules import Rules
from pozzetto.lab.example import Example, example
from pozzetto.lab.pairing import comparable
from pozzetto.lab.parting import PARTINGS, Pair, Parting, part_deals
from pozzetto.lab.run import CHUNK, Progress, spread
from pozzetto.lab.seating import Seating, seat_players
from pozzetto.lab.share import Share
from pozzetto.rulebook.variants import Variant, one_key_at_a_time
from pozzetto.text.record import Record

SEVERAL = "several"
"""The reason where no key is one by itself."""
EXAMPLES = 3
"""So many hands are shown."""
HANDS = 200
"""So many deals are looked into, unless told otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """A key of the ruleset and the hands that it makes part.

    `key` is dotted, or `SEVERAL` where no key does it alone; `base` and `other` are what
    the two rulesets say there, as YAML, None where one says nothing. A hand has as many
    reasons as there are keys that are enough by themselves.
    """

    key: str
    base: str | None
    other: str | None
    share: Share

    def data(self) -> dict[str, object]:
        """The reason as plain data."""
        return {"key": self.key, "base": self.base, "other": self.other, **self.share.data()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Why two rulesets come to other results.

    `differ` are the hands that differ at all, in play or in what is counted; `parted` how
    many of them part at each of "deal", "play", "score". `reasons` go from the most hands to the
    fewest, SEVERAL last. `tried` are the keys that were changed alone: all that differ and
    bear on a hand, but for `unsplit`, which make no game by themselves. `partings` has every
    hand that parts, deal by deal.
    """

    base: str
    other: str
    players: Seating
    seed: int
    hands: int
    differ: Share
    parted: dict[str, int]
    reasons: tuple[Reason, ...]
    tried: tuple[str, ...]
    unsplit: tuple[str, ...]
    partings: tuple[Parting, ...]
    examples: tuple[Example, ...]

    def reason(self, key: str) -> Reason | None:
        """The reason of this key, None where no hand parts by it."""
        return next((each for each in self.reasons if each.key == key), None)

    @property
    def records(self) -> Iterator[Record]:
        """The examples, each as it went under the base and then under the other ruleset."""
        for each in self.examples:
            yield from each.records

    def data(self) -> dict[str, Any]:
        """All of it as plain data, ready for JSON; shares go from 0 to 1."""
        return {
            "base": self.base,
            "other": self.other,
            "players": list(self.players),
            "seed": self.seed,
            "hands": self.hands,
            "differ": self.differ.data(),
            "parted": self.parted,
            "reasons": [each.data() for each in self.reasons],
            "tried": list(self.tried),
            "unsplit": list(self.unsplit),
            "partings": [each.data() for each in self.partings],
            "examples": [each.data() for each in self.examples],
        }


def why(
    base: Rules,
    other: Rules,
    hands: int = HANDS,
    seed: int = 1,
    players: Sequence[str] = ("greedy",),
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
    chunk: int = CHUNK,
    patience: float | None = None,
) -> Why:
    """Why deals 0 … `hands` − 1 of a seed come out otherwise under another ruleset.

    Each is played once under both, by one player for all, or one a team or a seat; unequal
    ones do not change sides. Where the two hands part first, each key in which the rulesets
    differ is changed alone in the base, and is a reason if that changes what is done there.
    The same seed gives the same answer with any number of workers, which `patience` ends as in
    `simulate`.

    Raises PozzettoError when the rulesets cannot be compared deal by deal, or when rules were
    not read from a ruleset.
    """
    seated = seat_players(comparable([base, other]), players)
    variants = one_key_at_a_time(base, other)
    tried = tuple(each for each in variants if each.rules and _bears_on_a_hand(each.rules, base))
    pair = Pair(base=base, other=other, variants=tried, players=seated, seed=seed)
    found = spread(
        partial(part_deals, pair),
        hands,
        workers=workers,
        progress=progress,
        executor=executor,
        chunk=chunk,
        patience=patience,
    )
    with closing(found):
        parted = [each for each in found if each is not None]
    reasons = _reasons(tried, parted, hands)
    return Why(
        base=base.name,
        other=other.name,
        players=seated,
        seed=seed,
        hands=hands,
        differ=Share(len(parted), hands),
        parted={at: sum(each.at == at for each in parted) for at in PARTINGS},
        reasons=reasons,
        tried=tuple(each.key for each in tried),
        unsplit=tuple(each.key for each in variants if each.rules is None),
        partings=tuple(parted),
        examples=tuple(example(pair, each) for each in _chosen(parted, reasons)),
    )


def _bears_on_a_hand(rules: Rules, base: Rules) -> bool:
    """Whether rules differ in more than a match, the first dealer, or what they are called."""
    same = {name: getattr(base, name) for name in ("name", "draw_for_deal", "match", "fingerprint")}
    # house rules are no part of what makes rules equal: they are told by their marks
    return rules.house.marks != base.house.marks or replace(rules, **same) != base


def _because(parting: Parting) -> tuple[str, ...]:
    return parting.keys or (SEVERAL,)


def _reasons(
    variants: Sequence[Variant], parted: Sequence[Parting], hands: int
) -> tuple[Reason, ...]:
    said = {each.key: (each.base, each.other) for each in variants} | {SEVERAL: (None, None)}
    counts = {key: sum(key in _because(each) for each in parted) for key in said}
    found = [
        Reason(key=key, base=one, other=another, share=Share(counts[key], hands))
        for key, (one, another) in said.items()
        if counts[key]
    ]
    return tuple(sorted(found, key=lambda each: (each.key == SEVERAL, -each.share.count)))


def _chosen(parted: Sequence[Parting], reasons: Sequence[Reason]) -> list[Parting]:
    """The hands to be shown: one of each reason as long as there are any, then another of
    each; the plainest first."""
    # a hand is plain that has one reason only, and few moves to be followed until there
    left = sorted(parted, key=lambda each: (len(each.keys) > 1, each.moves, each.deal))
    chosen: list[Parting] = []
    while left and len(chosen) < EXAMPLES:
        for reason in reasons:
            of_it = [each for each in left if reason.key in _because(each)]
            if of_it and len(chosen) < EXAMPLES:
                chosen.append(of_it[0])
                left.remove(of_it[0])
    return chosen
