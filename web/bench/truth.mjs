// Which boxes of a scene touch, in double precision: what the engines are compared with.
import { keyOf, keysOf } from './contacts.mjs';

/** The axes of a box: the columns of its rotation. */
export function axesOf(scene, i) {
  let [x, y, z, w] = scene.rotations.subarray(4 * i, 4 * i + 4);
  const length = Math.hypot(x, y, z, w);
  [x, y, z, w] = [x / length, y / length, z / length, w / length];
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ].slice(0, scene.dimension);
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** How far the box i reaches along a direction from its center. */
function reach(scene, i, axes, direction) {
  let sum = 0;
  for (let k = 0; k < axes.length; k++) sum += scene.half[3 * i + k] * Math.abs(dot(axes[k], direction));
  return sum;
}

/** The directions that can separate two boxes: normals of faces and, in space, cross products of edges. */
function directionsOf(a, b) {
  const directions = [...a, ...b];
  if (a.length < 3) return directions;
  for (const u of a) {
    for (const v of b) {
      const n = cross(u, v);
      const length = Math.sqrt(dot(n, n));
      if (length > 1e-6) directions.push(n.map((x) => x / length)); // else one of the normals will do
    }
  }
  return directions;
}

/** The greatest gap of two boxes along any of the directions: negative when they overlap. */
export function gapOf(scene, i, j) {
  const [a, b] = [axesOf(scene, i), axesOf(scene, j)];
  const between = [0, 1, 2].map((k) => scene.positions[3 * j + k] - scene.positions[3 * i + k]);
  let gap = -Infinity;
  for (const d of directionsOf(a, b)) {
    gap = Math.max(gap, Math.abs(dot(between, d)) - reach(scene, i, a, d) - reach(scene, j, b, d));
  }
  return gap;
}

/** The keys of all pairs that touch, found by their order along x. */
export function touching(scene) {
  const { count, half, positions } = scene;
  const radius = Array.from({ length: count }, (_, i) => Math.hypot(...half.subarray(3 * i, 3 * i + 3)));
  const low = radius.map((r, i) => positions[3 * i] - r);
  const order = radius.map((_, i) => i).sort((a, b) => low[a] - low[b]);
  const near = (i, j) => {
    const [x, y, z] = [0, 1, 2].map((k) => positions[3 * j + k] - positions[3 * i + k]);
    return x * x + y * y + z * z < (radius[i] + radius[j]) ** 2;
  };
  const keys = new Set();
  for (let m = 0; m < count; m++) {
    const i = order[m];
    const end = positions[3 * i] + radius[i];
    for (let n = m + 1; n < count && low[order[n]] <= end; n++) {
      const j = order[n];
      if (near(i, j) && gapOf(scene, i, j) <= 0) keys.add(keyOf(i, j));
    }
  }
  return keys;
}

/** Compares contacts with the truth: the gaps of those that are too many, and of those that are missing. */
export function compare(scene, truth, contacts) {
  const found = keysOf(contacts);
  const gap = (key) => gapOf(scene, Math.floor(key / 0x4000000), key % 0x4000000);
  const only = (keys, others) => [...keys].filter((key) => !others.has(key)).map(gap);
  return { count: found.size, extra: only(found, truth), missing: only(truth, found) };
}
