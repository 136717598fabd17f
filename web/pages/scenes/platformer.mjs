// Platformer: a mover in the plane, ledges with one side, platforms that move, and coins.
import { load } from 'carom';
import { page, readout, run } from '../kit/frame.mjs';
import { hold } from '../kit/keys.mjs';
import { colours, Plane } from '../kit/plane.mjs';

const [GROUND, LEDGE, COIN] = [1, 2, 4]; // categories
const [SPEED, GRAVITY, JUMP] = [7, 32, 14.5];
const LENGTH = 64;

const carom = await load();
const world = carom.world({ planar: true });
const plane = new Plane(document.querySelector('#stage'), { width: 20, height: 12, center: [4, 4.2] });
const ledges = []; // lists of points
const coins = new Set();

// ---- The level ----

function addSolid(shape, position, options = {}) {
  return world.add(shape, { kind: 'static', category: GROUND, position, ...options });
}

function addBlock(left, right, bottom, top) {
  const shape = carom.rectangle((right - left) / 2, (top - bottom) / 2);
  return addSolid(shape, [(left + right) / 2, (bottom + top) / 2]);
}

/** Shapes touch a chain with one side from its right: that is above, since the points lead to the left. */
function addLedge(points) {
  const chain = carom.makeChain(points.toReversed().flat(), { oneSided: true });
  world.chainColliders(world.body({ kind: 'static' }), chain, { category: LEDGE });
  ledges.push(points);
}

function addCoin(x, y) {
  coins.add(world.add(carom.disc(0.28), { position: [x, y], sensor: true, category: COIN }));
}

const arch = (x, y, width, rise) => Array.from({ length: 9 }, (_, i) => (
  [x + width * i / 8, y + rise * Math.sin(Math.PI * i / 8)]));

function addLevel() {
  [[-4, 16], [19, 34], [42, LENGTH]].forEach(([left, right]) => addBlock(left, right, -14, 0));
  addBlock(-9, -4, -14, 14);
  addBlock(LENGTH, LENGTH + 5, -14, 14);
  addBlock(28, 30, 0, 1.2);
  addBlock(30, 32, 0, 2.4);
  addSolid(carom.polygon(carom.makePolygon([0, 0, 5, 0, 5, 2])), [48, 0]);
  addBlock(53, 57, 0, 2);
  for (const [x, y, width, rise] of [[4, 2.2, 4, 0.5], [9, 4.2, 4, 0.5], [4, 6.2, 4, 0.5], [20, 2.2, 6, 0.9],
    [21, 4.8, 4, 0.6], [44, 2.4, 3, 0.4], [47, 4.6, 3, 0.4], [51, 5.8, 5, 0.6], [58, 3.4, 4, 0.5]]) {
    addLedge(arch(x, y, width, rise));
    for (let i = 1; i < width; i += 1.5) addCoin(x + i, y + rise + 1);
  }
  for (let x = 34.5; x < 42; x += 1.2) addCoin(x, 3.4);
}

/** Platforms go to and fro: from a point by a way, in so many seconds. */
const platforms = [[[35.2, 0.6], [5.4, 0], 6], [[17.5, -0.4], [0, 4.5], 5], [[59, 5], [0, 3], 7]].map(
  ([from, way, seconds]) => ({
    from, way, seconds,
    body: addSolid(carom.rectangle(1.1, 0.22, 0.05), from, { kind: 'kinematic' }),
  }));

function movePlatforms(time) {
  for (const { body, from, way, seconds } of platforms) {
    const part = 0.5 - 0.5 * Math.cos(2 * Math.PI * time / seconds);
    world.setTarget(body, [from[0] + way[0] * part, from[1] + way[1] * part], 1 / 60);
  }
}

addLevel();

// ---- The runner ----

const shape = carom.stadium([0, -0.35], [0, 0.35], 0.35);
const runner = world.mover({ shape, position: [0, 1], snap: 0.15, stepHeight: 0.25 });
const held = hold(
  {
    left: ['ArrowLeft', 'a'], right: ['ArrowRight', 'd'], down: ['ArrowDown', 's'],
    jump: [' ', 'ArrowUp', 'w'],
  },
  { left: '←', right: '→', down: '↓', jump: '⤒' },
);
let [rise, run_, dropping, collected, facing] = [0, 0, 0, 0, 1];
let played = false; // by the reader

