/* carom/snapshot.h: worlds as bytes: saves, rollback and clones.
 *
 * A save holds a whole world, for files and for other machines. It is packed and little-endian. The same
 * calls give the same bytes on every machine, and loading checks the bytes. A rollback snapshot holds what
 * changes from step to step, for games that predict and rewind. It goes into the game's own memory without an
 * allocation, in a few times the time of copying it. Only the world that wrote it can restore it. A clone is
 * a second world.
 *
 * All of them hold what the next step depends on. This covers bodies and colliders with their ids, the order
 * in which ids will be assigned, and the counts. It also covers the contacts with their manifolds, except
 * contacts that have had their END. None holds code of the game, which is the handlers, the filter callback
 * and what these point to. A world that is rewound keeps its current ones. A world that is loaded or cloned
 * has no handlers, and has the filter callback of its definition. Handlers and a filter set before its first
 * step count as those that were there before. The world asks them about the same pairs as without the save,
 * and what rested continues to rest. A game whose answers differ must call carom_body_touch.
 *
 * The events of the last step are not part of the state. There are none after a load, a restore or a clone,
 * and nothing is delivered. The following steps give the same events to the last bit as they gave the first
 * time. A contact that was in the save ENDs when its colliders separate, and a new contact BEGINs. The counts
 * of the last step's pairs (body_pairs and collider_pairs of carom_counts) are not stored. Both are 0 after a
 * load.
 *
 * All functions give CAROM_BUSY inside a handler or the filter callback. */
#ifndef CAROM_SNAPSHOT_H
#define CAROM_SNAPSHOT_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Converts the user pointers of bodies and colliders to numbers in a save and back. A pointer has no meaning
 * in another process. Without a map, or where one of its functions is NULL, pointers are saved as 0 and
 * loaded as NULL. The functions may be called in any order and several times for the same pointer. They must
 * return the same each time and must not change the world. They also convert NULL and 0. */
typedef struct carom_user_map {
  /* returns the number that stands for a pointer in the save */
  uint64_t (*save)(void *context, void *user);
  /* returns the pointer that a number of the save stands for */
  void *(*load)(void *context, uint64_t number);
  void *context; /* passed to both functions unchanged */
} carom_user_map;

/* Writes the world into buffer, and the number of bytes it takes to *size. If capacity is less than that, the
 * call still writes *size and returns CAROM_TOO_SMALL, and the content of the buffer is meaningless. What
 * lies behind the save, within the capacity, may be overwritten. buffer may be NULL when capacity is 0. Each
 * hull is saved once. `users` may be NULL. Errors: CAROM_NULL_ARGUMENT, CAROM_OUT_OF_MEMORY (a list of the
 * hulls). */
CAROM_API carom_status carom_world_save(const carom_world *world, const carom_user_map *users, void *buffer,
                                        size_t capacity, size_t *size);

/* Creates a world from a save. The definition (NULL: all zero) works as in carom_world_create, except that
 * `planar`, `seamless`, `persistent_manifolds`, `eight_points`, `margin` and `tag` come from the save.
 * `users` may be NULL. The call checks every byte. CAROM_BAD_SNAPSHOT refuses bytes that carom_world_save of
 * this version would not write. Assets take their memory from the definition's allocator. They belong to the
 * world and to whoever retains them. Saving a loaded world gives the same bytes. Other errors:
 * CAROM_NULL_ARGUMENT, and those of carom_world_create for the definition. */
CAROM_API carom_status carom_world_load(const carom_world_def *def, const carom_user_map *users,
                                        const void *bytes, size_t size, carom_world **out);

/* Creates a second world that is equal to the first, with the same ids, user pointers and hulls, e.g. for
 * prediction. It holds all bodies, or with an array only the `count` bodies in it. NULL bodies means all. The
 * other bodies are absent without an END. Their ids are stale, the clone never reuses their slots, and
 * contacts with them do not count as begun. The definition (NULL: all zero) works as in carom_world_load.
 * Errors: CAROM_STALE_ID for any of the bodies, and those of carom_world_create. */
CAROM_API carom_status carom_world_clone(const carom_world *world, const carom_world_def *def,
                                         const carom_body *bodies, size_t count, carom_world **out);

/* --- Rollback --- */

/* Makes the world keep from now on, for this many steps, what a restore needs to undo creations, destructions
 * and settings. Pass the number of steps that the game wants to rewind; it is 0 at first. The poses and
 * velocities of kinematic bodies, their enabled, swept, stopping and ghost flags, the contacts with their
 * values, and the counts need no keeping. Each other change takes about 190 bytes until it is old enough, and
 * destroyed colliders keep their hulls as long. If there is no memory for a change, the world forgets all
 * kept changes, and older snapshots can no longer be restored. */
CAROM_API carom_status carom_world_rollback_keep(carom_world *world, uint32_t steps);

/* Writes the state that changes from step to step into the game's buffer, and the number of bytes it takes to
 * *size. CAROM_TOO_SMALL works as in carom_world_save. A kinematic body takes 80 bytes, and a static one that
 * has had events 16. A contact of n points takes 28 + 32 n bytes, and 8 more if it has a value. It takes 48
 * more if user pointers or categories were set since the step, or one of its sides was destroyed. The call
 * allocates nothing. The format is that of this machine and this version. CAROM_NULL_ARGUMENT refuses a NULL
 * pointer. */
CAROM_API carom_status carom_world_rollback_save(const carom_world *world, void *buffer, size_t capacity,
                                                 size_t *size);

/* Restores the state that the world had when it wrote the snapshot. The snapshot is unchanged and can be
 * restored again. Objects created since then disappear without an END. Objects destroyed since then are back
 * with their ids. The next ids are those that came next the first time. Handlers and the filter callback stay
 * as they are. The following steps ask them what they would have asked, so a game that has replaced them
 * since then must put them back. After carom_body_touch a step asks about a body again.
 *
 * CAROM_OLD_SNAPSHOT means that this is impossible. Either the world does not keep the changes since the
 * snapshot, or a rewind has undone changes that the snapshot includes. CAROM_BAD_SNAPSHOT refuses bytes that
 * this world cannot have written. The call checks every byte except the user pointers of contacts, and a
 * refused call changes nothing.
 *
 * A snapshot of another world is refused. Worlds are told apart by their addresses: one that lies where a
 * destroyed world lay refuses the snapshots of that one, too, unless it has the same history and has taken at
 * least as many steps. The history is the same when the same objects were created, destroyed and set, with
 * the same content and in the same steps. The world then takes over the state in the snapshot. Other errors:
 * CAROM_NULL_ARGUMENT, and CAROM_OUT_OF_MEMORY when the world has never had so many contacts. */
CAROM_API carom_status carom_world_rollback_restore(carom_world *world, const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif
