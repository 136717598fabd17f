/* test_alloc.c: the allocator's calls, arrays and the arena, with memory that is counted and refused. */
#include "alloc.h"
#include "arena.h"
#include "array.h"
#include "test_memory.h"
#include "testing.h"

typedef CAROM__ARRAY(uint32_t) u32_array;

START_TEST(alloc_counts_and_frees) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  ck_assert_ptr_null(carom__alloc(&allocator, 0));
  ck_assert_uint_eq(memory.requests, 0);
  char *block = carom__alloc(&allocator, 10);
  ck_assert_ptr_nonnull(block);
  memcpy(block, "012345678", 10);
  block = carom__realloc(&allocator, block, 10, 1000);
  ck_assert_str_eq(block, "012345678");
  block = carom__realloc(&allocator, block, 1000, 4);
  ck_assert_int_eq(memcmp(block, "0123", 4), 0);
  ck_assert_uint_eq(memory.live_bytes, 4);
  ck_assert_ptr_null(carom__realloc(&allocator, block, 4, 0));
  carom__free(&allocator, NULL, 0);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

START_TEST(refused_realloc_keeps_the_block) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  char *block = carom__alloc(&allocator, 4);
  memcpy(block, "abc", 4);
  test_memory_fail_all(&memory);
  ck_assert_ptr_null(carom__alloc(&allocator, 1));
  ck_assert_ptr_null(carom__realloc(&allocator, block, 4, 8));
  ck_assert_str_eq(block, "abc");
  carom__free(&allocator, block, 4);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

static void use_default(const carom_allocator *allocator) {
  ck_assert_ptr_null(carom__alloc(allocator, 0));
  char *block = carom__alloc(allocator, 4);
  memcpy(block, "abc", 4);
  block = carom__realloc(allocator, block, 4, 100000);
  ck_assert_str_eq(block, "abc");
  ck_assert_ptr_null(carom__realloc(allocator, block, 100000, 0));
  block = carom__realloc(allocator, NULL, 0, 16);
  ck_assert_ptr_nonnull(block);
  carom__free(allocator, block, 16);
  carom__free(allocator, NULL, 0);
}

START_TEST(default_is_the_c_library) {
  carom_allocator zero = {0};
  use_default(NULL);
  use_default(&zero);
}
END_TEST

START_TEST(array_grows_geometrically) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  u32_array array = {0};
  uint32_t refused = 0, wrong = 0, n = 100000;
  for (uint32_t i = 0; i < n; i++) {
    if (carom__array_reserve(&allocator, &array, array.count + 1)) refused++;
    wrong += (uintptr_t)array.data % 64 != 0;
    carom__array_push(&array, i);
  }
  for (uint32_t i = 0; i < n; i++) wrong += array.data[i] != i;
  ck_assert_uint_eq(refused, 0);
  ck_assert_uint_eq(wrong, 0);
  ck_assert_uint_eq(array.count, n);
  ck_assert_uint_le(memory.requests, 30);
  ck_assert_uint_le(array.capacity, n + n / 8);
  ck_assert_uint_eq(memory.live_bytes, array.capacity * sizeof(uint32_t) + 64);
  carom__array_free(&allocator, &array);
  ck_assert_ptr_null(array.data);
  ck_assert_uint_eq(array.count + array.capacity, 0);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

START_TEST(lean_arrays_grow_by_a_sixteenth) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  u32_array array = {0};
  for (size_t want = 1; want < 100000; want += want / 32 + 1) {
    size_t requests = memory.requests;
    size_t before = array.capacity;
    ck_assert_int_eq(carom__array_reserve_lean(&allocator, &array, want), CAROM_OK);
    ck_assert_uint_eq(array.capacity, want <= before ? before : want + want / 16);
    ck_assert_uint_eq(memory.requests, requests + (want > before));
    for (size_t i = 0; i < array.count; i++) ck_assert_uint_eq(array.data[i], i);
    for (uint32_t i = (uint32_t)array.count; i < want; i++) carom__array_push(&array, i);
  }
  size_t capacity = array.capacity;
  ck_assert_int_eq(carom__array_reserve_lean(&allocator, &array, SIZE_MAX / 4), CAROM_OUT_OF_MEMORY);
  test_memory_fail_all(&memory);
  ck_assert_int_eq(carom__array_reserve_lean(&allocator, &array, capacity + 1), CAROM_OUT_OF_MEMORY);
  ck_assert(array.capacity == capacity && array.data[capacity / 2] == capacity / 2);
  carom__array_free(&allocator, &array);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

START_TEST(array_reserve_is_exact_enough) {
  u32_array array = {0};
  ck_assert_int_eq(carom__array_reserve(NULL, &array, 0), CAROM_OK);
  ck_assert_ptr_null(array.data);
  ck_assert_int_eq(carom__array_reserve(NULL, &array, 1000), CAROM_OK);
  ck_assert_uint_eq(array.capacity, 1000);
  const uint32_t *before = array.data;
  ck_assert_int_eq(carom__array_reserve(NULL, &array, 1000), CAROM_OK);
  ck_assert_ptr_eq(array.data, before);
  carom__array_free(NULL, &array);
}
END_TEST

