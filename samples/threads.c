/* threads: a world that steps on several threads. The same thousand boxes fall through the same grid of posts
 * on one thread and on a pool of four. The number of threads changes the time and nothing else. */
#include <carom/carom.h>
#include <stdio.h>

enum { SIDE = 32, STEPS = 30 };

static void add_boxes(carom_world *world, carom_body_kind kind, double height, carom_vec3 velocity) {
  carom_collider_def box = {.shape = carom_shape_box(0.5f, 0.4f, 0.3f)};
  for (int i = 0; i < SIDE * SIDE; i++) {
    carom_body_def def = {.kind = kind, .linear_velocity = velocity};
    def.pose.position = (carom_pos){i % SIDE * 1.2, height, i / SIDE * 1.2};
    if (kind == CAROM_KINEMATIC) def.angular_velocity = (carom_vec3){(float)(i % 3), 0, (float)(i % 5)};
    carom_collider_create(world, carom_body_create(world, &def), &box);
  }
}

static uint64_t run(const carom_tasks *tasks) {
  carom_world *world;
  carom_counts counts;
  if (carom_world_create(&(carom_world_def){.tasks = *tasks}, &world)) return 0;
  add_boxes(world, CAROM_STATIC, 0, (carom_vec3){0, 0, 0});
  add_boxes(world, CAROM_KINEMATIC, 1.5, (carom_vec3){0.3f, -4, 0.2f});
  for (int i = 0; i < STEPS; i++) carom_world_step(world, 1.0f / 60);
  carom_world_get_counts(world, &counts);
  uint64_t hash = carom_world_hash(world);
  printf("%u at once: %llu begins, %llu ends\n", tasks->threads ? tasks->threads : 1,
         (unsigned long long)counts.begins, (unsigned long long)counts.ends);
  carom_world_destroy(world);
  return hash;
}

int main(void) {
  carom_pool *pool;
  if (carom_pool_create(NULL, 4, &pool)) return 1;
  carom_tasks alone = {0}, four = carom_pool_get_tasks(pool);
  bool same = run(&alone) == run(&four);
  printf(same ? "the same to the last bit\n" : "not the same\n");
  carom_pool_destroy(pool);
  return 0;
}
