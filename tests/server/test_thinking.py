"""Bots in threads: they get a view, they have a limit, and whatever they do, something legal is played."""

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import rumpus
from rumpus.bots import LEVELS, Advice, Plan, bot
from rumpus.bots.search import think
from rumpus.bots.searcher import Searcher, Tree
from rumpus.core import kernel
from rumpus.core.errors import WrongBot
from rumpus.core.rng import Rng
from rumpus.core.view import View
from rumpus.server import durations, thinking, warm, workshop
from rumpus.server.durations import LOADING_SECONDS, expected_seconds, note_made
from rumpus.server.thinking import Chosen, Thinker, checked_bot
from rumpus.server.workshop import Workshop
from tests.server import pairs
from tests.server.process import ServerProcess
from tests.server.tables import compiled_mode
from tests.server.web import wait_until, without_compiler


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


# What is said at the table ----------------------------------------------------------------------------------------


class Hurried(Searcher):
    """A search that came so far."""

    def __init__(self, made: int, wanted: int) -> None:
        super().__init__("hurried", Plan(wanted or None, milliseconds=1_000))
        self.made, self.wanted = made, wanted

    def advise(self, view: View, rng: Rng) -> Advice:
        nothing = np.zeros(1)
        return Advice((4,), np.ones(1), nothing, nothing, self.made, self.wanted)


async def remark_on(made: int, wanted: int, view: View) -> Chosen:
    return await Thinker(find=lambda name: Hurried(made, wanted), warms=False).choose("hurried", view)


@pytest.mark.parametrize(("made", "wanted"), [(1_000, 3_000), (3_000, 3_000), (34, 100), (7, 0)])
async def test_a_choice_from_a_third_of_the_simulations_needs_no_word(view: View, made: int, wanted: int) -> None:
    with compiled_mode():
        assert await remark_on(made, wanted, view) == Chosen(4)


async def test_a_choice_from_less_than_a_third_of_the_simulations_is_told(view: View) -> None:
    with compiled_mode():
        chosen = await remark_on(999, 3_000, view)
    assert chosen == Chosen(4, "Yargs: the time was up after 999 of 3,000 simulations, so this choice is a weaker one.")


async def test_where_there_is_no_machine_code_that_is_said_once_for_all(view: View) -> None:
    with without_compiler():
        chosen = await remark_on(999, 3_000, view)
    assert chosen.is_lasting
    assert chosen.remark == (
        "Yargs: there is no machine code for them, because this server runs in plain mode."
        " They play from plain Python, weaker than their level."
    )


async def test_what_is_not_allowed_is_called_so_at_the_table(view: View) -> None:
    chosen = await thinker_with(lambda view: 99).choose("x", view)
    assert chosen.remark == "Yargs: the bot wanted what is not allowed, so this choice was made at random."


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


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[threading.Event]:
    """The other process is done when this opens; nothing is compiled."""
    opened = threading.Event()

    def child(self: Workshop, given: bytes) -> bool:
        assert opened.wait(30)
        return True

    monkeypatch.setenv("RUMPUS_CACHE", str(tmp_path))
    monkeypatch.setattr(Workshop, "_ask_child", child)
    monkeypatch.setattr(workshop, "make_search_ready", lambda game: None)
    with compiled_mode():
        yield opened
    opened.set()


async def test_a_bot_waits_for_its_machine_code_and_it_is_known_for_how_long(view: View, gate: threading.Event) -> None:
    thinker = Thinker(find=lambda name: Hurried(3, 3))
    choosing = asyncio.create_task(thinker.choose("x", view))
    while (told := thinker.readying(["x"], view.game)) is None or told.seconds == LOADING_SECONDS:
        await asyncio.sleep(0.001)
    assert told.sentence == "The bots wait for fast code, which is made once."
    assert told.seconds == pytest.approx(expected_seconds(view.game), abs=10)
    assert thinker.expect(["x"], view.game)
    assert not choosing.done()
    gate.set()
    assert await choosing == Chosen(4)
    assert thinker.readying(["x"], view.game) is None
    assert not thinker.expect(["x"], view.game)
    thinker.close()


@pytest.mark.parametrize("name", ["random", "ismcts:1", "gone"])
async def test_a_bot_that_searches_nothing_waits_for_nothing(view: View, gate: threading.Event, name: str) -> None:
    thinker = Thinker()
    assert not thinker.expect([name], view.game)
    assert (await thinker.choose(name, view)).action in range(8)
    assert thinker.readying([name], view.game) is None
    thinker.close()


async def test_where_no_code_can_be_made_bots_play_from_plain_python_and_it_is_said(
    view: View, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Workshop, "_ask_child", lambda self, given: False)
    thinker = Thinker(find=lambda name: Hurried(1, 30))
    chosen = await thinker.choose("x", view)
    assert "because the compiler failed" in chosen.remark
    told = thinker.readying(["x"], view.game)
    assert told is not None
    assert (told.seconds, told.sentence) == (
        None,
        "The bots here: there is no machine code for them, because the compiler failed."
        " They play from plain Python, weaker than their level.",
    )
    thinker.close()


