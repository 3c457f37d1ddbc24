"""The draw for the first deal: who deals, who sits where, who plays with whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pozzetto.errors import Fault, PozzettoError, RulesetError
from pozzetto.game.cards import NAMES, RANK_OF, SUIT_OF, SUITS
from pozzetto.game.rules import Rules

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating(Generic[Player]):
    """Where the players sit after the draw.

    `order` is clockwise from the dealer, who takes the ruleset's first seat: a player's
    place in it is the number of the seat. `teams` are in the ruleset's order.
    """

    dealer: Player
    order: tuple[Player, ...]
    teams: tuple[tuple[Player, ...], ...]


def draw_for_deal(rules: Rules, drawn: Mapping[Player, Sequence[int]]) -> Seating[Player]:
    """The seating that the cards drawn lead to.

    The lowest card deals (IT-DRW-02), the highest sits at the dealer's left (IT-DRW-03),
    the highest are partners against the lowest (IT-DRW-05), and partners sit where the
    ruleset's teams do (IT-DRW-06). With more teams than two, the next highest are the team
    of the next seat. Who drew twins or jokers has further cards, which settle the order
    among those players only (IT-DRW-04).

    Raises PozzettoError when somebody has to draw again, or has drawn for nothing.
    """
    _check_drawn(rules, drawn)
    ranked, lacking, superfluous = _ranked(rules, drawn)
    if lacking:
        raise PozzettoError(f"{_named(lacking)} must draw again: the order is not settled yet.")
    if superfluous:
        raise PozzettoError(f"{_named(superfluous)} drew again without need.")
    order = _seated(rules, ranked)
    return Seating(
        dealer=order[0],
        order=order,
        teams=tuple(
            tuple(order[seat] for seat in rules.seats_of(team)) for team in range(len(rules.teams))
        ),
    )


def must_draw_again(rules: Rules, drawn: Mapping[Player, Sequence[int]]) -> tuple[Player, ...]:
    """The players who have to draw one more card before the order is settled (IT-DRW-04)."""
    _, lacking, _ = _ranked(rules, drawn)
    return tuple(lacking)


def drawn_from(
    rules: Rules, pack: Iterable[int], players: Sequence[Player]
) -> dict[Player, tuple[int, ...]]:
    """What the players draw from a shuffled pack, top first, in the order given (IT-DRW-01).

    Those who have to draw again do so from the rest of the pack.
    """
    cards = iter(pack)
    drawn: dict[Player, tuple[int, ...]] = dict.fromkeys(players, ())
    while again := must_draw_again(rules, drawn):
        for player in again:
            card = next(cards, None)
            if card is None:
                raise PozzettoError("The pack ran out before the draw for the deal was settled.")
            drawn[player] += (card,)
    return drawn


def _heights(rules: Rules) -> tuple[int, ...]:
    """Each kind's place in the draw, 0 for the highest (IT-RNK-01, IT-RNK-02)."""
    draw = rules.draw_for_deal
    if draw is None:
        message = f"{rules.name} does not say how the first dealer is drawn"
        raise RulesetError([Fault(message=message, path="draw_for_deal")])
    # a joker has no suit to part it from another
    suits = (*(draw.suits.index(suit) for suit in range(len(SUITS))), 0)
    return tuple(
        draw.ranks.index(RANK_OF[kind]) * len(SUITS) + suits[SUIT_OF[kind]]
        for kind in range(len(NAMES))
    )


def _ranked(
    rules: Rules, drawn: Mapping[Player, Sequence[int]]
) -> tuple[list[Player], list[Player], list[Player]]:
    """The players from high to low; who lacks a card; who has one too many."""
    heights = _heights(rules)
    lacking: list[Player] = []
    superfluous: list[Player] = []

    def part(equal: list[Player], nth: int) -> list[Player]:
        if nth and len(equal) == 1:
            superfluous.extend(player for player in equal if len(drawn[player]) > nth)
            return equal
        short = [player for player in equal if len(drawn[player]) <= nth]
        if short:
            lacking.extend(short)
            return equal
        by_height: dict[int, list[Player]] = {}
        for player in equal:
            by_height.setdefault(heights[drawn[player][nth]], []).append(player)
        return [player for _, group in sorted(by_height.items()) for player in part(group, nth + 1)]

    return part(list(drawn), 0), lacking, superfluous


def _seated(rules: Rules, ranked: Sequence[Player]) -> tuple[Player, ...]:
    """The players by seat, the dealer in seat 0."""
    seats = len(rules.seats)
    from_left = [*range(1, seats), 0]
    # the teams as they are met from the dealer's left, the dealer's own last
    teams = list(dict.fromkeys(rules.team_of[seat] for seat in from_left))
    teams.sort(key=lambda team: team == rules.team_of[0])
    best_first = [seat for team in teams for seat in from_left if rules.team_of[seat] == team]
    at = dict(zip(best_first, ranked, strict=True))
    return tuple(at[seat] for seat in range(seats))


def _check_drawn(rules: Rules, drawn: Mapping[Player, Sequence[int]]) -> None:
    if len(drawn) != len(rules.seats):
        raise PozzettoError(
            f"{rules.name} is for {len(rules.seats)} players, and {len(drawn)} drew."
        )
    taken = Counter(card for cards in drawn.values() for card in cards)
    for kind, found in taken.items():
        if found > rules.copies[kind]:
            raise PozzettoError(
                f"{NAMES[kind]} was drawn {found} times; the deck has {rules.copies[kind]}."
            )


def _named(players: Sequence[Player]) -> str:
    *others, last = (str(player) for player in players)
    return f"{', '.join(others)} and {last}" if others else last
