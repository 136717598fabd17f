#include "sets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/random.h"

/* What a shape of a set is. */
typedef enum body_kind {
  SPHERE,
  CAPSULE,
  BOX,
  CYLINDER,
  CONE,
  DISC,
  RECTANGLE,
  POLYGON3,
  POLYGON5,
  POLYGON8,
  POLYGON16,
  HULL8,
  HULL32,
  HULL128
} body_kind;

static const size_t asset_points[] = {[POLYGON3] = 3, [POLYGON5] = 5, [POLYGON8] = 8, [POLYGON16] = 16,
                                      [HULL8] = 8,    [HULL32] = 32,  [HULL128] = 128};

/* AROUND: the centre of B's AABB lies about A's, within spread of where the AABBs part; so all pairs are ones
 * that a broad phase lets through. TOUCHING: of these the ones that touch. RESTING: B stands on A, almost
 * square. */
typedef enum set_placement { AROUND, TOUCHING, RESTING } set_placement;

typedef struct set_recipe {
  const char *name;
  body_kind a, b;
  set_placement placement;
  float spread;
} set_recipe;

/* About two thirds touch in "half", nearly all in "deep", and a third in "apart", where the spread is all
 * that AABBs admit; in "even" 50 %, and all in "touching". */
static const set_recipe recipes[] = {
    {"box-half", BOX, BOX, AROUND, 0.85f},
    {"box-deep", BOX, BOX, AROUND, 0.4f},
    {"box-apart", BOX, BOX, AROUND, 1},
    {"box-touching", BOX, BOX, TOUCHING, 0.85f},
    {"box-rest", BOX, BOX, RESTING, 0},
    {"hull8-half", HULL8, HULL8, AROUND, 0.75f},
    {"hull8-even", HULL8, HULL8, AROUND, 0.865f},
    {"hull8-deep", HULL8, HULL8, AROUND, 0.35f},
    {"hull8-apart", HULL8, HULL8, AROUND, 1},
    {"hull32-half", HULL32, HULL32, AROUND, 0.88f},
    {"hull32-even", HULL32, HULL32, AROUND, 0.963f},
    {"hull32-deep", HULL32, HULL32, AROUND, 0.4f},
    {"hull32-apart", HULL32, HULL32, AROUND, 1},
    {"hull128-half", HULL128, HULL128, AROUND, 0.9f},
    {"hull128-even", HULL128, HULL128, AROUND, 0.995f},
    {"hull128-deep", HULL128, HULL128, AROUND, 0.4f},
    {"hull128-apart", HULL128, HULL128, AROUND, 1},
    {"box-hull32-half", BOX, HULL32, AROUND, 0.85f},
    {"sphere-sphere-half", SPHERE, SPHERE, AROUND, 0.92f},
    {"sphere-capsule-half", SPHERE, CAPSULE, AROUND, 0.85f},
    {"capsule-capsule-half", CAPSULE, CAPSULE, AROUND, 0.8f},
    {"sphere-box-half", SPHERE, BOX, AROUND, 0.88f},
    {"capsule-box-half", CAPSULE, BOX, AROUND, 0.83f},
    {"sphere-hull32-half", SPHERE, HULL32, AROUND, 0.9f},
    {"capsule-hull32-half", CAPSULE, HULL32, AROUND, 0.82f},
    {"cylinder-cylinder-half", CYLINDER, CYLINDER, AROUND, 0.88f},
    {"cylinder-box-half", CYLINDER, BOX, AROUND, 0.88f},
    {"cone-box-half", CONE, BOX, AROUND, 0.83f},
    {"cone-cylinder-half", CONE, CYLINDER, AROUND, 0.83f},
    {"rectangle-half", RECTANGLE, RECTANGLE, AROUND, 0.9f},
    {"rectangle-apart", RECTANGLE, RECTANGLE, AROUND, 1},
    {"rectangle-touching", RECTANGLE, RECTANGLE, TOUCHING, 0.9f},
    {"rectangle-rest", RECTANGLE, RECTANGLE, RESTING, 0},
    {"polygon3-half", POLYGON3, POLYGON3, AROUND, 0.8f},
    {"polygon5-half", POLYGON5, POLYGON5, AROUND, 0.9f},
    {"polygon8-half", POLYGON8, POLYGON8, AROUND, 0.92f},
    {"polygon16-half", POLYGON16, POLYGON16, AROUND, 0.94f},
    {"polygon8-rectangle-half", POLYGON8, RECTANGLE, AROUND, 0.92f},
    {"disc-disc-half", DISC, DISC, AROUND, 0.95f},
    {"disc-rectangle-half", DISC, RECTANGLE, AROUND, 0.92f},
};

