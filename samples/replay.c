/* replay: recordings of a world and their replay without the game.
 *
 *   replay FILE     replays a recording and reports the first step with a different result
 *   replay          plays a game of coins that is random in each run, and replays its recording */
#include <carom/carom.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static bool append(void *user, const void *bytes, size_t size) {
  return fwrite(bytes, 1, size, user) == size;
}

/* --- The game --- */

static double anywhere(double low, double high) { return low + (high - low) * rand() / RAND_MAX; }

static void add_coin(carom_world *world) {
  carom_body coin =
      carom_body_create(world, &(carom_body_def){.pose.position = {anywhere(-8, 8), 0, anywhere(-8, 8)}});
  carom_collider_create(world, coin, &(carom_collider_def){.shape = carom_shape_sphere(0.5f)});
}

/* Whoever is touched is gone, and another one appears somewhere: that is recorded too. */
static void on_touch(void *user, carom_world *world, const carom_event *event) {
  const carom_body *player = user;
  const carom_contact *contact = event->contact;
  carom_body_destroy(world, contact->a.body.bits == player->bits ? contact->b.body : contact->a.body);
  add_coin(world);
}

static carom_status play(carom_world *world) {
  carom_body player = carom_body_create(world, NULL);
  carom_collider_create(world, player, &(carom_collider_def){.shape = carom_shape_box(1, 1, 1)});
  for (int i = 0; i < 20; i++) add_coin(world);
  carom_handler handler = carom_handler_add(
      world, &(carom_handler_def){.callback = on_touch, .user = &player, .events = CAROM_EVENT_BEGIN});
  carom_status status = CAROM_OK;
  for (int frame = 0; frame < 600 && !status; frame++) {
    carom_vec3 velocity = {(float)anywhere(-40, 40), 0, (float)anywhere(-40, 40)};
    if (frame % 20 == 0) carom_body_set_velocity(world, player, velocity, (carom_vec3){0, 1, 0});
    status = carom_world_step(world, 1 / 60.0f);
  }
  carom_handler_remove(world, handler);
  return status;
}

static carom_status record_game(FILE *file) {
  carom_world *world;
  carom_status status = carom_world_create(NULL, &world);
  if (status) return status;
  srand((unsigned)time(NULL));
  status = carom_world_record_start(world, NULL, append, file);
  if (!status) status = play(world);
  if (!status) status = carom_world_record_stop(world);
  carom_world_destroy(world);
  return status;
}

/* --- The replay --- */

static carom_status replay(const void *bytes, size_t size) {
  carom_replay *replay;
  carom_replay_outcome outcome = CAROM_REPLAY_SAME;
  carom_status status = carom_replay_open(NULL, NULL, bytes, size, &replay);
  if (status) return status;
  while (!status && outcome == CAROM_REPLAY_SAME) status = carom_replay_step(replay, &outcome);
  unsigned long long steps = carom_replay_get_steps(replay);
  if (!status && outcome == CAROM_REPLAY_DIFFERS)
    printf("step %llu differs\n", steps + 1);
  else
    printf("same: %llu steps\n", steps);
  carom_replay_close(replay);
  return status;
}

static carom_status replay_file(FILE *file) {
  carom_status status = CAROM_OUT_OF_MEMORY;
  long size = fseek(file, 0, SEEK_END) ? 0 : ftell(file);
  char *bytes = size > 0 ? malloc((size_t)size) : NULL;
  rewind(file);
  if (bytes) status = replay(bytes, fread(bytes, 1, (size_t)size, file));
  free(bytes);
  return status;
}

int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : tmpfile();
  if (!file) {
    perror("replay");
    return 1;
  }
  carom_status status = argc > 1 ? CAROM_OK : record_game(file);
  if (!status) status = replay_file(file);
  if (status) fprintf(stderr, "replay: %s\n", carom_status_text(status));
  fclose(file);
  return status != CAROM_OK;
}
