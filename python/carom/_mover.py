"""Movers: characters that walk, slide and climb in a world."""
from __future__ import annotations

from typing import Any, NamedTuple, Optional

import numpy as np

from . import dtypes
from ._arrays import record
from ._callbacks import raise_failure
from ._carom import ffi, lib
from ._comments import COMMENTS
from ._enums import Footing
from ._errors import check
from ._queries import Filter, _CFilter
from ._shape import Shape, struct_of
from ._values import Pose, PoseLike, Vector, pose_parts, read_pose, vec3
from ._turns import new_turn
from ._world import World, turns_of

ZERO = (0.0, 0.0, 0.0)


class Move(NamedTuple):
    """The result of a move: where the mover is, and each collider that it hit, of the dtype `mover_plane`.
    `result` has the rest, of the dtype `mover_result`."""

    position: tuple
    hits: np.ndarray
    result: np.record


def bytes_into(target: np.ndarray, source: Any) -> np.record:
    """The struct of C as the only element of an array."""
    target.view(np.uint8)[:] = np.frombuffer(ffi.buffer(source), np.uint8)
    return target[0]


class Mover:
    """A character that goes where the game sends it, and slides along what is in its way.

        mover = carom.Mover(carom.sphere(0.5), (0, 1, 0), step_height=0.3)
        position, hits, _ = mover.move(world, (0.1, -0.1, 0))

    The sizes are those of the struct, and 0 stands for its defaults. `filter` tells what it meets.
    """

    def __init__(
        self,
        shape: Shape,
        pose: PoseLike = None,
        *,
        up: Vector = ZERO,
        max_slope: float = 0.0,
        step_height: float = 0.0,
        snap: float = 0.0,
        margin: float = 0.0,
        push_out: float = 0.0,
        filter: Optional[Filter] = None,
    ):
        self._mover = ffi.new("carom_mover *")
        self._mover.pose, self._mover.up = pose_parts(pose), vec3(up)
        self._mover.max_slope, self._mover.step_height, self._mover.snap = max_slope, step_height, snap
        self._mover.margin, self._mover.push_out = margin, push_out
        self._result = ffi.new("carom_mover_result *")
        self.shape, self.filter = shape, filter

    @property
    def shape(self) -> Shape:
        """Its shape, which may change between two moves."""
        return self._shape

    @shape.setter
    def shape(self, shape: Shape) -> None:
        self._mover.shape = struct_of(shape)[0]
        self._shape = shape

    @property
    def pose(self) -> Pose:
        """Its pose. A mover that is put elsewhere stands on nothing until it moves."""
        return read_pose(self._mover.pose)

    @pose.setter
    def pose(self, pose: PoseLike) -> None:
        self._mover.pose = pose_parts(pose)
        self._mover.footing = Footing.IN_AIR

    @property
    def position(self) -> tuple:
        at = self._mover.pose.position
        return at.x, at.y, at.z

    @property
    def footing(self) -> Footing:
        """What it stood on after the last move."""
        return Footing(self._mover.footing)

    @property
    def ground(self) -> Optional[np.record]:
        """The collider below it after the last move, of the dtype `mover_plane`, or None."""
        found = bytes_into(record(dtypes.mover_plane), ffi.addressof(self._mover, "ground"))
        return found if found.body else None

    def __copy__(self) -> "Mover":
        made = Mover(self.shape, filter=self.filter)
        made._mover, made._result = ffi.new("carom_mover *", self._mover[0]), self._result
        return made

    def __deepcopy__(self, memo: dict) -> "Mover":
        return self.__copy__()

    def move(self, world: World, translation: Vector) -> Move:
        """Moves by a translation as far as it can go. A call that fails leaves the mover where it was."""
        c_filter = _CFilter(self.filter)
        moved, result = ffi.new("carom_mover *", self._mover[0]), ffi.new("carom_mover_result *")
        if c_filter.struct:
            moved.filter = c_filter.struct[0]
        with new_turn() as turn:
            turns_of(world).ask(turn)
            status = lib.carom_mover_move(world._open, moved, vec3(translation), result)
        raise_failure(c_filter.failures)
        check(status)
        self._mover, self._result = moved, result
        self._mover.filter = ffi.new("carom_query_filter *")[0]
        found = bytes_into(record(dtypes.mover_result), result)
        return Move(self.position, found.planes[: found.plane_count].copy(), found)

    def clip(self, velocity: Vector) -> tuple:
        """The part of a velocity that leads into nothing that the last move hit."""
        out = ffi.new("carom_vec3 *")
        check(lib.carom_mover_clip(self._result, vec3(velocity), out))
        return out.x, out.y, out.z


Mover.__doc__ = "%s\n    %s" % (Mover.__doc__, COMMENTS["carom_mover_move"])
