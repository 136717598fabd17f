/* input.h: the meshes of the benchmark. */
#ifndef CAROM_BENCH_MESH_INPUT_H
#define CAROM_BENCH_MESH_INPUT_H

#include <carom/types.h>

typedef struct mesh_input {
  const char *name;
  carom_vec3 *vertices;
  uint32_t (*triangles)[3];
  uint32_t vertex_count, triangle_count;
} mesh_input;

/* A ball with bumps, closed and smooth like a scan. */
bool mesh_input_scan(uint32_t triangles, mesh_input *out);
/* Streets, houses and poles: triangles of very unlike sizes, not joined. */
bool mesh_input_level(uint32_t triangles, mesh_input *out);
/* A file with triangles alone: .ply as text, .spm of SuperTuxKart, or of the Object File Format. */
bool mesh_input_read(const char *path, mesh_input *out);

/* Scales a mesh so that the mean of the longest edges of its triangles is 1. */
void mesh_input_scale(mesh_input *input);

void mesh_input_free(mesh_input *input);

#endif
