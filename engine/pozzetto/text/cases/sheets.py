"""What a case expects of a finished hand: its score, the sheet's lines, the match after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from pozzetto.errors import PozzettoError
from pozzetto.game import scoring
from pozzetto.game.match import Match
from pozzetto.game.refusals import Phrase
from pozzetto.rulebook.yaml_text import Path
from pozzetto.text.cases.case import Difference
from pozzetto.text.cases.matches import match_word, match_words
from pozzetto.text.fields import Fields
from pozzetto.text.position import Position

Expectation: TypeAlias = Callable[[Position], list[Difference]]
"""What compares one thing of a table with what is expected."""

SHEET_KEYS = ("score", "totals", "match", "lines")
LINE_KEYS = ("what", "points", "count")

_OVER = Phrase("the hand over")
_GOES_ON = Phrase("the hand goes on")


def read_sheet(data: Mapping[str, Any], path: Path, fields: Fields) -> list[Expectation]:
    """The checks of a finished hand's `score`, its `lines`, the `totals` and the `match`."""
    readers: Mapping[str, Callable[[Any, Path, Fields], list[Expectation]]] = {
        "score": _score,
        "lines": _lines,
        "totals": _totals,
        "match": _match,
    }
    return [
        check for key, value in data.items() for check in readers[key](value, (*path, key), fields)
    ]


def _sheets(position: Position) -> tuple[tuple[scoring.Line, ...], ...] | None:
    return scoring.sheets(position.table) if position.table.ended else None


def _scored(position: Position) -> tuple[int, ...] | None:
    return scoring.score(position.table) if position.table.ended else None


def _by_team(
    what_it_is: str,
    wanted: Mapping[int, int] | None,
    came: Callable[[Position], tuple[int, ...] | None],
) -> list[Expectation]:
    def check(position: Position) -> list[Difference]:
        teams = position.table.rules.teams
        points = came(position)
        if points is None:
            return [Difference(what_it_is, _OVER, _GOES_ON)]
        return [
            Difference(f"{what_it_is} of {teams[team]}", str(number), str(points[team]))
            for team, number in (wanted or {}).items()
            if points[team] != number
        ]

    return [check]


def _score(value: Any, path: Path, fields: Fields) -> list[Expectation]:
    return _by_team("score", fields.scores(value, path), _scored)


def _totals(value: Any, path: Path, fields: Fields) -> list[Expectation]:
    def came(position: Position) -> tuple[int, ...] | None:
        points = _scored(position)
        if points is None:
            return None
        return tuple(sum(pair) for pair in zip(position.scores, points, strict=True))

    return _by_team("totals", fields.scores(value, path), came)


def _match(value: Any, path: Path, fields: Fields) -> list[Expectation]:
    word = fields.choice(value, path, match_words(fields.rules))

    def check(position: Position) -> list[Difference]:
        points = _scored(position)
        if points is None:
            return [Difference("match", _OVER, _GOES_ON)]
        try:
            match = Match(rules=position.table.rules, totals=position.scores).after(points)
        except PozzettoError as error:
            return [Difference("match", str(word), str(error))]
        came = match_word(match)
        return [] if came == word else [Difference("match", str(word), came)]

    return [check]


def _lines(value: Any, path: Path, fields: Fields) -> list[Expectation]:
    checks: list[Expectation] = []
    for team, each, where in fields.by_team(value, path):
        lines = []
        for item, here in fields.listing(each, where):
            data = fields.mapping(item, here, LINE_KEYS) or {}
            text = fields.text(data.get("what"), (*here, "what"))
            points = fields.whole(data.get("points"), (*here, "points"))
            count = fields.whole(data["count"], (*here, "count")) if "count" in data else None
            lines.append((text, points, count))
        checks.append(_lines_check(team, lines))
    return checks


def _lines_check(team: int, lines: list[tuple[str | None, int | None, int | None]]) -> Expectation:
    def check(position: Position) -> list[Difference]:
        sheets = _sheets(position)
        if sheets is None:
            return [Difference("lines", _OVER, _GOES_ON)]
        came = sheets[team]
        alike = len(came) == len(lines) and all(
            (line.what, line.points) == (text, points) and count in (None, line.count)
            for line, (text, points, count) in zip(came, lines, strict=True)
        )
        if alike:
            return []
        return [
            Difference(
                f"lines of {position.table.rules.teams[team]}",
                ", ".join(f"{text} {points}" for text, points, _ in lines),
                ", ".join(f"{line.what} {line.points}" for line in came),
            )
        ]

    return check
