// Opens every page of the site in Chromium, in the window of a desk and in that of a phone:
//
//     PAGES=FOLDER SHOTS=FOLDER node --test pages.mjs
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { serve } from '../pages/serve.mjs';
import { pages } from '../pages/pages.mjs';
import { Browser } from './browser.mjs';

const { PAGES: folder, SHOTS: shots } = process.env;
const golden = new URL('../../samples/expected/same_game.txt', import.meta.url);
const sizes = { desk: [1280, 860], phone: [390, 844] };
let server;
let browser;
let wrong; // what the page has said or could not load

const home = () => `http://127.0.0.1:${server.address().port}`;

/** Notes errors that a page reports, and requests that failed. */
function hear(method, params) {
  if (method === 'Runtime.exceptionThrown') wrong.push(params.exceptionDetails.exception?.description);
  if (method === 'Runtime.consoleAPICalled' && params.type === 'error') wrong.push(params.args[0]?.value);
  if (method === 'Log.entryAdded' && params.entry.level === 'error') wrong.push(params.entry.text);
  if (method === 'Network.loadingFailed' && !params.canceled) wrong.push(params.errorText);
  if (method !== 'Network.requestWillBeSent') return;
  const { protocol, origin } = new URL(params.request.url);
  if (protocol.startsWith('http') && origin !== home()) wrong.push(`a request to ${origin}`);
}

async function open(name, size) {
  const [width, height] = sizes[size];
  wrong = [];
  await browser.open('about:blank');
  for (const domain of ['Runtime', 'Log', 'Network', 'Page']) await browser.call(`${domain}.enable`);
  await browser.call('Emulation.setDeviceMetricsOverride', {
    width, height, deviceScaleFactor: 1, mobile: size === 'phone',
  });
  await browser.call('Emulation.setTouchEmulationEnabled', { enabled: size === 'phone' });
  await browser.call('Page.navigate', { url: `${home()}/site/${name}.html` });
}

async function close(name, size) {
  await writeFile(`${shots}/${name}-${size}.png`, await browser.picture());
  await browser.call('Page.close');
  assert.deepEqual(wrong, []);
}

/** Waits until the scene runs and something has met. */
async function scene() {
  await browser.until('JSON.stringify(window.page)', /"ready":true,"contacts":[1-9]/);
  const page = await browser.ask('window.page');
  assert.deepEqual(page.errors, []);
  return page;
}

