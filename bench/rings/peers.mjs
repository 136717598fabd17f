/* peers.mjs: how many convex pieces other programs need for the lands that the benchmark rings has written.
 *
 * poly-decomp's quickDecomp (Bayazit's algorithm), which may add corners and knows no holes, and the
 * triangles of earcut, joined while they stay convex, in two orders. What does not cover the land, or is not
 * convex, does not count. Prints rows: rings <program> <pieces in all> <carom's of the same lands>. Best is
 * the best of both for each land, and worst the largest ratio of carom's to it. */
import { readFileSync } from 'node:fs';
import earcut from 'earcut';
import decomp from 'poly-decomp';

const cross = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
const area = (p) => p.reduce((sum, q, i) => sum + cross(p[0], q, p[(i + 1) % p.length]), 0) / 2;
const areas = (pieces) => pieces.reduce((sum, p) => sum + Math.abs(area(p)), 0);

/* Added corners are rounded: a sine of 1e-9 counts as none. */
function isConvex(piece) {
  const p = area(piece) < 0 ? piece.slice().reverse() : piece;
  return p.every((a, i) => {
    const b = p[(i + 1) % p.length], c = p[(i + 2) % p.length];
    const lengths = Math.hypot(b[0] - a[0], b[1] - a[1]) * Math.hypot(c[0] - b[0], c[1] - b[1]);
    return cross(a, b, c) >= -1e-9 * lengths;
  });
}

function quick(rings, size) {
  if (rings.length > 1 || rings[0].length > 3000) return Infinity; // beyond, it takes minutes
  const ring = rings[0].map((q) => q.slice());
  decomp.makeCCW(ring);
  try {
    const pieces = decomp.quickDecomp(ring);
    return Math.abs(areas(pieces) - size) <= 1e-6 * size && pieces.every(isConvex) ? pieces.length : Infinity;
  } catch {
    return Infinity;
  }
}

/* The corners of a piece from one on. */
const from = (piece, corner) => {
  const at = piece.indexOf(corner);
  return piece.slice(at).concat(piece.slice(0, at));
};

/* Joins triangles along their sides (Hertel and Mehlhorn, 1983), the shortest or the longest sides first. */
function join(points, triangles, order) {
  const piece = new Map(), sides = [];
  for (const t of triangles) t.forEach((a, i) => piece.set(`${a} ${t[(i + 1) % 3]}`, t));
  for (const t of triangles)
    t.forEach((a, i) => {
      const b = t[(i + 1) % 3];
      if (a < b && piece.has(`${b} ${a}`))
        sides.push([order * Math.hypot(points[a][0] - points[b][0], points[a][1] - points[b][1]), a, b]);
    });
  let count = triangles.length;
  for (const [, a, b] of sides.sort((s, t) => s[0] - t[0])) {
    const left = piece.get(`${a} ${b}`), right = piece.get(`${b} ${a}`);
    const joined = from(left, b).slice(0, -1).concat(from(right, a).slice(0, -1));
    const at = (i) => points[joined[(i + joined.length) % joined.length]];
    const turn = (i) => cross(at(i - 1), at(i), at(i + 1));
    if (left === right || turn(0) < 0 || turn(joined.indexOf(a)) < 0) continue;
    joined.forEach((c, i) => piece.set(`${c} ${joined[(i + 1) % joined.length]}`, joined));
    count--;
  }
  return count;
}

function joinedEars(rings, size) {
  const points = rings.flat(), triangles = [];
  const holes = rings.slice(1).map((_, i) => rings.slice(0, i + 1).flat().length);
  const corners = earcut(points.flat(), holes);
  for (let i = 0; i < corners.length; i += 3) triangles.push(corners.slice(i, i + 3));
  const isRight = (t) => cross(...t.map((i) => points[i])) < 0;
  for (const t of triangles) if (isRight(t)) t.reverse();
  if (Math.abs(areas(triangles.map((t) => t.map((i) => points[i]))) - size) > 1e-6 * size) return Infinity;
  return Math.min(join(points, triangles, 1), join(points, triangles, -1));
}

const sums = { 'poly-decomp': [0, 0], earcut: [0, 0], best: [0, 0] };
let worst = 0;
console.log = () => {}; // poly-decomp complains there
for (const line of readFileSync(process.argv[2], 'utf8').trim().split('\n')) {
  const [pieces, ...rings] = JSON.parse(line);
  if (pieces === 0) continue;
  const size = rings.reduce((sum, r, i) => sum + (i ? -1 : 1) * Math.abs(area(r)), 0);
  const counts = { 'poly-decomp': quick(rings, size), earcut: joinedEars(rings, size) };
  counts.best = Math.min(...Object.values(counts));
  for (const [name, count] of Object.entries(counts)) {
    if (count === Infinity) continue;
    sums[name][0] += count;
    sums[name][1] += pieces;
  }
  worst = Math.max(worst, pieces / counts.best);
}
for (const [name, [theirs, ours]] of Object.entries(sums))
  process.stdout.write(`rings\t${name}\t${theirs}\t${ours}\n`);
process.stdout.write(`rings\tworst\t${worst.toFixed(3)}\n`);
