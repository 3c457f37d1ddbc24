"""Shapes: what a hand can lay and throw, looked up by the cards it holds.

The tables are filled, key by key, from the definition of a meld.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import TypeAlias

from pozzetto.game.cards import KINDS, SUIT_OF, TWO, orders
from pozzetto.game.hand import TWIN_ACE, TWIN_TWO, Counting, Hand
from pozzetto.game.melds import LAST_PLACE, Meld, a_run, a_set, natural_card
from pozzetto.game.moves import DISCARD, LAY, SHAPE_SHIFT
from pozzetto.game.numbering import Numbering
from pozzetto.game.rules import Rules

PLACES = (1 << LAST_PLACE + 1) - 1
WILD = TWIN_TWO + 1
Pattern: TypeAlias = tuple[int, bool, tuple[int, ...]]
_NO_WILD = (0,)
_CHUNK = 13
_CHUNK_BITS = (1 << _CHUNK) - 1


class Shapes(Numbering):
    """The melds of one set of rules by number, and the tables of what a hand can lay."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._runs: dict[int, tuple[int, ...]] = {}
        self._sets: dict[int, tuple[int, ...]] = {}
        self._choices: dict[object, tuple[int, ...]] = {}
        self._wilds: list[tuple[int, ...]] = [()]
        self._wild_numbers: dict[tuple[int, ...], int] = {(): 0}
        self._useful: dict[tuple[int, int], int] = {}
        self._patterns: dict[tuple[int, int], tuple[Pattern, ...]] = {}
        self._lying: dict[tuple[int, int, bool, tuple[int, ...], int], int] = {}
        self._discards: list[dict[int, tuple[int, ...]]] = [{} for _ in range(0, KINDS, _CHUNK)]
        self.wild_mask = sum(1 << kind for kind in rules.melds.wild_kinds)
        self.counting = Counting(rules)
        self._kinds = rules.house.kinds
        self.watched = rules.house.watches_moves

    def new_melds(self, hand: Hand, ranks_laid: int) -> list[int]:
        """Every new meld the hand can lay, as packed moves, one for each way that counts
        as a move of its own. `ranks_laid`: ranks (bits) of which no further set is allowed.
        """
        moves: list[int] = []
        runs, sets = self._runs, self._sets
        spades, hearts, diamonds, clubs, _ = hand.suits
        many, ranks = hand.many & ~ranks_laid, hand.ranks
        for choice in self._wild_choices(hand) if hand.held & self.wild_mask else _NO_WILD:
            if choice:
                spades, hearts, diamonds, clubs, _ = self._masks_left(hand, choice)
            base = choice << 18
            for key in (
                base | spades << 2,
                base | hearts << 2 | 1,
                base | diamonds << 2 | 2,
                base | clubs << 2 | 3,
            ):
                found = runs.get(key)
                moves += self._find_runs(key) if found is None else found
            left = many
            base = choice << 24
            while left:
                rank = left.bit_length() - 1
                left ^= 1 << rank
                key = base | rank << 20 | ranks[rank]
                found = sets.get(key)
                moves += self._find_sets(key) if found is None else found
        if self._kinds:
            counts = tuple(hand.counts)
            for kind in self._kinds:
                moves += self._as_moves(map(self.number, kind.candidates(counts)))
        return moves

    def _wild_choices(self, hand: Hand) -> tuple[int, ...]:
        # each multiset of wilds that one meld may use, by number; number 0 is none
        most = self.rules.melds.most_wilds
        held: object = hand.held & self.wild_mask
        if most > 1:
            held = tuple([hand.counts[kind] for kind in self._wild_kinds])
        found = self._choices.get(held)
        if found is None:
            counts = [hand.counts[kind] for kind in self._wild_kinds]
            bounds = [range(min(count, most) + 1) for count in counts]
            chosen = sorted(
                (
                    tuple(
                        kind
                        for kind, times in zip(self._wild_kinds, amount, strict=True)
                        for _ in range(times)
                    )
                    for amount in product(*bounds)
                    if sum(amount) <= most
                ),
                key=lambda wilds: (len(wilds), wilds),
            )
            numbers = []
            for wilds in chosen:
                if wilds not in self._wild_numbers:
                    self._wild_numbers[wilds] = len(self._wilds)
                    self._wilds.append(wilds)
                numbers.append(self._wild_numbers[wilds])
            found = self._choices[held] = tuple(numbers)
        return found

    def _masks_left(self, hand: Hand, choice: int) -> list[int]:
        # the suit masks without the natural twos that the choice uses as wilds
        wilds = self._wilds[choice]
        masks = hand.suits
        for kind in wilds:
            if self.counting.first_places[kind]:
                if masks is hand.suits:
                    masks = hand.suits[:]
                left = hand.counts[kind] - wilds.count(kind)
                if left < 2:
                    masks[SUIT_OF[kind]] &= ~self.counting.second_places[kind]
                if left < 1:
                    masks[SUIT_OF[kind]] &= ~self.counting.first_places[kind]
        return masks

    def _useful_places(self, mask: int, wilds: int) -> int:
        # each card of a run lies in some stretch of the smallest length with no more gaps
        # than wilds; what lies in none is left out, so that fewer masks are told apart
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

    def _find_runs(self, key: int) -> tuple[int, ...]:
        suit, mask, wilds = key & 3, key >> 2 & 0xFFFF, self._wilds[key >> 18]
        useful = self._useful.get((mask, len(wilds)))
        if useful is None:
            useful = self._useful[mask, len(wilds)] = self._useful_places(mask, len(wilds))
        if useful == mask:
            found = self._as_moves(self._runs_from(suit, mask, wilds))
        else:
            key_too = key >> 18 << 18 | useful << 2 | suit
            known = self._runs.get(key_too)
            found = self._find_runs(key_too) if known is None else known
        self._runs[key] = found
        return found

    def _find_sets(self, key: int) -> tuple[int, ...]:
        rank, wilds = key >> 20 & 15, self._wilds[key >> 24]
        melds = self._sets_from(rank, key & 0xFFFFF, wilds)
        found = self._sets[key] = self._as_moves(map(self.number, melds))
        return found

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
        patterns = self._patterns.get((mask, len(wilds)))
        if patterns is None:
            patterns = tuple(self._patterns_of(mask, len(wilds)))
            self._patterns[mask, len(wilds)] = patterns
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
        moves: list[int] = []
        base = 0
        for chunk in self._discards:
            bits = held >> base & _CHUNK_BITS
            if bits:
                found = chunk.get(bits)
                if found is None:
                    found = chunk[bits] = tuple(
                        (base + index) << 3 | DISCARD
                        for index in range(_CHUNK)
                        if bits >> index & 1
                    )
                moves += found
            base += _CHUNK
        return moves


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
