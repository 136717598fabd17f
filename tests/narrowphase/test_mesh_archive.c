/* test_mesh_archive.c: meshes as bytes, and bytes that are no mesh. */
#include "mesh.h"

#include "mesh_layout.h"
#include "meshes.h"
#include "test_memory.h"
#include "vec.h"

static const carom__asset_class *const class = &carom__mesh_asset_class;

typedef struct bytes {
  unsigned char *data;
  size_t size;
} bytes;

static bytes bytes_of(const carom_mesh *mesh) {
  carom__archive count = {0};
  class->write(&count, &mesh->asset);
  bytes b = {malloc(count.at), count.at};
  carom__archive archive = {.out = b.data, .size = b.size};
  class->write(&archive, &mesh->asset);
  ck_assert_uint_eq(archive.at, b.size);
  return b;
}

static carom_mesh *read_back(const bytes *b, const carom_allocator *allocator, carom_status *status) {
  carom__archive archive = {.in = b->data, .size = b->size};
  carom__asset *asset = class->read(&archive, allocator);
  *status = archive.status;
  ck_assert_int_eq(!asset, archive.status != CAROM_OK);
  if (asset) ck_assert_uint_le(archive.at, b->size);
  return (carom_mesh *)asset;
}

static void check_equal(const carom_mesh *a, const carom_mesh *b) {
  ck_assert_uint_eq(a->asset.bytes, b->asset.bytes);
  ck_assert_uint_eq(a->asset.hash, b->asset.hash);
  ck_assert_int_eq(a->sides, b->sides);
  ck_assert_uint_eq(a->kept_count, b->kept_count);
  ck_assert_uint_eq(a->vertex_count, b->vertex_count);
  ck_assert(memcmp(&a->bounds, &b->bounds, sizeof a->bounds) == 0);
  ck_assert(memcmp(a->blocks, b->blocks, a->block_count * sizeof *a->blocks) == 0);
  for (uint32_t i = 0; i < a->leaf_count; i++) {
    ck_assert_uint_eq(a->leaves[i].lanes, b->leaves[i].lanes);
    ck_assert_uint_eq(a->leaves[i].corners, b->leaves[i].corners);
    ck_assert_uint_eq(a->leaves[i].corner_count, b->leaves[i].corner_count);
    ck_assert(memcmp(a->leaves[i].at, b->leaves[i].at, sizeof a->leaves[i].at) == 0);
  }
  ck_assert(a->step == b->step && a->triangle_count == b->triangle_count);
  ck_assert(!a->words == !b->words && !a->corners == !b->corners && !a->numbers == !b->numbers);
  if (a->words) {
    size_t count = carom__mesh_words(a->leaf_count, a->corner_count);
    ck_assert(memcmp(a->words, b->words, count * sizeof(uint16_t)) == 0);
  } else {
    ck_assert(memcmp(a->corners, b->corners, 3 * sizeof(float) * a->corner_count) == 0);
    ck_assert(memcmp(a->numbers, b->numbers, 8 * sizeof(uint32_t) * a->leaf_count) == 0);
    ck_assert(memcmp(a->leaf_of, b->leaf_of, 3 * (size_t)a->triangle_count) == 0);
  }
  ck_assert_int_eq(!a->materials, !b->materials);
  ck_assert_int_eq(!a->sources, !b->sources);
  if (a->materials) ck_assert(memcmp(a->materials, b->materials, 8 * (size_t)a->leaf_count) == 0);
  if (a->sources) ck_assert(memcmp(a->sources, b->sources, sizeof(uint32_t) * a->corner_count) == 0);
  ck_assert_uint_eq(a->report.parts, b->report.parts);
  ck_assert_uint_eq(a->report.left_out, b->report.left_out);
  ck_assert_uint_eq(a->report.crowded_edges, b->report.crowded_edges);
  ck_assert_uint_eq(a->report.first_open.edge, b->report.first_open.edge);
  ck_assert_int_eq(a->report.closed, b->report.closed);
  ck_assert(a->report.volume == b->report.volume);
}

