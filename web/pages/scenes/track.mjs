// Track: cars on a road of triangles, which they feel by rays, and each other, which they see by casts.
import { load } from 'carom';
import { choice, page, readout, run } from '../kit/frame.mjs';
import { hold } from '../kit/keys.mjs';
import { colours } from '../kit/plane.mjs';
import { Space } from '../kit/space.mjs';

const [PARTS, WIDTH, CARS] = [300, 7, 16];
const [ROAD, CAR, KERB] = [1, 2, 4]; // categories
const HALF = [0.55, 0.32, 1.1]; // of a car, which looks along z

const carom = await load();
const world = carom.world({ capacity: 2 * CARS + 3 });
const space = new Space(document.querySelector('#stage'), { eye: [0, 42, 46], fog: [60, 150] });

// ---- The road: a closed curve with hills, banked in its bends ----

function middle(part) {
  const angle = 2 * Math.PI * part / PARTS;
  const far = 21 + 4 * Math.sin(2 * angle) + 2.4 * Math.cos(3 * angle);
  return [1.35 * far * Math.cos(angle), 1.6 + 1.6 * Math.sin(2 * angle + 1), far * Math.sin(angle)];
}

/** The direction of the road in the ground plane, and to its right. */
function directions(part) {
  const [a, b] = [middle(part - 0.5), middle(part + 0.5)];
  const [x, z] = [b[0] - a[0], b[2] - a[2]];
  const length = Math.hypot(x, z);
  return { ahead: [x / length, z / length], right: [-z / length, x / length] };
}

function bank(part) {
  const [before, after] = [directions(part - 4).ahead, directions(part + 4).ahead];
  return 0.5 * (before[0] * after[1] - before[1] * after[0]);
}

/** A point of the road: so far to the right of its middle, so far above it. */
function roadPoint(part, right, above = 0) {
  const [x, y, z] = middle(part);
  const { right: [u, v] } = directions(part);
  return [x + u * right, y - right * bank(part) + above, z + v * right];
}

/** A band of triangles along the whole track, between two lines: [right, above] of each. */
function band(lines) {
  const points = Array.from({ length: PARTS }, (_, part) => lines.map((line) => roadPoint(part, ...line)));
  const triangles = [];
  for (let part = 0; part < PARTS; part++) {
    for (let i = 0; i + 1 < lines.length; i++) {
      const [a, b] = [part, (part + 1) % PARTS].map((at) => at * lines.length + i);
      triangles.push(a, a + 1, b, a + 1, b + 1, b);
    }
  }
  return [points.flat(2), triangles];
}

const edge = WIDTH / 2;
const road = band([[-edge, 0], [-edge / 2, 0], [0, 0], [edge / 2, 0], [edge, 0]]);
const kerbs = [-1, 1].map((side) => band([[side * edge, -0.5], [side * edge, 0.7], [side * (edge + 0.4), 0.7],
  [side * (edge + 0.4), -0.5]]));

const asphalt = world.add(carom.mesh(carom.makeMesh(...road)), { kind: 'static', category: ROAD });
for (const kerb of kerbs) world.add(carom.mesh(carom.makeMesh(...kerb)), { kind: 'static', category: KERB });

// ---- The cars ----

const shape = carom.box(...HALF);
const cabin = carom.box(0.42, 0.22, 0.55);

const cars = Array.from({ length: CARS }, (_, i) => {
  const part = 6 * (i >> 1);
  const lane = i % 2 ? 1.7 : -1.7;
  const [x, y, z] = roadPoint(part, lane, 0.5);
  const { ahead } = directions(part);
  const body = world.add(shape, { position: [x, y, z], category: CAR });
  // It only looks like a part of the car, and touches nothing.
  const roof = world.body({ position: [x, y, z] });
  world.collider(roof, cabin, { position: [0, 0.5, -0.15], category: 8, mask: 0 });
  return {
    body, roof, x, y, z, part, heading: Math.atan2(...ahead), speed: 6, lane, top: 9 + (i * 7 % 5),
  };
});
const paints = new Map([[asphalt, '#3d4f4c'], [cars[0].body, colours.yellow]]);
cars.slice(1).forEach(({ body }, i) => paints.set(body, [colours.red, colours.ivory, colours.chalk][i % 3]));
cars.forEach(({ roof }) => paints.set(roof, '#17312e'));
space.show(world, (body) => paints.get(body) ?? colours.ivory);

