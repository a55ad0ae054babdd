"""The games in PettingZoo: its own suites, whole games, and what no agent may learn."""

import copy
import pickle
import subprocess
import sys
from functools import partial
from itertools import product
from typing import Any

import msgspec
import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test, state_test
from pettingzoo.utils import aec_to_parallel
from pettingzoo.utils.wrappers import CaptureStdoutWrapper

import rumpus
from rumpus.adapters.pettingzoo import ParallelGame, TurnGame, env, parallel_env, raw_env
from rumpus.adapters.tables import Saved, WrongSave
from rumpus.catalogue import NAMES
from rumpus.core.errors import RumpusError, WrongAction, WrongSeat
from rumpus.core.view import Action, View
from tests.adapters.playing import agents, at_once, by_turns, decisions, digest
from tests.conformance.cases import Case, facts, has_secrets, is_first, opened
from tests.waiting import every_way, is_quickly_compiled, rows_wait

EACH_GAME = pytest.mark.parametrize("name", NAMES)
EVERY_WAY = every_way()
WITH_SECRETS = every_way(has_secrets, quick=is_first)
ITS_ADVICE = [
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
]
"""PettingZoo would rather have no dictionaries but from its own games, and masks with something in them even at the
end of a game."""
SOME = 60


def its_suite(function: Any) -> Any:
    for advice in ITS_ADVICE:
        function = pytest.mark.filterwarnings(advice)(function)
    return function


# PettingZoo's own suites ------------------------------------------------------------------------------------------


@its_suite
@EACH_GAME
@pytest.mark.parametrize("encoding", ["numbers", "one_hot"])
def test_a_game_by_turns_passes_their_api_test(name: str, encoding: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(name, encoding=encoding), num_cycles=SOME)
    assert "Passed API test" in capsys.readouterr().out


