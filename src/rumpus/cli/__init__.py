"""The commands."""


def main() -> None:
    """Placeholder, replaced below."""
