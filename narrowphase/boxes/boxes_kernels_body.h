/* boxes_kernels_body.h: carom__collide_box_box on many pairs, a pair a lane: the same operations in the same
 * order, in the form of lanes8.h that the including file asks for. The axes are the same work for all; pairs
 * that touch along the normal of a face then wait for others that do, and so do those along an axis of edges.
 * What few pairs come to is left to the single test. */
#ifndef CAROM_NARROWPHASE_BOXES_KERNELS_BODY_H
#define CAROM_NARROWPHASE_BOXES_KERNELS_BODY_H

#include <stddef.h>
#include <string.h>

#include "box_edge8.h"
#include "box_face8.h"

_Static_assert(offsetof(carom__point, position) == 0 &&
                   offsetof(carom__point, separation) == 3 * sizeof(float),
               "a point begins with four floats");

/* --- Queues of pairs that wait until eight of them need the same work, so that no lane is idle --- */

/* Eight pairs, and the axes along which they touch or are apart. */
typedef struct box_eight {
  carom__sat8_pair pair;
  box_axis8 axis;
} box_eight;

enum { BOX_EIGHT_LANES = sizeof(box_eight) / sizeof(carom__lanes8) };
_Static_assert(sizeof(box_eight) == BOX_EIGHT_LANES * sizeof(carom__lanes8), "nothing but lanes");

/* A column for each of the lanes of a box_eight. */
typedef struct box_queue8 {
  float columns[BOX_EIGHT_LANES][CAROM__BOX_BATCH + 8];
  uint32_t pairs[CAROM__BOX_BATCH]; /* which they are */
  size_t count;
} box_queue8;

static inline carom__lanes8 *box_eight_lanes(box_eight *eight) { return (carom__lanes8 *)(void *)eight; }

/* Appends some of eight pairs, a bit each, of which the first is pair `first`. */
CAROM__LANES8 static inline void box_queue8_add(box_queue8 *queue, box_eight *eight, unsigned which,
                                                uint32_t first) {
  uint32_t order[8] = {0}, count = 0;
  if (!which) return;
  for (; which; which &= which - 1) order[count++] = (uint32_t)bits_lowest(which);
  for (uint32_t i = 0; i < count; i++) queue->pairs[queue->count + i] = first + order[i];
  for (int c = 0; c < BOX_EIGHT_LANES; c++)
    lanes8_store(queue->columns[c] + queue->count, lanes8_take(box_eight_lanes(eight)[c], order));
  queue->count += count;
}

/* Fills up the last eight with what is there. */
CAROM__LANES8 static inline void box_queue8_end(box_queue8 *queue) {
  for (int c = 0; c < BOX_EIGHT_LANES && queue->count % 8; c++)
    lanes8_store(queue->columns[c] + queue->count, lanes8_splat(queue->columns[c][0]));
}

CAROM__LANES8 static inline void box_queue8_eight(const box_queue8 *queue, size_t at, box_eight *out) {
  for (int c = 0; c < BOX_EIGHT_LANES; c++) box_eight_lanes(out)[c] = lanes8_load(queue->columns[c] + at);
}

/* Where the manifolds of up to eight pairs go. */
typedef struct places8 {
  carom__manifold *out[8];
  int count;
} places8;

/* Point i of each. */
CAROM__LANES8 static inline void store_points8(const point8 *points, int i, const places8 *places) {
  const carom__lanes8 columns[4] = {points->at[0], points->at[1], points->at[2], points->separation};
  float rows[8][4], names[8];
  lanes8_store_columns(columns, rows);
  lanes8_store(names, points->name);
  for (int k = 0; k < places->count; k++) {
    carom__point *point = &places->out[k]->points[i];
    memcpy(point, rows[k], sizeof rows[k]);
    point->feature = (uint32_t)names[k];
  }
}

/* All but the points. */
CAROM__LANES8 static inline void store_heads8(const carom__lanes8 normal[3], carom__lanes8 count,
                                              carom__lanes8 least, const places8 *places) {
  const carom__lanes8 columns[4] = {normal[0], normal[1], normal[2], count};
  float rows[8][4], leasts[8];
  lanes8_store_columns(columns, rows);
  lanes8_store(leasts, least);
  for (int k = 0; k < places->count; k++) {
    carom__manifold *out = places->out[k];
    out->normal = vec3(rows[k][0], rows[k][1], rows[k][2]);
    out->count = (uint32_t)rows[k][3];
    out->least = leasts[k];
  }
}

/* Pairs that are apart have no points; and no normal where the rounding of an edge axis hides it. */
CAROM__LANES8 static inline void part8(const box_eight *eight, const places8 *places) {
  const box_axis8 *axis = &eight->axis;
  carom__lanes8 zero = lanes8_splat(0), told = lanes8_gt(axis->separation, zero), normal[3];
  carom__lanes8 on_edge = lanes8_gt(axis->index, lanes8_splat(5));
  reference8 reference;
  box_edges8 edges;
  find_reference8(&eight->pair, axis->index, &reference);
  face_normal8(&reference, normal);
  box_edges8_of(&eight->pair, axis->index, &edges);
  for (int k = 0; k < 3; k++) normal[k] = lanes8_and(told, lanes8_select(on_edge, edges.unit[k], normal[k]));
  store_heads8(normal, zero, lanes8_and(told, axis->separation), places);
}

