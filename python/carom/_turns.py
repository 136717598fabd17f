"""Who uses a world at the moment: one thread that changes it, or several that ask."""
from __future__ import annotations

import threading
from typing import Any, List

from ._carom import lib
from ._errors import Error


class Changing:
    """Alone with the world. Handlers of the same thread may use it, and change it where C allows that."""

    __slots__ = ("turns",)

    def __init__(self, turns: "Turns"):
        self.turns = turns

    def __enter__(self) -> None:
        turns = self.turns
        if not turns.lock.acquire(blocking=False):
            raise Error(lib.CAROM_BUSY, "another thread changes the world")
        turns.depth += 1
        turns.changer = threading.get_ident()
        if turns.askers or turns.closed:
            self.__exit__()
            raise Error(lib.CAROM_BUSY, "a query or the writer of a recording uses the world")

    def __exit__(self, *raised: Any) -> None:
        turns = self.turns
        turns.depth -= 1
        if turns.depth == 0:
            turns.changer = 0
        turns.lock.release()


class Asking:
    """With other threads that ask."""

    __slots__ = ("turns",)

    def __init__(self, turns: "Turns"):
        self.turns = turns

    def __enter__(self) -> None:
        self.turns.askers.append(1)
        try:
            self.turns.check()
        except Error:
            self.turns.askers.pop()
            raise

    def __exit__(self, *raised: Any) -> None:
        self.turns.askers.pop()


class Writing:
    """The world passes bytes to the game, and nobody may use it."""

    __slots__ = ("turns",)

    def __init__(self, turns: "Turns"):
        self.turns = turns

    def __enter__(self) -> None:
        self.turns.closed = True

    def __exit__(self, *raised: Any) -> None:
        self.turns.closed = False


class Turns:
    """Refuses with BUSY what would meet a call of another thread, as C runs without the GIL. Its three parts
    are for `with` statements."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.changer = 0
        self.depth = 0
        self.askers: List[int] = []
        self.closed = False
        self.changing, self.asking, self.writing = Changing(self), Asking(self), Writing(self)

    def check(self) -> None:
        """Refuses any use while another thread changes the world."""
        if self.changer and self.changer != threading.get_ident():
            raise Error(lib.CAROM_BUSY, "another thread changes the world")
        if self.closed:
            raise Error(lib.CAROM_BUSY, "the world writes its recording")
