"""What is under way, on the chart: dice with successes, stakes that were put aside, and the pile."""

from collections.abc import Iterator

from rumpus.core.record import NONE
from rumpus.core.rules import State
from rumpus.core.view import View
from rumpus.games.arrr import words
from rumpus.games.arrr.rules.holdings import always, total
from rumpus.games.arrr.rules.records import (
    ACCEPTED,
    AFTER,
    BEFORE,
    CHALLENGING,
    DICE,
    EVENT_OF,
    FACES,
    JOLLY,
    LOST_OF,
    REFUSED,
    SAILING,
    SIDES,
    TRAIT_OF,
)
from rumpus.games.arrr.rules.seas import difficulty_now
from rumpus.games.arrr.rules.throwing import dice_of, successes
from rumpus.games.arrr.scene.cards import (
    COIN,
    COLOURS,
    EVENT_DISCARDS,
    MARKS,
    STAT_MARKS,
    collection_of,
    face_of,
    icon_of,
    sea_of,
)
from rumpus.games.arrr.scene.chart import pile_box, throw_box
from rumpus.games.arrr.words.names import list_text, pieces_in_words
from rumpus.table.scene import Piece, Sign, Space
from rumpus.table.telling import counted

SCORE, STAKE_WIDTH = 1.2, 0.8


def on_deck(view: View) -> tuple[list[Space], list[Piece]]:
    """The places of dice, stakes and pile, and what lies there."""
    sides = range(SIDES) if is_challenge(view.desk) else range(1)
    spaces = [space for side in sides for space in _throw_places(view, side)]
    pieces = [piece for side in sides for piece in (*_dice(view, side), *_stake(view, side))]
    x, y, width, height = pile_box(view.game.seats, is_challenge(view.desk))
    pile = Space(id="pile", label="the pile", x=x, y=y, width=width, height=height)
    return [*spaces, pile], [*pieces, *_pile(view)]


def is_challenge(state: State) -> bool:
    return bool(state.deed == CHALLENGING)


def thrower(state: State, side: int) -> int:
    return int(state.turn) if side == 0 else int(state.target)


# Dice (§6) --------------------------------------------------------------------------------------------------------


def _throw_places(view: View, side: int) -> Iterator[Space]:
    """For the dice of each who throws; what is needed beside them, unless there is to be no throw (§8.2)."""
    x, y, width, height = _half(view, side)
    if view.desk.stat != NONE and view.desk.answer != REFUSED:
        yield _score(view, side, x, y, height)
    left = SCORE + 0.1
    right = STAKE_WIDTH + 0.1 if is_challenge(view.desk) else 0.0
    yield Space(id=f"dice-{side}", label="the dice", x=x + left, y=y, width=width - left - right, height=height)
    if right:
        mark = MARKS[thrower(view.desk, side)]
        yield Space(id=f"stakes-{side}", label="the stake", x=x + width - STAKE_WIDTH, y=y, width=STAKE_WIDTH,
                    height=height, colour=COLOURS[thrower(view.desk, side)], mark=mark)  # fmt: skip


def _half(view: View, side: int) -> tuple[float, float, float, float]:
    """In a challenge one above the other."""
    x, y, width, height = throw_box(view.game.seats, is_challenge(view.desk))
    if not is_challenge(view.desk):
        return x, y, width, height
    half = (height - 0.1) / 2
    return x, y + side * (half + 0.1), width, half


def needed(view: View) -> int:
    """Of a test, how many successes: settled at the throw, before that as it is now (§6.4)."""
    settled = int(view.desk.difficulty)
    return settled if settled else difficulty_now(view.game.open_box, view.desk)


def _score(view: View, side: int, x: float, y: float, height: float) -> Space:
    """Successes so far, of how many; before the throw how many dice there will be."""
    state, look = view.desk, face_of(view, int(view.desk.stat))
    value, told = _reckoned(view, side)
    seat = thrower(state, side)
    told = f"{words.called(view.game, seat)}, {look.name}: {told}"
    is_one_of_two = is_challenge(state)
    return Space(
        id=f"score-{side}",
        label=told,
        x=x,
        y=y,
        width=SCORE,
        height=height,
        value=f"{MARKS[seat]} {value}" if is_one_of_two else value,
        text=f"{told}.",
        cites="§6.2",
        icon=look.icon,
        colour=COLOURS[seat] if is_one_of_two else look.colour,
        mark=MARKS[seat] if is_one_of_two else STAT_MARKS[int(state.stat)],
    )


def _reckoned(view: View, side: int) -> tuple[str, str]:
    state = view.desk
    if not has_thrown(state):
        dice = _dice_to_throw(view, side)
        aim = f" for {counted(needed(view), 'success', 'successes')}" if state.deed == SAILING else ""
        short = f"{dice}→{needed(view)}" if state.deed == SAILING else f"{dice}⚄"
        return short, f"{counted(dice, 'die', 'dice')} to throw{aim}"
    number = successes(state, side)
    if state.deed == SAILING:
        return f"{number}/{needed(view)}", f"{counted(number, 'success', 'successes')} of {needed(view)} needed"
    return str(number), counted(number, "success", "successes")


def has_thrown(state: State) -> bool:
    """Whether what is under way has come to a throw; until then the dice of another deed may lie there."""
    has_test = state.deed == SAILING or (is_challenge(state) and state.answer == ACCEPTED)
    return bool(has_test and state.stage >= AFTER)


