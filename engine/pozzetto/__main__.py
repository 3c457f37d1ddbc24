"""`python -m pozzetto`, where the program itself is not on the path."""

from pozzetto.cli import main

main()
