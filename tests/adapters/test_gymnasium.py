"""The games in Gymnasium: one seat against bots, and many games that step together."""

import copy
import json
import pickle
import subprocess
import sys
from functools import partial
from typing import Any

import gymnasium
import msgspec
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrap

import rumpus
from rumpus.adapters.gymnasium import GameEnv, VectorGameEnv, register_all
from rumpus.adapters.gymnasium.single import NotBegun
from rumpus.adapters.tables import Saved, WrongSave
from rumpus.bots import bot
from rumpus.catalogue import NAMES
from rumpus.core.errors import RumpusError, WrongAction, WrongBot
from rumpus.core.kernel import PLAIN
from rumpus.core.observing import observation as observed_row
from rumpus.core.rng import Rng
from rumpus.core.view import View
from tests.adapters.playing import decisions, digest
from tests.batches.reference import Table, tables
from tests.conformance.cases import Case, facts, has_secrets, opened, single_switches, spoken
from tests.waiting import each_small_game, every_way

EACH_GAME = pytest.mark.parametrize("name", NAMES)
EVERY_WAY = every_way()
SOME = 40


def played(
    env: Any, seed: int | None, choices: int, most: int = 10**6, rewards: list[float] | None = None
) -> list[Any]:
    """One game with random choices, all that was answered; from where it stands, if there is no seed."""
    luck = np.random.default_rng(choices)
    seen: list[Any] = [env.reset(seed=seed)] if seed is not None else []
    mask = env.unwrapped.table.mask(env.unwrapped.seat)
    while len(seen) < most:
        answer = env.step(int(luck.choice(np.flatnonzero(mask))))
        seen.append(answer)
        mask = answer[0]["action_mask"]
        if answer[2]:
            break
    return seen


# Gymnasium's own suites -------------------------------------------------------------------------------------------


