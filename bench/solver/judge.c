/* judge.c: the signed distance of each pair of bodies whose boxes overlap. */
#include "judge.h"

#include <stdlib.h>

static bool boxes_overlap(const carom_aabb *a, const carom_aabb *b) {
  return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y &&
         a->min.z <= b->max.z && b->min.z <= a->max.z;
}

static bool may_meet(const scene_body *a, const scene_body *b) {
  return (a->density > 0 || b->density > 0) && !(a->group < 0 && a->group == b->group);
}

double judge_depth(const scene *from, const carom_pose *poses) {
  carom_aabb *boxes = malloc(from->body_count * sizeof *boxes);
  double depth = 0;
  if (!boxes) exit(EXIT_FAILURE);
  for (size_t i = 0; i < from->body_count; i++)
    if (carom_shape_bounds(&from->bodies[i].shape, &poses[i], &boxes[i])) exit(EXIT_FAILURE);
  for (size_t i = 0; i < from->body_count; i++)
    for (size_t k = i + 1; k < from->body_count; k++) {
      const scene_body *a = &from->bodies[i], *b = &from->bodies[k];
      carom_distance_result result = {0};
      if (!boxes_overlap(&boxes[i], &boxes[k]) || !may_meet(a, b)) continue;
      if (carom_signed_distance(&a->shape, &poses[i], &b->shape, &poses[k], &result)) continue;
      if (-(double)result.distance > depth) depth = -(double)result.distance;
    }
  free(boxes);
  return depth;
}
