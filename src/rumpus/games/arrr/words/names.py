"""How players, cards and what lies on the pile are called."""

from collections.abc import Sequence

from rumpus.core.game import Game
from rumpus.core.record import NONE
from rumpus.games.arrr.box import Effect
from rumpus.games.arrr.describing import effects_text
from rumpus.games.arrr.rules.records import (
    CAPTAIN_OF,
    COLLECTIONS,
    CREW,
    EVENT_OF,
    EVENTS,
    EXPLORATIONS,
    FACES,
    LOST_OF,
    PLAYERS,
    REWARD_OF,
    TESTS,
    TRAIT_OF,
    WON_OF,
)
from rumpus.table.telling import SMALL, counted, listed

EVERY_CREW, EVERY_EVENT, EVERY_SEA = range(CREW), range(EVENTS), range(EXPLORATIONS)


def seat(game: Game, seat: int) -> str:
    return called(game, seat)


def called(game: Game, seat: int) -> str:
    name: str = game.contents.tables["pirates"][PLAYERS[seat]].name
    return name


def _named(game: Game, table: str, number: int) -> str:
    name: str = list(game.contents.tables[table].values())[number].name
    return name


def crew_name(game: Game, number: int) -> str:
    return _named(game, "crew", number)


def event_name(game: Game, number: int) -> str:
    return _named(game, "events", number)


def sea_name(game: Game, number: int) -> str:
    return _named(game, "explorations", number)


def captain_name(game: Game, number: int) -> str:
    return _named(game, "captains", number)


def stat_name(game: Game, number: int) -> str:
    """In the middle of a sentence: 'attack'."""
    return face_name(game, number)


def face_name(game: Game, number: int) -> str:
    name: str = game.contents.tables["faces"][FACES[number]].name
    return name.lower()


def collection_name(game: Game, number: int) -> str:
    name: str = game.contents.tables["collections"][COLLECTIONS[number]].name
    return name


def source_name(game: Game, number: int) -> str:
    """What does something, by the number of its list: 'Shoal', 'the penalty of Great Cthulhu'."""
    if number >= REWARD_OF:
        return _exploration_source(game, number)
    if number >= CAPTAIN_OF:
        return f"the ability of {captain_name(game, number - CAPTAIN_OF)}"
    if number >= TRAIT_OF:
        return f"the nature of {captain_name(game, number - TRAIT_OF)}"
    if number >= EVENT_OF:
        return event_name(game, number - EVENT_OF)
    return f"the ability of {crew_name(game, number)}"


def card_of(game: Game, number: int) -> str:
    """The same in short, where what it does follows: a card's name; but a test, reward or penalty with its kind."""
    if number >= REWARD_OF:
        return _exploration_source(game, number)
    if number >= CAPTAIN_OF:
        return captain_name(game, number - CAPTAIN_OF)
    return event_name(game, number - EVENT_OF) if number >= EVENT_OF else crew_name(game, number)


def _exploration_source(game: Game, number: int) -> str:
    if number >= LOST_OF:
        return f"the penalty of {sea_name(game, (number - LOST_OF) // TESTS)}"
    if number >= WON_OF:
        return f"the test of {sea_name(game, (number - WON_OF) // TESTS)}"
    return f"the reward of {sea_name(game, number - REWARD_OF)}"


def list_text(game: Game, number: int) -> str:
    """What a list does, as a card says it."""
    mark = "ability"
    if EVENT_OF <= number < TRAIT_OF:
        mark = list(game.contents.tables["events"].values())[number - EVENT_OF].mark
    return effects_text(effects_of(game, number), mark)


def effects_of(game: Game, number: int) -> Sequence[Effect]:
    """What a list does, as the box says it."""
    tables, found = game.contents.tables, list[Effect]()
    if number < EVENT_OF:
        found = list(tables["crew"].values())[number].ability
    elif number < TRAIT_OF:
        found = list(tables["events"].values())[number - EVENT_OF].effects
    elif number < CAPTAIN_OF:
        found = list(tables["captains"].values())[number - TRAIT_OF].trait
    elif number < REWARD_OF:
        found = list(tables["captains"].values())[number - CAPTAIN_OF].ability
    elif number < WON_OF:
        found = list(tables["explorations"].values())[number - REWARD_OF].reward
    else:
        found = _marks_of(game, number)
    return found


def _marks_of(game: Game, number: int) -> list[Effect]:
    """Of a test that is won or lost."""
    place = number - (LOST_OF if number >= LOST_OF else WON_OF)
    tests = list(game.contents.tables["explorations"].values())[place // TESTS].tests
    if place % TESTS >= len(tests):
        return []
    test = tests[place % TESTS]
    found: list[Effect] = test.lost if number >= LOST_OF else test.won
    return found


# Several at once --------------------------------------------------------------------------------------------------


def crew_listed(game: Game, cards: Sequence[int]) -> str:
    return listed([crew_name(game, card) for card in cards])


def cards_listed(game: Game, crew: Sequence[int], events: Sequence[int]) -> str:
    """Crew cards, then events."""
    return listed([*(crew_name(game, card) for card in crew), *(event_name(game, event) for event in events)])


def spelled(number: int) -> str:
    """A number by itself: 'none', 'two', '14'."""
    return SMALL[number] if 0 < number < len(SMALL) else str(number or "none")


def pieces_in_words(number: int) -> str:
    return counted(number, "Piece")


def stake_in_words(game: Game, pieces: int, prize: int) -> str:
    """'two Pieces', 'Half a Treasure Map', 'nothing'."""
    if prize != NONE:
        return sea_name(game, prize)
    return pieces_in_words(pieces) if pieces else "nothing"
