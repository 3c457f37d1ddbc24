"""What a ruleset takes from the one it extends, and what it says itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pozzetto import schema
from pozzetto.card_values import by_rank, ranks_in
from pozzetto.errors import Fault, RulesetError
from pozzetto.yaml_text import ROOT, Path, Place, Tree, dotted

OWN = ("name", "title", "summary", "extends")
"""The keys that are never inherited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """A ruleset with everything it inherits and every default filled in.

    `places` says in which file, and where, each key was written that was written at all.
    """

    name: str
    file: str
    data: Mapping[str, Any]
    places: Mapping[Path, tuple[str, Place]]

    def fault(self, message: str, *paths: Path) -> Fault:
        """A fault in what the keys at `paths` say together.

        It is placed at the first of them that the ruleset itself writes, since what it
        inherits was right where it came from; failing that, at the first one written.
        """
        written = [path for path in paths if self._site(path)[1].line] or [paths[0]]
        path = next((path for path in written if self._site(path)[0] == self.file), written[0])
        file, place = self._site(path)
        return Fault(
            message=message, file=file, line=place.line, column=place.column, path=dotted(path)
        )

    def _site(self, path: Path) -> tuple[str, Place]:
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, (self.file, Place()))


def inherit(trees: Sequence[Tree], name: str) -> Resolved:
    """The ruleset of the first tree, which extends the second, and so on to the last.

    `name` is what it is called when it does not say so itself. Raises RulesetError when
    it takes away what it does not inherit.
    """
    merging = _Merging()
    data: dict[str, Any] = {}
    for tree in reversed(trees):
        inherited = {key: value for key, value in data.items() if key not in OWN}
        data = merging.over(inherited, tree)
    if merging.faults:
        raise RulesetError(merging.faults)
    data = schema.completed(data)
    data["values"] = by_rank(data["values"])
    data["name"] = data["name"] or name
    del data["extends"]
    return Resolved(name=data["name"], file=trees[0].file, data=data, places=merging.places)


@dataclass
class _Merging:
    places: dict[Path, tuple[str, Place]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def over(self, inherited: Mapping[str, Any], tree: Tree) -> dict[str, Any]:
        """The inherited data with what the tree says laid over it."""
        said = dict(tree.data)
        if isinstance(said.get("values"), Mapping):
            said["values"] = by_rank(said["values"])
        merged = self._merged(inherited, said, ROOT, tree)
        for path, place in tree.places.items():
            for spread in _spread(path):
                self.places[spread] = (tree.file, place)
        return merged

    def _merged(
        self, inherited: Mapping[str, Any], said: Mapping[str, Any], path: Path, tree: Tree
    ) -> dict[str, Any]:
        merged = dict(inherited)
        for key, value in said.items():
            here = (*path, key)
            before = inherited.get(key)
            if isinstance(value, Mapping) and not _replaced_whole(here):
                if not isinstance(before, Mapping):
                    before = {}
                merged[key] = self._merged(before, value, here, tree)
                continue
            self._forget(here)
            if value is not None:
                merged[key] = _without_nulls(value)
            elif key in inherited:
                del merged[key]
            elif _is_open(path):
                message = f"`{key}` is not inherited, so there is nothing to take away"
                self.faults.append(tree.fault(message, here))
        return merged

    def _forget(self, path: Path) -> None:
        for inside in [each for each in self.places if each[: len(path)] == path]:
            del self.places[inside]


def _replaced_whole(path: Path) -> bool:
    return path == ("teams",) or (len(path) == 2 and path[0] == "burracos")


def _is_open(path: Path) -> bool:
    node = schema.at(dotted(path)) if path else schema.schema()
    return node is not None and schema.is_open(node)


def _without_nulls(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    return {key: _without_nulls(each) for key, each in value.items() if each is not None}


def _spread(path: Path) -> list[Path]:
    """The path, or the paths of the ranks that a range in `values` names."""
    if len(path) == 2 and path[0] == "values":
        return [("values", rank) for rank in ranks_in(str(path[1]))]
    return [path]
