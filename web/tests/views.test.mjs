// What renderers and solvers ask of a world, and the rest of bodies, colliders and polygons.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carom, refused, row } from './helpers.mjs';

test('islands are bodies that touch', () => {
  const world = row(5, 0.75);
  const alone = world.add(carom.sphere(0.5), { position: [0, 9, 0] });
  world.destroyBody(2);
  world.step(0);
  const { islands, stirred } = world.islands();
  assert.deepEqual(islands.map(({ bodies }) => bodies), [[0, 1], [3, 4], [alone]]);
  assert.deepEqual(islands.map(({ contacts }) => contacts), [[0], [1], []]);
  assert.deepEqual(world.contacts().get(1).a.body, 3);
  assert.deepEqual(stirred, []);
  const linked = world.islands({ links: [[1, 3]] }).islands;
  assert.deepEqual(linked.map(({ bodies }) => bodies), [[0, 1, 3, 4], [alone]]);
  const joined = world.islands({ joins: (body) => body !== 1 }).islands;
  assert.deepEqual(joined.map(({ bodies }) => bodies), [[0], [3, 4], [alone]]);
});

test('islands rest, and a neighbour stirs them', () => {
  const world = row(3, 0.75);
  world.step(0);
  world.step(0);
  assert.deepEqual(world.islands().islands.map(({ rests }) => rests), [true]);
  world.setPose(2, [1.5, 0.1, 0]);
  world.step(0);
  const { islands, stirred } = world.islands();
  assert.deepEqual([islands[0].rests, stirred], [false, [1]]);
});

test('what a function of islands throws comes out, and links must be of bodies', () => {
  const world = row(2, 0.75);
  world.step(0);
  assert.throws(() => world.islands({ joins: () => { throw new Error('from the game'); } }), /from the game/);
  assert.throws(() => world.islands({ joins: () => world.destroyBody(0) }), /BUSY/);
  refused('STALE_ID', () => world.islands({ links: [[0, 7]] }));
  assert.equal(world.islands().islands.length, 1);
});

test('lines show shapes, contacts and bounds', () => {
  const world = carom.world();
  world.add(carom.box(1, 1, 1), { kind: 'static' });
  world.add(carom.box(1, 1, 1), { position: [0, 1.75, 0], sensor: true });
  world.step(0);
  const of = (options) => {
    const { parts, count, ends } = world.debugLines(options);
    assert.deepEqual([parts.length, ends.length], [count, 6 * count]);
    return [0, 1, 2, 3, 4, 5, 6].map((part) => parts.filter((other) => other === part).length);
  };
  assert.deepEqual(of({ contacts: false }), [0, 12, 12, 0, 0, 0, 0]);
  assert.deepEqual(of({ shapes: false }), [0, 0, 0, 4, 0, 0, 0]);
  assert.deepEqual(of({ shapes: false, contacts: false, bounds: true }), [0, 0, 0, 0, 24, 0, 0]);
  assert.deepEqual(of({ shapes: false, contacts: false, trees: true }), [0, 0, 0, 0, 0, 12, 0]);
  assert.deepEqual(of({ shapes: false, contacts: false, cells: true }), [0, 0, 0, 0, 0, 0, 0]);
  assert.equal(world.debugLines({ shapes: false, contacts: false }).count, 0);
  const { ends } = world.debugLines({ shapes: false, normalLength: 2, origin: [100, 0, 0] });
  assert.ok(ends[0] < -98 && ends[0] > -102, String(ends[0]));
  assert.ok(Math.abs(Math.abs(ends[4] - ends[1]) - 2) < 1e-5);
  refused('OUT_OF_RANGE', () => world.debugLines({ normalLength: -1 }));
  assert.throws(() => world.debugLines({ colour: true }), /has no colour/);
});

test('surfaces are triangles and lines of shapes', () => {
  const box = carom.shapeMesh(carom.box(1, 2, 3));
  assert.equal(box.indices.length, 36);
  assert.equal(box.positions.length, box.normals.length);
  assert.deepEqual([...new Set(box.positions)].sort(), [-1, -2, -3, 1, 2, 3]);
  assert.equal(carom.shapeLines(carom.disc(1), 8).indices.length, 16);
  assert.equal(carom.shapeLines(carom.disc(1)).indices.length, 64);
  refused('OUT_OF_RANGE', () => carom.shapeMesh(carom.sphere(1), 5000));
  refused('BAD_SIZE', () => carom.shapeMesh(carom.sphere(-1)));
  const world = carom.world();
  const [collider] = world.collidersOf(world.add(carom.box(1, 2, 3)));
  assert.deepEqual(world.meshOf(collider), box);
  assert.equal(world.linesOf(collider).indices.length, 24);
});

