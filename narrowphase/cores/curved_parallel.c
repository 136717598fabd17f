/* curved_parallel.c: the depth of solids of revolution whose axes are parallel or nearly parallel.
 *
 * Then A - B is a solid of revolution, too, and what is nearest to the origin lies in the half plane from A's
 * axis towards B's: the cap of one, or its side. Where the axes lean by an angle, B turned upright is off by
 * no more than that angle times its reach, and so is the depth, which is a proof that no polytope gives when
 * the depth is all but the same all around the axis. */
#include "curved.h"

#include "frustum.h"

/* Directions around the axis. */
#define RING CAROM__FRUSTUM_SIDES

/* Axes nearer to each other than this part of the size are one. */
#define SAME_LINE 0x1p-28

/* What is seen of a solid in the plane of the axes: x leads across them, y along them. */
typedef struct section {
  double x, y[2], r[2];
} section;

typedef struct profile {
  carom__dvec3 origin, across, along;
  section a, b;
} profile;

/* A direction of the plane, and the depth along it. */
typedef struct side_candidate {
  double x, y, depth;
} side_candidate;

static bool is_point(const carom__curved_core *core) {
  carom__dvec3 way = dvec3_sub(core->centers[1], core->centers[0]);
  return core->radii[0] + core->radii[1] == 0 && dvec3_dot(way, way) == 0;
}

static carom__dvec3 middle_of(const carom__curved_core *core) {
  return dvec3_scale(dvec3_add(core->centers[0], core->centers[1]), 0.5);
}

static double half_length(const carom__curved_core *core) {
  return 0.5 * dvec3_length(dvec3_sub(core->centers[1], core->centers[0]));
}

/* How far a point of the solid moves at most when its axis is turned to another one. */
static double move_to(const carom__curved_core *core, carom__dvec3 axis) {
  double lean = dvec3_length(dvec3_cross(core->axis, axis)), half = half_length(core);
  double radius = greater_double(core->radii[0], core->radii[1]);
  return is_point(core) ? 0 : lean * (1 + lean * lean) * square_root(half * half + radius * radius);
}

/* With the axis turned to that of the profile. */
static section section_of(const carom__curved_core *core, const profile *p) {
  carom__dvec3 middle = dvec3_sub(middle_of(core), p->origin);
  double half = half_length(core), up = dvec3_dot(core->axis, p->along) < 0 ? -half : half;
  double y = dvec3_dot(middle, p->along);
  return (section){dvec3_dot(middle, p->across), {y - up, y + up}, {core->radii[0], core->radii[1]}};
}

/* The axis that stands for both. */
static carom__dvec3 common_axis(const carom__curved_pair *pair) {
  return pair->a.core->class->vertex ? pair->b.axis : pair->a.axis;
}

static profile profile_of(const carom__curved_pair *pair) {
  profile p = {.origin = middle_of(&pair->a), .along = common_axis(pair)};
  carom__dvec3 way = dvec3_sub(middle_of(&pair->b), p.origin);
  way = dvec3_mad(way, p.along, -dvec3_dot(way, p.along));
  bool beside = dvec3_length(way) > SAME_LINE * pair->cores->size;
  p.across = beside ? dvec3_normalize_or(way, way) : dvec3_perpendicular(p.along);
  p.a = section_of(&pair->a, &p), p.b = section_of(&pair->b, &p);
  return p;
}

static double reach_along(const section *s, double x, double y) {
  double first = s->y[0] * y + s->r[0] * fabs(x), second = s->y[1] * y + s->r[1] * fabs(x);
  return s->x * x + greater_double(first, second);
}

/* --- The least --- */

static void try_direction(const profile *p, double x, double y, side_candidate *best) {
  double length = square_root(x * x + y * y);
  if (!(length > 0)) return;
  x /= length, y /= length;
  double depth = reach_along(&p->a, x, y) + reach_along(&p->b, -x, -y);
  if (depth < best->depth) *best = (side_candidate){x, y, depth};
}

/* Out of the side of A towards B, or against that of B towards A. */
static void try_side(const profile *p, const section *s, double towards, side_candidate *best) {
  double rise = s->y[1] - s->y[0], wider = s->r[1] - s->r[0];
  try_direction(p, fabs(rise), (rise < 0 ? towards : -towards) * wider, best);
}

