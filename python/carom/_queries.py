"""The queries of a world: rays, casts, overlaps and distances, one by one and in batches."""
from __future__ import annotations

from typing import Any, Callable, NamedTuple, Optional, Tuple

import numpy as np

from . import dtypes
from ._arrays import number_rows, pointer, record, result, structured
from ._callbacks import Callback, raise_failure
from ._carom import ffi, lib
from ._enums import Touching
from ._errors import check
from ._shape import Shape, shape_bytes, struct_of
from ._turns import Turns, new_turn
from ._values import PoseLike, Vector, pose_of, vec3


class Filter(NamedTuple):
    """The colliders that a query looks at: by categories, but not those of the body `ignore`, and those that
    `accept(body, collider)` accepts. `touching` tells whether overlaps count what only touches."""

    mask: int = 0
    ignore: int = 0
    skip_sensors: bool = False
    accept: Optional[Callable[[int, int], bool]] = None
    touching: Touching = Touching.OVERLAPS


class _CFilter:
    """A filter for C, and what its `accept` has raised."""

    def __init__(self, value: Optional[Filter]):
        self.failures: list = []
        self.struct: Any = ffi.NULL
        if value is None:
            return
        if not isinstance(value, Filter):
            raise TypeError("a carom.Filter is needed, not %s" % type(value).__name__)
        self.struct = ffi.new("carom_query_filter *")
        self.struct.mask, self.struct.ignore.bits = value.mask, value.ignore
        self.struct.skip_sensors, self.struct.touching = value.skip_sensors, value.touching
        if value.accept:
            self.callback = Callback(self.failures, value.accept)
            self.struct.accept, self.struct.user = lib.carom_py_on_query, self.callback.handle


def rays(origins: Any, translations: Any) -> np.ndarray:
    """An array of rays of the dtype `carom.dtypes.ray`, from rows of origins and of translations."""
    origins, translations = np.asarray(origins, np.float64), np.asarray(translations, np.float32)
    made = np.zeros(np.broadcast_shapes(origins.shape[:-1], translations.shape[:-1]), dtypes.ray)
    made["origin"], made["translation"] = origins, translations
    return made.reshape(-1)


def posed_shapes(shapes: Any, positions: Any, rotations: Any, dtype: np.dtype) -> np.ndarray:
    """An array of structs that begin with a shape and a pose. One shape may stand for all."""
    positions = number_rows(positions, 3, "positions")
    made = np.zeros(len(positions), dtype)
    if isinstance(shapes, Shape):
        made["shape"] = np.frombuffer(shape_bytes(shapes), dtypes.shape)
    elif len(shapes) == len(made):
        made["shape"] = np.frombuffer(b"".join(map(shape_bytes, shapes)), dtypes.shape)
    else:
        raise ValueError("shapes: there must be %d, not %d" % (len(made), len(shapes)))
    made["pose"]["position"] = positions
    if rotations is not None:
        made["pose"]["rotation"] = number_rows(rotations, 4, "rotations", len(made))
    return made


def points_of(points: Any) -> np.ndarray:
    """Points as packed rows of doubles."""
    return np.ascontiguousarray(number_rows(points, 3, "points"), np.float64)


