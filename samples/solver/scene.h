/* scene.h: bodies and joints as data, for the solver and for other engines. */
#ifndef SOLVER_SCENE_H
#define SOLVER_SCENE_H

#include "solver.h"

enum { DOMINOES = 40 };

typedef struct scene_body {
  carom_shape shape;
  carom_pose pose;
  float density; /* 0: static */
  carom_vec3 velocity;
  float friction, restitution;
  int group; /* a negative one: does not meet the same group */
} scene_body;

typedef struct scene {
  const char *name;
  scene_body *bodies;
  joint_def *joints;
  size_t body_count, joint_count, body_room, joint_room;
  carom_hull **hulls;
  size_t hull_count, hull_room;
  carom_field *field;
  carom_status status; /* the first thing that went wrong */
} scene;

/* A scene and how long it is shown. */
typedef struct scene_kind {
  const char *name, *text;
  void (*make)(scene *out);
  float seconds;
} scene_kind;

extern const scene_kind scene_kinds[];
extern const size_t scene_kind_count;

/* Returns the kind of a name, or NULL. */
const scene_kind *scene_find(const char *name);

void scene_make(scene *out, const scene_kind *kind);
void scene_free(scene *s);

/* Adds one body or joint, and returns its number. */
uint32_t scene_add(scene *s, carom_shape shape, carom_pos at, float density);
void scene_join(scene *s, const joint_def *def);

/* Makes the bodies and joints of a scene in an empty solver. */
carom_status scene_enter(const scene *s, solver *out);

#endif
