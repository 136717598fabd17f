/* query_scene.h: random worlds to ask, and filters to ask them with, for the tests of queries. */
#ifndef CAROM_TEST_ENGINE_QUERY_SCENE_H
#define CAROM_TEST_ENGINE_QUERY_SCENE_H

#include "placed.h"

enum { SCENE_BODIES = 24, SCENE_COLLIDERS = 512, SCENE_MANY = 20 };

typedef struct query_scene {
  uint64_t random;
  bool exact;    /* the answers agree in every bit, because colliders sit at their bodies' origins ... */
  bool unturned; /* ... or anywhere on bodies that are not turned */
  bool planar;
  bool rough;   /* some shapes are not convex */
  float spread; /* above 0: some sizes are up to as many times larger, or smaller */
  double unit;  /* sizes and distances are of this order */
  carom_pos origin;
  carom_world *world;
  carom_hull *hull;
  carom_polygon *polygon; /* of planar scenes */
  carom_body bodies[SCENE_BODIES];
  placed list[SCENE_COLLIDERS]; /* what there is to be found */
  size_t count;
} query_scene;

/* Half units, so that things meet at faces, edges and corners. */
static inline double scene_grid(query_scene *s) {
  return s->unit * ((double)test_below(&s->random, 17) / 2 - 4);
}

static inline carom_pos scene_place(query_scene *s) {
  double x = scene_grid(s), y = scene_grid(s), z = scene_grid(s);
  return (carom_pos){s->origin.x + x, s->origin.y + y, s->planar ? 0 : s->origin.z + z};
}

static inline carom_quat scene_turn(query_scene *s) {
  if (!s->planar) return test_quat(&s->random);
  return carom_pose_planar(0, 0, (double)test_uniform(&s->random, -3, 3)).rotation;
}

static inline carom_pose scene_pose(query_scene *s) {
  carom_pose pose = {.position = scene_place(s), .rotation = {0, 0, 0, 1}};
  if (test_below(&s->random, 2)) pose.rotation = scene_turn(s);
  return pose;
}

static inline carom_pose scene_body_pose(query_scene *s) {
  carom_pose pose = scene_pose(s);
  if (s->unturned) pose.rotation = (carom_quat){0, 0, 0, 1};
  return pose;
}

/* Half of the sharp rectangles have edges of a whole unit. */
static inline carom_shape scene_planar_shape(query_scene *s, float u) {
  float a = u * test_uniform(&s->random, 0.2f, 1), b = u * test_uniform(&s->random, 0.2f, 1);
  if (s->rough && u == 1 && test_below(&s->random, 10) == 0)
    return assets_shape(support_assets(), true, test_below(&s->random, ASSET_FLATS));
  switch (test_below(&s->random, 6)) {
  case 0:
    return carom_shape_disc(a);
  case 1:
    return carom_shape_stadium((carom_vec2){-a, 0}, (carom_vec2){a, b}, u / 4);
  case 2:
    return carom_shape_rounded_polygon(s->polygon, test_below(&s->random, 2) ? 0 : u / 8);
  case 3:
    return carom_shape_rounded_rectangle(a, b, u / 8);
  default:
    return test_below(&s->random, 2) ? carom_shape_rectangle(u / 2, u / 2) : carom_shape_rectangle(a, b);
  }
}

static inline float scene_size(query_scene *s) {
  float u = (float)s->unit;
  bool odd = s->spread > 0 && test_below(&s->random, 4) == 0;
  return odd ? u * test_log_uniform(&s->random, 1 / s->spread, s->spread) : u;
}

/* Half of the boxes have edges of a whole unit. */
static inline carom_shape scene_shape(query_scene *s) {
  float u = scene_size(s);
  if (s->planar) return scene_planar_shape(s, u);
  carom_shape shape =
      s->rough ? support_any_shape(&s->random, s->hull) : support_random_shape(&s->random, s->hull);
  /* compounds have no scale */
  while (shape.kind == CAROM_COMPOUND && u != 1) shape = support_any_shape(&s->random, s->hull);
  const carom__shape_class *class = carom__shape_class_of(shape.kind);
  if (shape.kind == CAROM_BOX && test_below(&s->random, 2)) return carom_shape_box(u / 2, u / 2, u / 2);
  if (shape.kind == CAROM_CAPSULE) {
    float length = test_uniform(&s->random, 0, u);
    return carom_shape_capsule((carom_vec3){-length, 0, 0}, (carom_vec3){length, 0, 0}, u / 2);
  }
  for (size_t i = 0; i < class->size_count; i++) shape_sizes(class, &shape)[i] *= u;
  /* a part of it may be too small then */
  return carom_shape_check(&shape) ? carom_shape_box(u / 2, u / 2, u / 2) : shape;
}

/* One of three, the first sometimes by its other name. */
static inline uint64_t scene_category(query_scene *s) {
  uint64_t category = (uint64_t)1 << test_below(&s->random, 3);
  return category == CAROM_CATEGORY_DEFAULT && test_below(&s->random, 2) ? 0 : category;
}

