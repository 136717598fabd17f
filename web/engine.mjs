// The module of WebAssembly: its functions, its memory, and what its statuses mean.
import { Callbacks } from './callbacks.mjs';
import { CaromError } from './errors.mjs';
import { statuses } from './layout.mjs';
import { Memory } from './memory.mjs';
import { type } from './structs.mjs';

/** Compiles a module from bytes, a response, or a module that is compiled already. */
async function instantiate(source, imports) {
  const from = await source;
  if (from instanceof WebAssembly.Module) return WebAssembly.instantiate(from, imports);
  const bytes = typeof Response !== 'undefined' && from instanceof Response ? await from.arrayBuffer() : from;
  return (await WebAssembly.instantiate(bytes, imports)).instance;
}

export class Engine {
  /** Makes an engine of the bytes of carom.wasm, of a promise of them, or of a WebAssembly.Module. */
  static async load(source) {
    const engine = new Engine();
    const instance = await instantiate(source, engine.imports());
    engine.raw = instance.exports;
    engine.memory = new Memory(engine.raw);
    engine.collected = new FinalizationRegistry((free) => free());
    return engine;
  }

  callbacks = new Callbacks();
  detail = ''; // of the last call that a world refused

  imports() {
    const call = (...values) => this.callbacks.run(...values);
    const log = (user, status, name, detail) => {
      this.detail = this.memory.text(detail);
    };
    // carom writes no files: what it links from the C library never runs.
    const none = () => 52;
    return {
      carom: { accept: call, filter: call, keep: call, write: call, log },
      wasi_snapshot_preview1: { fd_close: none, fd_seek: none, fd_write: none },
    };
  }

  /** Throws unless a status is OK. */
  check(status) {
    const { detail } = this;
    this.detail = '';
    if (status !== 0) throw this.error(status, detail);
  }

  error(status, detail = '') {
    const sentence = this.memory.text(this.raw.carom_status_text(status));
    return new CaromError(status, statuses[status] ?? 'UNKNOWN', sentence, detail);
  }

  /** Writes a struct into room of the running call and returns its address. */
  put(kind, value, name = kind) {
    const to = type(kind);
    const address = this.memory.room(to.size);
    to.write(this.memory.view, address, value, name);
    return address;
  }

  /** Writes an array of structs as `put` does. */
  putAll(kind, values, name = kind) {
    const to = type(kind);
    const address = this.memory.room(values.length * to.size);
    values.forEach((value, i) => {
      to.write(this.memory.view, address + i * to.size, value, `${name}[${i}]`);
    });
    return address;
  }

  get(kind, address) {
    return type(kind).read(this.memory.view, address);
  }

  /** Calls a function that writes one struct to its last argument, and returns that as an object. */
  ask(kind, call) {
    const out = this.memory.room(type(kind).size);
    this.check(call(out));
    return this.get(kind, out);
  }

  /** Calls call(out, capacity, count), again with more room if there is more, and returns all as objects. */
  askAll(kind, call) {
    const { size } = type(kind);
    const count = this.memory.room(4);
    let capacity = 64;
    for (;;) {
      const out = this.memory.room(capacity * size);
      this.check(call(out, capacity, count));
      const found = this.memory.view.getUint32(count, true);
      if (found <= capacity) return Array.from({ length: found }, (_, i) => this.get(kind, out + i * size));
      capacity = found;
    }
  }
}
