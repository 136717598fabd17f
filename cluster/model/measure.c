/* measure.c: what a step of a cluster takes on this machine, a line for each rank, for model.c to read.
 *
 *     cluster_measure [BODIES [STEPS]]    bodies a rank (20000), and steps of which the quickest counts (24)
 *
 * Ranks are threads, and times are processor times of the thread of a rank, so that ranks may share cores.
 * The game sets the pose of every body in every step. Boxes of half width 1/2 lie at random. */
#include "carom_cluster/cluster.h"
#include "carom_cluster/threads.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS = 4, NUMBERS = 9 };
#define REACH 1.0

/* Scenes by the edge of the cube that has one body in the mean. */
typedef struct scene {
  const char *name;
  double spacing;
} scene;

typedef struct member {
  const scene *scene;
  carom_transport transport;
  uint32_t bodies, steps;
  double microseconds;
  size_t contacts;
  carom_cluster_counts counts;
} member;

static double processor_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* Numbers in -1..1 that depend on the id alone, so that each rank knows where each body is at any time. */
static void numbers_of(uint64_t id, double out[NUMBERS]) {
  uint64_t state = id * UINT64_C(0x9E3779B97F4A7C15);
  for (int k = 0; k < NUMBERS; k++) {
    state ^= state >> 27;
    state *= UINT64_C(0x2545F4914F6CDD1D);
    out[k] = (double)(state >> 11) * 0x1p-52 - 1;
  }
}

static carom_region space_of(const member *m) {
  const double half = cbrt((double)m->bodies) * m->scene->spacing / 2;
  return (carom_region){{-half * m->transport.count, -half, -half}, {half * m->transport.count, half, half}};
}

static carom_pose pose_at(const member *m, uint64_t id, uint32_t step) {
  const carom_pos most = space_of(m).max;
  double r[NUMBERS];
  numbers_of(id, r);
  const carom_vec3 axis = {(float)r[6], (float)r[7], (float)r[8]};
  return (carom_pose){{r[0] * most.x + r[3] * 0.02 * step, r[1] * most.y + r[4] * 0.02 * step,
                       r[2] * most.z + r[5] * 0.02 * step},
                      carom_quat_about(axis, r[0] * 3 + r[1])};
}

static void create_own(const member *m, carom_cluster *part) {
  const carom_collider_def box = {.shape = carom_shape_box(0.5f, 0.5f, 0.5f)};
  for (uint64_t id = 1; id <= (uint64_t)m->bodies * m->transport.count; id++) {
    const carom_body_def body = {.kind = CAROM_KINEMATIC, .pose = pose_at(m, id, 0)};
    if (carom_cluster_rank_at(part, body.pose.position) == m->transport.rank)
      carom_cluster_body_create(part, id, &body, &box, 1);
  }
}

static double step_own(const member *m, carom_cluster *part, uint64_t *ids, uint32_t step) {
  const size_t count = carom_cluster_get_owned(part, ids, (size_t)m->bodies * m->transport.count);
  for (size_t i = 0; i < count; i++) {
    const carom_pose pose = pose_at(m, ids[i], step);
    carom_cluster_body_set_pose(part, ids[i], &pose);
  }
  const double begin = processor_time();
  if (carom_cluster_step(part, 0)) exit(1);
  return processor_time() - begin;
}

static void *run(void *user) {
  member *m = user;
  carom_cluster_def def = {.transport = m->transport, .space = space_of(m), .reach = REACH, .patience = 300};
  carom_cluster *part;
  uint64_t *ids = malloc((size_t)m->bodies * m->transport.count * sizeof *ids);
  if (!ids || carom_cluster_create(&def, &part)) exit(1);
  create_own(m, part);
  for (uint32_t step = 0; step < m->steps; step++) {
    const double taken = step_own(m, part, ids, step);
    if (step == 2 || (step > 2 && taken < m->microseconds)) m->microseconds = taken;
  }
  carom_cluster_get_counts(part, &m->counts);
  carom_world_get_contacts(carom_cluster_get_world(part), &m->contacts);
  carom_cluster_destroy(part);
  free(ids);
  return NULL;
}

/* As many threads as in all other lines, so that these share the caches alike: some clusters, all the same.
 */
static void measure(const scene *s, uint32_t ranks, uint32_t bodies, uint32_t steps) {
  member members[THREADS];
  pthread_t threads[THREADS];
  carom_mailboxes *boxes[THREADS];
  for (uint32_t i = 0; i < THREADS; i++) {
    if (i % ranks == 0 && !(boxes[i / ranks] = carom_mailboxes_create(ranks))) exit(1);
    members[i] = (member){.scene = s,
                          .transport = carom_mailboxes_transport(boxes[i / ranks], i % ranks),
                          .bodies = bodies,
                          .steps = steps};
    pthread_create(&threads[i], NULL, run, &members[i]);
  }
  for (uint32_t i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (uint32_t i = 0; i < THREADS; i++) {
    const carom_cluster_counts *c = &members[i].counts;
    printf("%s\t%g\t%g\t%u\t%u\t%zu\t%zu\t%zu\t%zu\t%zu\t%.0f\n", s->name, s->spacing, REACH, ranks,
           i % ranks, c->owned, members[i].contacts, c->ghosts, c->messages, c->bytes,
           members[i].microseconds);
  }
  for (uint32_t i = 0; i < THREADS / ranks; i++) carom_mailboxes_destroy(boxes[i]);
}

int main(int count, char **arguments) {
  static const scene scenes[] = {{"dense", 1.38}, {"sparse", 1.9}};
  const uint32_t bodies = count > 1 ? (uint32_t)strtoul(arguments[1], NULL, 10) : 20000;
  const uint32_t steps = count > 2 ? (uint32_t)strtoul(arguments[2], NULL, 10) : 24;
  if (bodies == 0 || steps < 4)
    return fputs("usage: cluster_measure [BODIES [STEPS, 4 or more]]\n", stderr), 1;
  puts("scene\tspacing\treach\tranks\trank\tbodies\tcontacts\tghosts\tmessages\tbytes\tmicroseconds");
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
    for (uint32_t ranks = 1; ranks <= THREADS; ranks *= 2) measure(&scenes[i], ranks, bodies, steps);
  return 0;
}
