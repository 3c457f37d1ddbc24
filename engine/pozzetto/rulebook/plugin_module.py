"""The module of a plugin: what it declares, which hooks it has, and whether they fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pozzetto.game import standard
from pozzetto.rulebook.foreign import plainly
from pozzetto.rulebook.objections import meant
from pozzetto.rulebook.shelf import Offer

if TYPE_CHECKING:
    import pluggy

PREFIX = "pozzetto_"
API = 1
"""The version of `pozzetto.api`: what a plugin may rely on. Raised with any change that an
older plugin could stumble over."""


def doc_of(module: ModuleType) -> str:
    """The docstring of a plugin's module; empty where it has none."""
    return module.__doc__.strip() if isinstance(module.__doc__, str) else ""


def opening(module: ModuleType, otherwise: str) -> str:
    """The first line of its docstring: what a house rule says of itself unasked."""
    return doc_of(module).partition("\n")[0] or otherwise


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
        message = f"its {name} have to be a list of names, not {plainly(value)}"
        raise offer.error(message, ruleset=ruleset)
    return tuple(value)


def loaded(offer: Offer, ruleset: str = "") -> ModuleType:
    """A plugin's module, known to fit these hooks. Raises PluginError where it does not."""
    module = offer.load(ruleset)
    # one that does not say is taken to be written for this version
    wanted = getattr(module, "API", API)
    if type(wanted) is not int:
        message = f"its API has to be a whole number, not {plainly(wanted)}"
        raise offer.error(message, ruleset=ruleset)
    if wanted != API:
        raise offer.error(
            f"it is written for version {wanted} of pozzetto.api, and this is version {API}",
            ruleset=ruleset,
        )
    for name in ("NEEDS", "CONFLICTS"):
        constant(offer, module, name, ruleset)
    manager_of([(offer, module)], ruleset)
    return module


def manager_of(modules: Sequence[tuple[Offer, ModuleType]], ruleset: str) -> pluggy.PluginManager:
    """What knows the hooks, the ordinary rules and some plugins. Raises PluginError where one
    does not fit."""
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
        return f"it has to be a function, not {plainly(function)}"
    import inspect

    from pozzetto.rulebook import hookspecs

    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        return "it is `async`, and has to be a plain function: nobody awaits a hook"
    allowed = arguments(vars(hookspecs)[hook])
    try:
        parameters = inspect.signature(function).parameters
    # what is made in other ways than by `def` may have none, or fail over it
    except Exception:  # noqa: BLE001
        return f"it has to be a plain function, not {plainly(function)}"
    for name, each in parameters.items():
        if name not in allowed:
            there_are = ", ".join(allowed) or "none at all"
            return f"it asks for `{name}`, which this hook does not give (it gives: {there_are})"
        if each.kind not in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD):
            return f"it has to take `{name}` as an ordinary argument, with no star before it"
    return ""
