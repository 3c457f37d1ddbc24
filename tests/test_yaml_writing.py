"""Data written as YAML is read as the very same data."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pozzetto.rulebook.yaml_text import read_value, read_yaml
from pozzetto.rulebook.yaml_writing import flow, lines

# a text of no more than what may stand in a file
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.sampled_from([0.5, -1.25, 1e300, -1e-7, float("inf")])
    | words
    | st.sampled_from(
        ["no", "null", "True", "1:10", "0x1F", "~", "- a", "a: b", "# c", "é", "\x85"]
    )
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4)
)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (300, "300"),
        ("none", "none"),
        ("S H D C", "S H D C"),
        ("2", '"2"'),
        ("no", '"no"'),
        ("", '""'),
        ("two\nlines", r'"two\nlines"'),
        ("perché", '"perché"'),
        (["JK", "2"], '[JK, "2"]'),
        ({"K-8": 10, "2": None, "a b": True}, '{K-8: 10, 2: null, "a b": true}'),
        ([], "[]"),
        ({}, "{}"),
    ],
)
def test_a_value_is_written_on_one_line(value: object, written: str) -> None:
    assert flow(value) == written


def test_a_mapping_is_written_line_by_line() -> None:
    data = {"name": "a", "deck": {"packs": 2}, "cites": {}, "seats": ["N", "S"]}
    assert list(lines(data)) == [
        ("name: a", ("name",)),
        ("deck:", ("deck",)),
        ("  packs: 2", ("deck", "packs")),
        ("cites: {}", ("cites",)),
        ("seats: [N, S]", ("seats",)),
    ]


@given(values)
def test_what_is_written_on_a_line_is_read_again(value: Any) -> None:
    tree = read_value(flow(value))
    assert tree.faults == ()
    assert tree.data == value


@given(st.dictionaries(words, values, min_size=1, max_size=4))
def test_what_is_written_over_lines_is_read_again(data: dict[str, Any]) -> None:
    tree = read_yaml("".join(f"{line}\n" for line, _ in lines(data)))
    assert tree.faults == ()
    assert tree.data == data


@given(words)
def test_other_readers_take_text_for_text(text: str) -> None:
    assert yaml.safe_load(f"- {flow(text)}\n") == [text]
