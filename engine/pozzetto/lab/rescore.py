"""Re-pricing: recorded hands counted again at the prices of other rules.

The play stays as it was: each hand is played again by its own rules, and what then lies on
the table is counted by the others. That a rule would have been played otherwise is left out
on purpose; for that there is simulation. Where only a price changes, and players do not look
at prices, both come to the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pozzetto.errors import IllegalMove, PozzettoError
from pozzetto.game.cards import RANKS
from pozzetto.game.deal import Dealt, deal
from pozzetto.game.match import Match, Outcome, victory_points
from pozzetto.game.melds import RUN, SET, Meld, a_run, a_set, objection, written
from pozzetto.game.placing import reading
from pozzetto.game.refusals import Refusal
from pozzetto.game.rules import Rules
from pozzetto.game.scoring import Line, sheets
from pozzetto.game.shapes import Shapes
from pozzetto.game.table import Table
from pozzetto.text.record import Record
from pozzetto.text.replay import check_same_table, replay
from pozzetto.text.told import Told, told

Score = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescored:
    """A recorded hand at other prices. `played` is its score by its own rules, by team, empty
    where it has none; `priced` the score sheet of each team by the others, empty where `why`
    says that, and why, it cannot be counted by them."""

    record: Record
    played: Score
    priced: tuple[tuple[Line, ...], ...] = ()
    why: Told | None = None

    @property
    def score(self) -> Score:
        """The score of each team at the other prices; empty where there is none."""
        return tuple(sum(line.points for line in sheet) for sheet in self.priced)


class Pricing:
    """Rules at whose prices hands are counted that were played by others."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.shapes = Shapes(rules)

    def rescored(self, record: Record) -> Rescored:
        """A recorded hand at these prices.

        Raises PozzettoError where these rules have other seats, another deck or another
        number of pozzetti, so that no hand of that game could be counted by them.
        """
        check_same_table(record.rules, self.rules)
        own, other = (_pozzetti(rules) for rules in (record.rules, self.rules))
        if own != other:
            raise PozzettoError(
                f"{record.rules.name} is played with {own or 'no'} "
                f"{'pozzetto' if own == 1 else 'pozzetti'}, and "
                f"{self.rules.name} with {other or 'none'}."
            )
        came = replay(record)
        if came.parting is not None:
            why = told("it does not go as recorded: {why}", why=_why(came.parting.sentence))
            return Rescored(record=record, played=record.score, why=why)
        assert came.table is not None
        if not came.table.ended:
            return Rescored(record=record, played=(), why=told("it is not over"))
        # the facts of the deal as it was, whatever these rules would have dealt
        dealt = deal(record.rules, record.deck, record.dealer, record.lift)
        counted = self._counted(came.table, dealt)
        if isinstance(counted, Told):
            return Rescored(record=record, played=came.score, why=counted)
        return Rescored(record=record, played=came.score, priced=counted)

    def _counted(self, table: Table, dealt: Dealt) -> tuple[tuple[Line, ...], ...] | Told:
        # the score sheets, or the first meld that these rules refuse
        twin = table.copy()
        twin.rules, twin.shapes = self.rules, self.shapes
        twin.facts = {name: find(dealt) for name, find in self.rules.house.setups}
        for team, shapes in enumerate(table.melds):
            lying: list[int] = []
            ranks = 0
            for shape in shapes:
                meld = self._read(table.shapes.melds[shape])
                if isinstance(meld, Meld):
                    number = self.shapes.number(meld)
                    again = self.shapes.set_ranks[number] & ranks
                    refused = self._repeated(again)
                    ranks |= self.shapes.set_ranks[number]
                    lying.append(number)
                else:
                    refused = meld
                if refused is not None:
                    laid = written(table.shapes.melds[shape])
                    return told(
                        "{team} laid {meld}: {why}",
                        team=self.rules.teams[team],
                        meld=laid,
                        why=refused,
                    )
            twin.melds[team] = lying
        return sheets(twin)

    def _repeated(self, rank: int) -> Refusal | None:
        sets = self.rules.melds.sets
        if not rank or sets is None or not sets.one_per_rank:
            return None
        name = RANKS[rank.bit_length() - 1]
        return self.rules.refuse("set-repeated", "melds.set.one_per_rank", rank=name)

    def _read(self, meld: Meld) -> Meld | Refusal:
        # as it lies, each card told natural or wild by these rules; where they refuse that,
        # and let wilds move, as they would read the same cards
        rules = self.rules
        if meld.kind == SET:
            same = a_set(meld.of, meld.cards, rules)
        elif meld.kind == RUN:
            same = a_run(meld.of, meld.low, meld.cards, rules, parked=meld.parked)
        else:
            return _as_read(meld, rules)
        refused = objection(same, rules)
        if refused is None:
            return same
        return refused if rules.melds.locked else _as_read(meld, rules)


def _as_read(meld: Meld, rules: Rules) -> Meld | Refusal:
    try:
        return reading(meld.cards, rules)
    except IllegalMove as error:
        return error.refusal


def _pozzetti(rules: Rules) -> int:
    return len(rules.pozzetti.piles) if rules.pozzetti else 0


def _why(sentence: str) -> str:
    return sentence.removesuffix(".")


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a match stands by some rules: the totals by team, who won it and after how many of
    its hands (None while it is not over), and the victory points, by team, where the rules
    have a table for that many hands."""

    totals: Score
    outcome: Outcome | None
    after: int
    victory_points: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class RescoredMatch:
    """Hands that follow one another in a file, each going on from the totals of the one
    before: how they stand as they were played, and at the other prices (None where a hand has
    no price)."""

    hands: tuple[Rescored, ...]
    played: Standing
    priced: Standing | None


def matches(hands: Iterable[Rescored], rules: Rules) -> Iterator[RescoredMatch]:
    """The matches that hands of one file make, at the prices of some rules. A hand that does
    not go on from the totals of the one before it begins another."""
    current: list[Rescored] = []
    for hand in hands:
        if current and not _follows(current[-1], hand):
            yield _match(current, rules)
            current = []
        current.append(hand)
    if current:
        yield _match(current, rules)


def _follows(before: Rescored, hand: Rescored) -> bool:
    first, second = before.record, hand.record
    if not before.played or first.book.fingerprint != second.book.fingerprint:
        return False
    total = tuple(map(sum, zip(first.scores, before.played, strict=True)))
    return second.scores == total and second.players == first.players


def _match(hands: Sequence[Rescored], rules: Rules) -> RescoredMatch:
    own, start = hands[0].record.rules, hands[0].record.scores
    scores = [hand.score for hand in hands]
    return RescoredMatch(
        hands=tuple(hands),
        played=_standing(own, start, [hand.played for hand in hands if hand.played]),
        priced=_standing(rules, start, scores) if all(scores) else None,
    )


def _standing(rules: Rules, start: Score, scores: Sequence[Score]) -> Standing:
    match = replace(Match.begin(rules), totals=start)
    outcome, after = match.outcome, 0
    for score in scores:
        if outcome is None:
            match = match.after(score)
            outcome, after = match.outcome, after + 1
    totals = tuple(map(sum, zip(start, *scores, strict=True)))
    points: Score = ()
    if len(totals) == 2 and not any(start) and len(scores) in rules.match.victory_points:
        won, lost = victory_points(rules, totals[0] - totals[1], len(scores))
        points = (won, lost) if totals[0] >= totals[1] else (lost, won)
    return Standing(totals=totals, outcome=outcome, after=after, victory_points=points)
