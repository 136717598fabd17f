// Colliders: shapes on bodies, which games know by small integers as they know bodies.
import { Bodies } from './bodies.mjs';
import { boolean, number, whole } from './errors.mjs';
import { localPose } from './assets.mjs';

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
    const count = chain.describe().linkCount;
    return this.memory.scoped(() => {
      const def = engine.put('carom_collider_def', this.#definition(options), 'collider');
      const out = this.memory.room(8 * count);
      engine.check(engine.raw.carom_collider_create_chain(
        this.changing, this.idOf(body), def, chain.address, number(radius, 'radius'), out));
      return [...this.memory.array(BigUint64Array, out, count)].map((id) => this.#learn(id));
    });
  }

  destroyCollider(collider) {
    this.engine.check(this.engine.raw.carom_collider_destroy(this.changing, this.colliderId(collider)));
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
  }

  /** The pose of a collider on its body. */
  localPose(collider) {
    return this.#ask('carom_local_pose', 'carom_collider_get_local_pose', collider);
  }

  setLocalPose(collider, pose) {
    this.#set('carom_collider_set_local_pose', collider, () => (
      this.engine.put('carom_local_pose', localPose(this.engine, pose))));
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

  setSensor(collider, sensor) {
    this.#set('carom_collider_set_sensor', collider, () => (boolean(sensor, 'sensor') ? 1 : 0));
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
    const index = Number(id & 0xffffffffn);
    if (id !== 0n) this.colliderIds[index] = id;
    return id === 0n ? -1 : index;
  }

  adopt() {
    super.adopt();
    const { raw } = this.engine;
    const count = raw.carom_web_colliders(this.address, 0, 0);
    this.colliderIds = this.memory.scoped(() => {
      const out = this.memory.room(8 * count);
      raw.carom_web_colliders(this.address, out, count);
      return [...this.memory.array(BigUint64Array, out, count)];
    });
  }
}
