/* carom/collider.h: colliders, which are the shapes on a body, and their filters.
 *
 * A body may have any number of colliders. A whole level can be one static body with thousands of hulls. NULL
 * worlds, stale ids, handlers and threads are treated as in body.h. */
#ifndef CAROM_COLLIDER_H
#define CAROM_COLLIDER_H

#include "id.h"
#include "rings.h"
#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The category of a collider whose definition names none. */
#define CAROM_CATEGORY_DEFAULT ((uint64_t)1)
/* A mask that admits nothing. No category may contain this bit. */
#define CAROM_MASK_NONE ((uint64_t)1 << 63)

/* Decides which colliders meet. Two colliders of different bodies meet when each mask admits the other's
 * category: (a.category & b.mask) and (b.category & a.mask) are both not zero. If both have the same group
 * and it is not 0, only the group decides, whatever the masks say. Colliders with the same positive group
 * always meet, and those with the same negative group never meet. */
typedef struct carom_filter {
  /* the categories of the collider, any bits but the highest; 0: CAROM_CATEGORY_DEFAULT */
  uint64_t category;
  uint64_t mask; /* the categories it meets; 0: all, CAROM_MASK_NONE: none */
  int32_t group; /* 0: no group */
} carom_filter;

/* The initial values of a collider. Only the shape must be set. */
typedef struct carom_collider_def {
  carom_shape shape;     /* of the family of the world; must be set */
  carom_local_pose pose; /* relative to the body; all zero: at its origin */
  carom_filter filter;   /* the colliders it meets */
  /* marks the contacts of the collider, so that the game can respond differently; carom has no response of
   * its own. Two sensors do not meet, whatever their filters say, unless one of them sees sensors. */
  bool sensor;
  bool sees_sensors; /* for a sensor: meets other sensors; no effect otherwise */
  bool sees_static;  /* on a static body: meets colliders of other static bodies */
  /* Asks for contacts within a distance, 0..CAROM_SIZE_MAX. The margin of a pair is the largest of both
   * colliders' and the world's (world.h), so that 0 leaves it to these. */
  float margin;
  void *user; /* stored and returned; carom never follows it */
  /* 0: none. Of two colliders that meet, side a is the one with the lower order, and the one with the lower
   * index where both are equal. With orders of the game's own, such as ids that a cluster of worlds shares,
   * manifolds thus have the same bits in whatever order bodies were created. Queries go by it as well
   * (query.h). Fixed for its life. */
  uint64_t order;
} carom_collider_def;

/* Creates a collider on a body and returns its id. A refused call returns the null id, and
 * carom_world_get_last_status tells the reason: CAROM_NULL_ARGUMENT, CAROM_STALE_ID, a status of
 * carom_shape_check, CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE (the pose, the margin, or a category with the
 * highest bit), CAROM_NOT_UNIT, CAROM_WRONG_FAMILY, CAROM_UNBOUNDED (a half-space on a body that is not
 * static), CAROM_OUT_OF_MEMORY or CAROM_LIMIT. */
CAROM_API carom_collider carom_collider_create(carom_world *world, carom_body body,
                                               const carom_collider_def *def);

/* Creates count colliders on a body at once, either all or none. Writes their ids to out[0..count-1], where
 * out may be NULL. The log names the definition that was refused. */
CAROM_API carom_status carom_collider_create_many(carom_world *world, carom_body body,
                                                  const carom_collider_def *defs, size_t count,
                                                  carom_collider *out);

/* Creates a collider for each convex piece of a polygon that carom_rings_cut has cut, either all or none.
 * Their kind is CAROM_POLYGON, and def gives everything but the shape, which is ignored. Writes the ids to
 * out[0..count-1], one for each piece of carom_pieces_view; an event thus tells its piece. out may be NULL. A
 * piece too thin or too small for a polygon (polygon.h: CAROM_FLAT, CAROM_BAD_SIZE) is left out, and its id
 * is null. The statuses are those of carom_collider_create. CAROM_LIMIT also refuses a piece of more than
 * CAROM_POLYGON_VERTICES_MAX corners; pass that number to carom_rings_cut as most_corners. */
CAROM_API carom_status carom_collider_create_pieces(carom_world *world, carom_body body,
                                                    const carom_collider_def *def, const carom_pieces *pieces,
                                                    carom_collider *out);

/* Creates a collider for each link of a chain, either all or none. Their kind is CAROM_CHAIN_LINK, with a
 * radius that may be 0. def gives everything but the shape, which is ignored. Writes the ids to out, one for
 * each link; out may be NULL. The statuses are those of carom_collider_create. */
CAROM_API carom_status carom_collider_create_chain(carom_world *world, carom_body body,
                                                   const carom_collider_def *def, const carom_chain *chain,
                                                   float radius, carom_collider *out);

/* Removes a collider from its body. Its contacts and its id behave as with carom_body_destroy. */
CAROM_API carom_status carom_collider_destroy(carom_world *world, carom_collider collider);

/* Tells whether the id names a collider that has not been destroyed. */
CAROM_API bool carom_collider_is_valid(const carom_world *world, carom_collider collider);