static inline void scene_add_body(query_scene *s, size_t index, size_t colliders) {
  carom_body_def body = {.kind = test_below(&s->random, 2) ? CAROM_STATIC : CAROM_KINEMATIC,
                         .pose = scene_body_pose(s),
                         .disabled = test_below(&s->random, 8) == 0};
  s->bodies[index] = carom_body_create(s->world, &body);
  for (size_t i = 0; i < colliders; i++) {
    carom_collider_def def = {.shape = scene_shape(s),
                              .filter.category = scene_category(s),
                              .sensor = test_below(&s->random, 4) == 0};
    if (!s->exact || s->unturned) {
      float u = 2 * (float)s->unit;
      def.pose = (carom_local_pose){test_vec3(&s->random, -u, u), test_quat(&s->random)};
    }
    ck_assert_uint_ne(carom_collider_create(s->world, s->bodies[index], &def).bits, 0);
  }
}

static inline void scene_refresh(query_scene *s) {
  s->count = placed_list(s->world, s->bodies, SCENE_BODIES, s->list, SCENE_COLLIDERS);
}

static inline carom_polygon *scene_polygon(float size) {
  const float points[10] = {size,        0,     0.3f * size, size, -0.8f * size,
                            0.6f * size, -size, -size,       0,    -1.1f * size};
  carom_polygon *polygon = NULL;
  ck_assert_int_eq(carom_polygon_from_points(NULL, points, 5, 0, &polygon), CAROM_OK);
  return polygon;
}

static inline void scene_fill(query_scene *s) {
  const size_t counts[] = {1, 1, 1, 2, 9, SCENE_MANY};
  const carom_world_def def = {.planar = s->planar};
  ck_assert_int_eq(carom_world_create(&def, &s->world), CAROM_OK);
  if (s->planar) s->polygon = scene_polygon(0.8f * (float)s->unit);
  s->hull = support_hull(NULL, s->random, 0.8f * (float)s->unit);
  for (size_t i = 0; i < SCENE_BODIES; i++) scene_add_body(s, i, counts[test_below(&s->random, 6)]);
  scene_refresh(s);
}

static inline void scene_make(query_scene *s, uint64_t seed, bool exact, double unit, carom_pos origin) {
  *s = (query_scene){.random = seed, .exact = exact, .unit = unit, .origin = origin};
  scene_fill(s);
}

/* The same with some shapes that are not convex. */
static inline void scene_make_rough(query_scene *s, uint64_t seed, bool exact, double unit,
                                    carom_pos origin) {
  *s = (query_scene){.random = seed, .rough = true, .exact = exact, .unit = unit, .origin = origin};
  scene_fill(s);
}

static inline void scene_make_unturned(query_scene *s, uint64_t seed, double unit, carom_pos origin) {
  *s = (query_scene){
      .random = seed, .rough = true, .exact = true, .unturned = true, .unit = unit, .origin = origin};
  scene_fill(s);
}

/* Between steps: bodies go elsewhere, and the boxes and trees that a step has left no longer fit. */
static inline void scene_stir(query_scene *s) {
  for (int i = 0; i < 8; i++) {
    carom_body body = s->bodies[test_below(&s->random, SCENE_BODIES)];
    carom_pose pose = scene_body_pose(s);
    carom_shape shape = scene_shape(s);
    carom_collider collider = support_collider_of(s->world, body);
    carom_body_set_pose(s->world, body, &pose);
    carom_body_set_enabled(s->world, body, test_below(&s->random, 4) > 0);
    if (collider.bits && test_below(&s->random, 2)) carom_collider_set_shape(s->world, collider, &shape);
    if (collider.bits && test_below(&s->random, 4) == 0) carom_collider_destroy(s->world, collider);
  }
  scene_refresh(s);
}

static inline void scene_free(query_scene *s) {
  carom_world_destroy(s->world);
  carom_hull_release(s->hull);
  carom_polygon_release(s->polygon);
}

/* Passes colliders of every third index over. */
static inline bool scene_accept(void *user, const carom_world *world, carom_body body,
                                carom_collider collider) {
  carom_body owner = {0};
  carom_collider_get_body(world, collider, &owner);
  *(size_t *)user += owner.bits != body.bits;
  return (uint32_t)collider.bits % 3 != 0;
}

/* One of all kinds of filter; *wrong counts what the predicate was told wrongly. */
static inline carom_query_filter scene_filter(query_scene *s, size_t *wrong) {
  carom_query_filter filter = {.user = wrong};
  if (test_below(&s->random, 3) == 0) filter.mask = 1 + test_below(&s->random, 7);
  filter.skip_sensors = test_below(&s->random, 3) == 0;
  if (test_below(&s->random, 3) == 0) filter.accept = scene_accept;
  return filter;
}

static inline bool scene_wants(const placed *p, const carom_query_filter *filter) {
  uint64_t category = p->filter.category ? p->filter.category : CAROM_CATEGORY_DEFAULT;
  if (filter->mask && !(filter->mask & category)) return false;
  if (filter->skip_sensors && p->sensor) return false;
  return !filter->accept || (uint32_t)p->collider.bits % 3 != 0;
}

#endif
