"""Small English: lists, counts and capitals for the sentences of all games."""

from collections import Counter
from collections.abc import Mapping, Sequence

SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def listed(parts: Sequence[str], last: str = "and") -> str:
    """'a', 'a and b', 'a, b and c'."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """'one card', 'three cards', '14 cards'."""
    many = SMALL[number] if 0 <= number < len(SMALL) else str(number)
    return f"{many} {noun if number == 1 else plural or noun + 's'}"


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text[-1:] in '.!?' else '.'}"


def told_apart(names: Mapping[int, str]) -> list[str]:
    """The names of numbered things; with the number where two have the same."""
    often = Counter(names.values())
    return [f"{name} ({number})" if often[name] > 1 else name for number, name in names.items()]
