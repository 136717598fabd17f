/* carom/swept.h: bodies that are too fast for one look a step.
 *
 * Contacts are how things stand when a step ends: what flies through a wall between two steps is not in them.
 * A swept body is looked at on its way, too: what it meets there has a contact in that step, with a BEGIN if
 * there was none, also when the two are apart again when the step ends, and then the END comes with the next
 * step. A contact that there was, but of two that are apart when the step begins, is over: END, then BEGIN.
 * So bullets do not pass through walls unseen, nor do blades that spin.
 *
 * The way is that of the body's velocities, turning included, from where the step found it to where it left
 * it; what meets it may be static or on its own way, sensor or not, swept or not. A body that the game puts
 * elsewhere (carom_body_set_pose) has been on no way. A step is looked at in pieces of a radian at most, and
 * within each as carom_motion says, which is up to .0041 radians ahead of or behind an even turn: what is
 * grazed by less than that times its distance from the origin of the body that turns, or of each if both do,
 * may be missed. Of what turns by more than CAROM_SWEPT_TURNS turns a step, some may be missed. Filters and
 * `keep` are asked as for any contact. What passes by within 5/4 of 2^-10 of the smaller shape's least half
 * extent may count as met when nothing else can be proved, which is seldom.
 *
 * A swept body goes on to the end of its way, through what it meets, unless it is one that stops
 * (carom_body_set_stopping). That one stays where it hits: at the pose of the hit, pushed into touch, which
 * is far below what can be seen, so that the contact lasts until something moves. The contacts of the step
 * are those of where bodies are then. Sensors stop nothing, nor does what the filters do not admit; a handler
 * that does not keep the contact comes too late. Hits are gone through by fraction, then by the colliders'
 * indices; from its hit on a body stands, so that what comes later meets it there or not at all. Of two that
 * hit each other each stops if it is one that stops.
 *
 * Its velocity stays as it was: what becomes of it is the game's. As long as it goes on towards what it
 * touches, by more than a thousandth of its speed, it stays where it is from step to step, and the contact
 * stays; when it turns away it leaves. Else it slides: the part of its way that leads into what it touches, a
 * thousandth at most, is left out. Should it still get deeper into that by 2^-18 of the colliders' reach from
 * their bodies' origins, as a plank that lies on a floor and turns would, then it stops there, or stays where
 * it is to the bit when it has hardly moved till then. So nothing gets through what it touches by waiting.
 * What slides is not stopped by seams: by what stands and would not be met if the body were farther from what
 * it slides along by 2^-18 of that reach, e.g. the next tile of a floor. That is among the hits, but has
 * stopped nothing.
 */
#ifndef CAROM_SWEPT_H
#define CAROM_SWEPT_H

#include "event.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How often a body may turn in one step. */
#define CAROM_SWEPT_TURNS 16

/* The feature of the one point that the contact of a hit has when the two were apart again at the end of the
 * step. */
#define CAROM_SWEPT_FEATURE UINT32_MAX

/* Has a body swept from the next step on, or no more. CAROM_STATIC_BODY for a static one, CAROM_STALE_ID and
 * CAROM_BUSY as in body.h. */
CAROM_API carom_status carom_body_set_swept(carom_world *world, carom_body body, bool swept);

/* Tells whether a body is swept. */
CAROM_API carom_status carom_body_is_swept(const carom_world *world, carom_body body, bool *out);

/* Has a body stop where it hits as long as it is swept, or no more; statuses as above. */
CAROM_API carom_status carom_body_set_stopping(carom_world *world, carom_body body, bool stopping);

/* Tells whether it does. */
CAROM_API carom_status carom_body_is_stopping(const carom_world *world, carom_body body, bool *out);

/* Two colliders that met within a step. */
typedef struct carom_swept_hit {
  carom_body body_a, body_b;
  carom_collider collider_a, collider_b; /* a has the lower index */
  bool inside;                           /* they touched when the step began, though they had no contact */
  bool stopped_a, stopped_b;             /* this hit has stopped the body, which is at its pose below */
  double fraction;                       /* 0..1: which part of the step had gone by */
  carom_pose pose_a, pose_b;             /* of the bodies at that moment */
  carom_vec3 normal;                     /* unit, from a to b there */
  carom_pos point;                       /* where they met */
} carom_swept_hit;

/* Returns what swept bodies met in the last step, by fraction, then by the colliders' indices, and how many
 * there are in *count (NULL world or count: NULL). What was in touch when the step began and had a contact is
 * not among them; after a step that was refused, and after a clear, there are none. Valid until the next
 * step, also a refused one, rewind, clear or destroy. */
CAROM_API const carom_swept_hit *carom_world_get_swept_hits(const carom_world *world, size_t *count);

/* Writes the hit of two colliders in the last step, given in either order: for handlers of a BEGIN.
 * CAROM_STALE_ID, or CAROM_NO_CONTACT when they are not among the hits. */
CAROM_API carom_status carom_contact_get_swept_hit(const carom_world *world, carom_collider first,
                                                   carom_collider second, carom_swept_hit *out);

#ifdef __cplusplus
}
#endif

#endif
