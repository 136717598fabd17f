"""Functions on two shapes, and batches of pairs, without a world."""
from __future__ import annotations

from typing import Any, Optional, Sequence, Tuple

import numpy as np

from . import dtypes
from ._arrays import index_pairs, number_rows, pointer, record, result, structured
from ._carom import ffi, lib
from ._comments import COMMENTS
from ._errors import check
from ._shape import Shape, shape_bytes, struct_of
from ._values import PoseLike, Vector, pose_of, pose_parts, vec3


def _documented(name: str):
    """Gives a function the comment of the header behind its own words."""

    def add(function):
        function.__doc__ = "%s\n\n%s: %s" % (function.__doc__, name, COMMENTS[name])
        return function

    return add


def _pair(a: Shape, pose_a: PoseLike, b: Shape, pose_b: PoseLike) -> Tuple[Any, Any, Any, Any]:
    return struct_of(a), pose_of(pose_a), struct_of(b), pose_of(pose_b)


@_documented("carom_collide_within")
def collide(a: Shape, pose_a: PoseLike, b: Shape, pose_b: PoseLike, margin: float = 0.0) -> np.record:
    """The contact manifold of two shapes, of the dtype `manifold`; point_count is 0 when they are apart."""
    out = record(dtypes.manifold)
    check(lib.carom_collide_within(*_pair(a, pose_a, b, pose_b), margin, pointer("carom_manifold", out)))
    return out[0]


@_documented("carom_overlap")
def overlap(a: Shape, pose_a: PoseLike, b: Shape, pose_b: PoseLike) -> bool:
    """Tells whether two shapes touch."""
    out = ffi.new("bool *")
    check(lib.carom_overlap(*_pair(a, pose_a, b, pose_b), out))
    return out[0]


@_documented("carom_distance")
def distance(a: Shape, pose_a: PoseLike, b: Shape, pose_b: PoseLike) -> np.record:
    """The distance and the closest points of two shapes, of the dtype `distance_result`."""
    out = record(dtypes.distance_result)
    check(lib.carom_distance(*_pair(a, pose_a, b, pose_b), pointer("carom_distance_result", out)))
    return out[0]


@_documented("carom_signed_distance")
def signed_distance(a: Shape, pose_a: PoseLike, b: Shape, pose_b: PoseLike) -> np.record:
    """The distance of two shapes, or minus the depth of their overlap."""
    out = record(dtypes.distance_result)
    check(lib.carom_signed_distance(*_pair(a, pose_a, b, pose_b), pointer("carom_distance_result", out)))
    return out[0]


@_documented("carom_distance_to_point")
def distance_to_point(shape: Shape, pose: PoseLike, point: Vector) -> np.record:
    """The distance of a shape from a point, of the dtype `point_distance`."""
    out, position = record(dtypes.point_distance), ffi.new("carom_pos *", vec3(point))
    target = pointer("carom_point_distance", out)
    check(lib.carom_distance_to_point(struct_of(shape), pose_of(pose), position, target))
    return out[0]


@_documented("carom_cast_ray")
def cast_ray(shape: Shape, pose: PoseLike, origin: Vector, translation: Vector) -> np.record:
    """The first hit of a ray on a shape, of the dtype `ray_result`."""
    out, ray = record(dtypes.ray_result), ffi.new("carom_ray *", (vec3(origin), vec3(translation)))
    check(lib.carom_cast_ray(struct_of(shape), pose_of(pose), ray, pointer("carom_ray_result", out)))
    return out[0]


@_documented("carom_cast_rays")
def cast_rays(shape: Shape, pose: PoseLike, rays: np.ndarray, out: Optional[np.ndarray] = None) -> np.ndarray:
    """The first hits of many rays (see `carom.rays`) on a shape."""
    structured(rays, dtypes.ray, "rays")
    out = result(out, len(rays), dtypes.ray_result)
    source, target = pointer("carom_ray", rays), pointer("carom_ray_result", out)
    check(lib.carom_cast_rays(struct_of(shape), pose_of(pose), source, len(rays), target, ffi.NULL))
    return out


