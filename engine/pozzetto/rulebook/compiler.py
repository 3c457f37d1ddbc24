"""From a resolved ruleset to `Rules`: the numbers that a game is played with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from pozzetto.errors import Fault, RulesetError
from pozzetto.game.cards import RANK_OF, RANKS, SUITS
from pozzetto.game.house import House
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
from pozzetto.rulebook.card_values import RANK_NAMES
from pozzetto.rulebook.checks import impossibilities
from pozzetto.rulebook.inheritance import Resolved

RULES_EPOCH = 1
"""Raised by hand whenever the same ruleset and seed come to play differently."""

JOKER_RANK = len(RANKS)
NOT_RULES = ("name", "title", "summary", "cites")
"""The keys that say nothing about how the game is played."""

Data = Mapping[str, Any]


def compile_rules(resolved: Resolved) -> Rules:
    """The rules that a ruleset writes down.

    Raises RulesetError with every fault of its text and everything in it that cannot be
    played, each with its place.
    """
    house, faults = _house(resolved)
    rules = _rules(resolved.name, resolved.data, house)
    faults = [*resolved.faults, *faults, *impossibilities(resolved, rules)]
    if faults:
        raise RulesetError(resolved.from_top(faults))
    return rules


def _house(resolved: Resolved) -> tuple[House | None, list[Fault]]:
    if not resolved.data["house_rules"]:
        return None, []

    # plugins may ask for all of the game, which is not needed to read a ruleset
    from pozzetto.rulebook.house_rules import house_of

    return house_of(resolved)


def _rules(name: str, book: Data, house: House | None) -> Rules:
    """The rules as written, possible or not: a seat in no team joins the first, a rank
    without a value is worth nothing."""
    teams = tuple(book["teams"])
    team_of = {seat: index for index, team in enumerate(teams) for seat in book["teams"][team]}
    return Rules(
        name=name,
        seats=tuple(book["seats"]),
        teams=teams,
        team_of=tuple(team_of.get(seat, 0) for seat in book["seats"]),
        packs=book["deck"]["packs"],
        jokers=book["deck"]["jokers"],
        values=rank_values({**dict.fromkeys(RANK_NAMES, 0), **book["values"]}),
        draw_for_deal=_draw_for_deal(book["draw_for_deal"]),
        deal=_deal(book["deal"]),
        pozzetti=_pozzetti(book["pozzetti"]),
        pile=Pile(**book["draw"]["pile"]),
        melds=_melds(book["melds"]),
        tiers=_tiers(book["burracos"]),
        closing=_closing(book["closing"]),
        ends=_hand_ends(book["hand_ends"]),
        scoring=_scoring(book["scoring"]),
        match=_match(book["match"]),
        fingerprint=fingerprint(book, house),
        house_rules=house,
        book=book,
        cites={key: tuple(clauses) for key, clauses in book["cites"].items()},
    )


def fingerprint(book: Data, house: House | None = None) -> str:
    """The sha256 of everything in a resolved ruleset that decides how the game is played,
    the code of its plugins among it."""
    played = {key: value for key, value in book.items() if key not in NOT_RULES}
    # the order of teams and of tiers means something, and sorted keys would lose it
    for key in ("teams", "burracos"):
        if played[key] != "none":
            played[key] = list(played[key].items())
    whole: dict[str, Any] = {"epoch": RULES_EPOCH, "rules": played}
    if house is not None:
        whole["plugins"] = [[name, dict(options), code] for name, options, code in house.marks]
    text = json.dumps(
        whole,
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
    )
    return sha256(text.encode("utf-8")).hexdigest()


def _rank(name: str) -> int:
    return JOKER_RANK if name == "JK" else RANKS.index(name)


def _none_or(value: Any) -> Any:
    """The value, or None where the ruleset says `none` or `any`."""
    return None if value in ("none", "any") else value


def _draw_for_deal(data: Any) -> DrawForDeal | None:
    if data == "none":
        return None
    # a deck without jokers may leave theirs out, and then it does not matter where it stands
    ranks = dict.fromkeys([*data["ranks"].split(), "JK"])
    return DrawForDeal(
        suits=tuple(SUITS.index(suit) for suit in data["suits"].split()),
        ranks=tuple(_rank(rank) for rank in ranks),
    )


def _deal(data: Data) -> Deal:
    cut = _none_or(data["cut"])
    return Deal(
        cards=data["cards"],
        upcard=data["upcard"],
        pozzetti_from=data["pozzetti_from"],
        cut=None if cut is None else Cut(**cut),
    )


def _pozzetti(data: Any) -> Pozzetti | None:
    if data == "none":
        return None
    return Pozzetti(
        piles=tuple(data["piles"]),
        directly="directly" in data["taken"],
        on_discard="on_discard" in data["taken"],
        seen=data["seen"],
        become_stock=data["when_stock_ends"] == "become_stock",
    )


def _melds(data: Data) -> Melds:
    wilds = {_rank(rank) for rank in data["wilds"]["cards"]}
    return Melds(
        smallest=data["smallest"],
        wild_kinds=frozenset(kind for kind, rank in enumerate(RANK_OF) if rank in wilds),
        most_wilds=data["wilds"]["most"],
        locked=data["wilds"]["move"] == "locked",
        sets=_sets(data["set"]),
        runs=_runs(data["run"]),
    )


def _sets(data: Any) -> SetRule | None:
    if data == "none":
        return None
    ranks = RANKS if data["ranks"] == "all" else data["ranks"]
    return SetRule(
        ranks=sum(1 << RANKS.index(rank) for rank in ranks),
        largest=data["largest"],
        one_per_rank=data["one_per_rank"],
    )


def _runs(data: Any) -> RunRule | None:
    if data == "none":
        return None
    return RunRule(
        largest=data["largest"],
        ace_low="low" in data["ace"],
        ace_high="high" in data["ace"],
        both_aces=data["both_aces"],
        parked_wild=data["parked_wild"],
        natural_twos=data["natural_twos"],
        paired_twos=data["paired_twos"],
    )


def _tiers(data: Any) -> tuple[Tier, ...]:
    """The tiers, the best-paid first; of equal ones the first listed."""
    if data == "none":
        return ()
    tiers = [_tier(name, tier) for name, tier in data.items() if tier != "none"]
    return tuple(sorted(tiers, key=lambda tier: -tier.points))


def _tier(name: str, data: Data) -> Tier:
    run, exact, ends = (_none_or(data[key]) for key in ("run", "set", "ends"))
    return Tier(
        name=name,
        kinds=tuple(data["kinds"]),
        cards=data["cards"],
        wilds=_none_or(data["wilds"]),
        in_a_row=run and run["naturals_in_a_row"],
        set_exactly=exact and exact["exactly"],
        ends=ends and (_rank(ends[0]), _rank(ends[1])),
        points=data["points"],
        turned=data["turned"],
        by=data.get("by"),
    )


def _closing(data: Data) -> Closing:
    pozzetto, burraco = data["needs"]["pozzetto"], _none_or(data["needs"]["burraco"])
    return Closing(
        needs_pozzetto="no" if pozzetto == "not_needed" else pozzetto,
        needs_burraco=burraco is not None,
        burraco_wilds=None if burraco is None else _none_or(burraco["wilds"]),
        by_discard=data["last_card"] != "laid",
        by_laying=data["last_card"] != "discarded",
        wild_discard=data["wild_discard"],
    )


def _hand_ends(data: Data) -> HandEnds:
    stock, stalemate, limit = data["stock"], _none_or(data["stalemate"]), data["limit"]
    by = stalemate["by"] if stalemate else ""
    return HandEnds(
        stock_left=stock["left"],
        at_once=stock["when"] == "at_once",
        laps=stalemate["laps"] if "laps" in by else None,
        by_agreement="agreement" in by,
        turns=limit["turns"],
        limit_counts=limit["counts"],
    )


def _scoring(data: Data) -> Scoring:
    closing, untaken = data["closing"], data["pozzetto_untaken"]
    unopened = data["unopened_pozzetto"]
    return Scoring(
        closing=closing["points"],
        closing_if_pozzetto_taken=closing["if"] == "pozzetto_taken",
        pozzetto_untaken=untaken["points"],
        untaken_unless_nobody_took=untaken["unless"] == "nobody_took",
        unopened_cost=unopened["cost"],
        unopened_flat=unopened["points"],
        unopened_flat_if_opponents_closed=unopened["if"] == "opponents_closed",
    )


def _match(data: Data) -> MatchRules:
    tables = _none_or(data["victory_points"]) or {}
    return MatchRules(
        target=_none_or(data["target"]),
        hands=_none_or(data["hands"]),
        another_hand_on_tie=data["tie"] == "another_hand",
        victory_points={int(hands): tuple(bounds) for hands, bounds in tables.items()},
    )
