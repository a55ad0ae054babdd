"""The code that a GPU would run, run by a processor.

numba's simulator runs the kernels of a GPU as plain Python: what numba-cuda makes of them, with our overloads and ways
to lower, it never sees. Here numba-cuda compiles them as for a card, to LLVM's language, and LLVM makes code of this
processor from that. Only what NVIDIA's own compiler does after that is left for a card.

Instructions that a processor lacks are done by functions below. Threads of a GPU come one after the other; or, where a
kernel has those of a block wait for each other, they are threads of this process, and blocks come one after the other.

`take_the_place_of_a_card()` does so for all batches of a process, and nothing in it can use a real card afterwards.
"""

import ctypes
import math
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np
import numpy.typing as npt
from numba.cuda import dispatcher, types
from numba.cuda.compiler import compile_cuda
from numba.cuda.cudadrv import nvvm
from numba.cuda.typing.typeof import typeof

from rumpus.batches import gpu
from rumpus.batches.kernels import on_gpu
from rumpus.batches.kernels.compiling import our_ways
from rumpus.catalogue import definition
from tests.batches.lockstep import GAMES, lockstep, same_whole_games
from tests.batches.on_simulator import STEPS, TABLES, both, same_bytes, steps_beside_bots

CARD = (9, 0)
"""The kind of card that code is made for: an H200 is one."""
VERSIONS = (2, 0, 3, 2)
"""Of the language that its compiler reads, and of what it reads for debuggers."""
PROCESS = ctypes.CDLL(None)
SHARED_BYTES = 1 << 16
"""That the threads of a block share, beside what a kernel names."""

# A card that is not there


class Memory(np.ndarray[Any, np.dtype[Any]]):
    """Stands for memory of a card: an array of numpy's, with the words that numba's have."""

    def copy_to_host(self) -> npt.NDArray[Any]:
        return byte_by_byte(self)

    def copy_to_device(self, other: npt.NDArray[Any]) -> None:
        self.view(np.uint8)[...] = np.ascontiguousarray(other).view(np.uint8)