def _dice_to_throw(view: View, side: int) -> int:
    """What is added and taken away counts from the window before the throw on (§9.3); until then that of another."""
    state, box, seat = view.desk, view.game.open_box, thrower(view.desk, side)
    if state.stage == BEFORE:
        return int(dice_of(box, state, seat))
    return max(0, int(total(box, state, seat, state.stat)) + int(always(box, state, seat, DICE, state.stat)))


def _dice(view: View, side: int) -> Iterator[Piece]:
    """Successes first; those that are no success are set back. Between two deeds those thrown last are left lying."""
    state = view.desk
    if state.deed != NONE and not has_thrown(state):
        return
    stat = int(state.stat)
    order = sorted(range(len(FACES)), key=lambda face: (face not in (stat, JOLLY), face))
    for face in order:
        for copy in range(int(state.rolled[side, face])):
            yield _die(view, side, face, copy, is_miss=stat != NONE and face not in (stat, JOLLY))
    for copy in range(int(state.to_roll[side])):
        yield Piece(id=f"die-{side}-left-{copy}", kind="die", label="a die that is thrown next", value="?",
                    turned=True, space=f"dice-{side}")  # fmt: skip


def _die(view: View, side: int, face: int, copy: int, is_miss: bool) -> Piece:
    look = face_of(view, face)
    return Piece(
        id=f"die-{side}-{face}-{copy}",
        kind="die",
        label=f"{look.name}{', no success' if is_miss else ''}",
        value=STAT_MARKS[face],
        text=f"{look.name}: {'no success' if is_miss else 'a success'}." if view.desk.stat != NONE else "",
        cites="§6.2",
        icon=look.icon,
        colour=look.colour,
        mark=STAT_MARKS[face],
        turned=is_miss,
        space=f"dice-{side}",
    )


# Stakes (§5.4, §8.3) ----------------------------------------------------------------------------------------------


def _stake(view: View, side: int) -> Iterator[Piece]:
    """What a side may lose; aside only once both are named."""
    state = view.desk
    prize, number = int(state.prize[side]), int(state.stake[side])
    if not is_challenge(state) or (prize == NONE and not number):
        return
    seat = thrower(state, side)
    what = words.sea_name(view.game, prize) if prize != NONE else pieces_in_words(number)
    collection = collection_of(view, prize) if prize != NONE else None
    label = f"stake of {words.called(view.game, seat)}: {what}"
    yield Piece(
        id=f"stake-{side}",
        kind="card",
        label=label,
        title=what,
        value=str(number) if prize == NONE else "",
        text=f"{label}{', put aside' if state.staked else ''}.",
        cites="§8.3",
        icon=sea_of(view, prize).icon if collection else COIN.icon,
        colour=COLOURS[seat],
        mark=MARKS[seat],
        space=f"stakes-{side}",
    )


# The pile (§9.5) --------------------------------------------------------------------------------------------------


def _pile(view: View) -> Iterator[Piece]:
    """From the lowest to the uppermost, which is resolved first."""
    for place in range(int(view.desk.piled)):
        yield piled(view, place)


def piled(view: View, place: int) -> Piece:
    """What somebody announced, in their colour, with its target."""
    state, source = view.desk, int(view.desk.pile_list[place])
    owner, target = int(state.pile_owner[place]), int(state.pile_target[place])
    is_top = bool(place + 1 == state.piled)
    told = _announced(view, place, words.source_name(view.game, source))
    is_event = EVENT_OF <= source < TRAIT_OF
    return Piece(
        id=f"event-{source - EVENT_OF}" if is_event else f"pile-{place}-{source}",
        kind="card",
        label=f"{told}{', uppermost' if is_top else ''}",
        title=short_name(view, source),
        value=f"{place + 1}",
        text=f"{told}. {list_text(view.game, source)}{' It is resolved next.' if is_top else ''}",
        cites="§9.5",
        icon=icon_of(view, source),
        colour=COLOURS[owner],
        mark=MARKS[owner],
        signs=[_aim(target)] if target not in (NONE, owner) else [],
        chosen=is_top,
        space="pile",
        home=EVENT_DISCARDS if is_event else "",
    )


def _aim(target: int) -> Sign:
    return Sign(mark=MARKS[target], value=MARKS[target], icon="bullseye", colour=COLOURS[target])


def _announced(view: View, place: int, name: str) -> str:
    """'Inky plays Shoal at Rusty, on Big Tiny'."""
    state = view.desk
    owner, target = int(state.pile_owner[place]), int(state.pile_target[place])
    verb = "suffers" if state.pile_list[place] >= LOST_OF else "announces"
    at = f" at {words.called(view.game, target)}" if target not in (NONE, owner) else ""
    card, sea = int(state.pile_card[place]), int(state.pile_sea[place])
    on = f", on {words.crew_name(view.game, card)}" if card != NONE else ""
    on += f", on {words.sea_name(view.game, sea)}" if sea != NONE else ""
    return f"{words.called(view.game, owner)} {verb} {name}{at}{on}"


def short_name(view: View, source: int) -> str:
    """What is printed on it: the name of the card, whatever it does."""
    return words.source_name(view.game, source).removeprefix("the ability of ").replace("the penalty of ", "")
