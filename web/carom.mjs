// carom for node and browsers: the modules are the files carom.wasm and carom-threads.wasm beside this one.
import { loadFrom } from './api.mjs';
import { optionsOf } from './load.mjs';

export * from './api.mjs';

/** Loads carom. A source may be another URL, bytes, a Response or a WebAssembly.Module; options are {source,
 * threads}. */
export async function load(sourceOrOptions) {
  const { source, threads } = optionsOf(sourceOrOptions);
  const from = source ?? own(threads);
  return loadFrom(from instanceof URL || typeof from === 'string' ? bytesAt(from) : from, threads);
}

/** Where the module is. Bundlers look for addresses that are written like this. */
function own(threads) {
  return threads > 1 ? new URL('./carom-threads.wasm', import.meta.url)
    : new URL('./carom.wasm', import.meta.url);
}

async function bytesAt(source) {
  const url = source instanceof URL ? source : new URL(source, import.meta.url);
  if (url.protocol === 'file:') {
    const files = 'node:fs/promises'; // a name that no bundler follows
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ files)).readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be loaded: ${response.status}`);
  return response;
}
