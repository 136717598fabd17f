// Writes the pages to a folder: scenes/NAME.html within template.html, and all files that they load.
//
//     node build.mjs FOLDER MODULES PEERS
//
// MODULES and PEERS are folders node_modules: with what package.json lists, and with the engines of
// web/bench.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { art } from './art.mjs';
import { pages } from './pages.mjs';

const [out, modules, peers] = process.argv.slice(2).map((path) => resolve(path));
const require = createRequire(join(modules, 'any'));
const here = fileURLToPath(new URL('.', import.meta.url));
const template = await readFile(join(here, 'template.html'), 'utf8');

// What the scripts import by name, relative to the page.
const imports = {
  carom: './carom/carom.mjs',
  'carom/canvas': './carom/draw/canvas.mjs',
  'carom/three': './carom/draw/three.mjs',
  three: './lib/three.js',
  'three/addons/': './lib/addons/',
};

// ---- Pages ----

const navigation = (current) => pages.map(([name, title]) => {
  const mark = name === current ? ' aria-current="page"' : '';
  return `<a href="${name}.html"${mark}>${name === 'index' ? 'Start' : title}</a>`;
}).join('\n');

const gallery = () => `<ul class="gallery">${pages.slice(1).map(([name, title, line]) => (
  `<li><a href="${name}.html" class="card">${art(name)}
<strong>${title}</strong><span>${line}</span></a></li>`)).join('\n')}</ul>`;

/** The panel with the files that a scene imports from these pages, the scene first. */
function sourcePanel(name, source) {
  const kit = [...source.matchAll(/from '\.\.\/(kit\/[\w-]+\.mjs)'/g)].map((match) => match[1]);
  const tabs = [`scenes/${name}.mjs`, ...kit].map((file, i) => (
    `<button type="button" role="tab" data-file="${file}" aria-selected="${i === 0}"
tabindex="${i === 0 ? 0 : -1}" aria-controls="code">${file.split('/')[1]}</button>`)).join('');
  return `<aside id="source" class="source" aria-label="Source"><div role="tablist">${tabs}</div>
<pre id="code" role="tabpanel" tabindex="0"><code></code></pre></aside>`;
}

async function content(name) {
  const fragment = await readFile(join(here, 'scenes', `${name}.html`), 'utf8');
  if (name === 'index') return fragment.replace('{{gallery}}', gallery());
  if (name === 'playground') return fragment; // the reader's program is the source
  const source = await readFile(join(here, 'scenes', `${name}.mjs`), 'utf8');
  return `<div class="split"><article>${fragment}</article>${sourcePanel(name, source)}</div>`;
}

async function writePage([name, title, line]) {
  const values = {
    name, line, title: name === 'index' ? 'carom: collisions without a solver' : `${title} – carom`,
    imports: JSON.stringify({ imports }), navigation: navigation(name), content: await content(name),
  };
  const text = template.replace(/\{\{(\w+)\}\}/g, (_, key) => values[key]);
  await writeFile(join(out, `${name}.html`), text);
}

// ---- Other files ----

/** Makes ES modules of what npm has, and of the bench, which imports an engine when it is measured. */
async function bundle() {
  const bench = ['contacts', 'measure', 'scene', 'peers/list'];
  await require('esbuild').build({
    entryPoints: [
      { in: 'three', out: 'three' },
      { in: 'three/addons/controls/OrbitControls.js', out: 'addons/controls/OrbitControls' },
      ...bench.map((name) => ({ in: join(here, '../bench', `${name}.mjs`), out: `bench/${name}` })),
    ],
    outdir: join(out, 'lib'), bundle: true, splitting: true, format: 'esm', minify: true, external: ['carom'],
    nodePaths: [modules, peers], absWorkingDir: modules, legalComments: 'eof', logLevel: 'error',
  });
}

const fonts = ['bricolage-grotesque', 'instrument-sans', 'jetbrains-mono'];

async function copyFonts() {
  await mkdir(join(out, 'fonts'), { recursive: true });
  for (const font of fonts) {
    const file = `${font}-latin-wght-normal.woff2`;
    await cp(join(modules, '@fontsource-variable', font, 'files', file), join(out, 'fonts', file));
  }
}

async function copyData() {
  await mkdir(join(out, 'data'), { recursive: true });
  await cp(join(modules, 'world-atlas/land-110m.json'), join(out, 'data/land.json'));
  const bunny = require('bunny');
  const triangles = { vertices: bunny.positions.flat(), triangles: bunny.cells.flat() };
  await writeFile(join(out, 'data/bunny.json'), JSON.stringify(triangles));
}

await mkdir(out, { recursive: true });
for (const name of ['kit', 'scenes', 'examples', 'style.css', 'icon.svg']) {
  const filter = (path) => !/scenes\/.*html$/.test(path);
  await cp(join(here, name), join(out, name), { recursive: true, filter });
}
await Promise.all([...pages.map(writePage), bundle(), copyFonts(), copyData()]);
