#include "report.h"

#include <stdio.h>
#include <stdlib.h>

void diary_begin(diary *d) {
  *d = (diary){0};
  for (int i = 0; i < TIMES; i++) d->seconds[i].size = sizeof(double);
}

void diary_end(diary *d) {
  for (int i = 0; i < TIMES; i++) list_free(&d->seconds[i]);
}

void diary_add(diary *d, const carom_cluster *cluster, double game, double all, double one) {
  carom_cluster_counts *c = &d->last;
  size_t events;
  carom_cluster_get_counts(cluster, c);
  carom_cluster_get_events(cluster, &events);
  const double seconds[TIMES] = {
      [TIME_GAME] = game,       [TIME_CHOOSE] = c->choosing, [TIME_APPLY] = c->applying,
      [TIME_FIND] = c->finding, [TIME_TELL] = c->telling,    [TIME_ALL] = all,
      [TIME_ONE] = one};
  for (int i = 0; i < TIMES; i++) {
    double *at = list_add(&d->seconds[i]);
    if (at) *at = seconds[i];
  }
  d->steps++;
  d->bytes += c->bytes, d->poses += c->poses, d->pose_bytes += c->pose_bytes;
  d->migrated += c->migrated, d->created += c->created, d->events += events;
}

/* --- The lines of the table --- */

typedef struct line {
  uint64_t owned, ghosts, events;
  double bytes, poses, pose_bytes, migrated; /* a step; pose_bytes: a pose */
  double ms[TIMES], work;
} line;

static int by_value(const void *x, const void *y) {
  const double p = *(const double *)x, q = *(const double *)y;
  return (p > q) - (p < q);
}

/* The median, so that a step in which the machine did something else does not count. */
static double median_ms(list *seconds) {
  if (seconds->count == 0) return 0;
  qsort(seconds->data, seconds->count, sizeof(double), by_value);
  return ((double *)seconds->data)[seconds->count / 2] * 1e3;
}

static void fill(line *l, diary *d) {
  const double steps = d->steps > 0 ? (double)d->steps : 1;
  *l = (line){.owned = d->last.owned, .ghosts = d->last.ghosts, .events = d->events};
  l->bytes = (double)d->bytes / steps;
  l->poses = (double)d->poses / steps;
  l->pose_bytes = d->poses ? (double)d->pose_bytes / (double)d->poses : 0;
  l->migrated = (double)d->migrated / steps;
  for (int i = 0; i < TIMES; i++) l->ms[i] = median_ms(&d->seconds[i]);
  l->work = l->ms[TIME_CHOOSE] + l->ms[TIME_APPLY] + l->ms[TIME_FIND] + l->ms[TIME_TELL];
}

static void print_head(void) {
  puts("rank\tbodies\tghosts\tmoved\tsent "
       "B\tB/moved\tmigrate\tevents\tgame\tchoose\tapply\tfind\ttell\twork\tall");
}

static void print_line(const char *name, const line *l) {
  printf("%s\t%llu\t%llu\t%.0f\t%.0f\t%.1f\t%.1f\t%llu", name, (unsigned long long)l->owned,
         (unsigned long long)l->ghosts, l->poses, l->bytes, l->pose_bytes, l->migrated,
         (unsigned long long)l->events);
  printf("\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\n", l->ms[TIME_GAME], l->ms[TIME_CHOOSE],
         l->ms[TIME_APPLY], l->ms[TIME_FIND], l->ms[TIME_TELL], l->work, l->ms[TIME_ALL]);
}

static void add(line *sum, const line *l) {
  const double poses = sum->poses + l->poses;
  if (poses > 0) sum->pose_bytes = (sum->pose_bytes * sum->poses + l->pose_bytes * l->poses) / poses;
  sum->poses = poses;
  sum->owned += l->owned, sum->ghosts += l->ghosts, sum->events += l->events;
  sum->bytes += l->bytes, sum->migrated += l->migrated, sum->work += l->work;
  for (int i = 0; i < TIMES; i++) sum->ms[i] += l->ms[i];
}

/* What the slowest rank takes beside what one world takes. */
static void print_shares(const line *all, size_t count, double slowest, double one) {
  printf("shares\texchange %.1f %%\ttelling %.1f %%\tbalance %.3f\n",
         100 * (all->ms[TIME_CHOOSE] + all->ms[TIME_APPLY]) / all->work, 100 * all->ms[TIME_TELL] / all->work,
         slowest * (double)count / all->work);
  if (one > 0) printf("one\t%.3f ms a step\tslowest %.3f ms\ttimes %.2f\n", one, slowest, one / slowest);
}

static void print_all(const line *lines, size_t count) {
  line all = {0};
  double slowest = 0;
  print_head();
  for (size_t i = 0; i < count; i++) {
    char name[24];
    snprintf(name, sizeof name, "%zu", i);
    print_line(name, &lines[i]);
    add(&all, &lines[i]);
    if (lines[i].work > slowest) slowest = lines[i].work;
  }
  print_line("sum", &all);
  if (all.work > 0) print_shares(&all, count, slowest, lines[0].ms[TIME_ONE]);
}

bool report_print(const office *o, diary *d) {
  list lines = {.size = sizeof(line)};
  line *mine = list_add(&lines);
  if (mine) fill(mine, d);
  const bool fine = office_collect(o, &lines);
  if (fine && o->transport.rank == 0) print_all(lines.data, lines.count);
  list_free(&lines);
  return fine;
}
