import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carom, growMemory, refused, row } from './helpers.mjs';

test('rays hit the nearest, all, or any', () => {
  const world = row(5, 2);
  const hit = world.castRay([-10, 0, 0], [100, 0, 0]);
  assert.deepEqual([hit.body, hit.normal], [0, [-1, 0, 0]]);
  assert.ok(Math.abs(hit.point[0] + 0.5) < 1e-6);
  assert.equal(world.castRay([-10, 0, 0], [100, 0, 0], { ignore: 0 }).body, 1);
  assert.equal(world.castRay([0, 5, 0], [0, 1, 0]), null);
  const all = world.castRayAll([-10, 0, 0], [100, 0, 0]);
  assert.deepEqual(all.map(({ body }) => body), [0, 1, 2, 3, 4]);
  assert.equal(world.castRayAny([-10, 0, 0], [5, 0, 0]), false);
  assert.equal(world.castRayAny([-10, 0, 0], [10, 0, 0]), true);
});

test('more answers than there was room for first', () => {
  const world = row(300, 1.5);
  const all = world.castRayAll([-10, 0, 0], [1000, 0, 0]);
  assert.deepEqual(all.map(({ body }) => body), [...Array(300).keys()]);
});

test('batches of rays are rows and bytes', () => {
  const world = row(3, 2);
  const rays = [0, 9, 0, 0, -20, 0, 1, 9, 0, 0, -20, 0, 4, 9, 0, 0, -20, 0];
  const hits = world.castRays(rays);
  assert.deepEqual([...hits].map(({ body }) => body), [0, -1, 2]);
  assert.deepEqual([...world.castRaysAny(Float32Array.from(rays))], [1, 0, 1]);
  world.castRays(rays.slice(6), { mask: 1 });
  assert.throws(() => hits.get(0), /these rows are old/);
  assert.throws(() => world.castRays([1, 2, 3]), /multiple of 6/);
  assert.equal(world.castRays([]).count, 0);
});

test('accept decides about each collider', () => {
  const world = row(4, 2);
  const asked = [];
  const accept = (body, collider) => {
    asked.push([body, collider]);
    growMemory();
    return body > 1;
  };
  assert.equal(world.castRay([-10, 0, 0], [100, 0, 0], { accept }).body, 2);
  assert.ok(asked.some(([body, collider]) => body === 0 && collider === 0));
});

test('what accept throws comes out of the query', () => {
  const world = row(4, 2);
  const accept = () => {
    throw new Error('from the game');
  };
  assert.throws(() => world.castRay([-10, 0, 0], [100, 0, 0], { accept }), /from the game/);
  assert.throws(() => world.castRays([-10, 0, 0, 100, 0, 0], { accept }), /from the game/);
  assert.equal(world.castRay([-10, 0, 0], [100, 0, 0]).body, 0);
});

test('accept must change nothing', () => {
  const world = row(4, 2);
  const changes = [
    () => world.step(0), () => world.clear(), () => world.dispose(), () => world.add(carom.sphere(1)),
    () => world.destroyBody(3), () => world.push(), () => world.setSensor(0, true),
    () => world.setPose(0, [0, 0, 0]),
  ];
  for (const accept of changes) {
    refused('BUSY', () => world.castRay([-10, 0, 0], [100, 0, 0], { accept }));
    const mover = world.mover({ shape: carom.sphere(0.5), position: [-2, 0, 0], filter: { accept } });
    refused('BUSY', () => mover.move([9, 0, 0]));
  }
  world.step(0);
  assert.deepEqual(world.bodies(), [0, 1, 2, 3]);
});

test('accept may ask the world itself', () => {
  const world = row(4, 2);
  const accept = (body) => world.overlapPoint([2 * body, 0, 0]).length === 1 && body === 3;
  assert.equal(world.castRay([-10, 0, 0], [100, 0, 0], { accept }).body, 3);
});

test('overlaps of shapes, points, regions and planes', () => {
  const world = row(5, 2);
  const bodies = (found) => found.map(({ body }) => body);
  assert.deepEqual(bodies(world.overlapShape(carom.box(1.6, 1, 1), [2, 0, 0])), [0, 1, 2]);
  assert.deepEqual(bodies(world.overlapPoint([4.25, 0, 0])), [2]);
  assert.deepEqual(bodies(world.overlapRegion([3, -1, -1], [7, 1, 1])), [2, 3]);
  const sides = [1, 0, 0, 1, -1, 0, 0, 1, 0, 1, 0, 1, 0, -1, 0, 1, 0, 0, 1, 1, 0, 0, -1, 1];
  assert.deepEqual(bodies(world.overlapPlanes(sides, [6, 0, 0])), [3]);
  const { rows, offsets } = world.overlapRegions([3, -1, -1, 7, 1, 1, 90, 0, 0, 91, 1, 1, -1, 0, 0, 1, 1, 1]);
  assert.deepEqual([...offsets], [0, 2, 2, 3]);
  assert.deepEqual(bodies(rows.toArray()), [2, 3, 0]);
});

