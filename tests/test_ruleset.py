"""One ruleset's text: what the schema objects to, in which words and where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pozzetto.errors import RulesetError
from pozzetto.rulebook import schema
from pozzetto.rulebook.ruleset import parse
from pozzetto.rulebook.schema import completed, followed


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
    must_be_given = {"points", "naturals_in_a_row", "exactly", "by"}
    found = dict(named_nodes(schema.schema()))
    assert len(found) > 60
    for path, node in found.items():
        assert node["title"], path
        assert node["description"].endswith("."), path
        key = path.rpartition(".")[2]
        assert "default" in node or key in must_be_given, path


def test_every_list_and_open_mapping_has_an_end() -> None:
    def nodes(node: Any) -> Iterator[dict[str, Any]]:
        if isinstance(node, dict):
            yield node
        for inner in node.values() if isinstance(node, dict) else node:
            if isinstance(inner, dict | list):
                yield from nodes(inner)

    for node in nodes(schema.schema()):
        if node.get("type") == "array":
            assert "maxItems" in node, node
        if isinstance(node.get("additionalProperties"), dict):
            assert "maxProperties" in node, node
        if node.get("type") == "string":
            assert "maxLength" in node or "pattern" in node, node


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


def test_a_fault_carries_its_place_for_programs() -> None:
    with pytest.raises(RulesetError) as caught:
        parse("deck:\n  packs: 0\n", "club.yaml")
    (fault,) = caught.value.faults
    assert (fault.file, fault.line, fault.column, fault.path) == ("club.yaml", 2, 3, "deck.packs")