size_t bench_set_count(void) { return sizeof recipes / sizeof recipes[0]; }

const char *bench_set_name(size_t index) { return recipes[index].name; }

static bool is_planar(const set_recipe *recipe) { return recipe->a >= DISC && recipe->a <= POLYGON16; }
bool bench_set_is_planar(size_t index) { return is_planar(&recipes[index]); }

static void must(carom_status status) {
  if (status == CAROM_OK) return;
  fprintf(stderr, "cannot make a set: %s\n", carom_status_name(status));
  exit(EXIT_FAILURE);
}

/* Points on an ellipsoid: each of them is a vertex. */
static carom_hull *make_hull(uint64_t *random, size_t count) {
  carom_vec3 points[128], half = random_vec3(random, 0.3f, 1);
  for (size_t i = 0; i < count; i++) {
    carom_vec3 d = random_direction(random);
    points[i] = (carom_vec3){d.x * half.x, d.y * half.y, d.z * half.z};
  }
  carom_hull *hull;
  must(carom_hull_from_points(NULL, &points[0].x, count, 0, &hull));
  return hull;
}

/* On an ellipse, each in its own sector. */
static carom_polygon *make_polygon(uint64_t *random, size_t count) {
  carom_vec2 points[16];
  carom_vec3 half = random_vec3(random, 0.3f, 1);
  for (size_t i = 0; i < count; i++) {
    float sector = (float)i + random_in(random, 0, 0.7f);
    carom_vec2 d = carom_direction_degrees(360 * (double)sector / (double)count);
    points[i] = (carom_vec2){d.x * half.x, d.y * half.y};
  }
  carom_polygon *polygon;
  must(carom_polygon_from_points(NULL, &points[0].x, count, 0, &polygon));
  return polygon;
}

/* The first half of the assets is for the first shapes, the other for the second ones. */
static void make_assets(bench_set *set, const set_recipe *recipe, uint64_t *random) {
  for (size_t i = 0; i < BENCH_ASSETS; i++) {
    body_kind kind = i < BENCH_ASSETS / 2 ? recipe->a : recipe->b;
    bool polygon = kind >= POLYGON3 && kind <= POLYGON16;
    set->hulls[i] = kind >= HULL8 ? make_hull(random, asset_points[kind]) : NULL;
    set->polygons[i] = polygon ? make_polygon(random, asset_points[kind]) : NULL;
  }
}

static carom_shape make_shape(const bench_set *set, body_kind kind, bool second, uint64_t *random) {
  carom_vec3 half = random_vec3(random, 0.3f, 1);
  switch (kind) {
  case SPHERE:
    return carom_shape_sphere(half.x);
  case CAPSULE: {
    carom_vec3 end = {0, half.y, 0}, other = {0, -half.y, 0};
    return carom_shape_capsule(other, end, half.x * 0.5f);
  }
  case BOX:
    return carom_shape_box(half.x, half.y, half.z);
  case CYLINDER:
    return carom_shape_cylinder(half.y, half.x);
  case CONE:
    return carom_shape_cone(half.y, half.x);
  case DISC:
    return carom_shape_disc(half.x);
  case RECTANGLE:
    return carom_shape_rectangle(half.x, half.y);
  default: {
    size_t i = (size_t)random_in(random, 0, BENCH_ASSETS / 2 - 0.01f) + (second ? BENCH_ASSETS / 2 : 0);
    return set->polygons[i] ? carom_shape_polygon(set->polygons[i]) : carom_shape_hull(set->hulls[i]);
  }
  }
}

