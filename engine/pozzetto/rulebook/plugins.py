"""Plugins of a ruleset: found by the names it gives, checked, and joined to its rules.

One plugin manager a ruleset: the hooks' specifications, the ordinary rules, then each plugin
in the ruleset's order. What comes of it is a `House`, plain functions in that order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pozzetto.errors import PluginError
from pozzetto.game import standard
from pozzetto.game.house import House
from pozzetto.rulebook import schema
from pozzetto.rulebook.answers import Options, OwnWords
from pozzetto.rulebook.foreign import plainly
from pozzetto.rulebook.objections import meant
from pozzetto.rulebook.plugin_module import (
    arguments,
    constant,
    hooks_of,
    loaded,
    manager_of,
    opening,
)
from pozzetto.rulebook.shelf import Offer, join_source, offers
from pozzetto.rulebook.yaml_tree import shown

if TYPE_CHECKING:
    from pozzetto.game.rules import Rules

ROUNDS = "pozzetto_score_round"


@dataclass(frozen=True)
class Plugin:
    """One plugin of a ruleset: where it comes from, its module, and its options there."""

    offer: Offer
    module: ModuleType
    options: Options
    data: Mapping[str, Any]
    ruleset: str

    @property
    def name(self) -> str:
        """What the ruleset calls it."""
        return self.offer.name

    @property
    def hooks(self) -> list[str]:
        """The hooks that it has."""
        return hooks_of(self.module)

    @property
    def needs(self) -> tuple[str, ...]:
        """The plugins and the ruleset keys that it cannot do without."""
        return self.constant("NEEDS")

    @property
    def conflicts(self) -> tuple[str, ...]:
        """The plugins that it cannot be played with."""
        return self.constant("CONFLICTS")

    def constant(self, name: str) -> tuple[str, ...]:
        """A tuple of names that its module declares; empty where it does not."""
        return constant(self.offer, self.module, name)

    def error(self, message: str, hook: str = "") -> PluginError:
        """That this plugin is at fault under this ruleset."""
        return self.offer.error(message, hook=hook, ruleset=self.ruleset)

    def failed(self, raised: BaseException, hook: str, before: str = "") -> PluginError:
        """That this plugin's code raised something under this ruleset."""
        return self.offer.failed(raised, before, hook=hook, ruleset=self.ruleset)


def named(entry: str | Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """The plugin that an entry of `house_rules` names, and its options."""
    if isinstance(entry, str):
        return entry, {}
    ((name, options),) = entry.items()
    return name, options or {}


def found(name: str, ruleset: str = "") -> Offer:
    """The plugin of this name. Raises PluginError when there is none, or more than one."""
    every = offers()
    matching = [offer for offer in every if offer.name == name]
    if not matching:
        near = meant(name, [offer.name for offer in every])
        raise PluginError(
            f"no such plugin is installed or given as a file{near}", plugin=name, ruleset=ruleset
        )
    if len(matching) > 1:
        origins = " and ".join(offer.origin for offer in matching)
        raise PluginError(
            f"two plugins have this name: {origins}; only one can be meant",
            plugin=name,
            ruleset=ruleset,
        )
    return matching[0]


def joined(plugins: Sequence[Plugin]) -> House:
    """The house rules of some plugins, in order, the ordinary rules first.

    Raises PluginError where they do not fit together, or where one answers what it may not.
    """
    from pozzetto.rulebook.asking import Asked
    from pozzetto.rulebook.joining import HOOKS

    if not plugins:
        return standard.HOUSE
    for _, error in misfits(plugins, [plugin.name for plugin in plugins]):
        raise error
    ruleset = plugins[0].ruleset
    manager = manager_of([(plugin.offer, plugin.module) for plugin in plugins], ruleset)
    place = {standard.NAME: -1, **{plugin.name: index for index, plugin in enumerate(plugins)}}
    house: dict[str, Any] = {"names": (standard.NAME, *(plugin.name for plugin in plugins))}
    for hook, join in HOOKS.items():
        caller = getattr(manager.hook, hook)
        impls, given = caller.get_hookimpls(), tuple(caller.spec.argnames)
        asked = []
        for impl in sorted(impls, key=lambda impl: place[impl.plugin_name]):
            if impl.plugin_name == standard.NAME:
                asked.append(impl.function)
            else:
                plugin = plugins[place[impl.plugin_name]]
                names = arguments(impl.function)
                asked.append(Asked(plugin, hook, impl.function, names, given))
        join(house, asked)
    for plugin in plugins:
        house["explained"].setdefault(plugin.name, OwnWords(opening(plugin.module, plugin.name)))
    house["explained"] = {plugin.name: house["explained"][plugin.name] for plugin in plugins}
    portable = tuple(
        (each.name, each.offer.file, each.offer.source, each.offer.code, dict(each.data), ruleset)
        for each in plugins
    )
    marks = tuple((each.name, each.data, each.offer.code) for each in plugins)
    house["suits_alike"] = not house["kinds"] and all(map(_tells_no_suits, plugins))
    return House(**house, marks=marks, remake=(_remade, (portable,)))


def _tells_no_suits(plugin: Plugin) -> bool:
    # whether a plugin judges no melds, or promises not to look at their suits
    promised = getattr(plugin.module, "SUITS_ALIKE", False)
    if not isinstance(promised, bool):
        raise plugin.error(f"its SUITS_ALIKE has to be True or False, not {plainly(promised)}")
    return promised or not {"pozzetto_meld_objection", "pozzetto_tier"} & {*plugin.hooks}


def misfits(plugins: Sequence[Plugin], names: Sequence[str]) -> Iterator[tuple[int, PluginError]]:
    """What keeps plugins from being played together, each with which of them is at fault;
    `names` are all that the ruleset names."""
    met: set[str] = set()
    rounds = ""
    for index, plugin in enumerate(plugins):
        if plugin.name in met:
            yield index, plugin.error("the ruleset names it twice")
            continue
        met.add(plugin.name)
        for other in plugin.conflicts:
            if other in names:
                yield index, plugin.error(f"it cannot be played together with `{shown(other)}`")
        for other in plugin.needs:
            if schema.at(other) is None and other not in names:
                message = f"it needs the house rule `{shown(other)}`, which is not named"
                yield index, plugin.error(message)
        if ROUNDS in plugin.hooks:
            if rounds:
                message = f"`{rounds}` rounds the score already, and only one may"
                yield index, plugin.error(message, ROUNDS)
            rounds = rounds or plugin.name


def _remade(plugins: tuple[tuple[Any, ...], ...]) -> House:
    # the same house in another process: a file goes there by content, what is installed
    # there has to be the same code
    made = []
    for name, file, source, code, data, ruleset in plugins:
        offer = join_source(name, file, source) if file else found(name, ruleset)
        if offer.code != code:
            raise offer.error("another version of it is installed where the work is done")
        made.append(Plugin(offer, loaded(offer, ruleset), Options(data), data, ruleset))
    return joined(made)


def renewals(rules: Rules) -> Iterator[Rules]:
    """The same rules again and again, their plugins' code run anew each time: what a plugin
    kept to itself is gone."""
    portable = rules.house.remake[1][0] if rules.house.remake is not None else ()
    # where they are is looked up once: to read what is installed takes longer than all the rest
    offered = [
        (join_source(name, file, source) if file else found(name, ruleset), data, ruleset)
        for name, file, source, _, data, ruleset in portable
    ]
    while True:
        made = [
            Plugin(offer, offer.fresh(ruleset), Options(data), data, ruleset)
            for offer, data, ruleset in offered
        ]
        yield replace(rules, house_rules=joined(made)) if made else rules
