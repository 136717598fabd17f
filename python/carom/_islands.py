"""Islands: groups of bodies that touch, as arrays."""
from __future__ import annotations

from typing import Any, Callable, NamedTuple, Optional

import numpy as np

from ._arrays import id_array, pointer
from ._callbacks import Callback, raise_failure
from ._carom import ffi, lib
from ._errors import check


class Islands(NamedTuple):
    """Islands of bodies that touch. Island i has bodies[body_starts[i]:body_starts[i + 1]], and its contacts
    are those of `World.contacts` with the indices contacts[contact_starts[i]:contact_starts[i + 1]]. Nothing
    has changed in those where `rests` is true. `stirred` are the resting bodies to which something happened.
    """

    bodies: np.ndarray
    body_starts: np.ndarray
    contacts: np.ndarray
    contact_starts: np.ndarray
    rests: np.ndarray
    stirred: np.ndarray

    @property
    def island_count(self) -> int:
        return len(self.rests)


def links_of(links: Any) -> np.ndarray:
    """Pairs of bodies as packed rows of two ids."""
    if np.size(links) == 0:
        return np.empty((0, 2), np.uint64)
    array = id_array(links, "links", 2)
    if array.shape[1] != 2:
        raise ValueError("links: the shape must be (n, 2), not %s" % (array.shape,))
    return array


class Finder:
    """The set of islands of C, and what it is asked with."""

    def __init__(self, links: Any, joins: Optional[Callable[[int], bool]]):
        out = ffi.new("carom_islands **")
        check(lib.carom_islands_create(ffi.NULL, out))
        self.islands = ffi.gc(out[0], lib.carom_islands_destroy)
        self.failures: list = []
        self.links = links_of(links)
        self.definition = ffi.new("carom_island_def *")
        self.kept = pointer("carom_body_link", self.links)
        self.definition.links, self.definition.link_count = self.kept, len(self.links)
        if joins:
            self.callback = Callback(self.failures, joins)
            self.definition.joins, self.definition.user = lib.carom_py_on_join, self.callback.handle

    def find(self, world: Any) -> Islands:
        status = lib.carom_islands_find(self.islands, world, self.definition)
        raise_failure(self.failures)
        check(status)
        count = ffi.new("size_t *")
        first = lib.carom_world_get_contacts(world, count)
        found = lib.carom_islands_get(self.islands, count)
        body_starts, contact_starts = np.zeros((2, count[0] + 1), np.uintp)
        starts = pointer("size_t", body_starts), pointer("size_t", contact_starts)
        lib.carom_py_count_islands(found, count[0], *starts)
        bodies, contacts = np.empty(body_starts[-1], np.uint64), np.empty(contact_starts[-1], np.uintp)
        rests = np.empty(count[0], np.bool_)
        targets = pointer("carom_body", bodies), pointer("size_t", contacts), pointer("bool", rests)
        lib.carom_py_copy_islands(found, count[0], first, *targets)
        return Islands(bodies, body_starts, contacts, contact_starts, rests, self.stirred())

    def stirred(self) -> np.ndarray:
        count = ffi.new("size_t *")
        bodies = lib.carom_islands_get_stirred(self.islands, count)
        size = count[0] * ffi.sizeof("carom_body")
        return np.frombuffer(ffi.buffer(bodies, size), np.uint64).copy() if size else np.empty(0, np.uint64)
