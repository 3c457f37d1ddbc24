"""What is known of the hands from the open play: the cards that came with a pile that all
could see, less what was played since."""

from __future__ import annotations

from collections.abc import Iterable

from pozzetto.game.cards import KINDS
from pozzetto.game.moves import ADD, DISCARD, LAY, TAKE, TIME, WHAT, index_of, shape_of
from pozzetto.game.state import NOBODY, State


class Known:
    """The cards known to be in each hand of a table, followed move by move: each public move
    is looked at once, however often it is asked."""

    __slots__ = ("_cards", "_justifying", "_kinds", "_laid", "_log", "_looked", "_pile", "_took")

    def __init__(self, state: State) -> None:
        self._begin(state)

    def _begin(self, state: State) -> None:
        rules = state.rules
        self._cards = [[0] * KINDS for _ in rules.seats]
        self._kinds = [0] * len(rules.seats)
        self._pile = list(state.opening_pile) if rules.pile.seen == "all" else []
        self._laid = [list(melds) for melds in state.opening_melds]
        self._justifying = rules.pile.needs == "top_card"
        self._took = NOBODY
        self._log, self._looked = state.log, 0

    def of(self, state: State, seat: int) -> list[int]:
        """How many of each kind are known to be in a seat's hand, by all moves up to now of
        the table that it follows."""
        self._catch_up(state)
        return self._cards[seat]

    def kinds(self, state: State, seat: int) -> int:
        """The kinds that are known to be in a seat's hand, as bits."""
        self._catch_up(state)
        return self._kinds[seat]

    def _catch_up(self, state: State) -> None:
        log = state.log
        if log is not self._log or len(log) < self._looked:
            self._begin(state)  # another table was copied over the one that was followed
        if self._looked < len(log):
            for entry in log[self._looked :]:
                self._look(state, entry & 15, entry >> 4)
            self._looked = len(log)

    def _gets(self, seat: int, kinds: Iterable[int]) -> None:
        cards = self._cards[seat]
        for kind in kinds:
            cards[kind] += 1
            self._kinds[seat] |= 1 << kind

    def _loses(self, seat: int, kinds: Iterable[int]) -> None:
        cards = self._cards[seat]
        for kind in kinds:
            if cards[kind]:
                cards[kind] -= 1
                if not cards[kind]:
                    self._kinds[seat] ^= 1 << kind

    def _look(self, state: State, mover: int, move: int) -> None:
        # every discard was seen when it fell, so it is known even where the pile is hidden
        verb, pile = move & WHAT, self._pile
        if verb == TIME:
            return
        if verb == DISCARD:
            pile.append(move >> 3)
            self._loses(mover, pile[-1:])
        elif verb == TAKE:
            arriving = pile[-1:] if self._justifying else pile
            self._gets(mover, arriving)
            del pile[len(pile) - len(arriving) :]
        elif verb in (LAY, ADD):
            shapes, shape = state.shapes, shape_of(move)
            laid = self._laid[state.rules.team_of[mover]]
            if verb == LAY:
                played = shapes.cards[shape]
                laid.append(shape)
            else:
                played = shapes.gained(laid[index_of(move)], shape)
                laid[index_of(move)] = shape
            self._loses(mover, played)
            if self._justifying and self._took == mover:
                self._gets(mover, pile)
                pile.clear()
        self._took = mover if verb == TAKE else NOBODY
