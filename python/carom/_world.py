"""Worlds: their bodies, colliders, steps, contacts, events and saves."""
from __future__ import annotations

import os
import weakref
from typing import Any, Callable, Dict, Optional, Tuple

import numpy as np

from . import dtypes
from ._arrays import (
    SCALARS,
    address,
    id_array,
    number_rows,
    pointer,
    record,
    stride_of,
    writable_rows,
)
from ._callbacks import Callback, Log, raise_failure
from ._carom import ffi, lib
from ._colliders import Colliders, Id
from ._comments import COMMENTS
from ._enums import BodyKind, BroadphaseKind
from ._errors import Error, check
from ._islands import Finder, Islands
from ._queries import Queries
from ._shape import Shape
from ._turns import Turns, new_turn
from ._values import Pose, PoseLike, Vector, pose_of, pose_parts, read_pose, vec3

ZERO = (0.0, 0.0, 0.0)


class _View:
    """Tells numpy where an array of a world is, which lives as long as an array of numpy shows it."""

    def __init__(self, world: "World", first: Any, dtype: np.dtype, count: int):
        self.world = world
        self.__array_interface__ = {
            "data": (int(ffi.cast("uintptr_t", first)), True),
            "typestr": "|V%d" % dtype.itemsize,
            "shape": (count,),
            "version": 3,
        }