START_TEST(array_refusal_changes_nothing) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  u32_array array = {0};
  ck_assert_int_eq(carom__array_reserve(&allocator, &array, 3), CAROM_OK);
  carom__array_push(&array, 7);
  u32_array before = array;
  test_memory_fail_all(&memory);
  size_t wants[] = {array.capacity + 1, SIZE_MAX / 8, SIZE_MAX / 4, SIZE_MAX / 4 + 1, SIZE_MAX};
  for (size_t i = 0; i < sizeof wants / sizeof *wants; i++) {
    ck_assert_int_eq(carom__array_reserve(&allocator, &array, wants[i]), CAROM_OUT_OF_MEMORY);
    ck_assert_int_eq(memcmp(&before, &array, sizeof array), 0);
  }
  ck_assert_uint_eq(array.data[0], 7);
  carom__array_free(&allocator, &array);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

/* Sizes that want more than the address space must be refused by us, before any allocator sees a product that
 * has wrapped. */
START_TEST(array_overflow_is_refused) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  u32_array array = {0};
  ck_assert_int_eq(carom__array_reserve(&allocator, &array, SIZE_MAX / 4 + 1), CAROM_OUT_OF_MEMORY);
  ck_assert_int_eq(carom__array_reserve(&allocator, &array, SIZE_MAX / 4 + 2), CAROM_OUT_OF_MEMORY);
  ck_assert_uint_eq(memory.requests, 0);
}
END_TEST

enum { PIECES = 200 };

typedef struct piece {
  unsigned char *data;
  size_t size;
} piece;

/* Takes random pieces, fills each with its number, and returns how many were refused, misaligned or came to
 * harm. */
static size_t arena_round(carom__arena *arena, uint64_t *random, uint32_t largest) {
  piece pieces[PIECES];
  size_t wrong = 0;
  for (size_t i = 0; i < PIECES; i++) {
    size_t element = 1 + test_below(random, 24), count = test_below(random, largest);
    pieces[i] = (piece){carom__arena_alloc(arena, count, element), count * element};
    if (!pieces[i].data || (uintptr_t)pieces[i].data % 64 != 0) return PIECES;
    memset(pieces[i].data, (int)i, pieces[i].size);
  }
  for (size_t i = 0; i < PIECES; i++)
    for (size_t k = 0; k < pieces[i].size; k++) wrong += pieces[i].data[k] != (unsigned char)i;
  return wrong;
}

START_TEST(arena_pieces_are_apart_and_aligned) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom__arena arena;
  carom__arena_init(&arena, &allocator);
  for (uint64_t seed = 1; seed <= 40; seed++) {
    uint64_t random = seed;
    size_t wrong = arena_round(&arena, &random, seed % 2 ? 40 : 2000);
    ck_assert_msg(wrong == 0, "seed %d: %zu wrong", (int)seed, wrong);
    if (seed % 3) carom__arena_reset(&arena);
  }
  carom__arena_free(&arena);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

START_TEST(arena_is_quiet_once_warm) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom__arena arena;
  carom__arena_init(&arena, &allocator);
  uint64_t random = 5;
  ck_assert_uint_eq(arena_round(&arena, &random, 1000), 0);
  size_t used = arena.used;
  ck_assert_uint_gt(memory.live_blocks, 1);
  carom__arena_reset(&arena);
  ck_assert_uint_eq(memory.live_blocks, 1);
  ck_assert_uint_ge(memory.live_bytes, used);
  ck_assert_uint_eq(arena.used, 0);
  size_t requests = memory.requests;
  for (int step = 0; step < 10; step++) {
    random = 5;
    ck_assert_uint_eq(arena_round(&arena, &random, 1000), 0);
    ck_assert_uint_eq(arena.used, used);
    carom__arena_reset(&arena);
  }
  ck_assert_uint_eq(memory.requests, requests);
  carom__arena_free(&arena);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

static void arena_use(carom__arena *arena, size_t bytes) {
  ck_assert_ptr_nonnull(carom__arena_alloc(arena, bytes, 1));
  carom__arena_reset(arena);
}

