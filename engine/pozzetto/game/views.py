"""What may be seen of a table: a window, not a copy, that shows nothing else.

The table behind a view cannot be reached through it: the fields that hold it are
taken out of the class, so every attribute but those below raises AttributeError.
"""

from __future__ import annotations

from collections.abc import Callable

from pozzetto.game.cards import KINDS
from pozzetto.game.hand import Hand
from pozzetto.game.known import Known
from pozzetto.game.rules import Rules
from pozzetto.game.state import State


class Window:
    """What one seat sees of a table, now; it follows the table as play goes on."""

    __slots__ = ("_hidden_known", "_hidden_seat", "_hidden_state")

    def __init__(self, state: State, seat: int) -> None:
        _put_state(self, state)
        _put_seat(self, seat)
        _put_known(self, None)

    @property
    def seat(self) -> int:
        """The seat that looks."""
        return _seat(self)

    @property
    def rules(self) -> Rules:
        """The rules that are played."""
        return behind(self).rules

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return behind(self).dealer

    @property
    def to_move(self) -> int:
        """The seat to move."""
        return behind(self).to_move

    @property
    def drawn(self) -> bool:
        """Whether the seat to move has drawn."""
        return behind(self).drawn

    @property
    def proposer(self) -> int:
        """The seat that has proposed a stalemate; −1 when none has."""
        return behind(self).proposer

    @property
    def ended(self) -> str:
        """How the hand ended; empty while it goes on."""
        return behind(self).outcome()

    @property
    def turns(self) -> int:
        """How many turns have begun: a turn begins with its draw, so that nobody has had one
        at 0, and in a hand as dealt the first lap of four is over at 4. A table that is
        written down has no past: it counts from the turn that it shows."""
        return behind(self).turns

    @property
    def sees_hand(self) -> bool:
        """Whether the seat may look at its cards: not at a pozzetto still unopened
        (IT-POZ-09), unless the rules show it at once."""
        state, seat = behind(self), _seat(self)
        pozzetti = state.rules.pozzetti
        if pozzetti is None or pozzetti.seen == "at_once":
            return True
        return state.unopened[state.rules.team_of[seat]] != seat

    @property
    def hand(self) -> tuple[int, ...]:
        """The own cards: how many of each kind. All 0 while they may not be seen."""
        if not self.sees_hand:
            return (0,) * KINDS
        return tuple(behind(self).hands[_seat(self)].counts)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple([hand.size for hand in behind(self).hands])

    @property
    def stock(self) -> int:
        """How many cards the stock has."""
        return len(behind(self).stock)

    @property
    def pile_size(self) -> int:
        """How many cards the discard pile has."""
        return len(behind(self).pile)

    @property
    def pile(self) -> tuple[int, ...]:
        """What the rules show of the pile: all of it, bottom first, or its top card alone
        (CH-TRN-03)."""
        state = behind(self)
        pile = tuple(state.pile)
        if state.rules.pile.seen == "all":
            return pile
        # while a top card is being justified, the cards under it stay hidden
        return () if state.owed >= 0 else pile[-1:]

    @property
    def pozzetti(self) -> tuple[int, ...]:
        """How many cards each pozzetto on the table has; never which."""
        return tuple([len(pozzetto) for pozzetto in behind(self).pozzetti])

    @property
    def took(self) -> tuple[int, ...]:
        """For each team the seat that took its pozzetto; −1 where none did. Of a table that
        is written down with no more than `taken`, the closer or else a seat of the team."""
        return tuple(behind(self).took)

    @property
    def unopened(self) -> tuple[int, ...]:
        """For each team the seat whose pozzetto is still unopened; −1 where none is."""
        return tuple(behind(self).unopened)

    def known(self, seat: int) -> tuple[int, ...]:
        """The cards that are known to be in a hand, how many of each kind: those it took
        with a pile that all could see, less what it has played since."""
        return tuple(_followed(self).of(behind(self), seat))


class View(Window):
    """The table as an automatic player sees it: melds and moves as numbers."""

    __slots__ = ()

    @property
    def held(self) -> int:
        """The own cards as bits: bit k set while kind k is held; 0 while unseen."""
        state, seat = behind(self), _seat(self)
        if state.unopened[state.rules.team_of[seat]] == seat and not self.sees_hand:
            return 0
        return state.hands[seat].held

    def melds(self, team: int) -> tuple[int, ...]:
        """A team's melds, as numbers in the rules' `Shapes`, in the order laid."""
        return tuple(behind(self).melds[team])

    @property
    def events(self) -> tuple[tuple[int, int], ...]:
        """The hand's moves in order, each (seat, packed move); all of them are public."""
        return tuple([(entry & 15, entry >> 4) for entry in behind(self).log])


# the only ways to what a window hides, once its class has forgotten them; `position` shows
# more of it
_put_known, _put_seat, _put_state = (Window.__dict__[name].__set__ for name in Window.__slots__)
behind: Callable[[Window], State]
_seat: Callable[[Window], int]
_known: Callable[[Window], Known | None]
_known, _seat, behind = (Window.__dict__[name].__get__ for name in Window.__slots__)
for _name in Window.__slots__:
    delattr(Window, _name)


def _followed(window: Window) -> Known:
    known = _known(window)
    if known is None:
        known = Known(behind(window))
        _put_known(window, known)
    return known


def known_kinds(view: Window, seat: int) -> int:
    """The kinds that are known to be in a hand (see `Window.known`), as bits."""
    return _followed(view).kinds(behind(view), seat)


def own_hand(view: Window) -> Hand:
    """The own cards, in a hand to try things with; empty while they may not be seen."""
    if not view.sees_hand:
        return Hand(behind(view).shapes.counting)
    return behind(view).hands[view.seat].copy()