@EACH_GAME
def test_every_game_passes_their_check(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With every warning an error, as everywhere here; it also prints, in the mode for people."""
    check_env(gymnasium.make(f"rumpus/{name}-v1", size=(320, 200)).unwrapped)
    assert capsys.readouterr().out


class AlwaysLegal(gymnasium.ActionWrapper[Any, Any, Any]):
    """Takes any action for one that is legal, so that their test gets further than the first choice."""

    def action(self, action: Any) -> Any:
        table = self.unwrapped.table  # type: ignore[attr-defined]
        legal = np.flatnonzero(table.mask(self.unwrapped.seat))  # type: ignore[attr-defined]
        return legal[action % len(legal)]


@each_small_game
def test_plain_python_and_machine_code_match(name: str) -> None:
    plain, compiled = (
        AlwaysLegal(GameEnv(name, seat=1, mode=mode, reward="shaped", render_mode="ansi"))
        for mode in ("plain", "compiled")
    )
    check_environments_match(plain, compiled, num_steps=120, seed=3)
    assert compiled.unwrapped.table.mode == "compiled"  # type: ignore[attr-defined]


def test_they_would_notice_a_difference() -> None:
    with pytest.raises(AssertionError):
        check_environments_match(AlwaysLegal(GameEnv("rarrr")), AlwaysLegal(GameEnv("rarrr", seat=1)), num_steps=5)


# One seat ---------------------------------------------------------------------------------------------------------


@EVERY_WAY
def test_every_way_to_play_stays_in_its_spaces_and_is_the_same_again(case: Case) -> None:
    game = opened(case)
    seat = game.seats - 1
    envs = [GameEnv(game, seat, reward="shaped", illegal="refuse") for _ in range(2)]
    seen = [played(env, 8, 8, SOME) for env in envs]
    assert digest(seen[0]) == digest(seen[1])
    for observation, *rest in seen[0]:
        assert envs[0].observation_space.contains(observation)
        assert observation["observation"][0] == seat
        assert np.array_equal(rest[-1]["action_mask"], observation["action_mask"])
        assert observation["action_mask"].any() or rest[1]


@EACH_GAME
@pytest.mark.parametrize("reward", ["places", "points", "shaped"])
def test_rewards_of_a_whole_game_are_what_it_is_worth(name: str, reward: str) -> None:
    env = GameEnv(name, reward=reward)
    seen = played(env, 3, 3)
    won = sum(answer[1] for answer in seen[1:])
    places, points = env.table.places, env.table.points
    fresh = rumpus.game(name).match(seed=1).points  # what seats have before anybody has chosen
    share = 1 / places.count(1) if places[0] == 1 else 0
    assert won == {"places": share, "points": points[0], "shaped": points[0] - fresh[0]}[reward]
    assert [answer[2] for answer in seen[1:]] == [False] * (len(seen) - 2) + [True]


@EACH_GAME
def test_what_may_be_chosen_is_told_in_words(name: str) -> None:
    env, luck = gymnasium.make(f"rumpus/{name}-v1", seat=1).unwrapped, np.random.default_rng(2)
    assert isinstance(env, GameEnv)
    observation, _ = env.reset(seed=2)
    over, steps = False, 0
    while not over and (steps := steps + 1) < SOME:
        told, mask = env.legal(), observation["action_mask"]
        assert [action.number for action in told] == np.flatnonzero(mask)[::-1].tolist()
        assert told == env.table.view(1).legal
        observation, _, over, *_ = env.step(int(luck.choice(np.flatnonzero(mask))))
    assert bool(env.legal()) != over


@EACH_GAME
def test_libraries_that_know_masks_find_them_behind_wrappers_too(name: str) -> None:
    """Under the name that sb3-contrib's MaskablePPO asks for; it wants the mask as truths."""
    env = gymnasium.wrappers.TransformReward(gymnasium.make(f"rumpus/{name}-v1", seat=1), lambda reward: reward)
    asked, luck = env.get_wrapper_attr("action_masks"), np.random.default_rng(2)
    with pytest.raises(NotBegun, match=r"^There is nothing to choose yet: call reset\(\) to begin a game\.$"):
        asked()
    observation, _ = env.reset(seed=2)
    for _ in range(3):
        assert asked().dtype == bool
        assert np.array_equal(asked(), observation["action_mask"])
        observation, *_ = env.step(int(luck.choice(np.flatnonzero(asked()))))


def test_without_a_seed_games_go_on_from_the_seed_before() -> None:
    one, other = GameEnv("rarrr"), GameEnv("rarrr")
    for env in (one, other):
        env.reset(seed=1)
    assert digest(one.reset()) == digest(other.reset())
    assert digest(one.reset()) != digest(one.reset())


def test_bots_that_are_asked_with_the_seat_choose_with_it() -> None:
    other = Lowest()
    env = GameEnv("braverats", 1, other)
    env.reset(seed=1)
    assert env.table.acting == (0, 1)
    assert other.views == []
    env.step(7)
    assert len(other.views) == 1


class Lowest:
    """Takes the lowest legal action, and keeps what it was shown."""

    name = "lowest"

    def __init__(self, wrong: int | None = None) -> None:
        self.views: list[View] = []
        self.wrong = wrong

    def choose(self, view: View, rng: Rng) -> int:
        self.views.append(view)
        return min(view.allowed) if self.wrong is None else self.wrong


def test_bots_sit_where_they_are_told_and_see_what_their_seat_knows() -> None:
    first, second = Lowest(), Lowest()
    env = GameEnv("mayhem", 1, [first, second], seats=3)
    played(env, 1, 1)
    assert {view.seat for view in first.views} == {0}
    assert {view.seat for view in second.views} == {2}


def test_named_bots_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.core.kernel._mode", PLAIN)  # nobody waits for a compiler
    for bots in ("greedy", ["greedy"], bot("random")):
        env = GameEnv("braverats", bots=bots)
        assert len(env.bots) == 1
        assert played(env, 1, 1)[-1][2]


def test_a_bot_that_chooses_wrongly_is_found_out() -> None:
    with pytest.raises(WrongBot, match=r"^The bot 'lowest' chose wrongly\. Seat 1 may not choose 99 now"):
        played(GameEnv("braverats", bots=Lowest(99)), 1, 1)


PLAINLY = [case for case in single_switches() if has_secrets(case) and not case[1]]
"""Every number of seats; every switch is tried where PettingZoo's environments are, which are told the same."""


@pytest.mark.parametrize("case", PLAINLY, ids=spoken)
def test_what_the_seat_cannot_know_changes_nothing_that_it_is_told(case: Case) -> None:
    game, tried = opened(case), 0
    for seat in (0, game.seats - 1):
        env = GameEnv(game, seat, render_mode="ansi")
        env.reset(seed=1)
        for state in decisions(game, 2, 8):
            told = all_told(env, state.tobytes())
            for other in list(facts(case[0]).permuted(game, state, seat))[:2]:
                tried += other.tobytes() != state.tobytes()
                assert all_told(env, other.tobytes()) == told
    assert tried > 0


def all_told(env: GameEnv, state: bytes) -> str:
    env.table.restore(Saved(env.table.name, state, [1, 2, 3, 4]))
    return digest([env.table.observation(env.seat), env._info(), env.legal(), env.render()])


# Saving -----------------------------------------------------------------------------------------------------------


@EACH_GAME
def test_a_game_that_was_saved_goes_on_as_it_would_have(name: str) -> None:
    env = GameEnv(name, reward="shaped")
    played(env, 5, 5, 6)
    saved, twin, sent = env.save(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))
    other = GameEnv(name, reward="shaped")
    observation, info = other.restore(saved)
    assert np.array_equal(info["action_mask"], observation["action_mask"])
    expected = digest(played(env, None, 6, SOME))
    env.restore(saved)
    assert [digest(played(one, None, 6, SOME)) for one in (env, other, twin, sent)] == [expected] * 4


