import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { load, structs, version } from 'carom';
import * as inline from 'carom/inline';
import { carom } from './helpers.mjs';

const module = new URL('../node_modules/carom/carom.wasm', import.meta.url);
const LIMIT = 394_000;

test('the module is small', () => {
  const bytes = readFileSync(module);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const size = brotliCompressSync(bytes, { params }).length;
  console.log(`carom.wasm: ${bytes.length} bytes, ${size} in brotli`);
  assert.ok(size <= LIMIT, `${size} bytes are more than ${LIMIT}`);
});

test('it loads from a URL, from bytes, from a module and inline', async () => {
  const bytes = readFileSync(module);
  const ways = [load(module), load(String(module)), load(bytes), load(new WebAssembly.Module(bytes)),
    load(new Response(bytes)), inline.load()];
  for (const made of await Promise.all(ways)) {
    const world = made.world();
    world.add(made.sphere(1));
    assert.equal(world.castRayAny([0, 5, 0], [0, -9, 0]), true);
  }
  await assert.rejects(load(new URL('nothing.wasm', import.meta.url)));
});

test('two modules have nothing in common', async () => {
  const other = await load();
  const world = carom.world();
  const second = other.world();
  world.add(carom.sphere(1));
  assert.equal(second.bodies().length, 0);
  assert.notEqual(carom.memory, other.memory);
});

test('the versions agree', () => {
  const { version: stated } = JSON.parse(readFileSync(new URL('package.json', module), 'utf8'));
  assert.equal(stated, version);
  assert.equal(carom.memory.text(carom.raw.carom_version()), version);
});

test('the layout is that of the module', () => {
  assert.equal(structs.carom_pos.size, 24);
  const world = carom.world({ margin: 0.25, tag: 200, persistentManifolds: true });
  const body = world.add(carom.sphere(1), { position: [1, 2, 3] });
  assert.equal(world.idOf(body) >> 56n, 200n);
  const def = { position: [0.5, 0, 0], margin: 0.5, group: -3, category: 2n ** 62n };
  const collider = world.collider(body, carom.box(1, 2, 3, 0.25), def);
  assert.deepEqual(world.filterOf(collider), { category: 2n ** 62n, mask: 0, group: -3 });
  assert.deepEqual(world.shapeOf(collider), { kind: 'box', half: [1, 2, 3], radius: 0.25 });
  assert.deepEqual(world.localPose(collider).position, [0.5, 0, 0]);
  assert.deepEqual(world.colliderPose(collider).position, [1.5, 2, 3]);
});

test('the example of the README prints what it shows', () => {
  const text = readFileSync(new URL('README.md', module), 'utf8');
  const [, program] = /```js\n(.*?)```/s.exec(text);
  const [, expected] = /```text\n(.*?)```/s.exec(text);
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('.', import.meta.url), encoding: 'utf8' });
  assert.equal(printed, expected);
});
