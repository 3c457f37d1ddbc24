"""A position: the table as house rules see it, with cards and melds written out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pozzetto.errors import PozzettoError
from pozzetto.game.actions import Action, action
from pozzetto.game.melds import Meld
from pozzetto.game.moves import ADD, DIRECTOR, LAY, index_of, shape_of, what
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
        an action. All of it is public. A table that is written down has no past: its first
        event is the first move made at it."""
        state = behind(self)
        return tuple(_done(state, state.log, [list(laid) for laid in state.opening_melds]))

    @property
    def this_turn(self) -> tuple[Action, ...]:
        """What the seat to move has done since it drew, in order; none before it draws."""
        state = behind(self)
        if not state.drawn:
            return ()
        melds: list[list[int]] = [[] for _ in state.melds]
        melds[state.team] = state.before[:]
        turn = _done(state, state.log[state.began :], melds)
        return tuple([each for seat, each in turn if seat != NOBODY])

    @property
    def laid(self) -> int:
        """How many melds the seat to move has laid this turn."""
        state = behind(self)
        return len(state.melds[state.team]) - len(state.before) if state.drawn else 0

    @property
    def taken(self) -> tuple[int, ...]:
        """The cards that came with the pile that the seat to move took this turn, bottom
        first; none where it drew. While the top card is being justified, that card alone."""
        state = behind(self)
        if not state.drawn:
            return ()
        return (state.owed,) if state.owed >= 0 else state.taken

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


def _done(state: State, log: Sequence[int], melds: list[list[int]]) -> Iterator[tuple[int, Action]]:
    # each entry of a part of the log, with its seat, from the melds at its beginning on
    shapes, team_of = state.shapes, state.rules.team_of
    for entry in log:
        seat, move = entry & 15, entry >> 4
        if seat == DIRECTOR:
            yield NOBODY, action(move, [], shapes)
            continue
        laid = melds[team_of[seat]]
        yield seat, action(move, laid, shapes)
        verb = what(move)
        if verb == LAY:
            laid.append(shape_of(move))
        elif verb == ADD:
            laid[index_of(move)] = shape_of(move)
