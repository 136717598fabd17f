/* rollback: a networked game whose input arrives late. The game saves each frame before it plays it. When it
 * learns that the other player jumped some frames ago, it restores that frame and plays on with the jump. */
#include <carom/carom.h>
#include <stdio.h>

enum { FRAMES = 12, JUMPED = 4, HEARD = 9, ROOM = 4096 };

typedef struct frame {
  size_t size;
  unsigned char snapshot[ROOM]; /* as it was before the frame */
} frame;

static void on_hit(void *user, carom_world *world, const carom_event *event) {
  int *hits = user;
  (void)world, (void)event;
  ++*hits;
}

/* The rocket hits whoever does not jump. */
static void play(carom_world *world, carom_body runner, bool jumps, frame *saved) {
  if (carom_world_rollback_save(world, saved->snapshot, sizeof saved->snapshot, &saved->size))
    printf("a frame takes more room\n");
  if (jumps) carom_body_set_velocity(world, runner, (carom_vec3){0, 60, 0}, (carom_vec3){0, 0, 0});
  carom_world_step(world, 1.0f / 60);
}

static carom_body add(carom_world *world, double x, carom_vec3 velocity) {
  carom_body body =
      carom_body_create(world, &(carom_body_def){.pose.position = {x, 0, 0}, .linear_velocity = velocity});
  carom_collider_create(world, body, &(carom_collider_def){.shape = carom_shape_sphere(1)});
  return body;
}

int main(void) {
  static frame saved[FRAMES];
  carom_world *world;
  int hits = 0;
  if (carom_world_create(NULL, &world)) return 1;
  carom_world_rollback_keep(world, FRAMES);
  carom_handler_add(world,
                    &(carom_handler_def){.callback = on_hit, .user = &hits, .events = CAROM_EVENT_BEGIN});
  carom_body runner = add(world, 10, (carom_vec3){0, 0, 0});
  add(world, 0, (carom_vec3){70, 0, 0});

  for (int i = 0; i < HEARD; i++) play(world, runner, false, &saved[i]);
  printf("frame %d: the runner was hit %d time(s), as far as we know\n", HEARD, hits);

  hits = 0;
  carom_world_rollback_restore(world, saved[JUMPED].snapshot, saved[JUMPED].size);
  for (int i = JUMPED; i < FRAMES; i++) play(world, runner, i == JUMPED, &saved[i]);
  printf("frame %d: it jumped in frame %d, and was hit %d time(s)\n", FRAMES, JUMPED, hits);
  return carom_world_destroy(world);
}
