"""Vectors, rotations and poses: from what Python has to what C takes, and back."""
from __future__ import annotations

import math
from numbers import Real
from typing import Any, NamedTuple, Sequence, Union

import numpy as np

from ._carom import ffi, lib

Vector = Union[Sequence[float], np.ndarray]
IDENTITY = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))
POSE = ffi.typeof("carom_pose *")


def numbers(value: Vector, count: int, name: str) -> tuple:
    """A tuple of so many floats."""
    found = tuple(map(float, value))
    if len(found) != count:
        raise ValueError("%s has %d numbers, not %d" % (name, count, len(found)))
    return found


def vec2(value: Vector) -> tuple:
    """The two numbers of a vector of the plane."""
    return numbers(value, 2, "a planar vector")


def vec3(value: Vector) -> tuple:
    """The three numbers of a vector; one of the plane has a z of 0."""
    return numbers(value, 3, "a vector") if len(value) != 2 else vec2(value) + (0.0,)


def quat(value: Vector) -> tuple:
    """The four numbers x, y, z, w of a rotation."""
    return numbers(value, 4, "a rotation")


class Pose(NamedTuple):
    """A position x, y, z and a rotation x, y, z, w. Rotate first, then translate."""

    position: Vector = (0.0, 0.0, 0.0)
    rotation: Vector = (0.0, 0.0, 0.0, 1.0)

    @staticmethod
    def planar(x: float, y: float, radians: float = 0.0) -> "Pose":
        return read_pose(ffi.new("carom_pose *", lib.carom_pose_planar(x, y, radians)))

    @staticmethod
    def from_matrix(matrix: np.ndarray) -> "Pose":
        """The pose of a matrix of 4 x 4, or of 3 x 4, whose left part is a rotation."""
        matrix = np.asarray(matrix, np.float64)
        if matrix.shape not in ((4, 4), (3, 4)):
            raise ValueError("a matrix of a pose is 4 x 4 or 3 x 4")
        return Pose(matrix[:3, 3].copy(), quat_from_matrix(matrix[:3, :3]))

    def matrix(self) -> np.ndarray:
        """The pose as a matrix of 4 x 4."""
        made = np.eye(4)
        rotation = quat(self.rotation)
        for column in range(3):
            axis = [float(row == column) for row in range(3)]
            turned = lib.carom_quat_rotate(rotation, axis)
            made[:3, column] = turned.x, turned.y, turned.z
        made[:3, 3] = self.position
        return made

    def __matmul__(self, inner: "Pose") -> "Pose":
        """The pose of what has the pose `inner` in the frame of this one."""
        return read_pose(ffi.new("carom_pose *", lib.carom_pose_mul(pose_of(self), pose_of(inner))))

    def inverse(self) -> "Pose":
        return read_pose(ffi.new("carom_pose *", lib.carom_pose_inverse(pose_of(self))))


PoseLike = Union[Pose, tuple, Vector, None]


def quat_from_matrix(m: np.ndarray) -> tuple:
    """The rotation of a matrix of 3 x 3, by its largest component."""
    squares = [1 + m[0, 0] - m[1, 1] - m[2, 2], 1 - m[0, 0] + m[1, 1] - m[2, 2]]
    squares += [1 - m[0, 0] - m[1, 1] + m[2, 2], 1 + m[0, 0] + m[1, 1] + m[2, 2]]
    largest = int(np.argmax(squares))
    symmetric = [m[0, 1] + m[1, 0], m[0, 2] + m[2, 0], m[1, 2] + m[2, 1]]
    turned = [m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]]
    rows = (
        (squares[0], symmetric[0], symmetric[1], turned[0]),
        (symmetric[0], squares[1], symmetric[2], turned[1]),
        (symmetric[1], symmetric[2], squares[2], turned[2]),
        (turned[0], turned[1], turned[2], squares[3]),
    )
    length = math.sqrt(sum(x * x for x in rows[largest]))
    return tuple(float(x / length) for x in rows[largest])


def quat_about(axis: Vector, radians: float) -> tuple:
    """The rotation about an axis."""
    made = lib.carom_quat_about(vec3(axis), radians)
    return made.x, made.y, made.z, made.w


def pose_parts(value: Any) -> tuple:
    """The position and the rotation of a pose, a pair, a position alone, or a matrix of 4 x 4."""
    if value is None:
        return IDENTITY
    if type(value) is Pose:
        return vec3(value.position), quat(value.rotation)
    if len(value) == 4:
        value = Pose.from_matrix(value)
    if len(value) == 2 and not isinstance(value[0], Real):
        return vec3(value[0]), quat(value[1])
    return vec3(value), IDENTITY[1]


def pose_of(value: PoseLike):
    """A carom_pose for C."""
    return ffi.new(POSE, pose_parts(value))


def read_pose(pose) -> Pose:
    """A Pose of plain floats from C."""
    p, r = pose.position, pose.rotation
    return Pose((p.x, p.y, p.z), (r.x, r.y, r.z, r.w))
