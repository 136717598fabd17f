#include "mesh/meetings.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <carom/mesh.h>

#include "common/random.h"
#include "common/timing.h"
#include "mesh/engine.h"
#include "vec.h"

enum { MEETINGS = 400, MESH_MEETINGS = 8, ROUNDS = 3, ENGINES = 4 };

static const char *const question_names[MEETING_QUESTIONS] = {"overlap", "manifold", "contacts",
                                                              "closest", "cast",     "triangles"};

typedef struct meetings {
  const meeting_ground *ground;
  const char *name; /* of the shape */
  carom_pose poses[2][MEETINGS];
  size_t count;
  const meeting_engine *engines[ENGINES];
  void *states[ENGINES];
  size_t engine_count;
  bool takes[ENGINES];
} meetings;

/* --- Engines --- */

static void add_engine(meetings *m, const meeting_engine *engine) {
  void *state = engine->create(m->ground);
  if (!state) return;
  m->engines[m->engine_count] = engine;
  m->states[m->engine_count++] = state;
}

static void add_engines(meetings *m) {
  add_engine(m, &meeting_carom);
#if defined(CAROM_BENCH_PEERS)
  add_engine(m, &meeting_bullet);
  add_engine(m, &meeting_ode);
  add_engine(m, &meeting_fcl);
#endif
}

/* --- One row --- */

typedef struct row {
  double seconds;
  size_t found;
} row;

static void take_turn(const meetings *m, size_t engine, int question, row *out) {
  size_t (*ask)(void *, const carom_pose *) = m->engines[engine]->ask[question];
  double start = bench_seconds();
  out->found = 0;
  for (size_t i = 0; i < m->count; i++)
    out->found += ask(m->states[engine], &m->poses[question == MEETING_CLOSEST][i]);
  out->seconds = fmin(out->seconds, bench_seconds() - start);
}

static void print_row(const meetings *m, const char *engine, int question, const row *r) {
  double count = (double)m->count;
  printf("mesh\t%s\t%u\t%s_%s\t%.0f\t%.2f\t%s\n", m->ground->name, m->ground->size, m->name,
         question_names[question], r->seconds * 1e9 / count, (double)r->found / count, engine);
  fflush(stdout);
}

/* By turns, so that what disturbs the machine disturbs all. */
static void measure(const meetings *m, int question) {
  row rows[ENGINES];
  size_t best = 0;
  for (size_t e = 0; e < m->engine_count; e++) rows[e] = (row){DBL_MAX, 0};
  for (int round = 0; round < ROUNDS; round++)
    for (size_t e = 0; e < m->engine_count; e++)
      if (m->takes[e] && m->engines[e]->ask[question]) take_turn(m, e, question, &rows[e]);
  for (size_t e = 0; e < m->engine_count; e++) {
    if (rows[e].seconds == DBL_MAX) continue;
    print_row(m, m->engines[e]->name, question, &rows[e]);
    if (e > 0 && (best == 0 || rows[e].seconds < rows[best].seconds)) best = e;
  }
  if (best > 0)
    printf("ratio\tmesh\t%s_%s_%s\t%s\t%.2f\n", m->ground->name, m->name, question_names[question],
           m->engines[best]->name, rows[best].seconds / rows[0].seconds);
}

/* Questions from one to another, with a shape, or with the mesh of the ground for NULL. */
static void ask_with(meetings *m, const char *name, const carom_shape *shape, int first, int last) {
  m->name = name;
  for (size_t e = 0; e < m->engine_count; e++) m->takes[e] = m->engines[e]->take(m->states[e], shape);
  for (int question = first; question <= last; question++) measure(m, question);
}

/* --- Poses --- */

static carom_pos point_near(const meetings *m, uint64_t *random, float height) {
  carom_vec3 normal, at = ground_point(m->ground, random, &normal);
  at = vec3_mad(at, normal, height);
  return (carom_pos){(double)at.x, (double)at.y, (double)at.z};
}

