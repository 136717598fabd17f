"""Ground: fields with holes and materials, chains, and polygons with holes."""
import unittest

import carom
import numpy as np
from carom import BodyKind, Status

SQUARE = np.array([[0, 0], [8, 0], [8, 8], [0, 8]], np.float32)
HOLE = [[2, 2], [4, 2], [4, 4], [2, 4]]


def bools(shape, *true):
    """An array that is true at some places."""
    made = np.zeros(shape, bool)
    for place in true:
        made[place] = True
    return made


class FieldTest(unittest.TestCase):
    def falls_to(self, field, x, z):
        hit = carom.cast_ray(carom.field(field), None, (x, 50, z), (0, -100, 0))
        return 50 - 100 * float(hit.fraction) if hit.hit else None

    def test_holes_let_through(self):
        field = carom.Field(np.zeros((4, 5)), holes=bools((3, 4), (1, 2)))
        self.assertIsNone(self.falls_to(field, 2.5, 1.5))
        self.assertAlmostEqual(self.falls_to(field, 1.5, 1.5), 0, places=4)
        self.assertEqual((field.ground(2.5, 1.5).hole, field.ground(0.5, 0.5).hole), (True, False))

    def test_materials_are_those_of_cells(self):
        materials = np.arange(12, dtype=np.uint8).reshape(3, 4)
        field = carom.Field(np.zeros((4, 5)), materials=materials)
        self.assertEqual(field.ground(2.5, 1.5).material, 6)

    def test_diagonals_turn(self):
        heights = [[0, 0], [0, 1]]
        found = [carom.Field(heights, turned=[[turned]]).ground(0.5, 0.5).height for turned in (False, True)]
        self.assertEqual(found, [0.5, 0])

    def test_numbers_are_kept_as_they_are(self):
        numbers = np.array([[0, 100], [200, 255]])
        for dtype, size in ((np.uint8, 2), (np.uint16, 3), (np.float32, 0)):
            field = carom.Field(numbers.astype(dtype), scale=0.5, offset=-10)
            self.assertEqual(field.ground(1, 0).height, 40)
            self.assertEqual(field.describe().format, {2: 3, 3: 2, 0: 0}[size])
        compact = carom.Field(numbers, compact=True)
        self.assertEqual(compact.describe().format, carom.FieldFormat.FLOAT_IN_16)
        self.assertAlmostEqual(compact.ground(1, 0).height, 100, delta=0.01)

    def test_edits_make_another_field(self):
        field = carom.Field(np.zeros((9, 9)), holes=bools((8, 8), (7, 7)))
        edited = field.edited(2, 4, heights=[[3.0]])
        self.assertEqual((edited.ground(4, 2).height, field.ground(4, 2).height), (3, 0))
        self.assertTrue(edited.ground(7.5, 7.5).hole)
        opened = edited.edited(1, 0, holes=[[True, False]])
        self.assertEqual([opened.ground(x, 1.5).hole for x in (0.5, 1.5)], [True, False])
        painted = opened.edited(0, 0, np.ones((2, 2)), materials=np.full((1, 1), 9, np.uint8))
        self.assertEqual((painted.ground(0.5, 0.5).material, painted.ground(0.5, 0.5).height), (9, 1))
        self.assertEqual(painted.describe().columns, 8)

    def test_wrong_arguments(self):
        flat = np.zeros((3, 3))
        field = carom.Field(flat)
        for wrong in (
            lambda: carom.Field(np.zeros(3)),
            lambda: carom.Field(np.zeros((1, 3))),
            lambda: carom.Field(np.zeros((0, 3))),
            lambda: carom.Field(flat, holes=np.zeros((3, 3), bool)),
            lambda: carom.Field(flat, holes=np.zeros((2, 2), int)),
            lambda: carom.Field(flat, materials=np.zeros((2, 2))),
            lambda: carom.Field(flat, (1, 1, 1)),
            lambda: carom.Field(flat.astype(np.uint8), compact=True),
            lambda: field.edited(0, 0, holes=[True]),
            lambda: field.edited(0, 0, [[1, 1]], materials=np.zeros((1, 1), np.uint8)),
            lambda: field.edited(-1, 0, [[1.0]]),
        ):
            self.assertRaises((ValueError, TypeError, OverflowError), wrong)
        for status, wrong in (
            (Status.NOT_FINITE, lambda: carom.Field(flat * np.nan)),
            (Status.FLAT, lambda: carom.Field(flat, holes=np.ones((2, 2), bool))),
            (Status.OUT_OF_RANGE, lambda: field.edited(3, 3, [[1.0]])),
            (Status.BAD_SIZE, lambda: carom.Field(flat, scale=-1)),
        ):
            with self.assertRaises(carom.Error) as caught:
                wrong()
            self.assertEqual(caught.exception.status, status)


