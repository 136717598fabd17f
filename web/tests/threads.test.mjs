// Threads: the same results on any number of them, clear errors, and nothing that lives on.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { load } from 'carom';
import { carom } from './helpers.mjs';
import { isolation } from '../pages/serve.mjs';
import { runInPage } from './in_page.mjs';

const root = new URL('../', import.meta.url);
const BODIES = 2000;

/** A scene that moves, whose steps have enough work for several threads, and answers of batches. */
const scene = `(carom, options) => {
  const world = carom.world(options);
  const hull = carom.hull(carom.makeHull([0, 1, 0, 1, 0, 0, 0, 0, 1, -1, 0, -1]));
  const capsule = carom.capsule([0, 0, 0], [0, 1, 0], 0.2);
  const shapes = [carom.box(0.5, 0.4, 0.3), carom.sphere(0.5), hull, capsule];
  for (let i = 0; i < ${BODIES}; i++) {
    world.add(shapes[i % 4], {
      position: [i % 13, Math.floor(i / 13) % 13, Math.floor(i / 169)],
      velocity: [i % 7 - 3, i % 5 - 2, i % 3 - 1], angularVelocity: [0, i % 11 - 5, 0],
    });
  }
  for (let step = 0; step < 20; step++) world.step(1 / 60);
  const rays = Float64Array.from({ length: 6 * 500 }, (_, i) => (i % 6 < 3 ? (i * 7) % 13 : (i % 5) - 2));
  const hits = world.castRays(rays).toArray().map(({ body, fraction }) => [body, fraction]);
  const found = world.closestMany(rays.subarray(0, 300), 3).toArray();
  const near = found.map(({ body, distance }) => [body, distance]);
  world.step(0);
  return { hash: world.hash(), contacts: world.contacts().count, answers: JSON.stringify([hits, near]) };
}`;
const play = new Function(`return ${scene}`)();
const expected = play(carom);

for (const threads of [1, 2, 4]) {
  test(`a world on ${threads} threads is as one without`, async () => {
    const threaded = await load({ threads, source: new URL('node_modules/carom/carom-threads.wasm', root) });
    assert.equal(threaded.threads, threads);
    assert.ok(expected.contacts > BODIES / 2, String(expected.contacts));
    assert.deepEqual(play(threaded), expected);
    assert.deepEqual(play(threaded, { threads: 1 }), expected);
    threaded.endThreads();
    assert.equal(threaded.threads, 1);
    assert.deepEqual(play(threaded), expected);
  });
}

test('pages have threads where their server allows shared memory', async () => {
  const program = `const { load } = await import('/node_modules/carom/carom.mjs');
    const play = ${scene};
    const found = [];
    for (const threads of [1, 2, 4]) {
      const carom = await load({ threads });
      found.push(play(carom));
      carom.endThreads();
    }
    return found;`;
  const found = await runInPage(root, program, isolation);
  assert.deepEqual(found, [expected, expected, expected]);
  const refused = await runInPage(root, program.replace('[1, 2, 4]', '[2]'), {});
  assert.match(refused.error, /Cross-Origin-Opener-Policy/);
});

test('wrong numbers of threads are refused', async () => {
  for (const threads of [0, -1, 1.5, 65, '2', null, NaN]) {
    await assert.rejects(load({ threads }), /threads must be a whole number from 1 to 64/);
  }
  await assert.rejects(load({ workers: 2 }), /have no workers/);
  const plain = readFileSync(new URL('node_modules/carom/carom.wasm', root));
  await assert.rejects(load({ threads: 2, source: plain }), /threads need the module carom-threads.wasm/);
  assert.throws(() => carom.world({ threads: 2 }), /was loaded with 1 threads/);
});

test('without shared memory there is a clear error', async () => {
  const { SharedArrayBuffer } = globalThis;
  delete globalThis.SharedArrayBuffer;
  try {
    await assert.rejects(load({ threads: 2 }), /threads need shared memory/);
  } finally {
    globalThis.SharedArrayBuffer = SharedArrayBuffer;
  }
});

test('a page whose policy refuses workers gets a clear error', async () => {
  const program = `const { load } = await import('/node_modules/carom/carom.mjs');
    await load({ threads: 2 });
    return {};`;
  const policy = "worker-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
  const found = await runInPage(root, program, { ...isolation, 'content-security-policy': policy });
  assert.match(found.error, /a worker could not start|Content Security Policy/);
});

test('what a filter throws comes out of a step on threads, and views follow the memory', async () => {
  const threaded = await load({ threads: 2 });
  const before = threaded.raw.memory.buffer;
  const world = threaded.world({ capacity: 1 });
  for (let i = 0; i < 1000; i++) world.add(threaded.sphere(1), { position: [1.5 * i, 0, 0] });
  const blocks = [];
  while (threaded.raw.memory.buffer === before) blocks.push(threaded.raw.malloc(1 << 20));
  world.positions[3] = 1e6;
  world.push();
  assert.equal(world.pose(1).position[0], 1e6);
  world.step(0);
  assert.equal(world.contacts().count, 997);
  world.setWorldFilter(() => { throw new Error('from the filter'); });
  assert.throws(() => world.step(0), /from the filter/);
  world.setWorldFilter(null);
  world.step(0);
  assert.equal(world.contacts().count, 997);
  threaded.endThreads();
});

test('workers keep no process alive', async () => {
  const program = `import { load } from 'carom';
    const carom = await load({ threads: 4 });
    const world = carom.world();
    world.add(carom.sphere(1));
    world.step(0);
    console.log(world.hash());`;
  const options = { cwd: new URL('tests/', root), timeout: 60_000 };
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], options);
  const world = carom.world();
  world.add(carom.sphere(1));
  world.step(0);
  assert.equal((await run).stdout, `${world.hash()}\n`);
});