@_documented("carom_cast_shape")
def cast_shape(a: Shape, pose_a: PoseLike, b: Shape, pose_b: PoseLike, translation: Vector) -> np.record:
    """When b, which moves along a translation, first touches a; of the dtype `impact`."""
    out = record(dtypes.impact)
    pair = _pair(a, pose_a, b, pose_b)
    check(lib.carom_cast_shape(*pair, vec3(translation), pointer("carom_impact", out)))
    return out[0]


@_documented("carom_time_of_impact")
def time_of_impact(
    a: Shape,
    start_a: PoseLike,
    end_a: PoseLike,
    b: Shape,
    start_b: PoseLike,
    end_b: PoseLike,
    margin: float = 0.0,
) -> np.record:
    """When two shapes that both move and turn first come within a margin; of the dtype `impact`."""
    out = record(dtypes.impact)
    motion_a = ffi.new("carom_motion *", (pose_of(start_a)[0], pose_of(end_a)[0]))
    motion_b = ffi.new("carom_motion *", (pose_of(start_b)[0], pose_of(end_b)[0]))
    target = pointer("carom_impact", out)
    check(lib.carom_time_of_impact(struct_of(a), motion_a, struct_of(b), motion_b, margin, target))
    return out[0]


class Placed:
    """Shapes at poses, prepared once and used in many pairs. `pairs` are rows of two indices of shapes."""

    def __init__(self, shapes: Sequence[Shape], positions: Any = None, rotations: Any = None):
        self.shapes = list(shapes)
        self._structs = np.frombuffer(b"".join(map(shape_bytes, self.shapes)), dtypes.shape)
        self._placed = np.zeros(len(self.shapes), dtypes.placed)
        self.move(np.zeros((len(self.shapes), 3)) if positions is None else positions, rotations)

    def move(self, positions: Any, rotations: Any = None) -> None:
        """Gives all shapes other poses. If one is refused, all stay where they were."""
        poses = np.zeros(len(self.shapes), dtypes.pose)
        poses["position"] = number_rows(positions, 3, "positions", len(poses))
        if rotations is not None:
            poses["rotation"] = number_rows(rotations, 4, "rotations", len(poses))
        placed, wrong = np.zeros(len(poses), dtypes.placed), ffi.new("size_t *")
        shapes = ffi.cast("carom_shape *", pointer("char", self._structs))
        status = lib.carom_py_place(
            shapes, pointer("carom_pose", poses), len(poses), pointer("carom_placed", placed), wrong
        )
        check(status, "shape %d" % wrong[0] if status else "")
        self._placed = placed

    def move_to(self, poses: Sequence[PoseLike]) -> None:
        """Gives all shapes other poses, one by one."""
        parts = [pose_parts(pose) for pose in poses]
        positions, rotations = zip(*parts) if parts else ((), ())
        self.move(positions, rotations)

    def collide(self, pairs: Any) -> np.ndarray:
        """The manifolds of pairs."""
        return self._pairs(lib.carom_collide_pairs, "carom_manifold", dtypes.manifold, pairs)

    def overlaps(self, pairs: Any) -> np.ndarray:
        """Tells which pairs touch."""
        return self._pairs(lib.carom_overlap_pairs, "bool", np.dtype(np.bool_), pairs)

    def distances(self, pairs: Any) -> np.ndarray:
        """The distances of pairs; 0 for those that touch."""
        return self._pairs(lib.carom_distance_pairs, "carom_distance_result", dtypes.distance_result, pairs)

    def signed_distances(self, pairs: Any) -> np.ndarray:
        """The distances of pairs, and minus the depths of those that overlap."""
        function = lib.carom_signed_distance_pairs
        return self._pairs(function, "carom_distance_result", dtypes.distance_result, pairs)

    def _pairs(self, function: Any, kind: str, dtype: np.dtype, pairs: Any) -> np.ndarray:
        pairs, batch = index_pairs(pairs), ffi.new("carom_batch *")
        placed, indices = pointer("carom_placed", self._placed), pointer("carom_index_pair", pairs)
        batch.placed, batch.placed_count = placed, len(self._placed)
        batch.pairs, batch.pair_count = indices, len(pairs)
        out = np.zeros(len(pairs), dtype)
        check(function(batch, pointer(kind, out)))
        return out
