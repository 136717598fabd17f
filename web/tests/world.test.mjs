import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carom, growMemory, refused, row } from './helpers.mjs';

test('contacts and events are rows', () => {
  const world = row(3, 0.75);
  world.step(1 / 64);
  const contacts = world.contacts();
  assert.equal(contacts.count, 2);
  const { array, first, stride, width } = contacts.column('manifold.normal');
  assert.deepEqual([...array.subarray(first + stride, first + stride + width)], [1, 0, 0]);
  const bodies = contacts.column('b.body');
  assert.deepEqual([0, 1].map((i) => bodies.array[bodies.first + i * bodies.stride]), [1, 2]);
  const point = contacts.column('manifold.points.0.position');
  assert.equal(point.array[point.first + point.stride], 1.125);
  assert.throws(() => contacts.column('manifold.points.4.position'), /the rows have no/);
  const events = [...world.events()];
  assert.deepEqual(events.map(({ kind, cause }) => [kind, cause]), [['begin', 'none'], ['begin', 'none']]);
  assert.equal(events[0].contact.a.body, 0);
  assert.equal(events[0].contact.manifold.points[0].separation, -0.25);
  assert.equal(world.contacts(1).count, 2);
  assert.equal(world.contacts(2).get(0).a.body, 1);
});

test('rows are old after the next step', () => {
  const world = row(2, 0.75);
  world.step(0);
  const contacts = world.contacts();
  const events = world.events();
  world.step(0);
  assert.throws(() => contacts.get(0), /these rows are old/);
  assert.throws(() => events.column('kind'), /these rows are old/);
  assert.throws(() => world.contacts().get(1), RangeError);
  assert.throws(() => world.contacts().column('manifold'), /no number or vector/);
  assert.throws(() => world.contacts().column('a.nothing'), /the rows have no a.nothing/);
});

test('an end has its cause, and its body may be gone', () => {
  const world = row(2, 0.75);
  world.step(0);
  world.destroyBody(1);
  world.step(0);
  const [event] = [...world.events()];
  assert.deepEqual([event.kind, event.cause, event.contact.b.body], ['end', 'destroyed', 1]);
  assert.deepEqual(world.bodies(), [0]);
});

test('numbers of destroyed bodies are refused', () => {
  const world = row(2, 3);
  const collider = world.collidersOf(1)[0];
  world.destroyBody(1);
  assert.equal(world.isBody(1), false);
  assert.equal(world.isCollider(collider), false);
  refused('STALE_ID', () => world.setVelocity(1, [0, 0, 0]));
  refused('STALE_ID', () => world.destroyBody(1));
  refused('STALE_ID', () => world.setSensor(collider, true));
  refused('STALE_ID', () => world.pose(77));
  refused('STALE_ID', () => world.pose(-1));
  world.step(0);
  refused('STALE_ID', () => world.velocity(1));
});

test('a slot is used again by another body', () => {
  const world = row(2, 3);
  world.destroyBody(0);
  world.step(0);
  const body = world.add(carom.sphere(1), { position: [9, 0, 0] });
  assert.equal(body, 0);
  assert.deepEqual(world.pose(0).position, [9, 0, 0]);
  assert.equal(world.positions[0], 9);
});

test('poses and velocities are views', () => {
  const world = row(3, 4);
  world.positions.set([1, 2, 3], 3);
  world.velocities.set([0, 0, 64], 6);
  world.push();
  world.pushVelocities();
  world.step(1 / 64);
  assert.deepEqual(world.pose(1).position, [1, 2, 3]);
  assert.equal(world.positions[8], 0);
  world.pull();
  assert.deepEqual([...world.positions.subarray(6, 9)], [8, 0, 1]);
  assert.deepEqual([...world.rotations.subarray(0, 4)], [0, 0, 0, 1]);
});

test('what is pushed leaves out static and destroyed bodies', () => {
  const world = row(4, 4);
  const ground = world.add(carom.box(1, 1, 1), { kind: 'static', position: [0, -9, 0] });
  const last = world.add(carom.sphere(1), { position: [99, 0, 0] });
  world.destroyBody(1);
  for (let i = 0; i < 6; i++) world.positions[3 * i + 1] = 10 + i;
  world.push();
  assert.deepEqual([0, 2, 3, last].map((body) => world.pose(body).position[1]), [10, 12, 13, 15]);
  assert.equal(world.pose(ground).position[1], -9);
});

