// What the tests share. They run beside a folder node_modules that holds the package.
import assert from 'node:assert/strict';
import { CaromError, load } from 'carom';

export const carom = await load();

/** Sees that a call is refused with this status, and returns the error. */
export function refused(code, call) {
  let found;
  assert.throws(call, (error) => {
    found = error;
    return error instanceof CaromError && error.code === code;
  });
  return found;
}

/** A world with bodies of one shape along x, so far from each other. */
export function row(count, distance, options = {}) {
  const world = carom.world(options);
  for (let i = 0; i < count; i++) world.add(carom.sphere(0.5), { position: [i * distance, 0, 0] });
  return world;
}

/** Takes so much memory that it must grow. */
export function growMemory() {
  const before = carom.raw.memory.buffer;
  const blocks = [];
  while (carom.raw.memory.buffer === before) blocks.push(carom.raw.malloc(1 << 20));
  for (const block of blocks) carom.raw.free(block);
}
