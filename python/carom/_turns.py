"""Who uses a world at the moment: one thread that changes it, or several that ask."""
from __future__ import annotations

from typing import Any

from ._carom import ffi, lib
from ._errors import Error

NEW = ffi.typeof("carom_py_turn *")
REASONS = ("", "another thread changes the world", "a query uses the world", "the world writes its recording")


def new_turn() -> Any:
    """A turn that has not begun, for a `with` statement. C begins and ends it. So no exception of a signal,
    as that of Ctrl+C, comes between and leaves the world in use."""
    return ffi.gc(ffi.new(NEW), lib.carom_py_end)


def refuse(reason: int) -> None:
    """Raises why a turn could not begin."""
    if reason:
        raise Error(lib.CAROM_BUSY, REASONS[reason])


class Turns:
    """Refuses with BUSY what would meet a call of another thread, as C runs without the GIL."""

    def __init__(self) -> None:
        self.state = ffi.new("carom_py_turns *")

    def change(self, turn: Any) -> None:
        """Alone with the world. Handlers of the same thread may use it, and change it where C allows that."""
        refuse(lib.carom_py_begin(self.state, turn, lib.CAROM_PY_CHANGE))

    def ask(self, turn: Any) -> None:
        """With other threads that ask."""
        refuse(lib.carom_py_begin(self.state, turn, lib.CAROM_PY_ASK))

    def write(self, turn: Any) -> None:
        """The world passes bytes to the game, and nobody may use it."""
        refuse(lib.carom_py_begin(self.state, turn, lib.CAROM_PY_WRITE))

    def refuse_views(self) -> None:
        """Refuses what would show memory that a step or another change is about to replace."""
        if self.state.changes:
            raise Error(lib.CAROM_BUSY, "inside handlers and filters there are only copies")

    def check(self) -> None:
        """Refuses any use while another thread changes the world."""
        with new_turn() as turn:
            self.ask(turn)
