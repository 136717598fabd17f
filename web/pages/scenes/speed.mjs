// Speed: measures carom and other engines of npm on the same scene.
import { engines } from '../lib/bench/peers/list.js';
import { keysOf } from '../lib/bench/contacts.js';
import { measure } from '../lib/bench/measure.js';
import { Scene } from '../lib/bench/scene.js';
import { button, choice, element, label, page, readout, run } from '../kit/frame.mjs';
import { colours, Plane } from '../kit/plane.mjs';

const table = document.querySelector('#results');
const dimensions = { 'in space': 3, 'in the plane': 2 };
let count;
let dimension;
choice('Scene', Object.keys(dimensions), (name) => { dimension = dimensions[name]; });
choice('Bodies', ['1000', '250', '4000'], (text) => { count = Number(text); });

// ---- The table ----

function showRow({ name }, { ms, contacts }, slowest) {
  const bar = element('span');
  bar.style.width = `${100 * ms / slowest}%`;
  const cells = [name, ms.toFixed(2), bar, keysOf(contacts).size].map((cell) => element('td', {}, cell));
  cells[2].className = 'bar';
  table.append(element('tr', { className: name }, ...cells));
}

function showRows(results) {
  const slowest = Math.max(...results.map(([, { ms }]) => ms));
  table.replaceChildren();
  const sorted = results.toSorted(([, a], [, b]) => a.ms - b.ms);
  for (const [engine, result] of sorted) showRow(engine, result, slowest);
}

/** Gives the browser time to draw. */
const pause = () => new Promise((done) => { setTimeout(done, 50); });

async function compare(start) {
  const chosen = engines.filter((engine) => engine.dimension === dimension);
  const results = [];
  page.results = null;
  start.disabled = true;
  for (const engine of chosen) {
    label(start, `Measuring ${engine.name}…`);
    await pause();
    const scene = new Scene(dimension, count);
    results.push([engine, await measure(engine, scene, { clock: () => performance.now(), seconds: 0.5 })]);
    showRows(results);
  }
  label(start, 'Measure again');
  start.disabled = false;
  page.results = results.map(([{ name, exact }, { ms, contacts }]) => (
    { name, exact, ms, pairs: keysOf(contacts).size }));
}

const start = button('Measure', 'm', () => compare(start));
start.className = 'main';

// ---- The scene, while nothing is measured ----

const shown = new Scene(2, 400);
const carom = await engines.find(({ name, dimension: of }) => name === 'carom' && of === 2).create(shown);
const plane = new Plane(document.querySelector('#stage'), {
  width: shown.side, height: 0.4 * shown.side, center: [shown.side / 2, shown.side / 2],
});
const show = { contacts: readout('contacts in the picture') };
let touching = new Set();

run(() => {
  shown.advance();
  const contacts = carom.step(shown);
  touching = new Set(contacts.pairs.subarray(0, 2 * contacts.count));
  page.contacts = contacts.count;
  show.contacts(contacts.count);
}, () => {
  const { pen } = plane;
  plane.begin();
  for (let i = 0; i < shown.count; i++) {
    const [x, y] = shown.half.subarray(3 * i, 3 * i + 2);
    const [left, up] = shown.positions.subarray(3 * i, 3 * i + 2);
    plane.place(left, up, Math.cos(shown.angles[i]), Math.sin(shown.angles[i]));
    pen.fillStyle = touching.has(i) ? colours.red : colours.ivory;
    pen.fillRect(-x, -y, 2 * x, 2 * y);
  }
});
