"""A report opened in a browser: nothing is missing, nothing fails, and a telephone and a
sheet of paper hold it."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from given import burraco_rules, fibur_rules
from pozzetto.game.rules import Rules
from pozzetto.lab.compare import compare
from pozzetto.lab.distributions import Distributions
from pozzetto.report import pages
from pozzetto.report.contents import report

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="needs Chromium on PATH, which .ci/run installs where it can"
)

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
WIDTHS = (400, 1000)
PATIENCE = 120

PROBE = """
const found = {};
for (const frame of document.querySelectorAll("iframe")) {
  const page = frame.contentDocument, root = page.documentElement;
  const seen = [...page.querySelectorAll("body *")]
    .map(each => [each, each.getBoundingClientRect()])
    .filter(([each, box]) => box.width > 1 && box.height > 1);
  const texts = seen.filter(([each]) =>
    [...each.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()));
  const size = each => {
    const svg = each.closest("svg");
    const shown = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
    return parseFloat(frame.contentWindow.getComputedStyle(each).fontSize) * shown;
  };
  found[frame.id] = {
    wide: root.scrollWidth,
    beyond: seen.filter(([each, box]) => box.right > frame.clientWidth + 1 || box.left < -1)
      .map(([each]) => each.outerHTML.slice(0, 120)),
    smallest: Math.min(...texts.map(([each]) => size(each))),
    pictures: page.querySelectorAll("svg").length,
    flat: [...page.querySelectorAll("svg, img")].filter(
      each => each.getBoundingClientRect().height < 50).length,
    answer: page.querySelector(".answer").getBoundingClientRect().bottom,
    scripts: page.querySelectorAll("script").length,
    columns: new Set(texts.filter(([each]) => each.matches("td, th[scope=col]"))
      .map(([each, box]) => Math.round(box.left))).size,
  };
}
document.body.innerHTML = "<pre></pre>";
document.querySelector("pre").textContent = JSON.stringify({found, errors: window.errors});
"""
"""Looks into each frame, each a page of its own width, and leaves what it finds as JSON."""

LISTEN = """
window.errors = [];
addEventListener("message", told => window.errors.push(told.data));
"""
TELL = """<script>
addEventListener("error", told => parent.postMessage("error: " + told.message, "*"), true);
addEventListener("securitypolicyviolation", told =>
  parent.postMessage("refused: " + told.blockedURI, "*"));
</script>"""


def page_of(*rulesets: Rules, lang: str = "en") -> str:
    seen = Distributions(len(rulesets))
    found = compare(rulesets, 40, 1, workers=1, watch=seen.add)
    return pages.html(report(found, rulesets, seen, f"pozzetto {'long ' * 40}", lang))


@pytest.fixture(scope="module")
def written() -> dict[str, str]:
    """Pages in both languages, with names of every length."""
    italian, fibur = burraco_rules(), fibur_rules()
    unbroken = "W" * 150
    odd = replace(
        fibur,
        name=f"burraco[{unbroken}=<script>errors.push(1)</script>]",
        book={**fibur.book, "title": f"<img src=http://127.0.0.1:9/x.png>{unbroken}"},
        tiers=(replace(fibur.tiers[0], name="$\\frac{"), *fibur.tiers[1:]),
    )
    return {
        "english": page_of(italian, fibur),
        "italian": page_of(italian, fibur, lang="it"),
        "odd": page_of(italian, odd, fibur),
    }


def chromium(folder: Path, *words: str) -> str:
    """What Chromium prints."""
    assert CHROMIUM is not None
    profile = f"--user-data-dir={folder / 'profile'}"
    came = subprocess.run(
        [CHROMIUM, *FLAGS, profile, *words],
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=True,
    )
    return came.stdout


@pytest.fixture(scope="module")
def looked(written: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is found in every page at every width, in one run of the browser, which by itself
    opens no window as narrow as a telephone."""
    folder = tmp_path_factory.mktemp("browser")
    frames = []
    for name, page in written.items():
        for width in WIDTHS:
            # it listens before the page forbids scripts
            heard = html.escape(page.replace("<head>", f"<head>{TELL}", 1), quote=True)
            frames.append(
                f'<iframe id="{name}-{width}" srcdoc="{heard}" '
                f'style="border: 0; width: {width}px; height: 900px"></iframe>'
            )
    around = folder / "around.html"
    around.write_text(
        f"<!doctype html><meta charset=utf-8><script>{LISTEN}</script>{''.join(frames)}"
        f"<script>addEventListener('load', () => {{{PROBE}}})</script>",
        encoding="utf-8",
    )
    dumped = chromium(folder, "--window-size=1200,900", "--dump-dom", around.as_uri())
    told = re.search("<pre>(.*)</pre>", dumped, re.DOTALL)
    assert told is not None, dumped[:2000]
    looked: dict[str, Any] = json.loads(html.unescape(told[1]))
    return looked


def test_nothing_fails_and_nothing_is_asked_for(looked: dict[str, Any]) -> None:
    assert looked["errors"] == []
    # the one that listens
    assert {each["scripts"] for each in looked["found"].values()} == {1}


def test_no_picture_is_missing(written: dict[str, str], looked: dict[str, Any]) -> None:
    for name, page in written.items():
        for width in WIDTHS:
            each = looked["found"][f"{name}-{width}"]
            assert each["pictures"] == page.count("<svg ") > 6
            assert each["flat"] == 0


def test_a_page_is_never_wider_than_its_window(looked: dict[str, Any]) -> None:
    for name, each in looked["found"].items():
        assert each["wide"] == int(name.rpartition("-")[2]), name
        assert each["beyond"] == [], name


def test_everything_is_large_enough_to_be_read(looked: dict[str, Any]) -> None:
    for name, each in looked["found"].items():
        # CSS pixels, of which print has 96 an inch: eight points
        assert each["smallest"] >= 10.6, name


def test_a_telephone_shows_the_table_in_three_columns(looked: dict[str, Any]) -> None:
    assert looked["found"]["english-400"]["columns"] == 3
    assert looked["found"]["english-1000"]["columns"] == 5


def test_the_answer_is_seen_without_scrolling(looked: dict[str, Any]) -> None:
    for name in ("english", "italian"):
        assert looked["found"][f"{name}-400"]["answer"] < 800
        assert looked["found"][f"{name}-1000"]["answer"] < 800


def test_it_prints_on_a_few_sheets(written: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(written["italian"], encoding="utf-8")
    sheets = tmp_path / "page.pdf"
    chromium(
        tmp_path,
        "--no-pdf-header-footer",
        f"--print-to-pdf={sheets}",
        (tmp_path / "page.html").as_uri(),
    )
    printed = sheets.read_bytes()
    assert printed.startswith(b"%PDF")
    assert 3 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= 8
    # A4, in points
    assert re.search(rb"/MediaBox\s*\[0 0 59[45][.\d]* 84[12]", printed)