/* Writes the body of a collider. */
CAROM_API carom_status carom_collider_get_body(const carom_world *world, carom_collider collider,
                                               carom_body *out);

/* Replaces the shape of a collider. A contact that this separates ENDs in the next step with
 * CAROM_END_RESHAPED. The shape is refused as in carom_collider_create. The first of a world that is neither
 * a sharp box nor a sharp rectangle makes room for the shapes of all, which may give CAROM_OUT_OF_MEMORY. */
CAROM_API carom_status carom_collider_set_shape(carom_world *world, carom_collider collider,
                                                const carom_shape *shape);

/* Writes the shape of a collider. The call adds no count to the asset in it; carom_hull_retain and
 * carom_mesh_retain keep one. */
CAROM_API carom_status carom_collider_get_shape(const carom_world *world, carom_collider collider,
                                                carom_shape *out);

/* Moves a collider on its body. A contact that this separates ENDs in the next step with CAROM_END_RESHAPED.
 * The first of a world that is off the origin of its body may give CAROM_OUT_OF_MEMORY. */
CAROM_API carom_status carom_collider_set_local_pose(carom_world *world, carom_collider collider,
                                                     const carom_local_pose *pose);

/* Writes the pose of a collider relative to its body. */
CAROM_API carom_status carom_collider_get_local_pose(const carom_world *world, carom_collider collider,
                                                     carom_local_pose *out);

/* Replaces the filter of a collider. A contact that it no longer admits ENDs in the next step with
 * CAROM_END_FILTERED. */
CAROM_API carom_status carom_collider_set_filter(carom_world *world, carom_collider collider,
                                                 carom_filter filter);

/* Writes the filter of a collider as the game gave it. */
CAROM_API carom_status carom_collider_get_filter(const carom_world *world, carom_collider collider,
                                                 carom_filter *out);

/* Replaces the margin of a collider, in 0..CAROM_SIZE_MAX. Its contacts are those within the new margin from
 * the next step on. CAROM_NOT_FINITE and CAROM_OUT_OF_RANGE refuse other margins. The first margin of a world
 * may give CAROM_OUT_OF_MEMORY. */
CAROM_API carom_status carom_collider_set_margin(carom_world *world, carom_collider collider, float margin);

/* Writes the margin of a collider as the game gave it. */
CAROM_API carom_status carom_collider_get_margin(const carom_world *world, carom_collider collider,
                                                 float *out);

/* Writes the order of a collider (carom_collider_def). */
CAROM_API carom_status carom_collider_get_order(const carom_world *world, carom_collider collider,
                                                uint64_t *out);

/* Tells whether a collider is a sensor (carom_collider_def). */
CAROM_API carom_status carom_collider_is_sensor(const carom_world *world, carom_collider collider, bool *out);

/* Tells whether a collider sees other sensors (carom_collider_def). */
CAROM_API carom_status carom_collider_sees_sensors(const carom_world *world, carom_collider collider,
                                                   bool *out);

/* Tells whether a collider sees colliders of static bodies (carom_collider_def). */
CAROM_API carom_status carom_collider_sees_static(const carom_world *world, carom_collider collider,
                                                  bool *out);

/* Replaces the user pointer of a collider. */
CAROM_API carom_status carom_collider_set_user(carom_world *world, carom_collider collider, void *user);

/* Returns the user pointer of a collider, or NULL when the id is stale. */
CAROM_API void *carom_collider_get_user(const carom_world *world, carom_collider collider);

/* Writes the current world pose of a collider: its local pose applied to the pose of its body. */
CAROM_API carom_status carom_collider_get_pose(const carom_world *world, carom_collider collider,
                                               carom_pose *out);

/* Makes a collider a sensor or an ordinary collider. Its contacts get the new flag in the next step. */
CAROM_API carom_status carom_collider_set_sensor(carom_world *world, carom_collider collider, bool sensor);

/* Sets whether a sensor sees other sensors. A contact that is no longer admitted ENDs in the next step with
 * CAROM_END_FILTERED. */
CAROM_API carom_status carom_collider_set_sees_sensors(carom_world *world, carom_collider collider,
                                                       bool sees);

/* Sets whether a collider on a static body sees other static bodies. A contact that is no longer admitted
 * ENDs in the next step with CAROM_END_FILTERED. */
CAROM_API carom_status carom_collider_set_sees_static(carom_world *world, carom_collider collider, bool sees);

/* Writes the ids of all colliders of a world to out[0..capacity-1], and their number to *count. Everything
 * else is as in carom_world_get_bodies. Errors: CAROM_NULL_ARGUMENT. */
CAROM_API carom_status carom_world_get_colliders(const carom_world *world, carom_collider *out,
                                                 size_t capacity, size_t *count);

/* Writes the world AABB of a collider at the current pose of its body, in floats rounded outward. Far from
 * the origin the rounding widens it by a unit or more (64 at 1e9). It is wider than carom_shape_bounds by 64
 * u of the size, where u = 2^-24, because no pair that touches within rounding may be missed. */
CAROM_API carom_status carom_collider_get_bounds(const carom_world *world, carom_collider collider,
                                                 carom_aabb *out);

#ifdef __cplusplus
}
#endif

#endif
