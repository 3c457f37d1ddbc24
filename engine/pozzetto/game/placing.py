"""Placing cards: every way to lay them as a meld, the way that is read when nothing is
said, and what comes of adding one card to a meld.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pozzetto.errors import IllegalMove
from pozzetto.game.cards import ACE, JOKER, KINDS, RANK_OF, SUIT_OF, TWO, orders, written
from pozzetto.game.melds import (
    LAST_PLACE,
    NO_CARD,
    PARKED,
    RUN,
    SET,
    Meld,
    a_run,
    a_set,
    more_than_deck,
    natural_card,
    objection,
    tier,
)
from pozzetto.game.refusals import Refusal
from pozzetto.game.rules import Rules

_MANY = 5
"""Of so many wild cards every order can still be tried."""


def arrangements(cards: Iterable[int], rules: Rules) -> list[Meld]:
    """Every legal meld made of exactly these cards."""
    return [meld for meld in _candidates(tuple(cards), rules) if objection(meld, rules) is None]


def reading(cards: Iterable[int], rules: Rules) -> Meld:
    """The meld that these cards are taken for when no places are given (2.6).

    Raises IllegalMove, saying why, when the cards make no legal meld.
    """
    offered = tuple(cards)
    ways = arrangements(offered, rules)
    if not ways:
        raise IllegalMove(_why_no_meld(offered, rules))
    return min(ways, key=lambda meld: preference(meld, rules))


def preference(meld: Meld, rules: Rules) -> tuple[int, ...]:
    """The order of readings, the least first: most cards natural in their own place;
    a wild in a gap; at the low end; at the high end; the better-paid; the ace low."""
    wilds, paid = sum(meld.wild), tier(meld, rules)
    last = len(meld.cards) - 1
    ends = sum(
        0 if 0 < index < last else 1 if index == 0 else 2
        for index, wild in enumerate(meld.wild)
        if wild and meld.kind == RUN
    )
    # a kind that a house rule adds comes after runs and sets that are as good
    added = meld.kind not in (RUN, SET)
    return (wilds, ends, -paid.points if paid else 0, added, meld.low)


def additions(meld: Meld, added: int, rules: Rules) -> dict[int, Meld]:
    """What comes of adding a card: for each card it may stand for, the meld that results;
    the one that is taken when nothing is said comes first. A card parked stands for
    NO_CARD.

    A wild keeps its place as long as the meld is legal with it, otherwise it moves: to
    its own place as a natural two, else the low end, else the high end (2.5). An ace lies
    at the end where the run is better paid, else low, whatever lay where (2.6, 2.46).
    Where wilds are locked they stay, unless their own card arrives.
    """
    if meld.kind != RUN:
        grown = next(_grown(meld, added, rules), None)
        return {} if grown is None else {added: grown}
    before = dict(meld.placed)
    best: dict[int, tuple[tuple[object, ...], Meld]] = {}
    for way in _runs_of(meld.of, (*meld.cards, added), rules):
        after = dict(way.placed)
        moved = [spot for spot in before.items() if after.get(spot[0]) != spot[1]]
        if rules.melds.locked and not _only_replaced(meld, way, moved, added):
            continue
        if objection(way, rules) is not None:
            continue
        rank = _rank_of_addition(way, moved, rules)
        for place, kind in after.items():
            if kind == added and before.get(place) != added:
                stands_for = NO_CARD if place == PARKED else natural_card(way.of, place)
                known = best.get(stands_for)
                if known is None or rank < known[0]:
                    best[stands_for] = (rank, way)
    ordered = sorted(best.items(), key=lambda entry: (entry[1][0], entry[0]))
    return {stands_for: way for stands_for, (_, way) in ordered}


def _grown(meld: Meld, added: int, rules: Rules) -> Iterator[Meld]:
    # a meld in which a card has no place of its own, with one card more
    if meld.kind == SET:
        ways: Iterable[Meld] = [a_set(meld.of, (*meld.cards, added), rules)]
    else:
        counts = tuple(int(kind == added) for kind in range(KINDS))
        ways = rules.house.kind(meld.kind).extensions(meld, counts)
    for way in ways:
        if objection(way, rules) is None:
            yield way


def _rank_of_addition(
    way: Meld, moved: Sequence[tuple[int, int]], rules: Rules
) -> tuple[object, ...]:
    # as few wilds as possible move; one that does goes home, else low, else high
    paid = tier(way, rules)
    places = [place for (place, _), wild in zip(way.placed, way.wild, strict=True) if wild]
    return (
        sum(rules.is_wild[kind] for _, kind in moved),
        len(places),
        places,
        -paid.points if paid else 0,
        way.low,
    )


def _only_replaced(before: Meld, after: Meld, moved: Sequence[tuple[int, int]], added: int) -> bool:
    # locked wilds: the one card that may leave its place is a wild whose own card came,
    # besides an ace, which has two places of its own
    moved = [spot for spot in moved if RANK_OF[spot[1]] != ACE]
    if not moved:
        return True
    was_wild = dict(zip((place for place, _ in before.placed), before.wild, strict=True))
    is_wild = dict(zip((place for place, _ in after.placed), after.wild, strict=True))
    place = moved[0][0]
    taken_by = dict(after.placed).get(place)
    return len(moved) == 1 and was_wild[place] and taken_by == added and not is_wild[place]


def _candidates(cards: tuple[int, ...], rules: Rules) -> Iterator[Meld]:
    # every meld that these cards could be, before any rule is asked
    fixed = [kind for kind in cards if not rules.is_wild[kind]]
    if fixed and len({RANK_OF[kind] for kind in fixed}) == 1:
        yield a_set(RANK_OF[fixed[0]], cards, rules)
    suits = {SUIT_OF[kind] for kind in fixed or cards} - {4}
    if not fixed or len(suits) == 1:
        for suit in sorted(suits):
            yield from _runs_of(suit, cards, rules)
    for kind_of_meld in rules.house.kinds:
        judged = kind_of_meld.judge(cards)
        if judged is not None:
            yield judged


def _runs_of(suit: int, cards: Sequence[int], rules: Rules) -> Iterator[Meld]:
    """Every run in a suit of exactly these cards with each fixed card in its place."""
    fixed = [kind for kind in cards if not rules.is_wild[kind]]
    loose = sorted(kind for kind in cards if rules.is_wild[kind])
    # natural twos apart, no more wilds than the rules allow can lie in a meld
    if len(loose) > rules.melds.most_wilds + min(2, loose.count(suit * 13 + TWO)):
        return
    for places in _fixed_places(fixed):
        held = dict(zip(places, fixed, strict=True))
        if len(held) < len(fixed):
            continue
        yield from _spans(suit, held, tuple(loose), len(cards), rules)
        if rules.melds.runs and rules.melds.runs.parked_wild:
            for index, kind in enumerate(loose):
                if index == 0 or loose[index - 1] != kind:
                    rest = (*loose[:index], *loose[index + 1 :])
                    for whole in _spans(suit, held, rest, len(cards) - 1, rules):
                        yield a_run(suit, whole.low, (*whole.cards, kind), rules, parked=True)


def _fixed_places(fixed: Sequence[int]) -> list[tuple[int, ...]]:
    # a card has one place, an ace two: a pair of aces lies at both ends
    aces = sum(RANK_OF[kind] == ACE for kind in fixed)
    choices: dict[int, list[tuple[int, ...]]] = {
        0: [()],
        1: [(0,), (LAST_PLACE,)],
        2: [(0, LAST_PLACE)],
    }
    ways = []
    for choice in choices.get(aces, []):
        left = iter(choice)
        ways.append(tuple(next(left) if RANK_OF[kind] == ACE else RANK_OF[kind] for kind in fixed))
    return ways


def _spans(
    suit: int, held: dict[int, int], loose: tuple[int, ...], length: int, rules: Rules
) -> Iterator[Meld]:
    # slide a window of the run's length over the fixed cards; loose cards fill the rest
    lowest, highest = min(held, default=LAST_PLACE), max(held, default=0)
    for low in range(max(0, highest - length + 1), min(lowest, LAST_PLACE + 1 - length) + 1):
        window = range(low, low + length)
        for order in orders(loose):
            filling = iter(order)
            yield a_run(
                suit,
                low,
                (held[place] if place in held else next(filling) for place in window),
                rules,
            )


def _why_no_meld(cards: tuple[int, ...], rules: Rules) -> Refusal:
    """Why no meld can be made of these cards, by the rule that comes nearest."""
    melds = rules.melds
    if len(cards) < melds.smallest:
        return rules.refuse(
            "too-few-cards", "melds.smallest", least=melds.smallest, found=len(cards)
        )
    for kind in cards:
        if cards.count(kind) > rules.copies[kind]:
            return more_than_deck(kind, rules)
    fixed = [kind for kind in cards if not rules.is_wild[kind]]
    if not fixed and JOKER not in cards:
        return rules.refuse("only-wilds", "melds.only_wilds")
    refusals = [
        refused
        for refused in (objection(meld, rules) for meld in _candidates(cards, rules))
        if refused is not None
    ]
    too_many = [refused for refused in refusals if refused.code == "too-many-wilds"]
    if too_many:
        return min(too_many, key=lambda refused: refused.words["found"])
    if refusals:
        return refusals[0]
    if melds.runs and len(cards) > melds.runs.largest + melds.runs.parked_wild:
        longest = melds.runs.largest
        return rules.refuse("run-too-long", "melds.run.largest", most=longest, found=len(cards))
    fewest = _fewest_wilds(cards, rules)
    if fewest is not None:
        return rules.refuse(
            "too-many-wilds", "melds.wilds.most", most=melds.most_wilds, found=fewest
        )
    if not fixed:
        return rules.refuse("only-wilds", "melds.only_wilds")
    ranks = {RANK_OF[kind] for kind in fixed}
    if len(ranks) > 1 and len({SUIT_OF[kind] for kind in fixed}) > 1:
        return rules.refuse("no-meld", "melds.kinds", cards=written(cards))
    if any(count > 1 and RANK_OF[kind] != ACE for kind, count in Counter(fixed).items()):
        return rules.refuse("run-twice", "melds.run.no_repeats")
    both = melds.runs is not None and melds.runs.both_aces
    if sum(RANK_OF[kind] == ACE for kind in fixed) > 1 and not both:
        return rules.refuse("ace-both", "melds.run.both_aces")
    if _goes_round(cards):
        return rules.refuse("off-the-end", "melds.run.both_aces")
    return rules.refuse("run-gap", "melds.run.consecutive")


def _fewest_wilds(cards: tuple[int, ...], rules: Rules) -> int | None:
    # how many wilds a meld of these cards would have, were any number allowed
    loose = sum(rules.is_wild[kind] for kind in cards)
    if loose > _MANY:
        return loose
    relaxed = replace(rules, melds=replace(rules.melds, most_wilds=loose))
    ways = [
        way
        for way in arrangements(cards, relaxed)
        # a meld that is refused for its wilds, not for what the relaxed rules forbid too
        if sum(way.wild) > rules.melds.most_wilds
    ]
    return min((sum(way.wild) for way in ways), default=None)


def _goes_round(cards: tuple[int, ...]) -> bool:
    # whether the cards would follow one another if the two came after a high ace
    ranks = {RANK_OF[kind] for kind in cards}
    return ACE in ranks and any(
        {(low + step) % 13 for step in range(len(cards))} == ranks for low in range(2, 13)
    )
