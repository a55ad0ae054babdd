"""Kernels: one source, two ways to run it, and where the machine code is kept."""

import ast
import importlib.util
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType

import numba
import pytest

from rumpus.core import kernel as kernels
from rumpus.core.errors import RumpusError, WrongMode
from rumpus.core.kernel import cache_root, checked_mode, compiled, kernel, mode, runnable, set_mode, sources_digest
from tests.core.conftest import Run

SOME_TIME = 1_700_000_000_000_000_000
"""In nanoseconds."""
TINY = """
from rumpus.core.kernel import compiled, kernel

@kernel
def doubled(number: int) -> int:
    return number * {factor}

@kernel
def doubled_and_one(number: int) -> int:
    return doubled(number) + 1

if __name__ == "__main__":
    print(compiled(doubled_and_one)(20))
"""


@kernel
def collatz_steps(number: int, factor: int = 3) -> int:
    steps = 0
    while number != 1:
        number = number // 2 if is_even(number) else factor * number + 1
        steps += 1
    return steps


@kernel
def is_even(number: int) -> bool:
    return number % 2 == 0


@pytest.fixture
def process_mode() -> Iterator[None]:
    """Whatever a test sets, the process is afterwards as it was."""
    before = mode()
    yield
    set_mode(before)


# Plain and compiled -----------------------------------------------------------------------------------------------


def test_a_kernel_stays_a_plain_function() -> None:
    def function(number: int) -> int:
        return number

    assert kernel(function) is function
    assert isinstance(collatz_steps, FunctionType)
    assert collatz_steps(27) == 111


@pytest.mark.parametrize("number", [1, 2, 6, 27, 97])
def test_plain_and_compiled_give_the_same(number: int) -> None:
    assert runnable(collatz_steps, "compiled")(number, 3) == runnable(collatz_steps, "plain")(number, 3)


def test_a_compiled_kernel_is_made_once() -> None:
    assert compiled(collatz_steps) is compiled(collatz_steps)


def test_a_compiled_kernel_takes_a_default_as_a_plain_one_does() -> None:
    assert compiled(collatz_steps)(27) == collatz_steps(27)


def test_a_compiled_kernel_takes_an_argument_by_its_name_as_a_plain_one_does() -> None:
    assert compiled(collatz_steps)(27, factor=3) == collatz_steps(27, factor=3)


# Which of the two -------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("process_mode")
def test_the_mode_is_set_for_the_process() -> None:
    set_mode("plain")
    assert mode() == "plain"
    assert runnable(collatz_steps) is collatz_steps
    set_mode("compiled")
    assert mode() == "compiled"
    assert runnable(collatz_steps) is compiled(collatz_steps)


@pytest.mark.usefixtures("process_mode")
def test_a_call_may_say_otherwise() -> None:
    set_mode("compiled")
    assert runnable(collatz_steps, "plain") is collatz_steps
    set_mode("plain")
    assert runnable(collatz_steps, "compiled") is compiled(collatz_steps)


@pytest.mark.parametrize(
    "refused", [set_mode, checked_mode, lambda chosen: runnable(collatz_steps, chosen)], ids=["process", "name", "call"]
)
def test_a_wrong_mode_is_refused_with_a_sentence(refused: Callable[[str], object]) -> None:
    before = mode()
    with pytest.raises(WrongMode, match=r"^There is no mode 'fast': the modes are 'plain' and 'compiled'\.$") as caught:
        refused("fast")
    assert isinstance(caught.value, RumpusError)
    assert isinstance(caught.value, ValueError)
    assert mode() == before


ASKING = """
from rumpus.core.kernel import kernel, mode, runnable
@kernel
def nothing() -> None:
    pass
try:
    print(mode(), runnable(nothing) is nothing)
except ValueError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("chosen", "answer"),
    [
        ("plain", "plain True"),
        ("compiled", "compiled False"),
        ("fast", "There is no mode 'fast': the modes are 'plain' and 'compiled'."),
    ],
)
def test_a_variable_chooses_the_mode_of_a_process(run: Run, chosen: str, answer: str) -> None:
    done = run(ASKING, RUMPUS_MODE=chosen)
    assert (done.returncode, done.stdout.strip()) == (0, answer)


# numba only where it is needed ------------------------------------------------------------------------------------


def test_importing_rumpus_does_not_import_numba(run: Run) -> None:
    done = run("import sys, rumpus; print(rumpus.__version__, 'numba' in sys.modules)")
    assert done.stdout.split()[1:] == ["False"]


PLAIN_MATCH = """
import sys, rumpus
game = rumpus.game("braverats", switches={"random_deal": True, "lucky_draw": True})
match = game.match(seed=1)
while not match.over:
    seat = min(match.acting)
    match.play(seat, match.legal(seat)[0])