enum { KINDS = 9 }; /* of exact meshes, and as many of compact ones */

static carom_mesh *mesh_of(int kind, uint64_t *random) {
  int i = kind % KINDS;
  soup s = i == 0   ? soup_ball(12, 15, 3)
           : i == 1 ? soup_degenerate(random, 700, 6)
           : i == 2 ? soup_field(random, 30, 1)
                    : soup_random(random, 1u << (i - 3), 100);
  carom_mesh_def def = soup_def(&s);
  if (i == 0) def.sides = CAROM_MESH_SOLID;
  if (i == 2) def.materials = NULL, def.sides = CAROM_MESH_ONE_SIDED;
  def.compact = kind >= KINDS;
  def.deforms = !def.compact && (i == 1 || i == 4);
  const bool left_out[256] = {[7] = true, [14] = true};
  if (i == 1 || i == 3) def.left_out = left_out;
  carom_mesh *mesh;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  soup_free(&s);
  return mesh;
}

START_TEST(there_and_back) {
  uint64_t random = (uint64_t)_i;
  carom_status status;
  carom_mesh *mesh = mesh_of(_i, &random);
  bytes b = bytes_of(mesh);
  carom_mesh *again = read_back(&b, NULL, &status);
  ck_assert_int_eq(status, CAROM_OK);
  check_equal(mesh, again);
  bytes c = bytes_of(again);
  ck_assert(b.size == c.size && memcmp(b.data, c.data, b.size) == 0);
  carom_mesh_release(mesh), carom_mesh_release(again);
  free(b.data), free(c.data);
}
END_TEST

/* What a forged mesh gives must not crash. */
static bool ignore_batch(void *context, const carom__triangle_batch *batch) {
  (void)context, (void)batch;
  return true;
}

static void ask(const carom_mesh *mesh) {
  carom__mesh_hit hit;
  carom__mesh_near near;
  carom__ray ray = {mesh->bounds.min, vec3_sub(mesh->bounds.max, mesh->bounds.min)};
  carom__mesh_cast_ray(mesh, &ray, false, &hit);
  carom__mesh_nearest(mesh, mesh->bounds.max, 1e18f, &near);
  carom__mesh_winding(mesh, vec3_lerp(mesh->bounds.min, mesh->bounds.max, 0.5f));
  carom__mesh_walk(mesh, &mesh->bounds, (carom__mesh_visitor){ignore_batch, NULL});
}

static void check_forged(const bytes *b) {
  carom_status status;
  carom_mesh *mesh = read_back(b, NULL, &status);
  ck_assert(status == CAROM_OK || status == CAROM_BAD_SNAPSHOT);
  if (mesh) ask(mesh);
  carom_mesh_release(mesh);
}

START_TEST(forged_bytes_are_refused) {
  uint64_t random = (uint64_t)_i;
  carom_mesh *mesh = mesh_of(_i, &random);
  bytes b = bytes_of(mesh), cut = b;
  for (int i = 0; i < test_scaled(_i < KINDS ? 20000 : 10000); i++) {
    size_t at = test_below(&random, 2) ? test_below(&random, (uint32_t)b.size)
                                       : test_below(&random, b.size < 600 ? (uint32_t)b.size : 600);
    unsigned char old = b.data[at];
    b.data[at] = test_below(&random, 2) ? (unsigned char)(old ^ 1u << test_below(&random, 8))
                                        : (unsigned char)test_random(&random);
    check_forged(&b);
    b.data[at] = old;
  }
  for (int i = 0; i < test_scaled(500); i++) {
    carom_status status;
    cut.size = test_below(&random, (uint32_t)b.size);
    ck_assert_ptr_null(read_back(&cut, NULL, &status));
    ck_assert_int_eq(status, CAROM_BAD_SNAPSHOT);
  }
  carom_mesh_release(mesh);
  free(b.data);
}
END_TEST

/* --- Each rule --- */

