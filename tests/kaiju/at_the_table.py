"""Short words for the scenarios of Kaiju Rising.

Resources are letters: "BCF" is a bite, a claw and a fireball. Kaiju are letters too, in the order of seats: r, b, g, y.
Cubes beside lots are "a1:rrb", tanks are "c3 north". What is not said is filled in: hands and decks of three each
together, cubes in the far corner for taken cards, cards without effect for cubes, any cards on the lots.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from itertools import cycle
from typing import TYPE_CHECKING, Any

import rumpus
from rumpus.core.rules import CHANCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rumpus import Match
    from rumpus.core.game import Game

SEATS = ("red", "blue", "green", "yellow")
NAMES = {"red": "Gorath", "blue": "Umiko", "green": "Barkmaw", "yellow": "Voltra"}
KINDS = {"B": "bite", "C": "claw", "F": "fireball"}

FOLDER = rumpus.game("kaiju").definition.folder
CARDS: dict[str, Any] = tomllib.loads((FOLDER / "cards.toml").read_text(encoding="utf-8"))["buildings"]
BOARD: dict[str, Any] = tomllib.loads((FOLDER / "board.toml").read_text(encoding="utf-8"))
LOTS: dict[str, Any] = BOARD["lots"]
ZONES = tuple(BOARD["neighbourhoods"])
PLAIN = [name for name, card in CARDS.items() if card["ability"] == "none" and not card["tank"] | card["missile"]]
FAR = ("lot_e5", "lot_d5", "lot_c5", "lot_e4", "lot_b5", "lot_a4", "lot_b4", "lot_a3", "lot_d4", "lot_b3")
"""Where cubes lie that nobody asked for; two players have the last ones."""
RUINS = ("lot_a5", "lot_e1", "lot_e2", "lot_a4", "lot_e5", "lot_e4", "lot_e3", "lot_d5", "lot_b5", "lot_a1", "lot_c1")
"""What has fallen where tanks stand that nobody explained."""


def opened(players: int = 3, box: dict[str, Any] | None = None, **switches: str) -> Game:
    if box is not None:
        return rumpus.game("kaiju", switches, box, seats=players)
    return _opened(players, tuple(sorted(switches.items())))


@cache
def _opened(players: int, switches: tuple[tuple[str, str], ...]) -> Game:
    return rumpus.game("kaiju", dict(switches), seats=players)


def cards(letters: str) -> dict[str, int]:
    """Resources as a position writes them."""
    return dict(Counter(KINDS[letter] for letter in letters))


def rest_of_nine(*held: Mapping[str, int]) -> dict[str, int]:
    """What is left of three of each."""
    gone: Counter[str] = Counter()
    for cards in held:
        gone.update(cards)
    return {kind: max(0, 3 - gone[kind]) for kind in KINDS.values()}


def colour(letter: str) -> str:
    return next(seat for seat in SEATS if seat[0] == letter)


class Layout:
    """A city in the making: cubes, taken cards and tops that fit each other."""

    def __init__(self, players: int, cubes: str, taken: Mapping[str, str], tops: Mapping[str, str], tanks: int) -> None:
        self.lots = [lot for lot in LOTS if players > 2 or LOTS[lot]["two_plus"]]
        self.seats = SEATS[:players]
        self.cubes = {lot: Counter[str]() for lot in LOTS}
        self.taken = {seat: taken.get(seat, "").split() for seat in self.seats}
        self.free = [*PLAIN, *(name for name in CARDS if name not in PLAIN)]
        for word in cubes.split():
            lot, _, letters = word.partition(":")
            self.cubes[f"lot_{lot}"].update(colour(letter) for letter in letters)
        named = {f"lot_{lot}": card for lot, card in tops.items()}
        for card in [*named.values(), *(card for had in self.taken.values() for card in had)]:
            self.free.remove(card)
        self._ruin(tanks * (3 if players > 2 else 2))
        self._even_out()
        self.top = {lot: named.get(lot) or self.free.pop() for lot in self.lots if self.standing(lot)}

    def standing(self, lot: str) -> int:
        return LOTS[lot]["levels"] - self.cubes[lot].total() if lot in self.lots else 0

    def _ruin(self, many: int) -> None:
        """So many lots are empty, by everybody's work."""
        hands = cycle(self.seats)
        for lot in RUINS:
            if sum(not self.standing(one) for one in self.lots) < many and lot in self.lots:
                self.cubes[lot].update(next(hands) for _ in range(self.standing(lot)))

    def _even_out(self) -> None:
        """As many cubes as cards, for everybody."""
        for seat in self.seats:
            laid = sum(count[seat] for count in self.cubes.values())
            self.taken[seat] += [self.free.pop(0) for _ in range(laid - len(self.taken[seat]))]
            for _ in range(len(self.taken[seat]) - laid):
                lot = next(lot for lot in FAR if self.standing(lot) > 1)
                self.cubes[lot][seat] += 1


