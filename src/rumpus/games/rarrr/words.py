"""RARRR!! in words: what an action is called, what just happened, why it ended.

Everything is told from two views, before and after, so it can tell nothing that its reader does not know.
"""

from rumpus.core.game import Game
from rumpus.core.record import NONE
from rumpus.core.rules import Mask, State
from rumpus.core.view import numbers
from rumpus.games.rarrr.box import City, Part, syllables
from rumpus.games.rarrr.rules import cities_won, records, sets
from rumpus.games.rarrr.rules.drafting import all_have_picked
from rumpus.games.rarrr.rules.monsters import syllable
from rumpus.games.rarrr.rules.records import (
    BOOST,
    CITIES,
    CONFIRM,
    DOWN,
    KINDS,
    MONSTERS,
    ORDER,
    ORDERS,
    PASS,
    PLAYERS,
    TYPES,
    UP,
)
from rumpus.table.telling import counted, listed, sentence


def seat(game: Game, seat: int) -> str:
    return called(seat)


def called(seat: int) -> str:
    return PLAYERS[seat].capitalize()


# Names ------------------------------------------------------------------------------------------------------------


def type_name(type: int) -> str:
    return TYPES[type].capitalize()


def kind_name(game: Game, kind: int) -> str:
    """A Power card as it is called: 'Toxic 3'."""
    return f"{type_name(sets.type_of(kind))} {int(game.open_box.value[kind])}"


def part(game: Game, number: int) -> Part:
    return syllables(game.contents)[number]


def spoken(game: Game, parts: list[int]) -> str:
    """Syllables as a name: 'Gofude'."""
    return "".join(part(game, one).syllable for one in parts).capitalize()


def monster_name(game: Game, state: State, seat: int) -> str:
    """The finished monster, or who plays while it has no name yet."""
    parts = [int(one) for one in state.name[seat]]
    return spoken(game, parts) if NONE not in parts else called(seat)


def city(game: Game, number: int) -> City:
    found: City = list(game.contents.tables["cities"].values())[number]
    return found


def icons_in_words(numbers: list[int]) -> str:
    """'3 electrical, 1 fire'."""
    return ", ".join(f"{number} {TYPES[type]}" for type, number in enumerate(numbers) if number)


def part_icons(game: Game, number: int) -> str:
    return icons_in_words([part(game, number).icons(type) for type in range(len(TYPES))])


# Choices ----------------------------------------------------------------------------------------------------------


def action(game: Game, view: State, seat: int, action: int) -> str:
    verb = {
        records.KATAKANA_DRAFT: "draft",
        records.NAMING: "leave out" if action < ORDER else "call it",
        records.POWER_DRAFT: "draft",
        records.SELECTING: "fight for",
        records.LAYING: "lay",
        records.RETURNING: "take back",
    }[int(view.phase)]
    if action == PASS:
        return "pass" if view.phase == records.LAYING else "take nothing back"
    if action == CONFIRM:
        return f"confirm {sets.half_level(game.open_box, view, seat)}"
    if BOOST <= action < CONFIRM:
        return f"boost {type_name(int(view.half))} by {_boost(game, action)}"
    return f"{verb} {piece(game, view, seat, action)}"


def _boost(game: Game, action: int) -> int:
    return int(game.open_box.boost[action - BOOST])


def piece(game: Game, view: State, seat: int, action: int) -> str:
    """The action in a table or a plot."""
    if action in (PASS, CONFIRM):
        return "Pass" if action == PASS else "Confirm"
    if action >= ORDER:
        return spoken(game, [syllable(view, seat, one) for one in ORDERS[action - ORDER]])
    if action >= BOOST:
        return f"Boost {_boost(game, action)}"
    if action >= DOWN:
        return f"{kind_name(game, action - DOWN)} face down"
    if view.phase in (records.KATAKANA_DRAFT, records.NAMING):
        return part(game, MONSTERS + action).syllable
    return city(game, action).name if view.phase == records.SELECTING else kind_name(game, action - UP)


def outcome(game: Game, state: State, outcome: int) -> str:
    """What chance decides, by what is under way."""
    phase, to = state.phase, called(int(state.dealt) % int(state.players))
    if phase == records.FIRST:
        return f"{called(outcome)} is the angriest"
    if phase == records.MONSTERS_COME:
        return f"{to} gets {part(game, outcome).syllable}"
    if phase == records.KATAKANA_DEAL:
        return f"{part(game, MONSTERS + outcome).syllable} goes into the pack of {to}"
    if phase == records.POWER_DEAL:
        return f"{kind_name(game, outcome)} goes into the pack of {to}"
    return f"{city(game, outcome).name} is on the map"


# What just happened -----------------------------------------------------------------------------------------------


