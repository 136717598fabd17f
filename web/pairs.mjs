// Two shapes at two poses, without a world.
import { list, number, numbers } from './errors.mjs';
import { poseOf, putPose } from './poses.mjs';
import { Rows } from './rows.mjs';
import { type } from './structs.mjs';

/** Calls a function of two shapes at poses: name(a, pose_a, b, pose_b, ...more, out). */
function ask(engine, kind, name, [a, poseA, b, poseB], more = () => []) {
  return engine.memory.scoped(() => {
    const pair = [
      engine.put('carom_shape', a, 'a'), putPose(engine, poseA, 'poseA'),
      engine.put('carom_shape', b, 'b'), putPose(engine, poseB, 'poseB'),
    ];
    return engine.ask(kind, (out) => engine.raw[name](...pair, ...more(), out));
  });
}

/** A manifold or patch with the points that it has, or null when it has none. */
export const touching = ({ pointCount, points, ...rest }) => (
  pointCount === 0 ? null : { ...rest, points: points.slice(0, pointCount) });

/** The contact manifold of two shapes, or null when they are apart. */
export const collide = (engine, ...pair) => touching(ask(engine, 'carom_manifold', 'carom_collide', pair));

/** The same for shapes that may be apart by a margin. */
export function collideWithin(engine, a, poseA, b, poseB, margin) {
  const pair = [a, poseA, b, poseB];
  const more = () => [number(margin, 'margin')];
  return touching(ask(engine, 'carom_manifold', 'carom_collide_within', pair, more));
}

/** All patches of two shapes of which one is not convex. */
export function collidePatches(engine, a, poseA, b, poseB) {
  return engine.memory.scoped(() => {
    const pair = [
      engine.put('carom_shape', a, 'a'), putPose(engine, poseA, 'poseA'),
      engine.put('carom_shape', b, 'b'), putPose(engine, poseB, 'poseB'),
    ];
    const call = (...out) => engine.raw.carom_collide_patches(...pair, ...out);
    return engine.askAll('carom_patch', call).map(touching);
  });
}

export const overlap = (engine, ...pair) => ask(engine, '_Bool', 'carom_overlap', pair);
export const distance = (engine, ...pair) => ask(engine, 'carom_distance_result', 'carom_distance', pair);
export const signedDistance = (engine, ...pair) => (
  ask(engine, 'carom_distance_result', 'carom_signed_distance', pair));

/** Moves b by a translation, while a stands still: {hit, fraction, normal, ...}. */
export function castShape(engine, a, poseA, b, poseB, translation) {
  return ask(engine, 'carom_impact', 'carom_cast_shape', [a, poseA, b, poseB], () => [
    engine.put('carom_vec3', translation, 'translation')]);
}

const putMotion = (engine, { start, end }, name) => engine.put('carom_motion', {
  start: poseOf(engine, start), end: poseOf(engine, end) }, name);

/** The pose at a fraction of a motion {start, end}. */
export const motionPose = (engine, motion, fraction) => engine.memory.scoped(() => {
  const at = putMotion(engine, motion, 'motion');
  return engine.ask('carom_pose', (out) => (
    engine.raw.carom_motion_pose(at, number(fraction, 'fraction'), out)));
});

/** When two shapes that move and turn first come within a margin. Motions are {start, end}. */
export function timeOfImpact(engine, a, motionA, b, motionB, margin = 0) {
  return engine.memory.scoped(() => {
    const pair = [
      engine.put('carom_shape', a, 'a'), putMotion(engine, motionA, 'motionA'),
      engine.put('carom_shape', b, 'b'), putMotion(engine, motionB, 'motionB'), number(margin, 'margin'),
    ];
    return engine.ask('carom_impact', (out) => engine.raw.carom_time_of_impact(...pair, out));
  });
}

/** The hit of a ray on one shape: {hit, fraction, normal, ...}. */
export function castRay(engine, shape, pose, origin, translation) {
  return engine.memory.scoped(() => {
    const at = [engine.put('carom_shape', shape, 'shape'), putPose(engine, pose)];
    const ray = engine.put('carom_ray', { origin, translation }, 'ray');
    return engine.ask('carom_ray_result', (out) => engine.raw.carom_cast_ray(...at, ray, out));
  });
}

/** All hits of a ray on one shape in their order: a mesh may have many. */
export function castRayAll(engine, shape, pose, origin, translation) {
  return engine.memory.scoped(() => {
    const at = [engine.put('carom_shape', shape, 'shape'), putPose(engine, pose)];
    const ray = engine.put('carom_ray', { origin, translation }, 'ray');
    return engine.askAll('carom_ray_result', (...out) => engine.raw.carom_cast_ray_all(...at, ray, ...out));
  });
}

