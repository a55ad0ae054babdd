"""Kaiju Rising in words: what an action is called, what just happened, why it ended.

Everything is told from two views, before and after, so it can tell nothing that its reader does not know.
"""

from rumpus.core.game import Game
from rumpus.core.record import NONE
from rumpus.core.rules import Mask, State
from rumpus.core.view import numbers
from rumpus.games.kaiju.box import Building, Lot
from rumpus.games.kaiju.rules import records
from rumpus.games.kaiju.rules.cards import MISSILE
from rumpus.games.kaiju.rules.city import are_neighbours
from rumpus.games.kaiju.rules.records import (
    ABILITIES,
    CARD,
    CONFIRM,
    DIRECTIONS,
    END,
    FACE,
    KAIJU,
    KIND,
    LOT,
    NEIGHBOURHOODS,
    PART,
    PARTS,
    PLAYERS,
    RESOURCES,
    REST,
    STAND,
    STAY,
    TANK,
    TANKS,
    TO,
    TOKENS,
)
from rumpus.games.kaiju.rules.resources import hit
from rumpus.games.kaiju.rules.tanks import sees
from rumpus.table.telling import counted, listed, sentence

DOES = {
    "draw": "draw two cards",
    "take": "take any resource from the supply",
    "move": "move one block",
    "maul": "another kaiju discards a card at random",
    "look": "look at the front of the top card of any lot",
    "swap": "swap two cards for two from the supply",
    "rest": "rest",
}
"""What the written abilities do (§5.2)."""


# Names ------------------------------------------------------------------------------------------------------------


def seat(game: Game, seat: int) -> str:
    return called(game, seat)


def called(game: Game, seat: int) -> str:
    name: str = game.contents.tables["kaiju"][PLAYERS[seat]].name
    return name


def building(game: Game, number: int) -> Building:
    found: Building = list(game.contents.tables["buildings"].values())[number]
    return found


def lot(game: Game, number: int) -> Lot:
    found: Lot = list(game.contents.tables["lots"].values())[number]
    return found


def corner(game: Game, number: int) -> str:
    """An intersection as it is called: 'C4'."""
    return list(game.contents.tables["intersections"])[number].upper()


def zone_name(game: Game, number: int) -> str:
    name: str = list(game.contents.tables["neighbourhoods"].values())[number].name
    return name


def kind_name(game: Game, kind: int) -> str:
    name: str = game.contents.tables["resources"][RESOURCES[kind]].name
    return name


def cards_in_words(game: Game, counts: Mask) -> str:
    """'two Claws and one Bite'; 'nothing'."""
    found = [(int(counts[kind]), kind_name(game, kind)) for kind in range(len(RESOURCES)) if counts[kind]]
    return listed([counted(number, name) for number, name in found]) or "nothing"


def cost_in_words(game: Game, back: int) -> str:
    return cards_in_words(game, game.open_box.back_cost[back])


def front_in_words(card: Building) -> str:
    """'3 points; draw two cards; a tank': all that a front says, from what it does."""
    does = [DOES[card.ability]] if card.ability != "none" else []
    does += ["a tank"] if card.tank else []
    does += ["a missile"] if card.missile else []
    return "; ".join([counted(card.points, "point"), *does])


# Choices ----------------------------------------------------------------------------------------------------------


def action(game: Game, view: State, seat: int, action: int) -> str:
    if action >= REST:
        return _plain(game, view, action)
    if action >= PART:
        return f"use its {PARTS[action - PART]}"
    if action >= CARD:
        return f"use {piece(game, view, seat, action)}"
    if view.phase == records.ACTING:
        return _act(game, view, seat, action)
    verb = "choose" if TANK <= action < FACE else VERBS[int(view.phase)]
    return f"{verb} {piece(game, view, seat, action)}"


VERBS = {
    records.STARTING: "start at",
    records.RESTING: "discard",
    records.CHALLENGING: "attack with",
    records.STRIKING: "discard",
    records.DEFENDING: "give way to",
    records.FOLLOWING: "go on to",
    records.TAKING: "take",
    records.STEPPING: "move to",
    records.MAULING: "maul",
    records.LOOKING: "look at",
    records.GIVING: "give",
    records.GETTING: "get",
    records.ROLLING: "roll to",
    records.TURNING: "turn it",
    records.AIMING: "strike",
    records.PLACING: "place it at",
    records.FACING: "turn it",
}


