"""The expert player: deals the cards it cannot see, and plays turns out.

It thinks where most hangs on it: whether the turn begins with the stock or with the pile;
and, where the pile has to be earned, whether to meld on or to keep the cards that may earn
it, and which card to throw. (Where the next seat may simply take the pile, what it draws
matters so much more than the card that the playouts of a budget tell nothing.) Each idea is
played in the same worlds (see `worlds`), and on from there by club players in every seat for
a few turns, or to the end of the hand; how the teams then stand decides, together with what
the club player thinks of it. All else it does as the club player would.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pozzetto.game.moves import DISCARD, DRAW, TAKE, what
from pozzetto.game.scoring import score
from pozzetto.game.shapes import Shapes
from pozzetto.game.state import NOBODY
from pozzetto.game.table import Table
from pozzetto.game.views import View
from pozzetto.players.appraisal import kinds_in, packed_counts
from pozzetto.players.club import Club, Option
from pozzetto.players.situation import Situation
from pozzetto.players.worlds import Worlds

BUDGET = 48
"""The most playouts for one decision, unless told otherwise;"""
PART_WHERE_EARNED = 3
"""one in so many where the pile has to be earned, for there several decisions of every turn
are thought about."""
TURNS, TURNS_WHERE_EARNED = 4, 2
"""Each goes on until so many turns have begun, counted from the decision, and are over."""
IDEAS = 3
"""The most moves that are tried against each other;"""
WORTH_A_SOURCE, WORTH_A_STOP, WORTH_A_THROW = 6.0, 4.0, 3.0
"""the other source, melding no more or all the same, and another discard only if the club
player thinks it at most so many average cards worse than its choice."""
OPINION = 0.5
"""What the club player thinks counts for so much beside what came of the playouts."""
LEAST = 4
"""It has seen at least so many worlds before it stops, because one move is clearly ahead:"""
CLEARLY = 1.25
"""by so many standard errors."""


class Expert:
    """Plays the club player's ideas out in worlds that it deals, `budget` times at most."""

    def __init__(self, shapes: Shapes, budget: int = BUDGET) -> None:
        self.shapes = shapes
        self.rules = shapes.rules
        self.club = Club(shapes)
        earned = self.rules.pile.needs != "nothing"
        self.playouts = -(-budget // PART_WHERE_EARNED) if earned else budget
        self.turns = TURNS_WHERE_EARNED if earned else TURNS

    def choose(self, view: View, moves: Sequence[int], random: Callable[[], float]) -> int:
        """The move of the idea that comes to most; as club plays it where there is but one."""
        ideas = self._ideas(view, moves)
        if len(ideas) < 2:
            return self.club.choose(view, moves, random)
        worlds = Worlds(self.shapes, view, moves)
        came: list[list[float]] = [[] for _ in ideas]
        best = 0
        for seen in range(1, max(1, self.playouts // len(ideas)) + 1):
            world = worlds.deal(random)
            for values, (opinion, move) in zip(came, ideas, strict=True):
                values.append(OPINION * opinion + self._played(world, move))
            totals = [sum(values) for values in came]
            best = totals.index(max(totals))
            if seen >= LEAST and all(
                _is_ahead(came[best], values) for values in came if values is not came[best]
            ):
                break
        return ideas[best][1]

    def _ideas(self, view: View, moves: Sequence[int]) -> Sequence[Option]:
        # the club player's, the best first, where they are worth playing out
        if DRAW in moves and TAKE in moves:
            ideas, worth = self.club.options(view, moves), WORTH_A_SOURCE
        elif self.rules.pile.needs == "nothing" or what(moves[-1]) != DISCARD:
            return ()
        elif what(moves[0]) == DISCARD:
            ideas, worth = self.club.options(view, moves)[:IDEAS], WORTH_A_THROW
        else:
            # to meld on, or to keep the cards that may earn the pile
            options, worth = self.club.options(view, moves), WORTH_A_STOP
            melds = [option for option in options if what(option[1]) != DISCARD]
            throws = [option for option in options if what(option[1]) == DISCARD]
            ideas = [*melds[:1], *throws[:1]]
        least = max(ideas)[0] - worth * self.club.unit
        return [idea for idea in ideas if idea[0] >= least]

    def _played(self, world: Table, move: int) -> float:
        # by how much the team of the seat to move is ahead some turns after the move
        table, rules = world.copy(), self.rules
        team, until = table.team, table.turns + self.turns
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
            kinds = kinds_in(held)
            hold = appraisal.holds(kinds, held, situation.end, situation.laid)
            total += sum([hold[kind] * counts[kind] for kind in kinds])
            # a card more, for it will draw before it throws
            size = table.hands[seat].size + 1
            left = situation.left_with(packed_counts(counts, kinds), size, situation.ready)
            nearest = max(nearest, left)
        if table.took[team] != NOBODY:
            total += situation.goal
        return total + nearest


def _is_ahead(values: Sequence[float], others: Sequence[float]) -> bool:
    # whether what came of one move is clearly more than what came of another in the same
    # worlds
    leads = [value - other for value, other in zip(values, others, strict=True)]
    count, total = len(leads), sum(leads)
    spread = sum([lead * lead for lead in leads]) - total * total / count
    return total * total > CLEARLY * CLEARLY * count * spread / (count - 1)


def _no_chance() -> float:
    """The club player leaves nothing to chance."""
    return 0.0
