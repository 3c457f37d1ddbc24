"""Melds by number: every meld met so far under one set of rules, and what it allows.

The readable rule code (`melds`, `placing`) is asked once about each meld; afterwards
everything is a look-up by small ints. Nothing here decides a rule.
"""

from __future__ import annotations

from collections import Counter

from pozzetto.game.cards import ACE, JOKER, KINDS, RANK_OF, TWO, in_mask
from pozzetto.game.melds import (
    LAST_PLACE,
    RUN,
    SET,
    Meld,
    card_points,
    is_burraco_for_closing,
    natural_card,
    objection,
    same_play,
    tier,
)
from pozzetto.game.moves import ADD, SHAPE_SHIFT
from pozzetto.game.placing import additions, preference
from pozzetto.game.rules import Rules


class Numbering:
    """The melds of one set of rules, numbered as they are met.

    For shape s: `melds[s]` the meld, `cards[s]` its cards, `sizes[s]` how many,
    `points[s]` their value, `tiers[s]` its tier's index (−1: no burraco), `closes[s]`
    whether it lets its team close, `set_ranks[s]` a set's rank as a bit (0 for a run),
    `plays[s]` a number that it shares with every other way of the same move, `ranks[s]`
    its place among them (see `placing.preference`). `near[s]` are the kinds that may fit,
    as bits, `fits[s]` those found to, `unasked[s]` those not asked for yet (see `fitting`).
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.melds: list[Meld] = []
        self.cards: list[tuple[int, ...]] = []
        self.sizes: list[int] = []
        self.points: list[int] = []
        self.tiers: list[int] = []
        self.closes: list[bool] = []
        self.set_ranks: list[int] = []
        self.fits: list[int] = []
        self.near: list[int] = []
        self.unasked: list[int] = []
        self.plays: list[int] = []
        self.ranks: list[tuple[int, ...]] = []
        self._numbers: dict[Meld, int] = {}
        self._play_numbers: dict[tuple[object, ...], int] = {}
        self._additions: dict[tuple[int, int], dict[int, int]] = {}
        self._gained: dict[tuple[int, int], tuple[int, ...]] = {}
        self._joins: dict[tuple[int, int], tuple[int, ...]] = {}
        self._wild_kinds = sorted(rules.melds.wild_kinds)
        self._tier_order = {rule.name: index for index, rule in enumerate(rules.tiers)}

    def number(self, meld: Meld) -> int:
        """The number of a meld that the rules allow; −1 for one that they refuse."""
        known = self._numbers.get(meld)
        if known is not None:
            return known
        rules = self.rules
        if objection(meld, rules) is not None:
            self._numbers[meld] = -1
            return -1
        number = self._numbers[meld] = len(self.melds)
        paid = tier(meld, rules)
        self.melds.append(meld)
        self.cards.append(meld.cards)
        self.sizes.append(len(meld.cards))
        self.points.append(card_points(meld, rules))
        self.tiers.append(self._tier_order[paid.name] if paid else -1)
        self.closes.append(is_burraco_for_closing(meld, rules))
        self.set_ranks.append(1 << meld.of if meld.kind == SET else 0)
        play = same_play(meld, rules)
        self.plays.append(self._play_numbers.setdefault(play, len(self._play_numbers)))
        self.ranks.append(preference(meld, rules))
        self.fits.append(0)
        self.near.append(sum(1 << kind for kind in self._near(meld)))
        self.unasked.append(self.near[number])
        return number

    def fitting(self, shape: int, held: int) -> int:
        """Which of the kinds held (as bits) can be added to a shape."""
        asked = held & self.unasked[shape]
        if asked:
            self.unasked[shape] &= ~asked
            for kind in in_mask(asked):
                if self.additions(shape, kind):
                    self.fits[shape] |= 1 << kind
        return held & self.fits[shape]

    def _near(self, meld: Meld) -> set[int]:
        # the only kinds that could be added at all: others are not worth asking for
        rules = self.rules
        own_two = meld.of * 13 + TWO if meld.kind == RUN else -1
        # the suit's own two, though wild now, may go home and make room for another wild
        room = sum(kind != own_two for kind in meld.wilds) < rules.melds.most_wilds
        if meld.kind not in (RUN, SET):
            return set(range(KINDS))
        if meld.kind == SET:
            naturals = [*range(meld.of, JOKER, 13)]
        else:
            # one place beyond the outermost fixed cards, and one more for each wild that is
            # not enclosed by them; an ace can go to the other end and take the run along
            lying = dict(meld.placed)
            fixed = [place for place, kind in lying.items() if not rules.is_wild[kind]]
            reach = range(LAST_PLACE + 1)
            if fixed and not any(RANK_OF[kind] == ACE for kind in meld.cards):
                low, high = min(fixed), max(fixed)
                free = sum(not low <= place <= high for place in lying)
                reach = range(max(0, low - 1 - free), min(LAST_PLACE, high + 1 + free) + 1)
            naturals = [
                natural_card(meld.of, place)
                for place in reach
                if lying.get(place) != natural_card(meld.of, place)
            ]
        return {
            *(kind for kind in naturals if not rules.is_wild[kind]),
            *(kind for kind in self._wild_kinds if room or kind == own_two),
        }

    def additions(self, shape: int, kind: int) -> dict[int, int]:
        """The shape that comes of adding a card, for each card that it may stand for (see
        `placing.additions`)."""
        found = self._additions.get((shape, kind))
        if found is None:
            ways = additions(self.melds[shape], kind, self.rules)
            numbers = ((stands_for, self.number(meld)) for stands_for, meld in ways.items())
            found = {stands_for: number for stands_for, number in numbers if number >= 0}
            self._additions[shape, kind] = found
        return found

    def joins(self, shape: int, kind: int) -> tuple[int, ...]:
        """Packed moves (for meld index 0) that add a card to a shape, one for each way
        that counts as a move of its own."""
        found = self._joins.get((shape, kind))
        if found is None:
            ways: dict[int, int] = {}
            for longer in self.additions(shape, kind).values():
                ways.setdefault(self.plays[longer], longer)
            found = tuple([longer << SHAPE_SHIFT | ADD for longer in ways.values()])
            self._joins[shape, kind] = found
        return found

    def gained(self, shape: int, longer: int) -> tuple[int, ...]:
        """The cards that `longer` has and `shape` has not."""
        found = self._gained.get((shape, longer))
        if found is None:
            more = Counter(self.cards[longer])
            more.subtract(self.cards[shape])
            found = self._gained[shape, longer] = tuple(more.elements())
        return found
