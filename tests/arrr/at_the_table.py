"""Short words for the scenarios of Arrr!!!

Scenarios are played with a box of their own, whose numbers stay when cards are balanced, and cards are called by what
they are: mate0 to mate12, item0 to item17, pack0 to pack7, events e0 to e38, collection cards map0, idol0, pearl0,
relic0 and so on, the other explorations sea0 to sea10, captain0 to captain8. Unless it is said otherwise a mate has one
die of every stat, an item none, the packs have 3, 2, 1, 0, 1, 2, 0 and 0 of each; every ability and every event is
"gain 1"; every exploration is an attack test of difficulty 1, and brings one fame if it is of no collection; captains
do nothing but to make a pillage larger.

A player is "what is equipped / what is in the hand / what is in the chest": "pack0 item0* / mate3 e0 / 5 map0" has
item0 depleted, and five Pieces. Effects are "dice -2 active @attack, draw 2 either": word, amount, what it speaks of,
whom it aims at, and when it holds.

What is played is "red at0", "blue pass", "dice AJ" or "chance mate3": seat and action, faces of dice (A, N, W, C, J),
another outcome of chance. "all pass": whoever is asked passes, until something else is to be done.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

import rumpus
from rumpus.core.rules import CHANCE
from rumpus.core.view import legal_numbers
from rumpus.games.arrr.rules.records import (
    ACCEPT,
    CAPTAIN,
    CAPTAINS,
    CARD,
    CHEAT,
    COLLECTIONS,
    CONFIRM,
    CREW,
    DRAW_CREW,
    DRAW_EVENT,
    EVENT,
    EVENTS,
    LONGEST_ROW,
    MARKS,
    MOST_STAKE,
    OTHERS,
    PASS,
    PILLAGE,
    PLAYERS,
    REFUSE,
    SEA,
    SEAT,
    SET,
    STAKE,
    STAT,
    STATS,
    TARGETS,
    TREASURE,
    USE_CAPTAIN,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rumpus import Match
    from rumpus.core.game import Game

FILE: dict[str, Any] = tomllib.loads((rumpus.game("arrr").definition.folder / "cards.toml").read_text(encoding="utf-8"))
MATES, ITEMS = 13, 18
PACK_DICE = (3, 2, 1, 0, 1, 2, 0, 0)
CREW_NAMES = (
    *(f"mate{number}" for number in range(MATES)),
    *(f"item{number}" for number in range(ITEMS)),
    *(f"pack{number}" for number in range(CREW - MATES - ITEMS)),
)
EVENT_NAMES = tuple(f"e{number}" for number in range(EVENTS))
SEA_NAMES = (
    *(f"{name[:-1]}{number}" for name in COLLECTIONS for number in range(SET)),
    *(f"sea{number}" for number in range(OTHERS)),
)
CAPTAIN_NAMES = tuple(f"captain{number}" for number in range(CAPTAINS))
ID: dict[str, str] = {
    **dict(zip(CREW_NAMES, FILE["crew"], strict=True)),
    **dict(zip(EVENT_NAMES, FILE["events"], strict=True)),
    **dict(zip(SEA_NAMES, FILE["explorations"], strict=True)),
    **dict(zip(CAPTAIN_NAMES, FILE["captains"], strict=True)),
}
"""What the file calls a card."""
NAME = {there: here for here, there in ID.items()}
FACE_LETTERS = "ANWCJ"


# --- The box -------------------------------------------------------------------------------------


def effects(said: str) -> list[dict[str, Any]]:
    """'dice -2 active @attack, draw either' as the file would say it."""
    return [_effect(part.split()) for part in said.split(",") if part.strip()]


def _effect(words: list[str]) -> dict[str, Any]:
    effect: dict[str, Any] = {"does": words[0]}
    for word in words[1:]:
        if word.lstrip("-").isdigit():
            effect["amount"] = int(word)
        elif word in TARGETS:
            effect["who"] = word
        elif word.startswith("@"):
            effect["when"] = word[1:]
        else:
            effect["of"] = word
    return effect


def sea(*tests: str, reward: str = "", needs: str = "", influence: str = "", **fields: int) -> dict[str, Any]:
    """An exploration: sea("attack 2 lost damage 1", "wits 1 won gain", needs="mate 1", influence="wits -1", fame=3)."""
    needed, bears = needs.split(), influence.split()
    return {
        "tests": [_test(test) for test in tests],
        "reward": effects(reward),
        "needs": needed[0] if needed else "nothing",
        "needs_many": int(needed[1]) if needed else 0,
        "influence": bears[0] if bears else "",
        "influence_by": int(bears[1]) if bears else 0,
        "fame": 0,
        "pieces": 0,
        **fields,
    }


def _test(said: str) -> dict[str, Any]:
    rest, _, lost = said.partition(" lost ")
    rest, _, won = rest.partition(" won ")
    stat, difficulty = rest.split()
    return {"stat": stat, "difficulty": int(difficulty), "won": effects(won), "lost": effects(lost)}


def crew(stats: str = "0 0 0 0", ability: str = "gain") -> dict[str, Any]:
    return {**dict(zip(STATS, map(int, stats.split()), strict=True)), "ability": effects(ability)}


def captain(trait: str = "", ability: str = "") -> dict[str, Any]:
    return {"trait": effects(trait), "ability": effects(ability)}


def event(said: str) -> dict[str, Any]:
    """'flash bar 2 sail active': the mark first, if it has one."""
    mark, _, rest = said.partition(" ")
    return {"mark": mark, "effects": effects(rest)} if mark in MARKS else {"mark": "plain", "effects": effects(said)}


def _plain_crew() -> Iterator[tuple[str, dict[str, Any]]]:
    for name in CREW_NAMES:
        kind, number = name[:4], int(name[4:])
        many = PACK_DICE[number] if kind == "pack" else int(kind == "mate")
        yield ID[name], {"kind": kind, **crew(" ".join([str(many)] * 4), "" if kind == "pack" else "gain")}


def plain_box() -> dict[str, dict[str, Any]]:
    """The box of the scenarios, before a scenario changes it."""
    seas = {ID[name]: sea("attack 1", fame=int(name.startswith("sea"))) for name in SEA_NAMES}
    return {
        "crew": dict(_plain_crew()),
        "events": {ID[name]: event("gain") for name in EVENT_NAMES},
        "explorations": seas,
        "captains": {ID[name]: captain("pillage") for name in CAPTAIN_NAMES},
    }


def changed_box(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Crew and events may be told by their effects alone, captains by what they can do."""
    box = plain_box()
    for name, change in changes.items():
        table = _table_of(name)
        if table == "events":
            change = event(change)
        elif isinstance(change, str):
            change = {"ability": effects(change)} if table == "crew" else captain(ability=change)
        box[table][ID[name]] = {**box[table][ID[name]], **change}
    return box


