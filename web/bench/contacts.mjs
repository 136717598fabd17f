// The contacts that an engine found in a step, as the bench reads them.

/** A list of pairs of bodies, with the normals of those engines that tell them. */
export class Contacts {
  count = 0;
  pairs = new Uint32Array(64); // two numbers of bodies for each contact
  normals = new Float32Array(96); // three numbers for each contact

  clear() {
    this.count = 0;
  }

  /** Adds a contact of the bodies a and b. */
  add(a, b, x = 0, y = 0, z = 0) {
    const i = this.count++;
    if (2 * i === this.pairs.length) this.#grow();
    this.pairs[2 * i] = a;
    this.pairs[2 * i + 1] = b;
    this.normals[3 * i] = x;
    this.normals[3 * i + 1] = y;
    this.normals[3 * i + 2] = z;
  }

  #grow() {
    const { pairs, normals } = this;
    this.pairs = new Uint32Array(2 * pairs.length);
    this.pairs.set(pairs);
    this.normals = new Float32Array(2 * normals.length);
    this.normals.set(normals);
  }
}

/** A number for each pair of bodies, whichever comes first: below 2^53 for up to 94 million bodies. */
export const keyOf = (a, b) => (a < b ? a * 0x4000000 + b : b * 0x4000000 + a);

/** The keys of all contacts. A pair counts once, however many contacts it has. */
export function keysOf({ count, pairs }) {
  const keys = new Set();
  for (let i = 0; i < count; i++) keys.add(keyOf(pairs[2 * i], pairs[2 * i + 1]));
  return keys;
}
