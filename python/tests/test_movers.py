"""Movers: characters on floors, steps and walls."""
import math
import unittest

import carom
import numpy as np
from carom import BodyKind, Filter, Footing, Status


class MoverTest(unittest.TestCase):
    def setUp(self):
        self.world = carom.World()
        self.addCleanup(self.world.close)
        self.floor = self.world.create_body(kind=BodyKind.STATIC)
        self.world.create_collider(self.floor, carom.box(10, 0.5, 10), (0, -0.5, 0))
        self.wall = self.world.create_body((3, 1, 0), kind=BodyKind.STATIC)
        self.world.create_collider(self.wall, carom.box(0.5, 1, 10))

    def mover(self, position=(0, 1, 0), **options):
        return carom.Mover(carom.capsule((0, -0.5, 0), (0, 0.5, 0), 0.3), position, **options)

    def test_it_falls_and_walks_to_a_wall(self):
        mover = self.mover(margin=0.01)
        position, hits, result = mover.move(self.world, (0, -5, 0))
        self.assertEqual(mover.footing, Footing.ON_GROUND)
        self.assertAlmostEqual(position[1], 0.81, places=3)
        self.assertEqual((mover.ground.body, hits["body"].tolist()), (self.floor, [self.floor]))
        position, hits, result = mover.move(self.world, (9, 0, 1))
        self.assertAlmostEqual(position[0], 2.19, places=3)
        self.assertEqual(set(hits["body"]), {self.floor, self.wall})
        self.assertEqual(hits.dtype, carom.dtypes.mover_plane)
        self.assertEqual(position, mover.position)
        np.testing.assert_allclose(result.moved, (2.19, 0, 1), atol=1e-3)

    def test_velocities_are_clipped(self):
        mover = self.mover()
        self.assertEqual(mover.clip((5, 6, 7)), (5, 6, 7))
        mover.move(self.world, (9, -9, 0))
        x, y, z = mover.clip((5, 0, 7))
        self.assertAlmostEqual(x, 0, places=3)
        self.assertEqual(z, 7)

    def test_it_climbs_steps(self):
        step = self.world.create_body((1.5, 0.1, 0), kind=BodyKind.STATIC)
        self.world.create_collider(step, carom.box(0.5, 0.1, 10))
        ends = []
        for height in (0, 0.3):
            mover = self.mover(step_height=height)
            mover.move(self.world, (0, -2, 0))
            ends.append(mover.move(self.world, (1.5, 0, 0)).result.steps)
        self.assertEqual(ends, [0, 1])

    def test_slopes_and_up(self):
        self.world.set_pose(self.floor, ((0, -0.5, 0), carom.quat_about((0, 0, 1), math.radians(30))))
        found = []
        for steepest in (0.0, 0.2):
            mover = self.mover((0, 2, 0), max_slope=steepest, up=(0, 1, 0))
            mover.move(self.world, (0, -3, 0))
            found.append(mover.footing)
        self.assertEqual(found, [Footing.ON_GROUND, Footing.ON_SLOPE])

    def test_filters_choose_what_it_meets(self):
        asked = []

        def accept(body, collider):
            asked.append(body)
            return body != self.wall

        mover = self.mover(filter=Filter(accept=accept))
        self.assertGreater(mover.move(self.world, (9, 0, 0)).position[0], 8)
        self.assertIn(self.wall, asked)
        mover.filter = Filter(ignore=self.floor)
        mover.pose = (0, 1, 0)
        self.assertLess(mover.move(self.world, (0, -9, 0)).position[1], -7)
        self.assertIsNone(mover.ground)

    def test_what_accept_raises_leaves_the_mover(self):
        def accept(body, collider):
            raise KeyError("mine")

        mover = self.mover(filter=Filter(accept=accept))
        with self.assertRaisesRegex(KeyError, "mine"):
            mover.move(self.world, (0, -9, 0))
        self.assertEqual(mover.position, (0, 1, 0))

    def test_a_lift_carries_it(self):
        lift = self.world.create_body((-5, 0.5, 0))
        self.world.create_collider(lift, carom.box(1, 0.5, 1))
        mover = self.mover((-5, 2, 0))
        mover.move(self.world, (0, -1, 0))
        self.world.set_pose(lift, (-5, 0.5, 2))
        self.assertAlmostEqual(mover.move(self.world, (0, 0, 0)).result.carried[2], 2, places=5)
        mover.pose = (-5, 1.9, 0)
        self.assertEqual(mover.footing, Footing.IN_AIR)

    def test_wrong_arguments(self):
        mover = self.mover((0, 1, 0))
        box = self.mover()
        box.shape = carom.cylinder(1, 1)
        refused = [
            (Status.NOT_FINITE, mover, (math.nan, 0, 0)),
            (Status.UNKNOWN_KIND, box, (0, 0, 0)),
            (Status.OUT_OF_RANGE, self.mover(max_slope=4), (0, 0, 0)),
            (Status.OUT_OF_RANGE, self.mover(margin=-1), (0, 0, 0)),
            (Status.NOT_UNIT, self.mover(up=(0, 2, 0)), (0, 0, 0)),
        ]
        for status, wrong, translation in refused:
            with self.assertRaises(carom.Error) as caught:
                wrong.move(self.world, translation)
            self.assertEqual((caught.exception.status, wrong.position), (status, (0, 1, 0)))
        for make in (lambda: carom.Mover("box"), lambda: self.mover(snap="x"), lambda: self.mover(up=3)):
            with self.assertRaises(TypeError):
                make()
        with self.assertRaises(TypeError):
            mover.shape = None
        with self.assertRaises(ValueError):
            mover.move(self.world, (1, 2, 3, 4))
        with self.assertRaises(TypeError):
            mover.move(None, (0, 0, 0))
        with self.assertRaises(carom.Error):
            mover.clip((math.inf, 0, 0))
        self.world.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            mover.move(self.world, (0, 0, 0))