def _table_of(name: str) -> str:
    for table, names in (("crew", CREW_NAMES), ("events", EVENT_NAMES), ("captains", CAPTAIN_NAMES)):
        if name in names:
            return table
    return "explorations"


def opened(players: int = 2, box: Mapping[str, Any] | None = None, **switches: Any) -> Game:
    """The game with the box of the scenarios and these changes to it."""
    if box:
        return rumpus.game("arrr", switches, changed_box(box), seats=players)
    return _opened(players, tuple(sorted(switches.items())))


@cache
def _opened(players: int, switches: tuple[tuple[str, Any], ...]) -> Game:
    return rumpus.game("arrr", dict(switches), plain_box(), seats=players)


# --- Laying out ----------------------------------------------------------------------------------


class Layout:
    """A position in the making."""

    def __init__(self, players: int) -> None:
        self.pieces = dict.fromkeys(PLAYERS[:players], 2)
        self.crew_at: dict[str, str] = {}
        self.event_at: dict[str, str] = {}
        self.sea_at: dict[str, str] = {}
        self.depleted: dict[str, bool] = {}

    def seat(self, seat: str, said: str) -> None:
        """'pack0 item0* / mate3 e0 / 5 map0'."""
        equipped, hand, chest = (*said.split("/"), "", "")[:3]
        for name in equipped.split():
            self.put(name.rstrip("*"), f"table of {seat}")
            self.depleted[ID[name.rstrip("*")]] = name.endswith("*")
        self.put(hand, f"hand of {seat}")
        for word in chest.split():
            if word.isdigit():
                self.pieces[seat] = int(word)
            else:
                self.put(word, f"chest of {seat}")

    def put(self, names: str, place: str) -> None:
        for name in names.split():
            table = _table_of(name)
            where = {"crew": self.crew_at, "events": self.event_at}.get(table, self.sea_at)
            assert where.setdefault(ID[name], place) == place, f"{name} cannot be in two places"


def laid_out(
    players: int = 2,
    seats: Mapping[str, str] = {},
    row: str | None = None,
    front: Mapping[str, str] = {},
    discard: str = "",
    out: str = "",
    captains: str = "",
    **fields: Any,
) -> dict[str, Any]:
    """A position in which Red declares an action; who is not mentioned has a pack, no hand and two Pieces."""
    table = Layout(players)
    for seat, spare in zip(PLAYERS[:players], ("pack7", "pack6", "pack5", "pack4"), strict=False):
        table.seat(seat, seats.get(seat, spare))
    for seat, names in front.items():
        table.put(names, f"front of {seat}")
    table.put(discard, "discard")
    table.put(out, "out")
    row = " ".join(f"sea{number}" for number in range(players)) if row is None else row
    table.put(row, "row")
    said = {"captain": dict(zip(PLAYERS, (ID[name] for name in captains.split()), strict=False))} if captains else {}
    return {
        "phase": "declaring",
        "turn": "red",
        "row": [ID[name] for name in row.split()],
        "sea_at": table.sea_at,
        "crew_at": table.crew_at,
        "event_at": table.event_at,
        "depleted": table.depleted,
        "pieces": table.pieces,
        **said,
        **fields,
    }


