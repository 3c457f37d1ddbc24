"""What a study is of, beside its hands: written down when it is begun, and compared with what
a run asks for when it is played on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pozzetto.errors import PozzettoError
from pozzetto.game.rules import Rules
from pozzetto.lab.study_schema import ends
from pozzetto.lab.versions import versions
from pozzetto.rulebook.compiler import NOT_RULES
from pozzetto.rulebook.yaml_tree import shown

if TYPE_CHECKING:
    from pozzetto.lab.run import Run

MOST_TOLD = 3
"""Of keys that differ between two rulesets so many are told."""


def write_facts(db: sqlite3.Connection, run: Run, now: str) -> None:
    """Write down what a study is of, within the change that begins it."""
    by = versions(run)
    db.execute("INSERT INTO study VALUES (?, ?, ?)", (str(run.seed), by.epoch, now))
    for number, rules in enumerate(run.rulesets, 1):
        if not rules.fingerprint:
            raise PozzettoError(
                f"{rules.name} was not made from a ruleset, so that a study could not say what "
                f"its hands were played by."
            )
        book = json.dumps(dict(rules.book), ensure_ascii=False, separators=(",", ":"))
        db.execute(
            "INSERT INTO rulesets VALUES (?, ?, ?, ?)",
            (number, rules.name, rules.fingerprint, book),
        )
        for name, version in plugins_of(rules):
            db.execute("INSERT INTO plugins VALUES (?, ?, ?)", (number, name, version))
        for seat, name in enumerate(rules.seats):
            team = rules.teams[rules.team_of[seat]]
            db.execute("INSERT INTO seats VALUES (?, ?, ?, ?)", (number, seat, name, team))
    db.executemany("INSERT INTO players VALUES (?, ?)", by.players)
    db.executemany("INSERT INTO seatings VALUES (?, ?, ?, ?)", _seatings(run))
    db.executemany("INSERT INTO ends VALUES (?, ?)", ends())
    write_sitting(db, run, now)


def write_sitting(db: sqlite3.Connection, run: Run, now: str) -> None:
    """Write down that the study is played on, and by which versions."""
    by = versions(run)
    row = (now, by.pozzetto, by.python)
    db.execute("INSERT INTO sittings (began, pozzetto, python) VALUES (?, ?, ?)", row)


def plugins_of(rules: Rules) -> Iterator[tuple[str, str]]:
    """The plugins that rules play with, each by name with the sha256 of its code."""
    yield from ((name, code) for name, _, code in rules.house.marks)


def differences(db: sqlite3.Connection, run: Run) -> Iterator[str]:
    """In what a study is of something else than a run asks for: `seed 1, and now 2`."""
    by = versions(run)
    ((seed, epoch),) = db.execute("SELECT seed, epoch FROM study").fetchall()
    if seed != str(run.seed):
        yield f"seed {seed}, and now {run.seed}"
    kept = db.execute("SELECT name, fingerprint, rules FROM rulesets ORDER BY ruleset").fetchall()
    if len(kept) != len(run.rulesets):
        names = [rules.name for rules in run.rulesets]
        yield f"{_listed([each[0] for each in kept])}, and now {_listed(names)}"
    else:
        for number, (name, fingerprint, book) in enumerate(kept, 1):
            rules = run.rulesets[number - 1]
            if fingerprint != rules.fingerprint:
                plugins = db.execute(
                    "SELECT plugin, version FROM plugins WHERE ruleset = ?", (number,)
                )
                changed = _changed_code(dict(plugins.fetchall()), rules)
                yield _rules_differ(name, book, rules, changed, epoch != by.epoch)
    was = _seated(db.execute("SELECT * FROM seatings").fetchall())
    now = _seated(_seatings(run))
    if was != now:
        yield f"played by {was}, and now by {now}"
    known = dict(db.execute("SELECT player, version FROM players").fetchall())
    for name, version in by.players:
        if known.get(name, version) != version:
            yield f"another version of the player {name}"


def _changed_code(before: Mapping[str, str], rules: Rules) -> list[str]:
    # the house rules of the same name whose code is another
    now = dict(plugins_of(rules))
    return [name for name, code in before.items() if now.get(name, code) != code]


def _rules_differ(
    name: str, book: str, rules: Rules, changed: Sequence[str], other_epoch: bool
) -> str:
    what = f"{name}, and now {rules.name}" if name != rules.name else name
    try:
        kept = json.loads(book)
    except ValueError:
        kept = None
    if not isinstance(kept, dict):
        return f"{what} (what was written of its rules is damaged)"
    keys = [f"the code of the house rule `{shown(plugin)}`" for plugin in changed]
    keys += _keys_that_differ(kept, rules.book)
    if keys:
        told = "; ".join(keys[:MOST_TOLD])
        more = f"; and {len(keys) - MOST_TOLD} more" if len(keys) > MOST_TOLD else ""
        return f"{what} (its rules differ: {told}{more})"
    if other_epoch:
        return f"{what}, by another edition of the engine's rules"
    return f"{what}, with other plugins"


def _keys_that_differ(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    before, after = dict(_leaves(was)), dict(_leaves(now))
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) != after.get(key):
            yield f"{key} {_told(before, key)} there, {_told(after, key)} here"


def _told(leaves: Mapping[str, Any], key: str) -> str:
    return json.dumps(leaves[key], ensure_ascii=False) if key in leaves else "nothing"


def _leaves(data: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        if not above and key in NOT_RULES:
            continue
        path = f"{above}{key}"
        if isinstance(value, Mapping) and value:
            # that their order differs is a difference too
            if not above and key in ("teams", "burracos"):
                yield f"the order of {path}", list(value)
            yield from _leaves(value, f"{path}.")
        else:
            yield path, list(value) if isinstance(value, tuple) else value


def _seatings(run: Run) -> list[tuple[int, int, str, int]]:
    rules = run.rulesets[0]
    return [
        (number, seat, player, (rules.team_of[seat] - shift) % len(rules.teams) + 1)
        for number, (shift, seated) in enumerate(run.seatings)
        for seat, player in enumerate(seated)
    ]


def _seated(rows: list[tuple[int, int, str, int]]) -> str:
    # the players of the first seating, seat by seat; the others follow from them
    players = [player for seating, _, player, _ in sorted(rows) if seating == 0]
    return players[0] if len(set(players)) == 1 else ",".join(players)


def _listed(names: list[str]) -> str:
    return f"ruleset{'s' * (len(names) > 1)} {', '.join(names)}"
