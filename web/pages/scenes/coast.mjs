// Coast: ships that turn away from land and from each other, and storms that count what they cover.
import { load } from 'carom';
import { page, readout, run } from '../kit/frame.mjs';
import { Grab } from '../kit/hands.mjs';
import { landsOf } from '../kit/land.mjs';
import { colours, Plane } from '../kit/plane.mjs';

const [LAND, SHIP, STORM] = [1, 2, 4]; // categories
const [SHIPS, STORMS, SPEED, TRAIL] = [160, 7, 5, 40];

const carom = await load();
const world = carom.world({ planar: true });
const plane = new Plane(document.querySelector('#stage'), { width: 360, height: 158, center: [0, 5] });
const map = await (await fetch('data/land.json')).json();

// ---- Land ----

const coast = new Path2D();
let pieces = 0;

function addRing(ring) {
  for (let i = 0; i < ring.length; i += 2) coast[i > 0 ? 'lineTo' : 'moveTo'](ring[i], ring[i + 1]);
  coast.closePath();
}

/** Land that goes over the date line is there a second time, a turn of the world away. */
function turnsOf([shore]) {
  const beyond = shore.find((x, i) => i % 2 === 0 && Math.abs(x) > 180);
  return beyond === undefined ? [0] : [0, beyond > 0 ? -360 : 360];
}

for (const land of landsOf(map)) {
  const polygons = carom.cutRings(land).map((points) => carom.polygon(carom.makePolygon(points)));
  pieces += polygons.length;
  for (const x of turnsOf(land)) {
    const body = world.body({ kind: 'static', position: [x, 0] });
    for (const polygon of polygons) world.collider(body, polygon, { category: LAND });
    land.forEach((ring) => addRing(ring.map((at, i) => (i % 2 === 0 ? at + x : at))));
  }
}

// ---- Ships and storms ----

const hull = carom.polygon(carom.makePolygon([-1.6, -0.7, 0.7, -0.7, 1.9, 0, 0.7, 0.7, -1.6, 0.7]));
const random = (low, high) => low + (high - low) * Math.random();

/** Somewhere with water all around. */
function berth() {
  for (;;) {
    const position = [random(-180, 180), random(-60, 75)];
    if (world.overlapShape(carom.disc(3), { position }).length === 0) return position;
  }
}

function head(ship, position, [x, y]) {
  world.setPose(ship, { position, angle: Math.atan2(y, x) });
  world.setVelocity(ship, [SPEED * x, SPEED * y, 0]);
}

const trails = new Map();

for (let i = 0; i < SHIPS; i++) {
  const ship = world.add(hull, { category: SHIP, mask: LAND | SHIP | STORM });
  const angle = random(0, 2 * Math.PI);
  head(ship, berth(), [Math.cos(angle), Math.sin(angle)]);
  trails.set(ship, []);
}

const storms = new Map(Array.from({ length: STORMS }, (_, i) => {
  const radius = random(10, 20);
  const storm = world.add(carom.disc(radius), {
    category: STORM, sensor: true, seesStatic: true, position: [-150 + 50 * i, random(-45, 60)],
    velocity: [random(2, 5), random(-1, 1), 0],
  });
  return [storm, { radius, ships: 0, pieces: 0, turn: 0 }];
}));

// ---- What happens ----

/** Goes back out of what it touches, and away from it. `sign` is 1 for the first of the contact. */
function turnAway(ship, { normal, points }, sign) {
  const { position } = world.pose(ship);
  const { linear } = world.velocity(ship);
  const out = [-sign * normal[0], -sign * normal[1]];
  const deep = Math.min(0, ...points.map(({ separation }) => separation));
  let way = [linear[0] / SPEED, linear[1] / SPEED];
  const along = way[0] * out[0] + way[1] * out[1];
  if (along < 0) way = way.map((part, k) => part - 2 * along * out[k]);
  head(ship, [position[0] - deep * out[0], position[1] - deep * out[1]], way);
}

function note(storm, other, change) {
  if (other.category === LAND) storm.pieces += change;
  else if (other.category === SHIP) storm.ships += change;
}

let [landfalls, meetings] = [0, 0];

