/* input.c: makes and reads meshes. */
#include "input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/random.h"
#include "files.h"
#include "ply.h"
#include "spm.h"

static bool allocate(mesh_input *m, size_t vertices, size_t triangles) {
  m->vertices = malloc(vertices * sizeof *m->vertices);
  m->triangles = malloc(triangles * sizeof *m->triangles);
  m->vertex_count = m->triangle_count = 0;
  return m->vertices && m->triangles;
}

static uint32_t add_vertex(mesh_input *m, float x, float y, float z) {
  m->vertices[m->vertex_count] = (carom_vec3){x, y, z};
  return m->vertex_count++;
}

static void add_triangle(mesh_input *m, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t *t = m->triangles[m->triangle_count++];
  t[0] = a, t[1] = b, t[2] = c;
}

/* --- A scan --- */

static float bump(float u, float v) {
  return 1 + 0.2f * sinf(5 * u) * cosf(3 * v) + 0.05f * sinf(23 * u + 1) * sinf(19 * v);
}

bool mesh_input_scan(uint32_t triangles, mesh_input *m) {
  uint32_t around = (uint32_t)sqrtf((float)triangles), rings = triangles / around / 2;
  uint64_t random = 1;
  if (!allocate(m, (size_t)rings * around + 2, 2 * (size_t)rings * around)) return false;
  const float pi = 3.14159265f;
  uint32_t south = add_vertex(m, 0, 0, -1), north = add_vertex(m, 0, 0, 1);
  for (uint32_t r = 0; r < rings; r++)
    for (uint32_t i = 0; i < around; i++) {
      float v = pi * ((float)(r + 1) / (float)(rings + 1) - 0.5f), u = 2 * pi * (float)i / (float)around;
      float size = bump(u, v) * random_in(&random, 0.999f, 1.001f);
      add_vertex(m, size * cosf(v) * cosf(u), size * cosf(v) * sinf(u), size * sinf(v));
    }
  for (uint32_t i = 0; i < around; i++) {
    uint32_t j = (i + 1) % around, top = 2 + (rings - 1) * around;
    add_triangle(m, south, 2 + j, 2 + i);
    add_triangle(m, north, top + i, top + j);
    for (uint32_t r = 0; r + 1 < rings; r++) {
      uint32_t low = 2 + r * around, high = low + around;
      add_triangle(m, low + i, low + j, high + j);
      add_triangle(m, low + i, high + j, high + i);
    }
  }
  m->name = "scan";
  return true;
}

/* --- A level --- */

static void add_box(mesh_input *m, carom_vec3 at, carom_vec3 half) {
  static const uint32_t faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  uint32_t first = m->vertex_count;
  for (int k = 0; k < 8; k++)
    add_vertex(m, at.x + (k & 1 ? half.x : -half.x), at.y + (k & 2 ? half.y : -half.y),
               at.z + (k & 4 ? half.z : -half.z));
  for (int f = 0; f < 6; f++) {
    const uint32_t *q = faces[f];
    add_triangle(m, first + q[0], first + q[1], first + q[2]);
    add_triangle(m, first + q[0], first + q[2], first + q[3]);
  }
}

bool mesh_input_level(uint32_t triangles, mesh_input *m) {
  uint32_t boxes = triangles / 12;
  uint64_t random = 2;
  float side = 3 * sqrtf((float)boxes);
  if (!allocate(m, 8 * (size_t)boxes, 12 * (size_t)boxes)) return false;
  for (uint32_t i = 0; i < boxes; i++) {
    carom_vec3 at = random_vec3(&random, 0, side), half;
    at.z = random_in(&random, 0, 3);
    half = (carom_vec3){random_magnitude(&random, -1.5f, 0.7f), random_magnitude(&random, -1.5f, 0.7f),
                        random_magnitude(&random, -1.5f, 0.3f)};
    add_box(m, at, half);
  }
  m->name = "level";
  return true;
}

/* --- A file --- */

static bool read_numbers(FILE *file, mesh_input *m, uint32_t vertices, uint32_t triangles) {
  for (uint32_t i = 0; i < vertices; i++) {
    carom_vec3 v;
    if (fscanf(file, "%f %f %f", &v.x, &v.y, &v.z) != 3) return false;
    add_vertex(m, v.x, v.y, v.z);
  }
  for (uint32_t i = 0; i < triangles; i++) {
    uint32_t count, a, b, c;
    if (fscanf(file, "%u %u %u %u", &count, &a, &b, &c) != 4 || count != 3) return false;
    add_triangle(m, a, b, c);
  }
  return true;
}

static bool read_off(const char *path, mesh_input *m) {
  uint32_t vertices, triangles, edges;
  FILE *file = fopen(path, "r");
  if (!file) return false;
  bool done = fscanf(file, " OFF %u %u %u", &vertices, &triangles, &edges) == 3 && triangles > 0 &&
              allocate(m, vertices, triangles) && read_numbers(file, m, vertices, triangles);
  fclose(file);
  return done;
}

/* Takes arrays as the readers of samples/level make them. */
static bool copy(mesh_input *m, const float *vertices, size_t vertex_count, const uint32_t *triangles,
                 size_t triangle_count) {
  if (!allocate(m, vertex_count, triangle_count)) return false;
  for (size_t i = 0; i < vertex_count; i++)
    add_vertex(m, vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]);
  for (size_t i = 0; i < triangle_count; i++)
    add_triangle(m, triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]);
  return true;
}

static bool read_ply(const unsigned char *bytes, size_t size, mesh_input *m) {
  ply model;
  const char *why;
  if (!ply_parse(&model, bytes, size, &why)) return false;
  bool done = copy(m, model.vertices, model.vertex_count, model.triangles, model.triangle_count);
  ply_free(&model);
  return done;
}

static bool read_spm(const unsigned char *bytes, size_t size, mesh_input *m) {
  spm model;
  const char *why;
  if (!spm_parse(&model, bytes, size, &why)) return false;
  bool done = copy(m, model.vertices, model.vertex_count, model.triangles, model.triangle_count);
  spm_free(&model);
  return done;
}

bool mesh_input_read(const char *path, mesh_input *m) {
  const char *name = strrchr(path, '/'), *dot = strrchr(path, '.');
  *m = (mesh_input){.name = name ? name + 1 : path};
  bool is_ply = dot && strcmp(dot, ".ply") == 0, is_spm = dot && strcmp(dot, ".spm") == 0;
  unsigned char *bytes;
  size_t size;
  if (!is_ply && !is_spm) return read_off(path, m);
  if (!file_read(path, &bytes, &size)) return false;
  bool done = is_ply ? read_ply(bytes, size, m) : read_spm(bytes, size, m);
  free(bytes);
  return done;
}

/* --- All --- */

static float longest_edge(const mesh_input *m, const uint32_t t[3]) {
  float most = 0;
  for (int k = 0; k < 3; k++) {
    carom_vec3 a = m->vertices[t[k]], b = m->vertices[t[(k + 1) % 3]];
    most = fmaxf(most, (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
  }
  return sqrtf(most);
}

void mesh_input_scale(mesh_input *m) {
  double sum = 0;
  for (uint32_t i = 0; i < m->triangle_count; i++) sum += (double)longest_edge(m, m->triangles[i]);
  float scale = (float)(m->triangle_count / sum);
  for (uint32_t i = 0; i < m->vertex_count; i++) {
    carom_vec3 *v = &m->vertices[i];
    *v = (carom_vec3){v->x * scale, v->y * scale, v->z * scale};
  }
}

void mesh_input_free(mesh_input *m) {
  free(m->vertices);
  free(m->triangles);
}