test('one bad pose refuses all', () => {
  const world = row(3, 4);
  world.positions[0] = 5;
  world.positions[4] = NaN;
  const error = refused('NOT_FINITE', () => world.push());
  assert.match(error.detail, /entry 1/);
  assert.equal(world.pose(0).position[0], 0);
});

test('views are made anew when the memory grows', () => {
  const world = row(3, 4);
  const before = world.positions;
  assert.equal(world.positions, before);
  growMemory();
  assert.equal(before.length, 0);
  assert.equal(world.positions[3], 4);
  world.positions[3] = 5;
  world.push();
  assert.equal(world.pose(1).position[0], 5);
});

test('views are made anew when there are more bodies', () => {
  const world = row(1, 1, { capacity: 1 });
  world.positions[0] = 7;
  for (let i = 1; i < 3000; i++) world.add(carom.sphere(0.5), { position: [2 * i, 0, 0] });
  assert.equal(world.positions[0], 7);
  assert.equal(world.positions[3 * 2999], 5998);
  world.push();
  assert.equal(world.pose(0).position[0], 7);
});

test('positions may be doubles', () => {
  const world = row(1, 1, { double: true });
  assert.ok(world.positions instanceof Float64Array);
  world.positions[0] = 1e8 + 0.125;
  world.push();
  assert.equal(world.pose(0).position[0], 1e8 + 0.125);
});

test('a target is reached', () => {
  const world = row(2, 4);
  world.setTarget(0, [0, 1, 0], 0.5);
  world.positions[4] = 2;
  world.step(0.5);
  assert.equal(world.pose(0).position[1], 1);
  world.pull();
  world.positions[4] = 2;
  world.pushTargets(1);
  world.step(1);
  assert.equal(world.pose(1).position[1], 2);
});

test('a world of the plane turns by angles', () => {
  const world = carom.world({ planar: true });
  const body = world.add(carom.rectangle(2, 0.5), { position: [1, 2], angle: Math.PI / 2 });
  assert.ok(Math.abs(world.pose(body).rotation[2] - Math.SQRT1_2) < 1e-6);
  assert.equal(world.overlapPoint([1, 3.5])[0].body, body);
  refused('WRONG_FAMILY', () => world.add(carom.sphere(1)));
  refused('NOT_PLANAR', () => world.setPose(body, [0, 0, 1]));
});

test('filters, sensors and users', () => {
  const world = carom.world();
  const a = world.add(carom.sphere(1), { category: 2, user: 4000000000 });
  const b = world.add(carom.sphere(1), { mask: 4, sensor: true });
  world.step(0);
  assert.equal(world.contacts().count, 0);
  const [collider] = world.collidersOf(b);
  world.setFilter(collider, { category: 1, mask: 2 });
  world.step(0);
  const contact = world.contacts().get(0);
  assert.deepEqual([contact.a.category, contact.a.bodyUser, contact.sensor], [2, 4000000000, true]);
  assert.equal(world.user(a), 4000000000);
  world.setContactValue(...[a, b].map((body) => world.collidersOf(body)[0]), 2n ** 63n);
  assert.equal(world.contactBetween(0, 1).value, 2n ** 63n);
});

test('a disabled body touches nothing', () => {
  const world = row(2, 0.5);
  world.setEnabled(0, false);
  world.step(0);
  assert.equal(world.contacts().count, 0);
  assert.equal(world.contactBetween(0, 1), null);
});

test('swept bodies report what they meet', () => {
  const world = carom.world();
  world.add(carom.box(1, 0.01, 1), { kind: 'static' });
  const bullet = world.add(carom.sphere(0.1), { position: [0, 5, 0], velocity: [0, -600, 0] });
  world.setSwept(bullet, true, true);
  world.step(1 / 60);
  assert.equal(world.sweptHits().count, 1);
  assert.equal(world.sweptHits().get(0).bodyB, bullet);
  assert.ok(Math.abs(world.pose(bullet).position[1] - 0.11) < 1e-3);
});

test('a cleared world is empty', () => {
  const world = row(2, 0.5);
  world.step(0);
  world.clear();
  assert.deepEqual([...world.events()].map((event) => event.cause), ['cleared']);
  assert.deepEqual(world.bodies(), []);
  assert.equal(world.counts().kinematicBodies, 0);
});
