/* carom/status.h: the list of all statuses. */
#ifndef CAROM_STATUS_H
#define CAROM_STATUS_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* X(NAME, sentence). The sentence says what was wrong and how to correct it. */
#define CAROM_STATUS_LIST(X)                                                                                 \
  X(OK, "Done.")                                                                                             \
  X(NULL_ARGUMENT, "A pointer that must be set is NULL; pass the address of a value.")                       \
  X(STALE_ID, "The id is null or what it named was destroyed; keep ids only as long as what they name.")     \
  X(NOT_FINITE, "A number is infinite or not a number; check the game's arithmetic before the call.")        \
  X(OUT_OF_RANGE, "A number lies outside the range its header states; give one within that range.")          \
  X(BAD_SIZE, "A size is zero, negative, or beyond CAROM_SIZE_MIN and CAROM_SIZE_MAX; give the shape an "    \
              "extent in that range.")                                                                       \
  X(NOT_UNIT, "A rotation is not a unit quaternion (within 1e-3), or a direction has no length; normalise "  \
              "it first.")                                                                                   \
  X(DEGENERATE_AXES, "The axes are parallel, zero or so skew that no frame can be made of them; give three " \
                     "independent directions.")                                                              \
  X(NOT_RECTANGLE,                                                                                           \
    "The four points are not the corners of a rectangle, in order around it; give a polygon.")               \
  X(TOO_FEW_POINTS, "A solid needs at least four points (or planes), a ring or polygon three; give more.")   \
  X(REPEATED_POINT, "Two points of a ring that follow each other are the same; leave one out.")              \
  X(CROSSING, "Two sides of a polygon meet where they may not; take the rings apart there.")                 \
  X(HOLE_OUTSIDE, "A hole lies outside its polygon or inside another hole; make it a polygon of its own.")   \
  X(NOT_CONVEX, "A convex polygon must turn left at each corner, once around; turn its corners round, or "   \
                "cut it into pieces.")                                                                       \
  X(FLAT, "The points lie in one plane (or line, or point), so they bound no volume (or area); thicken the " \
          "shape or use a box.")                                                                             \
  X(EMPTY, "The planes have no common interior; check that their normals point outward.")                    \
  X(UNBOUNDED, "The planes do not close a finite solid; add the missing sides.")                             \
  X(UNKNOWN_KIND, "A kind, flag or mode is none of the listed values, or a shape was not set; make shapes "  \
                  "by carom_shape_..., and leave what is not used 0.")                                       \
  X(STATIC_BODY, "A static body has no velocity; make it kinematic, or move it by its pose.")                \
  X(WRONG_FAMILY, "The world does not admit this kind of shape: spatial kinds need a spatial world, planar " \
                  "kinds a planar one.")                                                                     \
  X(NOT_PLACED, "A prepared shape was not made by carom_place, or its preparation was refused; place it "    \
                "first.")                                                                                    \
  X(BUSY, "The world is in the middle of a step; call this after it, or from an event handler where its "    \
          "header allows that.")                                                                             \
  X(NO_CONTACT, "The two colliders are not in contact; ask from their BEGIN to their END only.")             \
  X(LIMIT, "An index no longer fits its width; use fewer things.")                                           \
  X(NOT_CONVERGED, "An iteration reached its bound without the accuracy it promises; the result is not "     \
                   "given rather than guessed.")                                                             \
  X(TOO_SMALL, "The room is less than what is to be written; give as much as the call says it takes.")       \
  X(BAD_SNAPSHOT, "The bytes are no snapshot or recording of this version, or not whole, or not as they "    \
                  "were written; what is wrong of them was not taken.")                                      \
  X(OLD_SNAPSHOT, "What was created, destroyed or set since the snapshot cannot be taken back any more; "    \
                  "keep changes for more steps with carom_world_rollback_keep.")                             \
  X(NOT_WRITTEN, "The callback that writes a recording could not; what was written before can be replayed.") \
  X(OUT_OF_MEMORY, "The allocator returned NULL; the world is unchanged, free memory and repeat the call.")  \
  X(NOT_PLANAR, "A pose, a motion or a ray leaves the plane; its z must be 0 and all turns about z alone.")

/* The status that a call returns: CAROM_OK, or why the call was refused. */
typedef enum carom_status {
#define CAROM_STATUS_ENUM(name, sentence) CAROM_##name,
  CAROM_STATUS_LIST(CAROM_STATUS_ENUM)
#undef CAROM_STATUS_ENUM
      CAROM_STATUS_COUNT /* the number of statuses, not a status */
} carom_status;

/* Returns the name of the constant, e.g. "CAROM_OK", or "CAROM_UNKNOWN" for a value outside the list. */
CAROM_API const char *carom_status_name(carom_status status);

/* Returns a sentence that says what was wrong and how to correct it. It never returns NULL. */
CAROM_API const char *carom_status_text(carom_status status);

/* Receives one message for each refused call that would have changed the world. The message has the status,
 * the name of the function and a detail in words. detail is never NULL and is valid during the call only. The
 * function must not call into the world. */
typedef void (*carom_log_fn)(void *user, carom_status status, const char *function, const char *detail);

#ifdef __cplusplus
}
#endif

#endif
