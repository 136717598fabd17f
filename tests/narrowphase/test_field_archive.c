/* test_field_archive.c: fields as bytes, and bytes that are no field. */
#include "field.h"

#include "fields.h"
#include "test_memory.h"

static const carom__asset_class *const class = &carom__field_asset_class;

typedef struct bytes {
  unsigned char *data;
  size_t size;
} bytes;

static bytes bytes_of(const carom_field *field) {
  carom__archive count = {0};
  class->write(&count, &field->asset);
  bytes b = {malloc(count.at), count.at};
  carom__archive archive = {.out = b.data, .size = b.size};
  class->write(&archive, &field->asset);
  ck_assert_uint_eq(archive.at, b.size);
  return b;
}

static carom_field *read_back(const bytes *b, const carom_allocator *allocator, carom_status *status) {
  carom__archive archive = {.in = b->data, .size = b->size};
  carom__asset *asset = class->read(&archive, allocator);
  *status = archive.status;
  ck_assert_int_eq(!asset, archive.status != CAROM_OK);
  if (asset) ck_assert_uint_le(archive.at, b->size);
  return (carom_field *)asset;
}

static void check_equal(const carom_field *a, const carom_field *b) {
  ck_assert_uint_eq(a->asset.bytes, b->asset.bytes);
  ck_assert_uint_eq(a->asset.hash, b->asset.hash);
  ck_assert(memcmp(&a->bounds, &b->bounds, sizeof a->bounds) == 0);
  for (uint32_t i = 0; i < a->tile_columns * a->tile_rows; i++) {
    const carom__field_tile *s = a->tiles[i], *t = b->tiles[i];
    size_t header = sizeof *s;
    ck_assert_uint_eq(s->bytes, t->bytes);
    ck_assert(s->low == t->low && s->high == t->high && a->lows[i] == b->lows[i] &&
              a->highs[i] == b->highs[i]);
    ck_assert(memcmp((const char *)s + header, (const char *)t + header, s->bytes - header) == 0);
  }
}

static carom_field *field_of(int i, uint64_t *random) {
  terrain t = terrain_of(i, random);
  if (i % 3 == 0) t.def.sides = CAROM_MESH_SOLID, t.def.depth = 2;
  if (i % 4 == 3 && t.def.format == CAROM_FIELD_FLOAT) t.def.format = CAROM_FIELD_FLOAT_IN_16;
  carom_field *field = terrain_field(&t);
  terrain_free(&t);
  return field;
}

START_TEST(there_and_back) {
  uint64_t random = (uint64_t)_i;
  carom_status status;
  carom_field *field = field_of(_i, &random);
  bytes b = bytes_of(field);
  carom_field *again = read_back(&b, NULL, &status);
  ck_assert_int_eq(status, CAROM_OK);
  check_equal(field, again);
  bytes c = bytes_of(again);
  ck_assert(b.size == c.size && memcmp(b.data, c.data, b.size) == 0);
  carom_field_release(field), carom_field_release(again);
  free(b.data), free(c.data);
}
END_TEST

/* What a forged field gives must not crash. */
static bool ignore_batch(void *context, const carom__triangle_batch *batch) {
  (void)context, (void)batch;
  return true;
}

static void ask(const carom_field *field) {
  carom__mesh_hit hit;
  carom__mesh_near near;
  carom__ray ray = {field->bounds.min, vec3_sub(field->bounds.max, field->bounds.min)};
  carom__field_cast_ray(field, &ray, false, &hit);
  carom__field_nearest(field, field->bounds.max, 1e18f, &near);
  carom__field_contains(field, vec3_lerp(field->bounds.min, field->bounds.max, 0.5f));
  carom__field_walk(field, &field->bounds, (carom__mesh_visitor){ignore_batch, NULL});
}

/* What is read is a field that has the same bytes again, so that no two archives hold one field. */
static void check_forged(const bytes *b) {
  carom_status status;
  carom_field *field = read_back(b, NULL, &status);
  ck_assert(status == CAROM_OK || status == CAROM_BAD_SNAPSHOT);
  if (!field) return;
  ask(field);
  bytes again = bytes_of(field);
  ck_assert(again.size <= b->size && memcmp(again.data, b->data, again.size) == 0);
  free(again.data);
  carom_field_release(field);
}

