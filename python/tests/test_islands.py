"""Islands and masses, for games that bring a solver."""
import unittest

import carom
import numpy as np
from carom import Status
from scenes import grid_world


def rows_world():
    """Two rows of three spheres that touch, and one sphere alone; and the ids."""
    world = carom.World()
    positions = [[x, 0, z] for z in (0, 5) for x in (0, 0.9, 1.8)] + [[9, 0, 9]]
    bodies = world.create_bodies(positions, carom.sphere(0.5))
    world.step(0)
    return world, bodies


class IslandsTest(unittest.TestCase):
    def setUp(self):
        self.world, self.bodies = rows_world()
        self.addCleanup(self.world.close)

    def test_rows_are_islands(self):
        found = self.world.islands()
        self.assertEqual(found.island_count, 3)
        self.assertEqual(found.bodies.tolist(), self.bodies.tolist())
        self.assertEqual(found.body_starts.tolist(), [0, 3, 6, 7])
        self.assertEqual(found.contact_starts.tolist(), [0, 2, 4, 4])
        contacts = self.world.contacts()[found.contacts]
        self.assertEqual(set(contacts["a"]["body"][2:]), set(self.bodies[3:5]))
        self.assertEqual(len(found.stirred), 0)

    def test_islands_rest(self):
        self.assertEqual(self.world.islands().rests.tolist(), [False] * 3)
        self.world.step(0)
        self.world.set_pose(self.bodies[0], (0.1, 0, 0))
        found = self.world.islands()
        self.assertEqual(found.rests.tolist(), [False, True, True])
        self.assertEqual(found.stirred.tolist(), [self.bodies[1]])

    def test_links_connect(self):
        links = np.array([[self.bodies[0], self.bodies[6]]])
        self.assertEqual(self.world.islands(links).body_starts.tolist(), [0, 4, 7])
        self.assertEqual(self.world.islands(links.tolist()).island_count, 2)
        self.assertEqual(self.world.islands([]).island_count, 3)

    def test_joins_decides(self):
        asked = []

        def joins(body):
            asked.append(body)
            return body != self.bodies[1]

        self.assertEqual(self.world.islands(joins=joins).body_starts.tolist(), [0, 1, 2, 5, 6])
        self.assertEqual(asked, self.bodies.tolist())

    def test_an_empty_world_has_none(self):
        with carom.World() as world:
            found = world.islands()
        self.assertEqual((found.island_count, found.body_starts.tolist(), len(found.bodies)), (0, [0], 0))

    def test_wrong_arguments(self):
        def fail(body):
            raise KeyError("mine")

        with self.assertRaisesRegex(KeyError, "mine"):
            self.world.islands(joins=fail)
        with self.assertRaises(ValueError):
            self.world.islands([[1, 2, 3]])
        with self.assertRaises(ValueError):
            self.world.islands([1, 2])
        for wrong in (np.ones((1, 2)), np.ones((1, 2), np.int64), np.full((1, 2), None)):
            with self.assertRaises(TypeError):
                self.world.islands(wrong)
        with self.assertRaises(carom.Error) as caught:
            self.world.islands([[self.bodies[0], 77]])
        self.assertEqual(caught.exception.status, Status.STALE_ID)

    def test_it_is_refused_in_handlers(self):
        world, bodies, positions = grid_world()
        statuses = []

        def on_event(event):
            try:
                world.islands()
            except carom.Error as error:
                statuses.append(error.status)

        world.on(on_event)
        world.set_poses(bodies, positions * 0.4)
        world.step(0)
        self.assertEqual(set(statuses), {Status.BUSY})


class MassTest(unittest.TestCase):
    def test_a_body_has_the_mass_of_its_colliders(self):
        with carom.World() as world:
            body = world.create_body()
            self.assertEqual(world.get_mass(body).mass, 0)
            for x in (-1, 1):
                world.create_collider(body, carom.box(1, 1, 1), (x, 0, 0))
            whole, box = world.get_mass(body, 2.0), carom.box(2, 1, 1).mass(2.0)
            self.assertEqual(whole.mass, 32)
            np.testing.assert_allclose(whole.inertia, box.inertia, rtol=1e-6)
            self.assertEqual(whole.inertia.shape, (3, 3))
            for wrong in (0.0, -1.0, np.nan):
                with self.assertRaises(carom.Error):
                    world.get_mass(body, wrong)
            with self.assertRaises(carom.Error):
                world.get_mass(77)
            with self.assertRaises(TypeError):
                world.get_mass(body, "heavy")

    def test_masses_add_up(self):
        heavy, light = carom.box(1, 1, 1).mass(3.0), carom.box(1, 1, 1).mass()
        whole = carom.mass_sum([(heavy, (0, 0, 0)), (light, (4, 0, 0))])
        self.assertEqual((whole.mass, whole.center.tolist()), (32, [1, 0, 0]))
        self.assertEqual(carom.mass_sum([]).mass, 0)
        for wrong in ([(3.0, None)], [(np.zeros(1, carom.dtypes.aabb)[0], None)], [heavy], 3):
            with self.assertRaises((TypeError, ValueError)):
                carom.mass_sum(wrong)
