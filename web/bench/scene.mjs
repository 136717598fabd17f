// A gas of boxes that turn and drift in a room: in space, or of rectangles in the plane. bench.c makes the
// same scene in C, with the same bits, so this file uses only arithmetic and square roots for it.

const FRAME = 1 / 64; // seconds

/** Numbers from 0 to 1 by Lehmer's generator, which doubles compute exactly. */
function randomNumbers() {
  let seed = 1;
  return () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
}

export class Scene {
  /** The room has a size such that a body has about 2.1 contacts in space, and 1.2 in the plane. */
  constructor(dimension, count) {
    this.dimension = dimension;
    this.count = count;
    this.side = dimension === 3 ? Math.cbrt(count * 2.4) : Math.sqrt(count * 1.9);
    this.half = new Float32Array(3 * count); // half extents, of which the plane uses x and y
    this.positions = new Float32Array(3 * count);
    this.velocities = new Float32Array(3 * count); // a step
    this.rotations = new Float32Array(4 * count); // quaternions x, y, z, w
    this.angles = new Float64Array(count); // about z, in radians: rotations as planar engines take them
    this.axes = new Float64Array(3 * count);
    this.turns = new Float64Array(2 * count); // cosine and sine of half the angle
    this.spins = new Float64Array(2 * count); // by which a step turns
    const random = randomNumbers();
    for (let i = 0; i < count; i++) this.#place(i, random);
    for (let i = 0; i < count; i++) this.#turn(i);
  }

  #place(i, random) {
    for (let k = 0; k < 3; k++) {
      const flat = this.dimension === 2 && k === 2;
      this.half[3 * i + k] = 0.25 + random() / 2;
      this.positions[3 * i + k] = flat ? 0 : this.side * random();
      this.velocities[3 * i + k] = flat ? 0 : (random() - 0.5) * 3 * FRAME;
    }
    this.#aim(i, random);
    setUnit(this.turns, i, 1, 2 * random() - 1);
    setUnit(this.spins, i, 1, (random() - 0.5) * 1.5 * FRAME);
  }

  /** Chooses the axis that a body turns about. */
  #aim(i, random) {
    if (this.dimension === 2) {
      this.axes[3 * i + 2] = 1;
      return;
    }
    const [x, y, z] = [random() - 0.5, random() - 0.5, random() - 0.5];
    const length = Math.sqrt(x * x + y * y + z * z);
    this.axes.set([x / length, y / length, z / length], 3 * i);
  }

  /** Moves and turns all bodies by one step. */
  advance() {
    for (let i = 0; i < this.count; i++) {
      for (let k = 3 * i; k < 3 * i + 3; k++) this.#drift(k);
      const [c, s] = [this.turns[2 * i], this.turns[2 * i + 1]];
      const [dc, ds] = [this.spins[2 * i], this.spins[2 * i + 1]];
      setUnit(this.turns, i, c * dc - s * ds, s * dc + c * ds);
      this.#turn(i);
    }
  }

  /** Moves one coordinate, or turns it round at a wall. */
  #drift(k) {
    const next = this.positions[k] + this.velocities[k];
    if (next < 0 || next > this.side) this.velocities[k] = -this.velocities[k];
    else this.positions[k] = next;
  }

  #turn(i) {
    const [c, s] = [this.turns[2 * i], this.turns[2 * i + 1]];
    for (let k = 0; k < 3; k++) this.rotations[4 * i + k] = this.axes[3 * i + k] * s;
    this.rotations[4 * i + 3] = c;
    if (this.dimension === 2) this.angles[i] = 2 * Math.atan2(s, c);
  }
}

function setUnit(array, i, c, s) {
  const length = Math.sqrt(c * c + s * s);
  array[2 * i] = c / length;
  array[2 * i + 1] = s / length;
}
