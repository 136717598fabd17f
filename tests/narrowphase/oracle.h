/* oracle.h: the truth about two shapes at two poses, from exactly the numbers that the library is given:
 * float sizes, double positions, float quaternions, which are normalised in full precision.
 *
 * For convex sets the greatest gap along any direction is their distance when they are apart, and minus the
 * length of the least translation that parts them when they overlap; a radius around a set is just
 * subtracted. So one signed number answers for all pairs. */
#ifndef CAROM_TEST_ORACLE_H
#define CAROM_TEST_ORACLE_H

#include "carom/collide.h"
#include "oracle_curved.h"
#include "oracle_depth.h"
#include "oracle_distance.h"
#include "shape_class.h"

/* A shape as the oracle sees it. */
typedef struct oracle_body {
  carom_shape shape;
  float radius; /* around the solid */
  oracle_solid solid;
  double reach;       /* of the surface from the middle of the shape */
  double reach_norm1; /* from its origin, in the 1-norm */
} oracle_body;

/* A core of which only the vertices are known. */
static inline void body_solid_of_class(oracle_body *b, const carom__shape_class *class) {
  carom_vec3 vertices[ORACLE_VERTICES];
  uint32_t count = class->vertex_count ? class->vertex_count(&b->shape) : UINT32_MAX;
  b->radius = shape_radius(class, &b->shape);
  b->solid.overflow = count > ORACLE_VERTICES;
  for (uint32_t i = 0; i < count && !b->solid.overflow; i++) vertices[i] = class->vertex(&b->shape, i);
  if (!b->solid.overflow) solid_from_vertices(&b->solid, vertices, (int)count);
}

/* The oracle knows those whose ends are as far below the origin as above it, and neither holds the other. */
static inline void body_of_balls(oracle_body *b, const carom_tapered_capsule *c) {
  bool upright = c->a.x == 0 && c->a.z == 0 && c->b.x == 0 && c->b.z == 0 && c->a.y == -c->b.y;
  b->radius = fminf(c->radius_a, c->radius_b);
  solid_from_balls(&b->solid, c->b.y, c->radius_a - b->radius, c->radius_b - b->radius);
  b->solid.overflow = !upright || !(2 * c->b.y > fabsf(c->radius_a - c->radius_b));
}

static inline void body_solid(oracle_body *b) {
  carom_vec3 ends[2] = {{0, 0, 0}, {0, 0, 0}};
  carom_hull_view view;
  switch (b->shape.kind) {
  case CAROM_SPHERE:
    b->radius = b->shape.geometry.sphere.radius;
    solid_from_vertices(&b->solid, ends, 1);
    return;
  case CAROM_CAPSULE:
    b->radius = b->shape.geometry.capsule.radius;
    ends[0] = b->shape.geometry.capsule.a, ends[1] = b->shape.geometry.capsule.b;
    solid_from_vertices(&b->solid, ends, memcmp(&ends[0], &ends[1], sizeof *ends) == 0 ? 1 : 2);
    return;
  case CAROM_BOX:
    b->radius = b->shape.geometry.box.radius;
    solid_from_box(&b->solid, b->shape.geometry.box.half);
    return;
  case CAROM_CYLINDER:
    solid_from_discs(&b->solid, b->shape.geometry.cylinder.half_height, b->shape.geometry.cylinder.radius,
                     b->shape.geometry.cylinder.radius);
    return;
  case CAROM_CONE:
    solid_from_discs(&b->solid, b->shape.geometry.cone.half_height, b->shape.geometry.cone.radius, 0);
    return;
  case CAROM_FRUSTUM:
    solid_from_discs(&b->solid, b->shape.geometry.frustum.half_height, b->shape.geometry.frustum.bottom,
                     b->shape.geometry.frustum.top);
    return;
  case CAROM_ELLIPSOID:
    solid_from_ellipsoid(&b->solid, b->shape.geometry.ellipsoid.radii);
    return;
  case CAROM_TAPERED_CAPSULE:
    body_of_balls(b, &b->shape.geometry.tapered_capsule);
    return;
  case CAROM_HULL:
    b->radius = b->shape.geometry.hull.radius;
    b->solid.overflow = carom_hull_describe(b->shape.geometry.hull.asset, &view) != CAROM_OK;
    if (!b->solid.overflow) solid_from_vertices(&b->solid, view.vertices, (int)view.vertex_count);
    return;
  default:
    body_solid_of_class(b, carom__shape_class_of(b->shape.kind));
  }
}

/* False when the shape is more than the oracle has room for. */
static inline bool oracle_body_make(oracle_body *b, carom_shape shape) {
  b->shape = shape;
  b->radius = 0;
  body_solid(b);
  if (b->solid.overflow) return false;
  carom__dvec3 low = dvec3_widen(b->solid.vertices[0]), high = low;
  for (int i = 1; i < b->solid.vertex_count; i++) {
    low = dvec3_min(low, dvec3_widen(b->solid.vertices[i]));
    high = dvec3_max(high, dvec3_widen(b->solid.vertices[i]));
  }
  carom__dvec3 middle = dvec3_scale(dvec3_add(low, high), 0.5);
  b->reach = b->reach_norm1 = 0;
  for (int i = 0; i < b->solid.vertex_count; i++) {
    carom__dvec3 v = dvec3_widen(b->solid.vertices[i]);
    b->reach = fmax(b->reach, dvec3_length(dvec3_sub(v, middle)));
    b->reach_norm1 = fmax(b->reach_norm1, fabs(v.x) + fabs(v.y) + fabs(v.z));
  }
  if (b->solid.curved)
    b->reach_norm1 = b->solid.half_height +
                     (b->solid.balls ? sqrt(3) : sqrt(2)) * fmax(b->solid.radii[0], b->solid.radii[1]);
  if (b->solid.ellipsoid) b->reach_norm1 = b->solid.axes[0] + b->solid.axes[1] + b->solid.axes[2];
  b->reach += (double)b->radius;
  b->reach_norm1 += 3 * (double)b->radius;
  return true;
}

