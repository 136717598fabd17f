// What `load` is called with.
import { threadCount } from './threads.mjs';

/** {source, threads} of a source, of options, or of nothing. */
export function optionsOf(given) {
  if (given === undefined || given === null) return { threads: 1 };
  if (Object.getPrototypeOf(given) !== Object.prototype) return { source: given, threads: 1 };
  const { source, threads, ...rest } = given;
  const other = Object.keys(rest)[0];
  if (other !== undefined) throw new TypeError(`the options of load have no ${other}`);
  return { source, threads: threadCount(threads) };
}
