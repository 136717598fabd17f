/* scenes.c: C leaves the order open in which arguments and initialisers are computed, so that no two of one
 * call or list draw a random number here. */
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>

#include <carom/chain.h>

#include "random.h"

#define SCENE_LINKS 8 /* of each chain */

carom_hull *scene_hulls[SCENE_HULLS];
carom_polygon *scene_polygons[SCENE_HULLS];
static carom_chain *scene_chains[SCENE_HULLS];

static void must(carom_status status) {
  if (status == CAROM_OK) return;
  printf("a scene was refused: %s\n", carom_status_name(status));
  exit(EXIT_FAILURE);
}

static carom_vec3 scaled(carom_vec3 v, float s) { return (carom_vec3){v.x * s, v.y * s, v.z * s}; }

static carom_vec3 round_point(uint64_t *random) {
  carom_vec3 v = bits_vec3(random, -1, 1);
  return scaled(v, 1 / sqrtf(v.x * v.x + v.y * v.y + v.z * v.z + 0x1p-20f));
}

static carom_vec3 grid_point(uint64_t *random) {
  int x = (int)bits_below(random, 4), y = (int)bits_below(random, 4), z = (int)bits_below(random, 4);
  return (carom_vec3){0.5f * (float)x - 0.75f, 0.5f * (float)y - 0.75f, 0.5f * (float)z - 0.75f};
}

static void make_polygons(void) {
  uint64_t random = 521288629;
  carom_vec3 points[64];
  for (uint32_t i = 0; i < SCENE_HULLS; i++) {
    size_t count = 4 + 5 * i;
    for (size_t k = 0; k < count; k++) points[k] = i % 3 == 2 ? grid_point(&random) : round_point(&random);
    must(carom_polygon_from_points(NULL, &points[0].x, count, sizeof *points, &scene_polygons[i]));
  }
}

/* Rings, of which every other one is touched from outside only. */
static void make_chains(void) {
  uint64_t random = 362436069;
  for (uint32_t i = 0; i < SCENE_HULLS; i++) {
    carom_vec3 points[SCENE_LINKS];
    for (int k = 0; k < SCENE_LINKS; k++) points[k] = round_point(&random);
    const carom_chain_def def = {.points = &points[0].x,
                                 .count = SCENE_LINKS,
                                 .stride = sizeof *points,
                                 .closed = true,
                                 .one_sided = i % 2};
    must(carom_chain_create(NULL, &def, &scene_chains[i]));
  }
}

void scene_hulls_make(void) {
  uint64_t random = 88172645463325252u;
  carom_vec3 points[64];
  for (uint32_t i = 0; i < SCENE_HULLS; i++) {
    size_t count = 8 + 5 * i;
    for (size_t k = 0; k < count; k++) points[k] = i % 3 == 2 ? grid_point(&random) : round_point(&random);
    must(carom_hull_from_points(NULL, &points[0].x, count, 0, &scene_hulls[i]));
  }
  make_polygons();
  make_chains();
}

void scene_hulls_free(void) {
  for (uint32_t i = 0; i < SCENE_HULLS; i++) {
    carom_hull_release(scene_hulls[i]);
    carom_polygon_release(scene_polygons[i]);
    carom_chain_release(scene_chains[i]);
  }
}

/* The numbers are not drawn in one call, whose order C leaves open. */
static carom_shape random_link(float radius, uint64_t *random) {
  uint32_t chain = bits_below(random, SCENE_HULLS), link = bits_below(random, SCENE_LINKS);
  return carom_shape_chain_link(scene_chains[chain], link, radius);
}

/* The two corners are not drawn in one call, whose order C leaves open. */
static carom_shape random_triangle(carom_vec3 half, float radius, uint64_t *random) {
  carom_vec3 a = bits_vec3(random, -1, -0.2f), b = bits_vec3(random, -0.1f, 0.4f);
  return carom_shape_rounded_triangle(a, b, (carom_vec3){half.x, -half.y, half.z}, radius);
}

