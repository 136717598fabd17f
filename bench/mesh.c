/* mesh: what triangle meshes cost to build and to ask.
 *
 * Prints rows of tab-separated values: mesh <set> <triangles> build <ns a triangle> <bytes a triangle>, the
 * same with two threads by the clock on the wall, the same for a deformed mesh, and mesh <set> <triangles>
 * <query> <ns a query> <triangles found a query>; the best of some rounds. Meshes are scaled so that the mean
 * longest edge is 1. The queries: long rays between two points of the bounds, short ones of 4 edges at the
 * surface, boxes at the surface of the half size 1 along the axes, turned ones of 1 x 0.5 x 0.75, the nearest
 * point from up to 5 edges away and from anywhere in the bounds, and whether a point of the bounds is inside,
 * where the mesh is closed. Rows that begin with compact_ are of a compact mesh, those with fast_ of one that
 * was built fast.
 *
 * Then rows of what shapes ask through the public functions, <shape>_<question>, which end with the name of
 * the engine: a sphere of the radius 1, a capsule, a box, a cylinder and a hull of 32 vertices half in the
 * surface, or above it for the closest point, and the mesh at another pose of itself. With peers, ratio mesh
 * <set>_<shape>_<question> <best peer> <peer/carom>. ray_cast is a ray of 4 edges, and aabb_triangles walks
 * over the triangles in a box of the half size 1. Without a file, the same follows for a field, for boxes as
 * one compound, and for a compound of one mesh at many places, where the number is that of children.
 *
 * With --check, rows instead that begin with `check` and compare with brute force: 100,000 places inside or
 * outside a closed mesh, and the pairs of triangles that meet when the mesh is moved against itself. */
#include <carom/mesh.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/arguments.h"
#include "common/random.h"
#include "common/timing.h"
#include "mesh.h"
#include "mesh/exact.h"
#include "mesh/input.h"
#include "mesh/meetings.h"
#include "pose.h"
#include "vec.h"

enum { QUERIES = 2000, ROUNDS = 5 };

typedef struct bench {
  mesh_input input;
  carom_mesh *mesh;
  carom__ray longs[QUERIES], shorts[QUERIES];
  carom_obb boxes[QUERIES];
  carom_vec3 near[QUERIES], far[QUERIES];
  size_t found;
} bench;

static carom_mesh_def def_of(const bench *b) {
  return (carom_mesh_def){.vertices = &b->input.vertices->x,
                          .vertex_count = b->input.vertex_count,
                          .triangles = b->input.triangles,
                          .triangle_count = b->input.triangle_count};
}

/* --- Building --- */

static double seconds_of(bench *b, carom_mesh_def def, double (*clock)(void)) {
  double best = DBL_MAX;
  for (int i = 0; i < (b->input.triangle_count > 200000 ? 2 : ROUNDS); i++) {
    carom_mesh_release(b->mesh);
    double start = clock();
    if (carom_mesh_create(NULL, &def, NULL, &b->mesh)) exit(EXIT_FAILURE);
    best = fmin(best, clock() - start);
  }
  return best;
}

static double build_seconds(bench *b, const carom_tasks *tasks, double (*clock)(void)) {
  carom_mesh_def def = def_of(b);
  def.tasks = tasks;
  return seconds_of(b, def, clock);
}

static void print_row(const bench *b, const char *what, double ns, double per) {
  printf("mesh\t%s\t%u\t%s\t%.0f\t%.2f\n", b->input.name, b->input.triangle_count, what, ns, per);
  fflush(stdout);
}

static void print_build(bench *b) {
  double count = (double)b->input.triangle_count;
  carom_pool *pool;
  if (carom_pool_create(NULL, 2, &pool)) exit(EXIT_FAILURE);
  carom_tasks tasks = carom_pool_get_tasks(pool);
  double two = build_seconds(b, &tasks, bench_wall_seconds) * 1e9 / count;
  double one = build_seconds(b, NULL, bench_seconds) * 1e9 / count;
  carom_pool_destroy(pool);
  carom_mesh_view view;
  carom_mesh_describe(b->mesh, &view);
  print_row(b, "build", one, (double)view.bytes / count);
  print_row(b, "build_2_threads", two, (double)view.bytes / count);
}

