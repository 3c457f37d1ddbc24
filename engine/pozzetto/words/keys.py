"""One key of a ruleset in words: what it says, its value and default, what it follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pozzetto.errors import Fault, RulesetError
from pozzetto.game.rules import Rules
from pozzetto.language import translator
from pozzetto.rulebook import schema
from pozzetto.rulebook.card_values import by_rank
from pozzetto.rulebook.checks import STABLE_NAMES
from pozzetto.rulebook.objections import meant
from pozzetto.rulebook.yaml_tree import shown
from pozzetto.rulebook.yaml_writing import flow
from pozzetto.words.sentence import Sentence, from_outside
from pozzetto.words.sheet import Sheet, explain

NOTHING = object()
"""What a key says where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyInWords:
    """What a key means in one ruleset.

    `description` is the schema's; it is empty, and there is neither value nor default, for
    the stable name of a rule that no key sets. `value` and `default` are written as YAML,
    None where there is none.
    """

    ruleset: str
    key: str
    sentences: tuple[str, ...]
    description: str
    value: str | None
    default: str | None
    clauses: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
        """The key for a program; value and default as YAML."""
        return {
            "ruleset": self.ruleset,
            "key": self.key,
            "sentences": list(self.sentences),
            "description": self.description,
            "value": self.value,
            "default": self.default,
            "clauses": list(self.clauses),
        }


def explain_key(rules: Rules, key: str, lang: str = "en") -> KeyInWords:
    """One key in words, or one section: `melds.wilds.most`, `melds`, `turn.draw_first`.

    Raises RulesetError when there is no such key.
    """
    node = schema.at(key)
    if node is None and key not in _rule_names():
        near = meant(key, [*schema.known_keys(), *_tier_keys(rules), *sorted(_rule_names())])
        raise RulesetError([Fault(message=f"`{shown(key)}` is no key of a ruleset{near}")])
    translated = translator(lang)
    said = sentences_at(explain(rules, lang), rules.book, key)
    value = written(at(rules.book, key)) if node is not None else None
    return KeyInWords(
        ruleset=rules.name,
        key=key,
        sentences=tuple(sentence.text for sentence in said),
        description=translated(described(node)) if node is not None else "",
        value=value,
        default=written(at(defaults(), key)) if node is not None else None,
        clauses=clauses_at(rules, key) if said else (),
    )


def sentences_at(sheet: Sheet, book: Mapping[str, Any], key: str) -> tuple[Sentence, ...]:
    """What a rule sheet says about a key.

    Where nothing is said about it, because another rule leaves it no say, that other rule
    is quoted; about a tier, say, that does not exist nothing is.
    """
    while True:
        about = tuple(sentence for sentence in sheet.sentences if sentence.tells(key))
        parent = key.rpartition(".")[0]
        if about or not parent or not _is_settled(book, key, parent):
            return about
        exactly = tuple(sentence for sentence in sheet.sentences if parent in sentence.keys)
        if exactly:
            return exactly
        key = parent


def _is_settled(book: Mapping[str, Any], key: str, parent: str) -> bool:
    # a key that the schema does not name, such as a tier's, is one of many
    node = schema.at(parent)
    return at(book, key) is not NOTHING or node is None or not schema.is_open(node)


def clauses_at(rules: Rules, key: str) -> tuple[str, ...]:
    """The clauses cited for a key and those inside it, or else for the nearest around it."""
    inside = [cited for cited in rules.cites if cited == key or cited.startswith(f"{key}.")]
    while not inside and key:
        key = key.rpartition(".")[0]
        inside = [key] if key in rules.cites else []
    return tuple(dict.fromkeys(clause for cited in inside for clause in clauses_of(rules, cited)))


def clauses_of(rules: Rules, key: str) -> tuple[str, ...]:
    """The clauses cited for just this key."""
    return tuple(from_outside(clause) for clause in rules.cites.get(key, ()))


def at(book: Mapping[str, Any], key: str) -> Any:
    """What a resolved ruleset says at a dotted key; NOTHING where it has no such key."""
    value: Any = book
    for part in key.split("."):
        if not isinstance(value, Mapping) or part not in value:
            return NOTHING
        value = value[part]
    return value


def written(value: Any) -> str | None:
    """A value as YAML on one line; None for NOTHING."""
    return None if value is NOTHING else flow(value)


def described(node: schema.Node) -> str:
    """The schema's description of a key."""
    text: str = schema.followed(node).get("description", "")
    return text


@cache
def defaults() -> Mapping[str, Any]:
    """The ruleset that says nothing itself."""
    book = schema.completed({})
    book["values"] = by_rank(book["values"])
    return book


def _rule_names() -> frozenset[str]:
    # `turn` is a section too, though no key is called so
    return STABLE_NAMES | {"turn"}


def _tier_keys(rules: Rules) -> list[str]:
    return [f"burracos.{tier.name}" for tier in rules.tiers]