test('ids outlive numbers', () => {
  const world = row(2, 3);
  const id = world.idOf(0);
  assert.equal(world.numberOf(id), 0);
  world.destroyBody(0);
  world.step(0);
  assert.equal(world.body(), 0);
  refused('STALE_ID', () => world.numberOf(id));
  assert.throws(() => world.numberOf(0), TypeError);
});

test('bodies and colliders tell what they were given', () => {
  const world = carom.world();
  const body = world.add(carom.box(1, 1, 1), { margin: 0.5 });
  const [collider] = world.collidersOf(body);
  assert.equal(world.kindOf(body), 'kinematic');
  assert.deepEqual([world.isEnabled(body), world.isSwept(body)], [true, false]);
  world.setSwept(body, true, true);
  world.setEnabled(body, false);
  assert.deepEqual([world.isEnabled(body), world.isSwept(body), world.isStopping(body)], [false, true, true]);
  assert.deepEqual([world.marginOf(collider), world.isSensor(collider)], [0.5, false]);
  world.setSensor(collider, true);
  world.setSeesSensors(collider, true);
  world.setSeesStatic(collider, true);
  assert.ok(world.isSensor(collider) && world.seesSensors(collider) && world.seesStatic(collider));
  world.setSensor(collider, false);
  assert.deepEqual(world.massOf(body, 2).mass, 16);
  const other = world.add(carom.box(1, 1, 1), { position: [1, 0, 0] });
  world.setEnabled(body, true);
  world.step(0);
  assert.deepEqual(world.contactCounts(other), { contacts: 1, begins: 1, ends: 0 });
});

test('many colliders at once, all or none', () => {
  const world = carom.world({ planar: true });
  const body = world.body();
  const made = world.colliders(body, [{ shape: carom.disc(1) }, { shape: carom.disc(2), position: [3, 0] }]);
  assert.deepEqual(made, [0, 1]);
  refused('BAD_SIZE', () => world.colliders(body, [{ shape: carom.disc(1) }, { shape: carom.disc(-2) }]));
  assert.equal(world.collidersOf(body).length, 2);
  const square = [0, 0, 6, 0, 6, 6, 0, 6];
  const pieces = world.pieceColliders(body, [square, [2, 2, 2, 4, 4, 4, 4, 2]], { sensor: true });
  assert.ok(pieces.length >= 4 && pieces.every((piece) => world.isSensor(piece)));
  const found = (point) => world.overlapPoint(point).filter(({ collider }) => pieces.includes(collider));
  assert.equal(found([3, 3]).length, 0);
  assert.equal(found([0.37, 5.11]).length, 1);
});

test('batches of overlaps, and casts that ask for anything', () => {
  const world = row(4, 2);
  const shapes = [{ shape: carom.sphere(1), pose: [1, 0, 0] }, { shape: carom.sphere(0.1), pose: [0, 9, 0] }];
  const { rows, offsets } = world.overlapShapes(shapes);
  assert.deepEqual([...offsets], [0, 2, 2]);
  assert.deepEqual(rows.toArray().map(({ body }) => body), [0, 1]);
  assert.equal(world.castShapeAny(carom.sphere(0.1), [0, 5, 0], [0, -9, 0]), true);
  assert.equal(world.castShapeAny(carom.sphere(0.1), [1, 5, 0], [0, -9, 0]), false);
});

test('hits of swept bodies are known by their colliders', () => {
  const world = carom.world();
  world.add(carom.box(1, 0.01, 1), { kind: 'static' });
  const bullet = world.add(carom.sphere(0.1), { position: [0, 5, 0], velocity: [0, -600, 0] });
  world.setSwept(bullet, true);
  world.step(1 / 60);
  assert.equal(world.sweptHitBetween(0, 1).bodyB, bullet);
  world.step(0);
  assert.equal(world.sweptHitBetween(0, 1), null);
});

test('another filter of a world', () => {
  const world = carom.world({ filter: () => false });
  world.add(carom.sphere(1));
  world.add(carom.sphere(1));
  world.step(0);
  assert.equal(world.contacts().count, 0);
  world.setWorldFilter((a, b) => a.body + b.body === 1);
  world.step(0);
  assert.equal(world.contacts().count, 1);
  world.setWorldFilter(null);
  world.step(0);
  assert.equal(world.contacts().count, 1);
});

