/* step.c: runs one step of a world. */
#include "candidates.h"
#include "contact.h"
#include "journal.h"
#include "objects.h"
#include "recorder.h"
#include "seams.h"
#include "swept.h"

static carom_status check(carom_world *world, float dt) {
  if (!world) return CAROM_NULL_ARGUMENT;
  if (world->stepping)
    return carom__refuse(world, CAROM_BUSY, "carom_world_step", "called from inside a handler");
  if (!float_is_finite(dt)) return carom__refuse(world, CAROM_NOT_FINITE, "carom_world_step", "dt");
  if (dt < 0 || dt > 1e3f) return carom__refuse(world, CAROM_OUT_OF_RANGE, "carom_world_step", "dt");
  return CAROM_OK;
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

/* What the passes read and write besides is in step_data.h. Until the contacts are complete every pass can
 * fail without a trace; from there on nothing can. */
static carom_status run_passes(carom_world *world, float dt) {
  carom_status status = carom__step_motion(world, dt); /* velocities: poses */
  if (!status) status = carom__step_bounds(world);     /* poses: frames, bounds and trees */
  if (!status) status = find_body_pairs(world);        /* bounds: body pairs */
  if (!status) status = carom__step_swept(world);      /* body pairs: hits, poses of what stops */
  if (!status) status = carom__step_cull(world);       /* body pairs, boxes: candidates */
  if (!status) status = find_contacts(world);          /* candidates, hits: fresh contacts */
  if (!status) status = carom__contact_index_reserve(world);
  if (!status) carom__bodies_note_seen(world);
  return status ? status : carom__step_contacts(world); /* fresh contacts: contacts, events */
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

carom_status carom_world_step(carom_world *world, float dt) {
  carom_status status = check(world, dt);
  if (status) return status;
  carom_counts before = world->counts;
  carom__record_begin(world, CAROM__OP_STEP, &dt);
  world->stepping = world->locked = true;
  status = run_passes(world, dt);
  world->locked = false;
  if (status) {
    undo(world, &before);
  } else {
    contact_index_stray(world->contact_index);
    carom__step_dispatch(world);
    carom__journal_trim(world);
  }
  forget(world);
  world->stepping = false;
  carom__record_end(world, status);
  return status ? carom__refuse(world, status, __func__, "the step was undone; repeat it") : CAROM_OK;
}
