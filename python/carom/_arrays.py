"""Arrays of numpy for C: checked, and passed without copies."""
from __future__ import annotations

import operator
from functools import lru_cache
from typing import Any, Optional

import numpy as np

from ._carom import ffi, lib

SCALARS = {np.dtype(np.float32): lib.CAROM_FLOAT, np.dtype(np.float64): lib.CAROM_DOUBLE}


def number_rows(value: Any, width: int, name: str, count: Optional[int] = None) -> np.ndarray:
    """Rows of so many floats or doubles. Strides between rows may be any that point forward; numbers of a row
    must lie side by side. What is no array becomes one."""
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError("%s: the array has a mask; choose rows by it" % name)
    array = np.asarray(value, None if isinstance(value, np.ndarray) else np.float64)
    if array.size == 0 and array.ndim == 1:
        array = array.reshape(0, width)
    if array.dtype not in SCALARS:
        raise TypeError("%s: the dtype must be float32 or float64, not %s" % (name, array.dtype))
    if array.ndim != 2 or array.shape[1] != width:
        raise ValueError("%s: the shape must be (n, %d), not %s" % (name, width, array.shape))
    if count is not None and len(array) != count:
        raise ValueError("%s: there must be %d rows, not %d" % (name, count, len(array)))
    if len(array) > 0 and array.strides[1] != array.itemsize:
        raise ValueError("%s: the numbers of a row must be packed; use numpy.ascontiguousarray" % name)
    if len(array) > 1 and array.strides[0] <= 0:
        raise ValueError("%s: rows must follow each other; use numpy.ascontiguousarray" % name)
    return array


def stride_of(array: np.ndarray) -> int:
    """The bytes from row to row, which are of no account for one row."""
    return array.strides[0] if len(array) > 1 else array.shape[1] * array.itemsize


def writable_rows(value: np.ndarray, width: int, name: str, count: int) -> np.ndarray:
    """Rows that the call writes to."""
    if not isinstance(value, np.ndarray):
        raise TypeError("%s: what receives results must be an array of numpy" % name)
    array = number_rows(value, width, name, count)
    if not array.flags.writeable:
        raise ValueError("%s: the array is read-only" % name)
    if stride_of(array) < width * array.itemsize:
        raise ValueError("%s: the rows overlap" % name)
    return array


def address(array: np.ndarray):
    """A pointer to the first element, for as long as the array lives."""
    return ffi.cast("void *", array.__array_interface__["data"][0])


def structured(value: Any, dtype: np.dtype, name: str) -> np.ndarray:
    """A packed array of this dtype."""
    if not isinstance(value, np.ndarray) or value.dtype != dtype:
        raise TypeError("%s: the array must have this dtype of carom.dtypes: %s" % (name, dtype.names))
    if value.ndim != 1 or len(value) != value.shape[0] or not value.flags.c_contiguous:
        raise ValueError("%s: the array must have one dimension and be contiguous" % name)
    return value


def result(out: Optional[np.ndarray], count: int, dtype: Any, name: str = "out") -> np.ndarray:
    """A new array for results, or the one of the caller."""
    dtype = np.dtype(dtype)
    if out is None:
        return np.empty(count, dtype)
    structured(out, dtype, name)
    if len(out) != count or not out.flags.writeable:
        raise ValueError("%s: the array must be writable and have %d elements" % (name, count))
    return out


def pointer(kind: str, array: np.ndarray):
    """A pointer of this C type to a packed array, which numpy keeps in place as long as the pointer lives."""
    return ffi.from_buffer(kind + "[]", array)


def whole_numbers(value: Any) -> np.ndarray:
    """Ids in lists as an array. numpy alone would round or wrap what is no id."""
    objects = np.array(value, object)
    found = [operator.index(number) for number in objects.flat]
    if found and not 0 <= min(found) <= max(found) < 2**64:
        raise OverflowError("an id has 64 bits and no sign")
    return np.array(found, np.uint64).reshape(objects.shape)


def id_array(value: Any, name: str = "ids", dimensions: int = 1) -> np.ndarray:
    """Ids as packed numbers of 64 bits."""
    if not isinstance(value, np.ndarray):
        value = whole_numbers(value)
    if value.dtype != np.uint64 and value.size:
        raise TypeError("%s: the dtype must be uint64, not %s" % (name, value.dtype))
    array = np.ascontiguousarray(value, np.uint64)
    if array.ndim != dimensions:
        raise ValueError("%s: the array must have %d dimensions, not %d" % (name, dimensions, array.ndim))
    return array


@lru_cache(None)
def record_of(dtype: np.dtype) -> np.dtype:
    """The dtype whose fields are attributes too."""
    return np.dtype((np.record, dtype))


def record(dtype: np.dtype) -> np.ndarray:
    """An array of one struct of zeros, whose fields are attributes too."""
    return np.zeros(1, record_of(dtype))


def index_pairs(value: Any) -> np.ndarray:
    """Pairs of indices as packed rows of two uint32."""
    array = np.asarray(value)
    if array.size == 0:
        return np.empty((0, 2), np.uint32)
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
        raise ValueError("pairs: the array must have integers and the shape (n, 2)")
    if array.min() < 0 or array.max() > 0xFFFFFFFF:
        raise ValueError("pairs: an index is negative or too large")
    return np.ascontiguousarray(array, np.uint32)