START_TEST(forged_bytes_are_refused) {
  uint64_t random = (uint64_t)_i;
  carom_field *field = field_of(_i, &random);
  bytes b = bytes_of(field), cut = b;
  for (int i = 0; i < test_scaled(3000); i++) {
    size_t at = test_below(&random, 2) ? test_below(&random, (uint32_t)b.size)
                                       : test_below(&random, b.size < 60 ? (uint32_t)b.size : 60);
    unsigned char old = b.data[at];
    b.data[at] = test_below(&random, 2) ? (unsigned char)(old ^ 1u << test_below(&random, 8))
                                        : (unsigned char)test_random(&random);
    check_forged(&b);
    b.data[at] = old;
  }
  for (int i = 0; i < test_scaled(300); i++) {
    carom_status status;
    cut.size = test_below(&random, (uint32_t)b.size);
    ck_assert_ptr_null(read_back(&cut, NULL, &status));
    ck_assert_int_eq(status, CAROM_BAD_SNAPSHOT);
  }
  carom_field_release(field);
  free(b.data);
}
END_TEST

/* --- Each rule --- */

/* A field of four tiles, with holes, diagonals and materials in the first. */
static carom_field *valid_field(carom_field_format format) {
  terrain t = terrain_make(70, 67, format);
  for (size_t i = 0; i < terrain_corners(&t); i++) terrain_set(&t, i, (float)(i % 7));
  t.flags[3] = CAROM_FIELD_HOLE, t.flags[5] = CAROM_FIELD_TURNED, t.materials[9] = 4;
  carom_field *field = terrain_field(&t);
  terrain_free(&t);
  return field;
}

typedef void spoiler(carom_field *field);

static carom_status status_of(carom_field_format format, spoiler *spoil) {
  carom_field *field = valid_field(format);
  carom_status status;
  spoil(field);
  bytes b = bytes_of(field);
  carom_field_release(read_back(&b, NULL, &status));
  carom_field_release(field);
  free(b.data);
  return status;
}

static void nothing(carom_field *f) { (void)f; }
static void no_columns(carom_field *f) { f->terms.columns = 0; }
static void many_rows(carom_field *f) { f->terms.rows = CAROM_FIELD_SIDE_MAX + 1; }
static void other_rows(carom_field *f) { f->terms.rows = 1000; }
static void unknown_format(carom_field *f) { f->terms.format = CAROM_FIELD_FORMAT_COUNT; }
static void unknown_sides(carom_field *f) { f->terms.sides = CAROM_MESH_SIDES_COUNT; }
static void narrow(carom_field *f) { f->terms.spacing[0] = 1e-6f; }
static void wide(carom_field *f) { f->terms.spacing[1] = 1e5f; }
static void turned_over(carom_field *f) { f->terms.scale = -1; }
static void flat_scale(carom_field *f) { f->terms.scale = 0; }
static void far_off(carom_field *f) { f->terms.offset = 2e6f; }
static void far_up(carom_field *f) { f->terms.scale = 9e5f; }
static void a_range(carom_field *f) { f->terms.high = 1; }
static void a_depth(carom_field *f) { f->terms.depth = 1; }
static void no_depth(carom_field *f) { f->terms.sides = CAROM_MESH_SOLID; }
static void a_seam_in_x(carom_field *f) { ((uint16_t *)f->tiles[0]->numbers)[64]++; }
static void a_seam_in_z(carom_field *f) { ((uint16_t *)f->tiles[2]->numbers)[9]++; }
static void far_holes(carom_field *f) { f->tiles[0]->holes[2] = 0, f->tiles[0]->holes[0] = 0; }
static void no_turns(carom_field *f) { f->tiles[0]->turned[0] = 0; }
static void no_materials(carom_field *f) { f->tiles[0]->materials[9] = 0; }
static void not_finite(carom_field *f) { ((float *)f->tiles[0]->numbers)[7] = NAN; }
static void far_number(carom_field *f) { ((float *)f->tiles[3]->numbers)[7] = -1.1e6f; }