/* With no more than a copy of the old vertices. */
static void print_deform(bench *b) {
  carom_mesh_def def = def_of(b);
  carom_mesh *mesh, *moved;
  double best = DBL_MAX;
  def.deforms = true;
  if (carom_mesh_create(NULL, &def, NULL, &mesh)) exit(EXIT_FAILURE);
  for (int i = 0; i < ROUNDS; i++) {
    double start = bench_seconds();
    if (carom_mesh_deform(NULL, mesh, def.vertices, 0, NULL, &moved)) exit(EXIT_FAILURE);
    best = fmin(best, bench_seconds() - start);
    carom_mesh_release(moved);
  }
  carom_mesh_view view;
  carom_mesh_describe(mesh, &view);
  double count = (double)b->input.triangle_count;
  print_row(b, "deform", best * 1e9 / count, (double)view.bytes / count);
  carom_mesh_release(mesh);
}

/* --- Asking --- */

static bool count_batch(void *context, const carom__triangle_batch *batch) {
  bench *b = context;
  for (unsigned lanes = batch->lanes; lanes; lanes &= lanes - 1) b->found++;
  return true;
}

static void ask_long(bench *b, int i) {
  carom__mesh_hit hit;
  b->found += carom__mesh_cast_ray(b->mesh, &b->longs[i], false, &hit);
}

static void ask_short(bench *b, int i) {
  carom__mesh_hit hit;
  b->found += carom__mesh_cast_ray(b->mesh, &b->shorts[i], false, &hit);
}

static void ask_aabb(bench *b, int i) {
  carom_vec3 one = {1, 1, 1}, at = b->boxes[i].center;
  carom_aabb box = {vec3_sub(at, one), vec3_add(at, one)};
  carom__mesh_walk(b->mesh, &box, (carom__mesh_visitor){count_batch, b});
}

static void ask_obb(bench *b, int i) {
  carom__mesh_walk_obb(b->mesh, &b->boxes[i], (carom__mesh_visitor){count_batch, b});
}

static void ask_near(bench *b, int i) {
  carom__mesh_near near;
  b->found += carom__mesh_nearest(b->mesh, b->near[i], 1e18f, &near);
}

static void ask_far(bench *b, int i) {
  carom__mesh_near near;
  b->found += carom__mesh_nearest(b->mesh, b->far[i], 1e18f, &near);
}

static void ask_inside(bench *b, int i) { b->found += carom__mesh_contains(b->mesh, b->far[i]); }

static void print_query(bench *b, const char *what, void (*ask)(bench *b, int i)) {
  double best = DBL_MAX;
  for (int round = 0; round < ROUNDS; round++) {
    b->found = 0;
    double start = bench_seconds();
    for (int i = 0; i < QUERIES; i++) ask(b, i);
    best = fmin(best, bench_seconds() - start);
  }
  print_row(b, what, best * 1e9 / QUERIES, (double)b->found / QUERIES);
}

/* --- Questions --- */

static carom_vec3 point_on(const bench *b, uint64_t *random, carom_vec3 *normal) {
  for (;;) {
    carom_mesh_triangle t;
    uint32_t number = (uint32_t)random_in(random, 0, (float)b->input.triangle_count);
    if (carom_mesh_get_triangle(b->mesh, number, &t)) continue;
    *normal = t.normal;
    carom_vec3 low = vec3_lerp(t.corners[0], t.corners[1], random_in(random, 0, 1));
    return vec3_lerp(t.corners[2], low, sqrtf(random_in(random, 0, 1)));
  }
}

static carom_vec3 point_in(const carom_aabb *box, uint64_t *random) {
  float x = random_in(random, box->min.x, box->max.x), y = random_in(random, box->min.y, box->max.y);
  return (carom_vec3){x, y, random_in(random, box->min.z, box->max.z)};
}

static void make_questions(bench *b) {
  uint64_t random = 3;
  carom_aabb box = b->mesh->bounds;
  for (int i = 0; i < QUERIES; i++) {
    carom_vec3 normal, from = point_in(&box, &random), at = point_on(b, &random, &normal);
    b->longs[i] = (carom__ray){from, vec3_sub(point_in(&box, &random), from)};
    carom_vec3 way = random_direction(&random);
    b->shorts[i] = (carom__ray){vec3_mad(at, way, 3), vec3_scale(way, -4)};
    b->near[i] = vec3_mad(at, random_direction(&random), random_in(&random, 0, 5));
    b->far[i] = point_in(&box, &random);
    at = point_on(b, &random, &normal);
    b->boxes[i] =
        (carom_obb){vec3_mad(at, normal, 0.5f), quat_to_mat3(random_rotation(&random)), {1, 0.5f, 0.75f}};
  }
}

