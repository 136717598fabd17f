/* pair_class.h: what answers a pair of kinds, as a struct of functions.
 *
 * The main file of the room pairs, which answers all questions about two shapes at their places: manifolds,
 * overlaps and distances (pair_call.h). It reads the one table of pairs and knows the general way. The room
 * uses convex, manifold, boxes and plane. The rooms cast and calls use it, and the engine does.
 *
 * A function that is NULL, and each that gives false or does not know, leaves the pair to the general way of
 * the family: cores with radii in space (collide_cores.c), flats in the plane (collide_flats.h). */
#ifndef CAROM_NARROWPHASE_PAIR_CLASS_H
#define CAROM_NARROWPHASE_PAIR_CLASS_H

#include "carom/batch.h"
#include "carom/cast.h"

#include "collide_boxes.h"
#include "manifold.h"
#include "triangle.h"

struct carom__line_cast;

/* How many pairs are computed at once: each alone, or several in lanes. */
typedef enum carom__pair_lanes { CAROM__ALONE, CAROM__AS_BOXES, CAROM__AS_RECTANGLES } carom__pair_lanes;

/* Computes the distance of shapes for which it has a closed form; false of all others. */
typedef bool carom__closed_distance_fn(const carom_shape *a, const carom_shape *b,
                                       const carom__relative *b_in_a, carom__separation *out);

/* Computes one answer about A and B, of the type that the function's name tells; *out stays as it is unless
 * CAROM_OK is returned, the other status being CAROM_NOT_CONVERGED. cache may be NULL. */
typedef carom_status carom__pair_call(carom__site a, carom__site b, carom_pair_cache *cache, void *out);

/* All answers about a pair. */
typedef struct carom__pair_calls {
  carom__pair_call *collide;                    /* carom_manifold */
  carom__pair_call *overlap;                    /* bool */
  carom__pair_call *penetrate;                  /* bool: do they overlap by more than any rounding? */
  carom__pair_call *distance, *signed_distance; /* carom_distance_result */
  /* The distance of shapes that do not touch, or any that is greater than the margin where it is; NULL: as
   * quickly as any distance. */
  carom_status (*distance_within)(carom__site a, carom__site b, float margin, carom_distance_result *out);
} carom__pair_calls;

/* Checks two shapes and their poses, and tells where they are, with no more of the axes than the pair needs;
 * false: something may be wrong. */
typedef bool carom__place_fn(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                             const carom_pose *pose_b, carom_frame out[2]);

typedef struct carom__pair_class {
  /* All answers about the pair, or, of a kind with itself, about each pair in which it is: when it is not
   * convex, or has no end (pair_calls_of).
   * The other columns are those of convex shapes. */
  const carom__pair_calls *calls;
  /* NULL: what serves all kinds. */
  carom__place_fn *place;
  /* The manifold of spatial shapes in the order of shapes.def; carom__collide mirrors the others. */
  carom__collide_fn *collide;
  /* The same within a margin, of shapes that do not touch. */
  carom__near_fn *near;
  /* All points beside those of the manifold. */
  carom__points_fn *points;
  /* The manifold in the world, of shapes at their places and in any order. */
  bool (*collide_sites)(carom__site a, carom__site b, carom_manifold *out);
  /* The signed distance in the world, in the same way. */
  bool (*measure_sites)(carom__site a, carom__site b, carom_distance_result *out);
  /* Do the shapes touch? */
  carom__touch_state (*touch)(carom__site a, carom__site b);
  /* The signed distance of shapes in the order of shapes.def, which is mirrored for others; that of shapes
   * that touch; and that of shapes that are apart, which also tells whether they touch where that is unknown.
   */
  carom__closed_distance_fn *distance, *depth;
  bool (*gap)(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
              carom__touch_state *touch, carom__separation *out);
  /* The cast along a line (line_cast.h). */
  bool (*cast)(const struct carom__line_cast *it, double *begin, carom_impact *out);
  /* The manifolds of many pairs; boxes with a radius are alone all the same. */
  carom__pair_lanes lanes;
  bool uses_cache;     /* a cache saves more time than collide_sites does */
  bool touch_is_cheap; /* `touch` costs no more than to compare two boxes */
  bool touch_first;    /* `touch` costs little next to measure_sites */
  bool place_in_part;  /* `place` leaves out axes that the general way reads */
} carom__pair_class;

/* The one table of pairs, by kinds in the order of shapes.def. The room `calls` fills it, because it is above
 * all functions, which the rooms below reach through it. */
extern const carom__pair_class carom__pair_classes[CAROM__KIND_COUNT][CAROM__KIND_COUNT];

static inline const carom__pair_class *pair_class_of(const carom_shape *a, const carom_shape *b) {
  return a->kind <= b->kind ? &carom__pair_classes[a->kind][b->kind] : &carom__pair_classes[b->kind][a->kind];
}

/* Is the manifold of a pair in closed form? Of two boxes it is when both have no radius. */
static inline bool pair_is_closed(const carom__pair_class *class, const carom_shape *a,
                                  const carom_shape *b) {
  return class->collide && (class->lanes != CAROM__AS_BOXES || are_sharp_boxes(a, b));
}

/* The answers about a pair in which a shape is not convex, or has no end; NULL of others. */
static inline const carom__pair_calls *pair_calls_of(const carom_shape *a, const carom_shape *b) {
  const carom__pair_calls *calls = pair_class_of(a, b)->calls;
  if (!calls) calls = carom__pair_classes[a->kind][a->kind].calls;
  return calls ? calls : carom__pair_classes[b->kind][b->kind].calls;
}

/* The signed distance of boxes without a radius that touch (box_distance.c). False of all others. */
carom__closed_distance_fn carom__depth_of_boxes;

/* The distance of boxes that are apart, where an axis tells it: what it tells of touching is written, too.
 * False of all others. */
bool carom__gap_of_boxes(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                         carom__touch_state *touch, carom__separation *out);

/* That within a margin, of boxes without a radius (collide_box.c). */
carom__near_fn carom__near_two_boxes;
carom__points_fn carom__points_two_boxes;

/* Where any two shapes are by a margin, by the function that the table has for their kinds; not known where
 * it has none. */
carom__near_fn carom__near;
carom__points_fn carom__points;

/* The manifold of any two shapes of space, by the function that the table has for their kinds (collide.c). */
carom__collide_fn carom__collide;

#endif
