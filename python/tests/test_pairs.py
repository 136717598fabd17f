"""Pairs of shapes without a world, assets from arrays, and poses."""
import math
import unittest
from types import SimpleNamespace

import carom
import numpy as np
from carom import MeshSides, Status

CUBE = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
FACES = np.array(
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1]]
    + [[2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]
)


class PairsTest(unittest.TestCase):
    def assert_status(self, status, function, *arguments, **named):
        with self.assertRaises(carom.Error) as caught:
            function(*arguments, **named)
        self.assertEqual(caught.exception.status, status)

    def test_distances_of_spheres(self):
        a, b = carom.sphere(1), carom.sphere(0.5)
        found = carom.distance(a, None, b, (3, 0, 0))
        self.assertAlmostEqual(float(found.distance), 1.5)
        np.testing.assert_allclose((found.point_a, found.point_b), ((1, 0, 0), (2.5, 0, 0)))
        self.assertAlmostEqual(float(carom.signed_distance(a, None, b, (1, 0, 0)).distance), -0.5)
        self.assertEqual(
            (carom.overlap(a, None, b, (1, 0, 0)), carom.overlap(a, None, b, (3, 0, 0))), (True, False)
        )
        manifold = carom.collide(a, None, b, (0, 1.25, 0))
        np.testing.assert_array_equal(manifold.normal, (0, 1, 0))
        self.assertAlmostEqual(float(manifold.points[0]["separation"]), -0.25)
        self.assertEqual(carom.collide(a, None, b, (3, 0, 0)).point_count, 0)
        self.assertEqual(carom.collide(a, None, b, (3, 0, 0), margin=2).point_count, 1)

    def test_points_and_rays(self):
        self.assertAlmostEqual(
            float(carom.distance_to_point(carom.box(1, 1, 1), None, (0, 3, 0)).distance), 2
        )
        hit = carom.cast_ray(carom.sphere(1), (0, 5, 0), (0, 0, 0), (0, 10, 0))
        self.assertTrue(hit.hit)
        self.assertAlmostEqual(float(hit.fraction), 0.4)
        rays = carom.rays(np.zeros((2, 3)), [[0, 10, 0], [10, 0, 0]])
        self.assertEqual(carom.cast_rays(carom.sphere(1), (0, 5, 0), rays)["hit"].tolist(), [True, False])

    def test_motions(self):
        impact = carom.cast_shape(carom.sphere(1), None, carom.sphere(1), (10, 0, 0), (-10, 0, 0))
        self.assertAlmostEqual(float(impact.fraction), 0.8, places=5)
        ball = carom.sphere(1)
        impact = carom.time_of_impact(ball, (0, 0, 0), (4, 0, 0), ball, (10, 0, 0), (6, 0, 0))
        self.assertAlmostEqual(float(impact.fraction), 1, places=4)

    def test_batches_are_single_pairs(self):
        random = np.random.default_rng(4)
        shapes = [carom.box(*random.uniform(0.2, 1, 3)) for _ in range(12)]
        positions, rotations = random.uniform(-2, 2, (12, 3)), random.normal(size=(12, 4))
        rotations /= np.linalg.norm(rotations, axis=1)[:, None]
        placed = carom.Placed(shapes, positions, rotations)
        pairs = np.stack(np.triu_indices(12, 1), axis=1)
        signed, overlaps = placed.signed_distances(pairs), placed.overlaps(pairs)
        self.assertTrue(0 < overlaps.sum() < len(pairs))
        for (i, j), found, touches in zip(pairs, signed["distance"], overlaps):
            pair = shapes[i], (positions[i], rotations[i]), shapes[j], (positions[j], rotations[j])
            self.assertEqual(found, carom.signed_distance(*pair).distance)
            self.assertEqual(touches, carom.overlap(*pair))
        np.testing.assert_array_equal(placed.distances(pairs)["distance"] > 0, ~overlaps)
        np.testing.assert_array_equal(placed.collide(pairs)["point_count"] > 0, overlaps)

    def test_wrong_batches_are_refused(self):
        placed = carom.Placed([carom.sphere(1)] * 2, [[0, 0, 0], [5, 0, 0]])
        self.assert_status(Status.OUT_OF_RANGE, placed.overlaps, [[0, 2]])
        for wrong in ([[0, -1]], [[0, 1 << 33]], [0, 1], [[0.5, 1]]):
            with self.assertRaises(ValueError):
                placed.overlaps(wrong)
        self.assertEqual(len(placed.overlaps([])), 0)
        self.assert_status(Status.NOT_FINITE, placed.move, [[0, 0, 0], [np.nan, 0, 0]])
        self.assertAlmostEqual(float(placed.distances([[0, 1]])["distance"][0]), 3)
        self.assert_status(Status.BAD_SIZE, carom.Placed, [carom.sphere(0)], [[0, 0, 0]])
        placed.move_to([(0, 0, 0), (9, 0, 0)])
        self.assertAlmostEqual(float(placed.distances([[0, 1]])["distance"][0]), 7)

    def test_wrong_pairs_are_refused(self):
        self.assert_status(Status.WRONG_FAMILY, carom.overlap, carom.sphere(1), None, carom.disc(1), None)
        self.assert_status(Status.BAD_SIZE, carom.sphere(-1).check)
        with self.assertRaises(TypeError):
            carom.overlap(carom.sphere(1), None, "sphere", None)
        with self.assertRaises(TypeError):
            carom.sphere("large")
        with self.assertRaises(TypeError):
            carom.hull(carom.sphere(1))

    def test_hulls_come_from_points(self):
        hull = carom.Hull(CUBE)
        self.assertEqual((len(hull.vertices), hull.volume), (8, 8))
        self.assertEqual(carom.Hull(SimpleNamespace(vertices=CUBE, faces=FACES)).volume, 8)
        self.assertEqual(
            len(carom.Hull(np.random.default_rng(1).normal(size=(500, 3)), most=20).vertices), 20
        )
        self.assertAlmostEqual(float(carom.hull(hull).mass(2).mass), 16, places=4)
        self.assert_status(Status.TOO_FEW_POINTS, carom.Hull, CUBE[:3])
        self.assert_status(Status.FLAT, carom.Hull, CUBE * (1, 1, 0))
        for wrong in (CUBE.ravel(), CUBE[:, :2]):
            with self.assertRaises(ValueError):
                carom.Hull(wrong)

    def test_meshes_come_from_arrays_and_from_objects(self):
        like_trimesh = SimpleNamespace(vertices=CUBE, faces=FACES)
        for mesh in (
            carom.Mesh(CUBE, FACES),
            carom.Mesh(like_trimesh),
            carom.Mesh(CUBE.tolist(), FACES.tolist()),
        ):
            report = mesh.describe().report
            self.assertEqual((report.closed, report.volume, report.parts), (True, 8, 1))
        solid = carom.Mesh(CUBE, FACES, sides=MeshSides.SOLID)
        self.assertTrue(carom.overlap(carom.mesh(solid), None, carom.sphere(0.1), None))
        self.assertFalse(carom.overlap(carom.mesh(mesh), None, carom.sphere(0.1), None))
        self.assert_status(Status.NOT_CLOSED, carom.Mesh, CUBE, FACES[1:], sides=MeshSides.SOLID)
        self.assert_status(Status.INSIDE_OUT, carom.Mesh, CUBE, FACES[:, ::-1], sides=MeshSides.SOLID)
        for faces in (FACES + 1, FACES - 1, FACES.astype(float), FACES[:, :2]):
            with self.assertRaises(ValueError):
                carom.Mesh(CUBE, faces)

    def test_meshes_have_materials_and_deform(self):
        mesh = carom.Mesh(CUBE, FACES, materials=np.arange(12, dtype=np.uint8), deforms=True)
        hit = carom.cast_ray(carom.mesh(mesh), None, (5, 0.1, 0.2), (-10, 0, 0))
        self.assertEqual(hit.mesh.material, hit.mesh.triangle)
        wide = mesh.deformed(CUBE * 2)
        self.assertEqual(wide.describe().report.volume, 64)
        self.assertEqual(mesh.describe().report.volume, 8)
        with self.assertRaises(ValueError):
            mesh.deformed(CUBE[:7])
        with self.assertRaises(ValueError):
            carom.Mesh(CUBE, FACES, materials=np.zeros(11, np.uint8))

    def test_other_assets(self):
        polygon = carom.Polygon([[0, 0], [2, 0], [0, 2]])
        self.assertEqual(len(polygon.vertices), 3)
        self.assertTrue(carom.overlap(carom.polygon(polygon), None, carom.disc(0.1), (0.5, 0.5)))
        chain = carom.Chain([[0, 0], [1, 0], [2, 1]])
        self.assertEqual(chain.link_count, 2)
        self.assertAlmostEqual(
            float(carom.distance(carom.chain_link(chain, 0, 0), None, carom.disc(1), (0.5, 3)).distance), 2
        )
        heights = np.add.outer(np.zeros(3), np.arange(5.0))
        self.assertAlmostEqual(float(carom.Field(heights).ground(2.5, 1).height), 2.5)
        two = carom.Compound([(carom.sphere(1), (-3, 0, 0)), (carom.sphere(1), (3, 0, 0))], materials=[5, 6])
        hit = carom.cast_ray(carom.compound(two), None, (3, 9, 0), (0, -10, 0))
        self.assertEqual((hit.child, hit.mesh.material), (1, 6))
        with self.assertRaises(carom.Error) as caught:
            carom.Compound([(carom.sphere(1), None), (carom.sphere(-1), None)])
        self.assertIn("child 1", str(caught.exception))

    def test_poses(self):
        quarter = carom.Pose((1, 2, 3), carom.quat_about((0, 0, 1), math.pi / 2))
        matrix = quarter.matrix()
        np.testing.assert_allclose(matrix @ (1, 0, 0, 1), (1, 3, 3, 1), atol=1e-7)
        for axis in np.eye(3):
            for angle in (0.3, 2.5, math.pi, -1.2):
                pose = carom.Pose((1, 2, 3), carom.quat_about(axis, angle))
                again = carom.Pose.from_matrix(pose.matrix())
                self.assertAlmostEqual(abs(np.dot(again.rotation, pose.rotation)), 1, places=6)
        inner = carom.Pose((1, 0, 0))
        np.testing.assert_allclose((quarter @ inner).position, (1, 3, 3), atol=1e-7)
        np.testing.assert_allclose((quarter.inverse() @ quarter).position, (0, 0, 0), atol=1e-6)
        greatest = carom.box(1, 2, 3).bounds(matrix)[1]
        np.testing.assert_allclose(greatest, (3, 3, 6), atol=1e-5)
        with self.assertRaises(ValueError):
            carom.Pose.from_matrix(np.eye(3))
