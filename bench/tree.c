/* tree: what trees of oriented boxes cost to build, to change and to ask.
 *
 * Prints rows of tab-separated values: tree <set> <items> build|insert <ns an item>, and
 * tree <set> <items> <query> <ns a query> <items visited a query>; the best of some rounds of the thread's
 * time. The queries: chunky and long are boxes (1.4 x 1 x 0.8 and 10 x 0.3 x 0.3) turned at random, sweep is
 * the chunky one on a way of 5, ray a way of 10, nearest the item whose box is nearest to a point; pairs is
 * the tree against itself, turned, all by its own descent and one by one with a query an item: ns an item,
 * and pairs an item. */
#define _POSIX_C_SOURCE 199309L

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "common/arguments.h"
#include "obb_tree.h"
#include "tree/sets.h"

enum { QUERIES = 5000, ROUNDS = 5 };

typedef struct bench {
  tree_set set;
  carom__obb_tree *tree;
  carom_obb chunky[QUERIES], longish[QUERIES];
  carom_vec3 ways[QUERIES];
  size_t visits;
  const carom_obb *at; /* the query under way */
} bench;

/* One round of something, which returns how many times it was done. */
typedef size_t (*bench_round)(bench *b);

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double best_ns(bench *b, bench_round round) {
  double best = DBL_MAX;
  for (int i = 0; i < ROUNDS; i++) {
    b->visits = 0;
    double start = now_ns();
    size_t times = round(b);
    best = fmin(best, (now_ns() - start) / (double)times);
  }
  return best;
}

/* --- Building and changing --- */

static size_t build(bench *b) {
  carom__obb_tree_destroy(b->tree);
  if (carom__obb_tree_build(NULL, b->set.boxes, b->set.count, &b->tree)) exit(EXIT_FAILURE);
  return b->set.count;
}

/* Every 32nd item is taken out and comes back. */
static size_t reinsert(bench *b) {
  size_t times = 0;
  for (size_t i = 0; i < b->set.count; i += 32, times++) carom__obb_tree_remove(b->tree, (uint32_t)i);
  for (size_t i = 0; i < b->set.count; i += 32)
    if (carom__obb_tree_insert(b->tree, (uint32_t)i, &b->set.boxes[i])) exit(EXIT_FAILURE);
  return times;
}

/* --- Asking --- */

static bool count_visit(void *context, uint32_t item) {
  bench *b = context;
  (void)item;
  b->visits++;
  return true;
}

static float count_limited(void *context, uint32_t item, float limit) {
  return count_visit(context, item) ? limit : -1;
}

static float keep_nearest(void *context, uint32_t item, float limit) {
  bench *b = context;
  carom_vec3 nearest;
  const carom_vec3 *point = &b->at->center;
  b->visits++;
  if (carom_obb_closest_point(&b->set.boxes[item], *point, &nearest)) exit(EXIT_FAILURE);
  float x = nearest.x - point->x, y = nearest.y - point->y, z = nearest.z - point->z;
  return fminf(limit, sqrtf(x * x + y * y + z * z));
}

static size_t ask_chunky(bench *b) {
  for (int i = 0; i < QUERIES; i++) carom__obb_tree_query(b->tree, &b->chunky[i], count_visit, b);
  return QUERIES;
}

static size_t ask_long(bench *b) {
  for (int i = 0; i < QUERIES; i++) carom__obb_tree_query(b->tree, &b->longish[i], count_visit, b);
  return QUERIES;
}

static size_t ask_sweep(bench *b) {
  for (int i = 0; i < QUERIES; i++)
    carom__obb_tree_cast_box(b->tree, &b->chunky[i], b->ways[i], count_limited, b);
  return QUERIES;
}

static size_t ask_ray(bench *b) {
  for (int i = 0; i < QUERIES; i++) {
    carom_vec3 way = {2 * b->ways[i].x, 2 * b->ways[i].y, 2 * b->ways[i].z};
    carom__obb_tree_cast_ray(b->tree, b->chunky[i].center, way, count_limited, b);
  }
  return QUERIES;
}

