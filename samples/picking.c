/* picking: the object under the mouse. A pixel of the screen becomes a ray from the camera, and its first hit
 * is the visible object. All pixels together give a picture of the scene. */
#include <carom/carom.h>
#include <stdio.h>

enum { WIDTH = 48, HEIGHT = 20 };

/* Looks along -z, with x to the right and y up. */
typedef struct {
  carom_pos eye;
  float width, height; /* of what is seen at a distance of 1 */
  float far;
} camera;

static void add(carom_world *world, char *letter, carom_shape shape, carom_pose pose) {
  carom_body body =
      carom_body_create(world, &(carom_body_def){.kind = CAROM_STATIC, .pose = pose, .user = letter});
  carom_collider_create(world, body, &(carom_collider_def){.shape = shape});
}

/* Through the middle of a pixel; they are counted from the upper left corner. */
static carom_ray ray_through(const camera *c, int column, int row) {
  float x = (((float)column + 0.5f) / WIDTH - 0.5f) * c->width;
  float y = (0.5f - ((float)row + 0.5f) / HEIGHT) * c->height;
  return (carom_ray){c->eye, {x * c->far, y * c->far, -c->far}};
}

/* The letter of what is seen at a pixel. */
static char pick(const carom_world *world, const camera *c, int column, int row) {
  carom_ray ray = ray_through(c, column, row);
  carom_ray_hit hit = {.fraction = 0};
  carom_world_cast_ray(world, &ray, NULL, &hit);
  return hit.body.bits ? *(char *)carom_body_get_user(world, hit.body) : '.';
}

int main(void) {
  char house[] = "H", roof[] = "r", tree[] = "T", ball[] = "o", ground[] = "-";
  const camera c = {{0, 1.7, 6}, 1.6f, 1.3f, 100};
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  add(world, ground, carom_shape_box(20, 0.5f, 20), (carom_pose){{0, -0.5, 0}, {0, 0, 0, 1}});
  add(world, house, carom_shape_box(1.5f, 1, 1), (carom_pose){{-1, 1, -2}, {0, 0.6f, 0, 0.8f}});
  add(world, roof, carom_shape_cone(1, 2.2f), (carom_pose){{-1, 3, -2}, {0, 0, 0, 1}});
  add(world, tree, carom_shape_capsule((carom_vec3){0, -1, 0}, (carom_vec3){0, 1.2f, 0}, 0.5f),
      (carom_pose){{3, 1, -1}, {0, 0, 0, 1}});
  add(world, ball, carom_shape_sphere(0.4f), (carom_pose){{0.6, 0.4, 2}, {0, 0, 0, 1}});
  for (int row = 0; row < HEIGHT; row++) {
    for (int column = 0; column < WIDTH; column++) putchar(pick(world, &c, column, row));
    putchar('\n');
  }
  printf("at column 28, row 15: %c\n", pick(world, &c, 28, 15));
  return carom_world_destroy(world);
}
