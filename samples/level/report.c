/* report.c: the summary in words, a line a matter. */
#include "report.h"

#include <inttypes.h>
#include <stdio.h>

const char *kind_plural(carom_shape_kind kind) {
  switch (kind) {
  case CAROM_SPHERE:
    return "spheres";
  case CAROM_CAPSULE:
    return "capsules";
  case CAROM_BOX:
    return "boxes";
  case CAROM_HULL:
    return "hulls";
  case CAROM_COMPOUND:
    return "compounds";
  case CAROM_MESH:
    return "meshes";
  default:
    return "others";
  }
}

static void print_scene(const scene *s, const summary *sum) {
  printf("scene     %s\n", s->name);
  printf("static    %zu colliders on %" PRIu32 " body; hulls among them: %zu, hulls refused: %zu\n",
         s->static_count, sum->counts.static_bodies, s->hulls_accepted, s->hulls_refused);
  printf("moving    %" PRIu32 " bodies", sum->counts.kinematic_bodies);
  const char *before = ": ";
  for (int kind = 1; kind < CAROM_SHAPE_KIND_COUNT; kind++) {
    if (!sum->kinds[kind]) continue;
    printf("%s%zu %s", before, sum->kinds[kind], kind_plural((carom_shape_kind)kind));
    before = ", ";
  }
  putchar('\n');
}

static void print_events(const summary *sum) {
  printf("events    %" PRIu64 " begin, %" PRIu64 " stay, %" PRIu64 " end; %" PRIu64
         " more end when the world is cleared\n",
         sum->counts.begins, sum->stays, sum->counts.ends, sum->last_ends);
  printf("pairs     last step: %zu of bodies, %zu of colliders, %zu touch\n", sum->counts.body_pairs,
         sum->counts.collider_pairs, sum->counts.contacts);
  if (sum->restarts)
    printf("restarts  %" PRIu64 " movers got out of the scene and were sent back\n", sum->restarts);
}

static void print_checks(const options *o, const summary *sum) {
  if (o->check)
    printf("check     %" PRIu64 " pairs compared (%" PRIu64
           " near enough for a closer look): no difference\n",
           sum->checked_pairs, sum->exact_pairs);
  if (o->replay)
    printf("replay    the same pairs in every step, %g %g %g away\n", o->replay_offset.x, o->replay_offset.y,
           o->replay_offset.z);
}

void report_print(const scene *s, const options *o, const summary *sum) {
  if (!o->hash_only) {
    print_scene(s, sum);
    print_events(sum);
    printf(
        "time      %.3f ms a step (median), %.3f ms (95th percentile); %ld steps in %.1f s with all around\n",
        sum->median_ms, sum->p95_ms, sum->steps, sum->seconds);
    print_checks(o, sum);
  }
  printf("hash %016" PRIx64 "\n", sum->hash);
}
