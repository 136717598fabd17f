/* shape_box.c: the box. */
#include "box_core.h"
#include "box_entry.h"
#include "inline.h"
#include "ray_hits.h"
#include "round.h"
#include "round_outline.h"

static carom_status check(const carom_shape *shape) {
  carom_vec3 half = shape->geometry.box.half;
  if (!vec3_is_finite(half)) return CAROM_NOT_FINITE;
  carom_status status = carom__rounding_check(shape->geometry.box.radius);
  if (status) return status;
  return carom__size_in_range(half.x) && carom__size_in_range(half.y) && carom__size_in_range(half.z)
             ? CAROM_OK
             : CAROM_BAD_SIZE;
}

static void obb(const carom_shape *shape, carom_obb *out) {
  const carom_box *box = &shape->geometry.box;
  *out = (carom_obb){.axes = mat3_identity(), .half = rounded_half(box->half, box->radius)};
}

static void core(const carom_shape *shape, carom__core *out) {
  const carom_box *box = &shape->geometry.box;
  core_set(vec3(0, 0, 0), box->half, box->radius, out);
  out->ball = lesser_float(lesser_float(box->half.x, box->half.y), box->half.z);
  out->box = &box->half;
}

static carom_vec3 support(const carom_shape *shape, carom_vec3 direction, uint32_t *index) {
  return box_support(shape->geometry.box.half, direction, index);
}

static carom_vec3 vertex(const carom_shape *shape, uint32_t index) {
  return box_vertex(shape->geometry.box.half, index);
}

static uint32_t vertex_count(const carom_shape *shape) {
  (void)shape;
  return 8;
}

static void face(const carom_shape *shape, carom_vec3 direction, carom__face *out) {
  int axis = vec3_largest_axis(vec3_abs(direction));
  bool positive = vec3_get(direction, axis) > 0;
  out->normal = vec3(0, 0, 0);
  out->count = 4;
  out->id = (uint32_t)(2 * axis + positive);
  vec3_set(&out->normal, axis, positive ? 1.0f : -1.0f);
  for (uint32_t i = 0; i < 4; i++)
    out->local[i] = box_vertex(shape->geometry.box.half, box_face_vertex(out->id, i));
  out->pool = out->local, out->loop = NULL;
}

static int axes_beyond(carom_vec3 half, carom__dvec3 p) {
  carom__dvec3 d = dvec3_abs(p), h = dvec3_widen(half);
  return (d.x > h.x) + (d.y > h.y) + (d.z > h.z);
}

static bool meet_edges(const carom_box *box, const carom__dvec3 *o, const carom__dvec3 *v,
                       carom__ray_hit *out) {
  *out = (carom__ray_hit){.hit = false};
  for (uint32_t i = 0; i < 8; i++)
    for (uint32_t bit = 1; bit < 8; bit <<= 1)
      if (!(i & bit))
        carom__round_meet_edge(
            (carom_capsule){box_vertex(box->half, i), box_vertex(box->half, i | bit), box->radius}, o, v,
            out);
  return out->hit;
}

static bool write_entry(const carom_ray *ray, const carom_frame *frame, const carom__box_entry *entry,
                        carom_ray_result *out) {
  carom_vec3 column;
  if (entry->inside) return ray_result_set_inside(ray, out);
  memcpy(&column, (const char *)&frame->axes + (size_t)entry->axis * sizeof column, sizeof column);
  return ray_result_set(ray, entry->fraction, dvec3_scale(dvec3_widen(column), entry->sign), out);
}

/* A rounded box lies in the sharp one that is larger by the radius, and has the middle of each of its faces
 * in common with it: where a ray enters that box decides, except near its edges, which the solid is round in.
 */
static CAROM__NEVER_INLINE bool meet_rounded(const carom_box *box, const carom_frame *frame,
                                             const carom_ray *ray, carom_ray_result *out) {
  carom__dvec3 o = dvec3_unrotate(&frame->axes, ray_from(ray, frame));
  carom__dvec3 v = dvec3_unrotate(&frame->axes, dvec3_widen(ray->translation));
  carom__box_entry entry;
  carom__ray_hit edge;
  box_enter(rounded_half(box->half, box->radius), o, v, &entry);
  if (!entry.hit) return false;
  if (axes_beyond(box->half, dvec3_mad(o, v, entry.fraction)) < 2)
    return write_entry(ray, frame, &entry, out);
  if (!meet_edges(box, &o, &v, &edge)) return false;
  ray_result_set(ray, (double)edge.fraction, dvec3_widen(mat3_mul_vec3(&frame->axes, edge.normal)), out);
  out->inside = edge.inside;
  return true;
}

static bool meet_ray(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                     carom_ray_result *out) {
  const carom_box *box = &shape->geometry.box;
  if (box->radius > 0) return meet_rounded(box, frame, ray, out);
  carom__dvec3 o = dvec3_unrotate(&frame->axes, ray_from(ray, frame));
  carom__dvec3 v = dvec3_unrotate(&frame->axes, dvec3_widen(ray->translation));
  carom__box_entry entry;
  box_enter(box->half, o, v, &entry);
  return entry.hit && write_entry(ray, frame, &entry, out);
}

static void outline(const carom_shape *shape, const carom__outline *out) {
  carom__round_outline_box(&shape->geometry.box, out);
}

static void plain(const carom_shape *shape, carom__plain_core *out) {
  plain_core_of_box(shape->geometry.box.half, shape->geometry.box.radius, out);
}

const carom__shape_class carom__box_class = {
    .sizes_at = offsetof(carom_shape, geometry.box),
    .size_count = sizeof(carom_box) / sizeof(float),
    .ranges = CAROM__SHARP_LENGTHS(3),
    .radius_at = offsetof(carom_shape, geometry.box.radius),
    .check = check,
    .obb = obb,
    .plain = plain,
    .core = core,
    .support = support,
    .vertex = vertex,
    .vertex_count = vertex_count,
    .face = face,
    .cast_ray = carom__ray_hits_cast_meeting,
    .meet_ray = meet_ray,
    .outline = outline,
};
