"""The expert player: deals the cards it cannot see, and plays its best ideas out.

Its ideas are the club player's, the best of them. Each is played on, by club players in
every seat, in the same worlds (see `worlds`), for a lap of the table or to the end of the
hand; what the teams then have decides, together with what the club player thinks of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pozzetto.game.moves import ADD, DISCARD, DRAW, LAY, TAKE
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
IDEAS = 2
LAPS = 1
TRUST = 1.0
MARGIN = 1e9


class Expert:
    def __init__(self, shapes: Shapes, budget: int = BUDGET, ideas: int=IDEAS, laps: int=LAPS, trust:float=TRUST, margin:float=MARGIN, which:str="d", xm:float=1.0, xt:float=1.0) -> None:
        self.shapes = shapes
        self.rules = shapes.rules
        self.club = Club(shapes)
        self.budget = budget
        self.ideas, self.laps, self.trust, self.margin, self.which = ideas, laps, trust, margin, which
        self.xm,self.xt=xm,xt

    def choose(self, view: View, moves: Sequence[int], random: Callable[[], float]) -> int:
        first = moves[0] & 7
        kind = "d" if first in (DRAW, TAKE) else "m" if first in (LAY, ADD) else "x" if first == DISCARD else "?"
        if kind not in self.which:
            return self.club.choose(view, moves, random)
        options = self.club.options(view, moves)
        best = options[0][0]
        unit = self.club.appraisal.unit
        margin, trust = (self.margin, self.trust) if kind=="d" else (self.xm, self.xt)
        ideas = [o for o in options[: self.ideas] if o[0] > best - margin * unit]
        if len(ideas) == 1:
            return ideas[0][1]
        worlds = Worlds(self.shapes, view, moves)
        sums = [0.0] * len(ideas)
        times = max(1, self.budget // len(ideas))
        for _ in range(times):
            world = worlds.deal(random)
            for i, (value, move) in enumerate(ideas):
                table = world.copy()
                table.advance(move)
                sums[i] += self.played_out(table, view.seat)
        values = [sums[i] / times * trust + ideas[i][0] for i in range(len(ideas))]
        return ideas[values.index(max(values))][1]

    def played_out(self, table: Table, seat: int) -> float:
        seats = len(self.rules.seats)
        until = table.turns + seats * self.laps - table.drawn + 1
        choose = self.club.choose
        views = [View(table, s) for s in range(seats)]
        none = lambda: 0.0
        while not (table.turns >= until-1 and not table.drawn) and (moves := table.legal()):
            table.advance(moves[0] if len(moves) == 1 else choose(views[table.to_move], moves, none))
        team = self.rules.team_of[seat]
        if table.ended:
            points = score(table)
            return points[team] - sum(p for t, p in enumerate(points) if t != team)
        v = [self.standing(table, views, t) for t in range(len(self.rules.teams))]
        return v[team] - sum(x for t, x in enumerate(v) if t != team)

    def standing(self, table: Table, views: list[View], team: int) -> float:
        a = self.club.appraisal
        total = sum([a.worth(s) for s in table.melds[team]])
        goal = -1e9
        for seat in self.rules.seats_of(team):
            hand = table.hands[seat]
            sit = Situation(views[seat], a)
            hold = a.holds(hand.held, sit.end, sit.melds)
            total += sum([hold[k] * c for k, c in enumerate(hand.counts) if c])
            goal = max(goal, sit.left_with(packed_counts(hand.counts), hand.size+1, sit.ready))
        if table.took[team] != NOBODY:
            goal += sit.goal
        return total + goal
