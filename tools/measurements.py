"""Make the long measurements again, and write down what they found.

    python tools/measurements.py          some minutes: every command in full
    python tools/measurements.py --first  only the first hundredth of each, as the tests do
    python tools/measurements.py ladder   those whose command has this word in it

They stand in tests/measurements.yaml: a command with its seed and its hands, the figures it
found, and those of its first hundredth of hands.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import yaml

from pozzetto.cli import run

FILE = Path(__file__).parent.parent / "tests" / "measurements.yaml"
PART = 100


def found(command: str, part: int = 1) -> dict[str, list[float]]:
    """What a command finds with this part of its hands: for each figure its mean and the ends
    of its interval."""
    *words, hands = command.split()
    with redirect_stdout(io.StringIO()) as out:
        status = run([*words, str(int(hands) // part), "--json"])
    if status:
        raise SystemExit(f"{command} ended with {status}")
    return dict(_figures(json.loads(out.getvalue())))


def _figures(data: dict[str, Any]) -> Iterator[tuple[str, list[float]]]:
    for step in data.get("steps", ()):
        yield f"{step['upper']} over {step['lower']}", _ends(step["lead"])
    for measure in data.get("measures", ()):
        if "others" not in measure:
            yield measure["name"], _ends(measure)
            continue
        for name, other in measure["others"].items():
            yield f"{measure['name']}, {name}", _ends(other["difference"])


def _ends(estimate: dict[str, float]) -> list[float]:
    # as many figures as are the same on every machine
    return [round(estimate[key], 6) for key in ("mean", "low", "high")]


def measurements() -> list[dict[str, Any]]:
    """The measurements as they are written down."""
    kept: list[dict[str, Any]] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return kept


def main(words: list[str]) -> None:
    """Make them, and write them down below the comment that the file begins with."""
    made, wanted = [], [word for word in words if word != "--first"]
    for each in measurements():
        if not all(word in each["command"] for word in wanted):
            made.append(each)
            continue
        sys.stderr.write(f"{each['command']}\n")
        made.append(
            {
                "command": each["command"],
                "found": each.get("found") if "--first" in words else found(each["command"]),
                "first": found(each["command"], PART),
            }
        )
    heading = [
        line
        for line in FILE.read_text(encoding="utf-8").splitlines(keepends=True)
        if line.startswith("#")
    ]
    text = yaml.safe_dump(made, sort_keys=False, allow_unicode=True, default_flow_style=None)
    FILE.write_text("".join(heading) + text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
