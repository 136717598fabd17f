// Polygons as rings of points: cutting them into convex pieces, and what two convex ones have in common.
import { list, numbers, whole } from './errors.mjs';

/** Writes rings and returns the address of the array of carom_ring. */
function putRings(engine, rings, name) {
  const { memory } = engine;
  const values = list(rings, name).map((ring, i) => (
    { points: memory.copy(Float32Array, numbers(ring, 2, `${name}[${i}]`)), count: ring.length / 2 }));
  return engine.putAll('carom_ring', values, name);
}

/** Cuts a polygon with holes and calls use(pieces), whose result it returns. */
export function withPieces(engine, rings, mostCorners, use) {
  const { memory, raw } = engine;
  return memory.scoped(() => {
    const out = memory.room(4);
    const at = putRings(engine, rings, 'rings');
    engine.check(raw.carom_rings_cut(0, at, rings.length, whole(mostCorners, 'mostCorners'), out, 0));
    const pieces = memory.view.getUint32(out, true);
    try {
      return use(pieces, engine.ask('carom_pieces_view', (view) => raw.carom_pieces_describe(pieces, view)));
    } finally {
      raw.carom_pieces_destroy(pieces);
    }
  });
}

/** Cuts a polygon with holes, each a ring of points, into convex rings of at most `mostCorners` points. */
export const cutRings = (engine, rings, mostCorners = 64) => (
  withPieces(engine, rings, mostCorners, (_, view) => piecesOf(engine, view)));

function piecesOf({ memory }, { count, starts, corners, points }) {
  const from = memory.array(Uint32Array, starts, count + 1);
  const order = memory.array(Uint32Array, corners, from[count]);
  const at = (corner) => [...memory.array(Float32Array, points + 8 * corner, 2)];
  return Array.from({ length: count }, (_, i) => (
    Float32Array.from([...order.subarray(from[i], from[i + 1])].flatMap(at))));
}

/** Refuses rings that cutRings refuses. The error has the place of the fault, {ring, point}, in `fault`. */
export function checkRings(engine, rings) {
  const { memory, raw } = engine;
  memory.scoped(() => {
    const at = putRings(engine, rings, 'rings');
    const fault = memory.room(8);
    const status = raw.carom_rings_check(0, at, rings.length, fault);
    if (status === 0) return;
    throw Object.assign(engine.error(status), { fault: engine.get('carom_rings_fault', fault) });
  });
}

/** Calls a function of two convex rings. */
function ofTwo(engine, a, b, ask) {
  return engine.memory.scoped(() => {
    const at = putRings(engine, [a, b], 'polygons');
    return ask(at, at + 8);
  });
}

/** The separation of two convex polygons and where it is; it is negative where they overlap. */
export const polygonsSeparation = (engine, a, b) => ofTwo(engine, a, b, (...rings) => (
  engine.ask('carom_polygons_gap', (out) => engine.raw.carom_polygons_separation(...rings, out))));

/** What two convex polygons have in common, as a ring, which is empty when that has no area. */
export const clipPolygons = (engine, a, b) => ofTwo(engine, a, b, (...rings) => Float32Array.from(
  engine.askAll('carom_vec2', (...out) => engine.raw.carom_polygons_clip(...rings, ...out)).flat(),
));

/** The corners of the Minkowski difference of two convex polygons, as pairs of their corners: [{a, b}]. */
export const minkowskiDifference = (engine, a, b) => ofTwo(engine, a, b, (...rings) => (
  engine.askAll('carom_index_pair', (...out) => engine.raw.carom_minkowski_difference(...rings, ...out))));