async def test_who_waits_comes_before_what_is_made_in_time(
    view: View, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, bool]] = []

    def child(self: Workshop, given: bytes) -> bool:
        wanted = msgspec.json.decode(given, type=warm.Wish)
        asked.append((wanted.game, wanted.is_urgent))
        assert wanted.is_urgent or gate.wait(30)
        return True

    monkeypatch.setattr(Workshop, "_ask_child", child)
    thinker = Thinker()
    others = [rumpus.game(name) for name in ("mayhem", "arrr")]
    all_of_them = asyncio.create_task(thinker.prepare_all([*others, view.game]))
    while not asked:
        await asyncio.sleep(0.001)
    assert await thinker.prepare(view.game)  # while another is being made
    gate.set()
    await all_of_them
    assert asked == [("mayhem", False), ("braverats", True), ("arrr", False)]
    thinker.close()


async def test_who_has_to_wait_for_others_is_told_of_that_time_too(view: View, gate: threading.Event) -> None:
    thinker = Thinker()
    first, second = rumpus.game("mayhem"), rumpus.game("kaiju")
    workshop = thinker._workshop
    waiting = [asyncio.create_task(thinker.prepare(game)) for game in (first, second)]
    while sum(work.begun is not None for work in workshop._work.values()) < len(waiting):
        await asyncio.sleep(0.001)
    waiting.append(asyncio.create_task(thinker.prepare(view.game)))
    while workshop.left(view.game) is None:
        await asyncio.sleep(0.001)
    shortest = min(expected_seconds(first), expected_seconds(second))
    assert workshop.left(view.game) == pytest.approx(expected_seconds(view.game) + shortest, abs=10)
    gate.set()
    assert await asyncio.gather(*waiting) == [True] * 3
    assert workshop.left(view.game) is None
    thinker.close()


async def test_what_was_made_is_known_to_be_there(view: View, gate: threading.Event) -> None:
    assert expected_seconds(view.game) > LOADING_SECONDS
    gate.set()
    thinker = Thinker()
    await thinker.prepare(view.game)
    assert expected_seconds(view.game) == LOADING_SECONDS
    thinker.close()


@pytest.mark.usefixtures("gate")
def test_how_long_it_took_is_remembered_for_when_the_code_is_gone(view: View) -> None:
    guessed = expected_seconds(view.game)
    note_made(view.game, 33.0)
    durations._ready().unlink()
    assert expected_seconds(view.game) == 33.0
    note_made(view.game, 2.0)  # it was there after all
    durations._ready().unlink()
    assert expected_seconds(view.game) == 33.0
    durations._times().write_text("nonsense")
    assert expected_seconds(view.game) == guessed


def test_a_patient_bot_goes_on_to_a_third_of_its_simulations() -> None:
    level = bot("ismcts:5")
    assert isinstance(level, Searcher)
    longer = thinking.patient(level)
    assert isinstance(longer, Searcher)
    assert (longer.name, longer.plan.iterations, longer.plan.patience) == ("ismcts:5", LEVELS[5].iterations, 3_000)
    assert thinking.patient(bot("random")) is bot("random")


SERVER = """
import os, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", sys.argv[1], sys.argv[2]], stdout=subprocess.PIPE)
child.stdout.readline()
os._exit(0)
"""
"""Dies as soon as its child is at work."""
CHILD = """
import os, sys, pathlib
from rumpus.server import warm
parent = os.getppid()
print("at work", flush=True)
os._exit = lambda code: sys.exit(pathlib.Path(sys.argv[1]).write_text(str(code)))
warm.LOOK_SECONDS = 0.01
warm.end_with(parent)
"""


def test_a_process_that_makes_something_ends_when_the_server_has_died(tmp_path: Path) -> None:
    ended = tmp_path / "ended"
    subprocess.run([sys.executable, "-c", SERVER, CHILD, str(ended)], check=True)
    wait_until(lambda: ended.exists() and ended.read_text() == str(warm.CANNOT))


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


@pytest.mark.slow
def test_a_server_that_starts_for_the_first_time_has_bots_wait_and_then_play_at_their_level(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", RUMPUS_MODE=kernel.COMPILED, RUMPUS_CACHE=str(tmp_path)) as server:
        chairs = [{"who": "bot", "bot": "ismcts:3"}, {"who": "bot", "bot": "ismcts:4"}]
        table = server.post("/api/tables", {"game": "braverats", "chairs": chairs, "pace": 0})
        path = f"/api/tables/{table['id']}"
        told = []
        while (update := server.get(path))["status"] != "over":
            told.append(update["readying"])
            time.sleep(0.2)
        waited = [one for one in told if one is not None]
        assert waited[0]["sentence"] == thinking.WAITING
        assert waited[0]["seconds"] > LOADING_SECONDS
        assert [
            line["text"] for line in update["lines"] if "simulations" in line["text"] or "bot" in line["text"]
        ] == []
    noted = [file.read_text() for file in tmp_path.glob("rumpus/code/*/ready.json")]
    assert ["braverats for 2" in one for one in noted] == [True]
