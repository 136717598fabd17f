/* valley: a level made of triangles. A ball rolls down one side of a valley and up the other. At the bottom
 * it touches both sides: one contact with two patches, each with its normal, triangle and material. */
#include <carom/carom.h>
#include <stdio.h>

static const char *const materials[] = {"grass", "rock"};

/* Two slopes that meet in the line x = 0. */
static carom_mesh *make_valley(void) {
  static const float vertices[] = {-4, 3, -5, -4, 3, 5, 0, 0, -5, 0, 0, 5, 4, 3, -5, 4, 3, 5};
  static const uint32_t triangles[] = {0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4};
  static const uint8_t sides[] = {0, 0, 1, 1};
  carom_mesh_def def = {.vertices = vertices,
                        .vertex_count = 6,
                        .triangles = triangles,
                        .triangle_count = 4,
                        .materials = sides,
                        .sides = CAROM_MESH_ONE_SIDED};
  carom_mesh *mesh = NULL;
  return carom_mesh_create(NULL, &def, NULL, &mesh) ? NULL : mesh;
}

int main(void) {
  carom_mesh *mesh = make_valley();
  carom_shape valley = carom_shape_mesh(mesh), ball = carom_shape_sphere(1);
  carom_pose still = {0};
  for (int step = -2; step <= 2; step++) {
    carom_pose pose = {.position = {step, step ? 0.75 * (step < 0 ? -step : step) + 1.2 : 1.2, 0}};
    carom_patch patches[4];
    size_t count;
    if (carom_collide_patches(&valley, &still, &ball, &pose, patches, 4, &count)) return 1;
    printf("ball at x %2d: %zu %s\n", step, count, count == 1 ? "patch" : "patches");
    for (size_t i = 0; i < count; i++)
      printf("  triangle %u, %s, normal (%.2f, %.2f), depth %.2f\n", (unsigned)patches[i].triangle_a,
             materials[patches[i].material_a], (double)patches[i].normal.x, (double)patches[i].normal.y,
             -(double)patches[i].points[0].separation);
  }
  carom_mesh_release(mesh);
  return 0;
}
