/* waves: a mesh that deforms. The sea gets new vertices in each frame, which takes a tenth of the time of a
 * new mesh. A buoy hangs above it, and events tell when a wave reaches it and when it lets it go. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>

enum { CELLS = 16, POINTS = CELLS + 1 };

static float vertices[POINTS * POINTS][3];
static uint32_t triangles[2 * CELLS * CELLS][3];

/* The waves run along x. */
static void set_waves(float time) {
  for (int i = 0; i < POINTS * POINTS; i++) {
    float x = (float)(i % POINTS) - CELLS / 2, z = (float)(i / POINTS) - CELLS / 2;
    vertices[i][0] = x, vertices[i][1] = 0.5f * sinf(0.8f * x - 2 * time), vertices[i][2] = z;
  }
}

static void set_triangles(void) {
  for (int i = 0; i < CELLS * CELLS; i++) {
    uint32_t corner = (uint32_t)(i / CELLS * POINTS + i % CELLS), *t = triangles[2 * i];
    t[0] = corner, t[1] = corner + POINTS, t[2] = corner + 1;
    t[3] = corner + 1, t[4] = corner + POINTS, t[5] = corner + POINTS + 1;
  }
}

static void on_contact(void *user, carom_world *world, const carom_event *event) {
  (void)world;
  printf("%.1f s: %s\n", (double)*(const float *)user,
         event->kind == CAROM_EVENT_BEGIN ? "a wave reaches the buoy" : "the wave has passed");
}

int main(void) {
  float time = 0;
  carom_mesh_def def = {.vertices = vertices[0],
                        .vertex_count = POINTS * POINTS,
                        .triangles = triangles,
                        .triangle_count = 2 * CELLS * CELLS,
                        .deforms = true};
  carom_mesh *sea, *next;
  carom_world *world;
  set_waves(0);
  set_triangles();
  if (carom_world_create(NULL, &world) || carom_mesh_create(NULL, &def, NULL, &sea)) return 1;
  carom_body water = carom_body_create(world, &(carom_body_def){.kind = CAROM_STATIC});
  carom_body buoy = carom_body_create(world, &(carom_body_def){.pose.position = {0, 1, 0}});
  carom_collider surface =
      carom_collider_create(world, water, &(carom_collider_def){.shape = carom_shape_mesh(sea)});
  carom_collider_create(world, buoy, &(carom_collider_def){.shape = carom_shape_sphere(0.7f)});
  carom_handler_add(world, &(carom_handler_def){.callback = on_contact,
                                                .user = &time,
                                                .events = CAROM_EVENT_BEGIN | CAROM_EVENT_END});
  for (int frame = 0; frame < 80; frame++) {
    set_waves(time = 0.1f * (float)frame);
    if (carom_mesh_deform(NULL, sea, vertices[0], 0, NULL, &next)) return 1;
    carom_mesh_release(sea);
    sea = next;
    carom_shape shape = carom_shape_mesh(sea);
    if (carom_collider_set_shape(world, surface, &shape) || carom_world_step(world, 0.1f)) return 1;
  }
  carom_mesh_release(sea);
  return carom_world_destroy(world);
}