def test_what_was_saved_brings_the_games_to_come_too() -> None:
    env = GameEnv("braverats")
    env.reset(seed=1)
    saved = env.save()
    nexts = []
    for _ in range(2):
        env.restore(saved)
        env.reset()
        nexts.append(env.save())
    assert nexts[0] == nexts[1] != saved


def a_copy(env: GameEnv) -> GameEnv:
    return copy.deepcopy(env)


def pickled(env: GameEnv) -> GameEnv:
    found: GameEnv = pickle.loads(pickle.dumps(env))
    return found


def restored(env: GameEnv) -> GameEnv:
    other = GameEnv("rarrr")
    other.restore(env.save())
    return other


@pytest.mark.parametrize("twin_of", [copy.copy, a_copy, pickled, restored])
@pytest.mark.parametrize("seed", [5, 2**100, None], ids=["small", "large", "drawn by Gymnasium"])
def test_a_twin_knows_the_seed_and_draws_alike(twin_of: Any, seed: int | None) -> None:
    """Asked for a seed that it does not know, Gymnasium draws one and begins its generator anew."""
    env = GameEnv("rarrr")
    env.reset(seed=seed)
    twin = twin_of(env)
    assert twin.np_random_seed == env.np_random_seed
    assert seed in (None, twin.np_random_seed)
    assert digest(twin.reset()) == digest(env.reset())
    assert twin.save() == env.save()


def test_before_the_first_reset_a_copy_draws_alike_too() -> None:
    env = GameEnv("rarrr")
    assert env.np_random_seed == (twin := copy.deepcopy(env)).np_random_seed
    assert digest(env.reset()) == digest(twin.reset())


def test_a_generator_of_somebodys_own_stays_without_a_seed() -> None:
    env = GameEnv("rarrr")
    env.np_random = np.random.default_rng(1)
    env.reset()
    assert env.np_random_seed == restored(env).np_random_seed == -1


@EACH_GAME
def test_what_gymnasium_makes_goes_on_from_what_was_saved_without_a_reset(name: str) -> None:
    env, other = (gymnasium.make(f"rumpus/{name}-v1") for _ in range(2))
    played(env, 5, 5, 4)
    observation, _ = other.unwrapped.restore(env.unwrapped.save())  # type: ignore[attr-defined]
    action = int(np.flatnonzero(observation["action_mask"])[0])
    assert digest(other.step(action)) == digest(env.step(action))


def test_a_wrapper_hides_save_and_restore_but_not_what_is_under_it() -> None:
    env = gymnasium.wrappers.TransformReward(gymnasium.make("rumpus/braverats-v1"), lambda reward: reward)
    env.reset(seed=1)
    saved = env.unwrapped.save()  # type: ignore[attr-defined]
    first = digest(env.step(7))
    env.unwrapped.restore(saved)  # type: ignore[attr-defined]
    assert digest(env.step(7)) == first


def test_their_checker_may_stand_around_an_environment() -> None:
    env = gymnasium.make("rumpus/rarrr-v1", disable_env_checker=False)
    assert isinstance(env, gymnasium.wrappers.PassiveEnvChecker)
    played(env, 5, 5, 4)
    env.unwrapped.restore(env.unwrapped.save())  # type: ignore[attr-defined]
    played(env, None, 5, 4)


@pytest.mark.parametrize("disable_env_checker", [None, False, True])
def test_what_gymnasium_makes_refuses_a_step_before_the_first_reset(disable_env_checker: bool | None) -> None:
    made = gymnasium.make("rumpus/braverats-v1", disable_env_checker=disable_env_checker, render_mode="ansi")
    for call, sentence in (
        (lambda: made.step(0), r"^There is no game under way: call reset\(\) to begin one\.$"),
        (made.render, r"^There is nothing to show yet: call reset\(\) to begin a game\.$"),
    ):
        with pytest.raises(gymnasium.error.ResetNeeded, match=sentence):
            call()
    played(made, 1, 1, 4)


