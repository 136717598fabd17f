// A tower of boxes in space, and a ball that circles through it: what it touches turns red.
import { load } from 'carom';
import { Space } from './kit/space.mjs';

const carom = await load();
const world = carom.world();
const space = new Space(document.querySelector('#stage'), { eye: [12, 9, 14], target: [0, 3, 0] });

const box = carom.box(0.45, 0.45, 0.45);
for (let i = 0; i < 160; i++) {
  world.add(box, {
    kind: 'static', position: [i % 4 - 1.5, Math.floor(i / 16), Math.floor(i / 4) % 4 - 1.5],
  });
}
const ball = world.add(carom.sphere(0.9));
const figures = space.show(world, (body) => (body === ball ? '#f2ba38' : '#f6ecd8'));

let time = 0;
function frame() {
  time += 1 / 60;
  world.setTarget(ball, [2.2 * Math.cos(time), 5 + 4 * Math.sin(0.3 * time), 2.2 * Math.sin(time)], 1 / 60);
  world.step(1 / 60);
  for (const { kind, contact: { a, b } } of world.events()) {
    const touched = a.body === ball ? b.body : a.body;
    if (kind === 'begin') figures.paint(touched, '#e0472f');
    if (kind === 'end') figures.paint(touched, figures.colour(touched));
  }
  world.pull();
  space.render();
  requestAnimationFrame(frame);
}
console.log(`${world.bodies().length} bodies`);
frame();
