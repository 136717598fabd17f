#include "golden_swept.h"

/* Bodies of the second world; so many that the pass of swept bodies is split over threads. */
enum { BODIES = 80, CHANGES = 4 };

/* How far they fly and how much they turn in a second, at most, on each axis. */
#define SPEED 600
#define SPIN 200

/* Bodies keep going through each other: what has stopped or left gets another way. A static body refuses. */
static void send(golden_world *golden, uint32_t index) {
  carom_vec3 linear = bits_vec3(&golden->random, -SPEED, SPEED), angular = {0, 0, 0};
  if (bits_below(&golden->random, 2)) angular = bits_vec3(&golden->random, -SPIN, SPIN);
  golden_called(golden, carom_body_set_velocity(golden->world, golden->bodies[index], linear, angular));
}

/* All are at the same place. */
static uint32_t index_of(uint32_t i) { return 4 * i + 1 + i % 3; }

static void make_swept(golden_world *golden, uint32_t index) {
  carom_body body = golden->bodies[index];
  golden_called(golden, carom_body_set_swept(golden->world, body, bits_below(&golden->random, 4) > 0));
  golden_called(golden, carom_body_set_stopping(golden->world, body, bits_below(&golden->random, 2) > 0));
  send(golden, index);
}

void golden_swept_populate(golden_world *golden) {
  for (uint32_t i = 0; i < BODIES; i++) {
    golden_add_body(golden, index_of(i));
    make_swept(golden, index_of(i));
  }
}

static bool has_left(golden_world *golden, uint32_t index) {
  carom_pose pose;
  golden_must(carom_body_get_pose(golden->world, golden->bodies[index], &pose));
  const carom_pos p = pose.position;
  return fabs(p.x) > GOLDEN_REACH || fabs(p.y) > GOLDEN_REACH || fabs(p.z) > GOLDEN_REACH;
}

static void bring_back(golden_world *golden, uint32_t index) {
  carom_pose pose = golden_pose(golden, index);
  golden_must(carom_body_set_pose(golden->world, golden->bodies[index], &pose));
  send(golden, index);
}

void golden_swept_play(golden_world *golden) {
  for (uint32_t i = 0; i < BODIES; i++)
    if (has_left(golden, index_of(i))) bring_back(golden, index_of(i));
  for (uint32_t i = 0; i < CHANGES; i++) make_swept(golden, index_of(bits_below(&golden->random, BODIES)));
}

void golden_hash_hits(bits_hash *hash, const carom_world *world) {
  size_t count = 0;
  const carom_swept_hit *hits = carom_world_get_swept_hits(world, &count);
  for (size_t i = 0; i < count; i++) {
    const carom_swept_hit *hit = &hits[i];
    hash_word(hash, (uint32_t)hit->collider_a.bits);
    hash_word(hash, (uint32_t)hit->collider_b.bits);
    hash_word(hash, hit->inside | (uint32_t)hit->stopped_a << 1 | (uint32_t)hit->stopped_b << 2);
    hash_double(hash, hit->fraction);
    hash_pos(hash, hit->pose_a.position);
    hash_pos(hash, hit->pose_b.position);
    hash_vec3(hash, hit->normal);
    hash_pos(hash, hit->point);
  }
}