class World(Colliders, Queries):
    """A world in space, or of the plane (`planar=True`). It is a context manager, which closes the world.

    Bodies and colliders are ids, which are numbers: arrays of uint64 hold many. A call that carom refuses
    raises Error and changes nothing. All calls release the GIL while C works. Only one thread at a time may
    change a world, and no other one may use it then: such calls refuse each other with BUSY. A closed world
    raises ValueError.
    """

    _out: Any = (ffi.NULL,)
    _pool: Any = ffi.NULL

    def __init__(
        self,
        planar: bool = False,
        *,
        tag: int = 0,
        seamless: bool = False,
        persistent_manifolds: bool = False,
        eight_points: bool = False,
        margin: float = 0.0,
        broadphase: BroadphaseKind = BroadphaseKind.SWEEP,
        threads: int = 1,
        filter: Optional[Callable[[int, int], bool]] = None,
    ):
        """threads: the step and batches of queries share their work among so many. filter: is asked about two
        colliders whether they may be in contact."""
        self._prepare(threads, filter)
        d = self._definition
        d.planar, d.tag, d.seamless, d.margin, d.broadphase = planar, tag, seamless, margin, broadphase
        d.persistent_manifolds, d.eight_points = persistent_manifolds, eight_points
        check(lib.carom_world_create(self._definition, self._out))

    def _prepare(self, threads: int, filter: Optional[Callable[[int, int], bool]]) -> None:
        """What a world has in Python, before that of C is there."""
        if self._out[0] != ffi.NULL:
            raise ValueError("the world is made already")
        self._out = ffi.new("carom_world **")
        self._process = os.getpid()
        self._tasks: Any = ffi.NULL
        self._definition: Any = ffi.new("carom_world_def *")
        self._turns = Turns()
        self._failures: list = []
        self._handlers: Dict[int, Callback] = {}
        self._views: list = []
        self._sink: Any = None
        self._log = Log()
        self._definition.log, self._definition.log_user = lib.carom_py_on_log, self._log.handle
        if filter:
            self._filter = Callback(self._failures, filter)
            self._definition.filter = lib.carom_py_on_filter
            self._definition.filter_user = self._filter.handle
        if threads > 1:
            out = ffi.new("carom_pool **")
            check(lib.carom_pool_create(ffi.NULL, threads, out))
            self._pool = out[0]
            self._definition.tasks = lib.carom_pool_get_tasks(self._pool)
            self._tasks = ffi.addressof(self._definition, "tasks")

    # ---- Lifetime ----

    @property
    def pointer(self):
        """The world of C, for `carom.lib`."""
        self._turns.check()
        return self._open

    @property
    def _open(self) -> Any:
        """The world of C for a turn that has begun."""
        if self._out[0] == ffi.NULL:
            raise ValueError("the world is closed")
        return self._out[0]

    @property
    def _world(self) -> Any:
        return self._out[0]

    @property
    def closed(self) -> bool:
        return self._world == ffi.NULL

    def close(self) -> None:
        """Ends all contacts and frees the world. Handlers receive the ENDs. Later uses raise ValueError."""
        if not self.closed:
            with new_turn() as turn:
                self._turns.change(turn)
                self._refuse_views()
                self._check(lib.carom_py_close(self._out))
                self._free()
            raise_failure(self._failures)

    def _free(self) -> None:
        pool, self._pool = self._pool, ffi.NULL
        if self._process == os.getpid():  # a fork does not have the threads that this waits for
            lib.carom_pool_destroy(pool)

    def __reduce__(self) -> Any:
        raise TypeError("a World cannot be copied or pickled; use clone, or save and load")

    def __enter__(self) -> "World":
        return self

    def __exit__(self, *raised: Any) -> None:
        self.close()

    def __del__(self) -> None:
        """Frees a world that was not closed, without a word to its handlers."""
        if self._world != ffi.NULL:
            for handler in self._handlers:
                lib.carom_handler_remove(self._world, (handler,))
            lib.carom_py_close(self._out)
        if self._pool != ffi.NULL:
            self._free()

    def _check(self, status: int) -> None:
        if status:
            raise Error(status, self._log.take())

    def _change(self, function: Callable[..., int], *arguments: Any) -> None:
        """A call that changes the world."""
        with new_turn() as turn:
            self._turns.change(turn)
            self._check(function(self._open, *arguments))

    def _create(self, function: Callable[..., Any], *arguments: Any) -> int:
        """A call that returns a new id. Raises the reason why it is null."""
        with new_turn() as turn:
            self._turns.change(turn)
            bits = function(self._open, *arguments).bits
            if not bits:
                self._check(lib.carom_world_get_last_status(self._world))
            return bits

    def _read(self, function: Callable[..., int], *arguments: Any) -> None:
        """A call that only reads the world."""
        with new_turn() as turn:
            self._turns.ask(turn)
            self._check(function(self._open, *arguments))

    def _refuse_views(self) -> None:
        """Refuses what would leave an array of `contacts(copy=False)` without memory."""
        self._views = [view for view in self._views if view() is not None]
        if self._views:
            raise BufferError("an array of contacts(copy=False) is still in use; delete it before")

    # ---- Bodies ----

    def create_body(
        self,
        pose: PoseLike = None,
        *,
        kind: BodyKind = BodyKind.KINEMATIC,
        velocity: Vector = ZERO,
        angular_velocity: Vector = ZERO,
        enabled: bool = True,
        user: int = 0,
    ) -> int:
        """Creates a body and returns its id. `pose` is a Pose, a position, or a matrix of 4 x 4."""
        definition = ffi.new("carom_body_def *")
        definition.kind, definition.pose = kind, pose_parts(pose)
        definition.linear_velocity, definition.angular_velocity = vec3(velocity), vec3(angular_velocity)
        definition.disabled, definition.user = not enabled, ffi.cast("void *", user)
        return self._create(lib.carom_body_create, definition)

    def create_bodies(self, positions: Any, shape: Optional[Shape] = None, **definition: Any) -> np.ndarray:
        """Creates a body at each row of positions, each with a collider when a shape is given. If one is
        refused, none is created. `definition` is as in create_body."""
        made: list = []
        with new_turn() as turn:
            self._turns.change(turn)
            try:
                for position in number_rows(positions, 3, "positions"):
                    made.append(self.create_body(position, **definition))
                    if shape is not None:
                        self.create_collider(made[-1], shape)
            except BaseException:
                for body in made:
                    self.destroy_body(body)
                raise
        return np.array(made, np.uint64)

    def destroy_body(self, body: Id) -> None:
        """Destroys a body and its colliders. Its contacts end in the next step."""
        self._change(lib.carom_body_destroy, (body,))

    def is_body(self, body: Id) -> bool:
        """Tells whether an id names a body that has not been destroyed."""
        with new_turn() as turn:
            self._turns.ask(turn)
            return lib.carom_body_is_valid(self._open, (body,))

    def get_pose(self, body: Id) -> Pose:
        out = ffi.new("carom_pose *")
        self._read(lib.carom_body_get_pose, (body,), out)
        return read_pose(out)

    def set_pose(self, body: Id, pose: PoseLike) -> None:
        """Puts a body at a pose."""
        self._change(lib.carom_body_set_pose, (body,), pose_of(pose))

    def set_target(self, body: Id, pose: PoseLike, time: float) -> None:
        """Gives a body the velocities that take it to a pose in so many seconds."""
        self._change(lib.carom_body_set_target, (body,), pose_of(pose), time)

    def get_velocity(self, body: Id) -> Tuple[tuple, tuple]:
        """The linear and the angular velocity of a body."""
        out = ffi.new("carom_vec3[2]")
        self._read(lib.carom_body_get_velocity, (body,), out, out + 1)
        return (out[0].x, out[0].y, out[0].z), (out[1].x, out[1].y, out[1].z)

    def set_velocity(self, body: Id, linear: Vector, angular: Vector = ZERO) -> None:
        self._change(lib.carom_body_set_velocity, (body,), vec3(linear), vec3(angular))

    def set_enabled(self, body: Id, enabled: bool) -> None:
        """A disabled body touches nothing, and no query finds it."""
        self._change(lib.carom_body_set_enabled, (body,), enabled)

    def set_swept(self, body: Id, swept: bool, stopping: bool = False) -> None:
        """A swept body also meets what lies on its way; a stopping one stops there."""
        self._change(lib.carom_body_set_swept, (body,), swept)
        self._change(lib.carom_body_set_stopping, (body,), stopping)

    def get_mass(self, body: Id, density: float = 1.0) -> np.record:
        """The `mass`, `center` and `inertia` of a body whose colliders all have this density."""
        out = record(dtypes.mass)
        self._read(lib.carom_body_get_mass, (body,), density, pointer("carom_mass", out))
        return out[0]

    def get_user(self, body: Id) -> int:
        with new_turn() as turn:
            self._turns.ask(turn)
            return int(ffi.cast("uintptr_t", lib.carom_body_get_user(self._open, (body,))))

    def set_user(self, body: Id, user: int) -> None:
        """Sets the number that the body keeps, which contacts and saves have too."""
        self._change(lib.carom_body_set_user, (body,), ffi.cast("void *", user))

    # ---- Many bodies at once ----

    def set_poses(self, bodies: Any, positions: Any, rotations: Any = None) -> None:
        """Sets many poses from arrays of floats or doubles, without copies. Without rotations the bodies keep
        theirs. If one pose is refused, none is set."""
        self._set_poses(lib.carom_body_set_poses, bodies, positions, rotations)

    def set_targets(self, bodies: Any, positions: Any, time: float, rotations: Any = None) -> None:
        """Sets many targets, as set_target and set_poses do."""
        self._set_poses(lib.carom_body_set_targets, bodies, positions, rotations, time)

    def _set_poses(self, function: Any, bodies: Any, positions: Any, rotations: Any, *time: float) -> None:
        bodies = id_array(bodies, "bodies")
        positions = number_rows(positions, 3, "positions", len(bodies))
        if rotations is not None:
            rotations = number_rows(rotations, 4, "rotations", len(bodies))
        array = _pair_struct("carom_pose_array", "position", positions, "rotation", rotations)
        self._change(function, pointer("carom_body", bodies), len(bodies), array, *time)

    def get_poses(
        self, bodies: Any, positions: Optional[np.ndarray] = None, rotations: Optional[np.ndarray] = None
    ) -> Tuple[Optional[np.ndarray], Optional[np.ndarray]]:
        """Returns the positions and rotations of many bodies in new arrays of doubles. Or it writes to the
        arrays given, of floats or doubles: to one or to both, without copies."""
        bodies = id_array(bodies, "bodies")
        positions, rotations = _two_outputs(bodies, positions, 3, "positions", rotations, 4, "rotations")
        buffer = _pair_struct("carom_pose_buffer", "position", positions, "rotation", rotations)
        ids = pointer("carom_body", bodies)
        self._read(lib.carom_body_get_poses, ids, len(bodies), buffer)
        return positions, rotations

    def set_velocities(self, bodies: Any, linear: Any = None, angular: Any = None) -> None:
        """Sets many velocities from arrays, without copies. What is None stays as it is."""
        bodies = id_array(bodies, "bodies")
        if linear is not None:
            linear = number_rows(linear, 3, "linear", len(bodies))
        if angular is not None:
            angular = number_rows(angular, 3, "angular", len(bodies))
        array = _pair_struct("carom_velocity_array", "linear", linear, "angular", angular)
        ids = pointer("carom_body", bodies)
        self._change(lib.carom_body_set_velocities, ids, len(bodies), array)

    def get_velocities(
        self, bodies: Any, linear: Optional[np.ndarray] = None, angular: Optional[np.ndarray] = None
    ) -> Tuple[Optional[np.ndarray], Optional[np.ndarray]]:
        """Returns or writes the velocities of many bodies, as get_poses does."""
        bodies = id_array(bodies, "bodies")
        linear, angular = _two_outputs(bodies, linear, 3, "linear", angular, 3, "angular")
        buffer = _pair_struct("carom_velocity_buffer", "linear", linear, "angular", angular)
        ids = pointer("carom_body", bodies)
        self._read(lib.carom_body_get_velocities, ids, len(bodies), buffer)
        return linear, angular

    # ---- Steps, contacts and events ----

    def step(self, dt: float) -> None:
        """Moves the bodies by dt seconds, finds all contacts, and calls the handlers. What a handler raises
        is raised again here, after the whole step."""
        with new_turn() as turn:
            self._turns.change(turn)
            self._refuse_views()
            self._check(lib.carom_world_step(self._open, dt))
        raise_failure(self._failures)

    def clear(self) -> None:
        """Destroys all bodies."""
        with new_turn() as turn:
            self._turns.change(turn)
            self._refuse_views()
            self._check(lib.carom_world_clear(self._open))
        raise_failure(self._failures)

    def contacts(self, body: Optional[Id] = None, copy: bool = True) -> np.ndarray:
        """The contacts of the last step, or those of a body, of the dtype `contact`. With copy=False the
        array shows the memory of the world, which refuses to step or to close while the array lives.
        Handlers and filters have only copies."""
        with new_turn() as turn:
            self._turns.ask(turn)
            return self._all_contacts(copy) if body is None else self._contacts_of(body)

    def _all_contacts(self, copy: bool) -> np.ndarray:
        if not copy:
            self._turns.refuse_views()
        count = ffi.new("size_t *")
        first = lib.carom_world_get_contacts(self._open, count)
        if not count[0]:
            return np.empty(0, dtypes.contact)
        view = _View(self, first, dtypes.contact, count[0])
        array = np.asarray(view).view(dtypes.contact)
        if copy:
            return array.copy()
        self._views.append(weakref.ref(view))
        return array

    def _contacts_of(self, body: Id) -> np.ndarray:
        count = ffi.new("size_t *")
        self._read(lib.carom_body_get_contacts, (body,), ffi.NULL, 0, count)
        found = ffi.new("const carom_contact *[]", count[0])
        self._read(lib.carom_body_get_contacts, (body,), found, count[0], count)
        out = np.empty(count[0], dtypes.contact)
        lib.carom_py_copy_contacts(found, count[0], pointer("carom_contact", out))
        return out

    def patches(self) -> Tuple[np.ndarray, np.ndarray]:
        """All patches of the contacts of the last step: (patches, starts). Those of contact i are
        patches[starts[i]:starts[i + 1]], the deepest first."""
        with new_turn() as turn:
            self._turns.ask(turn)
            return self._patches()

    def _patches(self) -> Tuple[np.ndarray, np.ndarray]:
        count = ffi.new("size_t *")
        first = lib.carom_world_get_contacts(self._open, count)
        starts = np.zeros(count[0] + 1, np.uintp)
        target = pointer("size_t", starts)
        lib.carom_py_copy_patches(first, count[0], ffi.NULL, target)
        out = np.empty(starts[-1], dtypes.patch)
        lib.carom_py_copy_patches(first, count[0], pointer("carom_patch", out), target)
        return out, starts

    def events(self) -> np.ndarray:
        """The events of the last step in their order, of the dtype `event_row`."""
        with new_turn() as turn:
            self._turns.ask(turn)
            return events_of(self._open)

    def islands(self, links: Any = (), joins: Optional[Callable[[int], bool]] = None) -> Islands:
        """The islands of bodies that touch after the last step. `links` are pairs of bodies that are
        connected besides. joins(body) tells of each body whether it connects what it touches."""
        with new_turn() as turn:
            self._turns.ask(turn)
            return Finder(links, joins).find(self._open)

    def on(
        self,
        function: Optional[Callable[[np.record], Any]] = None,
        events: int = 0,
        *,
        category_a: int = 0,
        category_b: int = 0,
        impact: float = 0.0,
        keep: Optional[Callable[[np.record], bool]] = None,
    ) -> int:
        """Calls a function with each event of these kinds (0: BEGIN and END) and returns the id of the
        handler. `keep` decides which contacts there are. The events have the dtype `event_row`."""
        callback = Callback(self._failures, function or (lambda event: None), keep)
        d = ffi.new("carom_handler_def *")
        d.callback = lib.carom_py_on_event if function else ffi.NULL
        d.keep = lib.carom_py_on_keep if keep else ffi.NULL
        d.user, d.events, d.impact = callback.handle, events, impact
        d.category_a, d.category_b = category_a, category_b
        handler = self._create(lib.carom_handler_add, d)
        self._handlers[handler] = callback
        return handler

    def off(self, handler: int) -> None:
        """Removes a handler. Its function stays until the world ends, as an event may be on its way."""
        self._change(lib.carom_handler_remove, (handler,))

    # ---- The state as a whole ----

    def counts(self) -> np.record:
        """The content of the world and the work of its last step."""
        out = record(dtypes.counts)
        self._read(lib.carom_world_get_counts, pointer("carom_counts", out))
        return out[0]

    def hash(self) -> int:
        """A hash of everything that the next step depends on, the same on every platform."""
        with new_turn() as turn:
            self._turns.ask(turn)
            return lib.carom_world_hash(self._open)

    def save(self) -> bytes:
        """The world as bytes."""
        return self._bytes(
            lambda *room: lib.carom_world_save(self._open, ffi.addressof(lib, "carom_py_users"), *room)
        )

    def rollback_keep(self, steps: int) -> None:
        """Keeps from now on what is needed to go back so many steps."""
        self._change(lib.carom_world_rollback_keep, steps)

    def rollback_save(self) -> bytes:
        """The state that changes from step to step, for rollback_restore."""
        return self._bytes(lambda *room: lib.carom_world_rollback_save(self._open, *room))

    def rollback_restore(self, saved: bytes) -> None:
        """Goes back to the state that was saved."""
        with new_turn() as turn:
            self._turns.change(turn)
            self._refuse_views()
            self._check(lib.carom_world_rollback_restore(self._open, ffi.from_buffer(saved), len(saved)))

    def _bytes(self, write: Callable[..., int]) -> bytes:
        size = ffi.new("size_t *")
        with new_turn() as turn:
            self._turns.ask(turn)
            status = write(ffi.NULL, 0, size)
            if status != lib.CAROM_TOO_SMALL:
                check(status)
            buffer = bytearray(size[0])
            check(write(ffi.from_buffer(buffer), len(buffer), size))
        return bytes(buffer)

    @classmethod
    def load(
        cls, saved: bytes, *, threads: int = 1, filter: Optional[Callable[[int, int], bool]] = None
    ) -> "World":
        """Makes a world from the bytes of `save`."""
        made = cls.__new__(cls)
        made._prepare(threads, filter)
        users, source = ffi.addressof(lib, "carom_py_users"), ffi.from_buffer(saved)
        check(lib.carom_world_load(made._definition, users, source, len(source), made._out))
        return made

    def clone(
        self, bodies: Any = None, *, threads: int = 1, filter: Optional[Callable[[int, int], bool]] = None
    ) -> "World":
        """A second world that is equal to this one, or has only these of its bodies."""
        with new_turn() as turn:
            self._turns.ask(turn)
            return World._clone_of(self._open, bodies, threads, filter)

    @staticmethod
    def _clone_of(
        world: Any,
        bodies: Any = None,
        threads: int = 1,
        filter: Optional[Callable[[int, int], bool]] = None,
    ) -> "World":
        made = World.__new__(World)
        made._prepare(threads, filter)
        ids = id_array([] if bodies is None else bodies, "bodies")
        first = ffi.NULL if bodies is None else pointer("carom_body", ids)
        check(lib.carom_world_clone(world, made._definition, first, len(ids), made._out))
        return made


