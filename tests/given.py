"""Rules written out by hand, for tests that must not depend on reading a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pozzetto.game.cards import JOKER, RANKS, TWO
from pozzetto.game.rules import (
    Closing,
    Cut,
    Deal,
    DrawForDeal,
    HandEnds,
    MatchRules,
    Melds,
    Pile,
    Pozzetti,
    Rules,
    RunRule,
    Scoring,
    SetRule,
    Tier,
    rank_values,
)

VALUES = {
    "JK": 30,
    "2": 20,
    "A": 15,
    **dict.fromkeys(("K", "Q", "J", "10", "9", "8"), 10),
    **dict.fromkeys(("7", "6", "5", "4", "3"), 5),
}
# joker, two, ace, king and down to the three
DRAW_RANKS = (13, 1, 0, *range(12, 1, -1))
WILD_KINDS = frozenset({JOKER, *range(TWO, 52, 13)})

VICTORY_POINTS: Mapping[int, tuple[int, ...]] = {
    3: (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500),
    4: (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
}

CLEAN = Tier(
    name="clean",
    kinds=("run", "set"),
    cards=7,
    wilds=0,
    in_a_row=None,
    set_exactly=None,
    ends=None,
    points=200,
    turned=2,
)
DIRTY = replace(CLEAN, name="dirty", wilds=None, points=100, turned=1)
SEMI_CLEAN = replace(
    CLEAN, name="semi_clean", wilds=1, in_a_row=7, set_exactly=8, points=150, turned=1
)

BOOK: Mapping[str, Any] = {
    "name": "burraco",
    "seats": ["N", "E", "S", "W"],
    "teams": {"NS": ["N", "S"], "EW": ["E", "W"]},
    "deck": {"packs": 2, "jokers": 4},
    "values": VALUES,
    "draw_for_deal": {"suits": "S H D C", "ranks": "JK 2 A K Q J 10 9 8 7 6 5 4 3"},
    "deal": {
        "cards": 11,
        "cut": {"least": 22, "leaves": 45, "about": 36},
        "pozzetti_from": "cut",
        "upcard": 1,
    },
    "pozzetti": {
        "piles": [11, 11],
        "taken": ["directly", "on_discard"],
        "seen": "next_own_turn",
        "when_stock_ends": "stay",
    },
    "draw": {"pile": {"needs": "nothing", "seen": "all", "return_single": False}},
    "melds": {
        "smallest": 3,
        "wilds": {"cards": ["JK", "2"], "most": 1, "move": "end_free"},
        "set": {"ranks": "all", "largest": 9, "one_per_rank": True},
        "run": {
            "largest": 13,
            "ace": ["low", "high"],
            "both_aces": False,
            "parked_wild": False,
            "natural_twos": True,
            "paired_twos": True,
        },
    },
    "burracos": {
        "clean": {"kinds": ["run", "set"], "cards": 7, "wilds": 0, "points": 200, "turned": 2},
        "dirty": {"kinds": ["run", "set"], "cards": 7, "points": 100, "turned": 1},
    },
    "closing": {
        "needs": {"pozzetto": "unless_none_left", "burraco": {"wilds": "any"}},
        "last_card": "discarded",
        "wild_discard": False,
    },
    "hand_ends": {
        "stock": {"left": 2, "when": "at_once"},
        "stalemate": {"laps": 3, "by": "agreement_or_laps"},
        "limit": {"turns": 400, "counts": True},
    },
    "scoring": {
        "closing": {"points": 100},
        "pozzetto_untaken": {"points": -100},
        "unopened_pozzetto": {"cost": "cards"},
    },
    "match": {"target": 2000, "tie": "another_hand"},
    "house_rules": [],
}

CITES: Mapping[str, tuple[str, ...]] = {
    "deal.cut.least": ("IT-CUT-02",),
    "deal.cut.leaves": ("IT-CUT-03",),
    "melds.smallest": ("IT-MEL-01",),
    "melds.wilds.most": ("IT-SET-02", "IT-SEQ-05"),
    "melds.set.largest": ("IT-SET-04",),
    "melds.set.one_per_rank": ("IT-SEQ-14",),
    "melds.run.both_aces": ("IT-SEQ-04",),
    "closing.needs.pozzetto": ("IT-CLO-01",),
    "closing.needs.burraco": ("IT-CLO-02",),
    "closing.last_card": ("IT-CLO-04",),
    "closing.wild_discard": ("IT-CLO-05",),
    "hand_ends.stock": ("IT-END-02", "IT-END-03", "IT-END-04"),
    "match.target": ("IT-MAT-01", "IT-MAT-02"),
    "match.tie": ("IT-MAT-03",),
    "turn.draw_first": ("IT-DRA-03",),
}


def burraco_rules(**changes: Any) -> Rules:
    """Italian Burraco for four players; `changes` replace whole fields of the Rules."""
    rules = Rules(
        name="burraco",
        seats=("N", "E", "S", "W"),
        teams=("NS", "EW"),
        team_of=(0, 1, 0, 1),
        packs=2,
        jokers=4,
        values=rank_values(VALUES),
        draw_for_deal=DrawForDeal(suits=(0, 1, 2, 3), ranks=DRAW_RANKS),
        deal=Deal(cards=11, upcard=1, pozzetti_from="cut", cut=Cut(least=22, leaves=45, about=36)),
        pozzetti=Pozzetti(
            piles=(11, 11),
            directly=True,
            on_discard=True,
            seen="next_own_turn",
            become_stock=False,
        ),
        pile=Pile(needs="nothing", seen="all", return_single=False),
        melds=Melds(
            smallest=3,
            wild_kinds=WILD_KINDS,
            most_wilds=1,
            locked=False,
            sets=SetRule(ranks=(1 << len(RANKS)) - 1, largest=9, one_per_rank=True),
            runs=RunRule(
                largest=13,
                ace_low=True,
                ace_high=True,
                both_aces=False,
                parked_wild=False,
                natural_twos=True,
                paired_twos=True,
            ),
        ),
        tiers=(CLEAN, DIRTY),
        closing=Closing(
            needs_pozzetto="unless_none_left",
            needs_burraco=True,
            burraco_wilds=None,
            by_discard=True,
            by_laying=False,
            wild_discard=False,
        ),
        ends=HandEnds(
            stock_left=2,
            at_once=True,
            laps=3,
            by_agreement=True,
            turns=400,
            limit_counts=True,
        ),
        scoring=Scoring(
            closing=100,
            closing_if_pozzetto_taken=False,
            pozzetto_untaken=-100,
            untaken_unless_nobody_took=False,
            unopened_cost="cards",
            unopened_flat=-100,
            unopened_flat_if_opponents_closed=False,
        ),
        match=MatchRules(target=2000, hands=None, another_hand_on_tie=True, victory_points={}),
        book=BOOK,
        cites=CITES,
    )
    return replace(rules, **changes)


def fibur_rules(**changes: Any) -> Rules:
    """Burraco by the federation's tournament rules: four hands, victory points."""
    italian = burraco_rules()
    runs = italian.melds.runs
    assert runs is not None
    rules = replace(
        italian,
        name="burraco-fibur",
        draw_for_deal=DrawForDeal(suits=(1, 2, 3, 0), ranks=DRAW_RANKS),
        melds=replace(italian.melds, runs=replace(runs, parked_wild=True, paired_twos=False)),
        tiers=(CLEAN, DIRTY, SEMI_CLEAN),
        ends=replace(italian.ends, at_once=False),
        scoring=replace(italian.scoring, untaken_unless_nobody_took=True),
        match=MatchRules(
            target=None, hands=4, another_hand_on_tie=False, victory_points=VICTORY_POINTS
        ),
        book=_fibur_book(),
    )
    return replace(rules, **changes)


