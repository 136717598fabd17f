/* random_kind.h: random shapes of a kind that a test has no maker of: sizes as its class lists them, until
 * its check accepts them. */
#ifndef CAROM_TEST_RANDOM_KIND_H
#define CAROM_TEST_RANDOM_KIND_H

#include "any_kind.h"
#include "testing.h"

typedef struct kind_sizes {
  uint64_t *random;
  float least, most;
} kind_sizes;

static inline float kind_draw_size(void *user) {
  const kind_sizes *s = user;
  return test_uniform(s->random, s->least, s->most);
}

/* The sizes of every other try may be negative, as those of points are. Half of the shapes that have a radius
 * around their core have none of it, where carom accepts that. */
static inline carom_shape kind_filled(uint64_t *random, carom_shape_kind kind, float scale) {
  const carom__shape_class *class = carom__shape_class_of(kind);
  for (int i = 0; i < 1000; i++) {
    kind_sizes sizes = {random, i % 2 ? -scale : 0.2f * scale, scale};
    carom_shape shape = kind_of_sizes(kind, kind_draw_size, &sizes);
    if (shape_grows(class) && test_below(random, 2)) shape_sizes(class, &shape)[class->size_count - 1] = 0;
    if (carom_shape_check(&shape) == CAROM_OK) return shape;
  }
  ck_abort_msg("no random sizes make a %s, which needs a maker in this test", carom_shape_kind_name(kind));
}

#endif
