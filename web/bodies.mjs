// Bodies, which games know by small integers, and arrays of their poses and velocities.
//
// The number of a body is its slot in the world, so that it indexes arrays. carom's own ids are in `ids`,
// by those numbers. A slot is used again some time after its body was destroyed, so that a number that a game
// has kept may then be that of another body. An id never is: `numberOf` tells whether its body is there.
import { boolean, described, number, unsigned, whole } from './errors.mjs';
import { statuses } from './layout.mjs';
import { Lifetime } from './lifetime.mjs';
import { poseOf, putPose } from './poses.mjs';
import { constant } from './structs.mjs';

const ABSENT = 0;
const MOVES = 1;
const STANDS = 2;
const STALE = statuses.indexOf('STALE_ID');

/** The slot that an id names. */
export const indexOf = (id) => Number(id & 0xffffffffn);

export class Bodies extends Lifetime {
  constructor(engine, { capacity = 64, double = false, ...options }, make) {
    unsigned(capacity, 'capacity');
    super(engine, options, make);
    this.Numbers = boolean(double, 'double') ? Float64Array : Float32Array;
    this.states = new Uint8Array(0);
    this.count = 0; // slots in use, or once in use
    this.ids = this.block();
    this.blocks = { positions: this.block(), rotations: this.block() };
    this.velocityBlocks = { linear: this.block(), angular: this.block() };
    this.views = new Map();
    this.grow(Math.max(capacity, 1));
    this.adopt();
  }

  // ---- One body ----

  /** Creates a body and returns its number: {kind, position, rotation or angle, velocity, ...}. */
  body(options = {}) {
    const { kind = 'kinematic', velocity, angularVelocity, disabled, user, ...pose } = options;
    const { engine } = this;
    const id = this.memory.scoped(() => this.made(engine.raw.carom_body_create(
      this.changing,
      engine.put('carom_body_def', {
        kind, pose: poseOf(engine, pose, 'body'), linearVelocity: velocity, angularVelocity, disabled, user,
      }, 'body'),
    )));
    const index = indexOf(id);
    this.register(index, id, constant('carom_body_kind', kind) === 1 ? STANDS : MOVES);
    this.pullRun(index, 1);
    return index;
  }

  destroyBody(body) {
    this.engine.check(this.engine.raw.carom_body_destroy(this.changing, this.idOf(body)));
    this.states[body] = ABSENT;
    this.changes++;
  }

  /** Tells whether a number is that of a body that was not destroyed. */
  isBody(body) {
    return Number.isInteger(body) && this.states[body] > 0
      && this.engine.raw.carom_body_is_valid(this.address, this.idOf(body)) !== 0;
  }

  /** carom's own id of a body, for `raw`. */
  idOf(body) {
    if (!Number.isInteger(body)) throw new TypeError(`a body is a whole number, not ${body}`);
    if (body < 0 || body >= this.count) return 0n;
    return this.view('ids', BigUint64Array, this.ids, this.capacity)[body];
  }

  /** The number of the body with an id, which is refused once that body was destroyed. */
  numberOf(id) {
    if (typeof id !== 'bigint') throw new TypeError(`an id is a bigint, not ${described(id)}`);
    if (this.engine.raw.carom_body_is_valid(this.address, id) === 0) throw this.engine.error(STALE);
    return indexOf(id);
  }

  /** 'kinematic' or 'static'. */
  kindOf(body) {
    return this.#ask('carom_body_kind', 'carom_body_get_kind', body);
  }

  isEnabled(body) {
    return this.#ask('_Bool', 'carom_body_is_enabled', body);
  }

  isSwept(body) {
    return this.#ask('_Bool', 'carom_body_is_swept', body);
  }

  isStopping(body) {
    return this.#ask('_Bool', 'carom_body_is_stopping', body);
  }

  /** How many contacts a body has, and how many have begun and ended: {contacts, begins, ends}. */
  contactCounts(body) {
    return this.#ask('carom_contact_counts', 'carom_body_get_counts', body);
  }

  /** Mass, centre and inertia of a body whose colliders all have one density. */
  massOf(body, density) {
    return this.#ask('carom_mass', 'carom_body_get_mass', body, number(density, 'density'));
  }

  pose(body) {
    return this.#ask('carom_pose', 'carom_body_get_pose', body);
  }

  setPose(body, pose) {
    const { engine } = this;
    this.memory.scoped(() => engine.check(
      engine.raw.carom_body_set_pose(this.changing, this.idOf(body), putPose(engine, pose))));
    this.pullRun(body, 1);
  }

  /** Gives a body the velocities that take it to a pose in so many seconds. */
  setTarget(body, pose, time) {
    const { engine } = this;
    this.memory.scoped(() => engine.check(engine.raw.carom_body_set_target(
      this.changing, this.idOf(body), putPose(engine, pose), number(time, 'time'))));
  }

