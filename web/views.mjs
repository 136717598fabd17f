// What a renderer and a solver ask of a world: surfaces, lines for debugging, and islands.
import { boolean, callable, list, number, options as only } from './errors.mjs';
import { History } from './history.mjs';
import { colliderSurface } from './surfaces.mjs';
import { type } from './structs.mjs';

const PARTS = { shapes: 1, contacts: 2, bounds: 4, trees: 16, cells: 32 }; // bits of carom_draw_part
const LIST = 40; // bytes of line_list (lines.c): three doubles, two counts, two addresses

/** What a line of debugLines shows, by the byte in its `parts`. */
export const lineParts = ['kinematic', 'static', 'sensor', 'contact', 'bounds', 'tree', 'cell'];

export class Views extends History {
  /** The triangles of a collider in the frame of its shape: {positions, normals, indices}. */
  meshOf(collider, detail = 0) {
    return colliderSurface(this, collider, 'triangles', detail);
  }

  /** The outline of a collider in the same way, two indices a line. */
  linesOf(collider, detail = 0) {
    return colliderSurface(this, collider, 'lines', detail);
  }

  /** Lines that show the world as it is now: {count, ends, parts}, with six numbers in `ends` and a byte in
   * `parts` for each. They are views, which end with the next call or when the memory grows. */
  debugLines(options = {}) {
    only(options, [...Object.keys(PARTS), 'normalLength', 'origin'], 'debugLines');
    const { normalLength = 0.5, origin = [0, 0, 0], ...parts } = { shapes: true, contacts: true, ...options };
    const wanted = Object.entries(parts).filter(([name, on]) => boolean(on, name));
    const bits = wanted.reduce((sum, [name]) => sum + PARTS[name], 0);
    number(normalLength, 'normalLength');
    if (bits === 0) return { count: 0, ends: new Float32Array(0), parts: new Uint8Array(0) };
    const { memory } = this;
    const call = (at) => this.engine.check(
      this.engine.raw.carom_web_lines(this.address, bits, normalLength, at));
    return memory.scoped(() => {
      const at = memory.room(LIST);
      type('carom_pos').write(memory.view, at, origin, 'origin');
      call(at);
      const count = memory.view.getUint32(at + 24, true);
      this.lineBlock ??= this.block();
      const ends = this.lineBlock.reserve(25 * count);
      const fields = [count, ends, ends + 24 * count]; // the capacity and the addresses
      fields.forEach((value, i) => memory.view.setUint32(at + 28 + 4 * i, value, true));
      call(at);
      return {
        count, ends: memory.array(Float32Array, ends, 6 * count),
        parts: memory.array(Uint8Array, ends + 24 * count, count),
      };
    });
  }

  /** The islands of bodies that touch, after the last step: {islands: [{bodies, contacts, rests}],
   * stirred}. `contacts` are numbers of rows of `contacts()`. joins(body) tells whether a body connects what
   * it touches, and links are pairs of bodies that are connected without a contact. */
  islands({ joins, links = [] } = {}) {
    const { engine, memory, calls } = this;
    const pairs = list(links, 'links').map(([a, b]) => ({ a: this.idOf(a), b: this.idOf(b) }));
    const set = this.islandSet;
    const key = joins === undefined ? 0 : engine.callbacks.add(calls, callable(joins, 'joins'), 1);
    try {
      return memory.scoped(() => {
        const def = engine.put('carom_island_def', {
          joins: key ? engine.raw.carom_web_joins() : 0, user: key,
          links: engine.putAll('carom_body_link', pairs, 'links'), linkCount: pairs.length,
        });
        this.settle(this.asking(() => engine.raw.carom_islands_find(set, this.address, def)));
        return this.#islandsOf(set);
      });
    } finally {
      if (key) engine.callbacks.remove(calls, key);
    }
  }

  #islandsOf(set) {
    const { memory, engine, engine: { raw } } = this;
    const counted = (of, call) => {
      const count = memory.room(4);
      return rowsAt(call(count), memory.view.getUint32(count, true), of);
    };
    const contacts = raw.carom_world_get_contacts(this.address, memory.room(4));
    const { size } = type('carom_contact');
    const row = ({ at }) => (memory.view.getUint32(at, true) - contacts) / size;
    const islands = counted('carom_island', (count) => raw.carom_islands_get(set, count))
      .map(({ at }) => engine.get('carom_island', at))
      .map(({ bodies, bodyCount, contacts: pointers, contactCount, rests }) => ({
        bodies: rowsAt(bodies, bodyCount, 'carom_body').map(({ at }) => engine.get('carom_body', at)),
        contacts: rowsAt(pointers, contactCount, 'uint32_t').map(row), rests,
      }));
    const stirred = counted('carom_body', (count) => raw.carom_islands_get_stirred(set, count));
    return { islands, stirred: stirred.map(({ at }) => engine.get('carom_body', at)) };
  }
}

/** The places of the elements of an array in memory. */
const rowsAt = (address, count, kind) => (
  Array.from({ length: count }, (_, i) => ({ at: address + i * type(kind).size })));
