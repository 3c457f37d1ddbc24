"""Melds by number: every meld met so far under one set of rules, and what it allows.

The readable rule code (`melds`, `placing`) is asked once about each meld; afterwards
everything is a look-up by small ints. Nothing here decides a rule.
"""

from __future__ import annotations

from collections.abc import Iterable

from pozzetto.game.answers import Answers
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
from pozzetto.game.moves import ADD, MELD_STEP, SHAPE_SHIFT
from pozzetto.game.placing import additions, preference
from pozzetto.game.rules import Rules
from pozzetto.game.suits import (
    ARE_FIRST,
    FROM_FIRST,
    SUIT_BIT,
    TO_FIRST,
    renamed,
    renamed_kinds,
    suits_alike,
    suits_of,
)


class Numbering:
    """The melds of one set of rules, numbered as they are met.

    For shape s: `melds[s]` the meld, `cards[s]` its cards, `sizes[s]` how many,
    `points[s]` their value, `tiers[s]` its tier's index (−1: no burraco), `closes[s]`
    whether it lets its team close, `set_ranks[s]` a set's rank as a bit (0 for a run),
    `plays[s]` a number that it shares with every other way of the same move, `ranks[s]`
    its place among them (see `placing.preference`). `near[s]` are the kinds that may fit,
    as bits, `fits[s]` those found to, `unasked[s]` those not asked for yet (see `fitting`);
    `suits[s]` the suits of its cards, as bits. `longest` is the size of the longest.

    The rules are asked about melds in the first suits only; other melds are what those
    are, renamed (see `suits`). `suits_alike` says whether the rules allow that.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.suits_alike = suits_alike(rules)
        self.longest = 0
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
        self.suits: list[int] = []
        self._numbers = Answers(self._enter)
        self._play_numbers: dict[tuple[object, ...], int] = {}
        self._additions = Answers(self._ask_additions)
        self._to_first = Answers(self._ask_to_first)
        self._from_first = Answers(self._ask_from_first)
        self._joins = Answers(self._ask_joins)
        self._gained = Answers(self._ask_gained)
        self._wild_kinds = sorted(rules.melds.wild_kinds)
        self._tier_order = {rule.name: index for index, rule in enumerate(rules.tiers)}

    def number(self, meld: Meld) -> int:
        """The number of a meld that the rules allow; −1 for one that they refuse."""
        return self._numbers[meld]

    def _enter(self, meld: Meld) -> int:
        rules, suits = self.rules, suits_of(meld)
        if self.is_asked(suits):
            if objection(meld, rules) is not None:
                return -1
            paid = tier(meld, rules)
            self.points.append(card_points(meld, rules))
            self.tiers.append(self._tier_order[paid.name] if paid else -1)
            self.closes.append(is_burraco_for_closing(meld, rules))
            self.ranks.append(preference(meld, rules))
            near = sum(1 << kind for kind in self._near(meld))
            play: tuple[object, ...] = same_play(meld, rules)
        else:
            like = self.number(renamed(meld, TO_FIRST[suits]))
            if like < 0:
                return -1
            self.points.append(self.points[like])
            self.tiers.append(self.tiers[like])
            self.closes.append(self.closes[like])
            self.ranks.append(self.ranks[like])
            near = renamed_kinds(self.near[like], FROM_FIRST[suits])
            play = (self.plays[like], suits)
        self.longest = max(self.longest, len(meld.cards))
        self.melds.append(meld)
        self.cards.append(meld.cards)
        self.sizes.append(len(meld.cards))
        self.suits.append(suits)
        self.set_ranks.append(1 << meld.of if meld.kind == SET else 0)
        self.plays.append(self._play_numbers.setdefault(play, len(self._play_numbers)))
        self.near.append(near)
        self.unasked.append(near)
        self.fits.append(0)
        return len(self.melds) - 1

    def is_asked(self, suits: int) -> bool:
        """Whether the rules are asked about cards of these suits (bits) themselves, and
        not about their like in the first suits."""
        return ARE_FIRST[suits] or not self.suits_alike

    def to_first(self, shape: int, suits: int) -> int:
        """The shape that a shape becomes when these suits are renamed the first ones."""
        return self._to_first[shape << 4 | suits]

    def _ask_to_first(self, asked: int) -> int:
        return self.number(renamed(self.melds[asked >> 4], TO_FIRST[asked & 15]))

    def from_first(self, shape: int, suits: int) -> int:
        """The shape that a shape becomes when the first suits are renamed to these."""
        return self._from_first[shape << 4 | suits]

    def _ask_from_first(self, asked: int) -> int:
        return self.number(renamed(self.melds[asked >> 4], FROM_FIRST[asked & 15]))

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
        return self._additions[shape, kind]

    def _ask_additions(self, asked: tuple[int, int]) -> dict[int, int]:
        shape, kind = asked
        suits = self.suits[shape] | SUIT_BIT[kind]
        if not self.is_asked(suits):
            like, back = self.to_first(shape, suits), FROM_FIRST[suits]
            return {
                back[stands_for]: self.from_first(longer, suits)
                for stands_for, longer in self.additions(like, TO_FIRST[suits][kind]).items()
            }
        ways = additions(self.melds[shape], kind, self.rules)
        numbers = ((stands_for, self.number(meld)) for stands_for, meld in ways.items())
        return {stands_for: number for stands_for, number in numbers if number >= 0}

    def joins(self, melds: Iterable[int], held: int) -> list[int]:
        """Every packed move that adds one of the kinds held (as bits) to one of a team's
        melds, one for each way that counts as a move of its own."""
        moves: list[int] = []
        fits, unasked, joins = self.fits, self.unasked, self._joins
        step = 0
        for shape in melds:
            fitting = self.fitting(shape, held) if held & unasked[shape] else held & fits[shape]
            if fitting:
                found = joins[shape, fitting]
                moves += [move + step for move in found] if step else found
            step += MELD_STEP
        return moves

    def _ask_joins(self, asked: tuple[int, int]) -> tuple[int, ...]:
        # for the first meld of a team, kind by kind
        shape, fitting = asked
        moves: list[int] = []
        for kind in in_mask(fitting):
            ways: dict[int, int] = {}
            for longer in self.additions(shape, kind).values():
                ways.setdefault(self.plays[longer], longer)
            moves += [longer << SHAPE_SHIFT | ADD for longer in ways.values()]
        return tuple(moves)

    def gained(self, shape: int, longer: int) -> tuple[int, ...]:
        """The cards that `longer` has and `shape` has not."""
        return self._gained[shape, longer]

    def _ask_gained(self, asked: tuple[int, int]) -> tuple[int, ...]:
        shape, longer = asked
        more = list(self.cards[longer])
        for kind in self.cards[shape]:
            if kind in more:
                more.remove(kind)
        return tuple(more)
