"""The reference of ruleset keys, from the schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from pozzetto.game.rules import Rules
from pozzetto.rulebook import library, schema
from pozzetto.rulebook.card_values import ORDER
from pozzetto.rulebook.checks import STABLE_NAMES

WITHOUT_VALUES = ("name", "title", "summary", "extends", "cites", "house_rules")
"""The keys whose values in the shipped rulesets are not told."""


def text() -> str:
    """Every key, in the schema's order."""
    rulesets = [library.load(name) for name in library.names()]
    return "\n".join(_keys(schema.schema(), "", rulesets))


def stable_names_text() -> str:
    """The rules that no key sets, for which a ruleset may cite clauses."""
    return "\n".join(f"- `{name}`" for name in sorted(STABLE_NAMES))


def _keys(node: schema.Node, before: str, rulesets: list[Rules]) -> Iterator[str]:
    for key, inner in schema.branch(node, "object").get("properties", {}).items():
        yield from _key(f"{before}{key}", inner, rulesets)


def _key(path: str, node: schema.Node, rulesets: list[Rules]) -> Iterator[str]:
    node = schema.followed(node)
    yield f"{'#' * (2 if '.' not in path else 3)} `{path}` {{ #{anchor(path)} }}"
    yield f"\n{node['description']}\n"
    yield f"- Takes {_taken(node)}."
    if "default" in node:
        yield f"- Default: {_default(node)}."
    yield from _shipped(path, rulesets)
    yield ""
    open_node = schema.branch(node, "object").get("additionalProperties")
    if isinstance(open_node, Mapping):
        inner = schema.branch(open_node, "object")
        if inner:
            # a tier: its keys stand under the name that the ruleset gives it
            yield from _keys(open_node, f"{path}.NAME.", [])
    yield from _keys(node, f"{path}.", rulesets)


def anchor(path: str) -> str:
    """The place of a key on the page."""
    return path.replace(".", "-").replace("_", "-").lower()


def _default(node: schema.Node) -> str:
    default = node["default"]
    if default == {}:
        return "each of its keys has its own"
    if default == "":
        return "empty"
    return f"`{written(default)}`"


def written(value: Any) -> str:
    """A value on one line, as YAML takes it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(written, value)) + "]"
    return value if isinstance(value, str) else json.dumps(value)


def _shipped(path: str, rulesets: list[Rules]) -> Iterator[str]:
    # which ruleset says what, for keys whose value is one thing
    node = schema.at(path)
    mapping = schema.branch(node, "object") if node else {}
    is_group = "properties" in mapping
    if not rulesets or path.split(".")[0] in WITHOUT_VALUES:
        return
    said: dict[str, list[str]] = {}
    for rules in rulesets:
        value = rules.quote(path)
        if value is not None and not (is_group and value != "none"):
            said.setdefault(_shown(path, value), []).append(rules.name)
    if len(said) == 1 and len(next(iter(said.values()))) == len(rulesets):
        yield f"- In every ruleset that comes along: `{next(iter(said))}`."
        return
    for shown, names in said.items():
        yield f"- In {', '.join(f'`{name}`' for name in names)}: `{shown}`."


def _shown(path: str, value: Any) -> str:
    if path == "burracos" and isinstance(value, Mapping):
        return ", ".join(value)
    if path == "values":
        ranked = groupby(ORDER, key=lambda rank: value[rank])
        by_range = {
            "-".join(dict.fromkeys([ranks[0], ranks[-1]])): points
            for points, ranks in ((points, list(each)) for points, each in ranked)
        }
        return written({**{"JK": value["JK"]}, **by_range})
    return written(value)


def _taken(node: schema.Node) -> str:
    node = schema.followed(node)
    if "oneOf" in node:
        return " or ".join(_taken(option) for option in node["oneOf"])
    if "const" in node:
        return f"`{node['const']}`"
    if "enum" in node:
        values = list(dict.fromkeys(str(each) for each in node["enum"]))
        return f"one of {', '.join(f'`{each}`' for each in values)}"
    kind = node["type"]
    if kind == "boolean":
        return "`true` or `false`"
    if kind == "integer":
        return f"a whole number{_range(node['minimum'], node.get('maximum'))}"
    if kind == "array":
        least, most = node.get("minItems", 0), node["maxItems"]
        if not most:
            return "an empty list"
        how_many = f"{least}" if least == most else f"{least} to {most}"
        return f"a list of {how_many}, each {_taken(node['items'])}"
    if kind == "object":
        if "properties" in node:
            return f"a mapping of {', '.join(f'`{key}`' for key in node['properties'])}"
        if "additionalProperties" not in node:
            return "a mapping"
        return f"a mapping, for each key {_taken(node['additionalProperties'])}"
    return f"text ({node['errorMessage']})" if "errorMessage" in node else "text"


def _range(least: int, most: int | None) -> str:
    return f" from {least}" + ("" if most is None else f" to {most}")
