/* pair_call.c: from two placed shapes to an answer in the world: their relative pose, the computation in A's
 * frame, and back. */
#include "pair_call.h"

#include "pair_class.h"
#include "distance.h"
#include "inline.h"
#include "manifold.h"
#include "planar_pair.h"
#include "portal.h"
#include "shape_class.h"

static carom_status collide(carom__site a, carom__site b, carom_pair_cache *cache, carom__manifold *out) {
  carom__relative b_in_a = frame_relative(a.frame, b.frame);
  carom__pair_cache *content = pair_cache_content(cache);
  if (content && carom__reuse(content, a.shape, b.shape, &b_in_a, out)) return CAROM_OK;
  carom_status status = carom__collide(a.shape, b.shape, &b_in_a, out);
  if (content && !status) carom__remember(content, a.shape, b.shape, &b_in_a, out);
  return status;
}

/* Tells how far they were seen apart, if they were. */
static carom_status collide_sites(carom__site a, carom__site b, carom_pair_cache *cache, carom__apart *apart,
                                  carom_manifold *out) {
  const carom__pair_class *class = pair_class_of(a.shape, b.shape);
  bool by_cache = cache && class->uses_cache;
  if (class->collide_sites && !by_cache && class->collide_sites(a, b, out)) return CAROM_OK;
  const carom__pair_calls *calls = pair_calls_of(a.shape, b.shape);
  if (calls) return calls->collide(a, b, cache, out);
  if (shape_is_planar(a.shape)) {
    carom__collide_planar_sites(a, b, out);
    return CAROM_OK;
  }
  carom__manifold local;
  carom_status status = collide(a, b, cache, &local);
  if (!status) carom__manifold_to_world(&local, a.frame, out);
  if (!status && local.count == 0) *apart = (carom__apart){local.normal, local.least};
  return status;
}

carom_status carom__call_collide(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  carom__apart apart;
  return collide_sites(a, b, cache, &apart, out);
}

carom_status carom__collide_seen(carom__site a, carom__site b, carom__apart *apart, carom_manifold *out) {
  *apart = (carom__apart){.least = 0};
  return collide_sites(a, b, NULL, apart, out);
}

/* What carom__call_collide says, where that is cheap to tell. */
static carom__touch_state touch_of(carom__site a, carom__site b) {
  const carom__pair_class *class = pair_class_of(a.shape, b.shape);
  return class->touch ? class->touch(a, b) : CAROM__TOUCH_UNKNOWN;
}

/* What a search starts from that has no memory of another. */
static carom__simplex_cache *memory_of(carom_pair_cache *cache, carom__simplex_cache *cold) {
  *cold = (carom__simplex_cache){.count = 0};
  return cache ? &pair_cache_content(cache)->simplex : cold;
}

/* A search that has a memory of another is done sooner than one in floats. */
static CAROM__NEVER_INLINE carom_status search_overlap(carom__site a, carom__site b, carom_pair_cache *cache,
                                                       bool *out) {
  carom__relative b_in_a = frame_relative(a.frame, b.frame);
  carom__simplex_cache cold;
  return carom__overlap_warm(a.shape, b.shape, &b_in_a, memory_of(cache, &cold), out);
}

carom_status carom__overlap_untold(const carom__pair_class *class, carom__site a, carom__site b,
                                   carom_pair_cache *cache, bool *out) {
  const carom__pair_calls *calls = pair_calls_of(a.shape, b.shape);
  if (calls) return calls->overlap(a, b, cache, out);
  if (shape_is_planar(a.shape)) {
    *out = carom__overlap_planar_sites(a, b);
    return CAROM_OK;
  }
  if (cache || pair_is_closed(class, a.shape, b.shape)) return search_overlap(a, b, cache, out);
  carom__touch_state touch = carom__portal_touch_sites(a, b);
  if (touch == CAROM__TOUCH_UNKNOWN) return search_overlap(a, b, cache, out);
  *out = touch == CAROM__TOUCHING;
  return CAROM_OK;
}

carom_status carom__call_overlap(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  const carom__pair_class *class = pair_class_of(a.shape, b.shape);
  carom__touch_state touch = class->touch ? class->touch(a, b) : CAROM__TOUCH_UNKNOWN;
  if (touch == CAROM__TOUCH_UNKNOWN) return carom__overlap_untold(class, a, b, cache, out);
  *(bool *)out = touch == CAROM__TOUCHING;
  return CAROM_OK;
}

/* A separation with no direction is that of shapes that touch. */
static void to_world(const carom__separation *local, const carom_frame *frame, carom_distance_result *out) {
  *out = (carom_distance_result){.distance = local->distance};
  if (vec3_dot(local->normal, local->normal) == 0) return;
  out->normal = mat3_mul_vec3(&frame->axes, local->normal);
  out->point_a = frame_apply(frame, local->point_a);
  out->point_b = frame_apply(frame, local->point_b);
}

/* By a closed form, in the world or in A's frame, or by a search, which what touches has no need of where no
 * depth is asked for, or a form of its own tells it. */
static carom_status measure(bool with_depth, carom__site a, carom__site b, carom_pair_cache *cache,
                            carom_distance_result *out) {
  const carom__pair_class *class = pair_class_of(a.shape, b.shape);
  carom__distance_fn *distance = with_depth ? carom__signed_distance_warm : carom__distance_warm;
  if (pair_measure_sites(class, with_depth, a, b, out)) return CAROM_OK;
  if (shape_is_planar(a.shape) && carom__measure_planar_sites(a, b, with_depth, out)) {
    if (!with_depth && out->distance <= 0) *out = (carom_distance_result){.distance = 0};
    return CAROM_OK;
  }
  carom__relative b_in_a = frame_relative(a.frame, b.frame);
  carom__simplex_cache cold;
  carom__separation local;
  bool saves_search = !with_depth || class->depth;
  carom__touch_state touch = saves_search ? touch_of(a, b) : CAROM__TOUCH_UNKNOWN;
  carom_status status = distance(a.shape, b.shape, &b_in_a, touch, memory_of(cache, &cold), &local);
  if (!status) to_world(&local, a.frame, out);
  return status;
}

carom_status carom__call_distance(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  const carom__pair_calls *calls = pair_calls_of(a.shape, b.shape);
  return calls ? calls->distance(a, b, cache, out) : measure(false, a, b, cache, out);
}

carom_status carom__call_signed_distance(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  const carom__pair_calls *calls = pair_calls_of(a.shape, b.shape);
  return calls ? calls->signed_distance(a, b, cache, out) : measure(true, a, b, cache, out);
}

/* The signed distance, less what it may be off. */
carom_status carom__call_penetrate(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  const carom__pair_calls *calls = pair_calls_of(a.shape, b.shape);
  if (calls) return calls->penetrate(a, b, cache, out);
  carom_distance_result apart;
  carom_status status = carom__call_signed_distance(a, b, cache, &apart);
  if (status) return status;
  carom__relative b_in_a = frame_relative(a.frame, b.frame);
  carom__cores cores = carom__cores_make(a.shape, b.shape, &b_in_a);
  *(bool *)out = (double)apart.distance < -2 * cores.touch;
  return CAROM_OK;
}
