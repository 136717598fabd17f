/* carom/snapshot.h: worlds as bytes: saving, rewinding, copying.
 *
 * A save is the whole of a world, for files and for other machines: packed, little-endian, the same bytes
 * wherever the same calls were made, checked when it is loaded. A rollback snapshot is what changes from step
 * to step, for games that predict and rewind: it goes into the game's own memory, without an allocation and
 * in a few times the time of copying it, and back into the world that wrote it. A clone is a second world.
 *
 * All of them hold what a following step depends on: bodies and colliders with their ids, the order in which
 * ids will be handed out, contacts with their manifolds (but for those that have had their END), the counts.
 * None holds what is code of the game: handlers, the filter callback and what they point to. A world that is
 * rewound has those of now. One that is loaded or cloned has no handlers, and the filter callback of its
 * definition; who is set before its first step is taken for who was there, and is asked about the same pairs
 * as if there had been no save: what rested goes on resting. A game that comes with other answers has
 * carom_body_touch. The events of the last step are
 * no state: after a load, a restore or a clone there are none, and nothing is delivered. The steps that
 * follow give the events, to the last bit, that they gave the first time: what touched when it was saved ENDs
 * when it parts, and what begins, begins. Which bodies and colliders the last step looked at (body_pairs and
 * collider_pairs of carom_counts) is not kept; both are 0 after a load.
 *
 * CAROM_BUSY from inside a handler or the filter callback. */
#ifndef CAROM_SNAPSHOT_H
#define CAROM_SNAPSHOT_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How the user pointers of bodies and colliders get into a save and out of it: as numbers that the game gives
 * them. A pointer means nothing in another process, so without a map, or where one of its functions is NULL,
 * they are saved as 0 and loaded as NULL. The functions may be called in any order and more than once for the
 * same pointer, and give the same each time; they must not change the world. NULL and 0 are mapped like all
 * others. */
typedef struct carom_user_map {
  uint64_t (*save)(void *context, void *user);
  void *(*load)(void *context, uint64_t number);
  void *context;
} carom_user_map;

/* Writes the world into buffer and how many bytes it takes into *size, also with CAROM_TOO_SMALL when
 * capacity is less: then nothing useful is in the buffer, which may be NULL when capacity is 0. Hulls are
 * saved once each. CAROM_NULL_ARGUMENT, CAROM_OUT_OF_MEMORY (a list of the hulls). */
CAROM_API carom_status carom_world_save(const carom_world *world, const carom_user_map *users, void *buffer,
                                        size_t capacity, size_t *size);

/* Creates a world from a save; the definition (NULL: all zero) as for carom_world_create, but for `planar`
 * and `tag`, which come from the save. Every byte is checked: CAROM_BAD_SNAPSHOT for what carom_world_save of
 * this version would not write. Hulls come from the definition's allocator and belong to the world and to
 * whoever retains them. Saving what was loaded gives the same bytes. CAROM_NULL_ARGUMENT, CAROM_UNKNOWN_KIND,
 * CAROM_OUT_OF_MEMORY. */
CAROM_API carom_status carom_world_load(const carom_world_def *def, const carom_user_map *users,
                                        const void *bytes, size_t size, carom_world **out);

/* Creates a second world that is equal to one, with the same ids, user pointers and hulls: for prediction,
 * say, whole or with `count` bodies of it alone. bodies NULL: all of them. What is not among the bodies is
 * gone without an END, its ids are stale, and its slots are not used again; contacts with it do not count as
 * begun. The definition (NULL: all zero) is as for carom_world_load. CAROM_STALE_ID when one of the bodies is, CAROM_NULL_ARGUMENT,
 * CAROM_UNKNOWN_KIND, CAROM_OUT_OF_MEMORY. */
CAROM_API carom_status carom_world_clone(const carom_world *world, const carom_world_def *def,
                                         const carom_body *bodies, size_t count, carom_world **out);

/* --- Rewinding --- */

/* Asks the world to keep, from now on, what is created, destroyed or set for so many steps, so that it can be
 * taken back: as many as the game wants to rewind, 0 to begin with. What changes from step to step needs no
 * keeping: the poses and velocities of kinematic bodies, whether they are enabled, swept and stopping,
 * contacts and their values, counts. Each other change takes about 190 bytes until it is old enough, and what
 * is destroyed keeps its hulls as long. Changes are forgotten, and older snapshots with them, when there is
 * no memory for one. */
CAROM_API carom_status carom_world_rollback_keep(carom_world *world, uint32_t steps);

/* Writes what changes from step to step into the game's buffer and how many bytes it takes into *size, as
 * carom_world_save does with CAROM_TOO_SMALL: 80 bytes a kinematic body, 16 a static one that has had events,
 * and a contact of n points 28 + 32 n, 8 more where it has a value, 48 where user pointers or categories were
 * set since the step, or a side was destroyed. Nothing is allocated. The bytes are in the form of this
 * machine and of this version. CAROM_NULL_ARGUMENT. */
CAROM_API carom_status carom_world_rollback_save(const carom_world *world, void *buffer, size_t capacity,
                                                 size_t *size);

/* Makes the world what it was when it wrote the snapshot, which stays as it is and may be restored again:
 * what was created since is gone, without an END, what was destroyed is back, with its ids; the next ids are
 * those that came next the first time. CAROM_OLD_SNAPSHOT when that cannot be: changes that came after it are
 * not kept, or are part of a future that was rewound itself. Handlers and the filter callback stay as they
 * are, and the following steps ask them what they would have asked: a game that replaced them since must put
 * them back, and carom_body_touch asks anew.
 * CAROM_BAD_SNAPSHOT for bytes that this world cannot have written: every byte is checked, but for the user
 * pointers of contacts, and what is refused has changed nothing. A snapshot of another world is refused, also
 * of one that is gone and had the same address: what was created, destroyed and set must be the same, with
 * the same content and in the same steps, and no more steps may have been taken. Where all of this agrees the
 * world becomes what the other was. CAROM_NULL_ARGUMENT, CAROM_OUT_OF_MEMORY (when the world has never had so
 * many contacts). */
CAROM_API carom_status carom_world_rollback_restore(carom_world *world, const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif
