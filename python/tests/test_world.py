"""Worlds: contacts, events, handlers, saves, and what is refused."""
import threading
import unittest

import carom
import numpy as np
from carom import BodyKind, EndCause, EventKind, Status
from scenes import WorldTest


class FallTest(unittest.TestCase):
    """A ball that falls through a floor at one unit a second."""

    def setUp(self):
        self.world = carom.World()
        self.addCleanup(self.world.close)
        self.floor = self.world.create_body(kind=BodyKind.STATIC, user=7)
        self.world.create_collider(self.floor, carom.box(10, 0.5, 10))
        self.ball = self.world.create_body((0, 3, 0), velocity=(0, -1, 0))
        self.collider = self.world.create_collider(self.ball, carom.sphere(0.5), category=4)

    def fall(self, seconds, dt=1 / 32):
        for _ in range(int(seconds / dt)):
            self.world.step(dt)

    def test_contacts_are_arrays(self):
        self.assertEqual(len(self.world.contacts()), 0)
        self.fall(2.25)
        contacts = self.world.contacts()
        self.assertEqual(contacts.dtype, carom.dtypes.contact)
        self.assertEqual(contacts["a"]["body_user"].tolist(), [7])
        self.assertEqual(contacts["b"]["category"].tolist(), [4])
        np.testing.assert_array_equal(contacts["manifold"]["normal"], [[0, 1, 0]])
        self.assertAlmostEqual(float(contacts["manifold"]["points"]["separation"][0, 0]), -0.25, places=5)
        np.testing.assert_array_equal(self.world.contacts(self.ball), contacts)
        self.assertEqual(len(self.world.contacts(self.world.create_body())), 0)

    def test_patches_are_those_of_contacts(self):
        self.fall(2.25)
        patches, starts = self.world.patches()
        self.assertEqual(starts.tolist(), [0, 1])
        manifold = self.world.contacts()["manifold"][0]
        np.testing.assert_array_equal(patches["normal"][0], manifold["normal"])
        np.testing.assert_array_equal(patches["points"][0], manifold["points"])

    def test_events_are_arrays(self):
        kinds, causes = [], []
        for _ in range(5 * 32):
            self.world.step(1 / 32)
            kinds += self.world.events()["kind"].tolist()
            causes += self.world.events()["cause"].tolist()
        self.assertEqual((kinds[0], kinds[-1]), (EventKind.BEGIN, EventKind.END))
        self.assertEqual(set(kinds[1:-1]), {EventKind.STAY})
        self.assertEqual((set(causes[:-1]), causes[-1]), ({EndCause.NONE}, EndCause.SEPARATED))

    def test_handlers_receive_events(self):
        seen = []
        handler = self.world.on(lambda event: seen.append((event.kind, event.contact.b.collider)))
        self.fall(5)
        self.assertEqual(seen, [(EventKind.BEGIN, self.collider), (EventKind.END, self.collider)])
        self.world.off(handler)
        self.world.set_pose(self.ball, (0, 0, 0))
        self.world.step(0)
        self.assertEqual(len(seen), 2)
        with self.assertRaises(carom.Error):
            self.world.off(handler)

    def test_handlers_may_change_the_world(self):
        self.world.on(lambda event: self.world.destroy_body(event.contact.b.body), EventKind.BEGIN)
        self.fall(3)
        self.assertFalse(self.world.is_body(self.ball))
        self.assertTrue(self.world.is_body(self.floor))

    def test_what_a_handler_raises_comes_out_of_the_step(self):
        def fail(event):
            raise KeyError("mine")

        handler, others = self.world.on(fail), []
        self.world.on(others.append)
        self.fall(1.75)
        with self.assertRaisesRegex(KeyError, "mine"):
            self.fall(1)
        self.assertEqual(others, [])
        self.world.off(handler)
        self.fall(0.5)
        self.assertEqual(len(self.world.contacts()), 1)

    def test_a_handler_cannot_step_or_close(self):
        self.world.on(lambda event: self.world.close(), EventKind.BEGIN)
        with self.assertRaises(carom.Error) as caught:
            self.fall(3)
        self.assertEqual(caught.exception.status, Status.BUSY)
        self.assertFalse(self.world.closed)

    def test_keep_decides_on_contacts(self):
        asked = []
        self.world.on(events=EventKind.BEGIN, keep=lambda event: asked.append(event.kind))
        self.fall(3)
        self.assertGreater(len(asked), 10)
        self.assertEqual(len(self.world.contacts()), 0)

    def test_impacts_are_chosen_by_speed(self):
        hits = []
        self.world.on(lambda event: hits.append(event.contact.approach_speed), impact=0.5)
        self.world.on(lambda event: hits.append("fast"), impact=2)
        self.fall(3)
        self.assertEqual(hits, [1.0])

    def test_saves_are_equal_worlds(self):
        self.fall(2.25)
        saved = self.world.save()
        with carom.World.load(saved) as loaded, self.world.clone() as cloned:
            for other in (loaded, cloned):
                self.assertEqual(other.hash(), self.world.hash())
                self.assertEqual(other.get_user(self.floor), 7)
                other.step(1 / 32)
            self.world.step(1 / 32)
            self.assertEqual(loaded.save(), self.world.save())
            np.testing.assert_array_equal(cloned.contacts(), self.world.contacts())

    def test_damaged_saves_are_refused(self):
        saved = bytearray(self.world.save())
        saved[len(saved) // 2] ^= 255
        for wrong in (saved, saved[:20], b""):
            with self.assertRaises(carom.Error) as caught:
                carom.World.load(wrong)
            self.assertEqual(caught.exception.status, Status.BAD_SNAPSHOT)

    def test_rollback_goes_back(self):
        self.world.rollback_keep(20)
        saved, before = self.world.rollback_save(), self.world.hash()
        self.fall(0.5)
        after = self.world.hash()
        self.world.rollback_restore(saved)
        self.assertEqual(self.world.hash(), before)
        self.fall(0.5)
        self.assertEqual(self.world.hash(), after)

    def test_threads_do_not_change_the_hash(self):
        with carom.World.load(self.world.save(), threads=3) as other:
            for _ in range(40):
                other.step(1 / 16)
                self.world.step(1 / 16)
            self.assertEqual(other.hash(), self.world.hash())

    def test_a_filter_keeps_colliders_apart(self):
        asked = []

        def apart(a, b):
            asked.append((a, b))
            return False

        with carom.World.load(self.world.save(), filter=apart) as other:
            for _ in range(80):
                other.step(1 / 32)
            self.assertEqual(len(other.contacts()), 0)
            self.assertIn(self.collider, asked[0])

    def test_long_calls_release_the_gil(self):
        """A thread counts while another one casts rays: it cannot while the GIL is held."""
        rays = carom.rays(np.random.default_rng(1).uniform(-5, 5, (400000, 3)), (0.0, -9.0, 0.0))
        out, ticks, over = np.empty(len(rays), carom.dtypes.ray_hit), [], threading.Event()

        def count():
            while not over.wait(0.001):
                ticks.append(1)

        thread = threading.Thread(target=count)
        thread.start()
        most = 0
        for _ in range(10):
            before = len(ticks)
            self.world.cast_rays(rays, out=out)
            most = max(most, len(ticks) - before)
            if most > 3:
                break
        over.set()
        thread.join()
        self.assertGreater(most, 3)


class RefusedTest(WorldTest):
    def test_wrong_bodies_are_refused(self):
        create, nan = self.world.create_body, float("nan")
        self.refused_as(Status.NOT_FINITE, create, (0, nan, 0))
        self.refused_as(Status.OUT_OF_RANGE, create, (0, 1e10, 0))
        self.refused_as(Status.NOT_UNIT, create, ((0, 0, 0), (1, 1, 1, 1)))
        self.refused_as(Status.STATIC_BODY, create, kind=BodyKind.STATIC, velocity=(1, 0, 0))
        self.refused_as(Status.UNKNOWN_KIND, create, kind=9)
        self.refused(ValueError, create, (1, 2, 3, 4, 5))
        self.refused(ValueError, create, velocity=(1,))
        self.refused(ValueError, create, ((0, 0, 0), (0, 0, 1)))
        self.refused(TypeError, create, 5)
        self.refused(ValueError, create, (0, "high", 0))

    def test_wrong_colliders_are_refused(self):
        create, body = self.world.create_collider, self.bodies[0]
        self.refused_as(Status.BAD_SIZE, create, body, carom.sphere(-1))
        self.refused_as(Status.WRONG_FAMILY, create, body, carom.disc(1))
        self.refused_as(Status.UNBOUNDED, create, body, carom.half_space(0))
        self.refused_as(Status.STALE_ID, create, 12345, carom.sphere(1))
        self.refused_as(Status.OUT_OF_RANGE, create, body, carom.sphere(1), category=1 << 63)
        self.refused_as(Status.NOT_FINITE, create, body, carom.sphere(1), margin=float("inf"))
        self.refused(TypeError, create, body, "sphere")
        self.refused(OverflowError, create, body, carom.sphere(1), category=-1)

    def test_wrong_ids_are_refused(self):
        self.world.destroy_body(self.bodies[0])
        self.refused_as(Status.STALE_ID, self.world.set_pose, self.bodies[0], (1, 1, 1))
        self.refused_as(Status.STALE_ID, self.world.set_enabled, 0, True)
        self.refused_as(Status.STALE_ID, self.world.body_of, 77)
        self.refused(OverflowError, self.world.set_pose, -1, (1, 1, 1))
        self.refused(TypeError, self.world.set_pose, None, (1, 1, 1))

    def test_wrong_steps_are_refused(self):
        self.refused_as(Status.OUT_OF_RANGE, self.world.step, -1)
        self.refused_as(Status.NOT_FINITE, self.world.step, float("nan"))
        self.refused(TypeError, self.world.step, "fast")

    def test_wrong_worlds_are_refused(self):
        for wrong in ({"margin": -1.0}, {"broadphase": 7}, {"threads": 100}):
            with self.assertRaises(carom.Error):
                carom.World(**wrong)
        with self.assertRaises(OverflowError):
            carom.World(tag=256)

    def test_tags_tell_worlds_apart(self):
        with carom.World(tag=9) as other:
            body = other.create_body()
            self.refused_as(Status.STALE_ID, self.world.set_pose, body, (0, 0, 0))


class PlanarTest(unittest.TestCase):
    def test_planar_worlds_meet_in_the_plane(self):
        with carom.World(planar=True) as world:
            disc = world.create_body(carom.Pose.planar(0, 0))
            world.create_collider(disc, carom.disc(1))
            square = world.create_body(carom.Pose.planar(1.5, 0, 0.5), angular_velocity=(0, 0, 1))
            world.create_collider(square, carom.rectangle(1, 1))
            world.step(0.25)
            manifold = world.contacts()["manifold"][0]
            self.assertEqual(manifold["normal"][2], 0)
            self.assertTrue(np.all(manifold["points"]["position"][:, 2] == 0))
            with self.assertRaises(carom.Error) as caught:
                world.set_pose(disc, (0, 0, 1))
            self.assertEqual(caught.exception.status, Status.NOT_PLANAR)
            self.assertEqual(world.cast_ray((-5, 0), (10, 0)).body, disc)
