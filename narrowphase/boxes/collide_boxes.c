/* collide_boxes.c: many pairs of boxes: eight in lanes, and alone those that are left over. */
#include "collide_boxes.h"

#include "boxes_kernels.h"
#include "collide_box.h"
#include "obb_sat.h"

/* As frame_relative does, but nothing goes through memory. */
static inline void relate_frames(const carom__box_task *task, carom__box_pair *out) {
  carom__lanes axes_a[3], axes_b[3], rows_a[3];
  mat3_load_lanes(&task->frame_a->axes, axes_a);
  mat3_load_lanes(&task->frame_b->axes, axes_b);
  lanes_transpose(axes_a, rows_a);
  carom_vec3 offset = pos_sub(task->frame_b->origin, task->frame_a->origin);
  out->half[0] = lanes_from_vec3(task->a->half);
  out->half[1] = lanes_from_vec3(task->b->half);
  out->center[0] = lanes_combine(rows_a, lanes_from_vec3(offset));
  for (int j = 0; j < 3; j++) out->axes[1][j] = lanes_combine(rows_a, axes_b[j]);
  box_pair_complete(out);
}

void carom__collide_box_task(const carom__box_task *task, carom__manifold *out) {
  carom__box_pair pair;
  relate_frames(task, &pair);
  carom__box_axis axis = carom__box_sat(&pair);
  (axis.touch ? carom__box_contact : carom__box_apart)(&pair, &axis, out);
}

void carom__touch_box_task(const carom__box_task *task, carom__manifold *out) {
  carom__box_pair pair;
  relate_frames(task, &pair);
  carom__box_axis axis = carom__box_sat_touching(&pair);
  out->count = 0;
  if (axis.touch) carom__box_contact(&pair, &axis, out);
}

/* What is left of fewer than eight is done one by one, as is what takes more than the lanes do. */
static void collide_batch(const carom__box_task *tasks, size_t count, carom__manifold *out) {
  size_t in_lanes = count / 8 * 8;
  for (uint64_t hard = carom__box_kernels_best()->collide(tasks, in_lanes, out); hard; hard &= hard - 1) {
    int k = bits_lowest(hard);
    carom__collide_box_task(&tasks[k], &out[k]);
  }
  for (size_t i = in_lanes; i < count; i++) carom__collide_box_task(&tasks[i], &out[i]);
}

void carom__collide_boxes(const carom__box_task *tasks, size_t count, carom__manifold *out) {
  for (; count > CAROM__BOX_BATCH; tasks += CAROM__BOX_BATCH, out += CAROM__BOX_BATCH)
    collide_batch(tasks, CAROM__BOX_BATCH, out), count -= CAROM__BOX_BATCH;
  collide_batch(tasks, count, out);
}

carom__nearness carom__near_box_task(const carom__box_task *task, float margin, carom__manifold *out) {
  carom__box_pair pair;
  relate_frames(task, &pair);
  return carom__box_near(&pair, margin, out);
}

void carom__near_box_tasks(const carom__box_task *tasks, const float *margins, size_t count,
                           carom__nearness *where, carom__manifold *out) {
  const carom__box_kernels *kernels = carom__box_kernels_best();
  const carom__near_bits all_hard = {.hard = 0xff};
  for (size_t i = 0; i < count; i += 8) {
    const carom__near_bits bits = count - i >= 8 ? kernels->near(tasks + i, margins + i, out + i) : all_hard;
    for (size_t k = i; k < count && k < i + 8; k++) {
      const unsigned bit = 1u << (k - i);
      where[k] = bits.far & bit    ? CAROM__FAR
                 : bits.near & bit ? CAROM__NEAR
                 : bits.hard & bit ? carom__near_box_task(&tasks[k], margins[k], &out[k])
                                   : CAROM__NEARNESS_UNKNOWN;
    }
  }
}

/* In axes of the world, which gives the same bits as in A's frame: the same products in the same order. */
static bool overlap_padded(const carom__box_task *task, float padding) {
  carom__obb_lanes a, b;
  obb_lanes_of(&task->frame_a->axes, padded_half(task->a->half, padding), &a);
  obb_lanes_of(&task->frame_b->axes, padded_half(task->b->half, padding), &b);
  return obb_lanes_overlap(&a, &b, lanes_from_vec3(pos_sub(task->frame_b->origin, task->frame_a->origin)));
}

bool carom__boxes_overlap(const carom__box_task *task) { return overlap_padded(task, 0); }

void carom__overlap_boxes(const carom__box_task *tasks, size_t count, float padding, bool *out) {
  const carom__box_kernels *kernels = carom__box_kernels_best();
  for (; count >= 8; tasks += 8, out += 8, count -= 8) {
    unsigned apart = kernels->apart(tasks, padding);
    for (int k = 0; k < 8; k++) out[k] = !(apart >> k & 1);
  }
  for (size_t i = 0; i < count; i++) out[i] = overlap_padded(&tasks[i], padding);
}
