"""YAML text: what is read as what, and where each fault is."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pozzetto.rulebook.yaml_text import MOST_BYTES, Place, dotted, read_value, read_yaml, shown


def faults(text: str | bytes) -> list[str]:
    tree = read_yaml(text, "f.yaml")
    return [str(fault) for fault in tree.faults]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("no", "no"),
        ("on", "on"),
        ("yes", "yes"),
        ("1:10", "1:10"),
        ("1_000", "1_000"),
        ("2026-01-01", "2026-01-01"),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("7", 7),
        ("-100", -100),
        ("010", 10),
        ("0o17", 15),
        ("0x1F", 31),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("-.inf", -math.inf),
        ("'7'", "7"),
        ('"true"', "true"),
        ("|\n  two\n  lines\n", "two\nlines\n"),
    ],
)
def test_scalars_are_read_as_yaml_1_2_reads_them(written: str, read: object) -> None:
    tree = read_yaml(f"a: {written}\n")
    assert tree.faults == ()
    assert tree.data == {"a": read}
    assert type(tree.data["a"]) is type(read)


def test_keys_are_always_text() -> None:
    data = read_yaml('{2: a, "3": b, true: c, no: d, 1.5: e, ~: f}').data
    assert list(data) == ["2", "3", "true", "no", "1.5", "~"]


def test_each_key_and_list_item_has_its_place() -> None:
    tree = read_yaml("a: 1\nb:\n  c: [x, {d: 2}]\n")
    assert tree.place(("a",)) == Place(1, 1)
    assert tree.place(("b", "c")) == Place(3, 3)
    assert tree.place(("b", "c", 0)) == Place(3, 7)
    assert tree.place(("b", "c", 1, "d")) == Place(3, 11)


def test_what_is_not_written_has_the_place_around_it() -> None:
    tree = read_yaml("a: 1\nb:\n  c: 1\n")
    assert tree.place(("b", "x", "y")) == Place(2, 1)
    assert tree.place(("z",)) == Place()


def test_a_key_written_twice_names_both_lines() -> None:
    assert faults("a: 1\nb: {c: 1, c: 2}\na: 2\n") == [
        "f.yaml:2:11: `c` is written twice, here and on line 2 (b.c)",
        "f.yaml:3:1: `a` is written twice, here and on line 1 (a)",
    ]


def test_the_same_key_written_otherwise_is_written_twice() -> None:
    assert faults('2: a\n"2": b\n') == ["f.yaml:2:1: `2` is written twice, here and on line 1 (2)"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "f.yaml: the file is empty"),
        ("# nothing\n", "f.yaml: the file is empty"),
        ("---\n", "f.yaml: the file is empty"),
        ("- a\n", "f.yaml:1:1: expected a mapping of keys to values at the top, not a list"),
        ("word\n", "f.yaml:1:1: expected a mapping of keys to values at the top, not a single"),
        ("a: 1\nb: *x\n", "f.yaml:2:4: `*x` is an alias"),
        ("a: &x 1\n", "f.yaml:1:4: `&x` is an anchor"),
        ("&x a: 1\n", "f.yaml:1:1: `&x` is an anchor"),
        ("a: !!python/name:os.system x\n", "f.yaml:1:4: `!!python/name:os.system` is a tag"),
        ("a: !x [1]\n", "f.yaml:1:4: `!x` is a tag"),
        ("a: 1\n\tb: 2\n\tc: 3\n", "f.yaml:2:1: a tab indents this line and 1 more"),
        ("a: 1\n---\nb: 2\n", "f.yaml:2:1: a second document begins here"),
        ("? [a]\n: 1\n", "f.yaml:1:3: a key is plain text"),
        ("a: \x01\n", "f.yaml:1:4: a control character"),
        ("a: b\x85\n", "f.yaml:1:5: an invisible line break"),
        ("a: \ud800\n", "f.yaml:1:4: half a character"),
        (b"a: 1\nb: \xff\n", "f.yaml:2:4: the text is not UTF-8"),
        ("a: [1, 2\nb: 3\n", "f.yaml:2:2: this cannot be read as YAML"),
        ("a: b: c\n", "f.yaml:1:5: this cannot be read as YAML: a `:` too many"),
        ("a: @b\n", "f.yaml:1:4: this cannot be read as YAML: a value that begins so needs quotes"),
        ("a: 'b\n", "f.yaml:2:1: this cannot be read as YAML: a quotation mark is never closed"),
        ("a: " + "9" * 5000, "f.yaml:1:4: a number of 5000 characters"),
        ("a: " + "[" * 60, "f.yaml:1:53: nested deeper than 50 levels"),
        ("a" * MOST_BYTES + ": 1", "f.yaml: the file is too large: more than 1,048,576 bytes"),
    ],
)
def test_what_can_surprise_is_a_fault(text: str | bytes, expected: str) -> None:
    found = faults(text)
    assert len(found) == 1
    assert found[0].startswith(expected)


def test_faults_found_before_the_text_breaks_off_are_kept() -> None:
    assert [fault.partition(":")[2][:4] for fault in faults("a: 1\na: 2\nb: [\n")] == [
        "2:1:",
        "4:1:",
    ]


def test_a_byte_order_mark_and_windows_lines_do_no_harm() -> None:
    assert read_yaml("\ufeffa: 1\r\nb: 2\r\n".encode()).data == {"a": 1, "b": 2}


def test_paths_are_written_with_dots_and_positions() -> None:
    assert dotted(("pozzetti", "piles", 0)) == "pozzetti.piles[0]"
    assert dotted(("cites", "melds.wilds.most")) == "cites.melds.wilds.most"
    assert dotted(()) == ""


def test_what_is_quoted_cannot_steer_a_terminal() -> None:
    assert "\x1b" not in shown("\x1b[31mred")
    assert "\x1b" not in faults('a: 1\n"\\e[31m": {x: 1, x: 2}\n')[0]
    assert len(shown("x" * 500)) == 60


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("300", 300),
        ("none", "none"),
        ("null", None),
        ("[a, 2]", ["a", 2]),
        ("{a: {b: no}}", {"a": {"b": "no"}}),
    ],
)
def test_a_single_value_is_read_by_the_same_rules(text: str, read: object) -> None:
    tree = read_value(text)
    assert (tree.faults, tree.data) == ((), read)


@pytest.mark.parametrize(
    "text", ["", "# nothing", "1\na: 2", "[1", "*x", "- a\n---\n- b\n", "!x 1"]
)
def test_what_is_no_single_value(text: str) -> None:
    assert read_value(text).faults


def test_reading_stops_after_a_hundred_faults() -> None:
    found = faults("a: [" + "*x, " * 10_000 + "]")
    assert len(found) == 101
    assert "reading stops here" in found[-1]


@given(st.text(max_size=200) | st.binary(max_size=200))
def test_no_text_is_too_odd_to_be_answered(text: str | bytes) -> None:
    tree = read_yaml(text, "f.yaml")
    assert isinstance(tree.data, dict) or tree.faults
