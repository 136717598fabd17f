"""Each option of worlds, bodies, colliders and filters reaches C."""
import unittest

import carom
import numpy as np
from carom import BodyKind, BroadphaseKind, EventKind, Filter, Touching


class OptionsTest(unittest.TestCase):
    def world(self, **options):
        world = carom.World(**options)
        self.addCleanup(world.close)
        return world

    def pair(self, world, distance=0.75, a={}, b={}, kind=BodyKind.KINEMATIC):
        """Two spheres of radius 0.5, which touch unless they are farther apart than 1. Returns the ids."""
        made = []
        for x, options in ((0, a), (distance, b)):
            made.append(world.create_body((x, 0, 0), kind=kind))
            made.append(world.create_collider(made[-1], carom.sphere(0.5), **options))
        world.step(0)
        return made

    def contacts_of(self, a={}, b={}, **options):
        world = self.world()
        self.pair(world, a=a, b=b, **options)
        return len(world.contacts())

    def test_filters_of_colliders(self):
        self.assertEqual(self.contacts_of(), 1)
        self.assertEqual(self.contacts_of({"category": 2}, {"mask": 4}), 0)
        self.assertEqual(self.contacts_of({"category": 6}, {"mask": 4}), 1)
        self.assertEqual(self.contacts_of({"mask": carom.MASK_NONE}), 0)
        self.assertEqual(self.contacts_of({"group": -3}, {"group": -3}), 0)
        self.assertEqual(self.contacts_of({"group": 3, "mask": carom.MASK_NONE}, {"group": 3}), 1)

    def test_filters_are_replaced(self):
        world = self.world()
        _, collider, _, _ = self.pair(world)
        world.set_filter(collider, group=-1, mask=carom.MASK_NONE)
        world.step(0)
        self.assertEqual(world.events()["cause"].tolist(), [carom.EndCause.FILTERED])

    def test_sensors(self):
        sensor = {"sensor": True}
        self.assertEqual(self.contacts_of(sensor, sensor), 0)
        self.assertEqual(self.contacts_of(sensor, {"sensor": True, "sees_sensors": True}), 1)
        world = self.world()
        body = self.pair(world, a=sensor)[0]
        self.assertTrue(world.contacts()["sensor"][0])
        self.assertEqual(world.cast_ray((0, 5, 0), (0, -9, 0)).body, body)
        self.assertIsNone(world.cast_ray((0, 5, 0), (0, -9, 0), Filter(skip_sensors=True)))

    def test_static_bodies(self):
        self.assertEqual(self.contacts_of(kind=BodyKind.STATIC), 0)
        self.assertEqual(self.contacts_of({"sees_static": True}, kind=BodyKind.STATIC), 1)

    def test_margins(self):
        for options, of_world in (({"margin": 0.5}, 0.0), ({}, 0.5)):
            world = self.world(margin=of_world)
            self.pair(world, 1.25, a=options)
            self.assertEqual(world.events()["kind"].tolist(), [EventKind.NEAR])
            self.assertTrue(world.contacts()["apart"][0])
        self.assertEqual(self.contacts_of(distance=1.25), 0)

    def test_users(self):
        world = self.world()
        body, _, other, _ = self.pair(world, a={"user": 5}, b={"user": 2**63})
        world.set_user(body, 9)
        world.step(0)
        side = world.contacts()[0]["a"]
        self.assertEqual((side["body_user"], side["collider_user"]), (9, 5))
        self.assertEqual(world.contacts()[0]["b"]["collider_user"], 2**63)
        self.assertEqual((world.get_user(body), world.get_user(other)), (9, 0))

    def test_bodies_are_disabled(self):
        world = self.world()
        body = world.create_body((0, 0, 0), enabled=False)
        world.create_collider(body, carom.sphere(1))
        self.assertIsNone(world.cast_ray((0, 5, 0), (0, -9, 0)))
        world.set_enabled(body, True)
        self.assertEqual(world.cast_ray((0, 5, 0), (0, -9, 0)).body, body)

    def test_local_poses_and_shapes(self):
        world = self.world()
        body = world.create_body((1, 0, 0))
        collider = world.create_collider(body, carom.sphere(1), (0, 3, 0))
        self.assertEqual(world.overlap_point((1, 3.5, 0))["collider"].tolist(), [collider])
        world.set_shape(collider, carom.sphere(0.25))
        self.assertEqual(len(world.overlap_point((1, 3.5, 0))), 0)
        second = world.create_collider(body, carom.box(1, 1, 1))
        self.assertEqual(world.colliders_of(body).tolist(), [collider, second])
        self.assertEqual((world.body_of(second), world.is_collider(second)), (body, True))
        world.destroy_collider(second)
        self.assertFalse(world.is_collider(second))

    def test_swept_bodies_meet_thin_walls(self):
        ends = {}
        for swept, stopping in ((False, False), (True, False), (True, True)):
            world = self.world()
            wall = world.create_body(kind=BodyKind.STATIC)
            world.create_collider(wall, carom.box(0.01, 5, 5))
            bullet = world.create_body((-5, 0, 0), velocity=(100, 0, 0))
            world.create_collider(bullet, carom.sphere(0.1))
            world.set_swept(bullet, swept, stopping)
            world.step(0.1)
            ends[swept, stopping] = len(world.events()), world.get_pose(bullet).position[0] > 0
        self.assertEqual(
            ends, {(False, False): (0, True), (True, False): (1, True), (True, True): (1, False)}
        )

    def test_targets(self):
        world = self.world()
        body = world.create_body()
        world.set_target(body, (0, 4, 0), 2)
        np.testing.assert_allclose(world.get_velocity(body)[0], (0, 2, 0), rtol=1e-6)

    def test_eight_points(self):
        for eight in (False, True):
            world = self.world(eight_points=eight, persistent_manifolds=eight)
            for pose in (None, ((0, 1.9, 0), carom.quat_about((0, 1, 0), np.pi / 4))):
                world.create_collider(world.create_body(pose), carom.box(1, 1, 1))
            world.step(0)
            self.assertEqual(world.contacts()["further"].tolist(), [eight])
            patches, starts = world.patches()
            self.assertEqual((patches["point_count"].sum(), starts[-1]), ((8, 2) if eight else (4, 1)))
            count = carom.ffi.new("size_t *")
            values = carom.lib.carom_world_get_point_values(world.pointer, count)
            self.assertEqual(values != carom.ffi.NULL, eight)

    def test_seamless(self):
        normals = []
        for seamless in (False, True):
            world = self.world(seamless=seamless)
            floor = world.create_body(kind=BodyKind.STATIC)
            for x in (-1, 1):
                world.create_collider(floor, carom.box(1, 1, 1), (x, 0, 0))
            slider = world.create_body((-0.45, 1.2, 0))
            world.create_collider(slider, carom.box(0.5, 0.5, 0.5))
            world.step(0)
            normals.append(np.abs(world.contacts()["manifold"]["normal"]).round(3).tolist())
        self.assertNotEqual(normals[0], normals[1])
        self.assertEqual(normals[1], [[0, 1, 0]] * 2)

    def test_kinds_of_broadphase_find_the_same(self):
        hashes = []
        for kind in BroadphaseKind:
            world = self.world(broadphase=kind)
            world.create_bodies(np.random.default_rng(6).uniform(-3, 3, (60, 3)), carom.sphere(0.7))
            world.step(0)
            hashes.append((world.hash(), world.counts().contacts))
        self.assertEqual(hashes[0], hashes[1])
        self.assertGreater(hashes[0][1], 10)

    def test_touching_is_a_choice(self):
        world = self.world()
        world.create_bodies([[0, 0, 0]], carom.box(1, 1, 1))
        for touching, found in ((Touching.OVERLAPS, 1), (Touching.IS_APART, 0)):
            self.assertEqual(len(world.overlap_point((1, 0, 0), Filter(touching=touching))), found)
