// What the types must accept, and what they must refuse.
import { load, type Carom, type World } from 'carom';
import { Picture } from 'carom/canvas';
import * as inline from 'carom/inline';
import { Figures } from 'carom/three';

const carom: Carom = await load({ threads: 2, source: new URL('https://a.game/carom-threads.wasm') });
const world: World = carom.world({ threads: 1, planar: true });
const body: number = world.add(carom.box(1, 1, 1), { position: [0, 1, 2], kind: 'static' });
const { islands } = world.islands({ links: [[body, body]], joins: (other) => other > body });
const corners: Float32Array = carom.shapeMesh(carom.sphere(1), 8).positions;
const picture = new Picture(document.createElement('canvas').getContext('2d')!, world, { scale: 3 });
picture.zoom(2, 0, 0);
new Figures({}, world).debug({ shapes: false });
for (const { contact: { manifold } } of world.events()) console.log(manifold.normal[0], islands[0]?.rests);
world.setWorldFilter((a, b) => a.body < b.body && corners.length > 0);
(await inline.load()).endThreads();

// @ts-expect-error a time is a number
world.step('x');
// @ts-expect-error there is no such kind of body
world.body({ kind: 'dynamic' });
// @ts-expect-error a mesh is no hull
carom.hull(carom.makeMesh([], []));
// @ts-expect-error a polygon is no hull
carom.hull(carom.makePolygon([]));