@pytest.mark.parametrize("options", [{"seat": 1}, {"reward": "shaped"}], ids=str)
def test_only_an_environment_alike_goes_on_from_what_was_saved(options: dict[str, Any]) -> None:
    env, other = GameEnv("braverats"), GameEnv("braverats", **options)
    other.reset(seed=1)
    with pytest.raises(WrongSave, match=r"^This was saved by an environment of another kind"):
        env.restore(other.save())
    with pytest.raises(WrongSave, match=r"^This is no moment"):
        env.restore(None)  # type: ignore[arg-type]


def test_a_choice_may_be_an_array_of_one_number() -> None:
    env = GameEnv("braverats")
    env.reset(seed=1)
    assert env.action_space.contains(np.array(1))
    assert env.step(np.array(1))[2] is False


def test_bots_may_be_given_by_seat() -> None:
    env = GameEnv("mayhem", seats=3, seat=1, bots={0: "random", 2: "greedy"})
    assert [env.bots[seat].name for seat in (0, 2)] == ["random", "greedy"]
    for wrong, sentence in (({1: "random"}, "must sit at 0, 2"), (5, "A bot is a name"), (None, "A bot is a name")):
        with pytest.raises(WrongBot, match=sentence):
            GameEnv("mayhem", seats=3, seat=1, bots=wrong)  # type: ignore[arg-type]
    with pytest.raises(RumpusError, match=r"^A seat must be a whole number, found 'first'\.$"):
        GameEnv("mayhem", seats=3, seat=1, bots={"first": "random", 2: "greedy"})  # type: ignore[dict-item]


@pytest.mark.parametrize("make", [GameEnv, VectorGameEnv])
def test_seats_may_be_numbers_of_numpys(make: Any) -> None:
    one, two, three = np.int64(1), np.int8(2), np.uint16(3)
    env = make("mayhem", seat=one, seats=three, bots={np.int32(0): "random", two: "random"}, viewer=two, mode="plain")
    assert [type(number) for number in (env.seat, env.setup.game.seats, env.setup.options.viewer)] == [int] * 3
    assert env.reset(seed=1)[0]["observation"].ravel()[0] == 1
    for wrong in (1.0, True, "1"):
        with pytest.raises(RumpusError, match=r"^There is no seat .*: the seats are 0, 1\.$"):
            make("braverats", seat=wrong)


def test_the_number_of_games_may_be_a_number_of_numpys() -> None:
    envs = VectorGameEnv("braverats", np.int64(3), mode="plain")  # type: ignore[arg-type]
    assert type(envs.num_envs) is int


def test_an_option_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(RumpusError, match="There is no option 'rewards': the options are reward, encoding"):
        GameEnv("braverats", rewards="points")


def test_what_cannot_be_saved_or_restored_is_refused() -> None:
    env = GameEnv("braverats")
    with pytest.raises(NotBegun, match=r"^There is nothing to save before the first reset\(\)\.$"):
        env.save()
    with pytest.raises(WrongSave, match=r"^This is no moment of such an environment"):
        env.restore(b"nonsense")
    other = GameEnv("braverats", switches={"lucky_draw": True})
    other.reset(seed=1)
    with pytest.raises(WrongSave, match=r"^This was saved at a table of braverats .* lucky_draw=True"):
        env.restore(other.save())
    three = GameEnv("mayhem", seats=3)
    three.reset(seed=1)
    with pytest.raises(WrongSave, match=r"^This was saved at a table of mayhem .* for 3, .*; here is one of mayhem "):
        GameEnv("mayhem", seats=2).restore(three.save())
    unbegun = pickle.loads(pickle.dumps(env))
    with pytest.raises(NotBegun, match=r"^There is no game under way: call reset\(\) to begin one\.$"):
        unbegun.step(0)


