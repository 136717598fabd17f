// Colliders: shapes on bodies, which games know by small integers as they know bodies.
import { Asset } from './asset.mjs';
import { localPose } from './assets.mjs';
import { Bodies, indexOf } from './bodies.mjs';
import { boolean, list, made, number, whole } from './errors.mjs';
import { withPieces } from './rings.mjs';

const CORNERS = 64; // that a polygon may have

export class Colliders extends Bodies {
  /** Puts a shape on a body and returns the number of the collider. */
  collider(body, shape, options = {}) {
    const { engine } = this;
    const { raw } = engine;
    const id = this.memory.scoped(() => this.made(raw.carom_collider_create(
      this.changing, this.idOf(body),
      engine.put('carom_collider_def', { shape, ...this.#definition(options) }, 'collider'))));
    return this.#learn(id);
  }

  #definition({ category, mask, group, sensor, seesSensors, seesStatic, margin, user, ...pose }) {
    return {
      pose: localPose(this.engine, pose), filter: { category, mask, group },
      sensor, seesSensors, seesStatic, margin, user,
    };
  }

  /** Creates a body with a collider and returns the number of the body. Options are those of both. */
  add(shape, options = {}) {
    const { category, mask, group, sensor, seesSensors, seesStatic, margin, user, ...rest } = options;
    const body = this.body({ ...rest, user });
    try {
      this.collider(body, shape, { category, mask, group, sensor, seesSensors, seesStatic, margin });
    } catch (error) {
      this.destroyBody(body);
      throw error;
    }
    return body;
  }

  /** Puts all links of a chain on a body and returns the numbers of the colliders. */
  chainColliders(body, chain, { radius = 0, ...options } = {}) {
    const { engine } = this;
    made(chain, Asset, engine, 'chain');
    if (chain.kind !== 'chain') throw new TypeError(`chain must be a chain, not a ${chain.kind}`);
    const count = chain.describe().linkCount;
    return this.memory.scoped(() => {
      const def = engine.put('carom_collider_def', this.#definition(options), 'collider');
      return this.#learnAll(count, (out) => engine.raw.carom_collider_create_chain(
        this.changing, this.idOf(body), def, chain.address, number(radius, 'radius'), out));
    });
  }

  /** Puts many shapes on a body, all or none: [{shape, and options of collider}, ...]. Returns the numbers of
   * the colliders. */
  colliders(body, definitions) {
    const { engine } = this;
    const defs = list(definitions, 'definitions').map(({ shape, ...options }) => (
      { shape, ...this.#definition(options) }));
    return this.memory.scoped(() => {
      const from = engine.putAll('carom_collider_def', defs, 'definitions');
      return this.#learnAll(defs.length, (out) => engine.raw.carom_collider_create_many(
        this.changing, this.idOf(body), from, defs.length, out));
    });
  }

  /** Cuts a polygon with holes, each a ring of points, into convex pieces and puts them on a body. Returns
   * the number of the collider of each piece, or -1 for one that is too thin for a polygon. */
  pieceColliders(body, rings, options = {}) {
    const { engine } = this;
    return withPieces(engine, rings, CORNERS, (pieces, { count }) => {
      const def = engine.put('carom_collider_def', this.#definition(options), 'collider');
      return this.#learnAll(count, (out) => engine.raw.carom_collider_create_pieces(
        this.changing, this.idOf(body), def, pieces, out));
    });
  }

  /** Calls create(out), which writes so many ids, and returns their numbers. */
  #learnAll(count, create) {
    const out = this.memory.room(8 * count);
    this.engine.check(create(out));
    return [...this.memory.array(BigUint64Array, out, count)].map((id) => this.#learn(id));
  }

  destroyCollider(collider) {
    this.engine.check(this.engine.raw.carom_collider_destroy(this.changing, this.colliderId(collider)));
    this.changes++;
  }

  isCollider(collider) {
    return this.engine.raw.carom_collider_is_valid(this.address, this.colliderId(collider)) !== 0;
  }

  /** The body of a collider. */
  bodyOf(collider) {
    return this.#ask('carom_body', 'carom_collider_get_body', collider);
  }

  /** The colliders of a body, in the order of their creation. */
  collidersOf(body) {
    const { engine } = this;
    return this.memory.scoped(() => engine.askAll('carom_collider', (out, capacity, count) => (
      engine.raw.carom_body_get_colliders(this.address, this.idOf(body), out, capacity, count))));
  }

  /** The shape of a collider as {kind, ...sizes}; an asset in it is an address. */
  shapeOf(collider) {
    return this.#ask('carom_shape', 'carom_collider_get_shape', collider);
  }

  setShape(collider, shape) {
    this.#set('carom_collider_set_shape', collider, () => this.engine.put('carom_shape', shape, 'shape'));
    this.changes++;
  }

  /** The pose of a collider on its body. */
  localPose(collider) {
    return this.#ask('carom_local_pose', 'carom_collider_get_local_pose', collider);
  }

  setLocalPose(collider, pose) {
    this.#set('carom_collider_set_local_pose', collider, () => (
      this.engine.put('carom_local_pose', localPose(this.engine, pose))));
    this.changes++;
  }

  /** The pose of a collider in the world. */
  colliderPose(collider) {
    return this.#ask('carom_pose', 'carom_collider_get_pose', collider);
  }

  bounds(collider) {
    return this.#ask('carom_aabb', 'carom_collider_get_bounds', collider);
  }

  filterOf(collider) {
    return this.#ask('carom_filter', 'carom_collider_get_filter', collider);
  }

  setFilter(collider, { category, mask, group }) {
    this.#set('carom_collider_set_filter', collider, () => (
      this.engine.put('carom_filter', { category, mask, group }, 'filter')));
  }

  isSensor(collider) {
    return this.#ask('_Bool', 'carom_collider_is_sensor', collider);
  }

  setSensor(collider, sensor) {
    this.#setFlag('carom_collider_set_sensor', collider, sensor, 'sensor');
  }

  /** Does a sensor meet other sensors? */
  seesSensors(collider) {
    return this.#ask('_Bool', 'carom_collider_sees_sensors', collider);
  }

  setSeesSensors(collider, sees) {
    this.#setFlag('carom_collider_set_sees_sensors', collider, sees, 'sees');
  }

  /** Does a collider on a static body meet those of other static bodies? */
  seesStatic(collider) {
    return this.#ask('_Bool', 'carom_collider_sees_static', collider);
  }

  setSeesStatic(collider, sees) {
    this.#setFlag('carom_collider_set_sees_static', collider, sees, 'sees');
  }

  marginOf(collider) {
    return this.#ask('float', 'carom_collider_get_margin', collider);
  }

  setMargin(collider, margin) {
    this.#set('carom_collider_set_margin', collider, () => number(margin, 'margin'));
  }

  colliderUser(collider) {
    return this.engine.raw.carom_collider_get_user(this.address, this.colliderId(collider)) >>> 0;
  }

  setColliderUser(collider, user) {
    this.#set('carom_collider_set_user', collider, () => whole(user, 'user'));
  }

  #ask(kind, name, collider) {
    const { engine } = this;
    return this.memory.scoped(() => engine.ask(kind, (out) => (
      engine.raw[name](this.address, this.colliderId(collider), out))));
  }

  #setFlag(name, collider, flag, what) {
    this.#set(name, collider, () => (boolean(flag, what) ? 1 : 0));
  }

  #set(name, collider, value) {
    const { engine } = this;
    this.memory.scoped(() => engine.check(
      engine.raw[name](this.changing, this.colliderId(collider), value())));
  }

  // ---- Within ----

  /** carom's own id of a collider, for `raw`. */
  colliderId(collider) {
    if (!Number.isInteger(collider)) throw new TypeError(`a collider is a whole number, not ${collider}`);
    return this.colliderIds[collider] ?? 0n;
  }

  #learn(id) {
    const index = indexOf(id);
    this.changes++;
    if (id !== 0n) this.colliderIds[index] = id;
    return id === 0n ? -1 : index;
  }

  adopt() {
    super.adopt();
    this.colliderIds = [];
    for (const id of this.idsOfAll('colliders')) this.colliderIds[indexOf(id)] = id;
  }
}
