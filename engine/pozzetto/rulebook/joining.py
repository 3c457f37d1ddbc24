"""Joining: what plugins answer to each hook becomes part of a `House`, in their order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from pozzetto.game.actions import action
from pozzetto.game.deal import Dealt
from pozzetto.game.house import Kind, Watch
from pozzetto.game.match import Match, Outcome
from pozzetto.game.melds import RUN, SET, Meld
from pozzetto.game.moves import VERBS
from pozzetto.game.position import Position
from pozzetto.game.refusals import Refusal
from pozzetto.game.rules import Rules, Tier
from pozzetto.game.scoring import Line
from pozzetto.game.state import State
from pozzetto.rulebook.answers import MOST_COUNTED, OwnWords, is_text
from pozzetto.rulebook.asking import Asked
from pozzetto.rulebook.joining_lab import measures, players
from pozzetto.rulebook.objections import meant
from pozzetto.rulebook.shelf import NAME
from pozzetto.rulebook.yaml_tree import shown

EVENTS = ("time",)
EVERY_VERB = (1 << len(VERBS)) - 1

House: TypeAlias = dict[str, Any]
Every: TypeAlias = Sequence[Any]


def _meld_objections(house: House, every: Every) -> None:
    def join(ask: Asked) -> Callable[[Meld, Rules], Refusal | None]:
        return lambda meld, rules: ask.refusal(meld)

    house["meld_objections"] = _each(every, join)


def _tiers(house: House, every: Every) -> None:
    def join(ask: Asked) -> tuple[str, Callable[[Meld, Tier], bool]]:
        def belongs(meld: Meld, tier: Tier) -> bool:
            answer = ask(meld, tier)
            if not isinstance(answer, bool):
                ask.wrong(answer, "True or False")
            return answer

        return ask.plugin.name, belongs

    house["tiers"] = tuple(
        join(ask) if isinstance(ask, Asked) else ("standard", ask) for ask in every
    )


def _kinds(house: House, every: Every) -> None:
    kinds: dict[str, Kind] = {}
    for ask in every:
        for kind in ask.several():
            name: Any = getattr(kind, "name", None)
            if not isinstance(name, str) or not NAME.fullmatch(name):
                ask.wrong(kind, "a kind of meld with a name in small letters")
            if name in (RUN, SET, *kinds):
                raise ask.plugin.error(f"there is a kind of meld `{shown(name)}` already", ask.hook)
            for method in ("judge", "candidates", "extensions"):
                if not callable(getattr(kind, method, None)):
                    raise ask.plugin.error(
                        f"the kind of meld `{shown(name)}` has no `{method}`: a kind has to "
                        "enumerate its melds as well as judge them, or nobody would lay them",
                        ask.hook,
                    )
            kinds[name] = _AskedKind(ask, kind)
    house["kinds"] = tuple(kinds.values())


class _AskedKind:
    """A plugin's kind of meld, its faults told of the plugin."""

    def __init__(self, ask: Asked, kind: Kind) -> None:
        self.name = kind.name
        self._ask = ask
        self._kind = kind

    def judge(self, cards: tuple[int, ...]) -> Meld | None:
        """The meld of this kind that the cards make, if any."""
        found = self._safely("judge", cards)
        return None if found is None else self._meld(found)

    def candidates(self, counts: tuple[int, ...]) -> list[Meld]:
        """Every meld that can be laid from these cards."""
        return [self._meld(each) for each in self._safely("candidates", counts)]

    def extensions(self, shape: Meld, counts: tuple[int, ...]) -> list[Meld]:
        """Every meld that comes of adding one of these cards."""
        return [self._meld(each) for each in self._safely("extensions", shape, counts)]

    def _safely(self, method: str, *given: Any) -> Any:
        def asked() -> Any:
            found = getattr(self._kind, method)(*given)
            return found if method == "judge" else list(found)

        return self._ask.guarded(f"the kind `{shown(self.name)}` failed in `{method}`: ", asked)

    def _meld(self, meld: object) -> Meld:
        if not isinstance(meld, Meld) or meld.kind != self.name:
            self._ask.wrong(meld, f"a Shape of the kind `{shown(self.name)}`")
        return meld


def _move_objections(house: House, every: Every) -> None:
    def join(ask: Asked) -> Watch:
        def judge(state: State) -> Callable[[int], Refusal | None]:
            position, melds, shapes = Position(state), state.melds[state.team], state.shapes
            return lambda move: ask.refusal(position, action(move, melds, shapes))

        verbs = _verbs(ask, "OBJECTS_TO") or EVERY_VERB
        return Watch(judge, verbs, _verbs(ask, "JUDGES_ALIKE"))

    house["move_objections"] = _each(every, join)


def _owes(house: House, every: Every) -> None:
    def join(ask: Asked) -> Callable[[State], Refusal | None]:
        house["owed_after"] |= _verbs(ask, "OWED_AFTER") or EVERY_VERB
        return lambda state: ask.refusal(Position(state))

    house["owed_after"] = 0
    house["owes"] = _each(every, join)


