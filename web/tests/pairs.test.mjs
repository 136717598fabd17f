import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carom, refused } from './helpers.mjs';

const cube = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [x, y, z])));

test('two shapes without a world', () => {
  const [box, ball] = [carom.box(1, 1, 1), carom.sphere(0.5)];
  const found = carom.collide(box, [0, 0, 0], ball, [0, 1.25, 0]);
  assert.deepEqual([found.normal, found.points.length], [[0, 1, 0], 1]);
  assert.equal(found.points[0].separation, -0.25);
  assert.equal(carom.collide(box, [0, 0, 0], ball, [0, 3, 0]), null);
  assert.equal(carom.collideWithin(box, [0, 0, 0], ball, [0, 2, 0], 1).points[0].separation, 0.5);
  assert.equal(carom.overlap(box, [0, 0, 0], ball, [0, 1.25, 0]), true);
  assert.equal(carom.distance(box, [0, 0, 0], ball, [0, 3, 0]).distance, 1.5);
  assert.equal(carom.signedDistance(box, [0, 0, 0], ball, [0, 1.25, 0]).distance, -0.25);
  assert.equal(carom.castRay(box, [0, 0, 0], [0, 5, 0], [0, -8, 0]).fraction, 0.5);
  assert.equal(carom.distanceToPoint(ball, [1, 0, 0], [3, 0, 0]).distance, 1.5);
  assert.deepEqual(carom.bounds(carom.box(1, 2, 3)).max, [1, 2, 3]);
  assert.equal(carom.mass(box, 2).mass, 16);
});

test('casts and times of impact', () => {
  const ball = carom.sphere(0.5);
  const cast = carom.castShape(ball, [0, 0, 0], ball, [-5, 0, 0], [8, 0, 0]);
  assert.ok(cast.hit && Math.abs(cast.fraction - 0.5) < 1e-3);
  const still = { start: [0, 0, 0], end: [0, 0, 0] };
  const moving = { start: [-5, 0, 0], end: { position: [3, 0, 0] } };
  const found = carom.timeOfImpact(ball, still, ball, moving, 0.01);
  assert.ok(found.hit && Math.abs(found.fraction - 0.5) < 1e-2);
});

test('batches of pairs', () => {
  const things = [0, 0.75, 3].map((x) => ({ shape: carom.sphere(0.5), position: [x, 0, 0] }));
  const batch = carom.batch(things);
  const pairs = new Uint32Array([0, 1, 0, 2, 1, 2]);
  assert.deepEqual([...batch.overlap(pairs)], [1, 0, 0]);
  const manifolds = batch.collide(pairs);
  assert.deepEqual([...manifolds].map(({ pointCount }) => pointCount), [1, 0, 0]);
  assert.deepEqual([...batch.distance(pairs)].map(({ distance }) => distance), [0, 2, 1.25]);
  assert.throws(() => manifolds.get(0), /old/);
  assert.equal(batch.signedDistance([0, 1]).get(0).distance, -0.25);
  refused('OUT_OF_RANGE', () => batch.collide([0, 3]));
  batch.dispose();
  assert.throws(() => batch.collide(pairs), /the batch is disposed/);
});

test('hulls, polygons and chains of typed arrays', () => {
  const hull = carom.makeHull(Float32Array.from([...cube, 0, 0, 0]));
  assert.equal(hull.vertices.length, 24);
  assert.equal(hull.describe().faceCount, 6);
  assert.equal(carom.overlap(carom.hull(hull), [0, 0, 0], carom.sphere(1), [1.9, 0, 0]), true);
  assert.equal(carom.makeHull(cube, { most: 5 }).vertices.length, 15);
  const planes = [1, 0, 0, 1, -1, 0, 0, 1, 0, 1, 0, 1, 0, -1, 0, 1, 0, 0, 1, 1, 0, 0, -1, 1];
  assert.equal(carom.makeHullOfPlanes(planes).describe().volume, 8);
  assert.equal(carom.makePolygon([0, 0, 1, 0, 0, 1]).describe().area, 0.5);
  const world = carom.world({ planar: true });
  const chain = carom.makeChain([-5, 0, 0, 0, 5, 0], { oneSided: true });
  const ground = world.body({ kind: 'static' });
  assert.equal(world.chainColliders(ground, chain).length, 2);
  const [behind, before] = [0.4, -0.4].map((y) => world.add(carom.disc(0.5), { position: [2, y] }));
  world.step(0);
  const grounds = (ball) => [...world.contacts(ball)].filter(({ a }) => a.body === ground).length;
  assert.deepEqual([behind, before].map(grounds), [0, 1]);
  refused('FLAT', () => carom.makeHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]));
  assert.throws(() => carom.makeHull([1, 2]), /multiple of 3/);
  assert.throws(() => carom.makeHull(7), TypeError);
});