/* Changes a mesh, which may be of two leaves or more, and expects that its bytes are refused. */
static void expect_refusal(void (*spoil)(carom_mesh *mesh), bool compact) {
  soup s = soup_ball(6, 8, 1);
  carom_mesh_def def = soup_def(&s);
  carom_mesh *mesh;
  def.sides = CAROM_MESH_SOLID;
  def.compact = compact;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  spoil(mesh);
  bytes b = bytes_of(mesh);
  carom_status status;
  ck_assert_ptr_null(read_back(&b, NULL, &status));
  ck_assert_int_eq(status, CAROM_BAD_SNAPSHOT);
  carom_mesh_release(mesh);
  free(b.data), soup_free(&s);
}

static void no_children(carom_mesh *mesh) { mesh->blocks[1].counts = 0; }
static void nine_children(carom_mesh *mesh) { mesh->blocks[1].counts = 9; }
static void more_inner(carom_mesh *mesh) { mesh->blocks[1].counts = 1 | 2 << 4; }
static void own_child(carom_mesh *mesh) { mesh->blocks[0].first_block = 0; }
static void late_child(carom_mesh *mesh) { mesh->blocks[0].first_block++; }
static void shared_leaf(carom_mesh *mesh) { mesh->blocks[1].first_leaf++; }
static void far_leaf(carom_mesh *mesh) { mesh->blocks[1].first_leaf = UINT32_MAX; }
static void no_corner(carom_mesh *mesh) {
  uint16_t *at = &mesh->leaves[0].at[2];
  *at = (uint16_t)((*at & ~(31 << 5)) | mesh->leaves[0].corner_count << 5);
}
static void no_triangle(carom_mesh *mesh) { mesh->numbers[0] = UINT32_MAX; }
static void same_triangle(carom_mesh *mesh) { mesh->numbers[8] = mesh->numbers[0]; }
static void far_triangle(carom_mesh *mesh) { mesh->numbers[0] = mesh->triangle_count; }
static void flat_triangle(carom_mesh *mesh) { mesh->leaves[0].at[0] = 3 << 10 | 3 << 5 | 1; }
static void far_corner(carom_mesh *mesh) { mesh->corners[4] = 1.1e6f; }
static void open_solid(carom_mesh *mesh) { mesh->report.closed = false; }
static void turned_solid(carom_mesh *mesh) { mesh->report.volume = -1; }
static void unknown_sides(carom_mesh *mesh) { mesh->sides = CAROM_MESH_SIDES_COUNT; }
static void more_flat(carom_mesh *mesh) { mesh->report.flat++; }
static void more_left_out(carom_mesh *mesh) { mesh->report.left_out++; }
static void fewer_kept(carom_mesh *mesh) { mesh->kept_count--, mesh->report.flat++; }
static void many_triangles(carom_mesh *mesh) {
  mesh->triangle_count = CAROM_MESH_TRIANGLES_MAX + 1;
  mesh->report.flat = mesh->triangle_count - mesh->kept_count;
}
static void many_vertices(carom_mesh *mesh) { mesh->vertex_count = CAROM_MESH_TRIANGLES_MAX + 1; }
static void small_corners(carom_mesh *mesh) {
  for (uint32_t i = 0; i < 3 * mesh->corner_count; i++) mesh->corners[i] *= 1e-6f;
}