def byte_by_byte(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A copy of all its memory; numpy leaves out the bytes between the fields of a record."""
    return np.frombuffer(bytearray(array.tobytes()), array.dtype).reshape(array.shape)


def to_device(array: npt.NDArray[Any]) -> Memory:
    return byte_by_byte(array).view(Memory)


def device_array(shape: Any, dtype: Any) -> Memory:
    return np.zeros(shape, dtype).view(Memory)


def as_cuda_array(described: Any, sync: bool = True) -> Memory:
    """The memory that an array of another library describes."""
    told = described.__cuda_array_interface__
    length = math.prod(told["shape"]) * np.dtype(told["typestr"]).itemsize
    octets = (ctypes.c_uint8 * length).from_address(told["data"][0])
    return np.frombuffer(octets, told["typestr"]).reshape(told["shape"]).view(Memory)


class Foreign:
    """Actions as JAX has them on a card: they describe their memory, and refuse a DLPack as numba asks for it."""

    def __init__(self, actions: npt.NDArray[Any]) -> None:
        self._actions = actions.astype(np.int32)
        self.dtype, self.shape = self._actions.dtype, self._actions.shape
        described = {"shape": self.shape, "typestr": "<i4", "version": 2}
        self.__cuda_array_interface__ = {**described, "data": (self._actions.ctypes.data, True)}

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, 0

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        raise RuntimeError(f"CUDA_ERROR_INVALID_HANDLE: stream {stream}")


CUDA = SimpleNamespace(
    as_cuda_array=as_cuda_array,
    to_device=to_device,
    device_array=device_array,
    device_array_like=lambda array: device_array(array.shape, array.dtype),
    synchronize=lambda: None,
    get_current_device=lambda: SimpleNamespace(name="no card", MULTIPROCESSOR_COUNT=2, compute_capability=CARD),
)


def take_the_place_of_a_card() -> None:
    """From here on batches on a GPU run in this way."""
    kernels = SimpleNamespace(**{name: value for name, value in vars(on_gpu).items() if name != "launch"})
    kernels.launch = launch
    vars(gpu).update(_imported=lambda: kernels, _cuda=lambda: gpu.kernels() and CUDA)
    dispatcher.get_current_device = CUDA.get_current_device
    do_without_its_compiler()


def do_without_its_compiler() -> None:
    """NVIDIA's is asked for nothing but its versions, which numba-cuda writes down; so nobody has to bring it."""
    nvvm.NVVM.get_ir_version = lambda self: VERSIONS


# Kernels


def launch(kernel: Any, blocks: int, threads: int, *arguments: Any, shared: int = 0, keeps_loops: bool = False) -> None:
    """As `on_gpu.launch`."""
    assert shared <= SHARED_BYTES
    code = compiled(kernel.py_func, tuple(map(typeof, plain(arguments))), keeps_loops)
    answer = ctypes.create_string_buffer(8)  # where a function of numba's leaves what it returns: nothing
    flat = [answer, *(part for value in arguments for part in parts(value))]
    if not code.waits:
        check(code.run(*flat, ctypes.c_int32(blocks), ctypes.c_int32(threads)))
        return
    for block in range(blocks):
        run_block(code, flat, block, blocks, threads)


def check(failed: int) -> None:
    assert not failed, f"the kernel failed with {failed}"


def plain(value: Any) -> Any:
    """The same with arrays that numba knows."""
    if isinstance(value, Memory):
        return np.asarray(value)
    if isinstance(value, tuple):
        whole = [plain(part) for part in value]
        return type(value)(*whole) if hasattr(value, "_fields") else tuple(whole)
    return value


def parts(value: Any) -> list[Any]:
    """A value as machine code is handed it: of an array what it holds, where it lies, its lengths and strides."""
    if isinstance(value, tuple):
        return [part for one in value for part in parts(one)]
    if isinstance(value, bool):
        return [ctypes.c_uint8(value)]
    if isinstance(value, int):
        return [ctypes.c_int64(value)]
    numbers = [*value.shape, *value.strides]
    head = [ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_int64(value.size), ctypes.c_int64(value.itemsize)]
    return [*head, ctypes.c_void_p(value.ctypes.data), *map(ctypes.c_int64, numbers)]


class Place(NamedTuple):
    """Which thread of which block this is, of how many."""

    tid: int
    ntid: int
    ctaid: int
    nctaid: int


def run_block(code: Any, arguments: Sequence[Any], block: int, blocks: int, threads: int) -> None:
    """Threads that wait for each other."""
    places = [Place(thread, threads, block, blocks) for thread in range(threads)]
    check(PROCESS.pthread_barrier_init(BARRIER, None, threads))
    with ThreadPoolExecutor(threads) as crew:
        for failed in crew.map(lambda place: run_thread(code, arguments, place), places):
            check(failed)


def run_thread(code: Any, arguments: Sequence[Any], place: Place) -> int:
    told = (ctypes.c_int32 * len(place))(*place)
    check(PROCESS.pthread_setspecific(KEY, told))
    return int(code.run(*arguments))


# Code


@cache
def compiled(function: Callable[..., None], kinds: tuple[Any, ...], keeps_loops: bool) -> Any:
    with our_ways(keeps_loops):
        made = compile_cuda(function, types.void, kinds, cc=CARD, nvvm_options={"opt": 3})
        texts = [for_processor(text) for text in made.library.llvm_strs]
    waits, name = any("@barrier" in text for text in texts), made.fndesc.llvm_func_name
    whole = linked([BESIDE, *texts])
    places = one_after_the_other(name, whole.get_function(name).arguments) if not waits else beside_each_other()
    whole.link_in(llvm.parse_assembly(places))
    engine = machine_code(whole)
    run = ctypes.CFUNCTYPE(ctypes.c_int32)(engine.get_function_address(name if waits else EVERY_THREAD))
    return SimpleNamespace(run=run, engine=engine, waits=waits)


def linked(texts: Iterable[str]) -> Any:
    whole = llvm.parse_assembly("")
    for text in texts:
        whole.link_in(llvm.parse_assembly(text))
    return whole


def machine_code(whole: Any) -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple().create_target_machine(opt=1)
    builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=1))
    builder.getModulePassManager().run(whole, builder)
    llvm.add_symbol("barrier_of_block", ctypes.addressof(BARRIER))
    engine = llvm.create_mcjit_compiler(whole, target)
    engine.finalize_object()
    return engine


def for_processor(text: str) -> str:
    """The text of a module, with what only a GPU can do replaced by what stands below, or by nothing."""
    for pattern, instead in REPLACED:
        text = re.sub(pattern, instead, text)
    left = re.search(r"asm .*|@\"?llvm\.nvvm[^\"]*|@\"?__nv_\w*|addrspace\S*", text)
    assert left is None, f"a processor cannot do this: {left[0]}"
    return f"{text}\ndeclare i32 @add_four_bytes(i32, i32)\n"


REPLACED = (
    (r"target (triple|datalayout) = .*", ""),
    (r'asm\s+"dp4a\.s32\.s32 \$0, \$1, 16843009, \$2;", "=r,r,r"', "@add_four_bytes"),
    (r'call i64 asm\s+"cvta\.to\.(?:local|shared)\.u64 \$0, \$1;", "=l,l"\(i64 (\S+)\)', r"add i64 \1, 0"),
    (r'"llvm\.nvvm\.read\.ptx\.sreg\.(n?ctaid|n?tid)\.x"', r"\1"),
    (r'"llvm\.nvvm\.read\.ptx\.sreg\.(n?ctaid|n?tid)\.([yz])"', r"\1_\2"),
    (r'"llvm\.nvvm\.barrier0"', "barrier"),
    (r'call i32 asm sideeffect "mov\.u32 \$0, %dynamic_smem_size;", "=r"\(\)', f"add i32 {SHARED_BYTES}, 0"),
    (r"\s*addrspace\(\d\)", ""),
    (r"addrspacecast", "bitcast"),
    (r"(@\S+ = )external( global \[0 x i32\])", rf"\1internal global [{SHARED_BYTES} x i8] zeroinitializer"),
)

