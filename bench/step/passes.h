/* passes.h: worlds to be measured, and the passes of their step one by one. */
#ifndef CAROM_BENCH_STEP_PASSES_H
#define CAROM_BENCH_STEP_PASSES_H

#include <carom/carom.h>

#include "moving/scenes.h"

/* All these end the program when something fails. */
carom_world *passes_world(void);
void passes_expect(carom_status status);
/* Puts the bodies where those of the scene are. */
void passes_pose(carom_world *world, const carom_body *bodies, const bench_scene *scene);

/* The passes of a step that come before the narrow phase; the candidates stay until the next step. */
void passes_bounds(carom_world *world);
void passes_pairs(carom_world *world);
void passes_cull(carom_world *world);
/* Ends a step that was begun so. */
void passes_end(carom_world *world);
size_t passes_body_pairs(const carom_world *world);
size_t passes_candidates(const carom_world *world);

/* Exchanges the trees of the bodies for the given ones: NULL is none, as if they had few colliders. */
typedef struct carom__obb_tree *passes_tree;
void passes_exchange_trees(carom_world *world, const carom_body *bodies, size_t count, passes_tree *trees);

#endif
