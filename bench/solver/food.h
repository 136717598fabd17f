/* food.h: who finds the contacts, and who solves them. Each is told the same scene. */
#ifndef CAROM_BENCH_SOLVER_FOOD_H
#define CAROM_BENCH_SOLVER_FOOD_H

#ifdef __cplusplus
extern "C" {
#endif

#include "../../samples/solver/scene.h"

typedef struct food_contact {
  uint32_t a, b;
  carom_vec3 normal; /* unit, from a to b */
  /* A feature is a name: the same from step to step, while the point is the same. */
  const carom_contact_point *points;
  uint32_t count;
  uint64_t *values; /* what a solver keeps with the points */
} food_contact;

/* Finds contacts. What it makes is never released. */
typedef struct food {
  const char *name;
  void *(*create)(const scene *from, bool near); /* near: also of what is apart, where that can be chosen */
  void (*place)(void *state, size_t body, const carom_pose *pose);
  const food_contact *(*collide)(void *state, size_t *count);
} food;

/* Moves bodies. What it makes is never released. */
typedef struct motor {
  const char *name;
  bool near;                                      /* does it take points of what is apart? */
  void *(*create)(const scene *from, float slop); /* the depth that contacts are left with */
  void (*move)(void *state, const food_contact *contacts, size_t count, float dt);
  void (*get_pose)(void *state, size_t body, carom_pose *out); /* of the body, not of its centre of mass */
} motor;

/* The food of carom, from a world of another definition. */
void *food_carom_create(const scene *from, const carom_world_def *def);

/* The second asks for eight points. */
extern const food food_carom, food_carom_eight, food_bullet, food_ode;
extern const motor motor_soft, motor_ode;

#ifdef __cplusplus
}
#endif

#endif