def laid_out(
    players: int = 3,
    at: str = "a1 c1 f1 e1",
    cubes: str = "",
    tanks: Iterable[str] = (),
    taken: Mapping[str, str] = {},
    tops: Mapping[str, str] = {},
    decks: Mapping[str, str] = {},
    discards: Mapping[str, str] = {},
    tokens: str = "3 4 5 6 7 8",
    hands: Mapping[str, str] = {},
    **fields: Any,
) -> dict[str, Any]:
    """A position in which Red has the first turn of a round and all of it before him."""
    stand = [tank.split() for tank in tanks]
    city = Layout(players, cubes, taken, tops, len(stand))
    seats = city.seats
    hand = {seat: cards(hands.get(seat, "BBCCF")) for seat in seats}
    discard = {seat: cards(discards.get(seat, "")) for seat in seats}
    deck = {seat: cards(decks[seat]) if seat in decks else rest_of_nine(hand[seat], discard[seat]) for seat in seats}
    zones = [zone for zone in ZONES if players > 2 or zone != "rails"]
    return {
        "phase": "acting",
        "first": "red",
        "turn": "red",
        "at": dict(zip(seats, at.split(), strict=False)),
        "token": dict(zip(zones, map(int, tokens.split()), strict=False)),
        "top": city.top,
        "cubes": {lot: dict(count) for lot, count in city.cubes.items()},
        "standing": {lot: city.standing(lot) for lot in LOTS},
        "taken": city.taken,
        "hand": hand,
        "deck": deck,
        "discard": discard,
        "tank_at": {str(number): tank[0] for number, tank in enumerate(stand, 1)},
        "tank_faces": {str(number): tank[1] for number, tank in enumerate(stand, 1)},
        **fields,
    }


def table(
    players: int = 3, *, switches: Mapping[str, str] = {}, box: dict[str, Any] | None = None, **said: Any
) -> Match:
    """A match from a position; chance is played by hand."""
    hands = {seat: said.pop(seat) for seat in SEATS if seat in said}
    position = laid_out(players, hands=hands, **said)
    return opened(players, box, **switches).match_from(position, by_hand=True)


def turn(match: Match) -> int:
    """The one seat that has to choose."""
    (seat,) = match.acting
    return seat


def play(match: Match, *said: str) -> Match:
    """Each by whoever is asked; chance goes first, as it likes, unless it is spoken to."""
    for words in said:
        if match.acting == {CHANCE} and not _spoken_to(match, words):
            settle(match)
        match.play(turn(match), _outcome(match, words) if match.acting == {CHANCE} else words)
    return match


def _spoken_to(match: Match, words: str) -> bool:
    return any(words in outcome.words for outcome in match.chance())


def _outcome(match: Match, words: str) -> int:
    return next(outcome.number for outcome in match.chance() if words in outcome.words)


def settle(match: Match) -> Match:
    """Chance does whatever comes first, till somebody is asked."""
    while match.acting == {CHANCE}:
        match.play(CHANCE, match.chance()[0].number)
    return match


def rest(match: Match, away: str = "") -> Match:
    """A rest, with these cards discarded; chance draws what comes first."""
    play(match, "rest", *(f"discard {KINDS[letter].title()}" for letter in away))
    return confirm(match)


def confirm(match: Match) -> Match:
    """What has been chosen so far, if that is asked."""
    words = [words for words in offered(match) if words.startswith("confirm")] if match.acting != {CHANCE} else []
    return settle(play(match, *words))


def challenge(match: Match, name: str, using: str) -> Match:
    """An attack on a kaiju, up to the defender's choice."""
    play(match, f"attack {name}", *(f"attack with {KINDS[letter].title()}" for letter in using))
    return confirm(match)


def use(match: Match, card: str, part: str = "") -> Match:
    """A building card, up to the first choice that it asks for."""
    return play(match, f"use {CARDS[card]['name']}", *([f"use its {part}"] if part else []))


def end(match: Match) -> Match:
    """The turn of whoever is asked ends, after resting till then."""
    while "end the turn" not in offered(match):
        rest(match)
    return settle(play(match, "end the turn"))


def held(match: Match) -> str:
    """How many cards everybody has in hand: "544"."""
    return "".join(str(sum(of(match, "hand", seat).values())) for seat in SEATS[: match.game.seats])


def places(match: Match) -> str:
    """Where everybody stands: "a1 c1 f1"."""
    return " ".join(of(match, "at", seat) for seat in SEATS[: match.game.seats])


def tank(match: Match, number: int = 1) -> str:
    """Where it stands and looks: "c3 north"."""
    return f"{of(match, 'tank_at', str(number))} {of(match, 'tank_faces', str(number))}"


def offered(match: Match, seat: int | None = None) -> set[str]:
    """The words of all that a seat may choose now."""
    return {action.words for action in match.legal(turn(match) if seat is None else seat)}


def now(match: Match, field: str) -> Any:
    return match.position()[field]


def of(match: Match, field: str, seat: str = "red") -> Any:
    return match.position()[field][seat]


def phase(match: Match) -> str:
    return str(now(match, "phase"))


def seen(match: Match, viewer: int, field: str) -> Any:
    """A field as this viewer knows it."""
    return match.view(viewer).position()[field]


def hand(match: Match, seat: str = "red") -> str:
    """Its letters, in order."""
    return letters(of(match, "hand", seat))


def letters(held: Mapping[str, int]) -> str:
    return "".join(letter * held.get(kind, 0) for letter, kind in KINDS.items())
