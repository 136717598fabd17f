/* inside: what is in a closed mesh touches it when the mesh is a solid. A small ball flies through a ring:
 * through the tube it touches all the way, and in the hole it does not. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>

enum { AROUND = 24, ACROSS = 12 };

/* A torus about the z axis, with fronts outside. */
static carom_mesh *make_ring(float radius, float thickness) {
  static float vertices[AROUND * ACROSS][3];
  static uint16_t triangles[2 * AROUND * ACROSS][3];
  for (int i = 0; i < AROUND; i++) {
    for (int j = 0; j < ACROSS; j++) {
      float u = 6.2831853f * (float)i / AROUND, v = 6.2831853f * (float)j / ACROSS;
      float away = radius + thickness * cosf(v), *p = vertices[i * ACROSS + j];
      p[0] = away * cosf(u), p[1] = away * sinf(u), p[2] = thickness * sinf(v);
      int next = (i + 1) % AROUND * ACROSS, k = (j + 1) % ACROSS;
      uint16_t corners[4] = {(uint16_t)(i * ACROSS + j), (uint16_t)(next + j), (uint16_t)(next + k),
                             (uint16_t)(i * ACROSS + k)};
      uint16_t(*t)[3] = triangles + 2 * (i * ACROSS + j);
      t[0][0] = corners[0], t[0][1] = corners[1], t[0][2] = corners[2];
      t[1][0] = corners[0], t[1][1] = corners[2], t[1][2] = corners[3];
    }
  }
  carom_mesh_def def = {.vertices = vertices[0],
                        .vertex_count = AROUND * ACROSS,
                        .triangles = triangles,
                        .triangle_count = 2 * AROUND * ACROSS,
                        .index_bits = 16,
                        .sides = CAROM_MESH_SOLID};
  carom_mesh *mesh = NULL;
  return carom_mesh_create(NULL, &def, NULL, &mesh) ? NULL : mesh;
}

int main(void) {
  carom_mesh *mesh = make_ring(3, 1);
  carom_shape ring = carom_shape_mesh(mesh), ball = carom_shape_sphere(0.1f);
  carom_pose still = {0};
  for (int step = 0; step <= 10; step++) {
    carom_pose pose = {.position = {-5 + step, 0, 0}};
    bool touches;
    if (carom_overlap(&ring, &still, &ball, &pose, &touches)) return 1;
    printf("x %2d: %s\n", step - 5, touches ? "touches" : "is free");
  }
  carom_mesh_release(mesh);
  return 0;
}