results = game.random_games(2, seed=1, mode="plain")
print(match.over, len(results.lengths), "numba" in sys.modules)
"""


def test_a_match_and_games_in_plain_mode_do_without_numba(run: Run) -> None:
    assert run(PLAIN_MATCH).stdout.split() == ["True", "2", "False"]


def test_numbas_own_setting_of_its_cache_is_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", "somebody's own folder")

    def fresh(number: int) -> int:
        return number

    assert compiled(fresh)(4) == 4
    assert numba.config.CACHE_DIR == "somebody's own folder"


# Where machine code is kept ---------------------------------------------------------------------------------------


def imported(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def kernel_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of kernels, imported; forgotten after the test."""
    monkeypatch.setattr(kernels, "_kernels", list(kernels._kernels))
    monkeypatch.setattr(kernels, "_read", dict(kernels._read))
    file = tmp_path / "some_kernels.py"
    file.write_text(TINY.format(factor=2))
    imported(file)
    return file


def test_the_caches_name_changes_with_a_compiled_source(kernel_file: Path) -> None:
    before = sources_digest()
    assert sources_digest() == before
    kernel_file.write_text(TINY.format(factor=3))
    changed = sources_digest()
    assert changed != before
    kernel_file.write_text(TINY.format(factor=2))
    assert sources_digest() == before


def test_the_caches_name_changes_with_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    before = sources_digest()
    monkeypatch.setattr(numba, "__version__", "0.0.0")
    assert sources_digest() != before


def files_imported_by(file: Path) -> set[Path]:
    """The files of the package that a file takes names from."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("rumpus."):
            base = kernels.PACKAGE.parent.joinpath(*node.module.split("."))
            places = [base.with_suffix(".py"), *(base / f"{alias.name}.py" for alias in node.names)]
            found |= {place for place in places if place.exists()}
    return found


def test_every_source_is_covered_from_which_a_compiled_one_takes_numbers() -> None:
    """Numbers of a module are frozen into machine code: where they change, it has to be made again."""
    rules = {file for file in kernels.sources() if kernels.PACKAGE / "games" in file.parents}
    assert rules
    needed = {needed for file in rules for needed in files_imported_by(file)}
    assert {str(file) for file in needed - set(kernels.sources())} == set()


def test_the_cache_lies_where_the_user_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("RUMPUS_CACHE", str(tmp_path / "ours"))
    assert cache_root() == tmp_path / "ours" / "rumpus"
    monkeypatch.delenv("RUMPUS_CACHE")
    assert cache_root() == tmp_path / "xdg" / "rumpus"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_root() == Path.home() / ".cache" / "rumpus"


def test_the_caches_directory_bears_the_digest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RUMPUS_CACHE", str(tmp_path))
    folder = kernels.kept_directory()
    assert folder == tmp_path / "rumpus" / "code" / sources_digest()
    assert folder.is_dir()


def test_old_directories_are_pruned_oldest_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RUMPUS_CACHE", str(tmp_path))
    root = tmp_path / "rumpus" / "code"
    for age in range(6):
        folder = root / f"age{age}"
        folder.mkdir(parents=True)
        (folder / "code.nbc").write_bytes(b"code")
        os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    kept = kernels.kept_directory()
    assert {folder.name for folder in root.iterdir()} == {kept.name, "age0", "age1"}
    assert len(list(root.iterdir())) == kernels.KEPT_CACHES


def test_a_directory_that_is_used_again_is_not_pruned(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RUMPUS_CACHE", str(tmp_path))
    root = tmp_path / "rumpus" / "code"
    for name in [*"abcd", sources_digest()]:
        (root / name).mkdir(parents=True)
    os.utime(root / sources_digest(), (1, 1))
    assert kernels.kept_directory().is_dir()


def test_without_a_folder_to_write_to_it_works_all_the_same(run: Run, tmp_path: Path) -> None:
    """And leaves no code elsewhere: beside the sources nobody would notice that it is out of date."""
    program = tmp_path / "tiny.py"
    program.write_text(TINY.format(factor=2))
    occupied = tmp_path / "occupied"
    occupied.write_text("")
    done = run(program, RUMPUS_CACHE=str(occupied))
    assert (done.returncode, done.stdout.strip()) == (0, "41")
    assert [str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*.nb?")] == []


# Nobody waits in silence ------------------------------------------------------------------------------------------


def test_a_first_compilation_is_announced_and_a_second_process_loads_in_silence(run: Run, tmp_path: Path) -> None:
    program, cache = tmp_path / "tiny.py", tmp_path / "cache"
    program.write_text(TINY.format(factor=2))
    first = run(program)
    assert first.stdout == "41\n"
    assert first.stderr == "Compiling doubled and one (once; kept for the next start) ...\n"
    assert {file.parents[1].parent for file in cache.rglob("*.nbc")} == {cache / "rumpus" / "code"}
    second = run(program)
    assert (second.stdout, second.stderr) == ("41\n", "")


PROGRAM = """
from helpers import doubled
from rumpus.core.kernel import compiled, kernel
@kernel
def twice_doubled(number: int) -> int:
    return doubled(doubled(number))