/** How many colours the first canvas has, as the window shows it. */
async function coloursOfScene() {
  const box = await browser.ask(`(() => {
    const { x, y, width, height } = document.querySelector('canvas, iframe').getBoundingClientRect();
    return { x: x + scrollX, y: y + scrollY, width, height, scale: 1 };
  })()`);
  const { data } = await browser.call('Page.captureScreenshot', { format: 'png', clip: box });
  return browser.ask(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${data}';
    await image.decode();
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
    pen.drawImage(image, 0, 0);
    return new Set(new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer)).size;
  })()`);
}

/** Prints the time of the script, of pages that have frames. */
async function tellTime(name) {
  if (await browser.ask('window.page.frames') === 0) return;
  const [time] = await browser.until('window.page.scriptMilliseconds.toFixed(2)', /^(?!0.00)[\d.]+$/);
  const least = await browser.ask('window.page.leastMilliseconds');
  console.log(`${name}: ${time} ms of script a frame, ${least.toFixed(2)} at least`);
}

async function mouse(type, x, y) {
  await browser.call('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
}

/** A finger goes from the first point to the last one. */
async function drag(points) {
  for (const [i, [x, y]] of points.entries()) {
    const type = i === 0 ? 'touchStart' : 'touchMove';
    await browser.call('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  }
  await browser.call('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Where the middle of an element is in the window, into which it is scrolled. */
const middle = (selector) => browser.ask(`(() => {
  const element = document.querySelector('${selector}');
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})()`);

async function press(key) {
  for (const type of ['keyDown', 'keyUp']) await browser.call('Input.dispatchKeyEvent', { type, key });
}

// ---- What single pages do besides ----

const further = {
  /** The hand holds what is under it: the mouse's an o, and that of the keyboard an r. */
  async index() {
    const [x, y] = await middle('#stage');
    await mouse('mousePressed', x + 50, y);
    await mouse('mouseMoved', x + 90, y - 60);
    await mouse('mouseReleased', x + 90, y - 60);
    await browser.until('String(window.page.grabs)', /^[1-9]/);
    const { grabs } = await browser.ask('window.page');
    await mouse('mouseMoved', x, y);
    await browser.ask('document.querySelector("#stage").focus()');
    for (let i = 0; i < 4; i++) await press('ArrowLeft');
    await press(' ');
    await browser.until(`String(window.page.grabs > ${grabs})`, /true/);
    await press(' ');
  },
  /** The page compares in the browser; here the game's hash is compared with the repository's. */
  async determinism() {
    const { hashes } = await browser.ask('window.page');
    const lines = (await readFile(`${folder}/data/golden.txt`, 'utf8')).trim().split('\n');
    for (const line of lines) assert.equal(line, `${line.split(' ')[0]} ${hashes[line.split(' ')[0]]}`);
    assert.equal(`hash ${hashes.game}`, (await readFile(golden, 'utf8')).trim().split('\n').at(-1));
  },
  async rollback() {
    await browser.until('window.page.settled + " " + window.page.hash', /^\d{2,} same$/);
  },
};

further.playground = async () => {
  const text = "console.log('six times seven is', 6 * 7)";
  await browser.ask(`(() => {
    const code = document.querySelector('#code');
    const [run, share] = document.querySelectorAll('#panel button');
    code.value = ${JSON.stringify(text)};
    code.dispatchEvent(new Event('input'));
    run.click();
    share.click();
  })()`);
  await browser.until('document.querySelector("#said").textContent', /^six times seven is 42\n$/);
  await browser.until('location.hash', /^#.{20,}/);
  // Whoever opens the address has the program, which waits for a press.
  const url = await browser.ask('location.href');
  await browser.call('Page.navigate', { url: 'about:blank' });
  await browser.call('Page.navigate', { url });
  await browser.until('document.querySelector("#code")?.value', /^console.log.*6 \* 7\)$/);
  await browser.until('document.querySelector("#said").textContent', /^This program came with the address/);
};

/** All engines run, and those that are exact find the same pairs, but for what rounding decides. */
further.speed = async () => {
  await browser.ask(`(() => {
    const [, bodies] = document.querySelectorAll('select');
    bodies.value = '250';
    bodies.onchange();
    document.querySelector('button.main').click();
  })()`);
  await browser.until('JSON.stringify(window.page.results)', /^\[/);
  const { results } = await browser.ask('window.page');
  const exact = results.filter((result) => result.exact).map(({ pairs }) => pairs);
  assert.ok(results.length >= 4 && exact.length >= 2);
  assert.ok(Math.min(...exact) > 100 && Math.max(...exact) - Math.min(...exact) <= 2, exact.join(' '));
};

// ---- What fingers do ----

const touched = {
  /** A finger grabs what it touches, and the page does not scroll with it. */
  async index() {
    const [x, y] = await middle('#stage');
    const top = await browser.ask('scrollY');
    await drag([[x, y], [x + 20, y - 30], [x + 40, y - 60]]);
    await browser.until('String(window.page.grabs)', /^[1-9]/);
    assert.equal(await browser.ask('scrollY'), top);
  },
};

// ---- Tests ----

before(async () => {
  await mkdir(shots, { recursive: true });
  // The site lies in a folder of the server.
  server = await serve(folder, { root: '/site/' });
  const drawing = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--hide-scrollbars'];
  browser = await Browser.start(drawing);
  browser.heard = hear;
});

after(async () => {
  await browser.stop();
  server.close();
});

for (const [name] of pages) {
  test(`${name} on a desk`, async () => {
    await open(name, 'desk');
    await scene();
    assert.ok(await coloursOfScene() > 8);
    await further[name]?.();
    await tellTime(name);
    await close(name, 'desk');
  });

  test(`${name} on a phone`, async () => {
    await open(name, 'phone');
    await scene();
    const width = await browser.ask('document.documentElement.scrollWidth');
    assert.ok(width <= sizes.phone[0], `the page is ${width} wide`);
    await touched[name]?.();
    await close(name, 'phone');
  });
}

test('every link leads to a file', async () => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.html'));
  const links = new Set();
  for (const file of files) {
    const text = await readFile(`${folder}/${file}`, 'utf8');
    for (const [, link] of text.matchAll(/(?:href|src|data-file)="([^"#]+)"/g)) links.add(link);
  }
  assert.ok(files.length >= pages.length && links.size > pages.length);
  for (const link of links) assert.equal((await fetch(`${home()}/site/${link}`)).status, 200, link);
});
