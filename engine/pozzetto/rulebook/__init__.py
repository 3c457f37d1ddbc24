"""The rulebook: rulesets read, inherited, checked and compiled into rules."""
