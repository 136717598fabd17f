// Character: a mover with stairs, a ramp, a lift, a carousel, a bar that pushes, and a steep slope.
import { load } from 'carom';
import { page, readout, run } from '../kit/frame.mjs';
import { hold } from '../kit/keys.mjs';
import { colours } from '../kit/plane.mjs';
import { Space } from '../kit/space.mjs';

const [SPEED, GRAVITY, JUMP] = [4.5, 20, 7.5];
const carom = await load();
const world = carom.world();
const space = new Space(document.querySelector('#stage'), { eye: [-10, 8, 13], target: [0, 1, 0] });
const paints = []; // of each body

// ---- The level ----

function add(shape, position, colour = colours.ivory, options = { kind: 'static' }) {
  const body = world.add(shape, { position, ...options });
  paints[body] = colour;
  return body;
}

const block = (x, z, halfX, halfZ, top, colour) => (
  add(carom.box(halfX, top / 2, halfZ), [x, top / 2, z], colour));

/** A wedge that climbs along x, as a hull of six points. */
function addWedge(x, z, [length, height, half], colour) {
  const points = [[0, 0, -half], [0, 0, half], [length, 0, -half], [length, 0, half], [length, height, -half],
    [length, height, half]];
  add(carom.hull(carom.makeHull(points.flat())), [x, 0, z], colour);
}

add(carom.box(13, 0.5, 13), [0, -0.5, 0], '#2a6a62');
for (let i = 0; i < 8; i++) block(-6 + 0.6 * i, -8, 0.3, 1.6, 0.25 * (i + 1)); // stairs
block(0.2, -8, 1.7, 1.6, 2);
addWedge(-9.5, 4, [5, 2.2, 1.6], colours.ivory); // a ramp
block(-3, 4, 1.5, 1.6, 2.2);
addWedge(6.5, 6, [2, 4.5, 2], colours.red); // too steep
block(8.5 + 1, 6, 1, 2, 4.5, colours.red);
block(8, -8, 2.4, 1.6, 3.6);
for (const [x, z] of [[3, 8], [4.2, 9.4], [1.8, 9.6]]) add(carom.cylinder(0.5, 0.6), [x, 0.5, z], '#d8b48a');

const moving = { kind: 'kinematic' };
const lift = add(carom.box(1.6, 0.15, 1.6), [3.7, 0.15, -8], colours.chalk, moving);
const carousel = add(carom.cylinder(0.15, 2.6), [-7, 0.15, -2], colours.chalk, moving);
const bar = add(carom.box(3.2, 0.25, 0.2), [5, 0.7, 0], colours.yellow, moving);

function moveLevel(time) {
  const height = 0.15 + 3.3 * Math.min(1, Math.max(0, 0.5 - 0.75 * Math.cos(time * 0.9)));
  world.setTarget(lift, [3.7, height, -8], 1 / 60);
  world.setVelocity(carousel, [0, 0, 0], [0, 0.8, 0]);
  world.setVelocity(bar, [0, 0, 0], [0, 0.7, 0]);
}

space.show(world, (body) => paints[body], 48);

// ---- The character ----

const shape = carom.capsule([0, -0.5, 0], [0, 0.5, 0], 0.35);
const figure = space.add(carom.shapeMesh(shape, 32), colours.red);
figure.add(space.add(carom.shapeMesh(carom.box(0.2, 0.08, 0.12)), '#fff'));
figure.children[0].position.set(0, 0.42, 0.32); // the nose
const walker = world.mover({
  shape, position: [-9, 1, -8], stepHeight: 0.32, snap: 0.3, maxSlope: Math.PI / 4,
});
const held = hold(
  {
    left: ['ArrowLeft', 'a'], right: ['ArrowRight', 'd'], ahead: ['ArrowUp', 'w'], back: ['ArrowDown', 's'],
    jump: [' '],
  },
  { left: '←', right: '→', back: '↓', ahead: '↑', jump: '⤒' },
);
let speed = [0, 0, 0];
let heading = 0;
let reader = false; // plays

/** The way that the reader wants, seen from the camera. */
function wish() {
  const [x, , z] = walker.position;
  const { position: eye } = space.camera;
  const [u, v] = [x - eye.x, z - eye.z];
  const far = Math.hypot(u, v);
  const [right, ahead] = [held.right - held.left, held.ahead - held.back];
  const length = Math.max(1, Math.hypot(right, ahead)) * far;
  return [(ahead * u - right * v) / length, (ahead * v + right * u) / length];
}

// The way that the character goes by itself: up the stairs, by the lift, under the bar, to the ramp.
const way = [[-7, -8], [1, -8], [3.7, -8], [8, -8], [9.6, -4], [7, 2.2], [5.5, 6], [1, 6.5], [-1, 7.5],
  [-11, 7.5], [-11, 4], [-3, 4], [-3, 0.5], [-7, -1], [-10.5, -5]];
let goal = 0;
let patience = 0; // frames at one goal

function wander() {
  const [x, , z] = walker.position;
  const [u, v] = [way[goal][0] - x, way[goal][1] - z];
  const far = Math.hypot(u, v);
  const rides = walker.ground?.body === lift && world.pose(lift).position[1] < 3.4;
  const waits = goal === 2 && far < 3.6 && world.pose(lift).position[1] > 2.1 && walker.ground?.body !== lift;
  if (far < 0.4 || patience++ > 600) [goal, patience] = [(goal + 1) % way.length, 0];
  return (rides && far < 0.6) || waits || far < 0.05 ? [0, 0] : [u / far, v / far];
}

/** Turns a little towards where it goes. */
function look(x, z) {
  const turn = Math.atan2(x, z) - heading;
  heading += 0.2 * Math.atan2(Math.sin(turn), Math.cos(turn));
}

function moveWalker(seconds) {
  reader ||= Object.values(held).some(Boolean);
  const [x, z] = reader ? wish() : wander();
  const stands = walker.footing === 'onGround';
  const grip = stands ? 0.25 : 0.06;
  const rise = stands ? (held.jump ? JUMP : 0) : speed[1];
  const toward = (now, wanted) => now + (SPEED * wanted - now) * grip;
  speed = [toward(speed[0], x), rise - GRAVITY * seconds, toward(speed[2], z)];
  const result = walker.move(speed.map((part) => part * seconds));
  speed = walker.clip(result, speed);
  if (x || z) look(x, z);
  if (walker.position[1] < -10) walker.position = [-9, 2, -8];
  return result;
}

// ---- Frames ----

const show = {
  footing: readout('footing'), planes: readout('planes that it touches'), steps: readout('steps climbed'),
  carried: readout('carried'),
};
const words = { inAir: 'in the air', onSlope: 'on a steep slope', onGround: 'on the ground' };
let time = 0;
let steps = 0;

run((seconds) => {
  moveLevel(time += seconds);
  world.step(seconds);
  const result = moveWalker(seconds);
  steps += result.steps;
  page.contacts = Math.max(page.contacts, result.planes.length);
  show.footing(words[walker.footing]);
  show.planes(result.planes.length);
  show.steps(steps);
  show.carried(`${(Math.hypot(...result.carried) / seconds).toFixed(1)} m/s`);
}, () => {
  world.pull();
  const { controls, camera } = space;
  const before = controls.target.clone();
  controls.target.lerp({ x: walker.position[0], y: walker.position[1] + 0.3, z: walker.position[2] }, 0.1);
  camera.position.add(controls.target.clone().sub(before)); // the camera goes along
  figure.position.set(...walker.position);
  figure.rotation.y = heading;
  space.render();
});
