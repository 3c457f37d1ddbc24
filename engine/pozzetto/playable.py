"""The library's front door: one ruleset, ready to deal, play, judge and score.

Cards, melds, moves and tables go in and out as the text that a player writes. A program
that plays many hands uses the table's own packed moves instead (`Table.legal`, `refusal`,
`apply`), which are small ints and cost a few microseconds each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike, fspath
from typing import Any

from pozzetto.game.chance import Source
from pozzetto.game.deal import deal_hand
from pozzetto.game.match import Match
from pozzetto.game.melds import Meld, tier, written
from pozzetto.game.refusals import Refusal
from pozzetto.game.rules import Rules
from pozzetto.game.scoring import Line, sheets
from pozzetto.game.shapes import Shapes
from pozzetto.game.table import Table
from pozzetto.game.views import View
from pozzetto.players import Player, make
from pozzetto.rulebook import library
from pozzetto.text import playing
from pozzetto.text.notation import Move, as_move, read_meld, read_move, read_seat, read_turn
from pozzetto.text.position import described, set_up


class Game:
    """One ruleset, ready to play. Make it once and keep it: it remembers what it has
    worked out about melds, so that every hand is faster than the one before."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.shapes = Shapes(rules)

    @property
    def name(self) -> str:
        """The ruleset's name."""
        return self.rules.name

    # --- tables

    def deal(self, seed: int, hand: int = 0, *, dealer: str | None = None) -> Table:
        """The table after the deal of hand number `hand` of a seed; the same for ever.
        Hand k is dealt by seat k, one after the other, unless a dealer is named."""
        seat = None if dealer is None else read_seat(dealer, self.rules)
        return Table.dealt(self.shapes, deal_hand(self.rules, seed, hand, seat))

    def table(self, position: Mapping[str, Any], *, seed: int = 0) -> Table:
        """The table that a mapping describes (`held`, `melds`, `pile`, …); cards that it
        does not name are filled by chance from the seed.

        Raises CasesError with every fault of the mapping.
        """
        return set_up(position, self.shapes, seed=seed).table

    def described(self, table: Table) -> dict[str, Any]:
        """The table as such a mapping, all hands open."""
        return described(table)

    def view(self, table: Table, seat: str) -> View:
        """What one seat may see of a table, now and as play goes on."""
        return View(table, read_seat(seat, self.rules))

    # --- moves

    def legal(self, table: Table) -> list[Move]:
        """Every legal move of the seat to move, as it is written: `str(move)`."""
        return [as_move(table, move) for move in table.legal()]

    def why_not(self, table: Table, seat: str, move: str) -> Refusal | None:
        """Why a seat may not make a written move; None when it may."""
        return playing.why_not(table, read_seat(seat, self.rules), read_move(move))

    def play(self, table: Table, turn: str) -> None:
        """Play a written turn or part of it: `N: draw, lay 3H 4H 5H, discard KS`.

        Raises IllegalMove at the first move that the rules refuse; the table is then as
        it was before the whole of it.
        """
        written_turn = read_turn(turn, self.rules)
        trial = table.copy()
        for move in written_turn.moves:
            playing.play(trial, written_turn.seat, move)
        trial.copy_to(table)

    def player(self, name: str) -> Player:
        """An automatic player: `random`, `greedy`, `club` or `expert` (`expert:50` makes 50
        playouts a decision)."""
        return make(name, self.shapes)

    def play_out(self, table: Table, players: Sequence[Player], random: Sequence[Source]) -> None:
        """Let players (one a seat) play a hand to its end, each with its own chance."""
        views = [View(table, seat) for seat in range(len(self.rules.seats))]
        while moves := table.legal():
            seat = table.to_move
            table.apply(players[seat].choose(views[seat], moves, random[seat]))

    # --- melds and scores

    def meld(self, cards: str) -> Meld:
        """The meld that cards make: `3H 4H JK`, or with places, `3H JK=4H 5H`.

        Raises IllegalMove, saying why, when the rules allow none.
        """
        return read_meld(cards, self.rules)

    def written(self, meld: Meld) -> str:
        """A meld low to high, each wild with the card it stands for."""
        return written(meld)

    def burraco(self, meld: Meld) -> str | None:
        """The name of the tier of burraco that a meld is; None when it is none."""
        paid = tier(meld, self.rules)
        return paid.name if paid else None

    def score(self, table: Table) -> dict[str, tuple[Line, ...]]:
        """The score sheet of each team; the sum of its points is the hand's score."""
        return dict(zip(self.rules.teams, sheets(table), strict=True))

    def match(self, *, first_dealer: str | None = None) -> Match:
        """A match about to begin."""
        seat = 0 if first_dealer is None else read_seat(first_dealer, self.rules)
        return Match.begin(self.rules, first_dealer=seat)


def load(ruleset: str | PathLike[str] = "burraco", changes: Iterable[str] = ()) -> Game:
    """The game of a ruleset, by its name or its file, with changes such as
    `burracos.clean.points=300`.

    Raises RulesetError with every fault when the ruleset cannot be used.
    """
    return Game(library.load(fspath(ruleset), changes))


def rulesets() -> list[str]:
    """The names of all the rulesets that are installed."""
    return library.names()
