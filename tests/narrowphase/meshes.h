/* meshes.h: makers of triangle meshes for the tests. */
#ifndef CAROM_TEST_MESHES_H
#define CAROM_TEST_MESHES_H

#include <string.h>

#include "carom/mesh.h"
#include "mesh.h"
#include "testing.h"

/* Arrays as a game has them. */
typedef struct soup {
  carom_vec3 *vertices;
  uint32_t *indices; /* three for each triangle */
  uint8_t *materials;
  uint32_t vertex_count, triangle_count;
} soup;

static inline soup soup_make(uint32_t vertices, uint32_t triangles) {
  soup s = {calloc(vertices + 1, sizeof *s.vertices), calloc(3 * (size_t)triangles + 1, sizeof *s.indices),
            calloc(triangles + 1, 1), 0, 0};
  return s;
}

static inline void soup_free(soup *s) {
  free(s->vertices), free(s->indices), free(s->materials);
  *s = (soup){0};
}

static inline uint32_t soup_vertex(soup *s, float x, float y, float z) {
  s->vertices[s->vertex_count] = (carom_vec3){x, y, z};
  return s->vertex_count++;
}

static inline void soup_triangle(soup *s, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t *at = s->indices + 3 * (size_t)s->triangle_count;
  at[0] = a, at[1] = b, at[2] = c;
  s->materials[s->triangle_count] = (uint8_t)(s->triangle_count * 7);
  s->triangle_count++;
}

/* Adds two triangles, whose front is where a, b and c turn to the left. */
static inline void soup_quad(soup *s, carom_vec3 a, carom_vec3 b, carom_vec3 c, carom_vec3 d) {
  const carom_vec3 p[4] = {a, b, c, d};
  uint32_t at[4];
  for (int i = 0; i < 4; i++) at[i] = soup_vertex(s, p[i].x, p[i].y, p[i].z);
  soup_triangle(s, at[0], at[1], at[2]), soup_triangle(s, at[0], at[2], at[3]);
}

static inline carom_mesh_def soup_def(const soup *s) {
  return (carom_mesh_def){.vertices = &s->vertices->x,
                          .vertex_count = s->vertex_count,
                          .triangles = s->indices,
                          .triangle_count = s->triangle_count,
                          .materials = s->materials};
}

static inline carom_mesh *soup_mesh(const soup *s, carom_mesh_sides sides, carom_mesh_report *report) {
  carom_mesh_def def = soup_def(s);
  carom_mesh *mesh = NULL;
  def.sides = sides;
  carom_status status = carom_mesh_create(NULL, &def, report, &mesh);
  ck_assert_msg(status == CAROM_OK, "%s", carom_status_name(status));
  return mesh;
}

static inline carom_vec3 soup_corner(const soup *s, uint32_t triangle, int k) {
  return s->vertices[s->indices[3 * (size_t)triangle + (size_t)k]];
}

/* Triangles anywhere, of sizes of all magnitudes. */
static inline soup soup_random(uint64_t *random, uint32_t count, float reach) {
  soup s = soup_make(3 * count, count);
  for (uint32_t i = 0; i < count; i++) {
    carom_vec3 at = test_vec3(random, -reach, reach);
    float size = test_log_uniform(random, 0.01f, 1) * reach;
    for (int k = 0; k < 3; k++) {
      carom_vec3 v = test_vec3(random, -size, size);
      soup_vertex(&s, at.x + v.x, at.y + v.y, at.z + v.z);
    }
    soup_triangle(&s, 3 * i, 3 * i + 1, 3 * i + 2);
  }
  return s;
}

/* On a grid of whole numbers, so that much is flat, doubled, and in planes. */
static inline soup soup_degenerate(uint64_t *random, uint32_t count, uint32_t side) {
  soup s = soup_make(side * side * side, count);
  for (uint32_t i = 0; i < side * side * side; i++)
    soup_vertex(&s, (float)(i % side), (float)(i / side % side), (float)(i / side / side));
  for (uint32_t i = 0; i < count; i++)
    soup_triangle(&s, test_below(random, s.vertex_count), test_below(random, s.vertex_count),
                  test_below(random, s.vertex_count));
  return s;
}