if __name__ == "__main__":
    print(twice_doubled(10), compiled(twice_doubled)(10))
"""
MEANWHILE = """
from pathlib import Path
from program import compiled, twice_doubled
source = Path("helpers.py")
source.write_text(source.read_text().replace("* 2", "* 300"))
print(twice_doubled(10), compiled(twice_doubled)(10))
"""
NOT_KEPT = "Compiling twice doubled (not kept: its source has changed) ...\n"


@pytest.fixture
def two_files(tmp_path: Path) -> tuple[Path, Path]:
    """A program, which says what comes out in plain Python and in machine code, and kernels that it calls."""
    program, helpers = tmp_path / "program.py", tmp_path / "helpers.py"
    program.write_text(PROGRAM)
    helpers.write_text(TINY.format(factor=2))
    return program, helpers


TWO_AT_ONCE = """
from rumpus.core.kernel import compiled, kernel

@kernel
def doubled(number: int) -> int:
    return number * 2

def ask() -> None:
    from numba.core import event
    with event.install_recorder("numba:compile") as made:
        said = compiled(doubled)(20)
    print(f"{said}{'made' * any(True for _ in made.buffer)}")

if __name__ == "__main__":
    from multiprocessing import get_context
    both = [get_context("spawn").Process(target=ask) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
"""


def test_of_two_processes_that_want_the_same_code_one_makes_it_and_both_have_it(run: Run, tmp_path: Path) -> None:
    program = tmp_path / "two.py"
    program.write_text(TWO_AT_ONCE)
    done = run(program)
    assert sorted(done.stdout.split()) == ["40", "40made"], done.stderr


def test_a_kernel_changed_in_another_file_is_compiled_again(run: Run, two_files: tuple[Path, Path]) -> None:
    """numba itself would load the old code: it looks only at the file of the function that is called."""
    program, helpers = two_files
    assert run(program).stdout == "40 40\n"
    helpers.write_text(TINY.format(factor=300))  # of another length, or Python itself may not see it within a second
    assert run(program).stdout == "900000 900000\n"


def test_code_of_a_source_that_was_changed_after_it_was_imported_is_not_kept_for_the_next_process(
    run: Run, two_files: tuple[Path, Path]
) -> None:
    first = run(MEANWHILE)
    assert (first.stdout, first.stderr) == ("40 40\n", NOT_KEPT)
    assert run(two_files[0]).stdout == "900000 900000\n"


def test_a_change_that_python_does_not_see_within_a_second_is_seen_by_the_next_process(
    run: Run, two_files: tuple[Path, Path]
) -> None:
    program, helpers = two_files
    os.utime(helpers, ns=(SOME_TIME, SOME_TIME))
    assert run(program, PYTHONDONTWRITEBYTECODE="").stdout == "40 40\n"
    (bytecode,) = helpers.parent.glob("__pycache__/helpers.*")
    helpers.write_text(TINY.format(factor=3))
    for later, file in enumerate((bytecode, helpers), start=1):
        os.utime(file, ns=(SOME_TIME + later, SOME_TIME + later))
    second = run(program, PYTHONDONTWRITEBYTECODE="")
    assert (second.stdout, second.stderr) == ("40 40\n", NOT_KEPT)
    assert run(program, PYTHONDONTWRITEBYTECODE="").stdout == "90 90\n"


LATE_GAME = """
import numpy as np
import rumpus
from rumpus.core.game import Game
from rumpus.core.kernel import compiled, kernel
from rumpus.core.rules import Box, State, acting

@kernel
def who(box: Box, table: State) -> int:
    return acting(box, table[0])

def asked(game: Game) -> int:
    table = np.zeros(1, game.rules.STATE)
    table[0] = game.fresh_state()
    return compiled(who)(game.box, table)

first = asked(rumpus.game("braverats"))
from tests.core import highcard
print(first, asked(highcard.GAME.open()))
"""


def test_a_game_that_is_opened_after_another_was_compiled_can_be_compiled_too(run: Run, tmp_path: Path) -> None:
    program = tmp_path / "late.py"
    program.write_text(LATE_GAME)
    done = run(program)
    assert (done.stdout.strip(), done.returncode) == ("3 -1", 0), done.stderr[-300:]