def table(players: int = 2, *, box: Mapping[str, Any] = {}, switches: Mapping[str, Any] = {}, **said: Any) -> Match:
    """A match from a position; chance is played by hand."""
    seats = {seat: said.pop(seat) for seat in PLAYERS if seat in said}
    return opened(players, box, **switches).match_from(laid_out(players, seats, **said), by_hand=True)


# --- Playing -------------------------------------------------------------------------------------

ACTION_NAMES = {
    **{name: EVENT + number for number, name in enumerate(EVENT_NAMES)},
    **{name: CARD + number for number, name in enumerate(CREW_NAMES)},
    **{f"at{place}": SEA + place for place in range(LONGEST_ROW)},
    **{name: SEAT + number for number, name in enumerate(PLAYERS)},
    **{name: STAT + number for number, name in enumerate(STATS)},
    **{f"{many}p": STAKE + many - 1 for many in range(1, MOST_STAKE + 1)},
    **{name: TREASURE + number for number, name in enumerate(SEA_NAMES[: len(COLLECTIONS) * SET])},
    "crew": DRAW_CREW,
    "event": DRAW_EVENT,
    "pillage": PILLAGE,
    "confirm": CONFIRM,
    "pass": PASS,
    "cheat": CHEAT,
    "captain": USE_CAPTAIN,
    "accept": ACCEPT,
    "refuse": REFUSE,
    **{name: CAPTAIN + number for number, name in enumerate(CAPTAIN_NAMES)},
}
ACTION_OF = {number: name for name, number in ACTION_NAMES.items()}
OUTCOME_NAMES = {
    name: number
    for names in (CREW_NAMES, EVENT_NAMES, SEA_NAMES, CAPTAIN_NAMES, COLLECTIONS, PLAYERS)
    for number, name in enumerate(names)
}


def play(match: Match, *said: str) -> Match:
    """'red at0', 'blue pass red pass', 'all pass', 'dice AJ', 'chance mate3'; refused if another is asked."""
    for who, what in _pairs(said):
        if who == "dice":
            for letter in what:
                match.play(CHANCE, FACE_LETTERS.index(letter))
        elif who == "chance":
            match.play(CHANCE, OUTCOME_NAMES[what])
        elif who == "all":
            all_pass(match)
        else:
            match.play(PLAYERS.index(who), ACTION_NAMES[what])
    return match


def _pairs(said: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    words = " ".join(said).split()
    yield from zip(words[::2], words[1::2], strict=True)


def asked(match: Match) -> str:
    """The one who has to choose; 'chance', 'nobody'."""
    if not match.acting:
        return "nobody"
    (seat,) = match.acting
    return "chance" if seat == CHANCE else PLAYERS[seat]


def offered(match: Match, seat: str | None = None) -> str:
    """What a seat may choose now, in the order of numbers: 'e0 e2 pass'."""
    number = PLAYERS.index(seat or asked(match))
    return " ".join(ACTION_OF[action] for action in sorted(legal_numbers(match.game, match.state, number)))


def question(match: Match) -> str:
    """Who is asked, and what they may choose: 'red: e0 pass'."""
    return f"{asked(match)}: {offered(match)}"


def all_pass(match: Match) -> Match:
    """Everybody passes, until something else than an answer is asked for."""
    while match.acting and asked(match) != "chance" and now(match, "phase") == "asked":
        play(match, f"{asked(match)} pass")
    return match


def settle(match: Match) -> Match:
    """Chance does whatever comes first, till somebody is asked."""
    while match.acting == {CHANCE}:
        match.play(CHANCE, match.chance()[0].number)
    return match


# --- Looking -------------------------------------------------------------------------------------


def now(match: Match, field: str) -> Any:
    return match.position()[field]


def pieces(match: Match) -> str:
    """How many everybody has: '2 2'."""
    return " ".join(str(now(match, "pieces")[seat]) for seat in PLAYERS[: match.game.seats])


def place(match: Match, name: str) -> str:
    """Where a card is."""
    field = {"crew": "crew_at", "events": "event_at"}.get(_table_of(name), "sea_at")
    return str(now(match, field)[ID[name]])


def those_at(match: Match, where: str) -> str:
    """The cards of a place: crew cards first, then events, then explorations."""
    position = match.position()
    found = {**position["crew_at"], **position["event_at"], **position["sea_at"]}
    return " ".join(NAME[card] for card, at in found.items() if at == where)


def row(match: Match) -> str:
    return " ".join(NAME[card] for card in now(match, "row"))


def is_depleted(match: Match, name: str) -> bool:
    return bool(now(match, "depleted")[ID[name]])


def turn(match: Match) -> str:
    return str(now(match, "turn"))


def phase(match: Match) -> str:
    return str(now(match, "phase"))


def seen(match: Match, viewer: int, field: str) -> Any:
    """A field as this viewer knows it."""
    return match.view(viewer).position()[field]
