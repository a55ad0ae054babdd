"""How our kernels are compiled for a GPU: in ways of their own (lowering.py), the loops of rich rules stay loops, and
NVIDIA's compiler leaves branches as they are.

The compiler for GPUs likes to write out every loop whose length it knows, round after round, and rules are full of
them: that made four times as much code, more than the memory for code of a multiprocessor holds, and took minutes. It
leaves a loop alone that is marked so. numba-cuda has no word for that, so the marks are set in the text that it makes.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import pairwise

LABEL = re.compile(r'^"?([^\s:"]+)"?:')
TARGET = re.compile(r'label %"?([^\s,"]+)"?')
OURS = ("6rumpus4core", "6rumpus7batches")
"""In the names of generic kernels, whose few loops are better written out: a GPU reads many numbers at once."""
MARK = "!900001"
NODES = f'{MARK} = distinct !{{{MARK}, !900002}}\n!900002 = !{{!"llvm.loop.unroll.disable"}}\n'


LEAVING_BRANCHES = {"Xopt": None, "disable_BranchDistPass": None}
"""For NVIDIA's compiler, which joins what branches end with. In Monster Mayhem two of them end by clearing the table;
joined, they cleared the last card of the discard and not the number of layers. Where the pass has another name, that
compiler only warns."""

_compiles_ours = ContextVar("compiles_ours", default=False)


def compiles_ours() -> bool:
    """Whether a kernel of ours is being compiled."""
    return _compiles_ours.get()


@contextmanager
def our_ways(keeps_loops: bool) -> Iterator[None]:
    """While numba-cuda compiles in here, it does so in our ways, and loops are written out or not."""
    before = _compiles_ours.set(True)
    try:
        with loops_stay_loops(keeps_loops), branches_stay_apart():
            yield
    finally:
        _compiles_ours.reset(before)


@contextmanager
def loops_stay_loops(is_wanted: bool) -> Iterator[None]:
    """While numba-cuda compiles in here; one that has no such text to mark compiles too, but slower code."""
    if not is_wanted:
        yield
        return
    from numba.cuda.codegen import CUDACodeLibrary

    before = getattr(CUDACodeLibrary, "llvm_strs", None)
    if not isinstance(before, property):
        yield
        return

    def llvm_strs(library: CUDACodeLibrary) -> list[str]:
        if library._llvm_strs is None:
            library._llvm_strs = [with_marks(str(module)) for module in library.modules]
        return library._llvm_strs

    CUDACodeLibrary.llvm_strs = property(llvm_strs)
    try:
        yield
    finally:
        CUDACodeLibrary.llvm_strs = before


@contextmanager
def branches_stay_apart() -> Iterator[None]:
    """While numba-cuda compiles in here."""
    from numba.cuda.cudadrv import nvvm

    before = nvvm.compile_ir

    def compile_ir(texts: list[str], **options: object) -> bytes:
        made: bytes = before(texts, **options, **LEAVING_BRANCHES)
        return made

    nvvm.compile_ir = compile_ir
    try:
        yield
    finally:
        nvvm.compile_ir = before


def with_marks(text: str) -> str:
    """The text of a module, with a mark at every jump back, and at the question whether a loop goes on.

    The compiler turns loops round, and the jump that was the question is then the jump back.
    """
    lines = text.splitlines()
    starts = [place for place, line in enumerate(lines) if line.startswith("define")] + [len(lines)]
    marked = lines[: starts[0]]
    for start, end in pairwise(starts):
        marked += lines[start:end] if _is_ours(lines[start]) else _function_with_marks(lines[start:end])
    return "\n".join([*marked, NODES])


def _is_ours(line: str) -> bool:
    return any(name in line for name in OURS)


def _function_with_marks(lines: list[str]) -> list[str]:
    places = {label[1]: place for place, line in enumerate(lines) if (label := LABEL.match(line))}
    jumps = [place for place, line in enumerate(lines) if line.lstrip().startswith("br ")]
    back = {place: _earlier(lines[place], place, places) for place in jumps}
    heads = {places[label] for labels in back.values() for label in labels}
    questions = {next(jump for jump in jumps if jump > head) for head in heads}
    is_marked = questions.union(place for place, labels in back.items() if labels)
    return [f"{line}, !llvm.loop {MARK}" if place in is_marked else line for place, line in enumerate(lines)]


def _earlier(line: str, place: int, places: dict[str, int]) -> list[str]:
    """The labels that a jump goes back to."""
    return [label for label in TARGET.findall(line) if places.get(label, place) < place]
