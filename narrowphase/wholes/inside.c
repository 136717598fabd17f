/* inside.c: what is inside a solid, whose surface it does not touch. The solid may be a child of a compound.
 *
 * All of a connected shape is on one side of a surface that it does not touch, so one of its points decides.
 * Of a shape that is not connected, a point of each part does. */
#include "inside.h"

#include "triangle_nearest.h"

/* --- The point that decides --- */

typedef struct inner_search {
  carom__site solid;
  float clearance;
  bool connected, found;
  carom_pos point;
} inner_search;

static bool is_clear(const inner_search *s, carom_vec3 p) {
  carom__solid_nearest nearest;
  if (s->clearance == 0) return true;
  carom__shape_class_of(s->solid.shape->kind)->nearest(s->solid.shape, dvec3_widen(p), &nearest);
  return nearest.distance > (double)s->clearance || nearest.distance < -(double)s->clearance;
}

static bool contains(const carom_shape *solid, carom_vec3 p) {
  carom__ray_hit hit;
  carom__shape_class_of(solid->kind)->cast_ray(solid, &(carom__ray){p, {0, 0, 0}}, &hit);
  return hit.inside;
}

static bool look_at(void *context, const carom__part *part) {
  inner_search *s = context;
  carom_vec3 middle = shape_center(carom__shape_class_of(part->shape.kind), &part->shape);
  s->point = frame_apply(&part->frame, middle);
  carom_vec3 p = frame_unapply(s->solid.frame, s->point);
  if (!is_clear(s, p)) return true;
  s->found = contains(s->solid.shape, p);
  return !s->found && !s->connected;
}

/* Is `other` inside `solid`? */
static bool search(carom__site solid, carom__site other, float clearance, inner_search *out) {
  const carom__shape_class *class = carom__shape_class_of(solid.shape->kind),
                           *other_class = carom__shape_class_of(other.shape->kind);
  *out = (inner_search){.solid = solid, .clearance = clearance};
  if (!class->is_solid || !class->is_solid(solid.shape)) return false;
  carom__region region = carom__region_of(solid, 0);
  out->connected = !other_class->is_connected || other_class->is_connected(other.shape);
  carom__parts_walk(other, &region, look_at, out);
  return out->found;
}

/* --- The solids of a shape --- */

typedef struct solids_walk {
  carom__site other;
  float clearance;
  carom__inside_fn *visit;
  void *context;
} solids_walk;

static bool visit_solid(void *context, const carom__part *solid) {
  const solids_walk *w = context;
  inner_search s;
  return !search(part_site(solid), w->other, w->clearance, &s) || w->visit(w->context, solid, s.point);
}

static bool walk_solids(carom__site whole, carom__site other, float clearance, carom__inside_fn *visit,
                        void *context) {
  const carom__shape_class *class = carom__shape_class_of(whole.shape->kind);
  if (!class->is_solid || !class->is_solid(whole.shape)) return true;
  solids_walk w = {other, clearance, visit, context};
  carom__region region = carom__region_of(other, clearance);
  return carom__children_walk(whole, &region, visit_solid, &w);
}

bool carom__solids_walk(carom__site whole, carom__site other, carom__inside_fn *visit, void *context) {
  return walk_solids(whole, other, 0, visit, context);
}

static bool stop(void *context, const carom__part *solid, carom_pos point) {
  (void)context, (void)solid, (void)point;
  return false;
}

bool carom__is_inside(carom__site a, carom__site b, float clearance) {
  return !walk_solids(a, b, clearance, stop, NULL) || !walk_solids(b, a, clearance, stop, NULL);
}

/* --- The way out --- */

/* How far a shape reaches along a unit direction of the world, from a point. Of a shape that is not convex,
 * its box tells. */
static float reach_from(carom_pos point, carom__site site, carom_vec3 direction) {
  const carom__shape_class *class = carom__shape_class_of(site.shape->kind);
  carom_vec3 along = mat3_tmul_vec3(&site.frame->axes, direction), from = frame_unapply(site.frame, point);
  uint32_t index;
  carom_obb box;
  if (class->support) {
    carom_vec3 farthest = class->support(site.shape, along, &index);
    return vec3_dot(vec3_sub(farthest, from), along) + shape_radius(class, site.shape);
  }
  class->obb(site.shape, &box);
  carom_vec3 extent = vec3_abs(mat3_tmul_vec3(&box.axes, along));
  return vec3_dot(vec3_sub(box.center, from), along) + vec3_dot(extent, box.half);
}

typedef struct nearest_part {
  carom_pos point;
  double square; /* of the distance, HUGE_VAL before the first */
  carom__part *out;
} nearest_part;

static bool keep_nearest(void *context, const carom__part *part) {
  nearest_part *n = context;
  if (part->shape.kind != CAROM__TRIANGLE) return true;
  carom__dvec3 p = dvec3_widen(frame_unapply(&part->frame, n->point));
  carom__dvec3 way = dvec3_sub(p, carom__triangle_nearest(shape_triangle(&part->shape), p));
  double square = dvec3_dot(way, way);
  if (square < n->square) n->square = square, *n->out = *part;
  return true;
}

/* Finds the part that holds a point of the surface, up to rounding. */
static void find_part(carom__site solid, carom_pos point, float near, carom__part *out) {
  carom_frame frame = {point, mat3_identity()};
  carom__region region = {{.axes = mat3_identity(), .half = {near, near, near}}, &frame};
  nearest_part n = {point, HUGE_VAL, out};
  carom__parts_walk(solid, &region, keep_nearest, &n);
}

void carom__inside_contact(const carom__part *solid, carom_pos point, carom__site other, int side,
                           carom__part *part, carom_manifold *out) {
  carom__site site = part_site(solid);
  carom_vec3 p = frame_unapply(site.frame, point);
  carom__solid_nearest nearest;
  carom__shape_class_of(site.shape->kind)->nearest(site.shape, dvec3_widen(p), &nearest);
  carom_vec3 outward = mat3_mul_vec3(&site.frame->axes, dvec3_narrow(nearest.outward));
  float height = (float)-nearest.distance, depth = height + reach_from(point, other, vec3_neg(outward));
  carom_pos exit = pos_add(point, vec3_scale(outward, height));
  carom__part found = {.triangle = 0};
  find_part(site, exit, 0x1p-16f * (vec3_norm1(p) + height), &found);
  *part = part_within(solid, &found);
  *out = (carom_manifold){.normal = side == 0 ? outward : vec3_neg(outward), .point_count = 1};
  out->points[0].position = pos_add(exit, vec3_scale(outward, -0.5f * depth));
  out->points[0].separation = -depth;
}
