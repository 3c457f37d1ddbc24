"""The text: cards, moves, tables, cases and records, read and written."""
