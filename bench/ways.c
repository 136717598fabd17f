/* ways: what slides over the seams of a floor, moved by a solver that is fed by carom.
 *
 * Something without friction slides at 3 units per second over a floor of many bodies, in space and in the
 * plane, in a seamless world. Prints rows of tab-separated values: ways <floor> <mover> <solver> <slop>
 * <margin> <arrived> <slowest> <fastest> <hop>. Of ten starts with other places and turns, `arrived` have
 * their speed after three seconds within 1 %. The speeds are those at the end. `hop` is the greatest speed up
 * or down after the first quarter of a second. The slop is the depth that the solver leaves contacts with, in
 * which the mover begins. A word selects the floors whose names begin with it. Only with peers there is a
 * second solver, that of ODE.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/arguments.h"
#include "common/random.h"
#include "solver/food.h"

enum { STARTS = 10, STEPS = 180, SETTLED = 15, LAST = 30 };
static const float FRAME = 1 / 60.0f, SPEED = 3;

/* What slides, and what it weighs: a solver of space moves what is planar. */
typedef struct traveller {
  const char *name;
  bool planar;
  carom_shape shape, solid;
} traveller;

/* A floor, whose top is at y = 0. */
typedef struct ground {
  const char *name;
  bool planar;
  void (*lay)(scene *out);
} ground;

static void need(bool good) {
  if (!good) exit(EXIT_FAILURE);
}

/* --- Floors --- */

enum { FIRST = -2, END = 13, ROWS = 2 };

static void lay_boxes(scene *s) {
  for (int x = FIRST; x < END; x++)
    for (int z = -ROWS; z < ROWS; z++)
      scene_add(s, carom_shape_box(0.5f, 0.25f, 0.5f), (carom_pos){x + 0.5, -0.25, z + 0.5}, 0);
}

static void lay_hulls(scene *s) {
  static carom_hull *hull = NULL;
  static const float points[8][3] = {{0, 0, 0},           {1, 0, 0},           {0, 0, 1},
                                     {1, 0, 1},           {0.1f, -0.4f, 0.1f}, {0.9f, -0.5f, 0.1f},
                                     {0.1f, -0.3f, 0.9f}, {1, -0.4f, 1}};
  if (!hull) need(!carom_hull_from_points(NULL, points[0], 8, 0, &hull));
  for (int x = FIRST; x < END; x++)
    for (int z = -ROWS; z < ROWS; z++) scene_add(s, carom_shape_hull(hull), (carom_pos){x, 0, z}, 0);
}

/* Two triangles a tile. */
static void lay_meshes(scene *s) {
  static carom_mesh *mesh = NULL;
  static const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}};
  static const uint32_t triangles[6] = {0, 2, 3, 0, 3, 1};
  const carom_mesh_def def = {
      .vertices = corners[0], .vertex_count = 4, .triangles = triangles, .triangle_count = 2};
  if (!mesh) need(!carom_mesh_create(NULL, &def, NULL, &mesh));
  for (int x = FIRST; x < END; x++)
    for (int z = -ROWS; z < ROWS; z++) scene_add(s, carom_shape_mesh(mesh), (carom_pos){x, 0, z}, 0);
}

/* Fields of five tiles, one after the other. */
static void lay_fields(scene *s) {
  enum { COLUMNS = 5, CELLS_Z = 2 * ROWS };
  static carom_field *field = NULL;
  static const float heights[(COLUMNS + 1) * (CELLS_Z + 1)];
  const carom_field_def def = {.cells = {.columns = COLUMNS, .rows = CELLS_Z, .heights = heights}};
  if (!field) need(!carom_field_create(NULL, &def, &field));
  for (int x = FIRST; x < END; x += COLUMNS)
    scene_add(s, carom_shape_field(field), (carom_pos){x, 0, -ROWS}, 0);
}

static void lay_rectangles(scene *s) {
  for (int x = FIRST; x < END; x++)
    scene_add(s, carom_shape_rectangle(0.5f, 0.25f), (carom_pos){x + 0.5, -0.25, 0}, 0);
}