  velocity(body) {
    const { engine } = this;
    return this.memory.scoped(() => {
      const linear = this.memory.room(12);
      const angular = this.memory.room(12);
      engine.check(engine.raw.carom_body_get_velocity(this.address, this.idOf(body), linear, angular));
      return { linear: engine.get('carom_vec3', linear), angular: engine.get('carom_vec3', angular) };
    });
  }

  setVelocity(body, linear, angular = [0, 0, 0]) {
    const { engine } = this;
    this.memory.scoped(() => engine.check(engine.raw.carom_body_set_velocity(
      this.changing, this.idOf(body),
      engine.put('carom_vec3', linear, 'linear'), engine.put('carom_vec3', angular, 'angular'))));
  }

  setEnabled(body, enabled) {
    const on = boolean(enabled, 'enabled') ? 1 : 0;
    this.engine.check(this.engine.raw.carom_body_set_enabled(this.changing, this.idOf(body), on));
    this.changes++;
  }

  /** A swept body meets what lies on its way, too; a stopping one stops there. */
  setSwept(body, swept, stopping = false) {
    const { raw } = this.engine;
    const id = this.idOf(body);
    const [sweeps, stops] = [boolean(swept, 'swept') ? 1 : 0, boolean(stopping, 'stopping') ? 1 : 0];
    this.engine.check(raw.carom_body_set_swept(this.changing, id, sweeps));
    this.engine.check(raw.carom_body_set_stopping(this.changing, id, stops));
  }

  /** Makes the next step treat a body as changed, e.g. when the filter answers otherwise than before. */
  touch(body) {
    this.engine.check(this.engine.raw.carom_body_touch(this.changing, this.idOf(body)));
  }

  user(body) {
    return this.engine.raw.carom_body_get_user(this.address, this.idOf(body)) >>> 0;
  }

  setUser(body, user) {
    const value = whole(user, 'user');
    this.engine.check(this.engine.raw.carom_body_set_user(this.changing, this.idOf(body), value));
  }

  // ---- All bodies ----

  /** The numbers of all bodies. */
  bodies() {
    return [...this.states.keys()].filter((body) => this.states[body] !== ABSENT);
  }

  /** x y z of each body, by its number, in the memory of the module. A view ends when that memory grows: ask
   * again after each call that creates or steps. */
  get positions() {
    return this.view('positions', this.Numbers, this.blocks.positions, 3 * this.capacity);
  }

  /** x y z w of each body. */
  get rotations() {
    return this.view('rotations', this.Numbers, this.blocks.rotations, 4 * this.capacity);
  }

  /** x y z of the velocity of each body, in units per second. */
  get velocities() {
    return this.view('velocities', this.Numbers, this.velocityBlocks.linear, 3 * this.capacity);
  }

  /** x y z of the angular velocity of each body, in radians per second. */
  get angularVelocities() {
    return this.view('angularVelocities', this.Numbers, this.velocityBlocks.angular, 3 * this.capacity);
  }

  /** Puts all kinematic bodies where `positions` and `rotations` say. If one is refused, none is put. */
  push() {
    this.send('carom_pose_array', this.blocks, ['positions', 'rotations'], 'carom_body_set_poses');
  }

  /** Gives all kinematic bodies the velocities in `velocities` and `angularVelocities`, in the same way. */
  pushVelocities() {
    const names = ['linear', 'angular'];
    this.send('carom_velocity_array', this.velocityBlocks, names, 'carom_body_set_velocities');
  }

  /** Gives all kinematic bodies the velocities that take them to `positions` and `rotations` in so long. */
  pushTargets(time) {
    const names = ['positions', 'rotations'];
    this.send('carom_pose_array', this.blocks, names, 'carom_body_set_targets', number(time, 'time'));
  }

  /** Brings poses and velocities of all bodies to the arrays. */
  pull() {
    for (const [first, count] of this.runs((state) => state !== ABSENT)) this.pullRun(first, count);
  }

  // ---- Within ----

