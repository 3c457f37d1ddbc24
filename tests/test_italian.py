"""The commands in Italian, as a club's organiser reads them; every text written by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from pozzetto import cli
from pozzetto.language import translator

Say = Callable[..., list[str]]

TABLE = """\
to_move: N
held: {N: 4H 5H JK 2C 9D}
melds: {NS: [6H 7H 8H]}
pile: QS KS
"""
FINISHED = """\
ended: closed by N
held: {N: "", S: AS 4C 2D, E: 2D QS, W: 3C 3D 9H}
melds:
  NS: [3H 4H 5H 6H 7H 8H 9H, KS KH KD, 5C 6C JK=7C]
  EW: [8S 8H 2C, 9D 10D JD QD]
pozzetti: {NS: taken, EW: waiting}
scores: {NS: 1700, EW: 1990}
"""
CASES = """\
ruleset: burraco
melds:
  - {cards: 3H 4H 5H, is: run}
  - {name: tre cuori, cards: 3H 4H 5H, is: set}
  - {cards: 3H 4H 5H, refused: true}
  - {cards: 3H 4H 6H, is: run}
plays:
  - name: una calata
    table: {phase: play, held: {N: 3H 4H KD}}
    do: [N: discard KD]
    expect: {not_legal: draw, legal: discard 9C, score: {NS: 3}}
