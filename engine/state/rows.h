/* rows.h: bodies and colliders by value: all of one that does not follow from the rest of it, and the arrays
 * of slots that hold them. */
#ifndef CAROM_ENGINE_ROWS_H
#define CAROM_ENGINE_ROWS_H

#include "state.h"

/* The flags that are state; the others follow from the rest of the body or collider. */
enum {
  CAROM__BODY_STATE = CAROM__BODY_STATIC | CAROM__BODY_DISABLED | CAROM__BODY_DYING | CAROM__BODY_POSE_SET |
                      CAROM__BODY_SWEPT | CAROM__BODY_STOPPING | CAROM__BODY_GHOST,
  CAROM__COLLIDER_STATE = CAROM__COLLIDER_SENSOR | CAROM__COLLIDER_SEES_SENSORS |
                          CAROM__COLLIDER_SEES_STATIC | CAROM__COLLIDER_DYING | CAROM__COLLIDER_RESHAPED
};

typedef struct carom__body_row {
  carom_pose pose;
  carom__velocity velocity;
  void *user;
  uint32_t flags;        /* CAROM__BODY_STATE */
  uint32_t begins, ends; /* events of its contacts */
} carom__body_row;

typedef struct carom__collider_row {
  carom_shape shape; /* without a count of its asset */
  carom_local_pose pose;
  carom_filter filter;
  void *user;
  uint32_t flags; /* CAROM__COLLIDER_STATE */
  uint32_t body;  /* the slot */
  float margin;
  uint64_t order;
} carom__collider_row;

carom__body_row carom__body_get(const carom_world *world, uint32_t slot);
carom__collider_row carom__collider_get(const carom_world *world, uint32_t slot);

/* Write the row of a slot that is in use and touch the body. A body's list of colliders and the count of a
 * shape's asset are the caller's. There must be room for what is in the row (see below). */
void carom__body_put(carom_world *world, uint32_t slot, const carom__body_row *row);
void carom__collider_put(carom_world *world, uint32_t slot, const carom__collider_row *row);
/* Tells the gates of a body's colliders what they keep of it, which has changed. */
void carom__body_show(carom_world *world, uint32_t slot);

/* Is a collider with this pose at its body's origin? Then the pose is not kept. */
static inline bool carom__local_pose_is_none(const carom_local_pose *pose) {
  const carom_quat q = pose->rotation;
  return vec3_norm1(pose->position) == 0 && q.x == 0 && q.y == 0 && q.z == 0 && q.w == 1;
}
/* Puts a collider elsewhere on its body, which is not touched; there is room for the pose. */
void carom__collider_set_local(carom_world *world, uint32_t slot, const carom_local_pose *pose);
/* Gives a collider its filter. */
void carom__collider_keep_filter(carom_world *world, uint32_t slot, carom_filter filter);
/* Gives a collider its margin, for which there is room; its boxes do not fit then. */
void carom__collider_keep_margin(carom_world *world, uint32_t slot, float margin);
/* Gives a collider its order, for which there is room, for its life. */
void carom__collider_keep_order(carom_world *world, uint32_t slot, uint64_t order);
/* Gives a collider its shape, for which there is room, and notes what makes its boxes cheap to find. The
 * counts of assets are the caller's, but for the last: a slot without a collider has a shape without one. */
void carom__collider_keep_shape(carom_world *world, uint32_t slot, const carom_shape *shape);
void carom__collider_drop_shape(carom_world *world, uint32_t slot);

/* Make room for so many slots, and make the arrays that long when they are shorter; new rows are those of a
 * body or collider that does nothing. */
carom_status carom__bodies_reserve(carom_world *world, size_t count);
void carom__bodies_extend(carom_world *world, size_t count);
carom_status carom__colliders_reserve(carom_world *world, size_t count);
void carom__colliders_extend(carom_world *world, size_t count);
/* Make room for what many worlds have none of, when the first is about to come: for velocities of bodies, and
 * for a velocity, a shape that its gate does not tell, a pose off the origin of the body, a margin or an
 * order, or all of a row, if they are of this sort. There is room for all slots then, and for good. */
carom_status carom__velocities_reserve(carom_world *world);
carom_status carom__velocity_reserve(carom_world *world, const carom__velocity *velocity);
carom_status carom__shape_reserve(carom_world *world, const carom_shape *shape);
carom_status carom__local_reserve(carom_world *world, const carom_local_pose *pose);
carom_status carom__margin_reserve(carom_world *world, float margin);
carom_status carom__order_reserve(carom_world *world, uint64_t order);
carom_status carom__collider_reserve(carom_world *world, const carom__collider_row *row);
/* Give all memory of bodies and colliders back, with a world. */
void carom__bodies_free(carom_world *world);
void carom__colliders_free(carom_world *world);

/* Makes room for more colliders in a body's list; one that has had one at most gets its list now. */
carom_status carom__body_list_reserve(carom_world *world, uint32_t body, size_t more);
/* Puts a collider into the list before the one at `at`; there is room. */
void carom__body_list_insert(carom_world *world, uint32_t body, size_t at, uint32_t collider);
/* Takes a collider out of the list, keeping the order of the others, and tells where it was. */
size_t carom__body_list_remove(carom_world *world, uint32_t body, uint32_t collider);
/* Puts back the list of a body, of which others may have had the slots since; or NULL. */
void carom__body_list_put(carom_world *world, uint32_t body, carom__several *several);
/* Leaves no place empty; the tree and the boxes are to be made anew then. */
void carom__several_close_up(carom_world *world, carom__several *several);
/* Give the list of a body and the tree over it back; a list that is nobody's. */
void carom__body_list_free(carom_world *world, uint32_t body);
void carom__several_free(const carom_allocator *allocator, carom__several *several);

#endif
