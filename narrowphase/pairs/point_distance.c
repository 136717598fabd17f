/* point_distance.c: the point of a shape that is nearest to a point of the world. */
#include "distance.h"

#include "gjk.h"
#include "shape_class.h"
#include "round.h"

/* The nearest point of a plain core. */
static carom__dvec3 nearest_in_core(const carom__plain_core *core, carom__dvec3 p) {
  carom__dvec3 a = dvec3_widen(core->a), b = dvec3_widen(core->b);
  if (core->kind == CAROM__PLAIN_POINT) return a;
  if (core->kind == CAROM__PLAIN_SEGMENT) return carom__segment_nearest(a, b, p);
  return dvec3_max(dvec3_min(p, a), dvec3_neg(a));
}

/* That of any other. The point is a ball without a radius. */
static carom_status nearest_by_gjk(const carom_shape *shape, carom_vec3 p, carom__dvec3 *out) {
  const carom_shape point = carom_shape_sphere(0);
  const carom__relative place = {p, mat3_identity()};
  carom__cores cores = carom__cores_make(shape, &point, &place);
  carom__gjk_result found;
  carom_status status = carom__gjk(&cores, &found);
  *out = found.point_a;
  return status;
}

/* Does a ray of no length that begins here begin inside? */
static bool contains(const carom_shape *shape, carom_vec3 p) {
  const carom__ray ray = {p, {0, 0, 0}};
  carom__ray_hit hit;
  carom__shape_class_of(shape->kind)->cast_ray(shape, &ray, &hit);
  return hit.hit;
}

/* How a point lies to a shape, in its frame: its way from the nearest point of the core. */
typedef struct place {
  bool inside;
  double radius;
  carom__dvec3 nearest, way;
  carom_mesh_point mesh;
} place;

static void set_nearest(carom_vec3 p, carom__dvec3 nearest, double radius, place *out) {
  out->radius = radius;
  out->nearest = nearest;
  out->way = dvec3_sub(dvec3_widen(p), nearest);
}

/* Rays compare in the same way, but for round edges. */
static void place_plain(const carom_shape *shape, const carom__plain_core *core, carom_vec3 p, place *out) {
  bool round_edges = core->kind == CAROM__PLAIN_BOX && core->radius > 0;
  set_nearest(p, nearest_in_core(core, dvec3_widen(p)), core->radius, out);
  out->inside =
      round_edges ? contains(shape, p) : dvec3_dot(out->way, out->way) <= core->radius * core->radius;
}

static carom_status place_other(const carom_shape *shape, carom_vec3 p, place *out) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  out->inside = contains(shape, p);
  if (out->inside) return CAROM_OK;
  if (!class->nearest) {
    carom__dvec3 nearest = {0, 0, 0};
    carom_status status = nearest_by_gjk(shape, p, &nearest);
    set_nearest(p, nearest, (double)shape_radius(class, shape), out);
    return status;
  }
  carom__solid_nearest found;
  class->nearest(shape, dvec3_widen(p), &found);
  carom__dvec3 way = dvec3_scale(found.outward, greater_double(found.distance, 0x1p-126));
  *out = (place){.nearest = dvec3_sub(dvec3_widen(p), way), .way = way, .mesh = found.mesh};
  return CAROM_OK;
}

static void describe(const place *at, const carom_frame *frame, carom_point_distance *out) {
  double distance = dvec3_length(at->way);
  carom__dvec3 normal = dvec3_normalize_or(at->way, dvec3(0, 0, 0));
  /* What is not inside is apart, even where rounding says that it is not by any amount. */
  *out = (carom_point_distance){.distance = greater_float((float)(distance - at->radius), 0x1p-126f)};
  out->normal = mat3_mul_vec3(&frame->axes, dvec3_narrow(normal));
  out->point = frame_apply(frame, dvec3_narrow(dvec3_mad(at->nearest, normal, at->radius)));
  out->mesh = at->mesh;
}

static carom_status measure_solid(const carom_shape *shape, const carom_frame *frame, carom_pos point,
                                  carom_point_distance *out) {
  carom_vec3 p = frame_unapply(frame, point);
  carom_status status = CAROM_OK;
  carom__plain_core core;
  place at = {.inside = false};
  if (carom__plain_core_of(shape, &core))
    place_plain(shape, &core, p, &at);
  else
    status = place_other(shape, p, &at);
  if (!status && at.inside) *out = (carom_point_distance){.inside = true, .point = point};
  if (!status && !at.inside) describe(&at, frame, out);
  return status;
}

/* --- What is made of pieces --- */

typedef struct piece_search {
  const carom_frame *frame;
  carom_pos point;
  carom_status status;
  carom_point_distance best;
} piece_search;

/* Whether the point is inside was asked before: it is outside of a piece that rounding puts it into. */
static void leave(const carom__piece *piece, const carom_frame *frame, carom_point_distance *out) {
  carom_vec3 center = shape_center(carom__shape_class_of(piece->shape.kind), &piece->shape);
  carom_vec3 way = pos_sub(out->point, frame_apply(frame, center));
  *out = (carom_point_distance){
      .distance = 0x1p-126f, .normal = vec3_normalize_or(way, vec3(1, 0, 0)), .point = out->point};
}

static bool measure_piece(void *context, const carom__piece *piece) {
  piece_search *s = context;
  carom_point_distance here;
  carom_frame frame = *s->frame;
  if (piece->place) {
    carom__relative local = local_pose_to_relative(*piece->place);
    frame = frame_compose(s->frame, &local);
  }
  carom_status status = measure_solid(&piece->shape, &frame, s->point, &here);
  if (status) s->status = status;
  if (status) return false;
  if (here.inside) leave(piece, &frame, &here);
  if (here.distance < s->best.distance) s->best = here;
  return true;
}

/* Looks ever farther: what is found within the distance that was looked at is the nearest. */
static carom_status measure_pieces(const carom_shape *shape, const carom_frame *frame, carom_pos point,
                                   carom_point_distance *out) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  carom_vec3 p = frame_unapply(frame, point);
  carom_obb box;
  class->obb(shape, &box);
  carom_vec3 beyond = vec3_sub(vec3_abs(vec3_sub(p, box.center)), box.half);
  float within = vec3_length(vec3_max(beyond, vec3(0, 0, 0))) + 0x1p-6f * vec3_norm1(box.half);
  piece_search s = {.frame = frame, .point = point, .best = {.distance = HUGE_VALF}};
  for (bool done = false; !done; within *= 2) {
    carom_obb region = {p, mat3_identity(), {within, within, within}};
    class->walk(shape, &region, measure_piece, &s);
    done = s.status || s.best.distance <= within;
  }
  if (!s.status) *out = s.best;
  return s.status;
}

carom_status carom__distance_to_point(const carom_shape *shape, const carom_frame *frame, carom_pos point,
                                      carom_point_distance *out) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  if (!class->walk || class->nearest || contains(shape, frame_unapply(frame, point)))
    return measure_solid(shape, frame, point, out);
  return measure_pieces(shape, frame, point, out);
}
