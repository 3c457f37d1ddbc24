"""The reference of refusal codes: each with its sentence, its rule and a way to meet it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

import pozzetto
from pozzetto.errors import IllegalMove
from pozzetto.game.deal import lift_refusal
from pozzetto.game.refusals import SENTENCES, Refusal
from pozzetto.rulebook import schema, shelf
from pozzetto.rulebook.yaml_writing import flow
from ruleset_page import anchor

WAYS = Path(__file__).with_name("refusals.yaml")


def ways() -> list[dict[str, Any]]:
    """One way to meet each code, as `refusals.yaml` tells it."""
    found: list[dict[str, Any]] = yaml.safe_load(WAYS.read_text("utf-8"))
    return found


def refused(way: Mapping[str, Any]) -> Refusal | None:
    """What is refused in this way; None when nothing is."""
    if "plugin" in way:
        shelf.join_source(way["plugin"], f"{way['plugin']}.py", way["code_of_plugin"])
    game = pozzetto.load(way.get("ruleset", "burraco"), way.get("set", ()))
    if "lift" in way:
        return lift_refusal(game.rules, way["lift"])
    try:
        if "meld" in way:
            game.meld(way["meld"])
            return None
        if "code_only" in way:
            return _without_stock(game)
        table = game.table(way["table"])
        for turn in way["turns"]:
            game.play(table, turn)
    except IllegalMove as error:
        return error.refusal
    return None


def told(refusal: Refusal | None, code: str) -> Refusal | None:
    """The refusal of this code in a refusal: itself, or its reason."""
    while refusal is not None and refusal.code != code:
        refusal = next((word for word in refusal.words.values() if isinstance(word, Refusal)), None)
    return refusal


def text() -> str:
    """Every code, in the order of the sentences."""
    known = {way["code"]: way for way in ways()}
    return "\n".join(line for code in SENTENCES for line in _code(code, known.get(code)))


def _without_stock(game: pozzetto.Game) -> Refusal | None:
    table = game.table({})
    table.stock.clear()
    return game.why_not(table, "N", "draw")


def _code(code: str, way: Mapping[str, Any] | None) -> Iterator[str]:
    yield f"### `{code}` {{ #{code} }}\n"
    yield f"> {SENTENCES[code]}\n"
    outer = refused(way) if way else None
    refusal = told(outer, code)
    if way is None or outer is None or refusal is None:
        return
    yield f"- Rule: {_rule(refusal.key)}."
    if refusal is not outer:
        yield f"- Met inside [`{outer.code}`](#{outer.code})."
    yield f"- For example, {_example(way)}: *{outer.sentence}*\n"


def _rule(key: str) -> str:
    if key.startswith("house_rules."):
        return f"`{key}`, of the [`house_rules`](ruleset.md#{anchor('house_rules')})"
    if schema.at(key) is None:
        return f"`{key}`, which no key changes"
    return f"[`{key}`](ruleset.md#{anchor(key)})"


def _example(way: Mapping[str, Any]) -> str:
    where = f"under `{way.get('ruleset', 'burraco')}`"
    if "set" in way:
        where += f" with {', '.join(f'`{change}`' for change in way['set'])}"
    if "lift" in way:
        return f"{where}, a lift of {way['lift']} cards"
    if "meld" in way:
        return f"{where}, the meld `{way['meld']}`"
    if "code_only" in way:
        return f"{where}, {way['code_only']}; no hand and no written table comes to it"
    *before, last = way["turns"]
    after = f" after {', '.join(f'`{turn}`' for turn in before)}" if before else ""
    table = f"at the table `{flow(way['table'])}`" if way["table"] else "at a table with no pile"
    return f"{where}, {table}, `{last}`{after}"
