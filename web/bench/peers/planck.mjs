// planck: a step of no time, which finds contacts and solves nothing. Its polygons have a skin, so that it
// finds pairs that are apart by up to four times its linear slop, 0.02.
import { Contacts } from '../contacts.mjs';

async function create(scene) {
  const { Box, World } = await import('planck');
  const world = new World({ gravity: { x: 0, y: 0 }, allowSleep: false });
  const bodies = [];
  for (let i = 0; i < scene.count; i++) {
    const body = world.createBody({ type: 'dynamic', userData: i });
    body.createFixture({ shape: new Box(scene.half[3 * i], scene.half[3 * i + 1]), density: 1 });
    bodies.push(body);
  }
  const contacts = new Contacts();
  const read = (contact) => {
    const manifold = contact.getWorldManifold(null);
    const [a, b] = [contact.getFixtureA(), contact.getFixtureB()].map((f) => f.getBody().getUserData());
    contacts.add(a, b, manifold.normal.x, manifold.normal.y);
  };
  return {
    step({ positions: p, angles }) {
      for (let i = 0; i < bodies.length; i++) {
        bodies[i].setTransform({ x: p[3 * i], y: p[3 * i + 1] }, angles[i]);
      }
      world.findNewContacts(); // which a step of no time leaves out
      world.step(0);
      contacts.clear();
      for (let c = world.getContactList(); c; c = c.getNext()) if (c.isTouching()) read(c);
      return contacts;
    },
    dispose() {},
  };
}

export const planck = { name: 'planck', dimension: 2, exact: false, create };
