// carom with its module within the script, for bundlers that do not know files beside it.
import { loadFrom } from './api.mjs';
import { base64 } from './bytes.mjs';
import { optionsOf } from './load.mjs';

export * from './api.mjs';

const own = () => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Loads carom, of its own bytes or of others. Threads need another source: that of carom-threads.wasm. */
export async function load(sourceOrOptions) {
  const { source, threads } = optionsOf(sourceOrOptions);
  return loadFrom(source ?? own(), threads);
}
