// The module of WebAssembly: its functions, its memory, and what its statuses mean.
import { Callbacks } from './callbacks.mjs';
import { CaromError } from './errors.mjs';
import { statuses } from './layout.mjs';
import { Memory } from './memory.mjs';
import { type } from './structs.mjs';
import { sharedMemory, startWorkers } from './threads.mjs';

/** Compiles a module from bytes, a response, or a module that is compiled already. */
async function compile(source) {
  const from = await source;
  if (from instanceof WebAssembly.Module) return from;
  const bytes = typeof Response !== 'undefined' && from instanceof Response ? await from.arrayBuffer() : from;
  return WebAssembly.compile(bytes);
}

export class Engine {
  /** Makes an engine of the bytes of carom.wasm, of a promise of them, or of a WebAssembly.Module. For more
   * than one thread they must be those of carom-threads.wasm. */
  static async load(source, threads) {
    const engine = new Engine();
    const module = await compile(source);
    const shares = WebAssembly.Module.imports(module).some(({ kind }) => kind === 'memory');
    if (threads > 1 && !shares) throw new Error('threads need the module carom-threads.wasm');
    const memory = shares ? sharedMemory() : undefined;
    const { exports } = await WebAssembly.instantiate(module, { ...engine.imports(), env: { memory } });
    engine.raw = shares ? { ...exports, memory } : exports;
    engine.memory = new Memory(engine.raw);
    engine.threads = threads;
    engine.workers = await startWorkers(module, engine.raw, threads);
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
      carom: { accept: call, filter: call, keep: call, joins: call, write: call, log },
      wasi_snapshot_preview1: { fd_close: none, fd_seek: none, fd_write: none },
    };
  }

  /** The address of the scheduler for so many threads, or 0 for one. */
  tasks(threads = this.threads) {
    if (threads > this.threads) throw new RangeError(`carom was loaded with ${this.threads} threads`);
    return threads > 1 ? this.raw.carom_web_tasks(threads) : 0;
  }

  /** Ends the workers. From then on all work is that of the thread that calls. */
  endThreads() {
    this.threads = 1;
    for (const worker of this.workers.splice(0)) worker.terminate();
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
