/* save: a save of a world and its load. The game maps the user pointers of its bodies to numbers. The loaded
 * world behaves like the first one, to the last bit. */
#include <carom/carom.h>
#include <stdio.h>
#include <stdlib.h>

static char names[][8] = {"floor", "crate", "barrel"};
enum { NAMES = sizeof names / sizeof *names };

/* Numbers from 1 on, so that 0 is left for no name. */
static uint64_t number_of(void *context, void *user) {
  (void)context;
  for (uint64_t i = 0; i < NAMES; i++)
    if (user == names[i]) return i + 1;
  return 0;
}

static void *name_of(void *context, uint64_t number) {
  (void)context;
  return number > 0 && number <= NAMES ? names[number - 1] : NULL;
}

static void on_event(void *user, carom_world *world, const carom_event *event) {
  (void)world;
  printf("  %s: %s of %s and %s\n", (const char *)user, carom_event_kind_name(event->kind),
         (const char *)event->contact->a.body_user, (const char *)event->contact->b.body_user);
}

static void add(carom_world *world, int name, carom_body_kind kind, carom_pos at, carom_vec3 velocity) {
  carom_body_def def = {.kind = kind, .pose.position = at, .linear_velocity = velocity, .user = names[name]};
  carom_vec3 half = kind == CAROM_STATIC ? (carom_vec3){9, 1, 9} : (carom_vec3){1, 1, 1};
  carom_collider_create(world, carom_body_create(world, &def),
                        &(carom_collider_def){.shape = carom_shape_box(half.x, half.y, half.z)});
}

static void run(carom_world *world, const char *name) {
  char text[16];
  snprintf(text, sizeof text, "%s", name);
  carom_handler handler = carom_handler_add(world, &(carom_handler_def){.callback = on_event, .user = text});
  for (int second = 0; second < 4; second++) carom_world_step(world, 1);
  carom_handler_remove(world, handler);
}

int main(void) {
  const carom_user_map users = {number_of, name_of, NULL};
  carom_world *world, *loaded;
  if (carom_world_create(NULL, &world)) return 1;
  add(world, 0, CAROM_STATIC, (carom_pos){0, -1, 0}, (carom_vec3){0, 0, 0});
  add(world, 1, CAROM_KINEMATIC, (carom_pos){0, 0.9, 0}, (carom_vec3){4, 0, 0});
  add(world, 2, CAROM_KINEMATIC, (carom_pos){6, 4, 0}, (carom_vec3){0, -1, 0});
  carom_world_step(world, 1);

  size_t size;
  carom_world_save(world, &users, NULL, 0, &size); /* how many bytes? */
  void *bytes = malloc(size);
  if (!bytes || carom_world_save(world, &users, bytes, size, &size)) return 1;
  if (carom_world_load(NULL, &users, bytes, size, &loaded)) return 1;
  run(world, "saved");
  run(loaded, "loaded");
  bool same = carom_world_hash(world) == carom_world_hash(loaded);
  printf(same ? "the same to the last bit\n" : "not the same\n");
  free(bytes);
  carom_world_destroy(world);
  carom_world_destroy(loaded);
  return !same;
}
