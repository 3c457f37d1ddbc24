"""The deal: the cut, the hands, the pozzetti, the upcard and the stock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from pozzetto.errors import Fault, IllegalMove, PozzettoError, RulesetError
from pozzetto.game import chance
from pozzetto.game.cards import NAMES
from pozzetto.game.refusals import Refusal
from pozzetto.game.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """A hand as dealt, before the first turn.

    `hands` are by seat, each in the order dealt; `pozzetti` in the order in which they are
    taken; `pile` is bottom first, `stock` and `deck` top first. `lift` is the number of
    cards that the cutter lifted, None where nobody cuts.
    """

    dealer: int
    hands: tuple[tuple[int, ...], ...]
    pozzetti: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]
    stock: tuple[int, ...]
    deck: tuple[int, ...]
    lift: int | None


def cutter(rules: Rules, dealer: int) -> int:
    """The seat that cuts: the dealer's right (IT-CUT-01)."""
    return (dealer - 1) % len(rules.seats)


def lift_refusal(rules: Rules, lift: int) -> Refusal | None:
    """Why the cutter may not lift so many cards; None if it may (IT-CUT-02, IT-CUT-03)."""
    cut = rules.deal.cut
    if cut is None:
        raise PozzettoError(f"{rules.name} knows no cut, so nobody lifts {lift} cards.")
    if lift < cut.least:
        return rules.refuse("lift-too-small", "deal.cut.least", least=cut.least, lift=lift)
    left = len(rules.deck) - lift
    if left < cut.leaves:
        return rules.refuse(
            "lift-too-large", "deal.cut.leaves", leaves=cut.leaves, lift=lift, left=max(left, 0)
        )
    return None


def deal(rules: Rules, deck: Sequence[int], dealer: int, lift: int | None) -> Dealt:
    """What a deck, top first, becomes once it is cut and dealt.

    The hands and the upcard come off the top of the packet that the cutter left
    (IT-DEA-01, IT-DEA-06), the pozzetti off the bottom of the packet lifted (IT-DEA-02);
    the cutter's leftovers end up under the dealer's (IT-DEA-07). Where the pozzetti come
    from the stock, the lifted packet goes under the other one, and hands, pozzetti and
    upcard come off the top in that order.

    Raises IllegalMove for a lift out of bounds.
    """
    _check_deck(rules, deck)
    return _dealt(rules, deck, dealer, lift)


def _dealt(rules: Rules, deck: Sequence[int], dealer: int, lift: int | None) -> Dealt:
    seats = len(rules.seats)
    if not 0 <= dealer < seats:
        raise PozzettoError(f"There is no seat {dealer} to deal: the seats are 0 to {seats - 1}.")
    packet, left = _parted(rules, deck, lift)
    piles = rules.pozzetti.piles if rules.pozzetti else ()
    if rules.deal.pozzetti_from == "cut" and piles:
        rest = iter(left)
        bottom_up = iter(packet[::-1])
        hands = _hands(rules, rest, dealer)
        pozzetti = _in_turn(rules, bottom_up, piles)
        under = tuple(bottom_up)[::-1]
    else:
        rest = iter(left + packet)
        hands = _hands(rules, rest, dealer)
        pozzetti = _in_turn(rules, rest, piles)
        under = ()
    (pile,) = _in_turn(rules, rest, (rules.deal.upcard,))
    return Dealt(
        dealer=dealer,
        hands=hands,
        pozzetti=pozzetti,
        pile=pile,
        stock=(*rest, *under),
        deck=tuple(deck),
        lift=lift,
    )


def deal_hand(rules: Rules, seed: int, hand: int, dealer: int | None = None) -> Dealt:
    """The deal of hand number `hand` of a run with this seed.

    Seat `hand` mod seats deals, unless another dealer is given.
    """
    if dealer is None:
        dealer = hand % len(rules.seats)
    lift = chance.cut_size(rules, seed, hand) if rules.deal.cut else None
    # what was shuffled is the ruleset's deck: it need not be counted
    return _dealt(rules, chance.shuffled(rules, seed, hand), dealer, lift)


def _check_deck(rules: Rules, deck: Sequence[int]) -> None:
    """Refuse a deck that is not the ruleset's (IT-DCK-01, IT-DCK-02)."""
    if sorted(deck) == sorted(rules.deck):
        return
    for kind, copies in enumerate(rules.copies):
        found = deck.count(kind)
        if found != copies:
            raise PozzettoError(
                f"This is not the deck of {rules.name}: it has {found} of {NAMES[kind]}, "
                f"not {copies}."
            )
    raise PozzettoError(f"This is not the deck of {rules.name}: it has cards of no known kind.")


def _parted(
    rules: Rules, deck: Sequence[int], lift: int | None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The packet lifted and the packet left, each top first."""
    if lift is None:
        if rules.deal.cut is not None:
            raise PozzettoError(f"The deck is cut in {rules.name}: say how many cards are lifted.")
        return (), tuple(deck)
    refusal = lift_refusal(rules, lift)
    if refusal is not None:
        raise IllegalMove(refusal)
    return tuple(deck[:lift]), tuple(deck[lift:])


def _hands(rules: Rules, cards: Iterator[int], dealer: int) -> tuple[tuple[int, ...], ...]:
    """The hands by seat: one card at a time, clockwise from the dealer's left."""
    seats = len(rules.seats)
    first = (dealer + 1) % seats
    from_left = _in_turn(rules, cards, (rules.deal.cards,) * seats)
    return tuple(from_left[(seat - first) % seats] for seat in range(seats))


def _in_turn(
    rules: Rules, cards: Iterator[int], sizes: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    """Piles of these sizes, dealt one card at a time to each in turn (IT-DEA-03).

    A pile that is full is passed over.
    """
    wanted = sum(sizes)
    taken = tuple(islice(cards, wanted))
    if len(taken) < wanted:
        message = f"the packet is too small for what {rules.name} deals from it"
        raise RulesetError([Fault(message=message, path="deal")])
    if len(set(sizes)) == 1:
        return tuple([taken[place :: len(sizes)] for place in range(len(sizes))])
    piles: list[list[int]] = [[] for _ in sizes]
    card = iter(taken)
    for place in range(max(sizes, default=0)):
        for pile, size in zip(piles, sizes, strict=True):
            if place < size:
                pile.append(next(card))
    return tuple(map(tuple, piles))