def test_what_was_changed_since_it_was_saved_is_refused_and_changes_nothing() -> None:
    env = GameEnv("braverats")
    env.reset(seed=1)
    saved = env.save()
    read = msgspec.msgpack.decode(saved)
    generator, seed = json.loads(read["chance"])
    chances: list[Any] = [
        5, [], [generator], [{}, seed], [generator | {"bit_generator": "MT19937"}, seed],
        [generator | {"state": {"state": -1, "inc": 1}}, seed], [generator | {"uinteger": 2**70}, seed],
    ]  # fmt: skip
    ways: list[dict[str, Any]] = [
        {"table": read["table"] | {"state": b"123"}}, {"table": read["table"] | {"rng": []}}, {"paid": []},
        {"luck": {}}, {"luck": {0: [1, 2, 3, 4]}}, {"luck": {1: [1, 2, 3]}}, {"luck": {1: [1, 2, 3, 2**63]}},
        {"chance": "{"}, *({"chance": json.dumps(chance)} for chance in chances),
    ]  # fmt: skip
    for way in ways:
        with pytest.raises(WrongSave, match=r"(has been changed since it was saved|the save has been changed)"):
            env.restore(msgspec.msgpack.encode(read | way))
        assert env.save() == saved


def test_before_the_first_reset_nothing_can_be_done() -> None:
    """What is said is of Gymnasium's kind, and of ours."""
    for env, action in ((GameEnv("braverats", render_mode="ansi"), 0), (several(render_mode="ansi"), [0])):
        for call in (lambda env=env, action=action: env.step(action), env.render):
            with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) ") as caught:
                call()
            assert isinstance(caught.value, NotBegun)
            assert isinstance(caught.value, RumpusError)
        env.reset(seed=1)
        assert env.render()
        env.step(action)
    with pytest.raises(NotBegun, match=r"^There is nothing to choose yet: call reset\(\) to begin a game\.$"):
        GameEnv("braverats").legal()


def several(**options: Any) -> Any:
    """A vector environment of one game, as Gymnasium makes it."""
    return gymnasium.make_vec("rumpus/braverats-v1", num_envs=1, mode="plain", **options)


# What is not legal ------------------------------------------------------------------------------------------------


def test_an_illegal_choice_loses_or_is_refused() -> None:
    env = GameEnv("braverats")
    env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(99)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"].startswith("Seat 0 may not choose 99 now; allowed are 7 ")
    assert env.observation_space.contains(observation)
    with pytest.raises(NotBegun, match=r"^There is no game under way"):
        env.step(0)
    strict = GameEnv("braverats", illegal="refuse")
    strict.reset(seed=1)
    with pytest.raises(WrongAction, match=r"^Seat 0 may not choose 99 now"):
        strict.step(99)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"game": "chess"}, r"^There is no game 'chess': the games are "),
        ({"seat": 2}, r"^There is no seat 2: the seats are 0, 1\.$"),
        ({"bots": "deep blue"}, r"^There is no bot 'deep blue': the bots are "),
        ({"bots": Lowest}, r"^A bot is what its class makes, so give Lowest\(\), not Lowest itself\.$"),
        ({"bots": ["random", "random"]}, r"^Beside seat 0 there are 1 seats, so it takes 1 bots, not 2\.$"),
        ({"reward": "gold"}, r"^There is no reward 'gold': the rewards are places, points, shaped\.$"),
        ({"encoding": "runes"}, r"^There is no encoding 'runes'"),
        ({"mode": "magic"}, r"^There is no mode 'magic'"),
        ({"render_mode": "oil"}, r"^There is no render mode 'oil'"),
        ({"size": (10, 10)}, r"^A picture has 320 x 200 to 7680 x 4800 pixels, not 10 x 10\.$"),
        ({"idle": "any"}, r"^Only in a parallel environment agents choose that are not asked: 'idle' is no option "),
    ],
)
@pytest.mark.parametrize("make", [GameEnv, VectorGameEnv])
def test_a_mistake_gets_a_sentence(make: Any, given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RumpusError, match=sentence):
        make(**{"game": "braverats", **given})


# Showing ----------------------------------------------------------------------------------------------------------


def test_what_is_shown_is_what_the_seat_sees_or_whoever_was_named() -> None:
    for viewer, seen in ((None, 1), (0, 0)):
        env = GameEnv("rarrr", 1, render_mode="ansi", viewer=viewer)
        env.reset(seed=1)
        assert env.render() == str(env.table.view(seen))


@pytest.mark.filterwarnings("ignore:.*made without a render_mode:UserWarning")
def test_without_a_render_mode_nothing_is_shown() -> None:
    env = GameEnv("braverats")
    env.reset(seed=1)
    assert env.render() is None
    assert VectorGameEnv("braverats", mode="plain").render() is None


