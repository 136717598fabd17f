/* field_nearest.h: the search for the triangle of a field that is nearest to a point. */
#ifndef CAROM_NARROWPHASE_FIELD_NEAREST_H
#define CAROM_NARROWPHASE_FIELD_NEAREST_H

#include "dvec.h"
#include "field.h"

typedef struct carom__field_search {
  const carom_field *field;
  carom_vec3 point;
  double square;     /* of the least distance so far */
  uint32_t triangle; /* that has it; UINT32_MAX: none */
  carom__dvec3 nearest;
  carom__field_span columns, rows; /* where it may be */
} carom__field_search;

/* Keeps the triangle if it is the nearest so far, or as near as that and of a lower number. */
void carom__field_try_nearest(carom__field_search *search, uint32_t triangle);

#endif
