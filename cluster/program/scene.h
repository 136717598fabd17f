/* scene.h: what there is in a cluster, and how its bodies move. All of it follows from the seed and the ids.
 */
#ifndef CLUSTER_SCENE_H
#define CLUSTER_SCENE_H

#include <carom/carom.h>

enum { SCENE_ASSETS = 8 };

typedef struct scene scene;

/* A scene of some size. Static bodies have the ids 1..statics; then come those that move. */
typedef struct setting {
  const scene *scene;
  uint64_t seed;
  uint32_t statics, bodies;
  carom_region space; /* where the bodies stay */
  const carom_hull *hulls[SCENE_ASSETS];
  const carom_polygon *polygons[SCENE_ASSETS];
} setting;

/* What a body begins with. */
typedef struct thing_def {
  carom_body_def body;
  carom_collider_def collider;
  bool swept;
} thing_def;

/* What the game does with a body before a step. */
typedef struct move {
  bool placed, turned, replaced; /* gets the pose; gets the velocities; makes room for its successor */
  carom_pose pose;
  carom_vec3 linear, angular;
} move;

struct scene {
  const char *name, *help;
  bool planar;
  uint32_t bodies;   /* as usual */
  double reach;      /* of a body in a step (carom_cluster_def) */
  double room[3];    /* the sides of the space, as shares of the first */
  double density;    /* how many bodies there are in a cube, or a square, of side 1 */
  uint32_t lifetime; /* steps until a body has a successor; 0: none has */
  /* The number of static bodies, once the space is known; NULL: none. */
  uint32_t (*statics)(setting *s);
  void (*define)(const setting *s, uint64_t id, thing_def *out);
  /* Before step number `step`, 0 at first. */
  void (*act)(const setting *s, uint64_t id, uint64_t step, const carom_world *world, carom_body body,
              move *out);
};

/* The time of a step in seconds. */
#define SCENE_DT (1.0f / 64)

/* All scenes; ended by one without a name. */
extern const scene scene_list[];

const scene *scene_find(const char *name);

/* Writes a setting; bodies = 0: as usual. False: memory is out. */
bool setting_create(setting *out, const scene *kind, uint32_t bodies, uint64_t seed);
void setting_destroy(setting *s);

/* What the body with an id begins with. */
void setting_define(const setting *s, uint64_t id, thing_def *out);

/* What the game does with it before a step. */
void setting_act(const setting *s, uint64_t id, uint64_t step, const carom_world *world, carom_body body,
                 move *out);

/* Whoever comes after a body. */
uint64_t setting_successor(const setting *s, uint64_t id);

/* The place of a moving body, or of whoever was there before it, in 0..bodies - 1. */
uint32_t setting_place(const setting *s, uint64_t id);

#endif
