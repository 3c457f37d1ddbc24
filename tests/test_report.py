"""The report of a comparison: what it says, in which form, and that it says no more."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from given import burraco_rules, fibur_rules
from pozzetto import cli
from pozzetto.errors import PozzettoError
from pozzetto.game.rules import Rules
from pozzetto.lab.compare import Comparison, Difference, Row, compare
from pozzetto.lab.distributions import Distributions
from pozzetto.lab.measures import measures
from pozzetto.lab.robust import RUNGS
from pozzetto.lab.statistics import Estimate, of_moments
from pozzetto.language import translator
from pozzetto.report import pages
from pozzetto.report.answer import answer
from pozzetto.report.contents import Report, report
from pozzetto.report.figures import typeset
from pozzetto.report.marked_text import escaped, markdown
from pozzetto.rulebook.library import load

SEED = 30
ITALIAN = replace(burraco_rules(), fingerprint="0123456789abcdef" * 4)
FIBUR = replace(fibur_rules(), fingerprint="fedcba9876543210" * 4)
COMMAND = "pozzetto compare a b --hands 40 --seed 30 --players greedy"
VOID = {"meta", "br", "wbr", "img", "link", "input", "hr"}


def reported(*rulesets: Rules, hands: int = 40, lang: str = "en", **options: Any) -> Report:
    seen = Distributions(len(rulesets))
    found = compare(rulesets, hands, SEED, **{"workers": 1, "watch": seen.add, **options})
    return report(found, rulesets, seen, COMMAND, lang)


@pytest.fixture(scope="module")
def seen() -> Distributions:
    return Distributions(2)


@pytest.fixture(scope="module")
def found(seen: Distributions) -> Comparison:
    return compare((ITALIAN, FIBUR), 60, SEED, workers=1, watch=seen.add)


@pytest.fixture(scope="module")
def page(found: Comparison, seen: Distributions) -> str:
    return pages.html(report(found, (ITALIAN, FIBUR), seen, COMMAND))


class Parsed(HTMLParser):
    """A page taken apart: its tags and attributes, the text of each, the rows of tables."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.text: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text.append(data)
        if {"td", "th"} & {*self.open}:
            self.rows[-1][-1] += data

    def row(self, title: str) -> list[str]:
        """The cells of the row of this title."""
        (row,) = (row for row in self.rows if row and row[0] == title)
        return row


def plain(text: str) -> str:
    """Text as it is read: spaces are spaces, a minus is a minus."""
    return " ".join(text.replace("\N{MINUS SIGN}", "-").split())


# --- the figures


def figures(each: Estimate, form: str, times: int = 1, sign: str = "") -> str:
    assert each.half_width is not None
    mean = format(each.mean * times, f"{sign}{form}")
    return f"{mean} ± {format(each.half_width * times, form)}"


def test_the_table_has_the_figures_of_the_comparison(found: Comparison, page: str) -> None:
    parsed = Parsed(page)
    assert parsed.open == []
    assert len([row for row in parsed.rows if len(row) == 5]) == len(found.rows) + 1
    for title, name, form in (("points a hand", "points", ",.1f"), ("turns", "turns", ",.2f")):
        each = found.row(name).differences[0]
        stars = "**" if each.holds else "*" if each.moved else ""
        assert [plain(cell) for cell in parsed.row(title)] == [
            title,
            figures(each.base, form),
            figures(each.other, form),
            f"{figures(each.difference, form, sign='+')} {stars}".strip(),
            f"{each.effect:+.2f}",
        ]
    closed = found.row("closed").differences[0]
    assert plain(parsed.row("closed")[1]) == f"{figures(closed.base, '.1f', 100)} %"
    semi_clean = parsed.row("burracos, semi-clean")
    assert plain(semi_clean[1]) == "0.00"
    assert plain(semi_clean[3]).endswith("**")


def test_every_measure_is_explained(found: Comparison, page: str) -> None:
    text = plain(" ".join(Parsed(page).text))
    for row in found.rows:
        assert plain(str(row.measure.sentence)) in text


