"""Measure one peer library on one core: random play, counted in decisions; search, counted in iterations.

    python measure.py NAME --seconds S [--core C]

prints one JSON line. It runs in the environment of requirements.txt and knows nothing of rumpus.
Each peer is a function that returns a chunk: a call that plays some whole games (Pgx: some steps
of its batch) and says how many decisions and games that was, or makes one search and says how
many iterations. The clock is read between chunks only. Imports are inside the functions, because
a process measures one peer and must be pinned to its core before a library counts the cores.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
import warnings
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from itertools import count
from typing import Any, NamedTuple

SEED = 1
ROLLOUTS = 1000
WARM_UP_SECONDS = 0.5

# Goofspiel as near to BraveRats as it comes: two hands of eight, both revealed every round, a
# winner and no chance. In the descending order the prizes need no chance nodes either.
GOOFSPIEL = {"players": 2, "num_cards": 8, "points_order": "descending", "returns_type": "win_loss"}

# Leduc poker with two suits, and the same game where the two cards of a rank are alike
LEDUC = "leduc_poker"
LEDUC_ALIKE = "leduc_poker(suit_isomorphism=True)"

PGX_BATCH = 8192
PGX_STEPS = 64

SIMULATIONS = 10_000
"""Of one search."""
UCT_C = 0.7


class Tally(NamedTuple):
    """What a chunk played; or how often a search or a solver went round."""

    decisions: int = 0
    games: int = 0
    iterations: int = 0


Chunk = Callable[[], Tally]


# ---- OpenSpiel: goofspiel with 8 cards ----


def load_goofspiel() -> Any:
    import pyspiel

    return pyspiel.load_game("goofspiel", GOOFSPIEL)


def play_goofspiel(game: Any) -> int:
    """Play one game of simultaneous choices through the Python interface; count the decisions."""
    rnd = random.random
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        first, second = state.legal_actions(0), state.legal_actions(1)
        state.apply_actions([first[int(rnd() * len(first))], second[int(rnd() * len(second))]])
        decisions += 2
    state.returns()
    return decisions


def play_in_turns(game: Any) -> int:
    """The same for the version of a game that asks one player after the other."""
    return play_on(game.new_initial_state())


def play_on(state: Any) -> int:
    steps = 0
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        steps += 1
    return steps


def decisions_per_game(play: Callable[[Any], int], game: Any) -> int:
    """Count what the C++ loops do not tell: the decisions of a game, the same in all games."""
    lengths = {play(game) for _ in range(100)}
    if len(lengths) != 1:
        raise RuntimeError(f"{game} was expected to have one length, and has {sorted(lengths)}")
    return lengths.pop()


def openspiel_python() -> Chunk:
    """Legal actions, choice and application in Python: what a user of pyspiel writes."""
    game = load_goofspiel()

    def chunk(games: int = 100) -> Tally:
        return Tally(sum(play_goofspiel(game) for _ in range(games)), games)

    return chunk


def openspiel_evaluate_bots() -> Chunk:
    """Whole games in C++ between two uniform random bots, one call each."""
    import pyspiel

    game = load_goofspiel()
    length = decisions_per_game(play_goofspiel, game)
    bots = [pyspiel.make_uniform_random_bot(player, SEED + player) for player in range(2)]
    start = game.new_initial_state()  # copying it is a little faster than asking for a new one
    seeds = count(SEED)

    def chunk(games: int = 200) -> Tally:
        for _ in range(games):
            pyspiel.evaluate_bots(start.clone(), bots, next(seeds))
        return Tally(length * games, games)

    return chunk


def openspiel_rollouts() -> Chunk:
    """Random rollouts from the start, in C++, by the evaluator of its tree search.

    Python cannot call the evaluator itself. A search of a single simulation does nothing but ask
    it for the value of the root, which is the mean of all its rollouts; so one call is `rollouts`
    games and next to nothing else. The search takes games in turns only.
    """
    import pyspiel

    game = pyspiel.convert_to_turn_based(load_goofspiel())
    length, roll = decisions_per_game(play_in_turns, game), rolling_from(game.new_initial_state())

    def chunk() -> Tally:
        roll()
        return Tally(length * ROLLOUTS, ROLLOUTS)

    return chunk


def openspiel_hearts() -> Chunk:
    """The same for four players at hearts, from where the cards are dealt; counted in steps."""
    import pyspiel

    start = after_the_deal(pyspiel.load_game("hearts"))
    steps, roll = decisions_per_game(lambda _: play_on(start.clone()), start), rolling_from(start)

    def chunk() -> Tally:
        roll()
        return Tally(games=ROLLOUTS, iterations=steps * ROLLOUTS)

    return chunk


def rolling_from(start: Any) -> Callable[[], None]:
    """Plays ROLLOUTS random games from there."""
    import pyspiel

    game = start.get_game()
    bot = pyspiel.MCTSBot(
        game=game,
        evaluator=pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=SEED),
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=1,
        solve=False,
        seed=SEED,
        verbose=False,
    )
    return lambda: bot.mcts_search(start)


# ---- OpenSpiel: searching and solving Leduc poker ----


def after_the_deal(game: Any) -> Any:
    """Both have a jack and nobody has bet: the state in which the first player thinks."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def openspiel_ismcts(name: str) -> Chunk:
    """One search of its C++ bot: a new world and one random rollout in every simulation."""
    import pyspiel

    bot = pyspiel.ISMCTSBot(
        SEED,
        pyspiel.RandomRolloutEvaluator(1, SEED),
        UCT_C,
        SIMULATIONS,
        -1,  # worlds: as many as simulations
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,  # places in the tree are known by what a player remembers, not only by what lies there
        False,  # in all worlds of a place the same actions are legal
    )
    state = after_the_deal(pyspiel.load_game(name))

    def chunk() -> Tally:
        bot.step(state)
        return Tally(iterations=SIMULATIONS)

    return chunk


