"""Short words for the scenarios of RARRR!!.

A card is written by the letter of its type and its value: "T3" is a Toxic 3 face up, "t3" the same face down, "+2" a
boost of 2 for the set under way. A turn is "E1 E3 = 8": what is laid, and the level that it makes. A player who gets no
name here has the one of NAMES.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

import rumpus
from rumpus.core.rules import CHANCE

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Mapping

    from rumpus import Match
    from rumpus.core.game import Game

SEATS = ("red", "blue", "green", "yellow", "purple", "orange")
TYPES = ("electrical", "toxic", "radioactive", "fire")
LETTER = {"E": "electrical", "T": "toxic", "R": "radioactive", "F": "fire"}
BOOSTS = {"small": 1, "middle": 2, "large": 3}
# electrical, toxic, radioactive, fire: 3 6 2 1, 2 0 6 4, 4 3 3 2, 8 2 0 2, 4 0 0 8, 0 4 8 0
NAMES = {
    "red": ["a", "he", "fu"],
    "blue": ["go", "de", "zu"],
    "green": ["do", "po", "bi"],
    "yellow": ["ki", "ru", "wa"],
    "purple": ["ra", "bo", "ka"],
    "orange": ["mo", "mu", "gu"],
}
CITIES = {"sao_paulo": "São Paulo", "tokyo": "Tokyo", "lima": "Lima", "rome": "Rome", "new_york": "New York"}


def opened(players: int = 3, box: dict[str, Any] | None = None, **switches: bool) -> Game:
    if box is not None:
        return rumpus.game("rarrr", switches, box, seats=players)
    return _opened(players, tuple(sorted(switches.items())))


@cache
def _opened(players: int, switches: tuple[tuple[str, bool], ...]) -> Game:
    return rumpus.game("rarrr", dict(switches), seats=players)


def kind(code: str) -> str:
    return f"{LETTER[code[0].upper()]}_{code[1:]}"


def counted(codes: str) -> Counter[str]:
    """Cards as a position writes them: "T2*4 T1" are four and one."""
    cards: Counter[str] = Counter()
    for code in codes.split():
        card, _, many = code.partition("*")
        cards[kind(card)] += int(many or 1)
    return cards


def spoken(code: str) -> str:
    """A card as actions call it."""
    name = f"{LETTER[code[0].upper()].title()} {code[1:]}"
    return f"{name} face down" if code[0].islower() else name


def hands_of(players: int, hands: Mapping[str, str]) -> dict[str, dict[str, int]]:
    return {seat: dict(counted(hands.get(seat, ""))) for seat in SEATS[:players]}


def laid_out(players: int, cities: str, hands: Mapping[str, str], **fields: Any) -> dict[str, Any]:
    """A position between two battles: these cities, these hands, Red is the angriest."""
    names = {seat: NAMES[seat] for seat in SEATS[:players]}
    return {
        "phase": "selecting",
        "angriest": "red",
        "waiting": dict.fromkeys(cities.split(), True),
        "monster": {seat: name[0] for seat, name in names.items()},
        "name": names,
        "hand": hands_of(players, hands),
        **fields,
    }


def table(
    players: int = 3, cities: str = "sao_paulo tokyo", switches: Mapping[str, bool] = {},
    box: dict[str, Any] | None = None, fields: Mapping[str, Any] = {}, **hands: str,
) -> Match:  # fmt: skip
    """A match between two battles; chance is played by hand."""
    position = laid_out(players, cities, hands, **fields)
    return opened(players, box, **switches).match_from(position, by_hand=True)


def battle(*turns: str, city: str = "sao_paulo", **said: Any) -> Match:
    """A battle, after these turns; whoever is not named holds a Fire 1."""
    match = table(**{**dict.fromkeys(SEATS[: said.get("players", 3)], "F1"), **said})
    match.play(turn(match), f"fight for {CITIES[city]}")
    return play(match, *turns)


def turn(match: Match) -> int:
    """The one seat that has to choose."""
    (seat,) = match.acting
    return seat


def play(match: Match, *turns: str) -> Match:
    """Each by whoever's turn it is: "E1 +2 T3 = 12", "pass", "back T3", "nothing", "fight for Tokyo"."""
    for what in turns:
        if "=" in what:
            _lay(match, *what.split("="))
        elif what.startswith("back "):
            match.play(turn(match), f"take back {spoken(what.removeprefix('back '))}")
        else:
            match.play(turn(match), "take nothing back" if what == "nothing" else what)
    return match


def _lay(match: Match, cards: str, level: str) -> None:
    lay(match, cards)
    match.play(turn(match), f"confirm {int(level)}")


def lay(match: Match, cards: str) -> Match:
    """Cards and boosts, without the confirmation."""
    seat, under_way = turn(match), ""
    for code in cards.split():
        if code.startswith("+"):
            match.play(seat, f"boost {under_way.title()} by {code[1:]}")
            continue
        under_way = under_way if code[0].islower() else LETTER[code[0]]
        match.play(seat, f"lay {spoken(code)}")
    return match


def offered(match: Match, seat: int | None = None) -> set[str]:
    """The words of all that a seat may choose now."""
    return {action.words for action in match.legal(turn(match) if seat is None else seat)}


def layable(match: Match) -> set[str]:
    """The cards that may be laid now, in the words of these tests."""
    found = set()
    for words in offered(match):
        if words.startswith("lay "):
            _, name, value, *down = words.split()
            found.add((name[0].lower() if down else name[0]) + value)
    return found


def phase(match: Match) -> str:
    return match.game.names["phase"][int(match.state.phase)]


def now(match: Match, field: str) -> Any:
    return match.position()[field]


def of(match: Match, field: str, seat: str = "red") -> Any:
    return match.position()[field][seat]


def seen(match: Match, viewer: int, field: str) -> Any:
    """A field as this viewer knows it."""
    return match.view(viewer).position()[field]


def hand(match: Match, seat: str = "red") -> Counter[str]:
    return Counter(of(match, "hand", seat))


def those(match: Match, field: str) -> set[str]:
    """The names for which a flag is set: the cities that wait, the seats that have passed."""
    return {name for name, flag in now(match, field).items() if flag}


def boosts_left(match: Match, seat: str = "red") -> set[str]:
    return {boost for boost, is_left in of(match, "boosts", seat).items() if is_left}


def choose_any(match: Match, rng: random.Random, without: Iterable[str] = ()) -> None:
    """One choice, of anybody who is to choose; some words only if there is nothing else."""
    seat = rng.choice(sorted(match.acting))
    if seat == CHANCE:
        outcomes = match.chance()
        weights = [outcome.weight for outcome in outcomes]
        match.play(seat, rng.choices([outcome.number for outcome in outcomes], weights)[0])
        return
    actions = match.legal(seat)
    wanted = [action for action in actions if action.words not in without] or actions
    match.play(seat, rng.choice(wanted).number)


def until(match: Match, *phases: str, rng: random.Random) -> Match:
    """Any choices, until one of these phases begins."""
    while phase(match) not in phases:
        choose_any(match, rng)
    return match