def test_italian_has_its_own_signs(found: Comparison, seen: Distributions) -> None:
    parsed = Parsed(pages.html(report(found, (ITALIAN, FIBUR), seen, COMMAND, "it")))
    points = found.row("points").differences[0]
    english = figures(points.base, ",.1f")
    italian = english.translate(str.maketrans(",.", ".,"))
    assert plain(parsed.row("punti per smazzata")[1]) == italian != english
    assert ("html", {"lang": "it"}) in parsed.tags


def test_how_to_repeat_it_is_there_to_the_letter(page: str) -> None:
    assert f"<pre><code>{COMMAND}</code></pre>" in page
    for rules in (ITALIAN, FIBUR):
        assert rules.fingerprint[:16] in page


def test_the_differing_rules_are_told_in_words(page: str) -> None:
    text = plain(" ".join(Parsed(page).text))
    assert "A pair that has not taken its pozzetto loses 100 points, unless nobody" in text
    # of a name or a source nothing is played otherwise
    assert "is the ruleset" not in text
    assert "cites" not in text


def test_parts_come_in_the_order_in_which_they_are_wanted(page: str) -> None:
    headings = [
        '<ol class="answer"',
        "<table>",
        "<svg",
        "Before you decide",
        "How it was found",
        "Where the rules differ",
        "To repeat it",
    ]
    places = [page.index(heading) for heading in headings]
    assert places == sorted(places)


# --- the answer


def estimates(before: float, after: float, deviation: float) -> Difference:
    """A difference found in 100 pairs, whose own deviation is this: its 95 % interval
    reaches 1.984 times a tenth of it to either side (Student's t with 99 degrees)."""
    return Difference(
        base=of_moments(100, before, 50),
        other=of_moments(100, after, 50),
        difference=of_moments(100, after - before, deviation),
        correlation=0.5,
        apart=100,
        corrected=0.01,
    )


def answered(lang: str = "en", **changes: Difference) -> tuple[str, str, str]:
    """The answer where these measures changed, and none else."""
    still = estimates(1, 1, 0)
    found = Comparison(
        names=("old", "new"),
        same=(False,),
        dealt_alike=(True,),
        fingerprints=("a", "b"),
        players=("greedy",) * 4,
        seed=1,
        pairs=100,
        times=1,
        rows=tuple(
            Row(measure=each, differences=(changes.get(each.name, still),))
            for each in measures((ITALIAN, FIBUR))
            if each.name != "match_minutes" or each.name in changes
        ),
    )
    return answer(found, 0, ["old", "new"], translator(lang))


def test_the_answer_is_the_points_the_length_and_what_else_changes() -> None:
    # 10 ± 1.984 × 20 / 10 = 3.97; 2 ± 1.984 × 3 / 10 = 0.595
    points, length, others = answered(
        points=estimates(500, 510, 20),
        turns=estimates(36, 34, 3),
        burracos=estimates(1.5, 2, 0.5),
        closed=estimates(0.9, 0.95, 0.1),
    )
    assert points == (
        "With new a hand brings 10.0 points more than with old, 510.0 instead of 500.0 on "
        "average; the true difference lies between 6.0 and 14.0, with 95 % confidence."
    )
    assert length == (
        "A hand is over 2.00 turns sooner, after 34.00 instead of 36.00 on average (the true "
        "difference lies between 1.40 and 2.60)."
    )
    # 10 standard errors away from zero, and 5
    assert others.startswith(
        "What else changes most clearly: burracos from 1.50 to 2.00; closed from 90.0 % to 95.0 %; "
        "4 of "
    )


def test_the_answer_says_how_large_an_unseen_difference_may_be() -> None:
    # -1 ± 3.97 reaches from -4.97 to 2.97; 0.5 ± 0.99 from -0.49 to 1.49
    points, length, others = answered(
        points=estimates(500, 499, 20), turns=estimates(36, 36.5, 5), melds=estimates(9, 9, 1)
    )
    assert "about as many points as with old, 499.0 and 500.0" in points
    assert "no larger than 5.0 points" in points
    assert "about as long, 36.50 turns and 36.00" in length
    assert "no larger than 1.49 turns" in length
    assert others == "Nothing else that was counted surely changes."


