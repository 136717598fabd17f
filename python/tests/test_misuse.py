"""Programs that a game should not contain: they raise, and never crash."""
import copy
import gc
import os
import pickle
import random
import signal
import threading
import time
import unittest
import weakref
from concurrent.futures import ThreadPoolExecutor

import carom
import numpy as np
from carom import EventKind, Filter, Status
from scenes import grid_world


def crowded_world(**options):
    """Three spheres, of which each touches the next; and the ids."""
    world = carom.World(**options)
    return world, world.create_bodies([[0, 0, 0], [1, 0, 0], [2, 0, 0]], carom.sphere(0.6))


class NoBool:
    """Something that is neither true nor false."""

    def __bool__(self):
        raise KeyError("neither")


class HandlerTest(unittest.TestCase):
    def assert_busy(self, function, *arguments):
        with self.assertRaises(carom.Error) as caught:
            function(*arguments)
        self.assertEqual(caught.exception.status, Status.BUSY)

    def test_handlers_cannot_step_close_or_clear(self):
        for name, arguments in (("close", ()), ("step", (0,)), ("clear", ()), ("rollback_restore", (b"",))):
            world, _ = crowded_world()
            world.on(lambda event: getattr(world, name)(*arguments))
            self.assert_busy(world.step, 0)
            self.assertFalse(world.closed)

    def test_handlers_may_destroy_and_create_everything(self):
        world, bodies = crowded_world()

        def rebuild(event):
            for body in filter(world.is_body, bodies):
                world.destroy_body(body)
            world.create_bodies(np.zeros((50, 3)), carom.sphere(1))

        world.on(rebuild)
        world.step(0)
        self.assertGreaterEqual(len(world.overlap_point((0, 0, 0))), 50)
        world.step(0)

    def test_handlers_may_drop_their_world(self):
        world, _ = crowded_world()
        kept, box = weakref.ref(world), [world]
        world.on(lambda event: (box.clear(), gc.collect()))
        del world
        box.pop().step(0)
        gc.collect()
        self.assertIsNone(kept())

    def test_handlers_cannot_make_their_world_anew(self):
        world, _ = crowded_world()
        world.on(lambda event: world.__init__())
        with self.assertRaisesRegex(ValueError, "made already"):
            world.step(0)

    def test_there_are_only_copies_during_a_step(self):
        found = []

        def look(*_):
            self.assert_busy(lambda: world.contacts(copy=False))
            found.append(len(world.contacts()))
            return True

        world, _ = crowded_world(filter=look)
        world.on(look, keep=look)
        world.step(0)
        world.clear()
        self.assertEqual(found, [0] * 4 + [2] * 2 + [0] * 2)
        world.close()

    def test_answers_that_are_no_bools_come_out(self):
        for answer, error in ((NoBool(), KeyError), (np.array([1, 2]), ValueError)):
            world, _ = crowded_world(filter=lambda a, b: answer)
            self.assertRaises(error, world.step, 0)
            world, _ = crowded_world()
            world.on(None, EventKind.BEGIN, keep=lambda event: answer)
            self.assertRaises(error, world.step, 0)
            self.assertRaises(error, world.islands, joins=lambda body: answer)
            with self.assertRaises(error):
                world.cast_ray((-5, 0, 0), (9, 0, 0), Filter(accept=lambda body, collider: answer))

    def test_what_is_no_function_is_refused_at_once(self):
        world, _ = crowded_world()
        self.assertRaises(TypeError, carom.World, filter=3)
        self.assertRaises(TypeError, world.on, 3)
        self.assertRaises(TypeError, world.on, keep="yes")
        self.assertRaises(TypeError, world.cast_ray, (0, 0, 0), (1, 0, 0), Filter(accept=3))
        self.assertRaises(TypeError, world.islands, joins=3)
        self.assertRaises(TypeError, world.cast_ray, (0, 0, 0), (1, 0, 0), lambda body, collider: True)

    def test_queries_refuse_all_changes(self):
        world, bodies = crowded_world()
        collider = world.colliders_of(bodies[0])[0]
        before = world.hash()
        for change in (
            lambda: world.destroy_body(bodies[0]),
            lambda: world.create_bodies(np.zeros((1000, 3)), carom.sphere(1)),
            lambda: world.create_body(),
            lambda: world.set_pose(bodies[0], (1, 1, 1)),
            lambda: world.set_poses(bodies, np.zeros((3, 3))),
            lambda: world.set_shape(collider, carom.sphere(3)),
            lambda: world.on(print),
            lambda: world.rollback_keep(3),
            lambda: carom.Recording(world),
            world.close,
            world.clear,
        ):
            accept = Filter(accept=lambda body, collider: change())
            self.assert_busy(world.cast_ray_all, (-5, 0, 0), (50, 0, 0), accept)
            self.assert_busy(lambda: world.islands(joins=lambda body: change()))
            mover = carom.Mover(carom.sphere(0.5), (0, 2, 0), filter=accept)
            self.assert_busy(mover.move, world, (0, -3, 0))
        self.assertEqual(world.hash(), before)