carom_shape scene_shape(carom_shape_kind kind, uint64_t *random) {
  carom_vec3 half = bits_vec3(random, 0.2f, 1);
  float radius = bits_below(random, 3) ? 0 : 0.125f;
  switch (kind) {
  case CAROM_SPHERE:
    return carom_shape_sphere(half.x);
  case CAROM_CAPSULE:
    return carom_shape_capsule(scaled(half, -0.5f), bits_vec3(random, -1, 1), half.y);
  case CAROM_BOX:
    return carom_shape_rounded_box(half.x, half.y, half.z, radius);
  case CAROM_HULL:
    return carom_shape_rounded_hull(scene_hulls[bits_below(random, SCENE_HULLS)], radius);
  case CAROM_CYLINDER:
    return carom_shape_cylinder(half.y, half.x);
  case CAROM_FRUSTUM:
    return carom_shape_frustum(half.y, half.x, half.z);
  case CAROM_ELLIPSOID:
    return carom_shape_ellipsoid(half.x, half.y, half.z);
  case CAROM_TAPERED_CAPSULE:
    return carom_shape_tapered_capsule(scaled(half, -0.5f), bits_vec3(random, -1, 1), half.y, half.z);
  case CAROM_TRIANGLE:
    return random_triangle(half, radius, random);
  case CAROM_DISC:
    return carom_shape_disc(half.x);
  case CAROM_STADIUM:
    return carom_shape_stadium((carom_vec2){-half.x, 0}, (carom_vec2){half.y, half.z}, half.y);
  case CAROM_RECTANGLE:
    return carom_shape_rounded_rectangle(half.x, half.y, radius);
  case CAROM_POLYGON:
    return carom_shape_rounded_polygon(scene_polygons[bits_below(random, SCENE_HULLS)], radius);
  case CAROM_SEGMENT:
    return carom_shape_segment((carom_vec2){-half.x, 0}, (carom_vec2){half.y, half.z});
  case CAROM_CHAIN_LINK:
    return random_link(radius, random);
  case CAROM_ELLIPSE:
    return carom_shape_ellipse(half.x, half.y);
  case CAROM_HALF_DISC:
    return carom_shape_half_disc(half.x);
  case CAROM_HALF_SPACE:
    return carom_shape_half_space(half.x - 0.5f);
  case CAROM_HALF_PLANE:
    return carom_shape_half_plane(half.x - 0.5f);
  case CAROM_CONE:
    return carom_shape_cone(half.y, half.x);
  default:
    printf("there are no scenes of kind %s\n", carom_shape_kind_name(kind));
    exit(EXIT_FAILURE);
  }
}

static carom_pos at(carom_pos p, carom_vec3 by) {
  return (carom_pos){p.x + (double)by.x, p.y + (double)by.y, p.z + (double)by.z};
}

/* How B lies by A: anyhow; almost parallel; exactly parallel on a grid; coincident; far away. */
static void place(couple *c, uint32_t family, uint64_t *random) {
  float amount = family == 1 ? 1e-4f : family == 2 ? 0 : 1;
  double east = 1000 * (double)bits_uniform(random, -1, 1), up = (double)bits_uniform(random, -1, 1);
  carom_pos origin = {east, up, -77.125};
  carom_quat still = {0, 0, 0, 1};
  carom_vec3 offset = bits_vec3(random, -1.25f, 1.25f);
  if (family == 1) offset = (carom_vec3){offset.x * 0.5f, 1.25f + 0.25f * offset.y, offset.z * 0.5f};
  if (family == 2) offset = scaled(grid_point(random), 2);
  if (family == 3) offset = scaled(offset, 1e-7f);
  if (family == 4) offset = scaled(offset, 5000);
  c->pose_a = (carom_pose){origin, family == 1 || family == 2 ? still : bits_turn(random, 1)};
  c->pose_b = (carom_pose){at(origin, offset), bits_turn(random, amount)};
  c->next_b = (carom_pose){at(c->pose_b.position, bits_vec3(random, -1e-3f, 1e-3f)), c->pose_b.rotation};
}

static carom_motion motion_from(carom_pose from, carom_vec3 by, float amount, uint64_t *random) {
  return (carom_motion){from, {at(from.position, by), bits_turn(random, amount)}};
}

/* The ray and the cast come from outside; in the sweep some start inside, and some turn fast. */
static void aim(couple *c, uint64_t *random) {
  carom_vec3 from = scaled(round_point(random), 3), to = bits_vec3(random, -0.75f, 0.75f);
  c->ray.origin = at(c->pose_a.position, from);
  c->ray.translation = (carom_vec3){2 * (to.x - from.x), 2 * (to.y - from.y), 2 * (to.z - from.z)};
  c->translation = bits_vec3(random, -1, 1);
  c->translation = scaled(c->translation, bits_below(random, 8) ? 4 : 4000);
  c->motions[0] = motion_from(c->pose_a, bits_vec3(random, -0.25f, 0.25f), 0.125f, random);
  carom_pose start = {at(c->pose_a.position, from), c->pose_b.rotation};
  if (bits_below(random, 4) == 0) start = c->pose_b;
  c->motions[1] = motion_from(start, scaled(from, -1.25f), bits_below(random, 2) ? 0.0625f : 1, random);
}

carom_pose scene_flat_pose(carom_pose pose) {
  float z = pose.rotation.z, w = pose.rotation.w, s = 1 / sqrtf(z * z + w * w);
  return (carom_pose){{pose.position.x, pose.position.y, 0}, {0, 0, z * s, w * s}};
}

static void flatten(couple *c) {
  carom_pose *poses[] = {&c->pose_a,         &c->pose_b,           &c->next_b,        &c->motions[0].start,
                         &c->motions[0].end, &c->motions[1].start, &c->motions[1].end};
  for (size_t i = 0; i < sizeof poses / sizeof poses[0]; i++) *poses[i] = scene_flat_pose(*poses[i]);
  c->ray.origin.z = 0;
  c->ray.translation.z = c->translation.z = 0;
}

void scene_make(carom_shape_kind a, carom_shape_kind b, couple out[SCENE_COUPLES]) {
  uint64_t random = 1442695040888963407u + 64 * (uint64_t)a + (uint64_t)b;
  for (uint32_t i = 0; i < SCENE_COUPLES; i++) {
    out[i].a = scene_shape(a, &random);
    out[i].b = scene_shape(b, &random);
    place(&out[i], i % 5, &random);
    aim(&out[i], &random);
    if (a >= CAROM_DISC) flatten(&out[i]);
  }
}
