import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carom, refused, row } from './helpers.mjs';

function steps(world, count) {
  for (let i = 0; i < count; i++) world.step(1 / 64);
  return world.hash();
}

function moving() {
  const world = row(6, 0.9);
  for (const body of world.bodies()) world.setVelocity(body, [1 - body, 0.25, 0]);
  return world;
}

test('a save is the same world', () => {
  const world = moving();
  world.setUser(3, 77);
  steps(world, 3);
  world.destroyBody(1);
  steps(world, 1);
  const loaded = carom.load(world.save());
  assert.equal(loaded.hash(), world.hash());
  assert.deepEqual(loaded.bodies(), [0, 2, 3, 4, 5]);
  assert.equal(loaded.user(3), 77);
  assert.equal(loaded.positions[9], Math.fround(world.pose(3).position[0]));
  assert.equal(steps(loaded, 20), steps(world, 20));
  const bad = world.save();
  bad[40] ^= 1;
  refused('BAD_SNAPSHOT', () => carom.load(bad));
  assert.throws(() => carom.load('text'), /must be a Uint8Array/);
});

test('a clone goes its own way', () => {
  const world = moving();
  steps(world, 2);
  const clone = carom.clone(world);
  assert.equal(clone.hash(), world.hash());
  clone.destroyBody(0);
  assert.ok(world.isBody(0) && !clone.isBody(0));
  assert.deepEqual(carom.clone(world, { bodies: [1, 4] }).bodies(), [1, 4]);
});

test('a world goes back', () => {
  const world = moving();
  world.rollbackKeep(16);
  steps(world, 2);
  const saved = world.rollbackSave();
  const first = steps(world, 8);
  world.destroyBody(2);
  const extra = world.add(carom.sphere(1), { position: [0, 40, 0] });
  steps(world, 1);
  world.rollbackRestore(saved);
  assert.ok(world.isBody(2) && !world.isBody(extra));
  assert.equal(steps(world, 8), first);
  refused('BAD_SNAPSHOT', () => world.rollbackRestore(saved.slice(0, 50)));
});

test('a recording is replayed', () => {
  const world = moving();
  const recording = world.record();
  const hash = steps(world, 10);
  const bytes = recording.stop();
  const replay = carom.replay(bytes);
  const outcomes = [];
  for (let i = 0; i < 11; i++) outcomes.push(replay.step());
  assert.deepEqual(outcomes, [...Array(10).fill('same'), 'over']);
  assert.equal(replay.steps, 10);
  assert.equal(replay.hash(), hash);
  replay.dispose();
  replay.dispose();
  assert.throws(() => replay.step(), /the replay is disposed/);
  refused('BAD_SNAPSHOT', () => carom.replay(bytes.slice(1)));
});
