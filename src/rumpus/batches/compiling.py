"""How rich rules are compiled for a GPU: their loops stay loops.

The compiler for GPUs likes to write out every loop whose length it knows, round after round, and rules are full of
them: that made four times as much code, more than the memory for code of a multiprocessor holds, and took minutes. It
leaves a loop alone that is marked so. numba-cuda has no word for that, so the marks are set in the text that it makes.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

LABEL = re.compile(r'^"?([^\s:"]+)"?:')
TARGET = re.compile(r'label %"?([^\s,"]+)"?')
OURS = ("6rumpus4core", "6rumpus7batches")
"""In the names of generic kernels, whose few loops are better written out: a GPU reads many numbers at once."""
MARK = "!900001"
NODES = f'{MARK} = distinct !{{{MARK}, !900002}}\n!900002 = !{{!"llvm.loop.unroll.disable"}}\n'


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


def with_marks(text: str) -> str:
    """The text of a module, with a mark at every jump back, to a label that came before."""
    lines, before, is_ours = [], set[str](), False
    for line in text.splitlines():
        if line.startswith("define"):
            before, is_ours = set(), any(name in line for name in OURS)
        elif label := LABEL.match(line):
            before.add(label[1])
        elif line.lstrip().startswith("br ") and not is_ours and before.intersection(TARGET.findall(line)):
            line += f", !llvm.loop {MARK}"
        lines.append(line)
    return "\n".join([*lines, NODES])
