/* planar: what the plane costs: pairs of shapes, whole steps, questions to a world; next to Box2D and
 * Chipmunk.
 *
 * It is bench narrow, step and query on what is planar, in rows of tab-separated values: planar <work>
 * <engine> <figure>, where the work has two words: a set of pairs and an operation (ns a pair), a scene and
 * its bodies (ns a body a step), or a kind of question and the bodies (ns a question); with peers, ratio
 * planar <work> <best peer> <times as long>. carom-thin is the same scene of boxes that are thin, in a world
 * of space. */
#include <string.h>

#include "moving/table.h"
#include "moving/world.h"
#include "narrow/table.h"
#include "query/table.h"

static void *create(const bench_scene *scene, const moving_job *job) {
  return moving_world_create(scene, job, MOVING_RECTANGLES, 0);
}

static void *create_thin(const bench_scene *scene, const moving_job *job) {
  return moving_world_create(scene, job, MOVING_BOXES, 0);
}

static int step_main(int argc, char **argv) {
  static const moving_engine engines[] = {
      {"carom", .create = create, .frame = moving_world_frame, .count = moving_world_count, .threaded = true},
      {"carom-thin", .create = create_thin, .frame = moving_world_frame, .count = moving_world_count,
       .threaded = true},
      {0}};
  static const moving_engine *const peers[] = {
#ifdef CAROM_BENCH_PEERS
      moving_box2d, moving_chipmunk,
#endif
      NULL};
  return moving_main(argc, argv, &(moving_program){"planar", "PLANAR_", true, true, engines, peers});
}

static int pairs_main(int argc, char **argv) {
  static const bench_engine *const engines[] = {&bench_carom,
#ifdef CAROM_BENCH_PEERS
                                                &bench_box2d, &bench_chipmunk,
#endif
                                                NULL};
  return narrow_main(argc, argv, &(narrow_program){"planar", true, engines});
}

static int questions_main(int argc, char **argv) {
  static const query_engine *const peers[] = {
#ifdef CAROM_BENCH_PEERS
      query_box2d, query_chipmunk,
#endif
      NULL};
  return query_main(argc, argv,
                    &(query_program){"planar", "PLANAR_GAS", true, &query_carom_planar, peers, false});
}

static bool has(int argc, char **argv, const char *option) {
  for (int i = 1; i < argc; i++)
    if (!strcmp(argv[i], option)) return true;
  return false;
}

/* What only one of them understands asks for that one. */
int main(int argc, char **argv) {
  if (has(argc, argv, "--set") || has(argc, argv, "--pairs")) return pairs_main(argc, argv);
  if (has(argc, argv, "--kind")) return questions_main(argc, argv);
  if (has(argc, argv, "--scene") || has(argc, argv, "--bodies")) return step_main(argc, argv);
  int failed = pairs_main(argc, argv);
  if (!failed) failed = step_main(argc, argv);
  return failed ? failed : questions_main(argc, argv);
}
