// Rollback: two machines play one game, and hear each other's inputs some frames late.
import { load } from 'carom';
import { Bounces } from '../kit/bounce.mjs';
import { page, readout, run, slider } from '../kit/frame.mjs';
import { hold } from '../kit/keys.mjs';
import { colours, Plane } from '../kit/plane.mjs';

const [HALF, BALLS, KEPT] = [9, 24, 64]; // half of the table, balls, frames that can be played again
const PLAYERS = ['ada', 'ben'];
const carom = await load();

// ---- The game: the same calls on both machines, and nothing random ----

const disc = carom.disc(0.9);
const ball = carom.disc(0.45);

class Game {
  constructor() {
    this.world = carom.world({ planar: true });
    this.world.rollbackKeep(KEPT);
    this.bounces = new Bounces(this.world, { bounce: 0.9, spin: 0 });
    for (const x of [-5, 5]) this.bounces.add(this.world.add(disc, { position: [x, 0] }), 3, 0.9);
    for (let i = 0; i < BALLS; i++) {
      const position = [(i % 4) * 2 - 3, Math.floor(i / 4) * 2.4 - 6];
      this.bounces.add(this.world.add(ball, { position }), 1, 0.45);
    }
    for (let side = 0; side < 4; side++) {
      const [angle, position] = [side * Math.PI / 2, [[0, -HALF], [HALF, 0], [0, HALF], [-HALF, 0]][side]];
      this.world.add(carom.halfPlane(0), { kind: 'static', position, angle });
    }
  }

  /** Plays a frame with the inputs of both players, [x, y] each from -1 to 1. */
  play(inputs) {
    const { world } = this;
    inputs.forEach(([x, y], body) => {
      const [u, v] = world.velocity(body).linear;
      world.setVelocity(body, [0.9 * u + 1.1 * x, 0.9 * v + 1.1 * y, 0]);
    });
    this.contacts = this.bounces.step(1 / 60).count;
  }

  save() {
    return { world: this.world.rollbackSave(), pushes: this.bounces.pushes.slice() };
  }

  restore(saved) {
    this.world.rollbackRestore(saved.world);
    this.bounces.pushes = saved.pushes.slice();
  }
}

// ---- A machine: a game, its own inputs at once, and those of the other player late ----

class Machine {
  game = new Game();
  frame = 0;
  frames = []; // of each frame: what was saved before it, a hash, and the inputs that it had
  known = [[], []]; // the inputs of both players that have arrived
  again = 0; // frames played again, in all

  constructor(player) {
    this.player = player;
  }

  /** An input arrives. Tells whether it differs from what was guessed. */
  hear(player, frame, input) {
    this.known[player][frame] = input;
    const played = this.frames[frame]?.inputs[player];
    return played !== undefined && played.some((part, k) => part !== input[k]);
  }

  /** What is known of a player's input, or the last that was: who holds a key will go on to do so. */
  #input(player, frame) {
    const { [player]: inputs } = this.known;
    return inputs[frame] ?? inputs.at(-1) ?? [0, 0];
  }

  #play(frame) {
    const inputs = [0, 1].map((player) => this.#input(player, frame));
    this.frames[frame] = { saved: this.game.save(), hash: this.game.world.hash(), inputs };
    delete this.frames[frame - KEPT];
    this.game.play(inputs);
  }

  /** Goes back to a frame and plays what followed it again. */
  rewind(frame) {
    const { frame: now } = this;
    this.game.restore(this.frames[frame].saved);
    for (let i = frame; i < now; i++) this.#play(i);
    this.again += now - frame;
  }

  next() {
    this.#play(this.frame++);
  }
}

// ---- The network ----

const machines = PLAYERS.map((_, player) => new Machine(player));
const wires = [[], []]; // what is on its way to each machine
let delay = 12;
slider('Delay', { min: 0, max: 30, value: delay, unit: ' frames' }, (value) => { delay = value; });

function send(player, frame, input) {
  machines[player].hear(player, frame, input);
  wires[1 - player].push({ player, frame, input, at: frame + delay });
}

/** Takes what has arrived, and plays again from the first frame that was guessed wrongly. */
function receive(machine, wire) {
  let first = Infinity;
  while (wire.length > 0 && wire[0].at <= machine.frame) {
    const { player, frame, input } = wire.shift();
    if (machine.hear(player, frame, input)) first = Math.min(first, frame);
  }
  if (first < machine.frame) machine.rewind(first);
}

