"""What things are worth to a player who thinks: a meld on the table, a card in hand.

Everything is in points, as the rules that are played count them: nothing here knows the
numbers of a game. What is judgement, and no rule, stands in `Weights`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from pozzetto.game.answers import Answers
from pozzetto.game.cards import JOKER, KINDS, in_mask
from pozzetto.game.melds import LAST_PLACE, SET, Meld, natural_card
from pozzetto.game.moves import SHAPE_SHIFT
from pozzetto.game.rules import Tier
from pozzetto.game.shapes import Shapes
from pozzetto.players.neighbours import NEAR, OF_RANK, bits


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """A player's judgement, found by play. Amounts are in the value of an average card,
    which every ruleset has; the others are chances, or parts of a whole."""

    # melds
    scarce: float = 4.5  # so many cards that fit make the next one as likely as not
    by_wild: float = 2.5  # what the wilds add to them, where one may still be used
    first: float = 5.0  # a burraco that lets the team close, while it has none

    # cards in hand: the chance to meld one, and what that brings beyond its value
    lone: float = 0.25
    pair: float = 0.24  # for each card of its rank
    beside: float = 0.15  # for each card within two places of it in its suit
    gap: float = 0.3  # where one card more would join it to a run of the own team
    sure: float = 0.85  # and no more than that
    melded: float = 1.0
    wild: float = 2.2  # what a wild in hand can still do, beyond its value

    # running out of cards
    tempo: float = 0.12  # each card fewer in hand
    pozzetto: float = 8.0  # the pozzetto taken, besides half of what it costs not to
    closing: float = 6.0  # being able to close
    fewer: float = 0.75  # what is left of those with each card more in hand
    threat: float = 0.5  # the chance that who holds one card, and may close, does
    partner: float = 0.5  # as much of it if that is the partner

    # drawing and discarding
    draw: float = 0.5  # a card from the stock, unseen
    deny: float = 0.5  # the part of what fits the next seat's melds that counts against it
    deny_card: float = 0.4  # any card more that the next seat cannot take
    give: float = 0.8  # the same for a card thrown to it
    give_wild: float = 3.2  # a wild thrown to it
    give_pile: float = 0.3  # each card that lies under one that fits its melds
    give_known: float = 0.8  # each card known to be in its hand that one thrown may join
    give_rank: float = 0.125  # each card still to be seen of a thrown card's rank
    give_run: float = 0.0625  # and near it in its suit


MOST_LAID = 4096
"""So many teams' melds are kept in mind at once."""
STEP = 4
"""Bits for one kind in a packed count of cards: up to seven of each, and one to borrow."""
FULL = sum(8 << STEP * kind for kind in range(KINDS))
ONE = tuple(1 << STEP * kind for kind in range(KINDS))


def packed(cards: Iterable[int]) -> int:
    """Some cards as one number that counts each kind: adding and taking away such numbers
    is doing so with the cards."""
    return sum([ONE[kind] for kind in cards])


def packed_counts(counts: Sequence[int], kinds: Iterable[int]) -> int:
    """The same of cards given as how many of each kind, and which kinds there are."""
    return sum([counts[kind] * ONE[kind] for kind in kinds])


_SUIT = (1 << 13) - 1


def _in_suit(first: int, mask: int) -> list[int]:
    return [first + rank for rank in in_mask(mask)]


_IN_SUIT = [Answers(partial(_in_suit, 13 * suit)) for suit in range(4)]


def kinds_in(held: int) -> list[int]:
    """The kinds whose bits are set, in order: `in_mask` for the many cards of a hand."""
    spades, hearts, diamonds, clubs = _IN_SUIT
    kinds = (
        spades[held & _SUIT]
        + hearts[held >> 13 & _SUIT]
        + diamonds[held >> 26 & _SUIT]
        + clubs[held >> 39 & _SUIT]
    )
    if held >> JOKER:
        kinds.append(JOKER)
    return kinds


class Laid:
    """What a team has laid, looked at once.

    `closes`: a meld of it lets the team close; `near`: the only kinds (bits) that could be
    added to it; `reached`: those that one card more would join to a run of it; `ranks`: of
    which it has a set; `packed`: its cards.
    """

    __slots__ = ("closes", "near", "packed", "ranks", "reached")

    def __init__(self, appraisal: Appraisal, melds: Iterable[int]) -> None:
        shapes = appraisal.shapes
        self.closes = False
        self.near = self.reached = self.ranks = self.packed = 0
        for shape in melds:
            self.closes = self.closes or shapes.closes[shape]
            self.near |= shapes.near[shape]
            self.reached |= appraisal.reached(shape)
            self.ranks |= shapes.set_ranks[shape]
            self.packed += appraisal.packed(shape)


