/* step.c: runs one step of a world. */
#include <string.h>

#include "candidates.h"
#include "contact.h"
#include "journal.h"
#include "objects.h"
#include "recorder.h"
#include "seams.h"
#include "swept.h"

/* `moves`: it is carom_world_move that is called. */
static carom_status check(carom_world *world, float dt, bool moves, const char *function) {
  if (!world) return CAROM_NULL_ARGUMENT;
  if (world->stepping) return carom__refuse(world, CAROM_BUSY, function, "called from inside a handler");
  if (!float_is_finite(dt)) return carom__refuse(world, CAROM_NOT_FINITE, function, "dt");
  if (dt < 0 || dt > 1e3f) return carom__refuse(world, CAROM_OUT_OF_RANGE, function, "dt");
  if (world->halfway.on && (dt > 0 || moves))
    return carom__refuse(world, CAROM_BUSY, function, "the world was moved; step it by 0");
  return CAROM_OK;
}

/* Starts the clock of a step. */
static void start_time(carom_world *world) {
  carom__stopwatch *watch = &world->stopwatch;
  if (!watch->now) return;
  memset(watch->times, 0, sizeof watch->times);
  watch->last = watch->now(watch->user);
}

/* Notes how long a pass took, and returns its status. */
static carom_status note_time(carom_world *world, carom_pass pass, carom_status status) {
  carom__stopwatch *watch = &world->stopwatch;
  if (!watch->now) return status;
  uint64_t now = watch->now(watch->user);
  watch->times[pass] = now - watch->last;
  watch->last = now;
  return status;
}

static carom_status move_bodies(carom_world *world, float dt) {
  return world->halfway.on ? carom__motion_resume(world) : carom__step_motion(world, dt);
}

/* The boxes of swept bodies cover their ways meanwhile. */
static carom_status find_body_pairs(carom_world *world) {
  carom_status status = carom__swept_widen(world);
  if (!status) status = carom__step_broadphase(world);
  carom__swept_narrow(world);
  return status;
}

/* Those that touch or are within a margin, with tiles as one floor, and those that swept bodies only pass. */
static carom_status find_contacts(carom_world *world) {
  carom_status status = carom__step_narrowphase(world);
  if (!status) status = carom__step_seams(world);
  if (!status) carom__step_extend(world);
  return status ? status : carom__swept_join(world);
}

static carom_status sort_contacts(carom_world *world) {
  carom_status status = carom__contact_index_reserve(world);
  if (status) return status;
  carom__bodies_note_seen(world);
  return carom__step_contacts(world);
}

/* What the passes read and write besides is in step_data.h. Until the contacts are complete every pass can
 * fail without a trace; from there on nothing can. */
static carom_status run_passes(carom_world *world, float dt) {
  start_time(world);
  /* velocities: poses */
  carom_status status = note_time(world, CAROM_PASS_MOTION, move_bodies(world, dt));
  /* poses: frames, bounds and trees */
  if (!status) status = note_time(world, CAROM_PASS_BOUNDS, carom__step_bounds(world));
  /* bounds: body pairs */
  if (!status) status = note_time(world, CAROM_PASS_BROADPHASE, find_body_pairs(world));
  /* body pairs: hits, poses of what stops */
  if (!status) status = note_time(world, CAROM_PASS_SWEPT, carom__step_swept(world));
  /* body pairs, boxes: candidates */
  if (!status) status = note_time(world, CAROM_PASS_CULL, carom__step_cull(world));
  /* candidates, hits: fresh contacts */
  if (!status) status = note_time(world, CAROM_PASS_NARROWPHASE, find_contacts(world));
  /* fresh contacts: contacts, events */
  if (!status) status = note_time(world, CAROM_PASS_CONTACTS, sort_contacts(world));
  return status;
}

static void undo(carom_world *world, const carom_counts *before) {
  carom__motion_undo(world);
  carom__bodies_forget_seen(world);
  world->events.count = world->swept_hits.count = 0;
  world->counts = *before;
}

/* What lies in the arena goes. */
static void forget(carom_world *world) {
  world->step.moved = NULL;
  world->step.tight = NULL;
  world->step.swept_answers = NULL;
  world->step.beside = NULL;
  world->step.further = NULL;
  world->step.refused = (carom__keys){NULL, 0, 0};
  carom__arena_reset(&world->arena);
}

/* Keeps where the bodies came from; there is room. */
static void keep_ways(carom_world *world) {
  const carom__moved *moved = world->step.moved;
  carom__halfway *halfway = &world->halfway;
  for (size_t i = 0; moved && i < moved->count; i++) {
    uint32_t slot = moved->bodies[i].slot;
    const carom__body_way way = {{carom__idpool_at(&world->bodies.ids, slot)},
                                 moved->bodies[i].before,
                                 world->bodies.poses.data[slot],
                                 world->bodies.velocities.data[slot]};
    carom__array_push(&halfway->ways, way);
  }
}

carom_status carom_world_move(carom_world *world, float dt) {
  carom_status status = check(world, dt, true, __func__);
  if (status) return status;
  carom__halfway *halfway = &world->halfway;
  const carom__bits *moving = &world->bodies.moving;
  const carom_counts before = world->counts;
  size_t count = carom__bits_count(moving, 0, moving->words.count);
  status = carom__array_reserve(&world->allocator, &halfway->ways, count);
  if (!status) status = carom__step_motion(world, dt);
  if (!status) keep_ways(world);
  halfway->on = !status;
  halfway->dt = dt;
  halfway->clamped = world->counts.clamped;
  world->counts = before;
  forget(world);
  if (status) return carom__refuse(world, status, __func__, "nothing has moved");
  carom__record_call(world, CAROM__OP_MOVE, 0, &dt);
  return CAROM_OK;
}

carom_status carom_world_step(carom_world *world, float dt) {
  carom_status status = check(world, dt, false, __func__);
  if (status) return status;
  carom_counts before = world->counts;
  carom__record_begin(world, CAROM__OP_STEP, &dt);
  world->stepping = world->locked = true;
  status = run_passes(world, dt);
  world->locked = false;
  if (status) {
    undo(world, &before);
  } else {
    carom__halfway_forget(world);
    contact_index_stray(world->contact_index);
    carom__events_count_ahead(world);
    carom__step_dispatch(world);
    carom__journal_trim(world);
    note_time(world, CAROM_PASS_DISPATCH, CAROM_OK);
  }
  forget(world);
  world->stepping = false;
  carom__record_end(world, status);
  return status ? carom__refuse(world, status, __func__, "the step was undone; repeat it") : CAROM_OK;
}