static void lay_links(scene *s) {
  enum { LINKS = END - FIRST };
  static carom_chain *chain = NULL;
  float points[LINKS + 1][2];
  for (int i = 0; i <= LINKS; i++) points[i][0] = (float)(END - i), points[i][1] = 0;
  const carom_chain_def def = {.points = points[0], .count = LINKS + 1};
  if (!chain) need(!carom_chain_create(NULL, &def, &chain));
  for (uint32_t i = 0; i < LINKS; i++)
    scene_add(s, carom_shape_chain_link(chain, i, 0), (carom_pos){0, 0, 0}, 0);
}

static const ground grounds[] = {
    {"boxes", false, lay_boxes},   {"hulls", false, lay_hulls},          {"meshes", false, lay_meshes},
    {"fields", false, lay_fields}, {"rectangles", true, lay_rectangles}, {"chain", true, lay_links},
};

/* --- What slides --- */

enum { TRAVELLERS = 8 };

static carom_shape slab(void) {
  static const float points[12][3] = {{-0.3f, -0.2f, -0.2f}, {0.3f, -0.2f, -0.2f},   {-0.2f, -0.2f, 0.3f},
                                      {0.2f, -0.2f, 0.3f},   {-0.4f, 0.1f, -0.3f},   {0.4f, 0.1f, -0.3f},
                                      {-0.3f, 0.2f, 0.4f},   {0.3f, 0.2f, 0.4f},     {0, -0.2f, -0.35f},
                                      {0, 0.2f, -0.4f},      {-0.35f, -0.2f, 0.05f}, {0.35f, -0.2f, 0.05f}};
  carom_hull *hull = NULL;
  need(!carom_hull_from_points(NULL, points[0], 12, 0, &hull));
  return carom_shape_hull(hull);
}

static carom_shape hexagon(void) {
  static const float points[6][2] = {{-0.3f, -0.2f}, {0.3f, -0.2f}, {0.45f, 0},
                                     {0.3f, 0.2f},   {-0.3f, 0.2f}, {-0.45f, 0}};
  carom_polygon *polygon = NULL;
  need(!carom_polygon_from_points(NULL, points[0], 6, 0, &polygon));
  return carom_shape_polygon(polygon);
}

static void make_travellers(traveller out[TRAVELLERS]) {
  const carom_shape box = carom_shape_box(0.3f, 0.2f, 0.25f), ball = carom_shape_sphere(0.25f);
  const carom_shape capsule = carom_shape_capsule(vec(-0.3f, 0, 0), vec(0.3f, 0, 0), 0.2f);
  const carom_shape cylinder = carom_shape_cylinder(0.2f, 0.3f), hull = slab();
  const traveller all[TRAVELLERS] = {
      {"box", false, box, box},
      {"hull", false, hull, hull},
      {"cylinder", false, cylinder, cylinder},
      {"ball", false, ball, ball},
      {"capsule", false, capsule, capsule},
      {"rectangle", true, carom_shape_rectangle(0.3f, 0.2f), box},
      {"hexagon", true, hexagon(), box},
      {"disc", true, carom_shape_disc(0.25f), ball},
  };
  memcpy(out, all, sizeof all);
}

/* --- A way --- */

/* The bodies as carom has them, and as the solver has them. */
typedef struct way {
  scene seen, moved;
  uint32_t mover;
} way;

static float low_of(const traveller *t) {
  const carom_pose pose = {.rotation = {0, 0, 0, 1}};
  carom_aabb bounds;
  need(!carom_shape_bounds(&t->shape, &pose, &bounds));
  return bounds.min.y;
}

/* Somewhere at the beginning of the floor; turned about the vertical axis, if that is in its space. */
static carom_pose start_of(const traveller *t, uint64_t *random, float slop) {
  float half = random_in(random, 0, 3), aside = random_in(random, -0.4f, 0.4f);
  carom_pose at = {{(double)random_in(random, -0.5f, 0.5f), (double)(-low_of(t) - slop), (double)aside},
                   {0, sinf(half), 0, cosf(half)}};
  if (t->planar) at.position.z = 0, at.rotation = (carom_quat){0, 0, 0, 1};
  return at;
}

