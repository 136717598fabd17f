// Shapes fall through pegs. Each white dot is a point of a contact.
import { load } from 'carom';
import { colours, Plane } from './kit/plane.mjs';

const carom = await load();
const world = carom.world({ planar: true });
const plane = new Plane(document.querySelector('#stage'), { width: 20, height: 20 });

const peg = carom.disc(0.6);
for (let i = 0; i < 12; i++) {
  world.add(peg, { kind: 'static', position: [(i % 4) * 5 - 7.5, Math.floor(i / 4) * 5 - 5] });
}

const shapes = [carom.disc(0.4), carom.rectangle(0.5, 0.3), carom.stadium([-0.3, 0], [0.3, 0], 0.25)];
const fills = [colours.yellow, colours.red, colours.ivory];
const drops = Array.from({ length: 60 }, (_, i) => world.add(shapes[i % 3], {
  position: [20 * Math.random() - 10, 24 * Math.random() - 10],
  velocity: [0, -2 - 3 * Math.random(), 0],
  angularVelocity: [0, 0, 4 * Math.random() - 2],
}));

plane.show(world, (body, fixed) => (fixed ? colours.line : fills[body % 3]), { contacts: '#fff' });
let hits = 0;

function frame() {
  world.step(1 / 60);
  for (const { kind } of world.events()) if (kind === 'begin') hits++;
  if (hits >= 20) {
    console.log(`20 more contacts have begun; there are ${world.contacts().count} now`);
    hits -= 20;
  }
  world.pull();
  plane.draw();
  for (const drop of drops) {
    const [x, y] = world.positions.subarray(3 * drop, 3 * drop + 2);
    if (y < -11) world.setPose(drop, [x, 11]);
  }
  requestAnimationFrame(frame);
}
frame();
