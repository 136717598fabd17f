// Rapier, in its two packages for bundlers. Its bodies are kinematic, so that the solver has nothing to do.
// Contacts are known by events, the cheapest way there is, and without normals. Those that begin or end
// change a set of pairs. Pairs that are apart by less than a prediction distance may count as contacts.
import { Contacts } from '../contacts.mjs';

function addBox(rapier, world, half) {
  const body = world.createRigidBody(rapier.RigidBodyDesc.kinematicPositionBased());
  const box = rapier.ColliderDesc.cuboid(...half)
    .setActiveCollisionTypes(rapier.ActiveCollisionTypes.ALL)
    .setActiveEvents(rapier.ActiveEvents.COLLISION_EVENTS);
  return [body, world.createCollider(box, body).handle];
}

/** Keeps the pairs that touch, by events, and lists them. */
class Pairs {
  #touching = new Set();
  #contacts = new Contacts();

  constructor(count, numberOf) {
    this.change = (first, second, started) => {
      const [a, b] = [numberOf.get(first), numberOf.get(second)];
      const key = Math.min(a, b) * count + Math.max(a, b);
      if (started) this.#touching.add(key);
      else this.#touching.delete(key);
    };
    this.count = count;
  }

  list() {
    this.#contacts.clear();
    for (const key of this.#touching) this.#contacts.add(Math.floor(key / this.count), key % this.count);
    return this.#contacts;
  }
}

async function create(rapier, scene) {
  await rapier.init();
  const world = new rapier.World({ x: 0, y: 0, z: 0 });
  world.timestep = 1 / 64;
  const events = new rapier.EventQueue(true);
  const bodies = [];
  const numberOf = new Map();
  for (let i = 0; i < scene.count; i++) {
    const [body, handle] = addBox(rapier, world, scene.half.subarray(3 * i, 3 * i + 3));
    bodies.push(body);
    numberOf.set(handle, i);
  }
  const pairs = new Pairs(scene.count, numberOf);
  return {
    step({ positions: p, rotations: q }) {
      for (let i = 0; i < bodies.length; i++) {
        bodies[i].setTranslation({ x: p[3 * i], y: p[3 * i + 1], z: p[3 * i + 2] }, true);
        bodies[i].setRotation({ x: q[4 * i], y: q[4 * i + 1], z: q[4 * i + 2], w: q[4 * i + 3] }, true);
      }
      world.step(events);
      events.drainCollisionEvents(pairs.change);
      return pairs.list();
    },
    dispose() {
      events.free();
      world.free();
    },
  };
}

export const rapier = {
  name: 'rapier3d-compat',
  dimension: 3,
  exact: false,
  create: async (scene) => create((await import('@dimforge/rapier3d-compat')).default, scene),
};
export const rapierSimd = {
  name: 'rapier3d-simd-compat',
  dimension: 3,
  exact: false,
  create: async (scene) => create((await import('@dimforge/rapier3d-simd-compat')).default, scene),
};