class ArrayTest(unittest.TestCase):
    def test_ids_of_lists_are_whole_numbers(self):
        world, bodies = crowded_world()
        self.assertEqual(len(world.get_poses([int(bodies[0]), bodies[1]])[0]), 2)
        for wrong, error in (([4294967296.5], TypeError), (["1"], TypeError), ([None], TypeError)):
            self.assertRaises(error, world.get_poses, wrong)
            self.assertRaises(error, world.islands, [wrong * 2])
        for wrong in ([-1], [2**64]):
            self.assertRaises(OverflowError, world.get_poses, wrong)
        self.assertRaises(carom.Error, world.get_poses, [2**64 - 1, 5])

    def test_masks_are_not_forgotten(self):
        world, bodies = crowded_world()
        self.assertRaises(TypeError, world.set_poses, bodies, np.ma.zeros((3, 3)))

    def test_the_length_of_an_array_is_that_of_its_memory(self):
        class Liar(np.ndarray):
            def __len__(self):
                return 3

        world, bodies = crowded_world()
        self.assertRaises(ValueError, world.set_poses, bodies, np.zeros((1, 3)).view(Liar))
        self.assertRaises(ValueError, world.get_poses, bodies, np.zeros((1, 3)).view(Liar))
        self.assertRaises(ValueError, world.cast_rays, carom.rays(np.zeros((1, 3)), (1, 0, 0)).view(Liar))


class CopyTest(unittest.TestCase):
    def test_worlds_are_not_copied_or_pickled(self):
        world, _ = crowded_world()
        recording = carom.Recording(world)
        for one in (world, recording, carom.Replay(recording.stop())):
            for function in (copy.copy, copy.deepcopy, pickle.dumps):
                self.assertRaises(TypeError, function, one)
        gc.collect()
        world.step(0)

    def test_what_never_changes_is_shared(self):
        hull = carom.Hull(np.random.default_rng(0).normal(size=(20, 3)))
        for one in (carom.sphere(1), hull, carom.hull(hull), carom.Pieces([[0, 0], [1, 0], [0, 1]])):
            self.assertIs(copy.copy(one), one)
            self.assertIs(copy.deepcopy([one])[0], one)
            self.assertRaisesRegex(TypeError, "cannot be pickled", pickle.dumps, one)

    def test_copies_of_movers_go_their_own_way(self):
        world, _ = crowded_world()
        mover = carom.Mover(carom.sphere(0.5), (0, 5, 0))
        for function in (copy.copy, copy.deepcopy):
            other = function(mover)
            other.move(world, (1, 0, 0))
            other.pose = (7, 7, 7)
            self.assertEqual((mover.position, other.position), ((0, 5, 0), (7, 7, 7)))

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_a_fork_has_a_world_of_its_own(self):
        world, bodies, positions = grid_world(20, threads=2)
        world.step(0)
        before, child = world.hash(), os.fork()
        if child == 0:
            world.set_poses(bodies, positions * 0.4)
            world.step(0)
            world.close()
            os._exit(7)
        self.assertEqual(os.waitpid(child, 0)[1], 7 << 8)
        self.assertEqual(world.hash(), before)
        world.step(0)


