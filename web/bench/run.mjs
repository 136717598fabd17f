// The bench of the npm package: what a step costs in JavaScript, and what other engines of npm take.
//
//   node run.mjs [--peers] [--quick] [--bodies N]
//
// Prints rows of tab-separated values: web <scene> <bodies> <engine> <ms> <median ms> <contacts> <steps>, the
// least and the median of the steps, in ms of the processor; with peers, ratio web <scene> <bodies> <best
// peer> <peer/carom>, by the least steps. The best peer is the fastest one that misses no contact. A line
// that begins with # tells how the contacts of an engine differ from those in double precision (truth.mjs).
// The exit status is 1 when an exact engine differs by more than rounding explains. That is eight units in
// the last place of a float as large as the room: poses are floats, and their sums are rounded a few times.
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { COMPARED } from './measure.mjs';
import { engines } from './peers/list.mjs';
import { Scene } from './scene.mjs';
import { compare, touching } from './truth.mjs';

const SCENES = { space: 3, plane: 2 };
const print = (...cells) => console.log(cells.join('\t'));

/** Measures an engine in a process of its own, so that no engine has the memory of another one. */
function measureAlone(engine, bodies, seconds) {
  const file = new URL('one.mjs', import.meta.url);
  const child = fork(file, [engines.indexOf(engine), bodies, seconds], { serialization: 'advanced' });
  return new Promise((done, fail) => {
    child.once('message', done);
    child.once('error', fail);
    child.once('disconnect', () => fail(new Error(`${engine.name} ended without a result`)));
  });
}

/** The scene as it is in the step whose contacts are compared. */
function comparedScene(dimension, bodies) {
  const scene = new Scene(dimension, bodies);
  for (let step = 0; step < COMPARED; step++) scene.advance();
  return scene;
}

function describe(gaps) {
  if (gaps.length === 0) return 'none';
  const [low, high] = [Math.min(...gaps), Math.max(...gaps)].map((gap) => gap.toPrecision(2));
  return `${gaps.length}, with gaps from ${low} to ${high}`;
}

/** Prints how the contacts of an engine differ. Tells whether they are wrong, and whether some are missed. */
function judge(label, engine, scene, { extra, missing }) {
  const rounding = scene.side * 2 ** -20;
  const misses = missing.some((gap) => gap < -rounding);
  const wrong = engine.exact && (misses || extra.some((gap) => gap > rounding));
  console.log(`# ${label} ${engine.name}: too many ${describe(extra)}; missing ${describe(missing)}`);
  if (wrong) console.error(`${label}: the contacts of ${engine.name} differ by more than rounding explains`);
  return { misses, wrong };
}

/** Measures all engines in one scene, and returns how many of them were wrong. */
async function measureScene(name, bodies, { peers, seconds }) {
  const scene = comparedScene(SCENES[name], bodies);
  const truth = touching(scene);
  const results = [];
  for (const engine of engines) {
    if (engine.dimension !== SCENES[name] || !(peers || engine.name === 'carom')) continue;
    console.error(`${name} ${bodies}: ${engine.name}`);
    const result = await measureAlone(engine, bodies, seconds);
    const found = compare(scene, truth, result.contacts);
    const { ms, median, steps } = result;
    print('web', name, bodies, engine.name, ms.toFixed(2), median.toFixed(2), found.count, steps);
    results.push({ engine, ms, ...judge(`${name} ${bodies}`, engine, scene, found) });
  }
  printRatio(name, bodies, results);
  return results.filter(({ wrong }) => wrong).length;
}

function printRatio(name, bodies, [carom, ...peers]) {
  const [best] = peers.filter(({ misses }) => !misses).sort((a, b) => a.ms - b.ms);
  if (best) print('ratio', 'web', name, bodies, best.engine.name, (best.ms / carom.ms).toFixed(2));
}

const { values } = parseArgs({
  options: { peers: { type: 'boolean' }, quick: { type: 'boolean' }, bodies: { type: 'string' } } });
const sizes = values.bodies ? [Number(values.bodies)] : values.quick ? [1000] : [1000, 10000];
let wrong = 0;
for (const size of sizes) {
  for (const name of Object.keys(SCENES)) {
    wrong += await measureScene(name, size, { peers: values.peers, seconds: values.quick ? 2 : 4 });
  }
}
process.exitCode = wrong > 0 ? 1 : 0;
