// Random calls of all public methods with arguments of all sorts: each gives a result or an exception of this
// package or of JavaScript, never a trap, and a world beside them goes on as its twin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CaromError, load } from 'carom';

const CALLS = 10_000;
const AGAIN = 40; // calls with the same world

let seed = 20261127;
function next(limit) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
}
const pick = (values) => values[next(values.length)];

const detached = () => {
  const array = new Float32Array(9);
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
};
const hostile = {
  get position() { throw new Error('a getter'); },
};

/** Makers of values that no call asks for. */
const wrong = [
  () => undefined, () => null, () => NaN, () => Infinity, () => -1, () => 0.5, () => 2 ** 32, () => 2 ** 53,
  () => -0, () => '', () => 'box', () => true, () => 7n, () => -(2n ** 70n), () => Symbol('s'), () => ({}),
  () => [], () => [1, 2], () => [NaN, 0, 0], () => ['a', {}, null], () => new Array(1000), () => () => 1,
  () => () => { throw new Error('from the game'); }, detached, () => new Float64Array(7), () => hostile,
  () => new BigInt64Array(3), () => new Uint8Array(100).fill(255), () => new Proxy({}, {}), () => 1e308,
  () => [1e30, 1e30, 1e30], () => ({ x: 1, y: 2, z: 3 }), () => ({ length: 1e9 }), () => new Date(),
  () => Object.create(null), () => new DataView(new ArrayBuffer(8)), () => ({ address: 64, kind: 'hull' }),
];

/** Makers of values that calls do ask for, in a state. */
const right = [
  () => next(8), () => next(40), () => [next(9) - 4, next(9) - 4, next(9) - 4], () => next(100) / 50,
  () => [next(9) - 4, next(9) - 4], () => pick([true, false]), () => [0, 0, 0, 1], () => 1 / 60,
  () => ({ position: [next(5), next(5), 0], angle: next(6) }), () => ({ position: [0, next(5), 0] }),
  () => ({ kind: 'static', user: next(9) }), () => ({ mask: 3n, ignore: next(8) }), () => () => pick([0, 1]),
  () => ({ category: 2, mask: 7, group: -1, sensor: true, margin: 0.25 }),
  () => Float32Array.from({ length: 12 }, () => next(9) - 4), () => [[0, 0, 4, 0, 4, 4, 0, 4]],
  () => Float64Array.from({ length: 6 * next(4) }, () => next(9) - 4), () => [0, 1, 2, 0, 2, 3],
  () => ({ shapes: true, contacts: true, bounds: true }), () => ({ bodies: [0, 1] }), () => 'static',
  () => ({ columns: 2, rows: 1, heights: [0, 1, 0, 1, 0, 1] }), () => [[next(4), next(4)]],
  () => ({ joins: () => pick([0, 1]), links: [[next(4), next(4)]] }), () => ['begin', 'stay'],
  (state) => pick(state.made), (state) => pick(state.made), (state) => pick(state.made),
  (state) => [{ shape: pick(state.made), pose: [next(4), 0, 0], translation: [0, next(9), 0] }],
  (state) => ({ shape: pick(state.made), position: [0, next(4), 0] }), (state) => [pick(state.made)],
  (state) => pick(state.made)?.save?.(), (state) => [{ shape: pick(state.made), position: [next(4), 0, 0] }],
];

/** The methods of an object and of what its class extends, but what ends the whole module. */
function methodsOf(object) {
  const names = new Set(Object.keys(object).filter((name) => typeof object[name] === 'function'));
  for (let of = object; of && of !== Object.prototype; of = Object.getPrototypeOf(of)) {
    for (const name of Object.getOwnPropertyNames(of)) names.add(name);
  }
  return [...names].filter((name) => !within.has(name));
}
// Not public: what methods use within, and functions of the module by address.
const within = new Set(['constructor', 'raw', 'memory', 'engine', 'view', 'grow', 'register', 'adopt', 'runs',
  'arrays', 'pullRun', 'send', 'pack', 'made', 'settle', 'asking', 'block', 'age', 'filterFields', 'check',
  'ask', 'islandSet', 'changing', 'address', 'calls', 'scalar', 'stateOf', 'Numbers', '__proto__']);

