/* ground.h: what stands still while shapes meet it: a mesh, a height field, or many shapes as one. */
#ifndef CAROM_BENCH_MESH_GROUND_H
#define CAROM_BENCH_MESH_GROUND_H

#include <carom/shape.h>

#include "mesh/input.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A box, or the mesh of the ground at another place. */
typedef struct meeting_child {
  carom_shape shape;
  carom_pose pose;
} meeting_child;

typedef struct meeting_ground {
  const char *name;
  uint32_t size;     /* triangles, or children */
  carom_shape shape; /* for carom */
  const mesh_input *mesh;
  const float *heights; /* of a field: (cells + 1) x (cells + 1), 1 apart, rows along z; else NULL */
  uint32_t cells;
  float low, high;
  const meeting_child *children; /* of a compound; else NULL */
  size_t child_count;
} meeting_ground;

/* A mesh that is there already. */
meeting_ground ground_of_mesh(const mesh_input *input, const carom_mesh *mesh);

/* Hills of cells x cells squares. What the makers allocate is never released. */
meeting_ground ground_make_field(uint32_t cells);

/* Boxes of very unlike sizes, turned any way. */
meeting_ground ground_make_boxes(uint32_t count);

/* One scan of 5,000 triangles at many places. */
meeting_ground ground_make_instances(uint32_t count);

/* A random point of the surface, and the normal there. */
carom_vec3 ground_point(const meeting_ground *ground, uint64_t *random, carom_vec3 *normal);

#ifdef __cplusplus
}
#endif

#endif
