/* golden_movers.c: no two numbers are drawn in one call or list, whose order C leaves open. */
#include "golden_movers.h"

#include <math.h>

enum { STEPS_A_WAY = 16 };

static bool is_planar(size_t i) { return i >= GOLDEN_WALKERS; }

/* The first one walks far from the origin. */
static carom_pos home_of(size_t i) { return is_planar(i) ? (carom_pos){0, 0, 0} : golden_home((uint32_t)i); }

/* Anywhere, as if it had not moved yet. */
static void put(golden_movers *movers, size_t i) {
  carom_mover *mover = &movers->list[i];
  carom_vec3 by = bits_vec3(&movers->random, -GOLDEN_REACH, GOLDEN_REACH);
  carom_pos p = home_of(i);
  mover->pose.position =
      (carom_pos){p.x + (double)by.x, p.y + (double)by.y, is_planar(i) ? 0 : p.z + (double)by.z};
  mover->footing = CAROM_IN_AIR;
}

void golden_movers_make(golden_movers *movers) {
  const carom_shape shapes[GOLDEN_MOVERS] = {
      carom_shape_capsule((carom_vec3){0, -0.4f, 0}, (carom_vec3){0, 0.4f, 0}, 0.3f),
      carom_shape_box(0.3f, 0.6f, 0.2f),
      carom_shape_sphere(0.4f),
      carom_shape_rounded_box(0.3f, 0.5f, 0.3f, 0.1f),
      carom_shape_stadium((carom_vec2){0, -0.4f}, (carom_vec2){0, 0.4f}, 0.3f),
      carom_shape_rectangle(0.3f, 0.6f),
  };
  *movers = (golden_movers){.random = 362436069, .hash = {0xCBF29CE484222325u}};
  for (size_t i = 0; i < GOLDEN_MOVERS; i++) {
    movers->list[i] = (carom_mover){.shape = shapes[i], .step_height = 0.3f, .snap = 0.2f};
    put(movers, i);
  }
}

static void hash_plane(bits_hash *hash, const carom_mover_plane *plane) {
  hash_word(hash, (uint32_t)plane->collider.bits);
  hash_word(hash, plane->child);
  hash_vec3(hash, plane->normal);
  hash_pos(hash, plane->point);
}

static void hash_move(bits_hash *hash, const carom_mover *mover, const carom_mover_result *result) {
  hash_pos(hash, mover->pose.position);
  hash_word(hash, (uint32_t)mover->footing);
  hash_plane(hash, &mover->ground);
  hash_vec3(hash, result->moved);
  hash_vec3(hash, result->carried);
  hash_vec3(hash, result->pushed);
  hash_float(hash, result->climbed);
  hash_word(hash, result->stuck);
  for (uint32_t i = 0; i < result->plane_count; i++) hash_plane(hash, &result->planes[i]);
}

static bool is_lost(const golden_movers *movers, size_t i) {
  carom_pos p = movers->list[i].pose.position, home = home_of(i);
  const double most = GOLDEN_REACH + 1;
  return fabs(p.x - home.x) > most || fabs(p.y - home.y) > most || fabs(p.z - home.z) > most;
}

/* Down, and sideways or now and then up. */
static carom_vec3 draw_way(golden_movers *movers, size_t i) {
  carom_vec3 way = bits_vec3(&movers->random, -0.1f, 0.1f);
  way.y = bits_below(&movers->random, 8) ? -0.08f : 0.1f;
  if (is_planar(i)) way.z = 0;
  return way;
}

/* Who is stuck, or has left the place, is put somewhere else. */
static void move(golden_movers *movers, size_t i, const carom_world *world) {
  carom_mover_result result;
  if (bits_below(&movers->random, STEPS_A_WAY) == 0) movers->ways[i] = draw_way(movers, i);
  golden_must(carom_mover_move(world, &movers->list[i], movers->ways[i], &result));
  hash_move(&movers->hash, &movers->list[i], &result);
  if (result.stuck || is_lost(movers, i)) put(movers, i);
}

void golden_movers_move(golden_movers *movers, const carom_world *world, const carom_world *planar) {
  for (size_t i = 0; i < GOLDEN_MOVERS; i++) move(movers, i, is_planar(i) ? planar : world);
}