static void begin(way *w, const ground *g, const traveller *t, uint64_t *random, float slop) {
  *w = (way){.seen = {.name = "ways"}, .moved = {.name = "ways"}};
  carom_pose start = start_of(t, random, slop);
  g->lay(&w->seen);
  for (size_t i = 0; i < w->seen.body_count; i++)
    scene_add(&w->moved, carom_shape_box(1, 1, 1), w->seen.bodies[i].pose.position, 0);
  w->mover = scene_add(&w->seen, t->shape, start.position, 1);
  scene_add(&w->moved, t->solid, start.position, 1);
  need(!w->seen.status && !w->moved.status);
  scene_body *seen = &w->seen.bodies[w->mover], *body = &w->moved.bodies[w->mover];
  seen->pose = body->pose = start;
  body->velocity = vec(SPEED, 0, 0), body->friction = 0;
}

typedef struct journey {
  double speed, hop;
} journey;

static journey travel(const ground *g, const traveller *t, const motor *how, uint64_t *random, float slop,
                      float margin) {
  way w;
  carom_pose pose, last, late;
  journey out = {0, 0};
  begin(&w, g, t, random, slop);
  pose = last = late = w.seen.bodies[w.mover].pose;
  const carom_world_def def = {
      .planar = g->planar, .seamless = true, .persistent_manifolds = true, .margin = margin};
  void *eater = food_carom_create(&w.seen, &def), *mover = how->create(&w.moved, slop);
  for (int i = 0; i < STEPS; i++) {
    size_t count;
    last = pose;
    if (i == STEPS - LAST) late = pose;
    food_carom.place(eater, w.mover, &pose);
    const food_contact *contacts = food_carom.collide(eater, &count);
    how->move(mover, contacts, count, FRAME);
    how->get_pose(mover, w.mover, &pose);
    if (i >= SETTLED) out.hop = fmax(out.hop, fabs(pose.position.y - last.position.y) / (double)FRAME);
  }
  carom_vec3 path = from_to(late.position, pose.position);
  out.speed = sqrt((double)dot(path, path)) / (LAST * (double)FRAME);
  scene_free(&w.seen), scene_free(&w.moved);
  return out;
}

/* --- Rows --- */

static const motor *const motors[] = {
    &motor_soft,
#ifdef CAROM_BENCH_PEERS
    &motor_ode,
#endif
};
enum { MOTORS = sizeof motors / sizeof *motors, GROUNDS = sizeof grounds / sizeof *grounds };

static void measure(const ground *g, const traveller *t, const motor *how, float slop, float margin) {
  double slowest = HUGE_VAL, fastest = 0, hop = 0;
  uint64_t random = 1;
  int arrived = 0;
  for (int i = 0; i < STARTS; i++) {
    journey j = travel(g, t, how, &random, slop, margin);
    arrived += fabs(j.speed - (double)SPEED) <= 0.01 * (double)SPEED;
    slowest = fmin(slowest, j.speed), fastest = fmax(fastest, j.speed), hop = fmax(hop, j.hop);
  }
  printf("ways\t%s\t%s\t%s\t%g\t%g\t%d\t%.4f\t%.4f\t%.4f\n", g->name, t->name, how->name, (double)slop,
         (double)margin, arrived, slowest, fastest, hop);
  fflush(stdout);
}

/* Without and with slop, and without and with a margin. */
static void measure_all(const ground *g, const traveller *t, const motor *how) {
  for (int i = 0; i < 4; i++) measure(g, t, how, i % 2 ? 0.005f : 0, i / 2 ? 0.05f : 0);
}

int main(int argc, char **argv) {
  bench_take_quick(&argc, argv);
  const char *wanted = argc > 1 ? argv[1] : "";
  traveller travellers[TRAVELLERS];
  make_travellers(travellers);
  for (int i = 0; i < GROUNDS; i++)
    for (int k = 0; k < TRAVELLERS * MOTORS; k++) {
      const traveller *t = &travellers[k / MOTORS];
      if (t->planar != grounds[i].planar || strncmp(grounds[i].name, wanted, strlen(wanted)) != 0) continue;
      measure_all(&grounds[i], t, motors[k % MOTORS]);
    }
  return 0;
}
