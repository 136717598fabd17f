// carom for node and browsers: the module is the file carom.wasm beside this one.
import { loadFrom } from './api.mjs';

export * from './api.mjs';

/** Loads carom. `source` may be another URL, bytes, a Response or a WebAssembly.Module. */
export function load(source = new URL('./carom.wasm', import.meta.url)) {
  return loadFrom(source instanceof URL || typeof source === 'string' ? bytesAt(source) : source);
}

async function bytesAt(source) {
  const url = new URL(source, import.meta.url);
  if (url.protocol === 'file:') {
    const files = 'node:fs/promises'; // a name that no bundler follows
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ files)).readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be loaded: ${response.status}`);
  return response;
}
