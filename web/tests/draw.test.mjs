// carom/canvas and carom/three, on stand-ins for a canvas and for three.js that keep what they are told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Picture } from 'carom/canvas';
import { Figures } from 'carom/three';
import { carom } from './helpers.mjs';

class Path {
  calls = [];
  moveTo(...at) { this.calls.push(['moveTo', ...at]); }
  lineTo(...at) { this.calls.push(['lineTo', ...at]); }
  closePath() { this.calls.push(['closePath']); }
}
globalThis.Path2D = Path;

/** A 2D context whose `drawn` has what was filled and stroked, with the transform of the time. */
function canvas() {
  const drawn = [];
  let matrix;
  const note = (name) => (...what) => drawn.push({ name, what, matrix, colour: context.fillStyle });
  const context = {
    canvas: { width: 200, height: 100 }, drawn,
    setTransform: (...to) => { matrix = to; },
    clearRect() {}, fill: note('fill'), stroke: note('stroke'), fillRect: note('fillRect'),
  };
  return context;
}

test('a picture fills each collider where its body is', () => {
  const world = carom.world({ planar: true });
  world.add(carom.rectangle(1, 0.5), { position: [2, 3], angle: Math.PI / 2 });
  const context = canvas();
  const picture = new Picture(context, world, { center: [2, 0], scale: 10, fill: () => 'red' });
  picture.draw();
  const [fill] = context.drawn.filter(({ name }) => name === 'fill');
  const calls = fill.what[0].calls.map(([name]) => name);
  assert.deepEqual(calls, ['moveTo', 'lineTo', 'lineTo', 'lineTo', 'closePath']);
  assert.deepEqual(fill.matrix.map((x) => Math.round(x) + 0), [0, -10, -10, 0, 100, 20]);
  assert.equal(fill.colour, 'red');
  assert.deepEqual(picture.toCanvas(2, 3), [100, 20]);
  assert.deepEqual(picture.toWorld(100, 20), [2, 3]);
});

test('a picture shows changes, local poses, sensors and contacts', () => {
  const world = carom.world({ planar: true });
  const body = world.body({ position: [0, 0] });
  world.collider(body, carom.rectangle(1, 1), { position: [5, 0] });
  const context = canvas();
  const picture = new Picture(context, world, { scale: 1 });
  picture.draw();
  const corners = context.drawn.find(({ name }) => name === 'fill').what[0].calls.slice(0, -1);
  assert.deepEqual([...new Set(corners.map(([, x]) => x))].sort(), [4, 6]);
  world.add(carom.disc(1), { position: [6.5, 0], sensor: true });
  picture.paint(body, 'blue');
  world.step(0);
  context.drawn.length = 0;
  picture.draw();
  assert.deepEqual(context.drawn.map(({ name }) => name), ['fill', 'stroke', 'stroke', 'fillRect']);
  assert.equal(context.drawn[0].colour, 'blue');
  world.setEnabled(body, false);
  context.drawn.length = 0;
  picture.draw();
  assert.equal(context.drawn.filter(({ name }) => name === 'stroke').length, 1);
});

test('a picture keeps the point under the pointer as it grows', () => {
  const picture = new Picture(canvas(), carom.world({ planar: true }));
  const before = picture.toWorld(30, 40);
  picture.zoom(2, 30, 40);
  assert.equal(picture.scale, 64);
  assert.deepEqual(picture.toWorld(30, 40), before);
  picture.pan(10, -5);
  assert.deepEqual(picture.toWorld(40, 35), before);
  assert.throws(() => new Picture(canvas(), carom.world(), { colour: 1 }), /has no colour/);
});

// Of three.js as much as Figures uses.
const three = {
  Group: class {
    children = [];
    add(child) { this.children.push(child); }
    remove(child) { this.children = this.children.filter((other) => other !== child); }
  },
  Color: class {
    constructor(colour) { this.colour = colour; }
    toArray() { return [1, 0.5, 0]; }
  },
  BufferAttribute: class { constructor(array, width) { Object.assign(this, { array, width }); } },
  BufferGeometry: class {
    attributes = {};
    setAttribute(name, attribute) { this.attributes[name] = attribute; }
    setIndex(index) { this.index = index; }
    dispose() { this.disposed = true; }
  },
  InstancedMesh: class {
    colours = [];
    instanceColor = {};
    constructor(geometry, material, count) {
      const instanceMatrix = { array: new Float32Array(16 * count) };
      Object.assign(this, { geometry, material, count, instanceMatrix });
    }
    setColorAt(i, { colour }) { this.colours[i] = colour; }
    dispose() {}
  },
  LineSegments: class { constructor(geometry, material) { Object.assign(this, { geometry, material }); } },
  LineBasicMaterial: class { dispose() {} },
  MeshStandardMaterial: class {},
};

test('figures draw bodies of one shape at once', () => {
  const world = carom.world();
  world.add(carom.box(1, 1, 1), { position: [1, 2, 3] });
  world.add(carom.sphere(1));
  const rotation = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
  const last = world.add(carom.box(1, 1, 1), { rotation, kind: 'static' });
  world.collider(last, carom.sphere(1), { position: [1, 0, 0] });
  const figures = new Figures(three, world, { colour: (body, fixed) => (fixed ? 'grey' : 'green') });
  figures.update();
  const [boxes, spheres] = figures.group.children;
  assert.deepEqual([boxes.count, spheres.count], [2, 2]);
  assert.deepEqual(boxes.colours, ['green', 'grey']);
  assert.equal(boxes.geometry.index.array.length, 36);
  const { array } = boxes.instanceMatrix;
  assert.deepEqual([...array.subarray(0, 16)], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1]);
  const turned = [...array.subarray(16, 28)];
  assert.deepEqual(turned.map((x) => Math.round(x) + 0), [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0]);
  const place = [...spheres.instanceMatrix.array.subarray(28)];
  assert.deepEqual(place.map((x) => Math.round(x) + 0), [0, 0, -1, 1]);
  assert.equal(figures.bodyOf({ object: boxes, instanceId: 1 }), last);
});

test('figures follow what changes and keep geometries', () => {
  const world = carom.world();
  world.add(carom.box(1, 1, 1));
  const figures = new Figures(three, world);
  figures.update();
  const [{ geometry }] = figures.group.children;
  world.add(carom.box(1, 1, 1), { position: [1.5, 0, 0] });
  figures.update();
  assert.equal(figures.group.children[0].geometry, geometry);
  assert.equal(figures.group.children[0].count, 2);
  figures.paint(1, 'pink');
  assert.equal(figures.group.children[0].colours[1], 'pink');
  world.step(0);
  figures.debug({ shapes: false });
  const lines = figures.group.children[1];
  const { count } = world.debugLines({ shapes: false });
  assert.equal(lines.geometry.attributes.position.array.length, 6 * count);
  assert.deepEqual([...lines.geometry.attributes.color.array.subarray(3, 6)], [1, 0.5, 0]);
  world.clear();
  figures.update();
  assert.equal(geometry.disposed, true);
  figures.dispose();
  assert.deepEqual(figures.group.children, []);
});
