"""From rulesets to rules: the numbers of the shipped ones, and what cannot be played."""

from __future__ import annotations

import ast
import pickle
from dataclasses import MISSING, fields, replace
from pathlib import Path
from typing import Any

import pytest

from pozzetto.game.cards import KINDS, card, cards
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
)
from pozzetto.rulebook import compiler, library
from pozzetto.rulebook.compiler import compile_rules
from pozzetto.rulebook.schema import completed
from pozzetto.rulebook.yaml_writing import lines

SHIPPED = [
    "burraco",
    "burraco-2p",
    "burraco-2p-tourney",
    "burraco-chiuso",
    "burraco-feburit",
    "burraco-fibur",
    "burraco-international",
    "burraco-reale",
    "burraco-royal",
]
ALL_RANKS = (1 << 13) - 1


def club_rules(folder: Path, text: str) -> Rules:
    (folder / "club.yaml").write_text(text, encoding="utf-8")
    return library.load(f"{folder}/club.yaml")


def tier(name: str, **demands: Any) -> Tier:
    ordinary = {
        "kinds": ("run", "set"),
        "cards": 7,
        "wilds": None,
        "in_a_row": None,
        "set_exactly": None,
        "ends": None,
        "turned": 1,
    }
    return Tier(name=name, **{**ordinary, **demands})


def values(rules: Rules) -> dict[str, int]:
    """The value of one card of each rank that has a value of its own."""
    return {name: rules.values[card(name)] for name in ("JK", "2S", "AS", "KH", "8D", "7C", "3C")}


# ---- the shipped rulesets


def test_burraco() -> None:
    rules = library.load()
    assert rules.seats == ("N", "E", "S", "W")
    assert rules.teams == ("NS", "EW")
    assert rules.team_of == (0, 1, 0, 1)
    assert (rules.packs, rules.jokers, len(rules.deck)) == (2, 4, 108)
    assert values(rules) == {
        "JK": 30, "2S": 20, "AS": 15, "KH": 10, "8D": 10, "7C": 5, "3C": 5,
    }  # fmt: skip
    assert sum(rules.values[kind] for kind in rules.deck) == 1080
    assert rules.draw_for_deal == DrawForDeal(
        suits=(0, 1, 2, 3), ranks=(13, 1, 0, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)
    )
    assert rules.deal == Deal(
        cards=11, upcard=1, pozzetti_from="cut", cut=Cut(least=22, leaves=45, about=36)
    )
    assert rules.pozzetti == Pozzetti(
        piles=(11, 11), directly=True, on_discard=True, seen="next_own_turn", become_stock=False
    )
    assert rules.pile == Pile(needs="nothing", seen="all", return_single=False)
    assert rules.melds.smallest == 3
    assert rules.melds.wild_kinds == frozenset(cards("2S 2H 2D 2C JK"))
    assert rules.melds.most_wilds == 1
    assert rules.melds.locked is False
    assert rules.melds.sets == SetRule(ranks=ALL_RANKS, largest=9, one_per_rank=True)
    assert rules.melds.runs == RunRule(
        largest=13,
        ace_low=True,
        ace_high=True,
        both_aces=False,
        parked_wild=False,
        natural_twos=True,
        paired_twos=True,
    )
    assert rules.tiers == (
        tier("clean", wilds=0, points=200, turned=2),
        tier("dirty", points=100),
    )
    assert rules.closing == Closing(
        needs_pozzetto="unless_none_left",
        needs_burraco=True,
        burraco_wilds=None,
        by_discard=True,
        by_laying=False,
        wild_discard=False,
    )
    assert rules.ends == HandEnds(
        stock_left=2, at_once=True, laps=3, by_agreement=True, turns=400, limit_counts=True
    )
    assert rules.scoring == Scoring(
        closing=100,
        closing_if_pozzetto_taken=False,
        pozzetto_untaken=-100,
        untaken_unless_nobody_took=False,
        unopened_cost="cards",
        unopened_flat=-100,
        unopened_flat_if_opponents_closed=False,
    )
    assert rules.match == MatchRules(
        target=2000, hands=None, another_hand_on_tie=True, victory_points={}
    )


