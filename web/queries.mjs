// Queries: what a world holds at a point, along a ray, within a shape or near to something.
import { Colliders } from './colliders.mjs';
import { list, number, numbers, unsigned } from './errors.mjs';
import { poseOf, putPose } from './poses.mjs';
import { Rows } from './rows.mjs';
import { constant, type } from './structs.mjs';

const RAY = 40; // bytes of carom_ray: three doubles, three floats, and a gap

export class Queries extends Colliders {
  /** The first hit of a ray, or null. */
  castRay(origin, translation, filter) {
    return this.#ask('carom_ray_hit', filter, (of, out) => (
      this.engine.raw.carom_world_cast_ray(this.address, this.#ray(origin, translation), of, out)));
  }

  /** Tells whether a ray hits anything. */
  castRayAny(origin, translation, filter) {
    return this.#query(filter, (of) => this.engine.ask('_Bool', (out) => (
      this.engine.raw.carom_world_cast_ray_any(this.address, this.#ray(origin, translation), of, out))));
  }

  /** All hits of a ray in their order. */
  castRayAll(origin, translation, filter) {
    return this.#query(filter, (of) => {
      const ray = this.#ray(origin, translation);
      return this.engine.askAll('carom_ray_hit', (...out) => (
        this.engine.raw.carom_world_cast_ray_all(this.address, ray, of, ...out)));
    });
  }

  /** The first hits of many rays, six numbers each: origin and translation. Returns rows of them, valid
   * until the next batch. A row without a hit has the body -1, which a column shows as 0 with fraction 0. */
  castRays(rays, filter) {
    const count = numbers(rays, 6, 'rays').length / 6;
    return this.#batch('carom_ray_hit', count, filter, (of, tasks, out) => (
      this.engine.raw.carom_world_cast_rays(this.address, this.#rays(rays), count, of, tasks, out)));
  }

  /** For many rays a byte each: 1 where the ray hits anything. */
  castRaysAny(rays, filter) {
    const count = numbers(rays, 6, 'rays').length / 6;
    return this.#query(filter, (of, tasks) => {
      const out = this.memory.room(count);
      this.settle(this.engine.raw.carom_world_cast_rays_any(
        this.address, this.#rays(rays), count, of, tasks, out));
      return this.memory.array(Uint8Array, out, count).slice();
    });
  }

  /** The first hit of a shape that moves by a translation, or null. */
  castShape(shape, pose, translation, filter) {
    return this.#ask('carom_shape_hit', filter, (of, out) => (
      this.engine.raw.carom_world_cast_shape(this.address, this.#moving(shape, pose, translation), of, out)));
  }

  /** The first hits of many shapes, [{shape, pose, translation}, ...], as rows as those of castRays. */
  castShapes(moving, filter) {
    return this.#batch('carom_shape_hit', list(moving, 'moving').length, filter, (of, tasks, out) => {
      const fields = moving.map(({ shape, pose, translation }) => (
        { shape, pose: poseOf(this.engine, pose), translation }));
      const from = this.engine.putAll('carom_moving_shape', fields, 'moving');
      return this.engine.raw.carom_world_cast_shapes(this.address, from, fields.length, of, tasks, out);
    });
  }

