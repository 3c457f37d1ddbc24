"""The situation of a seat in its turn: who may close, how near the end is, and what it is
worth to run out of cards."""

from __future__ import annotations

from pozzetto.game.state import NOBODY
from pozzetto.game.views import View
from pozzetto.players.appraisal import STEP, Appraisal

LAPS = 2
"""The end of the stock is felt when so many laps are left of it."""
AT_ONCE = 1.15
"""A pozzetto that comes while the turn goes on is worth so many that come with the discard."""


class Situation:
    """What a seat makes of the table, apart from its own cards.

    `melds` are its team's; `ready`: they let it close; `waits`: a pozzetto waits for it;
    `end` is the chance that the hand ends before its next turn; `close` what closing now
    is worth: what it pays, and what it costs the others more than the own side.
    """

    __slots__ = ("appraisal", "close", "end", "goal", "melds", "ready", "team", "waits")

    def __init__(self, view: View, appraisal: Appraisal) -> None:
        self.appraisal = appraisal
        rules, weights, unit = appraisal.rules, appraisal.weights, appraisal.unit
        closes, needs = appraisal.shapes.closes, rules.closing.needs_burraco
        seat, sizes, took, team_of = view.seat, view.sizes, view.took, rules.team_of
        on_table = bool(view.pozzetti) and rules.pozzetti is not None
        self.team = team = team_of[seat]
        self.melds = view.melds(team)
        self.waits = on_table and took[team] == NOBODY
        able = []
        for other in range(len(rules.teams)):
            melds = self.melds if other == team else view.melds(other)
            able.append(not needs or any(closes[shape] for shape in melds))
        self.ready = able[team]
        threat, fewer = weights.threat, weights.fewer
        end, cards = 0.0, 0
        for place, size in enumerate(sizes):
            if place == seat:
                continue
            other = team_of[place]
            cards += size if other != team else -size
            if able[other] and not (on_table and took[other] == NOBODY):
                chance = threat * fewer ** (size - 1)
                if other == team:
                    chance *= weights.partner
                if chance > end:
                    end = chance
        left, laps = view.stock - rules.ends.stock_left, LAPS * len(sizes)
        if left < laps and not (on_table and rules.pozzetti and rules.pozzetti.become_stock):
            end = max(end, 1 - left / laps)
        self.end = min(max(end, 0.0), 1.0)
        scoring = rules.scoring
        self.close = scoring.closing + unit * cards
        self.goal = 0.0
        if rules.pozzetti is not None:
            others = [taker for other, taker in enumerate(took) if other != team]
            self.close -= scoring.pozzetto_untaken * others.count(NOBODY)
            self.goal = weights.pozzetto * unit - scoring.pozzetto_untaken / 2

    def left_with(self, cards: int, count: int, ready: bool) -> float:
        """What it is worth to be left with these cards (packed, `count` of them) before the
        discard: the pozzetto or the closing if they are few enough, else how near they are.
        `ready`: the team's melds let it close by then."""
        appraisal = self.appraisal
        rules, weights = appraisal.rules, appraisal.weights
        if self.waits:
            pozzetti = rules.pozzetti
            if pozzetti is not None:
                if not count and pozzetti.directly:
                    return self.goal * AT_ONCE
                if count == 1 and pozzetti.on_discard:
                    return self.goal
            return self.goal * weights.fewer ** max(count, 1)
        if not ready:
            return 0.0
        closing = rules.closing
        if not count and closing.by_laying:
            return self.close
        if count == 1 and closing.by_discard:
            kind = (cards.bit_length() - 1) // STEP
            return self.close if closing.wild_discard or not rules.is_wild[kind] else 0.0
        return weights.closing * appraisal.unit * weights.fewer**count
