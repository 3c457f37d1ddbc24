"""Work spread over processes: parts go out as fast as workers take them, and their results
come back in the order of the parts."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, parent_process
from typing import TypeVar

from pozzetto.errors import PozzettoError

Part = TypeVar("Part")
Result = TypeVar("Result")

IN_FLIGHT = 4
"""Parts handed out for each worker: enough that none waits, few enough that the results
which wait for a slow one stay few."""


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(
    work: Callable[[Part], Result],
    parts: Iterable[Part],
    *,
    workers: int,
    executor: Executor | None = None,
) -> Generator[Result, None, None]:
    """The result of each part, in order.

    One worker is this process. More are processes of their own, or whatever an executor
    given has (it is not shut down). Raises PozzettoError when a worker dies.
    """
    if executor is not None:
        yield from _windowed(executor, work, parts, workers * IN_FLIGHT)
    elif workers == 1:
        for part in parts:
            yield work(part)
    else:
        # spawned on every system: a fork would copy whatever threads the caller has
        pool = ProcessPoolExecutor(
            workers, mp_context=get_context("spawn"), initializer=_begin_work
        )
        try:
            yield from _windowed(pool, work, parts, workers * IN_FLIGHT)
        except BrokenProcessPool as error:
            raise PozzettoError(
                "A worker process died before its hands were played. Was it killed, or short of "
                "memory? Then run it again, with fewer workers: the same seed gives the same "
                "hands. In a Python program of your own, what starts workers has to stand under "
                '`if __name__ == "__main__":`, or be given workers=1.'
            ) from error
        finally:
            # a second Ctrl-C while the workers end would leave them, and this process, waiting
            with _no_interrupts():
                pool.shutdown(cancel_futures=True)


def _windowed(
    executor: Executor, work: Callable[[Part], Result], parts: Iterable[Part], window: int
) -> Generator[Result, None, None]:
    left = iter(parts)
    waiting: deque[Future[Result]] = deque()
    try:
        with _no_interrupts():
            # workers start here, and inherit this
            waiting.extend(executor.submit(work, part) for part in islice(left, window))
        while waiting:
            result = waiting.popleft().result()
            waiting.extend(executor.submit(work, part) for part in islice(left, 1))
            yield result
    finally:
        for future in waiting:
            future.cancel()


@contextmanager
def _no_interrupts() -> Iterator[None]:
    # Ctrl-C reaches every process of a terminal; only this one shall answer it
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if hasattr(signal, "pthread_sigmask"):
        # held back, not lost: it is answered as soon as the worker has started
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
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


def _begin_work() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # a worker whose parent was killed would otherwise wait for work for ever
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