START_TEST(each_rule_is_kept) {
  spoiler *spoils[] = {no_columns,  many_rows,   other_rows, unknown_format, unknown_sides, narrow,  wide,
                       turned_over, flat_scale,  far_off,    far_up,         a_range,       a_depth, no_depth,
                       a_seam_in_x, a_seam_in_z, far_holes,  no_turns,       no_materials};
  ck_assert_int_eq(status_of(CAROM_FIELD_U16, nothing), CAROM_OK);
  ck_assert_int_eq(status_of(CAROM_FIELD_FLOAT, nothing), CAROM_OK);
  for (size_t i = 0; i < sizeof spoils / sizeof *spoils; i++)
    ck_assert_msg(status_of(CAROM_FIELD_U16, spoils[i]) == CAROM_BAD_SNAPSHOT, "%d", (int)i);
  ck_assert_int_eq(status_of(CAROM_FIELD_FLOAT, not_finite), CAROM_BAD_SNAPSHOT);
  ck_assert_int_eq(status_of(CAROM_FIELD_FLOAT, far_number), CAROM_BAD_SNAPSHOT);
}
END_TEST

/* Bits beyond the columns of a tile, and a field of nothing but holes. */
START_TEST(holes_lie_in_the_field) {
  terrain t = terrain_make(3, 2, CAROM_FIELD_U8);
  t.flags[1] = CAROM_FIELD_HOLE;
  carom_field *field = terrain_field(&t);
  carom_status status;
  const uint64_t rows[][2] = {{8, 0}, {0, (uint64_t)1 << 63}, {7, 7}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    memcpy(field->tiles[0]->holes, rows[i], sizeof rows[i]);
    bytes b = bytes_of(field);
    ck_assert_ptr_null(read_back(&b, NULL, &status));
    ck_assert_int_eq(status, CAROM_BAD_SNAPSHOT);
    free(b.data);
  }
  carom_field_release(field);
  terrain_free(&t);
}
END_TEST

START_TEST(memory_may_run_out) {
  uint64_t random = 3;
  carom_field *field = field_of(9, &random);
  bytes b = bytes_of(field);
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom_status status = CAROM_OUT_OF_MEMORY;
  for (size_t k = 1; status; k++) {
    test_memory_fail_at(&memory, k);
    carom_field_release(read_back(&b, &allocator, &status));
    ck_assert(status == CAROM_OK || status == CAROM_OUT_OF_MEMORY);
    ck_assert(test_memory_is_clean(&memory));
  }
  carom_field_release(field);
  free(b.data);
}
END_TEST

/* Each of what a game says of a field changes the hash. */
START_TEST(hashes_tell_contents_apart) {
  enum { COUNT = 13 };
  uint64_t hashes[COUNT + 1];
  for (int i = 0; i <= COUNT; i++) {
    terrain t = terrain_make(6, 70, i == 1 ? CAROM_FIELD_U8 : CAROM_FIELD_U16);
    t.def.sides = i == 2 ? CAROM_MESH_ONE_SIDED : i == 3 || i == 4 ? CAROM_MESH_SOLID : CAROM_MESH_TWO_SIDED;
    t.def.depth = i == 4 ? 3 : 2;
    if (i == 5) t.def.turned = true;
    if (i == 6) t.def.scale = 2;
    if (i == 7) t.def.offset = 2;
    if (i == 8) t.def.spacing_x = 2;
    if (i == 9) t.def.spacing_z = 2;
    if (i == 10) t.flags[77] = CAROM_FIELD_HOLE;
    if (i == 11) t.flags[77] = CAROM_FIELD_TURNED;
    if (i == 12) t.materials[77] = 1;
    if (i == 3) terrain_set(&t, 450, 1);
    carom_field *field = terrain_field(&t);
    hashes[i] = field->asset.hash;
    carom_field_release(field);
    terrain_free(&t);
  }
  ck_assert_uint_eq(hashes[0], hashes[COUNT]);
  for (int a = 0; a < COUNT; a++)
    for (int b = 0; b < a; b++) ck_assert_uint_ne(hashes[a], hashes[b]);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("field_archive");
  TCase *tcase = tcase_create("field_archive");
  tcase_set_timeout(tcase, 600);
  tcase_add_loop_test(tcase, there_and_back, 0, 22);
  tcase_add_loop_test(tcase, forged_bytes_are_refused, 0, 11);
  tcase_add_test(tcase, each_rule_is_kept);
  tcase_add_test(tcase, holes_lie_in_the_field);
  tcase_add_test(tcase, memory_may_run_out);
  tcase_add_test(tcase, hashes_tell_contents_apart);
  suite_add_tcase(suite, tcase);
  return suite;
}
