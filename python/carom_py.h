/* What the Python package adds to carom: copies of what holds pointers, which arrays cannot follow. */
#ifndef CAROM_PY_H
#define CAROM_PY_H

#include "carom.h"
#include <stdatomic.h>
#include <string.h>

typedef struct carom_event_row {
  carom_event_kind kind;
  carom_end_cause cause;
  carom_contact contact;
} carom_event_row;

static void carom_py_copy_events(const carom_event *events, size_t count, carom_event_row *out) {
  for (size_t i = 0; i < count; i++)
    out[i] = (carom_event_row){events[i].kind, events[i].cause, *events[i].contact};
}

/* Copies the contacts of a body. */
static void carom_py_copy_contacts(const carom_contact **contacts, size_t count, carom_contact *out) {
  for (size_t i = 0; i < count; i++) out[i] = *contacts[i];
}

/* Copies the patches of contacts one after the other: those of contact i begin at out[starts[i]]. With out
 * NULL it only counts. */
static void carom_py_copy_patches(const carom_contact *contacts, size_t count, carom_patch *out,
                                  size_t *starts) {
  starts[0] = 0;
  for (size_t i = 0; i < count; i++) {
    carom_patch room;
    size_t found;
    const carom_patch *patches = carom_contact_get_patches(&contacts[i], &room, &found);
    if (out) memcpy(out + starts[i], patches, found * sizeof *patches);
    starts[i + 1] = starts[i] + found;
  }
}

/* Places count shapes. Stops at the first that is refused, whose index it writes to *wrong. */
static carom_status carom_py_place(const carom_shape *shapes, const carom_pose *poses, size_t count,
                                   carom_placed *out, size_t *wrong) {
  for (size_t i = 0; i < count; i++) {
    carom_status status = carom_place(&shapes[i], &poses[i], &out[i]);
    *wrong = i;
    if (status) return status;
  }
  return CAROM_OK;
}

/* Writes where the bodies and contacts of each island begin, and where those of the last end. */
static void carom_py_count_islands(const carom_island *islands, size_t count, size_t *body_starts,
                                   size_t *contact_starts) {
  body_starts[0] = contact_starts[0] = 0;
  for (size_t i = 0; i < count; i++) {
    body_starts[i + 1] = body_starts[i] + islands[i].body_count;
    contact_starts[i + 1] = contact_starts[i] + islands[i].contact_count;
  }
}

/* Copies islands one after the other, with contacts as their distances from the first of the world. */
static void carom_py_copy_islands(const carom_island *islands, size_t count, const carom_contact *first,
                                  carom_body *bodies, size_t *contacts, bool *rests) {
  for (size_t i = 0; i < count; i++) {
    memcpy(bodies, islands[i].bodies, islands[i].body_count * sizeof *bodies);
    bodies += islands[i].body_count;
    for (size_t c = 0; c < islands[i].contact_count; c++)
      *contacts++ = (size_t)(islands[i].contacts[c] - first);
    rests[i] = islands[i].rests;
  }
}

/* Destroys a world, which is NULL then. */
static carom_status carom_py_close(carom_world **world) {
  carom_status status = carom_world_destroy(*world);
  if (!status) *world = NULL;
  return status;
}

/* Who uses a world at the moment. */
typedef struct carom_py_turns {
  atomic_flag lock;
  uintptr_t changer; /* the thread that changes it */
  unsigned changes, asks, writes;
} carom_py_turns;

typedef enum { CAROM_PY_NONE, CAROM_PY_CHANGE, CAROM_PY_ASK, CAROM_PY_WRITE } carom_py_use;

/* A use of a world, from carom_py_begin to carom_py_end. */
typedef struct carom_py_turn {
  carom_py_turns *turns;
  carom_py_use use;
} carom_py_turn;

static uintptr_t carom_py_thread(void) {
  static _Thread_local char here;
  return (uintptr_t)&here;
}

static void carom_py_lock(carom_py_turns *turns) {
  while (atomic_flag_test_and_set_explicit(&turns->lock, memory_order_acquire)) {
  }
}

static void carom_py_unlock(carom_py_turns *turns) {
  atomic_flag_clear_explicit(&turns->lock, memory_order_release);
}

/* Begins a use and returns 0, or the reason why the turn is refused: 1 for a change by another thread, 2 for
 * queries, 3 for a recording that is being written. */
static int carom_py_begin(carom_py_turns *turns, carom_py_turn *turn, carom_py_use use) {
  carom_py_lock(turns);
  int reason = turns->changes && turns->changer != carom_py_thread() ? 1 : 0;
  if (!reason && use == CAROM_PY_CHANGE && turns->asks) reason = 2;
  if (use != CAROM_PY_WRITE) reason = !reason && turns->writes ? 3 : reason;
  if (!reason) {
    *turn = (carom_py_turn){turns, use};
    if (use == CAROM_PY_CHANGE) turns->changer = carom_py_thread();
    turns->changes += use == CAROM_PY_CHANGE;
    turns->asks += use == CAROM_PY_ASK;
    turns->writes += use == CAROM_PY_WRITE;
  }
  carom_py_unlock(turns);
  return reason;
}

/* Ends a turn, if it has begun. */
static void carom_py_end(carom_py_turn *turn) {
  carom_py_turns *turns = turn->turns;
  if (!turns) return;
  carom_py_lock(turns);
  turns->changes -= turn->use == CAROM_PY_CHANGE;
  turns->asks -= turn->use == CAROM_PY_ASK;
  turns->writes -= turn->use == CAROM_PY_WRITE;
  carom_py_unlock(turns);
  turn->turns = NULL;
}

/* User pointers are numbers in Python, which saves keep. */
static uint64_t carom_py_save_user(void *context, void *user) {
  (void)context;
  return (uint64_t)(uintptr_t)user;
}

static void *carom_py_load_user(void *context, uint64_t number) {
  (void)context;
  return (void *)(uintptr_t)number;
}

static carom_user_map carom_py_users = {carom_py_save_user, carom_py_load_user, NULL};

#endif
