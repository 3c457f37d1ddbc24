"""The shelf of rulesets that come with pozzetto: one YAML file each, called as the ruleset."""
