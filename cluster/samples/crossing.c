/* crossing: agents that cross a city, on one rank and on four. A rank is a thread here, and would be a
 * process on some machine in earnest. It moves the agents that it owns and hears of their contacts; one that
 * walks on to the part of another rank is that rank's from then on. All ranks tell together what one tells.
 */
#include <carom_cluster/cluster.h>
#include <carom_cluster/threads.h>
#include <pthread.h>
#include <stdio.h>

enum { RANKS = 4, BLOCKS = 6, AGENTS = 400, STEPS = 400 };

typedef struct district {
  carom_cluster *cluster;
  bool failed;
  size_t walls, meetings, crossings;
} district;

/* The blocks are on all ranks, each agent on the one where it begins. They begin on the streets. */
static void build(carom_cluster *city, uint32_t rank) {
  carom_collider_def block = {.shape = carom_shape_box(3, 3, 8)};
  carom_collider_def agent = {.shape =
                                  carom_shape_capsule((carom_vec3){0, 0, -1}, (carom_vec3){0, 0, 1}, 0.4f)};
  for (uint32_t i = 0; i < BLOCKS * BLOCKS; i++) {
    carom_body_def body = {.kind = CAROM_STATIC};
    body.pose.position = (carom_pos){i % BLOCKS * 10 + 5, i / BLOCKS * 10 + 5, 0};
    carom_cluster_body_create(city, 1 + i, &body, &block, 1);
  }
  for (uint32_t i = 0; i < AGENTS; i++) {
    carom_body_def body = {.kind = CAROM_KINEMATIC};
    body.pose.position = (carom_pos){i % 20 * 3, (i / 20) % BLOCKS * 10, 0};
    body.linear_velocity = (carom_vec3){(float)(i % 7) - 3, (float)(i % 11) / 2 - 2.5f, 0};
    if (carom_cluster_rank_at(city, body.pose.position) == rank)
      carom_cluster_body_create(city, 1000 + i, &body, &agent, 1);
  }
}

/* Whoever walks into a block turns round. */
static void respond(district *d, const carom_cluster_event *e) {
  const uint64_t agent = e->a >= 1000 ? e->a : e->b;
  carom_vec3 v;
  if (e->kind != CAROM_EVENT_BEGIN) return;
  if (e->a >= 1000 && e->b >= 1000) {
    d->meetings++;
    return;
  }
  d->walls++;
  carom_body_get_velocity(carom_cluster_get_world(d->cluster), carom_cluster_get_body(d->cluster, agent), &v,
                          NULL);
  v = (carom_vec3){-v.x, -v.y, 0};
  carom_cluster_body_set_velocity(d->cluster, agent, v, (carom_vec3){0, 0, 0});
}

static void *live(void *user) {
  district *d = user;
  for (int step = 0; step < STEPS; step++) {
    size_t count;
    carom_cluster_counts counts;
    if (carom_cluster_step(d->cluster, 1.0f / 30)) d->failed = true;
    const carom_cluster_event *events = carom_cluster_get_events(d->cluster, &count);
    for (size_t i = 0; i < count; i++) respond(d, &events[i]);
    carom_cluster_get_counts(d->cluster, &counts);
    d->crossings += counts.migrated;
  }
  return NULL;
}

static void run(uint32_t ranks) {
  pthread_t threads[RANKS];
  district city[RANKS] = {{0}}, sum = {0};
  carom_mailboxes *boxes = carom_mailboxes_create(ranks);
  carom_cluster_def def = {.space = {{0, 0, 0}, {10 * BLOCKS, 10 * BLOCKS, 0}}, .reach = 2};
  for (uint32_t i = 0; i < ranks; i++) {
    def.transport = carom_mailboxes_transport(boxes, i);
    carom_cluster_create(&def, &city[i].cluster);
    build(city[i].cluster, i);
  }
  for (uint32_t i = 0; i < ranks; i++) pthread_create(&threads[i], NULL, live, &city[i]);
  for (uint32_t i = 0; i < ranks; i++) {
    pthread_join(threads[i], NULL);
    sum.failed = sum.failed || city[i].failed;
    sum.walls += city[i].walls, sum.meetings += city[i].meetings, sum.crossings += city[i].crossings;
    carom_cluster_destroy(city[i].cluster);
  }
  carom_mailboxes_destroy(boxes);
  printf("%u rank%s: %zu walks into blocks, %zu meetings, %zu crossings%s\n", ranks, ranks > 1 ? "s" : "",
         sum.walls, sum.meetings, sum.crossings, sum.failed ? ", FAILED" : "");
}

int main(void) {
  run(1);
  run(RANKS);
  return 0;
}
