#include <stdio.h>
#include <stdlib.h>

#include "carom_state.h"

static void *array(size_t count, size_t size) {
  void *block = calloc(count, size);
  if (block) return block;
  fprintf(stderr, "out of memory\n");
  exit(EXIT_FAILURE);
}

static void place(const carom_shape *shape, const carom_pose *pose, carom_placed *out) {
  carom_status status = carom_place(shape, pose, out);
  if (status == CAROM_OK) return;
  fprintf(stderr, "carom_place: %s\n", carom_status_name(status));
  exit(EXIT_FAILURE);
}

static void place_all(carom_state *s) {
  for (size_t i = 0; i < s->count; i++) {
    const bench_pair *pair = &s->set->pairs[i];
    for (int nudged = 0; nudged < 2; nudged++) {
      place(&pair->a, &pair->pose_a, &s->placed[nudged][2 * i]);
      place(&pair->b, nudged ? &pair->nudged_b : &pair->pose_b, &s->placed[nudged][2 * i + 1]);
    }
    s->pairs[i] = (carom_index_pair){(uint32_t)(2 * i), (uint32_t)(2 * i + 1)};
  }
}

static carom_obb box_of(const carom_placed *placed) {
  carom_pos p = placed->frame.origin;
  return (carom_obb){
      {(float)p.x, (float)p.y, (float)p.z}, placed->frame.axes, placed->shape.geometry.box.half};
}

static carom_obb2 rectangle_of(const carom_placed *placed) {
  carom_pos p = placed->frame.origin;
  carom_vec3 axis = placed->frame.axes.x;
  return (carom_obb2){{(float)p.x, (float)p.y}, {axis.x, axis.y}, placed->shape.geometry.rectangle.half};
}

static void make_rectangles(carom_state *s) {
  const bench_pair *pair = s->set->pairs;
  if (pair->a.kind != CAROM_RECTANGLE || pair->b.kind != CAROM_RECTANGLE) return;
  s->rectangles = array(2 * s->count, sizeof *s->rectangles);
  for (size_t i = 0; i < 2 * s->count; i++) s->rectangles[i] = rectangle_of(&s->placed[0][i]);
}

static void make_boxes(carom_state *s) {
  const bench_pair *pair = s->set->pairs;
  if (pair->a.kind != CAROM_BOX || pair->b.kind != CAROM_BOX) return;
  s->boxes = array(2 * s->count, sizeof *s->boxes);
  for (size_t i = 0; i < 2 * s->count; i++) s->boxes[i] = box_of(&s->placed[0][i]);
}

static void *prepare(const bench_set *set) {
  carom_state *s = array(1, sizeof *s);
  s->set = set;
  s->count = set->count;
  for (int nudged = 0; nudged < 2; nudged++) s->placed[nudged] = array(2 * s->count, sizeof *s->placed[0]);
  s->pairs = array(s->count, sizeof *s->pairs);
  s->asked = array(s->count, sizeof *s->asked);
  for (size_t i = 0; i < s->count; i++) s->asked[i] = set->motions[i].ray;
  for (int i = 0; i < MEMORY_USERS; i++) s->memories[i].caches = array(s->count, sizeof(carom_pair_cache));
  s->statuses = array(s->count, sizeof *s->statuses);
  s->overlaps = array(s->count, sizeof *s->overlaps);
  s->manifolds = array(s->count, sizeof *s->manifolds);
  s->distances = array(s->count, sizeof *s->distances);
  s->rays = array(s->count, sizeof *s->rays);
  s->impacts = array(s->count, sizeof *s->impacts);
  place_all(s);
  make_boxes(s);
  make_rectangles(s);
  return s;
}

static void release(void *state) {
  carom_state *s = state;
  for (int i = 0; i < MEMORY_USERS; i++) free(s->memories[i].caches);
  free(s->placed[0]);
  free(s->placed[1]);
  free(s->pairs);
  free(s->boxes);
  free(s->rectangles);
  free(s->asked);
  free(s->statuses);
  free(s->overlaps);
  free(s->manifolds);
  free(s->distances);
  free(s->rays);
  free(s->impacts);
  free(s);
}

static double depth_of(const carom_manifold *manifold) {
  float depth = 0;
  for (uint32_t i = 0; i < manifold->point_count; i++)
    if (-manifold->points[i].separation > depth) depth = -manifold->points[i].separation;
  return (double)depth;
}

static bench_answer answer_of(const carom_state *s, bench_question question, size_t i) {
  switch (question) {
  case BENCH_OVERLAP:
    return (bench_answer){.hit = s->overlaps[i]};
  case BENCH_MANIFOLD:
    return (bench_answer){.hit = s->manifolds[i].point_count > 0,
                          .value = depth_of(&s->manifolds[i]),
                          .points = (int)s->manifolds[i].point_count};
  case BENCH_DISTANCE:
  case BENCH_PENETRATION:
    return (bench_answer){.hit = s->distances[i].distance <= 0, .value = (double)s->distances[i].distance};
  case BENCH_RAY:
    return (bench_answer){.hit = s->rays[i].hit, .value = (double)s->rays[i].fraction};
  default:
    return (bench_answer){.hit = s->impacts[i].hit, .value = s->impacts[i].fraction};
  }
}

static void collect(void *state, bench_question question, bench_answer *out) {
  const carom_state *s = state;
  for (size_t i = 0; i < s->count; i++) {
    out[i] = answer_of(s, question, i);
    out[i].failed = s->statuses[i] != CAROM_OK;
  }
}

const bench_engine bench_carom = {"carom", prepare, release, collect, carom_operations};
