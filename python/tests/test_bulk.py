"""Many bodies at once: arrays of every kind go in and out, and wrong ones are refused."""
import carom
import numpy as np
from scenes import WorldTest


class BulkTest(WorldTest):
    def test_poses_go_in_and_out(self):
        for scalar in (np.float32, np.float64):
            positions = (self.positions + 0.25).astype(scalar)
            rotations = np.tile(np.array([0, 0.6, 0, 0.8], scalar), (16, 1))
            self.world.set_poses(self.bodies, positions, rotations)
            found, turned = self.world.get_poses(self.bodies)
            np.testing.assert_array_equal(found, positions)
            np.testing.assert_allclose(turned, rotations, atol=1e-7)
            self.assertEqual(self.world.get_pose(self.bodies[5]).position, tuple(positions[5]))

    def test_bulk_is_the_same_as_one_by_one(self):
        positions = self.positions * 1.5
        with self.world.clone() as other:
            self.world.set_poses(self.bodies, positions)
            for body, position in zip(self.bodies, positions):
                other.set_pose(body, position)
            self.assertEqual(self.world.hash(), other.hash())

    def test_results_go_into_the_arrays_of_the_caller(self):
        table = np.full((16, 8), 7, np.float32)
        out = self.world.get_poses(self.bodies, positions=table[:, :3], rotations=table[:, 4:])
        self.assertTrue(np.shares_memory(out[0], table))
        np.testing.assert_array_equal(table[:, :3], self.positions)
        np.testing.assert_array_equal(table[:, 3], 7)
        np.testing.assert_array_equal(table[:, 4:], np.tile([0, 0, 0, 1], (16, 1)))

    def test_strided_arrays_are_read_in_place(self):
        table = np.zeros((32, 7))
        table[::2, 2:5] = self.positions + 1
        self.world.set_poses(self.bodies, table[::2, 2:5])
        np.testing.assert_array_equal(self.world.get_poses(self.bodies)[0], self.positions + 1)

    def test_masks_and_slices_choose_bodies(self):
        mask = self.positions[:, 0] > 3
        self.world.set_poses(self.bodies[mask], self.positions[mask] + 10)
        np.testing.assert_array_equal(self.world.get_poses(self.bodies[~mask])[0], self.positions[~mask])
        np.testing.assert_array_equal(self.world.get_poses(self.bodies[::-1])[0][::-1][mask][:, 1], 10)

    def test_lists_are_taken_too(self):
        self.world.set_poses([int(self.bodies[0])], [[1, 2, 3]], [[0, 0, 1, 0]])
        self.assertEqual(self.world.get_pose(self.bodies[0]), ((1, 2, 3), (0, 0, 1, 0)))

    def test_empty_arrays_do_nothing(self):
        before = self.world.hash()
        self.world.set_poses([], [])
        self.world.set_poses(np.empty(0, np.uint64), np.empty((0, 3), np.float32))
        self.assertEqual([len(part) for part in self.world.get_poses([])], [0, 0])
        self.assertEqual(self.world.hash(), before)

    def test_one_row_has_any_stride(self):
        row = np.broadcast_to(np.array([4.0, 5.0, 6.0]), (1, 3))
        self.world.set_poses(self.bodies[:1], row)
        self.assertEqual(self.world.get_pose(self.bodies[0]).position, (4, 5, 6))

    def test_wrong_dtypes_are_refused(self):
        for dtype in (np.int32, np.float16, np.complex128, ">f8", object):
            self.refused(TypeError, self.world.set_poses, self.bodies, self.positions.astype(dtype))
        self.refused(TypeError, self.world.set_poses, self.bodies.astype(np.int64), self.positions)
        self.refused(TypeError, self.world.set_poses, self.bodies.astype(float), self.positions)
        rotations = np.tile(np.array([0, 0, 0, 1], np.float32), (16, 1))
        self.refused(TypeError, self.world.set_poses, self.bodies, self.positions, rotations)

    def test_wrong_shapes_are_refused(self):
        set_poses = self.world.set_poses
        for positions in (
            self.positions[:15],
            self.positions[:, :2],
            self.positions.ravel(),
            self.positions[None],
        ):
            self.refused(ValueError, set_poses, self.bodies, positions)
        self.refused(ValueError, set_poses, self.bodies.reshape(4, 4), self.positions)
        self.refused(ValueError, set_poses, self.bodies, self.positions, np.ones((16, 3)))
        self.refused(ValueError, set_poses, self.bodies, self.positions, np.ones((15, 4)))

    def test_wrong_strides_are_refused(self):
        set_poses = self.world.set_poses
        self.refused(ValueError, set_poses, self.bodies, np.asfortranarray(self.positions))
        self.refused(ValueError, set_poses, self.bodies, self.positions[::-1])
        self.refused(ValueError, set_poses, self.bodies, np.broadcast_to(np.zeros(3), (16, 3)))
        self.refused(ValueError, set_poses, self.bodies, np.zeros((16, 6))[:, ::2])

    def test_wrong_outputs_are_refused(self):
        get_poses, frozen = self.world.get_poses, np.zeros((16, 3))
        frozen.flags.writeable = False
        overlapping = np.lib.stride_tricks.as_strided(np.zeros(64), (16, 3), (8, 8))
        for error, out in (
            (TypeError, [[0, 0, 0]] * 16),
            (TypeError, np.zeros((16, 3), int)),
            (ValueError, np.zeros((15, 3))),
            (ValueError, frozen),
            (ValueError, overlapping),
        ):
            self.refused(error, get_poses, self.bodies, positions=out)
        self.assertFalse(frozen.any())

    def test_wrong_numbers_are_refused_with_their_place(self):
        positions = self.positions + 1
        positions[7, 1] = np.nan
        error = self.refused(carom.Error, self.world.set_poses, self.bodies, positions)
        self.assertEqual(error.status, carom.Status.NOT_FINITE)
        self.assertIn("7", error.detail)

    def test_stale_bodies_are_refused(self):
        self.world.destroy_body(self.bodies[3])
        self.refused_as(carom.Status.STALE_ID, self.world.set_poses, self.bodies, self.positions)
        self.world.step(0)
        out = np.zeros((16, 3))
        self.refused_as(carom.Status.STALE_ID, self.world.get_poses, self.bodies, positions=out)
        self.assertFalse(out.any())

    def test_velocities_go_in_and_out(self):
        linear = np.arange(48, dtype=np.float32).reshape(16, 3)
        self.world.set_velocities(self.bodies, linear)
        found = self.world.get_velocities(self.bodies)
        np.testing.assert_array_equal(found[0], linear)
        self.assertFalse(found[1].any())
        self.world.set_velocities(self.bodies, angular=linear.astype(float))
        self.assertEqual(self.world.get_velocity(self.bodies[1]), ((3, 4, 5), (3, 4, 5)))
        self.refused_as(carom.Status.NULL_ARGUMENT, self.world.set_velocities, self.bodies)
        self.refused_as(carom.Status.OUT_OF_RANGE, self.world.set_velocities, self.bodies, linear * 1e9)

    def test_targets_are_reached(self):
        self.world.set_targets(self.bodies, self.positions + 3, 0.5)
        self.world.step(0.5)
        np.testing.assert_allclose(self.world.get_poses(self.bodies)[0], self.positions + 3, atol=1e-5)

    def test_bodies_are_created_all_or_none(self):
        wrong = self.positions.copy()
        wrong[9, 2] = 1e30
        with self.assertRaises(carom.Error):
            self.world.create_bodies(wrong, carom.sphere(1))
        self.world.step(0)
        self.assertEqual(self.world.counts().kinematic_bodies, 16)
