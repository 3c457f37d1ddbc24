"""Legal moves found the long way: every placement of every choice of cards is judged.

Nothing here uses the tables or the enumeration of the engine, only its definition of a
meld (`melds.objection`) and the rules' own words.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pozzetto.game.cards import JOKER, RANK_OF
from pozzetto.game.melds import (
    LAST_PLACE,
    PARKED,
    RUN,
    SET,
    Meld,
    a_run,
    a_set,
    natural_card,
    objection,
    same_play,
)
from pozzetto.game.rules import Rules, Tier
from pozzetto.game.state import NOBODY
from pozzetto.game.table import Table


def choices(cards: list[int], least: int) -> set[tuple[int, ...]]:
    """Every sub-multiset of at least so many cards."""
    found: set[tuple[int, ...]] = set()
    for size in range(least, len(cards) + 1):
        found.update(tuple(sorted(chosen)) for chosen in combinations(cards, size))
    return found


def placements(cards: tuple[int, ...], rules: Rules) -> Iterator[Meld]:
    """Every legal meld of just these cards, by trying every place for every card."""
    for rank in range(13):
        yield from _if_legal(a_set(rank, cards, rules), rules)
    for suit in range(4):
        for low in range(LAST_PLACE + 1):
            for order in _orders(suit, low, cards, rules):
                yield from _if_legal(a_run(suit, low, order, rules), rules)
                yield from _if_legal(a_run(suit, low, order, rules, parked=True), rules)


def _if_legal(meld: Meld, rules: Rules) -> Iterator[Meld]:
    if objection(meld, rules) is None:
        yield meld


def _orders(suit: int, low: int, cards: tuple[int, ...], rules: Rules) -> Iterator[tuple[int, ...]]:
    # every order in which each card is in its own place or may be wild
    def extend(laid: tuple[int, ...], left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not left:
            yield laid
            return
        own = natural_card(suit, low + len(laid))
        for index, kind in enumerate(left):
            # of cards alike, which lie side by side, the first stands for all
            if (kind == own or rules.is_wild[kind]) and left[index - 1 : index] != (kind,):
                yield from extend((*laid, kind), left[:index] + left[index + 1 :])

    return extend((), tuple(sorted(cards)))


def lays(table: Table) -> set[tuple[object, ...]]:
    """Every new meld the seat to move can lay, as the keys of `same_play`."""
    rules = table.rules
    hand = table.hand.cards()
    melds = [table.shapes.melds[shape] for shape in table.melds[table.team]]
    sets = {meld.of for meld in melds if meld.kind == SET}
    one_each = rules.melds.sets is not None and rules.melds.sets.one_per_rank
    found = set()
    for cards in choices(hand, rules.melds.smallest):
        for meld in placements(cards, rules):
            if meld.kind == SET and one_each and meld.of in sets:
                continue
            if can_end(table, without(hand, cards), [*melds, meld], cards):
                found.add(same_play(meld, rules))
    return found


def grown(meld: Meld, card: int, rules: Rules) -> list[Meld]:
    """What adding a card makes of a meld: for each card it may stand for, by the words of
    decisions 2.5 and 2.46 — as few wilds as possible move; one that must goes to its own
    place as a two, else the low end, else the high end. An ace lies where the run is
    better paid, else low."""
    together = (*meld.cards, card)
    if meld.kind == SET:
        return [way for way in placements(together, rules) if way.kind == SET]
    before = spots(meld)
    by_mark: dict[int, list[tuple[object, ...]]] = {}
    for way in placements(together, rules):
        if way.kind != RUN or way.of != meld.of:
            continue
        if rules.melds.locked and not _locked(meld, way, card):
            continue
        left = [
            kind
            for spot, kind in before.items()
            if rules.is_wild[kind] and spots(way).get(spot) != kind
        ]
        wild_places = [place for (place, _), wild in zip(way.placed, way.wild, strict=True) if wild]
        pay = max((tier.points for tier in rules.tiers if _earns(way, tier)), default=0)
        rank = (len(left), len(wild_places), wild_places, -pay, way.low, way)
        for place in (*range(LAST_PLACE + 1), PARKED):
            if spots(way).get(place) == card and before.get(place) != card:
                mark = -1 if place == PARKED else natural_card(way.of, place)
                by_mark.setdefault(mark, []).append(rank)
    return [min(ranks, key=lambda rank: rank[:-1])[-1] for ranks in by_mark.values()]  # type: ignore[misc]


def spots(meld: Meld) -> dict[int, int]:
    """What lies in each place of a run."""
    return dict(meld.placed)


def _locked(before: Meld, after: Meld, card: int) -> bool:
    # no card leaves its place but a wild whose own card is the one added; an ace has two
    was = dict(zip(before.placed, before.wild, strict=True))
    now = {
        place: (kind, wild) for (place, kind), wild in zip(after.placed, after.wild, strict=True)
    }
    gone = [
        (spot, wild)
        for spot, wild in was.items()
        if now.get(spot[0], (None,))[0] != spot[1] and RANK_OF[spot[1]] != 0
    ]
    return not gone or (len(gone) == 1 and gone[0][1] and now.get(gone[0][0][0]) == (card, False))


def adds(table: Table) -> set[tuple[int, int, tuple[object, ...]]]:
    """Every single card that can be added, as (meld index, card, key of `same_play`)."""
    rules = table.rules
    hand = table.hand.cards()
    melds = [table.shapes.melds[shape] for shape in table.melds[table.team]]
    found = set()
    for card in set(hand):
        for index, meld in enumerate(melds):
            for way in grown(meld, card, rules):
                after = [*melds[:index], way, *melds[index + 1 :]]
                if can_end(table, without(hand, (card,)), after, (card,)):
                    found.add((index, card, same_play(way, rules)))
    return found


def discards(table: Table) -> set[int]:
    """Every card that may be discarded."""
    hand = table.hand.cards()
    melds = [table.shapes.melds[shape] for shape in table.melds[table.team]]
    return {card for card in set(hand) if may_discard(table, card, hand, melds, ())}


def without(cards: list[int], gone: tuple[int, ...]) -> list[int]:
    """The cards less those gone."""
    left = list(cards)
    for kind in gone:
        left.remove(kind)
    return left


def pozzetto_waits(table: Table) -> bool:
    """Whether the team to move may still take a pozzetto."""
    return table.took[table.team] == NOBODY and bool(table.pozzetti)


def may_close(table: Table, melds: list[Meld]) -> bool:
    """Whether the team has what closing needs, the last card apart."""
    closing, rules = table.rules.closing, table.rules
    untaken = closing.needs_pozzetto != "no" and table.took[table.team] == NOBODY
    if untaken and (table.pozzetti or closing.needs_pozzetto == "always"):
        return False
    if not closing.needs_burraco:
        return True
    for meld in melds:
        paid = [tier for tier in rules.tiers if _earns(meld, tier)]
        wilds = sum(meld.wild)
        if paid and (closing.burraco_wilds is None or wilds <= closing.burraco_wilds):
            return True
    return False


def _earns(meld: Meld, tier: Tier) -> bool:
    # the random rulesets of these tests use tiers told by kind, size and wilds alone
    assert (tier.in_a_row, tier.set_exactly, tier.ends) == (None, None, None)
    few = tier.wilds is None or sum(meld.wild) <= tier.wilds
    return meld.kind in tier.kinds and len(meld.cards) >= tier.cards and few


def may_discard(
    table: Table, card: int, hand: list[int], melds: list[Meld], played: tuple[int, ...]
) -> bool:
    """Whether this card of the hand may be thrown, once `played` lie."""
    barred = card == table.barred and card not in played and hand.count(card) == 1
    if barred:
        return False
    if len(hand) > 1:
        return True
    rules = table.rules
    if pozzetto_waits(table) and rules.pozzetti is not None and rules.pozzetti.on_discard:
        return True
    wild = rules.is_wild[card]
    return (
        may_close(table, melds)
        and rules.closing.by_discard
        and (rules.closing.wild_discard or not wild)
    )


def may_be_empty(table: Table, melds: list[Meld]) -> bool:
    """Whether the last card may have been melded."""
    rules = table.rules
    if pozzetto_waits(table) and rules.pozzetti is not None and rules.pozzetti.directly:
        return True
    return may_close(table, melds) and rules.closing.by_laying


def can_end(table: Table, hand: list[int], melds: list[Meld], played: tuple[int, ...]) -> bool:
    """Whether the turn can still end with this hand (decision 2.46)."""
    if not hand:
        return may_be_empty(table, melds)
    if any(may_discard(table, card, hand, melds, played) for card in set(hand)):
        return True
    if len(hand) == 1:
        for index, meld in enumerate(melds):
            for way in grown(meld, hand[0], table.rules):
                after = [*melds[:index], way, *melds[index + 1 :]]
                if may_be_empty(table, after):
                    return True
    return False


def small_deck(suits: int, ranks: int) -> list[int]:
    """Two of each low card of a few suits, and four jokers."""
    kinds = [suit * 13 + rank for suit in range(suits) for rank in range(ranks)]
    kinds += [suit * 13 + 12 for suit in range(suits)]
    assert all(RANK_OF[kind] < 13 for kind in kinds)
    return sorted(kinds * 2 + [JOKER] * 4)
