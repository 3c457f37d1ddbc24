"""The `house_rules` of a ruleset: its plugins found, their options checked, all joined."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from pozzetto.errors import Fault, PluginError
from pozzetto.game.house import House
from pozzetto.rulebook import schema
from pozzetto.rulebook.answers import Options
from pozzetto.rulebook.foreign import written
from pozzetto.rulebook.inheritance import Resolved
from pozzetto.rulebook.objections import foreign_objections
from pozzetto.rulebook.plugin_module import loaded
from pozzetto.rulebook.plugins import Plugin, found, joined, misfits, named
from pozzetto.rulebook.shelf import Offer
from pozzetto.rulebook.yaml_tree import shown

KEY = "house_rules"
HOOK = "pozzetto_options"


def house_of(book: Resolved) -> tuple[House | None, list[Fault]]:
    """The house rules that a resolved ruleset names, and every fault in them: a plugin
    missing, options that do not fit, needs unmet. With faults there are no house rules."""
    entries = book.data[KEY]
    plugins: list[Plugin] = []
    places: list[int] = []
    faults: list[Fault] = []
    for index, entry in enumerate(entries):
        name, options = named(entry)
        try:
            offer = found(name, book.name)
            module = loaded(offer, book.name)
            data, wrong = _options(offer, module, options, book, index)
            plugins.append(Plugin(offer, module, Options(data), data, book.name))
            places.append(index)
        except PluginError as error:
            wrong = [book.fault(str(error), (KEY, index))]
        faults += wrong
    faults += _unmet(book, plugins, places)
    apart = misfits(plugins, [named(entry)[0] for entry in entries])
    faults += [book.fault(str(error), (KEY, places[at])) for at, error in apart]
    if faults:
        return None, sorted(faults, key=lambda fault: (fault.file, fault.line, fault.column))
    try:
        return joined(plugins), []
    except PluginError as error:
        at = [index for index, plugin in enumerate(plugins) if plugin.name == error.plugin]
        return None, [book.fault(str(error), (KEY, *at[-1:]))]


def options_of(offer: Offer, module: Any, ruleset: str = "") -> Mapping[str, Mapping[str, Any]]:
    """The options that a plugin knows, each with its JSON Schema. Raises PluginError where
    what it says is no such schema."""
    ask = getattr(module, HOOK, None)
    if ask is None:
        return {}
    with offer.blamed(hook=HOOK, ruleset=ruleset):
        answer, options = ask(), None
        # as the data that JSON is, whatever objects stand for it
        with suppress(TypeError, ValueError, RecursionError):
            options = json.loads(json.dumps(answer, allow_nan=False, default=_as_data))
    if not isinstance(options, dict) or not all(
        isinstance(each, dict) for each in options.values()
    ):
        message = f"it has to answer a JSON Schema for each option, not {written(answer)}"
        raise offer.error(message, hook=HOOK, ruleset=ruleset)
    for name, node in options.items():
        for wanted in ("default", "description"):
            if wanted not in node:
                message = f"the option `{shown(name)}` has no {wanted}"
                raise offer.error(message, hook=HOOK, ruleset=ruleset)
        if not isinstance(node["description"], str):
            message = f"the description of the option `{shown(name)}` has to be a text"
            raise offer.error(message, hook=HOOK, ruleset=ruleset)
    return options


def _as_data(value: object) -> object:
    # what JSON does not know, and a schema in Python may well be
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(value)


def _options(
    offer: Offer, module: Any, given: Mapping[str, Any], book: Resolved, index: int
) -> tuple[dict[str, Any], list[Fault]]:
    # the options with defaults filled in, and what is wrong with those given
    known = options_of(offer, module, book.name)
    options = {"type": "object", "additionalProperties": False, "properties": dict(known)}
    # below its name, so that what is wrong is told of it
    node = {"type": "object", "properties": {offer.name: options}}
    data = {**{name: option["default"] for name, option in known.items()}, **given}
    try:
        objections = foreign_objections(node, {offer.name: data})
    except ValueError as error:
        message = f"its options are no JSON Schema: {error}"
        raise offer.error(message, hook=HOOK, ruleset=book.name) from error
    return data, [
        book.fault(f"house rule `{offer.name}`: {message}", (KEY, index, *path))
        for message, path in objections
    ]


def _unmet(book: Resolved, plugins: list[Plugin], places: list[int]) -> Iterator[Fault]:
    for index, plugin in zip(places, plugins, strict=True):
        for key in plugin.needs:
            if schema.at(key) is not None and _at(book.data, key) in (None, "none", [], {}):
                message = f"it needs the ruleset to have `{key}`, which is none here"
                yield book.fault(str(plugin.error(message)), (KEY, index), tuple(key.split(".")))


def _at(data: Any, key: str) -> Any:
    for part in key.split("."):
        data = data.get(part) if isinstance(data, Mapping) else None
    return data
