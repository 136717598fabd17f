"""Functions of Python that carom calls. What they raise waits until the call of carom has returned."""
from __future__ import annotations

from typing import Any, Callable, Optional

from . import dtypes
from ._arrays import pointer, record
from ._carom import ffi, lib
from ._turns import Turns, new_turn


class Callback:
    """A function that C calls through a handle. Its first exception is kept for `raise_failure`."""

    def __init__(self, failures: list, function: Callable, keep: Optional[Callable] = None):
        for given in (function, keep):
            if given is not None and not callable(given):
                raise TypeError("a function is needed, not %s" % type(given).__name__)
        self.failures, self.function, self.keep = failures, function, keep
        self.handle = ffi.new_handle(self)

    def call(self, function: Callable, otherwise: Any, *arguments: Any) -> Any:
        """The answer of the function, or the other one once something has failed."""
        if self.failures:
            return otherwise
        try:
            return function(*arguments)
        except BaseException as failure:  # noqa: B902, as no exception may cross C
            self.failures.append(failure)
            return otherwise

    def decide(self, function: Callable, otherwise: bool, *arguments: Any) -> bool:
        """The answer of the function as a bool."""
        return self.call(lambda: bool(function(*arguments)), otherwise)


def raise_failure(failures: list) -> None:
    """Raises what a function has raised during a call."""
    if failures:
        failure = failures[0]
        failures.clear()
        raise failure


def keep_failure(kind: Any, failure: BaseException, traceback: Any) -> None:
    """Keeps what a signal has raised outside of the function of the game."""
    ffi.from_handle(traceback.tb_frame.f_locals["user"]).failures.append(failure)


def event_record(event: Any):
    row = record(dtypes.event_row)
    lib.carom_py_copy_events(event, 1, pointer("carom_event_row", row))
    return row[0]


@ffi.def_extern(onerror=keep_failure)
def carom_py_on_event(user, world, event):
    callback = ffi.from_handle(user)
    callback.call(callback.function, None, event_record(event))


@ffi.def_extern(error=True, onerror=keep_failure)
def carom_py_on_keep(user, world, event):
    callback = ffi.from_handle(user)
    return callback.decide(callback.keep, True, event_record(event))


@ffi.def_extern(error=True, onerror=keep_failure)
def carom_py_on_filter(user, world, a, b):
    callback = ffi.from_handle(user)
    return callback.decide(callback.function, True, a.collider.bits, b.collider.bits)


@ffi.def_extern(error=False, onerror=keep_failure)
def carom_py_on_query(user, world, body, collider):
    callback = ffi.from_handle(user)
    return callback.decide(callback.function, False, body.bits, collider.bits)


@ffi.def_extern(error=True, onerror=keep_failure)
def carom_py_on_join(user, world, body):
    callback = ffi.from_handle(user)
    return callback.decide(callback.function, True, body.bits)


class Sink:
    """Takes the bytes of a recording. Nobody may use the world meanwhile."""

    def __init__(self, write: Callable[[bytes], Any], turns: Turns):
        self.write, self.turns = write, turns
        self.failures: list = []
        self.handle = ffi.new_handle(self)

    def take(self, parts: bytes) -> bool:
        """Tells whether they were written."""
        with new_turn() as turn:
            self.turns.write(turn)
            try:
                self.write(parts)
            except BaseException as failure:  # noqa: B902, as no exception may cross C
                self.failures.append(failure)
        return not self.failures


@ffi.def_extern(error=False, onerror=keep_failure)
def carom_py_on_write(user, parts, size):
    return ffi.from_handle(user).take(bytes(ffi.buffer(parts, size)))


@ffi.def_extern()
def carom_py_on_log(user, status, function, detail):
    ffi.from_handle(user).detail = ffi.string(detail).decode("utf-8", "replace")


class Log:
    """Keeps the detail of the last refused call."""

    def __init__(self):
        self.detail = ""
        self.handle = ffi.new_handle(self)

    def take(self) -> str:
        detail, self.detail = self.detail, ""
        return detail
