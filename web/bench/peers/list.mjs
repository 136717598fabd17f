// The engines of the bench, which all have the same form:
//
//   name, dimension   the npm package, and 3 in space or 2 in the plane
//   exact             false when it also reports what is apart by a margin
//   create(scene)     a promise of bodies of a Scene, with the methods
//     step(poses)     takes the positions and rotations or angles of a Scene, and returns its Contacts
//     dispose()       gives back its memory
//
// Packages are imported by `create`, so that a page or a test needs only those that it uses.
import { cannon } from './cannon.mjs';
import { carom, planarCarom } from './carom.mjs';
import { detectCollisions } from './detect_collisions.mjs';
import { matter } from './matter.mjs';
import { planck } from './planck.mjs';
import { rapier, rapierSimd } from './rapier.mjs';

export const engines = [carom, rapierSimd, rapier, cannon, planarCarom, detectCollisions, matter, planck];
