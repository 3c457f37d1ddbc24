"""Shapes: what a hand can lay and throw, looked up by the cards it holds.

The tables are filled, key by key, from the definition of a meld.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial, reduce
from itertools import combinations, product
from operator import or_
from typing import TypeAlias

from pozzetto.game.answers import Answers
from pozzetto.game.cards import SUIT_OF, TWO, in_mask, orders
from pozzetto.game.hand import TWIN_ACE, TWIN_TWO, Counting, Hand
from pozzetto.game.melds import LAST_PLACE, Meld, a_run, a_set, natural_card
from pozzetto.game.moves import DISCARD, LAY, SHAPE_SHIFT
from pozzetto.game.numbering import Numbering
from pozzetto.game.rules import Rules
from pozzetto.game.suits import SUIT_BIT, TO_FIRST

PLACES = (1 << LAST_PLACE + 1) - 1
WILD = TWIN_TWO + 1
Pattern: TypeAlias = tuple[int, bool, tuple[int, ...]]
_SUIT = (1 << 13) - 1
_RANK_SHIFT = 20


class Choice:
    """Wild cards that one meld may use, and the moves that lay a meld with just these.

    `runs[suit][mask]` are those of a suit mask, `sets[rank << 20 | key]` those of a rank
    key; `natural` are the wilds that would also be natural in a run, each once; `suits`
    those of the wilds, as bits.
    """

    __slots__ = ("natural", "runs", "sets", "suits", "wilds")

    def __init__(self, shapes: Shapes, wilds: tuple[int, ...]) -> None:
        self.wilds = wilds
        natural = (kind for kind in wilds if shapes.counting.first_places[kind])
        self.suits = reduce(or_, (SUIT_BIT[kind] for kind in wilds), 0)
        self.natural = tuple(dict.fromkeys(natural))
        self.runs = [Answers(partial(shapes.ask_runs, self, suit)) for suit in range(4)]
        self.sets = Answers(partial(shapes.ask_sets, self))


class Shapes(Numbering):
    """The melds of one set of rules by number, and the tables of what a hand can lay."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.counting = Counting(rules)
        self.watched = rules.house.watches_moves
        self._kinds = rules.house.kinds
        self._several_wilds = rules.melds.most_wilds > 1
        self.wild_mask = sum(1 << kind for kind in rules.melds.wild_kinds)
        self._choices = Answers(partial(Choice, self))
        self._ways_to_choose = Answers(self._ask_choices)
        self._useful = Answers(self._useful_places)
        self._patterns = Answers(self._ask_patterns)
        self._lying: dict[tuple[int, int, bool, tuple[int, ...], int], int] = {}
        self._ranks = Answers(_ranks_in)
        self._discards = [Answers(partial(_discards_of, suit * 13)) for suit in range(5)]

    @property
    def remembered(self) -> int:
        """How many answers about melds are kept."""
        tables = [table for table in vars(self).values() if isinstance(table, dict)]
        for choice in self._choices.values():
            tables += (*choice.runs, choice.sets)
        return sum(map(len, tables))

    def new_melds(self, hand: Hand, ranks_laid: int) -> list[int]:
        """Every new meld the hand can lay, as packed moves, one for each way that counts
        as a move of its own. `ranks_laid`: ranks (bits) of which no further set is allowed.
        """
        moves: list[int] = []
        keys, ranks = hand.ranks, self._ranks[hand.many & ~ranks_laid]
        if self._several_wilds:
            choices = self._ways_to_choose[tuple([hand.counts[kind] for kind in self._wild_kinds])]
        else:
            choices = self._ways_to_choose[hand.held & self.wild_mask]
        for choice in choices:
            suits = self._masks_left(hand, choice) if choice.natural else hand.suits
            spades, hearts, diamonds, clubs = choice.runs
            moves += spades[suits[0]]
            moves += hearts[suits[1]]
            moves += diamonds[suits[2]]
            moves += clubs[suits[3]]
            sets = choice.sets
            for rank in ranks:
                moves += sets[rank << _RANK_SHIFT | keys[rank]]
        if self._kinds:
            counts = tuple(hand.counts)
            for kind in self._kinds:
                moves += self._as_moves(map(self.number, kind.candidates(counts)))
        return moves

    def _ask_choices(self, held: int | tuple[int, ...]) -> tuple[Choice, ...]:
        # each multiset of wilds that one meld may use; of kinds as bits one each is held
        kinds, most = self._wild_kinds, self.rules.melds.most_wilds
        counts = [held >> kind & 1 for kind in kinds] if isinstance(held, int) else held
        chosen = (
            tuple(kind for kind, times in zip(kinds, amount, strict=True) for _ in range(times))
            for amount in product(*(range(min(count, most) + 1) for count in counts))
            if sum(amount) <= most
        )
        return tuple(
            self._choices[wilds] for wilds in sorted(chosen, key=lambda wilds: (len(wilds), wilds))
        )

    def _masks_left(self, hand: Hand, choice: Choice) -> list[int]:
        # the suit masks without the natural twos that the choice uses as wilds
        masks = hand.suits[:]
        for kind in choice.natural:
            left = hand.counts[kind] - choice.wilds.count(kind)
            if left < 2:
                masks[SUIT_OF[kind]] &= ~self.counting.second_places[kind]
            if left < 1:
                masks[SUIT_OF[kind]] &= ~self.counting.first_places[kind]
        return masks

    def ask_runs(self, choice: Choice, suit: int, mask: int) -> tuple[int, ...]:
        """The moves that lay a run of a suit with just these wilds and cards of a mask."""
        useful = self._useful[mask, len(choice.wilds)]
        if useful != mask:
            return choice.runs[suit][useful]
        suits = choice.suits | 1 << suit
        if self.is_asked(suits):
            return self._as_moves(self._runs_from(suit, mask, choice.wilds))
        there = TO_FIRST[suits]
        like = self._choices[tuple([there[kind] for kind in choice.wilds])]
        return tuple(
            [
                self.from_first(move >> SHAPE_SHIFT, suits) << SHAPE_SHIFT | LAY
                for move in like.runs[there[suit * 13] // 13][mask]
            ]
        )

    def ask_sets(self, choice: Choice, key: int) -> tuple[int, ...]:
        """The moves that lay a set with just these wilds and cards of a rank and its key."""
        rank, counts = key >> _RANK_SHIFT, key & (1 << _RANK_SHIFT) - 1
        return self._as_moves(map(self.number, self._sets_from(rank, counts, choice.wilds)))

    def _useful_places(self, asked: tuple[int, int]) -> int:
        # each card of a run lies in some stretch of the smallest length with no more gaps
        # than wilds; what lies in none is left out, so that fewer masks are told apart
        mask, wilds = asked
        smallest = self.rules.melds.smallest
        window = (1 << smallest) - 1
        twin = mask >> TWIN_TWO & 1
        filled = mask & PLACES | twin
        useful = 0
        for low in range(LAST_PLACE + 2 - smallest):
            if smallest - (filled >> low & window).bit_count() <= wilds:
                useful |= mask & window << low
                useful |= (twin and low == 0) << TWIN_TWO
        if useful & 1 and useful >> LAST_PLACE & 1:
            useful |= mask & 1 << TWIN_ACE
        return useful

    def _as_moves(self, numbers: Iterable[int]) -> tuple[int, ...]:
        # of the melds that are one and the same move, the one that is read unmarked
        best: dict[int, int] = {}
        plays, ranks = self.plays, self.ranks
        for number in numbers:
            if number >= 0:
                known = best.setdefault(plays[number], number)
                if ranks[number] < ranks[known]:
                    best[plays[number]] = number
        return tuple([number << SHAPE_SHIFT | LAY for number in best.values()])

    def _runs_from(self, suit: int, mask: int, wilds: tuple[int, ...]) -> Iterator[int]:
        """The numbers of every run of a suit that uses just these wilds and any natural
        cards of a mask; −1 for one that the rules refuse."""
        patterns = self._patterns[mask, len(wilds)]
        naturals = [natural_card(suit, place) for place in range(LAST_PLACE + 1)]
        naturals.append(suit * 13 + TWO)
        lying = self._lying
        for order in orders(wilds):
            cards_of = [*naturals, *order].__getitem__
            for low, parked, pattern in patterns:
                cards = tuple(map(cards_of, pattern))
                key = (suit, low, parked, cards, len(wilds))
                number = lying.get(key)
                if number is None:
                    meld = a_run(suit, low, cards, self.rules, parked=parked)
                    # a two told natural here is laid as such by another choice of wilds
                    number = self.number(meld) if sum(meld.wild) == len(wilds) else -1
                    lying[key] = number
                yield number

    def _ask_patterns(self, asked: tuple[int, int]) -> tuple[Pattern, ...]:
        return tuple(self._patterns_of(*asked))

    def _patterns_of(self, mask: int, wilds: int) -> Iterator[Pattern]:
        """Every way to fill places in a row from a mask and so many wilds, told without
        the suit: the first place, whether the last card is parked, and for each card its
        place, TWIN_TWO, or (from WILD on) which of the wilds it is."""
        runs, smallest = self.rules.melds.runs, self.rules.melds.smallest
        if runs is None:
            return
        for low in range(LAST_PLACE + 1):
            for high in range(low, min(LAST_PLACE, low + runs.largest - 1) + 1):
                if high - low + 1 >= smallest:
                    if _missing(mask, low, high) > wilds:
                        break  # and from a longer run no fewer are
                    for pattern in _fillings(mask, wilds, low, high):
                        yield low, False, pattern
                if runs.parked_wild and wilds and high - low >= LAST_PLACE - 1:
                    for pattern in _fillings(mask, wilds - 1, low, high):
                        yield low, True, (*pattern, WILD + wilds - 1)

    def _sets_from(self, rank: int, key: int, wilds: tuple[int, ...]) -> Iterator[Meld]:
        """Every set of a rank that uses just these wilds and any cards of a rank key."""
        rules = self.rules
        if rules.melds.sets is None:
            return
        base = rules.packs + 1
        counts = [key // base**suit % base for suit in range(4)]
        for amount in product(*(range(count + 1) for count in counts)):
            naturals = [suit * 13 + rank for suit in range(4) for _ in range(amount[suit])]
            if naturals and len(naturals) + len(wilds) >= rules.melds.smallest:
                yield a_set(rank, (*naturals, *wilds), rules)

    def discards(self, held: int) -> list[int]:
        """A packed discard of each kind in a mask of held kinds."""
        spades, hearts, diamonds, clubs, jokers = self._discards
        return [
            *spades[held & _SUIT],
            *hearts[held >> 13 & _SUIT],
            *diamonds[held >> 26 & _SUIT],
            *clubs[held >> 39 & _SUIT],
            *jokers[held >> 52],
        ]


def _ranks_in(mask: int) -> tuple[int, ...]:
    return tuple(in_mask(mask)[::-1])


def _discards_of(first: int, mask: int) -> tuple[int, ...]:
    return tuple(first + kind << 3 | DISCARD for kind in in_mask(mask))


def _missing(mask: int, low: int, high: int) -> int:
    # how many of the places low…high a mask leaves empty; a twin two may stand for the ace
    filled = mask | (low == 0 < high and mask >> TWIN_TWO & 1)
    length = high + 1 - low
    return length - (filled >> low & (1 << length) - 1).bit_count()


def _fillings(mask: int, wilds: int, low: int, high: int) -> Iterator[tuple[int, ...]]:
    # the ways to fill places low…high from a mask, as many wilds in the others
    window = range(low, high + 1)
    held = {place: [place] for place in window if mask >> place & 1}
    if low == 0 and high >= 1 and mask >> TWIN_TWO & 1:
        held.setdefault(0, []).append(TWIN_TWO)
    missing = [place for place in window if place not in held]
    if len(missing) > wilds:
        return
    for spots in combinations(held, wilds - len(missing)):
        by_wilds = {place: WILD + index for index, place in enumerate(sorted([*missing, *spots]))}
        ways = [[by_wilds[place]] if place in by_wilds else held[place] for place in window]
        for filling in product(*ways):
            # one ace does not stand at both ends
            if {0, LAST_PLACE} <= set(filling) and not mask >> TWIN_ACE & 1:
                continue
            yield filling
