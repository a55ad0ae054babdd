"""Who gives advice, and what it says."""

import asyncio
from typing import Any

import numpy as np
import pytest

from rumpus.bots import BOTS, Advice
from rumpus.catalogue import game
from rumpus.core.game import Game
from rumpus.server import advice
from rumpus.server.advice import Judges, hundredths, width, worths
from tests.server.web import GAME


class Thinker:
    """Stands in for the one that solves games: it is told when a game is solved."""

    def __init__(self) -> None:
        self.solved: dict[str, asyncio.Event] = {}
        self.at_work: list[str] = []
        self.answer = True

    async def prepare(self, game: Game, *, is_solved: bool = False) -> bool:
        if is_solved:
            name = str(game.changed_switches)
            self.at_work.append(name)
            await self.solved.setdefault(name, asyncio.Event()).wait()
        return self.answer

    async def run(self, function: Any, *args: object) -> Any:
        return function(*args)


@pytest.fixture
def perfect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "strongest", lambda game: BOTS["nash"])


def judges(thinker: Thinker) -> Judges:
    return Judges(thinker)  # type: ignore[arg-type]


def test_worths_are_hundredths_of_the_win() -> None:
    assert [hundredths(worth) for worth in (-1.0, 0.0, 1.0)] == [0.0, 50.0, 100.0]
    assert width(0.1) == pytest.approx(5.0)


def test_the_best_choice_comes_first() -> None:
    given = Advice((3, 5, 7), np.array([0.2, 0.8, 0.0]), np.array([0.5, 0.5, -1.0]), np.array([0.0, 0.02, 0.0]))
    cards = worths(given, ["three", "five", "seven"])
    assert [(card.action, card.words, card.share, card.worth, card.error) for card in cards] == [
        (5, "five", 0.8, 75.0, 1.0),
        (3, "three", 0.2, 75.0, 0.0),
        (7, "seven", 0.0, 0.0, 0.0),
    ]


@pytest.mark.usefixtures("perfect")
async def test_who_has_no_patience_gets_a_search_and_later_the_solution() -> None:
    thinker = Thinker()
    found, one = judges(thinker), game(GAME)
    assert (await found.strongest(one, 0.01)).name == "ismcts:5"
    thinker.solved["{}"].set()
    assert (await found.strongest(one, 10.0)).name == "nash"
    assert (await found.strongest(one)).name == "nash"


@pytest.mark.usefixtures("perfect")
async def test_games_are_solved_one_at_a_time_and_each_once() -> None:
    thinker = Thinker()
    found, plain, other = judges(thinker), game(GAME), game(GAME, {"fast_rat": True})
    asked = [asyncio.create_task(found.strongest(one)) for one in (plain, plain, other)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert thinker.at_work == ["{}"]
    thinker.solved["{}"].set()
    thinker.solved["{'fast_rat': True}"] = asyncio.Event()
    thinker.solved["{'fast_rat': True}"].set()
    assert [judge.name for judge in await asyncio.gather(*asked)] == ["nash"] * 3
    assert thinker.at_work == ["{}", "{'fast_rat': True}"]


@pytest.mark.usefixtures("perfect")
async def test_a_game_that_has_no_solution_is_searched() -> None:
    thinker = Thinker()
    thinker.answer = False
    thinker.solved["{}"] = asyncio.Event()
    thinker.solved["{}"].set()
    assert (await judges(thinker).strongest(game(GAME))).name == "ismcts:5"