def _verbs(ask: Asked, constant: str) -> int:
    # the moves that a plugin's constant names, as bits
    named = ask.plugin.constant(constant)
    for name in named:
        if name not in VERBS:
            near = meant(name, VERBS) or f": there are {', '.join(VERBS)}"
            raise ask.plugin.error(
                f"its {constant} names `{shown(name)}`, which is no move{near}", ask.hook
            )
    return sum(1 << VERBS.index(name) for name in set(named))


def _hand_ends(house: House, every: Every) -> None:
    def join(ask: Asked) -> Callable[[State], str | None]:
        def ends(state: State) -> str | None:
            answer = ask(Position(state))
            if answer is None:
                return None
            if not isinstance(answer, str) or not NAME.fullmatch(answer):
                ask.wrong(answer, "one word in small letters, or None")
            return f"{answer} by {ask.plugin.name}"

        return ends

    house["hand_ends"] = _each(every, join)


def _events(house: House, every: Every) -> None:
    known = set()
    for ask in every:
        for event in ask.several():
            if event not in EVENTS:
                ask.wrong(event, f"an event that a director calls ({', '.join(EVENTS)})")
            known.add(event)
    house["events"] = frozenset(known)


def _setups(house: House, every: Every) -> None:
    def join(ask: Asked) -> tuple[str, Callable[[Any], object]]:
        def fact(dealt: Dealt) -> object:
            answer = ask(dealt)
            if not _is_plain(answer):
                ask.wrong(answer, "a number, a text, true or false, a tuple of them, or None")
            return answer

        return ask.plugin.name, fact

    house["setups"] = _each(every, join)


def _is_plain(value: object) -> bool:
    # what a table can write down, and nobody can change
    if isinstance(value, tuple):
        return all(_is_plain(each) for each in value)
    return value is None or isinstance(value, int | str)


def _scores(house: House, every: Every) -> None:
    def join(ask: Asked) -> Callable[[State, int], Sequence[Line]]:
        return lambda state, team: ask.lines(Position(state), team)

    house["scores"] = _each(every, join)


def _adjusts(house: House, every: Every) -> None:
    def join(ask: Asked) -> Callable[[State, int, Sequence[Line]], Sequence[Line]]:
        def adjusted(state: State, team: int, lines: Sequence[Line]) -> Sequence[Line]:
            return ask.lines(Position(state), team, tuple(lines))

        return adjusted

    house["adjusts"] = _each(every, join)


def _rounds(house: House, every: Every) -> None:
    def join(ask: Asked) -> Callable[[int], Sequence[Line]]:
        def rounded(points: int) -> Sequence[Line]:
            answer = ask(points)
            is_whole = isinstance(answer, int) and not isinstance(answer, bool)
            if not is_whole or abs(answer) > MOST_COUNTED:
                ask.wrong(answer, "a whole number of points")
            change = answer - points
            name = ask.plugin.name
            title = {"en": "rounding", "it": "arrotondamento"}
            return [Line(f"{name}.rounding", 1, change, name, title)] if change else []

        return rounded

    house["rounds"] = _each(every, join)


def _match_ends(house: House, every: Every) -> None:
    def join(ask: Asked) -> Callable[[Match], Outcome | None]:
        def ended(match: Match) -> Outcome | None:
            answer = ask(match)
            if answer is None:
                return None
            teams = range(len(match.rules.teams))
            if not isinstance(answer, Outcome) or answer.winner not in (None, *teams):
                ask.wrong(answer, "an Outcome, its winner the number of a team, or None")
            return answer

        return ended

    house["match_ends"] = _each(every, join)


def _explained(house: House, every: Every) -> None:
    said = {}
    for ask in every:
        answer = ask()
        if not is_text(answer):
            ask.wrong(answer, "a sentence")
        said[ask.plugin.name] = OwnWords(answer)
    house["explained"] = said


def _each(every: Every, join: Callable[[Asked], Any]) -> tuple[Any, ...]:
    # the ordinary rules' functions are the game's own already
    return tuple(join(ask) if isinstance(ask, Asked) else ask for ask in every)


HOOKS: Mapping[str, Callable[[House, Every], None]] = {
    "pozzetto_explain": _explained,
    "pozzetto_meld_objection": _meld_objections,
    "pozzetto_tier": _tiers,
    "pozzetto_kinds": _kinds,
    "pozzetto_move_objection": _move_objections,
    "pozzetto_owes": _owes,
    "pozzetto_hand_end": _hand_ends,
    "pozzetto_events": _events,
    "pozzetto_setup": _setups,
    "pozzetto_score": _scores,
    "pozzetto_score_adjust": _adjusts,
    "pozzetto_score_round": _rounds,
    "pozzetto_match_end": _match_ends,
    "pozzetto_measures": measures,
    "pozzetto_players": players,
}
"""How what plugins answer to each hook becomes part of a house. `pozzetto_options` is asked
before, when the ruleset is read."""