@its_suite
@EACH_GAME
def test_without_wrappers_it_passes_too(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(raw_env(name, reward="shaped"), num_cycles=SOME)
    assert "Passed API test" in capsys.readouterr().out


@EACH_GAME
@pytest.mark.parametrize("idle", ["none", "any"])
def test_a_parallel_game_passes_their_api_test(name: str, idle: str, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(parallel_env(name, idle=idle), num_cycles=SOME)
    assert "Passed Parallel API test" in capsys.readouterr().out


@EACH_GAME
def test_seeds_pass_their_tests(name: str) -> None:
    made: list[Any] = []

    def another(make: Any) -> Any:
        made.append(make(name))
        return made[-1]

    seed_test(partial(another, env), num_cycles=SOME)
    parallel_seed_test(partial(another, parallel_env), num_cycles=SOME)
    assert [str(one) for one in made] == [f"{name}_v1"] * 4


@EACH_GAME
def test_states_and_render_modes_pass_their_tests(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    state_test(env(name), parallel_env(name), num_cycles=4)
    render_test(partial(env, name, size=(320, 200)))
    assert capsys.readouterr().out  # printed for people


# Whole games ------------------------------------------------------------------------------------------------------


@EACH_GAME
@pytest.mark.parametrize("most", [False, True], ids=["few", "many"])
def test_the_same_seed_and_choices_give_the_same_game_to_its_end(name: str, most: bool) -> None:
    seats = rumpus.game(name).definition.seats[int(most)]
    seen = []
    for seed in (5, 5, 6):
        game = raw_env(name, seats=seats)
        game.reset(seed=seed)
        seen.append(digest(by_turns(game, agents(seed))))
        assert game.agents == []
    assert seen[0] == seen[1] != seen[2]


@EVERY_WAY
def test_turns_and_steps_at_once_are_the_same_game(case: Case) -> None:
    """And every observation is in its space, every mask in observation and info, every way the game is played."""
    game = opened(case)
    turns, together = raw_env(game, reward="shaped"), parallel_env(game, reward="shaped", illegal="refuse")
    turns.reset(seed=3)
    observations, _ = together.reset(seed=3)
    choose, choose_too, owed = agents(2), agents(2), dict.fromkeys(together.agents, 0.0)
    for _ in range(SOME):
        asked = [agent for agent in together.agents if observations[agent]["action_mask"].any()]
        for agent in asked:
            check_turn(turns, agent, observations[agent], owed)
            turns.step(choose(agent, observations[agent]["action_mask"]))
        chosen = {agent: choose_too(agent, observations[agent]["action_mask"]) for agent in asked}
        observations, rewards, ended, _, _ = together.step(chosen)
        owed = {agent: owed[agent] + reward for agent, reward in rewards.items()}
        assert turns.terminations == ended
        if not together.agents:
            break
    assert turns.table.save() == together.table.save()


def check_turn(turns: TurnGame, agent: str, observation: Any, owed: dict[str, float]) -> None:
    seen, reward, terminated, truncated, info = turns.last()
    assert turns.agent_selection == agent
    assert not terminated and not truncated  # noqa: PT018
    assert digest(seen) == digest(observation)
    assert turns.observation_space(agent).contains(seen)
    assert np.array_equal(info["action_mask"], seen["action_mask"])
    assert reward == owed[agent]
    owed[agent] = 0.0


@EVERY_WAY
def test_who_chooses_with_others_learns_nothing_of_their_choice(case: Case) -> None:
    game = raw_env(opened(case))
    game.reset(seed=2)
    choose, tried = agents(3), 0
    for _ in range(SOME):
        if not any(game.terminations.values()):
            waiting = [game.possible_agents[seat] for seat in game.table.acting]
            before = {agent: digest(game.observe(agent)) for agent in waiting}
            for agent in waiting:
                assert game.agent_selection == agent
                assert digest(game.observe(agent)) == before[agent]
                tried += 1
                game.step(choose(agent, game.infos[agent]["action_mask"]))
    assert tried > 4


@EACH_GAME
@pytest.mark.parametrize("reward", ["places", "points", "shaped"])
def test_rewards_of_a_whole_game_are_what_it_is_worth(name: str, reward: str) -> None:
    game = parallel_env(name, reward=reward)
    observations, _ = game.reset(seed=4)
    start = game.table.points
    total: dict[str, float] = dict.fromkeys(game.possible_agents, 0.0)
    for _, rewards, *_ in at_once(game, observations, agents(4))[1:]:
        total = {agent: total[agent] + rewards[agent] for agent in total}
    first = game.table.places.count(1)
    worth = {
        "places": [1 / first if place == 1 else 0 for place in game.table.places],
        "points": game.table.points,
        "shaped": [after - before for after, before in zip(game.table.points, start, strict=True)],
    }
    assert list(total.values()) == worth[reward]


def test_without_a_seed_each_game_is_another_and_goes_on_from_the_seed_before() -> None:
    games = [raw_env("rarrr") for _ in range(2)]
    states = []
    for game in games:
        game.reset(seed=1)
        game.reset()
        states.append(game.table.save())
    assert states[0] == states[1]
    games[0].reset()
    assert games[0].table.save() != states[0]
    fresh = [raw_env("rarrr"), raw_env("rarrr")]
    for game in fresh:
        game.reset()
    assert fresh[0].table.save() != fresh[1].table.save()


@EACH_GAME
@pytest.mark.parametrize("make", [raw_env, env])
def test_what_may_be_chosen_is_told_in_words_by_turns(name: str, make: Any) -> None:
    game = make(name)
    game.reset(seed=3)
    choose = agents(3)
    for _ in range(SOME):
        if not any(game.terminations.values()):
            for agent in game.possible_agents:
                told = game.legal(agent)
                check_words(game.unwrapped, agent, told, game.observe(agent)["action_mask"])
                assert bool(told) == (game.unwrapped.seat(agent) in game.unwrapped._waiting())
            game.step(choose(game.agent_selection, game.observe(game.agent_selection)["action_mask"]))


def check_words(game: Any, agent: str, told: list[Action], mask: Any) -> None:
    """The numbers are those of the mask, the words those of a view."""
    assert [action.number for action in told] == np.flatnonzero(mask)[::-1].tolist()
    named = {action.number: action.words for action in game.table.view(game.seat(agent)).legal}
    assert [action.words for action in told] == [named[action.number] for action in told]


def is_quick_in(name_and_mode: tuple[str, str]) -> bool:
    name, mode = name_and_mode
    return mode == "plain" or is_quickly_compiled(name)


@pytest.mark.parametrize(("name", "mode"), rows_wait(product(NAMES, ["plain", "compiled"]), is_quick_in))
def test_what_may_be_chosen_is_told_in_words_at_once(name: str, mode: str) -> None:
    game = parallel_env(name, mode=mode)
    observations, _ = game.reset(seed=3)
    choose = agents(3)
    for _ in range(SOME):
        for agent, seen in observations.items():
            check_words(game, agent, game.legal(agent), seen["action_mask"])
        if game.agents:
            asked = {agent: seen["action_mask"] for agent, seen in observations.items()}
            observations = game.step({agent: choose(agent, mask) for agent, mask in asked.items() if mask.any()})[0]


def test_who_has_chosen_has_nothing_more_to_choose_and_an_agent_that_there_is_not_is_refused() -> None:
    game = raw_env("braverats")
    game.reset(seed=1)
    assert str(game.legal("seat_1")[0]) == 'Action(7, "play the Prince")'
    game.step(7)
    assert [game.legal(agent) == [] for agent in game.agents] == [True, False]
    for one in (game, parallel_env("braverats")):
        one.reset(seed=1)
        with pytest.raises(WrongSeat, match=r"^There is no agent 'seat_2': the agents are seat_0, seat_1\.$"):
            one.legal("seat_2")


# Secrets ----------------------------------------------------------------------------------------------------------


@WITH_SECRETS
def test_what_a_seat_cannot_know_changes_nothing_that_it_is_told(case: Case) -> None:
    game, tried = opened(case), 0
    for seat in (0, game.seats - 1):
        env = raw_env(game, render_mode="ansi", viewer=seat)
        env.reset(seed=1)
        for state in decisions(game, 1, 8):
            told = all_told(env, state.tobytes(), seat)
            for other in list(facts(case[0]).permuted(game, state, seat))[:2]:
                tried += other.tobytes() != state.tobytes()
                assert all_told(env, other.tobytes(), seat) == told
    assert tried > 0


def all_told(env: TurnGame, state: bytes, seat: int) -> str:
    """All that an environment tells one agent at a moment: observation, mask, info, words, and what is shown."""
    env.table.restore(Saved(env.table.name, state, [1, 2, 3, 4]))
    env._ask_next()
    agent = env.possible_agents[seat]
    return digest([env.observe(agent), env.infos[agent], env.legal(agent), env.render()])


def test_the_state_tells_the_whole_truth_and_observations_do_not() -> None:
    game = raw_env("rarrr")
    game.reset(seed=1)
    by_turns(game, agents(1), 40)
    truth, seen = game.state(), game.observe("seat_0")["observation"][1:]
    assert game.state_space.contains(truth)
    assert truth.shape == seen.shape
    assert not np.array_equal(truth, seen)


# Saving -----------------------------------------------------------------------------------------------------------


@EACH_GAME
def test_a_game_that_was_saved_goes_on_as_it_would_have(name: str) -> None:
    game = env(name, reward="shaped")
    game.reset(seed=6)
    by_turns(game, agents(6), 15)
    saved = game.save()
    assert isinstance(saved, bytes)
    other = env(name, reward="shaped")
    other.restore(saved)  # before any reset
    twin, sent = copy.deepcopy(game), pickle.loads(pickle.dumps(game.unwrapped))
    expected = digest(by_turns(game, agents(7), 80))
    game.restore(saved)
    assert [digest(by_turns(one, agents(7), 80)) for one in (game, other, twin, sent)] == [expected] * 4


@EACH_GAME
def test_a_parallel_game_that_was_saved_goes_on_too(name: str) -> None:
    game = parallel_env(name, reward="shaped")
    observations, _ = game.reset(seed=6)
    at_once(game, observations, agents(6), 10)
    saved = game.save()
    games = [game, copy.deepcopy(game), parallel_env(name, reward="shaped"), pickle.loads(pickle.dumps(game))]
    for one in games:
        one.restore(saved)
    seen = [digest(at_once(one, {a: one.observe(a) for a in one.agents}, agents(7), 40)) for one in games]
    assert len(set(seen)) == 1


def test_after_restoring_the_wrapper_knows_the_new_mask() -> None:
    game = env("braverats")
    game.reset(seed=1)
    saved = game.save()
    first = game.last()[0]["action_mask"]
    game.step(int(np.flatnonzero(first)[0]))
    game.step(int(np.flatnonzero(game.last()[0]["action_mask"])[0]))
    game.last()
    game.restore(saved)
    game.step(int(np.flatnonzero(first)[0]))
    assert not any(game.terminations.values())


def test_only_an_environment_alike_goes_on_from_what_was_saved() -> None:
    ways: list[Any] = [raw_env("braverats"), raw_env("braverats", reward="shaped"), parallel_env("braverats")]
    for one in ways:
        one.reset(seed=1)
        for other in ways:
            if other is not one:
                with pytest.raises(WrongSave, match=r"^This was saved by an environment of another kind"):
                    other.restore(one.save())


def test_a_save_of_another_game_is_refused() -> None:
    two, three = raw_env("mayhem", seats=2), raw_env("mayhem", seats=3)
    two.reset(seed=1)
    three.reset(seed=1)
    with pytest.raises(WrongSave, match=r"saved at a table of mayhem .* for 2, .*; here is one of mayhem .* for 3, "):
        three.restore(two.save())
    with pytest.raises(WrongSave, match=r"^This is no moment of such an environment"):
        two.restore(b"nonsense")
    for unbegun in (raw_env("mayhem"), parallel_env("mayhem")):
        with pytest.raises(WrongSave, match=r"^There is nothing to save before the first reset\(\)\.$"):
            unbegun.save()


def unpacked(saved: bytes) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.msgpack.decode(saved)
    return found


def changed(saved: bytes, **given: Any) -> bytes:
    return msgspec.msgpack.encode(unpacked(saved) | given)


def table_of(saved: bytes, **given: Any) -> dict[str, Any]:
    return {"table": unpacked(saved)["table"] | given}


def tampered(saved: bytes) -> list[bytes]:
    """Saves of BraveRats for two that can be read, and that no environment gives."""
    ways: list[dict[str, Any]] = [
        table_of(saved, state=b""), table_of(saved, state=b"123"), table_of(saved, rng=[1, 2, 3]),
        table_of(saved, rng=[0, 0, 0, 0]), table_of(saved, rng=[1, 2, 3, 2**32]), table_of(saved, rng=[1, 2, 3, -1]),
        {"luck": []}, {"luck": [1, 2, 3, 2**63]}, {"paid": [0]}, {"paid": [0, 0, 0]},
        {"agents": ["seat_1", "seat_0"]}, {"agents": ["seat_0", "seat_2"]}, {"agents": ["seat_0"]},
    ]  # fmt: skip
    return [changed(saved, **way) for way in ways]


def tampered_by_turns(saved: bytes) -> list[bytes]:
    """What is kept by turns besides."""
    ways: list[dict[str, Any]] = [
        {"selected": ""}, {"selected": "seat_2"}, {"rewards": {}}, {"owed": {"seat_0": 0.0}},
        {"terminations": {"seat_0": False, "seat_2": False}}, {"truncations": {}}, {"chosen": {2: 1}},
        {"chosen": {0: 8}}, {"chosen": {0: -1}},
    ]  # fmt: skip
    return tampered(saved) + [changed(saved, **way) for way in ways]


@pytest.mark.parametrize("make", [env, raw_env, parallel_env])
def test_what_was_changed_since_it_was_saved_is_refused_and_changes_nothing(make: Any) -> None:
    game = make("braverats")
    game.reset(seed=1)
    saved = game.save()
    assert changed(saved) == saved
    for wrong in tampered(saved) if make is parallel_env else tampered_by_turns(saved):
        with pytest.raises(WrongSave, match=r"^This has been changed since it was saved: only what save\(\) gave can "):
            game.restore(wrong)
        assert game.save() == saved


@EACH_GAME
def test_every_moment_of_a_game_can_be_restored_also_while_agents_leave(name: str) -> None:
    game, other = env(name), env(name)
    game.reset(seed=3)
    choose = agents(3)
    for _ in game.agent_iter():
        other.restore(game.save())
        assert unpacked(other.save()) == unpacked(game.save())
        seen, _, over, cut, _ = game.last()
        game.step(None if over or cut else choose(game.agent_selection, seen["action_mask"]))
    other.restore(game.save())
    assert other.agents == game.agents == []


def test_so_can_a_game_that_was_lost_by_what_is_not_legal() -> None:
    game, other = env("rarrr", seats=3), env("rarrr", seats=3)
    together, another = parallel_env("rarrr", seats=3), parallel_env("rarrr", seats=3)
    game.reset(seed=3)
    game.step(illegal(game.last()[0]["action_mask"]))
    for _ in range(4):
        other.restore(game.save())
        assert unpacked(other.save()) == unpacked(game.save())
        if game.agents:
            game.step(None)
    together.reset(seed=3)
    together.step({})
    another.restore(together.save())
    assert another.agents == other.agents == []


# What is not legal ------------------------------------------------------------------------------------------------


def illegal(mask: Any) -> int:
    return int(np.flatnonzero(mask == 0)[0])


@pytest.mark.parametrize("name", [name for name in NAMES if rumpus.game(name).rules.ACTIONS > 2])
def test_by_turns_an_illegal_choice_ends_the_game_with_minus_one_for_who_made_it(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    game = env(name)
    game.reset(seed=1)
    by_turns(game, agents(1), 6)
    culprit = game.agent_selection
    game.step(illegal(game.last()[0]["action_mask"]))
    assert all(game.terminations.values())
    assert game.rewards == {agent: -1.0 if agent == culprit else 0.0 for agent in game.possible_agents}
    by_turns(game, agents(1))
    assert game.agents == []
    assert "Illegal move" in caplog.text


@pytest.mark.parametrize("action", [99, -1, None, "Spy", True, False, np.True_])
def test_by_turns_what_is_no_action_of_the_game_is_refused_by_pettingzoo_and_the_game_goes_on(action: Any) -> None:
    """Another wrapper of theirs asks first whether an action is in its space; at once, the game is lost by it."""
    game = env("braverats")
    game.reset(seed=1)
    before = game.save()
    with pytest.raises(AssertionError, match="action is not in action space"):
        game.step(action)
    assert game.save() == before
    game.step(7)
    together = parallel_env("braverats")
    together.reset(seed=1)
    _, rewards, ended, *_ = together.step({"seat_0": action, "seat_1": 7})
    assert (rewards, all(ended.values())) == ({"seat_0": -1.0, "seat_1": 0.0}, True)


@EACH_GAME
def test_at_once_it_ends_the_same_way(name: str) -> None:
    game = parallel_env(name)
    game.reset(seed=1)
    culprit = game.possible_agents[game.table.acting[0]]
    observations, rewards, ended, cut, infos = game.step({culprit: game.action_space(culprit).n})
    others = {game.possible_agents[seat] for seat in game.table.acting} - {culprit}
    assert {agent for agent, reward in rewards.items() if reward == -1} == {culprit, *others}  # they chose nothing
    assert all(ended.values()) and all(cut.values())  # noqa: PT018
    assert set(observations) == set(game.possible_agents)
    assert "may not choose" in infos[culprit]["illegal"]
    assert game.agents == []
    assert game.step({}) == ({}, {}, {}, {}, {})


def test_whoever_wants_errors_gets_a_sentence() -> None:
    raw = raw_env("braverats")
    raw.reset(seed=1)
    for wrong in (8, -1, True, "Spy", None, 1.0):
        with pytest.raises(WrongAction, match=r"^Seat 0 may not choose .* now; allowed are 7 \".*\", 6 \""):
            raw.step(wrong)  # type: ignore[arg-type]
    strict = env("braverats", illegal="refuse")
    strict.reset(seed=1)
    with pytest.raises(WrongAction, match=r"^Seat 0 may not choose 99 now"):
        strict.step(99)
    together = parallel_env("braverats", illegal="refuse")
    together.reset(seed=1)
    with pytest.raises(WrongAction, match=r"^Seat 1 may not choose None now"):
        together.step({"seat_0": 1})


def test_without_wrappers_nothing_loses_by_what_is_not_legal_and_whoever_wants_that_is_told() -> None:
    with pytest.raises(RumpusError, match=r"^What is not legal is always refused by raw_env: by env it loses\.$"):
        raw_env("braverats", illegal="lose")
    for raw in (raw_env("braverats"), raw_env("braverats", illegal="refuse"), env("braverats", illegal="lose")):
        raw.reset(seed=1)


@pytest.mark.parametrize("actions", [None, 5, [1, 2]])
@pytest.mark.parametrize("illegal", ["lose", "refuse"])
def test_a_step_of_all_at_once_takes_a_dictionary(actions: Any, illegal: str) -> None:
    """Anything else is no choice of anybody: nobody loses by it."""
    together = parallel_env("braverats", illegal=illegal)
    together.reset(seed=1)
    before = together.save()
    with pytest.raises(WrongAction, match=r"^A step takes a dictionary with an action for each agent .*, not "):
        together.step(actions)
    assert together.save() == before


BEFORE_RESET: list[tuple[str, tuple[Any, ...]]] = [
    ("last", ()), ("observe", ("seat_0",)), ("step", (0,)), ("render", ()), ("state", ()), ("agent_iter", ()),
    ("legal", ("seat_0",)),
]  # fmt: skip


@pytest.mark.parametrize(("call", "given"), BEFORE_RESET, ids=[call for call, _ in BEFORE_RESET])
def test_before_the_first_reset_every_call_says_so(call: str, given: tuple[Any, ...]) -> None:
    """With wrappers it is PettingZoo that says some of it: always an AssertionError, as it has them."""
    for unbegun in (env("braverats", render_mode="ansi"), env("braverats", render_mode="ansi", illegal="refuse")):
        with pytest.raises(AssertionError, match=rf"reset\(\) (needs to be called )?before {call}"):
            getattr(unbegun, call)(*given)
    for raw in (raw_env("braverats", render_mode="ansi"), parallel_env("braverats", render_mode="ansi")):
        if hasattr(raw, call):
            with pytest.raises(AssertionError, match=rf"^There is no game yet: call reset\(\) before {call}") as caught:
                getattr(raw, call)(*given)
            assert isinstance(caught.value, RumpusError)


def test_to_restore_is_to_begin() -> None:
    begun = raw_env("braverats")
    begun.reset(seed=1)
    for unbegun in (raw_env("braverats"), env("braverats"), copy.deepcopy(begun)):
        unbegun.restore(begun.save())
        assert digest(unbegun.last()) == digest(begun.last())


def test_after_the_end_nobody_may_choose() -> None:
    game = raw_env("braverats")
    game.reset(seed=1)
    by_turns(game, agents(1))
    with pytest.raises(WrongSeat, match=r"^The game is over: nobody may choose any more; reset\(\) begins another\.$"):
        game.step(0)


def test_choices_of_seats_that_are_not_asked_are_ignored() -> None:
    games = [parallel_env("kaiju"), parallel_env("kaiju")]
    for game in games:
        game.reset(seed=1)
    (asked,) = games[0].table.acting
    mask = games[0].table.mask(asked)
    assert games[0].observe(f"seat_{1 - asked}")["action_mask"].sum() == 0
    choice = {f"seat_{asked}": int(np.flatnonzero(mask)[0])}
    games[0].step(choice)
    games[1].step(choice | {f"seat_{1 - asked}": 77})
    assert games[0].table.save() == games[1].table.save()


@EACH_GAME
def test_agents_that_are_not_asked_may_choose_anything_where_libraries_want_them_to(name: str) -> None:
    """Some draw from every mask. It is the same game, and what may truly be chosen is told in words as before."""
    usual, free = parallel_env(name, reward="shaped"), parallel_env(name, reward="shaped", idle="any")
    (masks, _), (seen, infos) = usual.reset(seed=2), free.reset(seed=2)
    choose, luck = agents(2), np.random.default_rng(2)
    while usual.agents:
        asked = [free.possible_agents[seat] for seat in free.table.acting]
        for agent in free.agents:
            expected = masks[agent]["action_mask"] if agent in asked else np.ones(free.action_space(agent).n)
            assert np.array_equal(seen[agent]["action_mask"], expected)
            assert np.array_equal(infos[agent]["action_mask"], expected)
            assert free.observation_space(agent).contains(seen[agent])
            assert bool(free.legal(agent)) == (agent in asked)
        chosen = {agent: choose(agent, masks[agent]["action_mask"]) for agent in asked}
        masks, *told, _ = usual.step(chosen)
        ignored = {agent: int(luck.integers(len(mask["action_mask"]))) for agent, mask in seen.items()}
        seen, *also, infos = free.step(ignored | chosen)
        assert told == also
    assert free.agents == []
    assert usual.table.save() == free.table.save()
    assert all(mask["action_mask"].all() for mask in seen.values())  # at the end nobody is asked


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"game": "chess"}, r"^There is no game 'chess': the games are "),
        ({"game": 5}, r"^A game is one of braverats, .*, or what `rumpus\.game` opened, not 5\.$"),
        ({"seats": 9}, r"is for 2 players, not 9\.$"),
        ({"switches": {"nonsense": 1}}, r"nonsense"),
        ({"reward": "gold"}, r"^There is no reward 'gold': the rewards are places, points, shaped\.$"),
        ({"encoding": "runes"}, r"^There is no encoding 'runes': the encodings are numbers and one_hot\.$"),
        ({"mode": "magic"}, r"^There is no mode 'magic': the modes are 'plain' and 'compiled'\.$"),
        ({"illegal": "cheat"}, r"^An illegal choice can lose or refuse, not 'cheat'\.$"),
        ({"render_mode": "oil"}, r"^There is no render mode 'oil': the render modes are human, ansi, rgb_array\.$"),
        ({"size": (10, 10)}, r"^A picture has 320 x 200 to 7680 x 4800 pixels, not 10 x 10\.$"),
        ({"size": 640}, r"^The size of a picture is its width and its height, not 640\.$"),
        ({"viewer": 2}, r"^There is no seat 2: the seats are 0, 1\.$"),
        ({"game": rumpus.game("braverats"), "seats": 2}, r"^A game that is open has its seats"),
    ],
)
@pytest.mark.parametrize("make", [env, raw_env, parallel_env])
def test_a_mistake_gets_a_sentence(make: Any, given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RumpusError, match=sentence):
        make(**{"game": "braverats", **given})


