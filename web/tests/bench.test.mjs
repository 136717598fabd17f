// The scene of the bench, what it takes for the truth, and the contacts that it reads from carom.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Contacts, keyOf, keysOf } from '../bench/contacts.mjs';
import { COMPARED, measure } from '../bench/measure.mjs';
import { carom, planarCarom } from '../bench/peers/carom.mjs';
import { engines } from '../bench/peers/list.mjs';
import { Scene } from '../bench/scene.mjs';
import { compare, gapOf, touching } from '../bench/truth.mjs';

/** A scene of two boxes, the second at a place and turned about z. */
function pair(dimension, halves, place, angle) {
  const scene = new Scene(dimension, 2);
  scene.half.set(halves.flat());
  scene.positions.set([0, 0, 0, ...place]);
  scene.rotations.set([0, 0, 0, 1, 0, 0, Math.sin(angle / 2), Math.cos(angle / 2)]);
  return scene;
}

const near = (found, wanted) => assert.ok(Math.abs(found - wanted) < 1e-6, `${found} instead of ${wanted}`);

/** The keys of all pairs of a scene that touch, by comparing each body with all others. */
function touchingByForce(scene) {
  const keys = new Set();
  for (let i = 0; i < scene.count; i++) {
    for (let j = i + 1; j < scene.count; j++) if (gapOf(scene, i, j) <= 0) keys.add(keyOf(i, j));
  }
  return keys;
}

test('gaps of boxes of the bench', () => {
  const halves = [[1, 1, 1], [1, 1, 1]];
  for (const dimension of [2, 3]) {
    near(gapOf(pair(dimension, halves, [2.5, 0.5, 0], 0), 0, 1), 0.5);
    near(gapOf(pair(dimension, halves, [1.75, 0.5, 0], 0), 0, 1), -0.25);
    near(gapOf(pair(dimension, halves, [3, 0, 0], Math.PI / 4), 0, 1), 2 - Math.SQRT2);
  }
  near(gapOf(pair(3, halves, [0, 0, -2.25], 1), 0, 1), 0.25);
  near(gapOf(pair(2, [[1, 0.5, 0], [2, 0.25, 0]], [0, 3, 0], Math.PI / 2), 0, 1), 0.5);
});

test('edges of boxes of the bench that cross', () => {
  // Each box stands on an edge: that of the first is along y, and that of the second along x.
  const scene = pair(3, [[1, 1, 1], [1, 1, 1]], [0, 0, 2 * Math.SQRT2 + 0.125], 0);
  const [s, c] = [Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)];
  scene.rotations.set([0, s, 0, c, s, 0, 0, c]);
  near(gapOf(scene, 0, 1), 0.125);
});

for (const engine of [carom, planarCarom]) {
  test(`contacts of the bench against brute force in ${engine.dimension}D`, async () => {
    const scene = new Scene(engine.dimension, 120);
    const state = await engine.create(scene);
    const seen = new Set();
    for (let step = 0; step < 40; step++) {
      scene.advance();
      const contacts = state.step(scene);
      const truth = touchingByForce(scene);
      assert.deepEqual(touching(scene), truth);
      assert.equal(contacts.count, truth.size);
      const { extra, missing } = compare(scene, truth, contacts);
      assert.ok([...extra, ...missing].every((gap) => Math.abs(gap) < 1e-5), `${extra}; ${missing}`);
      for (let i = 0; i < contacts.count; i++) {
        const [a, b] = contacts.pairs.subarray(2 * i, 2 * i + 2);
        const normal = contacts.normals.subarray(3 * i, 3 * i + 3);
        near(Math.hypot(...normal), 1);
        // The normal is an axis that separates boxes best, and points to the center of the second one.
        const along = normal.reduce((sum, n, k) => (
          sum + n * (scene.positions[3 * b + k] - scene.positions[3 * a + k])), 0);
        assert.ok(along > -1e-6, `the normal of ${a} and ${b} points to ${a}`);
      }
      for (const key of truth) seen.add(key);
    }
    assert.ok(seen.size > touching(scene).size, 'no contact began or ended');
    state.dispose();
  });
}

test('the comparison of the bench tells what is wrong', () => {
  const scene = new Scene(3, 120);
  const truth = touching(scene);
  const contacts = new Contacts();
  for (const key of truth) contacts.add(key % 0x4000000, Math.floor(key / 0x4000000));
  assert.deepEqual(keysOf(contacts), truth);
  assert.deepEqual(compare(scene, truth, contacts), { count: truth.size, extra: [], missing: [] });
  const apart = Array.from({ length: 119 }, (_, i) => i + 1).find((i) => gapOf(scene, 0, i) > 1);
  const gap = gapOf(scene, 0, apart);
  const more = new Set([...truth, keyOf(apart, 0)]);
  assert.deepEqual(compare(scene, more, contacts), { count: truth.size, extra: [], missing: [gap] });
  contacts.add(apart, 0);
  assert.deepEqual(compare(scene, truth, contacts), { count: truth.size + 1, extra: [gap], missing: [] });
});

test('the bench measures steps by its clock', async () => {
  let now = 0;
  const clock = () => (now += 10);
  const scene = new Scene(2, 50);
  const result = await measure(planarCarom, scene, { clock, seconds: 0.2, least: 5 });
  assert.deepEqual([result.steps, result.ms, result.median], [20, 10, 10]);
  const again = new Scene(2, 50);
  for (let step = 0; step < COMPARED; step++) again.advance();
  assert.deepEqual(keysOf(result.contacts), touching(again));
});

test('engines of the bench have names of their own', () => {
  const names = engines.map(({ name, dimension }) => `${name} ${dimension}`);
  assert.equal(new Set(names).size, engines.length);
  assert.ok(engines.every(({ create, exact }) => typeof create === 'function' && typeof exact === 'boolean'));
});
