/* destroy: a handler that changes the world. Each bullet destroys itself and the first crate that it hits,
 * and creates a spark in its place. Every BEGIN still gets its one END. */
#include <carom/carom.h>
#include <stdio.h>

enum { BULLET = 1, CRATE = 2, SPARK = 4 };

static int begins, ends;

static carom_body add(carom_world *world, uint64_t category, carom_pos at, float size, carom_vec3 velocity) {
  carom_body body =
      carom_body_create(world, &(carom_body_def){.pose.position = at, .linear_velocity = velocity});
  carom_collider_create(world, body,
                        &(carom_collider_def){.shape = carom_shape_box(size, size, size),
                                              .filter = {.category = category, .mask = BULLET | CRATE}});
  return body;
}

/* Side a is the bullet. A bullet or crate that another event has destroyed already is stale by now. */
static void on_hit(void *user, carom_world *world, const carom_event *event) {
  const carom_contact *contact = event->contact;
  (void)user;
  if (!carom_body_is_valid(world, contact->a.body) || !carom_body_is_valid(world, contact->b.body)) return;
  carom_pos at = contact->manifold.points[0].position;
  carom_body_destroy(world, contact->a.body);
  carom_body_destroy(world, contact->b.body);
  add(world, SPARK, at, 0.05f, (carom_vec3){0, 0, 0});
  printf("a crate bursts at %.2f %.2f\n", at.x, at.y);
}

static void count(void *user, carom_world *world, const carom_event *event) {
  (void)user, (void)world;
  *(event->kind == CAROM_EVENT_BEGIN ? &begins : &ends) += 1;
}

int main(void) {
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  carom_handler_add(
      world, &(carom_handler_def){
                 .callback = on_hit, .events = CAROM_EVENT_BEGIN, .category_a = BULLET, .category_b = CRATE});
  carom_handler_add(world, &(carom_handler_def){.callback = count});
  for (int i = 0; i < 5; i++) {
    add(world, CRATE, (carom_pos){10 + i, i, 0}, 0.6f, (carom_vec3){0, 0, 0});
    add(world, BULLET, (carom_pos){0, i, 0}, 0.05f, (carom_vec3){30, 0, 0});
  }
  for (int frame = 0; frame < 60; frame++) carom_world_step(world, 1 / 60.0f);
  carom_counts counts;
  carom_world_get_counts(world, &counts);
  printf("%u bodies are left: the sparks\n", (unsigned)counts.kinematic_bodies);
  carom_world_destroy(world);
  printf("%d begins, %d ends\n", begins, ends);
  return begins != ends;
}
