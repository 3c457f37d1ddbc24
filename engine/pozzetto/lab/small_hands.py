"""Small hands tried card by card: is what can be laid from one just what is judged legal?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from pozzetto.game import chance
from pozzetto.game.cards import written
from pozzetto.game.hand import Hand
from pozzetto.game.melds import Meld, objection, same_play
from pozzetto.game.melds import written as meld_written
from pozzetto.game.moves import shape_of
from pozzetto.game.placing import arrangements
from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes
from pozzetto.lab.patience import begins

SMALL = 8
"""Cards of a small hand: every one of its 255 choices of cards is judged."""
_PURPOSE = "deep check"


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of some small hands: where nothing could be melded from any, what a house rule
    said of the first meld; and whatever is enumerated otherwise than it is judged."""

    refused: str
    wrong: list[str]


def tried(seed: int, numbers: range, shapes: Shapes) -> Tried:
    """What comes of the small hands of these numbers."""
    rules, possible = shapes.rules, False
    wrong: list[str] = []
    for number in numbers:
        begins(f"small hand {number} of seed {seed}", rules)
        cards = _small_hand(rules, seed, number)
        judged = [
            meld
            for size in range(1, len(cards) + 1)
            for choice in sorted(set(combinations(cards, size)))
            for meld in arrangements(choice, rules)
        ]
        possible = possible or bool(judged)
        wrong += _compared(shapes, cards, judged)
    return Tried("" if possible else _refused(rules, seed, numbers), wrong)


def _compared(shapes: Shapes, cards: Sequence[int], melds: Sequence[Meld]) -> Iterator[str]:
    # what can be laid from a hand, by the tables and by judging each choice of cards
    rules = shapes.rules
    hand = Hand(shapes.counting, cards)
    moves = shapes.new_melds(hand, 0)
    listed = {same_play(shapes.melds[shape_of(move)], rules) for move in moves}
    judged = {same_play(meld, rules): meld for meld in melds}
    for key, meld in judged.items():
        if key not in listed:
            yield (
                f"of {written(cards)}: {written(meld.cards)} is judged a legal {meld.kind}, and "
                "is not enumerated"
            )
    for key in listed - judged.keys():
        yield f"of {written(cards)}: a {key[0]} is enumerated that is not judged legal: {key}"
    yield from _extended(shapes, [*judged.values()], cards)


def _extended(shapes: Shapes, melds: Sequence[Meld], cards: Sequence[int]) -> Iterator[str]:
    # a kind that a plugin adds: what it extends, and what it judges of the longer meld
    rules = shapes.rules
    own = {kind.name for kind in rules.house.kinds}
    for meld in melds:
        if meld.kind not in own:
            continue
        for kind in sorted(set(cards)):
            listed = bool(shapes.additions(shapes.number(meld), kind))
            longer = arrangements((*meld.cards, kind), rules)
            judged = any(each.kind == meld.kind for each in longer)
            if listed != judged:
                yield (
                    f"{written([kind])} added to the {meld.kind} {meld_written(meld)}: "
                    f"{'extended' if listed else 'not extended'}, "
                    f"and {'judged legal' if judged else 'judged illegal'}"
                )


def _refused(rules: Rules, seed: int, numbers: range) -> str:
    # what the first house rule says that forbids a meld which is none but for it
    plain = Shapes(replace(rules, house_rules=None, tiers=()))
    for number in numbers:
        hand = Hand(plain.counting, _small_hand(rules, seed, number))
        for move in plain.new_melds(hand, 0):
            refused = objection(plain.melds[shape_of(move)], rules)
            if refused is not None and refused.plugin:
                return f"the house rule `{refused.plugin}` says: {refused.sentence}"
    return ""


def _small_hand(rules: Rules, seed: int, number: int) -> tuple[int, ...]:
    # every other hand from few ranks, where melds are many
    random = chance.stream(seed, number, _PURPOSE)
    deck = list(rules.deck)
    if number % 2:
        first = chance.pick(random, 13)
        near = {(first + step) % 13 for step in range(5)} | {1}
        deck = [kind for kind in deck if kind == 52 or kind % 13 in near]
    keys = sorted((random(), index) for index in range(len(deck)))
    return tuple(sorted(deck[index] for _, index in keys[:SMALL]))
