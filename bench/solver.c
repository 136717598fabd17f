/* solver: what contacts are worth to a solver, by scenes of samples/solver, whose bodies never sleep here.
 *
 * Prints rows of tab-separated values: solver <scene> <solver> <food> <us of collision> <us of a step>
 * <jitter> <drift> <penetration> <names kept>. The food finds the contacts: carom or, with peers, ODE or
 * Bullet. The solver moves the bodies: `soft` is that of the sample, `ode` is dWorldQuickStep. Bodies, joints
 * and settings of a solver are the same for each food. Where bodies fall freely, small things grow: jitter
 * and drift are those of one end of many. So each scene runs from STARTS starts, in which velocities differ a
 * little, and each figure is the median of these. Times are of the processor, the mean over all steps of 1/60
 * s. All else is of the second half of the run:
 *  - jitter: the root of the mean square of how much the way of a body changes from step to step
 *  - drift: the farthest way of a body in that time; of the car, to the side
 *  - penetration: the greatest depth of two bodies every half second, by carom_signed_distance
 *  - names kept: the part of the points that are named as in the step before, of pairs that still touch
 *
 * With peers, ratio solver <scene>_<solver>_<what> <best peer> <peer/carom> follows. There, jitter below
 * 1e-6, and drift and penetration below 1e-4 count as that much. Dominoes also print, in lines that begin
 * with #, how many have fallen. A word selects the scenes whose names begin with it; a second one the solver;
 * a third one, `eight`, asks carom for contacts of up to eight points (`carom8`).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/arguments.h"
#include "common/random.h"
#include "common/timing.h"
#include "solver/food.h"
#include "solver/judge.h"

static const float FRAME = 1 / 60.0f, SLOP = 0.005f;
static const float NUDGE = 0.002f; /* of velocities, in units per second */

enum { COLLIDE, STEP, JITTER, DRIFT, DEPTH, NAMES, FIGURES };
enum { STARTS = 3 };

typedef struct name {
  uint32_t a, b, feature;
} name;

typedef struct names {
  name *list;
  size_t count, room;
} names;

/* One run of a scene. */
typedef struct run {
  const scene *from;
  const food *food;
  const motor *motor;
  void *eater, *mover;
  carom_pose *poses, *last, *before, *half;
  names now, old;
  double collide, step, squares, kept, all, depth;
  size_t steps;
} run;

static void *zeroed(size_t count, size_t size) {
  void *block = calloc(count, size);
  if (!block) exit(EXIT_FAILURE);
  return block;
}

/* --- Names --- */

static int compare_names(const void *x, const void *y) {
  const name *a = x, *b = y;
  if (a->a != b->a) return a->a < b->a ? -1 : 1;
  if (a->b != b->b) return a->b < b->b ? -1 : 1;
  return (a->feature > b->feature) - (a->feature < b->feature);
}

static void take_names(names *to, const food_contact *contacts, size_t count) {
  to->count = 0;
  for (size_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < contacts[i].count; k++) {
      if (rigid_grow((void **)&to->list, &to->room, to->count + 1, sizeof *to->list)) exit(EXIT_FAILURE);
      to->list[to->count++] = (name){contacts[i].a, contacts[i].b, contacts[i].points[k].feature};
    }
  if (to->count) qsort(to->list, to->count, sizeof *to->list, compare_names);
}

