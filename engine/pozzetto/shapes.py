"""Shapes: what a hand can lay and throw, looked up by the cards it holds.

A *suit mask* tells which places of a run a hand can fill: bit 0…13 for the places, the
ace filling both ends; bit 14 when a second two of the suit is held, bit 15 when a second
ace is. A *rank key* counts the natural cards of a rank by suit, in base `packs` + 1.
The tables are filled, key by key, from the definition of a meld.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING

from pozzetto.cards import ACE, JOKER, KINDS, RANK_OF, SUIT_OF, TWO
from pozzetto.melds import LAST_PLACE, Meld, a_run, a_set, natural_card
from pozzetto.moves import DISCARD, LAY, SHAPE_SHIFT
from pozzetto.numbering import Numbering
from pozzetto.rules import Rules

if TYPE_CHECKING:
    from pozzetto.hand import Hand

PLACES = (1 << LAST_PLACE + 1) - 1
TWIN_TWO, TWIN_ACE = 14, 15
_SUITS = range(4)
_CHUNK = 13
_CHUNK_BITS = (1 << _CHUNK) - 1


class Shapes(Numbering):
    """The melds of one set of rules by number, and the tables of what a hand can lay."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._runs: dict[int, tuple[int, ...]] = {}
        self._sets: dict[int, tuple[int, ...]] = {}
        self._choices: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._wilds: list[tuple[int, ...]] = []
        self._wild_numbers: dict[tuple[int, ...], int] = {}
        # for each choice of wilds: suit mask → the places in it that any run can use
        self._useful: list[dict[int, int]] = []
        self._useful_by_wilds: dict[int, dict[int, int]] = {}
        self._discards: list[dict[int, tuple[int, ...]]] = [{} for _ in range(0, KINDS, _CHUNK)]
        self.wild_mask = sum(1 << kind for kind in rules.melds.wild_kinds)
        self._prepare_hands(rules)

    def _prepare_hands(self, rules: Rules) -> None:
        # what one card changes in the masks and keys of a hand
        runs = rules.melds.runs
        self.suit_of = SUIT_OF
        self.rank_of = RANK_OF
        self.first_places = [0] * KINDS
        self.second_places = [0] * KINDS
        self.rank_steps = [0] * KINDS
        for kind in range(JOKER):
            rank, wild = RANK_OF[kind], rules.is_wild[kind]
            if runs and not (wild and not runs.natural_twos):
                self.first_places[kind] = 1 << rank | (rank == ACE) << LAST_PLACE
                if rank == ACE and runs.both_aces:
                    self.second_places[kind] = 1 << TWIN_ACE
                elif rank == TWO and wild and runs.paired_twos:
                    self.second_places[kind] = 1 << TWIN_TWO
            if not wild:
                self.rank_steps[kind] = (rules.packs + 1) ** SUIT_OF[kind]
        needed = max(1, rules.melds.smallest - rules.melds.most_wilds)
        keys = product(range(rules.packs + 1), repeat=4)
        self.is_many = [sum(key) >= needed for key in keys]

    def new_melds(self, hand: Hand, ranks_laid: int) -> list[int]:
        """Every new meld the hand can lay, as packed moves, one for each way that counts
        as a move of its own. `ranks_laid`: ranks (bits) of which no further set is allowed.
        """
        moves: list[int] = []
        runs, sets = self._runs, self._sets
        many = hand.many & ~ranks_laid
        for choice in self._wild_choices(hand):
            masks = self._masks_left(hand, choice) if choice else hand.suits
            useful = self._useful[choice]
            for suit in _SUITS:
                mask = masks[suit]
                left = useful.get(mask)
                if left is None:
                    left = useful[mask] = self._useful_places(mask, len(self._wilds[choice]))
                if left:
                    key = (choice << 16 | left) << 2 | suit
                    found = runs.get(key)
                    moves += self._find_runs(key) if found is None else found
            left = many
            while left:
                bit = left & -left
                left ^= bit
                rank = bit.bit_length() - 1
                key = (choice << 4 | rank) << 20 | hand.ranks[rank]
                found = sets.get(key)
                moves += self._find_sets(key) if found is None else found
        return moves

    def _wild_choices(self, hand: Hand) -> tuple[int, ...]:
        # each multiset of wilds that one meld may use, by number; number 0 is none
        counts = tuple([hand.counts[kind] for kind in self._wild_kinds])
        found = self._choices.get(counts)
        if found is None:
            most = self.rules.melds.most_wilds
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
                    self._useful.append(self._useful_by_wilds.setdefault(len(wilds), {}))
                numbers.append(self._wild_numbers[wilds])
            found = self._choices[counts] = tuple(numbers)
        return found

    def _masks_left(self, hand: Hand, choice: int) -> list[int]:
        # the suit masks without the natural twos that the choice uses as wilds
        wilds = self._wilds[choice]
        masks = hand.suits
        for kind in wilds:
            if self.first_places[kind]:
                if masks is hand.suits:
                    masks = hand.suits[:]
                left = hand.counts[kind] - wilds.count(kind)
                if left < 2:
                    masks[SUIT_OF[kind]] &= ~self.second_places[kind]
                if left < 1:
                    masks[SUIT_OF[kind]] &= ~self.first_places[kind]
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
        found = self._runs[key] = self._as_moves(self._runs_from(suit, mask, wilds))
        return found

    def _find_sets(self, key: int) -> tuple[int, ...]:
        rank, wilds = key >> 20 & 15, self._wilds[key >> 24]
        found = self._sets[key] = self._as_moves(self._sets_from(rank, key & 0xFFFFF, wilds))
        return found

    def _as_moves(self, melds: Iterator[Meld]) -> tuple[int, ...]:
        # of the melds that are one and the same move, the one that is read unmarked
        best: dict[int, int] = {}
        plays, ranks = self.plays, self.ranks
        for meld in melds:
            number = self.number(meld)
            if number >= 0:
                known = best.setdefault(plays[number], number)
                if ranks[number] < ranks[known]:
                    best[plays[number]] = number
        return tuple([number << SHAPE_SHIFT | LAY for number in best.values()])

    def _runs_from(self, suit: int, mask: int, wilds: tuple[int, ...]) -> Iterator[Meld]:
        """Every run of a suit that uses just these wilds and any natural cards of a mask."""
        rules = self.rules
        runs = rules.melds.runs
        if runs is None:
            return
        lay = partial(a_run, suit, rules=rules)
        smallest = rules.melds.smallest
        for low in range(LAST_PLACE + 1):
            missing = 0
            for high in range(low, min(LAST_PLACE, low + runs.largest - 1) + 1):
                missing += not mask >> high & 1
                # a twin two may still fill the ace's place at the low end
                if missing > len(wilds) + (low == 0 and mask >> TWIN_TWO & 1):
                    break
                if high - low + 1 >= smallest:
                    for cards in self._fillings(suit, mask, wilds, low, high):
                        meld = lay(low, cards)
                        if sum(meld.wild) == len(wilds):
                            yield meld
                if runs.parked_wild and wilds and high - low >= LAST_PLACE - 1:
                    for index, kind in enumerate(wilds):
                        rest = (*wilds[:index], *wilds[index + 1 :])
                        for cards in self._fillings(suit, mask, rest, low, high):
                            yield lay(low, (*cards, kind), parked=True)

    def _fillings(
        self, suit: int, mask: int, wilds: tuple[int, ...], low: int, high: int
    ) -> Iterator[tuple[int, ...]]:
        # the ways to fill places low…high with natural cards of the mask and all the wilds
        window = range(low, high + 1)
        held = {place: [natural_card(suit, place)] for place in window if mask >> place & 1}
        if low == 0 and high >= 1 and mask >> TWIN_TWO & 1:
            held.setdefault(0, []).append(suit * 13 + TWO)
        missing = [place for place in window if place not in held]
        spare = len(wilds) - len(missing)
        if spare < 0:
            return
        orders = sorted(set(permutations(wilds)))
        for spots in combinations(held, spare):
            by_wilds = sorted([*missing, *spots])
            others = [place for place in window if place not in by_wilds]
            lone_ace = 0 in others and LAST_PLACE in others and not mask >> TWIN_ACE & 1
            for naturals in product(*(held[place] for place in others)):
                if lone_ace and RANK_OF[naturals[0]] == ACE:
                    continue  # one ace does not stand at both ends
                filled = dict(zip(others, naturals, strict=True))
                for order in orders:
                    filled.update(zip(by_wilds, order, strict=True))
                    yield tuple([filled[place] for place in window])

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
