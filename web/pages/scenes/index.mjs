// The front page: billiard balls and the letters of carom, which the reader grabs and throws.
import { load } from 'carom';
import { Bounces } from '../kit/bounce.mjs';
import { page, readout, run } from '../kit/frame.mjs';
import { Grab } from '../kit/hands.mjs';
import { colours, Plane } from '../kit/plane.mjs';

const STROKE = 0.45; // half of the width of a letter's line
const BALLS = 60;

const carom = await load();
const world = carom.world({ planar: true });
const plane = new Plane(document.querySelector('#stage'), { width: 25.5, height: 15 });
const game = new Bounces(world, { bounce: 0.96 });
const paints = []; // of each body that moves

// ---- The letters: lines through points, which become colliders with round ends ----

const arc = (x, y, radius, from, to) => Array.from({ length: 25 }, (_, i) => {
  const angle = (from + (to - from) * i / 24) * Math.PI / 180;
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
});

const letters = [
  [-9.1, [arc(0, 0, 1.7, 45, 315)]],
  [-4.9, [arc(0, 0, 1.7, 0, 360), [[1.7, 1.7], [1.7, -1.7]]]],
  [-1.3, [[[-0.7, 1.7], [-0.7, -1.7]], arc(0.7, 0.3, 1.4, 180, 75)]],
  [2.65, [arc(0, 0, 1.7, 0, 360)]],
  [8.1, [[[-2.6, 1.7], [-2.6, -1.7]], [...arc(-1.3, 0.4, 1.3, 180, 0), [0, -1.7]],
    [...arc(1.3, 0.4, 1.3, 180, 0), [2.6, -1.7]]]],
];

function addLetter([x, lines]) {
  const body = game.add(world.body({ position: [x, 0] }), 20, 4);
  for (const line of lines) {
    for (let i = 1; i < line.length; i++) world.collider(body, carom.stadium(line[i - 1], line[i], STROKE));
  }
  paints[body] = colours.ivory;
  return { body, home: [x, 0] };
}

// ---- The balls and the cushions ----

const balls = [colours.ivory, colours.yellow, colours.red];

function addBall(i) {
  const radius = i < 3 ? 0.62 : 0.24 + 0.1 * (i % 3);
  const ball = carom.disc(radius);
  const [x, y] = plane.half;
  const above = 3 + (y - 4) * Math.random();
  const body = world.add(ball, {
    position: [(x - 1) * (2 * Math.random() - 1), i % 2 ? above : -above],
    velocity: [4 * Math.sin(i * 2.4), 4 * Math.cos(i * 2.4), 0],
  });
  paints[body] = balls[i % 3];
  return game.add(body, radius * radius * 4, radius);
}

const walls = [0, 1, 2, 3].map(() => world.add(carom.halfPlane(0), { kind: 'static' }));
const cushion = 0.35;

/** The cushions stand at the edges of the canvas, whatever its shape. */
function placeWalls() {
  const [x, y] = plane.half.map((half) => half - cushion);
  const quarter = Math.PI / 2;
  const sides = [[0, -y, 0], [0, y, 2 * quarter], [-x, 0, -quarter], [x, 0, quarter]];
  sides.forEach(([right, up, angle], i) => world.setPose(walls[i], { position: [right, up], angle }));
}

plane.onfit = placeWalls;
placeWalls();
const word = letters.map(addLetter);
for (let i = 0; i < BALLS; i++) addBall(i);

// ---- What moves ----

const grab = new Grab(plane, world, (body) => game.ease[body] > 0);
const sparks = [];
let hits = 0;

/** Letters drift home and turn upright, like weights on springs. */
function bringHome({ body, home }) {
  const { position, rotation: [, , z, w] } = world.pose(body);
  const { linear, angular } = world.velocity(body);
  const back = linear.map((speed, k) => 0.97 * speed + 0.06 * ((home[k] ?? 0) - position[k]));
  world.setVelocity(body, [back[0], back[1], 0], [0, 0, 0.95 * angular[2] - 0.12 * z * Math.sign(w)]);
}

/** A ball that lies outside, since the canvas has become smaller, comes back. */
function keepInside() {
  const [x, y] = plane.half;
  for (let body = 0; body < paints.length; body++) {
    const at = [world.positions[3 * body], world.positions[3 * body + 1]];
    if (paints[body] && (Math.abs(at[0]) > x + 1 || Math.abs(at[1]) > y + 1)) {
      world.setPose(body, { position: [Math.random() * x, y / 2] });
    }
  }
}

function noteSparks() {
  for (const { kind, contact } of world.events()) {
    if (kind !== 'begin') continue;
    hits++;
    if (contact.approachSpeed < 1 || sparks.length > 40) continue;
    sparks.push({ at: contact.manifold.points[0].position, age: 0, strength: contact.approachSpeed });
  }
}

const show = { contacts: readout('contacts'), hits: readout('hits so far') };

run((seconds) => {
  grab.pull();
  word.forEach(bringHome);
  const contacts = game.step(seconds);
  noteSparks();
  keepInside();
  page.grabs = grab.grabs;
  page.contacts = Math.max(page.contacts, contacts.count);
  show.contacts(contacts.count);
  show.hits(hits);
}, draw);

// ---- The picture ----

function drawCushions() {
  const { pen } = plane;
  const [x, y] = plane.half;
  pen.strokeStyle = colours.line;
  pen.lineWidth = 2 * cushion;
  pen.strokeRect(-x, -y, 2 * x, 2 * y);
}

function drawSparks() {
  const { pen } = plane;
  for (const spark of sparks) {
    const [x, y] = spark.at;
    pen.strokeStyle = `rgb(255 255 255 / ${0.8 - spark.age / 20})`;
    pen.lineWidth = 0.06;
    pen.beginPath();
    pen.arc(x, y, 0.1 + spark.age * 0.012 * Math.min(spark.strength, 6), 0, 7);
    pen.stroke();
    spark.age++;
  }
  while (sparks.length > 0 && sparks[0].age > 15) sparks.shift();
}

plane.show(world, (body) => paints[body] ?? '');
let painted = -1;

/** Paints what the reader holds. */
function paintHeld() {
  if (painted === grab.body) return;
  if (painted >= 0) plane.picture.paint(painted, undefined);
  painted = grab.body;
  if (painted >= 0) plane.picture.paint(painted, colours.chalk);
}

function draw() {
  world.pull();
  paintHeld();
  plane.draw();
  drawCushions();
  drawSparks();
  plane.drawHand();
}
