"""Recordings of the calls on a world, and their replays."""
from __future__ import annotations

from typing import Any, Callable, Optional

import numpy as np

from ._callbacks import Sink, raise_failure
from ._carom import ffi, lib
from ._comments import COMMENTS
from ._enums import ReplayOutcome
from ._errors import check
from ._turns import Turns, new_turn
from ._world import World, events_of, turns_of


class Recording:
    """A recording of all calls that change a world, from `start` to `stop`. It is a context manager.

        with carom.Recording(world) as recording:
            world.step(1 / 60)
        replay = carom.Replay(recording.data)

    `write` receives the bytes in parts instead, e.g. the `write` of a file; `data` is empty then. It must
    not use the world. What it raises ends the recording, and comes out of `stop`. Closing the world ends the
    recording too. A new recording of the same world replaces the old one.
    """

    def __init__(self, world: World, write: Optional[Callable[[bytes], Any]] = None):
        self.world = world
        self._parts: list = []
        self._sink = Sink(write or self._parts.append, turns_of(world))
        users = ffi.addressof(lib, "carom_py_users")
        with new_turn() as turn:
            world._turns.change(turn)
            status = lib.carom_world_record_start(
                world._open, users, lib.carom_py_on_write, self._sink.handle
            )
            if status == lib.CAROM_OK:
                world._sink = self._sink
        raise_failure(self._sink.failures)
        check(status)

    @property
    def running(self) -> bool:
        """Tells whether the world still writes to this recording."""
        if self.world.closed or self.world._sink is not self._sink:
            return False
        with new_turn() as turn:
            self.world._turns.ask(turn)
            return lib.carom_world_get_record_status(self.world._open) == lib.CAROM_OK

    @property
    def data(self) -> bytes:
        """What was recorded until now. It is complete after `stop`."""
        return b"".join(self._parts)

    def stop(self) -> bytes:
        """Writes the rest and ends the recording. Raises what ended it before, and returns its bytes."""
        status = lib.CAROM_OK
        if not self.world.closed and self.world._sink is self._sink:
            with new_turn() as turn:
                self.world._turns.change(turn)
                status = lib.carom_world_record_stop(self.world._open)
                if status != lib.CAROM_BUSY:
                    self.world._sink = None
        raise_failure(self._sink.failures)
        check(status)
        return self.data

    def __enter__(self) -> "Recording":
        return self

    def __exit__(self, *raised: Any) -> None:
        self.stop()

    def __reduce__(self) -> Any:
        raise TypeError("a Recording cannot be copied or pickled; use its data")


Recording.__doc__ = "%s\n    %s" % (Recording.__doc__, COMMENTS["carom_world_record_start"])


class Replay:
    """Repeats the calls of a recording step by step, and compares each step with the recorded one. It is a
    context manager, and iterating it gives `steps` after each step with the recorded result."""

    def __init__(self, recorded: bytes):
        self._recorded, self._turns = bytes(memoryview(recorded)), Turns()
        self._replay: Any = ffi.NULL
        out, source = ffi.new("carom_replay **"), ffi.from_buffer(self._recorded)
        users = ffi.addressof(lib, "carom_py_users")
        check(lib.carom_replay_open(ffi.NULL, users, source, len(self._recorded), out))
        self._replay = ffi.gc(out[0], lib.carom_replay_close)

    @property
    def pointer(self) -> Any:
        """The replay of C, for `carom.lib`."""
        if self._replay == ffi.NULL:
            raise ValueError("the replay is closed")
        return self._replay

    @property
    def steps(self) -> int:
        """The position: how many steps had the recorded result."""
        return lib.carom_replay_get_steps(self.pointer)

    def step(self) -> ReplayOutcome:
        """Makes the calls up to and including the next step."""
        out = ffi.new("carom_replay_outcome *")
        with new_turn() as turn:
            self._turns.change(turn)
            check(lib.carom_replay_step(self.pointer, out))
        return ReplayOutcome(out[0])

    def run(self, steps: Optional[int] = None) -> ReplayOutcome:
        """Makes so many steps, or all of them, and returns the last outcome. It ends where a step differs."""
        outcome = ReplayOutcome.SAME
        while outcome == ReplayOutcome.SAME and (steps is None or self.steps < steps):
            outcome = self.step()
        return outcome

    def world(self) -> World:
        """A copy of the world at this position, which may be changed. It has no events."""
        with new_turn() as turn:
            self._turns.change(turn)
            return World._clone_of(lib.carom_replay_get_world(self.pointer))

    def events(self) -> np.ndarray:
        """The events of the last step, of the dtype `event_row`."""
        with new_turn() as turn:
            self._turns.change(turn)
            return events_of(lib.carom_replay_get_world(self.pointer))

    def hash(self) -> int:
        """What `World.hash` was at this position."""
        with new_turn() as turn:
            self._turns.change(turn)
            return lib.carom_world_hash(lib.carom_replay_get_world(self.pointer))

    def close(self) -> None:
        """Frees the replay. Later uses raise ValueError."""
        with new_turn() as turn:
            self._turns.change(turn)
            if self._replay != ffi.NULL:
                ffi.release(self._replay)
                self._replay = ffi.NULL

    def __iter__(self):
        while self.step() == ReplayOutcome.SAME:
            yield self.steps

    def __enter__(self) -> "Replay":
        return self

    def __exit__(self, *raised: Any) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError("a Replay cannot be copied or pickled; make another one of the same bytes")
