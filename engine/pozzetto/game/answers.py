"""Answers: what has been asked once is not asked again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

Asked = TypeVar("Asked", bound=Hashable)
Answer = TypeVar("Answer")


class Answers(dict[Asked, Answer]):
    """The answers to one question so far: `answers[key]` asks for a key not met before."""

    __slots__ = ("_ask",)

    def __init__(self, ask: Callable[[Asked], Answer]) -> None:
        super().__init__()
        self._ask = ask

    def __missing__(self, key: Asked) -> Answer:
        answer = self[key] = self._ask(key)
        return answer
