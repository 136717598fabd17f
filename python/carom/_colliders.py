"""The colliders of a world: shapes, pieces of polygons and chains on bodies."""
from __future__ import annotations

from typing import Any, Union

import numpy as np

from ._arrays import pointer
from ._assets import Chain
from ._carom import ffi, lib
from ._rings import Pieces
from ._shape import Shape, pointer_of, struct_of
from ._turns import Turns, new_turn
from ._values import PoseLike, pose_parts

Id = Union[int, np.integer]


def collider_def(
    pose: PoseLike = None,
    category: int = 0,
    mask: int = 0,
    group: int = 0,
    sensor: bool = False,
    sees_sensors: bool = False,
    sees_static: bool = False,
    margin: float = 0.0,
    user: int = 0,
) -> Any:
    """A carom_collider_def without its shape."""
    d = ffi.new("carom_collider_def *")
    d.pose, d.filter = pose_parts(pose), (category, mask, group)
    d.sensor, d.sees_sensors, d.sees_static = sensor, sees_sensors, sees_static
    d.margin, d.user = margin, ffi.cast("void *", user)
    return d


class Colliders:
    """What a world does with colliders."""

    _open: Any
    _change: Any
    _create: Any
    _read: Any
    _turns: Turns

    def create_collider(
        self,
        body: Id,
        shape: Shape,
        pose: PoseLike = None,
        *,
        category: int = 0,
        mask: int = 0,
        group: int = 0,
        sensor: bool = False,
        sees_sensors: bool = False,
        sees_static: bool = False,
        margin: float = 0.0,
        user: int = 0,
    ) -> int:
        """Puts a shape on a body and returns the id of the collider. `pose` is relative to the body."""
        d = collider_def(pose, category, mask, group, sensor, sees_sensors, sees_static, margin, user)
        d.shape = struct_of(shape)[0]
        return self._create(lib.carom_collider_create, (body,), d)

    def create_pieces(self, body: Id, pieces: Pieces, pose: PoseLike = None, **options: Any) -> np.ndarray:
        """Puts each convex piece of a polygon with holes on a body, and returns the ids. That of a piece
        which is too thin is 0. `options` are those of create_collider."""
        source, out = pointer_of(pieces, "pieces"), np.zeros(len(pieces), np.uint64)
        d, target = collider_def(pose, **options), pointer("carom_collider", out)
        self._change(lib.carom_collider_create_pieces, (body,), d, source, target)
        return out

    def create_chain(
        self, body: Id, chain: Chain, radius: float = 0.0, pose: PoseLike = None, **options: Any
    ) -> np.ndarray:
        """Puts each link of a chain on a body, and returns the ids. `options` are those of
        create_collider."""
        source = pointer_of(chain, "chain")
        out, d = np.zeros(chain.link_count, np.uint64), collider_def(pose, **options)
        target = pointer("carom_collider", out)
        self._change(lib.carom_collider_create_chain, (body,), d, source, radius, target)
        return out

    def destroy_collider(self, collider: Id) -> None:
        self._change(lib.carom_collider_destroy, (collider,))

    def is_collider(self, collider: Id) -> bool:
        """Tells whether an id names a collider that has not been destroyed."""
        with new_turn() as turn:
            self._turns.ask(turn)
            return lib.carom_collider_is_valid(self._open, (collider,))

    def set_shape(self, collider: Id, shape: Shape) -> None:
        self._change(lib.carom_collider_set_shape, (collider,), struct_of(shape))

    def set_filter(self, collider: Id, category: int = 0, mask: int = 0, group: int = 0) -> None:
        """Sets which colliders it meets, as in create_collider."""
        self._change(lib.carom_collider_set_filter, (collider,), (category, mask, group))

    def set_margin(self, collider: Id, margin: float) -> None:
        """Asks for contacts within a distance from the next step on."""
        self._change(lib.carom_collider_set_margin, (collider,), margin)

    def get_margin(self, collider: Id) -> float:
        out = ffi.new("float *")
        self._read(lib.carom_collider_get_margin, (collider,), out)
        return out[0]

    def body_of(self, collider: Id) -> int:
        out = ffi.new("carom_body *")
        self._read(lib.carom_collider_get_body, (collider,), out)
        return out.bits

    def colliders_of(self, body: Id) -> np.ndarray:
        """The ids of the colliders of a body."""
        count = ffi.new("size_t *")
        self._read(lib.carom_body_get_colliders, (body,), ffi.NULL, 0, count)
        out = np.empty(count[0], np.uint64)
        target = pointer("carom_collider", out)
        self._read(lib.carom_body_get_colliders, (body,), target, len(out), count)
        return out
