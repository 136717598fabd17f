/* carom.c: the world's queries. */
#include <carom/carom.h>
#include <float.h>
#include <stdlib.h>

#include "common/timing.h"
#include "engine.h"

enum { FOUND_MAX = 1024 };

static carom_pos position_of(carom_vec3 v) { return (carom_pos){(double)v.x, (double)v.y, (double)v.z}; }

typedef carom_shape box_fn(carom_vec3 half);

static carom_shape make_box(carom_vec3 half) { return carom_shape_box(half.x, half.y, half.z); }
static carom_shape make_rectangle(carom_vec3 half) { return carom_shape_rectangle(half.x, half.y); }

static carom_body add(carom_world *world, const bench_body *body, bool still, box_fn *make) {
  carom_body_def def = {.kind = still ? CAROM_STATIC : CAROM_KINEMATIC,
                        .pose = {position_of(body->position), body->rotation}};
  carom_body added = carom_body_create(world, &def);
  carom_collider_create(world, added, &(carom_collider_def){.shape = make(body->half)});
  return added;
}

/* A level is one body. */
static void add_level(carom_world *world, const bench_scene *scene) {
  carom_body level = carom_body_create(world, &(carom_body_def){.kind = CAROM_STATIC});
  for (size_t i = 0; i < scene->count; i++)
    carom_collider_create(world, level,
                          &(carom_collider_def){.shape = carom_shape_hull(scene->hulls[i]),
                                                .pose.position = scene->bodies[i].position});
}

/* The world's user pointer is a list of its bodies that ends with none; a level's is empty. */
static void *create_world(const bench_scene *scene, bool planar) {
  carom_world *world;
  carom_body *bodies = calloc(scene->count + 1, sizeof *bodies);
  if (!bodies || carom_world_create(&(carom_world_def){.planar = planar, .user = bodies}, &world))
    exit(EXIT_FAILURE);
  if (scene->hulls) add_level(world, scene);
  for (size_t i = 0; i < scene->count && !scene->hulls; i++)
    bodies[i] = add(world, &scene->bodies[i], i >= scene->mover_count, planar ? make_rectangle : make_box);
  if (carom_world_step(world, 0)) exit(EXIT_FAILURE);
  return world;
}

static void *create(const bench_scene *scene) { return create_world(scene, false); }
static void *create_planar(const bench_scene *scene) { return create_world(scene, true); }

static carom_ray ray_of(const query_question *q) { return (carom_ray){position_of(q->from), q->way}; }

static uint64_t cast_closest(void *state, const query_question *q, size_t count) {
  uint64_t found = 0;
  for (size_t i = 0; i < count; i++) {
    carom_ray ray = ray_of(&q[i]);
    carom_ray_hit hit;
    carom_world_cast_ray(state, &ray, NULL, &hit);
    found += hit.body.bits != 0;
  }
  return found;
}

static uint64_t cast_any(void *state, const query_question *q, size_t count) {
  uint64_t found = 0;
  for (size_t i = 0; i < count; i++) {
    carom_ray ray = ray_of(&q[i]);
    bool hit = false;
    carom_world_cast_ray_any(state, &ray, NULL, &hit);
    found += hit;
  }
  return found;
}

static uint64_t cast_all(void *state, const query_question *q, size_t count) {
  uint64_t found = 0;
  for (size_t i = 0; i < count; i++) {
    carom_ray ray = ray_of(&q[i]);
    carom_ray_hit hits[FOUND_MAX];
    size_t hit_count = 0;
    carom_world_cast_ray_all(state, &ray, NULL, hits, FOUND_MAX, &hit_count);
    found += hit_count;
  }
  return found;
}

/* The arrays of batches, which a game would keep. */
typedef enum batch_room { ROOM_QUESTIONS, ROOM_ANSWERS, ROOM_OFFSETS, ROOMS } batch_room;

static void *room_for(batch_room which, size_t count, size_t size) {
  static void *rooms[ROOMS];
  static size_t sizes[ROOMS];
  if (sizes[which] < count * size) rooms[which] = realloc(rooms[which], sizes[which] = count * size);
  if (!rooms[which]) exit(EXIT_FAILURE);
  return rooms[which];
}

