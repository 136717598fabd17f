// carom, as its npm package gives it.
import { load } from 'carom';
import { Contacts } from '../contacts.mjs';

/** Copies the pairs and normals of all contacts out of the memory of the module. */
function read(rows, contacts) {
  const [a, b, normal] = ['a.body', 'b.body', 'manifold.normal'].map((path) => rows.column(path));
  contacts.clear();
  for (let i = 0; i < rows.count; i++) {
    const [first, second] = [a.array[a.first + i * a.stride], b.array[b.first + i * b.stride]];
    const at = normal.first + i * normal.stride;
    contacts.add(first, second, normal.array[at], normal.array[at + 1], normal.array[at + 2]);
  }
  return contacts;
}

async function create(scene) {
  const carom = await load();
  const world = carom.world({ planar: scene.dimension === 2, capacity: scene.count });
  for (let i = 0; i < scene.count; i++) {
    const [x, y, z] = scene.half.subarray(3 * i, 3 * i + 3);
    world.add(scene.dimension === 2 ? carom.rectangle(x, y) : carom.box(x, y, z), {
      position: scene.positions.subarray(3 * i, 3 * i + 3),
      rotation: scene.rotations.subarray(4 * i, 4 * i + 4),
    });
  }
  const contacts = new Contacts();
  return {
    step({ positions, rotations }) {
      world.positions.set(positions);
      world.rotations.set(rotations);
      world.push();
      world.step(1 / 64);
      return read(world.contacts(), contacts);
    },
    hash: () => world.hash(),
    dispose: () => world.dispose(),
  };
}

export const carom = { name: 'carom', dimension: 3, exact: true, create };
export const planarCarom = { ...carom, dimension: 2 };
