// carom with its module within the script, for bundlers that do not know files beside it.
import { loadFrom } from './api.mjs';
import { base64 } from './bytes.mjs';

export * from './api.mjs';

/** Loads carom, of its own bytes or of others. */
export function load(source = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))) {
  return loadFrom(source);
}