static carom_ray *rays_of(const query_question *q, size_t count) {
  carom_ray *rays = room_for(ROOM_QUESTIONS, count, sizeof *rays);
  for (size_t i = 0; i < count; i++) rays[i] = ray_of(&q[i]);
  return rays;
}

static uint64_t cast_batch(void *state, const query_question *q, size_t count, const carom_tasks *tasks) {
  uint64_t found = 0;
  carom_ray *rays = rays_of(q, count);
  carom_ray_hit *hits = room_for(ROOM_ANSWERS, count, sizeof *hits);
  carom_world_cast_rays(state, rays, count, NULL, tasks, hits);
  for (size_t i = 0; i < count; i++) found += hits[i].body.bits != 0;
  return found;
}

static uint64_t cast_batch_alone(void *state, const query_question *q, size_t count) {
  return cast_batch(state, q, count, NULL);
}

static uint64_t cast_batch_on_two(void *state, const query_question *q, size_t count) {
  static carom_pool *pool;
  if (!pool && carom_pool_create(NULL, 2, &pool)) exit(EXIT_FAILURE);
  carom_tasks tasks = carom_pool_get_tasks(pool);
  return cast_batch(state, q, count, &tasks);
}

static uint64_t cast_any_batch(void *state, const query_question *q, size_t count) {
  uint64_t found = 0;
  carom_ray *rays = rays_of(q, count);
  bool *hits = room_for(ROOM_ANSWERS, count, sizeof *hits);
  carom_world_cast_rays_any(state, rays, count, NULL, NULL, hits);
  for (size_t i = 0; i < count; i++) found += hits[i];
  return found;
}

static carom_region region_of(const query_question *q) {
  carom_vec3 p = q->from, h = q->half;
  return (carom_region){position_of((carom_vec3){p.x - h.x, p.y - h.y, p.z - h.z}),
                        position_of((carom_vec3){p.x + h.x, p.y + h.y, p.z + h.z})};
}

static uint64_t overlap_aabb(void *state, const query_question *q, size_t count) {
  uint64_t found = 0;
  for (size_t i = 0; i < count; i++) {
    carom_region region = region_of(&q[i]);
    carom_found out[FOUND_MAX];
    size_t out_count = 0;
    carom_world_overlap_region(state, &region, NULL, out, FOUND_MAX, &out_count);
    found += out_count;
  }
  return found;
}

static uint64_t overlap_aabb_batch(void *state, const query_question *q, size_t count) {
  enum { ANSWERS = 16 }; /* a question, on average */
  carom_region *regions = room_for(ROOM_QUESTIONS, count, sizeof *regions);
  carom_found *out = room_for(ROOM_ANSWERS, ANSWERS * count, sizeof *out);
  size_t *offsets = room_for(ROOM_OFFSETS, count + 1, sizeof *offsets);
  for (size_t i = 0; i < count; i++) regions[i] = region_of(&q[i]);
  if (carom_world_overlap_regions(state, regions, count, NULL, NULL, out, ANSWERS * count, offsets))
    exit(EXIT_FAILURE);
  return offsets[count];
}

static uint64_t overlap_shape(carom_world *world, const query_question *q, size_t count, box_fn *make) {
  uint64_t found = 0;
  for (size_t i = 0; i < count; i++) {
    carom_shape box = make(q[i].half);
    carom_pose pose = {position_of(q[i].from), q[i].turn};
    carom_found out[FOUND_MAX];
    size_t out_count = 0;
    carom_world_overlap_shape(world, &box, &pose, NULL, out, FOUND_MAX, &out_count);
    found += out_count;
  }
  return found;
}

static uint64_t overlap_box(void *state, const query_question *q, size_t count) {
  return overlap_shape(state, q, count, make_box);
}
static uint64_t overlap_rectangle(void *state, const query_question *q, size_t count) {
  return overlap_shape(state, q, count, make_rectangle);
}

static carom_shape box_of(const query_question *q) { return make_box(q->half); }
static carom_shape ball_of(const query_question *q) { return carom_shape_sphere(q->half.x); }

