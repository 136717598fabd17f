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

/* Eight pairs, and the axes along which they touch. */
typedef struct box_eight {
  carom__sat8_pair pair;
  box_axis8 axis;
} box_eight;

/* What those need that touch: the lanes that come first of both. */
enum {
  TOUCH_PAIR_LANES = offsetof(carom__sat8_pair, abs_rows) / sizeof(carom__lanes8),
  TOUCH_AXIS_LANES = offsetof(box_axis8, apart) / sizeof(carom__lanes8),
  TOUCH_ROOM = 16
};

/* A column for each of these lanes. Fewer than eight pairs wait but while some are added. */
typedef struct touch_queue8 {
  _Alignas(64) float pairs[TOUCH_PAIR_LANES][TOUCH_ROOM], axes[TOUCH_AXIS_LANES][TOUCH_ROOM];
  uint32_t which[TOUCH_ROOM]; /* which pairs they are */
  uint32_t count;
} touch_queue8;

static inline carom__lanes8 *pair_lanes(box_eight *eight) { return (carom__lanes8 *)(void *)&eight->pair; }
static inline carom__lanes8 *axis_lanes(box_eight *eight) { return (carom__lanes8 *)(void *)&eight->axis; }

/* Appends some of eight pairs, a bit each, of which the first is pair `first`. */
CAROM__LANES8 static inline void touch_queue8_add(touch_queue8 *queue, box_eight *eight, unsigned which,
                                                  uint32_t first) {
  uint32_t order[8];
  const uint32_t at = queue->count, count = lanes8_order(which, order);
  for (uint32_t i = 0; i < 8; i++) queue->which[at + i] = first + order[i];
  for (int c = 0; c < TOUCH_PAIR_LANES; c++)
    lanes8_store(queue->pairs[c] + at, lanes8_take(pair_lanes(eight)[c], order));
  for (int c = 0; c < TOUCH_AXIS_LANES; c++)
    lanes8_store(queue->axes[c] + at, lanes8_take(axis_lanes(eight)[c], order));
  queue->count += count;
}

/* Takes the last eight out of the queue, or all that there are, as often as fills the lanes. */
CAROM__LANES8 static inline uint32_t touch_queue8_take(touch_queue8 *queue, box_eight *out) {
  const uint32_t count = queue->count < 8 ? queue->count : 8, at = queue->count - count;
  uint32_t order[8];
  for (uint32_t i = 0; i < 8; i++) order[i] = i < count ? i : 0;
  for (int c = 0; c < TOUCH_PAIR_LANES; c++)
    pair_lanes(out)[c] = lanes8_take(lanes8_load(queue->pairs[c] + at), order);
  for (int c = 0; c < TOUCH_AXIS_LANES; c++)
    axis_lanes(out)[c] = lanes8_take(lanes8_load(queue->axes[c] + at), order);
  queue->count = at;
  return count;
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

/* Pairs on their way. */
typedef struct box_stream {
  touch_queue8 edges, faces;
  carom__manifold *out;
  uint64_t hard;
} box_stream;

CAROM__LANES8 static inline void take_places8(const box_stream *s, const touch_queue8 *queue, uint32_t count,
                                              places8 *out) {
  out->count = (int)count;
  for (uint32_t k = 0; k < count; k++) out->out[k] = &s->out[queue->which[queue->count + k]];
}

CAROM__LANES8 static void finish_edges8(box_stream *s) {
  box_eight eight;
  places8 places;
  take_places8(s, &s->edges, touch_queue8_take(&s->edges, &eight), &places);
  touch_edges8(&eight, &places);
}

CAROM__LANES8 static void finish_faces8(box_stream *s) {
  box_eight eight;
  places8 places;
  take_places8(s, &s->faces, touch_queue8_take(&s->faces, &eight), &places);
  const unsigned hard = touch_faces8(&eight, &places);
  for (int k = 0; k < places.count; k++)
    s->hard |= (uint64_t)(hard >> k & 1) << s->faces.which[s->faces.count + (uint32_t)k];
}

/* Nothing but their count is told of pairs that are apart. */
CAROM__LANES8 static uint64_t box_collide8(const carom__box_task *tasks, size_t count, carom__manifold *out) {
  box_stream s;
  s.edges.count = s.faces.count = 0;
  s.out = out, s.hard = 0;
  for (size_t i = 0; i < count; i += 8) {
    box_eight eight;
    box_tasks8_load(tasks + i, 0, &eight.pair);
    box_sat8(&eight.pair, &eight.axis);
    const unsigned apart = lanes8_bits(eight.axis.apart);
    const unsigned edges = lanes8_bits(lanes8_gt(eight.axis.index, lanes8_splat(5)));
    for (int k = 0; k < 8; k++) out[i + (size_t)k].count = 0;
    if (edges & ~apart) touch_queue8_add(&s.edges, &eight, edges & ~apart, (uint32_t)i);
    if (s.edges.count >= 8) finish_edges8(&s);
    if (~(edges | apart) & 0xff) touch_queue8_add(&s.faces, &eight, ~(edges | apart) & 0xff, (uint32_t)i);
    if (s.faces.count >= 8) finish_faces8(&s);
  }
  if (s.edges.count) finish_edges8(&s);
  if (s.faces.count) finish_faces8(&s);
  return s.hard;
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
