"""Rules in words: every key speaks, in the rule sheet, by itself, and in a difference."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import pytest

from pozzetto import cli
from pozzetto.errors import RulesetError
from pozzetto.game.rules import Rules
from pozzetto.language import LANGUAGES
from pozzetto.rulebook import library, schema
from pozzetto.rulebook.card_values import by_rank
from pozzetto.rulebook.checks import STABLE_NAMES
from pozzetto.rulebook.compiler import compile_rules
from pozzetto.words import Sheet, diff, explain, explain_key

SHIPPED = library.names()

ONE_OF_MANY = {
    "teams": "NS",
    "values": "K",
    "burracos": "clean",
    "match.victory_points": "4",
    "cites": "seats",
}
"""For each mapping whose keys are free, the one that stands for all."""

UNSAID = {
    "burracos.clean.by": "names a house rule, which has to be there: see test_house_rules",
    "extends": "says where rules come from, and is gone once they are resolved",
    "house_rules": "names plugins, which have to be there: see test_house_rules",
}
"""The keys of which nothing is said, and why."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """Another value of a key, valid in the ruleset `on` once it is also given `given`.

    `along` changes with it, where it could not change alone.
    """

    to: Any
    on: str = "burraco"
    given: Mapping[str, Any] = field(default_factory=dict)
    along: Mapping[str, Any] = field(default_factory=dict)


TWO_WILDS = {"melds.wilds.most": 2}
EIGHT_IN_A_ROW = {"burracos.clean.run": {"naturals_in_a_row": 8}}
EIGHT_IN_ALL = {"burracos.clean.set": {"exactly": 8}}
FLAT = {"scoring.unopened_pozzetto.cost": "flat"}

CHANGES: Mapping[str, Change] = {
    "name": Change(to="another"),
    "title": Change(to="Another game"),
    "summary": Change(to="Another game."),
    "seats": Change(to=["N", "W", "S", "E"]),
    "teams": Change(to={"EW": ["E", "W"], "NS": ["N", "S"]}),
    "teams.NS": Change(to=["N", "E"], along={"teams.EW": ["S", "W"]}),
    "deck.packs": Change(to=3),
    "deck.jokers": Change(to=2),
    "values": Change(to=dict.fromkeys(("JK", *"AKQJ98765432", "10"), 1)),
    "values.K": Change(to=11),
    "draw_for_deal": Change(to="none"),
    "draw_for_deal.suits": Change(to="H D C S"),
    "draw_for_deal.ranks": Change(to="A K Q J 10 9 8 7 6 5 4 3 2 JK"),
    "deal.cards": Change(to=10),
    "deal.cut": Change(to={"least": 22, "leaves": 45, "about": 36}, on="burraco-2p"),
    "deal.cut.least": Change(to=23),
    "deal.cut.leaves": Change(to=46),
    "deal.cut.about": Change(to=40),
    "deal.pozzetti_from": Change(to="stock"),
    "deal.upcard": Change(to=0),
    "pozzetti": Change(to="none"),
    "pozzetti.piles": Change(to=[11, 10]),
    "pozzetti.taken": Change(to=["directly"]),
    "pozzetti.seen": Change(to="at_once"),
    "pozzetti.when_stock_ends": Change(to="become_stock", on="burraco-fibur"),
    "draw.pile.needs": Change(to="any_meld"),
    "draw.pile.seen": Change(to="top"),
    "draw.pile.return_single": Change(to=True),
    "melds.smallest": Change(to=4),
    "melds.wilds.cards": Change(to=["JK"]),
    "melds.wilds.most": Change(to=2),
    "melds.wilds.move": Change(to="locked"),
    "melds.set": Change(to="none"),
    "melds.set.ranks": Change(to=["A", "3"]),
    "melds.set.largest": Change(to=8),
    "melds.set.one_per_rank": Change(to=False),
    "melds.run": Change(to="none"),
    "melds.run.largest": Change(to=12),
    "melds.run.ace": Change(to=["low"]),
    "melds.run.both_aces": Change(to=True, along={"melds.run.largest": 14}),
    "melds.run.parked_wild": Change(to=True),
    "melds.run.natural_twos": Change(to=False, on="burraco-fibur"),
    "melds.run.paired_twos": Change(to=False),
    "burracos": Change(to="none", along={"closing.needs.burraco": "none"}),
    "burracos.clean": Change(to="none"),
    "burracos.clean.kinds": Change(to=["run"]),
    "burracos.clean.cards": Change(to=8),
    "burracos.clean.wilds": Change(to=1, given=TWO_WILDS),
    "burracos.clean.run": Change(to={"naturals_in_a_row": 8}),
    "burracos.clean.run.naturals_in_a_row": Change(to=9, given=EIGHT_IN_A_ROW),
    "burracos.clean.set": Change(to={"exactly": 8}),
    "burracos.clean.set.exactly": Change(to=7, given=EIGHT_IN_ALL),
    "burracos.clean.ends": Change(to=["A", "K"]),
    "burracos.clean.points": Change(to=300),
    "burracos.clean.turned": Change(to=3),
    "closing.needs.pozzetto": Change(to="always", on="burraco-2p"),
    "closing.needs.burraco": Change(to="none"),
    "closing.needs.burraco.wilds": Change(to=0),
    "closing.last_card": Change(to="discarded_or_laid"),
    "closing.wild_discard": Change(to=True),
    "hand_ends.stock.left": Change(to=4),
    "hand_ends.stock.when": Change(to="finish_turn"),
    "hand_ends.stalemate": Change(to="none"),
    "hand_ends.stalemate.laps": Change(to=5),
    "hand_ends.stalemate.by": Change(to="agreement"),
    "hand_ends.limit.turns": Change(to=300),
    "hand_ends.limit.counts": Change(to=False),
    "scoring.closing.points": Change(to=50),
    "scoring.closing.if": Change(to="pozzetto_taken"),
    "scoring.pozzetto_untaken.points": Change(to=-50),
    "scoring.pozzetto_untaken.unless": Change(to="nobody_took"),
    "scoring.unopened_pozzetto.cost": Change(to="both"),
    "scoring.unopened_pozzetto.points": Change(to=-50, given=FLAT),
    "scoring.unopened_pozzetto.if": Change(to="opponents_closed", given=FLAT),
    "match.target": Change(to=1000),
    "match.hands": Change(to=4),
    "match.tie": Change(to="shared"),
    "match.victory_points": Change(to="none", on="burraco-fibur"),
    "match.victory_points.4": Change(to=[*range(10, 110, 10)], on="burraco-fibur"),
    "cites": Change(to={"seats": ["X-1"]}),
    "cites.seats": Change(to=["X-1"]),
}


def keys_of_the_schema(node: schema.Node, before: str = "") -> Iterator[str]:
    """Every key that can be changed: what has no other keys in it, what can be none, and
    each mapping whose keys are free, with one of them for all."""
    for key, inner in schema.branch(node, "object").get("properties", {}).items():
        here = before + key
        mapping = schema.branch(inner, "object")
        can_be_none = any("const" in each for each in schema.followed(inner).get("oneOf", ()))
        if not mapping or can_be_none or schema.is_open(inner) or here in ("title", "summary"):
            yield here
        if here in ONE_OF_MANY:
            one = f"{here}.{ONE_OF_MANY[here]}"
            found = schema.at(one)
            assert found is not None
            yield one
            yield from keys_of_the_schema(found, f"{one}.")
        elif here not in ("title", "summary"):
            yield from keys_of_the_schema(inner, f"{here}.")


KEYS = list(keys_of_the_schema(schema.schema()))


def changed(name: str, changes: Mapping[str, Any]) -> Rules:
    """A ruleset with these keys changed, under the same name."""
    resolved = library.resolve(name)
    data: dict[str, Any] = deepcopy(dict(resolved.data))
    for key, value in changes.items():
        *way, last = key.split(".")
        # the keys of cites have dots themselves
        way, last = (["cites"], key.removeprefix("cites.")) if way[:1] == ["cites"] else (way, last)
        mapping = data
        for part in way:
            mapping = mapping[part]
        mapping[last] = value
    data = schema.completed(data)
    data["values"] = by_rank(data["values"])
    return compile_rules(replace(resolved, name=data["name"], data=data))


@cache
def pair(key: str) -> tuple[Rules, Rules]:
    """The rules before and after a key changed."""
    change = CHANGES[key]
    before = changed(change.on, change.given)
    return before, changed(change.on, {**change.given, **change.along, key: change.to})


def said(sheet: Sheet, key: str) -> list[str]:
    return [sentence.text for sentence in sheet.sentences if sentence.tells(key)]


def test_the_table_has_every_key_of_the_schema() -> None:
    assert sorted(KEYS) == sorted({*CHANGES, *UNSAID})


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", CHANGES)
def test_changing_a_key_changes_what_is_said_of_it(key: str, lang: str) -> None:
    before, after = pair(key)
    if key.startswith("cites"):
        told = [explain_key(rules, "seats", lang).clauses for rules in (before, after)]
    else:
        told = [explain_key(rules, key, lang).sentences for rules in (before, after)]
        sheets = [explain(rules, lang).as_data() for rules in (before, after)]
        assert sheets[0] != sheets[1]
    assert told[0] != told[1]


@pytest.mark.parametrize("key", [key for key in CHANGES if not key.startswith("cites")])
def test_a_key_that_changes_something_is_not_told_as_idle(key: str) -> None:
    for rules in pair(key):
        sentences = explain_key(rules, key).sentences
        assert not any("makes no difference here" in sentence for sentence in sentences)
    for row in diff(*pair(key)).rows:
        if key in row.keys:
            assert "makes no difference here" not in row.first + row.second


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", CHANGES)
def test_changing_a_key_is_a_difference(key: str, lang: str) -> None:
    before, after = pair(key)
    whole = key.split(".")[0] if key.startswith(("teams", "cites")) else key
    rows = [
        row
        for row in diff(before, after, lang).rows
        if any(each == whole or each.startswith(f"{whole}.") for each in row.keys)
    ]
    assert rows
    assert all(row.first != row.second for row in rows)


@pytest.mark.parametrize("key", CHANGES)
def test_what_did_not_change_is_no_difference(key: str) -> None:
    change = CHANGES[key]
    mine = {key, *change.along}
    for row in diff(*pair(key)).rows:
        for each in row.keys:
            related = any(f"{each}.".startswith(f"{one}.") for one in mine)
            assert related or any(one.startswith(f"{each}.") for one in mine), each


@pytest.mark.parametrize("name", SHIPPED)
def test_a_ruleset_differs_in_nothing_from_itself(name: str) -> None:
    assert diff(library.load(name), library.load(name)).rows == ()


@pytest.mark.parametrize("name", SHIPPED)
def test_a_child_made_on_the_spot_differs_in_its_changes_alone(name: str) -> None:
    child = library.load(name, ["scoring.closing.points=55", "hand_ends.limit.turns=333"])
    keys = [key for row in diff(library.load(name), child).rows for key in row.keys]
    assert sorted(keys) == ["hand_ends.limit.turns", "scoring.closing.points"]
    named = library.load(name, ["title=Ours"])
    assert [row.keys for row in diff(library.load(name), named).rows] == [("title",)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("first", SHIPPED)
@pytest.mark.parametrize("second", SHIPPED)
def test_each_difference_says_two_things(first: str, second: str, lang: str) -> None:
    for row in diff(library.load(first), library.load(second), lang).rows:
        assert row.first
        assert row.second
        assert row.first != row.second


@pytest.mark.parametrize("name", SHIPPED)
def test_every_sentence_is_in_italian(name: str) -> None:
    sheets = [explain(library.load(name), lang) for lang in LANGUAGES]
    for english, italian in zip(*(sheet.sentences for sheet in sheets), strict=True):
        assert english.keys == italian.keys
        assert english.text != italian.text
    assert [section.heading for section in sheets[1].sections if "The" in section.heading] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SHIPPED)
def test_sentences_are_well_set(name: str, lang: str) -> None:
    for sentence in explain(library.load(name), lang).sentences:
        assert sentence.text[0] == sentence.text[0].upper()
        assert sentence.text.endswith(".")
        assert "  " not in sentence.text
        assert "{" not in sentence.text


@pytest.mark.parametrize("name", sorted(STABLE_NAMES))
def test_a_rule_that_no_key_sets_has_its_sentence(name: str) -> None:
    told = explain_key(library.load("burraco"), name)
    assert told.sentences
    assert told.value is told.default is None


def test_a_key_is_told_with_its_value_default_and_clauses() -> None:
    told = explain_key(library.load("burraco"), "melds.wilds.most")
    assert told.sentences == ("A meld may have no more than one wild card.",)
    assert told.description == "The most wild cards of a meld."
    assert (told.value, told.default) == ("1", "1")
    assert told.clauses == ("IT-SET-02", "IT-SEQ-05")


def test_a_section_is_told_whole() -> None:
    told = explain_key(library.load("burraco"), "closing")
    assert "The last card has to be discarded; it may not be melded." in told.sentences
    assert {"IT-CLO-01", "IT-CLO-06"} <= set(told.clauses)


def test_an_unknown_key_names_the_nearest() -> None:
    with pytest.raises(RulesetError, match=r"did you mean `melds.wilds.most`"):
        explain_key(library.load("burraco"), "melds.wild.most")


def test_a_key_that_another_rule_leaves_no_say_quotes_that_rule() -> None:
    told = explain_key(library.load("burraco-chiuso"), "draw.pile.return_single")
    assert told.sentences[0].startswith("The pile may be taken only if its top card")


def test_a_tier_that_does_not_exist_is_not_told() -> None:
    told = explain_key(library.load("burraco"), "burracos.semi_clean")
    assert told.sentences == told.clauses == ()
    assert told.value is None


@pytest.mark.parametrize(
    ("name", "key", "sentence"),
    [
        ("burraco", "deal.cards", "deals 11 cards to each player"),
        # 108 - 44 in the hands - 22 in the pozzetti - 1 turned up
        ("burraco", "deal", "The remaining 41 cards are the stock"),
        ("burraco-2p", "deal", "The remaining 61 cards are the stock"),
        ("burraco-chiuso", "deal", "The remaining 42 cards are the stock"),
        ("burraco", "deck", "two packs of 52 cards and four jokers, 108 cards in all"),
        ("burraco", "values", "30 points for each joker; 20 points for each two; 15 points"),
        ("burraco-chiuso", "values", "10 points for each joker, each card from K to 8 and each"),
        ("burraco", "scoring.closing", "The pair that has closed earns 100 points."),
        ("burraco-2p", "scoring.closing", "but only after having taken a pozzetto."),
        ("burraco-fibur", "burracos.semi_clean", "Semi-clean burraco, 150 points: a run of at"),
        ("burraco-fibur", "burracos.semi_clean", "or a set of exactly eight cards with one wild"),
        ("burraco-fibur", "scoring.pozzetto_untaken", "unless nobody has taken one."),
        (
            "burraco-chiuso",
            "burracos.da_mille",
            "a run of 14 cards without wild cards, from A to A",
        ),
        ("burraco-chiuso", "closing.needs.burraco", "at least one burraco without wild cards."),
        ("burraco", "hand_ends.stock", "when a draw leaves only two cards in the stock"),
        ("burraco", "melds.run.paired_twos", "the letter of the source, and clubs usually switch"),
        ("burraco", "match.target", "until a pair has 2000 points or more"),
        ("burraco-fibur", "match.victory_points.4", "10-10 up to 100, 11-9 up to 300"),
    ],
)
def test_what_the_rules_say(name: str, key: str, sentence: str) -> None:
    assert sentence in " ".join(explain_key(library.load(name), key).sentences)


@pytest.mark.parametrize(
    ("name", "key", "sentence"),
    [
        ("burraco", "burracos.clean", "Burraco pulito, 200 punti: una scala o una combinazione"),
        ("burraco-fibur", "burracos.semi_clean", "Burraco semipulito, 150 punti"),
        ("burraco", "closing.wild_discard", "né jolly né pinella"),
        ("burraco", "deal", "Le 41 carte rimaste, coperte, sono il tallone."),
        ("burraco-2p", "closing.needs.burraco", "Chi chiude deve avere almeno un burraco"),
    ],
)
def test_what_the_rules_say_in_italian(name: str, key: str, sentence: str) -> None:
    assert sentence in " ".join(explain_key(library.load(name), key, "it").sentences)


@pytest.mark.parametrize(
    ("changes", "tier", "wilds"),
    [
        ({}, "clean", "seven cards without wild cards."),
        ({}, "dirty", "seven cards with one wild card."),
        (TWO_WILDS, "dirty", "seven cards with 1 to 2 wild cards."),
        ({**TWO_WILDS, "burracos.clean.wilds": 1}, "clean", "with at most one wild card."),
        ({**TWO_WILDS, "burracos.clean.wilds": 1}, "dirty", "seven cards with two wild cards."),
        ({"burracos.clean": "none"}, "dirty", "seven cards with or without wild cards."),
        ({"melds.wilds.most": 0, "burracos.dirty": "none"}, "clean", "without wild cards."),
    ],
)
def test_a_tier_has_the_wild_cards_that_better_ones_leave_it(
    changes: Mapping[str, Any], tier: str, wilds: str
) -> None:
    (told, *_) = explain_key(changed("burraco", changes), f"burracos.{tier}").sentences
    assert told.endswith(wilds)


def test_a_text_from_outside_steers_no_terminal() -> None:
    rules = changed("burraco", {"title": "\x1b[31mRed\x1b[0m", "summary": "a\nb\x9bc"})
    sheet = explain(rules)
    told = sheet.title + " ".join(text for section in sheet.sections for text in section.texts)
    assert told.isprintable()


# ---- only what holds


def whole(rules: Rules, lang: str = "en") -> str:
    """Everything that the rule sheet prints."""
    return " ".join(text for section in explain(rules, lang).sections for text in section.texts)


FLAT_AT_NOTHING = {**FLAT, "scoring.unopened_pozzetto.points": 0}
BOTH_AT_NOTHING = {**FLAT_AT_NOTHING, "scoring.unopened_pozzetto.cost": "both"}
JOKERS_ALONE = {
    "deck.jokers": 3,
    "melds.wilds.cards": ["JK"],
    "melds.run.paired_twos": False,
}
NO_POINTS = {"burracos.clean.points": 0, "burracos.dirty.points": 0}
LOSSES = {"burracos.clean.points": -10, "burracos.dirty.points": -20}


@pytest.mark.parametrize(
    ("changes", "key", "english", "italian"),
    [
        (
            {"scoring.pozzetto_untaken.points": 0},
            "scoring.pozzetto_untaken",
            "Nothing is paid or lost for a pozzetto that was not taken.",
            "Per un pozzetto non preso non si guadagna né si perde nulla.",
        ),
        (
            {"scoring.closing.points": 0},
            "scoring.closing",
            "Nothing is paid or lost for closing.",
            "Per la chiusura non si guadagna né si perde nulla.",
        ),
        (
            {"scoring.closing.points": -1},
            "scoring.closing",
            "For closing, the pair that has closed loses 1 point.",
            "Per la chiusura la coppia che ha chiuso perde 1 punto.",
        ),
        (
            FLAT_AT_NOTHING,
            "scoring.unopened_pozzetto",
            "its cards do not count, and nothing is paid or lost for it.",
            "le sue carte non contano, e per esso non si guadagna né si perde nulla.",
        ),
        (
            {**FLAT_AT_NOTHING, "scoring.unopened_pozzetto.if": "opponents_closed"},
            "scoring.unopened_pozzetto",
            "nothing is paid or lost for it; if the hand ends otherwise, they count as held.",
            "se la smazzata finisce in altro modo, le carte contano come in mano.",
        ),
        (
            BOTH_AT_NOTHING,
            "scoring.unopened_pozzetto",
            "its cards count as held, and nothing else is paid or lost for it.",
            "contano come in mano, e per esso non si guadagna né si perde altro.",
        ),
        (
            NO_POINTS,
            "burracos",
            "A burraco is a long meld; nothing is paid or lost for it.",
            "Il burraco è un gioco lungo; non fa guadagnare né perdere nulla.",
        ),
        (
            NO_POINTS,
            "burracos.clean",
            "Clean burraco, for which nothing is paid or lost: a run or a set",
            "Burraco pulito, che non fa guadagnare né perdere nulla: una scala",
        ),
        (
            LOSSES,
            "burracos",
            "A burraco is a long meld that costs points, once, however long it grows.",
            "Il burraco è un gioco lungo che costa punti, una volta sola,",
        ),
        (
            LOSSES,
            "burracos.dirty",
            "Dirty burraco, which loses 20 points: a run or a set",
            "Burraco sporco, che fa perdere 20 punti: una scala",
        ),
        (
            {"burracos.dirty.points": 0},
            "burracos",
            "A burraco is a long meld that earns or costs what its kind says, once,",
            "Il burraco è un gioco lungo che fa guadagnare o perdere, una volta sola,",
        ),
        (
            {"pozzetti.piles": [11], "deal.pozzetti_from": "stock"},
            "deal.pozzetti_from",
            "It is dealt after the hands.",
            "Si forma dopo aver dato le carte.",
        ),
        (
            {"pozzetti.piles": [11]},
            "deal.pozzetti_from",
            "deals it from the bottom",
            "Lo forma chi ha tagliato",
        ),
        (
            {"pozzetti.piles": [11]},
            "closing.needs.pozzetto",
            "unless none is left for it",
            "a meno che non ce ne siano più",
        ),
        (
            {"pozzetti.piles": [7, 7, 7]},
            "pozzetti.piles",
            "There are three pozzetti of seven cards each, face down, laid crosswise; the upper"
            "most is always taken next.",
            "I pozzetti sono tre, coperti, di sette carte l'uno, messi in croce;",
        ),
        (
            {"deal.cards": 1},
            "deal.cards",
            "deals one card to each player.",
            "dà una carta a ogni giocatore.",
        ),
        (
            {"deal.cut": {"least": 1, "leaves": 1, "about": 36}, "deal.pozzetti_from": "stock"},
            "deal.cut",
            "cuts: at least one card is lifted, usually about 36, and at least one is left.",
            "taglia: alza almeno una carta, di solito circa 36, e ne lascia almeno una.",
        ),
        (
            {**JOKERS_ALONE, "melds.wilds.most": 3},
            "melds.wilds.most",
            "A meld may have any number of wild cards.",
            "In un gioco può esserci qualunque numero di matte.",
        ),
        (
            {**JOKERS_ALONE, "melds.wilds.most": 3},
            "burracos.dirty",
            "at least seven cards with at least one wild card.",
            "almeno sette carte con almeno una matta.",
        ),
        (
            {"melds.wilds.cards": ["2"]},
            "melds.wilds.cards",
            "The jokers are not wild: they fit in no meld.",
            "I jolly non sono matte: non trovano posto in nessun gioco.",
        ),
        (
            {"melds.wilds.cards": [], "burracos.dirty": "none", "melds.run.paired_twos": False},
            "melds.wilds.move",
            "There are no wild cards.",
            "Non ci sono matte",
        ),
        (
            {"closing.needs.burraco": {"wilds": 4}},
            "closing.needs.burraco",
            "at least one burraco, of whatever kind.",
            "almeno un burraco, di qualunque tipo.",
        ),
        (
            {},
            "melds.wilds.move",
            "moves only when a card is added that takes its place.",
            "si sposta solo quando si aggiunge una carta che prende il suo posto.",
        ),
        (
            {},
            "closing.needs.pozzetto",
            "must have taken its pozzetto. It would not need one if none were left for it, but",
            "Non occorrerebbe se non ne restassero, ma qui ne resta sempre uno.",
        ),
        (
            {"pozzetti": "none"},
            "closing.needs.pozzetto",
            "closing.needs.pozzetto is unless_none_left, which makes no difference here.",
            "closing.needs.pozzetto è unless_none_left, ma qui non cambia nulla.",
        ),
        ({"melds.run": "none"}, "melds.run.ace", "Runs may not be laid.", "Le scale non si"),
    ],
)
def test_what_other_rules_say(
    changes: Mapping[str, Any], key: str, english: str, italian: str
) -> None:
    rules = changed("burraco", changes)
    for lang, sentence in (("en", english), ("it", italian)):
        assert sentence in " ".join(explain_key(rules, key, lang).sentences)


@pytest.mark.parametrize(
    ("changes", "english", "italian"),
    [
        ({"scoring.pozzetto_untaken.points": 0}, ["earns nothing"], ["non guadagna nulla"]),
        (
            NO_POINTS,
            ["bonus", "worth most", "points of its"],
            ["premio", "valgono più", "burrachi"],
        ),
        (LOSSES, ["bonus", "worth most"], ["premio", "valgono più"]),
        (
            {"melds.wilds.cards": ["JK"], "melds.run.paired_twos": False},
            ["a two to its own place", "A two in its own place", "nor a two"],
            ["la pinella al suo posto", "La pinella al suo posto", "né pinella"],
        ),
        (
            {"melds.run.natural_twos": False, "melds.run.paired_twos": False},
            ["a two to its own place"],
            ["la pinella al suo posto"],
        ),
        ({"melds.run": "none"}, ["in a run", "low end"], ["in una scala", "in basso"]),
        (
            {"melds.set": "none"},
            ["in a set"],
            ["in una combinazione"],
        ),
        (
            {"melds.wilds.most": 0, "burracos.dirty": "none"},
            ["may stand for", "it moves", "is wild", "wild cards alone", "A wild card counts"],
            ["può sostituire", "si sposta", "è una matta", "sole matte", "Una matta conta"],
        ),
        ({"deck.jokers": 0}, ["JK", "Jokers"], ["JK", "olly e le"]),
        (
            {"deck.jokers": 0, "melds.wilds.cards": ["JK"], "burracos.dirty": "none"}
            | {"melds.run.paired_twos": False},
            ["wild card,", "may be a wild", "a joker", "counts its own"],
            ["una matta", "un jolly"],
        ),
        ({}, ["unless none is left"], ["a meno che non ce ne"]),
        (
            {"burracos.clean.run": {"naturals_in_a_row": 1}, **JOKERS_ALONE, "melds.wilds.most": 4},
            ["1 natural", "four wild"],
            ["1 naturali", "quattro matte"],
        ),
    ],
)
def test_what_does_not_hold_is_not_said(
    changes: Mapping[str, Any], english: list[str], italian: list[str]
) -> None:
    rules = changed("burraco", changes)
    for lang, phrases in (("en", english), ("it", italian)):
        text = whole(rules, lang)
        assert [phrase for phrase in phrases if phrase in text] == []


def test_a_short_run_may_have_as_many_wilds_as_fit() -> None:
    three = {
        "melds.run.largest": 3,
        "melds.set": "none",
        "melds.wilds.most": 4,
        "burracos.dirty": "none",
        "burracos.clean": {
            "kinds": ["run"],
            "cards": 3,
            "wilds": 4,
            "run": {"naturals_in_a_row": 1},
            "points": 200,
        },
    }
    rules = changed("burraco", three)
    for lang, sentence in (
        ("en", "Clean burraco, 200 points: a run of three cards with or without wild cards."),
        ("it", "Burraco pulito, 200 punti: una scala di tre carte con o senza matte."),
    ):
        assert explain_key(rules, "burracos.clean", lang).sentences[0] == sentence


TABLE_OF_THREE = {
    "seats": [*"ABCDEF"],
    "teams": {"X": ["A", "D"], "Y": ["B", "E"], "Z": ["C", "F"]},
    "deck.packs": 3,
    "deal.cut.leaves": 70,
}
UNLIKE = {"seats": [*"ABC"], "teams": {"X": ["A", "B"], "Y": ["C"]}}
ALONE = {"seats": [*"ABC"], "teams": {"X": ["A"], "Y": ["B"], "Z": ["C"]}}


@pytest.mark.parametrize(
    ("changes", "english", "italian"),
    [
        (TABLE_OF_THREE, "the dealer's own pair comes last.", "per ultima viene la coppia del"),
        (UNLIKE, "the dealer's own team comes last.", "per ultima viene la squadra del"),
        (ALONE, "the others follow from high to low.", "gli altri seguono dalla più alta"),
        ({}, "the highest play together against the lowest.", "giocano insieme contro"),
    ],
)
def test_who_plays_with_whom_after_the_draw(
    changes: Mapping[str, Any], english: str, italian: str
) -> None:
    rules = changed("burraco", changes)
    for lang, sentence in (("en", english), ("it", italian)):
        assert sentence in explain_key(rules, "draw_for_deal", lang).sentences[0]


@pytest.mark.parametrize("name", ["burraco-2p", "burraco-2p-tourney"])
def test_players_on_their_own_are_no_team(name: str) -> None:
    rules = library.load(name)
    keys = [key for key in schema.known_keys() if not key.startswith(("teams", "extends"))]
    assert "closing.needs" in keys
    for lang, words in (("en", r"\b(teams?|pairs?)\b"), ("it", r"\b(squadr|coppi)[ae]\b")):
        said = [(key, explain_key(rules, key, lang)) for key in keys]
        texts = [whole(rules, lang), *(" ".join(told.sentences) for _, told in said)]
        assert not any(re.search(words, text) for text in texts)
        assert [key for key, told in said if re.search(words, told.description)] == []


# ---- each difference is about its key

OTHERWISE = {
    "pozzetti": "none",
    "deal.cut": "none",
    "deal.pozzetti_from": "stock",
    "closing.needs.pozzetto": "not_needed",
    "closing.needs.burraco": "none",
    "closing.wild_discard": True,
    "closing.last_card": "laid",
    "scoring.unopened_pozzetto.points": -1,
    "melds.run.natural_twos": False,
    "melds.run.paired_twos": False,
}


TOLD_OTHERWISE = (
    *("title", "summary", "teams", "values", "burracos", "match.victory_points"),
    *("cites", "extends"),
)
"""The keys that one sentence tells together, or that are no rules of the game."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("first", SHIPPED)
@pytest.mark.parametrize("changes", [{}, OTHERWISE, {"melds.wilds.cards": []} | OTHERWISE])
def test_a_difference_says_something_of_its_key(
    first: str, changes: Mapping[str, Any], lang: str
) -> None:
    if "melds.wilds.cards" in changes:
        changes = {**changes, "burracos.dirty": "none"}
    one, other = library.load(first), changed("burraco", changes)
    idle = {"en": "which makes no difference here.", "it": "ma qui non cambia nulla."}[lang]
    for row in diff(one, other, lang).rows:
        for key in row.keys:
            for rules, text in ((one, row.first), (other, row.second)):
                about = said(explain(rules, lang), key)
                if not about and not key.startswith(TOLD_OTHERWISE):
                    assert text.startswith(f"{key} "), (key, text)
                    assert text.endswith(idle), (key, text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_difference_of_an_idle_key_is_told_as_idle(lang: str) -> None:
    rows = diff(library.load("burraco"), changed("burraco", OTHERWISE), lang).rows
    second = {key: row.second for row in rows for key in row.keys}
    section = {key: row.section for row in rows for key in row.keys}
    no_difference = {"en": "which makes no", "it": "ma qui non cambia"}[lang]
    for key, where in (
        ("closing.needs.pozzetto", "closing"),
        ("closing.wild_discard", "closing"),
        ("deal.pozzetti_from", "deal"),
        ("melds.run.paired_twos", "wilds"),
        ("scoring.unopened_pozzetto.points", "score"),
    ):
        assert no_difference in second[key]
        assert section[key] == where


# ---- the commands


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("columns", ["40", "200"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("explain",),
        ("explain", "burraco-fibur", "burracos"),
        ("diff", "burraco", "burraco-chiuso"),
        ("list",),
    ],
)
def test_lines_fit_the_terminal(
    arguments: tuple[str, ...],
    columns: str,
    lang: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert cli.run([*arguments, "--lang", lang]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= min(int(columns), 88)
    assert not any("\x1b" in line for line in lines)


def test_the_language_is_that_of_the_locale(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "it_IT")
    assert cli.run(["explain", "burraco", "melds.smallest"]) == 0
    assert "Un gioco è una combinazione o una scala" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "near"),
    [
        (("explain", "buraco"), "did you mean `burraco`?"),
        (("explain", "burraco", "match.targt"), "did you mean `match.target`?"),
        (("diff", "burraco", "burraco-ciuso"), "did you mean `burraco-chiuso`?"),
    ],
)
def test_an_unknown_name_is_unusable(
    arguments: tuple[str, ...], near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(arguments) == 2
    assert near in capsys.readouterr().err
