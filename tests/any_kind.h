/* any_kind.h: the kinds of a family, and random shapes of a kind of which a test knows nothing but its class.
 */
#ifndef CAROM_TEST_ANY_KIND_H
#define CAROM_TEST_ANY_KIND_H

#include "shape_class.h"

/* How many convex kinds a family has that have an end. */
#define CAROM_SHAPE_KIND(NAME, name, family, ...) +(CAROM_FAMILY_##family == CAROM_FAMILY_SPATIAL)
enum {
  SPATIAL_KINDS = -4
#include "carom/shapes.def"
};
#undef CAROM_SHAPE_KIND
enum {
  PLANAR_KINDS = CAROM_SHAPE_KIND_COUNT - 7 - SPATIAL_KINDS,
  ALL_SPATIAL_KINDS = SPATIAL_KINDS + 3 /* with meshes, fields and compounds */
};

static inline bool kind_is_of(carom_shape_kind kind, carom_shape_family family) {
  const carom__shape_class *class = carom__shape_class_of(kind);
  return class && !class->walk && carom__shape_family_of(kind) == family;
}

/* Kind n of a family, in the order of the list. */
static inline carom_shape_kind kind_of_family(carom_shape_family family, uint32_t n) {
  carom_shape_kind kind = CAROM_NO_SHAPE;
  do kind++;
  while (!kind_is_of(kind, family) || n-- > 0);
  return kind;
}

static inline carom_shape_kind spatial_kind(uint32_t n) { return kind_of_family(CAROM_FAMILY_SPATIAL, n); }
/* After those that are convex come the others. */
static inline carom_shape_kind any_spatial_kind(uint32_t n) {
  const carom_shape_kind others[] = {CAROM_MESH, CAROM_FIELD, CAROM_COMPOUND};
  return n < SPATIAL_KINDS ? spatial_kind(n) : others[n - SPATIAL_KINDS];
}
static inline carom_shape_kind planar_kind(uint32_t n) { return kind_of_family(CAROM_FAMILY_PLANAR, n); }

/* A shape whose sizes are what `draw` gives, whether carom accepts them or not. */
static inline carom_shape kind_of_sizes(carom_shape_kind kind, float (*draw)(void *user), void *user) {
  carom_shape shape = {.kind = kind};
  const carom__shape_class *class = carom__shape_class_of(kind);
  for (size_t i = 0; i < class->size_count; i++) shape_sizes(class, &shape)[i] = draw(user);
  return shape;
}

#endif