/* Two bodies at their poses, seen from A's position along the axes of the world. */
typedef struct oracle_scene {
  const oracle_body *body_a, *body_b;
  oracle_placed a, b;
  double size; /* how far both reach from their origins and these from each other: 1-norms, as documented */
  double tolerance; /* of distances and depths: 1e-5 of the smaller reach and 8 u s, u = 2^-24 */
} oracle_scene;

static inline void oracle_scene_make(oracle_scene *s, const oracle_body *a, const carom_pose *pose_a,
                                     const oracle_body *b, const carom_pose *pose_b) {
  rmat3 axes_a = rmat_of_quat(pose_a->rotation), axes_b = rmat_of_quat(pose_b->rotation);
  carom_pos p = pose_a->position, q = pose_b->position;
  rvec3 offset = rvec((oracle_real)q.x - (oracle_real)p.x, (oracle_real)q.y - (oracle_real)p.y,
                      (oracle_real)q.z - (oracle_real)p.z);
  s->body_a = a, s->body_b = b;
  oracle_place(&s->a, &a->solid, &axes_a, rvec(0, 0, 0));
  oracle_place(&s->b, &b->solid, &axes_b, offset);
  s->a.radius = (double)a->radius, s->b.radius = (double)b->radius;
  carom__dvec3 in_a = dvec3((double)rvec_dot(axes_a.x, offset), (double)rvec_dot(axes_a.y, offset),
                            (double)rvec_dot(axes_a.z, offset));
  s->size = a->reach_norm1 + b->reach_norm1 + fabs(in_a.x) + fabs(in_a.y) + fabs(in_a.z);
  s->tolerance = 1e-5 * fmin(a->reach, b->reach) + 8 * 0x1p-24 * s->size;
}

typedef struct oracle_truth {
  double separation;   /* of the surfaces, signed */
  double core;         /* of the solids without their radii */
  double doubt;        /* how far apart two proofs are */
  bool sure;           /* the doubt is as small as it should be */
  int crowd;           /* of directions that are about as good, for curved ones: see ORACLE_BROAD */
  carom__dvec3 normal; /* unit, from A to B */
} oracle_truth;

/* More than so many cells: a circle of directions, as of curved ones that turn about one axis, nearly. In
 * most cases less than 10 are left, in hardly any between 36 and 44. */
enum { ORACLE_BROAD = 40 };

/* By normals in all directions, as far as is needed for the tolerance. */
static inline oracle_truth oracle_find_curved(const oracle_scene *s) {
  double wanted = s->tolerance / 16;
  oracle_curved c = oracle_find_separation(&s->a, &s->b, wanted);
  oracle_truth t = {.core = c.best, .doubt = c.most - c.best, .normal = c.normal};
  t.crowd = c.crowd;
  t.sure = t.doubt <= 1.0001 * wanted; /* but for rounding */
  t.separation = t.core - s->a.radius - s->b.radius;
  return t;
}

static inline oracle_truth oracle_find(const oracle_scene *s) {
  if (s->a.solid->curved || s->b.solid->curved) return oracle_find_curved(s);
  oracle_distance d = oracle_find_distance(&s->a, &s->b, s->size);
  oracle_truth t = {.core = d.most, .doubt = d.most - d.least, .normal = d.normal, .crowd = 0};
  if (d.most == 0) {
    oracle_depth depth = oracle_find_depth(&s->a, &s->b, s->size);
    t.core = (double)depth.best;
    t.doubt = fmax(t.core, 0); /* no direction parts what overlaps */
    t.normal = dvec3_unit(rvec_narrow(rvec_scale(depth.normal, 1 / rvec_length(depth.normal))));
  }
  t.sure = t.doubt <= 1e-14 * s->size;
  t.separation = t.core - s->a.radius - s->b.radius;
  return t;
}

/* How far the surfaces are apart along a unit direction; negative when they overlap along it. */
static inline double oracle_gap(const oracle_scene *s, carom__dvec3 n) {
  return placed_gap(&s->a, &s->b, n) - s->a.radius - s->b.radius;
}

/* How far a point is outside of a placed body; 0 inside. */
static inline double oracle_outside(const oracle_placed *p, carom__dvec3 point, double size) {
  static oracle_solid origin;
  static oracle_placed at;
  if (p->solid->curved) {
    carom__dvec3 d = dvec3_sub(point, p->origin);
    d = dvec3(dvec3_dot(p->axes[0], d), dvec3_dot(p->axes[1], d), dvec3_dot(p->axes[2], d));
    return fmax(discs_outside(p->solid, d) - p->radius, 0);
  }
  if (origin.vertex_count == 0) solid_from_vertices(&origin, &(carom_vec3){0, 0, 0}, 1);
  at.solid = &origin;
  at.near[0] = point;
  at.vertices[0] = rvec_widen(point);
  return fmax(oracle_find_distance(p, &at, size).most - p->radius, 0);
}

#endif