def tell(game: Game, before: State, after: State, mover: int) -> list[str]:
    """What happened between two views of one viewer."""
    return [sentence(line) for line in TELL[int(before.phase)](game, before, after, mover)]


def _first(game: Game, before: State, after: State, mover: int) -> list[str]:
    return [f"{called(after.angriest)} is the angriest of all"]


def _monster(game: Game, before: State, after: State, mover: int) -> list[str]:
    who = int(before.dealt)
    number = int(after.monster[who])
    return [f"{called(who)} begins with {part(game, number).syllable} ({part_icons(game, number)})"]


def _nothing(game: Game, before: State, after: State, mover: int) -> list[str]:
    return []


def _drafted(game: Game, before: State, after: State, mover: int) -> list[str]:
    """What was picked, to those who know it; to the others it is enough that everybody has picked."""
    what = _what_was_drafted(game, before, after, mover)
    lines = [f"{monster_name(game, before, mover)} drafts {what}"] if what else []
    return [*lines, *_new_phase(game, before, after)]


def _what_was_drafted(game: Game, before: State, after: State, mover: int) -> str:
    number = int(before.picked[mover])
    if before.phase == records.POWER_DRAFT:
        kind = int(after.picks[mover, number])
        return "" if kind == NONE else kind_name(game, kind)
    card = int(after.drafted[mover, number])
    return "" if card == NONE else part(game, MONSTERS + card).syllable


def _named(game: Game, before: State, after: State, mover: int) -> list[str]:
    if after.phase == records.NAMING:
        if after.order[mover] != NONE:
            return [f"{called(mover)} has a name in mind"]
        left_out = int(after.left_out[mover])  # only its owner sees that
        return [f"{called(mover)} leaves out {part(game, MONSTERS + left_out).syllable}"] if left_out != NONE else []
    return [_roar(game, after, seat) for seat in range(after.players)]


def _roar(game: Game, state: State, seat: int) -> str:
    monster = game.contents.tables["monsters"]
    roar = list(monster.values())[int(state.monster[seat])].roar
    icons = icons_in_words([int(number) for number in state.icons[seat]])
    return f"{called(seat)} roars: {monster_name(game, state, seat).upper()}! ({icons}) {roar}"


def _new_phase(game: Game, before: State, after: State) -> list[str]:
    if after.phase == records.NAMING and before.phase != records.NAMING:
        return ["three syllables each: one is left out, and the monsters get their names"]
    if before.phase == records.POWER_DRAFT and after.phase != records.POWER_DRAFT:
        return ["everybody is powered up"]
    if all_have_picked(after):
        length = records.HAND if before.phase == records.POWER_DRAFT else records.DRAFTED
        return [f"the packs go left, with {counted(length - int(after.picked[0]), 'card')} each"]
    return []


def _city_dealt(game: Game, before: State, after: State, mover: int) -> list[str]:
    """When all six lie there."""
    if after.phase == records.CITIES_DEAL:
        return []
    waiting = [city(game, number) for number in range(CITIES) if after.waiting[number]]
    return [f"round {int(after.rounds) + 1}: {listed([f'{one.name} ({one.points})' for one in waiting])} tremble"]


def _selected(game: Game, before: State, after: State, mover: int) -> list[str]:
    number = next(number for number in range(CITIES) if before.waiting[number] and not after.waiting[number])
    line = f"{monster_name(game, before, mover)} turns to {city(game, number).name}, worth {city(game, number).points}"
    return [line, *_passed(game, before, after, NONE), *_end(game, before, after)]


# A turn -----------------------------------------------------------------------------------------------------------


def _turn(game: Game, before: State, after: State, mover: int) -> list[str]:
    if after.phase == records.LAYING and after.turn == mover and not after.passed[mover]:
        return _half_laid(game, before, after, mover)
    if before.half != NONE or after.level[mover] > before.level[mover] or _has_won(before, after, mover):
        lines = [_laid(game, before, after, mover), *_passed(game, before, after, mover)]
    else:
        lines = [f"{monster_name(game, before, mover)} passes", *_passed(game, before, after, mover)]
    return lines + _end(game, before, after)


def _has_won(before: State, after: State, mover: int) -> bool:
    return bool(after.contested == NONE and after.last_winner == mover and after.last_city == before.contested)


def _half_laid(game: Game, before: State, after: State, mover: int) -> list[str]:
    """Only the one who lays it sees it; to the others nothing has happened."""
    who = monster_name(game, before, mover)
    for kind in range(KINDS):
        if after.half_up[kind] > before.half_up[kind]:
            return [f"{who} chooses {kind_name(game, kind)}"]
        if after.half_down[kind] > before.half_down[kind]:
            return [f"{who} chooses {kind_name(game, kind)}, face down"]
    return [f"{who} adds a boost"] if after.half != NONE else []


