/* carom/record.h: recording what a game does to a world, and doing it again.
 *
 * A recording is a save of the world (snapshot.h), then every call that changed it, with its arguments, and
 * after each step a hash of the world and one of its events. A replay makes the same calls, without the game:
 * it tells the first step that came out differently, and its world can be looked at, step by step. It runs
 * wherever carom does; `samples/replay.c` is a program that does it.
 *
 * What handlers call is recorded as having come after so many events of the step, and is called there again.
 * What the filter callback and the `keep` of handlers answered is recorded too: they are not asked again.
 * Calls that were refused, and steps that ran out of memory, changed nothing and are not recorded. */
#ifndef CAROM_RECORD_H
#define CAROM_RECORD_H

#include "snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the next bytes of a recording, to append them to a file, say; false when it could not. It must not
 * call into the world. */
typedef bool (*carom_write_fn)(void *user, const void *bytes, size_t size);

/* Begins to record a world, in place of a recording that runs, which goes on when this one is refused: writes
 * a save of it at once, and from now on what is done to it. User pointers are recorded as in a save. `users`
 * (may be NULL) is copied; it and `write` are used until the recording is stopped. `write` gets the calls
 * before each step when that begins (so that a step that crashes can be repeated), the step itself when it is
 * over, and many calls between two steps in parts.
 *
 * A recording changes nothing that the world does, but takes time: each step ends with a hash of the whole
 * world. carom_world_rollback_restore is recorded as a save of what it made of the world. When memory or
 * `write` fails, the recording ends there and the world goes on: carom_world_get_record_status tells.
 * CAROM_NULL_ARGUMENT, CAROM_OUT_OF_MEMORY, CAROM_NOT_WRITTEN; CAROM_BUSY from inside a handler or the filter
 * callback. */
CAROM_API carom_status carom_world_record_start(carom_world *world, const carom_user_map *users,
                                                carom_write_fn write, void *user);

/* Writes what is left, ends the recording, and returns what carom_world_get_record_status would have.
 * Destroying a world does it first. CAROM_OK when no recording runs, CAROM_NULL_ARGUMENT; CAROM_BUSY as
 * above. */
CAROM_API carom_status carom_world_record_stop(carom_world *world);

/* Returns CAROM_OK while all was recorded, or nothing is; CAROM_NOT_WRITTEN or CAROM_OUT_OF_MEMORY once the
 * recording had to end: what was written until then can be replayed. CAROM_NULL_ARGUMENT. */
CAROM_API carom_status carom_world_get_record_status(const carom_world *world);

/* --- Replaying --- */

typedef struct carom_replay carom_replay; /* opaque; owned by whoever opened it */

/* Opens a recording: loads the world that it begins with. The bytes must stay until the replay is closed. The
 * definition (NULL: all zero) is as for carom_world_load, but for the filter, which is the recording's;
 * `users` (may be NULL) is copied. CAROM_BAD_SNAPSHOT for bytes that are no recording of this version or no
 * longer whole at its beginning, CAROM_NULL_ARGUMENT, CAROM_UNKNOWN_KIND, CAROM_OUT_OF_MEMORY. */
CAROM_API carom_status carom_replay_open(const carom_world_def *def, const carom_user_map *users,
                                         const void *bytes, size_t size, carom_replay **out);

typedef enum carom_replay_outcome {
  CAROM_REPLAY_SAME,    /* a step was made, and came out as it was recorded */
  CAROM_REPLAY_DIFFERS, /* a call was refused that was not, or events or world differ after the step: the
                           replay ends here, its world stays to be looked at */
  CAROM_REPLAY_OVER     /* there is no further step; the calls after the last one were made */
} carom_replay_outcome;

/* Makes the calls up to and with the next step (or carom_world_clear), and writes how that came out. Any
 * other status than CAROM_OK ends the replay, and further calls give the same: CAROM_BAD_SNAPSHOT where the
 * recording is damaged or breaks off, CAROM_OUT_OF_MEMORY. CAROM_NULL_ARGUMENT. */
CAROM_API carom_status carom_replay_step(carom_replay *replay, carom_replay_outcome *out);

/* Returns how many steps (and clears) came out as they were recorded; 0 for NULL. */
CAROM_API uint64_t carom_replay_get_steps(const carom_replay *replay);

/* Returns the world, to be asked and drawn; NULL for NULL. It belongs to the replay, is another one after a
 * step in which the recorded world was rewound, and must not be changed. */
CAROM_API const carom_world *carom_replay_get_world(const carom_replay *replay);

/* Frees a replay and its world; NULL does nothing. */
CAROM_API void carom_replay_close(carom_replay *replay);

#ifdef __cplusplus
}
#endif

#endif