static void no_lanes(carom_mesh *mesh) {
  for (; mesh->leaves[1].lanes; mesh->leaves[1].lanes >>= 1) mesh->kept_count--;
}
static void lanes_apart(carom_mesh *mesh) { mesh->leaves[1].lanes = 0x17; }
static void fewer_lanes(carom_mesh *mesh) { mesh->leaves[1].lanes >>= 1; }
static void no_slot(carom_mesh *mesh) { mesh->triangle_count--; }
static void more_slots(carom_mesh *mesh) { mesh->triangle_count += 8; }
static void no_step(carom_mesh *mesh) { mesh->step = 0; }
static void turned_step(carom_mesh *mesh) { mesh->step = -mesh->step; }
static void odd_step(carom_mesh *mesh) { mesh->step *= 0.75f; }
static void long_step(carom_mesh *mesh) { mesh->step = 0x1p20f; }
static void far_step(carom_mesh *mesh) { mesh->step *= 0x1p21f; }
static void short_step(carom_mesh *mesh) { mesh->step *= 0x1p-22f; }
static void low_origin(carom_mesh *mesh) { mesh->words[5] = 0xffff; }
static void high_origin(carom_mesh *mesh) { mesh->words[0] = 0, mesh->words[1] = 0x200; }
/* The first corners begin or end beyond CAROM_SIZE_MAX. */
static void move_origin(carom_mesh *mesh, int32_t origin) {
  uint32_t bits = (uint32_t)(origin + CAROM__MESH_ORIGIN_ZERO);
  mesh->words[0] = (uint16_t)bits, mesh->words[1] = (uint16_t)(bits >> 16);
}
static void begins_beyond(carom_mesh *mesh) {
  mesh->step = 0.25f;
  move_origin(mesh, -4000001);
}
static void ends_beyond(carom_mesh *mesh) {
  mesh->step = 0.25f;
  move_origin(mesh, 4000000);
}
static void no_low_corner(carom_mesh *mesh) {
  const carom__mesh_leaf *leaf = &mesh->leaves[1];
  uint16_t *y = mesh->words + leaf->corners + 6 + leaf->corner_count;
  for (int i = 0; i < leaf->corner_count; i++) y[i]++;
}

START_TEST(each_rule_is_kept) {
  void (*both[])(carom_mesh *) = {no_children, nine_children, more_inner,    own_child,     late_child,
                                  shared_leaf, far_leaf,      no_corner,     flat_triangle, open_solid,
                                  fewer_kept,  turned_solid,  many_vertices, unknown_sides};
  void (*exact[])(carom_mesh *) = {no_triangle, same_triangle,  far_triangle,  far_corner,
                                   more_flat,   many_triangles, small_corners, more_left_out};
  void (*compact[])(carom_mesh *) = {no_lanes,   lanes_apart,   fewer_lanes,   no_slot,
                                     more_slots, no_step,       turned_step,   odd_step,
                                     long_step,  far_step,      short_step,    high_origin,
                                     low_origin, no_low_corner, begins_beyond, ends_beyond};
  for (size_t i = 0; i < sizeof both / sizeof *both; i++)
    expect_refusal(both[i], false), expect_refusal(both[i], true);
  for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) expect_refusal(exact[i], false);
  for (size_t i = 0; i < sizeof compact / sizeof *compact; i++) expect_refusal(compact[i], true);
}
END_TEST

/* Numbers of the head, by their place in the bytes. */
static void set_word(bytes *b, size_t word, uint32_t value) {
  for (int k = 0; k < 4; k++) b->data[4 * word + (size_t)k] = (unsigned char)(value >> 8 * k);
}

enum { HEAD_KEPT = 1, HEAD_LEAVES = 4, HEAD_CORNERS, HEAD_TRIANGLES, HEAD_FORM = 8, HEAD = 30 };

/* A form that is none, a corner that no leaf has room for, and so many leaves that memory is asked for. */
START_TEST(forged_heads_are_refused) {
  const uint32_t many = 0xfffff0;
  uint64_t random = 1;
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom_mesh *mesh = mesh_of(_i == 0 ? 2 : KINDS + 2, &random);
  bytes b = bytes_of(mesh);
  carom_status status;
  size_t place = 4 * (size_t)(HEAD + _i + 3 * (int)mesh->block_count + 1);
  b.data[place] |= 32;
  ck_assert_ptr_null(read_back(&b, NULL, &status));
  b.data[place] ^= 32;
  set_word(&b, HEAD_FORM, 3 + 2 * (uint32_t)_i);
  ck_assert_ptr_null(read_back(&b, NULL, &status));
  ck_assert_int_eq(status, CAROM_BAD_SNAPSHOT);
  set_word(&b, HEAD_FORM, 2 * (uint32_t)_i);
  carom_mesh_release(read_back(&b, NULL, &status));
  ck_assert_int_eq(status, CAROM_OK);
  set_word(&b, HEAD_KEPT, many), set_word(&b, HEAD_LEAVES, many), set_word(&b, HEAD_CORNERS, many);
  set_word(&b, HEAD_TRIANGLES, _i == 0 ? many : 8 * many);
  test_memory_fail_all(&memory);
  ck_assert_ptr_null(read_back(&b, &allocator, &status));
  ck_assert_int_eq(status, CAROM_BAD_SNAPSHOT);
  carom_mesh_release(mesh);
  free(b.data);
}
END_TEST

