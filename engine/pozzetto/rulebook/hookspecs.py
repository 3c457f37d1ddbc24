"""The hooks of house rules: what each is asked, when, and how answers combine.

A plugin is a module with functions of these names, which take some or all of the arguments
by name. `pure` ones answer from their arguments alone; the others may also look at the
position they are given, which is read-only. None keeps anything from one call to the next.
"""

# the bodies are empty: pluggy reads names and arguments, people the words

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import pluggy

from pozzetto.game.actions import Action
from pozzetto.game.deal import Dealt
from pozzetto.game.house import Kind
from pozzetto.game.match import Match, Outcome
from pozzetto.game.melds import Meld
from pozzetto.game.position import Position
from pozzetto.game.rules import Tier
from pozzetto.game.scoring import Line
from pozzetto.game.shapes import Shapes
from pozzetto.rulebook.answers import HouseMeasure, Objection, Options, Text

PROJECT = "pozzetto"
hookspec = pluggy.HookspecMarker(PROJECT)


@hookspec
def pozzetto_options() -> Mapping[str, Mapping[str, Any]]:  # type: ignore[empty-body]
    """The options of the house rule: for each its JSON Schema, with a `default` and a
    `description`.

    Asked when a ruleset that names the plugin is read. Pure. Each plugin answers for itself;
    one without this hook has no options.

        def pozzetto_options():
            return {
                "points": {
                    "type": "integer",
                    "minimum": 5,
                    "default": 100,
                    "description": "What it pays.",
                }
            }
    """


@hookspec
def pozzetto_explain(options: Options) -> Text:  # type: ignore[empty-body]
    """What the house rule says, in a sentence or two for players.

    Asked by `pozzetto explain` and `pozzetto diff`. Pure. Each plugin answers for itself, with
    one text or one a language; without this hook the first line of its docstring is told.

        def pozzetto_explain(options):
            return {
                "en": "A run may not be made of fewer than four cards.",
                "it": "Una sequenza ha almeno quattro carte.",
            }
    """


@hookspec
def pozzetto_meld_objection(shape: Meld, options: Options) -> Objection | Text | None:
    """Why a meld is not allowed, or None where it is.

    Asked once for each meld that the ordinary rules allow, when it is first met; the answer
    is kept. Pure: it may look at nothing but the meld and the options. Any objection refuses;
    the first plugin's, in the ruleset's order, is told.

        from pozzetto.api import RUN

        def pozzetto_meld_objection(shape, options):
            if shape.kind == RUN and len(shape.cards) < 4:
                return "A run has at least four cards here."
    """


@hookspec
def pozzetto_tier(shape: Meld, tier: Tier, options: Options) -> bool:  # type: ignore[empty-body]
    """Whether a meld belongs to a tier of burraco whose row in the ruleset says
    `by: this-plugin`.

    Asked once for each meld that is everything the row demands; the answer is kept. Pure.
    Only the plugin that the row names is asked; the meld's tier is the best-paid of those it
    belongs to.

        from pozzetto.api import ACE, RANK_OF

        def pozzetto_tier(shape, tier, options):
            # a tier for sets of aces
            return all(RANK_OF[kind] == ACE for kind in shape.naturals)
    """


@hookspec
def pozzetto_kinds(options: Options) -> Iterable[Kind]:  # type: ignore[empty-body]
    """New kinds of meld, besides runs and sets.

    Asked once, when the ruleset is read; the kinds' own methods are asked while play goes on,
    and are pure. Kinds of all plugins count; no two may share a name. A kind judges cards and
    enumerates its melds, since players by computer lay only what is enumerated.

        from pozzetto.api import Shape, cards

        COURT = cards("JH QS KD")

        class Court:
            name = "court"

            def judge(self, cards):
                if sorted(cards) == sorted(COURT):
                    return Shape("court", 0, 0, COURT, (False,) * 3)

            def candidates(self, counts):
                if all(counts[kind] for kind in COURT):
                    yield self.judge(COURT)

            def extensions(self, shape, counts):
                return ()

        def pozzetto_kinds(options):
            return [Court()]
    """


@hookspec
def pozzetto_move_objection(
    position: Position, move: Action, options: Options
) -> Objection | Text | None:
    """Why a move is not allowed now, or None where it is.

    Asked of every move that the ordinary rules allow, whenever the moves are listed. It may
    look at the position, nothing else. Any objection refuses; the first plugin's is told. A
    plugin that objects to discards leaves at least one in every hand. One that declares
    `OBJECTS_TO` is asked about moves of these sorts alone; of those that `JUDGES_ALIKE` names
    too its answer must not hang on their cards, and one is asked about for all. Both only
    make it quicker.

        OBJECTS_TO = ("take",)

        def pozzetto_move_objection(position, move, options):
            if move.what == "take" and position.turns < 4:
                return "The pile may be taken only from the second lap on."
    """


