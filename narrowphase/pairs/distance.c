/* distance.c: the distance of two shapes, and whether they touch.
 *
 * Both agree with the manifold: near touch that decides. Where GJK alone proves the answer by more than any
 * rounding, it is not asked. */
#include "distance.h"

#include "curved.h"
#include "epa.h"
#include "pair_class.h"
#include "planar_pair.h"
#include "portal.h"

/* In parts of cores->touch: what is farther from touching than this is decided. */
#define DECIDED 4

static carom__touch_state touch_of(const carom__cores *cores, const carom__gjk_result *gjk) {
  double radii = cores->a.radius + cores->b.radius, margin = DECIDED * cores->touch;
  if (gjk->lower > radii + margin) return CAROM__APART;
  if (gjk->distance < radii - margin) return CAROM__TOUCHING;
  return gjk->distance == 0 && carom__simplex_holds_ball(&gjk->simplex, margin) ? CAROM__TOUCHING
                                                                                : CAROM__TOUCH_UNKNOWN;
}

/* The same by a distance that is known. */
static carom__touch_state touch_at(const carom__cores *cores, float distance) {
  if (!(fabs((double)distance) > DECIDED * cores->touch)) return CAROM__TOUCH_UNKNOWN;
  return distance > 0 ? CAROM__APART : CAROM__TOUCHING;
}

/* Lets the manifold decide. */
static carom_status decide(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           carom__touch_state *out) {
  carom__manifold manifold;
  carom_status status = carom__collide(a, b, b_in_a, &manifold);
  *out = manifold.count > 0 ? CAROM__TOUCHING : CAROM__APART;
  return status;
}

static void write_separation(const carom__cores *cores, carom__dvec3 normal, double distance,
                             carom__dvec3 point_a, carom__dvec3 point_b, carom__separation *out) {
  out->distance = (float)(distance - cores->a.radius - cores->b.radius);
  out->normal = dvec3_narrow(normal);
  out->point_a = dvec3_narrow(dvec3_mad(point_a, normal, cores->a.radius));
  out->point_b = dvec3_narrow(dvec3_mad(point_b, normal, -cores->b.radius));
}

bool carom__distance_of_features(const carom__cores *cores, bool may_overlap, carom__separation *out) {
  carom__epa_result found;
  if (!(may_overlap ? carom__core_shortcut(cores, &found) : carom__core_features(cores, &found))) {
    out->normal = dvec3_narrow(found.normal);
    return false;
  }
  if (-found.depth > cores->reach)
    out->distance = HUGE_VALF;
  else
    write_separation(cores, found.normal, -found.depth, found.point_a, found.point_b, out);
  return true;
}

carom_status carom__distance_measure(const carom__cores *cores, carom_status status,
                                     const carom__gjk_result *gjk, carom__separation *out) {
  carom__epa_result found;
  if (gjk_axis_is_sure(status, gjk)) {
    write_separation(cores, gjk->normal, gjk->distance, gjk->point_a, gjk->point_b, out);
    return CAROM_OK;
  }
  status = carom__core_axis(cores, status, gjk, &found);
  if (!status) write_separation(cores, found.normal, -found.depth, found.point_a, found.point_b, out);
  return status;
}

/* As carom__collide mirrors the manifold, so that both agree on what touches. */
static bool measure_mirrored(carom__closed_distance_fn *measure, const carom_shape *a, const carom_shape *b,
                             const carom__relative *b_in_a, carom__separation *out) {
  carom__relative a_in_b = relative_inverse(b_in_a);
  carom__separation mirrored;
  if (!measure(b, a, &a_in_b, &mirrored)) return false;
  out->distance = mirrored.distance;
  out->normal = vec3_neg(mat3_mul_vec3(&b_in_a->axes, mirrored.normal));
  out->point_a = relative_apply(b_in_a, mirrored.point_b);
  out->point_b = relative_apply(b_in_a, mirrored.point_a);
  return true;
}

/* The signed distance where a closed form tells it: in the plane, and of some pairs of space. */
static bool measure_closed(const carom__pair_class *class, const carom_shape *a, const carom_shape *b,
                           const carom__relative *b_in_a, carom__separation *out) {
  if (shape_is_planar(a)) {
    carom__measure_planar(a, b, b_in_a, out);
    return true;
  }
  if (!class->distance) return false;
  bool in_order = a->kind == b->kind || shapes_in_order(a, b);
  return in_order ? class->distance(a, b, b_in_a, out) : measure_mirrored(class->distance, a, b, b_in_a, out);
}

/* Did no search leave what the next one may start from? */
static bool knows_nothing(const carom__simplex_cache *memory) {
  carom_vec3 n = memory->normal;
  return memory->count == 0 && n.x == 0 && n.y == 0 && n.z == 0;
}

/* GJK from where the last search ended, or else along a direction, unless that is zero. */
static carom_status search_from(const carom__cores *cores, carom_vec3 along, carom__simplex_cache *memory,
                                carom__gjk_result *out) {
  if (knows_nothing(memory)) memory->normal = along;
  return carom__gjk_warm(cores, memory, out);
}

/* The distance of cores, or 0 when the shapes touch, where that is unknown. What does not touch is apart,
 * even where rounding says that it is not by any amount. */
