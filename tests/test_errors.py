"""The errors: what they say, and that they survive the way between processes."""

from __future__ import annotations

import pickle

from given import burraco_rules
from pozzetto.errors import CasesError, Fault, IllegalMove, RulesetError


def test_a_fault_names_its_place() -> None:
    fault = Fault(message="unknown key", file="a.yaml", line=3, column=5, path="melds.wild")
    assert str(fault) == "a.yaml:3:5: unknown key (melds.wild)"
    assert str(Fault(message="empty", file="a.yaml")) == "a.yaml: empty"
    assert str(Fault(message="empty")) == "empty"


def test_errors_survive_the_way_between_processes() -> None:
    faults = [Fault(message="one"), Fault(message="two", line=2, file="b.yaml")]
    for error in (RulesetError(faults), CasesError(faults)):
        twin = pickle.loads(pickle.dumps(error))
        assert type(twin) is type(error)
        assert twin.faults == tuple(faults)
        assert str(twin) == "one\nb.yaml:2: two"
    refusal = burraco_rules().refuse("draw-first", "turn.draw_first")
    twin = pickle.loads(pickle.dumps(IllegalMove(refusal)))
    assert twin.refusal == refusal
    assert str(twin) == refusal.sentence


def test_a_reason_is_told_inside_another_sentence() -> None:
    rules = burraco_rules()
    why = rules.refuse("closing-by-discard", "closing.last_card")
    outer = rules.refuse_because("cannot-finish", why)
    assert outer.sentence == (
        "The turn could not be ended after that: the last card is discarded, not melded."
    )
    assert (outer.code, outer.key) == ("cannot-finish", "closing.last_card")
    assert why.say({"the last card is discarded, not melded": "niente"}.__getitem__) == "Niente."


def test_a_reason_that_opens_with_a_card_keeps_its_capital() -> None:
    rules = burraco_rules()
    why = rules.refuse("same-card-back", "draw.pile.return_single", card="JK")
    assert rules.refuse_because("cannot-finish", why).sentence == (
        "The turn could not be ended after that: JK was taken alone from the pile "
        "and may not be thrown straight back."
    )
