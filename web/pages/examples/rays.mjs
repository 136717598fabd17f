// A fan of 720 rays from the pointer: one call, and the points where they end.
import { load } from 'carom';
import { colours, Plane } from './kit/plane.mjs';

const carom = await load();
const world = carom.world({ planar: true });
const plane = new Plane(document.querySelector('#stage'), { width: 24, height: 24 });

const shapes = [carom.rectangle(1.2, 0.5), carom.disc(0.8), carom.ellipse(1.3, 0.6)];
for (let i = 0; i < 30; i++) {
  world.add(shapes[i % 3], {
    position: [6 * Math.cos(i * 2.4) * (0.6 + i / 25), 6 * Math.sin(i * 2.4) * (0.6 + i / 25)],
    angularVelocity: [0, 0, 0.5],
  });
}

const rays = new Float64Array(6 * 720);
let eye = [0, 0];
plane.listen({ move: (point) => { eye = point; } });
plane.show(world, () => colours.yellow);

function frame() {
  world.step(1 / 60);
  world.pull();
  for (let i = 0; i < 720; i++) {
    const angle = i * Math.PI / 360;
    rays.set([...eye, 0, 40 * Math.cos(angle), 40 * Math.sin(angle), 0], 6 * i);
  }
  const hits = world.castRays(rays);
  const { array, first, stride } = hits.column('fraction');
  const { pen } = plane;
  plane.draw();
  pen.fillStyle = 'rgb(255 255 255 / 0.25)';
  pen.beginPath();
  for (let i = 0; i < 720; i++) {
    const part = array[first + i * stride] || 1;
    pen.lineTo(eye[0] + part * rays[6 * i + 3], eye[1] + part * rays[6 * i + 4]);
  }
  pen.fill();
  requestAnimationFrame(frame);
}
console.log('Move the pointer over the picture.');
frame();
