/* pair_call.c: from two placed shapes to an answer in the world: their relative pose, the computation in A's
 * frame, and back. */
#include "pair_call.h"

#include "narrowphase.h"
#include "reuse.h"

static carom_status collide(const carom_placed *a, const carom_placed *b, carom_pair_cache *cache,
                            carom__manifold *out) {
  carom__relative b_in_a = frame_relative(&a->frame, &b->frame);
  if (cache && carom__reuse(&cache->manifold, &a->shape, &b->shape, &b_in_a, out)) return CAROM_OK;
  carom_status status = carom__collide(&a->shape, &b->shape, &b_in_a, out);
  if (cache && !status) carom__remember(&cache->manifold, &a->shape, &b->shape, &b_in_a, out);
  return status;
}

carom_status carom__call_collide(const carom_placed *a, const carom_placed *b, carom_pair_cache *cache,
                                 void *out) {
  carom__manifold local;
  carom_status status = collide(a, b, cache, &local);
  if (!status) carom__manifold_to_world(&local, &a->frame, out);
  return status;
}

carom_status carom__call_overlap(const carom_placed *a, const carom_placed *b, carom_pair_cache *cache,
                                 void *out) {
  carom__manifold local;
  carom_status status = collide(a, b, cache, &local);
  if (!status) *(bool *)out = local.count > 0;
  return status;
}

/* A separation with no direction is that of shapes that touch. */
static void to_world(const carom__separation *local, const carom_frame *frame, carom_distance_result *out) {
  *out = (carom_distance_result){.distance = local->distance};
  if (vec3_dot(local->normal, local->normal) == 0) return;
  out->normal = mat3_mul_vec3(&frame->axes, local->normal);
  out->point_a = frame_apply(frame, local->point_a);
  out->point_b = frame_apply(frame, local->point_b);
}

carom_status carom__call_distance(const carom_placed *a, const carom_placed *b, carom_pair_cache *cache,
                                  void *out) {
  carom__relative b_in_a = frame_relative(&a->frame, &b->frame);
  carom__separation local;
  (void)cache;
  carom_status status = carom__distance(&a->shape, &b->shape, &b_in_a, &local);
  if (!status) to_world(&local, &a->frame, out);
  return status;
}

carom_status carom__call_signed_distance(const carom_placed *a, const carom_placed *b,
                                         carom_pair_cache *cache, void *out) {
  carom__relative b_in_a = frame_relative(&a->frame, &b->frame);
  carom__separation local;
  (void)cache;
  carom_status status = carom__signed_distance(&a->shape, &b->shape, &b_in_a, &local);
  if (!status) to_world(&local, &a->frame, out);
  return status;
}
