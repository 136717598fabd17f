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
  X(STALE_ID, "The id is null or its object was destroyed; do not use an id after its object is destroyed.") \
  X(NOT_FINITE, "A number is infinite or not a number; check the game's arithmetic before the call.")        \
  X(OUT_OF_RANGE, "A number lies outside the range that its header states; give one within that range.")     \
  X(BAD_SIZE, "A size is zero, negative, or outside CAROM_SIZE_MIN..CAROM_SIZE_MAX; give the shape an "      \
              "extent in that range.")                                                                       \
  X(NOT_UNIT,                                                                                                \
    "A rotation is not a unit quaternion (within 1e-3), or a direction has no length; normalise it first.")  \
  X(DEGENERATE_AXES,                                                                                         \
    "The axes are parallel, zero or too skew to make a frame; give three independent directions.")           \
  X(NOT_RECTANGLE,                                                                                           \
    "The four points are not the corners of a rectangle in order around it; use a polygon instead.")         \
  X(TOO_FEW_POINTS,                                                                                          \
    "A solid needs at least four points or planes, a ring or polygon three points, a chain two, "            \
    "a compound one child; give more.")                                                                      \
  X(REPEATED_POINT,                                                                                          \
    "Two consecutive points of a ring or chain are the same or too close; remove one of them.")              \
  X(CROSSING, "Two sides of a polygon meet where they may not; separate the rings there.")                   \
  X(HOLE_OUTSIDE, "A hole lies outside its polygon or inside another hole; make it a polygon of its own.")   \
  X(NOT_CONVEX, "A convex polygon must turn left at each corner and go around once; reverse its corners, "   \
                "or cut it into pieces.")                                                                    \
  X(FLAT, "The points lie in one plane, line or point, so they bound no volume or area; make the shape "     \
          "thicker or use a box.")                                                                           \
  X(EMPTY, "The planes have no common interior; check that their normals point outward.")                    \
  X(UNBOUNDED,                                                                                               \
    "The planes do not enclose a finite solid, or a half-space is where only what has an end may "           \
    "be; add the missing sides, or use a box.")                                                              \
  X(UNKNOWN_KIND, "A kind, flag or mode is not in its list, or a shape was not set; make shapes by "         \
                  "carom_shape_... and leave unused fields 0.")                                              \
  X(STATIC_BODY, "A static body has no velocity; make it kinematic, or move it by its pose.")                \
  X(WRONG_FAMILY,                                                                                            \
    "Spatial and planar shapes cannot be combined; use only the family of the world or of the other shape.") \
  X(NOT_PLACED, "A prepared shape was not made by carom_place, or carom_place refused it; place it first.")  \
  X(BUSY, "The world is in the middle of a step; call this after it, or from an event handler where the "    \
          "header allows that.")                                                                             \
  X(NO_CONTACT, "The two colliders are not in contact; ask only between their BEGIN and their END.")         \
  X(LIMIT, "An index or count exceeds its limit; use fewer objects.")                                        \
  X(NOT_CONVERGED, "An iteration reached its bound without the promised accuracy, so there is no result; "   \
                   "for a time of impact, give a larger margin.")                                            \
  X(TOO_SMALL, "The buffer is smaller than the result; give as many bytes or elements as the call reports.") \
  X(BAD_SNAPSHOT, "The bytes are no snapshot or recording of this version, or are incomplete or damaged; "   \
                  "nothing of the damaged part was used.")                                                   \
  X(OLD_SNAPSHOT, "The changes since the snapshot can no longer be undone; keep changes for more steps "     \
                  "with carom_world_rollback_keep.")                                                         \
  X(NOT_WRITTEN, "The callback that writes a recording failed; the part written before can be replayed.")    \
  X(OUT_OF_MEMORY,                                                                                           \
    "The allocator returned NULL; the world is unchanged, so free memory and repeat the call.")              \
  X(NOT_PLANAR, "A pose, motion or ray leaves the plane; its z must be 0 and all rotations must be about "   \
                "z.")                                                                                        \
  X(NOT_CLOSED, "The triangles of a solid leave a hole, or wind in different ways at an edge; close the "    \
                "mesh at the edge that the report names, or make it no solid.")                              \
  X(INSIDE_OUT, "The triangles of a solid have their fronts inside; exchange two corners of each.")

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
