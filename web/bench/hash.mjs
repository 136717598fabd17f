// Takes steps in space as bench.c does, and prints what both must have in common: bodies, contacts, hash.
import { carom } from './peers/carom.mjs';
import { Scene } from './scene.mjs';

const [bodies, steps] = process.argv.slice(2).map(Number);
const scene = new Scene(3, bodies);
const state = await carom.create(scene);
let count;
for (let step = 0; step < steps; step++) {
  scene.advance();
  ({ count } = state.step(scene));
}
console.log([bodies, count, state.hash()].join('\t'));
