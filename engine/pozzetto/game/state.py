"""The state of a hand in play: everything that lies on the table or is held.

Plain facts and the few questions they answer by themselves; `turn` asks the rules about
them and `aftermath` does what happens by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType

from pozzetto.game.hand import Hand
from pozzetto.game.moves import TAKE
from pozzetto.game.rules import Rules
from pozzetto.game.shapes import Shapes

NOBODY = -1
NO_FACTS: Mapping[str, object] = MappingProxyType({})
NOTHING, A_MELD = -1, -2
"""What the seat to move owes: nothing, any meld, or (a kind, from 0) that card melded."""


class State:
    """A hand in play.

    `hands` by seat; `melds[team]` shape numbers in the order laid; `stock` and `pile`
    with their top card last; `pozzetti` on the table, the next to be taken first;
    `took[team]` the seat that took the team's pozzetto; `unopened[team]` the seat that
    has not opened it yet. `drawn`: the seat to move has drawn; `melded`: it has melded
    this turn; `barred`: the kind taken alone from the pile, which may not go straight
    back; `owed`: what must be melded before anything else. `swaps` counts the last
    turns that only swapped the single card of the pile, `quiet` those since a stalemate
    was last declined. `log` holds every move with its seat, `move << 4 | seat`, from the
    deal or from a table set up with `opening_pile` and `opening_melds`. `totals` are the
    match's before this hand; `began` is the turn's first entry in the log, `before` the melds
    that its team had then, `taken` the pile that it began by taking; `facts` what plugins
    found in the deal, by plugin; `called` the number of turns begun when the director called
    time, −1 while nobody did, and `called_drawn` whether the seat to move had drawn then.
    """

    __slots__ = (
        "barred", "before", "began", "called", "called_drawn", "closer", "dealer", "drawn", "ended",
        "facts", "hands", "log", "melded", "melds", "opening_melds", "opening_pile", "owed", "pile",
        "pozzetti", "proposer", "quiet", "rules", "shapes", "single", "stock", "swaps", "taken",
        "to_move", "took", "totals", "turns", "unopened",
    )  # fmt: skip

    def __init__(
        self,
        shapes: Shapes,
        *,
        dealer: int,
        hands: Sequence[Iterable[int]],
        pozzetti: Sequence[tuple[int, ...]],
        pile: Iterable[int],
        stock: Sequence[int],
        totals: Sequence[int] = (),
        facts: Mapping[str, object] = NO_FACTS,
    ) -> None:
        """A hand just dealt; `stock` top first, `pile` bottom first."""
        rules = shapes.rules
        teams = len(rules.teams)
        self.rules: Rules = rules
        self.shapes = shapes
        self.dealer = dealer
        self.to_move = (dealer + 1) % len(rules.seats)
        self.hands = [Hand(shapes.counting, cards) for cards in hands]
        self.melds: list[list[int]] = [[] for _ in range(teams)]
        self.stock = list(stock)[::-1]
        self.pile = list(pile)
        self.opening_pile = tuple(self.pile)
        self.opening_melds: tuple[tuple[int, ...], ...] = ((),) * teams
        self.pozzetti = list(pozzetti)
        self.took = [NOBODY] * teams
        self.unopened = [NOBODY] * teams
        self.drawn = False
        self.melded = False
        self.single = False
        self.barred = NOBODY
        self.owed = NOTHING
        self.swaps = 0
        self.quiet = 0
        self.proposer = NOBODY
        self.turns = 0
        self.ended = ""
        self.closer = NOBODY
        self.log: list[int] = []
        self.totals = tuple(totals) or (0,) * teams
        self.facts = facts
        self.called = NOBODY
        self.called_drawn = False
        self.begin_turn()

    @property
    def team(self) -> int:
        """The team of the seat to move."""
        return self.rules.team_of[self.to_move]

    @property
    def hand(self) -> Hand:
        """The hand of the seat to move."""
        return self.hands[self.to_move]

    def ranks_laid(self, team: int) -> int:
        """The ranks (bits) of which the team may lay no further set (IT-SEQ-14)."""
        sets = self.rules.melds.sets
        if sets is None or not sets.one_per_rank:
            return 0
        ranks = 0
        set_ranks = self.shapes.set_ranks
        for shape in self.melds[team]:
            ranks |= set_ranks[shape]
        return ranks

    def outcome(self) -> str:
        """How the hand ended, as it is written: `closed by N`, `stock`; empty while it
        goes on."""
        if self.ended == "closed":
            return f"closed by {self.rules.seats[self.closer]}"
        return self.ended

    def cards(self) -> list[int]:
        """Every card of the deck, wherever it lies, sorted."""
        everywhere = [*self.stock, *self.pile]
        for hand in self.hands:
            everywhere += hand.cards()
        for pozzetto in self.pozzetti:
            everywhere += pozzetto
        for melds in self.melds:
            for shape in melds:
                everywhere += self.shapes.cards[shape]
        return sorted(everywhere)

    def begin_turn(self) -> None:
        """The log's last entry begins a turn."""
        self.began = max(0, len(self.log) - 1)
        self.before = self.melds[self.team][:]
        self.taken: tuple[int, ...] = ()

    def take_pile(self) -> None:
        """The pile comes to hand: whole, or only its top card where that has to be
        justified first. The card of a one-card pile is barred (2.10)."""
        self.begin_turn()
        self.taken = tuple(self.pile)
        self.drawn = True
        self.turns += 1
        self.single = len(self.pile) == 1
        rules = self.rules.pile
        if rules.needs == "top_card":
            self.owed = self.pile.pop()
            self.hand.put(self.owed)
            return
        if rules.needs == "any_meld":
            self.owed = A_MELD
        if self.single and not rules.return_single:
            self.barred = self.pile[0]
        self.bring_pile()

    def bring_pile(self) -> None:
        """What lies in the pile comes to hand."""
        hand = self.hand
        for kind in self.pile:
            hand.put(kind)
        self.pile.clear()

    def played(self, cards: tuple[int, ...]) -> None:
        """Cards of the hand are melded: what that settles is settled."""
        hand = self.hands[self.to_move]
        for kind in cards:
            hand.drop(kind)
        self.melded = True
        if self.barred in cards:
            self.barred = NOBODY
        if self.owed != NOTHING:
            if self.owed != A_MELD:
                self.bring_pile()
            self.owed = NOTHING

    def trial(self) -> State:
        """A state like this one, for the seat to move to try its own melds in: the other
        hands and melds are shared, and the trial must not be played on beyond the turn."""
        trial, team = self._shared(), self.team
        trial.melds = self.melds[:]
        trial.melds[team] = self.melds[team][:]
        trial.pozzetti = self.pozzetti[:]
        trial.took = self.took[:]
        trial.unopened = self.unopened[:]
        return trial

    def trial_take(self) -> State:
        """The state after the seat to move took the pile; only what the seat sees
        changes, the rest is shared and must not be played on."""
        trial = self._shared()
        trial.log.append(TAKE << 4 | self.to_move)
        trial.take_pile()
        return trial

    def _shared(self) -> State:
        # the same state, but for the hand of the seat to move, the pile and the log
        trial = State.__new__(type(self))
        # one by one: trials are made by the thousand, and a loop takes five times as long
        trial.barred = self.barred
        trial.before = self.before
        trial.began = self.began
        trial.called = self.called
        trial.called_drawn = self.called_drawn
        trial.closer = self.closer
        trial.dealer = self.dealer
        trial.drawn = self.drawn
        trial.ended = self.ended
        trial.facts = self.facts
        trial.melded = self.melded
        trial.melds = self.melds
        trial.opening_melds = self.opening_melds
        trial.opening_pile = self.opening_pile
        trial.owed = self.owed
        trial.pozzetti = self.pozzetti
        trial.proposer = self.proposer
        trial.quiet = self.quiet
        trial.rules = self.rules
        trial.shapes = self.shapes
        trial.single = self.single
        trial.stock = self.stock
        trial.swaps = self.swaps
        trial.taken = self.taken
        trial.to_move = self.to_move
        trial.took = self.took
        trial.totals = self.totals
        trial.turns = self.turns
        trial.unopened = self.unopened
        trial.hands = self.hands[:]
        trial.hands[self.to_move] = self.hand.copy()
        trial.pile = self.pile[:]
        trial.log = self.log[:]
        return trial

    def copy_to(self, other: State) -> None:
        """Make another state equal to this one, sharing nothing that changes."""
        for name, value in zip(State.__slots__, _everything(self), strict=True):
            if name == "hands":
                value = [hand.copy() for hand in value]
            elif name == "melds":
                value = [shapes[:] for shapes in value]
            elif isinstance(value, list):
                value = value[:]
            setattr(other, name, value)


# all of a state, read by its slots
_everything = attrgetter(*State.__slots__)