@pytest.mark.parametrize("make", [GameEnv, partial(VectorGameEnv, mode="plain")], ids=["one", "many"])
def test_what_a_wrapper_writes_into_the_metadata_of_one_environment_is_in_no_other(make: Any) -> None:
    before = copy.deepcopy(make("braverats").metadata)
    env = make("braverats", render_mode="ansi")
    env.metadata["render_modes"].append("oil")
    assert make("braverats").metadata == before
    with pytest.raises(RumpusError, match="'oil'"):
        make("braverats", render_mode="oil")
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.metadata == env.metadata != before


def test_games_are_registered_once() -> None:
    before = len(gymnasium.registry)
    register_all()
    assert len(gymnasium.registry) == before
    assert {f"rumpus/{name}-v1" for name in NAMES} <= set(gymnasium.registry)


# Many games -------------------------------------------------------------------------------------------------------


def legal_choices(observation: Any, luck: Any) -> list[int]:
    return [int(luck.choice(np.flatnonzero(mask))) for mask in observation["action_mask"]]


@EACH_GAME
def test_many_games_step_together_and_begin_again_by_themselves(name: str) -> None:
    envs: Any = gymnasium.make_vec(f"rumpus/{name}-v1", num_envs=3, seat=1, mode="plain", reward="shaped")
    observation, infos = envs.reset(seed=4)
    luck = np.random.default_rng(4)
    for _ in range(25):
        assert envs.observation_space.contains(observation)
        assert (observation["observation"][:, 0] == 1).all()
        assert np.array_equal(observation["action_mask"], infos["action_mask"])
        actions = legal_choices(observation, luck)
        observation, rewards, terminated, truncated, infos = envs.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (3,)
        assert not truncated.any()
        check_ends(envs, terminated, infos)
    assert envs.autoreset_mode is envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def check_ends(envs: Any, terminated: Any, infos: dict[str, Any]) -> None:
    """Whoever is over tells how it ended, in the same step in which the next game begins."""
    assert np.array_equal(infos.get("_final_obs", np.zeros(3, bool)), terminated)
    assert np.array_equal(infos.get("_final_info", np.zeros(3, bool)), terminated)
    for end in infos.get("final_obs", np.array([]))[terminated] if terminated.any() else ():
        assert not infos["final_info"]["action_mask"].any()
        assert envs.single_observation_space.contains(end)
        assert not end["action_mask"].any()


def test_many_games_end_with_what_they_are_worth() -> None:
    envs = VectorGameEnv("braverats", 16, mode="plain")
    observation, _ = envs.reset(seed=1)
    luck, won, ended = np.random.default_rng(1), 0.0, 0
    for _ in range(30):
        observation, rewards, terminated, _, _ = envs.step(legal_choices(observation, luck))
        assert not rewards[~terminated].any()
        assert set(rewards) <= {0.0, 0.5, 1.0}
        won, ended = won + rewards.sum(), ended + int(terminated.sum())
    assert ended > 40
    assert 0.3 < won / ended < 0.7  # two who play at random


def test_what_was_answered_is_not_written_to_again() -> None:
    envs = VectorGameEnv("mayhem", 2, mode="plain")
    observation, _ = envs.reset(seed=1)
    before = digest(observation)
    envs.step(legal_choices(observation, np.random.default_rng(1)))
    assert digest(observation) == before


def test_many_games_are_the_same_with_the_same_seed() -> None:
    seen = []
    for seed in (9, 9, 10):
        envs = VectorGameEnv("mayhem", 5, mode="plain")
        answers = [envs.reset(seed=seed)[0]]
        luck = np.random.default_rng(2)
        for _ in range(20):
            answers.append(envs.step(legal_choices(answers[-1], luck))[0])
        seen.append(digest(answers))
    assert seen[0] == seen[1] != seen[2]


def test_many_games_can_be_copied_and_sent() -> None:
    envs = VectorGameEnv("mayhem", 4, seats=3, seat=1, mode="plain", reward="shaped", render_mode="ansi")
    assert copy.deepcopy(envs).reset(seed=1)[0]["action_mask"].any()  # before the first reset too
    envs.reset(seed=3)
    played_together(envs, 3, 5)
    twins = [copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))]
    expected = digest(played_together(envs, 4, 30))
    assert [digest(played_together(one, 4, 30)) for one in twins] == [expected] * 2
    assert len({digest([one.reset(), one.render()]) for one in (envs, *twins)}) == 1


def played_together(envs: VectorGameEnv, choices: int, steps: int) -> list[Any]:
    """All that is answered to so many steps at random."""
    luck, seen = np.random.default_rng(choices), list[Any]()
    for _ in range(steps):
        seen.append(envs.step(legal_choices({"action_mask": envs.batch.mask}, luck)))
    return seen


