// A page: 1,000 shapes of the plane that drift and turn, and the points where they touch.
import { load } from '../carom.mjs';
import { Picture } from '../draw/canvas.mjs';

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

const carom = await load();
const world = carom.world({ planar: true, capacity: COUNT });
fill(carom, world);
const canvas = document.querySelector('#picture');
const text = document.querySelector('#text');
const picture = new Picture(canvas.getContext('2d'), world, {
  center: [WIDTH / 2, HEIGHT / 2], scale: SCALE, stroke: '', fill: (body) => FILLS[body % 3],
});
picture.listen();
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
  picture.draw();
  frames++;
  const found = `${COUNT} shapes, ${contacts.count} contacts`;
  text.textContent = `${found}, step ${time.toFixed(2)} ms, frame ${frames}`;
  requestAnimationFrame(frame);
}
frame();
