"""Plugins of a ruleset: found by the names it gives, checked, and joined to its rules.

One plugin manager a ruleset: the hooks' specifications, the ordinary rules, then each plugin
in the ruleset's order. What comes of it is a `House`, plain functions in that order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pozzetto.errors import PluginError
from pozzetto.game import standard
from pozzetto.game.house import House
from pozzetto.rulebook import schema
from pozzetto.rulebook.answers import Options, OwnWords
from pozzetto.rulebook.objections import meant
from pozzetto.rulebook.shelf import Offer, join_source, offers
from pozzetto.rulebook.yaml_tree import shown

if TYPE_CHECKING:
    import pluggy

    from pozzetto.game.rules import Rules

PREFIX = "pozzetto_"
API = 1
"""The version of `pozzetto.api`: what a plugin may rely on. Raised with any change that an
older plugin could stumble over."""


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


def hooks_of(module: ModuleType) -> list[str]:
    """What a module calls as hooks are called, but for packages that it imports."""
    return [name for name, value in vars(module).items() if _is_hook(name, value)]


def arguments(function: Callable[..., object]) -> tuple[str, ...]:
    """The arguments that a hook asks for by name."""
    import inspect

    return tuple(inspect.signature(function).parameters)


def _is_hook(name: str, value: object) -> bool:
    return name.startswith(PREFIX) and not isinstance(value, ModuleType)


def constant(offer: Offer, module: ModuleType, name: str, ruleset: str = "") -> tuple[str, ...]:
    """A tuple of names that a plugin declares; empty where it does not."""
    value = getattr(module, name, ())
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
        message = f"its {name} have to be a list of names, not {shown(repr(value))}"
        raise offer.error(message, ruleset=ruleset)
    return tuple(value)


def loaded(offer: Offer, ruleset: str = "", *, fresh: bool = False) -> ModuleType:
    """A plugin's module, known to fit these hooks. Raises PluginError where it does not."""
    module = offer.fresh() if fresh else offer.load(ruleset)
    wanted = getattr(module, "API", API)
    if wanted != API:
        raise offer.error(
            f"it is written for version {wanted} of pozzetto.api, and this is version {API}",
            ruleset=ruleset,
        )
    for name in ("NEEDS", "CONFLICTS"):
        constant(offer, module, name, ruleset)
    _manager([(offer, module)], ruleset)
    return module


def joined(plugins: Sequence[Plugin]) -> House:
    """The house rules of some plugins, in order, the ordinary rules first.

    Raises PluginError where they do not fit together, or where one answers what it may not.
    """
    from pozzetto.rulebook.asking import Asked
    from pozzetto.rulebook.joining import HOOKS

    if not plugins:
        return standard.HOUSE
    _check_together(plugins)
    ruleset = plugins[0].ruleset
    manager = _manager([(plugin.offer, plugin.module) for plugin in plugins], ruleset)
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
        doc = (plugin.module.__doc__ or plugin.name).strip().partition("\n")[0]
        house["explained"].setdefault(plugin.name, OwnWords(doc))
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
        raise plugin.error(f"its SUITS_ALIKE has to be True or False, not {promised!r}")
    return promised or not {"pozzetto_meld_objection", "pozzetto_tier"} & {*plugin.hooks}


def _manager(modules: Sequence[tuple[Offer, ModuleType]], ruleset: str) -> pluggy.PluginManager:
    import pluggy

    from pozzetto.rulebook import hookspecs

    class Manager(pluggy.PluginManager):
        """Hooks are plain functions, known by their names."""

        def parse_hookimpl_opts(self, plugin: object, name: str) -> Any:
            return {} if _is_hook(name, getattr(plugin, name, None)) else None

    manager = Manager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    manager.register(standard, standard.NAME)
    known = [name for name in vars(hookspecs) if name.startswith(PREFIX)]
    for offer, module in modules:
        for hook in hooks_of(module):
            wrong = _unfit(hook, getattr(module, hook), known)
            if wrong:
                raise offer.error(wrong, hook=hook, ruleset=ruleset)
        try:
            manager.register(module, offer.name)
        except ValueError as error:
            message = "another plugin of this ruleset is the same module, or has the same name"
            raise offer.error(message, ruleset=ruleset) from error
    return manager


def _unfit(hook: str, function: Callable[..., object], known: Sequence[str]) -> str:
    # why a function is no hook; empty when it is one
    if hook not in known:
        return f"there is no such hook{meant(hook, known)}"
    if not callable(function):
        return f"it has to be a function, not {shown(repr(function))}"
    import inspect

    from pozzetto.rulebook import hookspecs

    allowed = arguments(vars(hookspecs)[hook])
    for name, each in inspect.signature(function).parameters.items():
        if name not in allowed:
            there_are = ", ".join(allowed) or "none at all"
            return f"it asks for `{name}`, which this hook does not give (it gives: {there_are})"
        if each.kind not in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD):
            return f"it has to take `{name}` as an ordinary argument, with no star before it"
    return ""


def _check_together(plugins: Sequence[Plugin]) -> None:
    names = [plugin.name for plugin in plugins]
    for plugin in plugins:
        if names.count(plugin.name) > 1:
            raise plugin.error("the ruleset names it twice")
        for other in plugin.conflicts:
            if other in names:
                raise plugin.error(f"it cannot be played together with `{other}`")
        for other in plugin.needs:
            if schema.at(other) is None and other not in names:
                raise plugin.error(f"it needs the house rule `{other}`, which is not named")
    rounding = [plugin for plugin in plugins if "pozzetto_score_round" in plugin.hooks]
    if len(rounding) > 1:
        first, second = rounding[:2]
        raise second.error(
            f"`{first.name}` rounds the score already, and only one may", "pozzetto_score_round"
        )


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


def renewed(rules: Rules) -> Rules:
    """The same rules, their plugins' code run anew: what a plugin kept to itself is gone."""
    remake = rules.house.remake
    if remake is None:
        return rules
    (portable,) = remake[1]
    made = []
    for name, file, source, _, data, ruleset in portable:
        offer = join_source(name, file, source) if file else found(name, ruleset)
        made.append(Plugin(offer, loaded(offer, ruleset, fresh=True), Options(data), data, ruleset))
    return replace(rules, house_rules=joined(made))