/** Until the reader plays: to the right, with jumps over what is near. */
function auto() {
  const [x] = runner.position;
  const ahead = world.castRay([x, runner.position[1] - 0.4, 0], [1.2, 0, 0], { mask: GROUND });
  const gap = !world.castRayAny([x + 0.9, runner.position[1], 0], [0, -2, 0], { mask: GROUND | LEDGE });
  return { left: false, right: true, jump: Boolean(ahead) || gap || Math.sin(x) > 0.9, down: false };
}

function begin() {
  runner.position = [0, 1];
  [rise, run_] = [0, 0];
}

function moveRunner(seconds) {
  played ||= Object.values(held).some(Boolean);
  const { left, right, jump, down } = played ? held : auto();
  const stands = runner.footing === 'onGround';
  run_ += ((right - left) * SPEED - run_) * (stands ? 0.25 : 0.12);
  facing = Math.sign(run_) || facing;
  if (stands) rise = jump ? JUMP : 0;
  rise -= GRAVITY * seconds;
  dropping = down && stands ? 12 : Math.max(dropping - 1, 0);
  runner.filter = { mask: dropping > 0 ? GROUND : GROUND | LEDGE, skipSensors: true };
  const result = runner.move([run_ * seconds, rise * seconds, 0]);
  [run_, rise] = runner.clip(result, [run_, rise, 0]);
  if (runner.position[1] < -8 || runner.position[0] > LENGTH - 2) begin();
  return result.planes.length;
}

function collect() {
  for (const { body } of world.overlapShape(shape, { position: runner.position }, { mask: COIN })) {
    coins.delete(body);
    world.destroyBody(body);
    collected++;
  }
}

// ---- Frames ----

const show = {
  footing: readout('footing'), planes: readout('planes that it touches'), coins: readout('coins'),
};
const words = { inAir: 'in the air', onSlope: 'on a steep slope', onGround: 'on the ground' };
let time = 0;

run((seconds) => {
  movePlatforms(time += seconds);
  world.step(seconds);
  const planes = moveRunner(seconds);
  collect();
  page.contacts = Math.max(page.contacts, planes);
  show.planes(planes);
  show.footing(words[runner.footing]);
  show.coins(`${collected} of ${collected + coins.size}`);
}, draw);

// ---- The picture ----

function follow() {
  const [half] = plane.half;
  const x = Math.min(Math.max(runner.position[0] + 2, half - 5), LENGTH + 1 - half);
  plane.center[0] += (x - plane.center[0]) * 0.1;
  plane.center[1] += (0.7 * runner.position[1] + 2.4 - plane.center[1]) * 0.08;
}

function drawLedge(points) {
  const { pen } = plane;
  pen.strokeStyle = colours.yellow;
  pen.lineWidth = 0.16;
  pen.beginPath();
  points.forEach((point) => pen.lineTo(...point));
  pen.stroke();
  pen.lineWidth = 0.06; // short lines below it, where it is open
  pen.beginPath();
  for (const [x, y] of points) {
    pen.moveTo(x, y - 0.2);
    pen.lineTo(x, y - 0.4);
  }
  pen.stroke();
}

function drawCoin(body) {
  const { pen } = plane;
  const [x, y] = world.positions.subarray(3 * body, 3 * body + 2);
  pen.fillStyle = colours.yellow;
  pen.beginPath();
  pen.arc(x, y, 0.28, 0, 7);
  pen.fill();
}

function drawRunner() {
  const { pen } = plane;
  const [x, y] = runner.position;
  pen.fillStyle = colours.red;
  pen.beginPath();
  pen.roundRect(x - 0.35, y - 0.7, 0.7, 1.4, 0.35);
  pen.fill();
  pen.fillStyle = colours.spark;
  pen.beginPath();
  pen.arc(x + 0.12 * facing, y + 0.32, 0.1, 0, 7);
  pen.fill();
}

plane.show(world, (body, fixed) => (fixed ? colours.ivory : colours.chalk));

function draw() {
  world.pull();
  follow();
  plane.draw();
  plane.pen.lineCap = 'round';
  coins.forEach(drawCoin);
  ledges.forEach(drawLedge);
  drawRunner();
}
