/* runner: a mover in a world of the plane. It runs to the right, jumps up through a ledge, which is a chain
 * with one side, lands on it, runs off its end and stops at a wall. The program prints where it is. */
#include <carom/carom.h>
#include <stdio.h>

enum { FRAMES = 60, SECONDS = 3, FRAMES_A_ROW = 12 };

static const float speed = 3, gravity = 20, jump = 10;

static void add(carom_world *world, carom_shape shape, double x, double y) {
  carom_body body =
      carom_body_create(world, &(carom_body_def){.kind = CAROM_STATIC, .pose.position = {x, y, 0}});
  carom_collider_create(world, body, &(carom_collider_def){.shape = shape});
}

/* Shapes touch a chain with one side from its right, which is above when it leads to the left. */
static bool add_ledge(carom_world *world) {
  static const float points[][2] = {{6, 1.5f}, {4.5f, 1.8f}, {3, 1.5f}};
  carom_chain *chain;
  if (carom_chain_create(NULL, &(carom_chain_def){.points = points[0], .count = 3, .one_sided = true},
                         &chain))
    return false;
  for (uint32_t link = 0; link < 2; link++) add(world, carom_shape_chain_link(chain, link, 0), 0, 0);
  carom_chain_release(chain); /* the colliders hold it */
  return true;
}

static void print_row(int frame, const carom_mover *mover) {
  static const char *const footings[] = {"in the air", "on a steep slope", "on the ground"};
  printf("%4.2f s   x %5.2f   height %5.2f   %s\n", (double)frame / FRAMES, mover->pose.position.x,
         mover->pose.position.y - 0.5, footings[mover->footing]);
}

/* Jumps below the ledge or falls, and runs. Returns the vertical speed. */
static float move(const carom_world *world, carom_mover *mover, float rise) {
  const bool on_ground = mover->footing == CAROM_ON_GROUND;
  const bool jumps = on_ground && mover->pose.position.x > 3.2 && mover->pose.position.x < 3.3;
  carom_mover_result result;
  if (on_ground) rise = jumps ? jump : 0;
  rise -= gravity / FRAMES;
  carom_mover_move(world, mover, (carom_vec3){speed / FRAMES, rise / FRAMES, 0}, &result);
  return rise;
}

int main(void) {
  carom_world *world;
  if (carom_world_create(&(carom_world_def){.planar = true}, &world)) return 1;
  add(world, carom_shape_rectangle(10, 0.5f), 0, -0.5);
  add(world, carom_shape_rectangle(0.5f, 1), 9, 1);
  if (!add_ledge(world)) return 1;
  carom_mover mover = {.shape = carom_shape_stadium((carom_vec2){0, -0.25f}, (carom_vec2){0, 0.25f}, 0.25f),
                       .pose.position = {2, 0.6, 0},
                       .snap = 0.1f};
  float rise = 0;
  for (int frame = 0; frame < FRAMES * SECONDS; frame++) {
    if (carom_world_step(world, 1.0f / FRAMES)) return 1;
    rise = move(world, &mover, rise);
    if (frame % FRAMES_A_ROW == 0) print_row(frame, &mover);
  }
  return carom_world_destroy(world);
}