@pytest.mark.parametrize("bots", ["random", "ismcts:1"])
def test_many_games_in_plain_python_and_in_machine_code_are_the_same(bots: str) -> None:
    """Everything that is answered, over several games at each table; the batches beneath are compared elsewhere."""
    options: dict[str, Any] = {"seat": 1, "bots": bots, "switches": {"lucky_draw": True}, "reward": "shaped"}
    plain, compiled = (
        VectorGameEnv("braverats", 4, mode=mode, encoding="one_hot", **options) for mode in ("plain", "compiled")
    )
    assert digest(plain.reset(seed=6)) == digest(compiled.reset(seed=6))
    seen = [played_together(envs, 6, 40) for envs in (plain, compiled)]
    assert sum(int(answer[2].sum()) for answer in seen[0]) >= 12
    for one, other in zip(*seen, strict=True):
        assert digest(one) == digest(other)


@pytest.mark.parametrize("name", ["braverats", "mayhem", "rarrr"])
def test_the_end_that_is_told_is_that_of_the_old_game_not_the_beginning_of_the_new(name: str) -> None:
    """Beside games that are played one by one with the same chance, and whose ends are looked at before they go on."""
    envs = VectorGameEnv(name, 3, seat=1, mode="plain")
    reference = begun_alike(envs, seed=7)
    luck, told, steps = np.random.default_rng(7), 0, 0
    while told < 3 and (steps := steps + 1) < 1000:
        actions = legal_choices({"action_mask": envs.batch.mask}, luck)
        observation, rewards, terminated, _, infos = envs.step(actions)
        for number, (table, action) in enumerate(zip(reference, actions, strict=True)):
            table.step(action)
            assert np.array_equal(observation["observation"][number], observed_row(table.view))
            assert terminated[number] == (table.final is not None)
            assert rewards[number] == pytest.approx(table.win_shares[1])
            if table.final is not None:
                end = infos["final_obs"][number]["observation"]
                assert not table.final.acting
                assert np.array_equal(end, observed_row(table.final))
                assert not np.array_equal(end, observation["observation"][number])
                told += 1
    assert told >= 3


def begun_alike(envs: VectorGameEnv, seed: int) -> list[Table]:
    """Games one by one, with the chance that those of the environment have after a reset with this seed."""
    envs.reset(seed=seed)
    of_games = int(np.random.default_rng(seed).integers(2**63))
    game = envs.setup.game
    return tables(game, envs.num_envs, of_games, frozenset(range(game.seats)) - {envs.seat})


def test_many_games_refuse_what_is_not_legal() -> None:
    envs = VectorGameEnv("braverats", 2, mode="plain")
    envs.reset(seed=1)
    with pytest.raises(WrongAction, match=r"^Game 1: seat 0 cannot choose 9; it may choose 0, 1, "):
        envs.step(np.array([0, 9]))
    with pytest.raises(RumpusError, match=r"^In a vector environment what is not legal is always refused"):
        VectorGameEnv("braverats", 2, illegal="lose")
    with pytest.raises(RumpusError, match=r"^A vector environment shows ansi or rgb_array, not 'human'\.$"):
        VectorGameEnv("braverats", 2, render_mode="human")


def test_a_limit_of_steps_is_for_games_that_are_stepped_one_by_one() -> None:
    with pytest.raises(RumpusError, match=r"^Games end by themselves, .*: vectorization_mode='sync' takes one\.$"):
        several(max_episode_steps=5)
    limited: Any = gymnasium.make_vec("rumpus/rarrr-v1", 1, vectorization_mode="sync", max_episode_steps=2)
    observation, _ = limited.reset(seed=1)
    cut = []
    for _ in range(2):
        observation, _, _, truncated, _ = limited.step(legal_choices(observation, np.random.default_rng(1)))
        cut.append(truncated.tolist())
    assert cut == [[False], [True]]


def test_many_games_are_shown_one_by_one() -> None:
    envs = VectorGameEnv("braverats", 2, mode="plain", render_mode="rgb_array", size=(320, 200))
    envs.reset(seed=1)
    shown = envs.render()
    assert shown is not None
    assert [picture.shape for picture in shown] == [(200, 320, 3)] * 2


