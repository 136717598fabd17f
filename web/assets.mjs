// Assets: what many shapes share. A collider keeps its asset in memory; what nothing uses is collected.
import { Asset } from './asset.mjs';
import { list, number, numbers, options as only, unsigned, whole } from './errors.mjs';
import { constant, type } from './structs.mjs';
import { putPose } from './poses.mjs';

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

  /** A child by its place: {shape, pose, number, material}; an asset in its shape is an address. */
  child(index) {
    return this.ask('carom_compound_child', 'carom_compound_get_child', whole(index, 'index'));
  }
}

export class Mesh extends Asset {
  #vertexCount;

  constructor(engine, kind, address, report, vertexCount) {
    super(engine, kind, address);
    this.report = report;
    this.#vertexCount = vertexCount;
  }

  /** A mesh with the same triangles at other vertices; this one stays as it is. */
  deform(vertices) {
    const { engine } = this;
    if (numbers(vertices, 3, 'vertices').length !== 3 * this.#vertexCount) {
      throw new TypeError(`vertices must have ${3 * this.#vertexCount} numbers`);
    }
    return engine.memory.scoped(() => {
      const at = engine.memory.copy(Float32Array, vertices);
      const call = (out) => engine.raw.carom_mesh_deform(0, this.address, at, 0, 0, out);
      return create(engine, Mesh, 'mesh', call, this.report, this.#vertexCount);
    });
  }

  /** A triangle by its number: {corners, normal, material}. */
  triangle(index) {
    return this.ask('carom_mesh_triangle', 'carom_mesh_get_triangle', whole(index, 'index'));
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
    return this.ask('carom_field_ground', 'carom_field_get_ground', number(x, 'x'), number(z, 'z'));
  }

  /** A triangle by its number, as that of a mesh. */
  triangle(index) {
    return this.ask('carom_mesh_triangle', 'carom_field_get_triangle', whole(index, 'index'));
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
    const length = points.length / 3;
    const call = most === undefined
      ? (out) => raw.carom_hull_from_points(0, at, length, 0, out)
      : (out) => raw.carom_hull_from_points_capped(0, at, length, 0, whole(most, 'most'), 0, out);
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
  only(options, ['sides', 'deforms', 'fastBuild', 'compact'], 'mesh');
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
    const what = engine.get('carom_mesh_report', report);
    return new Mesh(engine, 'mesh', address, what, vertices.length / 3);
  });
}

/** A copy of one byte for each element. */
function bytes(engine, values, length, name) {
  if (numbers(values, 1, name).length !== length) throw new TypeError(`${name} must have ${length} elements`);
  return engine.memory.copy(Uint8Array, values);
}

const heightArray = (format) => ({ u16: Uint16Array, u8: Uint8Array })[format] ?? Float32Array;

/** The fields of carom_field_cells, with copies of the arrays. */
function putCells(engine, { columns, rows, heights, flags, materials }, Heights) {
  const cells = { columns, rows };
  const cellCount = unsigned(columns, 'columns') * unsigned(rows, 'rows');
  if (heights !== undefined) {
    const expected = (columns + 1) * (rows + 1);
    if (numbers(heights, 1, 'heights').length !== expected) {
      throw new TypeError(`heights must have ${expected} numbers: one more than cells each way`);
    }
    cells.heights = engine.memory.copy(Heights, heights);
  }
  if (flags !== undefined) cells.flags = bytes(engine, flags, cellCount, 'flags');
  if (materials !== undefined) cells.materials = bytes(engine, materials, cellCount, 'materials');
  return cells;
}

const FIELD = ['spacingX', 'spacingZ', 'scale', 'offset', 'low', 'high', 'turned', 'sides', 'depth'];

/** A height field of columns x rows cells. */
export function field(engine, { columns, rows, heights, flags, materials, format = 'float', ...options }) {
  only(options, FIELD, 'field');
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
    const values = list(children, 'children').map(({ shape, number: n, material, ...pose }) => (
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

