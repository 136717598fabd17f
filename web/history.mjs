// Saves, clones, rewinds and recordings of a world.
import { whole } from './errors.mjs';
import { Queries } from './queries.mjs';

/** The address of bytes that a game holds, and their number. */
export function bytesOf(memory, bytes) {
  if (!(bytes instanceof Uint8Array)) throw new TypeError('saved bytes must be a Uint8Array');
  return [memory.copy(Uint8Array, bytes), bytes.length];
}

export class History extends Queries {
  /** The world as bytes, which carom.load makes a world of: the same ones on every platform. */
  save() {
    const { raw } = this.engine;
    return this.#bytes((...to) => raw.carom_world_save(this.address, raw.carom_web_users(), ...to));
  }

  /** Keeps from now on what is needed to go back so many steps. */
  rollbackKeep(steps) {
    this.engine.check(this.engine.raw.carom_world_rollback_keep(this.changing, whole(steps, 'steps')));
  }

  /** The state that changes from step to step, for rollbackRestore of this world. */
  rollbackSave() {
    return this.#bytes((...to) => this.engine.raw.carom_world_rollback_save(this.address, ...to));
  }

  /** Goes back to a state. Bodies created since then are gone, and destroyed ones are back. */
  rollbackRestore(saved) {
    const { raw } = this.engine;
    this.memory.scoped(() => this.engine.check(
      raw.carom_world_rollback_restore(this.changing, ...bytesOf(this.memory, saved))));
    this.age();
    this.states.fill(0);
    this.adopt();
  }

  /** Begins a recording of all calls from now on. `stop` ends it and returns its bytes, for carom.replay. */
  record() {
    const { raw, callbacks } = this.engine;
    const parts = [];
    const take = (at, size) => {
      parts.push(this.memory.array(Uint8Array, at, size).slice());
      return true;
    };
    const key = callbacks.add(this.calls, take, 0);
    this.settle(raw.carom_world_record_start(
      this.changing, raw.carom_web_users(), raw.carom_web_write(), key));
    return {
      stop: () => {
        this.settle(raw.carom_world_record_stop(this.changing));
        callbacks.remove(this.calls, key);
        return joined(parts);
      },
    };
  }

  /** Calls write(buffer, capacity, size) for the size and then for the bytes. */
  #bytes(write) {
    const { engine, memory } = this;
    return memory.scoped(() => {
      const size = memory.room(4);
      write(0, 0, size); // TOO_SMALL: it tells the size
      const length = memory.view.getUint32(size, true);
      const to = memory.room(length);
      engine.check(write(to, length, size));
      return memory.array(Uint8Array, to, length).slice();
    });
  }
}

function joined(parts) {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** The replay of a recording: step() until it is no longer 'same'. */
export class Replay {
  #address;
  #bytes;

  constructor(engine, bytes) {
    this.engine = engine;
    const { memory, raw } = engine;
    if (!(bytes instanceof Uint8Array)) throw new TypeError('a recording must be a Uint8Array');
    this.#bytes = memory.allocate(bytes.length); // they must stay as long as the replay
    memory.array(Uint8Array, this.#bytes, bytes.length).set(bytes);
    try {
      memory.scoped(() => {
        const out = memory.room(4);
        engine.check(raw.carom_replay_open(0, raw.carom_web_users(), this.#bytes, bytes.length, out));
        this.#address = memory.view.getUint32(out, true);
      });
    } catch (error) {
      raw.free(this.#bytes);
      throw error;
    }
    engine.collected.register(this, closer(raw, this.#address, this.#bytes), this);
  }

  get #open() {
    if (this.#address === 0) throw new Error('the replay is disposed');
    return this.#address;
  }

  /** Makes the next step: 'same', 'differs' or 'over'. */
  step() {
    const { engine } = this;
    return engine.memory.scoped(() => engine.ask('carom_replay_outcome', (out) => (
      engine.raw.carom_replay_step(this.#open, out))));
  }

  /** How many steps had the recorded result. */
  get steps() {
    return Number(this.engine.raw.carom_replay_get_steps(this.#open));
  }

  /** The hash of the world of the replay. */
  hash() {
    const { raw } = this.engine;
    const hash = raw.carom_world_hash(raw.carom_replay_get_world(this.#open));
    return BigInt.asUintN(64, hash).toString(16).padStart(16, '0');
  }

  dispose() {
    if (this.#address === 0) return;
    this.engine.collected.unregister(this);
    closer(this.engine.raw, this.#address, this.#bytes)();
    this.#address = 0;
  }
}

/** A function that frees a replay, without keeping the one of JavaScript. */
const closer = (raw, address, block) => () => {
  raw.carom_replay_close(address);
  raw.free(block);
};
