"""Cases of melds judged by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pozzetto.errors import IllegalMove
from pozzetto.game.melds import Meld, tier, turned
from pozzetto.game.melds import written as meld_written
from pozzetto.game.rules import Rules
from pozzetto.rulebook.yaml_text import Path
from pozzetto.text.cases.case import (
    COMMON_KEYS,
    Difference,
    Judge,
    Wanted,
    read_refused,
    refusal_difference,
)
from pozzetto.text.fields import Fields
from pozzetto.text.notation import meld_of, read_marked
from pozzetto.text.table_words import kind_word
from pozzetto.text.told import told

MELD_CHECKS = ("is", "wilds", "clean", "burraco", "reads", "turned", "refused")
KEYS = (*COMMON_KEYS, "cards", *MELD_CHECKS)
NO_BURRACO = "none"


def read_meld_case(data: Mapping[str, Any], path: Path, fields: Fields) -> Judge | None:
    """A case of a meld: its cards, and what it is or that it is refused."""
    fields.mapping(data, path, KEYS)
    marked = None
    if "cards" in data:
        marked = fields.parsed(data["cards"], (*path, "cards"), read_marked)
    else:
        fields.say("a meld's case needs `cards`", path)
    rules = fields.rules
    wanted: Wanted = False
    if "refused" in data:
        wanted = read_refused(data["refused"], (*path, "refused"), fields)
    expected = _expected(data, path, fields)
    arranged = None
    if "reads" in data:
        arranged = fields.parsed(data["reads"], (*path, "reads"), read_marked)
    if marked is None:
        return None

    def judge() -> list[Difference]:
        try:
            meld = meld_of(*marked, rules)
        except IllegalMove as error:
            difference = refusal_difference(wanted, error.refusal)
            return [difference] if difference else []
        if wanted:
            # its word is put into the reader's language when the case is told
            kind = kind_word(meld.kind, lambda word: word)
            came = told("the {kind} {cards}", kind=kind, cards=_shown(meld))
            return [Difference("refused", str(wanted).lower(), came)]
        facts = _facts(meld, rules)
        found = [
            Difference(key, value, facts[key])
            for key, value in expected.items()
            if value != facts[key]
        ]
        if arranged is not None:
            try:
                as_expected = meld_of(*arranged, rules) == meld
            except IllegalMove:
                as_expected = False
            if not as_expected:
                found.append(Difference("reads", str(data["reads"]), _shown(meld)))
        return found

    return judge


def _expected(data: Mapping[str, Any], path: Path, fields: Fields) -> dict[str, str]:
    expected: dict[str, str | None] = {}
    for key, value in data.items():
        where = (*path, key)
        if key in ("wilds", "turned"):
            expected[key] = _told(fields.whole(value, where, least=0))
        elif key == "clean":
            expected[key] = _told(fields.truth(value, where))
        elif key == "is":
            expected[key] = fields.text(value, where)
        elif key == "burraco":
            tiers = [each.name for each in fields.rules.tiers]
            expected[key] = fields.choice(value, where, [*tiers, NO_BURRACO])
    return {key: value for key, value in expected.items() if value is not None}


def _facts(meld: Meld, rules: Rules) -> dict[str, str]:
    paid = tier(meld, rules)
    return {
        "is": meld.kind,
        "wilds": str(sum(meld.wild)),
        "clean": str(meld.is_clean).lower(),
        "burraco": paid.name if paid else NO_BURRACO,
        "turned": str(turned(meld, rules)),
    }


def _told(value: int | None) -> str | None:
    return None if value is None else str(value).lower()


def _shown(meld: Meld) -> str:
    return meld_written(meld)
