"""moving: discs that bounce off each other and off the walls, as a moving picture.

    python moving.py [moving.gif]
"""
import sys

import carom
import numpy as np
from matplotlib import pyplot
from matplotlib.animation import FuncAnimation, PillowWriter
from matplotlib.collections import EllipseCollection

DISCS, FRAMES, SIZE = 40, 90, 10


def room(world):
    """Four half-planes whose open sides face the middle."""
    for quarter in range(4):
        pose = carom.Pose.planar(
            *(SIZE * np.array([(0, -1), (1, 0), (0, 1), (-1, 0)][quarter])), quarter * np.pi / 2
        )
        wall = world.create_body(pose, kind=carom.BodyKind.STATIC)
        world.create_collider(wall, carom.half_plane(0), category=2)


def bounce(world, bodies):
    """Turns the velocities of what has begun to touch, along the normals."""
    begins = world.events()
    begins = begins[begins["kind"] == carom.EventKind.BEGIN]["contact"]
    for contact in begins:
        normal = contact["manifold"]["normal"]
        for side, towards in ((contact["a"], -normal), (contact["b"], normal)):
            velocity = np.array(world.get_velocity(side["body"])[0])
            if side["category"] == 1 and velocity @ towards < 0:
                world.set_velocity(side["body"], velocity - 2 * (velocity @ towards) * towards)
    return len(begins)


def main():
    random = np.random.default_rng(2)
    radii = random.uniform(0.3, 1.0, DISCS)
    figure, axes = pyplot.subplots(figsize=(4, 4))
    axes.set(xlim=(-SIZE, SIZE), ylim=(-SIZE, SIZE), xticks=[], yticks=[], aspect="equal")
    with carom.World(planar=True) as world:
        room(world)
        places = np.append(random.uniform(1 - SIZE, SIZE - 1, (DISCS, 2)), np.zeros((DISCS, 1)), axis=1)
        bodies = world.create_bodies(places)
        for body, radius in zip(bodies, radii):
            world.create_collider(body, carom.disc(radius), category=1)
        velocities = np.append(random.uniform(-6, 6, (DISCS, 2)), np.zeros((DISCS, 1)), axis=1)
        world.set_velocities(bodies, velocities)
        positions, begins = np.empty((DISCS, 3)), []
        world.get_poses(bodies, positions=positions)
        sizes = [2 * radii, 2 * radii, np.zeros(DISCS)]
        discs = EllipseCollection(
            *sizes,
            units="xy",
            offsets=positions[:, :2],
            transOffset=axes.transData,
            array=radii,
            cmap="viridis",
        )
        axes.add_collection(discs)

        def next_frame(_):
            world.step(1 / 30)
            begins.append(bounce(world, bodies))
            world.get_poses(bodies, positions=positions)
            discs.set_offsets(positions[:, :2])

        name = sys.argv[1] if len(sys.argv) > 1 else "moving.gif"
        FuncAnimation(figure, next_frame, FRAMES, init_func=lambda: None).save(
            name, PillowWriter(fps=30), dpi=80
        )
        print("%d frames, %d bounces: see %s" % (FRAMES, sum(begins), name))


main()
