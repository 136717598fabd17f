// same_game in JavaScript: see game.c.
import { load } from 'carom';

const [MOVERS, STEPS, WALL] = [60, 400, 2];
const SIDES = [[-11, 0, 0], [11, 0, 0], [0, -11, 0], [0, 11, 0], [0, 0, -11], [0, 0, 11]];
const carom = await load();
const SHAPES = [
  carom.sphere(0.5),
  carom.box(0.5, 0.25, 0.75),
  carom.capsule([0, -0.5, 0], [0, 0.5, 0], 0.25),
  carom.cone(0.5, 0.5),
];

let seed = 1;
function nextNumber(count) {
  seed = (seed * 16807) % 2147483647;
  return seed % count;
}

const nextVector = (limit) => [0, 0, 0].map(() => nextNumber(16 * limit + 1) / 8 - limit);

function addRoom(world) {
  for (const position of SIDES) {
    const [x, y, z] = position.map((side) => (side ? 1 : 11));
    world.add(carom.box(x, y, z), { kind: 'static', position, category: WALL });
  }
  world.add(carom.cylinder(10, 1), { kind: 'static', category: WALL });
}

function addMovers(world) {
  for (let i = 0; i < MOVERS; i++) {
    const [position, velocity, angularVelocity] = [nextVector(8), nextVector(6), nextVector(3)];
    world.add(SHAPES[i % 4], { position, velocity, angularVelocity, category: 1 });
  }
}

// Reflects the velocity of a body at a normal that points to it. Walls have none.
function bounce(world, side, normal, sign) {
  if (side.category === WALL) return;
  const n = normal.map((part) => sign * part);
  const { linear: v, angular } = world.velocity(side.body);
  const speed = v[0] * n[0] + v[1] * n[1] + v[2] * n[2];
  if (speed >= 0) return;
  world.setVelocity(side.body, v.map((part, i) => part - 2 * speed * n[i]), angular);
}

function bounceAll(world) {
  let begins = 0;
  for (const { kind, contact } of world.events()) {
    if (kind !== 'begin') continue;
    begins++;
    bounce(world, contact.a, contact.manifold.normal, -1);
    bounce(world, contact.b, contact.manifold.normal, 1);
  }
  return begins;
}

function shoot(world) {
  const hit = world.castRay([0, 5, 0], nextVector(20), { mask: 1 });
  if (hit) world.destroyBody(hit.body);
  return hit ? 1 : 0;
}

const world = carom.world();
let [begins, shots] = [0, 0];
addRoom(world);
addMovers(world);
for (let step = 0; step < STEPS; step++) {
  world.step(1 / 64);
  begins += bounceAll(world);
  shots += shoot(world);
}
console.log(`${begins} begins, ${world.counts().ends} ends, ${shots} shots`);
console.log(`hash ${world.hash()}`);
world.dispose();
