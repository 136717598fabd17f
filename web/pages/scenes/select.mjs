// Selection: a marquee and a lasso among 10,000 rotated rectangles.
import { load } from 'carom';
import { choice, page, readout, run } from '../kit/frame.mjs';
import { colours, Plane } from '../kit/plane.mjs';

const [COLUMNS, ROWS] = [125, 80];
const COUNT = COLUMNS * ROWS;
const [WIDTH, HEIGHT] = [8 * COLUMNS, 8 * ROWS];

const carom = await load();
const world = carom.world({ planar: true, capacity: COUNT });
const plane = new Plane(document.querySelector('#stage'), {
  width: WIDTH, height: HEIGHT, center: [WIDTH / 2 - 4, HEIGHT / 2 - 4],
});
const corners = new Float32Array(8 * COUNT);
const selected = new Uint8Array(COUNT);

// ---- The rectangles ----

let seed = 1;
function chance() {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
}

function addRectangle(i) {
  const position = [8 * (i % COLUMNS), 8 * Math.floor(i / COLUMNS)];
  const upright = i % 7 === 0;
  const angle = upright ? 0 : 2 * Math.PI * chance();
  const half = upright ? [2, 2] : [1 + 4 * chance(), 1 + 2 * chance()];
  const body = world.add(carom.rectangle(...half), { position, angle });
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  [[1, 1], [-1, 1], [-1, -1], [1, -1]].forEach(([x, y], k) => {
    corners[8 * body + 2 * k] = position[0] + cos * half[0] * x - sin * half[1] * y;
    corners[8 * body + 2 * k + 1] = position[1] + sin * half[0] * x + cos * half[1] * y;
  });
}

for (let i = 0; i < COUNT; i++) addRectangle(i);
world.step(0);

// ---- The selection ----

const filter = { touching: 'isApart' }; // what only touches is apart

/** Selects the bodies of the rows that a query has found. */
function take({ rows }) {
  const { array, first, stride } = rows.column('body');
  for (let i = 0; i < rows.count; i++) selected[array[first + i * stride]] = 1;
}

function selectMarquee([[left, low], [right, high]]) {
  const least = [Math.min(left, right), Math.min(low, high), 0];
  const most = [Math.max(left, right), Math.max(low, high), 0];
  take(world.overlapRegions([...least, ...most], filter));
}

function selectLasso(line) {
  const polygons = carom.cutRings([line.flat()]).map((piece) => carom.makePolygon(piece));
  take(world.overlapShapes(polygons.map((polygon) => ({ shape: carom.polygon(polygon) })), filter));
  for (const polygon of polygons) polygon.dispose();
}

/** Selects, and returns whether carom took the line. */
function select(line) {
  selected.fill(0);
  try {
    if (tool === 'marquee') selectMarquee([line[0], line.at(-1)]);
    else if (line.length > 2) selectLasso(line);
    return true;
  } catch (error) {
    if (!error.code) throw error;
    return false;
  }
}

// ---- The hand, and until it comes a line that draws itself ----

let tool;
let line = [];
let taken = true;
let drawing = false;
let shown = 100; // frames of the line that draws itself; -1 once the reader has drawn

choice('Tool', ['marquee', 'lasso'], (name) => {
  tool = name;
  line = [];
});

const far = ([x, y], [u, v]) => Math.hypot(u - x, v - y) > 6;

plane.listen({
  press: (point) => {
    shown = -1;
    drawing = true;
    line = [point];
  },
  move: (point) => {
    if (drawing && far(point, line.at(-1))) line.push(point);
  },
  release: () => { drawing = false; },
});

function drawItself() {
  const grown = 0.5 - 0.5 * Math.cos(shown++ / 60);
  if (tool === 'marquee') {
    line = [[160, 120], [160 + 560 * grown, 120 + 380 * grown]];
  } else {
    line = Array.from({ length: 90 }, (_, i) => {
      const angle = i * Math.PI / 45;
      const radius = 200 + 90 * grown * Math.sin(5 * angle);
      return [WIDTH / 2 + 1.4 * radius * Math.cos(angle), HEIGHT / 2 + radius * Math.sin(angle)];
    });
  }
}

const show = { selected: readout('selected'), time: readout('time of the selection') };

run(() => {
  if (shown >= 0) drawItself();
  if (line.length === 0) return;
  const start = performance.now();
  taken = select(line);
  show.time(`${(performance.now() - start).toFixed(2)} ms`);
  page.contacts = selected.reduce((sum, one) => sum + one, 0);
  show.selected(page.contacts);
}, draw);

// ---- The picture ----

/** Fills all rectangles that `may` allows. */
function fill(colour, may) {
  const { pen } = plane;
  plane.place();
  pen.fillStyle = colour;
  pen.beginPath();
  for (let i = 0, at = 0; i < COUNT; i++, at += 8) {
    if (!may(i)) continue;
    pen.moveTo(corners[at], corners[at + 1]);
    for (let k = 2; k < 8; k += 2) pen.lineTo(corners[at + k], corners[at + k + 1]);
  }
  pen.fill();
}

let all; // an image of all rectangles, which is drawn anew only when the canvas changes

function drawAll() {
  const { canvas } = plane;
  plane.begin();
  fill('#2f6d65', () => true);
  all = new OffscreenCanvas(canvas.width, canvas.height);
  all.getContext('2d').drawImage(canvas, 0, 0);
}

plane.onfit = drawAll;
drawAll();

function drawLine() {
  const { pen } = plane;
  pen.strokeStyle = taken ? colours.spark : colours.red;
  pen.fillStyle = 'rgb(255 255 255 / 0.12)';
  pen.lineWidth = 2 * plane.dots / plane.scale;
  pen.beginPath();
  const [[x, y]] = line;
  if (tool === 'marquee') pen.rect(x, y, line.at(-1)[0] - x, line.at(-1)[1] - y);
  else line.forEach((point) => pen.lineTo(...point));
  pen.closePath();
  pen.fill();
  pen.stroke();
}

function draw() {
  plane.pen.resetTransform();
  plane.pen.drawImage(all, 0, 0);
  fill(colours.yellow, (i) => selected[i] === 1);
  if (line.length > 1) drawLine();
  plane.drawHand();
}
