"""One source, two ways to run it: plain Python, and machine code made by numba.

A function marked ``@kernel`` stays an ordinary Python function: calling it runs plain Python, with debugger, coverage
and no compiler. `compiled(function)` is the same function as machine code. Only entry points that loop for long are
worth that: a call from Python into machine code costs some twenty microseconds, so loops belong inside a kernel.

numba is imported when it is first needed, because importing it takes longer than most commands run.
"""

import hashlib
import inspect
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

from rumpus.core.errors import WrongMode
from rumpus.core.turns import one_at_a_time

P = ParamSpec("P")
R = TypeVar("R")

PLAIN, COMPILED = "plain", "compiled"
PACKAGE = Path(__file__).parents[1]
KEPT_CACHES = 3
SECOND, UNSURE = 10**9, -1
OPTIONS = {"error_model": "numpy", "forceinline": True}
"""For kernels called by kernels: they are small, and arrays are dear to pass (a quarter more games a second)."""

_kernels: list[Callable[..., Any]] = []
_large: set[Callable[..., Any]] = set()
_made_callable: set[Callable[..., Any]] = set()
_read: dict[str, int] = {}
"""Of each source when it had been changed last, in nanoseconds, as Python read it; or UNSURE what Python has read."""
_lock = threading.RLock()
_mode = os.environ.get("RUMPUS_MODE", COMPILED)


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as one that numba can compile; it stays a plain Python function."""
    _kernels.append(function)
    if function.__code__.co_filename not in _read:
        _note_reading(Path(function.__code__.co_filename))
    return function


def large_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a large one: there is one piece of machine code for it, not a copy wherever it is called."""
    _large.add(function)
    return kernel(function)


def mode() -> str:
    """How kernels run in this process when a call does not say: 'plain' or 'compiled'."""
    return checked_mode(_mode)


def set_mode(chosen: str) -> None:
    """Choose how kernels run from now on in this process: 'plain' or 'compiled'."""
    global _mode
    _mode = checked_mode(chosen)


def checked_mode(chosen: str) -> str:
    if chosen not in (PLAIN, COMPILED):
        raise WrongMode(f"There is no mode '{chosen}': the modes are 'plain' and 'compiled'.")
    return chosen


def runnable(function: Callable[P, R], chosen: str | None = None) -> Callable[P, R]:
    """The function to call in the mode of this call, or of this process when the call names none."""
    if checked_mode(chosen or _mode) == PLAIN:
        return function
    return compiled(function)


@cache
def compiled(function: Callable[P, R]) -> "MachineCode[P, R]":
    """The function as machine code, kept on disk for the next start."""
    import numba

    with _lock, cache_directory_of(numba.config) as is_kept:
        return MachineCode(function, _jit(function, is_kept))


def _jit(function: Callable[..., Any], is_kept: bool) -> Any:
    import numba

    try:
        return numba.njit(cache=is_kept, nogil=True, error_model="numpy")(function)
    except RuntimeError:  # typed in at a prompt: there is no file by which to know it again
        return numba.njit(nogil=True, error_model="numpy")(function)


def make_callable_from_machine_code() -> None:
    """Tell numba that a kernel may call every other kernel by its plain name, and the words of the rules."""
    from numba.extending import register_jitable

    from rumpus.core import overloads  # noqa: F401  (importing it teaches numba the generic words)

    for function in _kernels:
        if function not in _made_callable:
            register_jitable(**OPTIONS | {"forceinline": function not in _large})(function)
            _made_callable.add(function)


# Where machine code is kept ---------------------------------------------------------------------------------------


def cache_root() -> Path:
    """The user's folder for what can be made again."""
    chosen = os.environ.get("RUMPUS_CACHE") or os.environ.get("XDG_CACHE_HOME")
    base = Path(chosen) if chosen else Path.home() / ".cache"
    return base / "rumpus"


def sources() -> list[Path]:
    """Every file whose text may end up in machine code."""
    inside = {file.parent for file in PACKAGE.rglob("*.py") if "@kernel" in file.read_text(encoding="utf-8")}
    marked = {Path(function.__code__.co_filename) for function in _kernels}
    beside = {file for folder in inside for file in folder.glob("*.py")}  # where the numbers they use may stand
    return sorted(beside | {file for file in marked if file.exists()})


def sources_digest() -> str:
    """Names the cache: numba does not see that a function in another file has changed, so we look ourselves."""
    import numba

    digest = hashlib.sha256(numba.__version__.encode())
    for file in sources():
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _note_reading(file: Path) -> None:
    """A file whose first function is marked is being read; in the package, those beside it are or will be."""
    for one in file.parent.glob("*.py") if PACKAGE in file.parents else [file]:
        _read.setdefault(str(one), _as_python_reads(one))


def _as_python_reads(file: Path) -> int:
    """Python knows a change of its source by seconds and length: after two in one second it may go by old bytecode.

    Such bytecode goes, so that the next process reads the source.
    """
    changed, bytecode = _last_change(file), Path(cache_from_source(str(file)))
    made = _last_change(bytecode)
    if made >= changed or made // SECOND != changed // SECOND:
        return changed
    with suppress(OSError):
        bytecode.unlink()
    return UNSURE


def _last_change(file: Path) -> int:
    with suppress(OSError):
        return file.stat().st_mtime_ns
    return 0


def _are_as_read() -> bool:
    """Whether the sources are what Python has read; else code would be kept under the name of other sources."""
    return all(_last_change(Path(file)) == change for file, change in _read.items())