def test_what_is_not_known_is_not_told_as_about_the_same() -> None:
    # -10 ± 1.984 × 100 / 10 may be 29.8 of 500 either way, more than a twentieth of it;
    # 1 ± 1.98 may be 2.98 of 36
    points, length, _ = answered(points=estimates(500, 490, 100), turns=estimates(36, 37, 10))
    assert points == (
        "Whether a hand brings more points with new than with old cannot be told from these "
        "hands, 490.0 and 500.0 on average; if there is a difference, it is no larger than 29.8 "
        "points, with 95 % confidence."
    )
    assert length == (
        "Whether a hand lasts longer or shorter cannot be told from these hands, 37.00 turns and "
        "36.00 on average (if there is a difference, it is no larger than 2.98 turns)."
    )


def test_what_differs_by_the_same_in_every_hand_has_no_interval() -> None:
    # a dearer closing, where all of a hundred hands were closed: that says nothing of others
    points, length, _ = answered(points=estimates(500, 525, 0), turns=estimates(36, 35, 0))
    assert points == (
        "With new a hand brings 25.0 points more than with old, 525.0 instead of 500.0 on "
        "average: by the same in every hand that was played."
    )
    assert length == (
        "A hand is over 1.00 turns sooner, after 35.00 instead of 36.00 on average: by the same "
        "in every hand that was played."
    )


def test_two_hands_that_differ_by_the_same_are_not_exactly_alike() -> None:
    # both of two hands pay 50 more and last 2 turns longer: no width, and no proof either
    two = replace(estimates(500, 550, 0), difference=of_moments(2, 50, 0), apart=2)
    longer = replace(estimates(36, 38, 0), difference=of_moments(2, 2, 0), apart=2)
    points, length, _ = answered(points=two, turns=longer)
    assert points == (
        "Whether a hand brings more points with new than with old cannot be told from so few "
        "hands, 550.0 and 500.0 on average."
    )
    assert length == (
        "Whether a hand lasts longer or shorter cannot be told from so few hands, 38.00 turns and "
        "36.00 on average."
    )


def test_the_answer_knows_less_and_longer_and_nothing() -> None:
    points, length, _ = answered(points=estimates(500, 400, 20), turns=estimates(30, 40, 3))
    assert "100.0 points fewer" in points
    assert "between 96.0 and 104.0" in points
    assert "lasts 10.00 turns longer" in length
    assert answered() == (
        "With new a hand brings exactly as many points as with old, 1.0 on average.",
        "A hand lasts exactly as long, 1.00 turns on average.",
        "Nothing that is counted in a hand changes at all.",
    )


def test_the_answer_tells_the_length_of_the_evening_with_its_uncertainty() -> None:
    # 35 ± 1.984 × 50 / 10 = 9.9
    _, length, _ = answered(turns=estimates(36, 34, 3), match_minutes=estimates(35, 30, 3))
    assert length.endswith(
        "and 2.60), and a match is estimated at 30.0 ± 9.9 minutes instead of 35.0 ± 9.9."
    )
    # one match says as little as one hand
    one = replace(estimates(35, 30, 3), difference=of_moments(1, -5, 0))
    assert answered(turns=estimates(36, 34, 3), match_minutes=one)[1].endswith("and 2.60).")


def test_a_ruleset_beside_itself_is_the_same() -> None:
    made = reported(ITALIAN, ITALIAN, hands=3)
    assert made.parts[0].answer[0] == "burraco and burraco are the same rules."
    assert "exactly zero" in made.parts[0].answer[1]
    assert "No rule of play differs." in pages.html(made)


@pytest.mark.parametrize("hands", [1, 2])
def test_few_hands_make_a_report_that_says_so(hands: int) -> None:
    made = reported(ITALIAN, FIBUR, hands=hands)
    for write in pages.FORMS.values():
        assert write(made)
    assert re.search("says? little", made.caveats[0])
    if hands == 1:
        assert made.parts[0].answer[2] == "One hand says nothing about a rule: play more."


def test_where_several_rules_differ_the_page_says_what_asks_for_each() -> None:
    assert any("--why" in each for each in reported(ITALIAN, FIBUR, hands=5).caveats)
    dearer = replace(ITALIAN, name="dearer", scoring=replace(ITALIAN.scoring, closing=150))
    assert not any("--why" in each for each in reported(ITALIAN, dearer, hands=5).caveats)