/** The point of a convex shape that is farthest along a direction. */
export function support(engine, shape, pose, direction) {
  return engine.memory.scoped(() => {
    const at = [engine.put('carom_shape', shape, 'shape'), putPose(engine, pose)];
    const way = engine.put('carom_vec3', direction, 'direction');
    return engine.ask('carom_pos', (out) => engine.raw.carom_support(...at, way, out));
  });
}

/** The places of the points of a manifold on both sides, each in the frame of its body: [{a, b}]. */
export function anchors(engine, { points, normal }, poseA, poseB) {
  return engine.memory.scoped(() => {
    const from = engine.putAll('carom_contact_point', list(points, 'points'), 'points');
    const { size } = type('carom_anchors');
    const out = engine.memory.room(points.length * size);
    engine.check(engine.raw.carom_contact_points_get_anchors(
      from, points.length, engine.put('carom_vec3', normal, 'normal'), putPose(engine, poseA, 'poseA'),
      putPose(engine, poseB, 'poseB'), out));
    return points.map((_, i) => engine.get('carom_anchors', out + i * size));
  });
}

/** How far a point is from a shape, and the closest point. */
export function distanceToPoint(engine, shape, pose, point) {
  return engine.memory.scoped(() => {
    const at = [engine.put('carom_shape', shape, 'shape'), putPose(engine, pose)];
    const to = engine.put('carom_pos', point, 'point');
    return engine.ask('carom_point_distance', (out) => engine.raw.carom_distance_to_point(...at, to, out));
  });
}

/** The box around a shape at a pose: {min, max}. */
export function bounds(engine, shape, pose) {
  return engine.memory.scoped(() => {
    const at = [engine.put('carom_shape', shape, 'shape'), putPose(engine, pose)];
    return engine.ask('carom_aabb', (out) => engine.raw.carom_shape_bounds(...at, out));
  });
}

/** Mass, centre and inertia of a shape of some density. */
export function mass(engine, shape, density) {
  return engine.memory.scoped(() => {
    const at = engine.put('carom_shape', shape, 'shape');
    return engine.ask('carom_mass', (out) => (
      engine.raw.carom_shape_get_mass(at, number(density, 'density'), out)));
  });
}

/** Shapes at poses, checked once, of which many pairs are asked about in one call. */
export class Batch {
  turn = 0;
  #placed;
  #answers = 0;

  /** Takes [{shape, position, rotation or angle}, ...]. */
  constructor(engine, shapes) {
    this.engine = engine;
    this.shapes = list(shapes, 'shapes').map(({ shape }) => shape); // keeps their assets
    this.count = shapes.length;
    const { memory, raw } = engine;
    const { size } = type('carom_placed');
    const placed = memory.allocate(size * shapes.length);
    const owned = { blocks: [placed] };
    engine.collected.register(this, () => owned.blocks.forEach((block) => raw.free(block)), this);
    this.owned = owned;
    this.#placed = placed;
    shapes.forEach(({ shape, ...pose }, i) => memory.scoped(() => {
      const at = [engine.put('carom_shape', shape, `shapes[${i}]`), putPose(engine, pose)];
      engine.check(raw.carom_place(...at, placed + i * size));
    }));
  }

  /** The manifolds of pairs, two numbers of shapes each, as rows that are valid until the next call. */
  collide(pairs) {
    return this.#run('carom_manifold', 'carom_collide_pairs', pairs);
  }

  distance(pairs) {
    return this.#run('carom_distance_result', 'carom_distance_pairs', pairs);
  }

  signedDistance(pairs) {
    return this.#run('carom_distance_result', 'carom_signed_distance_pairs', pairs);
  }

  /** A byte for each pair: 1 where the shapes touch. */
  overlap(pairs) {
    const { address, count } = this.#run('_Bool', 'carom_overlap_pairs', pairs);
    return this.engine.memory.array(Uint8Array, address, count).slice();
  }

  #run(kind, name, pairs) {
    if (this.owned.blocks.length === 0) throw new Error('the batch is disposed');
    const { engine, engine: { memory, raw } } = this;
    const count = numbers(pairs, 2, 'pairs').length / 2;
    return memory.scoped(() => {
      const from = memory.copy(Uint32Array, pairs);
      const batch = engine.put('carom_batch', {
        placed: this.#placed, placedCount: this.count, pairs: from, pairCount: count });
      const answers = memory.allocate(count * type(kind).size, this.#answers);
      this.#answers = answers;
      this.owned.blocks[1] = answers;
      this.turn++;
      memory.array(Uint8Array, answers, count * type(kind).size).fill(0);
      engine.check(raw[name](batch, answers));
      return new Rows(memory, type(kind), answers, count, this);
    });
  }

  dispose() {
    this.engine.collected.unregister(this);
    this.turn++;
    for (const block of this.owned.blocks.splice(0)) this.engine.raw.free(block);
  }
}
