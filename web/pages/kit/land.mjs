// Land of a map in TopoJSON as rings of points, in degrees: [x0, y0, x1, y1, ...].

/** The turns of the world that bring x nearest to another one. */
const turned = (x, near) => x + 360 * Math.round((near - x) / 360);

/** The points of all arcs, which the file holds as differences of whole numbers. */
function arcsOf({ arcs, transform: { scale, translate } }) {
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]) => {
      [x, y] = [x + dx, y + dy];
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
}

/** The points of a ring: arcs that follow each other, from their end where the number is negative. */
function pointsOf(ring, arcs) {
  return ring.flatMap((number) => {
    const points = number < 0 ? arcs[~number].toReversed() : arcs[number];
    return points.slice(0, -1);
  });
}

/** Maps end at the date line, where a shore goes on at the other end: makes x go on as well. */
function unwind(points) {
  let before = points[0][0];
  return points.map(([x, y]) => {
    before = turned(x, before);
    return [before, y];
  });
}

/** A shore that goes around the world ends at the pole. */
function closeAtPole(points) {
  const [first, last] = [points[0], points.at(-1)];
  const end = turned(first[0], last[0]);
  if (end === first[0]) return points;
  const pole = first[1] > 0 ? 90 : -90;
  return [...points, [end, first[1]], [end, pole], [first[0], pole]];
}

const isNew = ([x, y], i, points) => {
  const [u, v] = points.at(i - 1);
  return x !== u || y !== v;
};

/** Returns the lands, each a list of rings: its shore, and those of its lakes. */
export function landsOf(map) {
  const arcs = arcsOf(map);
  const polygons = map.objects.land.geometries.flatMap(({ arcs: of }) => of);
  return polygons.map((rings) => {
    const [shore, ...lakes] = rings.map((ring) => unwind(pointsOf(ring, arcs)));
    const middle = (Math.min(...shore.map(([x]) => x)) + Math.max(...shore.map(([x]) => x))) / 2;
    const moved = lakes.map((lake) => lake.map(([x, y]) => [x + turned(lake[0][0], middle) - lake[0][0], y]));
    return [closeAtPole(shore), ...moved].map((points) => points.filter(isNew).flat());
  });
}
