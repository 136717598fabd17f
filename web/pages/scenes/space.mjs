// Space: 2,000 bodies that drift around a bunny of triangles, and balls that the reader throws.
import { load } from 'carom';
import { Bounces } from '../kit/bounce.mjs';
import { choice, page, readout, run } from '../kit/frame.mjs';
import { colours } from '../kit/plane.mjs';
import { Space } from '../kit/space.mjs';

const [NEAR, FAR, THROWN] = [4.8, 15, 16]; // where bodies begin, where they turn back, and balls to throw
const SPEED = 2.4;

const carom = await load();
const space = new Space(document.querySelector('#stage'), { eye: [0, 13, 27], fog: [24, 52], keys: true });
const scan = await (await fetch('data/bunny.json')).json();

// ---- The bunny, as large as the scene wants it ----

const lift = -4.2; // its middle
const vertices = scan.vertices.map((at, i) => (i % 3 === 1 ? at + lift : at));
const bunnyMesh = carom.makeMesh(vertices, scan.triangles, { sides: 'solid' });

// ---- The crowd ----

const shapes = [
  [carom.box(0.32, 0.22, 0.42), colours.yellow],
  [carom.sphere(0.3), colours.red],
  [carom.capsule([0, -0.25, 0], [0, 0.25, 0], 0.2), '#e9b7a0'],
  [carom.cone(0.32, 0.3), '#8fc3a8'],
];
const ball = carom.sphere(0.8);

/** Bodies begin in a ring around the bunny. */
function addBody(game, shape, i) {
  const angle = 2 * Math.PI * Math.random();
  const [x, y, z] = [Math.cos(angle), 2.2 * (Math.random() + Math.random() - 1), Math.sin(angle)];
  const far = NEAR + (FAR - 1 - NEAR) * Math.random();
  const body = game.world.add(shape, {
    position: [far * x, y, far * z],
    velocity: [SPEED * z, 0.5 * Math.sin(i), -SPEED * x],
    angularVelocity: [Math.sin(i), Math.sin(2 * i), Math.sin(3 * i)],
  });
  return game.add(body, 1, 0.35);
}

let game;
let figures;
let bunny;
let thrown;

/** Makes the world again, with so many bodies. */
function begin(count) {
  if (figures) space.hide(figures);
  game?.world.dispose();
  const world = carom.world({ capacity: count + THROWN + 1 });
  game = new Bounces(world, { bounce: 1 });
  bunny = world.add(carom.mesh(bunnyMesh), { angularVelocity: [0, 0.25, 0] });
  const paints = new Map([[bunny, colours.ivory]]);
  for (let i = 0; i < count; i++) paints.set(addBody(game, shapes[i % 4][0], i), shapes[i % 4][1]);
  // Balls wait far away until they are thrown.
  thrown = Array.from({ length: THROWN }, (_, i) => (
    game.add(world.add(ball, { position: [5 * i, -90, 0] }), 6, 0.8)));
  figures = space.show(world, (body) => paints.get(body) ?? '#fff');
}

choice('Bodies', ['2000', '1000', '4000'], (count) => begin(Number(count)));

// ---- The reader ----

let throws = 0;
let pointer = null;
let marked = -1;

space.listen({
  move: (x, y) => { pointer = [x, y]; },
  press: (x, y) => {
    const body = thrown[throws++ % THROWN];
    const [eye, way] = space.ray(x, y);
    game.world.setPose(body, eye.map((at, k) => at + 3 * way[k]));
    game.world.setVelocity(body, way.map((part) => 26 * part));
  },
});

/** Paints what is at the pointer. */
function mark() {
  if (!pointer) return;
  const [eye, way] = space.ray(...pointer);
  const hit = game.world.castRay(eye, way.map((part) => 80 * part));
  const body = hit && hit.body !== bunny ? hit.body : -1;
  if (body === marked) return;
  if (marked >= 0) figures.paint(marked, figures.colour(marked));
  if (body >= 0) figures.paint(body, colours.chalk);
  marked = body;
}

// ---- Frames ----

/** Pulls all a little to the middle, turns back what flies away, and brings speeds to the usual one. */
function keepTogether({ world: { positions, velocities, count } }) {
  for (let at = 0; at < 3 * count; at += 3) {
    const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
    const far = Math.sqrt(x * x + y * y + z * z);
    const [u, v, w] = [velocities[at], velocities[at + 1], velocities[at + 2]];
    const out = (x * u + y * v + z * w) / far;
    const speed = Math.sqrt(u * u + v * v + w * w);
    const gain = speed > 0 ? 1 + 0.01 * (SPEED / speed - 1) : 1;
    const back = far > 60 ? 0 : 0.004 + (far > FAR && out > 0 ? 2 * out / far : 0);
    velocities[at] = gain * (u - back * x);
    velocities[at + 1] = gain * (v - back * y);
    velocities[at + 2] = gain * (w - back * z);
  }
}

const show = {
  contacts: readout('contacts'), bunny: readout('on the bunny'), time: readout('carom’s step'),
};

run((seconds) => {
  const { world } = game;
  const contacts = game.step(seconds);
  keepTogether(game);
  world.pushVelocities();
  page.contacts = contacts.count;
  show.contacts(contacts.count);
  show.bunny(world.contacts(bunny).count);
  show.time(`${game.milliseconds.toFixed(2)} ms`);
}, () => {
  mark();
  space.render();
});