/* Half in the surface, and up to four edges above it. */
static void place_shapes(meetings *m) {
  uint64_t random = 7;
  for (size_t i = 0; i < MEETINGS; i++) {
    m->poses[0][i] = (carom_pose){point_near(m, &random, 0.5f), random_rotation(&random)};
    float height = random_in(&random, 1.5f, 4);
    m->poses[1][i] = (carom_pose){point_near(m, &random, height), random_rotation(&random)};
  }
}

/* Turned about its middle, and moved by up to a fifth of its size. */
static void place_meshes(meetings *m) {
  uint64_t random = 8;
  carom_mesh_view view;
  carom_mesh_describe(m->ground->shape.geometry.mesh.asset, &view);
  carom_vec3 size = vec3_sub(view.bounds.max, view.bounds.min);
  carom_vec3 middle = vec3_scale(vec3_add(view.bounds.min, view.bounds.max), 0.5f);
  for (size_t i = 0; i < MESH_MEETINGS; i++) {
    carom_quat turn = random_rotation(&random);
    carom_vec3 by = vec3_mul(size, random_vec3(&random, -0.2f, 0.2f));
    carom_mat3 axes = quat_to_mat3(turn);
    carom_vec3 at = vec3_add(vec3_sub(middle, mat3_mul_vec3(&axes, middle)), by);
    m->poses[0][i] = (carom_pose){{(double)at.x, (double)at.y, (double)at.z}, turn};
  }
}

/* --- All --- */

static carom_hull *make_ball_of_32(void) {
  uint64_t random = 32;
  carom_vec3 points[32];
  carom_hull *hull;
  for (int i = 0; i < 32; i++) points[i] = random_direction(&random);
  if (carom_hull_from_points(NULL, &points->x, 32, 0, &hull)) exit(EXIT_FAILURE);
  return hull;
}

static void ask_with_shapes(meetings *m) {
  carom_hull *hull = make_ball_of_32();
  const carom_shape sphere = carom_shape_sphere(1), box = carom_shape_box(1, 0.5f, 0.75f);
  const carom_shape capsule = carom_shape_capsule((carom_vec3){0, -1, 0}, (carom_vec3){0, 1, 0}, 0.5f),
                    cylinder = carom_shape_cylinder(1, 0.5f), ball = carom_shape_hull(hull);
  ask_with(m, "sphere", &sphere, MEETING_OVERLAP, MEETING_CLOSEST);
  ask_with(m, "capsule", &capsule, MEETING_OVERLAP, MEETING_CLOSEST);
  ask_with(m, "box", &box, MEETING_OVERLAP, MEETING_CLOSEST);
  ask_with(m, "cylinder", &cylinder, MEETING_OVERLAP, MEETING_CLOSEST);
  ask_with(m, "hull32", &ball, MEETING_OVERLAP, MEETING_CLOSEST);
  carom_hull_release(hull);
}

/* 4 edges long, through the surface. */
static void ask_with_rays(meetings *m) {
  const carom_shape way = carom_shape_capsule((carom_vec3){0, -2, 0}, (carom_vec3){0, 2, 0}, 1);
  ask_with(m, "ray", &way, MEETING_RAY, MEETING_RAY);
}

/* What only a mesh is asked. */
static void ask_of_mesh(meetings *m) {
  const carom_shape box = carom_shape_box(1, 1, 1);
  ask_with(m, "aabb", &box, MEETING_AABB, MEETING_AABB);
  place_meshes(m);
  m->count = MESH_MEETINGS;
  ask_with(m, "mesh", NULL, MEETING_OVERLAP, MEETING_OVERLAP);
  ask_with(m, "mesh", NULL, MEETING_CONTACTS, MEETING_CONTACTS);
}

void meetings_run(const meeting_ground *ground) {
  static meetings m;
  m = (meetings){.ground = ground, .count = MEETINGS};
  add_engines(&m);
  place_shapes(&m);
  ask_with_shapes(&m);
  ask_with_rays(&m);
  if (ground->shape.kind == CAROM_MESH) ask_of_mesh(&m);
}