class PiecesTest(unittest.TestCase):
    def area(self, pieces):
        x, y = (np.concatenate([p[:, i] * np.roll(p[:, 1 - i], -1) for p in pieces]).sum() for i in (0, 1))
        return (x - y) / 2

    def test_pieces_cover_the_polygon_without_its_holes(self):
        pieces = carom.Pieces(SQUARE, [HOLE])
        self.assertEqual(self.area(pieces), 60)
        self.assertGreater(len(pieces), 3)
        self.assertEqual((len(pieces.points), len(pieces[-1])), (8, len(list(pieces)[-1])))
        self.assertEqual(len(carom.Pieces(SQUARE)), 1)
        self.assertEqual(len(carom.Pieces(SQUARE[::-1], most_corners=3)), 2)
        with self.assertRaises(IndexError):
            pieces[len(pieces)]

    def test_a_world_has_the_pieces_as_colliders(self):
        with carom.World(planar=True) as world:
            body, pieces = world.create_body(kind=BodyKind.STATIC), carom.Pieces(SQUARE, [HOLE])
            ids = world.create_pieces(body, pieces, (10, 0), category=4)
            self.assertEqual(world.colliders_of(body).tolist(), ids.tolist())
            self.assertEqual(len(world.overlap_point((13, 3))), 0)
            self.assertEqual(len(world.overlap_point((11, 7), carom.Filter(mask=4))), 1)
            self.assertEqual(len(world.overlap_point((11, 7), carom.Filter(mask=8))), 0)

    def test_faults_have_a_place(self):
        for rings, status, place in (
            ((SQUARE[:2],), Status.TOO_FEW_POINTS, "ring 0"),
            ((SQUARE[[0, 1, 1, 2]],), Status.REPEATED_POINT, "ring 0, point 1"),
            ((SQUARE, [np.add(HOLE, 20)]), Status.HOLE_OUTSIDE, "ring 1"),
            ((SQUARE[[0, 2, 1, 3]],), Status.CROSSING, "ring 0"),
            ((SQUARE * np.float32(np.nan),), Status.NOT_FINITE, "ring 0"),
        ):
            with self.assertRaisesRegex(carom.Error, place) as caught:
                carom.Pieces(*rings)
            self.assertEqual(caught.exception.status, status)
        for wrong in ((SQUARE.ravel(),), (SQUARE, 3), (SQUARE, SQUARE), (SQUARE, [], -1), ([],)):
            with self.assertRaises((ValueError, TypeError, OverflowError)):
                carom.Pieces(*wrong)
        with self.assertRaises(carom.Error):
            carom.Pieces(SQUARE, (), 2)

    def test_wrong_arguments_of_a_world(self):
        with carom.World(planar=True) as world, carom.World() as space:
            body, pieces, chain = world.create_body(), carom.Pieces(SQUARE), carom.Chain(SQUARE)
            before = world.hash()
            for wrong in (
                lambda: world.create_pieces(body, SQUARE),
                lambda: world.create_pieces(body, pieces, colour=3),
                lambda: world.create_chain(body, pieces),
                lambda: world.create_chain(body, chain, "thick"),
                lambda: world.set_margin(body, None),
            ):
                self.assertRaises(TypeError, wrong)
            for wrong in (
                lambda: world.create_pieces(77, pieces),
                lambda: space.create_pieces(space.create_body(), pieces),
                lambda: world.create_chain(body, chain, -1),
                lambda: world.create_chain(77, chain),
                lambda: world.set_margin(77, 1),
            ):
                self.assertRaises(carom.Error, wrong)
            self.assertEqual(world.hash(), before)


class ChainTest(unittest.TestCase):
    def test_a_world_has_the_links_as_colliders(self):
        with carom.World(planar=True) as world:
            body = world.create_body(kind=BodyKind.STATIC)
            ids = world.create_chain(body, carom.Chain(SQUARE, closed=True), 0.1, mask=6)
            self.assertEqual((len(ids), world.colliders_of(body).tolist()), (4, ids.tolist()))
            self.assertEqual(world.cast_ray((4, 20), (0, -40)).collider, ids[2])

    def test_margins_change(self):
        with carom.World() as world:
            for x in (0, 1.5):
                collider = world.create_collider(world.create_body((x, 0, 0)), carom.sphere(0.5))
            world.set_margin(collider, 1)
            self.assertEqual(world.get_margin(collider), 1)
            world.step(0)
            self.assertEqual(world.events()["kind"].tolist(), [carom.EventKind.NEAR])
            for wrong in (-1, np.nan, np.inf):
                self.assertRaises(carom.Error, world.set_margin, collider, wrong)
