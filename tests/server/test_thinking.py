"""Bots in threads: they get a view, they have a limit, and whatever they do, something legal is played."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import rumpus
from rumpus.bots import bot
from rumpus.bots.search import think
from rumpus.bots.searcher import Searcher, Tree
from rumpus.core import kernel
from rumpus.core.errors import WrongBot
from rumpus.core.rng import Rng
from rumpus.core.view import View
from rumpus.server import thinking, warm, workshop
from rumpus.server.thinking import Chosen, Thinker, checked_bot
from rumpus.server.workshop import Workshop
from tests.server import pairs


class Scripted:
    """A bot that does what a test says."""

    name = "scripted"

    def __init__(self, answer: Callable[[View], Any]) -> None:
        self.answer = answer

    def choose(self, view: View, rng: Rng) -> Any:
        return self.answer(view)


def thinker_with(answer: Callable[[View], Any], **more: Any) -> Thinker:
    return Thinker(find=lambda name: Scripted(answer), warms=False, **more)


@pytest.fixture
def view() -> View:
    return rumpus.game("braverats").match(seed=1).view(0)


def failing(view: View) -> int:
    raise StopIteration("a bug")


def leaving(view: View) -> int:
    raise SystemExit(3)


async def test_what_a_bot_chooses_is_played(view: View) -> None:
    assert await thinker_with(lambda view: 5).choose("x", view) == Chosen(5)
    assert type((await thinker_with(lambda view: np.int64(5)).choose("x", view)).action) is int


async def test_a_bot_thinks_beside_the_loop_and_sees_only_its_view(view: View) -> None:
    seen: list[Any] = []
    gate = threading.Event()

    def waiting(given: View) -> int:
        seen.extend([given, threading.current_thread()])
        assert gate.wait(30)
        return 3

    choosing = asyncio.create_task(thinker_with(waiting).choose("x", view))
    while not seen:
        await asyncio.sleep(0.001)
    gate.set()  # which the loop could not do if the bot held it up
    assert await choosing == Chosen(3)
    assert seen[0] is view
    assert seen[1] is not threading.main_thread()


@pytest.mark.parametrize(
    "answer",
    [failing, leaving, lambda view: 99, lambda view: -1, lambda view: None, lambda view: "5", lambda view: True,
     lambda view: 2.0],
    ids=["raises", "exits", "no such action", "negative", "nothing", "a text", "a truth", "a fraction"],
)  # fmt: skip
async def test_a_bot_that_fails_is_reported_and_something_legal_is_played(
    view: View, answer: Callable[[View], Any], caplog: pytest.LogCaptureFixture
) -> None:
    thinker = thinker_with(answer)
    chosen = await thinker.choose("x", view)
    assert chosen.action in {action.number for action in view.legal}
    assert chosen.remark.startswith("Yargs: the bot ")
    assert chosen.remark.endswith(", so this choice was made at random.")
    assert thinker.faults == 1
    assert [record.name for record in caplog.records] == ["rumpus.server"]
    assert "The bot x failed" in caplog.text


async def test_a_bot_that_does_not_exist_chooses_at_random(view: View, caplog: pytest.LogCaptureFixture) -> None:
    chosen = await Thinker(warms=False).choose("gone", view)
    assert chosen.action in range(8)
    assert chosen.remark == "Yargs: the bot failed, so this choice was made at random."
    assert "There is no bot 'gone'" in caplog.text


async def test_bots_that_never_answer_lose_their_turn_and_do_not_stand_in_the_way(
    view: View, caplog: pytest.LogCaptureFixture
) -> None:
    gate = threading.Event()
    thinker = thinker_with(lambda view: gate.wait(30), seconds=0.02)
    stuck = [thinker.choose("x", view) for _ in range(2 * thinking.THREADS)]
    chosen = await asyncio.gather(*stuck)
    assert all(one.action in range(8) for one in chosen)
    assert {one.remark for one in chosen} == {
        "Yargs: the bot took longer than 0.02 seconds, so this choice was made at random."
    }
    assert thinker.faults == 2 * thinking.THREADS
    assert "longer than 0.02 s" in caplog.text
    assert await thinker.run(lambda: 7) == 7
    gate.set()


async def test_only_some_think_at_the_same_time(view: View) -> None:
    at_work, most, lock = 0, 0, threading.Lock()

    def counting(view: View) -> int:
        nonlocal at_work, most
        with lock:
            at_work += 1
            most = max(most, at_work)
        threading.Event().wait(0.005)
        with lock:
            at_work -= 1
        return 0

    thinker = thinker_with(counting)
    await asyncio.gather(*(thinker.choose("x", view) for _ in range(12)))
    assert 1 <= most <= thinking.THREADS


async def test_other_work_is_done_beside_the_loop_and_fails_as_itself() -> None:
    thinker = Thinker(warms=False)
    assert await thinker.run(lambda one, two: (one + two, threading.current_thread().name), 2, 3) == (
        5,
        "rumpus thinks",
    )

    def wrong() -> None:
        raise KeyError("what")

    with pytest.raises(KeyError):
        await thinker.run(wrong)


@pytest.mark.parametrize("name", ["ismcts:5001ms", "ismcts:9999999ms", "wizard", ""])
def test_bots_that_think_too_long_or_are_none_may_not_sit_down(name: str) -> None:
    with pytest.raises(WrongBot):
        checked_bot(name)


@pytest.mark.parametrize("name", ["random", "greedy", "nash", "ismcts:1", "ismcts:5", "ismcts:5000ms"])
def test_bots_that_keep_to_the_limit_may_sit_down(name: str) -> None:
    assert checked_bot(name).name == name


# Machine code -----------------------------------------------------------------------------------------------------


def test_where_another_process_compiles_this_one_answers_in_plain_python_and_begins_nothing() -> None:
    match = pairs.GAME.open().match(seed=1)
    searcher = bot("ismcts")
    assert isinstance(searcher, Searcher)
    tree = Tree(match.view(0), searcher.plan, np.zeros(4, np.int64), 1)
    kernel.compile_beside(False)
    try:
        before = set(kernel._begun)
        assert kernel.soonest(think, *tree.arguments) is think
        assert kernel._begun == before
    finally:
        kernel.compile_beside(True)


def test_a_server_leaves_compiling_to_another_process_until_it_closes() -> None:
    thinker = Thinker()
    assert kernel._compiles_beside is False
    thinker.close()
    assert kernel._compiles_beside is True


def wish(name: str, **switches: bool) -> warm.Wish:
    return warm.wish_for(rumpus.game(name, switches), is_solved=False)


async def test_another_process_is_asked_once_and_what_it_made_is_loaded(
    monkeypatch: pytest.MonkeyPatch, view: View
) -> None:
    asked: list[warm.Wish] = []
    loaded: list[Any] = []

    def child(self: Workshop, given: bytes) -> bool:
        asked.append(msgspec.json.decode(given, type=warm.Wish))
        return True

    monkeypatch.setattr(Workshop, "_ask_child", child)
    monkeypatch.setattr(workshop, "make_search_ready", loaded.append)
    thinker = Thinker()
    assert await thinker.prepare(view.game)
    assert await thinker.prepare(view.game)
    assert asked == [wish("braverats")]
    assert loaded == [view.game]
    thinker.close()


async def test_what_another_process_could_not_make_is_not_made_here(
    monkeypatch: pytest.MonkeyPatch, view: View
) -> None:
    loaded: list[Any] = []
    monkeypatch.setattr(Workshop, "_ask_child", lambda self, given: False)
    monkeypatch.setattr(workshop, "make_search_ready", loaded.append)
    thinker = Thinker()
    assert not await thinker.prepare(view.game)
    assert loaded == []
    thinker.close()


async def test_until_a_game_is_solved_the_longest_search_answers_for_perfect_play(
    monkeypatch: pytest.MonkeyPatch, view: View
) -> None:
    asked: list[str] = []

    def find(name: str) -> Any:
        asked.append(name)
        return bot(name) if name == "nash" else Scripted(lambda view: 4)

    monkeypatch.setattr(Workshop, "_ask_child", lambda self, given: False)
    monkeypatch.setattr(thinking, "at_hand", lambda game: None)
    thinker = Thinker(find=find)
    assert await thinker.choose("nash", view) == Chosen(4)
    assert asked == ["nash", "ismcts:5"]
    thinker.close()


async def test_the_other_process_gets_the_same_game(tmp_path: Path) -> None:
    game = rumpus.game("braverats", {"fast_rat": True}, {"cards": {"prince": {"name": "Sir Squeak"}}})
    written = msgspec.json.encode(warm.wish_for(game, is_solved=True))
    again = msgspec.json.decode(written, type=warm.Wish)
    twin = rumpus.game(again.game, again.switches, again.box, again.seats)
    assert (twin.contents.digest, twin.switches, twin.box.tobytes()) == (
        game.contents.digest, game.switches, game.box.tobytes(),
    )  # fmt: skip


async def test_a_process_that_is_asked_for_a_game_that_it_does_not_know_says_so() -> None:
    thinker = Thinker()
    assert not await thinker.prepare(pairs.GAME.open())
    thinker.close()


async def test_closing_ends_the_other_process(monkeypatch: pytest.MonkeyPatch, view: View) -> None:
    monkeypatch.setattr(workshop, "COMMAND", ["-c", "import time; time.sleep(600)"])
    thinker = Thinker()
    preparing = asyncio.create_task(thinker.prepare(view.game))
    while not thinker._workshop._children:
        await asyncio.sleep(0.001)
    child = next(iter(thinker._workshop._children))
    thinker.close()
    assert not await preparing
    assert child.returncode not in (0, None)
