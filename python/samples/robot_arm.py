"""robot_arm: which links of an arm can touch each other, by 5,000 random postures.

A planner leaves out pairs that always touch (neighbours) and pairs that never do. Each posture is one call
that moves all links, and one call that tells which pairs touch.
"""
import carom
import numpy as np

LENGTHS = [0.3, 0.45, 0.25, 0.4, 0.15, 0.12, 0.1]
AXES = [(0, 1, 0), (1, 0, 0), (1, 0, 0), (0, 1, 0), (1, 0, 0), (0, 1, 0), (1, 0, 0)]
POSTURES = 5000


def links():
    """A capsule for each link, along y from its joint."""
    return [carom.capsule((0, 0.05, 0), (0, length, 0), 0.05) for length in LENGTHS]


def poses(angles):
    """The poses of all links: each turns at its joint, at the end of the link before it."""
    pose, found = carom.Pose(), []
    for axis, length, angle in zip(AXES, LENGTHS, angles):
        pose = pose @ carom.Pose((0, 0, 0), carom.quat_about(axis, angle))
        found.append(pose)
        pose = pose @ carom.Pose((0, length, 0))
    return found


def main():
    random = np.random.default_rng(1)
    arm, count = carom.Placed(links()), len(LENGTHS)
    pairs = np.stack(np.triu_indices(count, 1), axis=1)
    touches = np.zeros(len(pairs), int)
    for _ in range(POSTURES):
        arm.move_to(poses(random.uniform(-2.8, 2.8, count)))
        touches += arm.overlaps(pairs)
    matrix = np.full((count, count), "  . ", object)
    matrix[pairs[:, 0], pairs[:, 1]] = ["%3d%%" % round(100 * times / POSTURES) for times in touches]
    print("\n".join("link %d  %s" % (i, " ".join(row)) for i, row in enumerate(matrix)))
    print("%d pairs always touch, %d never do" % (np.sum(touches == POSTURES), np.sum(touches == 0)))


main()
