/* point_distance.c: the point of a shape that is nearest to a point of the world. */
#include "distance.h"

#include "flat.h"
#include "gjk.h"
#include "ray_hits.h"
#include "round.h"

/* A way that is shorter than this part of the coordinates is but their rounding to floats. */
#define ROUNDED_WAY 0x1p-22

/* The nearest point of a core. The point is a ball without a radius. */
static carom_status nearest_by_gjk(const carom_shape *shape, carom_vec3 p, carom__dvec3 *out) {
  const carom_shape point = carom_shape_sphere(0);
  const carom__relative place = {p, mat3_identity()};
  carom__cores cores = carom__cores_make(shape, &point, &place);
  carom__gjk_result found;
  carom_status status = carom__gjk(&cores, &found);
  *out = found.point_a;
  return status;
}

/* How a point that is not inside lies to a shape, in its frame: its way from the nearest point of the core.
 */
typedef struct place {
  double radius;
  carom__dvec3 nearest, way;
  carom__dvec3 outward; /* what stands for the way where that is zero; a unit, or zero itself */
  carom_mesh_point mesh;
} place;

/* The point in the frame of the shape, as rays of the shape see it. */
static carom__dvec3 point_in_frame(const carom__shape_class *class, const carom_frame *frame,
                                   carom_pos point) {
  const carom_pos *o = &frame->origin;
  if (!class->meet_ray) return dvec3_widen(frame_unapply(frame, point));
  return dvec3_unrotate(&frame->axes, dvec3(point.x - o->x, point.y - o->y, point.z - o->z));
}

static void set_nearest(carom__dvec3 p, carom__dvec3 nearest, double radius, place *out) {
  out->radius = radius;
  out->nearest = nearest;
  out->way = dvec3_sub(p, nearest);
}

/* Where the class knows the nearest point. */
static void place_by_class(const carom_shape *shape, carom__dvec3 p, place *out) {
  carom__solid_nearest found;
  carom__shape_class_of(shape->kind)->nearest(shape, p, &found);
  carom__dvec3 way = dvec3_scale(found.outward, greater_double(found.distance, 0x1p-126));
  *out = (place){.nearest = dvec3_sub(p, way), .way = way, .mesh = found.mesh};
}

/* Out of the edge of a flat shape that a point on its outline lies on. */
static carom__dvec3 out_of_edge(const carom_shape *shape, carom__dvec3 p) {
  carom__flat flat;
  carom__dvec2 normal = {0, 1};
  double most = -HUGE_VAL;
  carom__shape_class_of(shape->kind)->flat(shape, &flat);
  for (uint32_t i = 0; i < flat.count; i++) {
    carom__dvec2 a = dvec2_widen(flat.points[i]), b = dvec2_widen(flat.points[flat_after(i, flat.count)]);
    carom__dvec2 outward = dvec2_neg(dvec2_left(dvec2_sub(b, a)));
    double length = dvec2_length(outward), beyond = dvec2_dot(outward, dvec2_sub(dvec2(p.x, p.y), a));
    if (length > 0 && beyond > most * length)
      normal = dvec2_scale(outward, 1 / length), most = beyond / length;
  }
  return dvec3(normal.x, normal.y, 0);
}

static carom_status place_other(const carom_shape *shape, carom__dvec3 p, place *out) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  if (!class->nearest) {
    carom__dvec3 nearest = {0, 0, 0};
    carom_status status = nearest_by_gjk(shape, dvec3_narrow(p), &nearest);
    set_nearest(p, nearest, (double)shape_radius(class, shape), out);
    double length = dvec3_length(out->way);
    if (class->flat && out->radius == 0 && length <= ROUNDED_WAY * (fabs(p.x) + fabs(p.y))) {
      out->outward = out_of_edge(shape, p);
      out->way = dvec3_scale(out->outward, length);
    }
    return status;
  }
  place_by_class(shape, p, out);
  return CAROM_OK;
}

static void describe(const place *at, const carom_frame *frame, carom_point_distance *out) {
  double distance = dvec3_length(at->way);
  carom__dvec3 normal = dvec3_normalize_or(at->way, at->outward);
  /* What is not inside is apart, even where rounding says that it is not by any amount. */
  *out = (carom_point_distance){.distance = greater_float((float)(distance - at->radius), 0x1p-126f)};
  out->normal = mat3_mul_vec3(&frame->axes, dvec3_narrow(normal));
  out->point = frame_apply(frame, dvec3_narrow(dvec3_mad(at->nearest, normal, at->radius)));
  out->mesh = at->mesh;
}

