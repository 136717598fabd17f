/* engine.h: what carom and the other engines have in common: a mesh and a shape go in, questions are
 * answered.
 */
#ifndef CAROM_BENCH_MESH_ENGINE_H
#define CAROM_BENCH_MESH_ENGINE_H

#include <carom/shape.h>

#include "mesh/input.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum meeting_question {
  MEETING_OVERLAP,
  MEETING_MANIFOLD, /* one normal */
  MEETING_CONTACTS, /* patches, or as many points as the engine gives */
  MEETING_CLOSEST,
  MEETING_QUESTIONS
} meeting_question;

typedef struct meeting_engine {
  const char *name;
  /* What it makes of the mesh is never released. */
  void *(*create)(const mesh_input *input, const carom_mesh *mesh);
  /* Takes the shape that asks, or the mesh itself for NULL; false when it has no such shape. */
  bool (*take)(void *state, const carom_shape *shape);
  /* Asks with the shape at a pose, and returns how much was found. NULL: not offered. */
  size_t (*ask[MEETING_QUESTIONS])(void *state, const carom_pose *pose);
} meeting_engine;

extern const meeting_engine meeting_carom, meeting_bullet, meeting_ode, meeting_fcl;

#ifdef __cplusplus
}
#endif

#endif
