/* scenes.h: boxes that move as in games, for measuring whole steps. Every program sees the same ones.
 *
 * But for piles and HUGE, rooms are as large as gives about one pair of overlapping AABBs a body. */
#ifndef CAROM_BENCH_SCENES_H
#define CAROM_BENCH_SCENES_H

#include <carom/hull.h>

typedef struct bench_body {
  carom_vec3 position; /* now */
  carom_quat rotation;
  carom_vec3 half;
  carom_vec3 velocity, spin; /* units and radians a second */
  carom_vec3 home, room;     /* its centre stays between home and home + room */
  carom_vec3 phase, rate;    /* of its swing about home, where the scene is a lattice */
} bench_body;

typedef struct bench_scene {
  size_t kind, count;
  size_t mover_count; /* these come first; the others stand still */
  carom_vec3 low, high;
  float smallest, largest; /* half extents */
  uint32_t frame;
  bench_body *bodies;
  carom_hull **hulls; /* of the bodies of a level, which are never released; NULL: all bodies are boxes */
} bench_scene;

#define BENCH_FRAME (1 / 60.0f) /* seconds a frame */

size_t bench_scene_count(void);
const char *bench_scene_name(size_t kind);
void bench_scene_make(size_t kind, size_t count, bench_scene *out);
void bench_scene_free(bench_scene *scene);

/* Moves everything on by a frame: the game's part, which is not measured. */
void bench_scene_move(bench_scene *scene);

/* The AABB of a body now, and the axes of its rotation. */
carom_aabb bench_body_bounds(const bench_body *body);
carom_mat3 bench_body_axes(const bench_body *body);

#endif
