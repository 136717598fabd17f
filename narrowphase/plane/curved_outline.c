/* curved_outline.c: outlines with an arc, part by part. */
#include "curved_outline.h"

/* The directions in which quarters of an ellipse begin. */
static carom__dvec2 quarter(uint32_t i) {
  const carom__dvec2 directions[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  return directions[i & 3];
}

static void add_part(carom__curved_outline *out, carom__outline_part part) {
  out->parts[out->count++] = part;
}

static carom__dvec2 edge_normal(const carom__dvec2 *points, uint32_t from, uint32_t to) {
  carom__dvec2 outward = dvec2_neg(dvec2_left(dvec2_sub(points[to], points[from])));
  double length = dvec2_length(outward);
  return length > 0 ? dvec2_scale(outward, 1 / length) : outward;
}

/* A corner has the normals from that of the edge before it to that of the edge after it. Two that are placed
 * as one have no edge between them. */
static void make_straight(const carom__dvec2 *points, uint32_t count, carom__curved_outline *out) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t before = flat_before(i, count);
    carom__dvec2 normal = count > 1 ? edge_normal(points, before, i) : dvec2(1, 0);
    if (normal.x == 0 && normal.y == 0) continue;
    add_part(out, (carom__outline_part){normal, points[i], i, false, count > 1});
  }
  if (out->count == 0) add_part(out, (carom__outline_part){dvec2(1, 0), points[0], 0, false, false});
}

/* The half that an arc closes begins at its first vertex, to the left. */
static void make_curved(const carom__flat *flat, const carom__dvec2 *points, carom__dvec2 axis,
                        carom__dvec2 center, carom__curved_outline *out) {
  double x = (double)flat->arc.x, y = (double)flat->arc.y;
  bool half = flat->count == 2;
  out->axis = axis, out->squares = dvec2(x * x, y * y), out->radius = x == y ? x : 0;
  for (uint32_t i = 0; i < 2 && half; i++)
    add_part(out, (carom__outline_part){dvec2_turn(axis, quarter(2 + i)), points[i], i, false, i == 1});
  for (uint32_t i = 0; i < (half ? 2u : 4u); i++)
    add_part(out, (carom__outline_part){dvec2_turn(axis, quarter(i)), center, flat->count, true, false});
}

static void make(const carom__flat *flat, const carom__dvec2 *points, carom__dvec2 axis, carom__dvec2 center,
                 carom__curved_outline *out) {
  out->count = 0;
  if (flat_is_curved(flat))
    make_curved(flat, points, axis, center, out);
  else
    make_straight(points, flat->count, out);
}

void carom__curved_outline_of_a(const carom__flat_pair *pair, carom__curved_outline *out) {
  make(pair->flat_a, pair->a, dvec2(1, 0), dvec2(0, 0), out);
}

void carom__curved_outline_of_b(const carom__flat_pair *pair, carom__curved_outline *out) {
  make(pair->flat_b, pair->b, pair->b_in_a.axis, pair->b_in_a.origin, out);
  for (uint32_t i = 0; i < out->count; i++) {
    carom__outline_part *part = &out->parts[i];
    part->first = dvec2_neg(part->first), part->center = dvec2_neg(part->center);
  }
}

/* An ellipse is farthest along n at D D n / |D n|, and its radius of curvature is (a b)^2 / |D n|^3 there. It
 * is the same turned by half a turn. */
void carom__curved_place_at(const carom__curved_span *span, carom__dvec2 normal, carom__curved_place *out) {
  carom__dvec2 point = span->center;
  for (int i = 0; i < 2; i++) {
    const carom__curved_outline *arc = span->arcs[i];
    out->bend[i] = 0;
    if (!arc) continue;
    carom__dvec2 own = dvec2_along(arc->axis, normal), s = arc->squares;
    double reach = square_root(s.x * own.x * own.x + s.y * own.y * own.y);
    carom__dvec2 far = dvec2(s.x * own.x / reach, s.y * own.y / reach);
    point = dvec2_add(point, dvec2_turn(arc->axis, far));
    out->bend[i] = s.x * s.y / (reach * reach * reach);
  }
  out->normal = normal, out->point = point;
  out->reach = dvec2_dot(point, normal);
  out->slope = dvec2_cross(normal, point);
}
