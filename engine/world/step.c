/* step.c: runs one step of a world. */
#include "bounds.h"
#include "body_pairs.h"
#include "contacts.h"
#include "cull.h"
#include "events.h"
#include "journal.h"
#include "manifolds.h"
#include "motion.h"
#include "recorder.h"
#include "swept.h"
#include "swept_hits.h"

static carom_status check(carom_world *world, float dt) {
  if (!world) return CAROM_NULL_ARGUMENT;
  if (world->stepping)
    return carom__refuse(world, CAROM_BUSY, "carom_world_step", "called from inside a handler");
  if (!isfinite(dt)) return carom__refuse(world, CAROM_NOT_FINITE, "carom_world_step", "dt");
  if (dt < 0 || dt > 1e3f) return carom__refuse(world, CAROM_OUT_OF_RANGE, "carom_world_step", "dt");
  return CAROM_OK;
}

/* Until the contacts are complete every pass can fail without a trace; from there on nothing can. */
carom_status carom_world_step(carom_world *world, float dt) {
  carom_status status = check(world, dt);
  if (status) return status;
  carom__moved *moved = NULL;
  carom_aabb *tight = NULL;
  carom_counts before = world->counts;
  carom__record_begin(world, CAROM__OP_STEP, &dt);
  world->stepping = world->locked = true;
  status = carom__step_motion(world, dt, &moved);
  if (!status) status = carom__step_bounds(world);
  if (!status) status = carom__swept_widen(world, moved, &tight);
  if (!status) status = carom__step_broadphase(world);
  carom__swept_narrow(world, moved, tight);
  if (!status) status = carom__step_swept(world, moved);
  if (!status) status = carom__step_cull(world);
  if (!status) status = carom__step_narrowphase(world);
  if (!status) status = carom__swept_join(world);
  if (!status) status = carom__step_contacts(world);
  world->locked = false;
  if (!status) {
    carom__step_dispatch(world);
    carom__journal_trim(world);
  } else {
    carom__motion_undo(world, moved);
    world->events.count = world->swept_hits.count = 0;
    world->counts = before;
  }
  world->swept_answers = NULL;
  world->refused = (carom__keys){NULL, 0, 0};
  carom__arena_reset(&world->arena);
  world->stepping = false;
  carom__record_end(world, status);
  return status ? carom__refuse(world, status, __func__, "the step was undone; repeat it") : CAROM_OK;
}
