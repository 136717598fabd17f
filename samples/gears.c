/* gears: a moving mesh against a moving mesh. Two wheels of twelve teeth turn against each other. Shifted by
 * half a tooth they never touch, and otherwise their teeth clash. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEETH = 12, RIM = 4 * TEETH };

/* The rim, in and out four times a tooth: lower, upper, then the two centres. */
static carom_mesh *make_gear(void) {
  static float vertices[2 * RIM + 2][3] = {[2 * RIM] = {0, 0, -0.2f}, [2 * RIM + 1] = {0, 0, 0.2f}};
  static uint32_t triangles[4 * RIM][3];
  for (uint32_t i = 0; i < RIM; i++) {
    float angle = 6.2831853f * ((float)i - 0.5f) / RIM, radius = i % 4 < 2 ? 1.1f : 0.9f;
    uint32_t next = (i + 1) % RIM;
    for (uint32_t side = 0; side < 2; side++) {
      float *p = vertices[i + side * RIM];
      p[0] = radius * cosf(angle), p[1] = radius * sinf(angle), p[2] = side ? 0.2f : -0.2f;
    }
    const uint32_t four[4][3] = {{i, next, next + RIM},
                                 {i, next + RIM, i + RIM},
                                 {2 * RIM, next, i},
                                 {2 * RIM + 1, i + RIM, next + RIM}};
    memcpy(triangles[4 * i], four, sizeof four);
  }
  carom_mesh_def def = {.vertices = vertices[0],
                        .vertex_count = 2 * RIM + 2,
                        .triangles = triangles,
                        .triangle_count = 4 * RIM,
                        .sides = CAROM_MESH_SOLID};
  carom_mesh *mesh = NULL;
  return carom_mesh_create(NULL, &def, NULL, &mesh) ? NULL : mesh;
}

static carom_pose turned(double x, float angle) {
  return (carom_pose){{x, 0, 0}, {0, 0, sinf(angle / 2), cosf(angle / 2)}};
}

int main(void) {
  carom_mesh *mesh = make_gear();
  carom_shape gear = carom_shape_mesh(mesh);
  const float tooth = 6.2831853f / TEETH;
  for (int shift = 0; shift <= 4; shift++) {
    int touches = 0;
    for (int step = 0; step < 90; step++) {
      float angle = tooth * (float)step / 90;
      carom_pose left = turned(0, angle), right = turned(2.05, -angle + tooth * (float)shift / 4);
      bool touch;
      if (carom_overlap(&gear, &left, &gear, &right, &touch)) return 1;
      touches += touch;
    }
    printf("shifted by %d quarters of a tooth: the wheels touch in %d of 90 positions\n", shift, touches);
  }
  carom_mesh_release(mesh);
  return 0;
}