static carom_status measure_gap(const carom__cores *cores, carom__touch_state touch,
                                carom__simplex_cache *memory, carom__separation *out) {
  carom__gjk_result gjk;
  carom_status searched = CAROM_OK, status = CAROM_OK;
  bool may_overlap = touch == CAROM__TOUCH_UNKNOWN && cores_are_curved(cores);
  bool known = carom__distance_of_features(cores, may_overlap, out);
  if (!known) searched = search_from(cores, out->normal, memory, &gjk);
  if (touch == CAROM__TOUCH_UNKNOWN && !searched)
    touch = known ? touch_at(cores, out->distance) : touch_of(cores, &gjk);
  if (touch == CAROM__TOUCH_UNKNOWN) status = decide(cores->a.shape, cores->b.shape, cores->b_in_a, &touch);
  if (status || touch == CAROM__TOUCHING) {
    *out = (carom__separation){.distance = 0};
    return status;
  }
  if (!known) status = carom__distance_measure(cores, searched, &gjk, out);
  if (!status) out->distance = greater_float(out->distance, 0x1p-126f);
  return status;
}

carom_status carom__distance_warm(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                  carom__touch_state touch, carom__simplex_cache *memory,
                                  carom__separation *out) {
  const carom__pair_class *class = pair_class_of(a, b);
  *out = (carom__separation){.distance = 0};
  if (measure_closed(class, a, b, b_in_a, out)) {
    if (out->distance <= 0) *out = (carom__separation){.distance = 0};
    return CAROM_OK;
  }
  if (touch == CAROM__TOUCHING || (class->gap && class->gap(a, b, b_in_a, &touch, out))) return CAROM_OK;
  carom__cores cores;
  carom__cores_set(a, b, b_in_a, &cores);
  /* GJK takes long where cores overlap. */
  if (touch == CAROM__TOUCH_UNKNOWN && knows_nothing(memory)) touch = carom__portal_touch(&cores);
  return touch == CAROM__TOUCHING ? CAROM_OK : measure_gap(&cores, touch, memory, out);
}

carom_status carom__distance_within(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                    carom_vec3 along, float margin, carom__separation *out) {
  const carom__pair_class *class = pair_class_of(a, b);
  carom__simplex_cache start = {.normal = along};
  carom__touch_state touch = CAROM__APART;
  carom__gjk_result gjk;
  *out = (carom__separation){.distance = 0};
  if (measure_closed(class, a, b, b_in_a, out)) return CAROM_OK;
  if (class->gap && class->gap(a, b, b_in_a, &touch, out)) return CAROM_OK;
  carom__cores cores;
  carom__cores_set(a, b, b_in_a, &cores);
  cores.reach = cores.a.radius + cores.b.radius + (double)margin + DECIDED * cores.touch;
  carom_status status = CAROM_OK;
  if (!carom__distance_of_features(&cores, false, out)) {
    status = carom__gjk_warm(&cores, &start, &gjk);
    if (!status && gjk.lower > cores.reach)
      out->distance = HUGE_VALF;
    else
      status = carom__distance_measure(&cores, status, &gjk, out);
  }
  if (!status) out->distance = greater_float(out->distance, 0x1p-126f);
  return status;
}

/* What the cores tell without their manifold. */
static carom__touch_state search_touch(const carom_shape *a, const carom_shape *b,
                                       const carom__relative *b_in_a, carom__simplex_cache *memory) {
  carom__cores cores;
  carom__cores_set(a, b, b_in_a, &cores);
  carom__gjk_result gjk;
  cores.reach = cores.a.radius + cores.b.radius + DECIDED * cores.touch;
  return carom__gjk_warm(&cores, memory, &gjk) ? CAROM__TOUCH_UNKNOWN : touch_of(&cores, &gjk);
}

carom_status carom__overlap_warm(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                 carom__simplex_cache *memory, bool *out) {
  carom__touch_state touch = CAROM__TOUCH_UNKNOWN;
  carom_status status = CAROM_OK;
  if (!pair_is_closed(pair_class_of(a, b), a, b)) touch = search_touch(a, b, b_in_a, memory);
  if (touch == CAROM__TOUCH_UNKNOWN) status = decide(a, b, b_in_a, &touch);
  if (!status) *out = touch == CAROM__TOUCHING;
  return status;
}

/* --- With the depth, and no preference among axes --- */

/* Near touch the manifold decides on which side of zero the distance is, so that all functions agree. */
static carom_status settle(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           double near, carom__touch_state touch, carom__separation *out) {
  if (touch == CAROM__TOUCH_UNKNOWN) {
    if (fabs((double)out->distance) > near) return CAROM_OK;
    carom_status status = decide(a, b, b_in_a, &touch);
    if (status) return status;
  }
  out->distance =
      touch == CAROM__TOUCHING ? lesser_float(out->distance, 0) : greater_float(out->distance, 0x1p-126f);
  return CAROM_OK;
}

carom_status carom__signed_distance_warm(const carom_shape *a, const carom_shape *b,
                                         const carom__relative *b_in_a, carom__touch_state touch,
                                         carom__simplex_cache *memory, carom__separation *out) {
  const carom__pair_class *class = pair_class_of(a, b);
  if (measure_closed(class, a, b, b_in_a, out)) return CAROM_OK;
  if (touch != CAROM__APART && class->depth && class->depth(a, b, b_in_a, out)) return CAROM_OK;
  if (touch != CAROM__TOUCHING && class->gap && class->gap(a, b, b_in_a, &touch, out)) return CAROM_OK;
  carom__cores cores;
  carom__cores_set(a, b, b_in_a, &cores);
  carom__gjk_result gjk;
  carom_status status = CAROM_OK;
  if (!carom__distance_of_features(&cores, touch != CAROM__APART, out)) {
    status = search_from(&cores, out->normal, memory, &gjk);
    status = carom__distance_measure(&cores, status, &gjk, out);
  }
  return status ? status : settle(a, b, b_in_a, 4 * cores.touch, touch, out);
}
