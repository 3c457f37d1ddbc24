"""One ruleset's text: what the schema objects to, in which words and where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pozzetto import schema
from pozzetto.errors import RulesetError
from pozzetto.ruleset import parse
from pozzetto.schema import completed, followed


def faults(text: str) -> list[str]:
    with pytest.raises(RulesetError) as caught:
        parse(text, "f.yaml")
    return [str(fault) for fault in caught.value.faults]


def named_nodes(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every key that the schema names, with its node."""
    if isinstance(node, dict):
        for key, inner in node.get("properties", {}).items():
            yield f"{path}.{key}", dict(followed(inner))
        for key, inner in node.items():
            yield from named_nodes(inner, f"{path}.{key}")
    elif isinstance(node, list):
        for inner in node:
            yield from named_nodes(inner, path)


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema.schema())


def test_every_key_explains_itself_and_has_a_default_unless_it_must_be_given() -> None:
    must_be_given = {"points", "naturals_in_a_row", "exactly"}
    found = dict(named_nodes(schema.schema()))
    assert len(found) > 60
    for path, node in found.items():
        assert node["title"], path
        assert node["description"].endswith("."), path
        key = path.rpartition(".")[2]
        assert "default" in node or key in must_be_given, path


def test_every_default_fits_the_schema() -> None:
    validator = Draft202012Validator(schema.schema())
    data = completed({})
    assert not list(validator.iter_errors({**data, "extends": "burraco"}))


def test_a_ruleset_that_says_nothing_is_the_ordinary_game() -> None:
    data = completed({})
    assert data["seats"] == ["N", "E", "S", "W"]
    assert data["deck"] == {"packs": 2, "jokers": 4}
    assert data["draw_for_deal"] == "none"
    assert data["deal"] == {"cards": 11, "cut": "none", "pozzetti_from": "stock", "upcard": 1}
    assert data["melds"]["run"]["paired_twos"] is False
    assert data["burracos"]["dirty"]["kinds"] == ["run", "set"]
    assert data["match"]["target"] == 2000


def test_what_is_written_within_a_mapping_leaves_the_other_defaults() -> None:
    data = completed({"melds": {"wilds": {"most": 2}}, "deal": {"cut": {"least": 30}}})
    assert data["melds"]["wilds"] == {"cards": ["JK", "2"], "most": 2, "move": "end_free"}
    assert data["deal"]["cut"] == {"least": 30, "leaves": 45, "about": 36}


def test_a_rank_in_a_list_may_be_written_as_a_number() -> None:
    text = "melds: {wilds: {cards: [JK, 2]}, set: {ranks: [A, 3]}}\n"
    data = completed(parse(text).data)
    assert data["melds"]["wilds"]["cards"] == ["JK", "2"]
    assert data["melds"]["set"]["ranks"] == ["A", "3"]