static carom_status measure_outside(const carom_shape *shape, const carom_frame *frame, carom_pos point,
                                    carom_point_distance *out) {
  carom__dvec3 p = point_in_frame(carom__shape_class_of(shape->kind), frame, point);
  carom_status status = CAROM_OK;
  carom__plain_core core;
  place at = {.radius = 0};
  if (carom__plain_core_of(shape, &core))
    set_nearest(p, carom__plain_core_nearest(&core, p), core.radius, &at);
  else
    status = place_other(shape, p, &at);
  if (!status) describe(&at, frame, out);
  return status;
}

static carom_status measure_solid(const carom_shape *shape, const carom_frame *frame, carom_pos point,
                                  carom_point_distance *out) {
  if (!carom__shape_holds(shape, frame, point)) return measure_outside(shape, frame, point, out);
  *out = (carom_point_distance){.inside = true, .point = point};
  return CAROM_OK;
}

/* --- Compounds --- */

typedef struct child_search {
  const carom_frame *frame;
  carom_pos point;
  carom_status status;
  carom_point_distance best;
  uint32_t ordinal; /* of the best */
} child_search;

/* Whether the point is inside was asked before: it is outside of a child that rounding puts it into. */
static void leave(const carom_shape *child, const carom_frame *frame, carom_point_distance *out) {
  carom_vec3 center = shape_center(carom__shape_class_of(child->kind), child);
  carom_vec3 way = pos_sub(out->point, frame_apply(frame, center));
  *out = (carom_point_distance){
      .distance = 0x1p-126f, .normal = vec3_normalize_or(way, vec3(1, 0, 0)), .point = out->point};
}

static carom_status measure_child(const carom_shape *child, const carom_frame *frame, carom_pos point,
                                  carom_point_distance *out) {
  const carom__shape_class *class = carom__shape_class_of(child->kind);
  place at = {.radius = 0};
  if (class->walk) {
    place_by_class(child, point_in_frame(class, frame, point), &at);
    describe(&at, frame, out);
    return CAROM_OK;
  }
  carom_status status = measure_solid(child, frame, point, out);
  if (!status && out->inside) leave(child, frame, out);
  return status;
}

/* Of children as near, the first. */
static bool is_nearer(const child_search *s, float distance, uint32_t ordinal) {
  return distance < s->best.distance || (distance == s->best.distance && ordinal < s->ordinal);
}

static bool look_at_child(void *context, const carom__piece *child) {
  child_search *s = context;
  carom_point_distance here;
  carom__relative local = local_pose_to_relative(*child->place);
  carom_frame frame = frame_compose(s->frame, &local);
  s->status = measure_child(&child->shape, &frame, s->point, &here);
  if (s->status || !is_nearer(s, here.distance, child->ordinal)) return !s->status;
  here.child = child->child;
  if (child->material) here.mesh.material = child->material;
  s->best = here;
  s->ordinal = child->ordinal;
  return true;
}

/* Looks ever farther: what is found within the distance that was looked at is the nearest. */
static carom_status search_children(const carom_shape *shape, const carom_frame *frame, carom_pos point,
                                    carom_point_distance *out) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  carom_vec3 p = frame_unapply(frame, point);
  carom_obb box;
  class->obb(shape, &box);
  carom_vec3 beyond = vec3_sub(vec3_abs(vec3_sub(p, box.center)), box.half);
  float within = vec3_length(vec3_max(beyond, vec3(0, 0, 0))) + 0x1p-6f * vec3_norm1(box.half);
  child_search s = {.frame = frame, .point = point, .best = {.distance = HUGE_VALF}};
  for (bool done = false; !done; within = lesser_float(2 * within, s.best.distance)) {
    carom_obb region = {p, mat3_identity(), {within, within, within}};
    class->walk_children(shape, &region, look_at_child, &s);
    done = s.status || s.best.distance <= within;
  }
  if (!s.status) *out = s.best;
  return s.status;
}

static carom_status measure_compound(const carom_shape *shape, const carom_frame *frame, carom_pos point,
                                     carom_point_distance *out) {
  const carom__ray ray = {frame_unapply(frame, point), {0, 0, 0}};
  carom__surface_hit hit;
  carom__ray_hits_first(shape, &ray, &hit);
  if (!hit.ray.hit) return search_children(shape, frame, point, out);
  *out = (carom_point_distance){.inside = true, .point = point, .child = hit.child, .mesh = hit.mesh};
  return CAROM_OK;
}

carom_status carom__distance_to_point(const carom_shape *shape, const carom_frame *frame, carom_pos point,
                                      carom_point_distance *out) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  return class->walk_children ? measure_compound(shape, frame, point, out)
                              : measure_solid(shape, frame, point, out);
}
