/* motions.h: the bodies of each scene, and how the game moves them. */
#ifndef CLUSTER_MOTIONS_H
#define CLUSTER_MOTIONS_H

#include "scene.h"

void gas_define(const setting *s, uint64_t id, thing_def *out);
void fast_define(const setting *s, uint64_t id, thing_def *out);
void planar_define(const setting *s, uint64_t id, thing_def *out);
void push_define(const setting *s, uint64_t id, thing_def *out);
void city_define(const setting *s, uint64_t id, thing_def *out);
uint32_t city_statics(setting *s);

/* Straight on, and back at the walls. */
void fly(const setting *s, uint64_t id, uint64_t step, const carom_world *world, carom_body body, move *out);
/* The same, where the game computes the pose from the number of the step. */
void push_act(const setting *s, uint64_t id, uint64_t step, const carom_world *world, carom_body body,
              move *out);
/* Along a rectangle of streets. */
void city_act(const setting *s, uint64_t id, uint64_t step, const carom_world *world, carom_body body,
              move *out);

#endif
