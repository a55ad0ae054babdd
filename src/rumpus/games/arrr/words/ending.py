"""§11 Why it ended, and how it was decided."""

from rumpus.core.game import Game
from rumpus.core.rules import State
from rumpus.core.view import numbers
from rumpus.games.arrr.rules.records import TURNS_EACH
from rumpus.games.arrr.rules.scoring import fame_of, is_together
from rumpus.games.arrr.words.names import called
from rumpus.table.telling import counted, listed


def reason(game: Game, view: State) -> str:
    """Points; where they are equal, fame, then Pieces; or a shared win (§11.2)."""
    return f"{counted(TURNS_EACH, 'turn')} each are over: {_decided(game, view)}"


def _decided(game: Game, view: State) -> str:
    points, places = numbers(game, view, "points"), numbers(game, view, "places")
    sides = _sides(game, view)
    first = [side for side in sides if places[side[0]] == 1]
    level = [side for side in sides if points[side[0]] == max(points) and side not in first]
    score = counted(max(points), "point")
    if len(first) > 1:
        return f"{_names(game, first)} share the win with {score}"
    wins = "win" if len(first[0]) > 1 else "wins"
    return f"{_names(game, first)} {wins} with {score}{_tie_break(game, view, first[0], level)}"


def _sides(game: Game, view: State) -> list[list[int]]:
    """Who counts together: everybody alone, or partners (§13.3)."""
    found: list[list[int]] = []
    for seat in range(view.players):
        side = next((side for side in found if is_together(game.open_box, side[0], seat)), None)
        if side is None:
            found.append([seat])
        else:
            side.append(seat)
    return found


def _tie_break(game: Game, view: State, first: list[int], level: list[list[int]]) -> str:
    """What counted where points were equal: fame, and where that was too, Pieces."""
    box, own = game.open_box, first[0]
    even = [side for side in level if fame_of(box, view, side[0]) == fame_of(box, view, own)]
    if even:
        return f", with as much fame as {_names(game, even)}, but more Pieces"
    return f", and with more fame than {_names(game, level)}" if level else ""


def _names(game: Game, sides: list[list[int]]) -> str:
    return listed([called(game, seat) for side in sides for seat in side])
