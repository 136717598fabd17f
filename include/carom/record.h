/* carom/record.h: recordings of the calls on a world, and their replay.
 *
 * A recording is a save of the world (snapshot.h), followed by every call that changed it, with its
 * arguments. After each step it has a hash of the world and a hash of its events. A replay makes the same
 * calls without the game. It finds the first step with a different result, and the game can inspect its world
 * step by step. It works on every platform that carom supports. The program `samples/replay.c` replays a
 * recording.
 *
 * A call from a handler is recorded with the number of events before it in the step, and is replayed there.
 * The answers of the filter callback and of the handlers' `keep` are recorded too, and a replay does not ask
 * again. Refused calls, and steps that ran out of memory, changed nothing and are not recorded. */
#ifndef CAROM_RECORD_H
#define CAROM_RECORD_H

#include "snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the next bytes of a recording, e.g. to append them to a file. Returns false when it fails. It must
 * not call into the world. */
typedef bool (*carom_write_fn)(void *user, const void *bytes, size_t size);

/* Starts a recording of a world, and replaces a recording that runs. If the call is refused, the old
 * recording continues. The call writes a save of the world at once. From then on the recording receives every
 * call that changes the world. User pointers are recorded as in a save. `users` (may be NULL) is copied. The
 * recording uses its functions and `write` until it stops. `write` receives the calls before a step when the
 * step begins, so that a step that crashes can be repeated. It receives the step when it is over, and many
 * calls between two steps in parts.
 *
 * A recording does not change the behaviour of the world, but it takes time, because each step ends with a
 * hash of the whole world. carom_world_rollback_restore is recorded as a save of the restored world. If
 * memory or `write` fails, the recording ends there and the world continues; carom_world_get_record_status
 * tells the reason. Errors: CAROM_NULL_ARGUMENT, CAROM_OUT_OF_MEMORY, CAROM_NOT_WRITTEN, and CAROM_BUSY
 * inside a handler or the filter callback. */
CAROM_API carom_status carom_world_record_start(carom_world *world, const carom_user_map *users,
                                                carom_write_fn write, void *user);

/* Writes the rest, ends the recording, and returns what carom_world_get_record_status would have returned.
 * Destroying a world stops its recording first. The call returns CAROM_OK when no recording runs. Errors:
 * CAROM_NULL_ARGUMENT, and CAROM_BUSY as in carom_world_record_start. */
CAROM_API carom_status carom_world_record_stop(carom_world *world);

/* Returns CAROM_OK while everything was recorded, or when no recording runs. Returns CAROM_NOT_WRITTEN or
 * CAROM_OUT_OF_MEMORY after a recording had to end. The bytes written until then can be replayed.
 * CAROM_NULL_ARGUMENT refuses a NULL world. */
CAROM_API carom_status carom_world_get_record_status(const carom_world *world);

/* --- Replaying --- */

/* A replay. The type is opaque, and whoever opened it owns it. */
typedef struct carom_replay carom_replay;

/* Opens a recording and loads the world with which it begins. The bytes must stay valid until the replay is
 * closed. The definition (NULL: all zero) works as in carom_world_load, except that the filter is that of the
 * recording. `users` (may be NULL) is copied. CAROM_BAD_SNAPSHOT refuses bytes that are no recording of this
 * version, or that are damaged at the beginning. Other errors: CAROM_NULL_ARGUMENT, and those of
 * carom_world_create for the definition. */
CAROM_API carom_status carom_replay_open(const carom_world_def *def, const carom_user_map *users,
                                         const void *bytes, size_t size, carom_replay **out);

/* The result of replaying a step. */
typedef enum carom_replay_outcome {
  CAROM_REPLAY_SAME, /* the replay made a step, with the recorded result */
  /* a call was refused that was not refused before, or the events or the world differ after the step. The
   * replay ends here, and its world stays for inspection. */
  CAROM_REPLAY_DIFFERS,
  CAROM_REPLAY_OVER /* there is no further step; the calls after the last step were made */
} carom_replay_outcome;

/* Makes the calls up to and including the next step (or carom_world_clear), and writes the outcome. Any
 * status other than CAROM_OK ends the replay, and further calls return the same status. CAROM_BAD_SNAPSHOT
 * means that the recording is damaged there or breaks off. Other errors: CAROM_OUT_OF_MEMORY,
 * CAROM_NULL_ARGUMENT. */
CAROM_API carom_status carom_replay_step(carom_replay *replay, carom_replay_outcome *out);

/* Returns the number of steps and clears that had the recorded result, or 0 for NULL. */
CAROM_API uint64_t carom_replay_get_steps(const carom_replay *replay);

/* Returns the world for queries and drawing, or NULL for NULL. It belongs to the replay and must not be
 * changed. After a step in which the recorded world was rewound, it is another world. */
CAROM_API const carom_world *carom_replay_get_world(const carom_replay *replay);

/* Frees a replay and its world. NULL does nothing. */
CAROM_API void carom_replay_close(carom_replay *replay);

/* --- Going back in a replay --- */

/* A state of a replay to go to. The type is opaque, and whoever made it owns it. */
typedef struct carom_replay_mark carom_replay_mark;

/* Marks where a replay is. The mark holds a clone of the world, which shares the assets, so that many marks
 * make a replay that reaches any step in a few. A replay that a status has ended gives that status. Other
 * errors: CAROM_NULL_ARGUMENT, CAROM_OUT_OF_MEMORY. */
CAROM_API carom_status carom_replay_mark_create(const carom_replay *replay, carom_replay_mark **out);

/* Takes a replay to a mark, back or ahead, also when it has ended. The steps from there have the events and
 * hashes that they had after the mark. The world of the replay is another one afterwards, without the events
 * of a last step. A refused call changes nothing. CAROM_BAD_SNAPSHOT refuses the mark of another recording,
 * which is one at another address. Other errors: CAROM_NULL_ARGUMENT, CAROM_OUT_OF_MEMORY. */
CAROM_API carom_status carom_replay_go(carom_replay *replay, const carom_replay_mark *mark);

/* Returns what carom_replay_get_steps returned at the mark, or 0 for NULL. */
CAROM_API uint64_t carom_replay_mark_get_steps(const carom_replay_mark *mark);
/* Returns the bytes of memory that the mark holds, without the assets, or 0 for NULL. */
CAROM_API size_t carom_replay_mark_get_size(const carom_replay_mark *mark);

/* Frees a mark, also after its replay was closed. NULL does nothing. */
CAROM_API void carom_replay_mark_destroy(carom_replay_mark *mark);

#ifdef __cplusplus
}
#endif

#endif
