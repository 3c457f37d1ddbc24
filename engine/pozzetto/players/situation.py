"""The situation of a seat in its turn: who may close, how near the end is, and what it is
worth to run out of cards."""

from __future__ import annotations

from collections.abc import Sequence

from pozzetto.game.state import NOBODY
from pozzetto.game.views import View
from pozzetto.players.appraisal import STEP, Appraisal, kinds_in, packed_counts

LAPS = 2
"""The end of the stock is felt when so many laps are left of it."""
AT_ONCE = 1.15
"""A pozzetto that comes while the turn goes on is worth so many that come with the discard."""


class Situation:
    """What a seat makes of the table, apart from its own cards.

    `melds` are its team's, `laid` what they come to (`all_melds`, `all_laid`: by team); `sizes` the
    hands by seat; `ready`: they let it close; `waits`: a pozzetto waits for it;
    `end` is the chance that the hand ends before its next turn; `close` what closing now
    is worth: what it pays, and what it costs the others more than the own side.
    """

    __slots__ = (
        "all_laid", "all_melds", "appraisal", "close", "end", "goal", "laid", "melds", "ready",
        "sizes", "team", "waits",
    )  # fmt: skip

    def __init__(self, view: View, appraisal: Appraisal) -> None:
        self.appraisal = appraisal
        rules, fewer = appraisal.rules, appraisal.fewer
        seat, sizes, took, team_of = view.seat, view.sizes, view.took, rules.team_of
        on_table = rules.pozzetti is not None and bool(view.pozzetti)
        self.sizes = sizes
        self.team = team = team_of[seat]
        self.all_melds = [view.melds(other) for other in range(len(took))]
        self.all_laid = [appraisal.laid(melds) for melds in self.all_melds]
        self.melds, self.laid = self.all_melds[team], self.all_laid[team]
        self.waits = on_table and took[team] == NOBODY
        needs = rules.closing.needs_burraco
        self.ready = not needs or self.laid.closes
        threat = appraisal.weights.threat
        threats = [
            0.0 if (on_table and taker == NOBODY) or (needs and not laid.closes) else threat
            for taker, laid in zip(took, self.all_laid, strict=True)
        ]
        threats[team] *= appraisal.weights.partner
        end, cards = 0.0, 0
        for place, size in enumerate(sizes):
            if place == seat:
                continue
            other = team_of[place]
            cards += size if other != team else -size
            chance = threats[other] * fewer[size - 1]
            if chance > end:
                end = chance
        left, laps = view.stock - rules.ends.stock_left, LAPS * len(sizes)
        if left < laps and not (on_table and rules.pozzetti and rules.pozzetti.become_stock):
            end = max(end, 1 - left / laps)
        self.end = min(max(end, 0.0), 1.0)
        self.close = rules.scoring.closing + appraisal.unit * cards
        self.goal = appraisal.goal
        if rules.pozzetti is not None:
            others = took.count(NOBODY) - (took[team] == NOBODY)
            self.close -= rules.scoring.pozzetto_untaken * others

    def left_with(self, cards: int, count: int, ready: bool) -> float:
        """What it is worth to be left with these cards (packed, `count` of them) before the
        discard: the pozzetto or the closing if they are few enough, else how near they are.
        `ready`: the team's melds let it close by then."""
        appraisal = self.appraisal
        rules, fewer = appraisal.rules, appraisal.fewer
        if self.waits:
            pozzetti = rules.pozzetti
            if pozzetti is not None:
                if not count and pozzetti.directly:
                    return self.goal * AT_ONCE
                if count == 1 and pozzetti.on_discard:
                    return self.goal
            return self.goal * fewer[max(count, 1)]
        if not ready:
            return 0.0
        closing = rules.closing
        if not count and closing.by_laying:
            return self.close
        if count == 1 and closing.by_discard:
            kind = (cards.bit_length() - 1) // STEP
            return self.close if closing.wild_discard or not rules.is_wild[kind] else 0.0
        return appraisal.closing * fewer[count]


class Held:
    """A hand as it is thought about: its kinds as `bits` and listed (`kinds`), its cards
    (`packed`), and what each is worth in hand (`hold`)."""

    __slots__ = ("bits", "hold", "kinds", "packed")

    def __init__(self, bits: int, situation: Situation, counts: Sequence[int]) -> None:
        self.bits = bits
        self.kinds = kinds = kinds_in(bits)
        self.packed = packed_counts(counts, kinds)
        self.hold = situation.appraisal.holds(kinds, bits, situation.end, situation.laid)
