// How long an engine takes for a step: poses in, contacts found and read. It runs in node and in pages.

/** The step whose contacts are compared. */
export const COMPARED = 4;

/** Advances a scene step by step, and measures an engine in it.
 *
 * `clock` returns milliseconds. Measuring ends after `seconds` of steps, but not before `least` steps and not
 * after `most`. Returns the number of steps, the times of the least and the median step in ms, and a copy of
 * the contacts of the step COMPARED. */
export async function measure(engine, scene, { clock, seconds, least = 5 * COMPARED, most = 400 }) {
  const state = await engine.create(scene);
  const times = [];
  let [contacts, spent] = [null, 0];
  while (times.length < least || (times.length < most && spent < 1000 * seconds)) {
    scene.advance();
    const start = clock();
    const found = state.step(scene);
    times.push(clock() - start);
    spent += times.at(-1);
    if (times.length === COMPARED) contacts = { count: found.count, pairs: found.pairs.slice() };
  }
  state.dispose();
  times.sort((a, b) => a - b);
  return { steps: times.length, ms: times[0], median: times[times.length >> 1], contacts };
}