/* What one round in fifty needs stays, and so does what is little; the rest goes back. */
START_TEST(arena_gives_back_what_no_round_needs) {
  enum { MUCH = 1000000, SOME = 100000, LITTLE = 1000 };
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom__arena arena;
  carom__arena_init(&arena, &allocator);
  arena_use(&arena, MUCH);
  size_t requests = memory.requests;
  for (size_t i = 0; i < 1000; i++) arena_use(&arena, i % 50 == 49 ? MUCH : SOME);
  ck_assert_uint_eq(memory.requests, requests);
  for (size_t i = 0; i < 200; i++) arena_use(&arena, SOME);
  ck_assert_uint_eq(memory.requests, requests + 1);
  ck_assert_uint_ge(carom__arena_size(&arena), SOME);
  ck_assert_uint_le(memory.live_bytes, SOME + SOME / 4);
  for (size_t i = 0; i < 400; i++) arena_use(&arena, SOME / 2 + i * 100);
  ck_assert_uint_eq(memory.requests, requests + 1);
  test_memory_fail_all(&memory);
  for (int i = 0; i < 200; i++) carom__arena_reset(&arena);
  ck_assert_uint_eq(carom__arena_size(&arena), 0);
  test_memory_fail_at(&memory, 0);
  arena_use(&arena, LITTLE);
  requests = memory.requests;
  for (int i = 0; i < 200; i++) carom__arena_reset(&arena);
  ck_assert_uint_eq(memory.requests, requests);
  carom__arena_free(&arena);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

START_TEST(arena_growth_takes_few_blocks) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom__arena arena;
  carom__arena_init(&arena, &allocator);
  size_t refused = 0;
  for (int i = 0; i < 100000; i++) refused += !carom__arena_alloc(&arena, 1, 100);
  ck_assert_uint_eq(refused, 0);
  ck_assert_uint_le(memory.requests, 24);
  ck_assert_uint_le(memory.live_bytes, 2 * arena.used);
  carom__arena_free(&arena);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

START_TEST(arena_refusals) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom__arena arena;
  carom__arena_init(&arena, &allocator);
  ck_assert_ptr_null(carom__arena_alloc(&arena, SIZE_MAX / 2, 3));
  ck_assert_ptr_null(carom__arena_alloc(&arena, SIZE_MAX, 1));
  ck_assert_ptr_null(carom__arena_alloc(&arena, SIZE_MAX - 63, 1));
  ck_assert_uint_eq(memory.requests, 0);
  test_memory_fail_all(&memory);
  ck_assert_ptr_null(carom__arena_alloc(&arena, 1, 1));
  ck_assert_uint_eq(arena.used, 0);
  test_memory_fail_at(&memory, 0);
  unsigned char *first = carom__arena_alloc(&arena, 1, 1);
  *first = 42;
  size_t used = arena.used;
  test_memory_fail_all(&memory);
  ck_assert_ptr_null(carom__arena_alloc(&arena, 1000000, 1));
  ck_assert_uint_eq(arena.used, used);
  ck_assert_uint_eq(*first, 42);
  ck_assert_ptr_nonnull(carom__arena_alloc(&arena, 1, 1));
  carom__arena_free(&arena);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

/* The generous block is refused, the needed one given; then a reset that finds no memory for the joint
 * block. */
START_TEST(arena_makes_do_with_little) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom__arena arena;
  carom__arena_init(&arena, &allocator);
  test_memory_fail_at(&memory, 1);
  ck_assert_ptr_nonnull(carom__arena_alloc(&arena, 10, 1));
  ck_assert_uint_lt(memory.live_bytes, 1000);
  ck_assert_ptr_nonnull(carom__arena_alloc(&arena, 10, 1));
  ck_assert_uint_eq(memory.live_blocks, 2);
  test_memory_fail_all(&memory);
  carom__arena_reset(&arena);
  ck_assert_uint_eq(memory.live_blocks, 0);
  ck_assert_ptr_null(carom__arena_alloc(&arena, 10, 1));
  test_memory_fail_at(&memory, 0);
  ck_assert_ptr_nonnull(carom__arena_alloc(&arena, 10, 1));
  carom__arena_free(&arena);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

START_TEST(arena_of_nothing) {
  carom__arena arena;
  carom__arena_init(&arena, NULL);
  carom__arena_reset(&arena);
  ck_assert_ptr_nonnull(carom__arena_alloc(&arena, 0, 16));
  ck_assert_ptr_nonnull(carom__arena_alloc(&arena, 16, 0));
  carom__arena_free(&arena);
  ck_assert_ptr_null(arena.blocks);
  carom__arena_free(&arena);
}
END_TEST

static TCase *alloc_case(void) {
  TCase *tcase = tcase_create("alloc");
  tcase_add_test(tcase, alloc_counts_and_frees);
  tcase_add_test(tcase, refused_realloc_keeps_the_block);
  tcase_add_test(tcase, default_is_the_c_library);
  return tcase;
}

static TCase *array_case(void) {
  TCase *tcase = tcase_create("array");
  tcase_add_test(tcase, array_grows_geometrically);
  tcase_add_test(tcase, lean_arrays_grow_by_a_sixteenth);
  tcase_add_test(tcase, array_reserve_is_exact_enough);
  tcase_add_test(tcase, array_refusal_changes_nothing);
  tcase_add_test(tcase, array_overflow_is_refused);
  return tcase;
}

static TCase *arena_case(void) {
  TCase *tcase = tcase_create("arena");
  tcase_add_test(tcase, arena_pieces_are_apart_and_aligned);
  tcase_add_test(tcase, arena_is_quiet_once_warm);
  tcase_add_test(tcase, arena_gives_back_what_no_round_needs);
  tcase_add_test(tcase, arena_growth_takes_few_blocks);
  tcase_add_test(tcase, arena_refusals);
  tcase_add_test(tcase, arena_makes_do_with_little);
  tcase_add_test(tcase, arena_of_nothing);
  return tcase;
}

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("alloc");
  suite_add_tcase(suite, alloc_case());
  suite_add_tcase(suite, array_case());
  suite_add_tcase(suite, arena_case());
  return suite;
}