static size_t ask_nearest(bench *b) {
  for (int i = 0; i < QUERIES; i++) {
    b->at = &b->chunky[i];
    carom__obb_tree_near_point(b->tree, b->at->center, FLT_MAX, keep_nearest, b);
  }
  return QUERIES;
}

/* --- Tree against tree --- */

/* A quarter turn about the diagonal and a little aside. */
static const carom__relative turned = {{1, 2, 3},
                                       {{0.36f, 0.48f, -0.8f}, {-0.8f, 0.6f, 0}, {0.48f, 0.64f, 0.6f}}};

static bool count_pair(void *context, uint32_t item_a, uint32_t item_b) {
  (void)item_b;
  return count_visit(context, item_a);
}

static size_t ask_pairs(bench *b) {
  carom__obb_tree_pairs(b->tree, b->tree, &turned, count_pair, b);
  return b->set.count;
}

static size_t ask_one_by_one(bench *b) {
  for (size_t i = 0; i < b->set.count; i++) {
    carom_obb box = tree_box_in(&b->set.boxes[i], &turned);
    carom__obb_tree_query(b->tree, &box, count_visit, b);
  }
  return b->set.count;
}

/* --- All --- */

static void make_queries(bench *b) {
  tree_seed(4242);
  for (int i = 0; i < QUERIES; i++) {
    b->chunky[i] = tree_set_query(&b->set, (carom_vec3){0.7f, 0.5f, 0.4f});
    b->longish[i] = tree_set_query(&b->set, (carom_vec3){5, 0.15f, 0.15f});
    carom_vec3 axis = b->chunky[i].axes.x;
    b->ways[i] = (carom_vec3){5 * axis.x, 5 * axis.y, 5 * axis.z};
  }
}

static void print_cost(bench *b, const char *what, bench_round round) {
  double ns = best_ns(b, round);
  printf("tree\t%s\t%zu\t%s\t%.0f\n", b->set.name, b->set.count, what, ns);
}

static void print_query(bench *b, const char *what, bench_round round, size_t times) {
  double ns = best_ns(b, round), visits = (double)b->visits / (double)times;
  printf("tree\t%s\t%zu\t%s\t%.0f\t%.2f\n", b->set.name, b->set.count, what, ns, visits);
}

static void run(size_t set, size_t count) {
  static bench b;
  b.tree = NULL;
  tree_set_make(set, count, &b.set);
  fprintf(stderr, "%s, %zu items\n", b.set.name, b.set.count);
  make_queries(&b);
  print_cost(&b, "build", build);
  print_query(&b, "chunky", ask_chunky, QUERIES);
  print_query(&b, "long", ask_long, QUERIES);
  print_query(&b, "sweep", ask_sweep, QUERIES);
  print_query(&b, "ray", ask_ray, QUERIES);
  print_query(&b, "nearest", ask_nearest, QUERIES);
  print_query(&b, "pairs", ask_pairs, b.set.count);
  print_query(&b, "one_by_one", ask_one_by_one, b.set.count);
  print_cost(&b, "insert", reinsert);
  fflush(stdout);
  carom__obb_tree_destroy(b.tree);
  tree_set_free(&b.set);
}

/* bench_tree [--quick] [ITEMS]: one size, or 10,000 and 100,000. */
int main(int argc, char **argv) {
  size_t counts[] = {10000, 100000}, sizes = bench_take_quick(&argc, argv) ? 1 : 2;
  if (argc > 1) {
    char *end;
    counts[0] = strtoul(argv[1], &end, 10);
    sizes = 1;
    if (argc > 2 || *end || counts[0] < 2 || counts[0] > 10000000) {
      fprintf(stderr, "usage: bench_tree [--quick] [ITEMS], 2 to 10000000 of them\n");
      return EXIT_FAILURE;
    }
  }
  for (size_t size = 0; size < sizes; size++)
    for (size_t set = 0; set < tree_set_count(); set++) run(set, counts[size]);
  return EXIT_SUCCESS;
}
