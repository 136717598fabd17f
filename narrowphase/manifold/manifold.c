/* manifold.c: reduces candidate points to a manifold of at most four, and transforms manifolds. */
#include "manifold.h"

#include <assert.h>

#include "feature.h"
#include "point_set.h"

/* Slots that are left over in the last group, and points that do not touch, stay empty. */
static void fill_set(const carom__point *candidates, uint32_t count, carom__point_set *set) {
  set->groups = (count + 3) / 4;
  for (uint32_t i = 0; i < 4 * set->groups; i++) {
    bool touches = i < count && candidates[i].separation <= 0;
    carom_vec3 p = touches ? candidates[i].position : vec3(CAROM__NO_POINT, 0, 0);
    set->x[i] = p.x, set->y[i] = p.y, set->z[i] = p.z;
    set->separation[i] = touches ? candidates[i].separation : CAROM__NO_POINT;
  }
}

void carom__manifold_reduce(const carom__point *candidates, uint32_t count, float size,
                            carom__manifold *out) {
  assert(count <= CAROM__POINT_SLOTS);
  carom__point_set set;
  uint32_t slots[CAROM_MANIFOLD_POINTS];
  fill_set(candidates, count, &set);
  out->count = carom__point_set_choose(&set, carom__point_set_deepest(&set), out->normal,
                                       CAROM__POINT_NEAR * size, slots);
  for (uint32_t i = 0; i < out->count; i++) out->points[i] = candidates[slots[i]];
}

void carom__point_mirror(const carom__point *of_b, const carom__relative *b_in_a, carom__point *out) {
  *out =
      (carom__point){relative_apply(b_in_a, of_b->position), of_b->separation, feature_swap(of_b->feature)};
}

void carom__manifold_mirror(const carom__manifold *of_b, const carom__relative *b_in_a,
                            carom__manifold *out) {
  *out = *of_b;
  out->normal = vec3_neg(mat3_mul_vec3(&b_in_a->axes, of_b->normal));
  for (uint32_t i = 0; i < of_b->count; i++) carom__point_mirror(&of_b->points[i], b_in_a, &out->points[i]);
}

void carom__manifold_exchange(carom_manifold *manifold) {
  if (manifold->point_count > 0) manifold->normal = vec3_neg(manifold->normal);
  for (uint32_t i = 0; i < manifold->point_count; i++)
    manifold->points[i].feature = feature_swap(manifold->points[i].feature);
}

/* The frame is copied because the compiler must think that writing the result may change it. */
void carom__manifold_to_world(const carom__manifold *local, const carom_frame *frame_a, carom_manifold *out) {
  const carom_frame frame = *frame_a;
  out->normal = local->count > 0 ? mat3_mul_vec3(&frame.axes, local->normal) : vec3(0, 0, 0);
  out->point_count = local->count;
  for (uint32_t i = 0; i < CAROM_MANIFOLD_POINTS; i++) {
    const carom__point *p = &local->points[i];
    out->points[i] = i < local->count
                         ? (carom_contact_point){frame_apply(&frame, p->position), p->separation, p->feature}
                         : (carom_contact_point){.feature = 0};
  }
}