@hookspec
def pozzetto_owes(position: Position, options: Options) -> Objection | Text | None:
    """What the seat to move must still do before its turn may end; None where nothing.

    Asked whenever the moves of a turn are listed. It may look at the position, nothing else.
    While something is owed no discard is legal, and neither is a meld after which it could
    not be done any more; where cards that came unseen make it impossible it is forgiven. The
    first plugin's answer is told. A plugin that declares `OWED_AFTER` promises that it begins
    to owe after moves of these sorts alone: after others nothing has to be looked for.

        OWED_AFTER = ("take",)

        def pozzetto_owes(position, options):
            taken = any(each.what == "take" for each in position.this_turn)
            if taken and not position.melded:
                return "Who takes the pile has to meld in the same turn."
    """


@hookspec
def pozzetto_hand_end(position: Position, options: Options) -> str | None:
    """Why the hand is over after this turn: one word, or None where it goes on.

    Asked when a turn has ended, unless that closed the hand. It may look at the position,
    nothing else. All are asked; the first plugin's answer in the ruleset's order is recorded,
    before the ends that the ordinary rules know.

        def pozzetto_hand_end(position, options):
            if position.turns >= 60:
                return "late"
    """


@hookspec
def pozzetto_events() -> Iterable[str]:  # type: ignore[empty-body]
    """What a director may call that this house rule knows: `time` is all there is.

    Asked when the ruleset is read. Pure. What any plugin knows may be called; a position then
    tells since when (`called`).

        def pozzetto_events():
            return ["time"]

        def pozzetto_hand_end(position, options):
            # the whole lap after the call is still played
            if 0 <= position.called <= position.turns - len(position.rules.seats):
                return "time"
    """


@hookspec
def pozzetto_setup(dealt: Dealt, options: Options) -> object:
    """The fact about this deal that the house rule will need: a suit, a team, a number.

    Asked when a hand is dealt. Pure, so that a record deals the same again: chance comes
    from the deck. Each plugin's fact stands in `position.facts` under its name; None is no
    fact.

        from pozzetto.api import JOKER, SUIT_OF

        def pozzetto_setup(dealt, options):
            # the suit of the last card of the deck; a joker is no suit
            last = dealt.deck[-1]
            return None if last == JOKER else SUIT_OF[last]
    """


@hookspec
def pozzetto_score(position: Position, team: int, options: Options) -> Iterable[Line]:  # type: ignore[empty-body]
    """Lines that the house rule adds to a team's score sheet.

    Asked for each team when a hand is counted. It may look at the position, in which every
    card is open, nothing else. The lines of all plugins follow the ordinary ones.

        from pozzetto.api import Line

        def pozzetto_score(position, team, options):
            if position.took[team] >= 0:
                yield Line("pozzetto_taken", 1, 50, title="pozzetto taken")
    """


@hookspec
def pozzetto_score_adjust(  # type: ignore[empty-body]
    position: Position, team: int, lines: Sequence[Line], options: Options
) -> Iterable[Line]:
    """Lines that depend on what a team scored so far: doubling, all against.

    Asked for each team after every `pozzetto_score`, plugin by plugin in the ruleset's order,
    each with the lines as the ones before it left them. It may look at the position and the
    lines, nothing else, and adds lines: none is changed or taken away.

        from pozzetto.api import Line

        def pozzetto_score_adjust(position, team, lines, options):
            if position.closer >= 0 and position.rules.team_of[position.closer] == team:
                yield Line("double", 1, sum(line.points for line in lines), title="doubled")
    """


@hookspec
def pozzetto_score_round(points: int, options: Options) -> int:  # type: ignore[empty-body]
    """A team's score of the hand, rounded.

    Asked for each team when its lines are complete; the difference is a line of its own.
    Pure. At most one plugin of a ruleset may have it.

        def pozzetto_score_round(points, options):
            return (points + 5) // 10 * 10
    """


@hookspec
def pozzetto_match_end(match: Match, options: Options) -> Outcome | None:
    """How the match ended; None where it goes on.

    Asked after each hand that did not end the match by the ordinary rules. Pure. The first
    plugin's answer counts.

        from pozzetto.api import MatchEnd, Outcome

        def pozzetto_match_end(match, options):
            lead = match.totals[0] - match.totals[1]
            if abs(lead) >= 1500:
                return Outcome(reason=MatchEnd.HOUSE, winner=0 if lead > 0 else 1)
    """


@hookspec
def pozzetto_measures(options: Options) -> Iterable[HouseMeasure]:  # type: ignore[empty-body]
    """What simulations should count besides their own measures.

    Asked when a simulation begins; `count` is asked of every finished hand. Pure. The measures
    of all plugins are added; a name that is taken is refused.

        from pozzetto.api import HouseMeasure

        def pozzetto_measures(options):
            return [
                HouseMeasure(
                    name="closed_by_dealer",
                    title="closed by the dealer",
                    unit="share",
                    sentence="Share of the hands that the dealer closes.",
                    count=lambda position: int(position.closer == position.dealer),
                )
            ]
    """


@hookspec
def pozzetto_players(options: Options) -> Mapping[str, Callable[[Shapes], Any]]:  # type: ignore[empty-body]
    """Players by computer: for each name a function that makes one for some rules.

    Asked when players are seated. Pure. The players of all plugins may be named; a name that
    is taken is refused. A player has `choose(view, moves, random)` and keeps nothing from one
    move to the next.

        class First:
            def __init__(self, shapes):
                pass

            def choose(self, view, moves, random):
                return moves[0]

        def pozzetto_players(options):
            return {"first": First}
    """