def test_what_an_idle_agent_may_choose_is_an_option_where_idle_agents_choose() -> None:
    with pytest.raises(RumpusError, match=r"^The mask of an agent that is not asked allows none or any, not 'some'\.$"):
        parallel_env("braverats", idle="some")
    for make in (env, raw_env):
        with pytest.raises(RumpusError, match=r"^Only in a parallel environment agents choose that are not asked: "):
            make("braverats", idle="any")


def test_an_agent_that_there_is_not_gets_a_sentence() -> None:
    for game in (raw_env("braverats"), parallel_env("braverats")):
        with pytest.raises(WrongSeat, match=r"^There is no agent 'player_1': the agents are seat_0, seat_1\.$"):
            game.observation_space("player_1")


# Showing ----------------------------------------------------------------------------------------------------------


def test_what_is_shown_is_what_the_asked_seat_sees_or_whoever_was_named() -> None:
    for viewer in (None, 1):
        game = raw_env("braverats", render_mode="ansi", viewer=viewer)
        game.reset(seed=1)
        assert game.render() == str(View(game.setup.game, game.table._desk, 0 if viewer is None else 1))
    parallel = parallel_env("braverats", render_mode="ansi")
    parallel.reset(seed=1)
    assert parallel.render() == str(parallel.table.view(0))