CAROM__LANES8 static inline void touch_edges8(const box_eight *eight, const places8 *places) {
  carom__lanes8 zero = lanes8_splat(0);
  box_edges8 edges;
  box_edges8_of(&eight->pair, eight->axis.index, &edges);
  point8 point = box_edges8_meeting(&eight->pair, &edges);
  point.separation = lanes8_min(eight->axis.separation, zero);
  store_heads8(edges.unit, lanes8_splat(1), lanes8_min(eight->axis.least, zero), places);
  store_points8(&point, 0, places);
}

/* Returns the bits of the pairs of which it takes more to find the points. */
CAROM__LANES8 static inline unsigned touch_faces8(const box_eight *eight, const places8 *places) {
  manifold8 m;
  unsigned hard = box_faces8(&eight->pair, &eight->axis, &m);
  store_heads8(m.normal, m.count, lanes8_min(eight->axis.least, lanes8_splat(0)), places);
  for (int i = 0; i < CAROM_MANIFOLD_POINTS; i++) store_points8(&m.points[i], i, places);
  return hard;
}

/* What is to be done with pairs of boxes. */
enum { BOXES_APART, BOXES_TOUCH_EDGES, BOXES_TOUCH_FACES, BOX_KINDS };

CAROM__LANES8 static inline uint32_t finish_eight(const box_queue8 *queue, size_t at, int kind,
                                                  carom__manifold *out) {
  box_eight eight;
  places8 places = {.count = queue->count - at < 8 ? (int)(queue->count - at) : 8};
  uint32_t hard = 0;
  box_queue8_eight(queue, at, &eight);
  for (int k = 0; k < places.count; k++) places.out[k] = &out[queue->pairs[at + (size_t)k]];
  if (kind == BOXES_APART) part8(&eight, &places);
  if (kind == BOXES_TOUCH_EDGES) touch_edges8(&eight, &places);
  if (kind != BOXES_TOUCH_FACES) return 0;
  unsigned bits = touch_faces8(&eight, &places);
  for (int k = 0; k < places.count; k++) hard |= (uint32_t)(bits >> k & 1) << queue->pairs[at + (size_t)k];
  return hard;
}

CAROM__LANES8 static uint32_t box_collide8(const carom__box_task *tasks, size_t count, carom__manifold *out) {
  box_queue8 queues[BOX_KINDS];
  uint32_t hard = 0;
  for (int kind = 0; kind < BOX_KINDS; kind++) queues[kind].count = 0;
  for (size_t i = 0; i < count; i += 8) {
    box_eight eight;
    box_tasks8_load(tasks + i, 0, &eight.pair);
    box_sat8(&eight.pair, &eight.axis);
    unsigned apart = lanes8_bits(eight.axis.apart);
    unsigned edges = lanes8_bits(lanes8_gt(eight.axis.index, lanes8_splat(5)));
    box_queue8_add(&queues[BOXES_APART], &eight, apart, (uint32_t)i);
    box_queue8_add(&queues[BOXES_TOUCH_EDGES], &eight, edges & ~apart, (uint32_t)i);
    box_queue8_add(&queues[BOXES_TOUCH_FACES], &eight, ~(edges | apart) & 0xff, (uint32_t)i);
  }
  for (int kind = 0; kind < BOX_KINDS; kind++) {
    box_queue8_end(&queues[kind]);
    for (size_t at = 0; at < queues[kind].count; at += 8) hard |= finish_eight(&queues[kind], at, kind, out);
  }
  return hard;
}

CAROM__LANES8 static unsigned box_apart8(const carom__box_task tasks[8], float padding) {
  carom__sat8_pair pair;
  box_tasks8_load(tasks, padding, &pair);
  return sat8_apart_bits(&pair);
}

/* What carom__box_near says of eight pairs. */
CAROM__LANES8 static carom__near_bits box_near8(const carom__box_task tasks[8], const float margins[8],
                                                carom__manifold out[8]) {
  carom__sat8_pair pair;
  box_axis8 axis;
  manifold8 m;
  places8 places = {.count = 8};
  carom__lanes8 margin = lanes8_load(margins);
  box_tasks8_load(tasks, 0, &pair);
  box_sat_widest8(&pair, &axis);
  carom__lanes8 doubt = lanes8_mul(lanes8_splat(CAROM__BOX_NEAR_DOUBT), pair.size);
  unsigned far = lanes8_bits(lanes8_gt(axis.least, lanes8_add(margin, doubt)));
  unsigned on_face = lanes8_bits(lanes8_gt(lanes8_splat(6), axis.index));
  unsigned apart = lanes8_bits(lanes8_gt(axis.least, doubt));
  unsigned near = on_face & apart & ~far;
  if (!near) return (carom__near_bits){.far = far};
  unsigned hard;
  near &= box_faces_near8(&pair, &axis, margin, &m, &hard);
  for (int k = 0; k < 8; k++) places.out[k] = &out[k];
  store_heads8(m.normal, m.count, axis.least, &places);
  for (int i = 0; i < CAROM_MANIFOLD_POINTS; i++) store_points8(&m.points[i], i, &places);
  return (carom__near_bits){.far = far, .near = near & ~hard, .hard = near & hard};
}

CAROM__DEFINE_KERNELS(carom__box_kernels, box_collide8, box_apart8, box_near8);

#endif
