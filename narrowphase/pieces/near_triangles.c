/* near_triangles.c: the distance of a convex shape to triangles.
 *
 * The nearest point of the mesh to the middle of the shape is no nearer to the shape than the mesh is. This
 * bounds where the nearest triangle can be, so that one walk finds it. The lanes tell how near the triangles
 * are to a round core, and how near they are at least to the box of any other shape. Those that may be the
 * nearest are measured one by one, the most promising first. */
#include "near_triangles.h"

#include "distance.h"
#include "placed.h"
#include "triangles_pair.h"

bool carom__measure_parts(void *context, const carom__part *a, const carom__part *b) {
  carom__measuring *m = context;
  carom_distance_result here;
  carom_status status = carom__call_distance(part_site(a), part_site(b), NULL, &here);
  m->status = m->status ? m->status : status;
  if (status || (m->found && here.distance >= m->best.distance)) return true;
  m->found = true;
  m->best = here;
  return here.distance > 0;
}

typedef struct triangles_search {
  carom__triangles_pair pair;
  carom__measuring *m;
  carom_obb box;      /* of the shape, in the frame of the triangles */
  carom__part others; /* the shape */
} triangles_search;

static void touch(carom__measuring *m) {
  m->found = true;
  m->best = (carom_distance_result){.distance = 0};
}

/* Keeps the points of a triangle and of the core, which are given in the frame of the triangles. */
static void keep(const triangles_search *s, carom__dvec3 on_triangle, carom__dvec3 on_core,
                 carom__dvec3 outward, double distance) {
  const carom_frame *frame = s->pair.mesh.frame;
  bool first = s->pair.side == 0;
  carom_vec3 normal = mat3_mul_vec3(&frame->axes, dvec3_narrow(outward));
  double radius = (double)(s->pair.core.radius - s->pair.core.own_radius);
  carom_pos of_mesh = frame_apply(frame, dvec3_narrow(dvec3_mad(on_triangle, outward, radius)));
  carom_pos of_core =
      frame_apply(frame, dvec3_narrow(dvec3_mad(on_core, outward, -(double)s->pair.core.own_radius)));
  /* What does not touch is apart, even where rounding says that it is not by any amount. */
  s->m->best.distance = greater_float((float)distance, 0x1p-126f);
  s->m->best.normal = first ? normal : vec3_neg(normal);
  s->m->best.point_a = first ? of_mesh : of_core;
  s->m->best.point_b = first ? of_core : of_mesh;
  s->m->found = true;
}

/* --- Round cores --- */

static void try_round(const triangles_search *s, const carom__triangle_set *set, uint32_t i, float at) {
  const carom__round_core *core = &s->pair.core;
  carom__triangle t;
  carom__triangle_set_get(set, i, &t);
  carom__round_near n = carom__round_nearest(core, &t, at);
  double distance = n.distance - (double)core->radius;
  if (!s->m->found || (float)distance < s->m->best.distance)
    keep(s, n.on_triangle, n.on_core, n.outward, distance);
}

static bool search_round(void *context, const carom__triangle_set *set) {
  const triangles_search *s = context;
  const carom__round_core *core = &s->pair.core;
  float reach = core->radius + core->touch, least = HUGE_VALF;
  carom__segment_near near;
  carom__triangle_set_nearest(set, core->a, core->b, &near);
  for (uint32_t i = 0; i < set->count; i++) least = lesser_float(least, near.square[i]);
  if (least <= reach * reach) {
    touch(s->m);
    return false;
  }
  float limit = sqrtf(least) + 16 * core->touch;
  for (uint32_t i = 0; i < set->count; i++)
    if (near.square[i] <= limit * limit) try_round(s, set, i, near.at[i]);
  return true;
}

/* --- Other shapes --- */

static bool measure_triangle(const triangles_search *s, const carom__triangle_set *set, uint32_t i) {
  bool first = s->pair.side == 0;
  carom__triangle triangle;
  carom__part part;
  carom__triangles_pair_part(&s->pair, set, i, &triangle, &part);
  return carom__measure_parts(s->m, first ? &part : &s->others, first ? &s->others : &part);
}

static uint32_t least_of(const float *values, uint32_t count) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < count; i++)
    if (values[i] < values[best]) best = i;
  return best;
}

static bool search_any(void *context, const carom__triangle_set *set) {
  const triangles_search *s = context;
  float bounds[CAROM__SET_ROOM];
  carom__triangle_set_bounds(set, &s->box, bounds);
  for (uint32_t left = set->count; left > 0; left--) {
    uint32_t i = least_of(bounds, set->count);
    if (s->m->found && bounds[i] - set->radius >= s->m->best.distance) return true;
    if (!measure_triangle(s, set, i)) return false;
    bounds[i] = HUGE_VALF;
  }
  return true;
}

/* --- All --- */

/* The point of the mesh that is nearest to the middle of a shape; false where the mesh does not find it. */
static bool nearest_to_middle(const carom__triangles_pair *pair, carom__dvec3 *middle,
                              carom__solid_nearest *out) {
  const carom__shape_class *mesh = carom__shape_class_of(pair->mesh.shape->kind);
  const carom__shape_class *other = carom__shape_class_of(pair->other.shape->kind);
  *middle = dvec3_place(&pair->place, shape_center(other, pair->other.shape));
  if (pair->is_round) *middle = dvec3_scale(dvec3_add(pair->core.ends[0], pair->core.ends[1]), 0.5);
  if (mesh->nearest) mesh->nearest(pair->mesh.shape, *middle, out);
  return mesh->nearest;
}

/* It is all that a ball asks for, unless it may touch: that the lanes decide. */
static bool keep_of_ball(const triangles_search *s, carom__dvec3 middle, const carom__solid_nearest *found) {
  const carom__round_core *core = &s->pair.core;
  double distance = found->distance - (double)core->own_radius;
  double radius = (double)(core->radius - core->own_radius);
  if (!s->pair.is_round || !core->is_point || distance < 16 * (double)core->touch) return false;
  carom__dvec3 on_triangle = dvec3_mad(middle, found->outward, -(found->distance + radius));
  keep(s, on_triangle, middle, found->outward, distance);
  return true;
}

/* How far a shape is from a point, which is no less than from all; false when it cannot be told. */
static bool distance_to(const carom__triangles_pair *pair, carom__dvec3 point, float *out) {
  carom_pos at = frame_apply(pair->mesh.frame, dvec3_narrow(point));
  carom_point_distance found;
  if (carom__distance_to_point(pair->other.shape, pair->other.frame, at, &found)) return false;
  *out = found.distance;
  return true;
}

bool carom__triangles_measure(carom__site a, carom__site b, carom__measuring *out) {
  triangles_search s = {.m = out};
  carom__solid_nearest near;
  carom__dvec3 middle;
  float bound;
  *out = (carom__measuring){.found = false};
  if (!carom__triangles_pair_of(a, b, &s.pair) || !nearest_to_middle(&s.pair, &middle, &near)) return false;
  if (keep_of_ball(&s, middle, &near)) return true;
  if (!distance_to(&s.pair, dvec3_mad(middle, near.outward, -near.distance), &bound)) return false;
  s.others = (carom__part){.shape = *s.pair.other.shape, .frame = *s.pair.other.frame};
  s.box = carom__triangles_pair_region(&s.pair, 0);
  carom_obb region = carom__triangles_pair_region(&s.pair, bound);
  carom__triangle_set_fn *visit = s.pair.is_round ? search_round : search_any;
  carom__triangle_sets_walk(s.pair.mesh.shape, &region, s.pair.is_round, visit, &s);
  return out->found || out->status;
}