def test_an_empty_value_is_no_mistake() -> None:
    tree = parse("name: a\ndeck:\nmatch: {target: null}\n")
    assert tree.data == {"name": "a", "deck": None, "match": {"target": None}}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dek: {packs: 2}", "f.yaml:1:1: `dek` is no key of a ruleset; did you mean `deck`? (dek)"),
        (
            "name: a\njokers: 2",
            "f.yaml:2:1: `jokers` is no key of a ruleset; did you mean `deck.jokers`? (jokers)",
        ),
        (
            "deck: {colour: red}",
            "f.yaml:1:8: `colour` is no key of `deck`: there are packs and jokers (deck.colour)",
        ),
        ("deck: {colour: }", "f.yaml:1:8: `colour` is no key of `deck`"),
        (
            "hand_ends:\n  stock:\n    when: atonce",
            "f.yaml:3:5: `when` is the text `atonce`; it can be `at_once` or `finish_turn`; "
            "did you mean `at_once`? (hand_ends.stock.when)",
        ),
        ("deck: {packs: two}", "f.yaml:1:8: `packs` has to be a whole number, not the text `two`"),
        (
            'deck: {packs: "2"}',
            "f.yaml:1:8: `packs` has to be a whole number, not the text `2`: leave the quotes out",
        ),
        ("deck: {packs: 2.0}", "f.yaml:1:8: `packs` has to be a whole number, not `2.0`"),
        ("deck: {packs: true}", "f.yaml:1:8: `packs` has to be a whole number, not `true`"),
        ("deck: {packs: 0}", "f.yaml:1:8: `packs` has to be at least 1, not 0"),
        ("deck: {packs: 100}", "f.yaml:1:8: `packs` has to be at most 6, not 100"),
        (
            "draw: {pile: {return_single: no}}",
            "f.yaml:1:15: `return_single` has to be true or false, not the text `no`: write false",
        ),
        (
            "pozzetti: nonne",
            "f.yaml:1:1: `pozzetti` is the text `nonne`; it has to be `none` or a mapping of keys "
            "to values; did you mean `none`? (pozzetti)",
        ),
        (
            'match: {target: "500"}',
            "f.yaml:1:9: `target` is the text `500`; it has to be `none` or a whole number: "
            "leave the quotes out (match.target)",
        ),
        ("match: {target: 0}", "f.yaml:1:9: `target` has to be at least 1, not 0"),
        ("pozzetti: {seen: never}", "f.yaml:1:12: `seen` is the text `never`; it can be"),
        ("pozzetti: {piles: [11, x]}", "f.yaml:1:24: entry 2 of `piles` has to be a whole number"),
        ("pozzetti: {taken: []}", "f.yaml:1:12: `taken` needs at least 1 entry, not 0"),
        ("seats: [N, N]", "f.yaml:1:1: `seats` names something twice"),
        ("seats: [N, '']", "f.yaml:1:12: entry 2 of `seats` is the text ``: a name here is"),
        (
            "teams: {A B: [N], C: [S]}",
            "f.yaml:1:9: `A B` cannot stand here: a name here is a letter",
        ),
        ("values: {Jk: 5}", "f.yaml:1:10: `Jk` cannot stand here: a rank is one of A K Q J 10"),
        ("values: {A-JK: 5}", "f.yaml:1:10: `A-JK` cannot stand here"),
        (
            "values: {A-J: 5,\n  K-8: 10}",
            "f.yaml:2:3: `K-8` gives K a value again, after `A-J` (values.K-8)",
        ),
        (
            "burracos: {clean: {wilds: 0}}",
            "f.yaml:1:12: `clean` needs `points`: what a burraco of this tier is paid",
        ),
        ("burracos: {x: {points: 5, ends: [A, 11]}}", "f.yaml:1:37: entry 2 of `ends` is `11`"),
        ("house_rules: [gold]", "f.yaml:1:1: `house_rules`: house-rule plugins are not supported"),
        ("name: my rules", "f.yaml:1:1: `name` is the text `my rules`: a name is letters"),
        ("extends: ''", "f.yaml:1:1: `extends` may not be empty"),
        ("closing: {needs: {pozzetto: false}}", "f.yaml:1:19: `pozzetto` is `false`; it can be"),
        ("draw_for_deal: {suits: S H D}", "f.yaml:1:17: `suits` is the text `S H D`: write the"),
        ("cites: {deck: IT-1}", "f.yaml:1:9: `deck` has to be a list, not the text `IT-1`"),
        ("match: {victory_points: {4: [1, 2]}}", "f.yaml:1:26: `4` needs at least 10 entries"),
        ("match: {victory_points: {four: []}}", "f.yaml:1:26: `four` cannot stand here: a table"),
    ],
)
def test_a_fault_says_what_is_wrong_and_where(text: str, expected: str) -> None:
    found = faults(text)
    assert found[0].startswith(expected)


def test_every_fault_is_reported_at_once_from_top_to_bottom() -> None:
    text = "name: a\nname: b\ndeck: {packs: 0, cards: 1}\nseats: N\nmelds:\n  smalest: 3\n"
    assert [fault.split(":")[1] for fault in faults(text)] == ["2", "3", "3", "4", "6"]


def test_a_fault_carries_its_place_for_programs() -> None:
    with pytest.raises(RulesetError) as caught:
        parse("deck:\n  packs: 0\n", "club.yaml")
    (fault,) = caught.value.faults
    assert (fault.file, fault.line, fault.column, fault.path) == ("club.yaml", 2, 3, "deck.packs")


def test_a_value_of_a_kind_that_no_alternative_takes() -> None:
    assert faults("match: {target: 0.5}")[0].startswith("f.yaml:1:9: `target` is `0.5`; it has to")