class Queries:
    """The queries of a world. They see its bodies where they are, before the first step too. Several threads
    may ask one world at once, while none changes it."""

    _open: Any
    _tasks: Any
    _turns: Turns

    # ---- Rays ----

    def cast_ray(
        self, origin: Vector, translation: Vector, filter: Optional[Filter] = None
    ) -> Optional[np.record]:
        """The first hit of a ray, or None."""
        out, ray = record(dtypes.ray_hit), ffi.new("carom_ray *", (vec3(origin), vec3(translation)))
        check(self._ask(lib.carom_world_cast_ray, filter, [ray], [pointer("carom_ray_hit", out)]))
        return out[0] if out[0].body else None

    def cast_ray_all(
        self, origin: Vector, translation: Vector, filter: Optional[Filter] = None
    ) -> np.ndarray:
        """All hits of a ray in order, of the dtype `ray_hit`."""
        ray = ffi.new("carom_ray *", (vec3(origin), vec3(translation)))
        return self._all(lib.carom_world_cast_ray_all, "carom_ray_hit", dtypes.ray_hit, filter, ray)

    def cast_rays(
        self, rays: np.ndarray, filter: Optional[Filter] = None, out: Optional[np.ndarray] = None
    ) -> np.ndarray:
        """Casts many rays (see `carom.rays`). Hit i is that of ray i; its body is 0 where there is none."""
        structured(rays, dtypes.ray, "rays")
        out = result(out, len(rays), dtypes.ray_hit)
        source, target = [pointer("carom_ray", rays), len(rays)], [self._tasks, pointer("carom_ray_hit", out)]
        check(self._ask(lib.carom_world_cast_rays, filter, source, target))
        return out

    def cast_rays_any(
        self, rays: np.ndarray, filter: Optional[Filter] = None, out: Optional[np.ndarray] = None
    ) -> np.ndarray:
        """Tells of many rays whether they hit anything."""
        structured(rays, dtypes.ray, "rays")
        out = result(out, len(rays), np.bool_)
        source, target = [pointer("carom_ray", rays), len(rays)], [self._tasks, pointer("bool", out)]
        check(self._ask(lib.carom_world_cast_rays_any, filter, source, target))
        return out

    # ---- Moving shapes ----

    def cast_shape(
        self, shape: Shape, pose: PoseLike, translation: Vector, filter: Optional[Filter] = None
    ) -> Optional[np.record]:
        """The first hit of a moving shape, or None."""
        out = record(dtypes.shape_hit)
        moving = ffi.new("carom_moving_shape *", (struct_of(shape)[0], pose_of(pose)[0], vec3(translation)))
        check(self._ask(lib.carom_world_cast_shape, filter, [moving], [pointer("carom_shape_hit", out)]))
        return out[0] if out[0].body else None

    def cast_shapes(
        self,
        shapes: Any,
        positions: Any,
        translations: Any,
        rotations: Any = None,
        filter: Optional[Filter] = None,
    ) -> np.ndarray:
        """Casts many moving shapes: one for all rows, or a sequence of them."""
        moving = posed_shapes(shapes, positions, rotations, dtypes.moving_shape)
        moving["translation"] = number_rows(translations, 3, "translations", len(moving))
        out, source = np.empty(len(moving), dtypes.shape_hit), pointer("carom_moving_shape", moving)
        target = [self._tasks, pointer("carom_shape_hit", out)]
        check(self._ask(lib.carom_world_cast_shapes, filter, [source, len(moving)], target))
        return out

    # ---- Overlaps ----

    def overlap_shape(
        self, shape: Shape, pose: PoseLike = None, filter: Optional[Filter] = None
    ) -> np.ndarray:
        """All colliders that touch a shape at a pose, of the dtype `found`."""
        return self._all(
            lib.carom_world_overlap_shape,
            "carom_found",
            dtypes.found,
            filter,
            struct_of(shape),
            pose_of(pose),
        )

    def overlap_point(self, point: Vector, filter: Optional[Filter] = None) -> np.ndarray:
        """All colliders that contain a point."""
        position = ffi.new("carom_pos *", vec3(point))
        return self._all(lib.carom_world_overlap_point, "carom_found", dtypes.found, filter, position)

    def overlap_region(self, least: Vector, most: Vector, filter: Optional[Filter] = None) -> np.ndarray:
        """All colliders that touch an axis-aligned region."""
        region = ffi.new("carom_region *", (vec3(least), vec3(most)))
        return self._all(lib.carom_world_overlap_region, "carom_found", dtypes.found, filter, region)

    def overlap_shapes(
        self, shapes: Any, positions: Any, rotations: Any = None, filter: Optional[Filter] = None
    ) -> Tuple[np.ndarray, np.ndarray]:
        """What many shapes touch: (found, starts). Shape i touches found[starts[i]:starts[i + 1]]."""
        posed = posed_shapes(shapes, positions, rotations, dtypes.posed_shape)
        source = pointer("carom_posed_shape", posed)
        return self._batch(lib.carom_world_overlap_shapes, source, len(posed), filter)

    def overlap_regions(
        self, regions: np.ndarray, filter: Optional[Filter] = None
    ) -> Tuple[np.ndarray, np.ndarray]:
        """What touches many regions, as rows of six numbers: the least x y z and the most. The results are
        those of `overlap_shapes`."""
        rows = np.ascontiguousarray(number_rows(regions, 6, "regions"), np.float64)
        source = ffi.cast("carom_region *", pointer("double", rows))
        return self._batch(lib.carom_world_overlap_regions, source, len(rows), filter)

    # ---- Distances ----

    def closest(self, point: Vector, radius: float, filter: Optional[Filter] = None) -> Optional[np.record]:
        """The collider nearest to a point within a radius, or None."""
        found = self.closest_many([vec3(point)], radius, filter).view(np.recarray)
        return found[0] if found[0].body else None

    def closest_many(self, points: Any, radius: float, filter: Optional[Filter] = None) -> np.ndarray:
        """The colliders nearest to many points, of the dtype `near`; body 0 where there is none."""
        points = points_of(points)
        out, source = np.empty(len(points), dtypes.near), pointer("double", points)
        before = [ffi.cast("carom_pos *", source), len(points), radius]
        target = [self._tasks, pointer("carom_near", out)]
        check(self._ask(lib.carom_world_closest_many, filter, before, target))
        return out

    def closest_bodies(self, point: Vector, radius: float, filter: Optional[Filter] = None) -> np.ndarray:
        """The bodies within a radius of a point, nearest first, of the dtype `near`."""
        position = ffi.new("carom_pos *", vec3(point))
        return self._all(lib.carom_world_closest_bodies, "carom_near", dtypes.near, filter, position, radius)

    def body_distance(self, a: int, b: int, filter: Optional[Filter] = None) -> np.record:
        """The distance of two bodies, with their closest points."""
        out = record(dtypes.body_distance)
        target = pointer("carom_body_distance", out)
        check(self._ask(lib.carom_world_body_distance, filter, [(a,), (b,)], [target]))
        return out[0]

    # ---- What queries have in common ----

    def _ask(self, function: Callable, filter: Optional[Filter], before: list, after: list) -> int:
        """The status of a query whose filter is between its arguments. Raises what `accept` has raised."""
        c_filter = _CFilter(filter)
        with new_turn() as turn:
            self._turns.ask(turn)
            status = function(self._open, *before, c_filter.struct, *after)
        raise_failure(c_filter.failures)
        return status

    def _all(
        self, function: Callable, kind: str, dtype: np.dtype, filter: Optional[Filter], *arguments: Any
    ) -> np.ndarray:
        """All results of a query of any number. Asks again with more room when there was too little."""
        count, capacity = ffi.new("size_t *"), 16
        while True:
            out = np.empty(capacity, dtype)
            check(self._ask(function, filter, list(arguments), [pointer(kind, out), capacity, count]))
            if count[0] <= capacity:
                return out[: count[0]]
            capacity = count[0]

    def _batch(
        self, function: Callable, source: Any, count: int, filter: Optional[Filter]
    ) -> Tuple[np.ndarray, np.ndarray]:
        """The answers of many queries one after the other, and where each begins."""
        starts, capacity = np.zeros(count + 1, np.uintp), 4 * count + 16
        while True:
            out, offsets = np.empty(capacity, dtypes.found), pointer("size_t", starts)
            target = [self._tasks, pointer("carom_found", out), capacity, offsets]
            status = self._ask(function, filter, [source, count], target)
            if status != lib.CAROM_TOO_SMALL:
                check(status)
                return out[: starts[-1]], starts
            capacity = int(starts[-1])
