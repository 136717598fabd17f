// A page: 1,000 shapes of the plane that drift and turn, and the points where they touch.
import { load } from '../carom.mjs';

const COUNT = 1000;
const [WIDTH, HEIGHT] = [96, 60];
const SCALE = 10; // pixels a unit
const FILLS = ['#8ecae6', '#ffb703', '#95d5b2'];

const random = (limit) => limit * Math.random();
const between = (limit) => random(2 * limit) - limit;

function fill(carom, world) {
  const triangle = carom.makePolygon([-0.8, -0.5, 0.8, -0.5, 0, 0.9]);
  const shapes = [carom.disc(0.5), carom.rectangle(0.8, 0.4), carom.polygon(triangle)];
  for (let i = 0; i < COUNT; i++) {
    world.add(shapes[i % 3], {
      position: [random(WIDTH), random(HEIGHT)], angle: random(6),
      velocity: [between(5), between(5), 0], angularVelocity: [0, 0, between(2)],
    });
  }
}

/** Turns back what leaves the picture. */
function keepInside({ positions, velocities }) {
  for (let i = 0; i < COUNT; i++) {
    for (const [k, size] of [[0, WIDTH], [1, HEIGHT]]) {
      const at = positions[3 * i + k];
      const speed = Math.abs(velocities[3 * i + k]);
      if (at < 0) velocities[3 * i + k] = speed;
      if (at > size) velocities[3 * i + k] = -speed;
    }
  }
}

const outlines = [
  (pen) => pen.arc(0, 0, 0.5, 0, 2 * Math.PI),
  (pen) => pen.rect(-0.8, -0.4, 1.6, 0.8),
  (pen) => {
    pen.moveTo(-0.8, -0.5);
    pen.lineTo(0.8, -0.5);
    pen.lineTo(0, 0.9);
    pen.closePath();
  },
];

function drawShapes(pen, { positions, rotations }) {
  for (let i = 0; i < COUNT; i++) {
    const [z, w] = [rotations[4 * i + 2], rotations[4 * i + 3]];
    const [cos, sin] = [w * w - z * z, 2 * w * z];
    pen.setTransform(SCALE * cos, SCALE * sin, -SCALE * sin, SCALE * cos,
      SCALE * positions[3 * i], SCALE * positions[3 * i + 1]);
    pen.beginPath();
    outlines[i % 3](pen);
    pen.fillStyle = FILLS[i % 3];
    pen.fill();
  }
}

/** A dot at the first point of each contact. */
function drawContacts(pen, contacts) {
  const { array, first, stride } = contacts.column('manifold.points.0.position');
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.fillStyle = '#d00000';
  for (let i = 0; i < contacts.count; i++) {
    const at = first + i * stride;
    pen.fillRect(SCALE * array[at] - 2, SCALE * array[at + 1] - 2, 4, 4);
  }
}

const carom = await load();
const world = carom.world({ planar: true, capacity: COUNT });
fill(carom, world);
const canvas = document.querySelector('#picture');
const text = document.querySelector('#text');
const pen = canvas.getContext('2d');
let frames = 0;

function frame() {
  const start = performance.now();
  world.pull();
  keepInside(world);
  world.pushVelocities();
  world.step(1 / 60);
  const contacts = world.contacts();
  const time = performance.now() - start;
  world.pull();
  pen.resetTransform();
  pen.clearRect(0, 0, canvas.width, canvas.height);
  drawShapes(pen, world);
  drawContacts(pen, contacts);
  frames++;
  const found = `${COUNT} shapes, ${contacts.count} contacts`;
  text.textContent = `${found}, step ${time.toFixed(2)} ms, frame ${frames}`;
  requestAnimationFrame(frame);
}
frame();
