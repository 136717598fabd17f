// The cost of a step in JavaScript, as bench.c measures it in C: boxes that turn, put anew before each step.
// Prints a row of TSV: where, bodies, contacts, ms of the least step, ms of one that reads all contacts, too.
import { load } from 'carom';

const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const bodies = option('bodies', 10000);
const steps = option('steps', 60);
const side = Math.cbrt(bodies) * 1.45;

let seed = 1;
function next() {
  seed = (seed * 16807) % 2147483647;
  return seed / 2147483647;
}

function fill(carom, world) {
  for (let i = 0; i < bodies; i++) {
    const position = [side * next(), side * next(), side * next()];
    const half = [0.25 + next() / 2, 0.25 + next() / 2, 0.25 + next() / 2];
    world.add(carom.box(...half), { position });
  }
}

/** The next poses: each body drifts along x and turns about y. */
function move(world, step) {
  const { positions, rotations } = world;
  for (let i = 0; i < bodies; i++) {
    const turn = (step * (i % 64)) / 1024;
    const length = Math.sqrt(1 + turn * turn);
    positions[3 * i] += (i % 2 ? 1 : -1) / 64;
    rotations[4 * i + 1] = turn / length;
    rotations[4 * i + 3] = 1 / length;
  }
}

/** Reads the normal and the first separation of each contact. */
function read(contacts) {
  const normal = contacts.column('manifold.normal');
  let sum = 0;
  for (let i = 0; i < contacts.count; i++) {
    const at = normal.first + i * normal.stride;
    sum += normal.array[at] + normal.array[at + 1] + normal.array[at + 2];
  }
  return sum;
}

const carom = await load();
const world = carom.world({ capacity: bodies });
fill(carom, world);
let [least, leastRead] = [Infinity, Infinity];
for (let step = 1; step <= steps; step++) {
  const start = performance.now();
  move(world, step);
  world.push();
  world.step(1 / 64);
  const end = performance.now();
  least = Math.min(least, end - start);
  read(world.contacts());
  leastRead = Math.min(leastRead, performance.now() - start);
}
const cells = ['node', bodies, world.contacts().count, least.toFixed(2), leastRead.toFixed(2), world.hash()];
console.log(cells.join('\t'));
