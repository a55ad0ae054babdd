"""Which version of rumpus wrote what is kept in files: should another one not read it, the refusal says which does."""

__version__ = "0.1.0"
VERSION = r"\d+(\.\w+)*"
UNNAMED = "0.1.0"
"""What names no version was written by this one: later ones name themselves."""


def this_version() -> str:
    return __version__


def who_reads(version: str) -> str:
    """The end of a refusal of what that version wrote; nothing, where it is this version itself that refuses."""
    if version == this_version():
        return ""
    return f" It was written by rumpus {version}, which reads it; here is rumpus {this_version()}."