def test_a_picture_has_the_size_one_asks_for() -> None:
    for made, size in ((env("kaiju", render_mode="rgb_array"), (800, 1280)),
                       (env("kaiju", render_mode="rgb_array", size=(640, 400)), (400, 640))):  # fmt: skip
        made.reset(seed=1)
        assert made.render().shape == (*size, 3)


def test_for_people_every_moment_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    game = parallel_env("braverats", render_mode="human")
    game.reset(seed=1)
    assert game.render() is None
    assert capsys.readouterr().out.count("Choose a card") == 1
    game.step({"seat_0": 7, "seat_1": 6})
    assert capsys.readouterr().out.count("Choose a card") == 1


@pytest.mark.filterwarnings("ignore:.*made without a render_mode:UserWarning")
def test_without_a_render_mode_nothing_is_shown() -> None:
    for game in (raw_env("braverats"), parallel_env("braverats")):
        game.reset(seed=1)
        assert game.render() is None
        assert game.close() is None


# Machine code -----------------------------------------------------------------------------------------------------


def test_machine_code_plays_the_same_game() -> None:
    """Of one game; all of them are compared where Gymnasium's environments are."""
    seen = []
    for mode in ("plain", "compiled"):
        game = raw_env("braverats", mode=mode, switches={"lucky_draw": True}, reward="shaped")
        game.reset(seed=5)
        by_turns(game, agents(5), 9)
        game.restore(game.save())
        seen.append((digest(by_turns(game, agents(6))), game.table.points, game.table.places))
    assert seen[0] == seen[1]


