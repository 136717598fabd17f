// detect-collisions: a tree of boxes along the axes, and sat.js.
import { Contacts } from '../contacts.mjs';

/** Its file for `import` is one that node 18 takes for CommonJS, so that node requires the other one. */
async function load() {
  if (typeof process === 'undefined') return import('detect-collisions');
  const modules = 'node:module'; // a name that no bundler follows
  const { createRequire } = await import(modules);
  return createRequire(import.meta.url)('detect-collisions');
}

async function create(scene) {
  const { System } = await load();
  const system = new System();
  const bodies = [];
  const numberOf = new Map();
  for (let i = 0; i < scene.count; i++) {
    const [x, y] = scene.half.subarray(3 * i, 3 * i + 2);
    const body = system.createBox({ x: 0, y: 0 }, 2 * x, 2 * y, { isCentered: true });
    bodies.push(body);
    numberOf.set(body, i);
  }
  const contacts = new Contacts();
  const read = ({ a, b, overlapN }) => contacts.add(numberOf.get(a), numberOf.get(b), overlapN.x, overlapN.y);
  return {
    step({ positions: p, angles }) {
      for (let i = 0; i < bodies.length; i++) {
        bodies[i].setAngle(angles[i], false);
        bodies[i].setPosition(p[3 * i], p[3 * i + 1]);
      }
      contacts.clear();
      system.checkAll(read);
      return contacts;
    },
    dispose: () => system.clear(),
  };
}

export const detectCollisions = { name: 'detect-collisions', dimension: 2, exact: true, create };
