"""Rules: one frozen value with every number that a hand needs.

The compiler makes it from a ruleset; the names here follow the ruleset's keys. Nothing
here plays: the modules above ask it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pozzetto.game.cards import JOKER, KINDS, NAMES, RANK_OF, RANKS
from pozzetto.game.house import House, standard_house
from pozzetto.game.refusals import Refusal

Source = Literal["cut", "stock"]
Seen = Literal["all", "top"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawForDeal:
    """How the first dealer is drawn: the suits from high to low part equal ranks.

    `ranks` are rank numbers from high to low, the joker's (13) among them.
    """

    suits: tuple[int, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """How many cards the cutter may lift: at least `least`, leaving at least `leaves`;
    in simulation about `about`."""

    least: int
    leaves: int
    about: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """What is dealt: cards to each seat, cards turned up, and where the pozzetti come from."""

    cards: int
    upcard: int
    pozzetti_from: Source
    cut: Cut | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pozzetti:
    """The second hands: their sizes in the order in which they are taken, and how."""

    piles: tuple[int, ...]
    directly: bool
    on_discard: bool
    seen: Literal["next_own_turn", "at_once"]
    become_stock: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """Taking the discard pile: what it demands, who sees it, whether a single card may
    be thrown straight back."""

    needs: Literal["nothing", "top_card", "any_meld"]
    seen: Seen
    return_single: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRule:
    """Sets: the ranks allowed (bit r for rank r), the most cards, one a rank or more."""

    ranks: int
    largest: int
    one_per_rank: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRule:
    """Runs: the longest, where an ace may stand, and what twos may do.

    `paired_twos`: beside the natural two of the suit its twin may lie in the ace's place
    as a natural card (IT-SEQ-07). `parked_wild`: a wild may lie beside a whole run.
    """

    largest: int
    ace_low: bool
    ace_high: bool
    both_aces: bool
    parked_wild: bool
    natural_twos: bool
    paired_twos: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Melds:
    """What may be laid. `wild_kinds` are the kinds that may act as wild cards."""

    smallest: int
    wild_kinds: frozenset[int]
    most_wilds: int
    locked: bool
    sets: SetRule | None
    runs: RunRule | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """A tier of burraco: what a meld must be, what it pays, how many cards are turned.

    A demand that is None is not made. `in_a_row` asks a run for that many natural cards
    in an unbroken row; `set_exactly` asks a set for just that many cards; `ends` asks a
    run to begin and end with these ranks; `by` asks the plugin of this name too.
    """

    name: str
    kinds: tuple[str, ...]
    cards: int
    wilds: int | None
    in_a_row: int | None
    set_exactly: int | None
    ends: tuple[int, int] | None
    points: int
    turned: int
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """What closing (chiusura) needs, and how the last card goes.

    `burraco_wilds`: a burraco with at most that many wilds is needed; None, any burraco.
    """

    needs_pozzetto: Literal["no", "always", "unless_none_left"]
    needs_burraco: bool
    burraco_wilds: int | None
    by_discard: bool
    by_laying: bool
    wild_discard: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEnds:
    """When a hand ends without a closing.

    `stock_left` cards in the stock end it, at once or when the turn is finished;
    `laps` whole laps of mere swaps are a stalemate (None: never); `turns` bounds it.
    """

    stock_left: int
    at_once: bool
    laps: int | None
    by_agreement: bool
    turns: int
    limit_counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """What is paid besides cards and burracos."""

    closing: int
    closing_if_pozzetto_taken: bool
    pozzetto_untaken: int
    untaken_unless_nobody_took: bool
    unopened_cost: Literal["cards", "flat", "both"]
    unopened_flat: int
    unopened_flat_if_opponents_closed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRules:
    """When a match ends: at a target, or after a number of hands; `victory_points` maps a
    number of hands to the greatest difference that still shares 10-10, 11-9, … 19-1."""

    target: int | None
    hands: int | None
    another_hand_on_tie: bool
    victory_points: Mapping[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Every rule of one game. `book` is the resolved ruleset, quoted when a rule says no."""

    name: str
    seats: tuple[str, ...]
    teams: tuple[str, ...]
    team_of: tuple[int, ...]
    packs: int
    jokers: int
    values: tuple[int, ...]
    draw_for_deal: DrawForDeal | None
    deal: Deal
    pozzetti: Pozzetti | None
    pile: Pile
    melds: Melds
    tiers: tuple[Tier, ...]
    closing: Closing
    ends: HandEnds
    scoring: Scoring
    match: MatchRules
    fingerprint: str = ""
    house_rules: House | None = field(default=None, compare=False, repr=False)
    book: Mapping[str, Any] = field(default_factory=dict, compare=False)
    cites: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)

    is_wild: tuple[bool, ...] = field(init=False, repr=False)
    copies: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # for each kind, whether it may act as a wild, and how many the deck has
        wilds = tuple(kind in self.melds.wild_kinds for kind in range(KINDS))
        object.__setattr__(self, "is_wild", wilds)
        object.__setattr__(self, "copies", (*[self.packs] * JOKER, self.jokers))

    @property
    def house(self) -> House:
        """The house rules, the ordinary rules first; those alone where no plugin is named."""
        return self.house_rules or standard_house()

    @property
    def deck(self) -> tuple[int, ...]:
        """Every card, pack by pack, the jokers last."""
        return tuple(range(JOKER)) * self.packs + (JOKER,) * self.jokers

    def seats_of(self, team: int) -> tuple[int, ...]:
        """The seats of a team, in the order of play."""
        return tuple(seat for seat, its_team in enumerate(self.team_of) if its_team == team)

    def quote(self, key: str) -> Any:
        """What the ruleset says at a dotted key; None where no key sets the rule."""
        value: Any = self.book
        try:
            for part in key.split("."):
                value = value[part]
        except (KeyError, TypeError):
            return None
        return value

    def refuse(self, code: str, key: str, /, *, bounded: bool = False, **words: Any) -> Refusal:
        """A refusal by the rule at `key`, quoting its value and its clauses."""
        clauses = self.cites.get(key, ())
        return Refusal(
            code=code,
            key=key,
            value=self.quote(key),
            clauses=tuple(clauses),
            bounded=bounded,
            words=words,
        )

    def refuse_because(self, code: str, why: Refusal) -> Refusal:
        """A refusal by the same rule as another one, which gives the reason: a turn that
        could not be ended (IT-CLO-06)."""
        clauses = dict.fromkeys((*why.clauses, *self.cites.get("closing.no_stranding", ())))
        return replace(why, code=code, clauses=tuple(clauses), words={"because": why})


def rank_values(by_rank: Mapping[str, int]) -> tuple[int, ...]:
    """The value of each kind from one value a rank (`A`, `2` … `K`, `JK`)."""
    names = (*RANKS, "JK")
    return tuple(by_rank[names[RANK_OF[kind]]] for kind in range(len(NAMES)))
