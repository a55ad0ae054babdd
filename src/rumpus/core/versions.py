"""Which version of rumpus wrote what is kept in files: should another one not read it, the refusal says which does."""

__version__ = "0.1.0"
NUMBERS = r"\d+(\.\w+)*"
"""How a version is written."""
UNNAMED = "0.1.0"
"""What names no version was written by this one: later ones name themselves."""


def who_reads(version: str) -> str:
    """The end of a refusal of what that version wrote; nothing, where that is this version itself, or unknown."""
    if version in ("", __version__):
        return ""
    return f" It was written by rumpus {version}, which reads it; here is rumpus {__version__}."
