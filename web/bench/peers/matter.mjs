// matter-js: its Detector, without the engine around it.
import { Contacts } from '../contacts.mjs';

async function create(scene) {
  const { Bodies, Body, Detector } = (await import('matter-js')).default;
  const bodies = [];
  const numberOf = new Map();
  for (let i = 0; i < scene.count; i++) {
    const body = Bodies.rectangle(0, 0, 2 * scene.half[3 * i], 2 * scene.half[3 * i + 1]);
    bodies.push(body);
    numberOf.set(body, i);
  }
  const detector = Detector.create();
  Detector.setBodies(detector, bodies.slice()); // it sorts its own list
  const contacts = new Contacts();
  return {
    step({ positions: p, angles }) {
      for (let i = 0; i < bodies.length; i++) {
        Body.setPosition(bodies[i], { x: p[3 * i], y: p[3 * i + 1] });
        Body.setAngle(bodies[i], angles[i]);
      }
      contacts.clear();
      for (const { bodyA, bodyB, normal } of Detector.collisions(detector)) {
        contacts.add(numberOf.get(bodyA), numberOf.get(bodyB), normal.x, normal.y);
      }
      return contacts;
    },
    dispose: () => Detector.clear(detector),
  };
}

export const matter = { name: 'matter-js', dimension: 2, exact: true, create };