def openspiel_cfr() -> Chunk:
    """CFR+ in C++, on the game that is ours card by card."""
    import pyspiel

    solver = pyspiel.CFRPlusSolver(pyspiel.load_game(LEDUC_ALIKE))

    def chunk(iterations: int = 10) -> Tally:
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        return Tally(iterations=iterations)

    return chunk


# ---- Leduc Hold'em, where the others have nothing nearer ----


def pgx() -> Chunk:
    """A batch stepped in one compiled scan, with Pgx's own random choice and automatic reset."""
    import jax
    from jax import numpy as jnp
    from pgx import make
    from pgx.experimental import act_randomly, auto_reset

    env = make("leduc_holdem")
    step = jax.vmap(auto_reset(env.step, env.init))

    def advance(carry: Any, _: None) -> tuple[Any, None]:
        state, key, games = carry
        key, choice_key, step_key = jax.random.split(key, 3)
        action = act_randomly(choice_key, state.legal_action_mask)
        state = step(state, action, jax.random.split(step_key, PGX_BATCH))
        return (state, key, games + state.terminated.sum()), None

    @jax.jit
    def scan(state: Any, key: Any) -> Any:
        return jax.lax.scan(advance, (state, key, jnp.int32(0)), None, length=PGX_STEPS)[0]

    key, start_key = jax.random.split(jax.random.PRNGKey(SEED))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(start_key, PGX_BATCH))

    def chunk() -> Tally:
        nonlocal state, key
        state, key, games = jax.block_until_ready(scan(state, key))
        return Tally(PGX_BATCH * PGX_STEPS, int(games))

    return chunk


def rlcard() -> Chunk:
    """Reset and step with the legal actions of the state.

    `Env.run` with its RandomAgent would be slower: the agent calls numpy for every choice, and
    the run keeps all trajectories.
    """
    from rlcard import make

    env = make("leduc-holdem", {"seed": SEED})
    rnd = random.random

    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            legal = state["raw_legal_actions"]
            state, _ = env.step(legal[int(rnd() * len(legal))], raw_action=True)
            decisions += 1
        env.get_payoffs()
        return decisions

    def chunk(games: int = 50) -> Tally:
        return Tally(sum(play() for _ in range(games)), games)

    return chunk


