"""`python -m rumpus` is `rumpus`."""

from rumpus.cli import main

main()
