"""Tables as they are written: each key of a position read, each mistake told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pozzetto.errors import IllegalMove, NotationError
from pozzetto.game.cards import NAMES, written
from pozzetto.game.state import NOBODY
from pozzetto.rulebook.objections import meant
from pozzetto.rulebook.yaml_text import Path
from pozzetto.text.fields import Fields, said
from pozzetto.text.notation import read_meld, read_seat

KEYS = (
    "dealer",
    "to_move",
    "phase",
    "held",
    "melds",
    "pozzetti",
    "pozzetto_cards",
    "stock",
    "pile",
    "scores",
    "facts",
    "ended",
)
PHASES = ("draw", "play")
WAITING, TAKEN, UNOPENED = "waiting", "taken", "unopened"
CLOSED, STOCK, KNOCK = "closed", "stock", "knock"
PLAIN_ENDS = (STOCK, "stalemate", "limit", "void")
LEAST_IN_POZZETTO = 2
"""A smaller pozzetto could leave a turn without an end."""

_BY = re.compile(r"(\s+by\s+)")


def read_end(value: Any, path: Path, fields: Fields) -> tuple[str, int] | None:
    """How a hand ended, and the seat that closed it, −1 when none did; None for a fault."""
    text = fields.text(value, path)
    if text is None:
        return None
    word, by, name = [*_BY.split(text.strip().lower(), maxsplit=1), "", ""][:3]
    if word in PLAIN_ENDS and not by:
        return word, NOBODY
    if word == CLOSED and by:
        seat = fields.parsed(text.split()[-1], path, lambda each: read_seat(each, fields.rules))
        return None if seat is None else (CLOSED, seat)
    if by and name.strip() in fields.rules.house.plugins:
        return f"{word} by {name.strip()}", NOBODY
    if word == KNOCK and by:
        fields.say("these rules know no knocking", path)
        return None
    seats = fields.rules.seats
    closer = next((seat for seat in seats if seat.lower() == name), seats[0])
    ways = (f"{CLOSED} by {closer}", *PLAIN_ENDS)
    near = meant(text, ways) if word != CLOSED else ""
    listed = f": write one of {', '.join(ways)}"
    fields.say(f"{said(text)} is no end of a hand{near or listed}", path)
    return None


@dataclass(slots=True)
class WrittenTable:
    """A table as it is written: what each key says, None or left out where nothing is said.

    `named` counts the cards that are written out; `pozzetto_places` says where the state
    of a team's pozzetto is written, `took` and `unopened` hold a seat for a team, `closer`
    the seat that closed, −1 when none did.
    """

    fields: Fields
    path: Path
    dealer: int | None = None
    to_move: int | None = None
    drawn: bool = False
    held: dict[int, tuple[int, ...]] = field(default_factory=dict)
    melds: dict[int, list[int]] = field(default_factory=dict)
    pozzetto_places: dict[int, Path] = field(default_factory=dict)
    took: dict[int, int] = field(default_factory=dict)
    unopened: dict[int, int] = field(default_factory=dict)
    pozzetti: list[tuple[int, ...]] | None = None
    stock: tuple[int, ...] | int | None = None
    pile: tuple[int, ...] = ()
    scores: dict[int, int] = field(default_factory=dict)
    facts: Mapping[str, object] = field(default_factory=dict)
    ended: str = ""
    closer: int = NOBODY
    named: Counter[int] = field(default_factory=Counter)

    def read(self, data: Mapping[str, Any]) -> None:
        """Read every key that is written."""
        self.fields.mapping(data, self.path, KEYS)
        # the end says who closed, which the pozzetti ask
        for key in ("ended", *(key for key in KEYS if key != "ended")):
            if key in data:
                getattr(self, f"_read_{key}")(data[key], (*self.path, key))
        if self.closer != NOBODY and self.held.get(self.closer):
            seat = self.fields.rules.seats[self.closer]
            held = written(self.held[self.closer])
            self.fields.say(
                f"{seat} has closed, and cannot hold {held}", self._key_of("held", data, seat)
            )

    def demand_everything(self, data: Mapping[str, Any]) -> None:
        """Complain of whatever a score could only be guessed without."""
        rules = self.fields.rules
        wanted: dict[str, tuple[str, ...]] = {"held": rules.seats}
        if rules.pozzetti is not None:
            wanted["pozzetti"] = rules.teams
        for key, names in wanted.items():
            given = data.get(key, {})
            if isinstance(given, Mapping):
                alike = {str(name).lower() for name in given}
                missing = [name for name in names if name.lower() not in alike]
                if missing:
                    where = (*self.path, key) if key in data else self.path
                    listed = ", ".join(missing)
                    self.fields.say(f"a score needs `{key}` of {listed}: nothing is guessed", where)
        for name, _ in rules.house.setups:
            if name not in self.facts:
                self.fields.say(f"a score needs `facts` of {name}, or null for none", self.path)
        if "ended" not in data:
            self.fields.say("a score needs `ended`: how the hand came to its end", self.path)
        if self.scores:
            unsaid = [name for team, name in enumerate(rules.teams) if team not in self.scores]
            if unsaid:
                listed = ", ".join(unsaid)
                self.fields.say(f"the total of {listed} is missing", (*self.path, "scores"))
        self._demand_what_can_be()

    def _demand_what_can_be(self) -> None:
        # a finished hand whose pozzetti the rules cannot bring about would be counted wrong
        rules = self.fields.rules
        sizes = list(rules.pozzetti.piles) if rules.pozzetti else []
        for team, seat in self.unopened.items():
            name, where = rules.seats[seat], self.pozzetto_places[team]
            size = len(self.held.get(seat, ()))
            if seat == self.closer:
                self.fields.say(
                    f"{name} has closed, and cannot have a pozzetto that is not opened", where
                )
            elif seat in self.held and size not in sizes:
                of = " or ".join(str(each) for each in sorted(set(sizes))) or "no"
                self.fields.say(
                    f"{name} holds the pozzetto as it was taken: {of} cards, not {size}", where
                )
            elif size in sizes:
                sizes.remove(size)
        team = rules.team_of[self.closer] if self.closer != NOBODY else NOBODY
        if team in self.pozzetto_places and team not in self.took and not self._may_go_without():
            self.fields.say(
                f"{rules.seats[self.closer]} has closed, which takes a pozzetto: "
                f"{rules.teams[team]} cannot be {WAITING}",
                self.pozzetto_places[team],
            )

    def _may_go_without(self) -> bool:
        # whether a team can have closed without a pozzetto
        rules = self.fields.rules
        if rules.pozzetti is None or rules.closing.needs_pozzetto == "no":
            return True
        if rules.closing.needs_pozzetto == "always":
            return False
        if self.pozzetti is not None:
            return not self.pozzetti
        return rules.pozzetti.become_stock or not self.waiting()

    def _key_of(self, key: str, data: Mapping[str, Any], name: str) -> Path:
        written_as = next((each for each in data[key] if each.lower() == name.lower()), name)
        return (*self.path, key, written_as)

    def _read_dealer(self, value: Any, path: Path) -> None:
        self.dealer = self.fields.seat(value, path)

    def _read_to_move(self, value: Any, path: Path) -> None:
        self.to_move = self.fields.seat(value, path)

    def _read_phase(self, value: Any, path: Path) -> None:
        self.drawn = self.fields.choice(value, path, PHASES) == "play"

    def _read_held(self, value: Any, path: Path) -> None:
        for seat, each, where in self.fields.by_seat(value, path):
            cards = self.fields.cards(each, where)
            if cards is not None:
                self.held[seat] = cards
                self._name(cards, where)

    def _read_melds(self, value: Any, path: Path) -> None:
        for team, each, where in self.fields.by_team(value, path):
            laid = self.melds.setdefault(team, [])
            ranks = 0
            for item, here in self.fields.listing(each, where):
                shape = self._meld(item, here)
                if shape is None:
                    continue
                laid.append(shape)
                self._name(self.fields.shapes.cards[shape], here)
                rank = self.fields.shapes.set_ranks[shape]
                sets = self.fields.rules.melds.sets
                if rank & ranks and sets is not None and sets.one_per_rank:
                    self.fields.say("the team has a set of this rank already", here)
                ranks |= rank

    def _meld(self, value: Any, path: Path) -> int | None:
        text = self.fields.text(value, path)
        if text is None:
            return None
        try:
            return self.fields.shapes.number(read_meld(text, self.fields.rules))
        except IllegalMove as error:
            self.fields.say(f"the rules refuse this meld: {error.refusal.sentence}", path)
        except NotationError as error:
            self.fields.say(str(error), path)
        return None

    def _read_pozzetti(self, value: Any, path: Path) -> None:
        if self.fields.rules.pozzetti is None:
            self.fields.say("these rules know no pozzetti", path)
            return
        for team, each, where in self.fields.by_team(value, path):
            text = self.fields.text(each, where)
            if text is not None:
                self.pozzetto_places[team] = where
                self._read_taker(team, text, where)

    def _read_taker(self, team: int, text: str, path: Path) -> None:
        seats = self.fields.rules.seats_of(team)
        word, _, name = text.partition(" by ")
        if text == WAITING:
            return
        if text == TAKEN:
            self.took[team] = self.closer if self.closer in seats else seats[0]
        elif word == UNOPENED and (name or len(seats) == 1):
            seat = self.fields.seat(name, path) if name else seats[0]
            if seat is not None and seat not in seats:
                self.fields.say(f"{self.fields.rules.seats[seat]} is of another team", path)
            elif seat is not None:
                self.took[team] = self.unopened[team] = seat
        else:
            names = " or ".join(self.fields.rules.seats[seat] for seat in seats)
            self.fields.say(
                f"{said(text)} is no state of a pozzetto: it is waiting, taken or "
                f"unopened by {names}",
                path,
            )

    def _read_pozzetto_cards(self, value: Any, path: Path) -> None:
        self.pozzetti = []
        for item, where in self.fields.listing(value, path):
            cards = self.fields.cards(item, where)
            if cards is not None and len(cards) < LEAST_IN_POZZETTO:
                self.fields.say(f"a pozzetto has at least {LEAST_IN_POZZETTO} cards", where)
            elif cards is not None:
                self.pozzetti.append(cards)
                self._name(cards, where)
        room = len(self.waiting())
        if len(self.pozzetti) > room:
            self.fields.say(
                f"{len(self.pozzetti)} pozzetti are written, where {room} can be on the table", path
            )

    def _read_stock(self, value: Any, path: Path) -> None:
        if isinstance(value, str):
            self.stock = self.fields.cards(value, path)
            self._name(self.stock or (), path)
        else:
            self.stock = self.fields.whole(value, path, least=0)

    def _read_pile(self, value: Any, path: Path) -> None:
        self.pile = self.fields.cards(value, path) or ()
        self._name(self.pile, path)

    def _read_scores(self, value: Any, path: Path) -> None:
        self.scores = self.fields.scores(value, path) or {}

    def _read_facts(self, value: Any, path: Path) -> None:
        known = [name for name, _ in self.fields.rules.house.setups]
        if not known:
            self.fields.say("no house rule of this ruleset needs a fact about the deal", path)
            return
        self.facts = dict(self.fields.mapping(value, path, known) or {})

    def _read_ended(self, value: Any, path: Path) -> None:
        end = read_end(value, path, self.fields)
        if end is not None:
            self.ended, self.closer = end

    def _name(self, cards: tuple[int, ...], path: Path) -> None:
        # count a card as placed, and complain when the deck has no more of it
        copies = self.fields.rules.copies
        for kind in cards:
            self.named[kind] += 1
            if self.named[kind] == copies[kind] + 1:
                self.fields.say(
                    f"the deck has only {copies[kind]} of {NAMES[kind]}, "
                    "and here the table names one more",
                    path,
                )

    def waiting(self) -> tuple[int, ...]:
        """The sizes of the pozzetti that lie on the table, the next to be taken first."""
        rules = self.fields.rules
        piles = rules.pozzetti.piles if rules.pozzetti else ()
        return piles[len(self.took) :]
