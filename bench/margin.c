/* margin: what a step costs when the world asks for contacts within a margin of 0.02, 2 % of the size of most
 * bodies, beside the same step without.
 *
 * Prints the rows of bench step, where carom-margin is the world with the margin. The last number of the row
 * ratio is how many times as long as the other it takes. */
#include "moving/table.h"
#include "moving/world.h"

static void *create(const bench_scene *scene, const moving_job *job) {
  return moving_world_create(scene, job, MOVING_BOXES, 0);
}
static void *create_margin(const bench_scene *scene, const moving_job *job) {
  return moving_world_create(scene, job, MOVING_BOXES, 0.02f);
}

int main(int argc, char **argv) {
  static const moving_engine without[] = {
      {"carom", .create = create, .frame = moving_world_frame, .count = moving_world_count, .threaded = true},
      {0}};
  static const moving_engine with[] = {{"carom-margin", .create = create_margin, .frame = moving_world_frame,
                                        .count = moving_world_count, .threaded = true},
                                       {0}};
  static const moving_engine *const others[] = {with, NULL};
  return moving_main(argc, argv, &(moving_program){"margin", "", true, false, without, others});
}
