/* carom/handover.h: bodies and contacts as bytes, to be handed from one world to another.
 *
 * A world that is split over several processes hands its bodies over when they leave a part. A body goes on
 * in the other world as it would have gone on in its own: with its shapes, filters, margins, orders and
 * flags, and with the contacts that are handed over as well. A contact that was handed over has a STAY when
 * the two still touch in the next step of the other world, and an END when they do not, with the manifold of
 * the old world. The manifolds of that step have the bits that they would have had in the old world, if the
 * colliders have an order (collider.h), or the same order of indices.
 *
 * The bytes are packed and little-endian, the same on every machine. They may be stored, but are of this
 * version of carom alone. Whoever reads them checks every byte and uses nothing of what is wrong.
 *
 * Functions that change a world give CAROM_BUSY inside handlers and callbacks; those that write read it only.
 * NULL worlds, stale ids and threads are treated as in body.h. */
#ifndef CAROM_HANDOVER_H
#define CAROM_HANDOVER_H

#include "event.h"
#include "snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Assets --- */

/* Returns a hash of the content of a shape's asset, e.g. its hull or mesh, which is the same on every
 * machine, or 0 for NULL and for a shape without one. Shapes that share an asset and differ in their scales
 * have the same hash. */
CAROM_API uint64_t carom_shape_asset_hash(const carom_shape *shape);

/* Writes a shape with its asset into buffer, and the number of bytes it takes to *size. If capacity is less
 * than that, the call still writes *size and returns CAROM_TOO_SMALL, and the content of the buffer is
 * meaningless. buffer may be NULL when capacity is 0. The shape is refused as by carom_shape_check. Errors:
 * CAROM_NULL_ARGUMENT, CAROM_OUT_OF_MEMORY. */
CAROM_API carom_status carom_shape_write(const carom_shape *shape, void *buffer, size_t capacity,
                                         size_t *size);

/* Makes a shape of bytes that carom_shape_write wrote. Its asset takes memory from the allocator (NULL: as in
 * carom_world_create) and is whoever's called, until carom_shape_release. CAROM_BAD_SNAPSHOT refuses other
 * bytes. Other errors: CAROM_NULL_ARGUMENT, CAROM_OUT_OF_MEMORY. */
CAROM_API carom_status carom_shape_read(const carom_allocator *allocator, const void *bytes, size_t size,
                                        carom_shape *out);

/* Adds a count to a shape's asset, as the function of its sort does, e.g. carom_hull_retain. NULL and a shape
 * without an asset do nothing. */
CAROM_API void carom_shape_retain(const carom_shape *shape);

/* Gives a count of a shape's asset back, as the function of its sort does, e.g. carom_hull_release. NULL and
 * a shape without an asset do nothing. */
CAROM_API void carom_shape_release(const carom_shape *shape);

/* --- What both sides know --- */

/* What whoever writes and whoever reads know besides the bytes. All zero: nothing. The functions must not
 * change the world. */
typedef struct carom_handover {
  const carom_user_map *users; /* converts user pointers as in a save (snapshot.h); NULL: they are lost */
  /* for whoever writes: has the reader got an asset with this content? Then its hash alone is written. NULL:
   * it has none */
  bool (*has)(void *context, uint64_t hash);
  /* for whoever reads: writes a shape that has the asset of this hash (carom_shape_asset_hash), and returns
   * true. The world counts the asset for itself. NULL: none is known */
  bool (*find)(void *context, uint64_t hash, carom_shape *out);
  void *context; /* passed to both functions unchanged */
} carom_handover;

/* --- Bodies --- */

/* Writes a body with its colliders into buffer, and the number of bytes it takes to *size. CAROM_TOO_SMALL is
 * as in carom_shape_write. Each asset is in the bytes once, or its hash is where the reader has it. The
 * counts of the body's contacts and the handlers are not in them. `handover` may be NULL. Errors:
 * CAROM_NULL_ARGUMENT, CAROM_STALE_ID (also of a destroyed body), CAROM_OUT_OF_MEMORY, and CAROM_BUSY inside
 * the filter callback and `keep`. */
CAROM_API carom_status carom_body_write(const carom_world *world, carom_body body,
                                        const carom_handover *handover, void *buffer, size_t capacity,
                                        size_t *size);

