/* test_field_create.c: building, reading and editing fields. */
#include "carom/field.h"

#include "fields.h"
#include "test_memory.h"

/* --- What a field holds --- */

static void check_triangles(const terrain *t, const carom_field *field) {
  for (uint32_t i = 0; i < terrain_triangles(t); i++) {
    carom_mesh_triangle triangle;
    carom_vec3 corners[3];
    carom_status want = terrain_triangle(t, i, corners) ? CAROM_OK : CAROM_OUT_OF_RANGE;
    ck_assert_int_eq(carom_field_get_triangle(field, i, &triangle), want);
    if (want) continue;
    ck_assert(memcmp(corners, triangle.corners, sizeof corners) == 0);
    ck_assert_uint_eq(triangle.material, t->materials[i / 2]);
    ck_assert(triangle.normal.y > 0);
  }
}

START_TEST(a_field_holds_what_the_game_gave) {
  uint64_t random = (uint64_t)_i;
  terrain t = terrain_of(_i, &random);
  carom_field *field = terrain_field(&t);
  carom_field_view view;
  carom_mesh_triangle triangle;
  check_triangles(&t, field);
  ck_assert_int_eq(carom_field_describe(field, &view), CAROM_OK);
  ck_assert_uint_eq(view.triangle_count, terrain_triangles(&t));
  ck_assert_int_eq(view.format, t.def.format);
  ck_assert_int_eq(view.sides, t.def.sides);
  ck_assert(view.depth == 0);
  ck_assert_int_eq(carom_field_get_triangle(field, view.triangle_count, &triangle), CAROM_OUT_OF_RANGE);
  float low = INFINITY, high = -INFINITY;
  for (uint32_t i = 0; i < terrain_triangles(&t); i++) {
    carom_vec3 corners[3];
    for (int k = 0; terrain_triangle(&t, i, corners) && k < 3; k++)
      low = fminf(low, corners[k].y), high = fmaxf(high, corners[k].y);
  }
  carom_vec3 end = terrain_corner(&t, t.def.cells.columns, t.def.cells.rows);
  carom_aabb want = {{0, low, 0}, {end.x, high, end.z}};
  ck_assert(memcmp(&view.bounds, &want, sizeof want) == 0);
  ck_assert_ptr_eq(carom_field_retain(field), field);
  carom_field_release(field);
  carom_field_release(field);
  terrain_free(&t);
}
END_TEST

/* Arrays with gaps, and out of order in memory. */
START_TEST(strides_are_those_of_the_game) {
  uint64_t random = 8;
  struct {
    uint8_t flags, other, material;
  } cells[6][11];
  uint16_t numbers[7][12][3];
  terrain t = terrain_make(9, 5, CAROM_FIELD_U16);
  for (uint32_t j = 0; j <= 5; j++)
    for (uint32_t i = 0; i <= 9; i++)
      terrain_set(&t, (size_t)j * 10 + i, numbers[j][i][0] = (uint16_t)test_random(&random));
  for (uint32_t j = 0; j < 5; j++)
    for (uint32_t i = 0; i < 9; i++) {
      t.flags[j * 9 + i] = cells[j][i].flags = (uint8_t)test_below(&random, 4);
      t.materials[j * 9 + i] = cells[j][i].material = (uint8_t)test_random(&random);
    }
  t.def.cells.heights = &numbers[0][0][0];
  t.def.cells.height_stride = sizeof numbers[0][0], t.def.cells.height_row = sizeof numbers[0];
  t.def.cells.flags = &cells[0][0].flags;
  t.def.cells.flag_stride = sizeof cells[0][0], t.def.cells.flag_row = sizeof cells[0];
  t.def.cells.materials = &cells[0][0].material;
  t.def.cells.material_stride = sizeof cells[0][0], t.def.cells.material_row = sizeof cells[0];
  carom_field *field = terrain_field(&t);
  check_triangles(&t, field);
  carom_field_release(field);
  terrain_free(&t);
}
END_TEST

