/* swept_way.h: the way of a body within a step. */
#ifndef CAROM_ENGINE_SWEPT_WAY_H
#define CAROM_ENGINE_SWEPT_WAY_H

#include "candidates.h"

/* What slides along something leaves the part of its way out that leads into it, up to this part of all. */
#define CAROM__TOWARDS 0x1p-10f

typedef struct carom__swept_way {
  carom_pose from, to;
  carom_vec3 angular; /* the velocity of the turn */
  float dt;
  float angle; /* of the whole turn, in radians */
} carom__swept_way;

/* The way of a body that is where it is; of one that motion has not moved there is none. */
carom__swept_way carom__swept_way_of(const carom_world *world, const carom__moved *moved, uint32_t body);
/* That of one that stays at a pose. */
static inline carom__swept_way swept_way_at(const carom_pose *pose) {
  return (carom__swept_way){.from = *pose, .to = *pose};
}

/* Where the body, and its origin, was when a fraction of the step had gone by. */
carom_pose carom__swept_way_pose(const carom__swept_way *way, double fraction);
carom_pos carom__swept_way_position(const carom__swept_way *way, double fraction);

/* No point of a body moves farther on its way than this; the box is what it has at the end. */
float carom__swept_way_length(const carom__swept_way *way, const carom_aabb *box);

/* A box that a body's part is in all the way, also when it slides, when `box` is what it has at the end;
 * widened by `more`. */
carom_aabb carom__swept_way_box(const carom__swept_way *way, const carom_aabb *box, float more);

/* How fast a body moves at a place when it is at a pose. */
carom_vec3 carom__swept_velocity(const carom_world *world, carom_body body, const carom_pose *pose,
                                 carom_pos at);

#endif
