"""Chance: every random number comes from a stream of its own.

A stream belongs to one master seed, one hand and one purpose, so that a rule that draws
more often shifts nobody else's luck, and hands can be played in any order by any number
of workers. `Random(int).random()` is the only call of the library used: the one whose
numbers stay the same from one Python version to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random
from typing import TypeAlias

from pozzetto.errors import Fault, RulesetError
from pozzetto.game.rules import Rules

Source: TypeAlias = Callable[[], float]
"""Something that answers with a number from 0 up to, but not including, 1."""

NATURALS = "naturals"
JOKERS = "jokers"
CUT = "cut"
FIRST_DEALER = "first dealer"


def player(seat: int) -> str:
    """The purpose of the stream that the player in this seat draws from.

    Seats go by number, so that rulesets which name them otherwise still pair.
    """
    return f"player {seat}"


def stream(seed: int, hand: int, purpose: str) -> Source:
    """The stream of one purpose in one hand, from its beginning."""
    digest = sha256(f"pozzetto\n{seed}\n{hand}\n{purpose}".encode()).digest()
    return Random(int.from_bytes(digest, "big")).random


def later(seed: int, hand: int, purpose: str) -> Source:
    """The same stream, made when the first number is asked for: most players leave nothing
    to chance."""
    source: Source | None = None

    def random() -> float:
        nonlocal source
        if source is None:
            source = stream(seed, hand, purpose)
        return source()

    return random


def pick(random: Source, n: int) -> int:
    """One of 0 … n − 1, each as likely as any other."""
    return int(random() * n)


def shuffled(rules: Rules, seed: int, hand: int) -> tuple[int, ...]:
    """The deck for one hand, top first.

    Jokers have a stream of their own: decks that share cards share the order of those
    cards, so hands with 108 and with 106 cards can still be compared pair by pair.
    """
    naturals = stream(seed, hand, NATURALS)
    jokers = stream(seed, hand, JOKERS)
    keys = [naturals() for _ in range(52 * rules.packs)]
    keys += [jokers() for _ in range(rules.jokers)]
    return _by_key(keys, rules.deck)


def drawing_pack(rules: Rules, seed: int) -> tuple[int, ...]:
    """The shuffled pack from which the first dealer is drawn, top first (IT-DRW-01)."""
    random = stream(seed, 0, FIRST_DEALER)
    deck = rules.deck
    return _by_key([random() for _ in deck], deck)


def cut_size(rules: Rules, seed: int, hand: int) -> int:
    """How many cards the cutter lifts in one hand (IT-CUT-02, IT-CUT-03).

    Binomial around the ruleset's `about`, drawn again until it is within bounds. Raises
    RulesetError when the rules know no cut, or when no lift could be within bounds.
    """
    cut = rules.deal.cut
    size = 52 * rules.packs + rules.jokers
    if cut is None:
        raise RulesetError([Fault(message=f"{rules.name} knows no cut", path="deal.cut")])
    most = size - cut.leaves
    # otherwise drawing again might never end
    if not max(cut.least, 0) <= cut.about <= min(most, size):
        message = f"the cut lifts {cut.least} to {most} cards, and about {cut.about} is not between"
        raise RulesetError([Fault(message=message, path="deal.cut.about")])
    random = stream(seed, hand, CUT)
    chance = cut.about / size
    while True:
        lift = sum(random() < chance for _ in range(size))
        if cut.least <= lift <= most:
            return lift


def _by_key(keys: Sequence[float], cards: Sequence[int]) -> tuple[int, ...]:
    order = sorted(range(len(cards)), key=keys.__getitem__)
    return tuple([cards[place] for place in order])