/** The part of the road that a car is at: near where it was. */
function advance(car) {
  for (;;) {
    const [x, , z] = middle(car.part + 1);
    const { ahead: [u, v] } = directions(car.part + 1);
    if ((car.x - x) * u + (car.z - z) * v < 0) return;
    car.part++;
  }
}

/** What a box that is cast ahead meets, if that is a car in front: how far away, from 0 to 1, and the car. */
function lookAhead(car) {
  const [sin, cos] = [Math.sin(car.heading), Math.cos(car.heading)];
  const way = [4 * sin, 0, 4 * cos];
  const hit = world.castShape(shape, world.pose(car.body), way, { mask: CAR, ignore: car.body });
  const other = hit && cars.find(({ body }) => body === hit.body);
  const inFront = other && (other.x - car.x) * sin + (other.z - car.z) * cos > HALF[2];
  return inFront ? { fraction: hit.fraction, other } : null;
}

/** Steers to a point of its lane ahead, and slows down and goes around a car in front. */
function drive(car) {
  const ahead = lookAhead(car);
  if (ahead) car.lane = ahead.other.lane > 0 ? -1.8 : 1.8;
  const [x, , z] = roadPoint(car.part + 6, car.lane);
  const wanted = Math.atan2(x - car.x, z - car.z);
  const turn = Math.atan2(Math.sin(wanted - car.heading), Math.cos(wanted - car.heading));
  const speed = ahead ? Math.max(3, car.top * ahead.fraction) : car.top;
  return { turn: Math.max(-1, Math.min(1, 3 * turn)), gas: Math.sign(speed - car.speed) };
}

const held = hold(
  { left: ['ArrowLeft', 'a'], right: ['ArrowRight', 'd'], gas: ['ArrowUp', 'w'], brake: ['ArrowDown', 's'] },
  { left: '←', right: '→', brake: '↓', gas: '↑' },
);
let reader = false; // drives the yellow car

function input(car) {
  reader ||= Object.values(held).some(Boolean);
  if (car !== cars[0] || !reader) return drive(car);
  return { turn: held.left - held.right, gas: held.gas ? 1 : held.brake ? -1.5 : -0.3 };
}

function move(car, seconds) {
  const { turn, gas } = input(car);
  car.speed = Math.min(Math.max(car.speed + 9 * gas * seconds, -4), 16);
  car.heading += 1.9 * turn * seconds * Math.min(1, car.speed / 5);
  car.x += Math.sin(car.heading) * car.speed * seconds;
  car.z += Math.cos(car.heading) * car.speed * seconds;
  advance(car);
}

// ---- The wheels ----

const wheels = [[-1, 1], [1, 1], [1, -1], [-1, -1]]; // to the right and ahead
const rays = new Float64Array(6 * 4 * CARS);

/** From above each wheel down to the road. */
function aimRays() {
  cars.forEach(({ x, y, z, heading }, i) => {
    const [sin, cos] = [Math.sin(heading), Math.cos(heading)];
    wheels.forEach(([side, along], k) => {
      const [right, ahead] = [side * HALF[0], along * HALF[2]];
      const from = [x - cos * right + sin * ahead, y + 2, z + sin * right + cos * ahead];
      rays.set([...from, 0, -6, 0], 6 * (4 * i + k));
    });
  });
}