  /** Tells whether a shape that moves by a translation hits anything. */
  castShapeAny(shape, pose, translation, filter) {
    return this.#query(filter, (of) => this.engine.ask('_Bool', (out) => (
      this.engine.raw.carom_world_cast_shape_any(
        this.address, this.#moving(shape, pose, translation), of, out))));
  }

  /** All hits of a shape that moves, in their order. */
  castShapeAll(shape, pose, translation, filter) {
    return this.#query(filter, (of) => {
      const moving = this.#moving(shape, pose, translation);
      return this.engine.askAll('carom_shape_hit', (...out) => (
        this.engine.raw.carom_world_cast_shape_all(this.address, moving, of, ...out)));
    });
  }

  /** What touches a shape: [{body, collider, child}], as all overlaps return. */
  overlapShape(shape, pose, filter) {
    return this.#found('carom_world_overlap_shape', filter, () => [
      this.engine.put('carom_shape', shape, 'shape'), putPose(this.engine, pose)]);
  }

  overlapPoint(point, filter) {
    return this.#found('carom_world_overlap_point', filter, () => [
      this.engine.put('carom_pos', point, 'point')]);
  }

  overlapRegion(min, max, filter) {
    return this.#found('carom_world_overlap_region', filter, () => [
      this.engine.put('carom_region', { min, max }, 'region')]);
  }

  /** What touches the solid within planes, four numbers each, relative to a pose. */
  overlapPlanes(planes, pose, filter) {
    return this.#found('carom_world_overlap_planes', filter, () => [
      this.memory.copy(Float32Array, numbers(planes, 4, 'planes')), planes.length / 4,
      putPose(this.engine, pose)]);
  }

  /** What touches each of many regions, six numbers each: min and max. Those of region i are the rows from
   * offsets[i] to before offsets[i + 1]. */
  overlapRegions(regions, filter) {
    const count = numbers(regions, 6, 'regions').length / 6;
    return this.#foundByEach('carom_world_overlap_regions', count, filter, () => (
      this.memory.copy(Float64Array, regions)));
  }

  /** What touches each of many shapes, [{shape, pose}, ...], in the same form. */
  overlapShapes(shapes, filter) {
    const fields = list(shapes, 'shapes').map(({ shape, pose }) => (
      { shape, pose: poseOf(this.engine, pose) }));
    return this.#foundByEach('carom_world_overlap_shapes', fields.length, filter, () => (
      this.engine.putAll('carom_posed_shape', fields, 'shapes')));
  }

  #foundByEach(name, count, filter, put) {
    return this.#query(filter, (of, tasks) => {
      const from = put();
      const starts = this.memory.room(4 * (count + 1));
      const call = (out, capacity) => this.settle(this.engine.raw[name](
        this.address, from, count, of, tasks, out, capacity, starts));
      call(0, 0);
      const total = this.memory.view.getUint32(starts + 4 * count, true);
      const rows = this.#rows('carom_found', total);
      call(rows.address, total);
      return { rows, offsets: this.memory.array(Uint32Array, starts, count + 1).slice() };
    });
  }

  /** The collider closest to a point within a radius, or null. */
  closest(point, radius, filter) {
    return this.#ask('carom_near', filter, (of, out) => this.engine.raw.carom_world_closest(
      this.address, this.engine.put('carom_pos', point, 'point'), number(radius, 'radius'), of, out));
  }

  /** The closest colliders to many points, three numbers each, as rows as those of castRays. */
  closestMany(points, radius, filter) {
    const count = numbers(points, 3, 'points').length / 3;
    return this.#batch('carom_near', count, filter, (of, tasks, out) => {
      const from = this.memory.copy(Float64Array, points);
      return this.engine.raw.carom_world_closest_many(
        this.address, from, count, number(radius, 'radius'), of, tasks, out);
    });
  }

  /** The `most` bodies closest to a point, nearest first. */
  closestBodies(point, radius, most, filter) {
    const { engine } = this;
    return this.#query(filter, (of) => {
      const { size } = type('carom_near');
      const out = this.memory.room(unsigned(most, 'most') * size);
      const count = this.memory.room(4);
      const at = engine.put('carom_pos', point, 'point');
      this.settle(engine.raw.carom_world_closest_bodies(
        this.address, at, number(radius, 'radius'), of, out, most, count));
      const found = this.memory.view.getUint32(count, true);
      return Array.from({ length: found }, (_, i) => engine.get('carom_near', out + i * size));
    });
  }

  /** The signed distance of two bodies and where it is. */
  bodyDistance(a, b, filter) {
    return this.#query(filter, (of) => this.engine.ask('carom_body_distance', (out) => (
      this.engine.raw.carom_world_body_distance(this.address, this.idOf(a), this.idOf(b), of, out))));
  }

  // ---- Within ----

  /** Calls run(filter, tasks) with addresses, either of which may be 0, and throws what `accept` of the
   * filter has thrown. A function of the game is asked on the thread of the game alone. */
  #query(filter, run) {
    const { calls, engine } = this;
    return this.memory.scoped(() => {
      if (filter === undefined) return run(0, engine.tasks());
      const key = filter.accept ? engine.callbacks.add(calls, filter.accept, 0) : 0;
      try {
        const of = engine.put('carom_query_filter', this.filterFields(filter, key), 'filter');
        const result = this.asking(() => run(of, key ? 0 : engine.tasks()));
        calls.settle();
        return result;
      } catch (error) {
        calls.settle();
        throw error;
      } finally {
        if (key) engine.callbacks.remove(calls, key);
      }
    });
  }

  /** The fields of carom_query_filter of a filter. `key` is the number of its `accept`. */
  filterFields({ ignore, accept, touching = 'overlaps', ...fields }, key) {
    if (key) Object.assign(fields, { accept: this.engine.raw.carom_web_accept(), user: key });
    if (ignore !== undefined) fields.ignore = this.idOf(ignore);
    return { ...fields, touching: constant('carom_touching', touching, 'touching') };
  }

  /** Asks for one answer, which is null when it has no body. */
  #ask(kind, filter, call) {
    return this.#query(filter, (of) => {
      const found = this.engine.ask(kind, (out) => call(of, out));
      return found.body === -1 ? null : found;
    });
  }

  #found(name, filter, put) {
    return this.#query(filter, (of) => {
      const what = put();
      return this.engine.askAll('carom_found', (...out) => (
        this.engine.raw[name](this.address, ...what, of, ...out)));
    });
  }

  #batch(kind, count, filter, call) {
    return this.#query(filter, (of, tasks) => {
      const rows = this.#rows(kind, count);
      this.settle(call(of, tasks, rows.address));
      return rows;
    });
  }

  /** Rows for the answers of a batch, in a block that the next batch uses again. */
  #rows(kind, count) {
    this.answers ??= this.block();
    this.answers.reserve(count * type(kind).size);
    this.answers.turn++;
    return new Rows(this.memory, type(kind), this.answers.address, count, this.answers);
  }

  #ray(origin, translation) {
    return this.engine.put('carom_ray', { origin, translation }, 'ray');
  }

  #rays(rays) {
    const { memory } = this;
    const count = rays.length / 6;
    const at = memory.room(count * RAY);
    const { view } = memory;
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) {
        view.setFloat64(at + i * RAY + 8 * k, rays[6 * i + k], true);
        view.setFloat32(at + i * RAY + 24 + 4 * k, rays[6 * i + 3 + k], true);
      }
    }
    return at;
  }

  #moving(shape, pose, translation) {
    const fields = { shape, pose: poseOf(this.engine, pose), translation };
    return this.engine.put('carom_moving_shape', fields, 'moving shape');
  }
}
