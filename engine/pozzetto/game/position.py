"""A position: the table as house rules see it, with cards and melds written out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pozzetto.errors import PozzettoError
from pozzetto.game.actions import Action, action
from pozzetto.game.melds import Meld
from pozzetto.game.moves import (
    ADD,
    DIRECTOR,
    DISCARD,
    DRAW,
    LAY,
    TAKE,
    TIME,
    card_of,
    index_of,
    shape_of,
    what,
)
from pozzetto.game.state import NOBODY, State
from pozzetto.game.views import Window, behind


class Position(Window):
    """The table as the seat to move sees it, and all that is public; read-only.

    Once the hand is over every card may be seen.
    """

    __slots__ = ()

    def __init__(self, state: State) -> None:
        super().__init__(state, state.to_move)

    @property
    def team(self) -> int:
        """The team of the seat to move."""
        return behind(self).team

    def melds(self, team: int) -> tuple[Meld, ...]:
        """A team's melds, in the order laid."""
        state = behind(self)
        known = state.shapes.melds
        return tuple([known[shape] for shape in state.melds[team]])

    def tiers(self, team: int) -> tuple[str | None, ...]:
        """For each of a team's melds the tier of burraco that it is; None where it is none."""
        state = behind(self)
        tiers, tier_of = state.rules.tiers, state.shapes.tiers
        found = [tier_of[shape] for shape in state.melds[team]]
        return tuple([tiers[tier].name if tier >= 0 else None for tier in found])

    def held_by(self, seat: int) -> tuple[int, ...]:
        """How many of each kind of card a seat holds, once the hand is over.

        Raises PozzettoError while it goes on: no rule may know what a player does not.
        """
        state = behind(self)
        if not state.ended:
            raise PozzettoError("what the seats hold is not shown while the hand goes on")
        return tuple(state.hands[seat].counts)

    @property
    def closer(self) -> int:
        """The seat that closed the hand; −1 when none did."""
        return behind(self).closer

    @property
    def melded(self) -> bool:
        """Whether the seat to move has melded this turn."""
        return behind(self).melded

    @property
    def events(self) -> tuple[tuple[int, Action], ...]:
        """What was done since the hand began, in order: each a seat (−1: the director) and
        an action. All of it is public."""
        return tuple(_done(behind(self)))

    @property
    def this_turn(self) -> tuple[Action, ...]:
        """What the seat to move has done since it drew, in order; none before it draws."""
        state = behind(self)
        return tuple(_this_turn(state)) if state.drawn else ()

    @property
    def laid(self) -> int:
        """How many melds the seat to move has laid this turn."""
        state = behind(self)
        if not state.melded:
            return 0
        laid = 0
        for entry in reversed(state.log):
            verb = what(entry >> 4)
            if verb == LAY:
                laid += 1
            elif verb not in (ADD, TIME):
                break
        return laid

    @property
    def taken(self) -> tuple[int, ...]:
        """The cards that came with the pile that the seat to move took this turn, bottom
        first; none where it drew. While the top card is being justified, that card alone."""
        state = behind(self)
        if not state.drawn:
            return ()
        if state.owed >= 0:
            return (state.owed,)
        began = _drew(state.log)
        if began < 0 or what(state.log[began] >> 4) != TAKE:
            return ()
        pile: list[int] = []
        for entry in reversed(state.log[:began]):
            if what(entry >> 4) == TAKE:
                return tuple(pile[::-1])
            if what(entry >> 4) == DISCARD:
                pile.append(card_of(entry >> 4))
        return (*state.opening_pile, *pile[::-1])

    @property
    def totals(self) -> tuple[int, ...]:
        """The match totals before this hand, by team."""
        return behind(self).totals

    @property
    def facts(self) -> Mapping[str, object]:
        """What each plugin's `pozzetto_setup` found in this deal, by the plugin's name."""
        return behind(self).facts

    @property
    def called(self) -> int:
        """How many turns had begun when the director called time; −1 while nobody did."""
        return behind(self).called

    @property
    def called_drawn(self) -> bool:
        """Whether the seat to move had drawn when the director called time."""
        return behind(self).called_drawn


def _drew(log: Sequence[int]) -> int:
    # where in the log the turn began; −1 where the table was set up after its draw
    for index in range(len(log) - 1, -1, -1):
        if what(log[index] >> 4) in (DRAW, TAKE):
            return index
        if what(log[index] >> 4) == DISCARD:
            break
    return -1


def _this_turn(state: State) -> Iterator[Action]:
    # the moves since the draw
    began = max(_drew(state.log), 0)
    moves = [entry >> 4 for entry in state.log[began:] if entry & 15 != DIRECTOR]
    melds: list[int] = []
    # only an addition asks what lay before the turn
    if any(what(move) == ADD for move in moves):
        melds = list(state.opening_melds[state.team])
        for entry in state.log[:began]:
            if entry & 15 != DIRECTOR and state.rules.team_of[entry & 15] == state.team:
                _put(melds, entry >> 4)
    for move in moves:
        yield action(move, melds, state.shapes)
        _put(melds, move)


def _done(state: State) -> Iterator[tuple[int, Action]]:
    # each entry of the log, with its seat
    melds = [list(laid) for laid in state.opening_melds]
    for entry in state.log:
        seat, move = entry & 15, entry >> 4
        laid = [] if seat == DIRECTOR else melds[state.rules.team_of[seat]]
        yield NOBODY if seat == DIRECTOR else seat, action(move, laid, state.shapes)
        _put(laid, move)


def _put(melds: list[int], move: int) -> None:
    # a team's melds after a move of it
    if what(move) == LAY:
        melds.append(shape_of(move))
    elif what(move) == ADD:
        melds[index_of(move)] = shape_of(move)
