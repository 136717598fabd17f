// Assets: what many shapes share. A collider keeps its asset in memory; what nothing uses is collected.
import { numbers, whole } from './errors.mjs';
import { constant, type } from './structs.mjs';
import { putPose } from './poses.mjs';

/** Something in the memory of the module that JavaScript has a count of. */
export class Asset {
  #address;

  constructor(engine, kind, address) {
    this.engine = engine;
    this.kind = kind;
    this.#address = address;
    const { raw } = engine;
    engine.collected.register(this, () => raw[`carom_${kind}_release`](address), this);
  }

  get address() {
    if (this.#address === 0) throw new Error(`the ${this.kind} is disposed`);
    return this.#address;
  }

  /** Gives the count back. Colliders that use the asset keep it. */
  dispose() {
    if (this.#address === 0) return;
    this.engine.collected.unregister(this);
    this.engine.raw[`carom_${this.kind}_release`](this.#address);
    this.#address = 0;
  }

  /** Its figures, as carom_..._describe tells them; arrays are addresses. */
  describe() {
    const { engine } = this;
    const call = (out) => engine.raw[`carom_${this.kind}_describe`](this.address, out);
    return engine.memory.scoped(() => engine.ask(`carom_${this.kind}_view`, call));
  }
}

/** A hull or a polygon whose corners can be asked for. */
export class Corners extends Asset {
  /** Its corners, packed. */
  get vertices() {
    const { vertices, vertexCount } = this.describe();
    const width = this.kind === 'hull' ? 3 : 2;
    return this.engine.memory.array(Float32Array, vertices, vertexCount * width).slice();
  }
}

export class Compound extends Asset {
  constructor(engine, kind, address) {
    super(engine, kind, address);
    this.planar = this.describe().family === 'planar';
  }
}

export class Mesh extends Asset {
  constructor(engine, kind, address, report) {
    super(engine, kind, address);
    this.report = report;
  }

  /** A mesh with the same triangles at other vertices; this one stays as it is. */
  deform(vertices) {
    const { engine } = this;
    return engine.memory.scoped(() => {
      const at = engine.memory.copy(Float32Array, numbers(vertices, 3, 'vertices'));
      return create(engine, Mesh, 'mesh', (out) => (
        engine.raw.carom_mesh_deform(0, this.address, at, 0, 0, out)));
    });
  }
}

export class Field extends Asset {
  /** A field that differs in a rectangle of heights, which begins at a column and a row. */
  edit(column, row, { columns, rows, heights, flags, materials }) {
    const { engine } = this;
    return engine.memory.scoped(() => {
      const of = heightArray(this.describe().format);
      const cells = putCells(engine, { columns, rows, heights, flags, materials }, of);
      const at = engine.put('carom_field_cells', cells, 'cells');
      const call = (out) => engine.raw.carom_field_edit(
        0, this.address, whole(column, 'column'), whole(row, 'row'), at, out);
      return create(engine, Field, 'field', call);
    });
  }

  /** The ground at a place, or null beside the field. */
  ground(x, z) {
    const { engine } = this;
    return engine.memory.scoped(() => engine.ask('carom_field_ground', (out) => (
      engine.raw.carom_field_get_ground(this.address, x, z, out))));
  }
}

/** Calls a function that writes the address of a new asset, and wraps it. */
function create(engine, Type, kind, call, ...more) {
  const out = engine.memory.room(4);
  engine.check(call(out));
  return new Type(engine, kind, engine.memory.view.getUint32(out, true), ...more);
}

export function hull(engine, points, { most } = {}) {
  const { memory, raw } = engine;
  return memory.scoped(() => {
    const at = memory.copy(Float32Array, numbers(points, 3, 'points'));
    const count = points.length / 3;
    const call = most === undefined
      ? (out) => raw.carom_hull_from_points(0, at, count, 0, out)
      : (out) => raw.carom_hull_from_points_capped(0, at, count, 0, whole(most, 'most'), 0, out);
    return create(engine, Corners, 'hull', call);
  });
}

/** The solid within planes, four numbers each: normal and offset. */
export function hullOfPlanes(engine, planes) {
  const { memory, raw } = engine;
  return memory.scoped(() => {
    const at = memory.copy(Float32Array, numbers(planes, 4, 'planes'));
    return create(engine, Corners, 'hull', (out) => (
      raw.carom_hull_from_planes(0, at, planes.length / 4, out)));
  });
}

export function polygon(engine, points) {
  const { memory, raw } = engine;
  return memory.scoped(() => {
    const at = memory.copy(Float32Array, numbers(points, 2, 'points'));
    return create(engine, Corners, 'polygon', (out) => (
      raw.carom_polygon_from_points(0, at, points.length / 2, 0, out)));
  });
}

export function chain(engine, points, { closed = false, oneSided = false } = {}) {
  const { memory, raw } = engine;
  return memory.scoped(() => {
    const at = memory.copy(Float32Array, numbers(points, 2, 'points'));
    const def = engine.put('carom_chain_def', { points: at, count: points.length / 2, closed, oneSided });
    return create(engine, Asset, 'chain', (out) => raw.carom_chain_create(0, def, out));
  });
}

/** A mesh of arrays: three numbers a vertex and three indices a triangle. */
export function mesh(engine, vertices, triangles, { materials, ...options } = {}) {
  const { memory, raw } = engine;
  return memory.scoped(() => {
    const fields = {
      vertices: memory.copy(Float32Array, numbers(vertices, 3, 'vertices')),
      vertexCount: vertices.length / 3,
      triangles: memory.copy(Uint32Array, numbers(triangles, 3, 'triangles')),
      triangleCount: triangles.length / 3,
      ...options,
    };
    if (materials !== undefined) {
      fields.materials = bytes(engine, materials, triangles.length / 3, 'materials');
    }
    const def = engine.put('carom_mesh_def', fields, 'mesh');
    const report = memory.room(type('carom_mesh_report').size);
    const out = memory.room(4);
    engine.check(raw.carom_mesh_create(0, def, report, out));
    const address = memory.view.getUint32(out, true);
    return new Mesh(engine, 'mesh', address, engine.get('carom_mesh_report', report));
  });
}

/** A copy of one byte for each element. */
function bytes(engine, values, count, name) {
  if (numbers(values, 1, name).length !== count) throw new TypeError(`${name} must have ${count} elements`);
  return engine.memory.copy(Uint8Array, values);
}

const heightArray = (format) => ({ u16: Uint16Array, u8: Uint8Array })[format] ?? Float32Array;

/** The fields of carom_field_cells, with copies of the arrays. */
function putCells(engine, { columns, rows, heights, flags, materials }, Heights) {
  const cells = { columns, rows };
  const count = whole(columns, 'columns') * whole(rows, 'rows');
  if (heights !== undefined) {
    const expected = (columns + 1) * (rows + 1);
    if (numbers(heights, 1, 'heights').length !== expected) {
      throw new TypeError(`heights must have ${expected} numbers: one more than cells each way`);
    }
    cells.heights = engine.memory.copy(Heights, heights);
  }
  if (flags !== undefined) cells.flags = bytes(engine, flags, count, 'flags');
  if (materials !== undefined) cells.materials = bytes(engine, materials, count, 'materials');
  return cells;
}

/** A height field of columns x rows cells. */
export function field(engine, { columns, rows, heights, flags, materials, format = 'float', ...options }) {
  return engine.memory.scoped(() => {
    constant('carom_field_format', format, 'format');
    const cells = putCells(engine, { columns, rows, heights, flags, materials }, heightArray(format));
    const def = engine.put('carom_field_def', { cells, format, ...options }, 'field');
    return create(engine, Field, 'field', (out) => engine.raw.carom_field_create(0, def, out));
  });
}

/** Many shapes as one: children are {shape, position, rotation or angle, number, material}. */
export function compound(engine, children) {
  const { memory, raw } = engine;
  return memory.scoped(() => {
    const values = children.map(({ shape, number: n, material, ...pose }) => (
      { shape, pose: localPose(engine, pose), number: n, material }));
    const at = engine.putAll('carom_compound_child', values, 'children');
    const def = engine.put('carom_compound_def', { children: at, childCount: children.length });
    return create(engine, Compound, 'compound', (out) => raw.carom_compound_create(0, def, 0, out));
  });
}

/** A pose relative to something: the same fields, in floats. */
export function localPose(engine, pose) {
  return engine.memory.scoped(() => engine.get('carom_pose', putPose(engine, pose)));
}

/** Cuts a polygon with holes, each a ring of points, into convex rings of at most `mostCorners` points. */
export function cutRings(engine, rings, mostCorners = 64) {
  const { memory, raw } = engine;
  return memory.scoped(() => {
    const values = rings.map((ring, i) => (
      { points: memory.copy(Float32Array, numbers(ring, 2, `rings[${i}]`)), count: ring.length / 2 }));
    const out = memory.room(4);
    const at = engine.putAll('carom_ring', values, 'rings');
    engine.check(raw.carom_rings_cut(0, at, rings.length, whole(mostCorners, 'mostCorners'), out, 0));
    const pieces = memory.view.getUint32(out, true);
    try {
      const describe = (view) => raw.carom_pieces_describe(pieces, view);
      return piecesOf(engine, engine.ask('carom_pieces_view', describe));
    } finally {
      raw.carom_pieces_destroy(pieces);
    }
  });
}

function piecesOf({ memory }, { count, starts, corners, points }) {
  const from = memory.array(Uint32Array, starts, count + 1);
  const order = memory.array(Uint32Array, corners, from[count]);
  const at = (corner) => [...memory.array(Float32Array, points + 8 * corner, 2)];
  return Array.from({ length: count }, (_, i) => (
    Float32Array.from([...order.subarray(from[i], from[i + 1])].flatMap(at))));
}
