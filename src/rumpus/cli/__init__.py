"""The commands: they put the parts together, and know no game."""

import sys
from io import TextIOWrapper

STOPPED = 130
"""The exit code of a command that was ended with Ctrl-C."""


def main() -> None:
    """Run the command line. What it needs is imported inside, so that Ctrl-C is heard from the beginning."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may not know every letter
    try:
        from rumpus.cli.app import app

        app(prog_name="rumpus")
    except KeyboardInterrupt:
        sys.exit(STOPPED)
