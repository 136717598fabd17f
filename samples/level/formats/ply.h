/* ply.h: triangles of the Polygon File Format, as text. */
#ifndef LEVEL_PLY_H
#define LEVEL_PLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ply {
  float *vertices; /* three a vertex */
  uint32_t *triangles;
  size_t vertex_count, triangle_count;
} ply;

/* Parses a file's bytes: vertices that begin with x y z, and faces that are triangles. False, with one
 * sentence in *why and nothing to free, when they are no such file. */
bool ply_parse(ply *out, const unsigned char *bytes, size_t size, const char **why);

/* Frees what ply_parse has made; a zeroed ply is fine. */
void ply_free(ply *model);

#endif
