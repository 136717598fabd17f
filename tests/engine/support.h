/* support.h: what the tests of the engine share: small worlds in a line or two, and a handler that writes
 * down what it is told. */
#ifndef CAROM_TEST_ENGINE_SUPPORT_H
#define CAROM_TEST_ENGINE_SUPPORT_H

#include <string.h>

#include "asset_set.h"
#include "carom/carom.h"
#include "random_kind.h"

#define SUPPORT_DT 0x1p-6f

static inline carom_world *support_world(void) {
  carom_world *world = NULL;
  ck_assert_int_eq(carom_world_create(NULL, &world), CAROM_OK);
  return world;
}

static inline carom_body support_body(carom_world *world, carom_body_kind kind, double x, double y,
                                      double z) {
  carom_body_def def = {.kind = kind, .pose = {.position = {x, y, z}}};
  return carom_body_create(world, &def);
}

static inline carom_collider support_collider(carom_world *world, carom_body body, carom_shape shape) {
  carom_collider_def def = {.shape = shape};
  return carom_collider_create(world, body, &def);
}

/* A body with a ball of radius 1, on the x axis. */
static inline carom_body support_ball(carom_world *world, carom_body_kind kind, double x) {
  carom_body body = support_body(world, kind, x, 0, 0);
  support_collider(world, body, carom_shape_sphere(1));
  return body;
}

static inline carom_collider support_collider_of(const carom_world *world, carom_body body) {
  carom_collider first = {0};
  size_t count = 0;
  carom_body_get_colliders(world, body, &first, 1, &count);
  return first;
}

static inline void support_move(carom_world *world, carom_body body, double x) {
  carom_pose pose = {.position = {x, 0, 0}};
  ck_assert_int_eq(carom_body_set_pose(world, body, &pose), CAROM_OK);
}

static inline void support_step(carom_world *world) {
  ck_assert_int_eq(carom_world_step(world, SUPPORT_DT), CAROM_OK);
}

static inline size_t support_contact_count(const carom_world *world) {
  size_t count = 0;
  carom_world_get_contacts(world, &count);
  return count;
}

/* The hull of 24 random points of a cube around the origin. */
static inline carom_hull *support_hull(const carom_allocator *allocator, uint64_t seed, float size) {
  float points[24][3];
  for (int i = 0; i < 24; i++) {
    carom_vec3 p = test_vec3(&seed, -size, size);
    points[i][0] = p.x, points[i][1] = p.y, points[i][2] = p.z;
  }
  carom_hull *hull = NULL;
  ck_assert_int_eq(carom_hull_from_points(allocator, points[0], 24, 0, &hull), CAROM_OK);
  return hull;
}

/* A sheet over the square from -0.6 to 0.6 in x and z, bent into a hill beside a valley, whose triangles have
 * materials. */
static inline carom_mesh *support_mesh(const carom_allocator *allocator, carom_mesh_sides sides) {
  const float heights[9] = {0, 0.4f, -0.3f, 0.1f, 0.5f, -0.4f, -0.1f, 0.3f, -0.2f};
  const uint32_t corners[8][3] = {{0, 3, 4}, {0, 4, 1}, {1, 4, 2}, {2, 4, 5},
                                  {3, 6, 4}, {4, 6, 7}, {4, 7, 8}, {4, 8, 5}};
  const uint8_t materials[8] = {0, 1, 2, 3, 4, 5, 6, 255};
  float vertices[9][3];
  for (int i = 0; i < 9; i++) {
    vertices[i][0] = 0.6f * (float)(i % 3 - 1);
    vertices[i][1] = heights[i];
    vertices[i][2] = 0.6f * (float)(i / 3 - 1);
  }
  carom_mesh *mesh = NULL;
  const carom_mesh_def def = {.vertices = vertices[0],
                              .vertex_count = 9,
                              .triangles = corners,
                              .triangle_count = 8,
                              .materials = materials,
                              .sides = sides};
  ck_assert_int_eq(carom_mesh_create(allocator, &def, NULL, &mesh), CAROM_OK);
  return mesh;
}

