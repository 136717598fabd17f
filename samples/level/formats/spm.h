/* spm.h: the models of SuperTuxKart. */
#ifndef LEVEL_SPM_H
#define LEVEL_SPM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPM_NAME_SIZE 256

typedef struct spm {
  float *vertices; /* three a vertex: x, y up, z */
  uint32_t *triangles;
  uint8_t *materials; /* one a triangle */
  size_t vertex_count, vertex_capacity, triangle_count, triangle_capacity;
  char (*names)[SPM_NAME_SIZE]; /* of the picture of each material; may be empty */
  size_t name_count;
} spm;

/* Parses a file's bytes; false, with one sentence in *why and nothing to free, when they are no such model.
 */
bool spm_parse(spm *out, const unsigned char *bytes, size_t size, const char **why);

/* Frees what spm_parse has made; a zeroed spm is fine. */
void spm_free(spm *model);

#endif