/* A jittered field of n x n cells; heights and middles move by up to `jitter` of a cell. */
static inline soup soup_field(uint64_t *random, uint32_t n, float jitter) {
  soup s = soup_make((n + 1) * (n + 1), 2 * n * n);
  for (uint32_t y = 0; y <= n; y++)
    for (uint32_t x = 0; x <= n; x++) {
      carom_vec3 v = test_vec3(random, -jitter, jitter);
      soup_vertex(&s, (float)x + 0.4f * v.x, (float)y + 0.4f * v.y, v.z);
    }
  for (uint32_t y = 0; y < n; y++)
    for (uint32_t x = 0; x < n; x++) {
      uint32_t a = y * (n + 1) + x, b = a + 1, c = a + n + 1, d = c + 1;
      soup_triangle(&s, a, b, d);
      soup_triangle(&s, a, d, c);
    }
  return s;
}

/* A closed ball of rings, with one vertex at each pole. */
static inline soup soup_ball(uint32_t rings, uint32_t around, float radius) {
  soup s = soup_make(rings * around + 2, 2 * rings * around);
  uint32_t south = soup_vertex(&s, 0, 0, -radius), north = soup_vertex(&s, 0, 0, radius);
  for (uint32_t r = 0; r < rings; r++)
    for (uint32_t i = 0; i < around; i++) {
      double pi = acos(-1), v = pi * ((double)(r + 1) / (rings + 1) - 0.5), u = 2 * pi * i / around;
      soup_vertex(&s, radius * (float)(cos(v) * cos(u)), radius * (float)(cos(v) * sin(u)),
                  radius * (float)sin(v));
    }
  for (uint32_t i = 0; i < around; i++) {
    uint32_t j = (i + 1) % around, top = 2 + (rings - 1) * around;
    soup_triangle(&s, south, 2 + j, 2 + i);
    soup_triangle(&s, north, top + i, top + j);
    for (uint32_t r = 0; r + 1 < rings; r++) {
      uint32_t low = 2 + r * around, high = low + around;
      soup_triangle(&s, low + i, low + j, high + j);
      soup_triangle(&s, low + i, high + j, high + i);
    }
  }
  return s;
}

/* A plane of strips whose vertices are between each other's: T-junctions everywhere. */
static inline soup soup_strips(uint32_t strips, uint32_t cells) {
  soup s = soup_make(4 * strips * cells, 2 * strips * cells);
  for (uint32_t y = 0; y < strips; y++)
    for (uint32_t x = 0; x < cells; x++) {
      float from = (float)x + 0.25f * (float)(y % 4), low = (float)y;
      uint32_t a = soup_vertex(&s, from, low, 0), b = soup_vertex(&s, from + 1, low, 0);
      uint32_t c = soup_vertex(&s, from + 1, low + 1, 0), d = soup_vertex(&s, from, low + 1, 0);
      soup_triangle(&s, a, b, c);
      soup_triangle(&s, a, c, d);
    }
  return s;
}

/* A cube of the size 1 of n x n cells a side. */
static inline soup soup_cube(uint32_t n) {
  soup s = soup_make(6 * (n + 1) * (n + 1), 12 * n * n);
  for (int side = 0; side < 6; side++) {
    uint32_t base = s.vertex_count;
    int k = side / 2, i = (k + 1) % 3, j = (k + 2) % 3;
    for (uint32_t y = 0; y <= n; y++)
      for (uint32_t x = 0; x <= n; x++) {
        float p[3];
        p[k] = (float)(side % 2), p[i] = (float)x / (float)n, p[j] = (float)y / (float)n;
        soup_vertex(&s, p[0], p[1], p[2]);
      }
    for (uint32_t y = 0; y < n; y++)
      for (uint32_t x = 0; x < n; x++) {
        uint32_t a = base + y * (n + 1) + x, b = a + 1, c = a + n + 1, d = c + 1;
        soup_triangle(&s, a, side % 2 ? b : d, side % 2 ? d : b);
        soup_triangle(&s, a, side % 2 ? d : c, side % 2 ? c : d);
      }
  }
  return s;
}

#endif
