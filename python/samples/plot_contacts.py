"""plot_contacts: a heap of polygons, and its contacts as arrows, in a picture.

    python plot_contacts.py [contacts.png]
"""
import sys

import carom
import numpy as np
from matplotlib import pyplot
from matplotlib.patches import Polygon

SIDES = (3, 4, 5, 6)


def corners(sides):
    turn = 2 * np.pi * np.arange(sides) / sides
    return np.stack([np.cos(turn), np.sin(turn)], axis=1)


def heap(world):
    """Polygons in rows that overlap a little. Returns the outline of each in the world."""
    random, outlines = np.random.default_rng(4), []
    for i in range(24):
        sides, angle = SIDES[i % len(SIDES)], random.uniform(0, 2 * np.pi)
        x, y = 1.7 * (i % 6) + random.uniform(-0.1, 0.1), 1.6 * (i // 6)
        body = world.create_body(carom.Pose.planar(x, y, angle))
        world.create_collider(body, carom.polygon(carom.Polygon(corners(sides))))
        turned = corners(sides) @ [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
        outlines.append(turned + (x, y))
    return outlines


def points_of(contacts):
    """The points of all manifolds, their normals and their depths, without those that are not in use."""
    manifolds = contacts["manifold"]
    used = np.arange(4) < manifolds["point_count"][:, None]
    normals = np.repeat(manifolds["normal"][:, None], 4, axis=1)
    return manifolds["points"]["position"][used], normals[used], -manifolds["points"]["separation"][used]


def draw(outlines, points, normals, depths, name):
    figure, axes = pyplot.subplots(figsize=(8, 6))
    for outline in outlines:
        axes.add_patch(Polygon(outline, facecolor="#dde6ee", edgecolor="#446688"))
    arrows = axes.quiver(*points[:, :2].T, *normals[:, :2].T, depths, scale=25, width=0.004, cmap="plasma")
    figure.colorbar(arrows, label="depth")
    axes.set_aspect("equal")
    axes.autoscale_view()
    figure.savefig(name, dpi=100)


def main():
    with carom.World(planar=True) as world:
        outlines = heap(world)
        world.step(0)
        contacts = world.contacts()
        points, normals, depths = points_of(contacts)
    name = sys.argv[1] if len(sys.argv) > 1 else "contacts.png"
    draw(outlines, points, normals, depths, name)
    print(
        "%d contacts, %d points, the deepest %.2f: see %s" % (len(contacts), len(points), depths.max(), name)
    )


main()
