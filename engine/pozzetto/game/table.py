"""The table: a hand in play, and the three doors to it: why not, may I, do it."""

from __future__ import annotations

from collections.abc import Sequence

from pozzetto.errors import IllegalMove
from pozzetto.game.aftermath import after_discard, after_draw, after_melding
from pozzetto.game.deal import Dealt
from pozzetto.game.moves import (
    ADD,
    AGREE,
    DIRECTOR,
    DISCARD,
    DRAW,
    LAY,
    SHAPE_SHIFT,
    TAKE,
    TIME,
    WHAT,
    index_of,
)
from pozzetto.game.refusals import Refusal
from pozzetto.game.shapes import Shapes
from pozzetto.game.state import NOBODY, State
from pozzetto.game.turn import legal_moves, over_refusal, refusal


class Table(State):
    """A hand of cards in play: the one thing here that changes.

    Moves are packed ints (see `moves`); `legal` lists them, `refusal` says why not,
    `apply` makes one. `advance` is `apply` for a move known to be legal.
    """

    __slots__ = ()

    @classmethod
    def dealt(cls, shapes: Shapes, dealt: Dealt, totals: Sequence[int] = ()) -> Table:
        """The table after a deal, the seat at the dealer's left to move (IT-TRN-01);
        `totals` are the match's before this hand."""
        return cls(
            shapes,
            dealer=dealt.dealer,
            hands=dealt.hands,
            pozzetti=dealt.pozzetti,
            pile=dealt.pile,
            stock=dealt.stock,
            totals=totals,
            facts={name: find(dealt) for name, find in shapes.rules.house.setups},
        )

    def legal(self) -> list[int]:
        """Every legal move of the seat to move; none when the hand is over."""
        return legal_moves(self)

    def refusal(self, move: int, seat: int | None = None) -> Refusal | None:
        """Why a seat (by default the one to move) may not make a move; None: it may."""
        if seat is not None and seat != self.to_move and not self.ended:
            return self.rules.refuse(
                "not-your-turn",
                "turn.order",
                mover=self.rules.seats[self.to_move],
                seat=self.rules.seats[seat],
            )
        return refusal(self, move)

    def apply(self, move: int) -> None:
        """Make a move of the seat to move.

        Raises IllegalMove when the rules refuse it; the table is then unchanged.
        """
        refused = self.refusal(move)
        if refused is not None:
            raise IllegalMove(refused)
        self.advance(move)

    def advance(self, move: int) -> None:
        """Make a move known to be legal, and what follows by itself."""
        seat = self.to_move
        self.log.append(move << 4 | seat)
        verb = move & WHAT
        if verb == DISCARD:
            kind = move >> 3
            self.hands[seat].drop(kind)
            self.pile.append(kind)
            after_discard(self)
        elif verb == DRAW:
            self.begin_turn()
            self.drawn = True
            self.turns += 1
            self.hands[seat].put(self.stock.pop())
            after_draw(self)
        elif verb == ADD:
            shape = move >> SHAPE_SHIFT
            melds = self.melds[self.team]
            index = index_of(move)
            gained = self.shapes.gained(melds[index], shape)
            melds[index] = shape
            self.played(gained)
            after_melding(self)
        elif verb == LAY:
            shape = move >> SHAPE_SHIFT
            self.melds[self.team].append(shape)
            self.played(self.shapes.cards[shape])
            after_melding(self)
        elif verb == TAKE:
            self.take_pile()
        else:
            self._answer(agrees=verb == AGREE)

    def call_refusal(self, event: str) -> Refusal | None:
        """Why the director may not call this (`time`) now; None: it is called."""
        if event not in self.rules.house.events:
            return self.rules.refuse("no-such-event", "house_rules")
        if self.ended:
            return over_refusal(self)
        if self.called != NOBODY:
            return self.rules.refuse("time-called", "house_rules")
        return None

    def call(self, event: str) -> None:
        """The director calls time (2.44). Raises IllegalMove where no house rule knows it."""
        refused = self.call_refusal(event)
        if refused is not None:
            raise IllegalMove(refused)
        self.log.append(TIME << 4 | DIRECTOR)
        self.called = self.turns
        self.called_drawn = self.drawn

    def _answer(self, *, agrees: bool) -> None:
        # the proposer agrees first, the others in turn; one who declines ends it (IT-END-05)
        if not agrees:
            self.to_move, self.proposer, self.quiet = self.proposer, NOBODY, 0
            return
        if self.proposer == NOBODY:
            self.proposer = self.to_move
        self.to_move = (self.to_move + 1) % len(self.rules.seats)
        if self.to_move == self.proposer:
            self.ended = "stalemate"

    def copy(self) -> Table:
        """The same table, sharing nothing that changes."""
        twin = Table.__new__(Table)
        self.copy_to(twin)
        return twin
