// Threads: workers that run an instance of the module each, over the memory of the first one.

const LIMIT = 64;
const PAGES = { initial: 256, maximum: 16384, shared: true }; // 16 MB, and 1 GB at most

// The script of a worker, here as text because bundlers find no file of it.
const SCRIPT = `
const begin = (data, tell) => run(data, tell).catch((error) => tell(String(error)));
const run = async ({ module, memory, stack }, tell) => {
  const none = () => 0;
  const instance = await WebAssembly.instantiate(module, {
    env: { memory },
    carom: { accept: none, filter: none, keep: none, joins: none, write: none, log: none },
    wasi_snapshot_preview1: { fd_close: none, fd_seek: none, fd_write: none },
  });
  instance.exports.__stack_pointer.value = stack;
  tell('ready');
  instance.exports.carom_web_work();
};
if (typeof self === 'object' && typeof self.postMessage === 'function') {
  self.onmessage = ({ data }) => begin(data, (text) => self.postMessage(text));
} else {
  const { parentPort } = require('node:worker_threads');
  parentPort.once('message', (data) => begin(data, (text) => parentPort.postMessage(text)));
}
`;

/** Makes a number of threads of an option, which may be left out. */
export function threadCount(value = 1) {
  if (!Number.isInteger(value) || value < 1 || value > LIMIT) {
    throw new TypeError(`threads must be a whole number from 1 to ${LIMIT}, not ${String(value)}`);
  }
  return value;
}

/** The memory that threads share. */
export function sharedMemory() {
  if (typeof SharedArrayBuffer === 'undefined' || globalThis.crossOriginIsolated === false) {
    throw new Error('threads need shared memory, which a page has only if its server sends the headers '
      + 'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp');
  }
  return new WebAssembly.Memory(PAGES);
}

/** Makes a worker, and returns it with listen(call, fail) for its first message. */
async function makeWorker() {
  if (typeof Worker === 'undefined') {
    const threads = 'node:worker_threads'; // a name that no bundler follows
    const node = await import(/* @vite-ignore */ /* webpackIgnore: true */ threads);
    const worker = new node.Worker(SCRIPT, { eval: true, execArgv: [] });
    worker.unref(); // it keeps no process alive
    return { worker, listen: (call, fail) => worker.once('message', call).once('error', fail) };
  }
  const url = URL.createObjectURL(new Blob([SCRIPT], { type: 'text/javascript' }));
  const worker = new Worker(url);
  return {
    worker,
    listen: (call, fail) => {
      worker.onmessage = ({ data }) => {
        URL.revokeObjectURL(url);
        call(data);
      };
      worker.onerror = ({ message }) => fail(new Error(message ?? 'its script is refused'));
    },
  };
}

/** Gives a worker its part, and waits until it is ready. */
async function begin({ worker, listen }, module, raw) {
  const stack = raw.carom_web_stack();
  if (stack === 0) throw new RangeError('carom has no memory for the stack of a worker');
  const answer = await new Promise((resolve, reject) => {
    listen(resolve, reject);
    worker.postMessage({ module, memory: raw.memory, stack });
  }).catch(({ message }) => message);
  if (answer !== 'ready') throw new Error(`a worker could not start: ${answer}`);
}

/** Starts the workers of an engine, which work beside the thread that calls, and returns them. */
export async function startWorkers(module, raw, count) {
  const workers = [];
  try {
    for (let i = 1; i < count; i++) {
      const made = await makeWorker();
      workers.push(made.worker);
      await begin(made, module, raw);
    }
  } catch (error) {
    for (const worker of workers) worker.terminate();
    throw error;
  }
  return workers;
}
