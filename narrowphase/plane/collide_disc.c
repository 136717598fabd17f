/* collide_disc.c: a disc against a rectangle: how far the disc's centre is from the rectangle. Along its axes
 * around its centre, in double. */
#include "collide_flats.h"

#include "dvec.h"
#include "feature.h"
#include "pose.h"
#include "shape_class.h"

/* What is nearer to touching, in parts of the size, is left to the walk, so that all functions agree. */
#define SURE (16 * 0x1p-24)
/* What is less, in parts of the disc's radius, is no distance: its square may be no normal number. */
#define NOTHING 0x1p-64

/* Which shape is the disc, and the other one's core. */
typedef struct disc_pair {
  carom__site disc, other;
  bool disc_is_a;
  carom__dvec2 half, center; /* of the other core; of the disc, along the other's axes */
  double disc_radius, other_radius;
} disc_pair;

/* How the centre lies to the core. */
typedef struct meeting {
  carom__dvec2 normal; /* along the other's axes, from the core to the disc; unit */
  double distance;     /* negative inside of the core */
  uint32_t feature;    /* of the core, as in collide_flats.c */
} meeting;

/* Of what is nearest: whether it is a vertex, or else an edge of the axis x, and its signs along x and y.
 * Vertices are counted counter-clockwise from the one with the least own x and y, as are the edges that begin
 * there; vertices have even names and edges odd ones. */
static const uint32_t names[2][2][2][2] = {{{{5, 1}, {5, 1}}, {{3, 3}, {7, 7}}},
                                           {{{4, 2}, {6, 0}}, {{4, 2}, {6, 0}}}};

/* The disc comes first in the order of the kinds. */
static inline disc_pair make_pair(carom__site a, carom__site b) {
  disc_pair pair, *out = &pair;
  out->disc_is_a = shapes_in_order(a.shape, b.shape);
  out->disc = out->disc_is_a ? a : b;
  out->other = out->disc_is_a ? b : a;
  const carom_rectangle *other = &out->other.shape->geometry.rectangle;
  const carom_frame *frame = out->other.frame, *of_disc = out->disc.frame;
  carom__dvec2 axis = {(double)frame->axes.x.x, (double)frame->axes.x.y};
  carom__dvec2 way = {of_disc->origin.x - frame->origin.x, of_disc->origin.y - frame->origin.y};
  out->half = dvec2_widen(other->half);
  out->other_radius = (double)other->radius;
  out->disc_radius = (double)out->disc.shape->geometry.disc.radius;
  out->center = dvec2_along(axis, way);
  return pair;
}

/* How far the centre is beyond the edges, and whether a vertex is nearest. */
static inline carom__dvec2 beyond_of(const disc_pair *p, bool *vertex) {
  carom__dvec2 beyond = {fabs(p->center.x) - p->half.x, fabs(p->center.y) - p->half.y};
  double nothing = NOTHING * p->disc_radius;
  *vertex = (beyond.x > nothing) & (beyond.y > nothing);
  return beyond;
}

/* What of the rectangle is nearest is a matter of chance, so that it is no branch: a sum, all of whose parts
 * are zero but one. */
static inline double distance_from(carom__dvec2 beyond, bool vertex, double length) {
  bool of_x = beyond.x >= beyond.y;
  return double_where(vertex, length) + double_where(!vertex & of_x, beyond.x) +
         double_where(!vertex & !of_x, beyond.y);
}

static inline meeting meet(const disc_pair *p) {
  bool vertex;
  carom__dvec2 beyond = beyond_of(p, &vertex);
  bool of_x = beyond.x >= beyond.y, left = p->center.x < 0, below = p->center.y < 0;
  double length = dvec2_length(beyond), scale = 1 / (double_where(vertex, length) + double_where(!vertex, 1));
  carom__dvec2 way = {copysign(beyond.x, p->center.x), copysign(beyond.y, p->center.y)};
  carom__dvec2 normal = {
      double_where(vertex, way.x * scale) + double_where(!vertex & of_x, 1 - 2 * (double)left),
      double_where(vertex, way.y * scale) + double_where(!vertex & !of_x, 1 - 2 * (double)below)};
  return (meeting){normal, distance_from(beyond, vertex, length), names[vertex][of_x][left][below]};
}