def two_player_rules(**changes: Any) -> Rules:
    """Burraco for two: 106 cards, no cut, side stocks that may become the stock."""
    italian = burraco_rules()
    runs = italian.melds.runs
    assert runs is not None
    rules = replace(
        italian,
        name="burraco-2p",
        seats=("N", "S"),
        teams=("N", "S"),
        team_of=(0, 1),
        jokers=2,
        deal=Deal(cards=11, upcard=1, pozzetti_from="stock", cut=None),
        pozzetti=Pozzetti(
            piles=(11, 11), directly=True, on_discard=True, seen="at_once", become_stock=True
        ),
        pile=replace(italian.pile, return_single=True),
        melds=replace(italian.melds, runs=replace(runs, paired_twos=False)),
        closing=replace(italian.closing, wild_discard=True),
        ends=replace(italian.ends, stock_left=0, at_once=False),
        scoring=replace(italian.scoring, closing_if_pozzetto_taken=True),
        match=MatchRules(target=None, hands=1, another_hand_on_tie=False, victory_points={}),
        book={},
        cites={},
    )
    return replace(rules, **changes)


def _fibur_book() -> dict[str, Any]:
    melds, scoring, ends = BOOK["melds"], BOOK["scoring"], BOOK["hand_ends"]
    return {
        **BOOK,
        "name": "burraco-fibur",
        "draw_for_deal": {**BOOK["draw_for_deal"], "suits": "H D C S"},
        "melds": {**melds, "run": {**melds["run"], "parked_wild": True, "paired_twos": False}},
        "burracos": {
            **BOOK["burracos"],
            "semi_clean": {
                "run": {"naturals_in_a_row": 7},
                "set": {"cards": 8},
                "wilds": 1,
                "points": 150,
                "turned": 1,
            },
        },
        "hand_ends": {**ends, "stock": {"left": 2, "when": "finish_turn"}},
        "scoring": {**scoring, "pozzetto_untaken": {"points": -100, "unless": "nobody_took"}},
        "match": {
            "target": "none",
            "hands": 4,
            "tie": "shared",
            "victory_points": {hands: list(table) for hands, table in VICTORY_POINTS.items()},
        },
    }
