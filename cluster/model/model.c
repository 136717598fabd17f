/* model.c: how long a step takes on many ranks, from what cluster_measure found on this machine.
 *
 *     cluster_measure > costs.tsv
 *     cluster_model costs.tsv [LATENCY [BANDWIDTH [MESSAGE [UNEVEN]]]]
 *
 * LATENCY of a message in microseconds (30: TCP over 10 GbE), BANDWIDTH of a rank in GB/s (1.25), processor
 * time of a MESSAGE in microseconds (2), and the cost of the slowest rank over the mean (1.02).
 *
 * What a rank computes is a sum of costs a body, a contact and a ghost, and of one more a body where there
 * are other ranks: bodies come and go there, and then carom keeps less from step to step. The sum is fitted
 * to the lines of the file. The ghosts, contacts and bytes of more ranks follow from geometry. It assumes
 * that
 *  - blocks are as near to cubes as halving by turns makes them, and the slowest is an inner one;
 *  - the game sets the pose of every body in every step, so that each ghost takes its bytes;
 *  - a rank has 26 neighbours at most, and their messages wait for one latency;
 *  - then all ranks wait for the one word to all, a latency for each doubling of the ranks;
 *  - nothing else is sent: what changes its owner or becomes a ghost is few beside the ghosts. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MOST = 64, COSTS = 4 };
/* Of boxes of half width 1/2 in any rotation: half of the mean width, and how far apart the centres of two
 * that touch are along an axis in the mean. */
#define HALF_WIDTH 0.75
#define CONTACT_WIDTH 0.45

typedef struct row {
  char scene[16];
  double spacing, reach, ranks, rank, bodies, contacts, ghosts, messages, bytes, microseconds;
} row;

typedef struct network {
  double latency, bandwidth, message, uneven; /* microseconds, bytes a microsecond */
} network;

/* What a rank does in a step. */
typedef struct work {
  double amounts[COSTS]; /* bodies, contacts, ghosts, and bodies again where there are other ranks */
  double neighbours, bytes;
} work;

static size_t read_rows(FILE *file, row *rows) {
  char line[256];
  size_t count = 0;
  while (count < ROWS_MOST && fgets(line, sizeof line, file)) {
    row *r = &rows[count];
    count += sscanf(line, "%15s %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf", r->scene, &r->spacing, &r->reach,
                    &r->ranks, &r->rank, &r->bodies, &r->contacts, &r->ghosts, &r->messages, &r->bytes,
                    &r->microseconds) == 11;
  }
  return count;
}

/* --- Costs --- */

/* Least squares of the relative errors, by the normal equations. */
static void fit(const row *rows, size_t count, double costs[COSTS]) {
  double m[COSTS][COSTS + 1] = {{0}};
  for (size_t i = 0; i < count; i++) {
    const double more = rows[i].ranks > 1 ? rows[i].bodies : 0, y = rows[i].microseconds;
    const double x[COSTS] = {rows[i].bodies, rows[i].contacts, rows[i].ghosts, more};
    for (int a = 0; a < COSTS; a++) {
      for (int b = 0; b < COSTS; b++) m[a][b] += x[a] * x[b] / (y * y);
      m[a][COSTS] += x[a] / y;
    }
  }
  for (int a = 0; a < COSTS; a++)
    for (int b = 0; b < COSTS; b++) {
      const double factor = m[b][a] / m[a][a];
      for (int k = a; k <= COSTS && b != a; k++) m[b][k] -= factor * m[a][k];
    }
  for (int a = 0; a < COSTS; a++) costs[a] = m[a][COSTS] / m[a][a];
}

static double computing(const work *w, const double costs[COSTS]) {
  double sum = 0;
  for (int k = 0; k < COSTS; k++) sum += w->amounts[k] * costs[k];
  return sum;
}

/* --- Geometry --- */

/* The blocks of `ranks` along each axis: halved along the widest one, again and again. */
static void blocks_of(double ranks, double parts[3], double sides[3]) {
  for (parts[0] = parts[1] = parts[2] = 1; parts[0] * parts[1] * parts[2] < ranks;) {
    int widest = 0;
    for (int k = 1; k < 3; k++)
      if (sides[k] > sides[widest]) widest = k;
    parts[widest] *= 2;
    sides[widest] /= 2;
  }
}

/* The work of an inner rank, where `sides` are those of all space. */
static work work_of(const row *scene, double bodies, double contacts, double ranks, const double space[3]) {
  double parts[3], sides[3] = {space[0], space[1], space[2]}, wide = 1, near = 1, volume = 1;
  blocks_of(ranks, parts, sides);
  work w = {.neighbours = 1};
  for (int k = 0; k < 3; k++) {
    const double faces = parts[k] > 2 ? 2 : parts[k] - 1;
    volume *= sides[k];
    wide *= sides[k] + faces * (scene->reach + HALF_WIDTH);
    near *= sides[k] + faces * CONTACT_WIDTH / 2;
    w.neighbours *= faces + 1;
  }
  w.neighbours--;
  w.amounts[0] = bodies;
  w.amounts[1] = bodies * contacts * near / volume;
  w.amounts[2] = bodies * (wide / volume - 1);
  w.amounts[3] = ranks > 1 ? bodies : 0;
  w.bytes = w.amounts[2] * 42 + w.neighbours * 56; /* a pose with its id, and what each message has */
  return w;
}

