"""One key of a ruleset in words: what it says, its value and default, what it follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pozzetto.errors import Fault, RulesetError
from pozzetto.game.refusals import Phrase
from pozzetto.game.rules import Rules
from pozzetto.rulebook import house_entries, schema
from pozzetto.rulebook.card_values import by_rank
from pozzetto.rulebook.checks import STABLE_NAMES
from pozzetto.rulebook.objections import meant
from pozzetto.rulebook.yaml_tree import shown
from pozzetto.rulebook.yaml_writing import flow
from pozzetto.words.sentence import Sentence, from_outside
from pozzetto.words.sheet import Sheet, explain
from pozzetto.words.voice import Voice, voice_of

NOTHING = object()
"""What a key says where there is none."""


WHOLE = ("title", "summary", "teams", "values")
"""The mappings that one sentence tells, as one tells a tier of burraco."""

UNSAID = ("extends", "cites")
"""The keys that are no rules of the game."""

FOR_THE_LONE: Mapping[str, Phrase] = {
    "draw_for_deal": Phrase(
        "How the first dealer is found: everyone draws a card, the lowest deals, the highest sits "
        "at the dealer's left. Equal cards draw again. With none, the host says who deals."
    ),
    "pozzetti": Phrase(
        "The second hands, one a player, taken by whoever runs out of cards; none where there are "
        "none."
    ),
    "melds.set.one_per_rank": Phrase("Whether a player may have only one set of each rank."),
    "closing.needs": Phrase("What a player must have before closing."),
    "scoring.closing": Phrase("What the player who closes is paid."),
    "scoring.closing.if": Phrase(
        "Whether they are always paid, or only to a player who has taken a pozzetto."
    ),
    "scoring.pozzetto_untaken": Phrase("What a player pays who has not taken a pozzetto."),
    "scoring.pozzetto_untaken.unless": Phrase(
        "When nobody pays: never, or when no player took one."
    ),
}
"""The descriptions of keys that speak of teams, as they are for players on their own."""


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
    voice = voice_of(rules, lang)
    said = sentences_at(explain(rules, lang), rules.book, key)
    sentences = tuple(sentence.text for sentence in said)
    if not said and has_a_say(rules.book, key):
        sentences = (idle(key, rules.book, voice),)
    value = written(at(rules.book, key)) if node is not None else None
    return KeyInWords(
        ruleset=rules.name,
        key=key,
        sentences=sentences,
        description=_description(key, node, voice) if node is not None else "",
        value=value,
        default=written(at(defaults(), key)) if node is not None else None,
        clauses=clauses_at(rules, key) if sentences else (),
    )


def sentences_at(sheet: Sheet, book: Mapping[str, Any], key: str) -> tuple[Sentence, ...]:
    """What a rule sheet says about a key.

    Where one sentence tells a whole mapping, it is quoted for each key in it; where there
    is nothing around the key, what is said of that: `Runs may not be laid.` Nothing is
    said of a key that makes no difference, or of a tier that does not exist.
    """
    about = tuple(sentence for sentence in sheet.sentences if sentence.tells(key))
    if about or "." not in key:
        return about
    whole = _told_whole(key)
    if whole is not None and at(book, key) is not NOTHING:
        return tuple(sentence for sentence in sheet.sentences if whole in sentence.keys)
    parent = key.rpartition(".")[0]
    while parent:
        if at(book, parent) == "none":
            return tuple(sentence for sentence in sheet.sentences if sentence.tells(parent))
        parent = parent.rpartition(".")[0]
    return ()


def _told_whole(key: str) -> str | None:
    """The mapping around a key that one sentence tells whole."""
    top, *inner = key.split(".")
    if top == "burracos" and len(inner) > 1:
        return f"{top}.{inner[0]}"
    return top if top in WHOLE else None


def has_a_say(book: Mapping[str, Any], key: str) -> bool:
    """Whether a ruleset has a rule at a key, which other rules may make idle."""
    there = at(book, key)
    return there is not NOTHING and there != "none" and key.split(".")[0] not in UNSAID


def idle(key: str, book: Mapping[str, Any], voice: Voice) -> str:
    """What is said of a key that makes no difference, whatever its value."""
    value = written(at(book, key))
    return voice("{key} is {value}, which makes no difference here.", key=key, value=value)


def _description(key: str, node: schema.Node, voice: Voice) -> str:
    return voice.translated(
        FOR_THE_LONE[key] if voice.lone and key in FOR_THE_LONE else described(node)
    )


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
        if isinstance(value, list):
            # the house rules, each by its name
            value = house_entries.by_name(value)
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