def test_environments_have_names_as_theirs_have() -> None:
    assert str(env("braverats")) == str(raw_env("braverats")) == "braverats_v1"
    assert isinstance(parallel_env("braverats"), ParallelGame)
    assert parallel_env("braverats").metadata["is_parallelizable"]


def test_what_a_wrapper_writes_into_the_metadata_of_one_environment_is_in_no_other() -> None:
    """Nor may it teach environments a render mode that they do not have."""
    for make in (env, raw_env, parallel_env):
        game = make("braverats", render_mode="human")
        if make is not parallel_env:
            CaptureStdoutWrapper(game)  # adds "ansi" once more
        game.metadata["render_modes"].append("oil")
        assert make("braverats").metadata["render_modes"] == ["human", "ansi", "rgb_array"]
        with pytest.raises(RumpusError, match=r"^There is no render mode 'oil': the render modes are human, ansi, "):
            make("braverats", render_mode="oil")


def test_who_knows_that_a_game_by_turns_is_parallelizable_can_say_so() -> None:
    game = env("braverats")
    with pytest.raises(AssertionError, match="is not generally safe"):
        aec_to_parallel(game)
    game.metadata["is_parallelizable"] = True
    together = aec_to_parallel(game)
    together.reset(seed=1)
    assert together.step({"seat_0": 7, "seat_1": 6})[1] == {"seat_0": 0.0, "seat_1": 0.0}
    for twin in (copy.copy(game.unwrapped), copy.deepcopy(game), pickle.loads(pickle.dumps(game.unwrapped))):
        assert twin.metadata == game.metadata
        twin.metadata["is_parallelizable"] = False
        assert game.metadata["is_parallelizable"]
    assert not env("braverats").metadata["is_parallelizable"]


def test_without_the_library_one_sentence_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "import rumpus\n"
        "try:\n    import rumpus.adapters.pettingzoo\nexcept rumpus.RumpusError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("PettingZoo is not installed: pip install 'rumpus[rl]'", "")
