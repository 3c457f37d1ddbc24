"""A drawing of a table for people: seats in place, cards, melds, stock, pile, pozzetti.

How things are shown:

- The seats stand as they sit, the first at the top, the others clockwise: N above, E at
  the right, S below, W at the left. A whole table shows every hand, a view its own only.
- `##` is a card that lies face down. A pozzetto taken on the discard and not opened yet
  is shown face down, unless the rules let it be seen at once, or it is counted at the end.
- The pozzetti lie crosswise, one on top of the other, while both wait (IT-DEA-04); the
  one that is left lies alone, and a pozzetto that has been taken is gone.
- The pile is written bottom first, its top card last; or its top card only, where the
  rules show no more.
- A meld has its number, M1, M2 and so on. A card in brackets, `[9H]`, is turned sideways:
  it marks a burraco, one card a dirty one, two a clean one (IT-DSP-01, -02, -03), or as
  many as the ruleset says. The burraco's name stands behind it.
- A wild shows what it stands for: `JK=5C` in a run, `2C=Q` in a set. A wild parked beside
  a whole run stands for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from pozzetto.game.cards import JOKER, NAMES, RANKS, SUIT_OF
from pozzetto.game.melds import PARKED, RUN, SET, Meld, natural_card, tier, turned
from pozzetto.game.shapes import Shapes
from pozzetto.game.state import NOBODY, State
from pozzetto.game.views import View
from pozzetto.rulebook.yaml_tree import shown
from pozzetto.text.scene import Scene, of_table, of_view
from pozzetto.text.styled import (
    BOLD,
    DIM,
    PLAIN,
    RED,
    YELLOW,
    Line,
    Word,
    aligned,
    columns,
    painted,
    placed,
    words,
    wrapped,
)
from pozzetto.text.table_words import SENTENCES, burraco_name, how_it_ended

MIDDLE = ("stock", "pile", "pozzetti")
NARROW = 60
"""Below so many columns the middle of the table stands under the seats at its sides."""

_SIGNS: Mapping[str, str] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_FRAMES: Mapping[bool, str] = {False: "++++-|#++++", True: "┌┐└┘─│▒┴┴┬┬"}


def drawn(
    table: State | View,
    *,
    glyphs: bool,
    colour: bool,
    width: int,
    shapes: Shapes | None = None,
    middle: Collection[str] = MIDDLE,
    translated: Callable[[str], str] = str,
) -> list[str]:
    """The lines of a drawing, none wider than `width` (at least 24).

    A table is drawn with every hand laid open, a view with what its seat may see; `shapes`
    are then those in which the view's melds are numbered. `glyphs`: suits and frames are
    drawn with signs beyond ASCII; `colour`: with the codes of a terminal; `middle`: what is
    drawn of the middle of the table.
    """
    if isinstance(table, View):
        if shapes is None:
            raise ValueError("a view is drawn with the shapes in which its melds are numbered")
        scene = of_view(table)
    else:
        shapes = table.shapes
        scene = of_table(table)
    artist = _Artist(scene, shapes, glyphs, max(width, 24), middle, translated)
    return [painted(line, colour=colour) for line in artist.lines()]


@dataclass(frozen=True, slots=True)
class _Artist:
    """One drawing in the making."""

    scene: Scene
    shapes: Shapes
    glyphs: bool
    width: int
    middle: Collection[str]
    translated: Callable[[str], str]

    def lines(self) -> list[Line]:
        """The seats around the middle of the table, then the melds of each team."""
        width, seats = self.width, len(self.scene.rules.seats)
        narrow = width < NARROW
        side = (width - 2) // 2 if narrow else width // 3
        gap = width - 2 * side
        left = self._side(range(seats - 1, seats // 2, -1), side)
        right = aligned(self._side(range(1, (seats + 1) // 2), side), "left")
        right = [placed(line, side, "right") for line in right]
        level: list[Line] = [()]  # so that both sides begin on one line
        left, right = (
            [*block, *level * (max(len(left), len(right)) - len(block))] for block in (left, right)
        )
        middle = aligned(self._middle(width if narrow else gap - 2), "centre")
        if narrow or not (left or right):
            middle = [placed(line, width, "centre") for line in middle]
            beside = columns([left, [], right], [side, gap, side])
            beside += [(), *middle] if beside else middle
        else:
            middle = [placed(line, gap, "centre") for line in middle]
            beside = columns([left, middle, right], [side, gap, side])
        found = [*self._facing(0), (), *beside, ()]
        if seats % 2 == 0:
            found += [*self._facing(seats // 2), ()]
        for team in range(len(self.scene.rules.teams)):
            found += self._team(team)
        if self.scene.ended:
            ended = how_it_ended(self.scene.ended, self.translated)
            found += [(), *wrapped(words(ended, BOLD), width)]
        return found

    def _say(self, key: str, **values: object) -> str:
        return self.translated(SENTENCES[key]).format(**values)

    def _name(self, text: str) -> Word:
        name = shown(text)
        return Word(name if self.glyphs else name.encode("ascii", "replace").decode(), BOLD)

    def _card(self, kind: int) -> Word:
        name = NAMES[kind]
        if self.glyphs:
            name = "".join(_SIGNS.get(char, char) for char in name)
        return Word(name, YELLOW if kind == JOKER else RED if SUIT_OF[kind] in (1, 2) else PLAIN)

    def _back(self) -> Word:
        return Word("\N{MEDIUM SHADE}" * 2 if self.glyphs else "##", DIM)

    def _head(self, seat: int) -> list[Word]:
        # the seat's name, how many cards it holds, and what it is about to do
        scene = self.scene
        count = scene.sizes[seat]
        facts = [self._say("one card") if count == 1 else self._say("cards", count=count)]
        if seat in scene.unopened:
            face_up = "never opened" if scene.ended else "next turn"
            facts.append(self._say(face_up if scene.hands[seat] else "face down"))
        if seat == scene.dealer and not scene.ended:
            facts.append(self._say("dealer"))
        if seat == scene.to_move and not scene.ended:
            facts.append(self._say("to play" if scene.drawn else "to draw"))
        return [self._name(scene.rules.seats[seat]), *words(", ".join(facts))]

    def _suits(self, seat: int) -> list[list[Word]]:
        # the cards that are seen, suit by suit, the jokers last; else the backs there are
        hand = self.scene.hands[seat]
        if hand is None:
            unopened = seat in self.scene.unopened
            return [[self._back()] * self.scene.sizes[seat]] if unopened else []
        return [
            [self._card(kind) for kind in hand if SUIT_OF[kind] == suit]
            for suit in sorted({SUIT_OF[kind] for kind in hand})
        ]

    def _facing(self, seat: int) -> list[Line]:
        # a seat at the top or at the bottom: its cards in one row
        cards = [card for suit in self._suits(seat) for card in suit]
        block = [*wrapped(self._head(seat), self.width), *wrapped(cards, self.width)]
        return [placed(line, self.width, "centre") for line in block]

    def _side(self, seats: range, width: int) -> list[Line]:
        # the seats at one side, from top to bottom: a line for each suit
        block: list[Line] = []
        for seat in seats:
            if block:
                block.append(())
            block += wrapped(self._head(seat), width)
            for suit in self._suits(seat):
                block += wrapped(suit, width)
        return block

    def _middle(self, width: int) -> list[Line]:
        scene = self.scene
        block = []
        if "stock" in self.middle:
            block += wrapped(words(self._say("stock", count=scene.stock)), width)
        if "pile" in self.middle:
            block += wrapped(self._pile(), width)
        if "pozzetti" in self.middle and scene.pozzetti:
            block += [(), *aligned(self._pozzetti(), "centre")] if block else self._pozzetti()
            block += wrapped(words(self._say("pozzetti", count=scene.pozzetti)), width)
        return block

    def _pile(self) -> list[Word]:
        scene = self.scene
        cards = [self._card(kind) for kind in scene.pile]
        if not scene.pile_size:
            key = "pile empty"
        elif not cards:
            key = "pile hidden"
        else:
            key = "pile" if len(cards) == scene.pile_size else "pile top"
        return [*words(self._say(key, count=scene.pile_size)), *cards]

    def _pozzetti(self) -> list[Line]:
        # while two wait the upper one lies across the other; what waits alone lies alone
        frame = _FRAMES[self.glyphs]
        corner, across, down, back = frame[:4], frame[4], frame[5], frame[6]
        top = corner[0] + across * 2 + corner[1]
        bottom = corner[2] + across * 2 + corner[3]
        if self.scene.pozzetti == 1:
            rows = [top, *[down + back * 2 + down] * 3, bottom]
        else:
            joints = frame[7:]
            rows = [
                top,
                corner[0]
                + across * 2
                + joints[0]
                + across * 2
                + joints[1]
                + across * 2
                + corner[1],
                down + back * 8 + down,
                corner[2]
                + across * 2
                + joints[2]
                + across * 2
                + joints[3]
                + across * 2
                + corner[3],
                bottom,
            ]
        return [(Word(row, DIM),) for row in rows]

    def _team(self, team: int) -> list[Line]:
        scene = self.scene
        name, pozzetto = self._name(scene.rules.teams[team]), self._pozzetto(team)
        heading = [Word(f"{name.text}:", BOLD), *words(pozzetto)] if pozzetto else [name]
        found = wrapped(heading, self.width)
        melds = scene.melds[team]
        if not melds:
            found += wrapped([Word(" "), *words(self._say("no melds"), DIM)], self.width)
        for number, shape in enumerate(melds, 1):
            label = f"  M{number}".ljust(5)
            line = [Word(label), *self._meld(self.shapes.melds[shape])]
            found += wrapped(line, self.width, indent=len(label) + 1)
        return found

    def _pozzetto(self, team: int) -> str:
        scene = self.scene
        if scene.rules.pozzetti is None:
            return ""
        if scene.unopened[team] != NOBODY:
            seat = self._name(scene.rules.seats[scene.unopened[team]]).text
            return self._say("unopened by", seat=seat)
        if scene.took[team] != NOBODY:
            return self._say("taken")
        return self._say("waiting" if scene.pozzetti else "none taken")

    def _meld(self, meld: Meld) -> list[Word]:
        rules = self.scene.rules
        straight = len(meld.cards) - turned(meld, rules)
        found = []
        for index, kind in enumerate(meld.cards):
            card = self._card(kind)
            if meld.wild[index]:
                card = Word(card.text + self._role(meld, index), YELLOW)
            found.append(card if index < straight else Word(f"[{card.text}]", card.style))
        paid = tier(meld, rules)
        if paid is not None:
            found += words(burraco_name(paid.name, self.translated), DIM)
        return found

    def _role(self, meld: Meld, index: int) -> str:
        # what a wild stands for
        if meld.kind == SET:
            return f"={RANKS[meld.of]}"
        if meld.kind != RUN:
            # only its house rule knows
            return ""
        place = meld.placed[index][0]
        return "" if place == PARKED else f"={self._card(natural_card(meld.of, place)).text}"
