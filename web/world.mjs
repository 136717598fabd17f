// Worlds: steps, and the contacts and events that a step has found.
import { callable, list, number, whole } from './errors.mjs';
import { Mover } from './mover.mjs';
import { touching } from './pairs.mjs';
import { Rows } from './rows.mjs';
import { constant, record, type } from './structs.mjs';
import { Views } from './views.mjs';

const contact = type('carom_contact');
// What carom_web_copy_events writes.
const eventRow = record(8 + contact.size, [
  ['kind', 'carom_event_kind', 0], ['cause', 'carom_end_cause', 4], ['contact', 'carom_contact', 8],
]);

export class World extends Views {
  /** Moves the bodies by dt seconds and finds all contacts. Rows of before are old then. */
  step(dt) {
    this.age();
    this.settle(this.engine.raw.carom_world_step(this.changing, number(dt, 'dt')));
  }

  /** Destroys all bodies. Their ENDs are events that can be polled. */
  clear() {
    this.age();
    this.settle(this.engine.raw.carom_world_clear(this.changing));
    this.states.fill(0);
    this.changes++;
  }

  /** The contacts of the last step, or those of a body, as rows that are valid until the next step. */
  contacts(body) {
    if (body !== undefined) return this.#contactsOf(body);
    return this.#polled(contact, 'carom_world_get_contacts');
  }

  /** All patches of row i of contacts, the deepest first: a mesh may be touched in many places. */
  patches(contacts, i) {
    const { memory, engine } = this;
    const { size } = type('carom_patch');
    if (!(contacts instanceof Rows) || contacts.type !== contact || contacts.memory !== memory) {
      throw new TypeError('contacts must be rows of contacts');
    }
    contacts.get(i); // which refuses old rows and rows that are not there
    return memory.scoped(() => {
      const room = memory.room(size);
      const count = memory.room(4);
      const first = engine.raw.carom_contact_get_patches(contacts.address + i * contact.size, room, count);
      const found = memory.view.getUint32(count, true);
      return Array.from({ length: found }, (_, k) => touching(engine.get('carom_patch', first + k * size)));
    });
  }

  /** The events of the last step as rows {kind, cause, contact}, which are valid until the next step. */
  events() {
    const { raw } = this.engine;
    const found = this.#polled(eventRow, 'carom_world_get_events');
    this.eventBlock ??= this.block();
    const to = this.eventBlock.reserve(found.count * eventRow.size);
    raw.carom_web_copy_events(found.address, found.count, to);
    found.address = to;
    return found;
  }

  /** The hits of swept bodies in the last step. */
  sweptHits() {
    return this.#polled(type('carom_swept_hit'), 'carom_world_get_swept_hits');
  }

  /** The hit of two colliders in the last step, or null when they are not among the hits. */
  sweptHitBetween(a, b) {
    return this.#between('carom_swept_hit', 'carom_contact_get_swept_hit', a, b);
  }

  /** The contact of two colliders, or null when they are not in contact. */
  contactBetween(a, b) {
    return this.#between('carom_contact', 'carom_contact_between', a, b);
  }

  #between(kind, name, a, b) {
    const { engine } = this;
    const ids = [this.colliderId(a), this.colliderId(b)];
    try {
      return this.memory.scoped(() => engine.ask(kind, (out) => (
        engine.raw[name](this.address, ...ids, out))));
    } catch (error) {
      if (error.code === 'NO_CONTACT') return null;
      throw error;
    }
  }

  /** Stores a number with the contact of two colliders, which has it as `value` from step to step. */
  setContactValue(a, b, value) {
    if (typeof value !== 'bigint') whole(value, 'value');
    const big = BigInt(value);
    this.engine.check(this.engine.raw.carom_contact_set_value(
      this.changing, this.colliderId(a), this.colliderId(b), big));
  }

  /** What the game keeps with the points of contacts: four bigints for each row of `contacts()`, or eight in
   * a world with eightPoints. It is a view to read and write, which ends with the next step or when the
   * memory grows. A world without persistentManifolds has none, which is null. */
  pointValues() {
    const { memory } = this;
    return memory.scoped(() => {
      const count = memory.room(4);
      const address = this.engine.raw.carom_world_get_point_values(this.changing, count);
      return address ? memory.array(BigUint64Array, address, 4 * memory.view.getUint32(count, true)) : null;
    });
  }

  /** Asks a function whether two colliders that touch shall be in contact, e.g. for platforms with one side.
   * It gets {kind, contact} and must change nothing. Returns a function that ends this. */
  keep(decide, { events = ['begin', 'stay'], categoryA, categoryB } = {}) {
    const { engine } = this;
    const { raw, callbacks } = engine;
    callable(decide, 'decide');
    const key = callbacks.add(this.calls, (at) => decide(eventAt(engine, at)), 1);
    const bits = list(events, 'events').reduce((sum, kind) => (
      sum | constant('carom_event_kind', kind, 'event')), 0);
    const id = this.memory.scoped(() => this.made(raw.carom_handler_add(this.changing, engine.put(
      'carom_handler_def',
      { keep: raw.carom_web_keep(), user: key, events: bits, categoryA, categoryB }, 'handler'))));
    return () => {
      engine.check(raw.carom_handler_remove(this.changing, id));
      callbacks.remove(this.calls, key);
    };
  }

  /** A character that slides along what it meets: {shape, position, ...} and other fields of carom_mover. */
  mover(options) {
    return new Mover(this, options);
  }

  #polled(of, name) {
    const { memory } = this;
    return memory.scoped(() => {
      const count = memory.room(4);
      const address = this.engine.raw[name](this.address, count);
      return new Rows(memory, of, address, address ? memory.view.getUint32(count, true) : 0, this);
    });
  }

  #contactsOf(body) {
    const { memory } = this;
    const { raw } = this.engine;
    return memory.scoped(() => {
      const count = memory.room(4);
      const ask = (out, capacity) => this.engine.check(
        raw.carom_body_get_contacts(this.address, this.idOf(body), out, capacity, count));
      ask(0, 0);
      const found = memory.view.getUint32(count, true);
      const pointers = memory.room(4 * found);
      ask(pointers, found);
      this.contactBlock ??= this.block();
      const to = this.contactBlock.reserve(found * contact.size);
      this.contactBlock.turn++;
      raw.carom_web_copy_contacts(pointers, found, to);
      return new Rows(memory, contact, to, found, this.contactBlock);
    });
  }
}

/** The event that `keep` is asked about. */
function eventAt(engine, at) {
  const { kind, contact: address } = engine.get('carom_event', at);
  return { kind, contact: engine.get('carom_contact', address) };
}