/* No height of a field in 16 bits is off by more than half a step. */
START_TEST(floats_in_16_bits_move_by_half_a_step) {
  uint64_t random = (uint64_t)_i;
  terrain t = terrain_make(70, 9, CAROM_FIELD_FLOAT_IN_16);
  float low = test_uniform(&random, -100, 100), high = low + test_log_uniform(&random, 1e-3f, 1e3f);
  if (_i == 0) high = low;
  if (_i % 2) t.def.low = low - 1, t.def.high = high + 1;
  for (size_t i = 0; i < terrain_corners(&t); i++)
    terrain_set(&t, i, i == 3 ? low : i == 4 ? high : test_uniform(&random, low, high));
  carom_field *field = terrain_field(&t);
  double range = _i % 2 ? (double)t.def.high - (double)t.def.low : (double)high - (double)low;
  double most = range / 65535 / 2 + 4e-7 * (100 + range);
  for (uint32_t i = 0; i < terrain_triangles(&t); i++) {
    carom_mesh_triangle triangle;
    carom_vec3 corners[3];
    terrain_triangle(&t, i, corners);
    ck_assert_int_eq(carom_field_get_triangle(field, i, &triangle), CAROM_OK);
    for (int k = 0; k < 3; k++)
      ck_assert_double_eq_tol((double)triangle.corners[k].y, (double)corners[k].y, most);
  }
  carom_field_release(field);
  terrain_free(&t);
}
END_TEST

/* --- Edits --- */

static bool fields_are_equal(const carom_field *a, const carom_field *b) {
  size_t size = 0;
  unsigned char *bytes[2] = {NULL, NULL};
  const carom_field *both[2] = {a, b};
  for (int k = 0; k < 2; k++) {
    carom__archive count = {0};
    carom__field_write(&count, &both[k]->asset);
    if (k == 1 && count.at != size) return false;
    size = count.at;
    bytes[k] = malloc(size);
    carom__archive archive = {.out = bytes[k], .size = size};
    carom__field_write(&archive, &both[k]->asset);
  }
  bool same = memcmp(bytes[0], bytes[1], size) == 0 && a->asset.hash == b->asset.hash &&
              memcmp(&a->bounds, &b->bounds, sizeof a->bounds) == 0;
  free(bytes[0]), free(bytes[1]);
  return same;
}

/* Ranges are no part of an archive, but follow from it. */
static bool ranges_are_equal(const carom_field *a, const carom_field *b) {
  for (uint32_t i = 0; i < a->tile_columns * a->tile_rows; i++) {
    const carom__field_tile *s = a->tiles[i], *t = b->tiles[i];
    size_t header = sizeof *s;
    if (s->bytes != t->bytes || s->low != t->low || s->high != t->high) return false;
    if (memcmp((const char *)s + header, (const char *)t + header, s->bytes - header) != 0) return false;
  }
  return true;
}

/* A rectangle of new values, in the terrain and in arrays of its own. */
typedef struct change {
  uint32_t column, row;
  carom_field_cells cells;
  terrain own; /* of the size of the rectangle */
} change;

static change random_change(uint64_t *random, terrain *t) {
  const carom_field_cells *all = &t->def.cells;
  change c = {.column = test_below(random, all->columns + 1), .row = test_below(random, all->rows + 1)};
  uint32_t columns = test_below(random, all->columns - c.column + 1);
  uint32_t rows = test_below(random, all->rows - c.row + 1);
  if (test_below(random, 2)) columns = columns % 4, rows = rows % 4;
  c.own = terrain_make(columns, rows, t->def.format);
  c.cells = c.own.def.cells;
  if (test_below(random, 3) == 0) c.cells.heights = NULL;
  if (test_below(random, 3) == 0) c.cells.flags = NULL;
  if (test_below(random, 3) == 0) c.cells.materials = NULL;
  for (uint32_t j = 0; c.cells.heights && j <= rows; j++)
    for (uint32_t i = 0; i <= columns; i++) {
      float number = terrain_number(random, t->def.format, 2);
      terrain_set(&c.own, (size_t)j * (columns + 1) + i, number);
      terrain_set(t, (size_t)(c.row + j) * (all->columns + 1) + c.column + i, number);
    }
  for (uint32_t j = 0; j < rows; j++)
    for (uint32_t i = 0; i < columns; i++) {
      size_t at = (size_t)(c.row + j) * all->columns + c.column + i, own = (size_t)j * columns + i;
      c.own.flags[own] = (uint8_t)test_below(random, 4);
      c.own.materials[own] = (uint8_t)test_below(random, 3);
      if (at == 0) c.own.flags[own] = 0;
      if (c.cells.flags) t->flags[at] = c.own.flags[own];
      if (c.cells.materials) t->materials[at] = c.own.materials[own];
    }
  return c;
}

