/* mesh_soup.h: the triangles of a mesh while it is built. */
#ifndef CAROM_NARROWPHASE_MESH_SOUP_H
#define CAROM_NARROWPHASE_MESH_SOUP_H

#include "arena.h"
#include "carom/mesh.h"

/* What a triangle is to the mesh. */
typedef enum carom__mesh_state {
  CAROM__MESH_KEPT,
  CAROM__MESH_FLAT,      /* on a line, with three places for its corners */
  CAROM__MESH_COLLAPSED, /* with two corners at one place */
  CAROM__MESH_DOUBLED,
  CAROM__MESH_LEFT_OUT /* by its material */
} carom__mesh_state;

typedef struct carom__mesh_soup {
  carom_vec3 *vertices;
  uint32_t (*triangles)[3]; /* vertices, as the game has them */
  uint32_t *first;          /* a vertex: the first one at its place */
  uint8_t *states;          /* a triangle: a carom__mesh_state */
  uint32_t vertex_count, triangle_count;
} carom__mesh_soup;

static inline uint8_t mesh_def_material(const carom_mesh_def *def, uint32_t triangle) {
  size_t stride = def->material_stride ? def->material_stride : 1;
  return def->materials ? def->materials[triangle * stride] : 0;
}

/* Reads and checks the arrays of a definition, and joins vertices; the soup lies in the arena. Triangles are
 * left out or, for the time being, kept. Vertices of a compact mesh move onto a grid of *step, which becomes
 * what floats of the largest coordinate have when it is less. */
carom_status carom__mesh_soup_read(const carom_mesh_def *def, float *step, carom__arena *arena,
                                   carom__mesh_soup *out);

/* Judges each triangle, and fills in the report. CAROM_OK or CAROM_OUT_OF_MEMORY. */
carom_status carom__mesh_soup_judge(carom__mesh_soup *soup, const carom_tasks *tasks, carom__arena *arena,
                                    carom_mesh_report *report);

/* Finds for each of `count` items of twelve bytes the first that has the same bytes. CAROM_OK or
 * CAROM_OUT_OF_MEMORY. */
carom_status carom__mesh_first_equal(const void *items, uint32_t count, carom__arena *arena, uint32_t *first);

#endif
