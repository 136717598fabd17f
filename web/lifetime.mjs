// Worlds from their creation to their end.
import { Calls } from './callbacks.mjs';
import { callable, options as only } from './errors.mjs';
import { statuses } from './layout.mjs';
import { threadCount } from './threads.mjs';

const BUSY = statuses.indexOf('BUSY');
const OPTIONS = ['planar', 'tag', 'seamless', 'persistentManifolds', 'eightPoints', 'margin', 'broadphase',
  'user'];

/** A block of memory that grows and belongs to a world. `turn` counts its changes for Rows. */
export class Block {
  turn = 0;
  address = 0;
  size = 0;

  constructor(memory) {
    this.memory = memory;
  }

  /** Makes room for so many bytes, with what was there before, and returns the address. */
  reserve(size) {
    if (size <= this.size) return this.address;
    const grown = Math.max(size, 2 * this.size);
    this.address = this.memory.allocate(grown, this.address);
    this.memory.array(Uint8Array, this.address + this.size, grown - this.size).fill(0);
    this.size = grown;
    return this.address;
  }
}

/** Frees a world and returns the status. This must not refer to the world of JavaScript. */
function release(raw, owned) {
  const status = raw.carom_world_destroy(owned.address);
  if (status !== 0) return status;
  owned.address = 0;
  raw.carom_islands_destroy(owned.islands);
  for (const block of owned.blocks) raw.free(block.address);
  return 0;
}

/** A function that frees a world. Within a method it would keep `this`, so that nothing is collected. */
const releaser = (raw, owned) => () => release(raw, owned);

export class Lifetime {
  turn = 0; // counts what makes rows of contacts and events old
  changes = 0; // counts what makes or ends bodies and colliders, or gives these another shape or place
  calls = new Calls();
  #owned = { address: 0, blocks: [], islands: 0 };
  #asking = 0;

  /** `make(definition, out)` writes a world made by the definition at an address. */
  constructor(engine, options, make) {
    this.engine = engine;
    this.memory = engine.memory;
    const definition = this.#definition(options);
    this.memory.scoped(() => {
      const out = this.memory.room(4);
      engine.check(make(engine.put('carom_world_def', definition, 'world'), out));
      this.#owned.address = this.memory.view.getUint32(out, true);
    });
    engine.collected.register(this, releaser(engine.raw, this.#owned), this);
  }

  #definition({ filter, threads, ...options }) {
    const { engine } = this;
    only(options, OPTIONS, 'world');
    const definition = { ...options, log: engine.raw.carom_web_log() };
    const tasks = engine.tasks(threads === undefined ? undefined : threadCount(threads));
    if (tasks) definition.tasks = engine.get('carom_tasks', tasks);
    if (filter === undefined) return definition;
    this.filterKey = this.#filterCall(filter);
    return { ...definition, filter: engine.raw.carom_web_filter(), filterUser: this.filterKey };
  }

  #filterCall(filter) {
    const { engine } = this;
    callable(filter, 'filter');
    const side = (at) => engine.get('carom_contact_side', at);
    return engine.callbacks.add(this.calls, (a, b) => filter(side(a), side(b)), 1);
  }

  /** Replaces the function that decides whether two colliders may be in contact; null means none. */
  setWorldFilter(filter) {
    const { engine, filterKey } = this;
    const key = filter === null ? 0 : this.#filterCall(filter);
    const call = key ? engine.raw.carom_web_filter() : 0;
    engine.check(engine.raw.carom_world_set_filter(this.changing, call, key));
    this.filterKey = key;
    if (filterKey) engine.callbacks.remove(this.calls, filterKey);
  }

  /** The world in C. */
  get address() {
    if (this.#owned.address === 0) throw new Error('the world is disposed');
    return this.#owned.address;
  }

  /** The world for a call that changes it, which a function that a query asks may not do. */
  get changing() {
    if (this.#asking > 0) throw this.engine.error(BUSY, 'a query is running');
    return this.address;
  }

  /** Runs a query that may call functions of the game. */
  asking(run) {
    this.#asking++;
    try {
      return run();
    } finally {
      this.#asking--;
    }
  }

  get disposed() {
    return this.#owned.address === 0;
  }

  /** Frees the world. To do so again does nothing, and all other calls throw. */
  dispose() {
    if (this.disposed || !this.changing) return;
    this.engine.check(release(this.engine.raw, this.#owned));
    this.engine.collected.unregister(this);
    this.age();
    for (const block of this.#owned.blocks) block.turn++;
    for (const key of [...this.calls.entries.keys()]) this.engine.callbacks.remove(this.calls, key);
  }

  /** Makes all rows of contacts and events old. */
  age() {
    this.turn++;
    if (this.contactBlock) this.contactBlock.turn++;
  }

  /** A block that is freed with the world. */
  block() {
    const block = new Block(this.memory);
    this.#owned.blocks.push(block);
    return block;
  }

  /** The set that islands are found in, which is made for the first question. */
  get islandSet() {
    const { engine, memory } = this;
    const owned = this.#owned;
    if (!owned.islands) {
      memory.scoped(() => {
        const out = memory.room(4);
        engine.check(engine.raw.carom_islands_create(0, out));
        owned.islands = memory.view.getUint32(out, true);
      });
    }
    return owned.islands;
  }

  /** Throws what a function of the game has thrown during a call, or else the status of the call. */
  settle(status) {
    this.calls.settle();
    this.engine.check(status);
  }

  /** Returns an id that is not null, or throws why it is. */
  made(id) {
    if (id === 0n) this.engine.check(this.engine.raw.carom_world_get_last_status(this.address));
    return id;
  }

  counts() {
    const { engine } = this;
    return this.memory.scoped(() => engine.ask('carom_counts', (out) => (
      engine.raw.carom_world_get_counts(this.address, out))));
  }

  /** A hash of all that the next step depends on, as 16 hexadecimal digits: the same on every platform. */
  hash() {
    const hash = this.engine.raw.carom_world_hash(this.address);
    return BigInt.asUintN(64, hash).toString(16).padStart(16, '0');
  }
}
