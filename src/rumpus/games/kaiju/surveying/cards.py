"""Building cards: what they cost, and that a back does not tell the front (§1.3)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from rumpus.core.box import Contents
from rumpus.games.kaiju.box import MOST_OF_A_KIND, Building
from rumpus.games.kaiju.rules.records import COSTS, MOST_COST, RESOURCES
from rumpus.games.kaiju.surveying.play import Fault

MOST_WITH_THREE = 6
"""Cards that cost three of a kind: they are hard to pay."""
FEWEST_FRONTS = 3
"""Different ones for each back."""


def _buildings(contents: Contents) -> Mapping[str, Building]:
    return contents.tables["buildings"]


def costs(contents: Contents) -> Iterator[Fault]:
    for name, building in _buildings(contents).items():
        number = sum(building.cost)
        if not 1 <= number <= MOST_COST:
            yield f"buildings '{name}' must cost 1 to {MOST_COST} cards, and costs {number}."


def three_of_a_kind(contents: Contents) -> Iterator[Fault]:
    number = sum(max(building.cost) == MOST_OF_A_KIND for building in _buildings(contents).values())
    if number > MOST_WITH_THREE:
        yield f"{number} buildings cost {MOST_OF_A_KIND} of a kind, and {MOST_WITH_THREE} are the most."


def backs(contents: Contents) -> Iterator[Fault]:
    """Few enough for the record, and behind each something to guess."""
    fronts: dict[tuple[int, ...], set[tuple[object, ...]]] = defaultdict(set)
    for building in _buildings(contents).values():
        fronts[building.cost].add((building.points, building.ability, building.tank, building.missile))
    if len(fronts) > COSTS:
        yield f"there are {len(fronts)} different costs, and {COSTS} are the most."
    for cost, different in fronts.items():
        if len(different) < FEWEST_FRONTS:
            yield (
                f"the buildings that cost {_in_words(cost)} must have {FEWEST_FRONTS} different fronts (points,"
                f" ability, tank, missile) at least, or the back would tell the front, and have {len(different)}."
            )


def _in_words(cost: tuple[int, ...]) -> str:
    """'1 bite and 2 claw', as the fields of a card say it."""
    return " and ".join(f"{many} {kind}" for kind, many in zip(RESOURCES, cost, strict=True) if many)