/* The last of an odd number of words has two bytes of zeros behind it. */
START_TEST(what_is_behind_the_words_is_zero) {
  soup s = soup_make(3, 1);
  soup_vertex(&s, 0, 0, 0), soup_vertex(&s, 1, 0, 0), soup_vertex(&s, 0, 1, 0);
  soup_triangle(&s, 0, 1, 2);
  carom_mesh_def def = soup_def(&s);
  carom_mesh *mesh;
  carom_status status;
  def.compact = true;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  bytes b = bytes_of(mesh);
  ck_assert_uint_eq(b.data[b.size - 1], 0);
  b.data[b.size - 1] = 1;
  ck_assert_ptr_null(read_back(&b, NULL, &status));
  ck_assert_int_eq(status, CAROM_BAD_SNAPSHOT);
  carom_mesh_release(mesh);
  free(b.data), soup_free(&s);
}
END_TEST

START_TEST(memory_may_run_out) {
  uint64_t random = 3;
  carom_mesh *mesh = mesh_of(_i == 0 ? 4 : KINDS + 4, &random);
  bytes b = bytes_of(mesh);
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom_status status = CAROM_OUT_OF_MEMORY;
  for (size_t k = 1; status; k++) {
    test_memory_fail_at(&memory, k);
    carom_mesh_release(read_back(&b, &allocator, &status));
    ck_assert(status == CAROM_OK || status == CAROM_OUT_OF_MEMORY);
    ck_assert(test_memory_is_clean(&memory));
  }
  carom_mesh_release(mesh);
  free(b.data);
}
END_TEST

/* A corner, a material, the sides or the form: each changes the hash. */
START_TEST(hashes_tell_contents_apart) {
  uint64_t hashes[6];
  for (int i = 0; i < 6; i++) {
    soup s = soup_ball(6, 8, 1);
    if (i == 1) s.vertices[9].x += 0.001f;
    if (i == 2) s.materials[3]++;
    carom_mesh_def def = soup_def(&s);
    carom_mesh *mesh;
    def.sides = i == 3 ? CAROM_MESH_ONE_SIDED : CAROM_MESH_SOLID;
    def.compact = i == 4;
    ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
    hashes[i] = mesh->asset.hash;
    carom_mesh_release(mesh);
    soup_free(&s);
  }
  ck_assert_uint_eq(hashes[0], hashes[5]);
  for (int a = 0; a < 5; a++)
    for (int b = 0; b < a; b++) ck_assert_uint_ne(hashes[a], hashes[b]);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mesh_archive");
  TCase *tcase = tcase_create("mesh_archive");
  tcase_set_timeout(tcase, 600);
  tcase_add_loop_test(tcase, there_and_back, 0, 2 * KINDS);
  tcase_add_loop_test(tcase, forged_bytes_are_refused, 0, 6);
  tcase_add_loop_test(tcase, forged_bytes_are_refused, KINDS, KINDS + 6);
  tcase_add_test(tcase, each_rule_is_kept);
  tcase_add_loop_test(tcase, forged_heads_are_refused, 0, 2);
  tcase_add_test(tcase, what_is_behind_the_words_is_zero);
  tcase_add_loop_test(tcase, memory_may_run_out, 0, 2);
  tcase_add_test(tcase, hashes_tell_contents_apart);
  suite_add_tcase(suite, tcase);
  return suite;
}
