// cannon-es: its broad phase and narrow phase without the solver. Bodies have no friction, so that none of
// its equations are made, and the contacts of a step are made of the objects of the last one.
import { Contacts } from '../contacts.mjs';

async function create(scene) {
  const { Body, Box, SAPBroadphase, Vec3, World } = await import('cannon-es');
  const world = new World();
  world.defaultContactMaterial.friction = 0;
  world.broadphase = new SAPBroadphase(world);
  const numberOf = new Map();
  for (let i = 0; i < scene.count; i++) {
    const body = new Body({ mass: 1, shape: new Box(new Vec3(...scene.half.subarray(3 * i, 3 * i + 3))) });
    world.addBody(body);
    numberOf.set(body, i);
  }
  let [found, pool] = [[], []];
  const contacts = new Contacts();
  return {
    step({ positions: p, rotations: q }) {
      world.bodies.forEach((body, i) => {
        body.position.set(p[3 * i], p[3 * i + 1], p[3 * i + 2]);
        body.quaternion.set(q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3]);
        body.aabbNeedsUpdate = true;
      });
      world.broadphase.dirty = true;
      const [first, second] = [[], []];
      world.broadphase.collisionPairs(world, first, second);
      [found, pool] = [[], pool.concat(found)];
      world.narrowphase.getContacts(first, second, world, found, pool, [], []);
      contacts.clear();
      for (const { bi, bj, ni } of found) contacts.add(numberOf.get(bi), numberOf.get(bj), ni.x, ni.y, ni.z);
      return contacts;
    },
    dispose() {},
  };
}

export const cannon = { name: 'cannon-es', dimension: 3, exact: true, create };
