"""Worlds that several tests use."""
import unittest

import carom
import numpy as np


def grid_world(side=4, **options):
    """A world with side x side spheres of radius 0.5 at distances of 2, in the plane y = 0; and their ids."""
    world = carom.World(**options)
    x, z = np.meshgrid(2.0 * np.arange(side), 2.0 * np.arange(side))
    positions = np.stack([x.ravel(), np.zeros(side * side), z.ravel()], axis=1)
    return world, world.create_bodies(positions, carom.sphere(0.5)), positions


class WorldTest(unittest.TestCase):
    """A test that has a world with 16 spheres on a grid."""

    def setUp(self):
        self.world, self.bodies, self.positions = grid_world()
        self.addCleanup(self.world.close)

    def refused(self, error, function, *arguments, **named):
        """Sees that a call raises an error and leaves the world as it was."""
        before = self.world.hash(), self.world.save()
        with self.assertRaises(error) as caught:
            function(*arguments, **named)
        self.assertEqual((self.world.hash(), self.world.save()), before)
        return caught.exception

    def refused_as(self, status, function, *arguments, **named):
        """Sees that carom refuses a call with this status, and that the world stays as it was."""
        found = self.refused(carom.Error, function, *arguments, **named)
        self.assertEqual(found.status, status)
        self.assertIn(found.sentence, str(found))
