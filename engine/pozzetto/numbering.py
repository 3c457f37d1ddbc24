"""Melds by number: every meld met so far under one set of rules, and what it allows.

The readable rule code (`melds`, `placing`) is asked once about each meld; afterwards
everything is a look-up by small ints. Nothing here decides a rule.
"""

from __future__ import annotations

from collections import Counter

from pozzetto.cards import ACE, JOKER, KINDS, RANK_OF, TWO
from pozzetto.melds import (
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
from pozzetto.moves import ADD, SHAPE_SHIFT
from pozzetto.placing import additions
from pozzetto.rules import Rules


class Numbering:
    """The melds of one set of rules, numbered as they are met.

    For shape s: `melds[s]` the meld, `cards[s]` its cards, `sizes[s]` how many,
    `points[s]` their value, `tiers[s]` its tier's index (−1: no burraco), `closes[s]`
    whether it lets its team close, `set_ranks[s]` a set's rank as a bit (0 for a run),
    `plays[s]` what it is equal in to every other way of the same move. `fits[s]` are the
    kinds known to fit, as bits, `unasked[s]` those not asked for yet (see `fitting`).
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
        self.unasked: list[int] = []
        self.plays: list[tuple[object, ...]] = []
        self._numbers: dict[Meld, int] = {}
        self._additions: dict[tuple[int, int], dict[int, int]] = {}
        self._gained: dict[tuple[int, int], tuple[int, ...]] = {}
        self._joins: dict[int, tuple[int, ...]] = {}
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
        self.plays.append(same_play(meld, rules))
        self.fits.append(0)
        self.unasked.append(sum(1 << kind for kind in self._near(meld)))
        return number

    def fitting(self, shape: int, held: int) -> int:
        """Which of the kinds held (as bits) can be added to a shape."""
        asked = held & self.unasked[shape]
        if asked:
            self.unasked[shape] &= ~asked
            for kind in range(KINDS):
                if asked >> kind & 1 and self.additions(shape, kind):
                    self.fits[shape] |= 1 << kind
        return held & self.fits[shape]

    def _near(self, meld: Meld) -> set[int]:
        # the only kinds that could be added at all: others are not worth asking for
        rules = self.rules
        own_two = meld.of * 13 + TWO if meld.kind == RUN else -1
        # the suit's own two, though wild now, may go home and make room for another wild
        room = sum(kind != own_two for kind in meld.wilds) < rules.melds.most_wilds
        if meld.kind == SET:
            naturals = [*range(meld.of, JOKER, 13)]
        else:
            # one place beyond either end, and one more for each wild that can move there;
            # an ace that goes to the other end takes the whole run along
            lying = dict(meld.placed)
            loose = sum(rules.is_wild[kind] for kind in meld.cards)
            if any(RANK_OF[kind] == ACE for kind in meld.cards):
                loose = LAST_PLACE
            low, high = min(lying) - 1 - loose, max(lying) + 1 + loose
            naturals = [
                natural_card(meld.of, place)
                for place in range(max(0, low), min(LAST_PLACE, high) + 1)
                if lying.get(place) != natural_card(meld.of, place)
            ]
        return {
            *(kind for kind in naturals if not rules.is_wild[kind]),
            *(kind for kind in self._wild_kinds if room or kind == own_two),
        }

    def additions(self, shape: int, kind: int) -> dict[int, int]:
        """The shape that comes of adding a card, for each place the card may take."""
        found = self._additions.get((shape, kind))
        if found is None:
            ways = additions(self.melds[shape], kind, self.rules)
            found = {place: self.number(meld) for place, meld in ways.items()}
            self._additions[shape, kind] = found
        return found

    def joins(self, shape: int, fitting: int) -> tuple[int, ...]:
        """Packed moves (for meld index 0) that add one of the fitting kinds to a shape,
        one for each way that counts as a move of its own."""
        key = shape << KINDS | fitting
        found = self._joins.get(key)
        if found is None:
            moves = []
            for kind in (kind for kind in range(KINDS) if fitting >> kind & 1):
                seen = set()
                for longer in self.additions(shape, kind).values():
                    if self.plays[longer] not in seen:
                        seen.add(self.plays[longer])
                        moves.append(longer << SHAPE_SHIFT | ADD)
            found = self._joins[key] = tuple(moves)
        return found

    def gained(self, shape: int, longer: int) -> tuple[int, ...]:
        """The cards that `longer` has and `shape` has not."""
        found = self._gained.get((shape, longer))
        if found is None:
            more = Counter(self.cards[longer])
            more.subtract(self.cards[shape])
            found = self._gained[shape, longer] = tuple(more.elements())
        return found
