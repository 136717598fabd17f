/* mesh_pairs.h: which triangles of two meshes may meet.
 *
 * The trees of both are walked together (Gottschalk, Lin and Manocha, 1996). */
#ifndef CAROM_NARROWPHASE_MESH_PAIRS_H
#define CAROM_NARROWPHASE_MESH_PAIRS_H

#include "mesh.h"
#include "pose.h"

/* A mesh at the size of a shape. */
typedef struct carom__sized_mesh {
  const carom_mesh *mesh;
  carom_vec3 scale;
} carom__sized_mesh;

/* Receives up to eight triangles of A and of B, each in the frame of its shape: bit i of meets[k] says that
 * triangle i of A may meet triangle k of B. False ends the walk. */
typedef bool carom__mesh_pairs_fn(void *context, const carom__triangle_batch *a,
                                  const carom__triangle_batch *b, const uint8_t meets[CAROM__TRIANGLE_LANES]);

typedef struct carom__mesh_pairs {
  carom__sized_mesh a, b;
  carom__relative b_in_a;
  float margin; /* with what rounding may add; the visitor may make it less */
  bool nearest; /* the nearest pairs are wanted: boxes that are apart are compared by their distance */
  carom__mesh_pairs_fn *visit;
  void *context;
} carom__mesh_pairs;

/* Visits all pairs of triangles that are as near to each other as the margin, and few others, each once and
 * always in the same order; false when the visitor ended the walk. */
bool carom__mesh_pairs_walk(const carom__mesh_pairs *pairs);

#endif
