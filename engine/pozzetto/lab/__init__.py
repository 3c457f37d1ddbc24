"""The lab: many hands played and counted, and rulesets compared."""