static side_candidate least_of(const profile *p) {
  side_candidate best = {0, 1, HUGE_VAL};
  try_direction(p, 0, 1, &best);
  try_direction(p, 0, -1, &best);
  try_side(p, &p->a, 1, &best);
  try_side(p, &p->b, -1, &best);
  return best;
}

/* --- Where they meet --- */

/* A stretch along the direction that is a quarter turn from the candidate, and the disc that it is of, the
 * lower one of two. */
typedef struct stretch {
  double low, high;
  uint32_t disc;
} stretch;

static stretch stretch_of(const section *s, double x, double y, double slack) {
  stretch out = {HUGE_VAL, -HUGE_VAL, 1};
  double reach = reach_along(s, x, y) - slack;
  for (int i = 0; i < 4; i++) {
    double at_x = s->x + (i & 1 ? s->r[i >> 1] : -s->r[i >> 1]), at_y = s->y[i >> 1];
    if (at_x * x + at_y * y < reach) continue;
    out.low = lesser_double(out.low, at_y * x - at_x * y);
    out.high = greater_double(out.high, at_y * x - at_x * y);
    if (i < 2) out.disc = 0;
  }
  return out;
}

static carom__dvec3 place(const profile *p, double x, double y) {
  return dvec3_mad(dvec3_mad(p->origin, p->across, x), p->along, y);
}

/* One vertex: the middle of what lies across from each other, and the depth apart. */
static void meet(const carom__curved_pair *pair, const profile *p, const side_candidate *c,
                 carom__curved_least *out) {
  double slack = 0.25 * pair->cores->touch, reach = reach_along(&p->a, c->x, c->y);
  stretch of_a = stretch_of(&p->a, c->x, c->y, slack), of_b = stretch_of(&p->b, -c->x, -c->y, slack);
  double low = greater_double(of_a.low, -of_b.high), high = lesser_double(of_a.high, -of_b.low);
  double along = 0.5 * (low + high);
  carom__vertex *v = &out->simplex.vertices[0];
  v->index_a = of_a.disc, v->index_b = of_b.disc;
  v->a = place(p, reach * c->x - along * c->y, reach * c->y + along * c->x);
  v->b = dvec3_mad(v->a, out->normal, -out->depth);
  v->w = dvec3_sub(v->a, v->b);
  out->simplex.weights[0] = 1;
  out->simplex.count = 1;
  out->has_points = true;
}

/* --- Downhill --- */

/* A direction that leans to the axis as n does, so many steps around it. */
static carom__dvec3 turned_around(carom__dvec3 n, carom__dvec3 axis, uint32_t steps) {
  carom_vec3 turn = carom__frustum_corner(steps % RING);
  carom__dvec3 up = dvec3_scale(axis, dvec3_dot(n, axis)), out = dvec3_sub(n, up);
  carom__dvec3 aside = dvec3_cross(axis, out);
  carom__dvec3 turned = dvec3_mad(dvec3_mad(up, out, (double)turn.z), aside, (double)turn.x);
  return dvec3_scale(turned, 1 / dvec3_length(turned));
}

static void descend_ring(const carom__curved_pair *pair, carom__dvec3 n, carom__dvec3 axis,
                         carom__curved_least *least) {
  double depths[RING];
  for (uint32_t i = 0; i < RING; i++) depths[i] = curved_depth(pair, turned_around(n, axis, i));
  for (uint32_t i = 0; i < RING; i++) {
    bool valley = depths[i] <= depths[(i + RING - 1) % RING] && depths[i] < depths[(i + 1) % RING];
    if (valley) carom__curved_descend(pair, turned_around(n, axis, i), 0.25, least);
  }
}

void carom__curved_descend_around(const carom__curved_pair *pair, carom__dvec3 axis,
                                  carom__curved_least *least) {
  carom__curved_try_caps(pair, -1, least);
  descend_ring(pair, least->normal, axis, least);
}

/* A cap of each that look at each other, nearly along A's normal; `lean` leads from that to B's. */
typedef struct caps {
  carom__dvec3 normal, way, lean; /* the second from A's middle to B's, across the normal */
  double radius_a, radius_b;
} caps;

static carom__dvec3 across_of(carom__dvec3 v, carom__dvec3 normal) {
  return dvec3_mad(v, normal, -dvec3_dot(v, normal));
}