def _act(game: Game, view: State, seat: int, action: int) -> str:
    verb = "attack" if action < TO or action >= KAIJU else "move to"
    return f"{verb} {piece(game, view, seat, action)}"


def _plain(game: Game, view: State, action: int) -> str:
    if action == CONFIRM:
        return f"confirm {cards_in_words(game, view.half)}"
    return {REST: "rest", STAND: "stand", STAY: "stay", END: "end the turn"}[action]


def piece(game: Game, view: State, seat: int, action: int) -> str:
    """The action in a table or a plot."""
    if action >= REST:
        return {REST: "Rest", CONFIRM: "Confirm", STAND: "Stand", STAY: "Stay", END: "End turn"}[action]
    if action >= PART:
        return PARTS[action - PART].capitalize()
    if action >= CARD:
        number = int(view.taken[seat, action - CARD])
        return f"{building(game, number).name}" if number >= 0 else f"card {action - CARD + 1}"
    if action >= FACE:
        return DIRECTIONS[action - FACE]
    if action >= TANK:
        return f"tank {action - TANK + 1}"
    if action >= KAIJU:
        return called(game, action - KAIJU)
    if action >= KIND:
        return kind_name(game, action - KIND)
    return corner(game, action - TO) if action >= TO else lot(game, action - LOT).name


def outcome(game: Game, state: State, outcome: int) -> str:
    """What chance decides, by what is under way."""
    phase = state.phase
    if phase == records.FIRST:
        return f"{called(game, outcome)} starts"
    if phase == records.TOKENS_DEAL:
        return f"{TOKENS[outcome]} points for {zone_name(game, int(state.dealt))}"
    if phase in (records.TOPS_DEAL, records.REBUILDING):
        where = int(state.dealt if phase == records.TOPS_DEAL else state.rebuilt)
        return f"{building(game, outcome).name} is on top of {lot(game, where).name}"
    if phase == records.SHOOTING:
        return f"{called(game, hit(state))} drops {kind_name(game, outcome)}"
    return f"{called(game, int(state.turn))} draws {kind_name(game, outcome)}"


def deck_left(view: State, seat: int) -> int:
    """How many cards a deck has, which everybody can tell (§8.2)."""
    return int(view.own[seat].sum()) - int(view.cards[seat])


# What just happened -----------------------------------------------------------------------------------------------


def tell(game: Game, before: State, after: State, mover: int) -> list[str]:
    """What happened between two views of one viewer."""
    if mover < 0:
        lines = _chance(game, before, after)
    else:
        lines = [*_chosen(game, before, after, mover), *_hit_in_vain(game, before, after, mover)]
    return [sentence(line) for line in [*lines, *_turning_points(game, before, after)]]


def _chance(game: Game, before: State, after: State) -> list[str]:
    phase = before.phase
    if phase == records.FIRST:
        return [f"{called(game, int(after.first))} starts"]
    if phase == records.TOKENS_DEAL and after.phase != records.TOKENS_DEAL:
        tokens = [
            f"{int(after.token[zone])} for {zone_name(game, zone)}"
            for zone in range(NEIGHBOURHOODS)
            if after.token[zone]
        ]
        return [f"tokens: {listed(tokens)}"]
    if phase == records.SHOOTING:
        who = next(seat for seat in range(after.players) if after.cards[seat] < before.cards[seat])
        kind = next(kind for kind in range(len(RESOURCES)) if after.discard[who, kind] > before.discard[who, kind])
        lines = [f"{called(game, who)} {_hit_by(before)} and drops {kind_name(game, kind)}"]
        is_hit_again = before.shots[who] > 1 and after.cards[who] == 0
        return [*lines, f"{called(game, who)} {_hit_by(before)} again, {NO_CARD}"] if is_hit_again else lines
    if phase == records.DRAWING:
        return _drawn(game, before, after)
    return []


NO_CARD = "and has no card to drop"


def _hit_by(view: State) -> str:
    """A missile, a card, or else a tank."""
    if view.last_at != NONE:
        return "is hit by the missile"
    return "is mauled" if view.last_kaiju != NONE else "is shot"


