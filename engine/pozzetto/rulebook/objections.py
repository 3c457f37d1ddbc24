"""What the schema objects to in a ruleset, in sentences a club organiser understands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from pozzetto.errors import Fault
from pozzetto.rulebook import schema
from pozzetto.rulebook.yaml_tree import Path, Tree, shown

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

MOST_OBJECTIONS = 100
LONGEST_WORD = 60
"""Beyond it a word is nobody's slip of the pen."""

_EXPECTED = {
    "object": "a mapping of keys to values",
    "array": "a list",
    "integer": "a whole number",
    "string": "a text",
    "boolean": "true or false",
    "number": "a number",
    "null": "empty",
}
_MEANT = {"yes": "true", "on": "true", "no": "false", "off": "false"}


def objections(tree: Tree) -> list[Fault]:
    """What the schema objects to in a ruleset's text, from top to bottom.

    Every fault, unless there are so many that the text can be no ruleset.
    """
    data = _without_nulls(schema.schema(), tree.data)
    found = (
        tree.fault(message, path)
        for error in _validator().iter_errors(data)
        for message, path in _in_words(error)
    )
    faults = list(islice(found, MOST_OBJECTIONS))
    if next(found, None):
        message = f"there are more faults than these {MOST_OBJECTIONS}"
        faults.append(tree.fault(message))
    return sorted(faults, key=lambda fault: (fault.line, fault.column))


def foreign_objections(node: schema.Node, data: Any) -> list[tuple[str, Path]]:
    """What another schema objects to in some data, and where. Raises ValueError when that
    schema is none."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError
    from referencing.exceptions import Unresolvable

    try:
        Draft202012Validator.check_schema(node)
    except SchemaError as error:
        raise ValueError(error.message) from error
    made = _validator().evolve(schema=node)
    try:
        return [said for error in made.iter_errors(data) for said in _in_words(error, own=False)]
    except (Unresolvable, RecursionError, re.error) as error:
        # a reference that leads nowhere or around, or a pattern that is none
        raise ValueError(str(error) or type(error).__name__) from error


def meant(word: object, names: Iterable[str]) -> str:
    """`; did you mean …?` with the name nearest to the word; empty when none is near."""
    near = nearest(str(word), names)
    return f"; did you mean `{near}`?" if near else ""


def nearest(word: str, names: Iterable[str]) -> str | None:
    """The name nearest to a word; None when none is near."""
    if len(word) > LONGEST_WORD:
        return None
    names = list(names)
    # small and capital letters are told apart only where nothing else is
    folded = {name.lower(): name for name in reversed(names)}
    if word.lower() in folded:
        return folded[word.lower()]
    near = get_close_matches(word, names, 1)
    alike = near or get_close_matches(word.lower(), list(folded), 1)
    return near[0] if near else folded[alike[0]] if alike else None


@cache
def _validator() -> Validator:
    # loaded here since most commands never read a ruleset's text
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError
    from jsonschema.validators import extend

    def whole(_: object, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool)

    def pattern(_: object, wanted: str, value: object, __: object) -> Iterator[ValidationError]:
        # `$` would let a line break pass
        if isinstance(value, str) and not re.fullmatch(wanted, value):
            yield ValidationError("")

    def all_different(_: object, __: bool, value: object, ___: object) -> Iterator[ValidationError]:
        # a rank may be written as 2 or as "2"
        if isinstance(value, list) and len({str(each) for each in value}) < len(value):
            yield ValidationError("")

    def not_beyond(rule: str) -> Any:
        # what is too long is told as such; its thousands of entries are not
        ordinary = Draft202012Validator.VALIDATORS[rule]

        def judge(validator: Any, wanted: Any, value: Any, node: Any) -> Iterator[ValidationError]:
            if isinstance(value, list):
                value = value[: node.get("maxItems")]
            elif isinstance(value, dict):
                value = dict(islice(value.items(), node.get("maxProperties")))
            yield from ordinary(validator, wanted, value, node) or ()

        return judge

    rules = {rule: not_beyond(rule) for rule in ("items", "additionalProperties", "propertyNames")}
    rules |= {"pattern": pattern, "uniqueItems": all_different}
    checker = Draft202012Validator.TYPE_CHECKER.redefine("integer", whole)
    made = extend(Draft202012Validator, rules, type_checker=checker)  # type: ignore[no-untyped-call]
    validator: Validator = made(schema.schema())
    return validator


def _without_nulls(node: schema.Node, value: Any) -> Any:
    """The data without the keys that only take an inherited one away.

    A key that the schema does not know stays, so that it is objected to.
    """
    if not isinstance(value, Mapping):
        return value
    names = schema.followed(schema.branch(node, "object").get("propertyNames", {}))
    kept = {}
    for key, each in value.items():
        inner = schema.inside(node, key)
        if (
            each is not None
            or inner is None
            or not re.fullmatch(names.get("pattern", "(?s:.*)"), key)
        ):
            kept[key] = _without_nulls(inner or {}, each)
    return kept


def _in_words(error: ValidationError, *, own: bool = True) -> Iterator[tuple[str, Path]]:
    """What one error of the validator says, and where.

    `own`: it is of the schema of rulesets, every rule of which has its words. Another schema
    may say anything at all.
    """
    path: Path = tuple(error.absolute_path)
    value: Any = error.instance
    limit: Any = error.validator_value
    node: Any = error.schema
    what, explained = _subject(path), node.get("errorMessage")
    if own and value is None and path and isinstance(path[-1], str):
        return  # the key alone is wrong: any one may be taken away
    if "propertyNames" in error.relative_schema_path and explained:
        yield f"`{shown(value)}` cannot stand here: {explained}", (*path, value)
    elif explained:
        found = "" if isinstance(value, list) else f" is {_said(value)}"
        yield f"{what}{found}: {explained}", path
    elif error.validator == "additionalProperties":
        known, patterns = node.get("properties", {}), node.get("patternProperties", {})
        for key in value:
            if key not in known and not any(re.search(each, key) for each in patterns):
                yield _unknown(key, known, path), (*path, key)
    elif error.validator in ("oneOf", "anyOf") and error.context:
        yield from _alternatives(error, what, path, own=own)
    elif error.validator == "required":
        for key in limit:
            if key not in value:
                about = node.get("properties", {}).get(key, {}).get("description", "")
                colon = f": {about[0].lower()}{about[1:].rstrip('.')}" if about else ""
                yield f"{what} needs `{key}`{colon}", path
    elif not own or error.validator not in ("minimum", "maximum") or isinstance(value, int):
        # a number that is not whole has been objected to as such
        yield f"{what} {_plainly(str(error.validator), limit, value)}", path


def _alternatives(
    error: ValidationError, what: str, path: Path, *, own: bool
) -> Iterator[tuple[str, Path]]:
    """The objections of the alternative that was meant, judged by the value's type."""
    value: Any = error.instance
    options: Any = error.validator_value
    options = [schema.followed(option) for option in options]
    for index, option in enumerate(options):
        if option.get("type") == _type(value):
            for inner in error.context or ():
                if inner.relative_schema_path[0] == index:
                    yield from _in_words(inner, own=own)
            return
    words = [option["const"] for option in options if "const" in option]
    kinds = [option["type"] for option in options if "type" in option]
    choices = [f"`{word}`" for word in words] + [_expected(kind) for kind in kinds]
    hint = meant(value, words) or "".join(_slip(kind, value) for kind in kinds)
    yield f"{what} is {_said(value)}; it has to be {_or(choices) or 'otherwise'}{hint}", path


