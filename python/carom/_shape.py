"""Shapes: small values that keep the asset alive that they refer to."""
from __future__ import annotations

from typing import Any, Iterable, Optional, Tuple

import numpy as np

from . import dtypes
from ._arrays import pointer, record, record_of
from ._carom import ffi, lib
from ._enums import ShapeKind
from ._errors import check
from ._values import PoseLike, pose_of, pose_parts


class Unchanging:
    """Something that its copies may share, as it never changes."""

    __slots__ = ()

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: dict) -> Any:
        return self

    def __reduce__(self) -> Any:
        raise TypeError("a %s cannot be pickled; keep what it was made of" % type(self).__name__)


class Shape(Unchanging):
    """A kind and its sizes. The functions of this package named as the kinds make shapes. carom checks a
    shape when it is used; `check` does it at once."""

    __slots__ = ("struct", "asset")

    def __init__(self, struct: Any, asset: Optional[object] = None):
        self.struct = ffi.new("carom_shape *", struct)
        self.asset = asset

    @property
    def kind(self) -> ShapeKind:
        return ShapeKind(self.struct.kind)

    def check(self) -> "Shape":
        """Raises the reason if carom does not accept the shape."""
        check(lib.carom_shape_check(self.struct))
        return self

    def bounds(self, pose: PoseLike = None) -> Tuple[np.ndarray, np.ndarray]:
        """The least and the greatest corner of the box around the shape at a pose, rounded outward."""
        out = record(dtypes.aabb)
        check(lib.carom_shape_bounds(self.struct, pose_of(pose), pointer("carom_aabb", out)))
        return out["min"][0], out["max"][0]

    def mass(self, density: float = 1.0) -> np.record:
        """The `mass`, `center` and `inertia` of a solid shape."""
        out = record(dtypes.mass)
        check(lib.carom_shape_get_mass(self.struct, density, pointer("carom_mass", out)))
        return out[0]

    def __repr__(self) -> str:
        return "<carom.Shape %s>" % ffi.string(lib.carom_shape_kind_name(self.struct.kind)).decode()


def mass_sum(parts: Iterable[Tuple[np.record, PoseLike]]) -> np.record:
    """The mass properties of parts together: pairs of those of a part and its pose in the frame of all."""
    out = record(dtypes.mass)
    for part, pose in parts:
        if getattr(part, "dtype", None) not in (dtypes.mass, record_of(dtypes.mass)):
            raise TypeError("a mass of carom is needed, not %s" % type(part).__name__)
        source = np.array([part], dtypes.mass)
        local = ffi.new("carom_local_pose *", pose_parts(pose))
        check(lib.carom_mass_add(pointer("carom_mass", out), pointer("carom_mass", source), local))
    return out[0]


def struct_of(shape: Shape):
    """The struct of a shape."""
    if not isinstance(shape, Shape):
        raise TypeError("a carom.Shape is needed, not %s" % type(shape).__name__)
    return shape.struct


def pointer_of(asset: Any, kind: str):
    """The pointer of an asset of this kind, or of pieces."""
    if getattr(asset, "KIND", None) != kind:
        raise TypeError("a carom asset of the kind %s is needed, not %s" % (kind, type(asset).__name__))
    return asset.pointer


def shape_bytes(shape: Shape) -> bytes:
    """A shape as bytes, for arrays of structs."""
    return bytes(ffi.buffer(struct_of(shape)))