test('assets tell their triangles and children', () => {
  const mesh = carom.makeMesh([0, 0, 0, 1, 0, 0, 0, 0, 1], [0, 2, 1]);
  assert.deepEqual(mesh.triangle(0).normal, [0, 1, 0]);
  refused('OUT_OF_RANGE', () => mesh.triangle(1));
  assert.throws(() => mesh.deform([0, 0, 0]), /must have 9 numbers/);
  const deforming = carom.makeMesh([0, 0, 0, 1, 0, 0, 0, 0, 1], [0, 2, 1], { deforms: true });
  assert.deepEqual(deforming.deform([0, 1, 0, 1, 1, 0, 0, 1, 1]).triangle(0).corners[0], [0, 1, 0]);
  const field = carom.makeField({ columns: 1, rows: 1, heights: [0, 0, 0, 0] });
  assert.deepEqual(field.triangle(0).normal, [0, 1, 0]);
  const compound = carom.makeCompound([{ shape: carom.sphere(2), position: [1, 0, 0], number: 7 }]);
  const child = compound.child(0);
  assert.deepEqual([child.shape.radius, child.pose.position, child.number], [2, [1, 0, 0], 7]);
});

test('polygons of points', () => {
  const square = [0, 0, 2, 0, 2, 2, 0, 2];
  const other = [1, 1, 3, 1, 3, 3, 1, 3];
  assert.equal(carom.polygonsSeparation(square, other).separation, -1);
  assert.deepEqual([...carom.clipPolygons(square, other)].sort(), [1, 1, 1, 1, 2, 2, 2, 2]);
  assert.equal(carom.minkowskiDifference(square, other).length, 4);
  refused('NOT_CONVEX', () => carom.polygonsSeparation(square, [0, 0, 0, 1, 1, 1]));
  carom.checkRings([square]);
  const crossing = refused('CROSSING', () => carom.checkRings([[0, 0, 2, 2, 2, 0, 0, 2]]));
  assert.equal(crossing.fault.ring, 0);
});

test('assets of another kind or module, and names that are pointers of C, are refused', async () => {
  const { load } = await import('carom');
  const other = await load();
  const polygon = carom.makePolygon([0, 0, 1, 0, 0, 1]);
  const world = carom.world();
  assert.throws(() => world.add(carom.hull(polygon)), /must be of an asset hull/);
  assert.throws(() => world.add(carom.shape('hull', { asset: { kind: 'hull', address: 64 } })), TypeError);
  const foreign = other.hull(other.makeHull([0, 1, 0, 1, 0, 0, 0, 0, 1, -1, 0, -1]));
  assert.throws(() => world.add(foreign), /one of another module/);
  assert.throws(() => carom.clone(other.world()), /must be a World of this module/);
  assert.throws(() => carom.world({ allocator: {} }), /world has no allocator/);
  assert.throws(() => carom.makeMesh([], [], { tasks: 8 }), /mesh has no tasks/);
  assert.throws(() => world.mover({ shape: carom.sphere(1), ground: {} }), /mover has no ground/);
  assert.throws(() => world.closestBodies([0, 0, 0], 1, -1), RangeError);
  assert.throws(() => world.closestBodies([0, 0, 0], 1, 4e9), RangeError);
});

test('what a solver keeps with points, and where points are on bodies', () => {
  assert.equal(row(2, 0.75).pointValues(), null);
  const world = carom.world({ persistentManifolds: true });
  world.add(carom.box(1, 1, 1), { kind: 'static' });
  world.add(carom.box(1, 1, 1), { position: [0, 1.75, 0] });
  world.step(0);
  const values = world.pointValues();
  assert.equal(values.length, 4);
  values.set([1n, 2n, 3n, 2n ** 63n]);
  world.step(0);
  assert.deepEqual([...world.pointValues()], [1n, 2n, 3n, 2n ** 63n]);
  const manifold = carom.collide(carom.box(1, 1, 1), undefined, carom.box(1, 1, 1), [0, 1.75, 0]);
  const anchors = carom.anchors(manifold, undefined, [0, 1.75, 0]);
  assert.deepEqual(anchors.map(({ a, b }) => [a[1], b[1]]), new Array(4).fill([1, -1]));
});

test('supports, all hits of a ray, and poses on the way', () => {
  assert.deepEqual(carom.support(carom.box(1, 2, 3), [10, 0, 0], [1, -1, 1]), [11, -2, 3]);
  const corners = [0, 0, 0, 4, 0, 0, 0, 0, 4, 0, 1, 0, 4, 1, 0, 0, 1, 4];
  const mesh = carom.mesh(carom.makeMesh(corners, [0, 2, 1, 3, 5, 4]));
  const hits = carom.castRayAll(mesh, undefined, [1, 2, 1], [0, -4, 0]);
  assert.deepEqual(hits.map(({ fraction }) => fraction), [0.25, 0.5]);
  assert.deepEqual(carom.motionPose({ start: [0, 0, 0], end: [4, 0, 0] }, 0.25).position, [1, 0, 0]);
  refused('OUT_OF_RANGE', () => carom.motionPose({ start: [0, 0, 0], end: [4, 0, 0] }, 2));
});
