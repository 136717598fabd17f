/* all_kinds.h: random shapes of every kind of both families. */
#ifndef CAROM_TEST_ALL_KINDS_H
#define CAROM_TEST_ALL_KINDS_H

#include "kinds.h"

static inline carom_shape random_polygon_shape(uint64_t *random, float scale) {
  carom_vec3 points[12];
  carom_polygon *polygon = NULL;
  do {
    uint32_t count = 3 + test_below(random, 9);
    for (uint32_t i = 0; i < count; i++) points[i] = vec3_scale(test_vec3(random, -1, 1), scale);
    carom_polygon_from_points(NULL, &points[0].x, count, sizeof *points, &polygon);
  } while (!polygon);
  return carom_shape_rounded_polygon(polygon, random_rounding(random, scale));
}

static inline carom_shape random_link_shape(uint64_t *random, float scale) {
  carom_vec3 points[4];
  carom_chain *chain = NULL;
  for (int i = 0; i < 4; i++) points[i] = vec3_scale(test_vec3(random, -1, 1), scale);
  carom_chain_def def = {.points = &points[0].x, .count = 4, .stride = sizeof *points};
  def.closed = test_below(random, 2);
  def.one_sided = test_below(random, 2);
  ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
  uint32_t link = test_below(random, 3);
  return carom_shape_chain_link(chain, link, random_rounding(random, scale));
}

/* Must be released (kind_release). */
static inline carom_shape random_shape_of(uint64_t *random, carom_shape_kind kind, float scale) {
  if (kind == CAROM_POLYGON) return random_polygon_shape(random, scale);
  if (kind == CAROM_CHAIN_LINK) return random_link_shape(random, scale);
  return kind_random(random, kind, scale);
}

#endif