ADD_FOUR_BYTES = """
define i32 @add_four_bytes(i32 %word, i32 %before) alwaysinline {
  %bytes = bitcast i32 %word to <4 x i8>
  %wide = sext <4 x i8> %bytes to <4 x i32>
  %sum = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %wide)
  %all = add i32 %sum, %before
  ret i32 %all
}
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
"""

# Where a thread is told its place: all of them stand in one line


WORDS, OTHER_AXES = Place._fields, "yz"
CONSTANT = "define i32 @{name}() alwaysinline {{\n  ret i32 {value}\n}}\n"
BESIDE = ADD_FOUR_BYTES + "".join(
    CONSTANT.format(name=f"{word}_{axis}", value=int(word.startswith("n"))) for word in WORDS for axis in OTHER_AXES
)
EVERY_THREAD = "every_thread"


def one_after_the_other(name: str, arguments: Iterable[Any]) -> str:
    """A function that calls a kernel for each thread of each block, and numbers in memory that say which one it is."""
    kinds = [str(argument.type) for argument in arguments]
    given = ", ".join(f"{kind} %a{number}" for number, kind in enumerate(kinds))
    told = [TOLD.format(word=word) for word in WORDS]
    return "\n".join([*told, CALLING.format(name=name, kinds=", ".join(kinds), given=given, every=EVERY_THREAD)])


TOLD = """@is_{word} = internal global i32 0
define i32 @{word}() alwaysinline {{
  %told = load i32, ptr @is_{word}
  ret i32 %told
}}"""

CALLING = """declare i32 @"{name}"({kinds})
define i32 @{every}({given}, i32 %blocks, i32 %threads) {{
start:
  store i32 %blocks, ptr @is_nctaid
  store i32 %threads, ptr @is_ntid
  %all = mul i32 %blocks, %threads
  br label %next
next:
  %number = phi i32 [ 0, %start ], [ %following, %one ]
  %is_over = icmp sge i32 %number, %all
  br i1 %is_over, label %end, label %one
one:
  %block = udiv i32 %number, %threads
  %thread = urem i32 %number, %threads
  store i32 %block, ptr @is_ctaid
  store i32 %thread, ptr @is_tid
  %failed = call i32 @"{name}"({given})
  %following = add i32 %number, 1
  %is_fine = icmp eq i32 %failed, 0
  br i1 %is_fine, label %next, label %end
end:
  %answer = phi i32 [ 0, %next ], [ %failed, %one ]
  ret i32 %answer
}}"""

WAITING = """
@barrier_of_block = external global i8
declare i32 @pthread_barrier_wait(ptr)
define void @barrier() {
  %last = call i32 @pthread_barrier_wait(ptr @barrier_of_block)
  ret void
}
declare ptr @pthread_getspecific(i32)
"""

OWN_PLACE = """define i32 @{word}() {{
  %place = call ptr @pthread_getspecific(i32 {key})
  %number = getelementptr i32, ptr %place, i32 {number}
  %told = load i32, ptr %number
  ret i32 %told
}}"""


def beside_each_other() -> str:
    """How threads of this process wait for each other, and ask where they are, without a word of Python."""
    return WAITING + "\n".join(OWN_PLACE.format(word=word, key=KEY, number=WORDS.index(word)) for word in WORDS)


def new_key() -> int:
    key = ctypes.c_uint32()
    check(PROCESS.pthread_key_create(ctypes.byref(key), None))
    return key.value


KEY = new_key()
"""By which each thread finds its place."""
BARRIER = ctypes.create_string_buffer(256)
"""What `pthread_barrier_wait` needs; it is smaller."""


# A program, because what takes the place of a card cannot be taken back


def looked_at(name: str) -> int:
    """Games that were the same from beginning to end, for the fewest players; the most have bots beside them."""
    take_the_place_of_a_card()
    game = definition(name).open()
    found = lockstep(game, GAMES, 1, math.inf)
    assert not found.fault, found
    assert same_whole_games(game, GAMES, 2)
    assert steps_beside_bots(name) == TABLES * (STEPS + 1)
    assert steps_with_actions_of_others(name) == TABLES
    return found.games


def steps_with_actions_of_others(name: str) -> int:
    """Actions that lie on the card in an array of another library."""
    one, other = both(name)
    actions = one.random_actions()
    one.step(actions)
    other.step(Foreign(actions))
    return same_bytes(one, other)


if __name__ == "__main__":
    print(looked_at(sys.argv[1]))