/* Creates a body of bytes that carom_body_write wrote, with its colliders, which have new ids in the same
 * order. A body that has rested since the last step of its world goes on resting. It then meets other bodies
 * that rest only where contacts of them are adopted, as in its own world; carom_body_touch makes the next
 * step look for all. If the world has been moved (carom_world_move) by as much as the world of the body, a
 * swept body keeps the way that it has gone.
 *
 * A refused call creates nothing. CAROM_BAD_SNAPSHOT refuses bytes that carom_body_write would not have
 * written, bytes that need an asset which `find` does not give, and a body of the other family. Other errors:
 * CAROM_NULL_ARGUMENT, CAROM_BUSY, CAROM_OUT_OF_MEMORY, CAROM_LIMIT. `handover` may be NULL. */
CAROM_API carom_status carom_body_read(carom_world *world, const carom_handover *handover, const void *bytes,
                                       size_t size, carom_body *out);

/* --- Contacts --- */

/* Two colliders of one world. */
typedef struct carom_collider_pair {
  carom_collider first, second; /* in either order */
} carom_collider_pair;

/* The bytes of a contact, and the colliders that shall have it. */
typedef struct carom_contact_bytes {
  carom_collider_pair colliders; /* in the order in which they were given to carom_contact_write */
  const void *bytes;             /* as carom_contact_write wrote them */
  size_t size;                   /* how many there are */
} carom_contact_bytes;

/* Writes the contact of two colliders into buffer, and the number of bytes it takes to *size.
 * CAROM_TOO_SMALL is as in carom_shape_write. The bytes have all that the next step depends on: the
 * manifold, patches and further points, what a world with persistent_manifolds keeps of the points, the
 * values of the game for the contact and for its points, whether the pair touches and is within a margin,
 * and what the last step saw of the sides. `handover` may be NULL. Errors: CAROM_NULL_ARGUMENT,
 * CAROM_STALE_ID, CAROM_NO_CONTACT, and CAROM_BUSY inside the filter callback and `keep`. */
CAROM_API carom_status carom_contact_write(const carom_world *world, carom_collider_pair colliders,
                                           const carom_handover *handover, void *buffer, size_t capacity,
                                           size_t *size);

/* Gives pairs of colliders contacts of bytes that carom_contact_write wrote, in a world with the same
 * settings: planar, persistent_manifolds, eight_points, and some margin if the contacts have one. The pairs
 * count as having had their BEGIN, and NEAR if they have a margin: the next step gives a STAY or an END. The
 * counts of the world and of the bodies have them among the begins, so that a contact that one world forgets
 * and another one adopts counts once in all. A pair that has a contact gets that of the bytes instead,
 * without an event. What rests stays as it is, and is looked at only where the bytes do not fit that.
 *
 * All or none are adopted. There are no events of the last step to poll afterwards, even where memory ran
 * out, and the list of contacts is another one. CAROM_BAD_SNAPSHOT refuses bytes that carom_contact_write
 * would not have written, and that do not fit the world. CAROM_OUT_OF_RANGE refuses two colliders of one
 * body, and a pair that is given twice. Other errors: CAROM_NULL_ARGUMENT, CAROM_STALE_ID, CAROM_BUSY,
 * CAROM_OUT_OF_MEMORY. */
CAROM_API carom_status carom_contacts_adopt(carom_world *world, const carom_handover *handover,
                                            const carom_contact_bytes *contacts, size_t count);

/* Removes the contacts of pairs of colliders without an END, and without a FAR. The counts of the world and
 * of the bodies count them no longer among the begins. A pair that still touches has a BEGIN in the next step
 * that looks at it; one whose bodies rest is not looked at. All or none are forgotten. The list of contacts
 * has them until the next step, and the events of the last step remain. Errors: CAROM_NULL_ARGUMENT,
 * CAROM_STALE_ID, CAROM_NO_CONTACT (also of a pair that is given twice), CAROM_BUSY, CAROM_OUT_OF_MEMORY. */
CAROM_API carom_status carom_contacts_forget(carom_world *world, const carom_collider_pair *pairs,
                                             size_t count);

#ifdef __cplusplus
}
#endif

#endif