"""


@pytest.fixture(autouse=True)
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name, text in (("table", TABLE), ("finished", FINISHED), ("cases", CASES)):
        Path(f"{name}.yaml").write_text(text, encoding="utf-8")


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """What a command answers in Italian: its lines, without the room between words."""

    def run(*arguments: str, status: int = 0) -> list[str]:
        assert cli.run([*arguments, "--lang", "it"]) == status
        return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]

    return run


@pytest.fixture
def data(capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """What a command answers a program that reads Italian."""

    def run(*arguments: str) -> Any:
        cli.run([*arguments, "--lang", "it", "--json"])
        return json.loads(capsys.readouterr().out)

    return run


# ---- one command after the other


def test_meld(say: Say) -> None:
    assert say("meld", "3H 4H 5H 6H 7H 8H 9H JK", "--in", "burraco-fibur") == [
        "JK=2H 3H 4H 5H 6H 7H 8H 9H",
        "tipo scala, non pulita, con 1 matta",
        "burraco semipulito, 150 punti, 1 carta di traverso",
        "carte 75 punti",
    ]
    assert say("meld", "KS KH KD")[1:] == ["tipo combinazione, pulita", "carte 30 punti"]
    assert say("meld", "4C JK 2S", status=1) == [
        "No. Matte in un gioco: al massimo 1; qui ce ne sono 2.",
        "regola melds.wilds.most: 1",
        "articoli IT-SET-02, IT-SEQ-05",
    ]


def test_may(say: Say) -> None:
    assert say("may", "table.yaml", "N: draw, add 4H to M1", status=1) == [
        "No. Le carte di una scala devono essere consecutive.",
        "regola melds.run.consecutive",
        "articoli IT-SEQ-01",
        "mossa add 4H to M1 (dopo draw)",
    ]
    told = say("may", "table.yaml", "N: draw, add 4H 5H JK to M1, discard 2C")
    assert told[:2] == ["Sì.", "tocca a E (pesca)"]
    assert told[3] == "E 11 carte"
    assert told[-3:] == [
        "scarti QS KS 2C",
        "tallone 42 carte",
        "pozzetti NS da prendere, EW da prendere",
    ]
    Path("last.yaml").write_text("stock: 3\n", encoding="utf-8")
    assert "La smazzata è finita: il tallone è esaurito." in say("may", "last.yaml", "N: draw")


def test_judge(say: Say) -> None:
    assert say("judge", "cases.yaml", status=1) == [
        "cases.yaml:4: tre cuori: is: atteso set, risultato run",
        "cases.yaml:5: melds 3: refused: atteso true, risultato la scala 3H 4H 5H",
        "cases.yaml:6: melds 4: refused: atteso permesso, risultato run-gap "
        "(melds.run.consecutive): Le carte di una scala devono essere consecutive",
        "cases.yaml:8: una calata: not_legal: atteso draw rifiutato, risultato permesso; "
        "legal: atteso discard 9C, risultato rifiutato da turn.draw_first: Prima si pesca dal "
        "tallone o si raccoglie il monte degli scarti; "
        "score: atteso smazzata finita, risultato la smazzata continua",
        # programs read it
        "1 passed, 4 failed",
    ]


def test_deal(say: Say) -> None:
    told = say("deal", "--seed", "7")
    assert told[:10] == [
        "Sorteggio del primo mazziere, seme 7:",
        "giocatore 1 pesca 8D la più alta: comincia, posto E",
        "giocatore 2 pesca 7S posto W",
        "giocatore 3 pesca 6S posto S",
        "giocatore 4 pesca 5S la più bassa: primo mazziere, posto N",
        "NS: giocatore 4 e giocatore 3",
        "EW: giocatore 1 e giocatore 2",
        "",
        "Smazzata 0: dà le carte N, comincia E.",
        "W taglia e alza 33 carte su 108.",
    ]
    assert "N 11 carte, mazziere" in told
    assert "NS: pozzetto da prendere" in told
    assert say("deal", "--cut", "21", status=1) == [
        "No. Chi taglia alza almeno 22 carte, non 21.",
        "regola deal.cut.least: 22",
        "articoli IT-CUT-02",
    ]


def test_score(say: Say) -> None:
    told = say("score", "finished.yaml")
    assert told[-12:] == [
        "La smazzata è finita: ha chiuso N.",
        "",
        "NS EW",
        "carte calate 115 (13) 80 (7)",
        "burraco pulito 200",
        "carte in mano -40 (3) -50 (5)",
        "chiusura 100",
        "pozzetto non preso -100",
        "smazzata 375 -70",
        "prima 1700 1990",
        "totale 2075 1920",
        "Vince la partita NS.",
    ]
    assert "NS: pozzetto preso" in told


def test_vp(say: Say) -> None:
    assert say("vp", "1505", "--hands", "3") == [
        "20 a 0",
        "1505 punti di differenza dopo 3 smazzate, regole burraco-fibur.",
    ]
    assert say("vp", "1", "--hands", "4")[0] == "10 pari"


def test_simulate(say: Say) -> None:
    # more than a thousand hands, for the point in their number; of few turns, to play them fast
    short = ("--set", "hand_ends.limit.turns=4")
    told = say("simulate", *short, "--hands", "1100", "--workers", "1", "--players", "random")
    assert told[0].endswith(": 1.100 smazzate, giocate da random, seme 1")
    told = say("simulate", "--hands", "110", "--workers", "1", "--players", "random", "--explain")
    assert told[0] == "burraco: 110 smazzate, giocate da random, seme 1"
    assert "misura in media varia di" in told
    assert any(re.fullmatch(r"burrachi puliti 0,\d\d ± 0,\d\d 0,\d\d", line) for line in told)
    assert any(re.fullmatch(r"smazzate in negativo \d+,\d ± \d,\d %", line) for line in told)
    assert any(re.fullmatch(r"chiuse \d,\d % \(\d,\d–\d,\d\)", line) for line in told)
    assert "«varia di» è la deviazione standard da una smazzata, o partita, all'altra." in told
    assert "chiuse: Quota delle smazzate in cui qualcuno chiude." in told
    assert told[-1] == (
        "Per ripetere: pozzetto simulate burraco --hands 110 --seed 1 --players random"
    )


def test_simulate_unequal_players(say: Say) -> None:
    told = " ".join(say("simulate", "--hands", "2", "--workers", "1", "--players", "greedy,random"))
    assert told.startswith(
        "burraco: 2 smazzate, ognuna giocata da ogni lato (4 in tutto) da greedy, random, seme 1"
    )
    assert "vantaggio di greedy" in told


def test_compare(say: Say) -> None:
    told = say("compare", "burraco", "burraco-fibur", "--hands", "25", "--workers", "1")
    assert "misura A B differenza effetto" in told
    assert "BURRACHI E POZZETTI" in told
    whole = " ".join(told)
    assert "* segna una differenza il cui intervallo esclude lo zero" in whole
    assert "(correzione di Holm)." in whole
    assert told[:2] == ["A burraco", "B burraco-fibur"]
    assert "A e B: 25 smazzate dagli stessi mazzi mescolati, giocate da greedy, seme 1" in whole
    assert "Su 25 smazzate dagli stessi mazzi mescolati, " in whole
    assert "Con queste smazzate si sono fatte 3 partite." in whole
    assert "25 smazzate dicono poco: giocarne di più." in whole
    more = say("compare", "burraco", "burraco-fibur", "--hands", "40", "--workers", "1")
    assert "Le coppie hanno reso: punti per smazzata, con burraco e con " in " ".join(more)
    same = " ".join(say("compare", "burraco", "burraco", "--hands", "2", "--workers", "1"))
    assert (
        "burraco e burraco sono le stesse regole: ogni smazzata è finita allo stesso modo e ogni "
        "differenza è esattamente zero." in same
    )


def test_check(say: Say) -> None:
    assert say("check", "burraco") == ["burraco: va bene"]
    Path("bad.yaml").write_text("deck: {packs: 0}\nseats: N\n", encoding="utf-8")
    assert say("check", "bad.yaml", status=2)[-1] == "2 errori"
    assert say("check", "burraco-2p", "--set", "melds.wilds.most=3")[1].startswith(
        "burraco-2p: nota: sono possibili circa 2.230.600 giochi diversi; oltre 100.000 "
    )


def test_show(say: Say) -> None:
    told = say("show", "burraco", "--resolved", "--set", "match.target=1000")
    assert told[0] == (
        "# burraco[match.target=1000], per esteso: accanto a ogni valore, che cosa lo stabilisce"
    )
    assert told[1].startswith("# impronta ")
    assert any(line.endswith("# prende nome dalle modifiche") for line in told)
    assert any(line.endswith("# predefinito") for line in told)


def test_replay(say: Say) -> None:
    simulated = ("simulate", "--hands", "1", "--workers", "1", "--records", "hands.txt")
    say(*simulated)
    first, last = say("replay", "hands.txt")
    assert re.fullmatch(r"smazzata 1: ok, chiusa da [NESW], NS -?\d+, EW -?\d+", first)
    # programs read it
    assert last == "1 ok, 0 parted"
    first, _ = say("replay", "hands.txt", "--under", "burraco-fibur")
    assert first.startswith("smazzata 1: con burraco-fibur chiusa da ")
    assert "(registrato: chiusa da " in first


def test_list_explain_and_diff(say: Say) -> None:
    assert "Il burraco italiano per quattro giocatori in due coppie, a 2000 punti." in " ".join(
        say("list")
    )
    assert "Chi gioca l'ultima carta e non ha più un pozzetto da prendere chiude" in " ".join(
        say("explain", "burraco", "closing")
    )
    assert say("diff", "burraco", "burraco") == ["burraco e burraco sono lo stesso gioco."]


# ---- what programs read


def test_sentences_in_data_are_italian_and_codes_are_not(data: Callable[..., Any]) -> None:
    refusal = data("meld", "4C JK 2S")["refusal"]
    assert refusal["code"] == "too-many-wilds"
    assert refusal["sentence"] == "Matte in un gioco: al massimo 1; qui ce ne sono 2."
    refusal = data("may", "table.yaml", "N: draw, add 4H to M1")["refusal"]
    assert refusal["sentence"] == "Le carte di una scala devono essere consecutive."
    refusal = data("deal", "--cut", "21")["refusal"]
    assert refusal["sentence"] == "Chi taglia alza almeno 22 carte, non 21."
    answer = data("may", "table.yaml", "N: draw, discard 9D")["table"]
    assert (answer["phase"], answer["pozzetti"]["NS"]) == ("draw", "waiting")
    judged = data("judge", "cases.yaml")
    assert judged["cases"][2]["differences"] == [
        {"what": "refused", "expected": "true", "came": "la scala 3H 4H 5H"}
    ]
    assert data("meld", "3H 4H 5H")["is"] == "run"
    assert data("show", "burraco")["set_by"]["house_rules"] == "default"
    assert data("score", "finished.yaml")["scores"][0]["match"] == "won by NS"
    verdict = data("compare", "burraco", "burraco", "--hands", "2", "--workers", "1")["verdict"]
    assert verdict.startswith("burraco e burraco sono le stesse regole")


def test_numbers_are_written_as_the_language_does() -> None:
    assert translator("it").number(1234.5, ",.1f") == "1.234,5"
    assert translator("it").number(-0.25, "+,.2f") == "-0,25"
    assert translator("en").number(1234567) == "1,234,567"


# ---- all commands alike


def _command(name: str) -> click.Command:
    command = cli.group.get_command(click.Context(cli.group), name)
    assert command is not None
    return command


@pytest.mark.parametrize("name", [name for name in cli.COMMANDS if name != "schema"])
def test_every_command_speaks_and_answers_programs(name: str) -> None:
    """All but `schema`, which is data and nothing else."""
    options = {option.name: option for option in _command(name).params}
    assert {"lang", "as_json"} <= set(options)
    # below the group, whose way to ask for help a command keeps from its first context on
    above = click.Context(cli.group, info_name="pozzetto", **cli.group.context_settings)
    told = _command(name).get_help(click.Context(_command(name), above, info_name=name))
    assert "[default: (the locale's, else en)]" in " ".join(told.split())
    assert f"Example: pozzetto {name} " in told
    assert "-h, --help" in told


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_help_says_what_everything_is_and_by_default(name: str) -> None:
    for option in _command(name).params:
        if isinstance(option, click.Option) and not option.is_flag:
            assert option.help
            assert option.metavar or isinstance(option.type, click.Choice)
            needs_none = option.multiple or option.required or option.name == "records"
            assert option.show_default or needs_none


@pytest.mark.parametrize("columns", ["40", "80"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("deal", "--seed", "7"),
        ("score", "finished.yaml"),
        ("compare", "burraco", "burraco-fibur", "--hands", "2", "--workers", "1"),
        ("simulate", "--hands", "2", "--workers", "1", "--players", "greedy,random"),
    ],
)
def test_italian_fits_the_page(
    arguments: tuple[str, ...],
    columns: str,
    say: Say,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = [line for line in say(*arguments) if not line.startswith("Per ripetere: ")]
    assert max(map(len, lines)) <= int(columns)


@pytest.mark.parametrize(
    ("arguments", "near"),
    [
        (("jugde", "x"), "Did you mean 'judge'?"),
        (("meld", "3H 4H 5H", "--in", "buraco"), "did you mean `burraco`?"),
        (("vp", "3", "--in", "burraco-fibr"), "did you mean `burraco-fibur`?"),
        (("simulate", "buraco"), "did you mean `burraco`?"),
        (("compare", "burraco", "buraco"), "did you mean `burraco`?"),
        (("replay", "x", "--under", "buraco"), "did you mean `burraco`?"),
        (("simulate", "--players", "gredy"), "did you mean greedy?"),
    ],
)
def test_the_nearest_name_is_told(
    arguments: tuple[str, ...], near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(arguments) == 2
    assert near in capsys.readouterr().err