static bool has_pair(const names *in, const name *of) {
  size_t low = 0, high = in->count;
  const name least = {of->a, of->b, 0};
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (compare_names(&in->list[middle], &least) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low < in->count && in->list[low].a == of->a && in->list[low].b == of->b;
}

static void count_names(run *r, const food_contact *contacts, size_t count) {
  names old = r->now;
  r->now = r->old, r->old = old;
  take_names(&r->now, contacts, count);
  for (size_t i = 0; i < old.count; i++) {
    const name *n = &old.list[i];
    if (!r->now.count || !has_pair(&r->now, n)) continue;
    r->all++, r->kept += bsearch(n, r->now.list, r->now.count, sizeof *n, compare_names) != NULL;
  }
}

/* --- A run --- */

static void begin(run *r, const scene *from, const food *by, const motor *how) {
  size_t count = from->body_count;
  *r = (run){.from = from, .food = by, .motor = how};
  r->poses = zeroed(count, sizeof *r->poses), r->last = zeroed(count, sizeof *r->poses);
  r->before = zeroed(count, sizeof *r->poses), r->half = zeroed(count, sizeof *r->poses);
  r->eater = by->create(from, how->near), r->mover = how->create(from, SLOP);
  for (size_t i = 0; i < count; i++) r->poses[i] = r->last[i] = from->bodies[i].pose;
}

/* How much the ways of bodies change. */
static void take_jitter(run *r) {
  double sum = 0;
  size_t count = 0;
  for (size_t i = 0; i < r->from->body_count; i++) {
    if (r->from->bodies[i].density == 0) continue;
    carom_vec3 way = from_to(r->last[i].position, r->poses[i].position);
    carom_vec3 change = sub(way, from_to(r->before[i].position, r->last[i].position));
    sum += (double)dot(change, change), count++;
  }
  r->squares += sum / (double)count;
}

static void take_step(run *r, bool measured) {
  size_t count, bodies = r->from->body_count;
  double start = bench_seconds();
  for (size_t i = 0; i < bodies; i++)
    if (r->from->bodies[i].density > 0) r->food->place(r->eater, i, &r->poses[i]);
  const food_contact *contacts = r->food->collide(r->eater, &count);
  double found = bench_seconds();
  r->collide += found - start;
  if (measured) count_names(r, contacts, count);
  found = bench_seconds();
  r->motor->move(r->mover, contacts, count, FRAME);
  r->step += bench_seconds() - found, r->steps++;
  carom_pose *spare = r->before;
  r->before = r->last, r->last = r->poses, r->poses = spare;
  for (size_t i = 0; i < bodies; i++) {
    r->poses[i] = r->from->bodies[i].pose;
    if (r->from->bodies[i].density > 0) r->motor->get_pose(r->mover, i, &r->poses[i]);
  }
  if (measured) take_jitter(r);
}

static double drift_of(const run *r) {
  double most = 0;
  bool drives = strcmp(r->from->name, "car") == 0;
  for (size_t i = 0; i < r->from->body_count; i++) {
    carom_vec3 way = from_to(r->half[i].position, r->poses[i].position);
    if (drives) way = vec(0, 0, way.z);
    most = fmax(most, sqrt((double)dot(way, way)));
  }
  return most;
}

static void tell_fallen(const run *r) {
  size_t fallen = 0;
  for (size_t i = 1; i < r->from->body_count; i++) fallen += fabsf(axes_of(r->poses[i].rotation).y.y) < 0.7f;
  printf("# %zu of %zu dominoes have fallen, %s solver, contacts of %s\n", fallen, r->from->body_count - 1,
         r->motor->name, r->food->name);
}

static void play(const scene *from, const food *by, const motor *how, size_t steps, bool tell, double *out) {
  run r;
  begin(&r, from, by, how);
  for (size_t i = 0; i < steps; i++) {
    bool measured = i >= steps / 2;
    if (i == steps / 2) memcpy(r.half, r.poses, from->body_count * sizeof *r.half);
    take_step(&r, measured);
    if (measured && i % 30 == 0) r.depth = fmax(r.depth, judge_depth(from, r.poses));
  }
  if (tell && strcmp(from->name, "dominoes") == 0) tell_fallen(&r);
  double per = 1e6 / (double)r.steps;
  out[COLLIDE] = r.collide * per, out[STEP] = (r.collide + r.step) * per;
  out[JITTER] = sqrt(r.squares / (double)(steps - steps / 2));
  out[DRIFT] = drift_of(&r), out[DEPTH] = r.depth, out[NAMES] = r.all > 0 ? r.kept / r.all : 1;
  free(r.poses), free(r.last), free(r.before), free(r.half), free(r.now.list), free(r.old.list);
}

/* --- Rows --- */

static const food *foods[] = {
    &food_carom,
#ifdef CAROM_BENCH_PEERS
    &food_ode,
    &food_bullet,
#endif
};
static const motor *const motors[] = {
    &motor_soft,
#ifdef CAROM_BENCH_PEERS
    &motor_ode,
#endif
};
enum { FOODS = sizeof foods / sizeof *foods, MOTORS = sizeof motors / sizeof *motors };

static void print_ratios(const char *scene_name, const char *motor_name, double of[FOODS][FIGURES]) {
  static const char *const what[NAMES] = {"collide", "step", "jitter", "drift", "penetration"};
  static const double least[NAMES] = {0, 0, 1e-6, 1e-4, 1e-4};
  for (int k = 0; k < NAMES && FOODS > 1; k++) {
    int best = 1;
    for (int i = 2; i < FOODS; i++)
      if (of[i][k] < of[best][k]) best = i;
    printf("ratio\tsolver\t%s_%s_%s\t%s\t%.2f\n", scene_name, motor_name, what[k], foods[best]->name,
           fmax(of[best][k], least[k]) / fmax(of[0][k], least[k]));
  }
}

/* Gives each body that moves a little more speed, a different one in each start but the first. */
static void nudge(scene *s, uint64_t start) {
  if (start == 0) return;
  for (scene_body *b = s->bodies; b < s->bodies + s->body_count; b++)
    if (b->density > 0) b->velocity = add(b->velocity, random_vec3(&start, -NUDGE, NUDGE));
}

static void measure(const scene_kind *kind, const motor *how, size_t steps) {
  bench_samples all[FOODS][FIGURES] = {0};
  double of[FOODS][FIGURES];
  for (int start = 0; start < STARTS; start++) {
    scene from;
    scene_make(&from, kind);
    if (from.status) exit(EXIT_FAILURE);
    nudge(&from, (uint64_t)start);
    for (int i = 0; i < FOODS; i++) {
      play(&from, foods[i], how, steps, start == 0, of[i]);
      for (int k = 0; k < FIGURES; k++) bench_samples_add(&all[i][k], of[i][k]);
    }
    scene_free(&from);
  }
  for (int i = 0; i < FOODS; i++) {
    for (int k = 0; k < FIGURES; k++) {
      of[i][k] = bench_samples_median(&all[i][k]);
      bench_samples_free(&all[i][k]);
    }
    printf("solver\t%s\t%s\t%s\t%.1f\t%.1f\t%.3g\t%.3g\t%.3g\t%.4f\n", kind->name, how->name, foods[i]->name,
           of[i][COLLIDE], of[i][STEP], of[i][JITTER], of[i][DRIFT], of[i][DEPTH], of[i][NAMES]);
  }
  print_ratios(kind->name, how->name, of);
  fflush(stdout);
}

int main(int argc, char **argv) {
  bool quick = bench_take_quick(&argc, argv);
  const char *wanted = argc > 1 ? argv[1] : "", *by = argc > 2 ? argv[2] : "";
  if (argc > 3 && strcmp(argv[3], "eight") == 0) foods[0] = &food_carom_eight;
  for (size_t i = 0; i < scene_kind_count; i++)
    for (int k = 0; k < MOTORS; k++) {
      bool chosen = strncmp(scene_kinds[i].name, wanted, strlen(wanted)) == 0 &&
                    strncmp(motors[k]->name, by, strlen(by)) == 0;
      size_t steps = (size_t)(scene_kinds[i].seconds * 60);
      if (chosen) measure(&scene_kinds[i], motors[k], quick ? steps / 10 : steps);
    }
  return 0;
}
