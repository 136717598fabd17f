// A save made in C goes on alike in node and in Chromium, on one and two threads, and their saves do so in C.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { load } from 'carom';
import { carom } from './helpers.mjs';
import { isolation } from '../pages/serve.mjs';
import { runInPage } from './in_page.mjs';

const folder = new URL('../', import.meta.url);
const program = new URL('saves', folder).pathname; // saves.c
const inC = (what, name) => (
  execFileSync(program, [what, new URL(name, folder).pathname], { encoding: 'utf8' }).trim());

/** Goes on from a save by 30 steps, saves, and goes on by 30 more: {hash, saved, later}. */
const goOn = `(carom, bytes) => {
  const world = carom.load(bytes);
  const steps = () => {
    for (let i = 0; i < 30; i++) world.step(1 / 64);
    return world.hash();
  };
  const hash = steps();
  const saved = world.save();
  return { hash, saved: [...saved], later: steps(), contacts: world.contacts().count };
}`;

const expected = inC('write', 'c.save');
const bytes = new Uint8Array(readFileSync(new URL('c.save', folder)));

/** Sees that a world went on as the one in C, and that C goes on from its save as it has done. */
function same({ hash, saved, later, contacts }, name) {
  assert.equal(hash, expected);
  assert.ok(contacts > 100, String(contacts));
  writeFileSync(new URL(name, folder), Uint8Array.from(saved));
  assert.equal(inC('read', name), later);
  assert.notEqual(later, hash);
}

test('a save goes on alike in node, and back in C', async () => {
  const go = new Function(`return ${goOn}`)();
  same(go(carom, bytes), 'node.save');
  const threaded = await load({ threads: 2 });
  same(go(threaded, bytes), 'threads.save');
  threaded.endThreads();
});

test('a save goes on alike in Chromium, and back in C', async () => {
  const body = `const { load } = await import('/node_modules/carom/carom.mjs');
    const bytes = new Uint8Array(await (await fetch('/c.save')).arrayBuffer());
    const go = ${goOn};
    return [go(await load(), bytes), go(await load({ threads: 2 }), bytes)];`;
  const found = await runInPage(folder, body, isolation);
  assert.equal(found.error, undefined);
  found.forEach((one, i) => same(one, `page${i}.save`));
});
