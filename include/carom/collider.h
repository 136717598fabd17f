/* carom/collider.h: colliders: the shapes on a body, and who meets whom.
 *
 * A body may have any number of colliders; a whole level can be one static body of thousands of hulls. NULL
 * worlds, stale ids, handlers and threads: as in body.h. */
#ifndef CAROM_COLLIDER_H
#define CAROM_COLLIDER_H

#include "id.h"
#include "rings.h"
#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The category of a collider that names none. */
#define CAROM_CATEGORY_DEFAULT ((uint64_t)1)
/* A mask that admits nothing; no category may have this bit. */
#define CAROM_MASK_NONE ((uint64_t)1 << 63)

/* Who meets whom. Two colliders of different bodies meet when both masks admit the other's category:
 * (a.category & b.mask) and (b.category & a.mask) are not zero. When both have the same group, not 0, the
 * group alone decides, whatever the masks say: positive always meets, negative never. */
typedef struct carom_filter {
  uint64_t category; /* what it is, any bits but the highest; 0 means CAROM_CATEGORY_DEFAULT */
  uint64_t mask;     /* the categories it meets; 0 means all, CAROM_MASK_NONE none */
  int32_t group;     /* 0: none */
} carom_filter;

/* What a collider begins as. Only the shape must be set. */
typedef struct carom_collider_def {
  carom_shape shape;
  carom_local_pose pose; /* on the body; all zero means at its origin */
  carom_filter filter;
  bool sensor;       /* its contacts are flagged as such, for the game's response: carom has none itself. Two
                        sensors do not meet, whatever their filters say, unless one of them sees sensors */
  bool sees_sensors; /* see there; without effect on a collider that is no sensor */
  bool sees_static;  /* on a static body: meets what is on other static bodies too */
  void *user;        /* kept and handed back; carom never looks at it */
} carom_collider_def;

/* Puts a collider on a body and returns its id. Returns the null id when refused; carom_world_get_last_status
 * then tells why: CAROM_NULL_ARGUMENT, CAROM_STALE_ID, what carom_shape_check says, CAROM_NOT_FINITE,
 * CAROM_OUT_OF_RANGE (the pose, or a category with the highest bit), CAROM_NOT_UNIT, CAROM_WRONG_FAMILY,
 * CAROM_OUT_OF_MEMORY, CAROM_LIMIT. */
CAROM_API carom_collider carom_collider_create(carom_world *world, carom_body body,
                                               const carom_collider_def *def);

/* Puts count colliders on a body at once, all or none; writes their ids to out[0..count-1], which may be
 * NULL. The log names the definition that was refused. */
CAROM_API carom_status carom_collider_create_many(carom_world *world, carom_body body,
                                                  const carom_collider_def *defs, size_t count,
                                                  carom_collider *out);

/* Puts the pieces of a polygon that need not be convex (carom_rings_cut) on a body, all or none: a collider
 * of the kind CAROM_POLYGON for each, as def says, of which the shape is not looked at. Writes their ids to
 * out[0..count-1], one for each of carom_pieces_view, which tells an event which piece it is about; out may
 * be NULL. A piece that is too thin or too small to be a polygon (polygon.h: CAROM_FLAT, CAROM_BAD_SIZE) is
 * left out, and its id null. Statuses as carom_collider_create, and CAROM_LIMIT for a piece of more corners
 * than CAROM_POLYGON_VERTICES_MAX: carom_rings_cut takes that as most_corners. */
CAROM_API carom_status carom_collider_create_pieces(carom_world *world, carom_body body,
                                                    const carom_collider_def *def, const carom_pieces *pieces,
                                                    carom_collider *out);

/* Puts all links of a chain on a body, all or none: a collider of the kind CAROM_CHAIN_LINK for each, of a
 * radius that may be 0, as def says, of which the shape is not looked at. Writes their ids to out, as many as
 * the chain has links; out may be NULL. Statuses as carom_collider_create. */
