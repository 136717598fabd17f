// The surface of a shape as triangles, and its outline as lines, for renderers.
import { unsigned } from './errors.mjs';
import { constant, type } from './structs.mjs';

const BUFFER = 'carom_surface_buffer';

/** Tessellates the shape at an address into 'triangles' or 'lines': {positions, normals, indices}. */
export function tessellate(engine, shape, form, detail) {
  const { memory, raw } = engine;
  const what = [shape, constant('carom_tessellation', form), unsigned(detail, 'detail')];
  return memory.scoped(() => {
    const { vertexCount, indexCount } = engine.ask(BUFFER, (out) => raw.carom_shape_tessellate(...what, out));
    const fields = {
      positions: memory.room(12 * vertexCount), normals: memory.room(12 * vertexCount),
      indices: memory.room(4 * indexCount), vertexCapacity: vertexCount, indexCapacity: indexCount,
    };
    engine.check(raw.carom_shape_tessellate(...what, engine.put(BUFFER, fields)));
    const vectors = (at) => memory.array(Float32Array, at, 3 * vertexCount).slice();
    return {
      positions: vectors(fields.positions), normals: vectors(fields.normals),
      indices: memory.array(Uint32Array, fields.indices, indexCount).slice(),
    };
  });
}

const of = (form) => (engine, shape, detail = 0) => engine.memory.scoped(() => (
  tessellate(engine, engine.put('carom_shape', shape, 'shape'), form, detail)));

/** The triangles of a shape, in its own frame. `detail` is the number of lines of a full circle. */
export const shapeMesh = of('triangles');

/** The outline of a shape of the plane, or the edges of one in space, two indices a line. */
export const shapeLines = of('lines');

/** The same of a collider of a world. */
export const colliderSurface = (world, collider, form, detail) => world.memory.scoped(() => {
  const { engine } = world;
  const shape = world.memory.room(type('carom_shape').size);
  engine.check(engine.raw.carom_collider_get_shape(world.address, world.colliderId(collider), shape));
  return tessellate(engine, shape, form, detail);
});
