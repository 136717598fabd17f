/* questions.h: what can be asked about a pair: its size, and the three ways to the answer, which must be the
 * same to the bit. */
#ifndef CAROM_TEST_QUESTIONS_H
#define CAROM_TEST_QUESTIONS_H

#include "carom/batch.h"

typedef carom_status one_fn(const carom_shape *, const carom_pose *, const carom_shape *, const carom_pose *,
                            void *);
typedef carom_status placed_fn(const carom_placed *, const carom_placed *, void *);
typedef carom_status pairs_fn(const carom_batch *, void *);

/* One kind of answer. */
typedef struct question {
  size_t size;
  one_fn *one;
  placed_fn *placed;
  pairs_fn *pairs;
} question;

#define QUESTION(name, type)                                                                                 \
  static inline carom_status one_##name(const carom_shape *a, const carom_pose *pose_a,                      \
                                        const carom_shape *b, const carom_pose *pose_b, void *out) {         \
    return carom_##name(a, pose_a, b, pose_b, (type *)out);                                                  \
  }                                                                                                          \
  static inline carom_status pairs_##name(const carom_batch *batch, void *out) {                             \
    return carom_##name##_pairs(batch, (type *)out);                                                         \
  }
QUESTION(collide, carom_manifold)
QUESTION(overlap, bool)
QUESTION(distance, carom_distance_result)
QUESTION(signed_distance, carom_distance_result)

static inline carom_status placed_collide(const carom_placed *a, const carom_placed *b, void *out) {
  return carom_collide_placed(a, b, NULL, out);
}
static inline carom_status placed_overlap(const carom_placed *a, const carom_placed *b, void *out) {
  return carom_overlap_placed(a, b, out);
}
static inline carom_status placed_distance(const carom_placed *a, const carom_placed *b, void *out) {
  return carom_distance_placed(a, b, NULL, out);
}
static inline carom_status placed_signed_distance(const carom_placed *a, const carom_placed *b, void *out) {
  return carom_signed_distance_placed(a, b, NULL, out);
}

static const question questions[] = {
    {sizeof(carom_manifold), one_collide, placed_collide, pairs_collide},
    {sizeof(bool), one_overlap, placed_overlap, pairs_overlap},
    {sizeof(carom_distance_result), one_distance, placed_distance, pairs_distance},
    {sizeof(carom_distance_result), one_signed_distance, placed_signed_distance, pairs_signed_distance},
};
enum { QUESTIONS = sizeof questions / sizeof *questions, LARGEST = sizeof(carom_manifold) };

#endif