def test_burraco_fibur_differs_only_where_the_federation_does() -> None:
    burraco, rules = library.load("burraco"), library.load("burraco-fibur")
    assert rules.draw_for_deal is not None
    assert rules.draw_for_deal.suits == (1, 2, 3, 0)
    assert rules.melds.runs == RunRule(
        largest=13,
        ace_low=True,
        ace_high=True,
        both_aces=False,
        parked_wild=True,
        natural_twos=True,
        paired_twos=False,
    )
    assert rules.tiers == (
        tier("clean", wilds=0, points=200, turned=2),
        tier("semi_clean", cards=8, wilds=1, in_a_row=7, set_exactly=8, points=150),
        tier("dirty", points=100),
    )
    assert (rules.ends.stock_left, rules.ends.at_once) == (2, False)
    assert rules.scoring.untaken_unless_nobody_took is True
    assert rules.match == MatchRules(
        target=None,
        hands=4,
        another_hand_on_tie=False,
        victory_points={
            3: (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500),
            4: (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
        },
    )
    same = ("seats", "teams", "team_of", "deck", "values", "deal", "pozzetti", "pile", "closing")
    for name in same:
        assert getattr(rules, name) == getattr(burraco, name), name
    assert rules.melds.sets == burraco.melds.sets


def test_burraco_2p() -> None:
    rules = library.load("burraco-2p")
    assert (rules.seats, rules.teams, rules.team_of) == (("N", "S"), ("N", "S"), (0, 1))
    assert (rules.jokers, len(rules.deck)) == (2, 106)
    assert sum(rules.values[kind] for kind in rules.deck) == 1020
    assert rules.deal == Deal(cards=11, upcard=1, pozzetti_from="stock", cut=None)
    assert rules.pozzetti == Pozzetti(
        piles=(11, 11), directly=True, on_discard=True, seen="at_once", become_stock=True
    )
    assert rules.pile == Pile(needs="nothing", seen="all", return_single=True)
    assert rules.melds.runs is not None
    assert rules.melds.runs.paired_twos is False
    assert rules.melds.runs.largest == 13
    assert rules.melds.sets == SetRule(ranks=ALL_RANKS, largest=9, one_per_rank=True)
    assert [(each.name, each.points) for each in rules.tiers] == [("clean", 200), ("dirty", 100)]
    assert rules.closing.needs_pozzetto == "unless_none_left"
    assert rules.closing.needs_burraco is True
    assert rules.closing.burraco_wilds is None
    assert rules.closing.by_laying is False
    assert rules.closing.wild_discard is True
    assert (rules.ends.stock_left, rules.ends.at_once) == (0, False)
    assert rules.scoring.closing_if_pozzetto_taken is True
    assert rules.scoring.pozzetto_untaken == -100
    assert rules.scoring.unopened_cost == "cards"
    assert (rules.match.target, rules.match.hands) == (None, 1)


def test_burraco_chiuso() -> None:
    rules = library.load("burraco-chiuso")
    assert values(rules) == {
        "JK": 10, "2S": 10, "AS": 15, "KH": 10, "8D": 10, "7C": 5, "3C": 5,
    }  # fmt: skip
    assert sum(rules.values[kind] for kind in rules.deck) == 920
    assert rules.deal == Deal(cards=11, upcard=0, pozzetti_from="stock", cut=None)
    assert rules.pozzetti is not None
    assert rules.pozzetti.become_stock is True
    assert rules.pozzetti.seen == "next_own_turn"
    assert (rules.pile.needs, rules.pile.seen) == ("top_card", "top")
    assert rules.melds.runs == RunRule(
        largest=14,
        ace_low=True,
        ace_high=True,
        both_aces=True,
        parked_wild=False,
        natural_twos=True,
        paired_twos=False,
    )
    assert rules.tiers == (
        tier("da_mille", kinds=("run",), cards=14, wilds=0, ends=(0, 0), points=1000, turned=2),
        tier("clean", kinds=("run",), wilds=0, points=200, turned=2),
        tier("dirty", kinds=("run",), points=100),
    )
    assert rules.closing == Closing(
        needs_pozzetto="unless_none_left",
        needs_burraco=True,
        burraco_wilds=0,
        by_discard=True,
        by_laying=True,
        wild_discard=True,
    )
    assert rules.ends.stock_left == 0
    assert rules.scoring.unopened_cost == "flat"
    assert rules.scoring.unopened_flat == -100
    assert rules.scoring.unopened_flat_if_opponents_closed is True


@pytest.mark.parametrize(
    ("name", "stock"), [*zip(SHIPPED, (41, 61, 61, 42, 41, 41, 37, 37, 41), strict=True)]
)
def test_the_stock_after_the_deal(name: str, stock: int) -> None:
    rules = library.load(name)
    assert rules.pozzetti is not None
    dealt = len(rules.seats) * rules.deal.cards + sum(rules.pozzetti.piles) + rules.deal.upcard
    assert len(rules.deck) - dealt == stock


@pytest.mark.parametrize("name", SHIPPED)
def test_rules_quote_the_ruleset_and_its_clauses(name: str) -> None:
    rules = library.load(name)
    assert rules.quote("melds.wilds.most") == 1
    assert rules.quote("values.K") == 10
    assert rules.quote("match.tie") in ("another_hand", "shared")
    assert len(rules.values) == KINDS
    prefix = {"burraco-2": "TWO-", "burraco-c": "CH-"}.get(name[:9], "IT-")
    for key in ("melds.wilds.most", "turn.draw_first", "closing.needs.pozzetto"):
        assert rules.cites[key], key
    assert all(each.startswith(prefix) for clauses in rules.cites.values() for each in clauses)


def test_what_the_federation_changes_cites_no_clause_of_burraco() -> None:
    assert "melds.run.paired_twos" in library.load("burraco").cites
    assert "melds.run.paired_twos" not in library.load("burraco-fibur").cites


@pytest.mark.parametrize("name", SHIPPED)
def test_rules_travel_to_other_processes(name: str) -> None:
    rules = library.load(name)
    assert pickle.loads(pickle.dumps(rules)) == rules


# ---- what the words mean


def test_none_and_the_other_words_for_nothing(tmp_path: Path) -> None:
    text = """\
extends: burraco
pozzetti: none
draw_for_deal: none
melds: {set: none, wilds: {cards: []}}
burracos: {dirty: none}
closing: {needs: {pozzetto: not_needed, burraco: none}, last_card: laid}
hand_ends: {stalemate: none}
"""
    rules = club_rules(tmp_path, text)
    assert rules.pozzetti is None
    assert rules.draw_for_deal is None
    assert rules.melds.sets is None
    assert rules.melds.wild_kinds == frozenset()
    assert [each.name for each in rules.tiers] == ["clean"]
    assert (rules.closing.needs_pozzetto, rules.closing.needs_burraco) == ("no", False)
    assert (rules.closing.by_discard, rules.closing.by_laying) == (False, True)
    assert (rules.ends.laps, rules.ends.by_agreement) == (None, False)


@pytest.mark.parametrize(
    ("by", "laps", "by_agreement"),
    [("agreement_or_laps", 5, True), ("agreement", None, True), ("laps", 5, False)],
)
def test_stalemate(tmp_path: Path, by: str, laps: int | None, by_agreement: bool) -> None:
    rules = club_rules(tmp_path, f"hand_ends: {{stalemate: {{laps: 5, by: {by}}}}}\n")
    assert (rules.ends.laps, rules.ends.by_agreement) == (laps, by_agreement)


def test_ranks_of_sets_and_ends_of_tiers_are_numbers(tmp_path: Path) -> None:
    text = """\
melds: {set: {ranks: [A, 3]}}
burracos: {royal: {kinds: [run], cards: 12, wilds: 0, ends: [2, K], points: 500}}
"""
    rules = club_rules(tmp_path, text)
    assert rules.melds.sets is not None
    assert rules.melds.sets.ranks == 0b101
    assert rules.tiers[0].ends == (1, 12)


def test_the_best_paid_tier_comes_first_and_of_equal_ones_the_first_listed(tmp_path: Path) -> None:
    text = """\
burracos:
  dirty: {points: 100}
  sets: {kinds: [set], wilds: 0, points: 200}
  runs: {kinds: [run], wilds: 0, points: 200}
"""
    rules = club_rules(tmp_path, text)
    assert [each.name for each in rules.tiers] == ["sets", "runs", "dirty"]


def test_a_deck_without_jokers_needs_neither_their_value_nor_their_rank(tmp_path: Path) -> None:
    text = """\
deck: {jokers: 0}
values: {2: 20, A: 15, K-8: 10, 7-3: 5}
draw_for_deal: {ranks: 2 A K Q J 10 9 8 7 6 5 4 3}
"""
    rules = club_rules(tmp_path, text)
    assert rules.values[card("JK")] == 0
    assert rules.draw_for_deal is not None
    # the joker keeps a place, though no one draws it
    assert sorted(rules.draw_for_deal.ranks) == list(range(14))


# ---- the fingerprint


def test_a_fingerprint_is_of_the_rules_alone(tmp_path: Path) -> None:
    burraco = library.load("burraco").fingerprint
    assert len(burraco) == 64
    text = "extends: burraco\ntitle: Mine\nsummary: {it: Mio}\ncites: {seats: [MY-1]}\n"
    assert club_rules(tmp_path, text).fingerprint == burraco
    # written out or left to the default, the rule is the same
    text = "extends: burraco\nvalues: {Q: 10}\nscoring: {unopened_pozzetto: {points: -100}}\n"
    assert club_rules(tmp_path, text).fingerprint == burraco
    for text in ("values: {Q: 11}", "burracos: {clean: {wilds: 0, points: 200}}", "deal: null"):
        assert club_rules(tmp_path, f"extends: burraco\n{text}\n").fingerprint != burraco


def test_the_order_of_tiers_and_teams_is_part_of_the_rules(tmp_path: Path) -> None:
    tiers = ["clean: {wilds: 0, points: 9}", "long: {cards: 9, points: 9}"]
    one, other = (
        club_rules(tmp_path, f"burracos: {{{', '.join(order)}}}\n").fingerprint
        for order in (tiers, tiers[::-1])
    )
    assert one != other
    one, other = (
        club_rules(tmp_path, f"seats: [N, S]\nteams: {teams}\n").fingerprint
        for teams in ("{A: [N], B: [S]}", "{B: [S], A: [N]}")
    )
    assert one != other


def test_shipped_fingerprints_differ() -> None:
    assert len({library.load(name).fingerprint for name in SHIPPED}) == len(SHIPPED)


# ---- what cannot be played


@pytest.mark.parametrize(
    "text",
    [
        "melds: {wilds: {most: 3}}\nburracos: {a: {wilds: 1, points: 3}, b: {wilds: 2, points: 2}, "
        "c: {points: 1}}\n",
        "melds: {run: {parked_wild: true}}\nburracos: {a: {wilds: 1, cards: 14, points: 9}}\n",
        "deck: {packs: 3}\nmelds: {set: {largest: 12}}\nburracos: {a: {cards: 12, kinds: [set], "
        "wilds: 0, points: 9}}\n",
    ],
)
def test_a_tier_that_only_rare_melds_reach(tmp_path: Path, text: str) -> None:
    assert club_rules(tmp_path, text).tiers


def test_rules_can_be_compiled_from_what_was_resolved() -> None:
    resolved = library.resolve("burraco-2p")
    assert compile_rules(resolved) == library.load("burraco-2p")
    assert compile_rules(resolved).book is resolved.data


# ---- the single tourney for two


def test_a_tourney_differs_from_the_quick_game_in_its_match_alone() -> None:
    quick, tourney = library.load("burraco-2p"), library.load("burraco-2p-tourney")
    assert tourney.match == MatchRules(
        target=500, hands=None, another_hand_on_tie=True, victory_points={}
    )
    same = {"name": quick.name, "match": quick.match, "fingerprint": quick.fingerprint}
    assert replace(tourney, **same) == quick  # type: ignore[arg-type]
    # the host gives another target
    assert library.load("burraco-2p-tourney", ["match.target=1000"]).match.target == 1000


# ---- defaults stand in the schema


def test_the_compiler_and_the_rules_have_no_defaults_of_their_own() -> None:
    """What a ruleset leaves out comes from the schema: nothing after it fills in more."""
    tree = ast.parse(Path(compiler.__file__).read_text(encoding="utf-8"))
    gets = [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr in ("get", "setdefault", "pop")
    ]
    # `by` is the one key that says nothing where it is left out
    assert sorted(gets) == ["data.get('by')", "team_of.get(seat, 0)"]
    kinds = (Cut, Deal, DrawForDeal, HandEnds, MatchRules, Melds, Pile, Pozzetti, RunRule)
    for kind in (*kinds, Closing, Scoring, SetRule, Tier):
        for each in fields(kind):
            assert each.default is (None if each.name == "by" else MISSING), each
            assert each.default_factory is MISSING, each


def test_an_empty_ruleset_is_the_schema_s_defaults_written_out(tmp_path: Path) -> None:
    written = "".join(f"{line}\n" for line, _ in lines(completed({"extends": "none"})))
    assert club_rules(tmp_path, "name: club\n") == club_rules(tmp_path, written)