/** The rotation whose z looks along a heading, and whose y is a normal. */
function rotationOf(heading, [x, y, z]) {
  const [half, length] = [heading / 2, Math.hypot(x, y, z)];
  const tilt = [z / length, 0, -x / length, 1 + y / length]; // from up to the normal, not yet of length 1
  const [sin, cos, size] = [Math.sin(half), Math.cos(half), Math.hypot(...tilt)];
  const [u, , w, s] = tilt.map((part) => part / size);
  return [u * cos - w * sin, s * sin, w * cos + u * sin, s * cos];
}

/** Puts a car on the plane through its wheels. */
function settle(car, i, heights, seconds) {
  const [frontLeft, frontRight, backRight, backLeft] = heights;
  const [sin, cos] = [Math.sin(car.heading), Math.cos(car.heading)];
  const climb = (frontLeft + frontRight - backLeft - backRight) / (4 * HALF[2]);
  const lean = (frontRight + backRight - frontLeft - backLeft) / (4 * HALF[0]);
  const normal = [-climb * sin + lean * cos, 1, -climb * cos - lean * sin];
  car.y += (heights.reduce((sum, height) => sum + height / 4) + HALF[1] + 0.15 - car.y) * 0.4;
  const pose = { position: [car.x, car.y, car.z], rotation: rotationOf(car.heading, normal) };
  world.setTarget(car.body, pose, seconds);
  world.setTarget(car.roof, pose, seconds);
}

function settleAll(seconds) {
  aimRays();
  const rows = world.castRays(rays, { mask: ROAD });
  const height = rows.column('point');
  const fraction = rows.column('fraction');
  cars.forEach((car, i) => {
    const heights = wheels.map((_, k) => {
      const row = 4 * i + k;
      const hit = fraction.array[fraction.first + row * fraction.stride] > 0;
      return hit ? height.array[height.first + row * height.stride + 1] : car.y - HALF[1] - 0.15;
    });
    settle(car, i, heights, seconds);
  });
}

// ---- Contacts ----

/** Pushes a car out of what it touches, and takes some of its speed. */
function push(car, [x, , z], depth) {
  if (!car) return;
  car.x += x * depth;
  car.z += z * depth;
  if (Math.abs(x * Math.sin(car.heading) + z * Math.cos(car.heading)) > 0.5) car.speed *= 0.9;
}

function part() {
  const carOf = new Map(cars.map((car) => [car.body, car]));
  for (const { a, b, manifold: { normal, points } } of world.contacts()) {
    const depth = Math.min(0, ...points.map(({ separation }) => separation)) * 0.6;
    push(carOf.get(a.body), normal, depth);
    push(carOf.get(b.body), normal, -depth);
  }
}

// ---- Frames ----

const show = {
  contacts: readout('contacts'), begun: readout('bumps so far'), speed: readout('the yellow car'),
};
const { position: eye } = space.camera;
let bumps = 0;
let view;

choice('Camera', ['follows', 'above'], (name) => {
  view = name;
  space.controls.enabled = name === 'above';
  if (name === 'above') eye.set(0, 58, 50);
  space.controls.target.set(0, 0, 0);
});

/** The eye goes behind the yellow car. */
function follow() {
  const { x, y, z, heading } = cars[0];
  const goal = [x - 9 * Math.sin(heading), y + 4.5, z - 9 * Math.cos(heading)];
  eye.set(...eye.toArray().map((at, k) => at + 0.06 * (goal[k] - at)));
  space.controls.target.set(x + 3 * Math.sin(heading), y + 0.5, z + 3 * Math.cos(heading));
}

run((seconds) => {
  for (const car of cars) move(car, seconds);
  settleAll(seconds);
  world.step(seconds);
  part();
  bumps += [...world.events()].filter(({ kind }) => kind === 'begin').length;
  page.contacts = Math.max(page.contacts, bumps);
  show.contacts(world.contacts().count);
  show.begun(bumps);
  show.speed(`${Math.round(3.6 * cars[0].speed)} km/h`);
}, () => {
  world.pull();
  if (view === 'follows') follow();
  space.render();
});
