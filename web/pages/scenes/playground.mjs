// Playground: edits a program, runs it in a frame of its own, and puts it into the address.
import { button, choice, element, page, readout } from '../kit/frame.mjs';
import { highlight } from '../kit/highlight.mjs';

const examples = {
  'Rain of shapes': 'rain', 'Fan of rays': 'rays', 'Pairs, printed': 'pairs', 'Tower in space': 'tower',
};
const [code, shown, said] = ['code', 'colours', 'said'].map((id) => document.getElementById(id));
const imports = document.querySelector('script[type=importmap]').textContent;

// ---- The editor: a transparent text over its coloured copy ----

function colour() {
  shown.replaceChildren(highlight(`${code.value}\n`));
}

function follow() {
  shown.parentElement.scrollTop = code.scrollTop;
  shown.parentElement.scrollLeft = code.scrollLeft;
}

code.oninput = colour;
code.onscroll = follow;
code.onkeydown = (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    run();
  } else if (event.key === 'Enter') {
    // The next line begins where this one does.
    const line = code.value.slice(0, code.selectionStart).split('\n').at(-1);
    event.preventDefault();
    code.setRangeText(`\n${/^ */.exec(line)[0]}`, code.selectionStart, code.selectionEnd, 'end');
    colour();
  }
};

function write(text) {
  code.value = text;
  colour();
  follow();
}

// ---- Running ----

const style = 'html, body { margin: 0; height: 100%; background: #103f3b } '
  + 'canvas { width: 100%; height: 100%; display: block; touch-action: none }';

/** Prints a line of the program. */
function print(...values) {
  const words = values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)));
  said.append(`${words.join(' ')}\n`);
  said.scrollTop = said.scrollHeight;
  page.contacts++; // lines, on this page
}

/** Puts the program into a new frame, whose errors and prints come here. */
function run() {
  said.textContent = '';
  page.contacts = 0;
  const frame = element('iframe', { title: 'What the program draws' });
  document.querySelector('#output').replaceChildren(frame);
  const { contentWindow: inside, contentDocument: inner } = frame;
  inner.open();
  inner.write(`<!DOCTYPE html><base href="${document.baseURI}"><style>${style}</style>`
    + `<script type="importmap">${imports}<\/script><canvas id="stage" tabindex="0"></canvas>`);
  inside.console.log = print;
  inside.addEventListener('error', ({ message, lineno }) => print(`line ${lineno}: ${message}`));
  inside.addEventListener('unhandledrejection', ({ reason }) => print(String(reason)));
  const script = inner.createElement('script');
  script.type = 'module';
  script.textContent = code.value;
  inner.body.append(script);
  inner.close();
  page.ready = true;
}

// ---- The address ----

const through = (bytes, transform) => (
  new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());

/** The program as letters that an address may have. */
async function packed(text) {
  const bytes = new Uint8Array(await through(text, new CompressionStream('deflate-raw')));
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function unpacked(letters) {
  const bytes = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
  const text = await through(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
    new DecompressionStream('deflate-raw'));
  return new TextDecoder().decode(text);
}

async function share() {
  history.replaceState(null, '', `#${await packed(code.value)}`);
  show.address(`${location.href.length} letters`);
  try {
    await navigator.clipboard.writeText(location.href);
    show.address(`${location.href.length} letters, copied`);
  } catch {
    // The reader copies it from the address bar.
  }
}

async function open(name) {
  write(await (await fetch(`examples/${examples[name]}.mjs`)).text());
  run();
}

async function openAddress() {
  const letters = location.hash.slice(1);
  if (!letters) return;
  try {
    write(await unpacked(letters));
    print('This program came with the address. Read it, then press Run.');
    page.ready = true;
  } catch {
    print('The address holds no whole program.');
  }
}

button('Run', '', run).className = 'main';
button('Share', '', share);
const show = { address: readout('address') };
let first = location.hash.length > 1; // the first choice is no press
choice('Example', Object.keys(examples), (name) => {
  if (!first) open(name);
  first = false;
});
await openAddress();
addEventListener('hashchange', openAddress);
