// Two shapes at a time, without a world: do they touch, how far apart are they, and when do they meet?
import { load } from 'carom';

const carom = await load();
const box = carom.box(1, 1, 1);
const ball = carom.sphere(0.5);

const { distance } = carom.distance(box, [0, 0, 0], ball, [3, 0, 0]);
console.log('apart by', distance);

const touching = carom.collide(box, [0, 0, 0], ball, [1.25, 0.5, 0]);
console.log('normal', touching.normal);
for (const { position, separation } of touching.points) console.log('point', position, 'depth', -separation);

const still = { start: [0, 0, 0], end: [0, 0, 0] };
const flying = { start: [5, 0, 0], end: [-5, 0, 0] };
console.log('they meet', carom.timeOfImpact(box, still, ball, flying));

console.log('the box weighs', carom.mass(box, 2).mass);
