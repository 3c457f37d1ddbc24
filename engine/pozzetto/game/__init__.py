"""The game: cards, melds, rules, the table and play. Nothing here reads a file, tells the
time or imports a library."""
