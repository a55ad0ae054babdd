"""Every game, with every switch and number of players, as a game of OpenSpiel."""

import pickle
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import cfr, ismcts, mcts, tabular_qlearner

from rumpus.adapters.openspiel import game_from, register
from rumpus.adapters.openspiel.moments import from_places, from_points, told_apart
from rumpus.adapters.openspiel.parameters import DEFAULTS, packed, unpacked
from rumpus.adapters.openspiel.playing import MOST_CHANCES
from rumpus.catalogue import NAMES, definition, game
from rumpus.core.errors import (
    RumpusError,
    UnknownGame,
    WrongAction,
    WrongBox,
    WrongOption,
    WrongPosition,
    WrongSeat,
    WrongSwitch,
)
from rumpus.core.game import Game
from rumpus.core.observing import observation
from rumpus.core.rules import CHANCE, NOBODY
from tests.adapters.walking import late, step, walk
from tests.conformance.cases import Case, opened, single_switches
from tests.poker import kuhn
from tests.waiting import every_way

AT_ONCE = [name for name in NAMES if definition(name).acts_at_once]
REGISTERED = [f"python_rumpus_{name}" for name in NAMES] + [f"python_rumpus_{name}_simultaneous" for name in AT_ONCE]

each_registered = pytest.mark.parametrize("name", REGISTERED)
each_game = pytest.mark.parametrize("name", NAMES)


# Games ------------------------------------------------------------------------------------------------------------


def test_all_games_are_registered_and_those_in_which_seats_choose_at_once_are_twice() -> None:
    assert [name for name in pyspiel.registered_names() if name in REGISTERED] == sorted(REGISTERED)
    assert AT_ONCE == ["braverats", "rarrr", "arrr"]


@every_way()
def test_random_games_pass_openspiels_own_simulation(case: Case) -> None:
    theirs = game_from(opened(case))
    assert theirs.num_players() == opened(case).seats
    pyspiel.random_sim_test(theirs, num_sims=1, serialize=True, verbose=False)


@every_way(lambda case: case[0] in AT_ONCE and not case[2])
def test_random_games_pass_it_in_which_seats_choose_in_one_step(case: Case) -> None:
    theirs = game_from(opened(case), simultaneous=True)
    assert theirs.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    pyspiel.random_sim_test(theirs, num_sims=1, serialize=True, verbose=False)


@each_registered
def test_points_may_be_paid_instead_of_places(name: str) -> None:
    theirs = pyspiel.load_game(f"{name}(payoff=points)")
    *_, last = walk(theirs, seed=1)
    points = last.view(0).points
    assert last.returns() == pytest.approx([own - np.mean(points) for own in points])
    assert theirs.min_utility() < min(last.returns()) <= max(last.returns()) < theirs.max_utility()


@each_registered
def test_bounds_hold_and_what_a_game_says_of_itself_is_so(name: str) -> None:
    theirs = pyspiel.load_game(name)
    rules = definition(name.removeprefix("python_rumpus_").removesuffix("_simultaneous")).rules
    states = list(walk(theirs, seed=2))
    chances = sum(state.is_chance_node() for state in states)
    assert chances <= theirs.max_chance_nodes_in_history() == MOST_CHANCES
    assert len(states) - chances <= theirs.max_game_length()
    assert theirs.num_distinct_actions() == rules.ACTIONS
    assert theirs.max_chance_outcomes() == rules.OUTCOMES
    assert sum(states[-1].returns()) == pytest.approx(theirs.utility_sum() or 0.0)


# Parameters -------------------------------------------------------------------------------------------------------


@every_way()
def test_a_name_is_enough_to_open_the_same_game_again(case: Case) -> None:
    ours = opened(case)
    theirs = game_from(ours)
    again = pyspiel.load_game(str(theirs))
    assert str(again) == str(theirs)
    assert again == theirs
    assert (again.table.game.switches, again.table.game.seats) == (ours.switches, ours.seats)


def test_what_is_as_usual_is_not_in_the_name() -> None:
    assert str(pyspiel.load_game("python_rumpus_mayhem(players=2,payoff=places,final_tie=shared)")) == str(
        pyspiel.load_game("python_rumpus_mayhem")
    )


def test_the_players_are_as_few_as_the_switches_allow() -> None:
    assert pyspiel.load_game("python_rumpus_arrr(teams=True)").num_players() == 4
    assert pyspiel.load_game("python_rumpus_arrr").num_players() == 2