class Alarm(Exception):
    """What the handler of a signal raises, as that of Ctrl+C does."""


@unittest.skipUnless(hasattr(signal, "setitimer"), "there are no timers")
class SignalTest(unittest.TestCase):
    def ring(self, *_):
        raise Alarm

    def setUp(self):
        before = signal.signal(signal.SIGALRM, self.ring)
        self.addCleanup(signal.signal, signal.SIGALRM, before)

    def interrupted(self, seconds, use):
        """Repeats a call until the alarm rings, and tells whether it came out. Python drops what is raised
        while it frees an object."""
        end = time.monotonic() + 5 * seconds
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds)
            while time.monotonic() < end:
                use()
        except Alarm:
            return True
        return False

    def test_interrupts_leave_worlds_in_order(self):
        world, bodies, positions = grid_world()
        world.set_poses(bodies, positions * 0.4)
        world.on(lambda event: None, EventKind.STAY)
        accept = Filter(accept=lambda body, collider: True)
        ray = carom.rays([[-5.0, 0, 0]], (50, 0, 0))
        uses = [
            lambda: world.step(0),
            lambda: world.get_pose(bodies[0]),
            lambda: world.set_user(bodies[0], 1),
        ]
        uses += [world.contacts, lambda: world.cast_rays(ray, accept), world.islands]
        found = [self.interrupted(0.001 + i * 1e-6, uses[i % len(uses)]) for i in range(300)]
        self.assertGreater(sum(found), 200)
        with ThreadPoolExecutor(1) as other:
            other.submit(world.step, 0).result()
        world.close()

    def test_interrupts_of_writers_end_recordings(self):
        world, _, _ = grid_world()
        recording = carom.Recording(world, lambda part: time.sleep(0.001))
        self.interrupted(0.01, lambda: world.step(0))
        if not recording.running:
            self.assertRaises(Alarm, recording.stop)
        world.step(0)

    def test_interrupts_of_close(self):
        worlds = []

        def make_and_close():
            worlds.append(crowded_world(threads=2)[0])
            worlds[-1].close()

        found = [self.interrupted(0.001 + i * 1e-6, make_and_close) for i in range(200)]
        self.assertGreater(sum(found), 130)
        for world in worlds:
            world.close()


class ThreadTest(unittest.TestCase):
    def test_threads_that_meet_are_refused(self):
        """One thread steps and builds, others ask and change. Each call works or is BUSY."""
        world, bodies, positions = grid_world()
        ray, stop, wrong, done = carom.rays([[-5.0, 0, 0]], [[50.0, 0, 0]]), [], [], [0] * 6

        def repeat(number, use):
            while not stop:
                try:
                    use()
                    done[number] += 1
                except carom.Error as error:
                    if error.status != Status.BUSY:
                        wrong.append(error)
                time.sleep(random.random() / 1000)

        def build():
            world.destroy_body(world.create_bodies(np.zeros((1, 3)), carom.sphere(1))[0])

        uses = [
            lambda: world.step(0),
            build,
            lambda: world.cast_rays(ray),
            lambda: (world.contacts(), world.events(), world.patches()),
            lambda: world.get_poses(bodies),
            lambda: world.set_poses(bodies, positions * 0.4),
        ]
        threads = [threading.Thread(target=repeat, args=pair) for pair in enumerate(uses)]
        for thread in threads:
            thread.start()
        threads[0].join(1)
        stop.append(True)
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])
        self.assertGreater(min(done), 0)
        world.step(0)