def several_played(envs: Any, observation: Any, choices: int) -> str:
    """What came of some steps, and of the games that begin after them."""
    luck, seen = np.random.default_rng(choices), []
    for _ in range(12):
        seen.append(envs.step(legal_choices(observation, luck)))
        observation = seen[-1][0]
    return digest([seen, envs.reset(), envs.np_random_seed])


@EACH_GAME
def test_many_games_that_were_saved_go_on_as_they_would_have(name: str) -> None:
    ways: dict[str, Any] = {"mode": "plain", "reward": "shaped", "seat": 1}
    made: list[Any] = [gymnasium.make_vec(f"rumpus/{name}-v1", num_envs=3, **ways) for _ in range(3)]
    envs, other, third = made
    observation, _ = envs.reset(seed=5)
    observation, *_ = envs.step(legal_choices(observation, np.random.default_rng(1)))
    saved = envs.save()
    twins = [copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))]
    expected = several_played(envs, observation, 2)
    for one in (other, envs):
        again, infos = one.restore(saved)
        assert digest(again) == digest(observation)
        assert np.array_equal(infos["action_mask"], again["action_mask"])
        assert several_played(one, again, 2) == expected
    assert [several_played(twin, observation, 2) for twin in twins] == [expected] * 2
    again, _ = third.restore(pickle.loads(pickle.dumps(saved)))
    assert several_played(third, again, 2) == expected


OTHER_KINDS: list[dict[str, Any]] = [
    {"num_envs": 3}, {"seat": 1}, {"bots": "greedy"}, {"reward": "points"}, {"encoding": "one_hot"},
    {"switches": {"lucky_draw": True}}, {"game": "rarrr"},
]  # fmt: skip


@pytest.mark.parametrize("other", OTHER_KINDS, ids=str)
def test_many_games_of_another_kind_do_not_go_on_from_what_was_saved(other: dict[str, Any]) -> None:
    envs = VectorGameEnv("braverats", 2, mode="plain")
    envs.reset(seed=1)
    others = VectorGameEnv(**{"game": "braverats", "num_envs": 2, "mode": "plain", **other})
    before = digest(others.reset(seed=1))
    with pytest.raises(WrongSave, match=r"^This was saved by a vector environment of another kind: game, switches, "):
        others.restore(envs.save())
    assert digest(others.reset(seed=1)) == before


def test_what_is_no_save_of_many_games_is_refused() -> None:
    envs, single = VectorGameEnv("braverats", 2, mode="plain"), GameEnv("braverats")
    with pytest.raises(NotBegun, match=r"^There are no games under way: call reset\(\) before save\(\)\.$"):
        envs.save()
    single.reset(seed=1)
    for wrong in (single.save(), envs.batch.save(), None):
        with pytest.raises(WrongSave, match=r"^These are no games of a vector environment: only what its save\(\) "):
            envs.restore(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [[1, 2], (1, None), np.arange(2), "1", 1.0, True], ids=repr)
def test_one_seed_is_for_all_games(seed: Any) -> None:
    envs = VectorGameEnv("braverats", 2, mode="plain")
    with pytest.raises(RumpusError, match=r"^One seed, a whole number, is for all games of a vector environment, not "):
        envs.reset(seed=seed)
    with pytest.raises(NotBegun):
        envs.step([7, 7])
    numbers: list[Any] = [5, np.int64(5)]
    one, other = (digest(envs.reset(seed=number)) for number in numbers)
    assert one == other


def test_no_mask_says_which_games_begin_anew() -> None:
    envs = VectorGameEnv("braverats", 2, mode="plain")
    before = digest(envs.reset(seed=1))
    with pytest.raises(RumpusError, match=r"^There is no 'reset_mask' here: a game that is over begins anew by itself"):
        envs.reset(seed=2, options={"reset_mask": np.array([True, False])})
    assert envs.np_random_seed == 1
    assert digest(envs.reset(seed=1, options={})) == before


def test_wrappers_that_change_observations_refuse_games_that_begin_in_the_same_step() -> None:
    """That is Gymnasium's rule: the guide says what to do instead."""
    envs = several()
    one_key = partial(wrap.FilterObservation, filter_keys=["observation"])
    for refused in (wrap.FlattenObservation, wrap.NormalizeObservation, one_key):
        with pytest.raises(ValueError, match="Expected autoreset_mode to be NEXT_STEP or DISABLED"):
            refused(envs)


def test_without_the_library_one_sentence_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "import rumpus\n"
        "try:\n    import rumpus.adapters.gymnasium\nexcept rumpus.RumpusError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("Gymnasium is not installed: pip install 'rumpus[rl]'", "")
