"""Where house rules are found: plugins that installed distributions offer, and files that
the user names.

Looking runs no plugin: what is offered is read from the distributions' metadata. A plugin's
code runs only once a ruleset names it.
"""

from __future__ import annotations

import importlib.util
import linecache
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from pozzetto.errors import PluginError
from pozzetto.fence import is_stop
from pozzetto.rulebook.foreign import told
from pozzetto.rulebook.yaml_tree import shown

GROUP = "pozzetto.plugins"
ORDINARY = "standard"
"""What the ordinary rules are called; no plugin may be."""
NAME = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
MOST_BYTES = 1_000_000


@dataclass(frozen=True)
class Offer:
    """A plugin that could be used: its name, and the distribution or the file it is in."""

    name: str
    version: str = ""
    distribution: str = ""
    entry: EntryPoint | None = None
    file: str = ""
    source: str = ""

    @property
    def origin(self) -> str:
        """What it comes from, as people say it."""
        return f"file {self.file}" if self.file else f"{self.distribution} {self.version}".strip()

    def load(self, ruleset: str = "") -> ModuleType:
        """The plugin's module, its code run. Raises PluginError when that fails."""
        _in_use.add(self.name)
        with self.blamed("it cannot be imported: ", ruleset=ruleset):
            if self.entry is None:
                return self._run()
            found = self.entry.load()
            if not isinstance(found, ModuleType):
                message = f"its entry point has to name a module, not {self.entry.value}"
                raise self.error(message, ruleset=ruleset)
            return found

    def fresh(self, ruleset: str = "") -> ModuleType:
        """The module run anew, sharing nothing with the one in use. Raises PluginError when
        that fails."""
        with self.blamed("it cannot be run again: ", ruleset=ruleset):
            if self.entry is None:
                return self._run()
            spec = importlib.util.find_spec(self.entry.module)
            if spec is None or spec.loader is None:
                return self.load()
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            return module

    def _run(self) -> ModuleType:
        module = ModuleType(f"pozzetto_plugin_{self.name.replace('-', '_')}")
        module.__file__ = self.file
        # dataclasses and pickles look a module up by its name, tracebacks the file's lines
        sys.modules[module.__name__] = module
        linecache.cache[self.file] = (
            len(self.source),
            None,
            self.source.splitlines(keepends=True),
            self.file,
        )
        exec(compile(self.source, self.file, "exec"), module.__dict__)
        return module

    @cached_property
    def code(self) -> str:
        """The sha256 of the plugin's code: of every Python file of its package, or of its
        one file."""
        if self.entry is None:
            return sha256(self.source.encode("utf-8")).hexdigest()
        top = self.entry.module.partition(".")[0]
        spec = importlib.util.find_spec(top)
        if spec is None:
            raise self.error(f"it cannot be imported: there is no module {top}")
        digest = sha256()
        if spec.submodule_search_locations:
            roots = [Path(place) for place in spec.submodule_search_locations]
            files = sorted(
                (file.relative_to(root), file) for root in roots for file in root.rglob("*.py")
            )
        else:
            files = [(Path(f"{top}.py"), Path(spec.origin or ""))]
        for name, file in files:
            content = file.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{name.as_posix()}\0{len(content)}\0".encode())
            digest.update(content)
        return digest.hexdigest()

    def error(self, message: str, *, hook: str = "", ruleset: str = "") -> PluginError:
        """That this plugin is at fault."""
        return PluginError(
            message, plugin=self.name, origin=self.origin, hook=hook, ruleset=ruleset
        )

    @contextmanager
    def blamed(self, before: str = "", *, hook: str = "", ruleset: str = "") -> Iterator[None]:
        """Whatever its code raises meanwhile is told of this plugin, as a PluginError;
        `before` says what it was doing."""
        try:
            yield
        except PluginError:
            raise
        except BaseException as error:
            raise self.failed(error, before, hook=hook, ruleset=ruleset) from error

    def failed(
        self, raised: BaseException, before: str = "", *, hook: str = "", ruleset: str = ""
    ) -> PluginError:
        """That the plugin's code raised something; `before` says what it was doing. Who stops
        the program meanwhile is no fault of the plugin, and is raised again."""
        if is_stop(raised):
            raise raised
        if _tell is not None:
            _tell(raised)
        return self.error(before + told(raised), hook=hook, ruleset=ruleset)


_tell: Callable[[BaseException], object] | None = None


@contextmanager
def debugging(tell: Callable[[BaseException], object]) -> Iterator[None]:
    """Tell of everything that a plugin's code raises while this lasts, as it was raised."""
    global _tell
    before, _tell = _tell, tell
    try:
        yield
    finally:
        _tell = before


_joined: dict[str, Offer] = {}
_in_use: set[str] = set()
_told: list[Callable[[], object]] = []


def join(path: str) -> Offer:
    """Offer the plugin in one Python file, called as the file is (`my_rule.py`: my-rule).

    Nothing of it runs yet. Raises PluginError when it cannot be read.
    """
    name = Path(path).stem.replace("_", "-").lower()
    label = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in path)

    def wrong(message: str) -> PluginError:
        return PluginError(message, plugin=shown(name), origin=f"file {label}")

    if not path.endswith(".py") or not NAME.fullmatch(name) or name == ORDINARY:
        raise wrong("a plugin's file is called as the plugin, such as my_rule.py")
    try:
        with open(path, "rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise wrong(f"the file is larger than {MOST_BYTES} bytes")
        source = raw.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no text in UTF-8"
        raise wrong(f"the file cannot be read: {reason}") from error
    return join_source(name, os.path.basename(path), source.replace("\r\n", "\n"))


def join_source(name: str, file: str, source: str) -> Offer:
    """Offer a plugin by the text of its file."""
    offer = Offer(name, file=file, source=source)
    if _joined.get(name) != offer:
        _joined[name] = offer
        for forget in _told:
            forget()
    return offer


def in_use() -> list[str]:
    """The plugins whose code has run in this process."""
    return sorted(_in_use)


def on_join(forget: Callable[[], object]) -> None:
    """Have this called whenever a file is joined: what was read before may change."""
    _told.append(forget)


def offers() -> list[Offer]:
    """Every plugin that could be used, by name; of one name there may be several."""
    found = [
        Offer(
            entry.name,
            version=entry.dist.version if entry.dist else "",
            distribution=entry.dist.name if entry.dist else "",
            entry=entry,
        )
        for entry in entry_points(group=GROUP)
    ]
    unique = {(offer.name, offer.distribution, str(offer.entry)): offer for offer in found}
    every = [*unique.values(), *_joined.values()]
    return sorted(every, key=lambda offer: (offer.name, bool(offer.file), offer.origin))
