"""Batches on a GPU. There is none where tests run: what it would do is seen in numba's simulator, in processes."""

import os
import subprocess
import sys
from typing import Any

import numba
import numpy as np
import pytest

import rumpus
from rumpus.batches import gpu
from rumpus.batches.games import one
from rumpus.batches.kernels.compiling import with_marks
from rumpus.batches.kernels.playing import (
    IDLE,
    Playing,
    begin_work,
    open_slot,
    play_whole,
    slot_record,
    step_slot,
    work_record,
)
from rumpus.catalogue import NAMES, definition
from rumpus.core.kernel import runnable
from rumpus.core.memory import copy
from rumpus.core.rng import draw, generator, start_stream
from rumpus.core.rules import acting, twin
from tests.batches.lockstep import GAMES
from tests.batches.on_simulator import STEPS, TABLES
from tests.waiting import but_the_first


def run(*words: str, **environment: str) -> str:
    """What another Python says."""
    done = subprocess.run(
        [sys.executable, "-W", "error", *words],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def simulated(check: str, name: str) -> int:
    """How many things were compared in the simulator."""
    return int(run("-m", "tests.batches.on_simulator", check, name, NUMBA_ENABLE_CUDASIM="1", RUMPUS_MODE="plain"))


@pytest.mark.parametrize("name", but_the_first(NAMES))
def test_a_step_on_a_gpu_leaves_the_same_bytes_as_on_a_processor(name: str) -> None:
    assert simulated("steps", name) == TABLES * (STEPS + 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_so_it_does_beside_bots_for_the_most_players_with_all_that_can_be_asked_for(name: str) -> None:
    assert simulated("steps_beside_bots", name) == TABLES * (STEPS + 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_whole_games_on_a_gpu_are_those_of_the_rules_with_the_chance_of_seed_and_number(name: str) -> None:
    assert simulated("games", name) == 2


@pytest.mark.slow
def test_actions_that_are_still_being_made_are_waited_for() -> None:
    assert simulated("waiting", "braverats") == TABLES


@pytest.mark.slow
def test_games_in_sorted_slots_are_the_same_games() -> None:
    assert simulated("sorted_games", "braverats") == 9


@pytest.mark.parametrize("name", NAMES)
def test_a_game_played_in_a_slot_round_by_round_is_the_game_played_alone(name: str) -> None:
    game = definition(name).open()
    alone, by_slots = playing(game, 3), playing(game, 3)
    work, table = np.zeros(1, work_record(game.rules, game.seats)), np.zeros(1, twin(game.rules.STATE))
    own = np.zeros(1, slot_record())
    begin_work(work[0])
    for number in range(3):
        play_whole(alone, alone.boxes, work[0], table, number)
    for slot in range(len(by_slots.slots)):
        open_slot(by_slots, slot, slot)
    while (by_slots.slots["kind"] != IDLE).any():
        for busy in np.flatnonzero(by_slots.slots["kind"] != IDLE):
            step_slot(by_slots, by_slots.boxes, int(busy), work[0], own, table, 3)
    for kept, expected in zip(by_slots[-3:], alone[-3:], strict=True):
        assert kept.tolist() == expected.tolist()
    assert alone.kept_lengths.all()


def playing(game: Any, games: int) -> Playing:
    """Memory for some games, in numpy's arrays, with two slots."""
    zeros, seats = np.zeros, game.seats
    return Playing(
        one(game.rules.BOX, game.box), one(game.rules.STATE, game.fresh_state()),
        zeros(1, work_record(game.rules, seats)), zeros(1, twin(game.rules.STATE)), generator(3),
        zeros(2, slot_record()), zeros(2, game.rules.STATE),
        zeros((seats, 3), np.int64), zeros(3, np.int64),
        zeros((games, seats), np.int8), zeros((games, seats), np.int16), zeros(games, np.int16),
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_code_that_is_made_for_a_gpu_plays_the_same_games_until_each_has_ended(name: str) -> None:
    assert int(run("-m", "tests.batches.gpu_code", name).splitlines()[-1]) == GAMES


@pytest.mark.slow
def test_games_are_played_to_their_end_on_a_gpu_as_on_a_processor() -> None:
    assert simulated("playing", "braverats") == TABLES


@pytest.mark.slow
def test_what_was_saved_on_a_gpu_comes_back() -> None:
    assert simulated("saving", "braverats") == 2


@pytest.mark.slow
def test_its_arrays_are_handed_over_without_a_copy_and_kept_while_somebody_holds_them() -> None:
    assert simulated("handing_over", "braverats") == STEPS


@pytest.mark.slow
def test_what_is_written_into_arrays_that_were_handed_over_changes_no_game() -> None:
    assert simulated("writing", "braverats") == STEPS


@pytest.mark.slow
def test_the_rules_of_a_game_that_is_opened_later_can_be_compiled_too() -> None:
    assert simulated("opened_later", "braverats") > 10


def test_mistakes_with_a_gpu_get_a_sentence() -> None:
    assert simulated("refusing", "braverats") == 15


@pytest.mark.slow
def test_on_a_gpu_too_a_beginning_from_which_the_owner_is_never_asked_is_told() -> None:
    assert simulated("asking_in_vain", "braverats") == 2


@pytest.mark.slow
def test_too_many_games_for_a_gpu_get_a_sentence() -> None:
    assert simulated("without_room", "braverats") == 2


@pytest.mark.slow
def test_a_batch_on_a_gpu_can_be_copied_and_pickled() -> None:
    assert simulated("copying", "braverats") == 3


OTHERS_KERNEL = """
from numba.cuda import types
from numba.cuda.compiler import compile_cuda
from rumpus.batches.kernels.compiling import our_ways
from rumpus.batches.kernels import on_gpu
from tests.batches.gpu_code import do_without_its_compiler

do_without_its_compiler()

def add_up(number, found):
    for place in range(number):
        found[0] += place

def loops(is_ours):
    kinds = types.int64, types.int64[::1]
    if not is_ours:
        return str(compile_cuda(add_up, types.void, kinds, cc=(9, 0)).library.llvm_strs)
    with our_ways(False):
        return str(compile_cuda(add_up, types.void, kinds, cc=(9, 0)).library.llvm_strs)

print("bitcast i64" in loops(True) or "to i32*" in loops(True), "to i32*" in loops(False))
"""


def test_kernels_of_others_count_as_far_as_they_did() -> None:
    assert run("-c", OTHERS_KERNEL) == "True False"


LINKED = """
from numba.cuda import decorators
decorators._have_nvjitlink = lambda: True  # as where there is a card
from rumpus.batches.kernels import on_gpu

kernels = [value for value in vars(on_gpu).values() if hasattr(value, "targetoptions")]
print(len(kernels), {kernel.targetoptions["lto"] for kernel in kernels})
"""


def test_our_kernels_are_compiled_whole_and_not_when_they_are_linked() -> None:
    """There the compiler would not be told how."""
    number, lto = run("-c", LINKED).split(maxsplit=1)
    assert int(number) == 10
    assert lto == "{False}"


OPTIONS = """
from numba.cuda.cudadrv import nvvm
asked = []
nvvm.compile_ir = lambda texts, **options: asked.append(options) or b""
from rumpus.batches.kernels.compiling import our_ways
from tests.waiting import but_the_first

with our_ways(False):
    nvvm.compile_ir([], opt=3)
nvvm.compile_ir([], opt=3)
print(*("disable_BranchDistPass" in options for options in asked))
"""


def test_nvidias_compiler_leaves_the_branches_of_our_kernels_as_they_are_and_of_no_others() -> None:
    """Joined, they cleared another field than the rules say: seen on a card, by tools/gpu_check.py."""
    assert run("-c", OPTIONS) == "True False"


def test_there_are_two_devices_and_no_other() -> None:
    with pytest.raises(rumpus.RumpusError, match=r"^There is no device 'tpu': the devices are cpu and gpu\.$"):
        rumpus.batch("braverats", 2, device="tpu")  # type: ignore[call-overload]


# What may be missing


@pytest.fixture
def _asked_anew() -> Any:
    gpu._imported.cache_clear()
    yield
    gpu._imported.cache_clear()


@pytest.mark.usefixtures("_asked_anew")
def test_without_numba_cuda_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "find_spec", lambda name: None)
    with pytest.raises(
        gpu.NoGpu, match=r"^A GPU needs numba-cuda, which is not installed: pip install 'rumpus\[gpu\]'\.$"
    ):
        rumpus.batch("braverats", 2, device="gpu")


@pytest.mark.usefixtures("_asked_anew")
def test_versions_that_do_not_fit_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(numba, "cuda", raising=False)
    monkeypatch.setitem(sys.modules, "numba.cuda", None)
    with pytest.raises(
        gpu.NoGpu, match=rf"numba {numba.__version__} and numpy {np.__version__} do not fit together \("
    ):
        gpu.random_games(definition("braverats").open(), 2)


class DynamicLibNotFoundError(RuntimeError):
    """As numba-cuda has it from cuda-pathfinder."""


class WithoutRuntime:
    """Finds numba-cuda, which does not find what it needs of CUDA."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name == "numba.cuda":
            raise DynamicLibNotFoundError(
                'Failure finding "libcudart.so.13 or libcudart.so.12": No such file: and so on'
            )


@pytest.mark.usefixtures("_asked_anew")
def test_a_missing_part_of_cuda_is_named_and_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(numba, "cuda", raising=False)
    monkeypatch.delitem(sys.modules, "numba.cuda", raising=False)
    monkeypatch.setattr(sys, "meta_path", [WithoutRuntime(), *sys.meta_path])
    with pytest.raises(gpu.NoGpu) as caught:
        rumpus.batch("braverats", 2, device="gpu")
    assert str(caught.value) == (
        "A GPU needs a part of CUDA that is not installed (libcudart.so.13 or libcudart.so.12):"
        " pip install 'rumpus[gpu]'."
    )


def test_without_a_gpu_it_says_so() -> None:
    program = "import rumpus\ntry: rumpus.batch('braverats', 2, device='gpu')\nexcept rumpus.RumpusError as e: print(e)"
    said = run("-c", program, CUDA_VISIBLE_DEVICES="", NUMBA_ENABLE_CUDASIM="0")
    assert said.startswith("CUDA finds no GPU here (")
    assert said.endswith("; batches on the processor work everywhere.")


def test_nobody_who_does_not_ask_for_a_gpu_imports_what_it_needs() -> None:
    program = "import sys, rumpus, rumpus.batches; rumpus.batch('braverats', 2); print('numba_cuda' in sys.modules)"
    assert run("-c", program, RUMPUS_MODE="plain") == "False"


# Chance


@pytest.mark.parametrize("number", [0, 1, 2**31, 2**32 - 1, 2**32, 2**40 + 7])
def test_a_stream_begins_alike_in_both_modes(number: int) -> None:
    plain, compiled = np.zeros(4, np.int64), np.zeros(4, np.int64)
    start_stream(plain, generator(9), number)
    runnable(start_stream, "compiled")(compiled, generator(9), number)
    assert plain.tolist() == compiled.tolist()


def test_streams_of_different_numbers_and_seeds_have_nothing_in_common() -> None:
    streams, seeds = np.zeros((4000, 4), np.int64), (generator(1), generator(2))
    for here in range(len(streams)):
        start_stream(streams[here], seeds[here % 2], here // 2 << (0 if here < 2000 else 32))
    assert len({tuple(stream) for stream in streams.tolist()}) == len(streams)
    draws = np.array([[draw(stream) for _ in range(8)] for stream in streams]) / 2**32
    assert abs(draws.mean() - 0.5) < 0.01
    assert np.abs(np.corrcoef(draws.T) - np.eye(8)).max() < 0.08
    assert np.abs(np.corrcoef(draws[:-2, 0], draws[2:, 0])[0, 1]) < 0.08


# Rich rules

MODULE = """define i64 @"{name}"(i64 %".1")
{{
entry:
  br label %"B2"
B2:
  %".2" = phi i64 [0, %"entry"], [%".3", %"B4"]
  br i1 %".4", label %"B4", label %"B6"
B4:
  br label %"B2"
B6:
  ret i64 0
}}
define i64 @"other"()
{{
B7:
  br label %"B2"
B2:
  ret i64 0
}}"""


def test_every_jump_back_is_marked_and_the_question_whether_a_loop_goes_on_and_no_other() -> None:
    text = MODULE.format(name="_ZN5rules5legal")
    lines = with_marks(text).splitlines()
    changed = [number for number, line in enumerate(text.splitlines()) if lines[number] != line]
    assert changed == [6, 8]
    assert lines[6] == '  br i1 %".4", label %"B4", label %"B6", !llvm.loop !900001'
    assert lines[8] == '  br label %"B2", !llvm.loop !900001'
    assert lines[-2:] == ["!900001 = distinct !{!900001, !900002}", '!900002 = !{!"llvm.loop.unroll.disable"}']


def test_loops_of_generic_kernels_are_left_to_the_compiler() -> None:
    text = MODULE.format(name="_ZN6rumpus4core5batch13random_actionE")
    assert with_marks(text).startswith(text)


@pytest.mark.parametrize("name", NAMES)
def test_the_twin_of_a_state_differs_in_length_alone_and_the_same_rules_answer_for_it(name: str) -> None:
    game = definition(name).open()
    own, other = np.zeros(1, twin(game.rules.STATE)), one(game.rules.STATE, game.fresh_state())
    copy(own, 0, other, 0)
    assert own.dtype.names == other.dtype.names
    assert own.tobytes()[: other.itemsize] == other.tobytes()
    assert own.itemsize == other.itemsize + 8
    assert acting(game.box, own[0]) == acting(game.box, other[0])
