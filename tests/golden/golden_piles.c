/* golden_piles.c: no two numbers are drawn in one call or list, whose order C leaves open. */
#include "golden_piles.h"

#include <stdio.h>
#include <stdlib.h>

#include "golden_look.h"
#include "golden_swept.h"
#include "scenes.h"

enum { SPACE, PLANE, COLUMNS = 4, REWOUND = 8, STEPS_A_MOMENT = 32 };

/* How far apart bodies of a pile begin: nearer than most are wide. */
#define RISE 0.75

static bool one_in(golden_piles *p, uint32_t n) { return bits_below(&p->random, n) == 0; }

/* --- What is drawn --- */

static carom_vec3 draw_vec3(golden_piles *p, int world, float most) {
  carom_vec3 v = bits_vec3(&p->random, -most, most);
  return (carom_vec3){v.x, v.y, world == PLANE ? 0 : v.z};
}

static carom_vec3 draw_spin(golden_piles *p, int world, float most) {
  carom_vec3 v = bits_vec3(&p->random, -most, most);
  return world == PLANE ? (carom_vec3){0, 0, v.z} : v;
}

/* Boxes and rectangles, whose points have most ties, are as many as all others. */
static carom_shape draw_shape(golden_piles *p, int world) {
  static const carom_shape_kind space[] = {CAROM_HULL,      CAROM_CYLINDER,       CAROM_CONE,
                                           CAROM_CAPSULE,   CAROM_SPHERE,         CAROM_FRUSTUM,
                                           CAROM_ELLIPSOID, CAROM_TAPERED_CAPSULE},
                                plane[] = {CAROM_POLYGON, CAROM_STADIUM, CAROM_DISC, CAROM_SEGMENT};
  uint32_t n = bits_below(&p->random, 16);
  if (world == PLANE)
    return n < 8 ? carom_shape_rectangle(0.5f, 0.5f) : scene_shape(plane[n % 4], &p->random);
  return n < 8 ? carom_shape_box(0.5f, 0.5f, 0.5f) : scene_shape(space[n - 8], &p->random);
}

/* In the plane, half of the shapes have an arc. */
static carom_shape draw_kind(golden_piles *p, int world) {
  const float width = bits_uniform(&p->random, 0.25f, 0.75f);
  uint32_t n = world == PLANE && p->kind == PILES_EIGHT ? bits_below(&p->random, 4) : 2;
  if (n > 1) return draw_shape(p, world);
  return n == 0 ? carom_shape_ellipse(width, 0.5f) : carom_shape_half_disc(width);
}

/* The place of a body in its pile. */
static carom_pose place_of(uint32_t i, int world) {
  carom_pose pose = {.rotation = {0, 0, 0, 1}};
  uint32_t column = i % COLUMNS;
  pose.position = (carom_pos){1.5 * column, RISE * (i / COLUMNS), world == SPACE && column % 2 ? 0.5 : 0};
  return pose;
}

/* --- The worlds --- */

/* Ground below all piles, and a wall beside the last one. */
static void make_endless(uint32_t i, int world, carom_body_def *def, carom_collider_def *collider) {
  const float s = 0.70710678f;
  collider->shape = world == PLANE ? carom_shape_half_plane(0) : carom_shape_half_space(0);
  if (i == 0) return;
  def->pose.position.x += 0.75;
  def->pose.rotation = (carom_quat){0, 0, s, s};
}

static void add_body(golden_piles *p, int world, uint32_t i) {
  carom_body_def def = {.kind = i < COLUMNS ? CAROM_STATIC : CAROM_KINEMATIC, .pose = place_of(i, world)};
  carom_collider_def collider = {.shape = p->kind == PILES_EIGHT ? draw_kind(p, world) : draw_shape(p, world),
                                 .sensor = i % 13 == 5};
  if (p->kind == PILES_EIGHT && (i == 0 || i == COLUMNS - 1)) make_endless(i, world, &def, &collider);
  p->bodies[world][i] = carom_body_create(p->worlds[world], &def);
  carom_collider_create(p->worlds[world], p->bodies[world][i], &collider);
}

void golden_piles_make(golden_piles *p, golden_pile_kind kind, const carom_tasks *tasks) {
  *p = (golden_piles){.kind = kind, .random = 1181783497276652981u, .told = {0xCBF29CE484222325u}};
  golden_must(carom_islands_create(NULL, &p->islands));
  for (int world = SPACE; world <= PLANE; world++) {
    const carom_world_def def = {.planar = world == PLANE,
                                 .persistent_manifolds = true,
                                 .seamless = kind == PILES_NEAR,
                                 .margin = kind == PILES_NEAR ? 0.125f : 0,
                                 .eight_points = kind == PILES_EIGHT,
                                 .tasks = *tasks};
    golden_must(carom_world_create(&def, &p->worlds[world]));
    golden_must(carom_world_rollback_keep(p->worlds[world], REWOUND));
    for (uint32_t i = 0; i < PILE_BODIES; i++) add_body(p, world, i);
    golden_must(carom_world_get_last_status(p->worlds[world]));
  }
}