test('meshes of typed arrays', () => {
  const mesh = carom.makeMesh(
    new Float32Array([-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1]), new Uint16Array([0, 2, 1, 0, 3, 2]),
    { materials: [3, 4] });
  assert.equal(mesh.report.borderEdges, 4);
  const world = carom.world();
  world.add(carom.mesh(mesh), { kind: 'static' });
  const hit = world.castRay([0.5, 1, -0.5], [0, -2, 0]);
  assert.deepEqual([hit.mesh.triangle, hit.mesh.material], [0, 3]);
  assert.ok(carom.collidePatches(carom.mesh(mesh), undefined, carom.sphere(0.5), [0, 0.4, 0]).length >= 1);
  const box = world.add(carom.box(0.5, 0.5, 0.5), { position: [0, 0.25, 0] });
  world.step(0);
  const contacts = world.contacts(box);
  const patches = world.patches(contacts, 0);
  assert.equal(patches.length, contacts.get(0).patchCount);
  assert.deepEqual([patches[0].materialA, patches[0].points.length], [3, 4]);
  world.add(carom.sphere(0.5), { position: [0, 1.125, 0] });
  world.step(0);
  const [convex] = [0, 1].filter((i) => world.contacts().get(i).patchCount === 0);
  const [{ points, normal }] = world.patches(world.contacts(), convex);
  assert.deepEqual([points.length, normal], [1, [0, 1, 0]]);
  assert.throws(() => world.patches(contacts, 0), /old/);
  assert.throws(() => world.patches(world.contacts(), 2), RangeError);
  refused('OUT_OF_RANGE', () => carom.makeMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 3]));
  const soft = carom.makeMesh([0, 0, 0, 1, 0, 0, 0, 0, 1], [0, 2, 1], { deforms: true });
  assert.equal(soft.deform([0, 2, 0, 1, 2, 0, 0, 2, 1]).describe().bounds.max[1], 2);
});

test('fields of heights', () => {
  const field = carom.makeField({ columns: 2, rows: 1, heights: [0, 0, 0, 1, 1, 1], sides: 'oneSided' });
  assert.equal(field.ground(0.5, 0.5).height, 0.5);
  const edited = field.edit(0, 0, { columns: 0, rows: 0, heights: [5] });
  assert.equal(edited.ground(0, 0).height, 5);
  assert.equal(field.ground(0, 0).height, 0);
  assert.throws(() => carom.makeField({ columns: 2, rows: 1, heights: [0] }), /heights must have 6 numbers/);
});

test('compounds of shapes', () => {
  const compound = carom.makeCompound([
    { shape: carom.sphere(1), position: [-2, 0, 0], number: 7 },
    { shape: carom.box(1, 1, 1), position: [2, 0, 0], number: 8 },
  ]);
  const world = carom.world();
  world.add(carom.compound(compound));
  assert.equal(world.castRay([-9, 0, 0], [20, 0, 0]).child, 7);
  const flat = carom.makeCompound([{ shape: carom.disc(1), position: [1, 0], angle: 1 }]);
  assert.equal(carom.compound(flat).kind, 'planarCompound');
});

test('polygons with holes are cut', () => {
  const pieces = carom.cutRings([[0, 0, 4, 0, 4, 4, 0, 4], [1, 1, 3, 1, 3, 3, 1, 3]]);
  assert.ok(pieces.length >= 4);
  const area = (ring) => carom.makePolygon(ring).describe().area;
  assert.equal(pieces.reduce((sum, piece) => sum + area(piece), 0), 12);
  refused('CROSSING', () => carom.cutRings([[0, 0, 1, 1, 1, 0, 0, 1]]));
});

test('every kind of shape is accepted', () => {
  const [a, b] = [[0, -0.5, 0], [0, 0.5, 0]];
  const spatial = [
    carom.sphere(1), carom.capsule(a, b, 1), carom.taperedCapsule(a, b, 1, 0.75), carom.box(1, 1, 1),
    carom.box(1, 1, 1, 0.25), carom.cylinder(1, 1), carom.cone(1, 1), carom.frustum(1, 1, 0.5),
    carom.ellipsoid(1, 2, 3), carom.triangle([0, 0, 0], [1, 0, 0], [0, 0, 1]),
    carom.shape('box', { half: { x: 1, y: 1, z: 1 } }),
  ];
  const planar = [
    carom.disc(1), carom.ellipse(1, 2), carom.halfDisc(1), carom.stadium([0, 0], [1, 0], 0.5),
    carom.rectangle(1, 1), carom.rectangle(1, 1, 0.25), carom.segment([-1, 0], [1, 0]),
    carom.polygon(carom.makePolygon([-1, 0, 1, 0, 0, 1])),
    carom.chainLink(carom.makeChain([-1, 0, 1, 0]), 0),
  ];
  for (const shape of spatial) assert.equal(carom.overlap(shape, undefined, carom.sphere(0.5), a), true);
  for (const shape of planar) assert.equal(carom.overlap(shape, undefined, carom.disc(0.5), undefined), true);
  assert.equal(carom.overlap(carom.halfSpace(1), undefined, carom.sphere(0.5), a), true);
  assert.equal(carom.overlap(carom.halfPlane(1), undefined, carom.disc(0.5), undefined), true);
  assert.throws(() => carom.shape('blob', {}), /no kind of shape "blob"/);
});