function hear({ kind, contact: { a, b, manifold, sensor } }) {
  if (sensor) {
    const change = { begin: 1, end: -1 }[kind] ?? 0;
    for (const [storm, other] of [[a, b], [b, a]]) {
      if (storm.category === STORM) note(storms.get(storm.body), other, change);
    }
  } else if (kind !== 'end') {
    const sides = [a, b];
    sides.forEach((side, i) => {
      if (side.category === SHIP) turnAway(side.body, manifold, i === 0 ? 1 : -1);
    });
    if (kind === 'begin' && sides.some(({ category }) => category === LAND)) landfalls++;
    else if (kind === 'begin') meetings++;
  }
}

/** What leaves the map in the east comes back in the west. Ice ends it in the north. */
function keepOnMap(body) {
  const [x, y] = world.positions.subarray(3 * body, 3 * body + 2);
  const [u, v] = world.velocities.subarray(3 * body, 3 * body + 2);
  const angle = Math.atan2(v, u);
  if (Math.abs(x) > 182) world.setPose(body, { position: [x - Math.sign(x) * 362, y], angle });
  if ((y > 80 && v > 0) || (y < -65 && v < 0)) world.setVelocity(body, [u, -v, 0]);
}

// ---- Frames ----

const grab = new Grab(plane, world, (body) => storms.has(body));
const show = {
  pieces: readout('convex pieces'), contacts: readout('contacts'),
  landfalls: readout('turned away from land'),
  meetings: readout('from each other'),
};
show.pieces(pieces);
let frames = 0;

function noteTrails() {
  for (const [ship, trail] of trails) {
    trail.push(world.positions[3 * ship], world.positions[3 * ship + 1]);
    if (trail.length > 2 * TRAIL) trail.splice(0, 2);
  }
}

run((seconds) => {
  grab.pull(400);
  world.step(seconds);
  for (const event of world.events()) hear(event);
  world.pull();
  [...trails.keys(), ...storms.keys()].forEach(keepOnMap);
  if (frames++ % 8 === 0) noteTrails();
  page.contacts = world.contacts().count;
  show.contacts(page.contacts);
  show.landfalls(landfalls);
  show.meetings(meetings);
}, draw);

// ---- The picture ----

function drawLand() {
  const { pen } = plane;
  pen.fillStyle = '#2f7267';
  pen.fill(coast, 'evenodd');
}

function drawTrails() {
  const { pen } = plane;
  pen.strokeStyle = 'rgb(246 236 216 / 0.28)';
  pen.lineWidth = 0.35;
  pen.beginPath();
  for (const trail of trails.values()) {
    for (let i = 0; i < trail.length; i += 2) {
      const leaps = i === 0 || Math.abs(trail[i] - trail[i - 2]) > 20;
      pen[leaps ? 'moveTo' : 'lineTo'](trail[i], trail[i + 1]);
    }
  }
  pen.stroke();
}

function drawStorm(storm, body) {
  const { pen } = plane;
  const [x, y] = [world.positions[3 * body], world.positions[3 * body + 1]];
  storm.turn += 0.01;
  plane.place(x, y);
  pen.beginPath();
  pen.arc(0, 0, storm.radius, 0, 7);
  pen.fillStyle = body === grab.body ? 'rgb(121 184 221 / 0.5)' : 'rgb(255 255 255 / 0.16)';
  pen.fill();
  pen.strokeStyle = 'rgb(255 255 255 / 0.6)';
  pen.lineWidth = 0.5;
  pen.setLineDash([4, 3]);
  pen.lineDashOffset = storm.turn * 20;
  pen.stroke();
  pen.setLineDash([]);
  pen.scale(1, -1);
  pen.fillStyle = '#fff';
  pen.textAlign = 'center';
  pen.font = '700 5px Text, sans-serif';
  pen.fillText(`${storm.ships} ships`, 0, -0.5);
  pen.font = '500 4px Text, sans-serif';
  pen.fillText(`${storm.pieces} pieces`, 0, 4.5);
}

// The land is one path: a call for each piece would take longer.
plane.show(world, (body, fixed) => (fixed ? '' : colours.yellow), { background: '#0c3136' });

function draw() {
  plane.draw();
  drawLand();
  drawTrails();
  storms.forEach(drawStorm);
  plane.place();
  plane.drawHand();
}
