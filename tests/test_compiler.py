"""From rulesets to rules: the numbers of the shipped ones, and what cannot be played."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from pozzetto import library
from pozzetto.cards import KINDS, card, cards
from pozzetto.compiler import compile_rules
from pozzetto.errors import RulesetError
from pozzetto.rules import (
    Closing,
    Cut,
    Deal,
    DrawForDeal,
    HandEnds,
    MatchRules,
    Pile,
    Pozzetti,
    Rules,
    RunRule,
    Scoring,
    SetRule,
    Tier,
)

SHIPPED = ["burraco", "burraco-2p", "burraco-chiuso", "burraco-fibur"]
ALL_RANKS = (1 << 13) - 1


def club_rules(folder: Path, text: str) -> Rules:
    (folder / "club.yaml").write_text(text, encoding="utf-8")
    return library.load(f"{folder}/club.yaml")


def faults(folder: Path, text: str) -> list[str]:
    """The faults of a club's ruleset as LINE: MESSAGE (PATH)."""
    with pytest.raises(RulesetError) as caught:
        club_rules(folder, text)
    assert {Path(fault.file).name for fault in caught.value.faults} == {"club.yaml"}
    return [f"{fault.line}: {fault.message} ({fault.path})" for fault in caught.value.faults]


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


@pytest.mark.parametrize(("name", "stock"), [*zip(SHIPPED, (41, 61, 42, 41), strict=True)])
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
    prefix = {"burraco-2p": "TWO-", "burraco-chiuso": "CH-"}.get(name, "IT-")
    for key in ("melds.wilds.most", "turn.draw_first", "closing.needs.burraco"):
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
    ("text", "expected"),
    [
        (
            "teams:\n  NS: [N, S]\n  EW: [E, X]\n",
            ["3: team `EW` has a seat `X` that is not there (teams.EW[1])",
             "1: seat `W` plays in no team (teams)"],
        ),
        (
            "seats: [North, South]\nteams: {N: [North], S: [Sout]}\n",
            ["2: team `S` has a seat `Sout` that is not there; did you mean `South`? "
             "(teams.S[0])",
             "2: seat `South` plays in no team (teams)"],
        ),
        (
            "teams: {NS: [N, S], EW: [E, W, N]}\n",
            ["1: `N` already plays in team `NS` (teams.EW[2])"],
        ),
        ("seats: [N, E, S, W, X]\n", ["1: seat `X` plays in no team (seats)"]),
        ("values: {A: 15, K-8: 10, 7-2: 5}\n", ["1: no value is given for JK (values)"]),
        (
            "name: a\ndraw_for_deal:\n  suits: S S D C\n",
            ["3: `S` stands here twice (draw_for_deal.suits)",
             "3: H is missing here (draw_for_deal.suits)"],
        ),
        (
            "draw_for_deal: {ranks: A K Q}\n",
            ["1: JK, J, 10, 9, 8, 7, 6, 5, 4, 3, 2 is missing here (draw_for_deal.ranks)"],
        ),
        (
            "name: a\ndeck: {packs: 1}\n",
            ["2: the deal takes 67 cards, but the deck has only 56 (deck.packs)"],
        ),
        (
            "deal:\n  cards: 20\nhand_ends: {stock: {left: 5}}\n",
            ["2: the deal leaves 5 cards in the stock, but 5 end the hand (deal.cards)"],
        ),
        (
            "deal:\n  cut: {least: 60, leaves: 49}\n",
            ["2: nobody can lift 60 cards and leave 49 of 108 (deal.cut.least)"],
        ),
        (
            "deal:\n  cut: {about: 70}\n",
            ["2: about 70 cards cannot be lifted: 22 to 63 may (deal.cut.about)"],
        ),
        (
            "deal:\n  pozzetti_from: cut\n",
            ["2: the pozzetti cannot be dealt from the cut where there is none "
             "(deal.pozzetti_from)"],
        ),
        (
            "deal:\n  pozzetti_from: cut\n  cut: {least: 21}\n",
            ["3: a packet of 21 cards is too small for pozzetti of 22 together (deal.cut.least)"],
        ),
        (
            "deal:\n  pozzetti_from: cut\n  cut: {leaves: 44}\n",
            ["3: 44 cards left by the cut are too few to deal 45 (deal.cut.leaves)"],
        ),
        (
            "pozzetti:\n  piles: [11, 1]\n",
            ["2: a pozzetto of one card could leave its taker nothing to discard: give it two "
             "(pozzetti.piles[1])"],
        ),
        (
            "pozzetti: none\nclosing: {needs: {pozzetto: always}}\n"
            "scoring:\n  closing: {if: pozzetto_taken}\n",
            ["2: nobody could ever close: a pozzetto is needed, and there are none "
             "(closing.needs.pozzetto)",
             "4: closing would never be paid: there are no pozzetti to take (scoring.closing.if)"],
        ),
        (
            "pozzetti: {piles: [11]}\nclosing: {needs: {pozzetto: always}}\n",
            ["1: only 1 of 2 teams could ever close: each needs a pozzetto of its own "
             "(pozzetti.piles)"],
        ),
        (
            "pozzetti: {when_stock_ends: become_stock}\nhand_ends:\n  stock: {when: at_once}\n",
            ["3: a hand that ends at once with the stock leaves no pozzetto time to become it "
             "(hand_ends.stock.when)"],
        ),
        (
            "burracos: none\nclosing: {needs: {burraco: none}}\nmelds: {set: none, run: none}\n",
            ["3: neither sets nor runs exist, so nothing could be laid (melds.set)"],
        ),
        (
            "burracos: none\n",
            ["1: nobody could ever close: a burraco is needed, and no tier of it exists "
             "(burracos)"],
        ),
        (
            "melds: {smallest: 5, set: {largest: 4}}\n",
            ["1: a set has 5 cards at least and 4 at most (melds.set.largest)"],
        ),
        (
            "melds: {run: {both_aces: true, ace: [high], largest: 14}}\n",
            ["1: an ace at both ends has to be allowed low and high (melds.run.both_aces)"],
        ),
        (
            "melds: {run: {both_aces: true}}\n",
            ["1: an ace at both ends makes 14 places, but a run has at most 13 "
             "(melds.run.both_aces)"],
        ),
        (
            "melds: {run: {largest: 14}}\n",
            ["1: 14 places go from ace to ace, and an ace at both ends is not allowed "
             "(melds.run.largest)"],
        ),
        (
            "melds: {wilds: {most: 0}, run: {parked_wild: true}}\nburracos: {a: {points: 1}}\n",
            ["1: no wild card can be parked where there is none (melds.run.parked_wild)"],
        ),
        (
            "melds: {run: {paired_twos: true, ace: [high]}}\n",
            ["1: a paired two lies in the place of a low ace beside a natural two: both have to "
             "be allowed (melds.run.paired_twos)"],
        ),
        (
            "match: {hands: 2, victory_points: {3: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}}\n",
            ["1: there is no table of victory points for 2 hands (tables: 3) (match.hands)"],
        ),
        (
            "match:\n  victory_points:\n    3: [1, 2, 3, 3, 5, 6, 7, 8, 9, 10]\n",
            ["3: 3 does not go beyond 3: the differences have to grow "
             "(match.victory_points.3[3])"],
        ),
        (
            "cites:\n  melds.wilds.moost: [X]\n",
            ["2: `melds.wilds.moost` is neither a ruleset key nor the name of another rule; "
             "did you mean `melds.wilds.most`? (cites.melds.wilds.moost)"],
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_played(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert faults(tmp_path, text) == expected


@pytest.mark.parametrize(
    "tiers",
    [
        # too long for a run and for a set
        "gone: {cards: 14, points: 5}",
        # what it asks of a run, no run can have
        "gone: {kinds: [run], run: {naturals_in_a_row: 14}, points: 5}",
        "gone: {kinds: [run], ends: [A, A], points: 5}",
        "gone: {kinds: [set], ends: [A, K], points: 5}",
        "gone: {kinds: [set], set: {exactly: 10}, points: 5}",
        "gone: {kinds: [run], cards: 13, ends: [A, Q], points: 5}",
        # each of its melds belongs to another one, which pays more or is listed first
        "most: {points: 300}, gone: {wilds: 0, points: 200}",
        "most: {points: 300}, gone: {kinds: [set], points: 300}",
        "most: {wilds: 0, points: 300}, gone: {wilds: 0, cards: 9, points: 200}",
    ],
)
def test_a_tier_that_nothing_reaches(tmp_path: Path, tiers: str) -> None:
    (fault,) = faults(tmp_path, f"name: a\nburracos: {{{tiers}}}\n")
    assert fault.startswith("2: no meld can be a burraco of the tier `gone`")
    assert fault.endswith("(burracos.gone)")


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


def test_a_fault_of_two_keys_is_placed_where_the_ruleset_itself_speaks(tmp_path: Path) -> None:
    text = "extends: burraco\npozzetti:\n  when_stock_ends: become_stock\n"
    (fault,) = faults(tmp_path, text)
    assert fault.startswith("3: a hand that ends at once")
    # the tier stands in burraco; that nothing reaches it now is this ruleset's doing
    text = "extends: burraco\nburracos:\n  dirty: {points: 300}\n"
    (fault,) = faults(tmp_path, text)
    assert fault.startswith("2: no meld can be a burraco of the tier `clean`")


def test_every_impossibility_is_reported_at_once(tmp_path: Path) -> None:
    text = "extends: burraco\nseats: [N]\n"
    assert len(faults(tmp_path, text)) == 1
    text = "extends: burraco\nteams: {A: [N], B: [E]}\nvalues: {K: null}\nmatch: {hands: none}\n"
    assert [fault.split(": ")[1] for fault in faults(tmp_path, text)] == [
        "seat `S` plays in no team (teams)",
        "seat `W` plays in no team (teams)",
        "no value is given for K (values)",
    ]


def test_rules_can_be_compiled_from_what_was_resolved() -> None:
    resolved = library.resolve("burraco-2p")
    assert compile_rules(resolved) == library.load("burraco-2p")
    assert compile_rules(resolved).book is resolved.data
