/* swept.h: the fourth pass: what swept bodies meet on their way (carom/swept.h). */
#ifndef CAROM_ENGINE_SWEPT_H
#define CAROM_ENGINE_SWEPT_H

#include "swept_meet.h"

/* Has the boxes of swept bodies cover their way, so that the broad phase finds what they may meet. *tight
 * gets what the boxes of all that moved were; it stays NULL when nothing is swept. */
carom_status carom__swept_widen(carom_world *world, const carom__moved *moved, carom_aabb **tight);
/* Gives them back: a body that rests from now on has the box of where it is. */
void carom__swept_narrow(carom_world *world, const carom__moved *moved, const carom_aabb *tight);

/* Finds the hits of the step, in the order of their colliders' slots, and puts bodies that stop where they
 * do: what follows finds the contacts of where they are. */
carom_status carom__step_swept(carom_world *world, const carom__moved *moved);

/* Joins contacts of the hits that are apart at the end of the step to the fresh ones, which are in
 * world->previous, and puts hits in the order of their fractions. */
carom_status carom__swept_join(carom_world *world);

/* Marks contacts that are over although the pair has met anew: what was put or changed, or had passed, and
 * was apart when the step began. The fresh contacts are complete; nothing can fail any more. */
void carom__swept_part(carom_world *world);

/* Notes whether contacts of the way are among those of the step: in the next one they are over, though
 * nothing may move. */
void carom__swept_end(carom_world *world);

/* Stops the bodies that stop at what they hit: among the meetings of the step, which ascend by their
 * colliders, finds those that come to be then. */
carom_status carom__swept_stop(carom_world *world, const carom__moved *moved, carom__meeting *meetings,
                               size_t count);

/* Were they in touch when the step began and had a contact? That is no hit. */
bool carom__swept_is_old(const carom_world *world, const carom_swept_hit *hit);

/* How fast a body moves at a place when it is at a pose. */
carom_vec3 carom__swept_velocity(const carom_world *world, carom_body body, const carom_pose *pose,
                                 carom_pos at);

#endif
