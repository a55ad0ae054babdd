"""RARRR!! on the table: the cities in the middle, monsters with their dials around them, Power in hand."""

from collections.abc import Iterator

from rumpus.core.record import NONE
from rumpus.core.rules import NOBODY, State
from rumpus.core.view import View
from rumpus.games.rarrr import words
from rumpus.games.rarrr.rules import records
from rumpus.games.rarrr.rules.records import CITIES_DEAL, POWER_DEAL
from rumpus.games.rarrr.scene.around import chips, cities, table_of
from rumpus.games.rarrr.scene.asking import buttons, prompt
from rumpus.games.rarrr.scene.own import cards_shown, cities_won, own_draft, own_hand, packs_seen, to_cover
from rumpus.games.rarrr.scene.pieces import COLOURS, MARKS
from rumpus.table.scene import Area, Scene, Seat, Sound
from rumpus.table.seating import far_seats, near_seat, seated
from rumpus.table.telling import listed


def scene(view: View) -> Scene:
    asked, cites = prompt(view)
    return Scene(
        game=view.game.title,
        viewer=view.seat,
        prompt=asked,
        cites=cites,
        seats=[_seat(view, seat) for seat in range(view.game.seats)],
        areas=list(_areas(view)),
        buttons=list(buttons(view)),
        over=bool(view.desk.phase == records.ENDED),
        announce=_news(view),
        sound=_sound(view.desk),
    )


def _seat(view: View, seat: int) -> Seat:
    return seated(view, seat, words.monster_name(view.game, view.desk, seat), COLOURS[seat], MARKS[seat])


def _areas(view: View) -> Iterator[Area]:
    for seat in far_seats(view):
        yield from _of_seat(view, seat)
    yield from _middle(view)
    yield from _of_seat(view, near_seat(view))
    if view.seat != NOBODY:
        yield from packs_seen(view)
    yield from cards_shown(view)
    yield from cities_won(view)


def _middle(view: View) -> Iterator[Area]:
    """What is fought for, or chosen from; and one's own sets, which need more room than there is beside the hand."""
    state = view.desk
    is_drafting = state.phase < CITIES_DEAL
    if not is_drafting or any(state.waiting):
        yield cities(view)
    if view.seat == NOBODY:
        return
    if is_drafting:
        yield own_draft(view)
    yield table_of(view, view.seat)
    if view.game.open_box.face_down and not is_drafting:
        yield to_cover(view)


def _of_seat(view: View, seat: int) -> Iterator[Area]:
    yield own_hand(view) if seat == view.seat else table_of(view, seat)
    yield chips(view, seat)


def _news(view: View) -> str:
    state = view.desk
    if view.places:
        winners = [words.monster_name(view.game, state, seat) for seat, place in enumerate(view.places) if place == 1]
        return f"{winners[0]} wins the game" if len(winners) == 1 else "A shared win"
    if _is_roar(state):
        return f"{listed([words.monster_name(view.game, state, seat) for seat in range(state.players)])}: RARRR!!"
    if _is_after_battle(state):
        name = words.city(view.game, int(state.last_city)).name
        if state.last_winner == NONE:
            return f"{name} is spared"
        return f"{words.monster_name(view.game, state, int(state.last_winner))} destroys {name}"
    return ""


def _is_roar(state: State) -> bool:
    """The monsters have their names, and nobody has done anything since."""
    return bool(_is_new_round(state) and state.rounds == 0)


def _is_new_round(state: State) -> bool:
    """Cards are dealt, and nobody has drafted any yet."""
    return bool(POWER_DEAL <= state.phase <= CITIES_DEAL and not any(state.picked))


def _is_after_battle(state: State) -> bool:
    """A city has just fallen or been spared: at the end of a round the next draft begins with it."""
    return bool(state.last_city != NONE and (state.phase == records.SELECTING or _is_new_round(state)))


def _sound(state: State) -> Sound:
    if state.phase == records.ENDED:
        return "win"
    if _is_roar(state):
        return "roar"
    if _is_after_battle(state):
        return "boom" if state.last_winner != NONE else "turn"
    return "clash" if state.phase == records.LAYING and any(state.level) else "card"
