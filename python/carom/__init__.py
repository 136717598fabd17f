"""carom: collisions without a solver, in space and in the plane.

    import carom
    with carom.World() as world:
        floor = world.create_body(kind=carom.BodyKind.STATIC)
        world.create_collider(floor, carom.box(10, 0.5, 10))
        ball = world.create_body((0, 3, 0), velocity=(0, -1, 0))
        world.create_collider(ball, carom.sphere(0.5))
        for _ in range(180):
            world.step(1 / 60)
        print(world.contacts()["manifold"]["normal"])

Results are arrays of numpy, whose dtypes are in `carom.dtypes`. `comment("carom_world_step")` is what the
header says of a function or struct. All functions of C are `carom.lib.carom_...`, with `carom.ffi`. Every
call into C releases the GIL.
"""
from . import dtypes
from ._assets import Chain, Compound, Field, Hull, Mesh, Polygon
from ._carom import ffi, lib
from ._comments import COMMENTS, VERSION
from ._enums import *  # noqa: F401, F403
from ._enums import __all__ as _enum_names
from ._errors import Error
from ._islands import Islands
from ._mover import Move, Mover
from ._pairs import (
    Placed,
    cast_ray,
    cast_rays,
    cast_shape,
    collide,
    distance,
    distance_to_point,
    overlap,
    signed_distance,
    time_of_impact,
)
from ._queries import Filter, rays
from ._recording import Recording, Replay
from ._rings import Pieces
from ._shape import Shape, mass_sum
from ._shapes import *  # noqa: F401, F403
from ._shapes import __all__ as _shape_names
from ._values import Pose, quat_about
from ._world import World

__version__ = VERSION
CATEGORY_DEFAULT = lib.CAROM_CATEGORY_DEFAULT
MASK_NONE = lib.CAROM_MASK_NONE


def comment(name: str) -> str:
    """What the headers say of a function, a struct, an enum or a constant of C."""
    return COMMENTS[name]


__all__ = ["CATEGORY_DEFAULT", "MASK_NONE", "Chain", "Compound", "Error", "Field", "Filter"]
__all__ += ["Hull", "Islands", "Mesh", "Move", "Mover", "Pieces", "Placed"]
__all__ += ["Polygon", "Pose", "Recording", "Replay", "Shape", "World", "cast_ray"]
__all__ += ["cast_rays", "cast_shape", "collide", "comment", "distance", "distance_to_point", "dtypes"]
__all__ += ["ffi", "lib", "mass_sum", "overlap", "quat_about", "rays", "signed_distance"]
__all__ += ["time_of_impact"]
__all__ += _enum_names + _shape_names
