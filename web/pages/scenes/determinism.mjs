// Determinism: replays what C has recorded, runs a game, and compares the hashes with those of C.
import { load } from 'carom';
import { button, element, page, readout } from '../kit/frame.mjs';
import { colours } from '../kit/plane.mjs';

const names = {
  golden0: 'Everything in space', golden1: 'Swept bodies', golden2: 'Everything in the plane',
  golden3: 'Meshes, fields, compounds', golden4: 'The same, with margins',
};
const STEPS = 100;

const carom = await load();
const canvas = document.querySelector('#stage');
const pen = canvas.getContext('2d');
const text = async (file) => (await fetch(`data/${file}`)).text();
const golden = new Map((await text('golden.txt')).trim().split('\n').map((line) => line.split(' ')));
const nextFrame = () => new Promise((done) => { requestAnimationFrame(done); });

// ---- The picture: a row a world, a cell a step ----

canvas.width = 1500;
canvas.height = 500;

/** A colour of the first bits of a hash. */
function colourOf(hash) {
  const bits = parseInt(hash.slice(0, 6), 16);
  const ball = [colours.ivory, colours.yellow, colours.red, colours.chalk][bits & 3];
  return [ball, 0.35 + 0.65 * ((bits >> 2) & 255) / 255];
}

function drawCell(row, step, hash) {
  const [width, height] = [canvas.width / STEPS, canvas.height / golden.size];
  [pen.fillStyle, pen.globalAlpha] = colourOf(hash);
  pen.fillRect(step * width + 1, row * height + 6, width - 2, height - 12);
}

// ---- The table ----

function addRow(key, name, steps, expected) {
  const cells = [name, steps, expected, '…', ''].map((cell) => element('td', { textContent: cell }));
  cells[2].className = cells[3].className = 'hash';
  document.querySelector('#worlds').append(element('tr', {}, ...cells));
  return (hash) => {
    page.hashes[key] = cells[3].textContent = hash;
    cells[4].textContent = hash === expected ? 'same' : 'differs';
    cells[4].className = hash === expected ? 'same' : 'differs';
    return hash === expected;
  };
}

// ---- The worlds ----

async function replay(name, row, tell) {
  const response = await fetch(`data/${name}`);
  const recorded = carom.replay(new Uint8Array(await response.arrayBuffer()));
  let outcome = recorded.step();
  for (let step = 0; outcome === 'same'; step++) {
    drawCell(row, step, recorded.hash());
    if (step % 20 === 0) await nextFrame();
    outcome = recorded.step();
  }
  return tell(outcome === 'over' ? recorded.hash() : `another in step ${recorded.steps + 1}`);
}

/** Runs the game, which prints its hash. */
async function play(tell) {
  const lines = [];
  const { log } = console;
  console.log = (line) => lines.push(line);
  try {
    await import(`../data/game.mjs?${performance.now()}`);
  } finally {
    console.log = log;
  }
  return tell(lines.at(-1).replace('hash ', ''));
}

const show = { time: readout('time of all') };
const again = button('Run again', 'r', compareAll);

async function compareAll() {
  again.disabled = true;
  page.hashes = {};
  document.querySelector('#worlds').replaceChildren();
  pen.globalAlpha = 1;
  pen.fillStyle = colours.cloth;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const expected = /hash (\w+)/.exec(await text('same_game.txt'))[1];
  const rows = [...golden].map(([name, hash]) => [name, addRow(name, names[name], STEPS, hash)]);
  const tellGame = addRow('game', 'A game of 60 bodies', 400, expected);
  const start = performance.now();
  const same = [];
  for (const [i, [name, tell]] of rows.entries()) same.push(await replay(name, i, tell));
  same.push(await play(tellGame));
  show.time(`${((performance.now() - start) / 1000).toFixed(2)} s`);
  const equal = same.every(Boolean);
  page.hash = equal ? 'same' : 'differs';
  page.contacts = same.length;
  page.ready = true;
  const verdict = document.querySelector('#verdict');
  verdict.textContent = equal ? 'All six are the same.' : 'Your browser computes something else.';
  verdict.className = equal ? 'lead same' : 'lead differs';
  again.disabled = false;
}

await compareAll();
