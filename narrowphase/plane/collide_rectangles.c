/* collide_rectangles.c: pairs of rectangles: eight in lanes, and those that are left over alone, by the same
 * code in one lane; each in the best form that this processor knows. */
#include "collide_rectangles.h"

#include "collide_flats.h"
#include "flat_class.h"
#include "plane_kernels.h"

/* What the axes do not decide for certain. */
static void walk(const carom__rectangle_task *task, carom__rectangle_touch *out) {
  carom_shape a = {.kind = CAROM_RECTANGLE, .geometry.rectangle = *task->a};
  carom_shape b = {.kind = CAROM_RECTANGLE, .geometry.rectangle = *task->b};
  const carom_mat3 *axes = &task->frame_a->axes;
  carom__relative b_in_a = frame_relative(task->frame_a, task->frame_b);
  carom__flat flat_a, flat_b;
  carom__manifold m;
  carom__flat_of(&a, &flat_a);
  carom__flat_of(&b, &flat_b);
  carom__collide_flats(&flat_a, &flat_b, &b_in_a, &m);
  carom_vec3 normal = mat3_mul_vec3(axes, m.normal);
  *out = (carom__rectangle_touch){.normal = {normal.x, normal.y}, .count = (float)m.count};
  for (uint32_t i = 0; i < m.count; i++) {
    carom_vec3 at = mat3_mul_vec3(axes, m.points[i].position);
    out->points[i].x = at.x, out->points[i].y = at.y;
    out->points[i].separation = m.points[i].separation, out->points[i].name = (float)m.points[i].feature;
  }
}

void carom__collide_rectangle_task(const carom__rectangle_task *task, carom__rectangle_touch *out) {
  if (!carom__rectangle_pair_best()->touch(task, out)) walk(task, out);
}

/* What is left of fewer than eight is done one by one. */
void carom__collide_rectangles(const carom__rectangle_task *tasks, size_t count,
                               carom__rectangle_touch *out) {
  const carom__plane_kernels *kernels = carom__plane_kernels_best();
  for (; count >= 8; tasks += 8, out += 8, count -= 8)
    for (unsigned unsure = kernels->touch(tasks, out); unsure; unsure &= unsure - 1)
      walk(&tasks[bits_lowest(unsure)], &out[bits_lowest(unsure)]);
  for (size_t i = 0; i < count; i++) carom__collide_rectangle_task(&tasks[i], &out[i]);
}

static carom_contact_point point_of(const carom__rectangle_touch *touch, uint32_t i, carom_pos origin) {
  carom_pos at = {origin.x + (double)touch->points[i].x, origin.y + (double)touch->points[i].y, origin.z};
  return (carom_contact_point){at, touch->points[i].separation, (uint32_t)touch->points[i].name};
}

/* The origin is copied because the compiler must think that writing the result may change it. */
void carom__rectangle_touch_to_world(const carom__rectangle_touch *touch, const carom_frame *frame_a,
                                     carom_manifold *out) {
  const carom_pos origin = frame_a->origin;
  uint32_t count = (uint32_t)touch->count;
  out->normal = count > 0 ? vec3(touch->normal[0], touch->normal[1], 0) : vec3(0, 0, 0);
  out->point_count = count;
  for (uint32_t i = 0; i < 2; i++)
    out->points[i] = i < count ? point_of(touch, i, origin) : (carom_contact_point){.feature = 0};
  for (uint32_t i = 2; i < CAROM_MANIFOLD_POINTS; i++) out->points[i] = (carom_contact_point){.feature = 0};
}

carom__touch_state carom__rectangles_touch(const carom__rectangle_task *task) {
  return carom__rectangle_pair_best()->overlap(task);
}

/* Of fewer than eight at the end the first is done several times. */
void carom__overlap_planar_boxes(const carom__box_task *tasks, size_t count, float padding, bool *out) {
  const carom__plane_kernels *kernels = carom__plane_kernels_best();
  carom__box_task last[8];
  for (size_t i = 0; i < count; i += 8) {
    size_t some = count - i < 8 ? count - i : 8;
    for (size_t k = 0; some < 8 && k < 8; k++) last[k] = tasks[i + (k < some ? k : 0)];
    unsigned apart = kernels->apart(some < 8 ? last : &tasks[i], padding);
    for (size_t k = 0; k < some; k++) out[i + k] = !(apart >> k & 1);
  }
}