// ---- The players ----

const held = hold({
  up0: ['w'], left0: ['a'], down0: ['s'], right0: ['d'],
  up1: ['ArrowUp'], left1: ['ArrowLeft'], down1: ['ArrowDown'], right1: ['ArrowRight'],
});
const planes = PLAYERS.map((name) => (
  new Plane(document.querySelector(`#${name}`), { width: 19, height: 19 })));
const idle = [Infinity, Infinity]; // frames since the reader has played for someone

planes.forEach((plane) => plane.listen({}));

/** The input of the reader, or null. */
function readerInput(player) {
  const { hand } = planes[player];
  if (hand.down) {
    const { position } = machines[player].game.world.pose(player);
    return hand.at.map((at, k) => Math.sign(Math.round(at - position[k])));
  }
  const x = held[`right${player}`] - held[`left${player}`];
  const y = held[`up${player}`] - held[`down${player}`];
  return x || y ? [x, y] : null;
}

/** What the page plays: another way every half a second. */
function pageInput(player, frame) {
  const turn = Math.floor(frame / 30) * 7 + player * 3;
  return [(turn * 5) % 3 - 1, (turn * 11 + player) % 5 % 3 - 1];
}

function inputOf(player, frame) {
  const input = readerInput(player);
  idle[player] = input ? 0 : idle[player] + 1;
  return input ?? (idle[player] < 240 ? [0, 0] : pageInput(player, frame));
}

// ---- Frames ----

const show = {
  contacts: readout('contacts'), again: readout('frames played again'), time: readout('time to play them'),
  bytes: readout('bytes a frame'), agree: readout('settled frames'),
};
let settled = 0; // frames that have been compared
let agreed = 0;

/** Compares the worlds as they were before a frame of which both machines know all. */
function compare() {
  const until = Math.min(...machines.flatMap(({ known }) => known.map(({ length }) => length)));
  for (; settled < until && machines.every(({ frames }) => frames[settled]); settled++) {
    const [ada, ben] = machines.map(({ frames }) => frames[settled].hash);
    agreed += ada === ben;
  }
  page.settled = settled;
  page.hash = settled === agreed ? 'same' : 'differs';
  show.agree(`${agreed} of ${settled} equal`);
}

run(() => {
  const { frame } = machines[0];
  PLAYERS.forEach((_, player) => send(player, frame, inputOf(player, frame)));
  const start = performance.now();
  const before = machines[0].again + machines[1].again;
  machines.forEach((machine, player) => receive(machine, wires[player]));
  const played = machines[0].again + machines[1].again - before;
  if (played > 0) show.time(`${(performance.now() - start).toFixed(1)} ms for ${played}`);
  machines.forEach((machine) => machine.next());
  compare();
  page.contacts = Math.max(page.contacts, machines[0].game.contacts);
  show.contacts(machines.map(({ game }) => game.contacts).join(' and '));
  show.again(machines.map(({ again }) => again).join(' and '));
  show.bytes(machines[0].frames[frame].saved.world.length);
}, () => machines.forEach(draw));

// ---- The picture ----

const looks = [colours.yellow, colours.red];

planes.forEach((plane, player) => {
  plane.show(machines[player].game.world, (body, fixed) => (fixed ? '' : looks[body] ?? colours.ivory));
});

/** Where the other machine sees a player. */
function drawGhost(plane, player) {
  const { pen } = plane;
  const { position: [x, y] } = machines[1 - player].game.world.pose(player);
  pen.strokeStyle = looks[player];
  pen.lineWidth = 0.12;
  pen.setLineDash([0.3, 0.25]);
  pen.beginPath();
  pen.arc(x, y, 1.05, 0, 7);
  pen.stroke();
  pen.setLineDash([]);
}

function draw({ player, game: { world } }) {
  const plane = planes[player];
  world.pull();
  plane.draw();
  plane.pen.strokeStyle = colours.line;
  plane.pen.lineWidth = 0.4;
  plane.pen.strokeRect(-HALF - 0.2, -HALF - 0.2, 2 * HALF + 0.4, 2 * HALF + 0.4);
  drawGhost(plane, player);
}