def test_long_names_become_letters_that_are_explained_first() -> None:
    longer = replace(FIBUR, name="burraco[hand_ends.stock.left=10]")
    made = reported(ITALIAN, longer, hands=3)
    assert (made.parts[0].base, made.parts[0].other) == ("A", "B")
    assert longer.name in made.title
    text = plain("".join(Parsed(pages.html(made)).text))
    assert text.index("B burraco[hand_ends.stock.left=10]") < text.index("With B")
    marked = markdown(made)
    assert marked.index("`burraco[hand_ends.stock.left=10]`") < marked.index("With B")


@pytest.fixture(scope="module")
def several() -> str:
    ends = replace(ITALIAN.ends, turns=10)
    limited = replace(ITALIAN, name="short", fingerprint="5" * 64, ends=ends)
    return pages.html(reported(ITALIAN, FIBUR, limited, hands=5))


def test_several_rulesets_have_a_part_each(several: str) -> None:
    parsed = Parsed(several)
    text = plain("".join(parsed.text))
    assert "more points with burraco-fibur than with burraco cannot be told" in text
    assert "With short" in text or "points with short than with burraco" in text
    assert sum(tag == "table" for tag, _ in parsed.tags) == 2
    assert "Some hands were stopped" in text


# --- what comes from outside


NASTY = '<script>alert(1)</script><img src="https://evil.example/x" onerror="alert(1)">'


def nasty() -> Rules:
    """Rules whose every text would do harm where it is obeyed."""
    book = {**FIBUR.book, "title": f"{NASTY}</title>", "summary": "</style> | `a` *b* [c](d) $\\x$"}
    tiers = (replace(FIBUR.tiers[0], name="$\\frac{"), *FIBUR.tiers[1:])
    return replace(FIBUR, name=f"b\x1b[31m\u202e{NASTY}", book=book, tiers=tiers)


def test_text_from_outside_is_text(page: str) -> None:
    made = reported(ITALIAN, nasty(), hands=5)
    harmless, parsed = Parsed(page), Parsed(page := pages.html(made))
    assert parsed.open == []
    assert {tag for tag, _ in parsed.tags} <= {tag for tag, _ in harmless.tags} | {"wbr", "b"}
    names = {name for _, attributes in parsed.tags for name in attributes}
    assert not any(name.startswith("on") for name in names)
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert "<script" not in page
    marked = markdown(made)
    assert (
        re.search(r"(?<!\\)<(?!!-- pozzetto report -->)", re.sub("`[^`\n]*`", "", marked)) is None
    )
    assert json.loads(pages.data(made))["comparison"]["others"] == [nasty().name]


def test_markdown_obeys_nothing_that_is_quoted() -> None:
    assert escaped("a*b_c|d [e](f) <g> &amp;") == r"a\*b\_c\|d \[e\](f) \<g\> \&amp;"
    assert [escaped(text) for text in ("- a", "1. a", "# a", "## a", "--- a", "1.5 a", "-1.5")] == [
        r"\- a",
        r"1\. a",
        r"\# a",
        r"\## a",
        r"\--- a",
        "1.5 a",
        "-1.5",
    ]


def test_the_page_needs_nothing_but_itself(page: str) -> None:
    for tag, attributes in Parsed(page).tags:
        assert tag not in {"script", "link", "img", "iframe", "object", "base", "form"}
        for name, value in attributes.items():
            if name in ("src", "href", "xlink:href", "action", "data", "srcset"):
                assert value is not None
                assert value.startswith("#")
    assert "://" not in page
    assert "@import" not in page
    assert re.findall(r"url\((?!#)", page) == []
    assert "default-src 'none'" in page


def test_every_name_within_the_page_is_there_once(several: str) -> None:
    parsed = Parsed(several)
    ids = [attributes["id"] for _, attributes in parsed.tags if "id" in attributes]
    assert len(set(ids)) == len(ids)
    used = set(re.findall(r'(?:url\(|href=")#([^")]+)', several))
    for _, attributes in parsed.tags:
        used |= set((attributes.get("aria-labelledby") or "").split())
    assert used == set(ids)


