"""Planar polygons with holes, and the convex pieces that they are cut into."""
from __future__ import annotations

from typing import Any, Iterator, List, Sequence, Tuple

import numpy as np

from ._arrays import pointer
from ._assets import numbers_at, packed
from ._carom import ffi, lib
from ._comments import COMMENTS
from ._errors import Error
from ._shape import Unchanging


def c_rings(outer: Any, holes: Sequence[Any]) -> Tuple[Any, List[Any]]:
    """An array of carom_ring, and what must live as long as it."""
    names = ["outer"] + ["holes[%d]" % i for i in range(len(holes))]
    arrays = [packed(ring, 2, name) for ring, name in zip([outer, *holes], names)]
    kept = [pointer("float", array) for array in arrays]
    rings = ffi.new("carom_ring[]", len(arrays))
    for ring, numbers, array in zip(rings, kept, arrays):
        ring.points, ring.count = ffi.cast("carom_vec2 *", numbers), len(array)
    return rings, kept


def check_rings(status: int, fault: Any) -> None:
    """Raises what is wrong with rings, and where."""
    if status:
        raise Error(status, "ring %d, point %d" % (fault.ring, fault.point))


class Pieces(Unchanging):
    """The convex pieces of a polygon with holes. The number of a piece gives its points, and `len` the number
    of pieces. `corners` from starts[i] to starts[i + 1] are the indices of piece i in `points`."""

    KIND = "pieces"

    def __init__(
        self, outer: Any, holes: Sequence[Any] = (), most_corners: int = lib.CAROM_POLYGON_VERTICES_MAX
    ):
        rings, kept = c_rings(outer, holes)
        out, fault = ffi.new("carom_pieces **"), ffi.new("carom_rings_fault *")
        check_rings(lib.carom_rings_cut(ffi.NULL, rings, len(rings), most_corners, out, fault), fault)
        self.pointer = ffi.gc(out[0], lib.carom_pieces_destroy)
        view = ffi.new("carom_pieces_view *")
        lib.carom_pieces_describe(self.pointer, view)
        self.starts = numbers_at(view.starts, "u4", view.count + 1)
        self.corners = numbers_at(view.corners, "u4", int(self.starts[-1]))
        self.points = numbers_at(view.points, "f4", sum(ring.count for ring in rings), 2)
        del kept

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, piece: int) -> np.ndarray:
        number = range(len(self))[piece]
        return self.points[self.corners[self.starts[number] : self.starts[number + 1]]]

    def __iter__(self) -> Iterator[np.ndarray]:
        return (self[piece] for piece in range(len(self)))


Pieces.__doc__ = "%s\n\n    %s" % (Pieces.__doc__, COMMENTS["carom_rings_cut"])
