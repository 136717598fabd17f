/* mover_path.h: movers on random paths through rooms, and what may be wrong of them. */
#ifndef CAROM_TEST_ENGINE_MOVER_PATH_H
#define CAROM_TEST_ENGINE_MOVER_PATH_H

#include "mover_scene.h"

/* One mover on its way, and what was wrong of it. */
typedef struct path {
  room *room;
  carom_mover mover;
  carom_vec3 wish; /* units a frame, level */
  float fall;      /* units a frame */
  size_t inside, outside, too_far, stuck, refused;
} path;

static inline void path_start(path *p, room *r) {
  *p = (path){.room = r, .mover = room_mover(r), .fall = -0.15f * r->unit};
}

static inline float level_length(carom_vec3 v) { return hypotf(v.x, v.z); }

static inline void judge_place(path *p) {
  const room *r = p->room;
  const carom_query_filter solid = {.skip_sensors = true};
  carom_pos at = p->mover.pose.position;
  double x = (at.x - r->origin.x) / (double)r->unit, y = (at.y - r->origin.y) / (double)r->unit,
         z = (at.z - r->origin.z) / (double)r->unit;
  size_t count = 1;
  carom_world_overlap_shape(r->world, &p->mover.shape, &p->mover.pose, &solid, NULL, 0, &count);
  p->inside += count > 0;
  p->outside += !(fabs(x) < ROOM_HALF && fabs(z) < ROOM_HALF && y > 0 && y < 9);
}

static inline void judge_way(path *p, carom_vec3 sent, const carom_mover_result *result) {
  carom_vec3 own = {result->moved.x - result->carried.x - result->pushed.x, 0,
                    result->moved.z - result->carried.z - result->pushed.z};
  float length = level_length(sent) + fabsf(sent.y);
  length += (float)result->steps * p->room->unit / 64; /* who is slow gets over edges */
  p->too_far += level_length(own) > 1.0001f * length;
}

/* A new direction, sometimes a stop, a jump or a dash. */
static inline void choose(path *p) {
  room *r = p->room;
  float speed = r->unit * (test_below(&r->random, 8) ? 0.06f : 0.6f);
  p->wish = test_vec3(&r->random, -speed, speed);
  if (test_below(&r->random, 8) == 0) p->wish = (carom_vec3){0, 0, 0};
  p->wish.y = 0;
  if (r->planar) p->wish.z = 0;
  if (p->mover.footing == CAROM_ON_GROUND && test_below(&r->random, 3) == 0) p->fall = 0.12f * r->unit;
}

static inline void path_step(path *p) {
  carom_mover_result result;
  if (test_below(&p->room->random, 16) == 0) choose(p);
  p->fall -= 0.01f * p->room->unit;
  carom_vec3 sent = {p->wish.x, p->fall, p->wish.z};
  carom_status status = carom_mover_move(p->room->world, &p->mover, sent, &result);
  p->refused += status != CAROM_OK;
  if (status) return;
  if (p->mover.footing == CAROM_ON_GROUND && p->fall < 0) p->fall = 0;
  p->stuck += result.stuck;
  if (!result.stuck) judge_place(p);
  judge_way(p, sent, &result);
}

#endif
