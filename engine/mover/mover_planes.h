/* mover_planes.h: the nearest way that respects planes. */
#ifndef CAROM_ENGINE_MOVER_PLANES_H
#define CAROM_ENGINE_MOVER_PLANES_H

#include "dvec.h"

/* Ways d with dot(normal, d) >= offset are allowed. */
typedef struct carom__bound {
  carom__dvec3 normal; /* unit */
  double offset;
} carom__bound;

#define CAROM__BOUNDS 24

typedef struct carom__bounds {
  carom__bound items[CAROM__BOUNDS];
  size_t count;
  carom__dvec3 easy; /* changes along this unit direction cost next to nothing; zero: all cost the same */
  double slack;      /* by how much bounds may be missed */
} carom__bounds;

/* Finds the way that the bounds allow and that is nearest to a wish. False when they allow none. */
bool carom__bounds_nearest(const carom__bounds *bounds, carom__dvec3 wish, carom__dvec3 *out);

static inline void bounds_add(carom__bounds *bounds, carom_vec3 normal, double offset) {
  bounds->items[bounds->count++] = (carom__bound){dvec3_widen(normal), offset};
}

#endif
