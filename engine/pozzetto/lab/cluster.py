"""A cluster: the workers of a Dask scheduler play the same chunks that processes of this
machine would, and send back what became of them.

Whoever reaches a scheduler can run any code on its workers; see docs/do/keep-a-study.md.
"""

from __future__ import annotations

import json
import logging
import platform
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pozzetto.errors import PozzettoError
from pozzetto.game.rules import Rules
from pozzetto.lab.versions import Versions, versions
from pozzetto.rulebook.compiler import compile_rules
from pozzetto.rulebook.inheritance import Inheritance
from pozzetto.rulebook.ruleset import checked
from pozzetto.rulebook.yaml_tree import Tree

if TYPE_CHECKING:
    from pozzetto.lab.run import DealResult, Run

CHUNK = 100
"""Deals that a worker of a cluster plays at a time: long enough, at some tenths of a second,
that what the scheduler does for each chunk counts for little."""
CONNECTING = 10.0
"""Seconds that a scheduler has to answer, and to have a worker."""
ABANDONED = 60.0
"""Seconds without any worker after which none is waited for any more."""

_NAMES = {"pozzetto": "pozzetto", "python": "Python", "epoch": "the epoch of its rules"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """The workers of a scheduler: how many there are, how many deals each is given at a time,
    what is given to them and by whom."""

    executor: Executor
    workers: int
    chunk: int
    work: Callable[[range], list[DealResult]]


@contextmanager
def connected(address: str, run: Run) -> Iterator[Cluster]:
    """The workers of the Dask scheduler at an address such as `tcp://10.0.0.5:8786`, ready to
    play a run.

    Raises PozzettoError when there is none, or no worker, or one that plays by another engine,
    Python, player or rules.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise PozzettoError(
            f"A cluster needs Dask, which is not here ({error}): pip install 'pozzetto[dask]'."
        ) from error
    expected = versions(run)
    for rules in run.rulesets:
        compiled_again(rules)
    with _quiet("distributed"):
        client = _client(distributed, address)
        try:
            threads = sum(client.nthreads().values())
            yield Cluster(
                executor=_Workers(client, address),
                workers=threads,
                chunk=CHUNK,
                work=partial(play_alike, run, expected),
            )
        except ImportError as error:
            raise PozzettoError(
                f"A worker of {address} lacks something: {error}. Every worker needs the same "
                f"pozzetto that is here."
            ) from error
        except distributed.KilledWorker as error:
            raise PozzettoError(
                f"Several workers of {address} died over the same hands. Were they killed, or "
                f"short of memory?"
            ) from error
        except _losses(distributed) as error:
            raise PozzettoError(f"The scheduler at {address} was lost.") from error
        finally:
            client.close(timeout=1)


def _losses(distributed: Any) -> tuple[type[BaseException], ...]:
    # the many ways in which a scheduler that goes away is met
    lost = (distributed.comm.CommClosedError, distributed.client.FutureCancelledError)
    return (CancelledError, TimeoutError, ConnectionError, *lost)


def _client(distributed: Any, address: str) -> Any:
    try:
        with warnings.catch_warnings():
            # what differs is asked for, and told, more exactly by play_alike
            warnings.simplefilter("ignore")
            # a client of what is no address is only half made, and hangs when it is done with
            with suppress(NotImplementedError):
                distributed.comm.get_address_host_port(address)
            client = distributed.Client(address, timeout=CONNECTING, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise PozzettoError(f"There is no Dask scheduler at {address}: {error}.") from error
    try:
        client.wait_for_workers(1, timeout=CONNECTING)
    except TimeoutError as error:
        client.close(timeout=1)
        raise PozzettoError(
            f"The scheduler at {address} has no workers. Start some: dask worker {address}."
        ) from error
    return client


class _Workers(Executor):
    """The workers of a scheduler as an executor, which may be asked whether they are there."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._executor = client.get_executor(pure=False)
        self._address = address
        self._alone_since: float | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """What a worker will have answered."""
        future: Future[Any] = self._executor.submit(fn, *args, **kwargs)
        return future

    def attend(self) -> None:
        """Raises PozzettoError when no worker has been there for a while."""
        if self._client.nthreads():
            self._alone_since = None
            return
        now = time.monotonic()
        self._alone_since = self._alone_since or now
        if now - self._alone_since > ABANDONED:
            raise PozzettoError(f"The scheduler at {self._address} has no workers any more.")


def play_alike(run: Run, expected: Versions, deals: range) -> list[DealResult]:
    """What becomes of these deals, played where this is called. Raises PozzettoError when that
    place would not play a run as who sent it would."""
    from pozzetto.lab.run import play_deals

    _check_alike(run, expected)
    return play_deals(run, deals)


_known: set[Versions] = set()


def _check_alike(run: Run, expected: Versions) -> None:
    # once in each process; a worker that comes later is asked too
    if expected in _known:
        return
    here = versions(run)
    for field in fields(Versions):
        theirs, ours = getattr(here, field.name), getattr(expected, field.name)
        if theirs != ours:
            raise PozzettoError(_differs(field.name, theirs, ours))
    for rules in run.rulesets:
        compiled_again(rules)
    _known.add(expected)


def _differs(name: str, theirs: Any, ours: Any) -> str:
    worker = f"A worker on {platform.node()}"
    if name in _NAMES:
        return f"{worker} has {_NAMES[name]} {theirs}, and here it is {ours}: nothing is played."
    what = "players" if name == "players" else "rules"
    return f"{worker} has other {what}: nothing is played."


def compiled_again(rules: Rules) -> Rules:
    """The rules made afresh, by the engine that is here, of the ruleset that they carry.

    Raises PozzettoError when they come out otherwise.
    """
    whole = Inheritance()
    whole.begin()
    # as plain data, as it would come from a file
    whole.lay(checked(Tree(data=json.loads(json.dumps(dict(rules.book))), file="", places={})))
    made = compile_rules(whole.resolved(rules.name))
    if made.fingerprint != rules.fingerprint:
        raise PozzettoError(
            f"On {platform.node()} the rules of {rules.name} come out otherwise than where they "
            f"were read: nothing is played."
        )
    return made


@contextmanager
def _quiet(name: str) -> Iterator[None]:
    # what happens is told in sentences, by whoever asked; a client that has lost its scheduler
    # complains for a while longer, in the background
    names = [
        name,
        *(each for each in logging.root.manager.loggerDict if each.startswith(f"{name}.")),
    ]
    levels = {each: logging.getLogger(each).level for each in names}
    for each in names:
        logging.getLogger(each).setLevel(logging.CRITICAL + 1)
    yield
    for each, level in levels.items():
        logging.getLogger(each).setLevel(level)
