"""Cases files: what is asked of a ruleset, what must come of it, and whether it does."""

from pozzetto.text.cases.case import Case, Difference, Result, judge
from pozzetto.text.cases.file import cases_in, read_cases

__all__ = ["Case", "Difference", "Result", "cases_in", "judge", "read_cases"]