CAROM_API carom_status carom_collider_create_chain(carom_world *world, carom_body body,
                                                   const carom_collider_def *def, const carom_chain *chain,
                                                   float radius, carom_collider *out);

/* Takes a collider off its body; as carom_body_destroy for its contacts and its id. */
CAROM_API carom_status carom_collider_destroy(carom_world *world, carom_collider collider);

/* Tells whether the id names a collider that has not been destroyed. */
CAROM_API bool carom_collider_is_valid(const carom_world *world, carom_collider collider);

/* The body that a collider is on. */
CAROM_API carom_status carom_collider_get_body(const carom_world *world, carom_collider collider,
                                               carom_body *out);

/* Replaces the shape; a contact that this parts ENDs in the next step with CAROM_END_RESHAPED. */
CAROM_API carom_status carom_collider_set_shape(carom_world *world, carom_collider collider,
                                                const carom_shape *shape);

/* The shape; a hull in it is only lent (carom_hull_retain to keep it). */
CAROM_API carom_status carom_collider_get_shape(const carom_world *world, carom_collider collider,
                                                carom_shape *out);

/* Moves the collider on its body; a contact that this parts ENDs in the next step with CAROM_END_RESHAPED. */
CAROM_API carom_status carom_collider_set_local_pose(carom_world *world, carom_collider collider,
                                                     const carom_local_pose *pose);

/* Where the collider is on its body. */
CAROM_API carom_status carom_collider_get_local_pose(const carom_world *world, carom_collider collider,
                                                     carom_local_pose *out);

/* Replaces the filter; a contact that it no longer admits ENDs in the next step with CAROM_END_FILTERED. */
CAROM_API carom_status carom_collider_set_filter(carom_world *world, carom_collider collider,
                                                 carom_filter filter);

/* The filter, as it was given. */
CAROM_API carom_status carom_collider_get_filter(const carom_world *world, carom_collider collider,
                                                 carom_filter *out);

/* Tell whether a collider is a sensor, and what it sees; see carom_collider_def. */
CAROM_API carom_status carom_collider_is_sensor(const carom_world *world, carom_collider collider, bool *out);
CAROM_API carom_status carom_collider_sees_sensors(const carom_world *world, carom_collider collider,
                                                   bool *out);
CAROM_API carom_status carom_collider_sees_static(const carom_world *world, carom_collider collider,
                                                  bool *out);

/* Replaces the user pointer. */
CAROM_API carom_status carom_collider_set_user(carom_world *world, carom_collider collider, void *user);

/* Returns the user pointer; NULL when the id is stale. */
CAROM_API void *carom_collider_get_user(const carom_world *world, carom_collider collider);

/* Writes where the collider is in the world now: its local pose on its body's. */
CAROM_API carom_status carom_collider_get_pose(const carom_world *world, carom_collider collider,
                                               carom_pose *out);

/* Makes a collider a sensor, or one no more; its contacts are flagged anew in the next step. */
CAROM_API carom_status carom_collider_set_sensor(carom_world *world, carom_collider collider, bool sensor);

/* Sets what a collider sees; a contact that is no longer admitted ENDs in the next step with
 * CAROM_END_FILTERED. */
CAROM_API carom_status carom_collider_set_sees_sensors(carom_world *world, carom_collider collider,
                                                       bool sees);
CAROM_API carom_status carom_collider_set_sees_static(carom_world *world, carom_collider collider, bool sees);

/* The collider's world AABB where its body is now, in floats rounded outward: a unit and more too wide far
 * from the origin (64 at 1e9). It is wider than carom_shape_bounds by 64 u of the size (u = 2^-24): what
 * touches within rounding must not be missed. */
CAROM_API carom_status carom_collider_get_bounds(const carom_world *world, carom_collider collider,
                                                 carom_aabb *out);

#ifdef __cplusplus
}
#endif

#endif