void golden_piles_end(golden_piles *p) {
  for (int world = SPACE; world <= PLANE; world++) golden_must(carom_world_destroy(p->worlds[world]));
  carom_islands_destroy(p->islands);
}

/* --- What changes --- */

/* All tremble, by up to a thousandth of their size a step. */
static void tremble(golden_piles *p, int world) {
  carom_vec3 linear[PILE_BODIES - COLUMNS], angular[PILE_BODIES - COLUMNS];
  for (uint32_t i = 0; i < PILE_BODIES - COLUMNS; i++) {
    linear[i] = draw_vec3(p, world, 0.0625f);
    angular[i] = draw_spin(p, world, 0.0625f);
  }
  const carom_velocity_array array = {.scalar = CAROM_FLOAT, .linear = linear, .angular = angular};
  golden_must(
      carom_body_set_velocities(p->worlds[world], &p->bodies[world][COLUMNS], PILE_BODIES - COLUMNS, &array));
}

/* One body goes back to the pile that it began in, or is about to be elsewhere. */
static void send(golden_piles *p, int world) {
  uint32_t i = COLUMNS + bits_below(&p->random, PILE_BODIES - COLUMNS);
  carom_pose pose = place_of(i, world);
  carom_vec3 off = draw_vec3(p, world, 0.25f);
  pose.position.x += (double)off.x;
  pose.position.y += (double)off.y;
  pose.position.z += (double)off.z;
  golden_must(one_in(p, 2) ? carom_body_set_target(p->worlds[world], p->bodies[world][i], &pose, 1 / 60.0f)
                           : carom_body_set_pose(p->worlds[world], p->bodies[world][i], &pose));
}

/* --- What is told --- */

/* What a solver adds up is the age of each point here. */
static void use_values(golden_piles *p, carom_world *world) {
  size_t count = 0, contact_count = 0;
  carom_point_values *values = carom_world_get_point_values(world, &count);
  const carom_contact *contacts = carom_world_get_contacts(world, &contact_count);
  const size_t rows = contact_count > 0 ? count / contact_count : 1;
  for (size_t i = 0; i < count; i += rows)
    for (uint32_t k = 0; k < contacts[i / rows].manifold.point_count; k++)
      hash_word(&p->told, (uint32_t)values[i].points[k]++);
}

static void find_islands(golden_piles *p, const carom_world *world) {
  size_t count = 0, stirred = 0;
  golden_must(carom_islands_find(p->islands, world, NULL));
  const carom_island *islands = carom_islands_get(p->islands, &count);
  for (size_t i = 0; i < count; i++) {
    hash_word(&p->told, (uint32_t)islands[i].bodies[0].bits);
    hash_word(&p->told, (uint32_t)(2 * islands[i].contact_count + islands[i].rests));
  }
  carom_islands_get_stirred(p->islands, &stirred);
  hash_word(&p->told, (uint32_t)stirred);
}

static void step_world(golden_piles *p, int world, uint32_t step, float dt) {
  if (step % 4 > 0) tremble(p, world);
  if (step % 8 == 0) send(p, world);
  golden_must(carom_world_step(p->worlds[world], dt));
  golden_hash_events(&p->told, p->worlds[world]);
  use_values(p, p->worlds[world]);
  find_islands(p, p->worlds[world]);
}

static uint64_t step_both(golden_piles *p, uint32_t step, float dt) {
  for (int world = SPACE; world <= PLANE; world++) step_world(p, world, step, dt);
  return carom_world_hash(p->worlds[SPACE]) ^ carom_world_hash(p->worlds[PLANE]) ^ p->told.value;
}

/* --- Rewinds --- */

static void keep_moment(golden_piles *p) {
  pile_moment *kept = &p->kept;
  for (int world = SPACE; world <= PLANE; world++)
    golden_must(carom_world_rollback_save(p->worlds[world], kept->bytes[world], sizeof kept->bytes[world],
                                          &kept->sizes[world]));
  kept->random = p->random;
  kept->told = p->told;
}

static void return_to_moment(golden_piles *p) {
  const pile_moment *kept = &p->kept;
  for (int world = SPACE; world <= PLANE; world++)
    golden_must(carom_world_rollback_restore(p->worlds[world], kept->bytes[world], kept->sizes[world]));
  p->random = kept->random;
  p->told = kept->told;
}

uint64_t golden_piles_step(golden_piles *p, uint32_t step, float dt) {
  uint64_t hash, again = 0;
  if (step % STEPS_A_MOMENT == 1) keep_moment(p);
  hash = step_both(p, step, dt);
  if (step % STEPS_A_MOMENT != REWOUND) return hash;
  return_to_moment(p);
  for (uint32_t i = 1; i <= REWOUND; i++) again = step_both(p, step - REWOUND + i, dt);
  if (again == hash) return hash;
  fprintf(stderr, "golden: the steps up to %u went otherwise after a rewind\n", (unsigned)step);
  exit(1);
}
