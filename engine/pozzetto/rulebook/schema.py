"""The schema of rulesets: which keys there are, and what holds where one is left out.

Defaults stand in `ruleset.schema.json` and nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

Node: TypeAlias = Mapping[str, Any]
"""A part of the schema."""


@cache
def schema() -> Node:
    """The whole schema."""
    found: Node = json.loads(text())
    return found


def text() -> str:
    """The schema as it is written, for editors and other programs."""
    return files("pozzetto").joinpath("ruleset.schema.json").read_text(encoding="utf-8")


def followed(node: Node) -> Node:
    """The node with what its `$ref` points to; its own words go first."""
    if "$ref" not in node:
        return node
    name = node["$ref"].removeprefix("#/$defs/")
    return {**schema()["$defs"][name], **{key: node[key] for key in node if key != "$ref"}}


def branch(node: Node, kind: str) -> Node:
    """The alternative of the node that describes a value of this JSON type, or nothing."""
    node = followed(node)
    if node.get("type") == kind:
        return node
    for option in node.get("oneOf", ()):
        found = branch(option, kind)
        if found:
            return found
    return {}


def inside(node: Node, key: str) -> Node | None:
    """The node of one key of a mapping; None when the mapping has no such key."""
    mapping = branch(node, "object")
    other = mapping.get("additionalProperties")
    found: Node | None = mapping.get("properties", {}).get(key)
    return found if found is not None else other if isinstance(other, Mapping) else None


def is_open(node: Node) -> bool:
    """Whether the mapping takes keys that the schema does not name, such as ranks."""
    return isinstance(branch(node, "object").get("additionalProperties"), Mapping)


def at(key: str) -> Node | None:
    """The node of a dotted key such as `melds.wilds.most`; None when there is none."""
    node: Node | None = schema()
    for part in key.split("."):
        node = inside(node, part) if node is not None else None
    return node


def known_keys() -> list[str]:
    """Every key that the schema names, dotted."""
    return list(_keys(schema(), ""))


def completed(data: Mapping[str, Any]) -> dict[str, Any]:
    """A ruleset's data with every default filled in, its keys in the schema's order.

    Ranks that a list writes as numbers become text. The data has to fit the schema.
    """
    whole: dict[str, Any] = _completed(schema(), data)
    return whole


def _keys(node: Node, before: str) -> Iterator[str]:
    for key, inner in branch(node, "object").get("properties", {}).items():
        yield before + key
        yield from _keys(inner, f"{before}{key}.")


def _completed(node: Node, value: Any) -> Any:
    if isinstance(value, Mapping):
        mapping = branch(node, "object")
        if not mapping.keys() & {"properties", "additionalProperties"}:
            return value  # a plugin's options: it knows them, not this schema
        named: Node = mapping.get("properties", {})
        whole = {
            key: _completed(inner, value.get(key, inner.get("default")))
            for key, inner in named.items()
            if key in value or "default" in inner
        }
        for key in value:
            inner = inside(node, key)
            if key not in whole and inner is not None:
                whole[key] = _completed(inner, value[key])
        return whole
    if isinstance(value, list):
        item = branch(node, "array").get("items", {})
        return [_completed(item, each) for each in value]
    # where the schema takes both 2 and "2", the rank is meant
    return str(value) if str(value) in followed(node).get("enum", ()) else value
