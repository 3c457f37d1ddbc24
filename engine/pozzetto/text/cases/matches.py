"""Cases of matches: hands one after the other, and who has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pozzetto.errors import PozzettoError
from pozzetto.game.match import Match
from pozzetto.game.refusals import Phrase
from pozzetto.game.rules import Rules
from pozzetto.rulebook.yaml_text import Path
from pozzetto.text.cases.case import COMMON_KEYS, Difference, Judge
from pozzetto.text.fields import Fields

MATCH_CHECKS = ("dealers", "totals", "match")
KEYS = (*COMMON_KEYS, "hands", *MATCH_CHECKS)
GOES_ON, DRAWN = "goes on", "drawn"

_PLAYED = Phrase("played")


def match_words(rules: Rules) -> list[str]:
    """Every way to say how a match stands: `goes on`, `drawn`, `won by NS`."""
    return [GOES_ON, DRAWN, *(f"won by {team}" for team in rules.teams)]


def match_word(match: Match) -> str:
    """How a match stands, in words."""
    outcome = match.outcome
    if outcome is None:
        return GOES_ON
    return DRAWN if outcome.winner is None else f"won by {match.rules.teams[outcome.winner]}"


def read_match(data: Mapping[str, Any], path: Path, fields: Fields) -> Judge | None:
    """A case of a match: the scores of its `hands`, its `dealers`, how the `match` stands."""
    fields.mapping(data, path, KEYS)
    rules = fields.rules
    hands = _hands(data.get("hands", []), (*path, "hands"), fields)
    dealers = [
        fields.seat(item, where)
        for item, where in fields.listing(data.get("dealers", []), (*path, "dealers"))
    ]
    totals = fields.scores(data["totals"], (*path, "totals")) if "totals" in data else None
    word = None
    if "match" in data:
        word = fields.choice(data["match"], (*path, "match"), match_words(rules))

    def judge() -> list[Difference]:
        match = Match.begin(rules, first_dealer=(dealers[0] if dealers else 0) or 0)
        for number, hand in enumerate(hands, 1):
            try:
                match = match.after(hand)
            except PozzettoError as error:
                return [Difference(f"hand {number}", _PLAYED, str(error))]
        differences = []
        if dealers and list(match.dealers) != dealers:
            differences.append(
                Difference("dealers", _seats(dealers, rules), _seats(match.dealers, rules))
            )
        differences += [
            Difference(f"totals of {rules.teams[team]}", str(total), str(match.totals[team]))
            for team, total in (totals or {}).items()
            if match.totals[team] != total
        ]
        if word is not None and word != match_word(match):
            differences.append(Difference("match", word, match_word(match)))
        return differences

    return judge


def _hands(value: Any, path: Path, fields: Fields) -> list[tuple[int, ...]]:
    hands = []
    for item, where in fields.listing(value, path):
        points = fields.scores(item, where)
        missing = [
            name for team, name in enumerate(fields.rules.teams) if team not in (points or {})
        ]
        if points is not None and missing:
            fields.say(f"a hand needs the score of {', '.join(missing)}", where)
        elif points is not None:
            hands.append(tuple(points[team] for team in range(len(fields.rules.teams))))
    return hands


def _seats(seats: Any, rules: Rules) -> str:
    return " ".join(rules.seats[seat] for seat in seats if seat is not None)
