/* engine.h: what carom and the other engines have in common: a ground and a shape go in, questions are
 * answered. */
#ifndef CAROM_BENCH_MESH_ENGINE_H
#define CAROM_BENCH_MESH_ENGINE_H

#include <carom/shape.h>

#include "mesh/ground.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum meeting_question {
  MEETING_OVERLAP,
  MEETING_MANIFOLD, /* one normal */
  MEETING_CONTACTS, /* patches, or as many points as the engine gives */
  MEETING_CLOSEST,
  MEETING_RAY,  /* the first hit of the way from one end of a capsule to the other */
  MEETING_AABB, /* triangles whose bounds meet those of a box that is not turned */
  MEETING_QUESTIONS
} meeting_question;

typedef struct meeting_engine {
  const char *name;
  /* What it makes of the ground is never released. NULL when it has none of this kind. */
  void *(*create)(const meeting_ground *ground);
  /* Takes the shape that asks, or the mesh of the ground for NULL; false when it has no such shape. */
  bool (*take)(void *state, const carom_shape *shape);
  /* Asks with the shape at a pose, and returns how much was found. NULL: not offered. */
  size_t (*ask[MEETING_QUESTIONS])(void *state, const carom_pose *pose);
} meeting_engine;

extern const meeting_engine meeting_carom, meeting_bullet, meeting_ode, meeting_fcl;

#ifdef __cplusplus
}
#endif

#endif