def test_a_box_of_ones_own_is_in_the_name_whole(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_text("[cards.prince]\nname = 'Prinz, (der)'\n", encoding="utf-8")
    theirs = pyspiel.load_game("python_rumpus_braverats", {"box": str(file)})
    file.unlink()
    again = pyspiel.load_game(str(theirs))
    assert again.table.game.contents == theirs.table.game.contents
    assert "Prinz, (der)" in again.new_initial_state().action_to_string(0, 7)


def test_a_start_is_in_the_name_too() -> None:
    ours = game("braverats")
    state, _ = late(ours)
    theirs = game_from(ours, start=ours.position(state))
    assert pyspiel.load_game(str(theirs)).new_initial_state().moment.state == state.tobytes()
    assert str(game_from(ours, start=ours.position(ours.fresh_state()))) == str(game_from(ours))


@each_game
def test_no_switch_has_the_name_of_another_parameter(name: str) -> None:
    assert {switch.name for switch in definition(name).rules.SWITCHES} & {*DEFAULTS, "name"} == set()


@pytest.mark.parametrize(
    ("given", "error", "sentence"),
    [
        ("python_rumpus_braverats(payoff=money)", RumpusError, "There is no payoff 'money'"),
        ("python_rumpus_braverats(players=3)", WrongSeat, "BraveRats is for 2 players, not 3"),
        ("python_rumpus_mayhem(final_tie=never)", WrongSwitch, "Switch 'final_tie' cannot be 'never'"),
        ("python_rumpus_braverats(draft=True,random_deal=True)", WrongSwitch, "cannot go together"),
        ("python_rumpus_braverats(box=nowhere.toml)", WrongBox, "nowhere.toml cannot be read"),
        ("python_rumpus_braverats(start=packed_rubbish)", RumpusError, "A packed parameter is damaged"),
        (f"python_rumpus_braverats(start={packed({'rounds': -1})})", WrongPosition, "'rounds' must be"),
    ],
)
def test_what_cannot_be_opened_is_refused_with_our_sentence(given: str, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        pyspiel.load_game(given)


def test_what_is_packed_is_letters_and_digits_and_comes_out_as_it_went_in() -> None:
    table = {"cards": {"prince": {"name": "Ä, (b)=c", "strength": 7}}}
    assert packed(table).replace("_", "").replace("-", "").isalnum()
    assert unpacked(packed(table)) == table


def test_a_game_that_no_catalogue_lists_can_be_played_too() -> None:
    theirs = game_from(kuhn.GAME.open(), payoff="points")
    pyspiel.random_sim_test(theirs, num_sims=10, serialize=True, verbose=False)
    assert str(theirs) == "python_rumpus_kuhn(payoff=points)"


def test_a_name_opens_a_game_as_usual_and_a_wrong_one_is_refused() -> None:
    assert str(game_from("braverats")) == "python_rumpus_braverats()"
    with pytest.raises(UnknownGame, match=r"^There is no game 'chess': the games are braverats, "):
        game_from("chess")
    for wrong in (None, 5, definition("braverats")):
        with pytest.raises(RumpusError, match=r"^A game is one of braverats, .*, or what `rumpus\.game` opened, not "):
            game_from(wrong)  # type: ignore[arg-type]


def test_a_view_is_of_a_player_that_there_is_or_of_nobody() -> None:
    state = game_from("braverats").new_initial_state()
    assert [state.view(player).seat for player in (0, 1, np.int64(1), NOBODY)] == [0, 1, 1, NOBODY]
    for wrong in (7, -1, 1.0, True, None):
        with pytest.raises(WrongSeat, match=r"^There is no seat .*: the seats are 0, 1\.$"):
            state.view(wrong)


def test_two_games_cannot_have_one_name() -> None:
    other = replace(definition("arrr"), name="mayhem")
    with pytest.raises(RumpusError, match="another game by the name 'mayhem'"):
        register(other)


def test_a_game_without_choices_at_once_has_no_simultaneous_version() -> None:
    with pytest.raises(RumpusError, match="In Monster Mayhem nobody chooses at once with others"):
        game_from(game("mayhem"), simultaneous=True)


@each_registered
def test_a_game_is_pickled_by_its_name_alone_and_in_a_policy(name: str) -> None:
    theirs = pyspiel.load_game(name, {"payoff": "points"})
    again = pickle.loads(pickle.dumps(theirs))
    assert (str(again), again.table.opening.payoff) == (str(theirs), "points")
    kept = pickle.loads(pickle.dumps(policy.UniformRandomPolicy(theirs)))
    state = next(state for state in walk(theirs, seed=3) if not state.is_chance_node())
    assert kept.action_probabilities(state, 0) == policy.UniformRandomPolicy(theirs).action_probabilities(state, 0)


def test_another_process_opens_what_was_pickled() -> None:
    written = pickle.dumps(pyspiel.load_game("python_rumpus_mayhem(players=3)")).hex()
    program = f"import pickle; print(pickle.loads(bytes.fromhex('{written}')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "python_rumpus_mayhem(players=3)"


def test_a_solver_goes_on_from_what_was_pickled() -> None:
    solver = cfr.CFRSolver(game_from(kuhn.GAME.open(), payoff="points"))
    solver.evaluate_and_update_policy()
    twin = pickle.loads(pickle.dumps(solver))
    for one in (solver, twin):
        one.evaluate_and_update_policy()
    ours, theirs = (one.average_policy().action_probability_array for one in (solver, twin))
    assert np.array_equal(ours, theirs)


# States -----------------------------------------------------------------------------------------------------------


@each_registered
def test_a_state_is_copied_without_copying_anything_and_pickled_whole(name: str) -> None:
    for state in list(walk(pyspiel.load_game(name), seed=3, most=60))[::20]:
        assert state.clone().moment is state.moment
        again = pickle.loads(pickle.dumps(state))
        assert (str(again), again.history()) == (str(state), state.history())
        assert [again.information_state_string(player) for player in range(again.num_players())] == [
            state.information_state_string(player) for player in range(state.num_players())
        ]


def test_a_copy_goes_its_own_way() -> None:
    state = pyspiel.load_game("python_rumpus_braverats").new_initial_state()
    twin = state.clone()
    twin.apply_action(3)
    assert (state.current_player(), twin.current_player()) == (0, 1)
    assert state.history() == []


@each_registered
def test_chance_is_as_probable_as_its_weights_and_legal_numbers_rise(name: str) -> None:
    for state in walk(pyspiel.load_game(name), seed=4, most=80):
        if state.is_chance_node():
            assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1.0)
        for player in range(state.num_players()) if not state.is_chance_node() else ():
            assert state.legal_actions(player) == sorted(state.legal_actions(player))


def test_an_action_that_is_not_allowed_is_refused() -> None:
    state = pyspiel.load_game("python_rumpus_mayhem").new_initial_state()
    while state.is_chance_node():
        step(state, random.Random(1))
    with pytest.raises(WrongAction, match="7 is not allowed now"):
        state.apply_action(7)


def test_a_state_and_its_actions_can_be_read() -> None:
    state = pyspiel.load_game("python_rumpus_braverats").new_initial_state()
    assert "Prince" in state.action_to_string(0, 7)
    assert state.action_to_string(1, 99) == "99"
    state.apply_action(7)
    assert "'yargs': 'prince'" in str(state)


def test_actions_that_are_called_the_same_are_told_apart_by_number() -> None:
    assert told_apart({1: "draw", 4: "pass", 6: "draw"}) == {1: "draw [1]", 4: "pass", 6: "draw [6]"}


@pytest.mark.parametrize(
    ("places", "paid"),
    [
        ([1, 2], [1, -1]),
        ([1, 1], [0, 0]),
        ([2, 1, 3], [0, 1, -1]),
        ([1, 1, 3], [0.5, 0.5, -1]),
        ([1, 2, 2], [1, -0.5, -0.5]),
        ([1, 3, 1, 3], [2 / 3, -2 / 3, 2 / 3, -2 / 3]),
    ],
)
def test_places_are_paid_by_who_was_beaten(places: list[int], paid: list[float]) -> None:
    assert from_places(places) == pytest.approx(paid)


def test_points_are_paid_above_the_average() -> None:
    assert from_points([5, 1, 3]) == [2, -2, 0]


# Choosing at once -------------------------------------------------------------------------------------------------


def asking_at_once(name: str) -> Case:
    """A game with switches with which several choose at once, for as many players as can."""
    found = next(chosen for chosen in single_switches() if chosen[0] == name and asks_at_once(opened(chosen)))
    return *found[:2], definition(name).seats[1]


def asks_at_once(game: Game) -> bool:
    masks = {state.moment.who for state in walk(game_from(game), seed=1)}
    return any(who > 0 and who & (who - 1) for who in masks)


@pytest.mark.parametrize("name", AT_ONCE)
def test_what_seats_choose_in_one_step_is_what_each_of_them_chooses_in_a_match(name: str) -> None:
    ours, rng, joint = opened(asking_at_once(name)), random.Random(5), 0
    state, match = game_from(ours, simultaneous=True).new_initial_state(), ours.match(by_hand=True)
    while not state.is_terminal() and joint < 40:
        joint += state.is_simultaneous_node()
        acting, before = sorted(match.acting), len(state.full_history())
        step(state, rng)
        chosen = {one.player: one.action for one in state.full_history()[before:]}
        for seat in reversed(acting):  # the order does not matter
            match.play(seat, chosen[seat])
        assert state.moment.state == match.state.tobytes()
    assert joint > 0


def test_who_is_asked_second_knows_nothing_of_what_the_first_has_laid() -> None:
    before = pyspiel.load_game("python_rumpus_braverats").new_initial_state()
    for card in range(8):
        after = before.child(card)
        assert after.current_player() == 1
        for question in (
            "information_state_string",
            "observation_string",
            "information_state_tensor",
            "observation_tensor",
        ):
            assert getattr(after, question)(1) == getattr(before, question)(1)


# What players know ------------------------------------------------------------------------------------------------


@each_registered
def test_in_a_world_that_fits_what_a_player_knows_the_player_knows_the_same(name: str) -> None:
    rng, worlds = random.Random(6), set()
    states = list(walk(pyspiel.load_game(name), seed=6, most=200))
    for state in states[:: 1 + len(states) // 25]:
        for player in () if state.is_chance_node() or state.is_terminal() else range(state.num_players()):
            other = state.resample_from_infostate(player, rng.random)
            for question in ("information_state_string", "observation_string", "observation_tensor"):
                assert getattr(other, question)(player) == getattr(state, question)(player)
            assert other.current_player() == state.current_player()
            assert other.legal_actions(player) == state.legal_actions(player)
            worlds.add(other.moment.state == state.moment.state)
    if not name.endswith("_simultaneous"):  # there, choices at once are the only secret of BraveRats
        assert (False in worlds) == (not definition(name.removeprefix("python_rumpus_")).is_open)


def test_a_resampled_state_does_not_know_what_the_others_saw() -> None:
    state = pyspiel.load_game("python_rumpus_arrr").new_initial_state()
    rng = random.Random(7)
    while state.is_chance_node() or state.moment.past[1].choices < 2:
        step(state, rng)
    assert state.resample_from_infostate(0, rng.random).moment.past[1].choices == 0
    assert state.resample_from_infostate(1, rng.random).moment.past[1] == state.moment.past[1]


@each_game
def test_an_observation_is_the_row_of_the_players_view(name: str) -> None:
    theirs = pyspiel.load_game(f"python_rumpus_{name}")
    for state in list(walk(theirs, seed=8, most=60))[::15]:
        for player in range(state.num_players()):
            row = observation(state.view(player)).astype(np.float32).tolist()
            assert state.observation_tensor(player) == row
            assert state.information_state_tensor(player)[: len(row)] == row
            assert row[0] == player


def after_rounds(rounds: list[tuple[int, int]]) -> Any:
    """BraveRats after both clans have laid these cards."""
    state = pyspiel.load_game("python_rumpus_braverats").new_initial_state()
    for cards in rounds:
        for card in cards:
            state.apply_action(card)
    return state


def test_what_was_seen_before_tells_information_states_apart() -> None:
    one, other = after_rounds([(7, 7), (0, 0), (5, 4)]), after_rounds([(0, 0), (7, 7), (5, 4)])
    assert sorted(one.legal_actions()) == sorted(other.legal_actions())
    assert one.information_state_string() != other.information_state_string()
    assert one.information_state_tensor() != other.information_state_tensor()
    assert one.information_state_string().startswith("seat 0, 3 choices, ")


def observer(theirs: Any, public: bool, private: Any, recall: bool = False) -> Any:
    kind = pyspiel.IIGObservationType(public_info=public, private_info=private, perfect_recall=recall)
    return theirs.make_py_observer(kind)


def test_what_all_know_and_what_one_knows_can_be_asked_apart() -> None:
    theirs, kinds = pyspiel.load_game("python_rumpus_arrr"), pyspiel.PrivateInfoType
    *_, state = walk(theirs, seed=10, most=80)
    public, private = observer(theirs, True, kinds.NONE), observer(theirs, False, kinds.SINGLE_PLAYER)
    nothing = observer(theirs, False, kinds.NONE)
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert private.string_from(state, 0) != private.string_from(state, 1)
    assert nothing.string_from(state, 0) == ""
    for one in (public, private, nothing):
        one.set_from(state, 1)
    assert public.tensor.tolist() == observation(state.view(NOBODY)).tolist()
    assert not nothing.tensor.any()


@pytest.mark.parametrize("name", NAMES)
def test_what_all_know_and_what_one_knows_alone_is_together_what_one_knows(name: str) -> None:
    theirs, kinds = pyspiel.load_game(f"python_rumpus_{name}"), pyspiel.PrivateInfoType
    public, private = observer(theirs, True, kinds.NONE), observer(theirs, False, kinds.SINGLE_PLAYER)
    for state in walk(theirs, seed=10, most=120):
        for player in range(theirs.num_players()):
            for one in (public, private):
                one.set_from(state, player)
            both = np.where(private.dict["differs"], private.dict["view"], public.tensor)
            assert both.tolist() == state.observation_tensor(player)
            assert not private.dict["view"][private.dict["differs"] == 0].any()


def test_nobody_observes_what_all_players_know_together() -> None:
    with pytest.raises(RumpusError, match="it would be the whole truth"):
        observer(pyspiel.load_game("python_rumpus_arrr"), True, pyspiel.PrivateInfoType.ALL_PLAYERS)


# Bots of OpenSpiel ------------------------------------------------------------------------------------------------


def play_out(theirs: Any, bot: Any, decisions: int) -> int:
    """Let a bot make so many decisions; the answer is how many it made."""
    state, rng, made = theirs.new_initial_state(), random.Random(11), 0
    while made < decisions and not state.is_terminal():
        if state.is_chance_node():
            step(state, rng)
        else:
            state.apply_action(bot.step(state))
            made += 1
    return made


@pytest.mark.parametrize("name", [name for name in NAMES if not definition(name).is_open])
def test_its_search_in_python_plays_games_with_secrets(name: str) -> None:
    theirs, luck = pyspiel.load_game(f"python_rumpus_{name}"), np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, luck)
    assert play_out(theirs, ismcts.ISMCTSBot(theirs, rollouts, 2.0, 4, random_state=luck), 4) == 4


@pytest.mark.parametrize("name", [name for name in NAMES if definition(name).is_open])
def test_its_search_in_python_plays_games_without_secrets(name: str) -> None:
    theirs, luck = pyspiel.load_game(f"python_rumpus_{name}"), np.random.RandomState(1)
    bot = mcts.MCTSBot(theirs, 2.0, 4, mcts.RandomRolloutEvaluator(1, luck), random_state=luck)
    assert play_out(theirs, bot, 4) == 4


@each_registered
def test_agents_of_its_own_learn_by_turns(name: str) -> None:
    theirs = pyspiel.load_game(name)
    if theirs.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        theirs = pyspiel.convert_to_turn_based(theirs)
    table = rl_environment.Environment(theirs)
    agents = [tabular_qlearner.QLearner(seat, table.action_spec()["num_actions"]) for seat in range(table.num_players)]
    moment, asked = table.reset(), 0
    while not moment.last():
        moment = table.step([agents[moment.current_player()].step(moment).action])
        asked += 1
    for agent in agents:
        agent.step(moment)
    assert asked >= table.num_players
    assert sum(moment.rewards) == pytest.approx(0)


def test_parameters_that_an_observer_does_not_know_are_refused() -> None:
    theirs = pyspiel.load_game("python_rumpus_braverats")
    with pytest.raises(WrongOption, match="no parameters of an observation, so colour cannot be"):
        theirs.make_py_observer(params={"colour": 3})


def test_an_outcome_that_cannot_be_is_refused() -> None:
    state = pyspiel.load_game("python_rumpus_mayhem").new_initial_state()
    for outcome in (-3, 9999):
        with pytest.raises(WrongAction, match=f"^{outcome} is not allowed now; allowed are"):
            state.table.after(state.moment, CHANCE, outcome)
