/* refusal.h: what the tests of wrong arguments share: a scene that every call leaves as it is, checks of what
 * a refusal must do, and a list of wrong poses. */
#ifndef CAROM_TEST_ENGINE_REFUSAL_H
#define CAROM_TEST_ENGINE_REFUSAL_H

#include <stdio.h>

#include "support.h"

/* A world with something alive and something destroyed. Every call of these tests is refused, so that the
 * hash never changes. */
typedef struct {
  carom_world *world;
  carom_body body, still, dead_body;
  carom_collider dead_collider;
  uint64_t hash;
  int told; /* calls of the log since the last look */
  carom_status told_status;
  char told_function[64];
} scene;

static inline void take_log(void *user, carom_status status, const char *function, const char *detail) {
  scene *s = user;
  s->told++;
  s->told_status = status;
  snprintf(s->told_function, sizeof s->told_function, "%s", function);
  ck_assert_ptr_nonnull(detail);
}

static inline void scene_make(scene *s) {
  const carom_world_def def = {.log = take_log, .log_user = s, .tag = 1, .user = s};
  *s = (scene){0};
  ck_assert_int_eq(carom_world_create(&def, &s->world), CAROM_OK);
  s->body = support_ball(s->world, CAROM_KINEMATIC, 0);
  s->still = support_ball(s->world, CAROM_STATIC, 1);
  s->dead_body = support_ball(s->world, CAROM_KINEMATIC, 1);
  s->dead_collider = support_collider_of(s->world, s->dead_body);
  carom_body_destroy(s->world, s->dead_body);
  support_step(s->world);
  s->hash = carom_world_hash(s->world);
}

/* A call that would have changed the world was refused; `function` as the log names it. */
static inline void refused(scene *s, carom_status got, carom_status want, const char *function) {
  ck_assert_msg(got == want, "%s: %s instead of %s", function, carom_status_name(got),
                carom_status_name(want));
  ck_assert_int_eq(carom_world_get_last_status(s->world), want);
  ck_assert_msg(s->told == 1 && s->told_status == want && strcmp(s->told_function, function) == 0,
                "%s: told %d times, %s by %s", function, s->told, carom_status_name(s->told_status),
                s->told_function);
  ck_assert_msg(carom_world_hash(s->world) == s->hash, "%s changed the world", function);
  s->told = 0;
}

/* A call that only reads was refused: nobody is told. */
static inline void unread(scene *s, carom_status got, carom_status want, const char *function) {
  ck_assert_msg(got == want, "%s: %s instead of %s", function, carom_status_name(got),
                carom_status_name(want));
  ck_assert_msg(s->told == 0, "%s told the log", function);
  ck_assert_msg(carom_world_hash(s->world) == s->hash, "%s changed the world", function);
}

/* What an out parameter is filled with before a refused call, and must hold after it. */
#define MARK 0x5A
static inline void untouched(const void *out, size_t size) {
  const unsigned char *bytes = out;
  size_t changed = 0;
  for (size_t i = 0; i < size; i++) changed += bytes[i] != MARK;
  ck_assert_uint_eq(changed, 0);
}

typedef struct {
  carom_pose pose;
  carom_status want;
} bad_pose;

static const bad_pose bad_poses[] = {
    {{{(double)NAN, 0, 0}, {0, 0, 0, 1}}, CAROM_NOT_FINITE},
    {{{0, (double)INFINITY, 0}, {0, 0, 0, 1}}, CAROM_NOT_FINITE},
    {{{0, 0, -(double)INFINITY}, {0, 0, 0, 1}}, CAROM_NOT_FINITE},
    {{{0, 0, 0}, {NAN, 0, 0, 1}}, CAROM_NOT_FINITE},
    {{{0, 0, 0}, {0, 0, 0, INFINITY}}, CAROM_NOT_FINITE},
    {{{1.0000001e9, 0, 0}, {0, 0, 0, 1}}, CAROM_OUT_OF_RANGE},
    {{{0, 0, -1e300}, {0, 0, 0, 1}}, CAROM_OUT_OF_RANGE},
    {{{0, 0, 0}, {0, 0, 0, 1.002f}}, CAROM_NOT_UNIT},
    {{{0, 0, 0}, {0.5f, 0.5f, 0.5f, 0.49f}}, CAROM_NOT_UNIT},
    {{{0, 0, 0}, {1e-20f, 0, 0, 0}}, CAROM_NOT_UNIT},
    {{{0, 0, 0}, {3e38f, 3e38f, 3e38f, 3e38f}}, CAROM_NOT_UNIT},
};
enum { BAD_POSES = sizeof bad_poses / sizeof *bad_poses };

#endif