START_TEST(edits_are_fields_built_anew) {
  uint64_t random = (uint64_t)_i + 40;
  terrain t = terrain_of(_i, &random);
  carom_field *field = terrain_field(&t);
  for (int i = 0; i < test_scaled(60); i++) {
    change c = random_change(&random, &t);
    carom_field *edited = NULL, *fresh = terrain_field(&t);
    uint64_t before = field->asset.hash;
    ck_assert_int_eq(carom_field_edit(NULL, field, c.column, c.row, &c.cells, &edited), CAROM_OK);
    ck_assert(fields_are_equal(edited, fresh));
    ck_assert(ranges_are_equal(edited, fresh));
    ck_assert(field->asset.hash == before);
    carom_field_release(fresh);
    carom_field_release(field);
    field = edited;
    terrain_free(&c.own);
  }
  check_triangles(&t, field);
  carom_field_release(field);
  terrain_free(&t);
}
END_TEST

/* An edit of one corner takes the table of tiles and the tiles that have the corner. */
START_TEST(edits_share_what_they_leave_alone) {
  terrain t = terrain_make(512, 512, CAROM_FIELD_U16);
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom_field *field, *edited, *other;
  uint16_t number = 7;
  carom_field_cells one = {.heights = &number};
  ck_assert_int_eq(carom_field_create(&allocator, &t.def, &field), CAROM_OK);
  size_t all = memory.live_bytes, tile = field->tiles[0]->bytes, blocks = memory.live_blocks;
  ck_assert_uint_le(all, (size_t)(1.1 * 2 * 512 * 512));
  ck_assert_int_eq(carom_field_edit(&allocator, field, 100, 100, &one, &edited), CAROM_OK);
  ck_assert_uint_eq(memory.live_blocks, blocks + 2);
  ck_assert_uint_eq(memory.live_bytes, all + field->asset.bytes + tile);
  ck_assert_int_eq(carom_field_edit(&allocator, edited, 128, 192, &one, &other), CAROM_OK);
  ck_assert_uint_eq(memory.live_blocks, blocks + 2 + 5);
  carom_field_view view;
  ck_assert_int_eq(carom_field_describe(other, &view), CAROM_OK);
  ck_assert_uint_eq(view.bytes, all);
  carom_field_release(field);
  carom_field_release(other);
  ck_assert_uint_eq(memory.live_bytes, all);
  carom_field_release(edited);
  ck_assert(test_memory_is_clean(&memory));
  ck_assert_uint_eq(memory.live_blocks, 0);
  number = 0; /* what was there already: nothing but the table is new */
  ck_assert_int_eq(carom_field_create(&allocator, &t.def, &field), CAROM_OK);
  ck_assert_int_eq(carom_field_edit(&allocator, field, 128, 192, &one, &other), CAROM_OK);
  ck_assert_uint_eq(memory.live_bytes, all + field->asset.bytes);
  carom_field_release(field);
  carom_field_release(other);
  ck_assert_uint_eq(memory.live_blocks, 0);
  terrain_free(&t);
}
END_TEST

/* --- What is refused --- */

static carom_status create(const carom_field_def *def) {
  carom_field *field = NULL;
  carom_status status = carom_field_create(NULL, def, &field);
  ck_assert_int_eq(!field, status != CAROM_OK);
  carom_field_release(field);
  return status;
}

