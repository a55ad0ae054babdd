"""Records, the registry of games, and the generic words that find a game by its record."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from rumpus.core import rules
from rumpus.core.game import Game
from rumpus.core.kernel import compiled, kernel
from rumpus.core.record import FLAG, NONE, Field, record
from rumpus.core.rng import Rng, generator
from rumpus.core.rules import (
    CHANCE,
    NOBODY,
    REQUIRED,
    WORDS,
    Box,
    Mask,
    Numbers,
    Weights,
    acting,
    action_count,
    apply,
    chance,
    determinize,
    legal,
    places,
    points,
    redact,
    register,
    registered,
    rules_of,
    set_up,
)  # fmt: skip
from tests.core.highcard import rules as highcard
from tests.core.playing import BRAVERATS, Opening, opened, played

BOTH: list[Opening] = [
    ("braverats", (("lucky_draw", True), ("traitor", True)), 2),
    ("highcard", (), 2),
    ("highcard", (("lowest_wins", True),), 4),
]
each_game = pytest.mark.parametrize("opening", BOTH, ids=lambda opening: f"{opening[0]}-{opening[2]}")


# Records ----------------------------------------------------------------------------------------------------------


def test_a_record_has_its_fields_with_their_shapes_as_signed_numbers() -> None:
    lengths = {"seat": 3, "card": 5}
    fields = (Field("one"), Field("hand", ("seat", "card")), Field("far", (7,), bits=16), Field("lit", (), FLAG))
    made = record(fields, lengths)
    table = np.zeros(2, made)
    assert made.names == ("far", "one", "hand", "lit", "filling")  # the widest first
    assert made.itemsize == 32
    assert table[0].hand.shape == (3, 5)
    assert table[0].far.shape == (7,)
    assert [made[name].base for name in ("one", "hand", "far", "lit")] == [np.int8, np.int8, np.int16, np.int8]
    table[0].hand[2, 4] = -1
    assert table[0].hand[2, 4] == -1


def test_a_field_knows_its_blank_and_its_largest_value() -> None:
    assert Field("card", (), "card").blank == NONE
    assert [Field("count").blank, Field("lit", (), FLAG).blank] == [0, 0]
    assert [Field("count").largest, Field("count", bits=16).largest] == [127, 32767]


@pytest.mark.parametrize("name", [name for name in dir(np.record) if not name.startswith("__")])
def test_a_field_that_numpys_records_have_as_a_method_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=f"cannot have a field '{name}'"):
        record([Field(name)], {})


# The registry -----------------------------------------------------------------------------------------------------


def twin(name: str, without: str = "") -> ModuleType:
    """Rules like those of Highest Card, under another name, and lacking a word."""
    module = ModuleType(name)
    for word in REQUIRED:
        if word != without:
            setattr(module, word, getattr(highcard, word))
    return module


@pytest.fixture
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is forgotten after it."""
    monkeypatch.setattr(rules, "_rules", {})


@pytest.mark.usefixtures("own_registry")
@pytest.mark.parametrize("missing", REQUIRED)
def test_rules_that_lack_a_word_are_refused(missing: str) -> None:
    with pytest.raises(TypeError, match=f"^half a game lacks {missing}$"):
        register(twin("half a game", without=missing))
    assert registered() == ()


def test_every_word_of_the_protocol_is_required() -> None:
    words = {"set_up", "acting", "legal", "chance", "apply", "points", "places", "redact", "determinize", "forget"}
    assert {word.__name__ for word in WORDS} == words
    assert words < set(REQUIRED)


@pytest.mark.usefixtures("own_registry")
def test_two_games_with_equal_state_records_are_refused() -> None:
    register(highcard)
    with pytest.raises(TypeError, match=r"^a twin and tests\.core\.highcard\.rules have equal state records"):
        register(twin("a twin"))
    assert rules_of(highcard.STATE) is highcard


@pytest.mark.usefixtures("own_registry")
def test_registering_a_game_again_changes_nothing() -> None:
    register(highcard)
    register(highcard)
    assert registered() == (highcard.STATE,)


