"""What a ruleset takes from the one it extends, and what it says itself.

What it extends is that ruleset as it is played: with every default filled in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pozzetto.errors import Fault
from pozzetto.rulebook import schema
from pozzetto.rulebook.card_values import by_rank, ranks_in
from pozzetto.rulebook.yaml_tree import ROOT, Path, Place, Tree, dotted, fault_at

OWN = ("name", "title", "summary", "extends")
"""The keys that are never inherited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """A ruleset with everything it inherits and every default filled in.

    `places` says in which file, and where, each key was written that was written at all;
    `files` are those files, each before the one it extends; the first `changes` of them
    are changes given on the spot. Top keys with one of the `faults` in them are left as
    they were before.
    """

    name: str
    data: Mapping[str, Any]
    places: Mapping[Path, tuple[str, Place]]
    files: tuple[str, ...]
    changes: int = 0
    faults: tuple[Fault, ...] = ()

    def fault(self, message: str, *paths: Path) -> Fault:
        """A fault in what the keys at `paths` say together.

        It is placed at the one written last, the ruleset's own rather than an inherited
        one, since what it inherits was right where it came from.
        """
        sites = [(path, self.site(path)) for path in paths]
        written = [(path, site) for path, site in sites if site]
        if not written:
            return fault_at(message, self.files[0], Place(), paths[0])
        path, (file, place) = min(written, key=lambda each: self.files.index(each[1][0]))
        first = self.site(paths[0])
        if first is not None and first[0] != file:
            # what it clashes with is not in the file that people look into
            known = ":".join(str(part) for part in (first[0], first[1].line) if part)
            message = f"{message}; `{dotted(paths[0])}` comes from {known}"
        return fault_at(message, file, place, path)

    def site(self, path: Path) -> tuple[str, Place] | None:
        """Where `path`, or else the nearest key around it, is written; None if nowhere."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path)

    def from_top(self, faults: Iterable[Fault]) -> list[Fault]:
        """The faults file by file and line by line, none of them twice."""

        def place(fault: Fault) -> tuple[int, int, int]:
            known = fault.file in self.files
            file = self.files.index(fault.file) if known else len(self.files)
            # changes stay as they were given
            return 0 if file < self.changes else file, fault.line, fault.column

        return sorted(dict.fromkeys(faults), key=place)


@dataclass
class Inheritance:
    """A ruleset being put together, from the one that extends nothing up to itself."""

    data: Mapping[str, Any] = field(default_factory=dict)
    places: dict[Path, tuple[str, Place]] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    changes: int = 0
    faults: list[Fault] = field(default_factory=list)

    def begin(self) -> None:
        """Begin a child: what there is so far is now what it inherits."""
        if self.files:
            whole = self._whole()
            self.data = {key: value for key, value in whole.items() if key not in OWN}
        for key in OWN:
            self._forget((key,))

    def lay(self, tree: Tree, within: Collection[Path] = ()) -> None:
        """Lay what a tree says over what there is.

        `within`: the mappings that the tree only changes, even if they are else replaced
        whole. A top key with a fault in it is left as it is.
        """
        self.faults += tree.faults
        self.files.insert(0, tree.file)
        sound = tree.sound_keys()
        said = {key: value for key, value in (tree.data or {}).items() if key in sound}
        if isinstance(said.get("values"), Mapping):
            said["values"] = by_rank(said["values"])
        self.data = self._merged(self.data, said, ROOT, tree, within)
        for path, place in tree.places.items():
            if path[0] in sound:
                for spread in _spread(path):
                    self.places[spread] = (tree.file, place)

    def resolved(self, name: str) -> Resolved:
        """What has come of it; `name` is what it is called if it does not say so itself."""
        whole = self._whole()
        whole["name"] = whole["name"] or name
        del whole["extends"]
        return Resolved(
            name=whole["name"],
            data=whole,
            places=self.places,
            files=tuple(self.files),
            changes=self.changes,
            faults=tuple(self.faults),
        )

    def _whole(self) -> dict[str, Any]:
        whole = schema.completed(self.data)
        whole["values"] = by_rank(whole["values"])
        return whole

    def _merged(
        self,
        inherited: Mapping[str, Any],
        said: Mapping[str, Any],
        path: Path,
        tree: Tree,
        within: Collection[Path],
    ) -> dict[str, Any]:
        merged = dict(inherited)
        for key, value in said.items():
            here = (*path, key)
            before = inherited.get(key)
            if isinstance(value, Mapping) and (here in within or not replaced_whole(here)):
                if not isinstance(before, Mapping):
                    self._forget(here)
                    before = {}
                merged[key] = self._merged(before, value, here, tree, within)
                continue
            self._forget(here)
            if value is not None:
                merged[key] = _without_nulls(value)
            elif key in inherited:
                del merged[key]
            elif path and schema.is_open(schema.at(dotted(path)) or {}):
                message = f"`{key}` is not inherited, so there is nothing to take away"
                self.faults.append(tree.fault(message, here))
        return merged

    def _forget(self, path: Path) -> None:
        for inside in [each for each in self.places if each[: len(path)] == path]:
            del self.places[inside]


def replaced_whole(path: Path) -> bool:
    """Whether a mapping at `path` takes the place of the inherited one."""
    return path == ("teams",) or (len(path) == 2 and path[0] == "burracos")


def _without_nulls(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    return {key: _without_nulls(each) for key, each in value.items() if each is not None}


def _spread(path: Path) -> list[Path]:
    """The path, or the paths of the ranks that a range in `values` names."""
    if len(path) == 2 and path[0] == "values":
        return [("values", rank) for rank in ranks_in(str(path[1]))]
    return [path]