/* The distance alone. */
static inline double distance_of(const disc_pair *p) {
  bool vertex;
  carom__dvec2 beyond = beyond_of(p, &vertex);
  return distance_from(beyond, vertex, dvec2_length(beyond));
}

static carom__touch_state touch_of(const disc_pair *p, double separation) {
  double size =
      fabs(p->center.x) + fabs(p->center.y) + p->half.x + p->half.y + 2 * (p->disc_radius + p->other_radius);
  if (fabs(separation) <= SURE * size) return CAROM__TOUCH_UNKNOWN;
  return separation > 0 ? CAROM__APART : CAROM__TOUCHING;
}

/* The point is midway between the surfaces. */
static void write_touch(const disc_pair *p, const meeting *m, double separation, carom_manifold *out) {
  const carom_frame *frame = p->other.frame;
  carom__dvec2 axis = {(double)frame->axes.x.x, (double)frame->axes.x.y};
  carom__dvec2 middle = dvec2_mad(p->center, m->normal, -(p->disc_radius + 0.5 * separation));
  carom__dvec2 at = dvec2_turn(axis, middle);
  carom_vec2 normal = dvec2_narrow(dvec2_turn(axis, p->disc_is_a ? dvec2_neg(m->normal) : m->normal));
  out->normal = vec3(normal.x, normal.y, 0);
  out->point_count = 1;
  out->points[0] =
      (carom_contact_point){{frame->origin.x + at.x, frame->origin.y + at.y, 0},
                            (float)separation,
                            p->disc_is_a ? feature_pair(0, m->feature) : feature_pair(m->feature, 0)};
}

bool carom__collide_disc(carom__site a, carom__site b, carom_manifold *out) {
  disc_pair p = make_pair(a, b);
  meeting m = meet(&p);
  double separation = m.distance - (p.disc_radius + p.other_radius);
  carom__touch_state touch = touch_of(&p, separation);
  if (touch == CAROM__TOUCH_UNKNOWN) return false;
  out->normal = vec3(0, 0, 0);
  out->point_count = 0;
  for (int i = 0; i < CAROM_MANIFOLD_POINTS; i++) out->points[i] = (carom_contact_point){.feature = 0};
  if (touch == CAROM__TOUCHING) write_touch(&p, &m, separation, out);
  return true;
}

carom__touch_state carom__disc_touches(carom__site a, carom__site b) {
  disc_pair p = make_pair(a, b);
  return touch_of(&p, distance_of(&p) - (p.disc_radius + p.other_radius));
}

bool carom__measure_disc(carom__site a, carom__site b, carom_distance_result *out) {
  disc_pair p = make_pair(a, b);
  meeting m = meet(&p);
  double separation = m.distance - (p.disc_radius + p.other_radius);
  if (touch_of(&p, separation) == CAROM__TOUCH_UNKNOWN) return false;
  const carom_frame *frame = p.other.frame;
  carom__dvec2 axis = {(double)frame->axes.x.x, (double)frame->axes.x.y};
  carom__dvec2 on_disc = dvec2_turn(axis, dvec2_mad(p.center, m.normal, -p.disc_radius));
  carom__dvec2 on_other = dvec2_turn(axis, dvec2_mad(p.center, m.normal, p.other_radius - m.distance));
  carom_vec2 normal = dvec2_narrow(dvec2_turn(axis, p.disc_is_a ? dvec2_neg(m.normal) : m.normal));
  carom_pos at_disc = {frame->origin.x + on_disc.x, frame->origin.y + on_disc.y, 0};
  carom_pos at_other = {frame->origin.x + on_other.x, frame->origin.y + on_other.y, 0};
  out->distance = (float)separation;
  out->normal = vec3(normal.x, normal.y, 0);
  out->point_a = p.disc_is_a ? at_disc : at_other;
  out->point_b = p.disc_is_a ? at_other : at_disc;
  return true;
}
