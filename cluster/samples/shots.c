/* shots: bullets that meet targets, on one rank and on four. Each meeting is heard by a handler on one rank.
 * It destroys both bodies, which may belong to others, and their owners do so before the next step. All ranks
 * hit together what one hits. */
#include <carom_cluster/handler.h>
#include <carom_cluster/threads.h>
#include <pthread.h>
#include <stdio.h>

enum { RANKS = 4, SIDE = 16, TARGETS = SIDE * SIDE, BULLETS = 60, STEPS = 60 };
enum { TARGET = 1, BULLET = 2 };

typedef struct range {
  carom_cluster *cluster;
  size_t hits, left;
  bool failed;
} range;

static void hit(void *user, carom_cluster *cluster, const carom_cluster_event *e) {
  range *r = user;
  r->hits++;
  if (carom_cluster_body_destroy(cluster, e->a) == CAROM_CLUSTER_REFUSED ||
      carom_cluster_body_destroy(cluster, e->b) == CAROM_CLUSTER_REFUSED)
    r->failed = true;
}

static void add(carom_cluster *cluster, uint32_t rank, uint64_t id, carom_pos at, carom_vec3 velocity) {
  const bool bullet = id > TARGETS;
  const carom_body_def body = {.kind = CAROM_KINEMATIC, .pose.position = at, .linear_velocity = velocity};
  const carom_collider_def ball = {.shape = carom_shape_sphere(bullet ? 0.1f : 0.5f),
                                   .filter.category = bullet ? BULLET : TARGET};
  if (carom_cluster_rank_at(cluster, at) != rank) return;
  carom_cluster_body_create(cluster, id, &body, &ball, 1);
  if (bullet) carom_cluster_body_set_swept(cluster, id, true);
}

static void build(carom_cluster *cluster, uint32_t rank) {
  const carom_vec3 rest = {0, 0, 0};
  for (uint32_t i = 0; i < TARGETS; i++)
    add(cluster, rank, 1 + i, (carom_pos){3 * (i % SIDE), 3 * (i / SIDE), 0}, rest);
  for (uint32_t i = 0; i < BULLETS; i++)
    add(cluster, rank, TARGETS + 1 + i, (carom_pos){-2, 0.7 * i, 0}, (carom_vec3){40, (float)(i % 9) - 4, 0});
}

static void *shoot(void *user) {
  range *r = user;
  const carom_cluster_handler_def def = {
      .callback = hit, .user = r, .events = CAROM_EVENT_BEGIN, .category_a = BULLET, .category_b = TARGET};
  if (carom_cluster_handler_add(r->cluster, &def, NULL)) r->failed = true;
  for (int step = 0; step < STEPS; step++)
    if (carom_cluster_step(r->cluster, 1.0f / 30)) r->failed = true;
  r->left = carom_cluster_get_owned(r->cluster, NULL, 0);
  return NULL;
}

static void run(uint32_t ranks) {
  pthread_t threads[RANKS];
  range all[RANKS] = {{0}}, sum = {0};
  carom_mailboxes *boxes = carom_mailboxes_create(ranks);
  carom_cluster_def def = {.space = {{0, 0, 0}, {3 * SIDE, 3 * SIDE, 0}}, .reach = 3};
  for (uint32_t i = 0; i < ranks; i++) {
    def.transport = carom_mailboxes_transport(boxes, i);
    carom_cluster_create(&def, &all[i].cluster);
    build(all[i].cluster, i);
  }
  for (uint32_t i = 0; i < ranks; i++) pthread_create(&threads[i], NULL, shoot, &all[i]);
  for (uint32_t i = 0; i < ranks; i++) {
    pthread_join(threads[i], NULL);
    sum.failed = sum.failed || all[i].failed;
    sum.hits += all[i].hits, sum.left += all[i].left;
    carom_cluster_destroy(all[i].cluster);
  }
  carom_mailboxes_destroy(boxes);
  printf("%u rank%s: %zu hits, %zu bodies left%s\n", ranks, ranks > 1 ? "s" : "", sum.hits, sum.left,
         sum.failed ? ", FAILED" : "");
}

int main(void) {
  run(1);
  run(RANKS);
  return 0;
}