def _expected(kind: str | list[str]) -> str:
    return _EXPECTED[kind] if isinstance(kind, str) else _or([_EXPECTED[each] for each in kind])


def _plainly(rule: str, limit: Any, value: Any) -> str:
    """The rest of the sentence for the validator's simple rules."""
    match rule:
        case "enum":
            names = list(dict.fromkeys(str(name) for name in limit))
            choice = _or([f"`{name}`" for name in names])
            return f"is {_said(value)}; it can be {choice}{meant(value, names)}"
        case "type":
            return f"has to be {_expected(limit)}, not {_said(value)}{_slip(limit, value)}"
        case "minimum":
            return f"has to be at least {limit}, not {value}"
        case "maximum":
            return f"has to be at most {limit}, not {value}"
        case "minItems" | "minProperties":
            return f"needs at least {limit} {_entries(limit)}, not {len(value)}"
        case "maxItems" | "maxProperties":
            return f"takes at most {limit} {_entries(limit)}, not {len(value)}"
        case "uniqueItems":
            return "names something twice"
        case "minLength":
            return "may not be empty"
        case "maxLength":
            return f"has to have at most {limit} characters, not {len(value)}"
    # never of the schema of rulesets, whose rules all have words
    return f"does not fit `{rule}: {shown(str(limit))}`"


def _slip(expected: str | list[str], value: Any) -> str:
    """What to write instead, for the two slips that YAML invites."""
    if not isinstance(value, str) or not isinstance(expected, str):
        return ""
    if expected == "boolean" and value.lower() in _MEANT:
        return f": write {_MEANT[value.lower()]}"
    is_whole = value.isascii() and value.lstrip("+-").isdecimal()
    right = {"boolean": value in ("true", "false"), "integer": is_whole}
    return ": leave the quotes out" if right.get(expected) else ""


def _unknown(key: str, known: Mapping[str, Any], path: Path) -> str:
    where = f"key of `{path[-1]}`" if path else "key of a ruleset"
    near = meant(key, known)
    if not known:
        return f"`{shown(key)}` is no {where}"
    if not near:
        elsewhere = [name for name in schema.known_keys() if name.rpartition(".")[2] == key]
        near = f"; did you mean `{elsewhere[0]}`?" if len(elsewhere) == 1 else ""
    return f"`{shown(key)}` is no {where}{near or f': there are {_and(known)}'}"


def _subject(path: Path) -> str:
    if not path:
        return "the ruleset"
    if isinstance(path[-1], int):
        return f"entry {path[-1] + 1} of `{shown(str(path[-2]))}`"
    return f"`{shown(path[-1])}`"


def _type(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    kinds = ((dict, "object"), (list, "array"), (int, "integer"), (str, "string"))
    return next((name for kind, name in kinds if isinstance(value, kind)), "other")


def _said(value: Any) -> str:
    if value is None:
        return "empty"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"the text `{shown(value)}`" if isinstance(value, str) else f"`{value}`"


def _entries(count: int) -> str:
    return "entry" if count == 1 else "entries"


def _or(words: list[str]) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _and(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
