/* trails.c: rings of places. */
#include "trails.h"

#include "memory.h"

void trails_start(trails *t, const scene *s) {
  *t = (trails){.mover_count = s->count - s->static_count};
  t->places = memory_zeroed(t->mover_count * TRAIL_LENGTH, sizeof *t->places);
}

void trails_free(trails *t) { free(t->places); }

void trails_take(trails *t, const scene *s, const carom_world *world, long step) {
  if (step % TRAIL_STEPS_APART != 0) return;
  for (size_t i = 0; i < t->mover_count; i++) {
    carom_pose pose;
    if (carom_body_get_pose(world, s->items[s->static_count + i]->body, &pose) != CAROM_OK) continue;
    t->places[i * TRAIL_LENGTH + t->taken % TRAIL_LENGTH] = pose.position;
  }
  t->taken++;
}

size_t trails_of(const trails *t, size_t mover, carom_pos *out) {
  size_t count = t->taken < TRAIL_LENGTH ? t->taken : TRAIL_LENGTH;
  for (size_t i = 0; i < count; i++)
    out[i] = t->places[mover * TRAIL_LENGTH + (t->taken - count + i) % TRAIL_LENGTH];
  return count;
}
