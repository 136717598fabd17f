"""many_rays: a scanner above hills and trees sees 100,000 points by one call.

The rays are one array of numpy and the hits are another one: nothing is copied or looped over.
"""
import sys
import time

import carom
import numpy as np

COUNT = 100000


def add_hills(world):
    """Ground of 128 x 128 cells around the origin."""
    x, z = np.meshgrid(np.linspace(0, 9, 129), np.linspace(0, 9, 129))
    field = carom.Field(3 * np.sin(x) * np.cos(z))
    ground = world.create_body((-64, 0, -64), kind=carom.BodyKind.STATIC)
    world.create_collider(ground, carom.field(field))
    return field


def add_trees(world, field, count=300):
    random = np.random.default_rng(3)
    for x, z in random.uniform(-60, 60, (count, 2)):
        height = field.ground(x + 64, z + 64).height + 1
        tree = world.create_body((x, height, z), kind=carom.BodyKind.STATIC)
        world.create_collider(tree, carom.cone(1.5, 0.8), category=2)


def scan():
    """Rays from one point in the air to all sides and down."""
    turn = np.linspace(0, 400 * np.pi, COUNT)
    down = np.linspace(-0.05, -1.5, COUNT)
    directions = np.stack([np.cos(turn) * np.cos(down), np.sin(down), np.sin(turn) * np.cos(down)], axis=1)
    return carom.rays((0, 12, 0), 100 * directions)


def main():
    with carom.World() as world:
        add_trees(world, add_hills(world))
        rays = scan()
        world.cast_rays(rays[:1])
        start = time.perf_counter()
        hits = world.cast_rays(rays)
        seconds = time.perf_counter() - start
        bodies = hits["body"]
        ground = bodies == bodies[-1]
        print(
            "%d rays: %d on the ground, %d on trees" % (COUNT, ground.sum(), np.sum((bodies != 0) & ~ground))
        )
        print("the lowest point is at %.2f" % hits["point"][ground, 1].min())
        print("%.0f ms, %.0f ns a ray" % (1e3 * seconds, 1e9 * seconds / COUNT), file=sys.stderr)


main()
