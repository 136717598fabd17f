"""Recordings and replays."""
import gc
import io
import unittest

import carom
import numpy as np
from carom import ReplayOutcome, Status
from scenes import grid_world


def played(steps=20, **options):
    """A world whose spheres fly through each other, after so many recorded steps; and the recording."""
    world, bodies, positions = grid_world()
    with carom.Recording(world, **options) as recording:
        world.set_velocities(bodies, -2 * positions)
        for _ in range(steps):
            world.step(0.02)
        world.destroy_body(bodies[3])
        world.step(0.02)
    return world, recording


class RecordingTest(unittest.TestCase):
    def test_a_replay_gives_the_same_steps(self):
        world, recording = played()
        with carom.Replay(recording.data) as replay:
            self.assertEqual(replay.steps, 0)
            self.assertEqual(replay.run(5), ReplayOutcome.SAME)
            self.assertEqual(replay.steps, 5)
            self.assertNotEqual(replay.hash(), world.hash())
            self.assertEqual(list(replay), list(range(6, 22)))
            self.assertEqual(replay.step(), ReplayOutcome.OVER)
            self.assertEqual((replay.steps, replay.hash()), (21, world.hash()))

    def test_the_world_of_a_replay_is_a_copy(self):
        world, recording = played()
        replay = carom.Replay(recording.data)
        replay.run(20)
        copy = replay.world()
        self.assertEqual(len(copy.contacts()), copy.counts().contacts)
        self.assertGreater(len(replay.events()), 0)
        copy.clear()
        self.assertEqual(replay.run(), ReplayOutcome.OVER)
        np.testing.assert_array_equal(replay.events(), world.events())
        self.assertEqual(replay.world().save(), world.save())

    def test_a_replay_keeps_its_bytes(self):
        _, recording = played()
        source = bytearray(recording.data)
        replay = carom.Replay(source)
        source[:] = bytes(len(source))
        self.assertEqual(replay.run(), ReplayOutcome.OVER)

    def test_calls_and_handlers_are_replayed(self):
        world, bodies, positions = grid_world(filter=lambda a, b: (a + b) % 3 != 0)

        def destroy_second(event):
            if world.is_body(event.contact.b.body):
                world.destroy_body(event.contact.b.body)

        world.on(destroy_second)
        recording = carom.Recording(world)
        world.set_poses(bodies, positions * 0.4)
        world.step(0)
        self.assertLess(sum(map(world.is_body, bodies)), 16)
        replay = carom.Replay(recording.stop())
        self.assertEqual((replay.run(), replay.hash()), (ReplayOutcome.OVER, world.hash()))

    def test_a_file_receives_the_parts(self):
        file = io.BytesIO()
        world, recording = played(write=file.write)
        self.assertEqual(recording.data, b"")
        self.assertEqual(carom.Replay(file.getvalue()).run(), ReplayOutcome.OVER)

    def test_what_write_raises_ends_the_recording(self):
        world, _, _ = grid_world()
        full = []

        def write(part):
            if full:
                raise OSError("the disk is full")

        recording = carom.Recording(world, write)
        world.step(0.1)
        self.assertTrue(recording.running)
        full.append(True)
        world.step(0.1)
        self.assertFalse(recording.running)
        with self.assertRaisesRegex(OSError, "full"):
            recording.stop()
        with self.assertRaisesRegex(OSError, "full"):
            carom.Recording(world, write)

    def test_write_must_not_use_the_world(self):
        world, bodies, _ = grid_world()
        for use in (lambda: world.step(0), world.hash, world.close, lambda: world.set_user(bodies[0], 3)):
            with self.assertRaises(carom.Error) as caught:
                carom.Recording(world, lambda part: use())
            self.assertEqual(caught.exception.status, Status.BUSY)
        world.step(0)

    def test_a_new_recording_replaces_the_old_one(self):
        world, bodies, _ = grid_world()
        old = carom.Recording(world)
        new = carom.Recording(world)
        self.assertEqual((old.running, new.running), (False, True))
        old.stop()
        world.step(0)
        self.assertTrue(new.running)
        self.assertEqual(carom.Replay(new.stop()).run(1), ReplayOutcome.SAME)
        self.assertFalse(new.running)
        self.assertEqual(new.stop(), new.data)

    def test_the_end_of_a_world_ends_its_recording(self):
        world, _, _ = grid_world()
        recording = carom.Recording(world)
        world.step(0)
        world.close()
        self.assertFalse(recording.running)
        self.assertEqual(carom.Replay(recording.stop()).run(), ReplayOutcome.OVER)
        parts = []
        world = grid_world()[0]
        carom.Recording(world, parts.append)
        world.step(0)
        del world
        gc.collect()
        self.assertEqual(carom.Replay(b"".join(parts)).run(), ReplayOutcome.OVER)

    def test_recordings_are_refused_in_handlers(self):
        world, bodies, positions = grid_world()
        recording, found = carom.Recording(world), []

        def on_event(event):
            for call in (recording.stop, lambda: carom.Recording(world)):
                try:
                    call()
                except carom.Error as error:
                    found.append(error.status)

        world.on(on_event)
        world.set_poses(bodies, positions * 0.4)
        world.step(0)
        self.assertEqual(set(found), {Status.BUSY})
        self.assertTrue(recording.running)

    def test_damaged_recordings_are_refused(self):
        _, recording = played()
        for wrong in (b"", b"x" * 100, recording.data[:40]):
            with self.assertRaises(carom.Error) as caught:
                carom.Replay(wrong)
            self.assertEqual(caught.exception.status, Status.BAD_SNAPSHOT)
        with self.assertRaises(carom.Error):
            carom.Replay(recording.data[:-20]).run()
        for wrong in ("text", 3, None):
            with self.assertRaises(TypeError):
                carom.Replay(wrong)

    def test_a_closed_replay_raises(self):
        replay = carom.Replay(played()[1].data)
        replay.close()
        replay.close()
        for use in (replay.step, replay.run, replay.world, replay.events, replay.hash, lambda: replay.steps):
            with self.assertRaisesRegex(ValueError, "closed"):
                use()
        world, _, _ = grid_world()
        world.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            carom.Recording(world)
