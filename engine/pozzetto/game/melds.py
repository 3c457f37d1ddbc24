"""Melds: a set or a run with every card in its place, and whether the rules allow it.

This is the definition of a legal meld; the fast tables are filled by asking it. A *place*
of a run counts from 0, the ace below the two, to 13, the ace above the king. A card is
*natural* in its own place, and otherwise acts as a wild if the rules let it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pozzetto.game.cards import ACE, JOKER, NAMES, RANK_OF, RANKS, TWO
from pozzetto.game.refusals import Phrase, Refusal
from pozzetto.game.rules import Rules, Tier

RUN, SET = "run", "set"
LAST_PLACE = 13
NO_CARD = -1
"""What a parked wild stands for, where a kind is asked for."""
PARKED = 14
"""The place of a wild that lies beside a whole run, standing for no card."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld as it lies on the table.

    `of` is the suit of a run or the rank of a set; `low` the place of a run's first card
    (0 in a set). `cards` run low to high, a parked wild last; in a set the natural cards
    come first. `wild[i]` says whether `cards[i]` acts as a wild card.
    """

    kind: str
    of: int
    low: int
    cards: tuple[int, ...]
    wild: tuple[bool, ...]
    parked: bool = False

    @property
    def placed(self) -> tuple[tuple[int, int], ...]:
        """(place, card) of each card of a run, low to high."""
        if self.parked:
            return (*enumerate(self.cards[:-1], self.low), (PARKED, self.cards[-1]))
        return tuple(enumerate(self.cards, self.low))

    @property
    def naturals(self) -> tuple[int, ...]:
        """The natural cards, in the order in which they lie."""
        return tuple(kind for kind, wild in zip(self.cards, self.wild, strict=True) if not wild)

    @property
    def wilds(self) -> tuple[int, ...]:
        """The cards that act as wilds, in the order in which they lie."""
        return tuple(kind for kind, wild in zip(self.cards, self.wild, strict=True) if wild)

    @property
    def is_clean(self) -> bool:
        """Natural cards only (pulito, IT-CLN-01)."""
        return not any(self.wild)

    @property
    def in_a_row(self) -> int:
        """The most natural cards of a run that lie side by side, unbroken by a wild."""
        longest = current = 0
        for wild in self.wild:
            current = 0 if wild else current + 1
            longest = max(longest, current)
        return longest


def natural_card(suit: int, place: int) -> int:
    """The kind that is natural in a place of a run: in places 0 and 13 the ace."""
    return suit * 13 + place % 13


def a_run(suit: int, low: int, cards: Iterable[int], rules: Rules, *, parked: bool = False) -> Meld:
    """The run of these cards from place `low` on, told natural or wild; not yet judged."""
    lying = tuple(cards)
    is_wild = rules.is_wild
    runs = rules.melds.runs
    own_two = suit * 13 + TWO
    # IT-SEQ-07: the twin in the ace's place is natural beside the natural two only
    twin = (
        runs is not None
        and runs.paired_twos
        and low == 0
        and lying[:2] == (own_two, own_two)
        and not (parked and len(lying) == 2)
    )
    wild = []
    for index, kind in enumerate(lying):
        if not is_wild[kind]:
            wild.append(False)
            continue
        at_home = (
            kind == natural_card(suit, low + index)
            and not (parked and index == len(lying) - 1)
            and runs is not None
            and runs.natural_twos
        )
        wild.append(not (at_home or (twin and index == 0)))
    return Meld(RUN, suit, low, lying, tuple(wild), parked)


def a_set(rank: int, cards: Iterable[int], rules: Rules) -> Meld:
    """The set of these cards, naturals first; not yet judged."""
    is_wild = rules.is_wild
    lying = tuple(sorted(cards, key=lambda kind: (is_wild[kind], kind)))
    return Meld(SET, rank, 0, lying, tuple(is_wild[kind] for kind in lying))


def objection(meld: Meld, rules: Rules) -> Refusal | None:
    """Why the rules do not allow this meld, the house rules among them; None when they do."""
    for ask in rules.house.meld_objections:
        refused = ask(meld, rules)
        if refused is not None:
            return refused
    return None


def ordinary_objection(meld: Meld, rules: Rules) -> Refusal | None:
    """Why the ordinary rules do not allow this meld; None when they do. A kind of meld that
    a plugin adds is judged by that kind."""
    melds = rules.melds
    found = len(meld.cards)
    if found < melds.smallest:
        return rules.refuse("too-few-cards", "melds.smallest", least=melds.smallest, found=found)
    for kind in meld.cards:
        if meld.cards.count(kind) > rules.copies[kind]:
            return more_than_deck(kind, rules)
    if meld.kind not in (RUN, SET):
        return None
    refused = _set_objection(meld, rules) if meld.kind == SET else _run_objection(meld, rules)
    if refused is not None:
        return refused
    wilds = sum(meld.wild)
    if wilds == found:
        return rules.refuse("only-wilds", "melds.only_wilds")
    if wilds > melds.most_wilds:
        return rules.refuse(
            "too-many-wilds", "melds.wilds.most", most=melds.most_wilds, found=wilds
        )
    return None


def more_than_deck(kind: int, rules: Rules) -> Refusal:
    """That a meld has more cards of a kind than the deck."""
    key = "deck.jokers" if kind == JOKER else "deck.packs"
    return rules.refuse("more-than-deck", key, copies=rules.copies[kind], card=NAMES[kind])


def _set_objection(meld: Meld, rules: Rules) -> Refusal | None:
    sets = rules.melds.sets
    if sets is None:
        return rules.refuse("no-sets", "melds.set")
    for kind in meld.naturals:
        if RANK_OF[kind] != meld.of:
            return rules.refuse("set-mixed", "melds.kinds", card=NAMES[kind], rank=RANKS[meld.of])
    if not sets.ranks >> meld.of & 1:
        return rules.refuse("set-rank", "melds.set.ranks", rank=RANKS[meld.of])
    if len(meld.cards) > sets.largest:
        return rules.refuse(
            "set-too-long", "melds.set.largest", most=sets.largest, found=len(meld.cards)
        )
    return None


def _run_objection(meld: Meld, rules: Rules) -> Refusal | None:
    runs = rules.melds.runs
    if runs is None:
        return rules.refuse("no-runs", "melds.run")
    length = len(meld.cards) - meld.parked
    high = meld.low + length - 1
    if meld.low < 0 or high > LAST_PLACE:
        return rules.refuse("off-the-end", "melds.run.both_aces")
    for (place, kind), wild in zip(meld.placed, meld.wild, strict=True):
        if not wild and not _at_home(meld, place, kind, rules):
            return rules.refuse(
                "run-mixed",
                "melds.run.consecutive",
                card=NAMES[kind],
                place=Phrase("no card") if place == PARKED else NAMES[natural_card(meld.of, place)],
            )
    if length > runs.largest and not _aces_at_both_ends(meld):
        return rules.refuse("run-too-long", "melds.run.largest", most=runs.largest, found=length)
    if meld.low == 0 and high == LAST_PLACE and not runs.both_aces:
        return rules.refuse("ace-both", "melds.run.both_aces")
    if meld.low == 0 and not runs.ace_low:
        return rules.refuse("ace-low", "melds.run.ace")
    if high == LAST_PLACE and not runs.ace_high:
        return rules.refuse("ace-high", "melds.run.ace")
    if length > runs.largest:
        return rules.refuse("run-too-long", "melds.run.largest", most=runs.largest, found=length)
    if meld.parked and (
        not runs.parked_wild or length < LAST_PLACE or any(meld.wild[:-1]) or not meld.wild[-1]
    ):
        # 2.9, 2.46: thirteen natural cards, and the wild as one more
        return rules.refuse("parked-wild", "melds.run.parked_wild")
    return None


def _aces_at_both_ends(meld: Meld) -> bool:
    last = meld.cards[-2] if meld.parked else meld.cards[-1]
    return RANK_OF[meld.cards[0]] == RANK_OF[last] == ACE


def _at_home(meld: Meld, place: int, kind: int, rules: Rules) -> bool:
    # a natural card is at home in its own place; a wild two told natural also as the twin
    if place == PARKED:
        return False
    is_twin = place == 0 and RANK_OF[kind] == TWO and rules.is_wild[kind]
    return is_twin or kind == natural_card(meld.of, place)


def tier(meld: Meld, rules: Rules) -> Tier | None:
    """The best-paid tier of burraco that the meld satisfies (equal pay: the first
    listed); None when it is no burraco."""
    best: Tier | None = None
    for candidate in rules.tiers:
        if (best is None or candidate.points > best.points) and _belongs(meld, candidate, rules):
            best = candidate
    return best


def _belongs(meld: Meld, wanted: Tier, rules: Rules) -> bool:
    # the ordinary rules are asked, and the plugin that the tier names
    first, *others = rules.house.tiers
    return first[1](meld, wanted) and all(
        ask(meld, wanted) for name, ask in others if name == wanted.by
    )


def satisfies(meld: Meld, wanted: Tier) -> bool:
    """Whether a meld is all that a tier demands in the ruleset."""
    if meld.kind not in wanted.kinds or len(meld.cards) < wanted.cards:
        return False
    if wanted.wilds is not None and sum(meld.wild) > wanted.wilds:
        return False
    if meld.kind not in (RUN, SET):
        return wanted.ends is None
    if meld.kind == SET:
        return (wanted.set_exactly is None or len(meld.cards) == wanted.set_exactly) and (
            wanted.ends is None
        )
    if wanted.in_a_row is not None and meld.in_a_row < wanted.in_a_row:
        return False
    return wanted.ends is None or wanted.ends == _ends(meld)


def _ends(meld: Meld) -> tuple[int, int]:
    # the ranks that the first and the last place of a run stand for
    high = meld.low + len(meld.cards) - meld.parked - 1
    return meld.low % 13, high % 13


def card_points(meld: Meld, rules: Rules) -> int:
    """The cards' own values; a wild counts its own, not that of the card it stands for
    (IT-VAL-06)."""
    return sum(rules.values[kind] for kind in meld.cards)


def is_burraco_for_closing(meld: Meld, rules: Rules) -> bool:
    """Whether this meld lets its team close: a burraco with few enough wilds."""
    most = rules.closing.burraco_wilds
    return tier(meld, rules) is not None and (most is None or sum(meld.wild) <= most)


def same_play(meld: Meld, rules: Rules) -> tuple[object, ...]:
    """A key that two melds share when laying one or the other is the same move: equal in
    kind, natural cards, wild cards and tier, and in the wilds' places where they are locked."""
    paid = tier(meld, rules)
    places: tuple[tuple[int, int], ...] = ()
    if rules.melds.locked and meld.kind == RUN:
        places = tuple(spot for spot, wild in zip(meld.placed, meld.wild, strict=True) if wild)
    return (
        meld.kind,
        meld.of,
        tuple(sorted(meld.naturals)),
        tuple(sorted(meld.wilds)),
        paid.name if paid else None,
        places,
    )


def written(meld: Meld) -> str:
    """The meld low to high, each wild of a run with the card it stands for:
    `4C JK=5C 6C`. A parked wild and the wilds of a set stand for none."""
    if meld.kind != RUN:
        return " ".join(NAMES[kind] for kind in meld.cards)
    return " ".join(
        f"{NAMES[kind]}={NAMES[natural_card(meld.of, place)]}"
        if wild and place != PARKED
        else NAMES[kind]
        for (place, kind), wild in zip(meld.placed, meld.wild, strict=True)
    )


def turned(meld: Meld, rules: Rules) -> int:
    """How many of its last cards lie sideways on the table (IT-DSP-01)."""
    paid = tier(meld, rules)
    return paid.turned if paid else 0