def _hit_in_vain(game: Game, before: State, after: State, mover: int) -> list[str]:
    """Nothing happens to those without a card (§6.4), so it is told by where kaiju and tanks stand."""
    order = [(mover + step) % int(after.players) for step in range(after.players)]
    found = [seat for seat in order if after.cards[seat] == 0 and _is_hit(game, before, after, seat)]
    return [f"{called(game, seat)} {_hit_by(after)}, {NO_CARD}" for seat in found]


def _is_hit(game: Game, before: State, after: State, seat: int) -> bool:
    """By a missile that was just called (§6.7), or by a tank that did not see the kaiju there before (§6.4)."""
    box, at = game.open_box, int(after.at[seat])
    if after.last_part == MISSILE and after.used.sum() > before.used.sum():
        return at == after.last_at or are_neighbours(box, at, int(after.last_at))
    saw = _tanks_that_see(game, before, at) if before.at[seat] == at else set()
    return not _tanks_that_see(game, after, at) <= saw


def _tanks_that_see(game: Game, view: State, place: int) -> set[int]:
    stand = zip(map(int, view.tank_at), map(int, view.tank_faces), strict=True)
    return {tank for tank, (at, faces) in enumerate(stand) if sees(game.open_box, at, faces, place)}


def _drawn(game: Game, before: State, after: State) -> list[str]:
    """Which card, to the one who draws it."""
    who = int(before.turn)
    more = [kind for kind in range(len(RESOURCES)) if after.hand[who, kind] > before.hand[who, kind]]
    return [f"{called(game, who)} draws {kind_name(game, more[0]) if more else 'a card'}"]


def _chosen(game: Game, before: State, after: State, mover: int) -> list[str]:
    who, phase = called(game, mover), before.phase
    if phase == records.STARTING:
        return [f"{who} rises from the sea at {corner(game, int(after.at[mover]))}"]
    if after.laid[mover] > before.laid[mover]:
        return _attacked(game, before, after, mover)
    if after.used[mover].sum() > before.used[mover].sum():
        return _card_used(game, before, after, mover)
    if phase == records.DEFENDING:
        return _defended(game, before, after, mover)
    if phase != records.FOLLOWING and after.target != NONE and before.target == NONE:
        return [f"{who} attacks {called(game, int(after.target))} with {cards_in_words(game, after.offered)}"]
    return _moved(game, before, after, mover) or _half_chosen(game, before, after, mover)


def _attacked(game: Game, before: State, after: State, mover: int) -> list[str]:
    number, place = int(after.last_lot), int(before.laid[mover])
    lines = [f"{called(game, mover)} smashes {lot(game, number).name} with {cards_in_words(game, after.last_cards)}"]
    front = int(after.taken[mover, place])
    if front >= 0:
        card = building(game, front)
        lines.append(f"it was the {card.name}: {front_in_words(card)}")
    if after.standing[number] == 0:
        lines.append(f"{lot(game, number).name} is rubble, {counted(int(after.destroyed), 'building')} so far")
    return lines


def _card_used(game: Game, before: State, after: State, mover: int) -> list[str]:
    card, part = building(game, int(after.last_card)), int(after.last_part)
    what = DOES[ABILITIES[game.open_box.ability[int(after.last_card)]]] if part == 0 else PARTS[part]
    return [f"{called(game, mover)} uses the {card.name} ({what}){_to_what(game, before, after, mover)}"]


def _to_what(game: Game, before: State, after: State, mover: int) -> str:
    ability = ABILITIES[game.open_box.ability[int(after.last_card)]]
    if after.last_part == 2:
        return f" at {corner(game, int(after.last_at))}"
    if after.last_part == 1:
        return f": {_tank_moved(game, after)}"
    if ability == "take":
        return f": {cards_in_words(game, after.last_cards)}"
    if ability == "swap":
        return f": {_swapped(game, before, after, mover)}"
    if ability == "maul":
        return f": {called(game, int(after.last_kaiju))}"
    if ability == "look":
        return f": {_looked(game, after)}"
    if ability == "rest":
        return _discarding(game, after)
    if ability == "move":
        return f" to {corner(game, int(after.at[mover]))}"
    return ""


