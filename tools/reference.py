"""Write the generated parts of the reference pages in docs/.

    python tools/reference.py           bring the pages up to date
    python tools/reference.py --check   only say which are not

A page under docs/ holds parts between `<!-- generated: NAME -->` and `<!-- end -->`; what
stands between is written here, the rest by hand. Run it after a change of the schema, a
ruleset, a command's options, a refusal's sentence or a public docstring.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import api_page
import commands_page
import hooks_page
import refusals_page
import ruleset_page

DOCS = Path(__file__).parent.parent / "docs"

PARTS: Mapping[str, Callable[[], str]] = {
    "api": api_page.text,
    "commands": commands_page.text,
    "hooks": hooks_page.hooks_text,
    "measures": commands_page.measures_text,
    "plugin api": hooks_page.api_text,
    "refusals": refusals_page.text,
    "ruleset": ruleset_page.text,
    "stable names": ruleset_page.stable_names_text,
}
"""What writes each part."""

_PART = re.compile(r"(<!-- generated: (.*?) -->\n).*?(<!-- end -->)", re.DOTALL)


def pages() -> list[Path]:
    """The pages that hold a generated part."""
    return [page for page in sorted(DOCS.rglob("*.md")) if _PART.search(page.read_text("utf-8"))]


def fresh(page: Path) -> str:
    """The page with its generated parts as they have to be."""

    def part(found: re.Match[str]) -> str:
        return f"{found[1]}\n{PARTS[found[2]]().strip()}\n\n{found[3]}"

    return _PART.sub(part, page.read_text("utf-8"))


def main(arguments: list[str]) -> int:
    """Write the pages, or say which are stale."""
    stale = 0
    for page in pages():
        text = fresh(page)
        if text == page.read_text("utf-8"):
            continue
        stale += 1
        what = "stale" if "--check" in arguments else "written"
        sys.stdout.write(f"{page.relative_to(DOCS.parent)}: {what}\n")
        if "--check" not in arguments:
            page.write_text(text, "utf-8")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
