/* test_field_slide.c: what slides over a flat field is never met by an edge within it, whether of a cell, of
 * a diagonal or of a tile. */
#include "carom/patch.h"

#include "any_kind.h"
#include "fields.h"
#include "kinds.h"

enum { MOST_PATCHES = 64 };

/* Flat ground of four tiles, whose diagonals run either way. */
static carom_field *flat_field(uint64_t *random, carom_field_format format) {
  terrain t = terrain_make(128, 128, format);
  t.def.spacing_x = test_uniform(random, 0.02f, 0.1f);
  t.def.spacing_z = test_uniform(random, 0.02f, 0.1f);
  t.def.sides = (carom_mesh_sides)test_below(random, 2);
  for (size_t i = 0; i < terrain_cells(&t); i++)
    if (test_below(random, 2)) t.flags[i] = CAROM_FIELD_TURNED;
  carom_field *field = terrain_field(&t);
  terrain_free(&t);
  return field;
}

/* Where the tiles meet, or anywhere away from the border. */
static double place_along(uint64_t *random, float end, float tile) {
  if (test_below(random, 2)) return (double)(tile + test_uniform(random, -0.1f, 0.1f));
  return (double)test_uniform(random, 0.4f * end, 0.6f * end);
}

static void slide_over(uint64_t *random, const carom_field *field, const carom_shape *shape, float depth) {
  const carom_shape floor = carom_shape_field(field);
  carom_pose floor_at = {.rotation = {0, 0, 0, 1}}, at = {.rotation = {0, 0, 0, 1}};
  carom_patch patches[MOST_PATCHES];
  carom_aabb bounds;
  size_t count = 0;
  if (test_below(random, 4)) at.rotation = test_quat(random);
  ck_assert_int_eq(carom_shape_bounds(shape, &at, &bounds), CAROM_OK);
  depth = fminf(depth, 0.1f * (bounds.max.y - bounds.min.y));
  at.position.y = (double)(-bounds.min.y - depth);
  at.position.x = place_along(random, field->bounds.max.x, 64 * field->terms.spacing[0]);
  at.position.z = place_along(random, field->bounds.max.z, 64 * field->terms.spacing[1]);
  ck_assert_int_eq(carom_collide_patches(&floor, &floor_at, shape, &at, patches, MOST_PATCHES, &count),
                   CAROM_OK);
  if (depth > 0) ck_assert_uint_ge(count, 1);
  for (size_t i = 0; i < count; i++) {
    ck_assert(patches[i].normal.y > 0.9999f);
    ck_assert(patches[i].points[0].separation >= -depth - 1e-4f);
  }
}

START_TEST(nothing_meets_an_edge_of_a_flat_field) {
  uint64_t random = (uint64_t)_i * 977 + 5;
  carom_field *field = flat_field(&random, (carom_field_format)(_i % CAROM_FIELD_FORMAT_COUNT));
  for (int k = 0; k < SPATIAL_KINDS; k++)
    for (int n = 0; n < test_scaled(300); n++) {
      carom_shape shape = kind_random(&random, spatial_kind((uint32_t)k), test_uniform(&random, 0.08f, 0.3f));
      slide_over(&random, field, &shape, n % 2 ? 0.005f : 0);
      kind_release(&shape);
    }
  carom_field_release(field);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("field_slide");
  TCase *tests = tcase_create("flat ground");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, nothing_meets_an_edge_of_a_flat_field, 0, 12);
  suite_add_tcase(suite, tests);
  return suite;
}