def _looked(game: Game, after: State) -> str:
    """Which lot; and to those who have looked at it, what is there (§8.1)."""
    number = int(after.last_lot)
    where, top = lot(game, number).name, int(after.top[number])
    if top < 0:
        return where
    card = building(game, top)
    return f"on top of {where} is the {card.name}, {front_in_words(card)}"


def _swapped(game: Game, before: State, after: State, mover: int) -> str:
    got = after.last_cards.astype(int)
    given = got - (after.own[mover].astype(int) - before.own[mover])
    return f"{cards_in_words(game, given)} for {cards_in_words(game, got)}"


def _tank_moved(game: Game, after: State) -> str:
    tank = int(after.last_tank)
    faces = DIRECTIONS[int(after.tank_faces[tank])]
    return f"tank {tank + 1} at {corner(game, int(after.tank_at[tank]))} looks {faces}"


def _defended(game: Game, before: State, after: State, mover: int) -> list[str]:
    if after.at[mover] == before.at[mover]:
        return [f"{called(game, mover)} stands, with {cards_in_words(game, before.offered)}"]
    gone, came = corner(game, int(after.at[mover])), corner(game, int(before.at[mover]))
    return [f"{called(game, mover)} gives way to {gone}, and {called(game, int(before.turn))} takes {came}"]


def _moved(game: Game, before: State, after: State, mover: int) -> list[str]:
    """A kaiju or a tank."""
    who = called(game, mover)
    if after.at[mover] != before.at[mover]:
        return [f"{who} moves to {corner(game, int(after.at[mover]))}"]
    for tank in range(TANKS):
        if after.tank_at[tank] != NONE and before.tank_at[tank] == NONE:
            return [f"a tank comes: {_tank_moved(game, after)}"]
        if after.struck[tank] > before.struck[tank]:
            return [f"{who} kicks a tank, for {cards_in_words(game, after.last_cards)}: {_tank_moved(game, after)}"]
    return []


def _half_chosen(game: Game, before: State, after: State, mover: int) -> list[str]:
    """Steps of a choice, which only their owner sees; a rest; or that the turn is over."""
    who = called(game, mover)
    if before.phase == records.FOLLOWING:
        return [f"{who} stays"]
    if after.actions > before.actions:
        return [f"{who} rests{_discarding(game, after)}"]
    for kind in range(len(RESOURCES)):
        if after.half[kind] > before.half[kind] or after.half_in[kind] > before.half_in[kind]:
            return [f"{who} chooses {kind_name(game, kind)}"]
    if before.phase == records.ACTING and (after.phase in AFTER_A_TURN or after.turn != before.turn):
        return [f"{who} ends the turn"]
    is_step = after.phase != before.phase or after.half_to != before.half_to or after.half_tank != before.half_tank
    return [f"{who} is choosing"] if is_step else []


AFTER_A_TURN = (records.PLACING, records.FACING, records.DRAWING, records.ENDED)


def _discarding(game: Game, after: State) -> str:
    return f", discarding {cards_in_words(game, after.last_cards)}" if after.last_cards.any() else ""


def _turning_points(game: Game, before: State, after: State) -> list[str]:
    """A deck is made anew; the end is near, or has come."""
    lines = [
        f"{called(game, seat)} shuffles the discards into a new deck"
        for seat in range(after.players)
        if deck_left(after, seat) > deck_left(before, seat) and after.phase > records.STARTING
    ]
    lines += ["the end is near: the round is played out"] if after.ending and not before.ending else []
    return [*lines, "the game is over"] if after.phase == records.ENDED else lines


def reason(game: Game, view: State) -> str:
    points, places = numbers(game, view, "points"), numbers(game, view, "places")
    first = [seat for seat in range(view.players) if places[seat] == 1]
    level = [seat for seat in range(view.players) if points[seat] == max(points) and seat not in first]
    names, score = listed([called(game, seat) for seat in first]), counted(max(points), "point")
    if len(first) > 1:
        return f"{names} share the win with {score}"
    if level:
        return (
            f"{names} wins with {score}, and with fewer cubes left than {listed([called(game, one) for one in level])}"
        )
    return f"{names} wins with {score}"