def test_every_picture_is_told_in_words(page: str) -> None:
    pictures = re.findall(r"<svg .*?</svg>", page, re.DOTALL)
    assert len(pictures) > 6
    for picture in pictures:
        assert re.search(r'role="img" aria-labelledby="[\w-]+ [\w-]+"', picture)
        title, described = re.findall(r"<(?:title|desc)[^>]*>([^<]+)<", picture)
        assert len(title) > 3
        assert re.search(r"\d", described)


def picture(page: str, name: str) -> str:
    """The picture of this name, with what it is told to be."""
    found = re.search(rf'<svg [^>]*"{name}-t .*?</svg>', page, re.DOTALL)
    assert found is not None
    return found[0]


def texts(drawn: str) -> list[str]:
    return [plain(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", drawn)]


def test_bars_have_the_shares_of_all_hands(page: str, seen: Distributions) -> None:
    shares = [f"{spread.ended.share(0, 1) * 100:.1f} %" for spread in seen.spreads]
    written = texts(picture(page, "ends-0"))
    assert [text for text in written if text in shares] == shares
    assert "closed" in written
    for burracos, ways in ((0, 0), (1, 0), (2, 1)):
        share = seen.spreads[ways].burracos.share(burracos, burracos + 1)
        assert f"{share * 100:.1f} %" in texts(picture(page, "burracos-0"))


def test_the_strip_parts_the_deals_into_fewer_as_many_and_more(
    page: str, seen: Distributions
) -> None:
    (change,) = seen.changes
    counted = change.data()["values"]
    assert isinstance(counted, list)
    parts = [
        sum(times for points, times in counted if (points > 0) - (points < 0) == sign)
        for sign in (-1, 0, 1)
    ]
    assert sum(parts) == 60
    drawn = picture(page, "change-0")
    for sign, part in zip("-=+", parts, strict=True):
        assert f"{sign} {part / 60 * 100:.0f} %" in texts(drawn)
        assert f"{part / 60 * 100:.1f} %" in drawn


def test_a_difference_is_drawn_where_its_scale_says(page: str, found: Comparison) -> None:
    drawn = picture(page, "differences-0-0")
    titles = ["points a hand", "points between the teams", "lead of the first player"]
    told = " ".join(texts(drawn))
    for title in titles:
        assert all(word in told for word in title.split())
    # a level line each, from one end of its interval to the other, on one scale
    rows = [
        found.row(name).differences[0].difference for name in ("points", "spread", "first_lead")
    ]
    bars = [
        (float(start), float(end))
        for start, level, end, other in re.findall(
            r'd="M ([\d.]+) ([\d.]+)\s+L ([\d.]+) ([\d.]+)\s*"', drawn
        )
        if level == other
    ]
    assert len(bars) >= len(rows)
    points, (left, right) = rows[0], bars[0]
    assert points.low is not None
    assert points.high is not None
    for each, ends in zip(rows, bars, strict=False):
        for value, drawn_at in zip((each.low, each.high), ends, strict=True):
            assert value is not None
            part = (value - points.low) / (points.high - points.low)
            assert (drawn_at - left) / (right - left) == pytest.approx(part, abs=0.001)
    # and the dots are in the middle
    dots = [float(place) for place in re.findall(r'<use xlink:href="#\w+" x="([\d.]+)"', drawn)]
    for start, end in bars[: len(rows)]:
        assert any(dot == pytest.approx((start + end) / 2, abs=0.01) for dot in dots)


def test_figures_are_set_as_print_has_them() -> None:
    assert typeset("-1.5 ± 0.2 %") == "\N{MINUS SIGN}1.5 ± 0.2\N{NO-BREAK SPACE}%"
    assert typeset("10-10, burraco-2p") == "10-10, burraco-2p"


# --- other forms


def test_markdown_says_the_same(found: Comparison, seen: Distributions) -> None:
    made = report(found, (ITALIAN, FIBUR), seen, COMMAND)
    text = markdown(made)
    points = found.row("points").differences[0]
    assert f"| points a hand | {figures(points.base, ',.1f')} |" in text
    assert f"\n    {COMMAND}\n" in text
    for sentence in (*made.parts[0].answer, *made.caveats, *made.method):
        assert escaped(sentence) in text
    assert "\n\n\n" not in text


def test_data_has_the_comparison_and_the_distributions(
    found: Comparison, seen: Distributions
) -> None:
    data = json.loads(pages.data(report(found, (ITALIAN, FIBUR), seen, COMMAND)))
    assert data["comparison"] == json.loads(json.dumps(found.data()))
    assert set(data["distributions"]) == {"burraco", "burraco-fibur"}
    assert data["distributions"]["burraco"]["points"]["count"] == 2 * found.pairs
    assert data["changes"]["burraco-fibur"]["count"] == found.pairs
    assert data["repeat"] == COMMAND
    assert len(data["answers"]["burraco-fibur"]) == 3
    assert data["rules"][0]["rulesets"] == ["burraco", "burraco-fibur"]


# --- the command


def ran(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    status = cli.run(words)
    return (status, *capsys.readouterr())


QUICK = ("compare", "burraco", "burraco-fibur", "--hands", "3", "--workers", "1", "--lang", "en")


def test_the_command_writes_every_form_and_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    # twice: an earlier report is replaced
    for _ in range(2):
        status, told, wrong = ran(
            *QUICK, "--report", "a.html", "--report", "b.md", "--report", "c.json", capsys=capsys
        )
        assert (status, wrong) == (0, "")
        assert told.endswith("Report: a.html\nReport: b.md\nReport: c.json\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.html", "b.md", "c.json"]
    repeat = re.search("^To repeat: (.*)$", told, re.MULTILINE)
    assert repeat is not None
    for path in tmp_path.iterdir():
        text = path.read_text("utf-8")
        assert repeat[1] in text
        assert pages.is_ours(text[:256])


@pytest.mark.parametrize(
    ("there", "name", "sentence"),
    [
        ({}, "report.pdf", "ends in .html, .md or .json, and report.pdf does not"),
        ({}, "report", "ends in .html, .md or .json, and report does not"),
        ({"own.md": "# My club\n"}, "own.md", "own.md is there already and holds no report"),
        ({"own.json": "{}"}, "own.json", "name another file, or remove it"),
        ({}, "no/such/folder.html", "cannot be written: No such file"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_before_a_hand_is_played(
    there: Mapping[str, str],
    name: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for file, text in there.items():
        Path(file).write_text(text)
    many = [word if word != "3" else "1000000" for word in QUICK]
    status, told, wrong = ran(*many, "--report", name, capsys=capsys)
    assert (status, told) == (2, "")
    assert sentence in wrong
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == there


@pytest.mark.parametrize("lacking", pages.NEEDED)
def test_without_what_a_page_needs_one_sentence_says_what_to_install(
    lacking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "find_spec", lambda name: None if name == lacking else object())
    with pytest.raises(PozzettoError, match=r"install pozzetto\[lab\]"):
        pages.form_of("a.html")
    assert (pages.form_of("a.md"), pages.form_of("a.json")) == ("md", "json")


def test_robust_says_whether_it_holds_whoever_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.md"
    status, told, _ = ran(*QUICK, "--robust", "--report", str(path), capsys=capsys)
    assert status == 0
    text = path.read_text("utf-8")
    sentence = re.search(rf"^burraco-fibur: [^|]* {RUNGS[0]} plays.*$", text, re.MULTILINE)
    assert sentence is not None
    assert sentence[0] in plain(told)
    assert "The same command with --robust" not in text


def test_a_plan_has_nothing_to_report(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, wrong = ran(*QUICK, "--plan", "points=±5", "--report", "a.html", capsys=capsys)
    assert status == 2
    assert "--plan plays a pilot and nothing else" in wrong


def test_decks_dealt_otherwise_have_no_deal_in_common() -> None:
    titles = {
        name: [
            each.title for each in reported(load("burraco"), load(name), hands=8).parts[0].pictures
        ]
        for name in ("burraco-fibur", "burraco-chiuso")
    }
    assert "One and the same deal, under both rulesets" in titles["burraco-fibur"]
    assert "One and the same deal, under both rulesets" not in titles["burraco-chiuso"]


def test_rulesets_of_the_shelf_make_a_report_in_both_languages() -> None:
    for lang in ("en", "it"):
        made = reported(load("burraco"), load("burraco-chiuso"), hands=5, lang=lang)
        assert len(made.parts[0].topics) > 3
        assert markdown(made)
