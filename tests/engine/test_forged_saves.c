/* test_forged_saves.c: saves that were changed by someone who knows what each byte means and the checksum. */
#include "idpool.h"
#include "program.h"
#include "save_layout.h"

/* Sets the n-th field of a name, signs, and tells whether the save is loaded. */
static carom_status load_with(program_bytes saved, const char *name, size_t n, uint64_t value) {
  carom_world *loaded = NULL;
  save_layout l = save_layout_of(saved.data, saved.size);
  ck_assert(save_layout_is_whole(&l));
  const save_field *field = save_find(&l, name, n);
  size_t width = save_width(field->type);
  uint64_t old = save_word(&l, field->at, width);
  save_put(saved.data + field->at, width, value, false);
  save_sign(saved.data, saved.size);
  carom_status status = carom_world_load(NULL, &program_users, saved.data, saved.size, &loaded);
  save_put(saved.data + field->at, width, old, false);
  save_sign(saved.data, saved.size);
  carom_world_destroy(loaded);
  free(l.fields);
  return status;
}

static uint64_t value_of(program_bytes saved, const char *name, size_t n) {
  save_layout l = save_layout_of(saved.data, saved.size);
  const save_field *field = save_find(&l, name, n);
  uint64_t value = save_word(&l, field->at, save_width(field->type));
  free(l.fields);
  return value;
}

static void expect_refused(program_bytes saved, const char *name, size_t n, uint64_t value) {
  ck_assert_msg(load_with(saved, name, n, value) == CAROM_BAD_SNAPSHOT, "%s %zu: %llx", name, n,
                (unsigned long long)value);
}

static void expect_taken(program_bytes saved, const char *name, size_t n, uint64_t value) {
  ck_assert_msg(load_with(saved, name, n, value) == CAROM_OK, "%s %zu: %llx", name, n,
                (unsigned long long)value);
}

/* --- Ids --- */

/* Slots 0 and 1 are free, 2 is not. */
START_TEST(no_slot_is_free_that_was_never_used) {
  carom_world *world = support_world();
  carom_body bodies[3];
  for (int i = 0; i < 3; i++) bodies[i] = support_ball(world, CAROM_KINEMATIC, 10.0 * i);
  for (int i = 0; i < 2; i++) carom_body_destroy(world, bodies[i]);
  support_step(world);
  program_bytes saved = program_save(world);
  for (size_t slot = 0; slot < 2; slot++) {
    const char *const pools[2][2] = {{"body generation", "vacant body"},
                                     {"collider generation", "vacant collider"}};
    for (int i = 0; i < 2; i++) {
      const char *generation = pools[i][0], *vacant = pools[i][1];
      expect_taken(saved, generation, slot, 4);
      expect_refused(saved, generation, slot, 0);
      expect_refused(saved, generation, slot, CAROM__GENERATIONS);
      expect_refused(saved, generation, slot, CAROM__GENERATIONS + 2);
      expect_refused(saved, vacant, slot, 2);
      expect_refused(saved, vacant, slot, 3);
      expect_refused(saved, vacant, slot, value_of(saved, vacant, 1 - slot));
    }
  }
  free(saved.data);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("forged_saves");
  TCase *tests = tcase_create("forged_saves");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, no_slot_is_free_that_was_never_used);
  suite_add_tcase(suite, tests);
  return suite;
}