World.__doc__ = "%s\n    carom_world_def: %s" % (World.__doc__, COMMENTS["carom_world_def"])


def turns_of(world: World) -> Turns:
    """Who uses a world."""
    if not isinstance(world, World):
        raise TypeError("a carom.World is needed, not %s" % type(world).__name__)
    return world._turns


def events_of(world: Any) -> np.ndarray:
    """The events of the last step of a world of C."""
    count = ffi.new("size_t *")
    first = lib.carom_world_get_events(world, count)
    out = np.empty(count[0], dtypes.event_row)
    lib.carom_py_copy_events(first, count[0], pointer("carom_event_row", out))
    return out


def _pair_struct(kind: str, a: str, array_a: Optional[np.ndarray], b: str, array_b: Optional[np.ndarray]):
    """A struct that tells C where two arrays are, of which one may be None."""
    struct = ffi.new(kind + " *")
    plural = "s" if "pose" in kind else ""
    for name, array in ((a, array_a), (b, array_b)):
        if array is not None:
            struct.scalar = SCALARS[array.dtype]
            setattr(struct, name + plural, address(array))
            setattr(struct, name + "_stride", stride_of(array))
    if array_a is not None and array_b is not None and array_a.dtype != array_b.dtype:
        raise TypeError("%ss and %ss: both must have the same dtype" % (a, b))
    return struct


def _two_outputs(
    bodies: np.ndarray,
    a: Optional[np.ndarray],
    width_a: int,
    name_a: str,
    b: Optional[np.ndarray],
    width_b: int,
    name_b: str,
) -> Tuple[Optional[np.ndarray], Optional[np.ndarray]]:
    """Arrays for results: those of the caller, or two new ones if there are none."""
    if a is None and b is None:
        return np.empty((len(bodies), width_a)), np.empty((len(bodies), width_b))
    a = a if a is None else writable_rows(a, width_a, name_a, len(bodies))
    b = b if b is None else writable_rows(b, width_b, name_b, len(bodies))
    return a, b