/* Builds the mesh in another form. */
static void print_form(bench *b, const char *what, bool fast, bool compact) {
  double count = (double)b->input.triangle_count;
  carom_mesh_def def = def_of(b);
  def.fast_build = fast;
  def.compact = compact;
  double seconds = seconds_of(b, def, bench_seconds);
  print_row(b, what, seconds * 1e9 / count, (double)b->mesh->asset.bytes / count);
}

static void print_compact(bench *b) {
  print_form(b, "compact_build", false, true);
  print_query(b, "compact_ray", ask_long);
  print_query(b, "compact_ray_4_edges", ask_short);
  print_query(b, "compact_aabb", ask_aabb);
  print_query(b, "compact_obb", ask_obb);
  print_query(b, "compact_nearest_near", ask_near);
  if (b->mesh->report.closed) print_query(b, "compact_inside", ask_inside);
}

static void print_fast(bench *b) {
  print_form(b, "fast_build", true, false);
  print_query(b, "fast_ray", ask_long);
  print_query(b, "fast_obb", ask_obb);
}

static void measure(bench *b) {
  print_build(b);
  print_deform(b);
  make_questions(b);
  print_query(b, "ray", ask_long);
  print_query(b, "ray_4_edges", ask_short);
  print_query(b, "aabb", ask_aabb);
  print_query(b, "obb", ask_obb);
  print_query(b, "nearest_near", ask_near);
  print_query(b, "nearest_far", ask_far);
  if (b->mesh->report.closed) print_query(b, "inside", ask_inside);
  const meeting_ground ground = ground_of_mesh(&b->input, b->mesh);
  meetings_run(&ground);
  print_compact(b);
  print_fast(b);
}

static bool check(bench *b) {
  build_seconds(b, NULL, bench_seconds);
  return exact_run(&b->input, b->mesh);
}

/* Measures or checks a mesh; false when it is wrong. */
static bool run(bench *b, bool checks) {
  bool good = true;
  mesh_input_scale(&b->input);
  if (checks)
    good = check(b);
  else
    measure(b);
  carom_mesh_release(b->mesh);
  mesh_input_free(&b->input);
  b->mesh = NULL;
  return good;
}

static void measure_grounds(bool quick) {
  const meeting_ground grounds[] = {ground_make_field(quick ? 64 : 512),
                                    ground_make_boxes(quick ? 1000 : 10000),
                                    ground_make_instances(quick ? 20 : 1000)};
  for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++) meetings_run(&grounds[i]);
}

static bool take_check(int *argc, char **argv) {
  int kept = 1;
  for (int i = 1; i < *argc; i++)
    if (strcmp(argv[i], "--check") != 0) argv[kept++] = argv[i];
  bool taken = kept < *argc;
  *argc = kept;
  return taken;
}

/* bench_mesh [--quick] [--check] [FILE...]: the files, or meshes that are made. */
int main(int argc, char **argv) {
  static bench b;
  bool quick = bench_take_quick(&argc, argv), checks = take_check(&argc, argv), good = true;
  for (int i = 1; i < argc; i++) {
    if (!mesh_input_read(argv[i], &b.input)) {
      fprintf(stderr,
              "usage: bench_mesh [--quick] [--check] [FILE...], files of triangles: .off .ply .spm\n");
      return EXIT_FAILURE;
    }
    good = run(&b, checks) && good;
  }
  const uint32_t sizes[] = {5000, 120000, 900000};
  if (argc < 2 && !checks) measure_grounds(quick);
  for (int i = 0; argc < 2 && i < (quick ? 1 : 3); i++) {
    if (!mesh_input_scan(sizes[i], &b.input)) return EXIT_FAILURE;
    good = run(&b, checks) && good;
    if (!mesh_input_level(sizes[i], &b.input)) return EXIT_FAILURE;
    good = run(&b, checks) && good;
  }
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
