"""Who uses a world at the moment: one thread that changes it, or several that ask."""
from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import Iterator, List

from ._carom import lib
from ._errors import Error


class Turns:
    """Refuses with BUSY what would meet a long call of another thread, as C runs without the GIL."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.changer = 0
        self.askers: List[int] = []
        self.closed = False

    def check(self) -> None:
        """Refuses any use while another thread changes the world."""
        if self.changer and self.changer != threading.get_ident():
            raise Error(lib.CAROM_BUSY, "another thread changes the world")
        if self.closed:
            raise Error(lib.CAROM_BUSY, "the world writes its recording")

    @contextmanager
    def writing(self) -> Iterator[None]:
        """The world passes bytes to the game, and nobody may use it."""
        self.closed = True
        try:
            yield
        finally:
            self.closed = False

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Alone with the world. Handlers of the same thread may use it meanwhile."""
        if not self.lock.acquire(blocking=False):
            raise Error(lib.CAROM_BUSY, "another thread changes the world")
        before, self.changer = self.changer, threading.get_ident()
        try:
            self.check()
            if self.askers:
                raise Error(lib.CAROM_BUSY, "a query is running")
            yield
        finally:
            self.changer = before
            self.lock.release()

    @contextmanager
    def asking(self) -> Iterator[None]:
        """With other threads that ask."""
        me = threading.get_ident()
        self.askers.append(me)
        try:
            self.check()
            yield
        finally:
            self.askers.remove(me)
