"""Arrays in the memory of a GPU, handed to other libraries as they lie there.

Two customs are known for that. DLPack hands over a capsule: a description of the memory, and whom to tell when nobody
needs it any more. `__cuda_array_interface__` is the description alone. numba's arrays know the second, PyTorch and JAX
know both.
"""

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

PROCESSOR, GPU = 1, 2
"""Where memory lies, in DLPack's numbers. In the simulator of numba it lies with the processor."""
CODES = {"i": 0, "u": 1, "f": 2}
"""Kinds of numbers, in DLPack's numbers."""
NAME = b"dltensor"


class _Device(ctypes.Structure):
    _fields_ = (("type", ctypes.c_int32), ("number", ctypes.c_int32))


class _Kind(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p), ("device", _Device), ("ndim", ctypes.c_int32), ("kind", _Kind),
        ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )  # fmt: skip


class _Managed(ctypes.Structure):
    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p))


_lent: dict[int, tuple[Any, ...]] = {}
"""By the address of its description, what must not be freed while somebody holds the capsule."""


def _give_back(address: int, lent: dict[int, tuple[Any, ...]] = _lent) -> None:
    """Also when Python ends, and nothing has its name any more."""
    lent.pop(address, None)


def _drop_capsule(capsule: int) -> None:
    """A capsule that nobody opened: whoever opens one gives it another name, and gives the memory back later."""
    if ctypes.pythonapi.PyCapsule_IsValid(ctypes.c_void_p(capsule), NAME):
        _give_back(_pointer_in(ctypes.c_void_p(capsule), NAME))


_called = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_on_give_back, _on_drop = _called(_give_back), _called(_drop_capsule)
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_pointer_in = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_in.restype, _pointer_in.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)


class DeviceArray:
    """An array in the memory of a GPU: `torch.from_dlpack` and `jax.dlpack.from_dlpack` take it without a copy."""

    def __init__(self, whole: Any, device: int = 0) -> None:
        """An array of numba's, in the memory of the GPU of this number."""
        self.whole, self._device = whole, device
        self._is_simulated = not hasattr(whole, "__cuda_array_interface__")
        self.dtype: np.dtype[Any] = whole.dtype
        self.shape, self.strides = tuple(whole.shape), tuple(whole.strides)
        self._address = _interface(whole)["data"][0]

    def __len__(self) -> int:
        return int(self.shape[0])

    def __repr__(self) -> str:
        return f"<{self.dtype} of shape {self.shape} in the memory of a GPU>"

    def copy_to_host(self) -> npt.NDArray[Any]:
        """The numbers as an array of numpy's."""
        found: npt.NDArray[Any] = self.whole.copy_to_host()
        return found

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        if copy is False:
            raise ValueError("What lies in the memory of a GPU cannot be an array of numpy's without a copy.")
        return self.copy_to_host().astype(dtype or self.dtype, copy=False)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self._is_simulated:
            raise AttributeError("The simulator has no memory of a GPU.")
        described = {"shape": self.shape, "strides": self.strides, "typestr": self.dtype.str, "version": 3}
        return {**described, "data": (self._address, False), "stream": 1}  # 1: the stream that waits for all others

    def __dlpack_device__(self) -> tuple[int, int]:
        return (PROCESSOR, 0) if self._is_simulated else (GPU, self._device)

    def __dlpack__(
        self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None
    ) -> Any:
        """A capsule of this memory. With -1 for a stream the caller knows when it is ready; else we wait for it."""
        if dl_device is not None and tuple(dl_device) != self.__dlpack_device__():
            raise BufferError("This memory is handed over where it lies, not copied to another place.")
        if not self._is_simulated and stream != -1:
            from numba import cuda

            cuda.synchronize()
        return self._copied()._capsule() if copy else self._capsule()

    def _copied(self) -> "DeviceArray":
        from numba import cuda

        new = cuda.device_array_like(self.whole)
        new.copy_to_device(self.whole)
        cuda.synchronize()
        return DeviceArray(new, self._device)

    def _capsule(self) -> Any:
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        strides = (ctypes.c_int64 * len(self.shape))(*(stride // self.dtype.itemsize for stride in self.strides))
        kind = _Kind(CODES[self.dtype.kind], 8 * self.dtype.itemsize, 1)
        tensor = _Tensor(self._address, _Device(*self.__dlpack_device__()), len(self.shape), kind, shape, strides, 0)
        managed = _Managed(tensor, None, ctypes.cast(_on_give_back, ctypes.c_void_p))
        address = ctypes.addressof(managed)
        _lent[address] = managed, shape, strides, self.whole
        return _new_capsule(address, NAME, ctypes.cast(_on_drop, ctypes.c_void_p))


def _interface(array: Any) -> dict[str, Any]:
    """Where an array of numba's lies; that of the simulator lies in one of numpy's."""
    found: dict[str, Any] = getattr(array, "__cuda_array_interface__", None) or array.__array_interface__
    return found