/* A shape of a spatial kind, of a size about 0.2 to 1. */
static inline carom_shape support_shape_of(uint64_t *random, carom_shape_kind kind, const carom_hull *hull) {
  carom_vec3 size = test_vec3(random, 0.2f, 1);
  switch (kind) {
  case CAROM_CAPSULE:
    return carom_shape_capsule(test_vec3(random, -0.6f, 0.6f), test_vec3(random, -0.6f, 0.6f), size.x / 2);
  case CAROM_BOX:
    return carom_shape_box(size.x, size.y, size.z);
  case CAROM_HULL:
    return carom_shape_hull(hull);
  case CAROM_TRIANGLE:
    return carom_shape_rounded_triangle((carom_vec3){-size.x, 0, -size.y},
                                        (carom_vec3){size.x, 0.1f, -size.z}, (carom_vec3){0, -0.2f, size.y},
                                        size.x < 0.4f ? 0 : 0.5f * size.z);
  default:
    return kind_filled(random, kind, 1);
  }
}

/* One of all spatial kinds; without a hull, boxes take its place. */
static inline carom_shape support_random_shape(uint64_t *random, const carom_hull *hull) {
  carom_shape_kind kind = spatial_kind(test_below(random, SPATIAL_KINDS));
  return support_shape_of(random, kind == CAROM_HULL && !hull ? CAROM_BOX : kind, hull);
}

/* A shape that is not convex, of a size about 0.5 to 1.5, often mirrored and sometimes rounded. */
static inline carom_shape support_asset_shape(uint64_t *random, const asset_set *assets) {
  uint32_t n = test_below(random, ASSET_SHAPES);
  carom_vec3 scale = test_vec3(random, 0.5f, 1.5f);
  if (test_below(random, 3) == 0) scale.x = -scale.x;
  if (test_below(random, 3) == 0) scale.z = -scale.z;
  return assets_scaled(assets, n, scale, test_below(random, 3) ? 0 : 0.1f);
}

/* Made once, and never freed. */
static inline const asset_set *support_assets(void) {
  static asset_set assets;
  static bool made;
  if (!made) ck_assert_int_eq(assets_make(&assets), CAROM_OK);
  made = true;
  return &assets;
}

/* One of all spatial kinds, now and then one that is not convex. */
static inline carom_shape support_any_shape(uint64_t *random, const carom_hull *hull) {
  if (test_below(random, 10) == 0) return support_asset_shape(random, support_assets());
  return support_random_shape(random, hull);
}

/* The rule of carom_filter, written out once more. */
static inline bool support_admits(carom_filter a, carom_filter b) {
  uint64_t category_a = a.category ? a.category : 1, category_b = b.category ? b.category : 1;
  bool a_sees_b = a.mask == 0 || (category_b & a.mask) != 0;
  bool b_sees_a = b.mask == 0 || (category_a & b.mask) != 0;
  if (a.group != 0 && a.group == b.group) return a.group > 0;
  return a_sees_b && b_sees_a;
}

enum { SUPPORT_LOG_MAX = 128 };

typedef struct support_entry {
  carom_event_kind kind;
  carom_end_cause cause;
  carom_contact contact;
} support_entry;

typedef struct support_log {
  size_t count;
  support_entry entries[SUPPORT_LOG_MAX];
} support_log;

/* A handler: `user` is a support_log. */
static inline void support_record(void *user, carom_world *world, const carom_event *event) {
  support_log *log = user;
  (void)world;
  if (log->count < SUPPORT_LOG_MAX)
    log->entries[log->count] = (support_entry){event->kind, event->cause, *event->contact};
  log->count++;
}

static inline carom_handler support_listen(carom_world *world, support_log *log) {
  carom_handler_def def = {.callback = support_record,
                           .user = log,
                           .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY | CAROM_EVENT_END};
  *log = (support_log){0};
  return carom_handler_add(world, &def);
}

/* Steps and tells what came: the log holds the events of this step alone. */
static inline void support_step_fresh(carom_world *world, support_log *log) {
  log->count = 0;
  support_step(world);
}

static inline bool support_saw(const support_log *log, size_t i, carom_event_kind kind,
                               carom_end_cause cause) {
  return i < log->count && log->entries[i].kind == kind && log->entries[i].cause == cause;
}

#endif
