"""The expert player: deals the cards it cannot see, and plays turns out.

It thinks where most hangs on it: whether the turn begins with the stock or with the pile.
Either turn is played in the same worlds (see `worlds`), and on from there by club players
in every seat for a few turns, or to the end of the hand; how the teams then stand decides,
together with what the club player thinks of it. What it melds and throws is what the club
player would: there the few playouts of a budget tell less than they disturb.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pozzetto.game.moves import DRAW, TAKE
from pozzetto.game.scoring import score
from pozzetto.game.shapes import Shapes
from pozzetto.game.state import NOBODY
from pozzetto.game.table import Table
from pozzetto.game.views import View
from pozzetto.players.appraisal import packed_counts
from pozzetto.players.club import Club
from pozzetto.players.situation import Situation
from pozzetto.players.worlds import Worlds

BUDGET = 48
"""The most playouts for one decision, unless told otherwise."""
TURNS = 4
"""Each goes on for so many turns, the own one counted."""
OPINION = 0.5
"""What the club player thinks counts for so much beside what came of the playouts."""
LEAST = 4
"""It has seen at least so many worlds before it stops, because one move is clearly ahead:"""
CLEARLY = 2.0
"""by so many standard errors."""


class Expert:
    """Plays the club player's turns out in worlds that it deals, `budget` of them at most."""

    def __init__(self, shapes: Shapes, budget: int = BUDGET) -> None:
        self.shapes = shapes
        self.rules = shapes.rules
        self.club = Club(shapes)
        self.budget = budget

    def choose(self, view: View, moves: Sequence[int], random: Callable[[], float]) -> int:
        """The source that the better turn begins with; anything else as club plays it."""
        if DRAW not in moves or TAKE not in moves:
            return self.club.choose(view, moves, random)
        (first, liked), (second, other) = self.club.options(view, moves)
        opinion = OPINION * (first - second)
        worlds = Worlds(self.shapes, view, moves)
        total = squares = 0.0
        for seen in range(1, max(1, self.budget // 2) + 1):
            world = worlds.deal(random)
            lead = opinion + self._played(world, liked) - self._played(world, other)
            total += lead
            squares += lead * lead
            if seen >= LEAST and total * total > _bound(total, squares, seen):
                break
        return liked if total >= 0 else other

    def _played(self, world: Table, move: int) -> float:
        # by how much the team of the seat to move is ahead some turns after the move
        table, rules = world.copy(), self.rules
        team, until = table.team, table.turns + TURNS
        if move == TAKE and table.stock:
            # the card not drawn goes under, so that the others are drawn as if it were
            table.stock.insert(0, table.stock.pop())
        table.advance(move)
        choose = self.club.choose
        views = [View(table, seat) for seat in range(len(rules.seats))]
        while (table.drawn or table.turns < until) and (moves := table.legal()):
            if len(moves) == 1:
                table.advance(moves[0])
            else:
                table.advance(choose(views[table.to_move], moves, _no_chance))
        if table.ended:
            points: Sequence[float] = score(table)
        else:
            points = [self._standing(table, views, each) for each in range(len(rules.teams))]
        return 2 * points[team] - sum(points)

    def _standing(self, table: Table, views: Sequence[View], team: int) -> float:
        # what a team has on the table and in its hands, and how near it is to running out
        appraisal = self.club.appraisal
        total = sum([appraisal.worth(shape) for shape in table.melds[team]])
        nearest = float("-inf")
        for seat in self.rules.seats_of(team):
            counts, held = table.hands[seat].counts, table.hands[seat].held
            situation = Situation(views[seat], appraisal)
            hold = appraisal.holds(held, situation.end, situation.melds)
            total += sum([hold[kind] * count for kind, count in enumerate(counts) if count])
            # a card more, for it will draw before it throws
            size = table.hands[seat].size + 1
            left = situation.left_with(packed_counts(counts), size, situation.ready)
            nearest = max(nearest, left)
        if table.took[team] != NOBODY:
            total += situation.goal
        return total + nearest


def _bound(total: float, squares: float, seen: int) -> float:
    # the square of what the sum of so many leads has to be, to be clearly not zero
    spread = squares - total * total / seen
    return CLEARLY * CLEARLY * seen * spread / (seen - 1)


def _no_chance() -> float:
    """The club player leaves nothing to chance."""
    return 0.0