static uint64_t cast_shape(carom_world *world, const query_question *q, size_t count,
                           carom_shape (*shape_of)(const query_question *q)) {
  uint64_t found = 0;
  for (size_t i = 0; i < count; i++) {
    carom_moving_shape moving = {shape_of(&q[i]), {position_of(q[i].from), q[i].turn}, q[i].way};
    carom_shape_hit hit;
    if (carom_world_cast_shape(world, &moving, NULL, &hit)) exit(EXIT_FAILURE);
    found += hit.body.bits != 0;
  }
  return found;
}

static uint64_t cast_sphere(void *state, const query_question *q, size_t count) {
  return cast_shape(state, q, count, ball_of);
}
static uint64_t cast_box(void *state, const query_question *q, size_t count) {
  return cast_shape(state, q, count, box_of);
}

static uint64_t nearest(carom_world *world, const query_question *q, size_t count, size_t bodies) {
  uint64_t found = 0;
  for (size_t i = 0; i < count; i++) {
    carom_pos point = position_of(q[i].from);
    carom_near near[8];
    size_t near_count;
    if (carom_world_closest_bodies(world, &point, FLT_MAX, NULL, near, bodies, &near_count))
      exit(EXIT_FAILURE);
    found += near_count;
  }
  return found;
}

static uint64_t find_closest(void *state, const query_question *q, size_t count) {
  return nearest(state, q, count, 1);
}
static uint64_t find_nearest_8(void *state, const query_question *q, size_t count) {
  return nearest(state, q, count, 8);
}

static double time_one(carom_world *world, const query_question *q) {
  double start = bench_seconds();
  cast_closest(world, q, 1);
  return bench_seconds() - start;
}

/* To and fro, so that the trees stay as good as they are. */
static double time_first(void *state, const query_question *q) {
  static double way = 0.01;
  for (const carom_body *body = carom_world_get_user(state); body->bits; body++) {
    carom_pose pose;
    carom_body_get_pose(state, *body, &pose);
    pose.position.x += way;
    carom_body_set_pose(state, *body, &pose);
  }
  way = -way;
  if (carom_world_step(state, 0)) exit(EXIT_FAILURE);
  double first = time_one(state, q);
  return first - time_one(state, q);
}

static const query_operation operations[] = {{QUERY_RAY_CLOSEST, cast_closest},
                                             {QUERY_RAY_ANY, cast_any},
                                             {QUERY_RAY_ALL, cast_all},
                                             {QUERY_RAY_BATCH, cast_batch_alone},
                                             {QUERY_RAY_BATCH_2, cast_batch_on_two},
                                             {QUERY_RAY_ANY_BATCH, cast_any_batch},
                                             {QUERY_OVERLAP_AABB, overlap_aabb},
                                             {QUERY_OVERLAP_AABB_BATCH, overlap_aabb_batch},
                                             {QUERY_OVERLAP_BOX, overlap_box},
                                             {QUERY_SPHERE_CAST, cast_sphere},
                                             {QUERY_BOX_CAST, cast_box},
                                             {QUERY_CLOSEST, find_closest},
                                             {QUERY_NEAREST_8, find_nearest_8},
                                             {.ask = NULL}};

static const query_operation planar_operations[] = {{QUERY_RAY_CLOSEST, cast_closest},
                                                    {QUERY_RAY_ANY, cast_any},
                                                    {QUERY_RAY_ALL, cast_all},
                                                    {QUERY_RAY_BATCH, cast_batch_alone},
                                                    {QUERY_RAY_BATCH_2, cast_batch_on_two},
                                                    {QUERY_RAY_ANY_BATCH, cast_any_batch},
                                                    {QUERY_OVERLAP_AABB, overlap_aabb},
                                                    {QUERY_OVERLAP_AABB_BATCH, overlap_aabb_batch},
                                                    {QUERY_OVERLAP_BOX, overlap_rectangle},
                                                    {.ask = NULL}};

const query_engine query_carom = {"carom", create, operations, time_first};
const query_engine query_carom_planar = {"carom", create_planar, planar_operations, time_first};
