"""Worlds pass between the package and a library of C that was built without it: CAROM_LIBRARY is its path."""
import ctypes
import os
import unittest

import carom
import numpy as np
from scenes import grid_world

PATH = os.environ.get("CAROM_LIBRARY")


def hull_world():
    """A world of hulls that fly through each other above a field with holes; and its recording."""
    world, bodies, positions = grid_world()
    recording = carom.Recording(world)
    ground = world.create_body((0, -3, 0), kind=carom.BodyKind.STATIC)
    holes = np.eye(9, dtype=bool)
    world.create_collider(ground, carom.field(carom.Field(np.ones((10, 10)), holes=holes)))
    hull = carom.Hull(np.random.default_rng(2).normal(size=(30, 3)))
    for body in bodies:
        world.create_collider(body, carom.hull(hull), (0.25, 0, 0), margin=0.125)
    world.set_velocities(bodies, -positions, np.ones((16, 3)))
    for _ in range(20):
        world.step(1 / 64)
    return world, recording.stop()


@unittest.skipUnless(PATH, "CAROM_LIBRARY names no library of C")
class LibraryTest(unittest.TestCase):
    def setUp(self):
        self.library = ctypes.CDLL(PATH)
        self.library.carom_world_hash.restype = ctypes.c_uint64
        self.library.carom_world_hash.argtypes = [ctypes.c_void_p]
        self.library.carom_world_step.argtypes = [ctypes.c_void_p, ctypes.c_float]
        self.world, self.recorded = hull_world()

    def load(self, saved):
        out = ctypes.c_void_p()
        status = self.library.carom_world_load(
            None, None, saved, ctypes.c_size_t(len(saved)), ctypes.byref(out)
        )
        self.assertEqual(status, 0)
        self.addCleanup(self.library.carom_world_destroy, out)
        return out

    def save(self, world):
        size = ctypes.c_size_t()
        self.library.carom_world_save(world, None, None, ctypes.c_size_t(0), ctypes.byref(size))
        buffer = ctypes.create_string_buffer(size.value)
        self.assertEqual(self.library.carom_world_save(world, None, buffer, size, ctypes.byref(size)), 0)
        return buffer.raw

    def test_saves_go_to_c_and_come_back(self):
        self.assertGreater(len(self.world.contacts()), 10)
        saved = self.world.save()
        of_c = self.load(saved)
        self.assertEqual(self.save(of_c), saved)
        for _ in range(20):
            self.world.step(1 / 64)
            self.assertEqual(self.library.carom_world_step(of_c, 1 / 64), 0)
            self.assertEqual(self.library.carom_world_hash(of_c), self.world.hash())
        with carom.World.load(self.save(of_c)) as back:
            self.assertEqual(back.save(), self.world.save())
            back.step(1 / 64)
            self.world.step(1 / 64)
            self.assertEqual(back.hash(), self.world.hash())

    def test_recordings_are_replayed_by_c(self):
        replay, outcome, steps = ctypes.c_void_p(), ctypes.c_int(), 0
        size = ctypes.c_size_t(len(self.recorded))
        opened = self.library.carom_replay_open(None, None, self.recorded, size, ctypes.byref(replay))
        self.assertEqual(opened, 0)
        self.addCleanup(self.library.carom_replay_close, replay)
        while True:
            self.assertEqual(self.library.carom_replay_step(replay, ctypes.byref(outcome)), 0)
            if outcome.value != carom.ReplayOutcome.SAME:
                break
            steps += 1
        self.assertEqual((outcome.value, steps), (carom.ReplayOutcome.OVER, 20))