static double waiting(const work *w, const network *n, double ranks) {
  if (ranks < 2) return 0;
  const double rounds = ceil(log2(ranks));
  return (1 + rounds) * n->latency + (w->neighbours + rounds) * n->message + w->bytes / n->bandwidth;
}

/* --- Tables --- */

static const double rank_counts[] = {1, 2, 4, 8, 64, 512, 1000, 4096, 10000};
enum { RANK_COUNTS = sizeof rank_counts / sizeof *rank_counts };

static void print_check(const row *rows, size_t count, const double costs[COSTS]) {
  printf("\nscene\tranks\tmeasured us\tmodel us\tghosts\tmodel ghosts\tcontacts\tmodel contacts\n");
  const row *one = rows;
  for (size_t i = 0; i < count; i++) {
    const row *r = &rows[i];
    if (r->ranks == 1) one = r; /* a scene begins */
    const double side = cbrt(one->bodies) * r->spacing, space[3] = {side * r->ranks, side, side};
    const work w = work_of(r, one->bodies, one->contacts / one->bodies, r->ranks, space);
    if (r->rank != floor(r->ranks / 2)) continue; /* an inner one */
    printf("%s\t%g\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\n", r->scene, r->ranks, r->microseconds,
           computing(&w, costs), r->ghosts, w.amounts[2], r->contacts, w.amounts[1]);
  }
}

static double step_time(const row *one, double bodies, double ranks, const double costs[COSTS],
                        const network *n, double *out) {
  const double side = cbrt(bodies * ranks) * one->spacing, space[3] = {side, side, side};
  const work w = work_of(one, bodies, one->contacts / one->bodies, ranks, space);
  *out = w.amounts[2] / bodies;
  return computing(&w, costs) * (ranks > 1 ? n->uneven : 1) + waiting(&w, n, ranks);
}

/* Bodies a rank, or bodies in all. */
static void print_scaling(const row *one, double bodies, bool weak, const double costs[COSTS],
                          const network *n) {
  double ghosts;
  const double first = step_time(one, bodies, 1, costs, n, &ghosts);
  const double eighth = step_time(one, weak ? bodies : bodies / 8, 8, costs, n, &ghosts) * (weak ? 1 : 8);
  printf("\n%s, %s: %.0f bodies %s\nranks\tms a step\tghosts a body\tof 1 rank\tof 8\n", one->scene,
         weak ? "weak scaling" : "strong scaling", bodies, weak ? "a rank" : "in all");
  for (int i = 0; i < RANK_COUNTS; i++) {
    const double ranks = rank_counts[i];
    const double time = step_time(one, weak ? bodies : bodies / ranks, ranks, costs, n, &ghosts);
    const double shared = time * (weak ? 1 : ranks);
    printf("%.0f\t%.3f\t%.2f\t%.0f %%\t%.0f %%\n", ranks, time / 1000, ghosts, 100 * first / shared,
           100 * eighth / shared);
  }
}

int main(int count, char **arguments) {
  static row rows[ROWS_MOST];
  static const double sizes[] = {20000, 100000, 500000};
  double numbers[4] = {30, 1.25, 2, 1.02}, costs[COSTS];
  FILE *file = count > 1 ? fopen(arguments[1], "r") : NULL;
  const size_t lines = file ? read_rows(file, rows) : 0;
  if (file) fclose(file);
  if (lines < COSTS)
    return fputs("usage: cluster_model FILE [LATENCY [BANDWIDTH [MESSAGE [UNEVEN]]]]\n", stderr), 1;
  for (int k = 0; k < 4 && k + 2 < count; k++) numbers[k] = strtod(arguments[k + 2], NULL);
  const network n = {numbers[0], numbers[1] * 1000, numbers[2], numbers[3]};
  fit(rows, lines, costs);
  printf("ns: %.0f a body, %.0f a contact, %.0f a ghost, %.0f more a body beside other ranks\n",
         costs[0] * 1000, costs[1] * 1000, costs[2] * 1000, costs[3] * 1000);
  printf("%g us of latency, %g GB/s, %g us a message, slowest rank %g of the mean\n", n.latency,
         n.bandwidth / 1000, n.message, n.uneven);
  print_check(rows, lines, costs);
  for (size_t i = 0; i < lines; i++) {
    if (rows[i].ranks != 1 || (i && rows[i - 1].ranks == 1)) continue; /* the first one of a scene */
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
      print_scaling(&rows[i], sizes[k], true, costs, &n);
    print_scaling(&rows[i], 1e7, false, costs, &n);
  }
  return 0;
}