@contextmanager
def cache_directory_of(config: Any) -> Iterator[bool]:
    """Point numba at our folder while a function is decorated; other users of numba in the process keep theirs.

    The answer is whether code is to be kept: without such a folder, numba would leave it beside the sources.
    """
    folder = kept_directory()
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        yield keeps_code()
    finally:
        config.CACHE_DIR = before


def keeps_code() -> bool:
    """Whether there is a folder where the next process finds the machine code of this one."""
    return os.access(kept_directory(), os.W_OK) and _are_as_read()


def kept_directory() -> Path:
    folder = cache_root() / "code" / sources_digest()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        forget_old_directories(folder.parent)
    return folder


def forget_old_directories(root: Path) -> None:
    """Code of sources that are no more is never used again; keep the newest few, for those who switch branches."""
    import shutil

    newest_first = sorted(root.iterdir(), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in newest_first[KEPT_CACHES:]:
        shutil.rmtree(folder, ignore_errors=True)


# Nobody waits in silence ------------------------------------------------------------------------------------------


_ready: set[tuple[Any, ...]] = set()
"""For which functions, with arguments of which kinds, there is machine code in this process."""


class MachineCode(Generic[P, R]):
    """Calls the machine code of a function; when it has to be made first, a line says so."""

    def __init__(self, function: Callable[P, R], dispatcher: Any) -> None:
        self._function, self._dispatcher, self._signature = function, dispatcher, inspect.signature(function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        bound = self._bound(*args, **kwargs)
        if not self.is_ready(*bound):
            self.make_ready(*bound)
        result: R = self._dispatcher(*bound)
        return result

    def _bound(self, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        if not kwargs and len(args) == len(self._signature.parameters):
            return args
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return bound.args

    def is_ready(self, *args: Any) -> bool:
        """Whether there is code for arguments of these kinds."""
        return (self._function, *map(_kind, args)) in _ready

    def make_ready(self, *args: Any, quietly: bool = False) -> None:
        """Load the code for arguments of these kinds, or make it."""
        import numba

        kinds, name = tuple(numba.typeof(argument) for argument in args), self._function.__name__
        with _lock, _alone(name, kinds, quietly), nullcontext() if quietly else _telling_of_compilation(name):
            make_callable_from_machine_code()
            self._dispatcher.compile(kinds)
        _ready.add((self._function, *map(_kind, args)))


@contextmanager
def _alone(name: str, kinds: tuple[Any, ...], quietly: bool) -> Iterator[None]:
    """Of several processes that want the same code only one makes it; the others wait and load it."""
    which = hashlib.sha256(str(kinds).encode()).hexdigest()[:16]
    with one_at_a_time(kept_directory() / f"{name}-{which}.lock", lambda: _nothing if quietly else announce(name)):
        yield


def _nothing() -> None:
    pass


_begun: set[tuple[Any, ...]] = set()
"""What `soonest` has begun to make ready, in the same way."""
_compiles_beside = True


def compile_beside(is_wanted: bool) -> None:
    """Whether `soonest` lets a thread compile. A server does without: a compiler in its process would slow all tables.

    It has another process fill the cache, and loads the code from there with `make_ready`.
    """
    global _compiles_beside
    _compiles_beside = is_wanted


def soonest(function: Callable[P, R], *args: Any) -> Callable[P, R]:
    """The machine code, if it is there for such arguments; else plain Python, while a thread makes the machine code.

    So nobody waits for a compiler, nor for numba to be imported, who is content with less.
    """
    wanted = (function, *map(_kind, args))
    if mode() == PLAIN:
        return function
    if wanted in _ready:
        return compiled(function)
    if wanted not in _begun and _compiles_beside:
        _begun.add(wanted)
        threading.Thread(target=_make_ready_beside, args=(function, args), daemon=True).start()
    return function


def _make_ready_beside(function: Callable[..., Any], args: tuple[Any, ...]) -> None:
    compiled(function).make_ready(*args, quietly=True)


def _kind(argument: object) -> tuple[Any, ...]:
    """Stands for numba's type of an argument, which for a record takes numba half a millisecond to find."""
    if isinstance(argument, tuple):
        return type(argument), *map(_kind, argument)
    return type(argument), getattr(argument, "dtype", None), getattr(argument, "ndim", None)


@contextmanager
def _telling_of_compilation(name: str) -> Iterator[None]:
    """Show a line while numba compiles; code that is loaded from disk makes no such event, and no line."""
    from numba.core import event

    class Line(event.Listener):
        def __init__(self) -> None:
            self.depth, self.close = 0, lambda: None

        def on_start(self, event: Any) -> None:
            self.depth += 1
            if self.depth == 1:
                self.close = announce(name)

        def on_end(self, event: Any) -> None:
            self.depth -= 1
            if self.depth == 0:
                self.close()

    with event.install_listener("numba:compile", Line()):
        yield


def announce(name: str) -> Callable[[], None]:
    """Say that something is being compiled; the answer is to be called when it is done."""
    from rich.console import Console

    console, text = Console(stderr=True), f"Compiling {name.replace('_', ' ')} ({_promise()})"
    if not console.is_terminal:
        console.print(f"{text} ...", highlight=False)
        return lambda: None
    status = console.status(f"{text} ...")
    status.start()
    return status.stop


def _promise() -> str:
    if keeps_code():
        return "once; kept for the next start"
    return "there is no folder to keep it in" if _are_as_read() else "not kept: its source has changed"