START_TEST(bad_numbers_are_refused) {
  terrain t = terrain_make(9, 70, CAROM_FIELD_FLOAT);
  float *heights = t.numbers;
  const struct {
    float value;
    carom_status want;
  } bad[] = {{NAN, CAROM_NOT_FINITE}, {-INFINITY, CAROM_NOT_FINITE}, {1.1e6f, CAROM_OUT_OF_RANGE}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    for (size_t at = 0; at < terrain_corners(&t); at += 37) {
      heights[at] = bad[i].value;
      ck_assert_int_eq(create(&t.def), bad[i].want);
      t.def.format = CAROM_FIELD_FLOAT_IN_16;
      ck_assert_int_eq(create(&t.def), bad[i].want);
      t.def.format = CAROM_FIELD_FLOAT;
      heights[at] = 0;
    }
  heights[5] = 2;
  t.def.format = CAROM_FIELD_FLOAT_IN_16;
  t.def.high = 1.5f;
  ck_assert_int_eq(create(&t.def), CAROM_OUT_OF_RANGE);
  t.def.high = 2;
  ck_assert_int_eq(create(&t.def), CAROM_OK);
  t.def.low = 2.5f;
  ck_assert_int_eq(create(&t.def), CAROM_OUT_OF_RANGE);
  t.flags[600] = 4;
  t.def.low = 0;
  ck_assert_int_eq(create(&t.def), CAROM_UNKNOWN_KIND);
  terrain_free(&t);
}
END_TEST

START_TEST(sizes_have_limits) {
  terrain t = terrain_make(CAROM_FIELD_SIDE_MAX, 1, CAROM_FIELD_U8);
  ck_assert_int_eq(create(&t.def), CAROM_OK);
  t.def.spacing_x = 31;
  ck_assert_int_eq(create(&t.def), CAROM_BAD_SIZE);
  t.def.spacing_x = 0;
  t.def.cells.columns++;
  ck_assert_int_eq(create(&t.def), CAROM_LIMIT);
  t.def.cells.columns = 4, t.def.cells.rows = UINT32_MAX;
  ck_assert_int_eq(create(&t.def), CAROM_LIMIT);
  t.def.cells.rows = 0;
  ck_assert_int_eq(create(&t.def), CAROM_OUT_OF_RANGE);
  terrain_free(&t);
}
END_TEST

START_TEST(a_field_of_holes_is_none) {
  terrain t = terrain_make(70, 70, CAROM_FIELD_U8);
  const uint8_t hole = CAROM_FIELD_HOLE;
  memset(t.flags, CAROM_FIELD_HOLE, terrain_cells(&t));
  ck_assert_int_eq(create(&t.def), CAROM_FLAT);
  t.flags[69] = 0;
  carom_field *field = terrain_field(&t), *edited = NULL;
  carom_field_cells one = {.columns = 1, .rows = 1, .flags = &hole};
  ck_assert_int_eq(carom_field_edit(NULL, field, 69, 0, &one, &edited), CAROM_FLAT);
  ck_assert_ptr_null(edited);
  check_triangles(&t, field);
  carom_field_release(field);
  terrain_free(&t);
}
END_TEST

START_TEST(memory_may_run_out) {
  uint64_t random = 5;
  terrain t = terrain_of(9, &random);
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom_field *field = NULL, *edited = NULL;
  for (size_t k = 1; !field; k++) {
    test_memory_fail_at(&memory, k);
    carom_status status = carom_field_create(&allocator, &t.def, &field);
    ck_assert_int_eq(status, field ? CAROM_OK : CAROM_OUT_OF_MEMORY);
    ck_assert(field || memory.live_blocks == 0);
  }
  size_t live = memory.live_blocks;
  float height = 3;
  terrain_set(&t, 0, height);
  carom_field_cells one = {.heights = t.numbers};
  for (size_t k = 1; !edited; k++) {
    test_memory_fail_at(&memory, k);
    carom_status status = carom_field_edit(&allocator, field, 64, 64, &one, &edited);
    ck_assert_int_eq(status, edited ? CAROM_OK : CAROM_OUT_OF_MEMORY);
    ck_assert(edited || memory.live_blocks == live);
  }
  carom_field_release(field), carom_field_release(edited);
  ck_assert_uint_eq(memory.live_blocks, 0);
  terrain_free(&t);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("field_create");
  TCase *tests = tcase_create("fields");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, a_field_holds_what_the_game_gave, 0, 33);
  tcase_add_test(tests, strides_are_those_of_the_game);
  tcase_add_loop_test(tests, floats_in_16_bits_move_by_half_a_step, 0, 10);
  tcase_add_loop_test(tests, edits_are_fields_built_anew, 0, 33);
  tcase_add_test(tests, edits_share_what_they_leave_alone);
  tcase_add_test(tests, bad_numbers_are_refused);
  tcase_add_test(tests, sizes_have_limits);
  tcase_add_test(tests, a_field_of_holes_is_none);
  tcase_add_test(tests, memory_may_run_out);
  suite_add_tcase(suite, tests);
  return suite;
}
