"""A portrait of a plugin: what it is, its options, its hooks, as plain data."""

from __future__ import annotations

from typing import Any

from pozzetto.rulebook.answers import Options, is_text
from pozzetto.rulebook.house_rules import options_of
from pozzetto.rulebook.plugin_module import arguments, constant, doc_of, hooks_of, loaded, opening
from pozzetto.rulebook.shelf import Offer
from pozzetto.rulebook.yaml_writing import flow


def portrait(offer: Offer) -> dict[str, Any]:
    """What a plugin says of itself, its options at their defaults.

    Raises PluginError where it cannot be loaded or does not fit the hooks.
    """
    module = loaded(offer)
    options = options_of(offer, module)
    explained: Any = opening(module, offer.name)
    ask = getattr(module, "pozzetto_explain", None)
    if ask is not None:
        hook = "pozzetto_explain"
        defaults = Options({name: node["default"] for name, node in options.items()})
        with offer.blamed(hook=hook):
            explained = ask(defaults) if arguments(ask) else ask()
        if not is_text(explained):
            raise offer.error("it has to answer with a sentence", hook=hook)
    return {
        "name": offer.name,
        "version": offer.version,
        "distribution": offer.distribution,
        "file": offer.file,
        "origin": offer.origin,
        "about": " ".join(doc_of(module).split()),
        "explained": explained if isinstance(explained, str) else dict(explained),
        "options": {
            name: {
                "description": str(node["description"]),
                "default": flow(node["default"]),
                "schema": dict(node),
            }
            for name, node in options.items()
        },
        "hooks": hooks_of(module),
        "needs": list(constant(offer, module, "NEEDS")),
        "conflicts": list(constant(offer, module, "CONFLICTS")),
    }
