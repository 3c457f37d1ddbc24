"""The `house_rules` of a ruleset: its plugins found, their options checked, all joined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pozzetto.errors import Fault, PluginError
from pozzetto.game.house import House
from pozzetto.rulebook import schema
from pozzetto.rulebook.answers import Options
from pozzetto.rulebook.inheritance import Resolved
from pozzetto.rulebook.objections import foreign_objections
from pozzetto.rulebook.plugins import Plugin, found, joined, loaded, named
from pozzetto.rulebook.shelf import Offer, told

KEY = "house_rules"
HOOK = "pozzetto_options"


def house_of(book: Resolved) -> tuple[House | None, list[Fault]]:
    """The house rules that a resolved ruleset names, and every fault in them: a plugin
    missing, options that do not fit, needs unmet. With faults there are no house rules."""
    entries = book.data[KEY]
    plugins: list[Plugin] = []
    faults: list[Fault] = []
    for index, entry in enumerate(entries):
        name, options = named(entry)
        try:
            offer = found(name, book.name)
            module = loaded(offer, book.name)
            data, wrong = _options(offer, module, options, book, index)
            plugins.append(Plugin(offer, module, Options(data), data, book.name))
        except PluginError as error:
            wrong = [book.fault(str(error), (KEY, index))]
        faults += wrong
    faults += _unmet(book, plugins)
    if faults:
        return None, faults
    try:
        return joined(plugins), []
    except PluginError as error:
        at = [index for index, plugin in enumerate(plugins) if plugin.name == error.plugin]
        return None, [book.fault(str(error), (KEY, *at[-1:]))]


def options_of(offer: Offer, module: Any) -> Mapping[str, Mapping[str, Any]]:
    """The options that a plugin knows, each with its JSON Schema. Raises PluginError where
    what it says is no such schema."""
    ask = getattr(module, HOOK, None)
    if ask is None:
        return {}
    try:
        options = ask()
    except Exception as error:
        raise offer.error(told(error), hook=HOOK) from error
    if not isinstance(options, Mapping) or not all(
        isinstance(name, str) and isinstance(node, Mapping) for name, node in options.items()
    ):
        raise offer.error("it has to answer a JSON Schema for each option", hook=HOOK)
    for name, node in options.items():
        for wanted in ("default", "description"):
            if wanted not in node:
                message = f"the option `{name}` has no {wanted}"
                raise offer.error(message, hook=HOOK)
    return options


def _options(
    offer: Offer, module: Any, given: Mapping[str, Any], book: Resolved, index: int
) -> tuple[dict[str, Any], list[Fault]]:
    # the options with defaults filled in, and what is wrong with those given
    known = options_of(offer, module)
    node = {"type": "object", "additionalProperties": False, "properties": dict(known)}
    data = {**{name: option["default"] for name, option in known.items()}, **given}
    try:
        objections = foreign_objections(node, data)
    except ValueError as error:
        raise offer.error(f"its options are no JSON Schema: {error}", hook=HOOK) from error
    return data, [
        book.fault(f"house rule `{offer.name}`: {message}", (KEY, index, offer.name, *path))
        for message, path in objections
    ]


def _unmet(book: Resolved, plugins: list[Plugin]) -> Iterator[Fault]:
    for index, plugin in enumerate(plugins):
        for key in plugin.needs:
            if schema.at(key) is not None and _at(book.data, key) in (None, "none", [], {}):
                message = f"it needs the ruleset to have `{key}`, which is none here"
                yield book.fault(str(plugin.error(message)), (KEY, index), tuple(key.split(".")))


def _at(data: Any, key: str) -> Any:
    for part in key.split("."):
        data = data.get(part) if isinstance(data, Mapping) else None
    return data
