"""Statuses as exceptions."""
from __future__ import annotations

from ._carom import ffi, lib
from ._enums import Status


class Error(Exception):
    """A call that carom refused. `status` tells why; a refused call has changed nothing."""

    def __init__(self, status: int, detail: str = ""):
        self.status = Status(status)
        self.sentence = ffi.string(lib.carom_status_text(status)).decode()
        self.detail = detail
        text = "%s: %s" % (self.status.name, self.sentence)
        super().__init__("%s (%s)" % (text, detail) if detail else text)

    def __reduce__(self):
        return Error, (int(self.status), self.detail)


def check(status: int, detail: str = "") -> None:
    """Raises Error unless the status is OK."""
    if status:
        raise Error(status, detail)
