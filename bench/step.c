/* step: what a whole step costs: poses pushed in as a game would, broad phase, cull, manifolds, events.
 *
 * Prints a row of tab-separated values for each scene, size and engine: step <scene> <bodies> <engine>
 * <threads> <ms> <pairs> <touching> <MB>: the median of the frames, what was found in the frame after the
 * warm-up, and the most memory the engine took. With peers, ratio step <scene> <bodies> <best peer> <times as
 * long>, where the best peer is the fastest one that finds as many touching pairs. Lines that begin with #
 * compare with brute force. Progress goes to the standard error.
 *
 * Two scenes are of bodies with many colliders, and have rows of their own, in medians of the thread's time:
 * level <colliders> <movers> <ns a mover> <ns a mover, whole step> <met> <touching>, where the first time is
 * the broad phase and the cull, and met is what these leave of the level for a mover;
 * actors <bodies> <us> <us brute> <times as long> <pairs> <met>, where the times are those of the cull
 * through the trees and of all colliders against all, for the same pairs of bodies, and met is what is left
 * of one.
 *
 * With --serial it tells instead what more threads would be worth, by the time of tasks that run alone:
 * serial <scene> <bodies> <%> <times 2> <times 4> <times 8> <times 16>: the share of the step that is no
 * task, the most of these numbers of threads, and how many times as fast the step would be on each; then pass
 * <scene> <bodies> <threads> <pass> <ns a body> <%>: its work, and the share of the whole step that is no
 * task in it. Scenes whose names begin with PLANAR are planar worlds there.
 *
 * With --memory first, what a world takes instead, of one scene: memory <scene> <bodies> <part> <bytes a
 * body> for each part and for all of them, after --steps N, and the most of any time. */
#include <string.h>

#include "moving/table.h"
#include "moving/world.h"
#include "step/compound.h"
#include "step/memory.h"
#include "step/serial.h"

static void *create(const bench_scene *scene, const moving_job *job) {
  return moving_world_create(scene, job, MOVING_BOXES, 0);
}

int main(int argc, char **argv) {
  static const moving_engine engines[] = {
      {"carom", .create = create, .frame = moving_world_frame, .count = moving_world_count, .threaded = true},
      {0}};
  if (serial_is_meant(argc, argv)) return serial_main(argc, argv);
  if (argc > 1 && !strcmp(argv[1], "--memory")) return memory_main(argc, argv);
  if (compound_is_meant(argc, argv)) return compound_main(argc, argv);
  const moving_program program = {"step", "", .contacts = true, .own = engines, .peers = moving_peers};
  int result = moving_main(argc, argv, &program);
  if (result) compound_usage(), serial_usage();
  return result;
}
