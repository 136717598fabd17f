// What all pages share: frames with a clock, controls, readouts, and errors that the reader sees.

/** The state of the page, which tests read. */
export const page = {
  ready: false, contacts: 0, hash: '', frames: 0, scriptMilliseconds: 0, leastMilliseconds: 0, errors: [],
};
window.page = page;

const find = (selector) => document.querySelector(selector);

/** Makes an element with properties and children. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

find('nav [aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });

// ---- What went wrong ----

/** Tells the reader why there is no scene: the first reason, from which others follow. */
export function tell(text) {
  page.errors.push(text);
  if (page.errors.length > 1) return;
  find('#panel')?.before(element('p', { className: 'notice', role: 'alert', textContent: text }));
}

addEventListener('error', ({ message }) => tell(message));
addEventListener('unhandledrejection', ({ reason }) => tell(String(reason?.message ?? reason)));

// A module with one instruction of SIMD, which old browsers refuse.
const SIMD = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8,
  0, 65, 0, 253, 15, 253, 98, 11]);
if (!globalThis.WebAssembly?.validate(SIMD)) {
  tell('This page needs WebAssembly with SIMD: a browser of 2021 or later, or Safari 16.4.');
}

// ---- Controls ----

const keys = new Map();

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest('input, select, textarea')) return;
  keys.get(event.key.toLowerCase())?.();
});

/** A button below the scene. A key presses it as well. */
export function button(text, key, press) {
  const made = element('button', { type: 'button', onclick: () => press(made) }, element('span', {}, text));
  if (key) {
    made.append(element('kbd', {}, key.toUpperCase()));
    keys.set(key, () => made.click());
  }
  find('#panel').append(made);
  return made;
}

/** Writes another text on a button. */
export function label(made, text) {
  made.firstChild.textContent = text;
}

/** A slider with its value. It calls set(value) now and at each change. */
export function slider(text, { min, max, step = 1, value, unit = '' }, set) {
  const input = element('input', { type: 'range', min, max, step, value });
  const output = element('output');
  const change = () => {
    output.textContent = `${input.value}${unit}`;
    set(Number(input.value));
  };
  input.oninput = change;
  find('#panel').append(element('label', { className: 'slider' }, element('span', {}, text), input, output));
  change();
  return input;
}

/** A list of which one is chosen. It calls set(name) now and at each change. */
export function choice(text, names, set) {
  const select = element('select', {}, ...names.map((name) => element('option', {}, name)));
  select.onchange = () => set(select.value);
  find('#panel').append(element('label', {}, element('span', {}, text), select));
  set(select.value);
  return select;
}

/** A number or a word below the scene. Returns a function that writes it. */
export function readout(name) {
  const value = element('dd', {}, '–');
  find('#readouts').append(element('div', {}, element('dt', {}, name), value));
  return (text) => {
    if (value.textContent !== String(text)) value.textContent = text;
  };
}

// ---- Frames ----

const HISTORY = 60;

class Clock {
  times = [];
  frames = 0;
  told = 0;
  since = performance.now();

  /** Notes the milliseconds of script of a frame. */
  note(time) {
    this.times[this.frames++ % HISTORY] = time;
  }

  get median() {
    return this.times.toSorted((a, b) => a - b)[this.times.length >> 1] ?? 0;
  }
}

/** Calls step(seconds) for each 60th of a second that has passed, at most twice a frame, and draw() in each
 * frame. It adds the buttons Pause and Step, and measures the time of both functions. */
export function run(step, draw) {
  const clock = new Clock();
  const show = { script: readout('script a frame'), rate: readout('frames a second') };
  let paused = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let once = 1; // a step, even while paused
  let last = performance.now();
  let owed = 0;

  const words = () => (paused ? 'Play' : 'Pause');
  button(words(), 'p', (made) => {
    paused = !paused;
    label(made, words());
  });
  button('Step', '.', () => { once = 1; });

  function steps(now) {
    owed = Math.min(owed + (now - last) * 0.06, 2);
    last = now;
    const count = paused ? once : Math.floor(owed + 0.01);
    owed = paused ? 0 : Math.max(owed - count, 0);
    once = 0;
    return count;
  }

  // An error ends the scene.
  function frame(now) {
    const count = steps(now);
    const start = performance.now();
    for (let i = 0; i < count; i++) step(1 / 60);
    draw();
    clock.note(performance.now() - start);
    page.frames++;
    page.ready = page.errors.length === 0;
    if (clock.frames % 15 === 5) tellTimes(clock, show, now);
    requestAnimationFrame(frame);
  }
  requestAnimationFrame(frame);
}

function tellTimes(clock, show, now) {
  page.scriptMilliseconds = clock.median;
  page.leastMilliseconds = Math.min(...clock.times);
  show.script(`${clock.median.toFixed(2)} ms`);
  show.rate(Math.round(1000 * (clock.frames - clock.told) / (now - clock.since)));
  [clock.since, clock.told] = [now, clock.frames];
}
