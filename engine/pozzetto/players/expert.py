"""The expert player: deals the cards it cannot see, and plays its best ideas out.

Its ideas are the club player's, the best of them. Each is played on, by club players in
every seat, in the same worlds (see `worlds`), for a lap of the table or to the end of the
hand; what the teams then have decides, together with what the club player thinks of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pozzetto.game.moves import DISCARD, DRAW, TAKE, what
from pozzetto.game.scoring import score
from pozzetto.game.shapes import Shapes
from pozzetto.game.state import NOBODY
from pozzetto.game.table import Table
from pozzetto.game.views import View
from pozzetto.players.appraisal import packed_counts
from pozzetto.players.club import Club
from pozzetto.players.situation import Situation
from pozzetto.players.worlds import Worlds

BUDGET = 16


class Expert:
    def __init__(self, shapes: Shapes, budget: int = BUDGET, turns: int = 4, trust: float = 1.0, which: str = "d", xm: float = 1.0, xi: int = 2, pr: float=1.0, stop: float = 2.0) -> None:
        self.shapes = shapes
        self.rules = shapes.rules
        self.club = Club(shapes)
        self.budget = budget
        self.turns, self.trust, self.which, self.xm, self.xi = turns, trust, which, xm, xi
        self.pr = pr; self.stop = stop

    def choose(self, view: View, moves: Sequence[int], random: Callable[[], float]) -> int:
        verb = what(moves[0])
        kind = "d" if verb in (DRAW, TAKE) else "x" if verb == DISCARD else "?"
        if kind not in self.which:
            return self.club.choose(view, moves, random)
        options = self.club.options(view, moves)
        margin = self.xm * self.club.unit if kind == "x" else 1e9
        ideas = [o for o in options[: self.xi] if o[0] > options[0][0] - margin]
        if len(ideas) == 1:
            return ideas[0][1]
        worlds = Worlds(self.shapes, view, moves)
        totals = [0.0] * len(ideas)
        leads: list[float] = []
        for done in range(1, max(1, self.budget // len(ideas)) + 1):
            world = worlds.deal(random)
            scores = [self.played_out(world, view.seat, move) for _, move in ideas]
            for index, each in enumerate(scores):
                totals[index] += each
            if len(ideas) == 2:
                leads.append(scores[0] - scores[1] + self.pr * (ideas[0][0] - ideas[1][0]))
                if done >= 4:
                    mean = sum(leads) / done
                    var = sum((l - mean) ** 2 for l in leads) / (done - 1)
                    if mean * mean * done > self.stop * self.stop * var:
                        break
        values = [
            self.trust * total / done + self.pr*value
            for total, (value, _) in zip(totals, ideas, strict=True)
        ]
        return ideas[values.index(max(values))][1]

    def played_out(self, world: Table, seat: int, move: int) -> float:
        table = world.copy()
        if what(move) == TAKE and table.stock:
            # the card not drawn goes under, so that all others come as they do if it is
            table.stock.insert(0, table.stock.pop())
        until = table.turns + self.turns - table.drawn
        table.advance(move)
        choose = self.club.choose
        views = [View(table, place) for place in range(len(self.rules.seats))]
        while (table.drawn or table.turns < until) and (moves := table.legal()):
            if len(moves) == 1:
                table.advance(moves[0])
            else:
                table.advance(choose(views[table.to_move], moves, float))
        team = self.rules.team_of[seat]
        if table.ended:
            points: Sequence[float] = score(table)
        else:
            points = [self.standing(table, views, each) for each in range(len(self.rules.teams))]
        return 2 * points[team] - sum(points)

    def standing(self, table: Table, views: list[View], team: int) -> float:
        appraisal = self.club.appraisal
        total = sum([appraisal.worth(shape) for shape in table.melds[team]])
        goals = []
        for seat in self.rules.seats_of(team):
            hand = table.hands[seat]
            situation = Situation(views[seat], appraisal)
            hold = appraisal.holds(hand.held, situation.end, situation.melds)
            total += sum([hold[k] * count for k, count in enumerate(hand.counts) if count])
            goal = situation.left_with(packed_counts(hand.counts), hand.size + 1, situation.ready)
            goals.append(goal)
        if table.took[team] != NOBODY:
            total += situation.goal
        return total + max(goals)