const PUBLIC = ['World', 'Carom', 'Mover', 'Replay', 'Batch', 'Rows', 'Asset', 'Corners', 'Mesh', 'Field',
  'Compound'];
const isOurs = (value) => value !== null && typeof value === 'object'
  && (PUBLIC.includes(value.constructor?.name) || value.constructor?.name === 'Shape');

/** Calls a random method of something in a state, and returns the error that it threw. */
function call(state) {
  const target = pick(state.made.filter((value) => PUBLIC.includes(value.constructor.name)));
  const name = pick(methodsOf(target));
  try {
    const values = Array.from({ length: next(6) }, () => pick(next(4) ? right : wrong)(state));
    const value = target[name];
    const result = typeof value === 'function' ? value.apply(target, values) : value;
    for (const one of [result, ...(Array.isArray(result) ? result.slice(0, 3) : [])]) {
      if (isOurs(one)) state.made.push(one);
    }
    if (state.made.length > 60) state.made.splice(20, 10);
    return { name };
  } catch (error) {
    return { name, error };
  }
}

/** Shapes and worlds to begin with. */
function begin(carom) {
  const world = carom.world({ capacity: 2 });
  const hull = carom.makeHull([0, 1, 0, 1, 0, 0, 0, 0, 1, -1, 0, -1]);
  const mesh = carom.makeMesh([0, 0, 0, 4, 0, 0, 4, 0, 4, 0, 0, 4], [0, 2, 1, 0, 3, 2]);
  const shapes = [carom.box(1, 1, 1), carom.sphere(0.5), carom.hull(hull), carom.mesh(mesh)];
  for (let i = 0; i < 6; i++) {
    world.add(shapes[i % 4], { position: [i, 0, 0], kind: i % 4 === 3 ? 'static' : 'kinematic' });
  }
  const planar = carom.world({ planar: true });
  const disc = carom.disc(1);
  planar.add(disc);
  planar.add(carom.rectangle(1, 1), { position: [1, 0] });
  const chain = carom.makeChain([0, 0, 4, 0, 4, 4]);
  return { made: [carom, world, planar, ...shapes, disc, hull, mesh, chain, world, world, planar] };
}

const legal = (error) => [CaromError, TypeError, RangeError, SyntaxError].some((of) => error instanceof of)
  || /disposed|these rows are old|from the game|a getter/.test(error.message);

test(`${CALLS} random calls give results or exceptions, and leave the memory as it was`, async () => {
  const carom = await load();
  const other = await load();
  const scene = (of) => {
    const world = of.world();
    for (let i = 0; i < 60; i++) {
      world.add(i % 2 ? of.box(0.5, 0.4, 0.3) : of.sphere(0.5), {
        position: [i % 4, (i >> 2) % 4, i >> 4], velocity: [i % 3 - 1, i % 5 - 2, 0],
      });
    }
    return world;
  };
  const worlds = [scene(carom), scene(other)];
  const reached = new Set();
  let refusals = 0;
  const stack = carom.raw.__stack_pointer.value;
  for (let i = 0; i < CALLS; i += AGAIN) {
    const state = begin(carom);
    for (let k = 0; k < AGAIN; k++) {
      const { name, error } = call(state);
      reached.add(name);
      refusals += error ? 1 : 0;
      if (error && !legal(error)) throw new Error(`${name} has thrown something else`, { cause: error });
    }
    for (const world of worlds) world.step(1 / 60);
    assert.equal(worlds[0].hash(), worlds[1].hash());
    assert.equal(carom.raw.__stack_pointer.value, stack);
  }
  const [mine, twin] = worlds;
  assert.deepEqual(mine.save(), twin.save());
  assert.deepEqual(mine.contacts().toArray(), twin.contacts().toArray());
  assert.deepEqual(carom.load(mine.save()).hash(), twin.hash());
  assert.ok(refusals > CALLS / 4 && refusals < CALLS, String(refusals));
  const methods = new Set([...methodsOf(carom), ...methodsOf(mine)]);
  const missed = [...methods].filter((name) => !reached.has(name));
  assert.deepEqual(missed, []);
});
