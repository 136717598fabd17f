"""What was closed, dropped or is still used raises an exception, and never crashes."""
import gc
import inspect
import threading
import unittest
import weakref

import carom
import numpy as np
from scenes import grid_world


def touching_world():
    world = carom.World()
    world.create_bodies([[0, 0, 0], [1, 0, 0], [2, 0, 0]], carom.sphere(0.6))
    world.step(0)
    return world


class LifetimesTest(unittest.TestCase):
    def arguments_for(self, function):
        """Any values for the parameters that must be given."""
        values = {
            "function": print,
            "shape": carom.sphere(1),
            "shapes": carom.sphere(1),
            "chain": carom.Chain([[0, 0], [1, 0]]),
            "pieces": carom.Pieces([[0, 0], [1, 0], [0, 1]]),
            "dt": 0.0,
            "steps": 1,
        }
        values.update(
            rays=carom.rays(np.zeros((1, 3)), np.zeros((1, 3))), regions=np.zeros((1, 6)), saved=b""
        )
        values.update(body=1, collider=1, handler=1, a=1, b=1, user=0, enabled=True, swept=True)
        values.update(time=1.0, radius=1.0, bodies=np.ones(1, np.uint64), positions=np.zeros((1, 3)))
        values.update(translations=np.zeros((1, 3)), points=np.zeros((1, 3)))
        needed = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
        return [values.get(p.name, (0.0, 0.0, 0.0)) for p in needed]

    def test_every_use_of_a_closed_world_raises(self):
        world, _, _ = grid_world()
        world.close()
        world.close()
        self.assertTrue(world.closed)
        tried = 0
        for name, _ in inspect.getmembers(carom.World, inspect.isfunction):
            if not name.startswith("_") and name != "close":
                function = getattr(world, name)
                with self.assertRaisesRegex(ValueError, "closed", msg=name):
                    function(*self.arguments_for(function))
                tried += 1
        self.assertGreater(tried, 45)

    def test_a_context_closes_its_world(self):
        with touching_world() as world:
            self.assertFalse(world.closed)
        with self.assertRaises(ValueError):
            world.step(0)
        with self.assertRaises(KeyError):
            with touching_world() as world:
                raise KeyError
        self.assertTrue(world.closed)

    def test_closing_ends_contacts(self):
        world, causes = touching_world(), []
        world.on(lambda event: causes.append(event.cause))
        world.close()
        self.assertEqual(causes, [carom.EndCause.CLEARED] * 2)

    def test_a_dropped_world_is_freed_in_silence(self):
        world, seen = touching_world(), []
        world.on(lambda event: seen.append(event.kind))
        del world
        gc.collect()
        self.assertEqual(seen, [])

    def test_views_keep_the_world_as_it_is(self):
        world = touching_world()
        view = world.contacts(copy=False)
        np.testing.assert_array_equal(view, world.contacts())
        self.assertFalse(view.flags.writeable)
        part = view["manifold"]["normal"][1:]
        del view
        for change in (lambda: world.step(0), world.clear, world.close, lambda: world.rollback_restore(b"")):
            with self.assertRaises(BufferError):
                change()
        np.testing.assert_array_equal(part, [[1, 0, 0]])
        del part
        world.step(0)
        world.close()

    def test_a_view_outlives_the_variable_of_its_world(self):
        world = touching_world()
        view, kept = world.contacts(copy=False)["manifold"]["point_count"], weakref.ref(world)
        del world
        gc.collect()
        self.assertIsNotNone(kept())
        self.assertEqual(view.tolist(), [1, 1])
        del view
        gc.collect()
        self.assertIsNone(kept())

    def test_copies_outlive_the_world(self):
        with touching_world() as world:
            contacts, events = world.contacts(), world.events()
            world.clear()
        self.assertEqual(contacts["manifold"]["point_count"].tolist(), [1, 1])
        self.assertEqual(events["kind"].tolist(), [carom.EventKind.BEGIN] * 2)

    def test_worlds_keep_the_assets_that_they_use(self):
        world = carom.World()
        points = np.random.default_rng(0).normal(size=(100, 3))
        hull = carom.Hull(points)
        body = world.create_body()
        world.create_collider(body, carom.hull(hull))
        before = world.cast_ray((9, 0, 0), (-9, 0, 0)).fraction
        del hull
        gc.collect()
        self.assertEqual(world.cast_ray((9, 0, 0), (-9, 0, 0)).fraction, before)
        world.close()

    def test_shapes_keep_their_assets(self):
        shape = carom.hull(carom.Hull(np.random.default_rng(0).normal(size=(100, 3))))
        placed = carom.Placed([shape, carom.sphere(1)], [[0, 0, 0], [9, 0, 0]])
        compound = carom.compound(carom.Compound([(shape, None)]))
        expected = carom.distance(shape, None, carom.sphere(1), (9, 0, 0)).distance
        del shape
        gc.collect()
        self.assertEqual(placed.distances([[0, 1]])["distance"][0], expected)
        self.assertEqual(carom.distance(compound, None, carom.sphere(1), (9, 0, 0)).distance, expected)

    def test_arrays_may_go_after_a_call(self):
        vertices = np.array([[0, 0, 0], [4, 0, 0], [0, 0, 4]], np.float32)
        mesh = carom.Mesh(vertices, np.array([[0, 2, 1]], np.uint32))
        vertices[:] = 77
        del vertices
        self.assertTrue(carom.cast_ray(carom.mesh(mesh), None, (1, 1, 1), (0, -2, 0)).hit)

    def test_many_worlds_come_and_go(self):
        for _ in range(50):
            world, bodies, positions = grid_world(threads=2)
            world.set_poses(bodies, positions * 0.4)
            world.step(0)
            self.assertGreater(len(world.contacts()), 10)

    def test_worlds_of_several_threads(self):
        hashes = []

        def play():
            with grid_world()[0] as world:
                for _ in range(50):
                    world.step(0.01)
                hashes.append(world.hash())

        threads = [threading.Thread(target=play) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(hashes), 4)
        self.assertEqual(len(set(hashes)), 1)

    def from_another_thread(self, function):
        """What a call raises in a thread of its own, or None."""
        raised = []

        def run():
            try:
                function()
            except Exception as error:
                raised.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        return raised[0] if raised else None

    def assert_busy(self, function):
        error = self.from_another_thread(function)
        self.assertIsInstance(error, carom.Error)
        self.assertEqual(error.status, carom.Status.BUSY)

    def test_no_other_thread_uses_a_world_that_steps(self):
        world, bodies, positions = grid_world()
        world.set_poses(bodies, positions * 0.4)
        ray, seen = carom.rays(np.zeros((1, 3)), np.ones((1, 3))), []

        def on_event(event):
            if not seen:
                for use in (lambda: world.step(0), world.close, world.hash, lambda: world.cast_rays(ray)):
                    self.assert_busy(use)
                self.assert_busy(lambda: world.get_pose(bodies[0]))
                self.assertEqual(len(world.cast_rays(ray)), 1)
                seen.append(world.get_pose(bodies[0]))

        world.on(on_event)
        world.step(0)
        self.assertEqual(len(seen), 1)
        self.assertIsNone(self.from_another_thread(lambda: world.step(0)))
        self.assertIsNone(self.from_another_thread(world.close))

    def test_nobody_changes_a_world_during_a_query(self):
        world, bodies, _ = grid_world()
        ray, asked = carom.rays([[-5.0, 0, 0]], [[50.0, 0, 0]]), []

        def accept(body, collider):
            self.assert_busy(lambda: world.step(0))
            self.assert_busy(world.close)
            with self.assertRaises(carom.Error):
                world.clear()
            self.assertIsNone(self.from_another_thread(lambda: world.cast_rays(ray)))
            asked.append(body)
            return True

        world.cast_rays(ray, carom.Filter(accept=accept))
        self.assertIn(bodies[0], asked)
        world.close()
