/* callbacks: event handlers and their filters. One handler receives a pair of categories, others receive all
 * events with or without STAY, and one removes itself. */
#include <carom/carom.h>
#include <stdio.h>

enum { PLAYER = 1, COIN = 2, WALL = 4 };

/* Only pairs of a player with a coin come here, and side a is always the player. */
static void on_coin(void *user, carom_world *world, const carom_event *event) {
  int *coins = user;
  (void)world;
  ++*coins;
  printf("  %s picks up %s\n", (const char *)event->contact->a.body_user,
         (const char *)event->contact->b.body_user);
}

/* Everything comes here. */
static void on_anything(void *user, carom_world *world, const carom_event *event) {
  (void)user, (void)world;
  printf("  %s: %s and %s%s%s\n", carom_event_kind_name(event->kind),
         (const char *)event->contact->a.body_user, (const char *)event->contact->b.body_user,
         event->kind == CAROM_EVENT_END ? ", " : "",
         event->kind == CAROM_EVENT_END ? carom_end_cause_name(event->cause) : "");
}

/* A handler that wants to be called once removes itself. */
static void on_first_wall(void *user, carom_world *world, const carom_event *event) {
  carom_handler *self = user;
  printf("  first wall, approached at %.0f units a second\n", (double)event->contact->approach_speed);
  carom_handler_remove(world, *self);
}

static carom_body add(carom_world *world, char *name, carom_body_kind kind, uint64_t category, double x,
                      float half) {
  carom_body body =
      carom_body_create(world, &(carom_body_def){.kind = kind, .pose.position = {x, 0, 0}, .user = name});
  carom_collider_create(
      world, body, &(carom_collider_def){.shape = carom_shape_box(half, 1, 1), .filter.category = category});
  return body;
}

int main(void) {
  char player_name[] = "player", coin_name[] = "coin", wall_name[] = "wall";
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  carom_body player = add(world, player_name, CAROM_KINEMATIC, PLAYER, 0, 0.5f);
  add(world, coin_name, CAROM_KINEMATIC, COIN, 2, 0.25f);
  add(world, wall_name, CAROM_STATIC, WALL, 5, 0.5f);

  int coins = 0;
  carom_handler once = {0};
  carom_handler_add(world, &(carom_handler_def){.callback = on_coin,
                                                .user = &coins,
                                                .events = CAROM_EVENT_BEGIN,
                                                .category_a = PLAYER,
                                                .category_b = COIN});
  carom_handler_add(world, &(carom_handler_def){.callback = on_anything});
  once = carom_handler_add(
      world, &(carom_handler_def){
                 .callback = on_first_wall, .user = &once, .events = CAROM_EVENT_BEGIN, .category_b = WALL});

  carom_body_set_velocity(world, player, (carom_vec3){1, 0, 0}, (carom_vec3){0, 0, 0});
  for (int second = 1; second <= 8; second++) {
    printf("second %d\n", second);
    carom_world_step(world, 1);
  }
  printf("%d coin\n", coins);
  return carom_world_destroy(world);
}
