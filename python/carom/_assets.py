"""Assets: hulls, meshes, polygons, chains, height fields and compounds, which shapes share."""
from __future__ import annotations

from typing import Any, Optional, Sequence, Tuple

import numpy as np

from . import dtypes
from ._arrays import pointer, record
from ._carom import ffi, lib
from ._comments import COMMENTS
from ._enums import MeshSides
from ._errors import check
from ._shape import Shape, Unchanging, struct_of
from ._values import PoseLike, Vector, pose_parts, vec2


class Asset(Unchanging):
    """Something that never changes, and that shapes and worlds share. Worlds keep what they use."""

    KIND = ""

    def __init__(self, made: Any):
        release = getattr(lib, "carom_%s_release" % self.KIND)
        self.pointer = ffi.gc(ffi.cast("carom_%s *" % self.KIND, made), release)

    def _describe(self):
        view = ffi.new("carom_%s_view *" % self.KIND)
        check(getattr(lib, "carom_%s_describe" % self.KIND)(self.pointer, view))
        return view


def packed(value: Any, width: int, name: str) -> np.ndarray:
    """Points as packed rows of floats; doubles are rounded."""
    array = np.ascontiguousarray(value, np.float32)
    if array.ndim != 2 or array.shape[1] != width:
        raise ValueError("%s: the shape must be (n, %d), not %s" % (name, width, array.shape))
    return array