  #ask(kind, name, body, ...values) {
    const { engine } = this;
    return this.memory.scoped(() => engine.ask(kind, (out) => (
      engine.raw[name](this.address, this.idOf(body), ...values, out))));
  }

  get scalar() {
    return this.Numbers === Float64Array ? 'double' : 'float';
  }

  /** A view that is made anew when the memory or the block has moved. */
  view(name, Type, block, length) {
    const before = this.views.get(name);
    if (before?.length === length && before.byteOffset === block.address) return before;
    if (this.disposed) throw new Error('the world is disposed');
    this.views.set(name, this.memory.array(Type, block.address, length));
    return this.views.get(name);
  }

  grow(capacity) {
    const size = this.Numbers.BYTES_PER_ELEMENT;
    this.ids.reserve(8 * capacity);
    this.blocks.positions.reserve(3 * size * capacity);
    this.blocks.rotations.reserve(4 * size * capacity);
    this.velocityBlocks.linear.reserve(3 * size * capacity);
    this.velocityBlocks.angular.reserve(3 * size * capacity);
    this.capacity = capacity;
    const states = new Uint8Array(capacity);
    states.set(this.states);
    this.states = states;
  }

  register(index, id, state) {
    if (index >= this.capacity) this.grow(Math.max(index + 1, 2 * this.capacity));
    this.view('ids', BigUint64Array, this.ids, this.capacity)[index] = id;
    this.states[index] = state;
    this.changes++;
    this.count = Math.max(this.count, index + 1);
  }

  /** The ids of all 'bodies' or 'colliders' that are there. */
  idsOfAll(what) {
    const list = this.engine.raw[`carom_world_get_${what}`];
    return this.memory.scoped(() => {
      const size = this.memory.room(4);
      this.engine.check(list(this.address, 0, 0, size));
      const count = this.memory.view.getUint32(size, true);
      const out = this.memory.room(8 * count);
      this.engine.check(list(this.address, out, count, size));
      return this.memory.array(BigUint64Array, out, count).slice();
    });
  }

  /** Learns of all bodies that are there, after a load, a clone or a rewind. */
  adopt() {
    this.states.fill(ABSENT);
    this.view('ids', BigUint64Array, this.ids, this.capacity).fill(0n);
    for (const id of this.idsOfAll('bodies')) this.register(indexOf(id), id, this.stateOf(id));
    this.changes++;
    this.pull();
  }

  stateOf(id) {
    const { raw } = this.engine;
    return this.memory.scoped(() => {
      const kind = this.memory.room(4);
      this.engine.check(raw.carom_body_get_kind(this.address, id, kind));
      return this.memory.view.getUint32(kind, true) === 1 ? STANDS : MOVES;
    });
  }

  /** Runs of bodies whose states are wanted: [first, count]. */
  runs(wanted) {
    const runs = [];
    for (let i = 0; i < this.count; i++) {
      if (!wanted(this.states[i])) continue;
      const last = runs[runs.length - 1];
      if (last && last[0] + last[1] === i) last[1]++;
      else runs.push([i, 1]);
    }
    return runs;
  }

  /** The fields of a carom_..._array or _buffer that begins at a body. */
  arrays(blocks, names, first) {
    const fields = { scalar: this.scalar };
    for (const name of names) {
      const width = name === 'rotations' ? 4 : 3;
      fields[name] = blocks[name].address + first * width * this.Numbers.BYTES_PER_ELEMENT;
    }
    return fields;
  }

  pullRun(first, count) {
    const { engine } = this;
    const ids = this.ids.address + 8 * first;
    this.memory.scoped(() => {
      const poses = this.arrays(this.blocks, ['positions', 'rotations'], first);
      const out = engine.put('carom_pose_buffer', poses);
      engine.check(engine.raw.carom_body_get_poses(this.address, ids, count, out));
      const velocities = this.arrays(this.velocityBlocks, ['linear', 'angular'], first);
      const speeds = engine.put('carom_velocity_buffer', velocities);
      engine.check(engine.raw.carom_body_get_velocities(this.address, ids, count, speeds));
    });
  }

  /** Calls a function of carom for all kinematic bodies at once, with copies if there are gaps. */
  send(kind, blocks, names, name, ...more) {
    const { engine } = this;
    const runs = this.runs((state) => state === MOVES);
    if (runs.length === 0) return;
    this.memory.scoped(() => {
      const count = runs.reduce((sum, run) => sum + run[1], 0);
      const gaps = runs.length > 1;
      const ids = gaps ? this.pack(this.ids, 8, runs, count) : this.ids.address + 8 * runs[0][0];
      const fields = this.arrays(blocks, names, runs[0][0]);
      for (const array of gaps ? names : []) {
        const bytes = (array === 'rotations' ? 4 : 3) * this.Numbers.BYTES_PER_ELEMENT;
        fields[array] = this.pack(blocks[array], bytes, runs, count);
      }
      engine.check(engine.raw[name](this.changing, ids, count, engine.put(kind, fields), ...more));
    });
  }

  /** Copies the entries of runs, one run after the other, and returns the address of the copy. */
  pack(block, size, runs, count) {
    const to = this.memory.room(size * count);
    let at = to;
    for (const [first, length] of runs) {
      const from = block.address + size * first;
      this.memory.bytes.copyWithin(at, from, from + size * length);
      at += size * length;
    }
    return to;
  }
}