static caps caps_of(const carom__curved_pair *pair, uint32_t disc_of_a) {
  const carom__curved_core *a = &pair->a, *b = &pair->b;
  bool alike = dvec3_dot(a->axis, b->axis) > 0;
  uint32_t disc_of_b = alike ? 1 - disc_of_a : disc_of_a;
  carom__dvec3 normal = disc_of_a ? a->axis : dvec3_neg(a->axis);
  carom__dvec3 against = disc_of_b ? dvec3_neg(b->axis) : b->axis;
  carom__dvec3 way = dvec3_sub(b->centers[disc_of_b], a->centers[disc_of_a]);
  return (caps){normal, across_of(way, normal), across_of(against, normal), a->radii[disc_of_a],
                b->radii[disc_of_b]};
}

/* Where two rims that lean to each other by little cross, the shapes are deepest along a direction between
 * the normals of both: off each towards the crossing, seen from its middle. */
static void descend_crossing(const carom__curved_pair *pair, const caps *c, double side,
                             carom__curved_least *least) {
  double square = dvec3_dot(c->way, c->way), way = square_root(square);
  double along = (square + c->radius_a * c->radius_a - c->radius_b * c->radius_b) / (2 * way);
  double rest = c->radius_a * c->radius_a - along * along;
  if (!(way > 0 && rest > 0)) return;
  carom__dvec3 x = dvec3_scale(c->way, 1 / way), y = dvec3_cross(c->normal, x);
  carom__dvec3 from_a = dvec3_add(dvec3_scale(x, along), dvec3_scale(y, side * square_root(rest)));
  carom__dvec3 from_b = dvec3_sub(from_a, c->way);
  double area = dvec3_dot(c->normal, dvec3_cross(from_a, from_b));
  double off_a = dvec3_dot(c->normal, dvec3_cross(c->lean, from_b)) / area;
  double off_b = dvec3_dot(c->normal, dvec3_cross(from_a, c->lean)) / area;
  if (!(off_a > 0 && off_b > 0)) return;
  carom__dvec3 n = dvec3_mad(c->normal, from_a, off_a);
  double reach = lesser_double(off_a * c->radius_a, off_b * c->radius_b);
  carom__curved_descend(pair, dvec3_scale(n, 1 / dvec3_length(n)), lesser_double(reach, 0.25), least);
}

static void descend_crossings(const carom__curved_pair *pair, carom__curved_least *least) {
  for (int i = 0; i < 4; i++) {
    caps c = caps_of(pair, i & 1);
    descend_crossing(pair, &c, i & 2 ? 1 : -1, least);
  }
}

/* From all that may be the least where the axes are parallel. */
static void descend_nearby(const carom__curved_pair *pair, const profile *p, carom__curved_least *out) {
  const section *sections[2] = {&p->a, &p->b};
  bool alike = pair->a.radii[0] == pair->a.radii[1] && pair->b.radii[0] == pair->b.radii[1];
  for (int i = 0; i < (alike ? 1 : 2); i++) {
    side_candidate side = {0, 1, HUGE_VAL};
    try_side(p, sections[i], i ? -1 : 1, &side);
    carom__dvec3 n = dvec3_add(dvec3_scale(p->across, side.x), dvec3_scale(p->along, side.y));
    descend_ring(pair, n, p->along, out);
  }
  carom__curved_try_caps(pair, -1, out);
  descend_crossings(pair, out);
}

bool carom__curved_parallel(const carom__curved_pair *pair, carom__curved_least *out) {
  if (!pair->a.has_discs || !pair->b.has_discs || pair->a.has_balls || pair->b.has_balls) return false;
  carom__dvec3 axis = common_axis(pair);
  double moved = move_to(&pair->a, axis) + move_to(&pair->b, axis);
  if (2 * moved > curved_enough(pair->cores, pair->cores->size)) return false; /* no depth is greater */
  profile p = profile_of(pair);
  side_candidate best = least_of(&p);
  bool parallel = moved <= 0.5 * pair->cores->touch;
  if (!parallel && 2 * moved > curved_enough(pair->cores, best.depth)) return false;
  carom__dvec3 n = dvec3_add(dvec3_scale(p.across, best.x), dvec3_scale(p.along, best.y));
  *out = curved_least_from(pair, n);
  if (parallel) {
    meet(pair, &p, &best, out);
    return true;
  }
  if (!carom__curved_is_cap(pair, n)) carom__curved_descend(pair, n, 0.25, out);
  descend_nearby(pair, &p, out);
  return out->depth - (best.depth - moved) <= curved_enough(pair->cores, out->depth);
}