def numbers_at(address: Any, dtype: str, *shape: int) -> np.ndarray:
    """A copy of numbers that C has."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    return np.frombuffer(ffi.buffer(ffi.cast("char *", address), size), dtype).reshape(shape).copy()


class Hull(Asset):
    __doc__ = COMMENTS["carom_hull_from_points"]
    KIND = "hull"

    def __init__(self, points: Any, most: Optional[int] = None):
        points = packed(getattr(points, "vertices", points), 3, "points")
        out, left_out = ffi.new("carom_hull **"), ffi.new("float *")
        numbers = pointer("float", points)
        if most is None:
            check(lib.carom_hull_from_points(ffi.NULL, numbers, len(points), 0, out))
        else:
            check(lib.carom_hull_from_points_capped(ffi.NULL, numbers, len(points), 0, most, left_out, out))
        self.left_out = left_out[0]
        super().__init__(out[0])

    @property
    def vertices(self) -> np.ndarray:
        view = self._describe()
        return numbers_at(view.vertices, "f4", view.vertex_count, 3)

    @property
    def volume(self) -> float:
        return self._describe().volume


def mesh_arrays(vertices: Any, faces: Any) -> Tuple[np.ndarray, np.ndarray]:
    """Vertices and indices from arrays, or from an object that has .vertices and .faces."""
    if faces is None:
        vertices, faces = vertices.vertices, vertices.faces
    vertices, faces = packed(vertices, 3, "vertices"), np.asarray(faces)
    if faces.ndim != 2 or faces.shape[1] != 3 or faces.dtype.kind not in "iu":
        raise ValueError("faces: the array must have integers and the shape (n, 3)")
    if faces.size and (faces.min() < 0 or faces.max() >= len(vertices)):
        raise ValueError("faces: an index is no vertex")
    return vertices, np.ascontiguousarray(faces, np.uint32)


class Mesh(Asset):
    __doc__ = COMMENTS["carom_mesh_create"]
    KIND = "mesh"

    def __init__(
        self,
        vertices: Any,
        faces: Any = None,
        sides: MeshSides = MeshSides.TWO_SIDED,
        materials: Any = None,
        deforms: bool = False,
        fast_build: bool = False,
        compact: bool = False,
    ):
        vertices, faces = mesh_arrays(vertices, faces)
        definition = ffi.new("carom_mesh_def *")
        kept = [pointer("float", vertices), pointer("uint32_t", faces)]
        definition.vertices, definition.triangles = kept
        definition.vertex_count, definition.triangle_count = len(vertices), len(faces)
        if materials is not None:
            kept.append(material_bytes(materials, len(faces)))
            definition.materials = kept[-1]
        definition.sides, definition.deforms = sides, deforms
        definition.fast_build, definition.compact = fast_build, compact
        out = ffi.new("carom_mesh **")
        check(lib.carom_mesh_create(ffi.NULL, definition, ffi.NULL, out))
        self._vertex_count = len(vertices)
        super().__init__(out[0])

    def deformed(self, vertices: Any) -> "Mesh":
        """The mesh at other vertices. This one stays as it is."""
        vertices = packed(vertices, 3, "vertices")
        if len(vertices) != self._vertex_count:
            raise ValueError("vertices: there must be %d, not %d" % (self._vertex_count, len(vertices)))
        out, numbers = ffi.new("carom_mesh **"), pointer("float", vertices)
        check(lib.carom_mesh_deform(ffi.NULL, self.pointer, numbers, 0, ffi.NULL, out))
        made = Mesh.__new__(Mesh)
        made._vertex_count = self._vertex_count
        Asset.__init__(made, out[0])
        return made

    def describe(self) -> np.record:
        """The figures of the mesh, with the report of what is unusual in it."""
        out = record(dtypes.mesh_view)
        check(lib.carom_mesh_describe(self.pointer, pointer("carom_mesh_view", out)))
        return out[0]


def material_bytes(materials: Any, count: int):
    """One byte for each triangle."""
    array = np.ascontiguousarray(materials)
    if array.dtype != np.uint8 or array.shape != (count,):
        raise ValueError("materials: the array must be uint8 with %d elements" % count)
    return pointer("uint8_t", array)


class Polygon(Asset):
    __doc__ = COMMENTS["carom_polygon_from_points"]
    KIND = "polygon"

    def __init__(self, points: Any):
        points, out = packed(points, 2, "points"), ffi.new("carom_polygon **")
        check(lib.carom_polygon_from_points(ffi.NULL, pointer("float", points), len(points), 0, out))
        super().__init__(out[0])

    @property
    def vertices(self) -> np.ndarray:
        view = self._describe()
        return numbers_at(view.vertices, "f4", view.vertex_count, 2)


class Chain(Asset):
    __doc__ = COMMENTS["carom_chain_create"]
    KIND = "chain"

    def __init__(self, points: Any, closed: bool = False, one_sided: bool = False):
        points, definition = packed(points, 2, "points"), ffi.new("carom_chain_def *")
        numbers = pointer("float", points)
        definition.points, definition.count = numbers, len(points)
        definition.closed, definition.one_sided = closed, one_sided
        out = ffi.new("carom_chain **")
        check(lib.carom_chain_create(ffi.NULL, definition, out))
        super().__init__(out[0])

    @property
    def link_count(self) -> int:
        return self._describe().link_count


def height_array(heights: Any) -> np.ndarray:
    """Heights as packed rows of floats, or of uint16 or uint8, which are kept as they are."""
    array = np.asarray(heights)
    array = np.ascontiguousarray(array, array.dtype if array.dtype in HEIGHTS else np.float32)
    if array.ndim != 2 or 0 in array.shape:
        raise ValueError("heights: the array must have two dimensions, not the shape %s" % (array.shape,))
    return array


def cell_bytes(value: Any, shape: Tuple[int, int], name: str, kind: str) -> np.ndarray:
    """A byte for each cell."""
    array = np.asarray(value)
    if array.dtype != np.dtype(kind) or array.shape != shape:
        raise ValueError("%s: the array must have the dtype %s and the shape %s" % (name, kind, shape))
    return np.ascontiguousarray(array).view(np.uint8)


def fill_cells(cells: Any, shape: Tuple[int, int], holes: Any, turned: Any, materials: Any) -> list:
    """Sets what each cell has. Returns what must live as long."""
    kept = []
    if holes is not None or turned is not None:
        flags = np.zeros(shape, np.uint8)
        for value, name, flag in ((holes, "holes", 1), (turned, "turned", 2)):
            if value is not None:
                flags |= cell_bytes(value, shape, name, "bool") * np.uint8(flag)
        cells.flags = ffi.from_buffer("uint8_t[]", flags)
        kept.append(flags)
    if materials is not None:
        kept.append(cell_bytes(materials, shape, "materials", "uint8"))
        cells.materials = ffi.from_buffer("uint8_t[]", kept[-1])
    cells.rows, cells.columns = shape
    return kept


HEIGHTS = {
    np.dtype(np.float32): lib.CAROM_FIELD_FLOAT,
    np.dtype(np.uint16): lib.CAROM_FIELD_U16,
    np.dtype(np.uint8): lib.CAROM_FIELD_U8,
}


class Field(Asset):
    __doc__ = COMMENTS["carom_field_create"]
    KIND = "field"

    def __init__(
        self,
        heights: Any,
        spacing: Vector = (1.0, 1.0),
        sides: int = 0,
        depth: float = 0.0,
        *,
        holes: Any = None,
        turned: Any = None,
        materials: Any = None,
        scale: float = 1.0,
        offset: float = 0.0,
        compact: bool = False,
    ):
        """heights[row, column] is the height at x = column * spacing[0], z = row * spacing[1]. A height is
        offset + scale * its number; floats, uint16 and uint8 are kept as such. compact: keeps floats in 16
        bits. holes and turned: a bool for each cell; materials: a byte for each cell."""
        heights = height_array(heights)
        if min(heights.shape) < 2:
            raise ValueError("heights: the array must have 2 or more rows and columns")
        definition = ffi.new("carom_field_def *")
        shape = (heights.shape[0] - 1, heights.shape[1] - 1)
        kept = fill_cells(definition.cells, shape, holes, turned, materials)
        numbers = pointer("char", heights.view(np.int8))
        definition.cells.heights = numbers
        definition.format = lib.CAROM_FIELD_FLOAT_IN_16 if compact else HEIGHTS[heights.dtype]
        if compact and heights.dtype != np.float32:
            raise TypeError("compact: the heights must be floats, not %s" % heights.dtype)
        definition.scale, definition.offset = scale, offset
        definition.spacing_x, definition.spacing_z = vec2(spacing)
        definition.sides, definition.depth = sides, depth
        out = ffi.new("carom_field **")
        check(lib.carom_field_create(ffi.NULL, definition, out))
        self._heights = np.float32 if compact else heights.dtype
        del kept
        super().__init__(out[0])

    def edited(
        self,
        row: int,
        column: int,
        heights: Any = None,
        *,
        holes: Any = None,
        turned: Any = None,
        materials: Any = None,
    ) -> "Field":
        """The field with other cells from a row and a column on. What is None stays as it was, but holes and
        turned go together. n x m heights are those of n - 1 x m - 1 cells."""
        cells = ffi.new("carom_field_cells *")
        given = [array for array in (holes, turned, materials) if array is not None]
        shape: Any = np.shape(given[0]) if given else (0, 0)
        if heights is not None:
            heights = np.ascontiguousarray(height_array(heights), self._heights)
            shape = (heights.shape[0] - 1, heights.shape[1] - 1)
            numbers = pointer("char", heights.view(np.int8))
            cells.heights = numbers
        if len(shape) != 2:
            raise ValueError("the arrays of cells must have two dimensions")
        kept, out = fill_cells(cells, shape, holes, turned, materials), ffi.new("carom_field **")
        check(lib.carom_field_edit(ffi.NULL, self.pointer, column, row, cells, out))
        made = Field.__new__(Field)
        made._heights = self._heights
        del kept
        Asset.__init__(made, out[0])
        return made

    def describe(self) -> np.record:
        """The figures of the field, of the dtype `field_view`."""
        out = record(dtypes.field_view)
        check(lib.carom_field_describe(self.pointer, pointer("carom_field_view", out)))
        return out[0]

    def ground(self, x: float, z: float) -> np.record:
        """The height, the normal and the triangle of the ground at a place."""
        out = record(dtypes.field_ground)
        check(lib.carom_field_get_ground(self.pointer, x, z, pointer("carom_field_ground", out)))
        return out[0]


class Compound(Asset):
    __doc__ = COMMENTS["carom_compound_create"]
    KIND = "compound"

    def __init__(self, children: Sequence[Tuple[Shape, PoseLike]], materials: Sequence[int] = ()):
        """children: pairs of a shape and its pose. They have the numbers 0, 1, 2, ..."""
        structs = ffi.new("carom_compound_child[]", len(children))
        for i, (shape, pose) in enumerate(children):
            structs[i].shape = struct_of(shape)[0]
            structs[i].pose = pose_parts(pose)
            structs[i].number = i
            structs[i].material = materials[i] if len(materials) else 0
        definition, wrong = ffi.new("carom_compound_def *"), ffi.new("size_t *")
        definition.children, definition.child_count = structs, len(children)
        out = ffi.new("carom_compound **")
        status = lib.carom_compound_create(ffi.NULL, definition, wrong, out)
        check(status, "child %d" % wrong[0] if status and len(children) else "")
        super().__init__(out[0])
