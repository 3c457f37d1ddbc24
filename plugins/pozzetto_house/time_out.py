"""Time-out in tournaments: the director calls time, and one last lap is played (H41, 2.44).

Two federations, two forms. When time is called in a player's turn:

- `fibur`: the lap starts from the partner of the next player, who has still to draw. That
  partner has just played; so the player in turn finishes, the next two play, and the partner
  has one turn fewer.
- `feburit`: the player in turn finishes, and the other three play.

Called before the player in turn has drawn, it is a whole lap from that player in both forms.
A closing in the last lap is a closing like any other; without one nobody is paid for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pozzetto.api import Options, Position, Rules

API = 1


def pozzetto_events() -> Iterator[str]:
    """The director calls time."""
    yield "time"


def pozzetto_options() -> Mapping[str, Mapping[str, Any]]:
    """The form of the last lap, and when time is called in simulations."""
    return {
        "form": {
            "enum": ["fibur", "feburit"],
            "default": "fibur",
            "description": "Whose last lap is played: fibur or feburit.",
        },
        "turns": {
            "anyOf": [{"const": "none"}, {"type": "integer", "minimum": 1, "maximum": 10000}],
            "default": "none",
            "description": "In which turn of the hand, its player having drawn, time is called by "
            "itself, as simulations need; none where only the director calls it.",
        },
    }


def pozzetto_explain(options: Options) -> Mapping[str, str]:
    """The rule for players."""
    fibur = options.form == "fibur"
    by_itself = options.turns != "none"
    return {
        "en": "When time is called in a player's turn, that player finishes it, and "
        + (
            "the last lap ends with the partner of that player (of four, the player before has "
            "one turn fewer)"
            if fibur
            else "all others have one more turn"
        )
        + "; when it is called before the player in turn has drawn, each has one more turn. Then "
        "the hand is over, and nobody is paid for closing who has not closed."
        + (f" Time is called in turn {options.turns} of each hand." if by_itself else ""),
        "it": "Se il time out è chiamato durante un turno, chi sta giocando lo finisce e "
        + (
            "l'ultimo giro si chiude con il suo compagno (dei quattro, il giocatore che lo "
            "precede gioca una volta in meno)"
            if fibur
            else "tutti gli altri giocano ancora una volta"
        )
        + "; se è chiamato prima che il giocatore di turno abbia pescato o raccolto, si fa un giro "
        "completo. Poi la smazzata è finita, e senza una vera chiusura nessuno ne prende i punti."
        + (f" Il time out arriva nel turno {options.turns} di ogni smazzata." if by_itself else ""),
    }


def pozzetto_hand_end(position: Position, options: Options) -> str | None:
    """The end of the last lap."""
    turn, drawn = called(position, options)
    if turn < 0:
        return None
    if not drawn:
        last = turn + len(position.rules.seats)
    else:
        # the seat to move has ended the turn of this number
        seat = (position.to_move - (position.turns - turn)) % len(position.rules.seats)
        last = turn + more_turns(position.rules, seat, options.form)
    return "time" if position.turns >= last else None


def called(position: Position, options: Options) -> tuple[int, bool]:
    """The turns begun when time was called, −1 while it was not; and whether the player in
    turn had drawn then. Of two calls the first counts."""
    turns = options.turns
    by_itself = turns != "none" and position.turns >= turns
    if by_itself and not 0 <= position.called < turns:
        return turns, True
    return position.called, position.called_drawn


def more_turns(rules: Rules, seat: int, form: str) -> int:
    """How many turns follow the one in which time was called, that of this seat."""
    seats = len(rules.seats)
    if form == "feburit":
        return seats - 1
    due = (seat + 1) % seats
    # a lone player is partner to nobody but himself
    partner = next(
        (due + step) % seats
        for step in range(1, seats + 1)
        if rules.team_of[(due + step) % seats] == rules.team_of[due]
    )
    return (partner - 1 - seat) % seats
