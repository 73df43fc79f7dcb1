"""Arrays that lie on a GPU, of CuPy, PyTorch and others: searched where they are, or read from there piece by piece."""

from __future__ import annotations

from typing import Any, Iterator, NamedTuple

import numpy as np

from . import _core
from ._compat import validate

TO_HOST = "X.get() (CuPy) or X.cpu().numpy() (PyTorch)"

_CUDA, _MANAGED = 2, 13  #: kinds of devices whose memory CUDA knows, as DLPack numbers them
_LEGACY_STREAM = 1  #: work that the owner has given to it is waited for by the plug-in, as all work on the device is
_PIECE = 64 << 20  #: bytes of rows that are read at once


class DeviceRows(NamedTuple):
    """Rows of floats without gaps."""

    owner: Any  #: keeps them where they are
    address: int
    rows: int
    columns: int
    value_bytes: int


def lies_on_device(X: Any) -> bool:
    if isinstance(X, (np.ndarray, list, tuple)):
        return False
    try:
        if X.__cuda_array_interface__ is not None:
            return True
    except AttributeError:
        pass
    except RuntimeError:  # PyTorch's, of a tensor on the GPU that requires a gradient
        return True
    if type(X).__module__.split(".")[0] == "cupyx":  # sparse matrices
        return True
    try:
        return int(X.__dlpack_device__()[0]) in (_CUDA, _MANAGED)
    except (AttributeError, TypeError, ValueError, RuntimeError):
        return False


def _interface(X: Any) -> tuple[Any, dict[str, Any]]:
    """What keeps the values, and where and how they lie."""
    if getattr(X, "requires_grad", False):
        raise ValueError("X requires a gradient, which no fit gives: give X.detach()")
    try:
        found = X.__cuda_array_interface__
    except AttributeError:
        found = None
    if found is not None:
        return X, found
    try:
        unpacked = _core.unpack_dlpack(X.__dlpack__(stream=_LEGACY_STREAM))
    except (AttributeError, BufferError, RuntimeError, TypeError) as error:  # what is sparse, say
        raise ValueError(f"X cannot be read where it lies on a GPU ({error}): copy it to the host first, with {TO_HOST}") from error
    return (X, unpacked["owner"]), unpacked


def _has_gaps(shape: tuple[int, ...], strides: tuple[int, ...] | None, value_bytes: int) -> bool:
    if strides is None or 0 in shape:
        return False
    wanted = (shape[1] * value_bytes, value_bytes)
    return any(size > 1 and stride != want for size, stride, want in zip(shape, strides, wanted))


def rows_of(X: Any) -> DeviceRows:
    """Checked, and not copied."""
    owner, found = _interface(X)
    shape = tuple(int(size) for size in found["shape"])
    if len(shape) != 2:
        raise ValueError(f"X must have two dimensions, items and features, but has the shape {shape}: X.reshape(len(X), -1) has two")
    if found.get("mask") is not None:
        raise ValueError("X has a mask: fill what is missing, or leave such items out")
    if found["typestr"] not in ("<f4", "<f8"):
        raise ValueError(f"X holds {_type_in_words(found['typestr'])}, but items on a GPU must be float32 or float64: "
                         "X.astype('float32') (CuPy) or X.float() (PyTorch) makes them so")
    value_bytes = int(found["typestr"][2:])
    address = int(found["data"][0] or 0)
    if _has_gaps(shape, found.get("strides"), value_bytes) or address % value_bytes:
        raise ValueError("X does not lie row by row in the memory of the GPU: give cupy.ascontiguousarray(X) or X.contiguous() (PyTorch)")
    return DeviceRows(owner, address, shape[0], shape[1], value_bytes)


def _type_in_words(typestr: str) -> str:
    try:
        return np.dtype(typestr).name
    except TypeError:
        return typestr


def check_like_host(estimator: Any, rows: DeviceRows, *, reset: bool, value: float = 0.0) -> None:
    """The checks and the words that a NumPy array has: of one row, which has `value` if that is in the rows."""
    validate(estimator, np.full((min(rows.rows, 1) if rows.columns else rows.rows, rows.columns), value), reset=reset)


def refuse() -> None:
    """Of what runs in the host's memory alone."""
    raise ValueError(f"X lies on a GPU, where this does not run: copy it to the host first, with {TO_HOST}")


def require_runs_there(estimator: Any) -> None:
    """Of an estimator whose X lies on a GPU."""
    name = type(estimator).__name__
    if getattr(estimator, "_method", "") not in [row["name"] for row in _core.describe() if row.get("resident")]:
        raise ValueError(f"X lies on a GPU, and {name} does not run there: copy it to the host first, with {TO_HOST}")
    if estimator.device == "cpu":
        raise ValueError(f'X lies on a GPU, and {name} was asked to run on the processor: give device="cuda", or copy X to the host, with {TO_HOST}')


def to_host(X: Any) -> np.ndarray:
    """All of it, by the library that it comes from."""
    for name in ("get", "copy_to_host", "cpu"):
        copy = getattr(X, name, None)
        if callable(copy):
            return np.asarray(copy())
    raise ValueError(f"X lies on a GPU that cannot be used: copy it to the host first, with {TO_HOST}")


def host_pieces(X: Any, device: str) -> Iterator[np.ndarray]:
    """The rows, some at a time, in the host's memory."""
    rows = rows_of(X)
    reader = _core.read_resident(rows, device)
    if reader is None:  # device="auto", and there is none
        yield to_host(X)
        return
    step = max(1, _PIECE // (8 * max(rows.columns, 1)))
    for first in range(0, rows.rows, step):
        yield reader.read(first, min(step, rows.rows - first))
