"""Work spread over processes: parts go out as fast as workers take them, and their results
come back in the order of the parts. Who keeps results gets each as soon as it is there."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, parent_process
from tempfile import TemporaryDirectory
from typing import Generic, Protocol, TypeVar

from pozzetto.errors import PozzettoError
from pozzetto.fence import end_process, fence_worker
from pozzetto.lab.patience import lost, played_last, watch

Part = TypeVar("Part")
Result = TypeVar("Result")
PartT = TypeVar("PartT", contravariant=True)
ResultT = TypeVar("ResultT", contravariant=True)

IN_FLIGHT = 4
"""Parts handed out for each worker: enough that none waits, few enough that the results
which wait for a slow one stay few."""
WORTH_A_WORKER = 8
"""Pieces that a worker has to find before one more is started unasked: it takes about as long
to start as to play so many."""
MOST_A_CORE = 4
"""More workers than this for each core would only be in each other's way."""
STOPS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""What stops a run: Ctrl-C, a polite kill, a terminal that is closed."""
PATIENCE = 5.0
"""Seconds without a result after which an executor is asked whether it still has workers; and
in which Ctrl-C is heard where waiting itself does not hear it."""


class Keep(Protocol[PartT, ResultT]):
    """Whoever keeps results: told each part with its result, in any order, once each."""

    def __call__(self, part: PartT, result: ResultT, /) -> None:
        """Keep it."""


class Attended(Protocol):
    """An executor that can tell whether anybody works for it."""

    def attend(self) -> None:
        """Raises PozzettoError when nobody does."""


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def parts(deals: range, size: int) -> Iterator[range]:
    """The deals in parts of so many, the last perhaps smaller."""
    for start in range(deals.start, deals.stop, size):
        yield range(start, min(start + size, deals.stop))


def as_many(wanted: int | None, pieces: int) -> int:
    """How many workers play so many pieces: one a core unless told otherwise, and fewer where
    they would not be worth starting; never more than have work.

    Raises PozzettoError for a number that no machine like this can use.
    """
    if wanted is None:
        return min(cores(), max(1, pieces // WORTH_A_WORKER))
    if wanted < 1:
        raise PozzettoError(f"At least one worker has to play, not {wanted}.")
    most = MOST_A_CORE * cores()
    if wanted > most:
        raise PozzettoError(
            f"{wanted:,} workers are too many for this machine: it has {cores()} "
            f"core{'s' * (cores() > 1)}, and more than {most} workers would only wait for each "
            f"other. The figures are the same with any number of them."
        )
    return min(wanted, pieces)


def in_order(
    work: Callable[[Part], Result],
    parts: Iterable[Part],
    *,
    workers: int,
    executor: Executor | None = None,
    keep: Keep[Part, Result] | None = None,
    patience: float | None = None,
) -> Generator[Result, None, None]:
    """The result of each part, in order.

    One worker is this process, unless it may be ended for want of `patience` (in seconds; see
    `lab.patience`). More are processes of their own, or whatever an executor
    given has (it is not shut down; if it is `Attended`, it is asked now and then whether
    somebody works). `keep` gets every result as it comes, before it is given out, and also
    those that are there when the rest is not wanted any more. Raises PozzettoError when a
    worker dies.
    """
    if executor is not None:
        yield from _Window(executor, work, keep).results(parts, workers * IN_FLIGHT)
    elif workers == 1 and patience is None:
        for part in parts:
            result = work(part)
            if keep is not None:
                keep(part, result)
            yield result
    else:
        # spawned on every system: a fork would copy whatever threads the caller has
        folder = TemporaryDirectory(prefix="pozzetto-")
        pool = ProcessPoolExecutor(
            workers,
            mp_context=get_context("spawn"),
            initializer=_begin_work,
            initargs=(patience, folder.name),
        )
        try:
            yield from _Window(pool, work, keep).results(parts, workers * IN_FLIGHT)
        except BrokenProcessPool as error:
            hung = lost(folder.name)
            if hung is not None:
                raise hung from None
            raise PozzettoError(_died(played_last(folder.name))) from error
        finally:
            # a second Ctrl-C while the workers end would leave them, and this process, waiting
            with _no_interrupts():
                pool.shutdown(cancel_futures=True)
            folder.cleanup()


def _died(playing: list[str]) -> str:
    # who died cannot be told from those who were then ended
    if playing:
        return (
            f"A worker process died while it played {' or '.join(playing)}. Was it killed, or "
            f"short of memory, or ended by a house rule? Then run it again, with fewer workers: "
            f"the same seed gives the same hands."
        )
    return (
        "A worker process died before its hands were played. Was it killed, or short of "
        "memory? Then run it again, with fewer workers: the same seed gives the same "
        "hands. In a Python program of your own, what starts workers has to stand under "
        '`if __name__ == "__main__":`, or be given workers=1.'
    )


class _Window(Generic[Part, Result]):
    """The parts that are handed out: their results are given back in order."""

    def __init__(
        self, executor: Executor, work: Callable[[Part], Result], keep: Keep[Part, Result] | None
    ) -> None:
        self.executor = executor
        self.work = work
        self.keep = keep
        self.waiting: deque[Future[Result]] = deque()
        self.unkept: dict[Future[Result], Part] = {}

    def results(self, parts: Iterable[Part], window: int) -> Generator[Result, None, None]:
        """The result of each part, `window` of them handed out at a time."""
        left = iter(parts)
        try:
            with _no_interrupts():
                # workers start here, and inherit this
                self._hand_out(islice(left, window))
            while self.waiting:
                self._await()
                while self.waiting and self.waiting[0].done():
                    result = self.waiting.popleft().result()
                    self._hand_out(islice(left, 1))
                    yield result
        finally:
            for future in self.waiting:
                future.cancel()
            with _no_interrupts():
                self._keep_done()

    def _hand_out(self, parts: Iterable[Part]) -> None:
        for part in parts:
            future = self.executor.submit(self.work, part)
            self.waiting.append(future)
            if self.keep is not None:
                self.unkept[future] = part

    def _await(self) -> None:
        # until the next in order is there; whatever else comes before it is kept at once
        attend = getattr(self.executor, "attend", None)
        while not self.waiting[0].done():
            open_ones = list(self.unkept) or [self.waiting[0]]
            done, _ = wait(open_ones, PATIENCE, return_when=FIRST_COMPLETED)
            if not done and attend is not None:
                attend()
            self._keep_done()
        self._keep_done()

    def _keep_done(self) -> None:
        # those that failed are met when their turn comes
        if self.keep is None:
            return
        for future in [future for future in self.unkept if future.done()]:
            part = self.unkept.pop(future)
            if not future.cancelled() and future.exception() is None:
                self.keep(part, future.result())


@contextmanager
def _no_interrupts() -> Iterator[None]:
    # Ctrl-C reaches every process of a terminal; only this one shall answer it, and whatever
    # else stops it shall not come between
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if hasattr(signal, "pthread_sigmask"):
        # held back, not lost: it is answered as soon as the worker has started
        before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return
    ignored = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, ignored)


def _begin_work(patience: float | None, folder: str) -> None:
    fence_worker()
    if hasattr(signal, "pthread_sigmask"):
        # inherited from the moment when the worker was started
        signal.pthread_sigmask(signal.SIG_UNBLOCK, set(STOPS) - {signal.SIGINT})
    threading.Thread(target=_end_with_parent, daemon=True).start()
    watch(patience, folder)


def _end_with_parent() -> None:
    # a worker whose parent was killed would otherwise wait for work for ever
    parent = parent_process()
    if parent is not None:
        parent.join()
        end_process(1)