test('what is near', () => {
  const world = row(5, 2);
  const near = world.closest([2.75, 0, 0], 1);
  assert.deepEqual([near.body, near.distance], [1, 0.25]);
  assert.equal(world.closest([0, 50, 0], 1), null);
  assert.deepEqual([...world.closestMany([0, 2, 0, 4, 3, 0], 9)].map(({ body }) => body), [0, 2]);
  assert.deepEqual(world.closestBodies([2.25, 0, 0], 9, 2).map(({ body }) => body), [1, 2]);
  assert.equal(world.bodyDistance(0, 2).distance, 3);
});

test('shapes are cast', () => {
  const world = row(3, 4);
  const hit = world.castShape(carom.sphere(0.5), [-10, 0, 0], [20, 0, 0]);
  assert.ok(hit.body === 0 && Math.abs(hit.fraction - 0.45) < 1e-3);
  assert.equal(world.castShapeAll(carom.sphere(0.5), [-10, 0, 0], [30, 0, 0]).length, 3);
  assert.equal(world.castShape(carom.sphere(0.5), [-10, 9, 0], [20, 0, 0]), null);
  const moving = [0, 9, 4].map((x) => ({ shape: carom.sphere(1), pose: [x, 5, 0], translation: [0, -9, 0] }));
  assert.deepEqual([...world.castShapes(moving)].map(({ body }) => body), [0, 2, 1]);
});

test('bad numbers are refused', () => {
  const world = row(1, 1);
  refused('NOT_FINITE', () => world.castRay([NaN, 0, 0], [1, 0, 0]));
  refused('OUT_OF_RANGE', () => world.closest([0, 0, 0], -1));
  refused('STALE_ID', () => world.bodyDistance(0, 5));
  refused('BAD_SIZE', () => world.overlapShape(carom.sphere(0), [0, 0, 0]));
  assert.throws(() => world.castRay('here', [1, 0, 0]), /origin must be a vector/);
  assert.throws(() => world.castRay([0, 0, 0], [1, 0, 0], { mak: 1 }), /has no mak/);
  assert.throws(() => world.castRay([0, 0, 0], [1, 0, 0], { touching: 'maybe' }), /must be one of overlaps/);
});

test('movers stand, slide and meet', () => {
  const world = carom.world();
  world.add(carom.box(10, 0.5, 10), { kind: 'static', position: [0, -0.5, 0] });
  const wall = world.add(carom.box(0.5, 5, 5), { kind: 'static', position: [3, 0, 0] });
  const mover = world.mover({ shape: carom.capsule([0, 0.5, 0], [0, 1.5, 0], 0.5), position: [0, 0.1, 0] });
  let result = mover.move([0, -1, 0]);
  assert.equal(mover.footing, 'onGround');
  assert.equal(mover.ground.body, 0);
  result = mover.move([5, 0, 1]);
  assert.ok(mover.position[0] < 2 && mover.position[0] > 1.9 && mover.position[2] > 0.9);
  assert.ok(result.planes.some(({ body }) => body === wall));
  assert.ok(Math.abs(mover.clip(result, [1, 0, 1])[0]) < 1e-6);
  mover.filter = { accept: (body) => body !== wall };
  mover.position = [0, 0.1, 0];
  assert.equal(mover.footing, 'inAir');
  mover.move([5, -0.05, 0]);
  assert.ok(mover.position[0] > 4.9);
  refused('NOT_FINITE', () => mover.move([NaN, 0, 0]));
  mover.dispose();
  mover.dispose();
  assert.throws(() => mover.move([0, 0, 0]), /the mover is disposed/);
});

test('large calls give their room back, also when they are refused', () => {
  const world = row(1, 1);
  const rays = new Float32Array(6 * 50_000).fill(1);
  const bad = Float32Array.from(rays).fill(NaN, 60, 66);
  world.castRaysAny(rays);
  const before = carom.raw.memory.buffer.byteLength;
  for (let i = 0; i < 20; i++) {
    world.castRaysAny(rays);
    refused('NOT_FINITE', () => world.castRaysAny(bad));
  }
  assert.ok(carom.raw.memory.buffer.byteLength <= before + (1 << 20));
});
