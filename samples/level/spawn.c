/* spawn.c: movers get random shapes, and places by rejection: the world itself is asked whether a place is
 * free. In a level places are found by walking from where players start, so that each of them is inside: a
 * level also has room behind its walls. */
#include "spawn.h"

#include "drive.h"
#include "random.h"
#include "vector.h"

/* In the tightest of levels one place in a few hundred is free. */
enum { PLACES_TRIED = 20000 };

static carom_shape random_box(uint64_t *random, float half) {
  float x = random_between(random, 0.4f, 1), y = random_between(random, 0.4f, 1);
  return carom_shape_box(half * x, half * y, half * random_between(random, 0.4f, 1));
}

static carom_shape random_capsule(uint64_t *random, float half) {
  float radius = half * random_between(random, 0.25f, 0.6f);
  carom_vec3 end = vec_scale(random_direction(random), half - radius);
  return carom_shape_capsule(vec_scale(end, -1), end, radius);
}

static carom_shape random_shape(const scene *s, uint64_t *random, size_t turn) {
  float half = random_size(random, s->cast.small, s->cast.large);
  carom_shape own;
  if (turn % s->cast.own_every == 0 && s->cast.make_own(s, random, half, &own)) return own;
  switch (turn % 3) {
  case 0:
    return random_box(random, half);
  case 1:
    return random_capsule(random, half);
  default:
    return carom_shape_sphere(half * 0.8f);
  }
}

/* Flies some way towards what a ray in a random direction hits. */
static carom_pos fly(const scene *s, const carom_world *world, carom_pos from, uint64_t *random) {
  const carom_region *in = &s->bounds;
  float far = (float)(in->max.x - in->min.x + in->max.y - in->min.y + in->max.z - in->min.z);
  carom_vec3 way = vec_scale(random_direction(random), far);
  carom_ray ray = {pos_add(from, s->offset), way};
  carom_ray_hit hit = {0};
  carom_world_cast_ray(world, &ray, NULL, &hit);
  float free = hit.body.bits ? hit.fraction : 1;
  return pos_move(from, vec_scale(way, free * random_between(random, 0, 1)));
}

static carom_pos reachable_place(const scene *s, const carom_world *world, uint64_t *random) {
  carom_pos p = pos_move((carom_pos){0}, s->map.starts[random_next(random) % s->map.start_count]);
  for (uint64_t flights = 1 + random_next(random) % 8; flights > 0; flights--) p = fly(s, world, p, random);
  return p;
}

static carom_pos random_place(const carom_region *in, uint64_t *random) {
  carom_pos p;
  p.x = in->min.x + (in->max.x - in->min.x) * (double)random_between(random, 0, 1);
  p.y = in->min.y + (in->max.y - in->min.y) * (double)random_between(random, 0, 1);
  p.z = in->min.z + (in->max.z - in->min.z) * (double)random_between(random, 0, 1);
  return p;
}

static bool is_free(const scene *s, const carom_world *world, const carom_shape *shape,
                    const carom_pose *pose) {
  if (!scene_is_open(s, pose->position)) return false;
  carom_pose in_world = {pos_add(pose->position, s->offset), pose->rotation};
  size_t touched = 1;
  carom_status status = carom_world_overlap_shape(world, shape, &in_world, NULL, NULL, 0, &touched);
  return status == CAROM_OK && touched == 0;
}

static carom_pos free_place(const scene *s, const carom_world *world, uint64_t *random) {
  return s->map.start_count ? reachable_place(s, world, random) : random_place(&s->bounds, random);
}

static bool find_place(const scene *s, const carom_world *world, const carom_shape *shape, uint64_t *random,
                       carom_pose *out, size_t *goal) {
  for (int i = 0; i < PLACES_TRIED; i++) {
    if (s->road) {
      *out = drive_start(s, random, goal);
    } else {
      out->position = free_place(s, world, random);
      out->rotation = random_rotation(random);
    }
    if (is_free(s, world, shape, out)) return true;
  }
  return false;
}

/* A line a number: the order in which arguments are computed would be the compiler's choice. */
static void set_going(scene_item *item, const scene *s, uint64_t *random) {
  const scene_cast *cast = &s->cast;
  float speed = random_between(random, cast->slow, cast->fast);
  if (s->road) {
    item->linear = vec_scale(drive_direction(&item->pose), speed);
    return;
  }
  float spin = random_between(random, 0, cast->spin);
  item->linear = vec_scale(random_direction(random), speed);
  item->angular = vec_scale(random_direction(random), spin);
}

size_t spawn_movers(scene *s, carom_world *world, size_t count, uint64_t seed) {
  uint64_t random = seed;
  for (size_t placed = 0; placed < count; placed++) {
    carom_shape shape = random_shape(s, &random, placed);
    carom_pose pose;
    size_t goal = 0;
    if (!find_place(s, world, &shape, &random, &pose, &goal)) {
      scene_release_asset(&shape);
      return placed;
    }
    scene_item *item = scene_add_mover(s, shape, pose);
    item->goal = goal;
    set_going(item, s, &random);
    item->body = scene_place_mover(item, world, s->offset, true);
    if (!item->body.bits) return SIZE_MAX;
  }
  return count;
}
