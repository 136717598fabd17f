"""Queries: batches are the same as single calls, and these are what arithmetic says."""
import carom
import numpy as np
from carom import Filter, Status
from scenes import WorldTest

DOWN = (0.0, -20.0, 0.0)


class QueriesTest(WorldTest):
    def random_rays(self, count=300):
        random = np.random.default_rng(5)
        ends = random.uniform(-2, 9, (2, count, 3))
        return carom.rays(ends[0], ends[1] - ends[0])

    def test_a_ray_hits_the_sphere_below(self):
        hit = self.world.cast_ray((2, 10, 4), DOWN)
        self.assertEqual(hit.body, self.bodies[9])
        self.assertAlmostEqual(float(hit.fraction), 9.5 / 20)
        np.testing.assert_allclose(hit.point, (2, 0.5, 4), atol=1e-6)
        self.assertIsNone(self.world.cast_ray((1, 10, 1), DOWN))

    def test_batches_of_rays_are_single_rays(self):
        rays = self.random_rays()
        hits, any_hit = self.world.cast_rays(rays), self.world.cast_rays_any(rays)
        self.assertTrue(0 < any_hit.sum() < len(rays))
        np.testing.assert_array_equal(hits["body"] != 0, any_hit)
        for ray, hit in zip(rays, hits):
            single = self.world.cast_ray(ray["origin"], ray["translation"])
            self.assertEqual(hit["body"], single.body if single else 0)
            if single:
                np.testing.assert_array_equal(hit["point"], single.point)

    def test_a_mask_chooses_hits(self):
        hits = self.world.cast_rays(self.random_rays())
        some = hits[hits["body"] == self.bodies[5]]
        self.assertGreater(len(some), 0)
        distances = np.linalg.norm(some["point"] - self.positions[5], axis=1)
        np.testing.assert_allclose(distances[~some["inside"]], 0.5, atol=1e-5)

    def test_hits_go_into_the_array_of_the_caller(self):
        rays, out = self.random_rays(), np.zeros(300, carom.dtypes.ray_hit)
        self.assertIs(self.world.cast_rays(rays, out=out), out)
        np.testing.assert_array_equal(out, self.world.cast_rays(rays))

    def test_threads_give_the_same_hits(self):
        rays = self.random_rays()
        with carom.World.load(self.world.save(), threads=2) as other:
            np.testing.assert_array_equal(other.cast_rays(rays), self.world.cast_rays(rays))

    def test_all_hits_come_in_order(self):
        hits = self.world.cast_ray_all((-5, 0, 2), (50, 0, 0))
        self.assertEqual(hits["body"].tolist(), self.bodies[4:8].tolist())
        self.assertTrue(np.all(np.diff(hits["fraction"]) > 0))

    def test_many_results_need_more_room(self):
        with carom.World() as world:
            world.create_bodies(np.random.default_rng(2).uniform(0, 1, (60, 3)), carom.sphere(1))
            self.assertEqual(len(world.overlap_point((0.5, 0.5, 0.5))), 60)
            found, starts = world.overlap_shapes(carom.sphere(3), np.zeros((2, 3)))
            self.assertEqual(starts.tolist(), [0, 60, 120])
            np.testing.assert_array_equal(found[:60], found[60:])

    def test_filters_leave_out_colliders(self):
        ray = (-5, 0, 0), (50, 0, 0)
        self.assertEqual(self.world.cast_ray(*ray, Filter(ignore=int(self.bodies[0]))).body, self.bodies[1])
        self.assertIsNone(self.world.cast_ray(*ray, Filter(mask=2)))
        last = Filter(accept=lambda body, collider: body == self.bodies[3])
        self.assertEqual(self.world.cast_ray(*ray, last).body, self.bodies[3])

    def test_what_accept_raises_comes_out(self):
        def fail(body, collider):
            raise LookupError("mine")

        with self.assertRaisesRegex(LookupError, "mine"):
            self.world.cast_ray((-5, 0, 0), (50, 0, 0), Filter(accept=fail))
        self.assertIsNotNone(self.world.cast_ray((-5, 0, 0), (50, 0, 0)))

    def test_moving_shapes_hit(self):
        shape, translation = carom.box(0.1, 0.1, 0.1), (0, -20, 0)
        hit = self.world.cast_shape(shape, (2, 10, 4), translation)
        self.assertEqual(hit.body, self.bodies[9])
        hits = self.world.cast_shapes(shape, [[2, 10, 4], [1, 10, 1]], [translation, translation])
        self.assertEqual(hits["body"].tolist(), [self.bodies[9], 0])
        np.testing.assert_array_equal(hits["point"][0], hit.point)
        mixed = self.world.cast_shapes([shape, carom.sphere(2)], [[2, 10, 4], [1, 10, 1]], [translation] * 2)
        self.assertNotEqual(mixed["body"][1], 0)

    def test_overlaps_are_found(self):
        regions = np.array([[-1, -1, -1, 3, 1, 1], [0.9, -1, 0.9, 1.1, 1, 1.1], [5, -1, 5, 7, 1, 7]])
        found, starts = self.world.overlap_regions(regions)
        self.assertEqual(starts.tolist(), [0, 2, 2, 3])
        self.assertEqual(found["body"].tolist(), self.bodies[[0, 1, 15]].tolist())
        for i, region in enumerate(regions):
            single = self.world.overlap_region(region[:3], region[3:])
            np.testing.assert_array_equal(single, found[starts[i] : starts[i + 1]])
        self.assertEqual(self.world.overlap_point((2.2, 0, 0))["body"].tolist(), [self.bodies[1]])
        shapes, starts = self.world.overlap_shapes(carom.sphere(1), [[2, 0, 0], [50, 0, 0]])
        self.assertEqual(shapes["body"].tolist(), [self.bodies[1]])
        np.testing.assert_array_equal(self.world.overlap_shape(carom.sphere(1), (2, 0, 0)), shapes)

    def test_distances_are_those_of_spheres(self):
        points = np.random.default_rng(3).uniform(-3, 9, (100, 3))
        near = self.world.closest_many(points, 100)
        expected = np.linalg.norm(points[:, None] - self.positions, axis=2).min(axis=1) - 0.5
        np.testing.assert_allclose(near["distance"], np.maximum(expected, 0), atol=1e-5)
        self.assertEqual(self.world.closest(points[0], 100).body, near["body"][0])
        self.assertIsNone(self.world.closest((0, 50, 0), 1))
        bodies = self.world.closest_bodies((2, 3, 2), 3.2)
        self.assertEqual(bodies["body"][0], self.bodies[5])
        self.assertAlmostEqual(float(self.world.body_distance(*self.bodies[[0, 3]]).distance), 5, places=5)

    def test_wrong_arrays_are_refused(self):
        rays, cast = self.random_rays(), self.world.cast_rays
        self.refused(TypeError, cast, rays.view(np.uint8))
        self.refused(TypeError, cast, rays["origin"])
        self.refused(TypeError, cast, [[0, 0, 0]])
        self.refused(ValueError, cast, rays[::2])
        self.refused(ValueError, cast, rays.reshape(3, 100))
        self.refused(ValueError, cast, rays, out=np.zeros(299, carom.dtypes.ray_hit))
        self.refused(TypeError, cast, rays, out=np.zeros(300, carom.dtypes.near))
        self.refused(TypeError, cast, rays, out=[])
        self.refused(ValueError, self.world.cast_shapes, [carom.sphere(1)], self.positions, self.positions)
        self.refused(ValueError, self.world.overlap_regions, np.zeros((3, 5)))
        self.refused(ValueError, carom.rays, np.zeros((3, 3)), np.zeros((2, 3)))

    def test_wrong_rays_write_nothing(self):
        rays, out = self.random_rays(), np.zeros(300, carom.dtypes.ray_hit)
        rays["translation"][200, 1] = np.inf
        self.refused_as(Status.NOT_FINITE, self.world.cast_rays, rays, out=out)
        self.assertFalse(out["body"].any())

    def test_empty_batches_are_empty(self):
        self.assertEqual(len(self.world.cast_rays(carom.rays(np.empty((0, 3)), np.empty((0, 3))))), 0)
        self.assertEqual(len(self.world.closest_many([], 1)), 0)
        self.assertEqual(len(self.world.cast_shapes(carom.sphere(1), [], [])), 0)
        found, starts = self.world.overlap_regions(np.empty((0, 6)))
        self.assertEqual((len(found), starts.tolist()), (0, [0]))