/* What is left of a pose in the plane. */
static void flatten_pose(carom_pose *pose) {
  carom_quat q = pose->rotation;
  float length = sqrtf(q.z * q.z + q.w * q.w);
  pose->position.z = 0;
  pose->rotation = (carom_quat){0, 0, q.z / length, q.w / length};
}
static void flatten_motions(carom_motion motions[2]) {
  for (int i = 0; i < 2; i++) flatten_pose(&motions[i].start), flatten_pose(&motions[i].end);
}

static carom_pos moved(carom_pos p, carom_vec3 by) {
  return (carom_pos){(double)((float)p.x + by.x), (double)((float)p.y + by.y), (double)((float)p.z + by.z)};
}

static carom_vec3 scaled(carom_vec3 v, float s) { return (carom_vec3){v.x * s, v.y * s, v.z * s}; }

static carom_vec3 difference(carom_vec3 a, carom_vec3 b) {
  return (carom_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static float reach(const carom_shape *shape) {
  carom_obb box;
  must(carom_shape_obb(shape, &box));
  carom_vec3 c = box.center, h = box.half;
  return sqrtf(c.x * c.x + c.y * c.y + c.z * c.z) + sqrtf(h.x * h.x + h.y * h.y + h.z * h.z);
}

/* How far along one axis B moves so that the centres of the intervals are within a part of their half
 * lengths. */
static float around(uint64_t *random, const float a[2], const float b[2], float spread) {
  float centres = (a[0] + a[1] - b[0] - b[1]) / 2, halves = (a[1] - a[0] + b[1] - b[0]) / 2;
  return centres + random_in(random, -1, 1) * halves * spread;
}

static void place_around(bench_pair *pair, const set_recipe *recipe, uint64_t *random) {
  float spread = recipe->spread;
  carom_aabb a, b;
  pair->pose_b = (carom_pose){pair->pose_a.position, random_rotation(random)};
  if (is_planar(recipe)) flatten_pose(&pair->pose_b);
  must(carom_shape_bounds(&pair->a, &pair->pose_a, &a));
  must(carom_shape_bounds(&pair->b, &pair->pose_b, &b));
  float x = around(random, (float[]){a.min.x, a.max.x}, (float[]){b.min.x, b.max.x}, spread);
  float y = around(random, (float[]){a.min.y, a.max.y}, (float[]){b.min.y, b.max.y}, spread);
  float z = around(random, (float[]){a.min.z, a.max.z}, (float[]){b.min.z, b.max.z}, spread);
  pair->pose_b.position = moved(pair->pose_b.position, (carom_vec3){x, y, z});
  if (is_planar(recipe)) flatten_pose(&pair->pose_b);
}

static bool touches(const bench_pair *pair) {
  bool overlap;
  must(carom_overlap(&pair->a, &pair->pose_a, &pair->b, &pair->pose_b, &overlap));
  return overlap;
}

/* B on top of A along A's y, tilted by 1e-7 to 1e-2 rad, 1 cm above to 1 cm below the surface. */
static void place_resting(bench_pair *pair, uint64_t *random) {
  carom_obb a, b;
  must(carom_shape_obb(&pair->a, &a));
  must(carom_shape_obb(&pair->b, &b));
  carom_vec3 up = {random_in(random, -0.5f, 0.5f), a.half.y + b.half.y + random_in(random, -0.01f, 0.01f),
                   random_in(random, -0.5f, 0.5f)};
  carom_vec3 axis = scaled(random_direction(random), random_magnitude(random, -7, -2) / 2);
  pair->pose_a.rotation = (carom_quat){0, 0, 0, 1};
  pair->pose_b.position = moved(pair->pose_a.position, up);
  pair->pose_b.rotation = quat_product((carom_quat){axis.x, axis.y, axis.z, 1}, pair->pose_a.rotation);
}

/* By a thousandth of the shape's size, and by a thousandth of a radian: half of it is in the quaternion. */
static carom_pose nudged(const carom_shape *shape, carom_pose pose, uint64_t *random) {
  carom_vec3 step = scaled(random_direction(random), 1e-3f * reach(shape));
  carom_vec3 turn = scaled(random_direction(random), 0.5e-3f);
  return (carom_pose){moved(pose.position, step),
                      quat_product((carom_quat){turn.x, turn.y, turn.z, 1}, pose.rotation)};
}

static void aim_ray(const bench_pair *pair, carom_ray *ray, uint64_t *random) {
  float r = reach(&pair->a);
  carom_vec3 from = scaled(random_direction(random), r * random_in(random, 1.1f, 3));
  carom_vec3 to = scaled(random_direction(random), r * random_in(random, 0, 1));
  ray->origin = moved(pair->pose_a.position, from);
  ray->translation = scaled(difference(to, from), random_in(random, 1, 2));
}

/* From where the bounding spheres are apart to where they meet, or beyond it. */
static void aim_cast(const bench_pair *pair, bench_motion *motion, uint64_t *random) {
  float a = reach(&pair->a), b = reach(&pair->b);
  carom_vec3 from = scaled(random_direction(random), (a + b) * random_in(random, 1.05f, 2));
  carom_vec3 to = scaled(random_direction(random), (a + b) * random_in(random, 0, 1));
  motion->start_b = (carom_pose){moved(pair->pose_a.position, from), pair->pose_b.rotation};
  motion->translation = difference(to, from);
}

static carom_motion motion_from(carom_pose from, carom_vec3 step, float angle, uint64_t *random) {
  carom_pose to = {moved(from.position, step), quat_product(random_turn(random, angle), from.rotation)};
  return (carom_motion){from, to};
}

static void make_motion(const bench_pair *pair, bench_motion *motion, uint64_t *random) {
  aim_ray(pair, &motion->ray, random);
  aim_cast(pair, motion, random);
  for (int fast = 0; fast < 2; fast++) {
    carom_motion *motions = fast ? motion->fast : motion->slow;
    float angle = fast ? 1.5f : 0.1f;
    motions[0] = motion_from(pair->pose_a, scaled(random_direction(random), 0.2f), angle, random);
    motions[1] = motion_from(motion->start_b, motion->translation, angle, random);
  }
}

static void make_pair(const bench_set *set, const set_recipe *recipe, bench_pair *pair, uint64_t *random) {
  pair->a = make_shape(set, recipe->a, false, random);
  pair->b = make_shape(set, recipe->b, true, random);
  pair->pose_a =
      (carom_pose){moved((carom_pos){0, 0, 0}, random_vec3(random, -8, 8)), random_rotation(random)};
  if (is_planar(recipe)) flatten_pose(&pair->pose_a);
  if (recipe->placement == RESTING) {
    place_resting(pair, random);
  } else {
    do place_around(pair, recipe, random);
    while (recipe->placement == TOUCHING && !touches(pair));
  }
  if (is_planar(recipe)) flatten_pose(&pair->pose_b);
  pair->nudged_b = nudged(&pair->b, pair->pose_b, random);
  if (is_planar(recipe)) flatten_pose(&pair->nudged_b);
}

static void flatten_motion(bench_motion *motion) {
  motion->ray.origin.z = 0;
  motion->ray.translation.z = motion->translation.z = 0;
  flatten_pose(&motion->start_b);
  flatten_motions(motion->slow);
  flatten_motions(motion->fast);
}

static bool is_half(const char *name) {
  size_t length = strlen(name);
  return length > 5 && strcmp(name + length - 5, "-half") == 0;
}

void bench_set_make(size_t index, size_t pairs, bench_set *out) {
  const set_recipe *recipe = &recipes[index];
  uint64_t random = 1000 * (index + 1);
  *out = (bench_set){.name = recipe->name, .moving = is_half(recipe->name), .count = pairs};
  out->pairs = calloc(pairs, sizeof *out->pairs);
  out->motions = calloc(pairs, sizeof *out->motions);
  if (!out->pairs || !out->motions) must(CAROM_OUT_OF_MEMORY);
  make_assets(out, recipe, &random);
  for (size_t i = 0; i < pairs; i++) {
    make_pair(out, recipe, &out->pairs[i], &random);
    make_motion(&out->pairs[i], &out->motions[i], &random);
    if (is_planar(recipe)) flatten_motion(&out->motions[i]);
  }
}

void bench_set_free(bench_set *set) {
  for (size_t i = 0; i < BENCH_ASSETS; i++) {
    carom_hull_release(set->hulls[i]);
    carom_polygon_release(set->polygons[i]);
  }
  free(set->pairs);
  free(set->motions);
}