def _laid(game: Game, before: State, after: State, mover: int) -> str:
    level = int(after.level[mover]) if after.contested != NONE else int(after.last_level)
    laid = [set_in_words(game, after, type) for type in range(len(TYPES)) if after.last_sets[type]]
    return f"{monster_name(game, before, mover)} lays {listed(laid)}: {level}"


def set_in_words(game: Game, state: State, type: int) -> str:
    """Of the last play: 'Toxic 3 2 1 (one face down, boost 3)'."""
    return in_words(game, type, state.last_up, int(state.last_sets[type]), int(state.last_boosted[type]))


def in_words(game: Game, type: int, cards: Mask, size: int, boost: int) -> str:
    """A set of so many cards, of which these lie face up."""
    values = face_up(game, cards, type)
    covered = size - len(values)
    rest = [f"{counted(covered, 'card')} face down"] if covered else []
    rest += [f"boost {sets.boost_value(game.open_box, boost)}"] if boost != NONE else []
    shown = " ".join([type_name(type), *map(str, values)])
    return f"{shown} ({', '.join(rest)})" if rest else shown


def face_up(game: Game, cards: Mask, type: int) -> list[int]:
    """The values of the cards of a type, the highest first."""
    kinds = range(type * records.VALUES, (type + 1) * records.VALUES)
    return sorted((int(game.open_box.value[kind]) for kind in kinds for _ in range(int(cards[kind]))), reverse=True)


def _passed(game: Game, before: State, after: State, mover: int) -> list[str]:
    """Those who had to pass, because they have no Power."""
    return [
        f"{monster_name(game, after, seat)} has no Power left and passes"
        for seat in range(after.players)
        if seat != mover and not before.passed[seat] and _has_passed(after, before, seat)
    ]


def _has_passed(after: State, before: State, seat: int) -> bool:
    """Or had to, in a battle that is over: who had no Power then, but for its winner."""
    if after.contested != NONE:
        return bool(after.passed[seat])
    return bool(before.cards[seat] == 0 and seat != after.last_winner)


def _returned(game: Game, before: State, after: State, mover: int) -> list[str]:
    line = f"{monster_name(game, before, mover)} takes {_what_was_taken(game, after)} back"
    return [line, *_passed(game, before, after, mover), *_end(game, before, after)]


def _what_was_taken(game: Game, after: State) -> str:
    if not after.took:
        return "nothing"
    return "a face-down card" if after.last_taken == NONE else kind_name(game, int(after.last_taken))


# How it ends ------------------------------------------------------------------------------------------------------


def _end(game: Game, before: State, after: State) -> list[str]:
    """Who has won the city, who is the angriest now, and whether that was the round."""
    fought = int(before.contested) if before.contested != NONE else int(after.last_city)
    if after.contested != NONE:
        return []
    name, winner = city(game, fought).name, int(after.last_winner)
    lines = [f"nobody wants {name}: it is spared"]
    if winner != NONE:
        lines = [f"{name} is rubble: {city(game, fought).points} for {monster_name(game, before, winner)}"]
    if after.angriest != before.angriest:
        lines.append(f"{monster_name(game, before, after.angriest)} is the angriest now")
    return [*lines, *_end_of_round(before, after)]


def _end_of_round(before: State, after: State) -> list[str]:
    if after.rounds == before.rounds:
        return []
    spared = int(before.waiting.sum()) - int(before.phase == records.SELECTING)
    left = f"nobody has Power left: {counted(spared, 'city is', 'cities are')} spared"
    return [*([left] if spared > 0 else []), f"round {int(after.rounds)} is over"]


TELL = {
    records.FIRST: _first,
    records.MONSTERS_COME: _monster,
    records.KATAKANA_DEAL: _nothing,
    records.KATAKANA_DRAFT: _drafted,
    records.NAMING: _named,
    records.POWER_DEAL: _nothing,
    records.POWER_DRAFT: _drafted,
    records.CITIES_DEAL: _city_dealt,
    records.SELECTING: _selected,
    records.LAYING: _turn,
    records.RETURNING: _returned,
}


def reason(game: Game, view: State) -> str:
    points, places = numbers(game, view, "points"), numbers(game, view, "places")
    first = [seat for seat in range(view.players) if places[seat] == 1]
    level = [seat for seat in range(view.players) if points[seat] == max(points) and seat not in first]
    names, score = _monsters(game, view, first), counted(max(points), "point")
    if len(first) > 1:
        return f"{names} share the win with {score} and {counted(cities_won(view, first[0]), 'city', 'cities')} each"
    if level:
        return f"{names} wins with {score}, and with more cities than {_monsters(game, view, level)}"
    return f"{names} wins with {score}"


def _monsters(game: Game, state: State, seats: list[int]) -> str:
    return listed([monster_name(game, state, seat) for seat in seats])
