// Shapes fall, and turn white while they touch something.
import { load } from 'carom';
import { colours, outline, Plane } from './kit/plane.mjs';

const carom = await load();
const world = carom.world({ planar: true });
const plane = new Plane(document.querySelector('#stage'), { width: 20, height: 20 });

const pegs = carom.disc(0.6);
for (let i = 0; i < 12; i++) {
  world.add(pegs, { kind: 'static', position: [(i % 4) * 5 - 7.5, Math.floor(i / 4) * 5 - 5] });
}

const shapes = [carom.disc(0.4), carom.rectangle(0.5, 0.3), carom.stadium([-0.3, 0], [0.3, 0], 0.25)];
const fills = [colours.yellow, colours.red, colours.ivory];
const drops = Array.from({ length: 60 }, (_, i) => world.add(shapes[i % 3], {
  position: [20 * Math.random() - 10, 24 * Math.random() - 10],
  velocity: [0, -2 - 3 * Math.random(), 0],
  angularVelocity: [0, 0, 4 * Math.random() - 2],
}));
const paths = [pegs, ...shapes].map(outline);

let hits = 0;
function frame() {
  world.step(1 / 60);
  world.pull();
  const touching = new Set();
  for (const { a, b } of world.contacts()) touching.add(a.body).add(b.body);
  for (const { kind } of world.events()) if (kind === 'begin') hits++;
  if (hits >= 20) {
    console.log(`20 more contacts have begun; ${world.contacts().count} last`);
    hits -= 20;
  }
  plane.begin();
  for (let peg = 0; peg < 12; peg++) plane.fill(world, peg, paths[0], colours.line);
  drops.forEach((drop, i) => {
    const [x, y] = world.positions.subarray(3 * drop, 3 * drop + 2);
    if (y < -11) world.setPose(drop, [x, 11]);
    plane.fill(world, drop, paths[1 + i % 3], touching.has(drop) ? '#fff' : fills[i % 3]);
  });
  requestAnimationFrame(frame);
}
frame();
