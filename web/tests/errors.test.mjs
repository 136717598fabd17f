import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { carom, refused, row } from './helpers.mjs';

test('a refused call throws its sentence and its detail', () => {
  const world = carom.world();
  const error = refused('OUT_OF_RANGE', () => world.step(-1));
  assert.equal(error.status, 4);
  assert.match(error.message, /^OUT_OF_RANGE: A number lies outside the range/);
  assert.match(error.sentence, /that its header states/);
  refused('NOT_FINITE', () => world.step(NaN));
  refused('NOT_FINITE', () => world.body({ position: [0, Infinity, 0] }));
  refused('NOT_UNIT', () => world.body({ rotation: [0, 0, 0, 2] }));
  refused('STATIC_BODY', () => world.body({ kind: 'static', velocity: [1, 0, 0] }));
  assert.equal(world.counts().kinematicBodies, 0);
});

test('wrong types are refused before carom is called', () => {
  const world = row(1, 1);
  const hash = world.hash();
  const wrong = [
    () => world.step('1'), () => world.step(), () => world.body({ kind: 'soft' }),
    () => world.body({ at: [0, 0, 0] }),
    () => world.body({ position: [0, 0, 0, 0] }), () => world.body({ position: ['a', 0, 0] }),
    () => world.body({ angle: 1, rotation: [0, 0, 0, 1] }), () => world.body({ user: 0.5 }),
    () => world.collider(0, { radius: 1 }), () => world.collider(0, carom.sphere('1')),
    () => world.collider('0', carom.sphere(1)), () => world.collider(0, carom.sphere(1), { colour: 'red' }),
    () => world.collider(0, carom.sphere(1), { category: 1.5 }), () => world.setVelocity(0, 5),
    () => world.setEnabled(0, 1), () => world.pose(0.5), () => world.keep('no'),
    () => carom.world({ planr: true }), () => carom.world({ filter: 1 }),
    () => carom.world({ capacity: 'many' }),
  ];
  for (const call of wrong) assert.throws(call, TypeError, String(call));
  assert.equal(world.hash(), hash);
});

test('a body whose collider is refused is not left behind', () => {
  const world = carom.world();
  refused('BAD_SIZE', () => world.add(carom.sphere(-1)));
  assert.deepEqual(world.bodies(), []);
});

test('what a filter throws comes out of the step', () => {
  let fails = true;
  const seen = [];
  const filter = (a, b) => {
    seen.push([a.body, b.body]);
    if (fails) throw new Error('from the filter');
    return false;
  };
  const world = row(3, 0.75, { filter });
  assert.throws(() => world.step(0), /from the filter/);
  assert.equal(seen.length, 1);
  assert.equal(world.contacts().count, 2);
  fails = false;
  for (const body of world.bodies()) world.touch(body);
  world.step(0);
  assert.equal(world.contacts().count, 0);
});

test('keep decides, and what it throws comes out of the step', () => {
  const world = row(3, 0.75);
  const end = world.keep(({ kind, contact }) => kind === 'begin' && contact.a.body === 0);
  world.step(0);
  assert.deepEqual([...world.contacts()].map(({ a }) => a.body), [0]);
  end();
  world.keep(() => {
    throw new RangeError('from keep');
  });
  world.touch(1);
  assert.throws(() => world.step(0), RangeError);
  const other = row(2, 0.75);
  other.keep(() => other.step(0));
  refused('BUSY', () => other.step(0));
  const third = row(2, 0.75);
  third.keep(() => third.dispose());
  refused('BUSY', () => third.step(0));
  third.step(0);
});

test('a world may be disposed twice', () => {
  const world = row(2, 0.75);
  world.step(0);
  const contacts = world.contacts();
  world.dispose();
  world.dispose();
  assert.equal(world.disposed, true);
  assert.throws(() => world.step(0), /the world is disposed/);
  assert.throws(() => world.hash(), /the world is disposed/);
  assert.throws(() => world.body(), /the world is disposed/);
  assert.throws(() => contacts.get(0), /old/);
  assert.throws(() => world.castRay([0, 0, 0], [1, 0, 0]), /the world is disposed/);
});

test('an asset stays as long as a collider has it', () => {
  const world = carom.world();
  const hull = carom.makeHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const shape = carom.hull(hull);
  world.add(shape);
  hull.dispose();
  hull.dispose();
  assert.equal(world.overlapPoint([0.1, 0.1, 0.1]).length, 1);
  assert.throws(() => world.add(shape), /the hull is disposed/);
  assert.deepEqual(world.bodies(), [0]);
});

test('what nothing refers to is collected', async () => {
  const big = (count) => {
    for (let i = 0; i < count; i++) {
      const filter = () => true;
      const hull = carom.makeHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
      carom.world({ capacity: 20000, filter }).add(carom.hull(hull));
    }
  };
  big(5);
  const sizes = [];
  for (let round = 0; round < 12; round++) {
    big(5);
    globalThis.gc();
    await setTimeout(5);
    sizes.push(carom.raw.memory.buffer.byteLength);
  }
  assert.equal(sizes[11], sizes[3], `memory grew: ${sizes}`);
});
