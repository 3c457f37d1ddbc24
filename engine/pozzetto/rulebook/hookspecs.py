"""The hooks of house rules: what each is asked, when, and how answers combine.

A plugin is a module with functions of these names, which take some or all of the arguments
by name. None keeps anything from one call to the next; what each may look at stands under
*Purity*. What one answers is checked, and refused with the plugin's name where it does not
fit. Each docstring ends with a whole plugin, ready to be put into a file.
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
    '''The options of the house rule: for each its JSON Schema.

    Asked: when a ruleset that names the plugin is read, before any other hook.

    Answer: a mapping of names to JSON Schemas, each with a `default` and a `description`. What
    the ruleset writes is checked against them, and every fault told with its line; every other
    hook is given the options with the defaults filled in, as `options.points`.

    Purity: pure; it is given nothing.

    Together: each plugin answers for itself. One without this hook has no options.

    Example: a bonus for every red three in a meld, worth what the ruleset says.

        """Red threes in melds pay a bonus."""

        from pozzetto.api import Line, cards

        API = 1
        RED_THREES = cards("3H 3D")


        def pozzetto_options():
            return {
                "points": {
                    "type": "integer",
                    "minimum": 5,
                    "default": 100,
                    "description": "What each red three pays.",
                }
            }


        def pozzetto_score(position, team, options):
            melded = [kind for meld in position.melds(team) for kind in meld.naturals]
            count = sum(kind in RED_THREES for kind in melded)
            if count:
                yield Line("red_threes", count, count * options.points, title="red threes")
    '''


@hookspec
def pozzetto_explain(options: Options) -> Text:  # type: ignore[empty-body]
    '''What the house rule says, in a sentence or two for players.

    Asked: once, when the ruleset is read. `pozzetto explain` and `pozzetto diff` tell it.

    Answer: one text, or a dict with one a language (`en`, `it`). It is shown as it is, never
    as markup.

    Purity: pure; it looks at the options alone.

    Together: each plugin answers for itself, in the ruleset's order. Without this hook the
    first line of the plugin's docstring is told.

    Example: a rule that tells players of itself in two languages.

        """Closing the hand twice in a row pays nothing more; it is only frowned upon."""

        API = 1


        def pozzetto_explain(options):
            return {
                "en": "Who closes twice in a row is frowned upon.",
                "it": "Chi chiude due volte di fila è guardato male.",
            }
    '''


@hookspec
def pozzetto_meld_objection(shape: Meld, options: Options) -> Objection | Text | None:
    '''Why a meld is not allowed.

    Asked: once for each meld that the ordinary rules allow, when it is first met; the answer is
    kept. So a house rule forbids melds, and never allows one that the ruleset forbids. A plugin
    that declares `SUITS_ALIKE = True` promises that its answer does not hang on suits: it is then
    asked in one suit for all, which is quicker.

    Answer: a sentence (or a dict with one a language), an `Objection` with a code besides, or
    None where the meld is allowed.

    Purity: pure; it looks at the meld and the options, nothing else.

    Together: any objection refuses. The first plugin's, in the ruleset's order, is told.

    Example: runs have at least four cards; sets may have three.

        """A run has at least four cards."""

        from pozzetto.api import RUN

        API = 1
        SUITS_ALIKE = True


        def pozzetto_meld_objection(shape, options):
            if shape.kind == RUN and len(shape.cards) < 4:
                return "A run has at least four cards here."
    '''


@hookspec
def pozzetto_tier(shape: Meld, tier: Tier, options: Options) -> bool:  # type: ignore[empty-body]
    '''Whether a meld belongs to a tier of burraco whose row in the ruleset says `by: this-plugin`.

    Asked: once for each meld that is everything else the row demands, when it is first met; the
    answer is kept. `SUITS_ALIKE` means what it does for `pozzetto_meld_objection`.

    Answer: True or False.

    Purity: pure; it looks at the meld, the tier and the options, nothing else.

    Together: only the plugin that a row names is asked of it. Of the tiers that a meld belongs
    to the best-paid is its tier.

    Example: a tier for sets of aces; under `burracos` the ruleset has
    `aces: {kinds: [set], cards: 7, points: 500, by: PLUGIN}`.

        """Sets of aces may be a tier of burraco of their own."""

        from pozzetto.api import ACE, RANK_OF

        API = 1


        def pozzetto_tier(shape, tier, options):
            return all(RANK_OF[kind] == ACE for kind in shape.naturals)
    '''


@hookspec
def pozzetto_kinds(options: Options) -> Iterable[Kind]:  # type: ignore[empty-body]
    '''New kinds of meld, besides runs and sets.

    Asked: once, when the ruleset is read. The kinds' own methods are asked while play goes on.

    Answer: `Kind`s: things with a `name` and the methods `judge`, `candidates` and
    `extensions`. A kind judges cards and enumerates its melds, since players by computer lay
    only what is enumerated; each meld is a `Shape` of that kind, made of the cards given.

    Purity: pure, and so are the methods: they look at their arguments alone.

    Together: the kinds of all plugins count. No two may share a name, nor be called `run` or
    `set`.

    Example: a jack of hearts, a queen of spades and a king of diamonds are a court.

        """JH QS KD are a meld, the court."""

        from pozzetto.api import Shape, cards

        API = 1
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
    '''


@hookspec
def pozzetto_move_objection(
    position: Position, move: Action, options: Options
) -> Objection | Text | None:
    '''Why a move is not allowed now.

    Asked: of every move that the ordinary rules allow, whenever the moves of a turn are listed;
    so it should be quick. A plugin that objects to discards has to leave at least one in every
    hand, or nobody could end the turn. One that declares `OBJECTS_TO` is asked about moves of
    these sorts alone; of those that `JUDGES_ALIKE` names too its answer must not hang on their
    cards, and one is asked about for all. Both only make it quicker.

    Answer: a sentence (or a dict with one a language), an `Objection` with a code besides, or
    None where the move is allowed.

    Purity: it looks at the position, the move and the options, nothing else.

    Together: any objection refuses. The first plugin's, in the ruleset's order, is told.

    Example: in the first lap of four players nobody takes the pile.

        """The pile may be taken only from the second lap on."""

        API = 1
        OBJECTS_TO = ("take",)


        def pozzetto_move_objection(position, move, options):
            if move.what == "take" and position.turns < 4:
                return "The pile may be taken only from the second lap on."
    '''


@hookspec
def pozzetto_owes(position: Position, options: Options) -> Objection | Text | None:
    '''What the seat to move must still do before its turn may end.

    Asked: whenever the moves of a turn are listed, and of the tables that they could lead to.
    While something is owed no discard is legal, and neither is a move after which it could not
    be done any more. Where cards that came unseen make it impossible, it is forgiven: the turn
    goes on and ends as if it were not owed. A plugin that declares `OWED_AFTER` promises that it
    begins to owe after moves of these sorts alone: after others nothing has to be looked for.

    Answer: a sentence (or a dict with one a language), an `Objection` with a code besides, or
    None where nothing is owed.

    Purity: it looks at the position and the options, nothing else.

    Together: what any plugin demands has to be done, and where not all of it can be, as much of
    it as can. The first plugin's answer, in the ruleset's order, is told.

    Example: the pile may be taken only by a player who melds in the same turn.

        """Who takes the pile has to meld in the same turn."""

        API = 1
        OWED_AFTER = ("take",)


        def pozzetto_owes(position, options):
            taken = any(each.what == "take" for each in position.this_turn)
            if taken and not position.melded:
                return "Who takes the pile has to meld in the same turn."
    '''


@hookspec
def pozzetto_hand_end(position: Position, options: Options) -> str | None:
    '''Why the hand is over after this turn.

    Asked: when a turn has ended, unless that closed the hand.

    Answer: one word in small letters, which is recorded as `WORD by PLUGIN`; None where the
    hand goes on.

    Purity: it looks at the position and the options, nothing else.

    Together: all are asked. The first answer in the ruleset's order is recorded, before the
    ends that the ordinary rules know (the stock, a stalemate, the limit).

    Example: the hand is over after sixty turns.

        """A hand has at most sixty turns."""

        API = 1


        def pozzetto_hand_end(position, options):
            if position.turns >= 60:
                return "late"
    '''


@hookspec
def pozzetto_events() -> Iterable[str]:  # type: ignore[empty-body]
    '''What a director may call that this house rule knows: `time` is all there is.

    Asked: once, when the ruleset is read.

    Answer: names of events; today only `time`.

    Purity: pure; it is given nothing.

    Together: what any plugin knows may be called. A position tells since which turn (`called`).

    Example: when time is called one whole lap is still played.

        """After the call of time one more lap is played."""

        API = 1


        def pozzetto_events():
            return ["time"]


        def pozzetto_hand_end(position, options):
            if 0 <= position.called <= position.turns - len(position.rules.seats):
                return "time"
    '''


@hookspec
def pozzetto_setup(dealt: Dealt, options: Options) -> object:
    '''The fact about this deal that the house rule will need: a suit, a team, a number.

    Asked: once, when a hand is dealt. Chance comes from the deck, so that a record deals the
    same again.

    Answer: a whole number (at most 1,000,000 either way), a short text, True or False, or a tuple
    of a few of them; None is no fact. Each plugin's stands in `position.facts` under its name, and
    is written in tables under `facts`.

    Purity: pure; it looks at the deal and the options, nothing else.

    Together: each plugin's fact is kept by itself, under its name.

    Example: the suit of the last card of the deck is trumps, and pays in melds. (A joker is no
    suit: then there are no trumps.)

        """Melded cards of the bonus suit pay five points each."""

        from pozzetto.api import JOKER, SUIT_OF, Line

        API = 1
        NAME = "trump-suit"


        def pozzetto_setup(dealt, options):
            last = dealt.deck[-1]
            return None if last == JOKER else SUIT_OF[last]


        def pozzetto_score(position, team, options):
            suit = position.facts.get(NAME)
            melded = [kind for meld in position.melds(team) for kind in meld.cards]
            count = sum(SUIT_OF[kind] == suit for kind in melded)
            if count:
                yield Line("trumps", count, 5 * count, title="trumps")
    '''


@hookspec
def pozzetto_score(position: Position, team: int, options: Options) -> Iterable[Line]:  # type: ignore[empty-body]
    '''Lines that the house rule adds to a team's score sheet.

    Asked: for each team when a hand is counted.

    Answer: any number of `Line`s, each with a word of your own, how many of it there are, and
    the points: whole numbers, at most 1,000,000 either way. `title` is what people read, one text
    or one a language. The plugin's name is written before the word. What is paid for burracos is
    called `burraco`, so that a rule that adjusts them knows it.

    Purity: it looks at the position, in which every card is open, and the options.

    Together: the lines of all plugins follow the ordinary ones, in the ruleset's order.

    Example: taking the pozzetto pays fifty points.

        """Taking the pozzetto pays 50 points."""

        from pozzetto.api import Line

        API = 1


        def pozzetto_score(position, team, options):
            if position.took[team] >= 0:
                yield Line("pozzetto", 1, 50, title={"en": "taken", "it": "preso"})
    '''


@hookspec
def pozzetto_score_adjust(  # type: ignore[empty-body]
    position: Position, team: int, lines: Sequence[Line], options: Options
) -> Iterable[Line]:
    '''Lines that depend on what a team scored so far: doubling, everything against.

    Asked: for each team after every `pozzetto_score`.

    Answer: any number of `Line`s as for `pozzetto_score`, which are added; none is changed or
    taken away.

    Purity: it looks at the position, the lines so far and the options, nothing else.

    Together: plugin by plugin in the ruleset's order, each with the lines as the ones before it
    left them.

    Example: what the team that closes scores counts twice.

        """Closing doubles the hand."""

        from pozzetto.api import Line

        API = 1


        def pozzetto_score_adjust(position, team, lines, options):
            if position.closer >= 0 and position.rules.team_of[position.closer] == team:
                yield Line("double", 1, sum(line.points for line in lines), title="doubled")
    '''


@hookspec
def pozzetto_score_round(points: int, options: Options) -> int:  # type: ignore[empty-body]
    '''A team's score of the hand, rounded.

    Asked: for each team when its lines are complete. The difference is a line of its own.

    Answer: a whole number of points, at most 1,000,000 away from those given.

    Purity: pure; it looks at the points and the options alone.

    Together: at most one plugin of a ruleset may have it.

    Example: to the nearest ten, a five upwards.

        """Scores are rounded to the nearest ten."""

        API = 1


        def pozzetto_score_round(points, options):
            return (points + 5) // 10 * 10
    '''


@hookspec
def pozzetto_match_end(match: Match, options: Options) -> Outcome | None:
    '''How the match ended.

    Asked: after each hand that did not end the match by the ordinary rules.

    Answer: an `Outcome` with the reason `MatchEnd.HOUSE` and the winning team's number, None
    for a draw; or None where the match goes on.

    Purity: pure; it looks at the match and the options, nothing else.

    Together: the ordinary rules come first, then the plugins in the ruleset's order; the first
    answer counts.

    Example: who leads by 1500 has won.

        """A lead of 1500 points wins the match."""

        from pozzetto.api import MatchEnd, Outcome

        API = 1


        def pozzetto_match_end(match, options):
            lead = match.totals[0] - match.totals[1]
            if abs(lead) >= 1500:
                return Outcome(reason=MatchEnd.HOUSE, winner=0 if lead > 0 else 1)
    '''


@hookspec
def pozzetto_measures(options: Options) -> Iterable[HouseMeasure]:  # type: ignore[empty-body]
    '''What simulations should count besides their own measures.

    Asked: once, when the ruleset is read; `count` is asked of every finished hand.

    Answer: `HouseMeasure`s. `count` gives a whole number for a finished hand, at most 1,000,000
    either way; of a measure whose unit is `share` it is 1 or 0, or True or False.

    Purity: pure; `count` looks at the position it is given, nothing else.

    Together: the measures of all plugins are added; a name that is taken is refused. Where
    one of the rulesets compared has not the plugin, nothing is counted for it.

    Example: how often the dealer closes.

        """Counts how often the dealer closes."""

        from pozzetto.api import HouseMeasure

        API = 1


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
    '''


@hookspec
def pozzetto_players(options: Options) -> Mapping[str, Callable[[Shapes], Any]]:  # type: ignore[empty-body]
    '''Players by computer.

    Asked: once, when the ruleset is read.

    Answer: a mapping of names to functions (or classes) that make a player for some rules, given
    as `Shapes`. A player has `choose(view, moves, random)`, which answers one of the moves, takes
    any chance from `random()`, and keeps nothing from one move to the next.

    Purity: pure; it looks at the options alone, and `choose` at what it is given.

    Together: the players of all plugins may be named. A name that is taken is refused.

    Example: a player who makes the first move there is.

        """Brings a player called `first`."""

        API = 1


        class First:
            def __init__(self, shapes):
                pass

            def choose(self, view, moves, random):
                return moves[0]


        def pozzetto_players(options):
            return {"first": First}
    '''
