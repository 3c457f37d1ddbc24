"""House rules that a ruleset cannot say: one short module each.

Each is known to rulesets by the name of its entry point in `pyproject.toml`.
"""
