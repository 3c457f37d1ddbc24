"""The files of a report: open before the first hand is played, written after the last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from logging import ERROR, getLogger
from typing import TYPE_CHECKING

from pozzetto.cli._lab import check_free
from pozzetto.lab.compare import Comparison
from pozzetto.lab.robust import Robust

if TYPE_CHECKING:
    from pozzetto.game.rules import Rules
    from pozzetto.lab.run import DealResult


class Reporting:
    """The files that a comparison of these rulesets is reported in, none or several: what is
    wrong with one is told before a hand is played."""

    def __init__(self, paths: Sequence[str], rulesets: Sequence[Rules], stack: ExitStack) -> None:
        from pozzetto.lab.distributions import Distributions
        from pozzetto.report.pages import form_of, is_ours
        from pozzetto.text.whole_file import WholeFile

        self.paths = tuple(dict.fromkeys(paths))
        self._rulesets = rulesets
        self._seen = Distributions(len(rulesets))
        forms = [form_of(path) for path in self.paths]
        for path in self.paths:
            check_free(path, is_ours, "report of pozzetto")
        files = [stack.enter_context(WholeFile(path)) for path in self.paths]
        self._files = list(zip(forms, files, strict=True))

    @property
    def watch(self) -> Callable[[DealResult], object] | None:
        """What a comparison is to tell of every deal."""
        return self._seen.add if self._files else None

    def write(self, found: Comparison | Robust, repeat: str, lang: str) -> None:
        """Write every file; `repeat` is the command that gives the same figures again."""
        if not self._files:
            return
        from pozzetto.report.contents import report
        from pozzetto.report.pages import FORMS

        # what it says of fonts and folders is not for whoever reads the figures
        getLogger("matplotlib").setLevel(ERROR)
        robust = found if isinstance(found, Robust) else None
        first = robust.comparisons[0] if robust else found
        assert isinstance(first, Comparison)
        made = report(first, self._rulesets, self._seen, repeat, lang, robust)
        for form, file in self._files:
            file.write(FORMS[form](made))
