/* grounds.h: meshes of flat and of bent ground, with triangles of all forms. */
#ifndef CAROM_TEST_GROUNDS_H
#define CAROM_TEST_GROUNDS_H

#include "carom/mesh.h"
#include "testing.h"
#include "vec.h"

enum { GROUND_CELLS = 8, GROUND_VERTICES = 4 * 40 * GROUND_CELLS, GROUND_TRIANGLES = 2 * 40 * GROUND_CELLS };

/* The ground lies over the square from -1 to 1 in x and z. */
typedef struct ground {
  carom_vec3 vertices[GROUND_VERTICES];
  uint32_t indices[GROUND_TRIANGLES][3];
  uint32_t vertex_count, triangle_count;
} ground;

static inline uint32_t ground_vertex(ground *g, carom_vec3 p) {
  g->vertices[g->vertex_count] = p;
  return g->vertex_count++;
}

/* With its front up when the corners run clockwise as x and z are drawn. */
static inline void ground_triangle(ground *g, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t *t = g->indices[g->triangle_count++];
  t[0] = a, t[1] = b, t[2] = c;
}

/* Cells whose inner corners are moved at random, and divided along either diagonal. */
static inline void ground_grid(uint64_t *random, float (*height)(float x, float z), ground *g) {
  uint32_t n = GROUND_CELLS + 1;
  float cell = 2.0f / GROUND_CELLS;
  g->vertex_count = g->triangle_count = 0;
  for (uint32_t i = 0; i < n * n; i++) {
    uint32_t column = i % n, row = i / n;
    bool x_inner = column > 0 && column < n - 1 && 2 * column != n - 1, z_inner = row > 0 && row < n - 1;
    float x = -1 + cell * (float)column + (x_inner ? test_uniform(random, -0.3f, 0.3f) * cell : 0);
    float z = -1 + cell * (float)row + (z_inner ? test_uniform(random, -0.3f, 0.3f) * cell : 0);
    ground_vertex(g, vec3(x, height(x, z), z));
  }
  for (uint32_t i = 0; i < n * n; i++) {
    if (i % n == n - 1 || i / n == n - 1) continue;
    uint32_t a = i, b = i + 1, c = i + n, d = i + n + 1;
    bool turn = test_below(random, 2);
    ground_triangle(g, a, c, turn ? b : d);
    if (turn)
      ground_triangle(g, b, c, d);
    else
      ground_triangle(g, a, d, b);
  }
}

/* Strips along x, each divided at places of its own, so that no corner of one is a corner of the next. */
static inline void ground_strips(uint64_t *random, ground *g) {
  g->vertex_count = g->triangle_count = 0;
  for (uint32_t strip = 0; strip < GROUND_CELLS; strip++) {
    float low = -1 + 2.0f / GROUND_CELLS * (float)strip, high = -1 + 2.0f / GROUND_CELLS * (float)(strip + 1);
    uint32_t count = 2 + test_below(random, 12);
    float at = -1;
    for (uint32_t i = 0; i < count; i++) {
      float next = i + 1 == count ? 1 : at + (1 - at) * test_uniform(random, 0.05f, 0.5f);
      uint32_t a = ground_vertex(g, vec3(at, 0, low)), b = ground_vertex(g, vec3(next, 0, low));
      uint32_t c = ground_vertex(g, vec3(at, 0, high)), d = ground_vertex(g, vec3(next, 0, high));
      ground_triangle(g, a, c, d);
      ground_triangle(g, a, d, b);
      at = next;
    }
  }
}

static inline carom_mesh *ground_mesh(const ground *g, carom_mesh_sides sides) {
  carom_mesh *mesh = NULL;
  carom_mesh_def def = {.vertices = &g->vertices->x,
                        .vertex_count = g->vertex_count,
                        .triangles = g->indices,
                        .triangle_count = g->triangle_count,
                        .sides = sides};
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  return mesh;
}

#endif