@pytest.mark.usefixtures("own_registry")
def test_one_field_more_makes_another_game() -> None:
    other = twin("another game")
    other.STATE = record([*highcard.STATE_FIELDS, Field("one_more")], highcard.LENGTHS)  # type: ignore[attr-defined]
    register(highcard)
    register(other)
    assert [rules_of(one) for one in registered()] == [highcard, other]


# Generic words ----------------------------------------------------------------------------------------------------


def table_of(game: Game, length: int = 1) -> Any:
    table = np.zeros(length, game.rules.STATE)
    table[0] = game.fresh_state()
    return table


@each_game
def test_in_plain_mode_a_word_is_answered_by_the_game_of_the_record(opening: Opening) -> None:
    game = opened(opening)
    for state in played(game, 3).states:
        assert acting(game.box, state) == game.rules.acting(game.box, state)
        assert action_count(state) == game.rules.ACTIONS
        generic, own = np.zeros((2, game.seats), np.int64)
        points(game.box, state, generic)
        game.rules.points(game.box, state, own)
        assert generic.tolist() == own.tolist()
    assert rules_of(game.rules.STATE) is game.rules


@kernel
def who_and_how_many(box: Box, table: Any) -> tuple[int, int]:
    return acting(box, table[0]), action_count(table[0])


@each_game
def test_one_generic_kernel_serves_several_games_in_machine_code(opening: Opening) -> None:
    game = opened(opening)
    for state in played(game, 5).states:
        table = np.array([state], game.rules.STATE)
        assert compiled(who_and_how_many)(game.box, table) == who_and_how_many(game.box, table)


@kernel
def play_by_every_word(
    box: Box, table: Any, mask: Mask, weights: Weights, scores: Numbers, rng: Rng, seats: int, trace: Numbers
) -> int:
    """Set up, then play the highest action or likeliest outcome to the end; the trace notes all that was answered."""
    set_up(box, table[0], seats)
    steps = 0
    who = acting(box, table[0])
    while who != 0:
        table[1] = table[0]
        redact(box, table[1], NOBODY)
        determinize(box, table[1], NOBODY, rng)
        points(box, table[1], scores)
        seat, chosen = CHANCE, 0
        if who == CHANCE:
            chance(box, table[0], weights)
            chosen = int(weights.argmax())
        else:
            seat = 0
            while not who >> seat & 1:
                seat += 1
            legal(box, table[0], seat, mask)
            for action in range(action_count(table[0])):
                if mask[action]:
                    chosen = action
        apply(box, table[0], seat, chosen)
        trace[steps] = ((int(who) * 10 + seat) * 10 + chosen) * 1000 + int(scores.sum())
        steps += 1
        who = acting(box, table[0])
    places(box, table[0], scores)
    return steps


def trace_of(game: Game, play: Callable[..., int]) -> tuple[int, list[bytes]]:
    table, rng, trace = table_of(game, 2), generator(1), np.zeros(100, np.int64)
    mask, weights = np.zeros(game.rules.ACTIONS, np.int8), np.zeros(game.rules.OUTCOMES, np.int64)
    scores = np.zeros(game.seats, np.int64)
    steps = play(game.box, table, mask, weights, scores, rng, game.seats, trace)
    return steps, [array.tobytes() for array in (table, trace, scores, rng)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_word_gives_the_same_in_machine_code(seats: int) -> None:
    game = opened(("highcard", (), seats))
    steps, written = trace_of(game, play_by_every_word)
    assert steps == 3 * seats  # everybody is dealt a card, swaps it, and is dealt another
    assert trace_of(game, compiled(play_by_every_word)) == (steps, written)


def test_the_second_game_does_not_change_the_answers_of_the_first() -> None:
    game = BRAVERATS.open()
    register(highcard)
    assert who_and_how_many(game.box, table_of(game)) == compiled(who_and_how_many)(game.box, table_of(game)) == (3, 8)
