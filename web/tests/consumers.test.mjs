// Projects that install the package from its own tarball: with plain node, with a script tag, with esbuild
// and with TypeScript. Nothing comes from the network. TOOLS is the folder of the last two; it is empty when
// npm could not fetch them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { carom } from './helpers.mjs';
import { runInPage } from './in_page.mjs';

const { TOOLS } = process.env;
const needsTools = { skip: TOOLS ? false : 'npm cannot fetch the tool' };
const root = new URL('../consumer/', import.meta.url);
const folder = fileURLToPath(root);
const run = (program, ...values) => execFileSync(program, values, { cwd: folder, encoding: 'utf8' });

/** Makes a project that has installed the package from its tarball. */
function install() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const tarball = run('npm', 'pack', '--silent', '../node_modules/carom').trim();
  run('npm', 'install', '--silent', '--offline', '--no-audit', '--no-fund', `./${tarball}`);
}

/** What all of them run, which gives the hash of a world. */
const play = `(carom) => {
  const world = carom.world();
  for (let i = 0; i < 20; i++) world.add(carom.box(1, 1, 1), { position: [1.5 * i, i % 3, 0] });
  world.step(1 / 60);
  return { hash: world.hash(), contacts: world.contacts().count };
}`;
const expected = new Function(`return ${play}`)()(carom);

/** Bundles a program with esbuild for a script tag, and runs the bundle in Chromium. */
async function bundled(program, ...options) {
  writeFileSync(join(folder, 'game.mjs'), program);
  const usual = ['game.mjs', '--bundle', '--outfile=out/game.js', '--log-level=error'];
  run(join(TOOLS, 'esbuild'), ...usual, ...options);
  return runInPage(root, `const script = document.createElement('script');
    await new Promise((onload, onerror) => {
      document.head.append(Object.assign(script, { src: '/out/game.js', onload, onerror }));
    });
    return globalThis.played;`);
}

install();

test('plain node', () => {
  writeFileSync(join(folder, 'game.mjs'), `import { load } from 'carom';
    import 'carom/canvas';
    import 'carom/three';
    const play = ${play};
    console.log(JSON.stringify(play(await load())));`);
  assert.deepEqual(JSON.parse(run(process.execPath, 'game.mjs')), expected);
});

test('a script tag', async () => {
  const found = await runInPage(root, `const { load } = await import('/node_modules/carom/carom.mjs');
    const play = ${play};
    return play(await load());`);
  assert.deepEqual(found, expected);
});

test('esbuild, with the module in the script', needsTools, async () => {
  const program = `import { load } from 'carom/inline';
    const play = ${play};
    globalThis.played = load().then(play);`;
  assert.deepEqual(await bundled(program), expected);
});

test('esbuild, with the module beside the script', needsTools, async () => {
  const program = `import { load } from 'carom';
    import url from 'carom/carom.wasm';
    const play = ${play};
    globalThis.played = load(new URL(url, document.currentScript.src)).then(play);`;
  const options = ['--loader:.wasm=file', '--log-override:empty-import-meta=silent'];
  assert.deepEqual(await bundled(program, ...options), expected);
});

test('TypeScript accepts what is right and nothing else', needsTools, () => {
  copyFileSync(new URL('types.mts', import.meta.url), join(folder, 'types.mts'));
  run(join(TOOLS, 'tsc'), '--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext',
    '--moduleResolution', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', 'types.mts');
});