class Appraisal:
    """What melds and cards are worth under one set of rules. Answers about melds are kept
    (`worths[s]` that of `worth(s)`): they depend on nothing but the meld. `fewer[n]` is what is
    left of a hope that takes `n` cards to go, `closing` the hope of closing and `goal` that
    of the pozzetto."""

    def __init__(self, shapes: Shapes, weights: Weights) -> None:
        self.shapes = shapes
        self.weights = weights
        self.rules = rules = shapes.rules
        self.unit = sum(rules.values[kind] for kind in rules.deck) / len(rules.deck)
        self.worths: dict[int, float] = {}
        self._packed: dict[int, int] = {}
        self._reach: dict[int, int] = {}
        self._fit_gain: dict[tuple[int, int], float] = {}
        self._laid: dict[tuple[int, ...], Laid] = {}
        self._chances = (self._chances_to_meld(0.0), self._chances_to_meld(weights.gap))
        cards = len(rules.deck) + 2
        self.fewer = [weights.fewer**count for count in range(cards)]
        self.closing = weights.closing * self.unit
        self.goal = 0.0
        if rules.pozzetti is not None:
            self.goal = weights.pozzetto * self.unit - rules.scoring.pozzetto_untaken / 2
        self._melded = [2 * value + weights.melded * self.unit for value in rules.values]

    # --- melds

    def laid(self, melds: tuple[int, ...]) -> Laid:
        """What these melds of a team come to. Kept, and forgotten again: a team's melds are
        the same for some turns, and another's never."""
        found = self._laid.get(melds)
        if found is None:
            if len(self._laid) > MOST_LAID:
                self._laid.clear()
            found = self._laid[melds] = Laid(self, melds)
        return found

    def worth(self, shape: int) -> float:
        """What a meld is worth to its team: its cards, its tier, and the best tier that it
        may still become, by how likely that is."""
        found = self.worths.get(shape)
        if found is None:
            meld, tiers = self.shapes.melds[shape], self.rules.tiers
            size, wilds = len(meld.cards), sum(meld.wild)
            paid = self.shapes.tiers[shape]
            earned = tiers[paid].points if paid >= 0 else 0
            hopes = [
                (tier.points - earned) * self._chance(meld, tier)
                for tier in tiers
                if size < tier.cards
                and meld.kind in tier.kinds
                and tier.points > earned
                and (tier.wilds is None or wilds <= tier.wilds)
            ]
            found = self.shapes.points[shape] + earned + max(hopes, default=0.0)
            self.worths[shape] = found
        return found

    def _chance(self, meld: Meld, tier: Tier) -> float:
        # that the cards it lacks come, one after the other: the more fit, the likelier
        packs, scarce, wilds = self.rules.packs, self.weights.scarce, sum(meld.wild)
        low, high = meld.low, LAST_PLACE - meld.low - len(meld.cards) + 1
        naturals = 4 * packs - len(meld.cards) + wilds
        most = self.rules.melds.most_wilds if tier.wilds is None else tier.wilds
        spare = self.weights.by_wild if wilds < most else 0.0
        chance = 1.0
        for _ in range(tier.cards - len(meld.cards)):
            if meld.kind == SET:
                fitting = spare + max(naturals, 0)
                naturals -= 1
            else:
                fitting = spare + packs * ((low > 0) + (high > 0))
                low, high = (low, high - 1) if high > low else (low - 1, high)
            chance *= fitting / (fitting + scarce)
        return chance

    def packed(self, shape: int) -> int:
        """A meld's cards as one number (see `packed`)."""
        found = self._packed.get(shape)
        if found is None:
            found = self._packed[shape] = packed(self.shapes.cards[shape])
        return found

    def fits(self, melds: Sequence[int], held: int) -> dict[int, float]:
        """For each kind held that fits one of the melds, by how much it betters it at most."""
        found: dict[int, float] = {}
        known = self._fit_gain
        for shape in melds:
            for kind in in_mask(self.shapes.fitting(shape, held)):
                gain = known.get((shape, kind))
                if gain is None:
                    ways = [move >> SHAPE_SHIFT for move in self.shapes.joins((shape,), 1 << kind)]
                    gain = max(self.worth(way) for way in ways) - self.worth(shape)
                    known[shape, kind] = gain
                if gain > found.get(kind, 0.0):
                    found[kind] = gain
        return found

    def reached(self, shape: int) -> int:
        """The kinds (bits) that would fit a run if one card more lay at its end."""
        found = self._reach.get(shape)
        if found is None:
            meld = self.shapes.melds[shape]
            ends = (meld.low - 2, meld.low + len(meld.cards) + 1) if meld.kind != SET else ()
            found = bits(natural_card(meld.of, end) for end in ends if 0 <= end <= LAST_PLACE)
            self._reach[shape] = found
        return found

    # --- cards in hand

    def _chances_to_meld(self, gap: float) -> list[list[float]]:
        # of a card in hand: by the other cards of its rank, and those near it in its suit
        weights = self.weights
        return [
            [
                min(weights.lone + weights.pair * alike + weights.beside * near + gap, weights.sure)
                for near in range(KINDS)
            ]
            for alike in range(KINDS)
        ]

    def holds(self, kinds: Iterable[int], held: int, end: float, laid: Laid) -> list[float]:
        """What each kind held (listed, and as bits) is worth in hand, by kind, `laid` being
        what the own team has laid. A card melded counts for the team, and one held at the
        end against it; `end` is how likely the hand ends before it can be melded."""
        values, melded, wilds = self.rules.values, self._melded, self.shapes.wild_mask
        wild = self.weights.wild * self.unit
        naturals = held & ~wilds
        goes_on = 1.0 - end
        reached = laid.reached
        plain, joining = self._chances
        found = [0.0] * KINDS
        of_rank, near = OF_RANK, NEAR
        for kind in kinds:
            value = values[kind]
            if wilds >> kind & 1:
                found[kind] = goes_on * (value + wild) - end * value
                continue
            chances = joining if reached >> kind & 1 else plain
            alike = (naturals & of_rank[kind]).bit_count() - 1
            chance = chances[alike][(naturals & near[kind]).bit_count()]
            found[kind] = chance * goes_on * melded[kind] - value
        return found