def pettingzoo() -> Chunk:
    """Last, choice by the mask, step; without the wrappers that check the caller.

    The game ends at the first termination; the empty steps that `agent_iter` makes afterwards
    for the agents that are done are left out. The wrappers alone would take half of the speed.
    """
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"  # pygame greets on stdout, where the JSON goes
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the import prefers a registry
        from pettingzoo.classic import leduc_holdem_v4

    env = leduc_holdem_v4.raw_env()
    env.reset(seed=SEED)
    rnd = random.random

    def play() -> int:
        env.reset()
        decisions = 0
        while True:
            observation, _reward, terminated, truncated, _info = env.last()
            if terminated or truncated:
                return decisions
            mask = observation["action_mask"].tolist()
            legal = [action for action, allowed in enumerate(mask) if allowed]
            env.step(legal[int(rnd() * len(legal))])
            decisions += 1

    def chunk(games: int = 20) -> Tally:
        return Tally(sum(play() for _ in range(games)), games)

    return chunk


# ---- the measurement ----


class Peer(NamedTuple):
    """How to make a peer's chunk, and the packages whose versions belong to its number."""

    make_chunk: Callable[[], Chunk]
    packages: tuple[str, ...]
    is_pinned: bool = True


PEERS = {
    "openspiel-python": Peer(openspiel_python, ("open_spiel",)),
    "openspiel-evaluate-bots": Peer(openspiel_evaluate_bots, ("open_spiel",)),
    "openspiel-rollouts": Peer(openspiel_rollouts, ("open_spiel",)),
    "openspiel-ismcts": Peer(partial(openspiel_ismcts, LEDUC), ("open_spiel",)),
    "openspiel-ismcts-alike": Peer(partial(openspiel_ismcts, LEDUC_ALIKE), ("open_spiel",)),
    "openspiel-cfr": Peer(openspiel_cfr, ("open_spiel",)),
    "openspiel-hearts": Peer(openspiel_hearts, ("open_spiel",)),
    "pgx": Peer(pgx, ("pgx", "jax")),
    "rlcard": Peer(rlcard, ("rlcard",)),
    "pettingzoo": Peer(pettingzoo, ("pettingzoo", "rlcard")),
}


def describe(packages: tuple[str, ...]) -> str:
    """`2.6.0 (jax 0.10.2)`: the peer's own version, then those of what it stands on."""
    own, *others = packages
    under = ", ".join(f"{package} {version(package)}" for package in others)
    return f"{version(own)} ({under})" if under else version(own)


def use_one_core(core: int | None) -> None:
    """Pin this process, and keep the numeric libraries from starting threads of their own."""
    if hasattr(os, "sched_setaffinity"):  # Linux only; elsewhere the settings below must do
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0)) if core is None else core})
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"


def run_for(chunk: Chunk, seconds: float) -> tuple[Tally, float]:
    """Repeat the chunk, once at least, until the seconds are over; the time it really took."""
    total = Tally()
    start = time.perf_counter()
    elapsed = 0.0
    while not any(total) or elapsed < seconds:
        total = Tally(*map(sum, zip(total, chunk(), strict=True)))
        elapsed = time.perf_counter() - start
    return total, elapsed


def positive(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError(text)
    return number


def parse_arguments(peers: dict[str, Peer]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure one library on one core.")
    parser.add_argument("name", choices=peers, metavar="NAME", help=", ".join(peers))
    parser.add_argument("--seconds", type=positive, default=2.0, help="how long (default: 2)")
    parser.add_argument("--core", type=int, help="the core to run on (default: the first allowed)")
    arguments = parser.parse_args()
    try:
        if peers[arguments.name].is_pinned:
            use_one_core(arguments.core)
    except (OSError, OverflowError, ValueError):
        parser.error(f"this process may not use core {arguments.core}")
    return arguments


def main(peers: dict[str, Peer]) -> None:
    arguments = parse_arguments(peers)
    peer = peers[arguments.name]
    random.seed(SEED)
    chunk = peer.make_chunk()
    run_for(chunk, WARM_UP_SECONDS)  # compiles, where there is something to compile
    before = time.process_time()
    tally, seconds = run_for(chunk, arguments.seconds)
    cores = (time.process_time() - before) / seconds  # fewer than it wanted: something else was running
    report = {"name": arguments.name, **tally._asdict(), "seconds": round(seconds, 6), "cores": round(cores, 3)}
    print(json.dumps(report | {"version": describe(peer.packages)}))


if __name__ == "__main__":
    main(PEERS)
